"""Words of players and public numbers: what goes into the keys, when, and what it changes."""

import msgspec
import pytest

from adjudicator.campaign.clock import mind_the_clock
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.dice import whole_record
from adjudicator.campaign.orders.submit import clear_orders
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.absence import declare_absence
from adjudicator.campaign.phases.adjudicate import close_phase
from adjudicator.campaign.phases.correct import amend, roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, begin, create
from adjudicator.campaign.phases.deadlines import stop_in_emergency
from adjudicator.campaign.records.verify import verify
from adjudicator.chance import beacon_key, fingerprint, phase_key, setup_key
from adjudicator.chance.keys import promise
from adjudicator.chance.record import check_chain
from adjudicator.games.contract import Ordered
from adjudicator.store.records import Settings

SECRET = b"s" * 32
SOURCE = "the next lottery draw"


@pytest.fixture
def early(play, monkeypatch):
    """Make a game that is announced and not dealt."""

    def make(**settings):
        monkeypatch.setattr("playing.create", announce)
        return play(anew=True, **settings)

    return make


def deal(game, **more):
    return begin(game.store, game.name, game.now, **more)


def whole(game):
    return whole_record(game.store, game.campaign)


def play_on(game):
    """Play two phases with the same orders, whatever the dice."""
    for order in ("hide 2", "strike Mori"):
        for seat in ("Oda", "Takeda"):
            game.send(seat, f"{order}\nready")
        game.adjudicate()


def test_a_game_that_is_announced_publishes_its_commitment_and_has_no_dice(early):
    game = early(address="judge@example.org")
    assert not game.state.has_begun
    for letter in game.letters("commitment"):
        assert game.campaign.commitment in letter.content.text
    assert [each.seat for each in game.letters("commitment")] == ["Oda", "Takeda", ""]
    assert game.campaign.secret.hex() not in "".join(x.content.text for x in game.letters())
    assert game.carry_out_due() == []
    with pytest.raises(RefusedError, match="has not begun"):
        game.adjudicate()
    with pytest.raises(RefusedError, match="token"):
        game.send("Oda", "word a heron", token="")
    with pytest.raises(RefusedError, match="has not begun"):
        game.send("Oda", "hide 2")
    assert game.state.words == {}
    assert game.faults() == []
    deal(game)
    with pytest.raises(CampaignError, match="has begun already"):
        deal(game)


def test_words_go_into_the_key_of_the_deal_and_of_every_later_phase(early):
    game = early()
    game.send("Oda", "word a crane")
    taken = game.send("Oda", "word a heron")
    assert "from the deal on" in taken.findings[0].message
    assert ["a crane" in x.content.text for x in game.letters("word", "Oda")] == [True, False]
    game.send("Takeda", "Hello!\nword 42\n-- \nBob")
    assert "words-complete" in game.notes()
    assert deal(game) == "1 plan"
    words = {"Oda": "a heron", "Takeda": "42"}
    assert game.head.key == setup_key(SECRET, words)
    play_on(game)
    record = whole(game)
    assert [dict(each.words) for each in record.phases] == [words] * 3
    plan = record.phases[1]
    assert plan.key == phase_key(SECRET, "1 plan", plan.fingerprint, words).hex()
    assert [link.faults for link in check_chain({"": record})] == [()] * 3
    assert game.faults() == []


def test_without_words_nothing_changes(play, early):
    seats, keys = ("Oda", "Takeda"), []
    at_once, in_two_steps = play("at-once", seats), early(name="in-two-steps", seats=seats)
    deal(in_two_steps)
    for game in (at_once, in_two_steps):
        game.adjudicate()
        game.adjudicate()
        phases = whole(game).phases
        keys.append([each.key for each in phases])
    assert keys[0] == keys[1]
    later = [phase_key(SECRET, each.phase, each.fingerprint) for each in phases[1:]]
    assert keys[0] == [key.hex() for key in (setup_key(SECRET), *later)]


