"""The one way to change a campaign: worked out outside the lock, entered whole or not at all."""

import threading
from contextlib import suppress
from datetime import timedelta

import pytest
from passing import carry_out_all_due, waiting_letters

from adjudicator.campaign.kernel import change as changing
from adjudicator.campaign.kernel.change import RACES
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.letters import leave_note
from adjudicator.campaign.letters.outbox import queue_answer
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import adjudicate as adjudicating
from adjudicator.campaign.phases import create as creating
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.deadlines import move_deadline, start_clock, stop_clock
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import DoneMark, Letter, Note
from adjudicator.store.queries import mark_sent
from adjudicator.store.records import Adjudication, Campaign

pytestmark = pytest.mark.both_databases

RULE = "every 2 days at 12:00"


@pytest.fixture
def other(store, database_kind):
    """A second connection, that does not wait for a lock."""
    with open_store(store.place) as opened:
        never = (
            "PRAGMA busy_timeout = 0" if database_kind == "sqlite" else "SET lock_timeout = '1ms'"
        )
        opened.conn.execute(never)
        yield opened


def send(store, game, seat, text):
    source = Source(trusted=True, game=game.name, seat=seat)
    return submit(store, text, source, game.now)


def meanwhile(monkeypatch, module, name, do):
    """Let something happen each time after a function of a module was called; count the calls."""
    calls = []
    real = getattr(module, name)

    def called(*args, **more):
        answer = real(*args, **more)
        calls.append(name)
        do(len(calls))
        return answer

    monkeypatch.setattr(module, name, called)
    return calls


def test_orders_that_come_while_a_phase_is_worked_out_count(play, other, monkeypatch):
    game = play()
    game.send("Oda", "hide 1")

    def late(call):
        if call == 1:
            send(other, game, "Oda", "hide 7")

    calls = meanwhile(monkeypatch, adjudicating, "solve", late)
    game.adjudicate()
    assert len(calls) == 2
    assert game.head.number == 1
    assert game.head.orders["Oda"] == "hide 7\n"
    assert len(game.letters("result", "Oda")) == 1


def test_a_flood_of_changes_does_not_keep_a_phase_waiting(play, other, monkeypatch):
    game = play()
    refused = []

    def flood(call):
        try:
            send(other, game, "Oda", f"hide {call}")
        except DatabaseError as locked:
            refused.append((call, str(locked)))

    calls = meanwhile(monkeypatch, adjudicating, "solve", flood)
    game.adjudicate()
    assert len(calls) == RACES + 1
    assert refused == [(RACES + 1, "database is locked")]
    assert game.head.orders["Oda"] == f"hide {RACES}\n"
    assert game.store.count(Adjudication, campaign_id=game.campaign.id) == 2


def test_others_can_write_while_a_phase_is_worked_out(play, other, monkeypatch):
    game = play("one")
    second = play("two")
    calls = meanwhile(
        monkeypatch, adjudicating, "solve", lambda _: send(other, second, "Oda", "hide 1")
    )
    game.adjudicate()
    assert len(calls) == 1  # a change of another campaign is no race
    assert second.stands("Oda") == "hide 1\n"


def test_a_phase_adjudicated_meanwhile_is_not_adjudicated_again(play, other, monkeypatch):
    game = play()

    def first(call):
        if call == 1:
            adjudicating.adjudicate(other, game.name, game.now, expected="1 plan")

    meanwhile(monkeypatch, adjudicating, "solve", first)
    with pytest.raises(CampaignError, match="nothing was done"):
        game.adjudicate(expected="1 plan")
    assert game.head.number == 1


def test_a_database_that_is_locked_is_no_fault_of_a_game(play, other):
    """No game master is told, and the next pass does it."""
    game = play(deadline=RULE)
    game.wait(days=4)
    notes = game.store.rows(Note)
    with game.store.atomic(), pytest.raises(DatabaseError, match="database is locked"):
        list(carry_out_all_due(other, game.now))
    assert game.store.rows(Note) == notes
    assert [each.what for each in carry_out_all_due(other, game.now)] == ["adjudicated"]


