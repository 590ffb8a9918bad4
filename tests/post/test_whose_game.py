"""Which game a refusal is about, and what somebody reads who does not play in it any more."""

import email
from email import policy

import pytest
from msgspec.structs import replace
from test_bounces import DSN

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.seats import enter_guest, hand_over, invite, issue_token, resign
from adjudicator.campaign.people.settings import add_master, change_settings
from adjudicator.campaign.phases.create import Player
from adjudicator.post.passes.compose import write
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders.return_addresses import return_part
from adjudicator.store.letter_records import Letter, Note
from adjudicator.store.records import Confirmation, Guest, Master

ODA = "oda@example.org"
PLAIN = "game@example.net"


@pytest.fixture
def other(post, post_class):
    """A second game, in which Oda's player has a seat as well, by mails to the same address."""
    return post_class(post.store, "nagashino")


def refusal(post):
    (letter,) = post.out("refusal")
    return email.message_from_bytes(write(post.store, letter).data, policy=policy.default)


def replace_oda(post, way="handed-over"):
    if way == "handed-over":
        post.change(hand_over, Player("Oda", "heir@example.org", "Heir"))
    else:
        post.change(lambda change: resign(change, change.seat("Oda")))


@pytest.mark.parametrize("where", ["address", "text"])
def test_a_refusal_to_a_letter_with_a_token_names_its_game(post, other, where):
    to = None if where == "address" else PLAIN
    body = "" if where == "address" else f"token {other.token()}\n"
    done = take(
        post.store, other.raw(f"{body}> hide 3", sender="work@example.org", to=to), post.now
    )
    assert done.outcome == "refused"
    assert done.disposition.campaign_id == other.campaign.id
    assert refusal(post)["Subject"].startswith("[nagashino]")
    notes = post.store.rows(Note, code=done.disposition.code)
    assert {each.campaign_id for each in notes} == {other.campaign.id}


@pytest.mark.parametrize("where", ["address", "text"])
def test_so_does_one_to_the_address_of_a_player_of_two_games(post, other, where):
    to = None if where == "address" else PLAIN
    body = "" if where == "address" else f"token {other.token()}\n"
    take(post.store, other.raw(f"{body}> hide 3", to=to), post.now)
    assert refusal(post)["Subject"].startswith("[nagashino]")
    assert [each.code for each in post.store.rows(Note, campaign_id=post.campaign.id)] == ["begun"]


def test_a_letter_to_two_addresses_of_its_writer_is_taken_for_the_one_that_it_names(post, other):
    post.take("hide 2\nready")
    other.take("boast 2\nready")
    to = ", ".join(f"game+{each.token()}@example.net" for each in (post, other))
    for body in ("hide 3\nready", "status", "seat Oda\nhide 3"):
        done = post.take(body, to=to)
        assert (done.outcome, done.code) == ("refused", "several-addresses"), body
        assert (post.is_ready(), other.is_ready()) == (False, False)
    assert "Oda in sekigahara, Oda in nagashino" in done.why
    done = post.take("seat Takeda\nhide 3", to=to)  # neither's
    assert (done.outcome, done.code) == ("refused", "wrong-token")
    assert (post.stands(), other.stands()) == ("hide 2", "boast 2")
    other.take("ready")
    assert post.take("game sekigahara\nhide 4", to=to).outcome == "taken"
    assert other.is_ready()
    assert post.take("game sekigahara\nhide 5\ngame nagashino\nhide 3", to=to).outcome == "taken"
    assert not other.is_ready()
    assert len(post.out("not-ready")) == 2
    assert post.take("game nagashino\nhide 3", to=to).outcome == "taken"
    assert (post.stands(), other.stands()) == ("hide 5", "hide 3")


