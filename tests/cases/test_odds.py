"""What-ifs over many trials, on the toy game."""

import tomllib

import pytest
from test_cases import ATTACK, HEAD, toy  # noqa: F401 - the fixture

from adjudicator.cases.case import CaseError
from adjudicator.cases.odds import odds, share

KEY = b"a fixed key"


def run(text, trials=400):
    return odds(tomllib.loads(text), trials, KEY)


def test_the_outcomes_are_those_of_what_is_expected():
    found = run(ATTACK + '[expect]\nprovinces.Buzen = { owner = "pink" }\nwinner = "pink"')
    assert [outcome.lines for outcome in found.outcomes] in (
        [ONE, OTHER],
        [OTHER, ONE],
    )
    assert sum(outcome.share.count for outcome in found.outcomes) == 400
    assert found.met is not None
    assert found.met.low < 0.5 < found.met.high
    assert found.met.count == {o.lines: o.share.count for o in found.outcomes}[ONE]


ONE = ('provinces.Buzen.owner = "pink"', 'winner = ["pink"]')
OTHER = ('provinces.Buzen.owner = "gray"', "winner = none")


def test_without_expectation_the_outcomes_are_what_changed():
    found = run(ATTACK)
    assert found.met is None
    assert {outcome.lines for outcome in found.outcomes} == {
        (),
        ("Buzen: owner pink, gunner 2",),
    }


def test_the_same_key_gives_the_same_odds_and_a_script_is_left_aside():
    seen = []
    table = tomllib.loads(ATTACK + "[chance]\ndice = [1]")
    first = odds(table, 400, KEY, lambda numbers: seen.extend(numbers) or numbers)
    assert first == run(ATTACK)
    assert seen == [*range(400)]
    counts = [outcome.share.count for outcome in first.outcomes]
    assert counts == sorted(counts, reverse=True)
    assert first != odds(tomllib.loads(ATTACK), 400, b"another key")


def test_a_game_that_ends_early_does_not_meet_what_was_expected_later():
    text = ATTACK + "[[then]]\nexpect.round = 3"
    found = run(text, 200)
    assert {outcome.lines for outcome in found.outcomes} == {
        ("then.1.round = 3",),
        ("then.1: the game was over",),
    }
    assert found.met is not None
    assert 0 < found.met.count < 200


@pytest.mark.parametrize("trials", [0, -1, 10_000_000])
def test_the_number_of_trials_has_limits(trials):
    with pytest.raises(CaseError, match="trials: must be from 1"):
        run(ATTACK, trials)


def test_the_interval_is_wilsons():
    some = share(10, 100)
    assert (round(some.low, 4), round(some.high, 4)) == (0.0552, 0.1744)
    assert share(0, 100).low == 0
    assert round(share(0, 100).high, 4) == 0.0370
    assert share(100, 100).high == 1


@pytest.mark.parametrize("expect", ["", "round = 2"])
def test_a_line_that_is_rejected_is_refused_unless_it_is_expected_to_be(expect):
    text = f'{HEAD}[orders]\npink = "attack Nagato"\n[expect]\n{expect}'
    with pytest.raises(CaseError, match="own-province"):
        run(text, 1)
    found = 'findings = [{ line = 1, code = "own-province" }]'
    assert run(f"{text}\n{found}", 1).trials == 1
