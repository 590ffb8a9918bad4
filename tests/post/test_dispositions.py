"""Every letter leaves a trace: taken, answered, refused, ignored or set aside, and why."""

from datetime import timedelta

import pytest
from tables import Table

from adjudicator.campaign.kernel.tokens import new_token, token
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Player, announce
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders import limits
from adjudicator.store import queries
from adjudicator.store.letter_records import Disposition, Letter
from adjudicator.store.records import Guest, Master

PLAIN = "game@example.net"
NAMED = "game sekigahara\nseat Oda\n"


def disposition(post, body="hide 3", *, now=None, arrived=None, **more):
    return take(post.store, post.raw(body, **more), now or post.now, arrived).disposition


def last(post):
    return post.store.rows(Disposition, last=True, limit=1)[0]


@pytest.mark.parametrize(
    ("letter", "outcome", "code", "answered"),
    [
        ({}, "taken", "orders", True),
        ({"body": "status"}, "answered", "status", True),
        ({"to": PLAIN}, "refused", "no-token", True),
        ({"body": "> hide 3"}, "refused", "no-orders", True),
        ({"fields": ["List-Id: <x>"]}, "taken", "orders", True),
        ({"fields": ["List-Id: <x>"], "to": PLAIN}, "ignored", "mailing-list", False),
        ({"sender": "mailer-daemon@x.example", "fields": ["Return-Path: <>"]}, "ignored", "", 0),
        ({"sender": "strange one", "to": PLAIN}, "ignored", "no-sender", False),
    ],
)
def test_what_became_of_a_letter_is_entered_with_it(post, letter, outcome, code, answered):
    found = disposition(post, **letter)
    assert (found.outcome, bool(found.answered)) == (outcome, bool(answered))
    assert found.code == code or not code
    assert found.why
    stored = last(post)
    assert (stored.outcome, stored.code, stored.why) == (found.outcome, found.code, found.why)
    assert stored.campaign_id == (post.campaign.id if outcome != "ignored" else stored.campaign_id)


@pytest.mark.parametrize(
    ("body", "phases"),
    [
        ("hide 3", ("1 plan",)),
        ("phase 2 plan\nhide 2", ("2 plan",)),
        ("phase 1 plan\nhide 3\nphase plan\nhide 2\nphase 3 plan\nhide 1", ("1 plan", "3 plan")),
        ("ready", ("1 plan",)),
        ("hide 99", ()),
        ("phase 2 plan\nhide a lot", ()),
        ("word heron", ()),
        ("Dear judge, shall we have tea?", ()),
        ("status", ()),
    ],
)
def test_it_names_the_phases_that_the_orders_count_for(post, body, phases):
    assert disposition(post, body).phases == last(post).phases == phases


def test_what_came_late_counts_for_the_phase_that_opens(timed):
    late = timed.closes + timedelta(hours=1)
    assert disposition(timed, "ready", now=late, arrived=late).phases == ("1 strike",)


def test_a_file_found_again_after_a_crash_has_one_fate(post):
    for body, more in (("hide 3", {}), ("hide 3", {"to": PLAIN}), ("status", {})):
        raw = post.raw(body, **more)
        for _ in range(3):
            take(post.store, raw, post.now)
    assert len(post.store.rows(Disposition, last=True, limit=99)) == 3
    assert [len(post.out(kind)) for kind in ("receipt", "refusal", "answer")] == [1, 1, 1]


@pytest.mark.parametrize(
    "first",
    [
        {"to": PLAIN},
        {"fields": ["List-Id: <x.example.org>"], "to": PLAIN},
        {"to": "game+aaaaaaaaaaaaaaaa@example.net"},
    ],
)
def test_what_was_not_taken_counts_when_it_comes_again_to_the_right_address(post, first):
    assert disposition(post, id="same", **first).outcome in ("refused", "ignored")
    assert disposition(post, id="same").outcome == "taken"
    assert post.stands() == "hide 3"
    assert disposition(post, id="same").code == "again"


def test_orders_with_a_token_count_whatever_a_mail_service_wrote_above_them(post):
    for number, more in enumerate(
        (
            {"fields": ["List-Unsubscribe: <mailto:x@example.org>"]},
            {"fields": ["X-Loop: oda@example.org"]},
            {"sender": "Öda <öda@exämple.org>"},
            {"sender": "oda"},
        )
    ):
        found = disposition(post, f"hide {number}", **more)
        assert (found.outcome, "oda@example.org" in found.answered) == ("taken", True)
        assert disposition(post, "hide 7", to=PLAIN, **more).outcome in ("ignored", "refused")
        assert post.stands() == f"hide {number}"