@pytest.mark.parametrize("sheet", ["", "seat Oda\n", "seat Oda\ntoken {}\n"])
def test_an_answer_to_a_letter_of_one_game_that_names_another_reads_so(post, other, sheet):
    done = post.take(f"game nagashino\n{sheet.format(other.token())}hide 3")
    assert (done.outcome, done.code) == ("refused", "other-games-token")
    assert "the token of the game sekigahara" in done.why
    assert "its text names the game nagashino" in done.why
    assert (post.stands(), other.stands()) == (None, None)


def test_what_a_master_or_a_guest_asks_of_another_game_is_not_done_in_this_one(post, other):
    post.change(enter_guest, "guest@example.org", "", "observer")
    before = [each.campaign.settings for each in (post, other)]
    for record, body in (
        (Master, "game nagashino\npause"),
        (Master, "process 1 plan\ngame nagashino"),
        (Master, "game: Nagashino\nset grace = 9\nofficial\nHello"),
        (Guest, "game nagashino\nmap"),
    ):
        (person,) = post.store.rows(record, campaign_id=post.campaign.id)
        to = f"game+{token(person)}@example.net"
        done = post.take(body, sender=person.address, to=to)
        assert (done.outcome, done.code) == ("refused", "other-games-token"), body
        misspelt = body.replace("agashin", "agashim")
        assert post.take(misspelt, sender=person.address, to=to).code == "unknown-game"
    told = [each.recipients for each in post.out("refusal")]
    assert told == [("gm@example.org",), ("guest@example.org",)]
    assert [each.campaign.settings for each in (post, other)] == before
    assert (post.phases(), other.phases(), len(post.state.guests)) == ([], [], 1)
    assert post.take("game sekigahara\nstatus", sender=person.address, to=to).code == "status"


def test_whose_letter_may_be_about_two_games_reads_which(post, other):
    take(post.store, post.raw(to=PLAIN), post.now)
    assert refusal(post)["Subject"] == "Your letter was not taken"
    (letter,) = post.out("refusal")
    said = " ".join(letter.content.text.split())
    assert "write “game sekigahara” or “game nagashino” on top" in said
    post.change(add_master, "ann@example.org")
    take(post.store, post.raw("extend 1 day", sender="ann@example.org", to=PLAIN), post.now)
    said = " ".join(post.out("refusal")[-1].content.text.split())
    assert "write “game sekigahara” on top" in said


def test_a_refusal_to_an_answer_names_the_game_of_what_it_answers(post, other):
    answered = post.store.rows(Letter, campaign_id=other.campaign.id, seat="Oda", limit=1)[0]
    field = f"In-Reply-To: {answered.message_id}"
    take(post.store, post.raw(to=PLAIN, fields=[field]), post.now)
    assert refusal(post)["Subject"].startswith("[nagashino]")


def test_a_letter_to_a_game_that_has_moved_is_refused_and_stops_nothing(post, other):
    """Whoever wrote it reads why, by a letter of no game: one of this game is not sent here."""
    post.change(lambda change: resign(change, change.seat("Takeda")))
    post.change(invite, "new@example.org")
    post.change(enter_guest, "guest@example.org", "", "observer")
    opening = post.store.rows(Letter, campaign_id=post.campaign.id, seat="Oda", limit=1)[0]
    post.store.save(replace(post.campaign, moved="elsewhere.db"))
    written = {  # all that each of them can ask
        ODA: ("hide 3\nready", "status", "token", "press to Takeda\nHello", "game sekigahara"),
        "gm@example.org": ("extend 2 days", "official\nHello", "preview", "Hello"),
        "guest@example.org": ("map",),
        "new@example.org": ("yes",),
    }
    tokens = {ODA: post.token()}
    for record in (Master, Guest, Confirmation):
        (known,) = post.store.rows(record, campaign_id=post.campaign.id)
        tokens[known.address] = token(known)
    for sender, bodies in written.items():
        for body in bodies:
            done = post.take(body, sender=sender, to=f"game+{tokens[sender]}@example.net")
            assert (done.outcome, done.code) == ("refused", "moved"), (sender, body)
    for ask in ("join sekigahara", "takeover sekigahara"):
        assert post.take(ask, sender=f"{ask[:4]}@example.org", to=PLAIN).code == "moved"
    to = f"game+{return_part(post.store, opening)}@example.net"
    facts = {"id": 99, "who": ODA, "action": "failed", "quoted": opening.message_id}
    came_back = take(post.store, DSN.format(to=to, **facts).encode(), post.now)
    assert came_back.disposition.code == "bounce"
    told = list(dict.fromkeys(each.recipients for each in post.out("refusal")))
    assert told == [(each,) for each in (*written, "join@example.org", "take@example.org")]
    assert "has moved to another database" in post.out("refusal")[0].content.text
    assert {each.campaign_id for each in post.store.rows(Note, code="moved")} == {None}
    assert other.take("hide 3").outcome == "taken"


