"""What judges recorded games anew reads their files, and names what differs."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
HOMES = {
    "Austria": "bud tri vie",
    "England": "edi lvp",
    "France": "bre mar par",
    "Germany": "ber kie mun",
    "Italy": "nap rom ven",
    "Russia": "mos sev stp war",
    "Turkey": "ank con smy",
}
GAME = """
PHASE 1901 Spring Movement
POSITIONS
England: army yor
Germany: army kie
France: army hol
Russia: fleet stp/sc
ORDERS
nth convoy yor move nwy
yor move nwy via convoy
kie move hol
ruh support kie move hol
stp/sc move bot
PHASE 1901 Spring Retreat
POSITIONS
England: army nwy
Germany: army hol
France: army/dislodged hol
Russia: fleet bot
ORDERS
hol move bel
PHASE 1901 Fall Movement
POSITIONS
England: army nwy
Germany: army hol
France: army bel
Russia: fleet bot
ORDERS
nwy move swe via convoy
PHASE 1901 Fall Adjustment
POSITIONS
England: army swe
England: supply swe
Germany: army hol
Germany: supply hol
France: army bel
France: supply bel
Russia: fleet bot
ORDERS
remove ruh
"""
ALWAYS = ["England: fleet nth", "England: supply lon", "Germany: army ruh"]
ALWAYS += [f"{power}: supply {home}" for power in HOMES for home in HOMES[power].split()]
GAME = GAME.replace("POSITIONS", "\n".join(("POSITIONS", *ALWAYS)))
CASES = """
CASE somebody is dislodged        # and goes nowhere yet
PRESTATE_SETPHASE Fall 1901, Movement
PRESTATE
    France: A par
    France: A mar
    Germany  A bur
ORDERS
    France: A par - bur
    France: A mar S A par-bur
POSTSTATE
    France: A bur
    France: A mar
POSTSTATE_DISLODGED
    Germany: A bur
END
CASE what retreats
PRESTATE_SETPHASE Fall 1901, Retreat
PRESTATE
    France: A bur
    France: A mar
PRESTATE_DISLODGED
    Germany: A bur
PRESTATE_RESULTS
    SUCCESS: France: A par - bur
    SUCCESS: France: A mar S A par-bur
    FAILURE: Germany: A bur H
ORDERS
    Germany: A bur - mun
POSTSTATE
    France: A bur
    France: A mar
    Germany: A mun
END
CASE a build
PRESTATE_SETPHASE Fall 1901, Adjustment
PRESTATE_SUPPLYCENTER_OWNERS
    Russia: A stp
PRESTATE
ORDERS
    Russia: Build F stp
POSTSTATE_SAME
END
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What is said of a game and three cases of our own, and of the same with slips in them."""
    folder = tmp_path_factory.mktemp("games")
    wrong = GAME.replace("fleet bot\n", "fleet fin\n"), CASES.replace("A mun\n", "A ruh\n")
    for name, (game, cases) in {"right": (GAME, CASES), "wrong": wrong}.items():
        (folder / f"{name}.txt").write_text(game, "utf-8")
        (folder / f"{name}-cases.txt").write_text(cases, "utf-8")
    (folder / "board.txt").write_text(GAME.replace("supply smy", "supply syr"), "utf-8")
    (folder / "README.txt").write_text("neither of them", "utf-8")
    command = [sys.executable, TOP / "benchmarks" / "recorded_games.py", folder, "--processes", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_games_and_cases_are_judged_and_an_option_explains_what_differs(told):
    assert "8 phases, 16 orders" in told
    assert "6 test cases" in told
    assert "1 games on other boards are not judged" in told
    assert "2   unconvoyed = walks" in told


def test_what_no_option_explains_is_shown_and_is_a_failure(told):
    assert "UNEXPLAINED" in told
    assert "wrong.txt: spring 1901" in told
    assert "case what retreats" in told
    assert "right" not in told
