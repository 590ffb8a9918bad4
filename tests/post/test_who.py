"""Who wrote a letter is looked up: the work does not grow with the number of campaigns."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from adjudicator.post.reading import read
from adjudicator.post.who import campaign_of, who_wrote
from adjudicator.store.queries import seats


def fill(post, numbers):
    """Add campaigns of other players to the database."""
    for number in numbers:
        name, address = f"other-{number}", f"other-{number}@example.net"
        settings = replace(post.campaign.settings, address=address)
        post.store.add(
            replace(post.campaign, id=number, name=name, address=address, settings=settings)
        )
        for seat in seats(post.store, post.campaign):
            token = sha256(f"{number} {seat.name}".encode()).digest()
            mailed = {"address": f"{seat.name}-{number}@example.org", "token_secret": token}
            post.store.add(replace(seat, campaign_id=number, token_digest=token, **mailed))


def steps_of(post, ask, letter):
    """Count the steps of the database, in which every row that is read costs some."""
    steps = 0

    def count():
        nonlocal steps
        steps += 1

    post.store.conn.set_progress_handler(count, 1)
    try:
        ask(post.store, letter)
    finally:
        post.store.conn.set_progress_handler(None, 0)
    return steps


LETTERS = {
    "token": {},
    "name": {"body": "game sekigahara\nseat Oda\nhide 3", "to": "game@example.net"},
    "unknown name": {"body": "game nowhere\nhide 3", "to": "game@example.net"},
    "sender alone": {"to": "game@example.net"},
    "own address": {"sender": "Game@Example.net"},
    "stranger": {"to": "game@example.net", "sender": "nobody@example.org"},
}


@pytest.mark.parametrize("ask", [who_wrote, campaign_of])
@pytest.mark.parametrize("case", LETTERS)
def test_whose_a_letter_is_costs_the_same_with_300_campaigns(post, ask, case):
    letter = read(post.raw(**LETTERS[case]))
    fill(post, range(100, 103))
    few = steps_of(post, ask, letter)
    fill(post, range(103, 400))
    assert 0 < steps_of(post, ask, letter) <= few + 20


def test_the_campaign_of_a_letter_is_found_by_name_by_token_and_by_sender(post):
    fill(post, range(100, 103))

    def found(**letter):
        campaign = campaign_of(post.store, read(post.raw(**letter)))
        return campaign.name if campaign else None

    nowhere = {"to": "game@example.net"}
    assert found(body="game OTHER-101\nhide 3") == "other-101"
    assert found(body="game nowhere\nhide 3") is None
    assert found(sender="nobody@example.org") == "sekigahara"
    assert found(**nowhere, sender="Takeda-102@EXAMPLE.org") == "other-102"
    assert found(**nowhere, sender="nobody@example.org") is None
