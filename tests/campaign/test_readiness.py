"""Who is ready, what suspends it, and that no order is lost by a letter that did not say so."""

from random import Random

import pytest
from playing import Table

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.orders.deferred import is_ready_later
from adjudicator.campaign.orders.readiness import suspend_and_tell
from adjudicator.campaign.orders.standing import (
    LEFT_OUT,
    NOT_READY,
    viewpoint,
    withholds_ready,
)
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.games import registry
from adjudicator.orders import Orders, scan
from adjudicator.store.records import Settings


def codes(taken):
    return [finding.code for finding in taken.findings]


def left_out(taken):
    return [finding.read for finding in taken.findings if finding.code == LEFT_OUT]


def is_ready(game, seat="Oda"):
    sent = game.state.submissions.get(seat)
    return bool(sent and sent.ready)


@pytest.fixture
def ready(play):
    """A game in which Oda is ready with two orders."""
    game = play()
    assert game.send("Oda", "hide 3\nboast 2\nready").ready
    return game


@pytest.mark.parametrize(
    "text",
    [
        "amend\nhide 50",  # rejected
        "amend\nhied 4",
        "amend\nhide 4\nboast 3 of my 5 gold to Takeda, I would say",  # may be an order
        "amend\nhide 4\nOh, and hold the phase until I have heard from him.",  # is none, is unread
        "Please do not go on yet.",  # goes to the game master
        "wait",
        "Wait, I changed my mind - hide 4",
        "Wait until tomorrow please",
        "not ready\nMy mother has called, and I must think it over.",
        "phase 2 plan\nhied 7",
        "phase 1 nonsense\nhide 4",
    ],
)
def test_whatever_is_not_taken_suspends_that_a_seat_is_ready(ready, text):
    taken = ready.send("Oda", text)
    assert not is_ready(ready)
    assert not taken.ready
    (*_, answer) = ready.letters("receipt", "Oda")
    said = answer.content.text
    assert "are not any more" in said or "ready=False" in said or "not-ready" in said
    if text.casefold().startswith(("wait", "not ready")):  # he knows it himself
        assert "are not any more" not in said
    assert ready.send("Oda", "ready").ready


@pytest.mark.parametrize(
    "text", ["amend\nhide 4", "hide 3\nboast 2", "phase 2 plan\nhide 7", "word a heron", "ready"]
)
def test_what_is_taken_whole_suspends_nothing(ready, text):
    ready.send("Oda", text)
    assert is_ready(ready)


def test_who_gets_a_seat_has_not_said_that_he_is_ready(ready):
    ready.send("Oda", "phase 2 plan\nhide 7\nready")
    (before,) = (ready.state.submissions["Oda"],)
    ready.change(hand_over, Player("Oda", "carla@example.org", "Carla"))
    stands = ready.state.submissions["Oda"]
    assert not is_ready(ready)
    assert (stands.text, stands.received) == (before.text, before.received)
    assert not ready.change(is_ready_later, ready.state.seat("Oda"))
    assert ready.send("Oda", "ready").ready


def test_who_only_gets_another_token_stays_ready(ready):
    ready.change(hand_over, Player("Oda", ready.state.seat("Oda").address, "Oda player"))
    assert is_ready(ready)


def test_a_seat_that_was_not_ready_is_told_nothing(play):
    game = play()
    game.send("Oda", "hide 3")
    assert NOT_READY not in codes(game.send("Oda", "amend\nhied 4"))
    game.change(suspend_and_tell, name="Oda")
    assert game.letters("not-ready") == []


def test_what_stands_behind_wait_is_read_as_a_line_of_its_own(ready):
    taken = ready.send("Oda", "amend\nWait - hide 4")
    assert (taken.text, taken.ready, codes(taken)) == ("hide 4\nboast 2\n", False, [])