AWAY = "I am away until Monday, 30 November.\nCall +44 20 7946 0958.\nBest wishes, Oda\n"
MACHINES = [
    "Return-Path: <>",
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: (sic) auto-generated (vacation); x=y",
    "Auto-Submitted: no\nAuto-Submitted: auto-replied",
    "Content-Type: multipart/report; boundary=b",
    "List-Id: <x.example.org>",
    "Precedence: (x) Junk",
    "Precedence: auto_reply",
    "Precedence: normal\nPrecedence: bulk",
    "X-Adjudicator-Loop: sekigahara",
    "X-Autoreply: yes",
    "X-Autorespond: out of office",
]


def test_machines_get_no_answer_and_give_no_orders(post):
    for field in MACHINES:
        found = disposition(post, AWAY + "\n> hide 1\n", fields=field.split("\n"))
        assert found.outcome == "ignored", field
    assert post.stands() is None  # so he will be reminded
    assert post.out("receipt") == post.out("refusal") == []
    assert post.notes() == ["not-answered"]


def test_orders_of_a_proven_letter_count_however_it_came(post):
    for field in MACHINES:
        if field.partition(":")[0] in ("X-Adjudicator-Loop", "Content-Type"):
            continue  # these hold no words of a person
        found = disposition(post, "hide 3", fields=field.split("\n"))
        assert (found.outcome, post.stands()) == ("taken", "hide 3"), field
    assert disposition(post, "ready", fields=["Precedence: list"]).outcome == "taken"
    assert post.state.submissions["Oda"].ready


LISTS = [
    ["List-Id: <x.example.org>", "Precedence: list"],
    ["Reply-To: oda@example.org"],
    ["X-Original-From: oda@example.org"],
]


@pytest.mark.parametrize("fields", LISTS)
def test_a_receipt_goes_to_the_player_and_never_to_a_list(post, fields):
    found = disposition(post, "hide 3", sender="Oda via x <x@lists.example.org>", fields=fields)
    assert (found.outcome, found.answered) == ("taken", ("oda@example.org",))
    assert {to for each in post.out("receipt") for to in each.recipients} == {"oda@example.org"}


def test_nothing_of_a_proven_letter_is_answered_to_a_list(post):
    for body in ("status\nhide 3", "phase 0 plan\nhide 4", "check\nhide 3", "clear"):
        fields = ["List-Id: <x.example.org>", "Reply-To: oda@example.org"]
        disposition(post, body, sender="x@lists.example.org", fields=fields)
    disposition(post, "> hide 3", sender="x@lists.example.org", fields=LISTS[1])
    letters = post.store.rows(Letter)
    assert not any("x@lists.example.org" in each.recipients for each in letters)
    assert post.out("receipt")
    assert post.out("refusal")


def test_a_seat_without_an_address_sends_no_receipt_to_a_list(post):
    post.change(hand_over, Player("Oda", ""))
    found = disposition(post, "hide 3", sender="x@lists.example.org", fields=LISTS[0])
    assert (found.outcome, found.answered, post.stands()) == ("taken", (), "hide 3")


def test_who_writes_from_where_no_automatic_answer_is_wanted_hears(post):
    found = disposition(post, "hide 3", to=PLAIN, fields=["X-Auto-Response-Suppress: All"])
    assert (found.outcome, found.code, bool(found.answered)) == ("refused", "no-token", True)


def test_orders_under_a_doubtful_header_are_orders(post):
    for field in (
        *("Auto-Submitted: no (I typed it)", "X-Auto-Response-Suppress: OOF"),
        *("Subject: Out of office? Not me", "Subject: Auto-da-fe"),
    ):
        for body in ("hide 3", "ready"):
            assert disposition(post, body, fields=[field]).outcome == "taken", field


QUOTES = [
    "hide 6\n\nOn Friday, sekigahara <game+{token}@example.net> wrote:\n> hide 1\n",
    "hide 6\n\nOn Friday the game wrote:\n> game sekigahara\n> seat Oda\n> token {token}\n> hide 1",
    "hide 6\n\n-----Original Message-----\nFrom: game+{token}@example.net\nSent: x\nTo: y\nhide 1",
    "> token {token}\n> hide 1\n\nhide 6\n",
]


@pytest.mark.parametrize("body", QUOTES)
def test_a_quoted_token_proves_its_seats_player_and_nobody_to_whom_it_was_passed_on(post, body):
    """Oda has sent his report to Takeda, who quotes it in a letter of his own."""
    text = body.format(token=post.token("Oda"))
    assert disposition(post, text, to=PLAIN, seat="Takeda").code == "no-token"
    assert disposition(post, text, to=PLAIN, sender="friend@example.com").outcome == "refused"
    assert disposition(post, f"seat Takeda\n{text}", to=PLAIN, seat="Takeda").outcome == "refused"
    assert post.stands("Oda") is post.stands("Takeda") is None
    found = disposition(post, text, to=PLAIN)
    assert (found.outcome, found.proven) == ("taken", True)
    assert post.stands() == "hide 6"


