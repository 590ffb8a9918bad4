"""How much mail a person wants: all of it, what needs him, or a digest a day."""

from datetime import timedelta

import pytest
from outboxes import MemoryOutbox

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.clocks import LATEST
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.delivery import send_digests
from adjudicator.campaign.letters.outbox import hasten
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.post.passes.sending import send_all
from adjudicator.service.health import health
from adjudicator.store import queries
from adjudicator.store.letter_records import DeliveryMode, Letter, Note
from adjudicator.store.load import load
from adjudicator.store.records import LastPass, Master


def carry_out(post, times=1):
    for _ in range(times):
        adjudicate(post.store, post.campaign.name, post.now)


def to(post, address, kind=""):
    """Return what waits for an address now."""
    waiting = [
        each for each in queries.letters_to_send(post.store, post.now) if address in each.recipients
    ]
    return [each for each in waiting if not kind or each.kind == kind]


def test_a_digest_a_day_holds_what_happened_and_what_is_wanted(post):
    post.change(change_settings, misses=0)
    assert post.take("letters daily").outcome == "answered"
    assert "one letter a day, at 7:00" in post.out("answer")[-1].content.text
    carry_out(post, 3)
    assert not to(post, "oda@example.org", "result")
    assert len(to(post, "takeda@example.org", "result")) == 3
    post.now += timedelta(days=1)
    send_digests(post.store, post.now)
    send_digests(post.store, post.now)
    (digest,) = to(post, "oda@example.org", "digest")
    text = " ".join(digest.content.text.split())
    assert text.count("sekigahara – result") == 3
    assert "sekigahara: your orders are wanted" in text
    assert "“seat Oda”" in text
    assert [each.name for each in digest.content.files] == ["sekigahara.png"]
    assert not to(post, "oda@example.org", "result")


def test_after_a_digest_at_its_very_hour_the_next_is_a_day_later(post):
    post.take("letters daily")
    (wish,) = post.store.rows(DeliveryMode)
    send_digests(post.store, wish.next)
    (after,) = post.store.rows(DeliveryMode)
    assert after.next == wish.next + timedelta(days=1)


def test_a_digest_may_tell_of_a_game_that_is_not_dealt_yet(post):
    plan = NewCampaign("soon", "samurai-swords", (Player("Oda", "oda@example.org"), Player("Mori")))
    post.take("letters daily")
    soon = announce(post.store, plan, post.now)
    commit(post.store, soon, post.now, change_settings, grace=6)
    post.now += timedelta(days=1)
    send_digests(post.store, post.now)
    (digest,) = to(post, "oda@example.org", "digest")
    assert "soon – " in digest.content.text
    assert "soon: your orders are wanted" not in digest.content.text


def test_the_letters_of_a_digest_can_be_read_again(post):
    post.take("letters daily")
    carry_out(post)
    post.now += timedelta(days=1)
    send_digests(post.store, post.now)
    assert post.take("report").outcome == "answered"
    assert post.out("answer")[-1].content.files


def test_an_order_mail_is_answered_at_once_and_reminders_come_at_once(post):
    post.take("letters daily")
    before = len(to(post, "oda@example.org"))
    assert post.take("status").outcome == "answered"
    assert len(to(post, "oda@example.org")) == before + 1


def test_who_wants_all_again_gets_what_waited(post):
    post.take("letters daily")
    carry_out(post)
    assert not to(post, "oda@example.org", "result")
    post.take("letters all")
    assert len(to(post, "oda@example.org", "result")) == 1


def test_a_letter_that_cannot_be_written_is_in_no_digest(post):
    post.take("letters daily")
    carry_out(post)
    for each in post.store.rows(Letter, kind="receipt", sent=None):
        queries.put_off(post.store, each, post.now + timedelta(days=2))
    kinds = {each.kind for each in queries.letters_for_digest(post.store)}
    assert kinds == {"result"}


def test_what_waits_for_a_digest_waits_until_that_comes(post):
    post.take("letters daily")
    carry_out(post)
    post.take("zone Pacific/Honolulu")
    post.take("letters daily")
    (wish,) = post.store.rows(DeliveryMode, address="oda@example.org")
    waiting = queries.letters_for_digest(post.store)
    assert waiting
    assert {each.retry for each in waiting} == {wish.next}


def test_no_digest_takes_what_is_held_after_a_restore(post):
    post.take("letters daily")
    carry_out(post)
    held = queries.letters_for_digest(post.store)
    for each in held:
        queries.set_wait(post.store, each, LATEST, "release")
    assert queries.letters_for_digest(post.store) == []
    assert not any(hasten(post.store, each) for each in held)
    assert len(queries.letters_for_digest(post.store)) == len(held)


def test_what_waits_for_a_digest_is_no_fault(post, empty):
    post.take("letters daily")
    carry_out(post)
    list(send_all(post.store, MemoryOutbox(), post.now))
    later = post.now + timedelta(hours=5)
    post.store.add(LastPass(1, later))
    found = health(post.store, later, timedelta(hours=1))
    assert not any("to be sent" in each for each in found.findings)
    counted = load(post.store, later)
    assert (counted.letters, counted.oldest_letter) == (1, 0)


def test_who_wants_only_his_own_gets_reports_that_want_orders_or_end_a_round(post, post_class):
    """The last report of a game is one of them, though no orders are wanted any more."""
    turns = post_class(post.store, "turns", turns=True)
    turns.take("letters mine")
    carry_out(turns, 4)
    short = post_class(post.store, "short", rounds=1)
    carry_out(short, 2)
    got = {
        each.name: [
            (letter.phase, letter.recipients != ())
            for letter in post.store.rows(
                Letter, kind="result", seat="Oda", campaign_id=each.campaign.id
            )
        ]
        for each in (turns, short)
    }
    of_turns = [("1 plan", True), ("1 strike Oda", False), ("1 strike Takeda", True)]
    assert got["turns"] == [*of_turns, ("2 plan", True)]
    assert got["short"] == [("1 plan", True), ("1 strike", True)]


def test_a_master_has_his_notes_in_a_digest_too(post):
    (master,) = post.store.rows(Master)
    to_master = f"game+{token(master)}@example.net"
    taken = post.take("letters daily", sender="gm@example.org", to=to_master)
    assert taken.outcome == "answered"
    post.change(change_settings, grace=3)
    assert [each.code for each in post.store.rows(Note)][-1] == "settings"
    assert len(to(post, "gm@example.org", "note")) == 1  # from before
    post.now += timedelta(days=1)
    send_digests(post.store, post.now)
    (digest,) = to(post, "gm@example.org", "digest")
    assert "grace = 3" in digest.content.text


@pytest.mark.parametrize("body", ["letters", "letters weekly please"])
def test_what_is_no_way_of_getting_letters_is_asked_back(post, body):
    assert post.take(body).outcome == "refused"
    assert "“letters daily” for one letter a day" in post.out("refusal")[-1].content.text


def test_nobody_who_has_not_proven_himself_changes_another_persons_mail(post):
    assert post.take("letters daily", to="game@example.net").outcome == "refused"
    assert not post.store.rows(DeliveryMode)
