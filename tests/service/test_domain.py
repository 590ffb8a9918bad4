"""What DNS says of the judge's address, and what is said to whoever runs it."""

import pytest

from adjudicator.service.trial import examine_domain, find_checked_by

RECORDS = {
    ("club.org", "MX"): ["10 mx.club.org."],
    ("mx.club.org", "A"): ["192.0.2.7"],
    ("7.2.0.192.in-addr.arpa", "PTR"): ["mx.club.org."],
    ("club.org", "TXT"): ["some-site=1", "v=spf1 mx -all"],
    ("_dmarc.club.org", "TXT"): ["v=DMARC1; p=none"],
    ("k1._domainkey.club.org", "TXT"): ["v=DKIM1; p=MIGf"],
}
LETTER = (
    b"Authentication-Results: mx.club.org; dkim=pass header.d=club.org\r\n"
    b"DKIM-Signature: v=1; a=rsa-sha256; d=club.org; s=k1;\r\n\tbh=x; b=y\r\n"
    b"From: judge@club.org\r\n\r\nhello\r\n"
)


def points(address="judge@club.org", letter=LETTER, **changed):
    records = {**RECORDS, **{tuple(key.split("|")): new for key, new in changed.items()}}
    found = examine_domain(address, letter, lambda name, kind: records.get((name, kind), []))
    return {each.what.removeprefix("DNS: "): each for each in found}


def test_a_domain_that_says_all_that_others_ask_is_well():
    for address in ("judge@club.org", "Judge@Club.ORG"):
        states = {name: each.state for name, each in points(address).items()}
        assert states == dict.fromkeys(("MX", "SPF", "DKIM", "DMARC"), "well")


@pytest.mark.parametrize(
    ("key", "new", "what", "state"),
    [
        ("club.org|MX", [], "MX", "wrong"),
        ("club.org|MX", ["0 ."], "MX", "wrong"),
        ("club.org|TXT", [], "SPF", "note"),
        ("club.org|TXT", ["v=spf1 mx", "v=spf1 a"], "SPF", "wrong"),
        ("_dmarc.club.org|TXT", [], "DMARC", "note"),
        ("k1._domainkey.club.org|TXT", [], "DKIM", "wrong"),
        ("7.2.0.192.in-addr.arpa|PTR", [], "PTR", "note"),
        ("7.2.0.192.in-addr.arpa|PTR", ["other.example."], "PTR", "note"),
    ],
)
def test_what_is_missing_is_said_with_what_to_do(key, new, what, state):
    found = points(**{key: new})[what]
    assert (found.state, bool(found.cure)) == (state, True)


def test_a_letter_that_is_not_signed_and_none_at_all():
    assert points(letter=b"From: judge@club.org\r\n\r\nx")["DKIM"].state == "note"
    assert "DKIM" not in points(letter=b"")


def test_a_subdomain_has_the_policy_of_its_domain():
    found = points("judge@games.club.org")
    assert found["DMARC"].state == "well"
    assert found["MX"].state == "wrong"


def test_addresses_that_dns_cannot_know_are_not_asked_about():
    assert [points(each) for each in ("", "judge@localhost", "judge@example.org")] == [{}] * 3


def test_without_an_answer_it_says_so():
    def silent(name, kind):
        raise OSError("no server answered")

    (point,) = examine_domain("judge@club.org", b"", silent)
    assert (point.what, point.state) == ("DNS", "note")


def test_the_server_that_checks_senders_is_found_in_the_letter_that_came_back():
    assert find_checked_by(LETTER) == "mx.club.org"
    assert find_checked_by(b"From: a@b.example\r\n\r\nx") == ""