def test_a_quoted_token_counts_from_anywhere_for_the_seat_that_is_named(post):
    text = "seat Oda\n" + QUOTES[0].format(token=post.token())
    assert disposition(post, text, to=PLAIN, sender="holiday@example.com").outcome == "taken"


def test_a_quoted_token_of_a_game_master_proves_nobody_but_himself(post):
    master = post.store.first(Master)
    for who in ("friend@example.com", "oda@example.org", master.address):
        quoted = f"pause\n\nOn Friday the game wrote:\n> token {token(master)}\n> hide 1"
        found = disposition(post, quoted, to=PLAIN, sender=who)
        assert (found.proven, post.state.settings.paused) == ((who == master.address),) * 2, who


def test_a_token_of_ones_own_goes_before_a_quoted_one(post):
    text = QUOTES[0].format(token=post.token("Takeda"))
    assert disposition(post, text).outcome == "taken"
    assert (post.stands("Oda"), post.stands("Takeda")) == ("hide 6", None)


WORDS = "Ich bin bis zum {n}. Dezember nicht im Büro.\nIhre Nachricht Nr. {n} wird nicht gelesen.\n"


def test_a_program_that_does_not_say_so_is_answered_twice(post):
    """Passed on once: a person who means it anew is told that it was not passed on again."""
    for n in range(1, 41):
        found = disposition(post, WORDS.format(n=n), fields=[f"Subject: Abwesend: Brief {n}"])
        code = {1: "passed-on", 2: "said-before"}.get(n, "repeated")
        assert (found.code, bool(found.answered)) == (code, n <= 2)
        post.wait(hours=7)
    assert len(post.out("receipt")) == 1
    (told,) = post.out("refusal")
    assert "say it in other words" in " ".join(told.content.text.split())
    assert post.notes() == ["letter-from-player", "said-before"]


def test_a_program_at_a_strangers_address_is_answered_once(post):
    for n in range(1, 12):
        found = disposition(post, WORDS.format(n=n), to=PLAIN, sender="away@example.com")
        assert bool(found.answered) == (n == 1)
        post.wait(hours=25)
    assert len(post.out("refusal")) == 1


def test_a_program_at_a_guests_address_is_answered_twice(post):
    guest = Guest(1, "eve@example.org", "observer", "Eve", **new_token(post.store), since=post.now)
    post.store.add(guest)
    to = f"game+{token(guest)}@example.net"
    said = (AWAY, AWAY, AWAY, "")
    codes = [disposition(post, each, to=to, sender="eve@example.org").code for each in said]
    assert codes == ["passed-on", "said-before", "repeated", "no-request"]


def test_before_the_deal_a_program_is_answered_twice_too(store):
    table = Table(store, phases=0, begin=announce)
    codes = [table.mail(WORDS.format(n=n)).code for n in range(3)]
    assert codes == ["passed-on", "said-before", "repeated"]


def test_words_that_nobody_could_be_answered_to_are_answered_when_they_come_again(
    post, monkeypatch
):
    monkeypatch.setattr(limits, "MOST_TO_STRANGERS", 0)
    assert disposition(post, AWAY, to=PLAIN, sender="ann@example.com").answered == ()
    monkeypatch.undo()
    found = disposition(post, AWAY, to=PLAIN, sender="ann@example.com")
    assert found.answered == ("ann@example.com",)


def test_the_same_words_are_new_from_another_in_another_letter_and_later(post):
    for more in ({}, {"seat": "Takeda"}, {"to": PLAIN}, {"sender": "oda@home.example"}):
        assert disposition(post, AWAY, **more).code != "repeated", more
    assert disposition(post, AWAY).code == "repeated"
    post.wait(days=14, seconds=1)
    assert disposition(post, AWAY).answered


def test_words_that_come_again_suspend_ready_again(post):
    for _ in range(2):
        assert disposition(post, "ready").outcome == "taken"
        assert disposition(post, AWAY).outcome in ("taken", "refused")
        assert not post.is_ready()
    assert disposition(post, "ready").outcome == "taken"
    assert disposition(post, AWAY).code == "repeated"
    assert not post.is_ready()
    assert post.notes() == ["letter-from-player", "said-before"]


