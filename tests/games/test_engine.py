"""What the engine under the games does with lines, outcomes and saved positions, for all of them."""

from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import Defaulted, GameError, Ordered
from adjudicator.games.engine import problems
from adjudicator.games.engine.codec import NO_POSITION, decode, upgrade
from adjudicator.games.engine.foresight import lines_up
from adjudicator.games.engine.lines import OTHER_MOMENT, first_possible
from adjudicator.games.engine.play import Outcome
from adjudicator.games.engine.problems import ImpossibleError, Problem, Problems
from adjudicator.games.gekokujo import game as gekokujo
from adjudicator.games.gekokujo.orders.orders import Rank, Sow, StoreKoku
from adjudicator.orders import Branch, Line, Orders
from adjudicator.wording import in_words

NO = Problem("warning", "no", in_words("no", "Not now."))
BARRED = Problem("warning", "barred", in_words("barred", "Not here."))
HALF = Problem("warning", "half", in_words("half", "Half of it."))
KEEP, SOW = StoreKoku(2), Sow(1, "Awa")


def do(what):
    """Return a rule by which an order ends so: a Problem that refuses it, or what came of it."""

    def carry_out(play, seat, order):
        if what is NO:
            raise ImpossibleError(NO)
        yield
        return what

    return carry_out


def a_line(*orders, when=None):
    return Line(tuple(Branch(order, when if n else None) for n, order in enumerate(orders)), 1)


@pytest.mark.parametrize(
    ("rules", "line", "more", "expected"),
    [
        ({StoreKoku: do(None)}, a_line(KEEP), {}, ("done", 0, None)),
        ({StoreKoku: do("noted")}, a_line(KEEP), {}, ("noted", 0, None)),
        # The first alternative that can be done is, and is told by its place.
        ({StoreKoku: do(NO), Sow: do(None)}, a_line(KEEP, SOW), {}, ("done", 1, None)),
        ({StoreKoku: do(NO), Sow: do(HALF)}, a_line(KEEP, SOW), {}, ("partly", 1, HALF)),
        ({StoreKoku: do(None), Sow: do(None)}, a_line(KEEP, SOW), {}, ("done", 0, None)),
        # Of several that fail the last says why; one whose condition does not hold is not tried.
        ({StoreKoku: do(NO)}, a_line(KEEP, SOW), {}, ("failed", 1, OTHER_MOMENT)),
        ({StoreKoku: do(NO)}, a_line(KEEP, SOW, when="never"), {}, ("failed", 0, NO)),
        ({Sow: do(None)}, Line((Branch(SOW, "never"),), 1), {}, ("skipped", 0, None)),
        # What is known to fail is not done.
        ({StoreKoku: do(None)}, a_line(KEEP), {"barred": {0: BARRED}}, ("failed", 0, BARRED)),
        (
            {StoreKoku: do(None)},
            a_line(KEEP, KEEP),
            {"barred": {0: BARRED}},
            ("done", 1, None),
        ),
    ],
)
def test_the_first_alternative_that_can_be_done_is_done(rules, line, more, expected):
    play = SimpleNamespace(holds=lambda seat, when: when is None)
    came = first_possible(play, "Oda", line, rules, **more)
    assert (came.word, came.branch, came.problem) == expected
    assert came.line is line


@pytest.fixture(scope="module")
def begun():
    return gekokujo.new(("Oda", "Takeda", "Mori"), {}, Stream(b"engine")).position


def test_a_play_goes_back_to_where_it_was_saved_as_often_as_is_wanted(begun):
    play = gekokujo.play(begun)
    play.tell_default("Oda", "", "first")
    play.keep("Oda", Outcome(a_line(KEEP), "done"))
    saved = play.save()
    place = next(iter(begun.provinces))
    for _ in range(2):
        play.add_to_seat("Oda", koku=5)
        play.change_province(place, sown=3)
        play.tell_default("Oda", "", "second")
        play.keep("Oda", Outcome(a_line(SOW), "done"))
        play.keep("Takeda", Outcome(a_line(SOW), "done"))
        play.go_back(saved)
        assert play.freeze() == begun
        assert [each.why for each in play.events] == ["first"]
        assert {seat: len(kept) for seat, kept in play.outcomes.items()} == {"Oda": 1, "Takeda": 0}


def test_what_is_kept_of_a_board_follows_each_of_its_changes(begun):
    play = gekokujo.play(gekokujo.decode(gekokujo.encode(begun)))
    own = play.provinces_of("Oda")
    assert own == play.begin_anew().provinces_of("Oda") != ()
    play.change_province(own[0], owner="Takeda")
    assert play.provinces_of("Oda") == own[1:]
    assert own[0] in play.provinces_of("Takeda")
    assert play.begin_anew().provinces_of("Oda") == own


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(a_line(KEEP), "done"), ("done", "", "", 0, "")),
        (Outcome(a_line(KEEP, SOW), "done", branch=1), ("done", "", "", 2, "")),
        (Outcome(a_line(KEEP, SOW), "failed", branch=1, problem=NO), ("failed", "Not now.", "no", 0, "")),
        (Outcome(a_line(KEEP), "failed", "Too late.", problem=NO), ("failed", "Too late.", "no", 0, "")),
        (Outcome(a_line(KEEP), "partly", problem=HALF, left="rest"), ("partly", "Half of it.", "half", 0, "rest")),
    ],
)  # fmt: skip
def test_what_became_of_a_line_is_told_to_its_seat_alone(begun, outcome, expected):
    play = gekokujo.play(begun, {}, Stream(b"told"))
    play.keep("Oda", outcome)
    text = str(outcome.line.branches[outcome.branch].order)
    word, why, code, branch, left = expected
    assert play.events == [Ordered("Oda", 1, text, word, why, code, branch, left, to=("Oda",))]
    play.events.clear()
    play.tell_default("Takeda", "keep", "nothing came")
    assert play.events == [Defaulted("Takeda", "keep", "nothing came", to=("Takeda",))]


