"""The rule-case runner, on a toy game."""

import tomllib

import pytest
import toy_game
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_game import Rolled

from adjudicator.cases.case import CaseError, ExpectedFinding, read_case
from adjudicator.cases.expectations import (
    SeatFinding,
    differences,
    event_differences,
    finding_differences,
    winner_differences,
)
from adjudicator.cases.odds import odds
from adjudicator.cases.run import run_case
from adjudicator.games import registry

HEAD = """
title = "Pink attacks Buzen"
game = "toy"
cites = "none"
[position.provinces]
Nagato = { owner = "pink", gunner = 2 }
Buzen = { owner = "gray", spearman = 3 }
[position.seats]
pink = { koku = 5, armies.1 = "Iyo" }
gray = { koku = 4 }
"""
ATTACK = HEAD + '[orders]\npink = "attack Buzen with 2"\n'


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    registry.find.cache_clear()
    monkeypatch.setitem(registry.SHIPPED, "toy", f"{toy_game.__name__}:game")
    yield
    registry.find.cache_clear()


def run(text):
    return run_case(tomllib.loads(text))


def wrong(text):
    result = run(text)
    assert result.ok == (not result.differences)
    return list(result.differences)


def test_the_same_must_come_out_in_another_game(monkeypatch):
    monkeypatch.setitem(registry.SHIPPED, "twin", f"{toy_game.__name__}:game")
    also = 'also = ["twin"]\n'
    body = ATTACK + '[chance]\ndice = [6]\nweather = "rain"\n[expect]\n'
    assert run(also + body + 'provinces.Buzen.owner = "pink"').ok
    amiss = 'provinces.Buzen.owner: expected "gray", got "pink"'
    wanted = body + 'provinces.Buzen.owner = "gray"'
    assert wrong(also + wanted) == [amiss, f"in twin: {amiss}"]
    with pytest.raises(CaseError, match="in nothing: game: "):
        run('also = ["nothing"]\n' + body)


def test_a_case_that_comes_out_as_expected():
    result = run(
        ATTACK
        + """
        [chance]
        dice = [6]
        weather = "rain"
        [expect]
        round = 2
        events = [{ type = "Rolled", face = 6 }, { type = "Rested", weather = "rain" }]
        winner = "pink"
        seats.pink = { koku = 5, armies.1 = "Iyo" }
        seasons = ["war", "rest"]
        [expect.provinces]
        Buzen = { owner = "pink", gunner = 2, spearman = 0 }
        """
    )
    assert result.ok, result.differences
    assert result.title == "Pink attacks Buzen"


@pytest.mark.parametrize(
    ("expect", "line"),
    [
        ("provinces.Buzen.gunner = 3", "provinces.Buzen.gunner: expected 3, got 2"),
        ("provinces.Iyo.spearman = 1", "provinces.Iyo.spearman: expected 1, got nothing"),
        ('provinces.Buzen.ownr = "pink"', "provinces.Buzen.ownr: there is no such thing in a Province; it has owner, gunner, spearman"),
        ("provnces.Buzen.gunner = 0", "provnces: there is no such thing in a ToyPosition; it has seats, provinces, "),
        ("provinces.Buzen = {}", 'provinces.Buzen: expected {}, got {"owner": "pink"'),
        ("round = true", "round: expected true, got 2"),
        ("round.x = 1", "round: expected a table with “x”, got 2"),
        ('seasons.3 = "rest"', 'seasons.3: expected "rest", got nothing'),
        ('seasons.0 = "rest"', 'seasons.0: expected "rest", got nothing'),
        ('seats.pink.armies.1 = "Kōfu"', 'seats.pink.armies.1: expected "Kōfu", got "Iyo"'),
        ('seasons = ["war", "west"]', 'seasons.2: expected "west", got "rest"'),
        ('seasons.1 = "rest"', 'seasons.1: expected "rest", got "war"'),
        ("seats.pink.koku = 1979-05-27", 'seats.pink.koku: expected "1979-05-27", got 5'),
        ('winner = ""', 'winner: expected "", got ["pink"]'),
        ('winner = ["pink", "gray"]', 'winner: expected ["pink", "gray"], got ["pink"]'),
        ('events = [{ type = "Rolled", face = 7 }]', 'events.1: expected {"type": "Rolled", "face": 7}, nearest: Rolled.face: expected 7, got 6'),
        ('events = [{ type = "Rolled" }, { type = "Rolled" }]', 'events.2: expected {"type": "Rolled"}, which came, but not in this order'),
        ('events = [{ type = "Battle" }]', 'events.1: expected {"type": "Battle"}, got none of that type; there were: Rolled, Rested, Won'),
        ('events = [{ type = "Rested" }, { type = "Rolled" }]', 'events.2: expected {"type": "Rolled"}, which came, but not in this order'),
    ],
)  # fmt: skip
def test_each_difference_is_one_readable_line(expect, line):
    [got] = wrong(ATTACK + "[chance]\ndice = [6]\n[expect]\n" + expect)
    assert got.startswith(line)