def test_what_orders_or_asks_is_answered_however_often_it_comes(post):
    for body in ("hide 3", "ready", "status", "hide three", "phase 2 plan\nhide 3", "word heron"):
        for _ in range(3):
            assert disposition(post, body).answered == ("oda@example.org",), body
    closed = ["Content-Type: multipart/mixed; boundary=b"]
    body = "--b\n\nSee there.\n--b\nContent-Type: application/pdf; name=a.pdf\n\nx\n--b--\n"
    codes = [disposition(post, body, fields=closed).code for _ in range(2)]
    assert codes == ["passed-on", "passed-on"]
    for n in range(3):
        assert disposition(post, f"Greetings, Oda\n\n> hide {n}").code == "passed-on"


def test_orders_that_came_in_time_count_although_they_are_read_late(timed):
    came = timed.closes - timedelta(minutes=5)
    late = timed.closes + timedelta(hours=3)
    assert disposition(timed, now=late, arrived=came).outcome == "taken"
    assert timed.stands() == "hide 3"
    assert timed.phases() == []


def test_orders_that_came_after_the_deadline_do_not_count_for_the_phase_that_it_closed(timed):
    late = timed.closes + timedelta(hours=3)
    disposition(timed, "hide 3", now=late, arrived=timed.closes)
    taken = take(
        timed.store, timed.raw("phase 1 plan\nhide 5"), late, timed.closes + timedelta(minutes=5)
    )
    assert [each.facts["phase"] for each in taken.closed] == ["1 plan"]
    (before,) = queries.resolutions(timed.store, timed.campaign)[1:]
    assert before.orders["Oda"].strip() == "hide 3"
    assert timed.stands() is None
    deadline = queries.deadline(timed.store, queries.head(timed.store, timed.campaign))
    assert deadline == late + timedelta(hours=24)  # nobody loses time by a late pass


def test_all_ready_does_not_let_a_late_letter_in(timed):
    for seat in ("Oda", "Takeda"):
        disposition(timed, "hide 3\nready", seat=seat, arrived=timed.now)
    soon = timed.now + timedelta(hours=1)
    assert take(timed.store, timed.raw("hide 4\nready"), soon).closed == ()
    late = timed.closes + timedelta(hours=1)
    assert len(take(timed.store, timed.raw("status"), late).closed) == 1
    assert queries.resolutions(timed.store, timed.campaign)[1].orders["Oda"].strip() == "hide 4"


def test_a_phase_that_is_paused_or_over_takes_what_comes(timed):
    timed.change(change_settings, paused=True)
    late = timed.closes + timedelta(hours=1)
    assert disposition(timed, now=late).outcome == "taken"
    assert timed.phases() == []
    adjudicate(timed.store, timed.name, late)
    assert disposition(timed, "status", now=late).outcome == "answered"


def test_files_that_say_the_same_have_a_fate_each(post):
    for raw in (b"", post.raw("hide 3"), post.raw("hide 3", to=PLAIN)):
        for name in ("1.a:2,S", "2.a", "1.a:2,RS"):
            take(post.store, raw, post.now, name=name)
    found = [each.name for each in reversed(post.store.rows(Disposition, last=True, limit=99))]
    assert found == ["1.a:2,S", "2.a"] * 3


@pytest.mark.parametrize(("minutes", "stays"), [(29, True), (31, False)])
def test_ready_is_taken_back_in_time_by_when_the_letter_came(timed, minutes, stays):
    timed.change(change_settings, last_call=30)
    for seat in ("Oda", "Takeda"):
        disposition(timed, "hide 3\nready", seat=seat, arrived=timed.now)
    came = timed.now + timedelta(minutes=minutes)
    late = timed.now + timedelta(hours=2)
    taken = take(timed.store, timed.raw("not ready"), late, came)
    assert (taken.closed == ()) == stays
    assert timed.phases() == ([] if stays else ["1 plan"])


def test_in_a_locked_grace_the_time_is_that_of_arrival_too(timed):
    timed.change(change_settings, grace=6, grace_locked=True)
    disposition(timed, "hide 3", seat="Oda", arrived=timed.now)
    late = timed.closes + timedelta(days=1)
    came = timed.closes + timedelta(hours=1)
    assert take(timed.store, timed.raw("hide 5", seat="Takeda"), late, came).closed == ()
    came = timed.closes + timedelta(hours=5)
    assert take(timed.store, timed.raw("hide 4"), late, came).closed == ()  # grace still runs
    came = timed.closes + timedelta(hours=7)
    assert len(take(timed.store, timed.raw("hide 6"), late, came).closed) == 1
    assert queries.resolutions(timed.store, timed.campaign)[1].orders["Oda"].strip() == "hide 4"