def test_orders_of_a_seat_that_does_not_play_are_none(begun):
    line = a_line(KEEP)
    play = gekokujo.play(begun, {"Uesugi": Orders((line,)), "Oda": Orders((line,))})
    assert {seat: list(orders) for seat, orders in play.orders.items()} == {
        "Oda": [line],
        "Takeda": [],
        "Mori": [],
    }


def test_a_seat_wishes_of_each_line_what_comes_first_and_is_of_the_kind(begun):
    lines = (a_line(KEEP, StoreKoku(3)), a_line(SOW, StoreKoku(4)), a_line(StoreKoku(5)))
    play = gekokujo.play(begun, {"Oda": Orders(lines)})
    assert list(play.wishes("Oda", StoreKoku)) == [KEEP, StoreKoku(5)]
    assert list(play.wishes("Oda", StoreKoku, lines[1:])) == [StoreKoku(4), StoreKoku(5)]
    assert (play.wish("Oda", StoreKoku), play.wish("Takeda", StoreKoku)) == (KEEP, None)


@pytest.mark.parametrize("severity", ["error", "warning", "note"])
def test_a_problem_is_as_grave_as_it_is_called(severity):
    told = getattr(Problems("games"), severity)("never", "hide 3")
    own = getattr(problems, severity)("own", "In words of its own.", "hide 3")
    for each, code in ((told, "never"), (own, "own")):
        found = each.finding(4, "hide 9")
        expected = (4, code, severity, "hide 9", each.message, "hide 3")
        assert (
            found.line, found.code, found.severity, found.read, str(found.message), found.fix
        ) == expected  # fmt: skip
    with pytest.raises(ImpossibleError) as refused:
        Problems("games").refuse("never")
    assert refused.value.problem.severity == "error"


def test_what_is_ordered_by_itself_is_numbered_as_in_a_letter():
    lined = lines_up([KEEP, a_line(SOW)])
    assert [(line.number, str(line)) for line in lined] == [(1, str(KEEP)), (2, str(SOW))]


# Rankings


@pytest.mark.parametrize("others", [(), (Branch(Rank(("Takeda",))),)])
def test_a_clan_more_takes_its_place_behind_those_that_are_ranked(others):
    options = {"clans": "draft"}
    position = gekokujo.new(("Ann", "Bea", "Cid"), options, Stream(b"draft")).position
    earlier = Line((Branch(Rank(("Mori",))),), 1)
    stands = Line((Branch(Rank(("Oda", "Uesugi"))), *others), 2)
    clans = {line.order.clans for line in gekokujo.legal_orders(position, "Ann")}
    offered = gekokujo.legal_orders(position, "Ann", Orders((earlier, stands)))
    assert {("Oda",), ("Mori",)} < clans
    added = clans - {("Oda",), ("Uesugi",)}
    assert {line.order.clans for line in offered} == {("Oda", "Uesugi", *clan) for clan in added}
    assert len(offered) == len(added)
    assert {line.branches[1:] for line in offered} == {others}


# Saving


def test_a_position_of_an_earlier_format_is_brought_on_from_there():
    upgrades = (lambda old: old | {"one": 1}, lambda old: old | {"two": 2})
    meta = replace(gekokujo.meta, upgrades=upgrades)
    written = {"game": "gekokujo", "options": {"rice": True}}
    for number, added in ((1, {"one": 1, "two": 2}), (2, {"two": 2}), (3, {})):
        data = msgspec.json.encode(written | {"format": number})
        options, new = upgrade(meta, data)
        assert options == {"rice": True}
        assert msgspec.json.decode(new) == written | added | {"format": 3}


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_format_that_is_not_known_is_refused(number):
    meta = replace(gekokujo.meta, upgrades=(dict, dict))
    data = msgspec.json.encode({"game": "gekokujo", "options": {}, "format": number})
    with pytest.raises(GameError, match=f"has format {number}; this program reads 1 to 3"):
        upgrade(meta, data)


def test_what_is_nested_too_deep_is_no_position():
    deep = b"[" * 5000 + b"]" * 5000
    with pytest.raises(GameError, match="This is not a position of Gekokujō"):
        decode(list, deep, NO_POSITION, "Gekokujō")


def test_of_a_strange_key_no_more_is_told_than_a_line_holds(begun):
    for game in (gekokujo, registry.find("shogun")):
        position = game.new(game.meta.seats[:3], {}, Stream(b"key")).position
        table = msgspec.json.decode(game.encode(position)) | {"k" * 500: 1}
        with pytest.raises(GameError) as refused:
            game.decode(msgspec.json.encode(table), strict=True)
        assert len(str(refused.value)) < 600
        assert "k" * 40 in str(refused.value)
