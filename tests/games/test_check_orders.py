"""What the check that all games share says of a line, by what became of it in the rehearsals."""

from types import SimpleNamespace

import pytest

from adjudicator.games.engine.check import Rehearsals, Scenario, check_orders
from adjudicator.games.engine.play import Outcome
from adjudicator.games.engine.problems import Problem
from adjudicator.orders import Branch, Line, Order, Orders, When
from adjudicator.wording import in_words


class March(Order, frozen=True):
    """Go somewhere: an order of which the latest counts, by where it goes from."""

    syntax = "march {source} to {target}"
    about = ("source",)
    latest = True
    source: str
    target: str

    def __str__(self) -> str:
        return f"march {self.source} to {self.target}"


HOME, AWAY, SEA = (March("Awa", target) for target in ("Iyo", "Tosa", "Sanuki"))
REFUSED = Problem("error", "refused", in_words("refused", "No."), "march Awa to Iyo")
LATE = Problem("warning", "late", in_words("late", "Too late."), "march Awa to Iyo")


def a_line(*orders, number=1):
    return Line(tuple(Branch(each) for each in orders), number)


def found(best, *scenarios, warns=True, **stated):
    """Return what the check finds, given what became of lines in the best rehearsal."""
    play = SimpleNamespace(
        offering=None,
        warns=warns,
        words=True,
        outcomes={"Oda": list(best)},
        rules=SimpleNamespace(remarks=()),
    )
    rules = Rehearsals(lambda *given: play, lambda *given: scenarios, **stated)
    return check_orders(rules, play, "Oda", Orders(tuple(each.line for each in best)))


def told(best, *scenarios, **stated):
    """Return it as tuples: line, severity, code, what was read, the words, what is offered."""
    return [
        (each.line, each.severity, each.code, each.read, str(each.message), each.fix)
        for each in found(best, *scenarios, **stated)
    ]


ONE = a_line(AWAY)
TWO = a_line(AWAY, SEA)
CAN = "Too late. (It can be done, depending on Mino.)"
MINO, OWARI = (
    Scenario(on=in_words("", place), code="depends-on-battle") for place in ("Mino", "Owari")
)


def under(scenario, *outcomes):
    """Return a scenario in which that became of the lines."""
    return Scenario(outcomes=outcomes, on=scenario.on, code=scenario.code)


@pytest.mark.parametrize(
    ("line", "problem", "branch", "scenarios", "expected"),
    [
        # What is refused by a rule is an error, with what would be right.
        (ONE, REFUSED, 0, (), ("error", "refused", str(AWAY), "No.", str(HOME))),
        # Other alternatives may be done at another time.
        (TWO, REFUSED, 1, (), ("warning", "refused", str(SEA), "No.", str(HOME))),
        (ONE, LATE, 0, (), ("warning", "late", str(AWAY), "Too late.", str(HOME))),
        # It is done in the first of two scenarios that carry it out.
        (ONE, LATE, 0, (MINO, OWARI), ("warning", "late", str(AWAY), CAN, str(HOME))),
    ],
)
def test_of_a_line_that_failed(line, problem, branch, scenarios, expected):
    failed = Outcome(line, "failed", branch=branch, problem=problem)
    done = Outcome(line, "done")
    assert told([failed], *(under(each, done) for each in scenarios)) == [(1, *expected)]


@pytest.mark.parametrize("warns", [True, False])
def test_what_is_refused_may_be_done_in_another_course(warns):
    failed, done = Outcome(ONE, "failed", problem=REFUSED), Outcome(ONE, "done")
    ((_, severity, code, _, words, _),) = told([failed], under(MINO, done), warns=warns)
    assert (severity, code) == ("warning", "refused")
    assert words == "No. (It can be done, depending on Mino.)"


def test_where_no_scenario_shows_it_the_game_may_say_why_there_is_hope():
    failed = Outcome(ONE, "failed", problem=LATE)
    hoped = told([failed], hope=lambda play, seat: f"{seat} may hope.")
    assert [each[4] for each in hoped] == ["Too late. Oda may hope."]


def test_no_condition_of_a_skipped_line_holds():
    line = Line((Branch(AWAY, When(())),), 1)
    ((number, severity, code, *_),) = told([Outcome(line, "skipped")], MINO)
    assert (number, severity, code) == (1, "warning", "conditional")
    assert told([Outcome(line, "noted")]) == []


@pytest.mark.parametrize(
    ("outcome", "scenarios", "expected"),
    [
        (Outcome(ONE, "done"), (), []),
        (
            Outcome(TWO, "partly", branch=1, problem=REFUSED),
            (),
            [("warning", "refused", str(SEA), "Carried out in part: No.", str(HOME))],
        ),
        # It fails under two; told is the first, and an order that is right only then is not.
        (
            Outcome(TWO, "done", branch=1),
            (MINO, OWARI),
            [("warning", "depends-on-battle", str(SEA), "Depends on Mino: Too late.", "")],
        ),
    ],
)
def test_of_a_line_that_was_carried_out(outcome, scenarios, expected):
    failed = Outcome(outcome.line, "failed", problem=LATE)
    scenes = [under(each, failed) for each in scenarios]
    assert told([outcome], *scenes) == [(1, *each) for each in expected]


def test_an_alternative_that_is_never_done_is_told_beside_one_that_was():
    def never(play, seat, outcome, order):
        return order == AWAY

    ((_, severity, code, read, *_),) = told([Outcome(TWO, "done", branch=1)], is_never=never)
    assert (severity, code, read) == ("warning", "never", str(AWAY))
    assert told([Outcome(ONE, "done")], is_never=never) == []


def test_the_latest_that_is_done_about_a_thing_counts_and_lines_are_told_in_their_order():
    first, second, third = (a_line(order, number=n) for n, order in enumerate((AWAY, HOME, SEA), 1))
    done = [Outcome(first, "done"), Outcome(third, "done")]
    fails = Outcome(second, "failed", problem=LATE)
    lines = [(each[0], each[2], each[4]) for each in told([*done, fails])]
    assert lines == [(1, "replaced", f"Line 3 takes its place: “{SEA}”."), (2, "late", "Too late.")]
    other = a_line(March("Bizen", "Iyo"), SEA, number=3)
    assert [each[0] for each in told([Outcome(first, "done"), Outcome(other, "done")])] == []
    assert [each[0] for each in told([Outcome(first, "done"), Outcome(other, "done", branch=1)])]
