"""With ``names=nobody`` no letter says who plays, whatever is asked, until the game is over."""

from datetime import timedelta
from email import message_from_bytes, policy

from conftest import SECRET, SETTINGS, START
from msgspec.structs import replace
from outboxes import MemoryOutbox

from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.passes.sending import send_all

PLAYERS = {"Oda": ("ann.ashe@example.org", "Ann Ashe"), "Takeda": ("bob@example.com", "Bob Birch")}
ASKED = (
    *("hide 3", "press to all\nAll of you!\nend press", "unsigned press to all\nWho?\nend press"),
    *("press to {other}\nShall we talk?\nend press", "propose draw", "vote yes", "vote no"),
    *("concede to {other}", "absence 20 dec to 24 dec", "emergency", "extend 2 days", "status"),
    *("substitute dan@example.net", "observer wu@example.org", "zone Asia/Tokyo", "token", "ready"),
    *("name {name}", "address {name} <new-{address}>", "summary", "history", "luck", "report"),
    *("board", "hlep", "official Hear me", "replace {other} by {name}", "sign off"),
)


def words(mail):
    """Return all that a letter says: its header lines, and each part that is text."""
    message = message_from_bytes(mail.data, policy=policy.default)
    parts = [each for each in message.walk() if each.get_content_maintype() == "text"]
    texts = [f"{name}: {value}" for name, value in message.items()]
    return "\n".join([*texts, *(each.get_content() for each in parts)])


def test_nothing_that_is_asked_names_another_player(store, post_class):
    post = post_class.__new__(post_class)
    post.store, post.name, post.count, post.now = store, "sekigahara", 0, START
    players = tuple(Player(seat, *known) for seat, known in PLAYERS.items())
    settings = replace(SETTINGS, names="nobody")
    create(store, NewCampaign(post.name, "toy", players, {}, settings), post.now, secret=SECRET)
    out = MemoryOutbox()

    def asks(seat, line):
        address, name = PLAYERS[seat]
        (other,) = {*PLAYERS} - {seat}
        said = line.format(seat=seat, other=other, name=name, address=address)
        post.now += timedelta(minutes=20)
        return post.take(said, seat=seat, sender=f"{name} <{address}>").outcome

    def send():
        list(send_all(store, out, post.now))

    done = {line for line in ASKED if "refused" not in {asks(each, line) for each in PLAYERS}}
    send()
    assert len(done) >= 20
    out.dispositions = {"bob": "refused"}
    adjudicate(store, post.name, post.now)
    send()
    out.dispositions = {}
    asks("Oda", "resign Oda")
    send()
    for address, name in PLAYERS.values():
        to_others = [
            words(each)
            for each in out.mails
            if not {address, "gm@example.org"} & {*each.recipients}
        ]
        assert len(to_others) > 20
        for text in to_others:
            assert address not in text
            assert name.split()[1] not in text
