"""What-ifs over many trials, on the toy game."""

import tomllib

import pytest
from test_cases import ATTACK, HEAD, toy  # noqa: F401 - the fixture

from adjudicator.cases.case import CaseError
from adjudicator.cases.odds import _changes, odds, share

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


def test_each_phase_has_orders_of_its_own_and_must_come_out_as_expected():
    text = (
        ATTACK.replace("Buzen with 2", "Iyo")
        + """
    [expect]
    provinces.Iyo.owner = "pink"
    [[then]]
    orders.gray = "attack Nagato"
    expect.provinces.Nagato.owner = "gray"
    expect.events = [{ type = "Rolled", seat = "gray" }]
    """
    )
    found = run(text, 100)
    counts = {outcome.lines: outcome.share.count for outcome in found.outcomes}
    first, then = "provinces.Iyo.owner = {}".format, 'then.1.provinces.Nagato.owner = "{}"'.format
    sides = [(iyo, nagato) for iyo in ('"pink"', "nothing") for nagato in ("gray", "pink")]
    assert set(counts) == {(first(iyo), then(nagato)) for iyo, nagato in sides}
    assert found.met == share(counts[first('"pink"'), then("gray")], 100)


@pytest.mark.parametrize(
    "expect", ["provinces.Iyo = {}", "winner = ''", "events = [{ type = 'Rolled' }]"]
)
def test_whatever_is_expected_is_counted(expect):
    assert run(f"{ATTACK}[expect]\n{expect}", 9).met is not None


def test_what_changed_is_told_by_province_and_by_army():
    """Of what has no names the places are counted from 1."""
    armies = {"pink": {"armies": ["Iyo", "Kai"]}, "gray": {"armies": {"a": {"at": "Suo", "n": 0}}}}
    before = {"provinces": {"Iyo": {"owner": "pink"}, "Kai": {"owner": "gray"}}, "seats": armies}
    now = {"pink": {"armies": ["Iyo", "Suo"]}, "gray": {"armies": {"b": {"at": "", "n": 0}}}}
    after = {"provinces": {"Kai": {"owner": "pink", "gunner": 2}}, "seats": now}
    assert list(_changes(before, after)) == [
        "Iyo: gone",
        "Kai: owner pink, gunner 2",
        'pink army 2: "Suo"',
        "gray army a: gone",
        "gray army b: nothing",
    ]
    assert list(_changes(after, after)) == []


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
