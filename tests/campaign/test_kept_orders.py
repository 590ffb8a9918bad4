"""Orders that are sent ahead are judged in their own phase and nowhere else, and are never lost."""

import random

import msgspec
import pytest
from playing import Table

from adjudicator.campaign.kernel.turns import is_own, turn_in
from adjudicator.campaign.orders import deferred
from adjudicator.campaign.orders.standing import NOT_READY
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.games import registry
from adjudicator.store import queries
from adjudicator.store.records import DiceWord, Settings, Submission

GAMES = (
    ("toy", {"turns": True, "guests": True, "rounds": 50}),
    ("samurai-swords", {}),
    ("samurai-swords", {"war": "together"}),
    ("ikusa", {}),
    ("shogun", {"start": "draft", "season": "two mails", "leaders": True}),
)


@pytest.fixture
def guests(play):
    """A game in the turn of Oda, in which the others may jeer."""
    game = play(options={"turns": True, "guests": True}, misses=0)
    game.adjudicate()
    assert game.head.opens.key == "1 strike Oda"
    return game


@pytest.mark.parametrize("top", ["", "phase 1 strike Takeda\n"])
def test_in_anothers_turn_orders_wait_for_ones_own(guests, top):
    taken = guests.send("Takeda", f"{top}strike Oda\nready")
    assert taken.kept == ("1 strike",)
    assert not taken.has_rejections
    assert guests.stands("Takeda") is None
    guests.adjudicate()
    assert guests.stands("Takeda") == "strike Oda\n"
    assert guests.state.why_due == "ready"
    _, second = guests.letters("receipt", "Takeda")
    assert "strike Oda" in second.content.text  # told again as they come to it
    assert NOT_READY not in second.content.text


def test_what_can_be_ordered_at_any_time_counts_at_once_and_the_rest_waits(guests):
    text = "phase 1 strike\njeer 2\nstrike Oda\nelse strike Mori\nphase strike\nstrike Mori"
    assert guests.send("Takeda", text).kept == ("1 strike",)  # with its round and without
    assert guests.stands("Takeda") == "jeer 2\n"
    guests.adjudicate()
    assert (guests.head.awaited, guests.head.missing) == (("Oda",), ("Oda",))  # not who might jeer
    assert guests.stands("Takeda") == "strike Oda\nelse: strike Mori\nstrike Mori\n"


def test_orders_for_the_turn_of_another_count_in_that_turn_only(guests):
    guests.send("Takeda", "phase 2 strike Oda\njeer 7\nphase 1 strike Oda\njeer 1\nstrike Mori")
    assert guests.stands("Takeda") == "jeer 1\n"
    while guests.head.opens.key != "2 strike Oda":
        guests.adjudicate()
        assert guests.stands("Takeda") is None or guests.head.opens.key == "2 strike Oda"
    assert guests.stands("Takeda") == "jeer 7\n"


def test_policies_of_ones_own_turn_survive_the_turns_of_others(guests):
    guests.adjudicate()
    taken = guests.send("Oda", "phase 1 strike\nstrike Mori")  # whose turn is over
    assert next(finding.code for finding in taken.findings) == "not-your-turn"
    assert taken.kept == ()
    guests.send("Takeda", "always strike Oda\nalways jeer 3")
    for _ in range(6):
        guests.adjudicate()
        if guests.head.opens.name == "strike":
            own = guests.head.opens.must == ("Takeda",)
            both = "always strike Oda\nalways jeer 3\n"
            assert guests.stands("Takeda") == (both if own else "always jeer 3\n")
    assert set(guests.head.policies["Takeda"]) == {"always strike Oda", "always jeer 3"}


def test_kept_orders_of_which_lines_are_rejected_are_not_ready(guests):
    guests.send("Takeda", "phase 2 plan\nhide 3\nhide 70\nready")
    while guests.head.opens.key != "2 plan":
        guests.adjudicate()
    assert guests.stands("Takeda") == "hide 3\n"
    stands = queries.submissions(guests.store, guests.head)["Takeda"]
    assert (stands.ready, stands.findings[-1].code) == (False, NOT_READY)


def test_kept_orders_whose_phase_never_came_are_told_to_their_player(play):
    game = play(options={"turns": True, "rounds": 3}, misses=0)
    game.send("Oda", "phase 1 strike Mori\njeer 4\nphase 1 strike\nstrike Mori")
    while game.head.opens.round == 1:
        assert game.letters("unused") == []
        game.adjudicate()
    (letter,) = game.letters("unused", "Oda")
    assert "phase 1 strike mori" in letter.subject
    assert "jeer 4" in letter.content.text


