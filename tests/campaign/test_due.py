from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace
from passing import carry_out_all_due, due_campaigns
from playing import START

from adjudicator.campaign import due as due_phase
from adjudicator.campaign.due import mend_due, note_loss
from adjudicator.campaign.kernel.change import KINDS, deadline
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import adjudicate
from adjudicator.campaign.phases.deadlines import move_deadline, start_clock, stop_clock
from adjudicator.games import registry
from adjudicator.store import queries
from adjudicator.store.records import Failure

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
    game.send("Oda", "not ready")
    assert game.state.waits_for == ()
    game.change(move_deadline, None)  # nor can one who is not ready be passed over then
    assert game.state.waits_for == ("Oda",)
    assert now_due(game) == []


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


def test_after_a_phase_that_came_late_there_is_the_least_time(play):
    game = play(deadline="daily 12:00", least=30, misses=0)
    for late, hours in ((0, 24), (60, 23), (61, 46)):
        game.now = game.state.deadline + timedelta(minutes=late)
        game.adjudicate()
        assert (game.state.deadline - game.now) // timedelta(hours=1) == hours


def test_regents_among_themselves_go_by_the_deadlines(play):
    game = play(seats=("Mori", "Oda"), misses=1, deadline=RULE)
    game.adjudicate()  # Oda sends nothing, and the regent takes over
    assert game.carry_out_due() == []
    game.wait(days=2)
    done = game.carry_out_due()
    assert len(done) == 1
    assert done[0].what == "adjudicated"
    game.change(move_deadline, None)
    assert game.state.next_adjudication is None


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


def test_nobody_is_reminded_at_once_and_who_is_late_is_told_until_when_orders_count(play):
    game = play(deadline="every 2 hours", remind="24", grace=6)
    game.wait(minutes=59)  # of what he has just been asked
    assert game.remind() == 0
    game.wait(minutes=1)
    assert game.remind() == 2
    game.wait(hours=1)
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
    real = adjudicate.carry_out_phase

    def carry_out_phase(change):
        if change.campaign.name == "faulty":
            raise RuntimeError("out of order")
        return real(change)

    monkeypatch.setattr(adjudicate, "carry_out_phase", carry_out_phase)
    sound.wait(days=2)
    first, second, third, fourth = phases_due(sound)
    assert "chess" in str(first)
    assert "out of order" in str(second)
    assert third.what == "failed"
    assert "sound" in str(fourth)
    assert sound.head.number == 1
    for minutes in (1, 2, 4, 8):
        assert phases_due(sound) == []  # no worker tries in vain what another one has just tried
        assert "failed" not in faulty.notes()
        sound.wait(minutes=minutes)
        assert "out of order" in str(phases_due(sound))
    sound.wait(minutes=8)
    assert "chess" in str(phases_due(sound))
    assert [each.notes().count("failed") for each in (gone, faulty, sound)] == [1, 1, 0]


@pytest.fixture
def failing(play, monkeypatch):
    """A phase that is due and fails: a game, and how often it was tried since."""
    game, tried = play(deadline=RULE), []
    real = adjudicate.carry_out_phase

    def carry_out_phase(change):
        tried.append(change.now)
        raise CampaignError("the rules fail")

    def let_be(work):
        monkeypatch.setattr(adjudicate, "carry_out_phase", work)

    game.spoil, game.mend = (partial(let_be, each) for each in (carry_out_phase, real))
    game.spoil()
    game.wait(days=2)
    game.tried = tried
    return game


def failures(game):
    return game.store.rows(Failure, campaign_id=game.campaign.id)


def try_until_told(game):
    for minutes in (1, 2, 4, 8, 16):
        game.carry_out_due()
        game.wait(minutes=minutes)
    game.wait(minutes=-16)


@pytest.mark.both_databases
def test_what_fails_is_kept_with_how_often_why_and_when_it_is_tried_again(failing):
    try_until_told(failing)
    (entry,) = failures(failing)
    assert entry == Failure(
        failing.campaign.id,
        "phase",
        START + timedelta(days=2),
        5,
        failing.now + timedelta(minutes=16),
        "the rules fail",
    )
    assert entries(failing)["phase"] == entry.retry - START
    (note,) = [x for x in queries.notes(failing.store, failing.campaign) if x.code == "failed"]
    assert "(phase), was tried 5 times and failed: the rules fail." in note.text
    version = failing.campaign.version
    for _ in range(3):
        assert [x.what for x in failing.carry_out_due()] == ["failed"]  # it is said, not tried
    failing.change(lambda change: None)  # which leaves all as it is
    assert (len(failing.tried), failing.campaign.version) == (5, version)
    assert failures(failing) == [entry]
    failing.wait(days=30)
    for _ in range(9):
        failing.carry_out_due()
        failing.wait(days=1)
    assert len(failing.tried) == 14
    assert failures(failing)[0].retry == failing.now
    assert failing.notes().count("failed") == 1


