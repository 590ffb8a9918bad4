"""Harbours, a game in a package of its own, does what every game must do."""

import ast
import subprocess
import sys
import sysconfig
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator import reports
from adjudicator.boards import load_board
from adjudicator.cases.run import run_case
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError, Won, events_for
from adjudicator.maps import draw_png
from adjudicator.maps.outlines import read_outline
from adjudicator.orders import Orders, read_orders
from adjudicator.reports import Setting

TOP = Path(__file__).parents[2]
PROJECT = TOP / "examples" / "harbours"
DIPLOMACY = TOP / "examples" / "diplomacy"
CASES = sorted((PROJECT / "harbours" / "cases").glob("*.toml"))


@pytest.fixture(scope="module")
def harbours(install):
    """The game as the registry finds it, as if its package were installed."""
    with install("harbours", "harbours") as game:
        yield game


def play(game, seed, regent="random"):
    """Play a whole game; yield each position and the events that led to it."""
    chance = Stream(seed.encode())
    seats = game.meta.seats[: 2 + len(seed) % 3]
    done = game.new(seats, {}, chance)
    while True:
        yield done
        position = done.position
        if game.phase(position).over:
            return
        orders = {
            seat: game.regent(regent).orders(game.view(position, seat), seat, chance)
            for seat in game.phase(position).must
        }
        key = f"{seed} {game.phase(position).key}".encode()
        done = game.adjudicate(position, orders, Stream(key))
        again = game.adjudicate(position, orders, Stream(key))
        assert game.encode(done.position) == game.encode(again.position)


def loading(game, cargo="wool"):
    """A position in which red has secretly loaded tea, and blue another cargo."""
    cargoes = {"red": {"cargo": "tea"}, "blue": {"cargo": cargo}}
    harbours = {"Alder": {"owner": "red", "ships": 2}, "Corran": {"owner": "blue", "ships": 1}}
    return game.from_table({"phase": "sail", "seats": cargoes, "provinces": harbours}, {})


def findings(game, seat, text):
    """What is found in orders for the position of ``loading``, by code."""
    view = game.view(loading(game), seat)
    read = read_orders(text, game.language(view, ""))
    return [each.code for each in (*read.findings, *game.check(view, seat, read.orders))]


def test_the_entry_point_of_its_project_is_the_one_tested_here(harbours):
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]["adjudicator.games"]
    assert points["harbours"] == "harbours:game"
    assert "harbours" in registry.names()
    assert registry.package_of("harbours") == "harbours"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_its_rule_cases_come_out_as_they_say(harbours, path):
    case = tomllib.loads(path.read_text("utf-8"))
    assert run_case(case).differences == ()
    assert f"**{case['cites']}.**" in (PROJECT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("regent", ["random", "steady"])
@pytest.mark.parametrize("seed", ["a", "ab", "abc", "other", "fourth"])
def test_whole_games_end_and_never_break_a_rule(harbours, seed, regent):
    events = []
    for done in play(harbours, seed, regent):
        assert harbours.faults(done.position) == []
        assert harbours.decode(harbours.encode(done.position), strict=True) == done.position
        assert harbours.decode_events(harbours.encode_events(done.events)) == done.events
        events = done.events
    assert isinstance(events[-1], Won)
    assert done.position.round <= 8


def test_no_view_holds_the_cargo_of_another_captain(harbours):
    wool, salt = loading(harbours, "wool"), loading(harbours, "salt")
    assert wool != salt
    for seat in ("red", ""):
        assert harbours.view(wool, seat) == harbours.view(salt, seat)
        assert b"wool" not in harbours.encode(harbours.view(wool, seat))
    assert harbours.view(wool, "red").seats["red"].cargo == "tea"
    assert harbours.view(wool, "blue").seats["blue"].cargo == "wool"


def test_a_default_is_told_to_its_captain_alone(harbours):
    start = harbours.new(("red", "blue"), {}, Stream(b"start")).position
    done = harbours.adjudicate(start, {}, Stream(b"load"))
    assert [(each.seat, each.text, each.to) for each in done.events] == [
        ("red", "load salt", ("red",)),
        ("blue", "load salt", ("blue",)),
    ]
    assert [each.text for each in harbours.defaults(start, "red", Orders())] == ["load salt"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("sail 2 from Alder to Brine", []),
        ("sail 2 from Alder to Brine\nsail 1 from Brine to Gull", []),
        ("sail 2 from Alder to Brine\nsail 2 from Brine to Corran", ["dice-decide"]),
        ("sail 3 from Alder to Brine", ["too-few-ships"]),
        ("sail 1 from Corran to Brine", ["too-few-ships"]),
        ("sail 1 from Alder to Gull", ["too-far"]),
        ("sail 1 from Aldr to Brine", ["unknown-name"]),
        ("sail 1 from Alder to Brine\n" * 3, ["too-few-ships"]),
        (
            "sail 2 from Alder to Drift\nsail 2 from Drift to Elver\nsail 2 from Elver to Gull",
            ["no-voyage-left"],
        ),
    ],
)
def test_orders_are_checked_one_after_another_as_they_would_be_carried_out(harbours, text, codes):
    assert findings(harbours, "red", text) == codes


