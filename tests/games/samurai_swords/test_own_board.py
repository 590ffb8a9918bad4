"""A board of one's own: the position carries it, and everything works from the position alone."""

import json
import time
from pathlib import Path

import pytest

from adjudicator.boards import load_board
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.games.samurai_swords.table import own_board as own
from adjudicator.maps import draw_svg
from adjudicator.orders import Orders, read_orders

GROVE = (Path(__file__).parents[2] / "boards" / "grove.toml").read_text()
SEATS = ("Oda", "Takeda", "Mori")


@pytest.fixture
def game():
    return registry.find("ikusa")  # the other edition has its boards from the same place


def begin(game, text=GROVE, seats=SEATS, **options):
    return game.new(seats, {"board": text, **options}, Stream(b"own board")).position


def changed(old, new, text=GROVE):
    assert old in text
    return text.replace(old, new)


@pytest.mark.system
@pytest.mark.parametrize(("name", "war"), [("samurai-swords", "turns"), ("ikusa", "together")])
def test_a_whole_game_is_played_and_saved_on_a_small_board(name, war):
    game = registry.find(name)
    position = play(game, begin(game, war=war), "random", 400)
    assert game.phase(position).over
    lands = [land.owner for land in position.provinces.values()]
    assert len(lands) == 18
    assert lands.count(position.winners[0]) >= 10


def play(game, position, regent, phases):
    player = game.regent(regent)
    for number in range(phases):
        phase = game.phase(position)
        if phase.over:
            break
        orders = {}
        for seat in phase.must:
            chance = Stream(f"{number} {seat}".encode())
            orders[seat] = player.orders(game.view(position, seat), seat, chance)
        made = game.adjudicate(position, orders, Stream(f"war {number}".encode()))
        position = game.decode(game.encode(made.position))
        assert position == made.position
        assert game.faults(position) == []
    return position


def test_a_view_is_all_that_is_needed_to_order_and_to_draw(game):
    view = game.decode(game.encode(game.view(begin(game), "Oda")))
    mine = [name for name, land in view.provinces.items() if land.owner == "Oda"]
    text = f"reinforce {', '.join(mine).lower()}\narmy 1 in {mine[0]}\narmy 2 in Hizen\n"
    read = read_orders(text, game.language(view, ""))
    assert [finding.code for finding in read.findings] == ["unknown-name"]
    assert game.check(view, "Oda", Orders(tuple(read.orders))) == []
    assert game.legal_orders(view, "Oda")
    drawn = draw_svg(game.picture(view, ()))
    assert all(name in drawn for name in view.provinces)
    shown = "\n".join(game.sheet(view, "Oda"))
    assert "Hizen" not in shown
    assert "reinforce <places>" in shown


def test_the_shipped_board_is_not_carried(game):
    assert "board" not in begin(game, "").options
    assert begin(game, "") == game.new(SEATS, {}, Stream(b"own board")).position


def test_more_than_half_of_the_provinces_win_or_what_the_board_says():
    assert own.provinces_to_win(load_board("ikusa")) == 35
    assert own.provinces_to_win(own.board({"board": GROVE})) == 10
    more = changed('"The Grove"\n', '"The Grove"\nvalues = { win = 14 }\n')
    assert own.provinces_to_win(own.board({"board": more})) == 14


@pytest.mark.parametrize("win", ["9", "19", "true", '"ten"', "[12]"])
def test_a_board_cannot_say_anything_else_of_victory(game, win):
    text = changed('"The Grove"\n', f'"The Grove"\nvalues = {{ win = {win} }}\n')
    with pytest.raises(GameError, match=r"a number from 10 to 18\.$"):
        begin(game, text)