@pytest.mark.parametrize(
    "expect", ["provinces.Iyo.owner = ''", "provinces.Iyo = {}", "viewer = ''"]
)
def test_what_is_absent_is_nothing(expect):
    assert wrong(HEAD + "[expect]\n" + expect) == []


@pytest.mark.parametrize(
    ("chance", "line"),
    [
        ("", "chance: the script ran out of dice"),
        ("dice = [13]", "chance: pink attacks Buzen: a die of 12 sides cannot show 13"),
        ("dice = [1, 2]", "chance: 1 dice of the script were not rolled: [2]"),
        ("dice = [1]\nwether = 'sun'", "chance: the draw 'wether' was not asked for"),
        (
            "dice = [1]\nweather = [['sun'], ['rain']]",
            "chance: the draw 'weather' was not asked for",
        ),
        ("dice = [1]\nweather = 'snow'", "chance: weather: the script names 'snow'"),
    ],
)
def test_a_script_that_does_not_fit_fails_the_case(chance, line):
    [got] = wrong(ATTACK + "[chance]\n" + chance)
    assert got.startswith(line)


def test_trays_of_the_tower_are_one_draw_each():
    text = "[chance]\ntower = ['2 blue, 1 light gray', '']\n[[then]]\nchance.tower = '1 blue'"
    first, second = read_case(tomllib.loads(HEAD + text)).steps
    assert first.draws == {"tower": [["blue", "blue", "light gray"], []]}
    assert second.draws == {"tower": [["blue"]]}


def test_findings_are_those_of_reading_and_of_checking():
    orders = '[orders]\npink = """\natack Buzen\nattack Nagato\n"""\n[chance]\ndice = [9]\n'
    both = '{ line = 1, code = "unknown-order" }, { line = 2, code = "own-province" }'
    assert wrong(HEAD + orders + f"[expect]\nfindings = [{both}]") == []
    [extra] = wrong(HEAD + orders + '[expect]\nfindings = [{ line = 1, code = "unknown-order" }]')
    assert extra.startswith("findings: not expected: pink, line 2: error own-province")
    [missing] = wrong(HEAD + orders + f'[expect]\nfindings = [{both}, {{ line = 3, code = "x" }}]')
    assert missing == "findings: expected x on line 3 of pink, which was not found"
    assert len(wrong(HEAD + orders + "[expect]\nfindings = []")) == 2
    two = '{ line = 3, code = "x" }, { line = 4, code = "x" }'
    assert len(wrong(HEAD + orders + f"[expect]\nfindings = [{both}, {two}]")) == 2


def test_what_the_check_rejects_fails_a_case_that_does_not_expect_it():
    text = HEAD + '[orders]\npink = "attack Nagato"\n[chance]\ndice = [9]'
    result = run(text)
    [line] = result.differences
    assert line.startswith("orders.pink: line 1: error own-province")
    [remark] = result.remarks
    _, _, add = remark.partition("if that is meant, add ")
    assert run(f"{text}\n[expect]\n{add}").differences == ()
    [remark] = run(text.replace("[chance]", "gray = ''\n[chance]")).remarks
    assert 'seat = "pink"' in remark  # where several order


def test_what_may_fail_fails_no_case():
    text = ATTACK.replace("with 2", "with 9") + "[chance]\ndice = [9]\n"
    assert wrong(text) == []
    [line] = wrong(f"{text}[expect]\nfindings = []")
    assert line.startswith("findings: not expected: pink, line 1: warning many")


@pytest.mark.parametrize(
    ("besides", "line"),
    [
        ("", None),
        ('severity = "error"', None),
        ('fix = ""', None),
        ('severity = "warning"', "own-province on line 1 of pink as warning, got: line 1: error"),
        ('fix = "attack Iyo"', "own-province on line 1 of pink with the fix “attack Iyo”, got: "),
    ],
)
def test_a_finding_is_expected_with_its_severity_and_its_fix(besides, line):
    orders = '[orders]\npink = "attack Nagato"\n[chance]\ndice = [9]\n'
    found = f'{{ line = 1, code = "own-province"{besides and ", "}{besides} }}'
    got = wrong(f"{HEAD}{orders}[expect]\nfindings = [{found}]")
    if line is None:
        assert got == []
    else:
        assert [each.partition("expected ")[2].startswith(line) for each in got] == [True]