@pytest.mark.parametrize("ask", ["join nagashino", "observe nagashino", "unobserve nagashino"])
def test_a_refusal_of_what_a_stranger_asks_names_the_game_that_he_asks(post, post_class, ask):
    post_class(post.store, "nagashino", oda="ann@example.org")
    take(post.store, post.raw(ask, to=PLAIN), post.now)
    for each in post.out("refusal"):
        assert "[sekigahara]" not in each.subject
    assert post.out("refusal") or post.out("answer") or post.out("confirmation")


@pytest.mark.parametrize("way", ["handed-over", "resigned"])
@pytest.mark.parametrize("named", ["token", "header", "answer"])
def test_who_plays_no_more_reads_so(post, other, way, named):
    token = post.token()
    answered = post.store.rows(Letter, campaign_id=post.campaign.id, seat="Oda", limit=1)[0]
    replace_oda(post, way)
    other.change(hand_over, Player("Oda", "somebody@example.org", "Else"))
    body, fields, to = "hide 3", [], PLAIN
    if named == "token":
        to = f"game+{token}@example.net"
        body = "game sekigahara\nhide 3"
    elif named == "header":
        body = "game sekigahara\nseat Oda\nhide 3"
    else:
        fields = [f"In-Reply-To: {answered.message_id}"]
    done = take(post.store, post.raw(body, to=to, fields=fields), post.now)
    assert done.disposition.code == "plays-no-more"
    shown = refusal(post)
    assert shown["Subject"].startswith("[sekigahara]")
    assert shown["To"] == ODA
    said = " ".join(shown.get_body(("plain",)).get_content().split())
    assert "not play in sekigahara any more" in said
    assert "Only its game master can give you a seat again." in said
    assert "token" not in (shown["Reply-To"] or "")
    assert post.stands() is None


def test_who_plays_no_more_reads_so_though_his_letter_names_no_game(post):
    token = post.token()
    replace_oda(post)
    post.change(change_settings, open=True)
    take(post.store, post.raw(to=f"game+{token}@example.net"), post.now)
    assert refusal(post)["Subject"].startswith("[sekigahara]")
    said = refusal(post).get_body(("plain",)).get_content()
    assert "A letter “join sekigahara” asks for a seat of it again." in " ".join(said.split())


def test_nobody_else_learns_that_he_does_not_play_any_more(post):
    token = post.token()
    replace_oda(post)
    to = f"game+{token}@example.net"
    done = take(post.store, post.raw(sender="stranger@example.org", to=to), post.now)
    assert done.disposition.code == "wrong-token"


@pytest.mark.parametrize("back", ["the same seat", "another seat", "new token"])
def test_who_plays_again_is_no_former_player(post, back):
    token = post.token()
    if back == "new token":
        post.change(lambda change: issue_token(change, change.seat("Oda")))
    else:
        replace_oda(post)
        post.change(hand_over, Player("Oda" if back == "the same seat" else "Takeda", ODA, "Oda"))
    done = take(post.store, post.raw(to=f"game+{token}@example.net"), post.now)
    assert done.disposition.code == "wrong-token"
