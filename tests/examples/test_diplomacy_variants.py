"""Variants of Diplomacy are board files: those that are shipped, and one of a stranger's own."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from powers import begin, carry_out, phases_of, read, units_of

from adjudicator import reports
from adjudicator.boards.check import check_board
from adjudicator.cli.main import cli
from adjudicator.games.contract import GameError, Won
from adjudicator.maps.drawing.scene import scene_of

BOARDS = Path(__file__).parents[2] / "examples" / "diplomacy" / "diplomacy_game" / "boards"
SHIPPED = sorted(path.stem for path in BOARDS.glob("*.toml"))
LAKE = """
format = 1
name = "lake"
title = "The Lake"
[values]
powers = "Reds, Blues"
first = "fall 7"
goal = 4
builds = "owned"
Reds = "4, Redmen, Red"
[sets]
centres = ["Ash", "Birch", "Cedar", "Dale", "Elm"]
Reds = ["Ash", "Birch"]
Blues = ["Cedar"]
closed = ["Moor"]
[provinces.Ash]
at = [1, 1]
values = { unit = "A" }
land = ["Birch", "Moor"]
coast = ["Dale"]
sea = ["Lake"]
[provinces.Birch]
at = [2, 1]
land = ["Ash", "Moor"]
[provinces.Moor]
at = [2, 2]
land = ["Ash", "Birch", "Cedar", "Elm"]
[provinces.Cedar]
at = [1, 3]
values = { unit = "F" }
land = ["Moor"]
coast = ["Dale"]
sea = ["Lake"]
[provinces.Dale]
at = [0, 2]
coast = ["Ash", "Cedar"]
sea = ["Lake"]
[provinces.Elm]
at = [3, 2]
values = { unit = "A", power = "Blues" }
land = ["Moor", "Fen"]
[provinces.Fen]
at = [3, 3]
land = ["Elm"]
[provinces.Lake]
at = [1, 2]
water = true
sea = ["Ash", "Cedar", "Dale"]
"""


def powers_of(name):
    """Return the powers of a board of the package, which it has or inherits."""
    said = tomllib.loads((BOARDS / f"{name}.toml").read_text("utf-8"))
    if "powers" in said.get("values", {}):
        return tuple(said["values"]["powers"].split(", "))
    return powers_of(said["extends"].rpartition("/")[2])


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_variant_is_an_option_and_played_to_its_end(diplomacy, name):
    [option] = [each for each in diplomacy.meta.options if each.name == "variant"]
    assert set(option.values) == set(SHIPPED)
    flaws = check_board(BOARDS / f"{name}.toml")
    assert all("crosses the border" in str(each) for each in flaws)  # four meet in a corner
    position = begin(diplomacy, powers_of(name), variant=name)
    last = position.round + 2
    position = replace(position, options={**position.options, "last-year": last})
    scene_of(diplomacy.picture(position, ()))
    for now, given, done in phases_of(diplomacy, position):
        assert diplomacy.faults(done.position) == []
        assert diplomacy.decode(diplomacy.encode(now), strict=True) == now
        for seat in given:
            for line in diplomacy.legal_orders(now, seat)[::25]:
                assert str(read(diplomacy, now, str(line), seat).orders) == f"{line}\n"
    assert isinstance(done.events[-1], Won)


def test_on_another_board_free_seats_are_called_like_its_powers(diplomacy, tmp_path):
    made = ["--open", "3", "--address", "judge@example.org", "--db", str(tmp_path / "c.db")]
    words = ["new", "diplomacy", "--name", "med", "--option", "variant=ancient-mediterranean"]
    done = CliRunner().invoke(cli, [*words, *made])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(cli, ["status", "med", "--db", str(tmp_path / "c.db")])
    assert re.search("Carthage .*Egypt .*Greece ", done.output, re.DOTALL), done.output
    assert diplomacy.meta.own_seats({}) == diplomacy.meta.seats


def test_each_board_on_the_page_about_variants_can_be_played(diplomacy):
    """One has all that a board needs, the others build on the standard one."""
    page = (BOARDS.parents[1] / "variants.md").read_text("utf-8")
    boards = re.findall(r"```toml\n(format.*?)```", page, re.DOTALL)
    assert len(boards) == 3
    for text in boards:
        said = tomllib.loads(text)
        powers = said.get("values", {}).get("powers")
        seats = powers.split(", ") if powers else diplomacy.meta.seats
        position = begin(diplomacy, tuple(seats), board=text)
        assert set(diplomacy.as_table(position)["units"]) == set(seats)
        assert diplomacy.legal_orders(position, seats[0])


def test_the_commands_on_the_page_about_variants_lead_to_a_game(diplomacy, tmp_path, monkeypatch):
    page = (BOARDS.parents[1] / "variants.md").read_text("utf-8")
    [block] = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    lines = block.replace("\\\n", " ").splitlines()
    commands = [shlex.split(line, comments=True) for line in lines]
    monkeypatch.chdir(tmp_path)
    [lake] = re.findall(r'```toml\n(format = 1\nname = "lake".*?)```', page, re.DOTALL)
    Path("lake.toml").write_text(lake, "utf-8")
    for _, *words in filter(None, commands):
        if words[0] != "demo":  # two years of letters
            done = CliRunner().invoke(cli, words)
            assert done.exit_code == 0, done.output
    assert Path("lake.png").exists()
    assert Path("try/position.json").exists()


def test_a_first_letter_shows_orders_of_ones_own_on_a_board_of_ones_own(diplomacy):
    position = begin(diplomacy, ("Reds", "Blues"), board=LAKE)
    view = diplomacy.view(position, "Reds")
    told = reports.reminder(diplomacy, view, reports.Setting("lake", "Reds")).text
    told = told.partition("such as\n")[2].partition("The attached")[0]
    read_again = read(diplomacy, view, told, "Reds")
    assert read_again.orders.lines
    assert not read_again.findings


def test_fleet_rome_takes_five_lines_beyond_its_names(diplomacy):
    lines = (BOARDS / "fleet-rome.toml").read_text("utf-8").splitlines()
    assert len([line for line in lines if line and not line.startswith("#")]) <= 7
    for variant in ("fleet-rome", "standard"):
        italy = units_of(diplomacy, begin(diplomacy, variant=variant))["Italy"]
        assert ("F Rome" in italy) == (variant == "fleet-rome")


def test_in_the_ancient_mediterranean_fleets_convoy_at_the_baleares_and_pass_the_nile(diplomacy):
    seats = ("Rome", "Carthage")
    position = begin(diplomacy, seats, variant="ancient-mediterranean")
    assert diplomacy.phase(position).title == "Spring 1: moves"
    table = {
        "units": {
            "Rome": ["F Ligurian Sea", "F Baleares", "A Saguntum", "A Corsica"],
            "Carthage": ["F Memphis", "A Sahara"],
        }
    }
    position = diplomacy.from_table(table, {"variant": "ancient-mediterranean"})
    legal = {str(line) for line in diplomacy.legal_orders(position, "Rome")}
    assert "F Baleares C A Saguntum - Etruria" in legal
    assert "A Saguntum - Baleares" not in legal
    assert not [line for line in legal if "Atlantic" in line]
    legal = {str(line) for line in diplomacy.legal_orders(position, "Carthage")}
    assert {"F Memphis - Thebes", "F Memphis - Alexandria"} <= legal
    text = "A Sag - Etr\nF Bal C A Sag - Etr\nF Lig C A Sag - Etr\nRoman A Cor H"
    after = carry_out(diplomacy, position, Rome=text).position
    assert "A Etruria" in units_of(diplomacy, after)["Rome"]
    # A sea may be called after a power; before a place, the power's name says whose the unit is.
    named = read(diplomacy, position, "Egyptian Sea H\nEgyptian Mem H").orders
    assert [str(line) for line in named] == ["Egyptian Sea H", "Memphis H"]


def test_in_a_duel_the_centres_of_others_are_nobodys(diplomacy):
    position = begin(diplomacy, ("France", "Austria"), variant="france-austria")
    table = diplomacy.as_table(position)
    assert set(table["units"]) == set(table["centres"]) == {"France", "Austria"}
    assert (position.round, position.options["goal"]) == (1901, 18)
    assert "disorder" not in diplomacy.standings(position).note
    with pytest.raises(GameError, match="France against Austria are powers: Austria, F"):
        begin(diplomacy, ("France", "Italy"), variant="france-austria")


def test_a_board_of_ones_own_says_powers_units_beginning_and_goal(diplomacy):
    position = begin(diplomacy, ("Reds", "Blues"), board=LAKE)
    assert diplomacy.phase(position).title == "Fall 7: moves"
    assert position.options["goal"] == 4
    table = diplomacy.as_table(position)
    assert table["units"] == {"Blues": ["F Cedar", "A Elm"], "Reds": ["A Ash"]}
    assert table["centres"] == {"Blues": ["Cedar"], "Reds": ["Ash", "Birch"]}
    assert diplomacy.faults(position) == []
    assert diplomacy.decode(diplomacy.encode(position)) == position
    picture = diplomacy.picture(position, ())
    assert {each.seat: each.colour for each in picture.parties} == {"Blues": 0, "Reds": 4}
    assert picture.title == "The Lake"
    scene_of(picture)


def test_powers_of_ones_own_are_known_by_their_words(diplomacy):
    board = LAKE.replace('Reds = "4', 'Blues = "Bluemen, Blu"\nReds = "4')
    position = begin(diplomacy, ("Reds", "Blues"), board=board)
    for text in (
        "A Ash S Blues A Cedar - Dale",
        "A Ash S Bluemen A Cedar - Dale",
        "Red A Ash S A Cedar - Dale",
        "REDS: A Ash S A Cedar (Blues) - Dale",
        "Reds:\nA Ash S A Cedar - Dale",
        "Fall 7:\nA Ash S A Cedar - Dale",
        "Orders for the Redmen, fall 07\nRedmen A Ash S A Cedar - Dale",
    ):
        understood = read(diplomacy, position, text, "Reds")
        assert str(understood.orders) == "A Ash S A Cedar - Dale\n", text
        assert not understood.findings
    understood = read(diplomacy, position, "French A Ash H", "Reds")
    assert len(understood.orders) == 0


def test_nobody_enters_what_is_closed_and_units_are_built_where_the_board_says(diplomacy):
    position = begin(diplomacy, ("Reds", "Blues"), board=LAKE)
    orders = read(diplomacy, position, "A Ash - Moor", "Reds").orders
    [finding] = diplomacy.check(position, "Reds", orders)
    assert finding.message == "Moor is closed: nobody may enter it."
    legal = [str(line) for line in diplomacy.legal_orders(position, "Reds")]
    assert not [line for line in legal if "Moor" in line]
    after = carry_out(diplomacy, position, Reds="A Ash - Dale").position
    assert after.phase == "winter"
    after = replace(after, units={k: u for k, u in after.units.items() if u.power == "Blues"})
    done = carry_out(diplomacy, after, Reds="build F Dale\nbuild A Birch").position
    assert units_of(diplomacy, done)["Reds"] == ["A Birch", "F Dale"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('powers = "Reds, Blues"', "", "values.powers: it is missing"),
        ('powers = "Reds, Blues"', 'powers = "Reds, Greens"', "Greens has no set of home centres"),
        ("centres = [", "others = [", "the supply centres are missing"),
        ('Blues = ["Cedar"]', 'Blues = ["Fen"]', "sets.Blues: Fen is no supply centre"),
        ('first = "fall 7"', 'first = "autumn"', "values.first: “autumn” is not such as"),
        ("goal = 4", "gaol = 4", "values.gaol: that is no key, nor a power"),
        ("goal = 4", "goal = 0", "values.goal: it is a number of supply centres"),
        ('builds = "owned"', 'builds = "x"', "values.builds: “x” is none of home, owned"),
        ('"4, Redmen, Red"', '"4, Blues"', "power 'Blues' means"),
        ('unit = "A", power', 'unit = "F", power', "provinces.Elm.values.unit: F Elm cannot be"),
        ("goal = 4", 'share-2 = "Reds+Greens"', "values.share-2: Greens is no power"),
        ("format = 1", "format = 99", "format"),
        ("at = [1, 1]", "at = 1", "provinces.Ash"),
        ("format = 1", f"format = 1{chr(10) * 60_000}", "at most 60,000 letters"),
    ],
)
def test_a_board_that_is_no_variant_is_refused_with_a_sentence(diplomacy, old, new, message):
    assert old in LAKE
    with pytest.raises(GameError, match=message):
        begin(diplomacy, ("Reds", "Blues"), board=LAKE.replace(old, new))


def test_no_code_knows_a_power_of_a_board_by_name():
    """Only what is said of the usual seats does."""
    said = tomllib.loads((BOARDS / "standard.toml").read_text("utf-8"))["values"]
    powers = said["powers"].split(", ")
    for path in BOARDS.parent.glob("*.py"):
        if path.stem != "meta":
            lines = [line for line in path.read_text("utf-8").splitlines() if '"""' not in line]
            code = [line.partition("#")[0] for line in lines if "“" not in line]
            for power in powers:
                assert not [line for line in code if f'"{power}' in line], path.name
