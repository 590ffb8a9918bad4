"""Requests of every kind, again and again, by a hostile player, a guest and forged strangers.

How many letters go to whom stays small.
"""

from collections import Counter

import pytest

from adjudicator.campaign.kernel.tokens import new_token, token
from adjudicator.campaign.people.settings import change_settings
from adjudicator.post.requests.catalogue import REQUESTS
from adjudicator.post.senders import limits
from adjudicator.post.senders.limits import MOST_CAUSED, MOST_STRANGERS
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Guest

MANY = 6
"""So often each kind is asked."""
MOST = 5
"""What every limit is here."""
BEHIND = {
    "join": "sekigahara Takeda",
    "takeover": "sekigahara Takeda",
    "observe": "sekigahara",
    "unobserve": "sekigahara",
    "address": "victim{n}@example.net",
    "resign": "",
    "word": "a heron",
    "zone": "Asia/Tokyo",
    "remind": "{n}",
    "absence": "1 Jan 2027 to {n} Jan 2027",
    "press": "to Takeda\nHello {n}",
    "broadcast": "\nHello {n}",
    "diary": "\nHello {n}",
    "check": "\nhide 3",
    "phase": "{n} plan\nhide 3",
    "amend": "\nhide 4",
}
"""What stands behind the words of a request, where something must."""

pytestmark = pytest.mark.system


def letters_of(who):
    """The requests that somebody makes, each ``MANY`` times, each worded a little differently."""
    for each in REQUESTS:
        for n in range(1, MANY + 1):
            if each.who == "master" or (each.name == "resign" and who == "player"):
                continue  # that of a player would end the trial
            yield f"{each.name} {BEHIND.get(each.name, '').format(n=n)}\n"


@pytest.fixture
def written(post, monkeypatch):
    """Give the number of letters to each address since the game began; limits are soon reached."""
    monkeypatch.setattr(limits, "MOST_OF_SEAT", dict.fromkeys(limits.MOST_OF_SEAT, MOST))
    for name in ("MOST_ELSEWHERE", "MOST_INVITED", "MOST_NOTES", "MOST_TO_STRANGERS"):
        monkeypatch.setattr(limits, name, MOST)
    post.change(change_settings, open=True)
    before = max(each.id for each in post.store.rows(Letter))

    def count():
        new = [each for each in post.store.rows(Letter) if each.id > before]
        return Counter(address for each in new for address in each.recipients)

    return count


def strangers_of(counts):
    own = ("oda@example.org", "takeda@example.org", "gm@example.org", "guest@example.org")
    return {address: n for address, n in counts.items() if address not in own}


def test_a_hostile_player(post, written):
    for body in letters_of("player"):
        post.take(body)
    counts = written()
    assert len(strangers_of(counts)) <= MOST_STRANGERS
    assert max(strangers_of(counts).values(), default=0) <= MOST_CAUSED
    assert counts["oda@example.org"] <= 8 * MOST
    assert counts["takeda@example.org"] <= 2 * MOST
    assert counts["gm@example.org"] <= 7 * MOST


def test_a_hostile_guest(post, written):
    guest = Guest(
        1, "guest@example.org", "observer", "Eve", **new_token(post.store), since=post.now
    )
    post.store.add(guest)
    for body in letters_of("guest"):
        post.take(body, sender="guest@example.org", to=f"game+{token(guest)}@example.net")
    counts = written()
    assert len(strangers_of(counts)) == 0
    assert counts["oda@example.org"] <= MOST_CAUSED * 3
    assert counts["takeda@example.org"] <= MOST_CAUSED * 3
    assert counts["gm@example.org"] <= 3 * MOST


def test_a_hundred_forged_strangers(post, written):
    for n, body in enumerate(letters_of("stranger")):
        post.take(body, sender=f"forged{n % 100}@example.com", to="game@example.net")
    counts = written()
    kinds = 3
    assert sum(strangers_of(counts).values()) <= kinds * MOST
    assert max(strangers_of(counts).values(), default=0) <= kinds
    assert counts["oda@example.org"] <= kinds
    assert counts["gm@example.org"] <= MOST