def test_of_findings_on_one_line_the_strictest_expectation_is_met_first():
    expected = [
        ExpectedFinding("pink", 1, "x"),
        ExpectedFinding("pink", 1, "x", "warning"),
    ]
    found = [
        SeatFinding("pink", 1, "x", "warning", "May fail."),
        SeatFinding("pink", 1, "x", "error", "Fails."),
    ]
    assert list(finding_differences(expected, found)) == []
    assert list(finding_differences(expected, found[::-1])) == []
    (left,) = finding_differences(expected[1:], found[::-1])
    assert "Fails." in str(left)
    fixes = [SeatFinding("pink", 1, "x", fix=fix) for fix in ("one", "two")]
    wanted = [expected[0], ExpectedFinding("pink", 1, "x", fix="one")]
    assert list(finding_differences(wanted, fixes)) == []


def test_a_game_that_ends_unexpected_is_remarked_on():
    won = ATTACK + "[chance]\ndice = [1]\n[expect]\nround = 2"
    result = run(won)
    assert result.ok
    [remark] = result.remarks
    assert remark.startswith("winner: the game ended in this phase: pink won (")
    assert run(won + "\nwinner = 'pink'").remarks == ()


def test_a_phase_after_the_end_fails_and_hides_nothing():
    result = run(ATTACK + "[chance]\ndice = [1]\n[expect]\nround = 3\n[[then]]")
    assert result.differences == (
        "round: expected 3, got 2",
        "then.1: the game is over, so there is no phase to carry out",
    )
    assert len(result.remarks) == 1
    (line,) = wrong(HEAD + "[[then]]\norders.blue = ''")
    assert line.startswith("then.1.orders.blue: in 2 war, pink, gray can send orders")


NEW = """
title = "A new game"
game = "toy"
new = ["pink", "gray"]
[chance]
homes = ["Nagato"]
[expect]
provinces.Buzen.owner = "gray"
"""


def test_a_case_may_begin_with_a_new_game():
    assert run(NEW).ok
    assert wrong(NEW.replace('"gray"\n', '"pink"\n')) == [
        'provinces.Buzen.owner: expected "pink", got "gray"'
    ]
    assert wrong(NEW.replace('homes = ["Nagato"]', "dice = [1]"))[0].startswith("chance: ")
    later = (
        NEW
        + '[[then]]\norders.pink = "attack Buzen with 2"\nchance = { dice = [6], weather = "rain" }\n'
    )
    assert run(later + 'expect = { provinces.Buzen.owner = "pink" }').ok
    with pytest.raises(CaseError, match="a what-if begins with a position"):
        odds(tomllib.loads(later), 1, b"")


