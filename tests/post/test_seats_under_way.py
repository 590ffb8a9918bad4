"""Seats and addresses that change in a game under way, and who watches it, by letters alone."""

import re
from datetime import timedelta

import pytest
from gathering import PLAIN, START, Table

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.post.passes.compose import write
from adjudicator.store.records import Confirmation


@pytest.fixture
def table(store):
    return Table(store, START)


@pytest.fixture
def under_way(table):
    table.join("ann@example.org")
    table.join("bob@example.org")
    assert not table.tick(hours=23)  # who sends no word keeps nobody waiting for more than a day
    assert [each.what for each in table.tick(hours=1, seconds=1)] == ["dealt"]
    return table


def last_to(table, address, *kinds):
    there = [x for x in table.letters(address) if not kinds or x.kind in kinds]
    return there[-1]


def test_a_substitute_takes_a_seat_that_is_given_up(under_way):
    table = under_way
    for who in ("cleo@example.org", "dan@example.org"):
        table.join(who)
    assert [each.role for each in table.state.guests] == ["substitute", "substitute"]
    old = token(table.state.seat("Oda"))
    opening = last_to(table, "ann@example.org", "opening")
    assert table.answer(opening, "resign Oda").outcome == "answered"
    assert table.state.seat("Oda").open
    assert not table.state.seat("Oda").by_person
    waiting = ("cleo@example.org", "dan@example.org")
    offers = [last_to(table, who, "confirmation") for who in waiting]
    table.answer(offers[1])
    assert table.holders()["Oda"] == "dan@example.org"
    table.answer(offers[0])
    assert table.holders()["Oda"] == "dan@example.org"
    assert "faster" in last_to(table, "cleo@example.org").content.text
    assert [each.address for each in table.state.guests] == ["cleo@example.org"]
    late = table.mail("hide 3", "ann@example.org", to=f"game+{old}@example.net")
    assert late.outcome == "refused"
    welcome = last_to(table, "dan@example.org", "opening")
    assert table.answer(welcome, "hide 3").outcome == "taken"
    assert last_to(table, "bob@example.org").kind == "handed-over"


def test_whoever_comes_takes_over_a_free_seat(under_way):
    table = under_way
    disposition = table.mail("takeover kawagoe", "eve@example.org")
    assert disposition.code == "no-open-seat"
    table.answer(last_to(table, "ann@example.org", "opening"), "resign Oda")
    farewell = " ".join(last_to(table, "ann@example.org").content.text.split())
    assert "“takeover kawagoe” asks for it, from you too" in farewell
    table.now += timedelta(days=2)
    table.mail("takeover kawagoe", "eve@example.org")
    asked = last_to(table, "eve@example.org")
    assert "Oda" in asked.content.text
    table.answer(asked)
    assert table.holders()["Oda"] == "eve@example.org"


def test_an_observer_gets_the_public_reports_and_no_more(under_way):
    table = under_way
    table.mail("observe kawagoe", "Wu <wu@example.org>")
    table.answer(last_to(table, "wu@example.org"))
    table.answer(last_to(table, "ann@example.org", "opening"), "hide 3")
    adjudicate(table.store, "kawagoe", table.now)
    (report,) = table.letters("wu@example.org", "public")
    assert report.recipients == ("wu@example.org",)
    (public,) = [x for x in table.letters("gm@example.org") if x.kind == "result"]
    assert report.content == public.content
    assert report.message_id != public.message_id
    mail = write(table.store, report, report.recipients).data.decode()
    (reply_to,) = re.findall(r"^Reply-To: .*<(.+)>\r$", mail, re.MULTILINE)
    assert f"List-Unsubscribe: <mailto:{reply_to}?subject=unobserve>" in mail
    for asked in ("status", "map", "position", "summary", "history", "report", "list", "help"):
        disposition = table.answer(report, asked)
        assert (disposition.outcome, disposition.code) == ("answered", asked), disposition
        assert disposition.answered == ("wu@example.org",)
    assert "3" not in last_to(table, "wu@example.org").subject
    assert table.answer(report, "orders").code == "no-seat-of-yours"
    assert table.answer(report, "hide 4\nready").code == "passed-on"
    assert "letter-from-player" in table.notes()
    assert table.answer(report, "unobserve").outcome == "answered"
    assert table.state.guests == []
    adjudicate(table.store, "kawagoe", table.now)
    assert len(table.letters("wu@example.org", "public")) == 1