def test_a_fight_is_offered_as_long_as_a_voyage_is_left(harbours):
    view = harbours.view(loading(harbours), "red")
    text = "sail 2 from Alder to Brine"
    for lines, offered in ((text, True), (f"{text}\nsail 1 from Brine to Gull", False)):
        after = read_orders(lines, harbours.language(view, "")).orders
        legal = set(map(str, harbours.legal_orders(view, "red", after)))
        assert ("sail 1 from Brine to Corran" in legal) == offered


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"provinces": {"Atlantis": {}}}, "the harbours are not those of the coast"),
        ({"provinces": {"Alder": {"ships": 2}}}, "Alder has 2 ships of nobody"),
        ({"provinces": {"Alder": {"owner": "red", "ships": 100000}}}, "Alder has 100000 ships"),
        ({"seats": {"red": {"cargo": "gold"}}}, "red has loaded gold"),
        ({"seats": {"red": {"coins": -1}}}, "red has -1 coins"),
        ({"seats": {"red": {"home": "Gull"}}}, "red is not at home in Gull"),
        ({"seats": {seat: {} for seat in "abcde"}}, "The position does not fit"),
        ({"seats": 7}, "seats and provinces must be tables"),
        ({"seats": {"red": 7}}, "does not fit"),
        ({"round": 9}, "there is no round 9"),
        ({"phase": "sleep"}, "no phase “sleep”"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(harbours, table, message):
    with pytest.raises(GameError, match=message):
        harbours.from_table(table, {})


def test_what_a_case_leaves_out_is_as_at_the_beginning(harbours):
    position = harbours.from_table({"provinces": {"Gull": {"owner": "blue", "ships": 1}}}, {})
    assert list(position.seats) == ["blue"]
    assert position.seats["blue"].coins == 3
    assert position.seats["blue"].home == "Alder"
    assert position.provinces["Brine"].owner == ""


def test_every_order_that_a_sheet_suggests_is_accepted(harbours):
    position = harbours.new(("red", "blue", "green"), {}, Stream(b"sheets")).position
    for seat in position.seats:
        view = harbours.view(position, seat)
        lines = harbours.sheet(view, seat)
        assert "# load <cargo>    for example: load salt" in lines
        suggested = [
            line[2:] for line in lines[1:] if line.startswith("# load") and "<" not in line
        ]
        assert len(suggested) == 1
        read = read_orders("\n".join(suggested), harbours.language(view, ""))
        assert not read.findings
        assert harbours.check(view, seat, read.orders) == []


def test_letters_tell_what_happened_and_keep_the_cargo(harbours):
    setting = Setting("gulls", "")
    *course, end = play(harbours, "letters", "steady")
    opening = reports.opening(harbours, harbours.view(course[0].position, ""), setting)
    assert "Goal: 12. How many coins end the game" in opening.text
    texts = []
    for before, after in pairwise([*course, end]):
        views = [harbours.view(each.position, "") for each in (before, after)]
        seen = events_for(after.events, "")
        text = reports.result(harbours, *views, None, seen, setting).text
        texts.append(text.partition("THE BOARD IN WORDS")[0])
    loading, sailing = texts[:2]
    assert not any(cargo in loading for cargo in ("salt", "wool", "tea"))
    assert "THE MARKET\n----------\nred sells salt in Brine for 4 coins." in sailing
    assert "has won. 1" in texts[-1]


def test_a_captain_reads_first_what_he_sold_and_fought_for(harbours):
    *course, end = play(harbours, "letters", "steady")
    told = {"Sold": 0, "Fought": 0}
    for before, after in pairwise([*course, end]):
        for seat in before.position.seats:
            views = [harbours.view(each.position, seat) for each in (before, after)]
            seen = events_for(after.events, seat)
            report = reports.result(harbours, *views, None, seen, Setting("gulls", seat))
            first = " ".join(report.text.partition("\n\n")[0].split())
            for event in seen:
                kind = type(event).__name__
                if kind == "Sold" and event.seat == seat:
                    assert f"You sold {event.cargo} in {event.harbour} for" in first
                    told[kind] += 1
                if kind == "Fought" and seat in (event.seat, event.defender):
                    ended = "lost" if event.loser == seat else "won"
                    assert f"You {ended} the fight in {event.target}." in first
                    told[kind] += 1
    assert all(told.values())


def test_the_map_shows_ships_cargoes_voyages_and_fights(harbours):
    position = harbours.from_table(
        {
            "phase": "sail",
            "provinces": {
                "Alder": {"owner": "red", "ships": 2},
                "Drift": {"owner": "red", "ships": 1},
                "Brine": {"owner": "blue", "ships": 1},
            },
        },
        {},
    )
    language = harbours.language(position, "")
    read = read_orders("sail 2 from Alder to Brine\nsail 1 from Drift to Elver", language)
    done = harbours.adjudicate(position, {"red": read.orders}, Stream(b"map"))
    picture = harbours.picture(harbours.view(done.position, ""), done.events)
    assert (picture.arrows[0].kind, picture.arrows[0].target) == ("attack", "Brine")
    assert [each.province for each in picture.clashes] == ["Brine"]
    assert picture.spots["Gull"].marks[0].shape == "tea"
    assert picture.spots["Elver"].counters[0].shape == "ship"
    assert draw_png(picture)[:4] == b"\x89PNG"


@pytest.mark.parametrize("project", [PROJECT, DIPLOMACY], ids=lambda path: path.name)
def test_it_imports_of_the_project_only_what_a_game_may(project):
    rooms = ("engine", "contract", "picture", "records", "sketch")
    allowed = {f"adjudicator.games.{room}" for room in rooms}
    allowed |= {f"adjudicator.{room}" for room in ("orders", "boards", "chance", "wording")}
    for path in project.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith("adjudicator") for name in names), path.name
            if isinstance(node, ast.ImportFrom) and node.module.startswith("adjudicator"):
                room = node.module.split(".")[: 3 if ".games." in node.module else 2]
                assert ".".join(room) in allowed, f"{path.name}: {node.module}"