def test_orders_for_a_later_phase_are_ready_no_more_either(play):
    game = play(misses=0)
    game.send("Oda", "phase 1 strike\nstrike Takeda\nready")
    game.send("Oda", "phase 2 plan\nhide 7\nready")
    game.send("Oda", "hide 4\nready")
    game.send("Oda", "I am not sure any more.")
    assert not is_ready(game)
    for stood in ("strike Takeda\n", "hide 7\n"):
        game.adjudicate()
        assert game.stands("Oda") == stood
        assert not is_ready(game)


def test_older_orders_for_a_later_phase_do_not_come_back_with_that(play):
    game = play()
    game.send("Oda", "phase strike\nstrike Takeda\nready")
    game.send("Oda", "phase 1 strike\nstrike Mori")
    game.send("Oda", "Hm.")
    game.adjudicate()
    assert game.stands("Oda") == "strike Mori\n"


def test_one_rejected_line_makes_nobody_ready_for_any_phase_of_the_letter(play):
    game = play()
    game.send("Oda", "hide 3\nphase 1 strike\nstrike Takeda\nphase 2 plan\nhied 7\nready")
    assert not is_ready(game)
    game.adjudicate()
    assert game.stands("Oda") == "strike Takeda\n"
    assert not is_ready(game)


def test_that_is_told_to_all_in_a_last_call(play):
    game = play(last_call=30, deadline="every 24 hours")
    game.send("Oda", "hide 3\nready")
    game.send("Takeda", "hide 3\nready")
    assert len(game.letters("last-call")) == 2
    for _ in range(2):
        game.send("Takeda", "Hold on, I have to think about that.")
    assert len(game.letters("call-off")) == 2
    assert game.state.unready == ("Takeda",)
    game.send("Takeda", "ready")
    game.send("Takeda", "phase 2 plan\nhied 4")  # which says nothing of the phase that waits
    assert len(game.letters("call-off")) == 4


def test_nobody_is_ready_whose_letter_leaves_out_what_stood(ready):
    taken = ready.send("Oda", "hide 4\nready")
    assert (taken.text, taken.ready, left_out(taken)) == ("hide 4\n", False, ["boast 2"])
    assert ready.send("Oda", "ready").ready
    assert ready.stands("Oda") == "hide 4\n"


def test_the_word_amend_alone_brings_back_what_was_left_out(ready):
    ready.send("Oda", "boast 3\nready")
    taken = ready.send("Oda", "amend")
    assert (taken.text, taken.ready) == ("hide 3\nboast 3\n", True)
    with pytest.raises(RefusedError):  # now there is nothing to bring back
        ready.send("Oda", "amend")


@pytest.mark.parametrize(
    ("between", "is_ready_then"),
    [("amend\nboast 4", False), ("hied 4", False), ("Hello!", True), ("status?", True)],
)
def test_other_letters_may_come_between(ready, between, is_ready_then):
    ready.send("Oda", "boast 3\nready")
    ready.send("Oda", between)
    boast = "boast 4" if "boast" in between else "boast 3"
    taken = ready.send("Oda", "amend")
    assert (taken.text, taken.ready) == (f"hide 3\n{boast}\n", is_ready_then)


def test_amend_makes_ready_as_if_the_letter_had_begun_with_it(ready):
    ready.send("Oda", "boast 3")  # with “amend” he would have stayed ready
    assert ready.send("Oda", "amend").ready
    ready.send("Oda", "wait")
    ready.send("Oda", "hide 5")
    assert not ready.send("Oda", "amend").ready
    ready.send("Oda", "boast 6\nhide 77\nready")  # rejected: he has still to see that
    assert not ready.send("Oda", "amend").ready


def test_amend_among_lines_for_a_phase_that_is_over_brings_nothing_back(play):
    game = play()
    game.adjudicate()
    game.adjudicate()
    game.send("Oda", "hide 3\nboast 2")
    game.send("Oda", "hide 4")
    for words in ("boast 3", "boast 3\nready"):
        taken = game.send("Oda", f"phase 1 plan\namend\n{words}")
        assert not taken.counts
        assert taken.text == "hide 4\n"
    assert game.send("Oda", "amend").text == "hide 4\nboast 2\n"