def test_a_word_counts_from_the_next_phase_on_and_leaves_the_orders(play):
    game = play()
    sent = game.send("Oda", "word a crane\nhide 2\nready")
    assert sent.text == "hide 2\n"
    assert "from the next phase on" in sent.findings[-1].message
    with pytest.raises(RefusedError, match="200 characters"):
        game.send("Oda", f"word {'x' * 201}")
    game.send("Oda", "word \x1b[31m a\u202eb <b>")
    assert game.state.words["Oda"].isprintable()
    done = game.send("Oda", "word a heron")
    assert (done.text, done.ready) == ("hide 2\n", True)
    assert game.stands("Oda") == "hide 2\n"
    game.adjudicate()
    game.adjudicate()
    first, second = whole(game).phases[1:]
    assert first.words == {}
    assert second.words == {"Oda": "a heron"}
    assert game.faults() == []


def test_a_phase_that_is_run_again_has_the_words_of_its_first_opening(play):
    game = play(misses=0)
    game.send("Oda", "hide 2\nword a heron")
    game.adjudicate()  # opens “1 strike” with the heron
    game.send("Oda", "strike Mori")
    game.adjudicate()
    before = game.head
    game.change(roll_back, "1 plan")
    game.send("Takeda", "word now I know")
    game.send("Oda", "hide 2")
    game.adjudicate()
    assert game.head.words == {"Oda": "a heron"}
    game.send("Oda", "strike Mori")
    game.adjudicate()
    assert (game.head.key, game.head.draws) == (before.key, before.draws)
    assert game.head.words == before.words  # “2 plan” was opened before, too
    game.adjudicate()
    assert game.head.words == {"Oda": "a heron", "Takeda": "now I know"}
    assert game.faults() == []


# Public numbers


def closed(game):
    return game.change(close_phase)


def test_a_deal_with_a_public_number_takes_two_steps(early):
    game = early(beacon=SOURCE)
    game.send("Oda", "word a heron")
    with pytest.raises(CampaignError, match="not closed yet"):
        deal(game, beacon="3 17")
    assert deal(game) == ""
    (letter,) = game.letters("closed", "Oda")
    words = {"Oda": "a heron"}
    assert promise(setup_key(SECRET, words)) in letter.content.text.replace("\n", " ")
    with pytest.raises(CampaignError, match="has closed the deal"):
        deal(game)
    game.send("Oda", "word too late for the deal")
    assert deal(game, beacon="3, 17") == "1 plan"
    assert game.head.words == words
    assert game.head.key == beacon_key(setup_key(SECRET, words), "3 17")
    assert game.faults() == []


@pytest.fixture
def lottery(early):
    """A game with a public number that has been dealt."""
    game = early(beacon=SOURCE, deadline="every 2 days at 20:00")
    deal(game)
    deal(game, beacon="1 2 3")
    return game


def test_a_phase_waits_for_its_number_and_takes_no_more_orders(lottery):
    game = lottery
    game.send("Oda", "hide 2\nready")
    game.send("Takeda", "hide 3\nready")
    (done,) = game.carry_out_due()
    assert done.text == f"sekigahara 1 plan, for {SOURCE}"
    game.wait(days=9)
    assert game.carry_out_due() == []
    with pytest.raises(RefusedError, match="are closed"):
        game.send("Oda", "hide 7")
    with pytest.raises(CampaignError, match="give its number"):
        game.adjudicate()
    with pytest.raises(CampaignError, match="has closed 1 plan"):
        closed(game)
    game.adjudicate(beacon="7 21")
    dice = whole(game).phases[1]
    key = phase_key(SECRET, "1 plan", dice.fingerprint)
    assert dice.key == beacon_key(key, "7 21").hex()
    assert dice.closed == key.hex()
    (letter,) = [
        x for x in game.letters("closed", "Oda") if x.phase == "1 plan" or "1 plan" in x.subject
    ]
    assert promise(key) in letter.content.text.replace("\n", " ")
    assert game.faults() == []
    with game.store.without_guards():
        game.store.write("UPDATE closing SET promise = 'x' WHERE serial = 1")
    assert any("published when it was closed" in fault for fault in game.faults())


def test_orders_of_a_phase_that_was_closed_are_not_taken_back(lottery):
    game = lottery
    game.send("Oda", "hide 2\nready")
    closed(game)
    with pytest.raises(RefusedError, match="are closed"):
        game.change(clear_orders, "Oda", "", Source(id="<clear@x>", key="clear"))
    game.adjudicate(beacon="7")
    assert game.head.orders["Oda"] == "hide 2\n"