def test_the_outline_beside_its_board_fits_it(harbours):
    board = load_board("harbours/coast")
    assert set(board.sets["homes"]) < set(board.provinces)
    assert read_outline(board) is not None


def test_the_engines_own_functions_are_enough_for_its_options(harbours):
    long = harbours.new(("red", "blue"), {"goal": 16}, Stream(b"long")).position
    assert long.options == {"goal": 16}
    rich = replace(long, seats={**long.seats, "red": replace(long.seats["red"], coins=15)})
    assert not harbours.phase(harbours.adjudicate(rich, {}, Stream(b"x")).position).over


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """An environment in which this project and the game are installed as packages; its folder.

    What both depend on is lent by the present environment; what builds them is not.
    """
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    where = ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run([python, *where], capture_output=True, text=True, check=True).stdout
    subprocess.run([*pip[:-1], "hatchling", "hatch-fancy-pypi-readme"], check=True)
    subprocess.run([*pip, "--no-build-isolation", TOP, PROJECT, DIPLOMACY], check=True)
    Path(packages.strip(), "lent.pth").write_text(sysconfig.get_path("purelib"))
    return folder


@pytest.fixture
def run(fresh):
    """Runs a command there and returns what it says."""

    def run(*words, code=0):
        command = [fresh / "env" / "bin" / "adjudicator", *words]
        done = subprocess.run(command, cwd=fresh, capture_output=True, text=True, timeout=120)
        assert done.returncode == code, done
        return done.stdout + done.stderr

    return run


