"""Order letters: what of them stands, what is refused, and what the receipt says and shows."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.orders import deferred
from adjudicator.campaign.orders.standing import (
    LEFT_OUT,
    find_again,
    viewpoint,
    withholds_ready,
)
from adjudicator.campaign.orders.submit import submit
from adjudicator.games import registry
from adjudicator.orders import Finding, Orders, read_orders, scan
from adjudicator.store import queries
from adjudicator.store.records import Seat, Submission


def codes(taken):
    return [finding.code for finding in taken.findings]


def test_orders_stand_and_are_acknowledged_in_one_go(play):
    game = play()
    taken = game.send("Oda", "hide 3\nboast 99\nhide 50", id="<one@mail.example>")
    assert game.stands("Oda") == taken.text == "hide 3\nboast 99\n"
    assert codes(taken) == ["too-much"]
    (receipt,) = game.letters("receipt")
    expected = message_id(game.campaign, "1-plan", "receipt", "Oda")
    assert receipt.message_id == expected == taken.receipt
    assert receipt.in_reply_to == "<one@mail.example>"
    assert taken.fingerprint in receipt.content.text


def test_what_was_said_of_an_order_is_found_again_by_the_order_that_it_quotes(play):
    """Whatever line of its letter it had: 2 is another order's number now."""
    state = play().state
    stands = viewpoint(state.game, state.position, "Oda").read("hide 3\nboast 9")
    said = [
        Finding(2, "dear", "warning", "hide 3", "That is dear."),
        Finding(2, "not-an-order", "warning", "hidden", "What is it?"),
        Finding(1, "too-much", "error", "hide 50", "You have 10 gold."),
    ]
    assert [each.line for each in find_again(said, stands)] == [1, 0, 1]


def test_an_amendment_changes_only_what_it_names(play):
    game = play()
    game.send("Oda", "hide 3\nboast 2 and ready")
    taken = game.send("Oda", "amend\nhide 4")
    assert game.stands("Oda") == "hide 4\nboast 2\n"
    assert taken.ready
    game.send("Oda", "amend\ncancel boast 2\nnot ready")
    assert game.stands("Oda") == "hide 4\n"
    taken = game.send("Oda", "amend\ncancel boast 2\nready")  # which stands no more
    assert codes(taken) == ["nothing-cancelled", "not-ready"]
    taken = game.send("Oda", "amend\ncancel boast 2\nhied 5")  # which keeps no slip from its fix
    assert [each.fix for each in taken.findings] == ["", "hide 5"]
    assert game.stands("Oda") == "hide 4\n"


def test_a_heading_without_orders_changes_none_and_answers_nothing(play):
    game = play()
    game.send("Oda", "phase 1 plan\n# nothing yet")
    assert "Oda" in game.state.silent
    for text in ("hide 4", "phase 1 plan", "phase 2 plan\nready", "phase 1 plan\nready"):
        is_ready = game.send("Oda", text).ready
        assert game.stands("Oda") == "hide 4\n"
    assert is_ready


def test_a_file_of_which_nothing_is_accepted_replaces_nothing(play):
    game = play()
    game.send("Oda", "hide 3\nboast 2\nready")
    for text in ("hied 4", "hide 50", "amend\nhide 50", "phase 1 plan\nhide 50"):
        taken = game.send("Oda", text)
        assert game.stands("Oda") == "hide 3\nboast 2\n"
        assert "nothing-accepted" in codes(taken)
        assert LEFT_OUT not in codes(taken)
        assert not taken.ready


def test_what_only_takes_back_leaves_the_other_orders_and_what_nobody_understands_all(play):
    game = play()
    game.send("Oda", "hide 3\nboast 2\nphase 2 plan\nhide 4\nboast 5")
    game.send("Oda", "cancel boast 2\nphase 2 plan\ncancel boast 5")
    assert game.stands("Oda") == "hide 3\n"
    assert game.send("Oda", "phase 2 plan\nhied 7").kept == ()
    game.adjudicate()
    game.adjudicate()
    assert game.stands("Oda") == "hide 4\n"