def test_the_orders_that_count_are_those_that_were_closed(lottery):
    game = lottery
    game.send("Oda", "hide 2")
    closed(game)
    with pytest.raises(CampaignError, match="has closed 1 plan and waits for its number"):
        amend(game.state, game.head.position)
    closes = game.state.deadline
    assert game.state.waits_for == ()
    with pytest.raises(RefusedError) as caught:
        game.change(lambda at: stop_in_emergency(at, at.seat("Takeda")))
    assert caught.value.code == "emergency-no-clock"
    days = f"{game.now:%Y-%m-%d} to {closes:%Y-%m-%d}"
    game.change(lambda at: declare_absence(at, at.seat("Takeda"), days))
    assert mind_the_clock(game.store, game.now, 1) == {}
    game.wait(hours=20)
    assert mind_the_clock(game.store, game.now, 1) == {}
    assert game.state.deadline == closes  # nothing of what moves one, for no orders are awaited
    before = dict(game.state.closing.orders)
    game.change(hand_over, Player("Takeda", regent="random"))
    game.adjudicate(beacon="7")
    assert game.head.orders == before
    assert game.head.fingerprint == fingerprint(before)
    assert game.faults() == []


def test_a_number_is_tidied_and_a_phase_that_is_run_again_needs_a_new_one(lottery):
    assert beacon_key(b"k", "1 2") != beacon_key(b"k", "1 3")
    closed(lottery)
    with pytest.raises(CampaignError, match="letters and digits"):
        lottery.adjudicate(beacon="…")
    lottery.adjudicate(beacon=" 7,\t21! ")
    assert lottery.head.beacon == "7 21"
    commit(lottery.store, lottery.campaign, lottery.now, roll_back, "1 plan")
    with pytest.raises(CampaignError, match="must be closed first"):
        lottery.adjudicate(beacon="7")
    closed(lottery)
    lottery.adjudicate(beacon="8")
    assert lottery.faults() == []


def test_who_announced_no_number_can_enter_none(play, store):
    game = play()
    with pytest.raises(CampaignError, match="No public number was announced"):
        game.adjudicate(beacon="7")
    plan = NewCampaign("x", "toy", (Player("A"), Player("B")), {}, Settings(beacon=SOURCE))
    with pytest.raises(CampaignError, match="two steps"):
        create(store, plan, game.now)


# Upgrades


def test_a_phase_under_older_rules_is_told_apart_from_one_that_differs(play, monkeypatch):
    game = play()
    game.adjudicate()
    toy = game.campaign.game
    assert game.head.program
    assert game.head.rules == 1
    real = toy.decode_events
    monkeypatch.setattr(type(toy), "decode_events", lambda self, data: (*real(data), None))
    assert "the events are others" in game.faults()
    monkeypatch.setattr(type(toy), "meta", msgspec.structs.replace(toy.meta, rules=2))
    verdicts = list(verify(game.store, game.campaign))
    assert [verdict.faults for verdict in verdicts] == [()] * 3
    assert "under other rules (version 1, now 2); the dice and the key" in verdicts[-1].remark
    monkeypatch.setattr(type(toy), "decode_events", lambda self, data: 1 / 0)
    assert game.faults() == []


def test_another_version_may_say_in_other_words_what_came(play, monkeypatch):
    game = play()
    game.adjudicate()
    game.adjudicate()
    toy, phase = game.campaign.game, game.head.phase
    decode, adjudicate_again = toy.decode_events, toy.adjudicate

    def say(why, line=1):
        return Ordered(seat="Oda", line=line, text="strike", outcome="failed", why=why)

    def reworded(self, *given):
        outcome = adjudicate_again(*given)
        return msgspec.structs.replace(outcome, events=(*outcome.events, say("So.")))

    monkeypatch.setattr(type(toy), "encode_events", lambda self, events: b"")
    monkeypatch.setattr(type(toy), "decode_events", lambda self, data: (*decode(data), say("No.")))
    monkeypatch.setattr(type(toy), "adjudicate", reworded)
    [verdict] = verify(game.store, game.campaign, phase)
    assert verdict.faults == ("the events are others",)
    monkeypatch.setattr("adjudicator.campaign.records.verify.__version__", "9.9")
    [verdict] = verify(game.store, game.campaign, phase)
    assert verdict.faults == ()
    monkeypatch.setattr(
        type(toy), "decode_events", lambda self, data: (*decode(data), say("No.", 2))
    )
    [verdict] = verify(game.store, game.campaign, phase)
    assert verdict.faults == ("the events are others",)
