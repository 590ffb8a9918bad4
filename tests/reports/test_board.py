"""The board in words says what the map shows to its reader."""

import msgspec
import pytest
from letters_written import result

from adjudicator.boards import load_board
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.picture import Counter, Mark, Panel, Party, Picture, Spot
from adjudicator.reports.board import describe_board

PICTURE = Picture(
    board="ikusa",
    title="",
    subtitle="",
    spots={
        "Kai": Spot("", (Counter("force", "3", "Oda", words="3 spearmen"),), (Mark("castle"),), False,
                    ("Oda",)),
        "Sado": Spot("Mori", (Counter("cube", "2", "Mori"), Counter("cube", "1", "Oda"))),
        "Hida": Spot("Mori", (), (Mark("castle", 0),)),
        "Tosa": Spot("Mori", (Counter("cube", "2", "Mori", words="2 armies"),), (Mark("castle"),)),
        "Awaji": Spot("Mori", (Counter("cube", "2", "Mori", words="2 armies"),), (Mark("castle"),)),
        "Oki": Spot("Mori", (), (Mark("castle"),)),
        "Izumo": Spot("Mori", (), (Mark("castle"),)),
        "Noto": Spot("Mori"),
        "Iga": Spot("", (Counter("force", "1", "Oda"), Counter("force", "2", "Mori")), (), False,
                    ("Oda", "Mori"), ("mountain",)),
        "Iki": Spot(closed=True),
        "Aki": Spot("", (), (Mark("revolt", 2),)),
    },
    parties=(Party("Mori", 1), Party("Oda", 0)),
    panels=(Panel("Tower", (("inside 5", ((0, 2), (-1, 3))), ("1. Oda", ((0, 1),)))),),
    called={"cube": "army"},
)  # fmt: skip


def test_what_is_ones_own_comes_first_with_its_neighbours():
    blocks = describe_board(PICTURE, ("Oda",))
    assert [(each.title, *each.rows) for each in blocks] == [
        (
            "Oda (you): 1 province",
            "Kai: 3 spearmen; castle. Next to Musashi, Sagami, Shinano and Suruga.",
        ),
        (
            "Mori: 7 provinces",
            "Awaji and Tosa, each: 2 armies; castle.",
            "Hida and Noto: empty.",
            "Izumo and Oki: castle each.",
            "Sado: army, 2; Oda: army, 1. By sea to Echigo and Noto.",
        ),
        (
            "Contested: 1 province",
            "Iga (mountain): Oda: force, 1; Mori: force, 2."
            " Next to Ise, Omi, Yamashiro and Yamato.",
        ),
        ("Held by nobody: 1 province", "Aki: 2 × revolt."),
        ("Out of the game: 1 province", "Iki."),
        ("Tower", "inside 5 (Oda 2, farmers 3)", "1. Oda"),
    ]


def test_of_some_provinces_nothing_else_is_told():
    (block,) = describe_board(PICTURE, ("Oda",), only={"Hida"})
    assert (block.title, *block.rows) == ("Mori: 1 province", "Hida: empty.")


def test_the_whole_board_says_what_is_next_to_every_province():
    blocks = describe_board(PICTURE, (), whole=True)
    rows = [row for each in blocks[:-1] for row in each.rows]
    assert all("Next to" in row or "By sea to" in row for row in rows if row != "Iki.")
    assert "Iki." in rows
    assert all(len(line) <= 72 for each in blocks for line in each.text.splitlines())


@pytest.mark.parametrize("name", registry.names())
def test_every_province_of_every_game_is_named_once(name):
    game = registry.find(name)
    seats = game.meta.seats[: max(2, game.meta.players[0])]
    position = game.new(seats, {}, Stream(b"board")).position
    view = game.view(position, seats[0])
    picture = game.picture(view, ())
    land = load_board(picture.board, picture.board_options)
    rows = [row for each in describe_board(picture, seats[:1], whole=True) for row in each.rows]
    for place, spot in picture.spots.items():
        named = [row for row in rows if row.startswith((f"{place}: ", f"{place} (", f"{place}."))]
        listed = [row for row in rows if row.endswith(".") and place in row.partition(": ")[0]]
        assert len(named) == 1 or len(listed) == 1, (place, named, listed)
        printed = {} if spot.closed else land.provinces[place].numbers
        assert all(f"{title} {number}" in [*named, *listed][0] for title, number in printed.items())


def test_a_report_has_it_below_the_rest_folded_where_it_can_be():
    assert "<details" in result().html
    assert "The board in words</summary>" in result().html
    assert "<li>Kai: empty. Next to Musashi, Sagami, Shinano and Suruga.</li>" in result().html


def test_a_seat_called_as_nobody_is_told_apart_from_nobody():
    name = "Held by nobody"
    spots = {"Kai": Spot(name, (Counter("cube", "1", name),)), "Hida": Spot(""), "Noto": Spot("")}
    picture = msgspec.structs.replace(PICTURE, spots=spots, parties=(Party(name, 0),), panels=())
    blocks = describe_board(picture, (name,))
    assert [each.title for each in blocks] == [
        "Held by nobody (you): 1 province",
        "Held by nobody: 2 provinces",
    ]