def test_an_address_changes_when_both_ends_have_answered(under_way):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    assert table.answer(opening, "address new_ann@example.com").outcome == "answered"
    (at_new,) = table.letters("new_ann@example.com")
    at_old = table.letters("ann@example.org")[-1]  # no other asks for no answer after it
    assert at_old.kind == "confirmation"
    assert token(table.state.seat("Oda")) not in table.reply_to(at_new)
    table.answer(at_new)
    assert table.holders()["Oda"] == "ann@example.org"
    table.answer(at_old)
    assert table.holders()["Oda"] == "new_ann@example.com"
    assert "address-changed" in table.notes()


def test_the_old_address_refuses_a_change_and_gets_a_new_token(under_way):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    old = token(table.state.seat("Oda"))
    table.mail("address thief@example.com", "thief@example.com", to=table.reply_to(opening))
    at_old = last_to(table, "ann@example.org", "confirmation")
    assert "from thief@example.com" in " ".join(at_old.content.text.split())
    table.answer(last_to(table, "thief@example.com", "confirmation"))
    table.answer(at_old, "token")
    assert token(table.state.seat("Oda")) not in (old, "")
    assert last_to(table, "ann@example.org", "token")
    table.answer(at_old, "no")
    table.answer(at_old, "yes")
    assert table.holders()["Oda"] == "ann@example.org"


def test_a_no_at_one_end_is_one_for_both(under_way):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    table.mail("address thief@example.com", "thief@example.com", to=table.reply_to(opening))
    table.answer(last_to(table, "ann@example.org", "confirmation"), "no")
    table.answer(last_to(table, "thief@example.com", "confirmation"))
    assert table.holders()["Oda"] == "ann@example.org"


@pytest.mark.parametrize("in_time", [True, False])
def test_a_change_of_address_is_undone_from_the_old_one_for_a_week(under_way, in_time):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    table.mail("hide 3", "thief@example.com", to=table.reply_to(opening))
    waits = last_to(table, "thief@example.com", "receipt")
    table.answer(opening, "address thief@example.com")
    for address in ("thief@example.com", "ann@example.org"):
        table.answer(last_to(table, address, "confirmation"))
    assert table.holders()["Oda"] == "thief@example.com"
    stolen = token(table.state.seat("Oda"))
    undo = last_to(table, "ann@example.org", "confirmation")
    for vague in ("No.", "Yes.", "No, that was not me."):
        table.answer(undo, vague)
        assert table.holders()["Oda"] == "thief@example.com"
    table.now += timedelta(days=6 if in_time else 8)
    table.answer(undo, "undo!")
    assert (table.holders()["Oda"] == "ann@example.org") == in_time
    if not in_time:
        return
    assert token(table.state.seat("Oda")) != stolen
    assert last_to(table, "ann@example.org", "token")
    assert "address-undone" in table.notes()
    tried = outbox.attempts(table.store, waits)  # an answer to it would have the new token
    assert outbox.find_recipients_left(waits, tried) == ("ann@example.org",)


def test_an_address_that_is_the_games_own_or_none_is_refused(under_way):
    opening = last_to(under_way, "ann@example.org", "opening")
    for wanted in (PLAIN, "not-an-address", "x@y@z", "ann@example.org", ""):
        assert under_way.answer(opening, f"address {wanted}").outcome == "refused"
    assert under_way.store.count(Confirmation, request="address") == 0


def test_where_no_seat_goes_to_another_nobody_waits_or_takes_over(store):
    table = Table(store, START, substitutes=False)
    table.join("ann@example.org")
    table.join("bob@example.org")
    table.tick(hours=25)
    table.answer(last_to(table, "ann@example.org", "opening"), "resign Oda")
    disposition = table.mail("takeover kawagoe", "eve@example.org")
    assert "no seat goes to another player" in disposition.why