def test_what_was_cancelled_or_rejected_does_not_come_back(play):
    game = play()
    game.send("Oda", "hide 3\nboast 2\nsulk")
    game.send("Oda", "cancel sulk\nboast 4\nhide 50")
    taken = game.send("Oda", "amend")  # nor what was rejected
    assert (taken.text, codes(taken)) == ("hide 3\nboast 4\n", [])


def test_what_was_left_out_of_orders_for_a_later_phase_comes_back_too(play):
    game = play()
    game.send("Oda", "phase 2 plan\nhide 7\nboast 2")
    taken = game.send("Oda", "phase 2 plan\nboast 3\nready")
    assert left_out(taken) == ["hide 7"]
    taken = game.send("Oda", "phase 2 plan\nhied 4\nready")  # rejected: nothing has changed
    assert left_out(taken) == []
    assert left_out(game.send("Oda", "hide 1")) == []
    game.send("Oda", "amend\nphase 2 plan\nready")
    game.adjudicate()
    game.adjudicate()
    assert game.stands("Oda") == "hide 7\nboast 3\n"
    assert is_ready(game)


def test_with_it_counts_that_the_seat_was_to_be_ready_for_that_phase(play):
    game = play()
    game.send("Oda", "phase 2 plan\nhide 7\nboast 2")
    game.send("Oda", "phase 2 plan\nboast 3\nready")
    assert not game.change(is_ready_later, game.state.seat("Oda"))
    game.send("Oda", "amend\nphase 2 plan")
    assert game.change(is_ready_later, game.state.seat("Oda"))


@pytest.mark.parametrize("top", ["", "phase 2 plan\n"])
def test_the_same_letters_make_ready_for_the_phase_that_waits_and_for_a_later_one(play, top):
    game = play()
    for text, is_ready_then in (
        ("hide 3\nboast 2\nready", True),
        ("amend\nboast 3", True),
        ("hide 3\nboast 3", True),  # the same once more
        ("boast 4", False),  # leaves out what stood
        ("amend", True),
        ("hide 5\nboast 1", False),  # a new set
        ("amend\nboast 2\nready", True),
        ("wait", False),
    ):
        game.send("Oda", f"{top}{text}")
        oda = game.state.seat("Oda")
        ready = game.change(is_ready_later, oda) if top else is_ready(game)
        assert ready == is_ready_then, text


def test_a_phase_that_opens_does_not_close_with_a_set_that_left_orders_out(play):
    game = play()
    game.send("Oda", "phase 2 plan\nhide 7\nboast 2")
    game.send("Oda", "phase 2 plan\nboast 3\nready")
    game.adjudicate()
    game.adjudicate()
    assert (game.stands("Oda"), is_ready(game)) == ("boast 3\n", False)


def test_a_letter_of_what_a_receipt_suggested_amends(play):
    game = play()
    taken = game.send("Oda", "boast 2\nhyde 3\nready")
    (fix,) = [finding.fix for finding in taken.findings if finding.fix]
    assert (taken.text, taken.ready) == ("boast 2\n", False)
    taken = game.send("Oda", f"{fix}\nready")
    assert (taken.text, taken.ready, left_out(taken)) == ("boast 2\nhide 3\n", True, [])
    taken = game.send("Oda", "hide 5")  # nobody suggested that
    assert left_out(taken) == ["boast 2"]


def test_so_does_one_for_a_later_phase(play):
    game = play()
    game.send("Oda", "phase 2 plan\nboast 2")
    game.send("Oda", "phase 2 plan\nhyde 3")
    game.send("Oda", "phase 2 plan\nhide 3")
    game.adjudicate()
    game.adjudicate()
    assert game.stands("Oda") == "boast 2\nhide 3\n"