def test_of_what_fails_when_orders_are_carried_over_nothing_is_left(play, monkeypatch):
    game = play()
    game.send("Oda", "phase 1 strike\nstrike Takeda")

    def fail(change, seat, *_):
        change.add(DiceWord(0, change.campaign.id, seat.name, "thunder", change.now))
        change.save(msgspec.structs.replace(seat, held_by="regent"))
        raise ValueError

    monkeypatch.setattr(deferred, "queue_receipt", fail)
    game.adjudicate()
    assert game.notes()[-1] == "carry-failed"
    assert game.stands("Oda") is None
    assert game.state.words == {}
    assert game.state.seat("Oda").by_person


@pytest.mark.parametrize(
    ("ruleset", "options", "phases"),
    [
        *((*game, 8) for game in GAMES if game[0] != "samurai-swords"),
        *(pytest.param(*game, 36, marks=pytest.mark.system) for game in GAMES),
    ],
)
def test_orders_sent_ahead_are_judged_in_their_own_phase_and_nowhere_else(
    store, ruleset, options, phases
):
    dice = random.Random(f"{ruleset} {options} {phases}")
    seats = registry.find(ruleset).meta.seats[:3]
    players = tuple(Player(seat, f"{seat.lower()}@example.org") for seat in seats)
    table = Table(store, NewCampaign("ahead", ruleset, players, options, Settings(misses=2)))
    sent = {}
    used = 0
    for _ in range(phases):
        if table.head.opens.over:
            break
        disturb(table, dice, seats, sent)
        table.wait(hours=1)
        table.adjudicate()
        used += assert_each_in_its_own_phase(table, seats, sent)
    assert used


def disturb(table, dice, seats, sent):
    """Send orders ahead; now and then a seat changes hands, or the game goes back."""
    game, position, opens = table.campaign.game, table.state.position, table.head.opens
    phases = [language for language, _ in game.languages(position.options)]
    for seat in seats:
        language = dice.choice(phases)
        number = opens.round + dice.choice((0, 0, 1))
        text = f"{language.kinds[0].examples[0]} # {len(sent)}"
        own = is_own(opens, seat) and (number, language.phase) == (opens.round, opens.name)
        if own or game.language(position, language.phase) is None:
            continue
        taken = table.send(seat, f"phase {number} {language.phase}\n{text}")
        past = [each.opens for each in queries.past(table.store, table.campaign)[:-1]]
        if any((x.round, turn_in(x, seat)) == (number, language.phase) for x in past):
            assert taken.kept == ()
        else:
            assert taken.kept == (f"{number} {language.phase}",)
            sent[seat, number, language.phase] = waiting_of(table, seat)[-1].id
    if dice.random() < 0.1:
        heir = Player(dice.choice(seats), "heir@example.org")
        table.change(hand_over, heir)
    history = queries.past(table.store, table.campaign)
    if dice.random() < 0.15 and len(history) > 3:
        table.change(roll_back, dice.choice(history[-3:]).phase)


def waiting_of(table, seat):
    return queries.orders_for_later(table.store, table.campaign, seat)


def assert_each_in_its_own_phase(table, seats, sent):
    """In the phase that opened stands what was sent ahead for it, and all else still waits."""
    opens, used = table.head.opens, 0
    there = queries.submissions(table.store, table.head)
    for seat in seats:
        wanted = sent.get((seat, opens.round, opens.name)) if is_own(opens, seat) else None
        came = there[seat].waited if seat in there else None
        if not opens.over:
            assert came == wanted, (opens.key, seat)
            used += came is not None
        done = {each.waited for each in used_submissions(table, seat)}
        still = {each.id for each in waiting_of(table, seat)}
        mine = {each for (whose, *_), each in sent.items() if whose == seat}
        assert mine <= done | still
        assert not done & still
    return used


def used_submissions(table, seat):
    """What was kept and came to its phase, in the phases that led to where the game stands."""
    line = {each.serial for each in queries.past(table.store, table.campaign)}
    there = table.store.rows(Submission, campaign_id=table.campaign.id, seat=seat)
    return [each for each in there if each.waited and each.resolution in line]
