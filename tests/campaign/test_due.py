from datetime import timedelta

import pytest
from passing import carry_out_all_due, due_campaigns
from playing import START

from adjudicator.campaign import due as due_phase
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.deadlines import move_deadline, start_clock, stop_clock
from adjudicator.games import registry
from adjudicator.store import queries
from adjudicator.store.records import Due

RULE = "every 2 days at 12:00"  # the games of these tests begin at noon


def now_due(game):
    return [game.state.why_due] if game.state.why_due else []


def phases_due(game):
    """Carry out all that is due; return the phases, and those that failed."""
    done = carry_out_all_due(game.store, game.now)
    return [each for each in done if each.what != "reminded"]


def test_a_phase_is_due_at_its_deadline_and_not_before(play):
    game = play(deadline=RULE)
    game.wait(days=2, seconds=-1)
    assert now_due(game) == []
    game.wait(seconds=1)
    assert now_due(game) == ["deadline"]
    game.adjudicate()
    assert now_due(game) == []
    assert queries.deadline(game.store, game.head) == game.now.replace(day=24)


def test_a_phase_is_due_when_all_persons_are_ready(play):
    game = play(deadline=RULE)
    game.send("Oda", "hide 1\nready")
    game.send("Takeda", "hide 1")
    assert now_due(game) == []
    game.send("Takeda", "ready")
    assert now_due(game) == ["ready"]
    game.send("Oda", "not ready")
    assert now_due(game) == []
    game.send("Oda", "ready")
    game.change(change_settings, early=False)  # then the deadline is waited for
    assert now_due(game) == []
    game.wait(days=2)
    assert now_due(game) == ["deadline"]


def test_grace_is_given_only_if_somebody_is_missing(play):
    game = play(deadline=RULE, grace=6)
    game.send("Oda", "hide 1")
    game.wait(days=2, hours=5)
    assert now_due(game) == []
    game.wait(hours=1)
    assert now_due(game) == ["deadline"]
    game.wait(hours=-1)
    game.send("Takeda", "hide 1")
    assert now_due(game) == ["deadline"]


def test_regents_among_themselves_go_by_the_deadlines(play):
    game = play(seats=("Mori", "Oda"), misses=1, deadline=RULE)
    game.adjudicate()  # Oda sends nothing, and the regent takes over
    assert game.carry_out_due() == []
    game.wait(days=2)
    done = game.carry_out_due()
    assert len(done) == 1
    assert done[0].what == "adjudicated"


def test_reminders_go_once_to_those_who_sent_nothing(play):
    game = play(deadline=RULE, remind="24")
    game.send("Oda", "hide 1\nready")
    assert game.remind() == 0
    game.wait(days=1)
    assert game.remind() == 1
    assert game.remind() == 0
    (letter,) = game.letters("reminder")
    assert letter.seat == "Takeda"
    assert "awaited=('Takeda',)" in letter.content.text  # nobody is told that Oda is waited for
    game.wait(days=1)
    assert game.remind() == 1
    assert [each.seat for each in game.letters("late")] == ["Takeda"]
    assert game.notes().count("missing") == 1


def test_nobody_is_reminded_of_what_he_has_just_been_asked(play):
    game = play(deadline="every 2 hours", remind="24")
    game.wait(minutes=59)
    assert game.remind() == 0
    game.wait(minutes=1)
    assert game.remind() == 2


def test_who_is_late_is_told_until_when_orders_count(play):
    game = play(deadline=RULE, grace=6)
    game.wait(days=2)
    assert game.remind() == 2
    letter, _ = game.letters("late")
    assert "late=True" in letter.content.text
    assert f"grace={game.now + timedelta(hours=6)!r}" in letter.content.text
    (opening,) = game.letters("opening", "Oda")
    assert letter.in_reply_to == opening.message_id


def test_one_missed_phase_is_no_row_of_phases(play):
    game = play(deadline=RULE, misses=1)
    game.adjudicate()
    letters = game.letters("regent", "Oda")
    assert "You have missed a phase, so a regent plays Oda for you." in letters[0].content.text


def test_a_moved_deadline_is_told_to_all_and_reminds_anew(play):
    game = play(deadline=RULE, remind="24")
    game.wait(days=1)
    assert game.remind() == 2
    with pytest.raises(CampaignError, match="is past"):
        game.change(move_deadline, game.now)
    later = game.now.replace(day=25)
    game.change(move_deadline, later)
    assert game.state.deadline == later
    assert [each.seat for each in game.letters() if each.kind.startswith("deadline")] == [
        "Oda",
        "Takeda",
    ]
    game.wait(days=3, hours=1)
    assert game.remind() == 2


def test_a_fault_in_one_game_does_not_stop_the_others(play, monkeypatch):
    gone, faulty = play("gone", deadline=RULE), play("faulty", deadline=RULE)
    play("stuck", options={"broken": True}, deadline=RULE)
    sound = play("sound", deadline=RULE)
    with gone.store.without_guards():
        gone.store.write("UPDATE campaign SET ruleset = 'chess' WHERE name = 'gone'")
    registry.find.cache_clear()
    real = due_phase.carry_out_phase

    def carry_out_phase(change):
        if change.campaign.name == "faulty":
            raise RuntimeError("out of order")
        return real(change)

    monkeypatch.setattr(due_phase, "carry_out_phase", carry_out_phase)
    sound.wait(days=2)
    first, second, third, fourth = phases_due(sound)
    assert "chess" in str(first)
    assert "out of order" in str(second)
    assert third.what == "failed"
    assert "sound" in str(fourth)
    assert sound.head.number == 1
    assert "out of order" in str(phases_due(sound))
    assert faulty.notes().count("failed") == 1


def entries(game):
    found = game.store.rows(Due, campaign_id=game.campaign.id)
    return {each.what: each.at - START for each in found}


def test_what_is_due_is_written_with_every_change(play):
    game = play(deadline=RULE, remind="24", grace=6)
    day, hour = timedelta(days=1), timedelta(hours=1)
    assert entries(game) == {"reminder": day, "phase": 2 * day + 6 * hour}
    game.send("Oda", "hide 1")
    game.wait(days=1)
    game.remind()
    assert entries(game) == {"reminder": 2 * day, "phase": 2 * day + 6 * hour}
    game.send("Takeda", "hide 1")
    assert entries(game) == {"phase": 2 * day}
    game.change(stop_clock)
    assert entries(game) == {}
    game.change(start_clock)
    game.send("Takeda", "ready")
    game.send("Oda", "ready")
    assert entries(game) == {"phase": timedelta()}  # at once
    assert len(game.carry_out_due()) == 1
    assert min(entries(game).values()) > day


def test_a_phase_that_is_held_is_not_due_but_the_word_of_it_is(play):
    game = play(deadline=RULE, grace=6, hold=1, remind="0")
    assert entries(game) == {"reminder": timedelta(days=2)}
    game.wait(days=2)
    assert due_campaigns(game.store, game.now) == [game.campaign]
    assert game.carry_out_due() == []
    (note,) = [n for n in queries.notes(game.store, game.campaign) if n.code == "missing"]
    assert "“adjudicator adjudicate sekigahara”" in note.text
    assert "held" in note.text
    assert entries(game) == {}
    game.send("Oda", "hide 1")
    assert game.state.grace_ends == game.now + timedelta(hours=6)  # no more than one is missing