def test_first_letters_and_whole_new_sets_close_a_phase_as_before(play):
    game = play()
    for text in ("hide 3\nready", "hide 4\nready", "boast 1\nhide 4\nready"):
        assert game.send("Oda", text).ready
    game.send("Takeda", "always boast 5\nready")
    game.adjudicate()
    game.send("Oda", "strike Takeda")
    game.adjudicate()
    taken = game.send("Takeda", "hide 2\nready")  # beside the policy, which nobody need repeat
    assert (taken.text, taken.ready) == ("always boast 5\nhide 2\n", True)


SAID = (
    "ready",
    "ready",
    "wait",
    "Wait, no - {0}",
    "cancel {0}",
    "Thanks, Ann",
    "{0} {0}",
    "{0}, but",
)
HEADS = ("", "", "amend", "amend", "phase {phase}", "phase 2 plan")


def letters(pool, chance, count):
    """Yield letters of orders of a pool, whole ones and amendments, with slips and words around."""
    for _ in range(count):
        lines = chance.sample(pool, chance.randint(0, min(4, len(pool))))
        lines += [said.format(chance.choice(pool)) for said in chance.sample(SAID, 2)]
        yield "\n".join([chance.choice(HEADS), *lines[: chance.randint(0, len(lines))]])


def check(game, seat, text):
    """Send a letter and check that it loses no order unseen and makes ready only what it may."""
    text = text.replace("{phase}", f"{game.head.opens.round} {game.head.opens.name}")
    table = viewpoint(game.campaign.game, game.state.position, seat)
    sent = game.state.submissions.get(seat)
    before = table.read(sent.text) if sent else Orders()
    try:
        taken = game.send(seat, text)
    except RefusedError:
        assert game.stands(seat) == (sent.text if sent else None)
        return
    after = table.read(game.stands(seat) or "")
    lines = text.splitlines()
    taken_back = [x.removeprefix("cancel ") for x in lines if x.startswith("cancel ")]
    named = table.read("\n".join(taken_back))
    lost = {str(line) for line in named.absent(after.absent(before.lines))}
    lost -= {each.read for each in taken.findings if each.severity == "error"}
    assert lost <= {*left_out(taken)}
    now = game.state.submissions.get(seat)
    if lost:
        assert not now.ready
        assert game.state.why_due != "ready"
        receipt = game.letters("receipt", seat)[-1].content.text
        assert all(line.split("\n")[0] in receipt for line in lost)
    if withholds_ready(taken.findings) or (taken.unread and not scan(text).ready):
        assert not (now and now.ready)
        assert not game.change(is_ready_later, game.state.seat(seat))
    if lost and not taken_back:
        back = table.read(game.send(seat, "amend").text)
        told = {each.read for each in game.state.submissions[seat].findings}
        refused = table.read("\n".join(told))  # where it is about the same, it took the place
        assert {str(x) for x in refused.absent(back.absent(before.lines))} <= told


@pytest.mark.parametrize("seed", range(5))
def test_no_letters_lose_an_order_or_make_ready_unseen(play, seed):
    game, chance = play(), Random(seed)
    game.send("Takeda", "hide 1\nready")
    pool = ["hide 3", "hide 5", "boast 2", "always boast 4", "sulk", "hide 77", "hied 4"]
    for text in letters(pool, chance, 40):
        check(game, "Oda", text)


@pytest.mark.parametrize("ruleset", registry.SHIPPED)
def test_nor_in_any_phase_of_any_game(store, ruleset):
    seats = registry.find(ruleset).meta.seats[:3]
    players = tuple(Player(seat, f"{number}@example.org") for number, seat in enumerate(seats))
    game = Table(store, NewCampaign("real", ruleset, players, {}, Settings(misses=0)))
    for phase in range(4):
        chance = Random(phase)
        for seat in game.head.opens.must:
            view = game.campaign.game.view(game.state.position, seat)
            pool = [str(line) for line in game.campaign.game.legal_orders(view, seat)]
            pool = chance.sample(pool, min(len(pool), 12))
            for text in letters(pool, chance, 6) if pool else ():
                check(game, seat, text)
        game.adjudicate()
