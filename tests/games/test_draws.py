"""The draws that a game states are those that it makes."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.cases.case import CaseError, read_case
from adjudicator.cases.run import run_case, set_up, step_orders
from adjudicator.chance import Script
from adjudicator.games import registry
from adjudicator.games.contract import NamedDraw

TESTS = Path(__file__).parents[1]
CASES = sorted((TESTS / "cases").glob("*/*.toml"))


def labels_of_recorded_games():
    """Yield the game and the label of every draw of every recorded game."""
    for path in sorted((TESTS / "recorded").glob("*.txt")):
        lines = path.read_text("utf-8").splitlines()
        game = lines[0].split(": ")[1].split(",")[0]
        drawn = (line.removeprefix("draw ") for line in lines if line.startswith("draw "))
        yield from ((game, line.partition(": ")[0]) for line in drawn)


def labels_of_cases():
    """Yield the game and the label of every draw of every rule case."""
    for path in CASES:
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        for name in (case.game, *case.also):
            yield from ((name, label) for label in labels_of_case(replace(case, game=name)))


def labels_of_case(case):
    if case.new:  # a case fails if a draw that it names is not made
        yield from (label for step in case.steps for label in step.draws)
        return
    game, position, steps = set_up(case)
    for step in steps:
        orders, _ = step_orders(game, position, step)
        script = Script(step.dice, step.draws)
        position = game.adjudicate(position, orders, script).position
        yield from (draw.label for draw in script.drawn)


@pytest.mark.system
def test_no_draw_is_made_that_is_not_stated_and_all_that_are_stated_are_made():
    drawn = {*labels_of_recorded_games(), *labels_of_cases()}
    assert {game for game, _ in drawn} == set(registry.SHIPPED)
    for name in registry.SHIPPED:
        stated = registry.find(name).meta.draws
        labels = {label for game, label in drawn if game == name}
        strange = {label for label in labels if not any(each.fits(label) for each in stated)}
        assert not strange
        idle = {each.name for each in stated if not any(map(each.fits, labels))}
        assert not idle


def test_angle_brackets_stand_for_any_name():
    revolts = NamedDraw("revolts <seat>", "")
    assert revolts.fits("revolts Oda (the elder)")
    assert not revolts.fits("revolts ")
    assert not NamedDraw("event", "").fits("events")


CASE = """
title = "x"
game = "{}"
[position.provinces]
Mino = {{ owner = "blue"{} }}
[chance]
{} = [1]
"""


def case_of(game, label):
    return CASE.format(game, ", armies = 1" if game == "shogun" else "", label)


@pytest.mark.parametrize(
    ("game", "label", "said"),
    [
        ("samurai-swords", "turn_ordr", "Samurai Swords makes no such draw. Did you mean “turn_order”? Its draws: deal, setup order, victory, parting order, turn_order_tie, turn_order"),
        ("ikusa", "ninja", "these are dice; write their faces under “dice”, in the order rolled"),
        ("ikusa", "'Mino attacks Owari'", "these are dice"),
        ("ikusa", "die", "Ikusa makes no such draw. Did you mean “dice”?"),
        ("shogun", "revolts", "Shogun makes no such draw. Its draws: province cards, events, "),
    ],
)  # fmt: skip
def test_a_misspelt_draw_is_told_which_there_are(game, label, said):
    with pytest.raises(CaseError) as caught:
        run_case(tomllib.loads(case_of(game, label)))
    assert str(caught.value).startswith(f"chance.{label.strip(chr(39))}: {said}")


def test_a_field_of_a_part_that_is_not_played_is_refused():
    case = case_of("shogun", "tower").replace("[1]", "[]")
    with pytest.raises(CaseError, match=r"position\.chambers: there is no such thing here"):
        run_case(tomllib.loads(case.replace("[chance]", "[position.chambers]\nbag=[]\n[chance]")))