def test_the_same_letter_twice_is_one_submission_and_one_receipt(play):
    game = play()
    game.send("Oda", "hide 3", id="<same@mail.example>")
    game.send("Oda", "hide 4")
    again = game.send("Oda", "hide 3", id="<same@mail.example>")
    assert again.duplicate
    assert game.stands("Oda") == "hide 4\n"
    assert len(game.letters("receipt")) == 2


def test_orders_for_a_later_phase_wait_for_it(play):
    game = play(misses=0)
    game.send("Oda", "hide 1\nphase 1 strike\nstrike Takeda\nphase 2 plan\nhide 7\nready")
    assert game.stands("Oda") == "hide 1\n"
    game.adjudicate()
    assert game.stands("Oda") == "strike Takeda\n"
    game.adjudicate()
    assert game.stands("Oda") == "hide 7\n"
    game.adjudicate()
    assert game.stands("Oda") is None
    assert queries.orders_for_later(game.store, game.campaign, "Oda") == []
    assert [r.missing for r in queries.resolutions(game.store, game.campaign)][1:] == [
        ("Takeda",)
    ] * 3


def test_what_stood_before_and_cannot_be_any_more_is_left_out_and_told(play):
    game = play()
    position = game.campaign.game.decode(game.head.position)
    table = viewpoint(game.campaign.game, position, "Oda")
    before = read_orders("hide 50", table.language).orders
    standing = table.merge(before, scan("boast 1").sections[0].lines)
    assert standing.text == "boast 1\n"
    (finding,) = standing.findings  # it has no number in the file that was sent
    assert (finding.line, finding.code, finding.read) == (0, "too-much", "hide 50")


def test_the_last_orders_kept_for_a_phase_count(play):
    game = play()
    game.send("Oda", "phase 2 plan\nhide 7")
    game.send("Oda", "phase 2 plan\nhide 8\nboast 1")
    game.send("Oda", "amend\nphase 2 plan\nboast 2")
    game.adjudicate()
    game.adjudicate()
    assert game.stands("Oda") == "hide 8\nboast 2\n"
    assert queries.orders_for_later(game.store, game.campaign, "Oda") == []


def test_policies_stand_until_replaced_or_cancelled_and_alone_are_no_answer(play):
    game = play(misses=0)
    game.send("Oda", "always boast 5\nhide 1")
    game.adjudicate()
    assert game.stands("Oda") is None
    game.send("Oda", "strike Takeda")
    game.adjudicate()
    assert game.stands("Oda") == "always boast 5\n"
    assert "Oda" in game.adjudicate().missing
    game.adjudicate()
    game.send("Oda", "hide 2")
    assert game.stands("Oda") == "always boast 5\nhide 2\n"
    game.send("Oda", "cancel boast 5")
    assert game.stands("Oda") == "hide 2\n"
    game.adjudicate()
    assert game.head.policies == {}


def test_sections_that_make_no_sense_or_come_too_late_are_told_so(play):
    game = play()
    for text, code in (
        ("phase 1 strike\nhide 1", "wrong-phase"),
        ("phase 1 dance\nhide 1", "unknown-phase"),
        ("phase dance\nhide 1", "unknown-phase"),
        ("phase 7\nhide 1", "no-phase"),
    ):
        (finding,) = (x for x in game.send("Oda", text).findings if x.code == code)
        assert finding.read in text
        assert game.stands("Oda") is None
    game.adjudicate()
    (finding,) = game.send("Oda", "phase 1 plan\nhide 1").findings
    assert (finding.code, finding.read) == ("phase-over", "phase 1 plan")
    assert game.stands("Oda") is None
    (late,) = (x for x in game.send("Oda", "hide 1").findings if x.code == "wrong-phase")
    assert "too late" in late.message


