"""All that can be said against an order has a case that expects it, with severity and suggestion."""

import pytest
from all_cases import CASES
from refusals import ROOMS, codes_of, expected_findings, told_codes

EDITIONS = {"ikusa": "samurai-swords"}
ELSEWHERE = {
    "over": "a case that goes on after the end fails: tests/cases/test_cases.py",
    "not-your-phase": "a case refuses orders of a seat that may not order: tests/campaign/test_submit.py",
}
"""Codes that no case can expect, and where they are tested."""

UNUSED = {
    "gekokujo": {"replaced"},
    "shogun": {"other-moment", "conditional", "never", "replaced"},
    "samurai-swords": {"out"},
}
"""Codes of parts of the engine that a game does without: neither has orders of which the latest
counts, and Shogun carries its lines out itself, and says of conditions and alternatives what is
wrong with them before. In Samurai Swords only a seat that is out is told so, of which no case can
have orders: ``tests/cases/test_cases.py``."""


def of_game(game):
    return [case for case in CASES if EDITIONS.get(case.games[0], case.games[0]) == game]


@pytest.mark.parametrize("game", ROOMS)
def test_each_code_of_a_game_is_expected_by_a_case(game):
    codes = codes_of(game)
    assert len(codes) > 30
    stated = {
        each["code"]
        for case in of_game(game)
        for each in expected_findings(case)
        if {"severity", "fix"} <= set(each)
    }
    told = {code for case in of_game(game) for code in told_codes(case)}
    without = {code: where for code, where in codes.items() if code not in stated | told}
    known = {*ELSEWHERE, *UNUSED.get(game, ())}
    without = {code: where for code, where in without.items() if code not in known}
    assert not without, f"no case expects these with their severity and fix: {without}"
    assert not ELSEWHERE.keys() & stated


def test_findings_of_cases_say_how_grave_they_are_and_what_is_suggested():
    silent = {
        case.name
        for case in CASES
        for each in expected_findings(case)
        if not {"severity", "fix"} <= set(each)
    }
    assert not silent, f"add severity and fix (“” if nothing is suggested): {sorted(silent)}"
