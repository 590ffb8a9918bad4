"""Diplomacy, a game in a package of its own: its orders, its rules, the DATC."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from powers import begin, carry_out, phases_of, read, units_of

from adjudicator.boards.check import check_board
from adjudicator.cases.run import run_case
from adjudicator.cli.main import cli
from adjudicator.games.contract import GameError, Ordered, Won

TOP = Path(__file__).parents[2]
PEER = TOP.glob(".bench-peer/**/site-packages/diplomacy-*.dist-info/RECORD")
PROJECT = TOP / "examples" / "diplomacy"
PACKAGE = PROJECT / "diplomacy_game"
CASES = sorted((PACKAGE / "cases").glob("*.toml"))
DATC = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7, "J": 11}
"""How many cases each section of chapter 6 has (DATC 3.1)."""


def play(game, seed, regent):
    """Play a whole game; yield each position with the orders and the events that follow."""
    seats = game.meta.seats[: 7 - len(seed) % 3]
    return phases_of(game, begin(game, seats, **{"last-year": 1906}), regent, seed)


def letter_in(folder):
    """Return the plain words of a letter."""
    return (folder / "report.txt").read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_its_rule_cases_come_out_as_they_say(diplomacy, path):
    assert run_case(tomllib.loads(path.read_text("utf-8"))).differences == ()


def test_every_case_of_the_datc_is_there_and_every_ruling_it_cites():
    cites = [tomllib.loads(path.read_text("utf-8"))["cites"] for path in CASES]
    numbers = {cited.split(";")[0].removeprefix("DATC ") for cited in cites}
    wanted = {f"6.{s}.{n}" for s, last in DATC.items() for n in range(1, last + 1)}
    assert wanted <= numbers
    assert len(wanted) == 164
    readme = (PROJECT / "README.md").read_text("utf-8")
    for ruling in {each for cited in cites for each in re.findall(r"D\d+", cited)}:
        assert f"**{ruling}.**" in readme


def test_an_order_that_the_mail_has_broken_is_put_together(diplomacy):
    text = "fleet north atlantic ocean convoys the english army in Liverpool\nto Norwegian Sea"
    orders = read(diplomacy, begin(diplomacy), text).orders
    assert str(orders) == "F North Atlantic Ocean C A Liverpool - Norwegian Sea\n"


def test_another_order_to_a_unit_takes_the_place_of_the_first_in_an_amendment(diplomacy):
    position = begin(diplomacy)
    first = read(diplomacy, position, "A Par - Bur\nA Mar S A Par - Bur\n").orders
    amended = first.amend(read(diplomacy, position, "army Paris holds\n").orders)
    assert str(amended) == "A Paris H\nA Marseilles S A Paris - Burgundy\n"


@pytest.mark.parametrize(("seed", "regent"), [("a", "random"), ("ccc", "steady")])
def test_whole_games_end_and_never_break_a_rule(diplomacy, seed, regent):
    events, captured = [], {}
    for position, orders, done in play(diplomacy, seed, regent):
        assert diplomacy.faults(done.position) == []
        assert diplomacy.decode(diplomacy.encode(done.position), strict=True) == done.position
        assert diplomacy.decode_events(diplomacy.encode_events(done.events)) == done.events
        for seat, theirs in orders.items():
            answers = [e for e in done.events if isinstance(e, Ordered) and e.seat == seat]
            assert sorted(e.line for e in answers) == sorted(line.number for line in theirs)
            errors = [f for f in diplomacy.check(position, seat, theirs) if f.severity == "error"]
            assert errors == []
        events = done.events
        kinds = [type(each).__name__ for each in events]
        captured[position.round] = captured.get(position.round, 0) + kinds.count("Captured")
    assert isinstance(events[-1], Won)
    assert events[-1].why.startswith("1906 was the last year")
    assert all(captured.values()), "centres go on changing hands"


def test_legal_orders_are_all_orders_that_could_be_carried_out_and_no_other(diplomacy):
    from diplomacy_game.movement import Plan
    from diplomacy_game.orders import Convoy, Move, Support
    from diplomacy_game.pieces import Piece

    checked = 0
    for number, (position, _, _) in enumerate(play(diplomacy, "legal", "random")):
        if position.phase not in ("spring", "fall") or number % 6:
            continue
        front = diplomacy.play(position).front
        pieces = {name: Piece(u.kind, u.at(name)) for name, u in front.units.items()}

        def meaning(order, front=front):
            """What an order comes to, whichever coast it names; a code if it never can."""
            plan = front.plan(front.units[order.province].power, order)
            if isinstance(plan, Plan):
                target = front.ways.province.get(plan.target, "")
                return order.province, replace(plan, target=target, route="")
            return plan.code

        lines = (diplomacy.legal_orders(position, power) for power in position.seats)
        legal = {meaning(line.order) for theirs in lines for line in theirs}
        assert all(isinstance(each, tuple) for each in legal)
        played = [name for name in pieces if front.units[name].power in position.seats]
        for name, mine in ((name, pieces[name]) for name in played[::5]):
            others = [piece for other, piece in pieces.items() if other != name]
            orders = [Move(mine, place) for place in front.ways.province]
            orders += [Support(mine, other) for other in others]
            for place in front.ways.province:
                orders += [Support(mine, other, place) for other in others]
                orders += [Convoy(mine, other, place) for other in others]
            meant = {meaning(order) for order in orders}
            assert {each for each in meant if isinstance(each, tuple)} <= legal
            checked += len(orders)
    assert checked > 4_000


def test_what_a_sheet_suggests_is_accepted(diplomacy):
    position = begin(diplomacy)
    for seat in position.seats:
        lines = [line[2:] for line in diplomacy.sheet(position, seat) if " for example" not in line]
        understood = read(diplomacy, position, "\n".join(lines[1:]))
        assert len(understood.orders) == 4 if seat == "Russia" else 3
        assert diplomacy.check(position, seat, understood.orders) == []


def test_after_fall_every_power_learns_what_it_has_and_what_it_builds_or_removes(diplomacy):
    table = {
        "phase": "fall",
        "units": {"France": ["A Burgundy", "F London"], "Italy": ["A Rome"]},
        "centres": {"France": ["Paris", "Brest", "Marseilles", "Tunis"], "England": ["London"]},
    }
    events = carry_out(diplomacy, diplomacy.from_table(table, {}), France="A Bur - Mun").events
    counted = {e.power: (e.centres, e.change) for e in events if type(e).__name__ == "Counted"}
    assert counted == {
        "France": (("Brest", "London", "Marseilles", "Munich", "Paris", "Tunis"), 3),
        "Italy": (("Rome",), 0),
    }
    won = diplomacy.from_table(table, {"goal": 9, "last-year": 1901})
    events = carry_out(diplomacy, won, France="A Bur - Mun").events
    assert {each.change for each in events if type(each).__name__ == "Counted"} == {0}


def test_who_has_nothing_to_retreat_build_or_remove_is_not_asked(diplomacy):
    table = {
        "units": {"France": ["A Paris"], "Italy": ["A Rome"]},
        "dislodged": {"A Vienna": {"power": "Austria", "retreats": ["Tyrolia"]}},
    }
    for phase, may in (("fall-retreats", {"Austria"}), ("winter", {"England", "France"})):
        centres = {"Italy": ["Rome"], "England": ["London"], "France": ["Paris", "Brest"]}
        position = diplomacy.from_table({"phase": phase, "centres": centres, **table}, {})
        assert {*diplomacy.phase(position).may} == {*diplomacy.phase(position).must} == may


def test_a_power_that_nobody_plays_holds_and_is_reduced(diplomacy):
    seats = ("England", "France")
    assert diplomacy.phase(begin(diplomacy, seats, sharing="none")).must == seats
    table = {
        "phase": "winter",
        "seats": {"France": {}},
        "units": {"France": ["A Paris"], "Italy": ["A Rome", "A Tunis"]},
        "centres": {"France": ["Paris", "Brest"], "Italy": ["Rome"]},
    }
    done = carry_out(diplomacy, diplomacy.from_table(table, {}))
    assert units_of(diplomacy, done.position)["Italy"] == ["A Rome"]


@pytest.mark.parametrize(
    ("centres", "options", "winner"),
    [
        ({"France": 18}, {}, ("France",)),
        ({"France": 17}, {}, None),
        ({"France": 12, "Italy": 12}, {"goal": 12}, None),
        ({"France": 12, "Italy": 11}, {"goal": 12}, ("France",)),
        ({"France": 5, "Italy": 5}, {"last-year": 1901}, ("France", "Italy")),
        ({}, {}, ()),
    ],
)
def test_who_has_won(diplomacy, centres, options, winner):
    names = list(diplomacy.play(diplomacy.from_table({}, {})).board.sets["centres"])
    held = {power: [names.pop() for _ in range(number)] for power, number in centres.items()}
    units = {power: [f"A {theirs[0]}"] for power, theirs in held.items()}
    table = {"phase": "fall", "units": units, "centres": held}
    events = carry_out(diplomacy, diplomacy.from_table(table, options)).events
    won = [each.seats for each in events if isinstance(each, Won)]
    assert won == ([] if winner is None else [winner])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("A Par - Bur\nA Mar S A Par - Bur", []),
        ("A Par - Gas\nA Mar S A Par - Bur", ["void"]),
        ("A Mar S A Par - Bur", ["void"]),
        ("F Bre - Eng\nA Par S F Bre", ["void"]),
        ("A Par - Bur\nA Par H", ["ordered-again"]),
        ("F Par - Bur", ["other-kind"]),
        ("A Mun - Bur", ["not-yours"]),
        ("A Gas - Bur", ["no-unit"]),
        ("A Gas - Bur else A Mar - Bur\nA Par S A Mar - Bur", ["no-unit"]),
        ("A Par - Lon", ["too-far"]),
        ("A Mar - Lyo", ["at-sea"]),
        ("F Bre - Par", ["too-far"]),
        ("A Mar - Por via convoy", ["no-fleets"]),
        ("A Pari - Burgundi", ["unknown-name"]),
    ],
)
def test_orders_are_checked_alone_and_together(diplomacy, text, codes):
    position = begin(diplomacy)
    understood = read(diplomacy, position, text)
    found = (*understood.findings, *diplomacy.check(position, "France", understood.orders))
    assert [each.code for each in found] == codes


@pytest.mark.parametrize(
    ("phase", "text", "expected"),
    [
        ("spring", "A Par H", ["F Brest H", "A Marseilles H"]),
        ("spring", "A Par - Lon else A Mar H", ["F Brest H", "A Paris H"]),
        ("winter", "", ["waive 2"]),
        ("winter", "build A Par", ["waive 1"]),
        ("winter", "build A Par\nwaive 1", []),
        ("winter", "waive 2 else build A Par\nbuild A Mar else build A Bre", []),
        ("winter", "disband A Mun else build A Par", ["waive 1"]),
    ],
)
def test_what_happens_without_orders_is_said_beforehand(diplomacy, phase, text, expected):
    units = ["F Brest", "A Marseilles", "A Paris"] if phase == "spring" else ["A Ruhr"]
    position = diplomacy.from_table({"phase": phase, "units": {"France": units}}, {})
    orders = read(diplomacy, position, text).orders
    assert [each.text for each in diplomacy.defaults(position, "France", orders)] == expected


def test_what_is_offered_in_winter_is_what_the_lines_before_leave(diplomacy):
    table = {"phase": "winter", "units": {"France": ["A Ruhr"]}}
    table["centres"] = {"France": ["Paris", "Brest", "Spain"]}
    position = diplomacy.from_table(table, {})
    offered = [
        [str(each) for each in diplomacy.legal_orders(position, "France", orders)]
        for orders in (read(diplomacy, position, text).orders for text in ("", "build A Par"))
    ]
    assert offered == [
        ["build A Brest", "build F Brest", "build A Paris", "waive 1"],
        ["build A Brest", "build F Brest", "waive 1"],
    ]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"units": {"France": ["A North Sea"]}}, "A North Sea cannot be"),
        ({"units": {"France": ["F Spain"]}}, "F Spain cannot be"),
        ({"units": {"France": ["F Bohemia"]}}, "F Bohemia cannot be"),
        ({"units": {"France": ["A Atlantis"]}}, "is no unit such as"),
        ({"units": {"France": ["A Paris"], "Italy": ["A Paris"]}}, "two units in Paris"),
        ({"units": {"Gaul": ["A Paris"]}}, "which is no power"),
        ({"centres": {"France": ["Ruhr"]}}, "no supply centre"),
        ({"centres": {"France": ["Atlantis"]}}, "centres name “Atlantis”"),
        ({"seats": {"Gaul": {}}}, "seats of Diplomacy are powers"),
        ({"units": 7}, "does not fit"),
        ({"phase": "summer"}, "no phase “summer”"),
        ({"round": 99999}, "there is no year"),
        ({"dislodged": {"A Paris": {"power": "France"}}}, "before anything has moved"),
        ({"provinces": {"Paris": {"owner": 3}}}, "does not fit"),
        (
            {
                "phase": "spring-retreats",
                "dislodged": {"A Paris": {"power": "France", "retreats": ["Gascony", "Moscow"]}},
            },
            "Moscow",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(diplomacy, table, message):
    with pytest.raises(GameError, match=message):
        diplomacy.from_table(table, {})


def test_its_board_can_be_played_on():
    assert check_board(PACKAGE / "boards" / "standard.toml") == []


@pytest.mark.skipif(not any(PEER), reason="the other judge is installed by make bench")
def test_another_judge_comes_to_the_same_but_for_what_is_explained():
    command = [sys.executable, TOP / "benchmarks" / "judges.py", "--phases", "200"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    assert "200 phases of" in done.stdout
    assert re.search(r"^ +0 unexplained$", done.stdout, re.MULTILINE)


@pytest.mark.system
def test_its_demo_is_played_by_mail_from_1901_to_1903(diplomacy, tmp_path):
    done = CliRunner().invoke(cli, ["demo", "diplomacy", "--out", str(tmp_path / "demo")])
    assert done.exit_code == 0, done.output
    assert "Fall 1902: retreats: 2 mails in, 10 letters out" in done.output
    assert "The game stands at: Spring 1904: moves" in done.output
    receipts = (tmp_path / "demo" / "reports").glob("*-receipt-*/report.txt")
    texts = [path.read_text("utf-8") for path in receipts]
    assert len(texts) == 61
    assert all("Every line was accepted." in text for text in texts)
    public = (tmp_path / "demo" / "reports").glob("*-result-public/report.txt")
    told = " ".join(" ".join(path.read_text("utf-8").split()) for path in public)
    for words in (
        "F North Sea convoys A Yorkshire to Norway. ",
        "A Vienna supports A Trieste; the support is cut by A Tyrolia.",
        "Turkey’s A Bulgaria is dislodged by A Rumania. It may retreat to Constantinople.",
        "Russia’s F St Petersburg/nc is disbanded: it had nowhere to go.",
        "Austria (6, may build 1): Budapest, Bulgaria, Greece, Serbia, Trieste, Vienna. ",
        "Turkey (2, must remove 1): Ankara, Constantinople. ",
    ):
        assert words in told, words
    assert "dice" not in told  # nothing in Diplomacy is random
    results = (tmp_path / "demo" / "reports").glob("*-result-*")
    idle = [each for each in results if "You have nothing to order." in letter_in(each)]
    assert len(idle) > 10
    assert not any("token" in letter_in(each) or list(each.glob("orders-*")) for each in idle)
    drawn = sorted((tmp_path / "demo" / "reports").glob("*-result-public/map.png"))
    assert len(drawn) == 12


@pytest.mark.system
@pytest.mark.parametrize("variant", ["france-austria", "ancient-mediterranean"])
def test_every_mail_of_a_demo_on_another_board_is_taken(diplomacy, tmp_path, variant):
    mails = PACKAGE / "demo" / variant
    words = ["demo", "diplomacy", "--mails", str(mails), "--out", str(tmp_path / "demo")]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert "regents take the seats" not in done.output
    receipts = list((tmp_path / "demo" / "reports").glob("*-receipt-*/report.txt"))
    assert len(receipts) == len(list(mails.glob("*.eml")))
    assert all("Every line was accepted." in each.read_text("utf-8") for each in receipts)


@pytest.mark.system
def test_regents_play_a_demo_on_any_board(diplomacy, tmp_path):
    variants = (PACKAGE.parent / "variants.md").read_text("utf-8")
    lake = tmp_path / "lake.toml"
    lake.write_text(
        variants[variants.index('format = 1\nname = "lake"') :].partition("```")[0], "utf-8"
    )
    words = ["demo", "diplomacy", "--board", str(lake), "--out", str(tmp_path / "demo")]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Diplomacy, played by regents: 2 seats")
    assert "The game stands at: Spring 3" in done.output
    assert list((tmp_path / "demo" / "reports").glob("*-result-Reds/map.png"))
    assert not list((tmp_path / "demo" / "reports").glob("*-receipt-*"))