def test_letters_that_are_not_taken(play):
    game = play()
    for text, source, code in (
        ("hide 1", {"token": ""}, "no-token"),
        ("hide 1", {"token": "aaaabbbbccccdddd"}, "wrong-token"),
        ("token aaaabbbbccccdddd\nhide 1", {}, "wrong-token"),
        ("token aaaabbbbccccdddd\nhide 1", {"token": "", "game": ""}, "wrong-token"),
        ("seat Takeda\nhide 1", {"seat": ""}, "wrong-token"),
        ("seat Takeda\nhide 1", {}, "two-seats"),
        ("seat Shimazu\nhide 1", {"seat": ""}, "unknown-seat"),
        ("game nowhere\nhide 1", {"game": ""}, "unknown-game"),
        ("game nowhere\nhide 1", {}, "two-games"),
        ("", {}, "no-orders"),
        ("> hide 1\n", {}, "no-orders"),
        ("hide 1" * 100_000, {}, "file-too-large"),
        ("\x00\x01\x02\x03" * 100, {}, "not-text"),
    ):
        with pytest.raises(RefusedError) as refused:
            game.send("Oda", text, **source)
        assert refused.value.code == code
    assert game.store.rows(Submission) == []
    assert game.letters("receipt") == []


def test_a_token_alone_says_game_and_seat_and_the_game_master_needs_none(play):
    game = play("mine")
    taken = submit(game.store, "seat oda\nhide 1", Source(trusted=True), game.now)
    assert taken.seat == "Oda"
    with pytest.raises(RefusedError, match="seat NAME"):
        submit(game.store, "hide 1", Source(trusted=True), game.now)
    play("other")
    proof = token(game.state.seat("Takeda"))
    taken = submit(game.store, f"token {proof.upper()}\nhide 1", Source(id="<1@x>"), game.now)
    assert (taken.campaign, taken.seat) == ("mine", "Takeda")


def test_a_failing_check_and_a_failing_receipt_cost_no_orders(play, monkeypatch):
    game = play()
    game.send("Takeda", "hide 50")
    assert game.notes() == ["begun"]  # what is found on a seat's orders is for nobody else
    taken = game.send("Oda", "hide 3\nsulk")
    assert game.stands("Oda") == "hide 3\nsulk\n"
    assert codes(taken) == ["check-failed"]
    assert "the game master has been told" in taken.findings[0].message.lower()
    assert "check-failed" in game.notes()
    monkeypatch.setattr("adjudicator.reports.receipt", lambda *a: 1 / 0)
    game.send("Takeda", "hide 3")
    assert game.stands("Takeda") == "hide 3\n"
    assert "hide 3" in game.letters("receipt", "Takeda")[-1].content.text
    assert "report-failed" in game.notes()


def test_too_many_kept_sections_are_refused(play, monkeypatch):
    monkeypatch.setattr(deferred, "MOST_KEPT", 3)
    game = play()
    for first in (2, 4):
        taken = game.send("Oda", f"phase {first} plan\nhide 1\nphase {first + 1} plan\nhide 1")
    assert "too-many-kept" in codes(taken)
    assert len(queries.orders_for_later(game.store, game.campaign, "Oda")) == 3


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_any_bytes_at_all_are_taken_or_refused(play, store, noise):
    if not queries.campaigns(store):
        play()
    game = queries.find_campaign(store, "sekigahara")
    proof = token(store.find(Seat, campaign_id=game.id, name="Oda"))
    text = noise if isinstance(noise, bytes) else f"phase 1 plan\n{noise}\nhide 1"
    source = Source(id="<a@b>", address="x@y.z", token=proof, game=game.name, seat="Oda")
    try:
        taken = submit(store, text, source, game.created)
    except RefusedError:
        return
    assert taken.duplicate or taken.seat == "Oda"


def test_surrogates_and_nulls_in_the_source_do_no_harm(play):
    source = {"id": "<\udcff\x00@x>", "address": "a\udcff@b"}
    assert play().send("Oda", "hide 1 # \udcff", **source).text == "hide 1\n"