def test_further_phases_begin_where_the_one_before_ended():
    text = (
        ATTACK.replace("Buzen with 2", "Iyo")
        + """
        [chance]
        dice = [1]
        [[then]]
        orders.gray = "attack Nagato"
        chance.dice = [2]
        expect.provinces.Nagato.owner = "gray"
        expect.provinces.Iyo.owner = "pink"
        [[then]]
        expect.round = 4
        """
    )
    assert wrong(text) == []
    assert wrong(text.replace("round = 4", "round = 5")) == ["then.2.round: expected 5, got 4"]
    assert wrong(text.replace("[2]", "[2, 3]")) == [
        "then.1.chance: 1 dice of the script were not rolled: [3]"
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("game = 'toy'", "the case: “title” is missing"),
        ("title = 'x'\ngame = 'go'", "game: There is no game “go”"),
        (HEAD.replace("cites", "sites"), "sites: not known"),
        (HEAD.replace("title", "position.boom = 1\ntitle"), "position: boom"),
        (HEAD.replace("koku = 5", "koku = 'x'"), "position: Expected `int`"),
        (HEAD + "[orders]\nblue = ''", "orders.blue: in 1 war, pink, gray can send orders"),
        (HEAD + "[chance]\ndice = 3", "chance.dice: write a list"),
        ("expect = [1]\n" + HEAD, "expect: write a table of what belongs"),
        (HEAD + "[[then]]\nposition.round = 1", "then.1.position: not known"),
        (HEAD + "[chance]\ntower = [3]", "chance.tower: write each tray"),
        (HEAD + "[chance]\ntower = ['blue']", "chance.tower: “blue” should be a number"),
        (HEAD + "[expect]\nprovinces.Buzn = {}", "expect.provinces.Buzn: “Buzn” is not known. Did you mean Buzen"),
        (HEAD + "[[then]]\nexpect.provinces.Buzn = {}", "then.1.expect.provinces.Buzn: "),
        (HEAD + "[expect]\nwinner = 3", "expect.winner: write text in quotes"),
        (HEAD + "[expect]\nevents = [{ kind = 'x' }]", "expect.events.1.type: write the type"),
        (HEAD + "[expect]\nfindings = [{ line = 1, code = 'x' }]", "expect.findings.1: “seat” is missing"),
        (ATTACK + "[expect]\nfindings = [{ seat = 'gray', line = 1, code = 'x' }]", "expect.findings.1.seat: gray"),
        (HEAD + "[expect]\nfindings = [{ seat = 'gray', line = 1, code = 'x' }]", "expect.findings.1.seat: gray"),
        (ATTACK + "gray = ''\n[expect]\nfindings = [{ line = 1, code = 'x' }]", "expect.findings.1: “seat” is missing"),
        (ATTACK + "[expect]\nfindings = [{ code = 'x' }]", "expect.findings.1: “line” is missing"),
        (ATTACK + "[expect]\nfindings = [{ lin = 1 }]", "expect.findings.1.lin: not known"),
        (HEAD + "[expect]\n" + ".".join(["a"] * 3000) + " = 1", "expect: tables are nested deeper"),
        (HEAD + f"[expect]\nround = -{2**63}", "expect: a number is larger than"),
        (HEAD.replace('"gray", spearman = 3', '"pink"'), "position: the game is over"),
        (HEAD.replace("gunner = 2", "gunnr = 2"), "position.provinces.Nagato.gunnr: there is no such thing here. Did you mean “gunner”? It has owner"),
        ("also = ['toy']\n" + HEAD, "also: name each once"),
        ("new = ['pink', 'pink']\n" + HEAD, "new: name each once"),
        ("new = ['pink']\n" + HEAD, "new: a set-up has no position"),
        ("title = ''\ngame = 'toy'\nnew = ['pink']\norders.pink = ''", "new: a set-up has no position"),
        ("title = ''\ngame = 'toy'\nnew = ['pink']\nexpect.findings = []", "new: a set-up has no position"),
        ("title = ''\ngame = 'toy'\nnew = ['pink']", "new: two players"),
        (ATTACK + "[expect]\nfindings = [{ line = 1, code = 'x', severity = 'bad' }]", "expect.findings.1.severity: write \"error"),
    ],
)  # fmt: skip
def test_a_malformed_case_names_the_key(text, named):
    with pytest.raises(CaseError) as caught:
        run(text)
    assert str(caught.value).startswith(named)


def test_sets_are_compared_without_order():
    assert list(differences(["b", "a"], frozenset({"a", "b"}), "held")) == []
    assert list(map(str, differences(["a"], frozenset({"a", "b"}), "held"))) == [
        'held: expected ["a"], got ["a", "b"]'
    ]


def test_who_share_a_victory_are_named_in_any_order():
    assert list(winner_differences(["pink", "gray"], ["gray", "pink"])) == []
    assert list(winner_differences("pink", ["gray", "pink"]))
    draw, goes_on = [], ""
    assert list(winner_differences(draw, goes_on))
    assert list(winner_differences(goes_on, draw))
    assert not [*winner_differences(draw, []), *winner_differences(goes_on, "")]


def test_of_events_that_are_alike_the_one_that_differs_least_is_told():
    events = [
        Rolled(seat="pink", target=place, face=face) for place, face in (("Iyo", 1), ("Kai", 2))
    ]
    wanted = {"type": "Rolled", "seat": "gray", "target": "Kai", "face": 2}
    (line,) = event_differences([wanted], [*events, *events[:1]])
    assert str(line).endswith('nearest: Rolled.seat: expected "gray", got "pink"')


def test_true_is_not_one():
    assert list(map(str, differences(True, 1, "x"))) == ["x: expected true, got 1"]
    assert list(map(str, differences(1, True, "x"))) == ["x: expected 1, got true"]
    assert list(differences(True, True, "x")) == []


_LISTED = """
    title game position orders chance expect then provinces seats Buzen owner gunner dice tower
    weather findings events winner seat line code type pink gray round options seasons 1
"""
KEYS = st.sampled_from(_LISTED.split())
LEAVES = st.one_of(st.integers(), st.text(max_size=5), st.booleans(), st.floats(), st.dates())
TABLES = st.dictionaries(
    KEYS,
    st.recursive(
        LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5)
    ),
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TABLES, st.booleans())
def test_any_table_gives_a_result_or_names_a_key(table, playable):
    table |= {"title": "odd", "game": "toy"}
    if playable:
        table["position"] = {"provinces": {"Buzen": {"owner": "pink"}, "Iyo": {"owner": "gray"}}}
    assert run_or_refuse(table)


def run_or_refuse(table):
    try:
        result = run_case(table)
    except CaseError as refused:
        return ":" in str(refused)
    return result.ok == (not result.differences)
