"""Who wrote a letter is looked up: the work does not grow with the number of campaigns."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from adjudicator.post.incoming.reading import read
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders.sender import campaign_of, who_wrote
from adjudicator.store.queries import seats


def fill(post, numbers):
    """Add campaigns of other players to the database."""
    there, its_seats = post.campaign, seats(post.store, post.campaign)
    with post.store.atomic():
        for number in numbers:
            name, address = f"other-{number}", f"other-{number}@example.net"
            settings = replace(there.settings, address=address)
            campaign = replace(there, id=number, name=name, address=address, settings=settings)
            post.store.add(campaign)
            for seat in its_seats:
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


@pytest.mark.sqlite_alone
def test_whose_a_letter_is_costs_the_same_with_300_campaigns(post):
    letters = {name: read(post.raw(**fields)) for name, fields in LETTERS.items()}
    asked = [(ask, name) for ask in (who_wrote, campaign_of) for name in letters]
    fill(post, range(100, 103))
    few = {(ask, name): steps_of(post, ask, letters[name]) for ask, name in asked}
    fill(post, range(103, 400))
    for ask, name in asked:
        assert 0 < steps_of(post, ask, letters[name]) <= few[ask, name] + 20, (ask, name)


def test_the_campaign_of_a_letter_is_found_by_name_by_token_and_by_sender(post):
    fill(post, range(100, 103))

    def found(**letter):
        campaign = campaign_of(post.store, read(post.raw(**letter)))
        return campaign.name if campaign else None

    nowhere = {"to": "game@example.net"}
    assert found(body="game OTHER-101\nhide 3") == "other-101"
    assert found(body="game nowhere\nhide 3") is None
    assert found(sender="nobody@example.org") == "sekigahara"
    stranger, written = {**nowhere, "sender": "nobody@example.org"}, f"token {post.token()}"
    assert found(**stranger, body=f"{written}\nseat Nobody\nhide 3") == "sekigahara"
    assert found(**nowhere, sender="Takeda-102@EXAMPLE.org") == "other-102"
    assert found(**nowhere, sender="nobody@example.org") is None


# What a mail server says about senders


HOST = "mx.example.net"
QUOTED = "hide 6\n\nOn Friday, sekigahara <game+{token}@example.net> wrote:\n> hide 1\n"


def results(said, host=HOST, about="example.org"):
    return f"Authentication-Results: {host}; spf=pass; dmarc={said} header.from={about}"


def disposition(post, fields, body=QUOTED, checked_by=HOST, **more):
    raw = post.raw(
        body.format(token=post.token()), **{"to": "game@example.net", **more}, fields=fields
    )
    return take(post.store, raw, post.now, checked_by=checked_by).disposition


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ([results("pass")], "orders"),
        ([results("none")], "orders"),
        ([results("PASS (p=reject) (x)")], "orders"),
        ([results("fail")], "forged"),
        ([results("pass", "elsewhere.example"), results("pass")], "no-token"),  # not the topmost
        ([results("pass", "elsewhere.example")], "no-token"),
        ([], "no-token"),
        (["Authentication-Results: (x; y"], "no-token"),
        ([f"Authentication-Results: {HOST}; dkim=none", results("pass")], "orders"),
        ([f"Authentication-Results: {HOST}; dkim=none", results("fail")], "forged"),
        ([results("pass"), results("fail")], "forged"),
        (
            [
                f'Authentication-Results: {HOST}; spf=pass smtp.mailfrom="x; dmarc=pass '
                'header.from=example.org; y"@evil.example; dmarc=fail header.from=example.org'
            ],
            "forged",
        ),
        (
            [
                f"Authentication-Results: {HOST} (a (b; dmarc=pass header.from=example.org)); "
                "dmarc=fail header.from=example.org"
            ],
            "forged",
        ),
    ],
)
def test_a_quoted_token_counts_only_for_a_sender_whom_the_server_does_not_doubt(post, fields, code):
    assert disposition(post, fields).code == code
    assert bool(post.stands()) == (code == "orders")


@pytest.mark.parametrize(("said", "code"), [("pass", "orders"), ("fail", "forged")])
def test_the_servers_of_microsoft_do_not_name_themselves(post, said, code):
    field = (
        "Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.org; "
        f"dkim=pass (signature was verified) header.d=example.org;dmarc={said} action=none "
        "header.from=example.org;compauth=pass reason=100"
    )
    other = "Authentication-Results: dmarc=pass header.from=example.org"
    assert disposition(post, [field, other], checked_by="microsoft").code == code


def test_the_word_of_a_server_counts_for_the_domain_in_from_alone(post):
    for fields in (
        [results("pass", about="attacker.example")],
        [results("fail", about="attacker.example")],
        [results("pass"), "From: gm@example.com, oda@example.org"],
    ):
        assert read(post.raw(fields=fields)).checks.dmarc == ""


def test_the_token_is_proof_whatever_a_server_says(post):
    found = disposition(post, [results("fail")], "hide 3", to=f"game+{post.token()}@example.net")
    assert (found.outcome, found.proven) == ("taken", True)


def test_a_stranger_under_a_forged_name_is_not_answered(post):
    fields = [results("fail", about="victim.example")]
    assert disposition(post, fields, "help", sender="someone@victim.example").code == "forged"
    assert post.out("answer") == []
    assert (
        disposition(post, fields, "help", checked_by="", sender="someone@victim.example").code
        == "help"
    )


def test_without_a_server_that_checks_nothing_changes(post):
    assert disposition(post, [results("fail")], checked_by="").outcome == "taken"


def test_results_of_hostile_bytes_are_read_to_their_end(post, patience):
    with patience():
        for filler in ("(" * 60_000, "dmarc=" * 9_000, "; dmarc = " * 5_000, "()" * 30_000):
            assert read(post.raw(fields=[results("pass" + filler)])).checks.host in (HOST, "")