LAST_LINES = {
    "ikusa deploy": "2nd army in Ettchu",
    "ikusa plan": "four more for levies",
    "ikusa war": "the second army should stay put in Iga",
    "shogun plan": "Temple: none",
    "gekokujo draft": "I would like Takeda, then Uesugi or Hojo.",
    "gekokujo campaign": "everybody from Kai",
}
HARMLESS = [
    "",
    "\nThanks!\nAnn",
    "\nend\nSee you on Friday.",
    "\n> hide 4",
    "\nCheers,\n\nShorty",
    "\nOda",
    "\nO.",
    "\n# boast 3",
]


@pytest.mark.parametrize(("phase", "line"), LAST_LINES.items())
def test_what_may_be_an_order_is_told_as_the_last_line_too(phase, line):
    name, _, wanted = phase.partition(" ")
    languages = registry.find(name).languages({})
    language = next(each for each, _ in languages if each.phase == wanted)
    example = language.kinds[0].examples[0]
    for text in (line, f"{example}\n{line}"):
        assert withholds_ready(read_orders(text, language).findings)


def test_ready_does_not_count_beside_such_a_line_and_the_receipt_names_it_first(play):
    game = play()
    for text in (
        "hide 3\nboast about 3 or so",
        "amend\n3 koku into hiding",
        "hied",
        "hide 3\nbost 2",
    ):
        taken = game.send("Oda", f"{text}\nready")
        assert not taken.ready
        assert "not-ready" in codes(taken)
        receipt = game.letters("receipt")[-1].content.text
        assert text.splitlines()[-1] in receipt.partition("not_ready")[2] or ": error " in receipt
        assert "You are not marked as ready, because" in receipt
    assert game.send("Oda", "hide 3\nready").ready


def test_greetings_signatures_and_quotations_keep_nobody_waiting(play):
    game = play()
    for below in HARMLESS:
        assert game.send("Oda", f"Hi judge,\n\nhide 3\nready{below}").ready
        game.send("Oda", "not ready")


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("What a week.\n\nhide 3\nready\nSee you.", ["See you."]),
        ("What a week.\n\nhide 3\nready\nend\nSee you.", []),
        ("hide 3\nScrap that.\nready", ["Scrap that."]),
        ("hide 3\n\nScrap that.\n\nboast 2\n\nready", ["Scrap that."]),
        ("ready\nhide 3\nScrap that.\nboast 2", ["Scrap that."]),
        ("ready\nhide 3\nboast 2\nOn second thoughts, not 2.", ["On second thoughts, not 2."]),
        ("hide 3\nready\n\nUndo!", ["Undo!"]),
        ("hide 3\nready\nThanks,\n待ってください", ["待ってください"]),
        ("Hello,\nready\nhide 3\nScrap", ["Scrap"]),
        ("hide 3. Scrap that. Ready.", ["Scrap that."]),
        ("hide 3\nWhat do you think?\nready", ["What do you think?"]),
        ("hide 3\nThanks!\nOda\nready", []),
        ("hide 3\nThe rest:\nboast 2\nOda, 1 plan\nready", []),
        ("hide 3\nThe rest:\nready", ["The rest:"]),
        ("hide 3\nScrap that:\nboast 2\nready", ["Scrap that:"]),
        ("hide 3\n\nBob wrote:\nboast 2\nready", ["Bob wrote:"]),
        ("If all goes well:\nready", ["If all goes well:"]),
        ("hide 3\n# Scrap that.\nready", []),
        ("hide 3\nScrap that.\nphase 2 plan\nboast 2\nready", ["Scrap that."]),
        ("Scrap it.\nready", ["Scrap it."]),
    ],
)
def test_what_is_said_among_orders_may_change_them_so_that_ready_waits(play, text, held):
    game = play()
    taken = game.send("Oda", text)
    assert [each.read for each in taken.findings if each.code == "not-an-order"] == held
    assert ("not-ready" in codes(taken)) is bool(held)