def test_two_masters_who_have_a_phase_carried_out_at_once_have_it_once(play, monkeypatch):
    """Each has worked it out when the first enters it."""
    game = play(deadline=RULE)
    ready, done = threading.Barrier(2), []
    real = changing._work_out

    def work_out(*given):
        made = real(*given)
        with suppress(threading.BrokenBarrierError):
            ready.wait(30)
        ready.abort()  # who works it out again need not wait for the other
        return made

    def adjudicate():
        with open_store(game.store.place) as store:
            try:
                done.append(adjudicating.adjudicate(store, game.name, game.now, expected="1 plan"))
            except CampaignError as error:
                done.append(str(error))

    monkeypatch.setattr(changing, "_work_out", work_out)
    both = [threading.Thread(target=adjudicate) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    said = [each for each in done if isinstance(each, str)]
    assert said == [f"{game.name} waits in phase 1 strike, not in 1 plan; nothing was done."]
    assert len(done) == 2
    assert game.store.count(Adjudication, campaign_id=game.campaign.id) == 2
    assert len(game.letters("result", "Oda")) == 1


def test_what_another_pass_has_done_meanwhile_is_not_done_twice(play, other):
    game = play()
    done = []

    def work(at):
        done.append(at.mark("<letter@x>", "orders"))
        if len(done) == 1:
            other.add(DoneMark("<letter@x>", game.now, "refused"))

    game.change(work)
    assert done == [True, False]
    assert [each.outcome for each in game.store.rows(DoneMark, key="<letter@x>")] == ["refused"]


def test_every_change_raises_the_version(play):
    game = play(deadline=RULE, misses=0)
    game.adjudicate()
    game.wait(days=1)
    for name, change in {
        "orders": lambda: game.send("Oda", "hide 1"),
        "readiness": lambda: game.send("Oda", "ready"),
        "orders for later": lambda: game.send("Oda", "phase 3 plan\nhide 1"),
        "phase": lambda: game.adjudicate(),
        "roll-back": lambda: game.change(roll_back, "1 plan"),
        "hand-over": lambda: game.change(hand_over, Player("Oda", regent="steady")),
        "settings": lambda: game.change(change_settings, grace=3),
        "deadline": lambda: game.change(move_deadline, game.now + timedelta(days=9)),
        "pause": lambda: game.change(stop_clock),
        "going on": lambda: game.change(start_clock),
        "reminder": lambda: (game.wait(days=9, hours=-1), game.remind()),
        "note": lambda: game.change(leave_note, "a", "b"),
    }.items():
        before = game.campaign.version
        change()
        assert game.campaign.version > before, name


def test_what_changes_nothing_leaves_the_version(play):
    game = play(deadline=RULE)
    game.send("Oda", "hide 1", id="<1@x>")
    before = game.campaign.version
    assert game.send("Oda", "hide 1", id="<1@x>").duplicate
    assert game.remind() == 0
    assert game.carry_out_due() == []
    answer = {"message_id": "<q@x>", "kind": "answer", "recipients": ("a@b.c",)}
    queue_answer(game.store, Letter(**answer, created=game.now, content=Report("status", "", "")))
    for letter in waiting_letters(game.store):
        mark_sent(game.store, letter, game.now)
    assert game.campaign.version == before


def test_what_fails_while_it_is_entered_leaves_nothing(play, monkeypatch):
    game = play()
    before = {kind: game.store.rows(kind) for kind in (Campaign, Adjudication, Letter)}
    due = game.store.due_of(game.campaign.id)
    real = type(game.store).add

    def add(self, record, **more):
        if isinstance(record, Letter) and record.kind == "result" and record.seat == "Takeda":
            raise RuntimeError("killed")
        real(self, record, **more)

    with monkeypatch.context() as patch:
        patch.setattr(type(game.store), "add", add)
        with pytest.raises(RuntimeError):
            game.adjudicate()
    assert {kind: game.store.rows(kind) for kind in before} == before
    assert game.store.due_of(game.campaign.id) == due


def test_campaigns_that_are_created_at_once_get_ids_of_their_own(store, other, play, monkeypatch):
    def plan(name):
        return NewCampaign(name, "toy", (Player("Oda"), Player("Mori", regent="steady")))

    game = play("first")

    def second(call):
        if call == 1:
            create(other, plan("other"), game.now)

    meanwhile(monkeypatch, creating, "enter_resolution", second)
    made = create(store, plan("mine"), game.now)
    assert {each.name: each.id for each in queries.campaigns(store)} == {
        "first": 1,
        "other": 2,
        "mine": 3,
    }
    assert [each.name for each in queries.seats(store, made)] == ["Oda", "Mori"]