@pytest.mark.system
def test_installed_from_its_package_it_is_played_by_mail_checked_drawn_and_verified(fresh, run):
    assert "harbours: Harbours, 2 to 4 players" in run("games")
    assert "### `sail <ships> from" in run("reference", "harbours")

    played = run("demo", "harbours", "--out", "demo")
    assert "Round 1: loading: 4 mails in, 8 letters out" in played
    assert "The game stands at: The game is over" in played
    letters = sorted(fresh.glob("demo/reports/*/*.txt"))
    texts = "\n".join(path.read_text("utf-8") for path in letters)
    assert "blue comes from Corran and meets red in Brine: 3, 5 against 2, 1. red" in texts
    assert "red has won. 13 coins are the most." in texts
    assert len(list(fresh.glob("demo/reports/*-result-public/map.png"))) == 6
    assert run("verify", "gulls", "--db", "demo/campaign.db").count("all is right") == 8

    seats = ("--seat", "red", "--seat", "blue")
    run("position", "new", "harbours", *seats, "--out", "start")
    (fresh / "slip.txt").write_text("load wool\nbuy 1 ship\nlaod tea\n")
    position = ("start/red/position.json",)
    found = run("check", "slip.txt", *position, code=1)
    assert (
        "line 3: error unknown-order: “laod” is not understood here. Did you mean “load”?" in found
    )
    assert "Try: load tea" in found
    assert "load tea" in run("legal-orders", "start/red/position.json", "load").splitlines()
    run("map", "start/red/position.json", "--out", "start.png")
    assert (fresh / "start.png").read_bytes()[:4] == b"\x89PNG"

    cases = next(fresh.glob("env/lib/*/site-packages/harbours/cases"))
    assert f"{len(CASES)} cases, 0 failed." in run("case", str(cases))


@pytest.mark.system
def test_diplomacy_installed_beside_it_has_its_board_its_words_and_its_cases(fresh, run):
    assert "diplomacy: Diplomacy, 2 to 10 players" in run("games")
    cases = next(fresh.glob("env/lib/*/site-packages/diplomacy_game/cases"))
    assert "270 cases, 0 failed." in run("case", str(cases))

    seats = ("--seat", "France", "--seat", "Germany")
    run("position", "new", "diplomacy", *seats, "--out", "spring")
    (fresh / "france.txt").write_text("A Par-Bur\nA Mar S A Par - Bur\nF Bre - Spain (sc)\n")
    position = ("spring/France/position.json",)
    found = run("check", "france.txt", *position, code=1)
    assert "line 3: error too-far: From Brest no fleet gets to Spain." in found
    (fresh / "france.txt").write_text("A Par-Bur\nA Mar S A Par - Bur\nF Bre - MAO\n")
    assert "A Marseilles S A Paris - Burgundy" in run("check", "france.txt", *position)
    run("map", "spring/France/position.json", "--out", "spring.png")
    assert (fresh / "spring.png").read_bytes()[:4] == b"\x89PNG"
