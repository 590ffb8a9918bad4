"""Which lines are wrong is known without what may come between: over the orders of all rule cases."""

import tomllib
from pathlib import Path

import pytest

from adjudicator.campaign.orders.standing import viewpoint
from adjudicator.cases.case import read_case
from adjudicator.cases.run import set_up
from adjudicator.chance import Stream
from adjudicator.games.engine.check import Rehearsals, check_orders
from adjudicator.games.registry import find
from adjudicator.orders import Orders, read_orders, scan

CASES = Path(__file__).parents[1] / "cases"


def moments(name):
    """Yield a game with each case's first position, and the orders of each seat."""
    for path in sorted((CASES / name).glob("**/*.toml")):
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        if case.new:  # it is about the set-up: nothing is ordered
            continue
        game, position, steps = set_up(case)
        for seat, text in steps[0].orders.items():
            if seat in game.phase(position).may and (language := game.language(position, "", seat)):
                yield game, game.view(position, seat), seat, read_orders(text, language).orders


@pytest.mark.parametrize("name", ["samurai-swords", "ikusa", "shogun", "gekokujo"])
def test_the_lines_that_are_wrong_are_those_of_which_the_check_has_an_error(name):
    wrong = 0
    for game, view, seat, orders in moments(name):
        found = game.check(view, seat, orders)
        lines = {each.line for each in found if each.severity == "error"}
        assert game.faulty_lines(view, seat, orders) == lines
        wrong += len(lines)
    assert wrong > 5


def test_nothing_is_rehearsed_under_scenarios_for_lines_that_can_be_done():
    asked = []

    def scenarios(*given):
        asked.append(given)
        return ()

    rules = Rehearsals(lambda *given: given[0], scenarios, lambda *given: True)
    for game, view, seat, orders in moments("ikusa"):
        for play, own, part in game.plays(view, seat, orders):
            play.warns = False
            check_orders(rules, play, own, part)
    assert asked == []
    play.warns = True
    check_orders(rules, play, own, part)
    assert asked


ALIKE = [
    ("shogun", "tax {own}, tax {own}", "tax {own}\n", ("space-taken", "tax {own}")),
    (
        "samurai-swords",
        "successor gunner, successor bowman",
        "successor gunner\nsuccessor bowman\n",
        ("replaced", "successor gunner"),
    ),
    (
        "samurai-swords",
        "successor gunner, successor gunner\nsuccessor bowman",
        "successor gunner\nsuccessor gunner\nsuccessor bowman\n",
        ("replaced", "successor gunner"),
    ),
]


@pytest.mark.parametrize(("name", "text", "stands", "told"), ALIKE, ids=[x[1] for x in ALIKE])
def test_orders_about_the_same_on_one_line_are_judged_one_by_one(name, text, stands, told):
    """The first is not wrong because the second is, and the later takes the place of the other.

    What is so of both is said once.
    """
    game = find(name)
    position = game.new(game.meta.seats[:3], {}, Stream(b"alike")).position
    seat, *_ = position.seats
    own = next(place for place, land in position.provinces.items() if land.owner == seat)
    table = viewpoint(game, position, seat)
    sections = scan(text.format(own=own)).sections
    standing = table.merge(Orders(), [line for section in sections for line in section.lines])
    assert standing.text == stands.format(own=own)
    code, read = told
    said = [(each.code, each.read) for each in standing.findings]
    assert said.count((code, read.format(own=own))) == 1