def test_the_seats_must_have_six_provinces_and_no_more_than_their_spearmen_can_hold(game):
    with pytest.raises(GameError, match="For 4 seats a board has 24 to 99 provinces, not 18"):
        begin(game, seats=(*SEATS, "Shimazu"))
    names = [f"Place{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(75)]
    rows = ["format = 1", 'name = "row"', 'title = "A row"']
    for i, name in enumerate(names):
        near = [names[k] for k in (i - 1, i + 1) if 0 <= k < 75]
        rows += [f"[provinces.{name}]", f"at = [{i / 10}, {i % 7}]", f"land = {near}"]
    text = "\n".join(rows).replace("'", '"')
    with pytest.raises(GameError, match="For 3 seats a board has 18 to 74 provinces, not 75"):
        begin(game, text)
    assert len(begin(game, text, (*SEATS, "Shimazu")).provinces) == 75


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Elm", "Army", "“Army” means something"),
        ("Elm", '"Isle of Elms"', "“of” means something"),
        ("[provinces.Elm]", '[provinces.Elm]\naliases = ["a, b"]', "each of its words begins"),
        ("[provinces.Elm]", '[provinces.Elm]\nlabel = "<b>Elm</b> x"', "each of its words begins"),
        ("[provinces.Elm]", '[provinces.Elm]\naliases = ["then"]', "“then” means something"),
        ("[provinces.Elm]", '[provinces.Elm]\naliases = ["Fír"]', "also names"),
        ("[provinces.Elm]", f'[provinces.Elm]\naliases = ["{"e" * 41}"]', "at most 40 letters"),
    ],
)
def test_names_that_orders_could_not_use_are_refused(game, old, new, why):
    bare = new.strip('"') if old == "Elm" else ""
    text = GROVE.replace('"Elm"', f'"{bare}"').replace(".Elm]", f".{new}]") if bare else ""
    with pytest.raises(GameError, match=why) as refused:
        begin(game, text or changed(old, new))
    assert "\n" not in str(refused.value)


def test_labels_are_names_too(game):
    position = begin(game, changed("[provinces.Elm]", '[provinces.Elm]\nlabel = "Great Wood"'))
    read = read_orders("army 1 in great-wood", game.language(position, "deploy"))
    assert [str(line) for line in read.orders] == ["army 1 in Elm"]


def test_options_of_the_shipped_borders_are_refused(game):
    with pytest.raises(GameError, match="kawachi-tamba is about the shipped board"):
        begin(game, **{"kawachi-tamba": False})


HOSTILE = {
    "no TOML": "]",
    "a file's name": "/etc/hostname.toml",
    "a shipped board": "shogun-sun",
    "huge": GROVE + "#" * 60_000,
    "nested": "format = " + "[" * 20_000,
    "a control letter": GROVE + '\n[sets]\n"\\u001b[31m" = ["Nowhere"]\n',
    "not a number": GROVE.replace("at = [36.0, 136.0]", "at = [nan, inf]"),
    "surrogates": GROVE + '\n# \\ud800',
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_board_in_a_position_file_is_refused_in_a_sentence(game, kind):
    table = json.loads(game.encode(begin(game)))
    table["options"]["board"] = HOSTILE[kind]
    began = time.perf_counter()
    if kind == "surrogates":
        data = json.dumps(table).replace("\\\\ud800", "\\ud800").encode()
    else:
        data = json.dumps(table).encode()
    with pytest.raises(GameError) as refused:
        game.decode(data)
    assert time.perf_counter() - began < 3
    assert len(str(refused.value)) < 500
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("value", [5, True])
def test_a_board_that_is_no_text_is_refused(game, value):
    with pytest.raises(GameError, match="is one of the text of a board file, not"):
        game.new(SEATS, {"board": value}, Stream(b""))


def test_a_position_must_fit_its_board(game):
    table = json.loads(game.encode(begin(game)))
    table["options"]["board"] = changed("Elm", "Beech")
    with pytest.raises(GameError, match="does not list the provinces of the board"):
        game.decode(json.dumps(table).encode())


def test_a_deployment_needs_a_province_for_each_army(game):
    table = json.loads(game.encode(begin(game, "")))
    for number, land in enumerate(each for each in table["provinces"].values() if each):
        if land.get("owner") == "Oda" and number > 5:
            land["owner"] = "Takeda"
    with pytest.raises(GameError, match="Oda has fewer provinces than armies to place"):
        game.decode(json.dumps(table).encode())


def test_shogun_takes_no_board():
    with pytest.raises(GameError, match="There is no option “board”"):
        registry.find("shogun").new(SEATS, {"board": GROVE}, Stream(b""))