@pytest.mark.both_databases
def test_whatever_changes_a_campaign_has_it_tried_at_once_and_success_forgets_it(failing):
    try_until_told(failing)
    failing.send("Oda", "hide 1")
    assert failures(failing)[0].retry is None
    assert entries(failing)["phase"] == timedelta(days=2)
    failing.carry_out_due()
    assert len(failing.tried) == 6
    assert failures(failing)[0].retry == failing.now + timedelta(minutes=32)
    assert [each.what for each in failing.change(due_phase.try_again)] == ["phase"]
    failing.carry_out_due()
    assert len(failing.tried) == 7
    failing.mend()
    failing.wait(days=1)
    assert [each.what for each in failing.carry_out_due()] == ["adjudicated"]
    assert failures(failing) == []
    assert failing.change(due_phase.try_again) == []
    assert failing.notes().count("failed") == 1
    failing.spoil()
    failing.wait(days=2)
    try_until_told(failing)
    assert failing.notes().count("failed") == 2  # another phase is another matter


def test_what_else_is_due_stays_due_when_one_thing_fails(play, monkeypatch):
    def fails(*_):
        raise CampaignError("no reminder can be written")

    game = play(deadline=RULE, remind="24", grace=6)
    monkeypatch.setitem(KINDS, "reminder", KINDS["reminder"]._replace(carry_out=fails))
    before = entries(game)
    game.wait(days=1)
    assert [each.what for each in game.carry_out_due()] == ["failed"]
    minute = timedelta(minutes=1)
    assert entries(game) == {**before, "reminder": before["reminder"] + minute}


def test_what_fails_and_is_due_no_more_is_forgotten(failing):
    failing.carry_out_due()
    failing.change(stop_clock)
    assert failures(failing) == []
    failing.mend()
    assert failing.carry_out_due() == []


def test_what_changes_while_something_fails_has_it_tried_again(failing, monkeypatch):
    class OrdersCameError(CampaignError):
        def __str__(self):  # just when it has failed, and before that is noted
            failing.send("Oda", "hide 1")
            return "the rules fail"

    def carry_out_phase(change):
        raise OrdersCameError("")

    monkeypatch.setattr(adjudicate, "carry_out_phase", carry_out_phase)
    failing.carry_out_due()
    assert failures(failing)[0].retry is None
    assert entries(failing)["phase"] == timedelta(days=2)


def test_where_not_even_the_time_is_known_the_next_game_goes_on(failing, monkeypatch):
    def fails(_):
        raise KeyError("no such seat")

    for what, kind in KINDS.items():
        when = fails if what == "phase" else lambda _: None
        monkeypatch.setitem(KINDS, what, kind._replace(when=when))
    try_until_told(failing)
    (entry,) = failures(failing)
    assert (entry.what, entry.tries) == ("phase", 5)
    assert "KeyError: 'no such seat' Nor can the game master be told" in entry.why
    assert entries(failing)["phase"] == entry.retry - START


def test_no_change_is_entered_that_would_forget_a_kind_of_deadline(play, monkeypatch):
    game = play(deadline=RULE)
    before = entries(game)
    monkeypatch.setitem(KINDS, "phase", None)
    with pytest.raises(RuntimeError, match=r"adjudicator\.campaign\.phases"):
        game.send("Oda", "hide 1")
    assert entries(game) == before
    with pytest.raises(ValueError, match="has its place"):
        deadline("eclipse", lambda state: None)


def entries(game):
    found = game.store.due_of(game.campaign.id)
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


def test_a_worker_that_is_gone_is_noted_once_and_then_taken_for_what_fails(play):
    game = play(deadline="every 48 hours")
    there = game.store, game.campaign.id

    def failures():
        return [(x.what, x.tries, bool(x.retry)) for x in game.store.rows(Failure)]

    note_loss(*there, game.now)
    assert failures() == []  # nothing was due
    game.wait(hours=24)
    note_loss(*there, game.now)
    assert failures() == [("reminder", 1, False)]
    note_loss(*there, game.now)
    assert failures() == [("reminder", 2, True)]
    game.wait(hours=24)
    note_loss(*there, game.now)  # of what is due together, the first by its kind
    assert failures() == [("phase", 1, False), ("reminder", 2, True)]
    game.store.save(replace(game.campaign, moved="elsewhere"))
    note_loss(*there, game.now)
    assert failures() == [("phase", 1, False), ("reminder", 2, True)]


def test_what_is_due_is_mended_unless_somebody_will_carry_it_out(play):
    game = play(deadline="every 48 hours")
    right = game.store.due_of(game.campaign.id)
    soon = [replace(right[0], at=START)]
    assert [each.what for each in right] == ["phase", "reminder"]
    for written, moved, hours, mended, after in (
        (right, "", 0, False, right),
        ([], "", 0, True, right),
        (right[:1], "", 0, True, right),
        (soon, "", 0, False, soon),
        (right, "", 48, False, right),
        (right[:1], "", 48, False, right[:1]),
        ([], "", 48, True, [right[0], replace(right[1], at=right[0].at)]),
        (right, "elsewhere", 0, True, []),
        ([], "elsewhere", 0, False, []),
    ):
        game.store.save(replace(game.campaign, moved=moved))
        with game.store.atomic():
            game.store.put_due(game.campaign.id, written)
        done = mend_due(game.store, game.campaign, START + timedelta(hours=hours))
        assert (bool(done), game.store.due_of(game.campaign.id)) == (mended, after), (
            written,
            hours,
        )