def test_what_stood_below_a_letter_by_which_its_seat_was_ready_is_a_signature(play):
    game, other = play(), play("osaka")
    footer = "Delete this from your system.\n\nNo trees were harmed, counts order 41."
    lines = [each for each in footer.splitlines() if each]
    for seat, text, held in (
        ("Oda", f"hide 3\nready\nLeave it.\n{footer}", ["Leave it.", *lines]),
        ("Oda", f"hide 4\nready\nLeave it.\n{footer}", ["Leave it.", *lines]),  # orders anew
        ("Oda", f"ready\nLeave it!\n{footer}", ["Leave it!"]),
        ("Oda", f"hello\n\nready\n{footer}", []),
        ("Oda", f"hide 3\nready\nLeave it.\n{footer}", ["Leave it."]),
        ("Oda", "ready", []),
        ("Oda", f"hide 4\nready\nLeave it.\n{footer}\n-- \nOda", ["Leave it."]),
        ("Oda", f"hide 4\nready\n{lines[1].replace('41', '57')}", []),
        ("Oda", "hide 4\nready\nboast a lot", ["boast a lot"]),
        ("Oda", "ready\nhide 4", []),
        ("Oda", "ready\nhide 100", ["hide 100"]),
        ("Oda", "ready\nhide 101", ["hide 101"]),
        ("Oda", "hide 4\nready\n\nhied 7", ["hied 7"]),
        ("Oda", "ready\n\nhied 7", ["hied 7"]),
        ("Oda", "ready\n\nhied 7", ["hied 7"]),
        ("Oda", "phase 1 plan\nhied 7", ["hied 7"]),
        ("Oda", "jeer 2\nhide 4", ["jeer 2"]),
        ("Oda", "ready\njeer 2", ["jeer 2"]),
        ("Oda", f"ready\n{footer}", []),
        ("Takeda", f"hide 3\nready\n{footer}", lines),
    ):
        taken = game.send(seat, text)
        said = {each.read for each in taken.findings if each.line and each.code != "signature"}
        assert (said, taken.ready) == (set(held), not held), text
    game.adjudicate()
    assert not game.send("Oda", "ready\nhide 4").ready
    for seat, is_ready in (("Mori", False), ("Oda", True)):
        assert other.send(seat, f"hide 3\nready\n{footer}").ready is is_ready


MUSTER = {
    "round": 2,
    "phase": "muster",
    "seats": {
        "pink": {"plan": {"ronin": 13}, "armies": {"1": {"at": "Kai", "bowman": 4, "gunner": 5}}},
        "gray": {},
    },
    "provinces": {
        "Kai": {"owner": "pink"},
        "Mino": {"owner": "pink", "spearman": 5},
        "Mutsu": {"owner": "gray", "spearman": 1},
    },
}
IN_MINO = "hide 1 ronin in Mino with force"
IN_KAI = "hide 3 ronin in Kai with army"
IN_MUTSU = "hide 2 ronin in Mutsu with force"


def test_an_order_is_not_lost_with_another_on_its_line():
    game = registry.find("samurai-swords")
    table = viewpoint(game, game.from_table(MUSTER, {}), "pink")
    for text, stand, rejected in (
        (f"{IN_MINO}, {IN_KAI}", [IN_MINO, IN_KAI], []),
        (f"{IN_MUTSU}, {IN_KAI}, {IN_MINO}", [IN_KAI, IN_MINO], [IN_MUTSU]),
    ):
        standing = table.merge(Orders(), scan(text).sections[0].lines)
        assert [str(line) for line in standing.orders] == stand
        assert [each.read for each in standing.findings if each.severity == "error"] == rejected


def test_ready_does_not_count_beside_an_order_that_stands_where_a_remark_does(play):
    taken = play().send("Oda", "hide 3 ; boast 2\nready")
    assert codes(taken) == ["remark", "not-ready"]
    assert not taken.ready
