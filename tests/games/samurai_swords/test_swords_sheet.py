"""The blank order sheet: all comments, and orders when the comment marks are taken away."""

import re

import pytest
from swords_games import IKUSA_GAME, SWORDS, made, played

from adjudicator.orders import read_orders

ORDER = re.compile(r"# {1,3}(?=[a-z])")


@pytest.mark.parametrize("game", [SWORDS, IKUSA_GAME], ids=lambda game: game.meta.name)
def test_a_sheet_orders_nothing_as_it_is(game):
    for phase in played(game.meta.name, phases=12):
        for seat in phase.before.seats:
            text = "\n".join(game.sheet(game.view(phase.before, seat), seat))
            understood = read_orders(text, game.language(phase.before, ""))
            assert len(understood.orders) == 0
            assert understood.findings == ()


@pytest.mark.parametrize("game", [SWORDS, IKUSA_GAME], ids=lambda game: game.meta.name)
def test_the_sheets_defaults_and_examples_are_orders_without_the_mark(game):
    phases = set()
    for phase in played(game.meta.name, phases=12):
        phases.add(phase.before.phase)
        for seat in game.phase(phase.before).must:
            lines = game.sheet(game.view(phase.before, seat), seat)
            begin = next(n for n, line in enumerate(lines) if line.startswith("# What you can"))
            told = [line for line in lines[begin + 1 :] if ORDER.match(line)]
            orders = [ORDER.sub("", line) for line in told if "<" not in line]
            assert orders
            understood = read_orders("\n".join(orders), game.language(phase.before, ""))
            assert [str(f) for f in understood.findings] == []
    assert {"deploy", "plan", "muster", "war"} <= phases


def test_the_sheet_lists_what_the_seat_has_and_nothing_that_others_hide():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Omi": {"owner": "pink", "spearman": 3, "building": "castle"},
            "Mino": {"owner": "gray", "spearman": 3},
        },
        "seats": {
            "pink": {"armies": {"2": {"at": "Omi", "bowman": 1}}, "hidden": {"Omi": {"army": 1}}},
            "gray": {"hidden": {"Mino": {"force": 2}}},
        },
    }
    position = made(table)
    sheet = "\n".join(SWORDS.sheet(SWORDS.view(position, "pink"), "pink"))
    assert "army 2 in Omi, level 1: daimyo, 1 bowman" in sheet
    assert "3 spearmen + 1 hidden ronin" in sheet
    assert "Mino (gray 3)" in sheet


def test_who_is_out_or_too_late_is_told_so():
    position = made({"seats": {"pink": {"out": True}, "gray": {}}, "turn_order": ["gray"]})
    assert SWORDS.sheet(position, "pink") == ["# Nothing is to be ordered."]


@pytest.mark.parametrize(
    ("game", "holder", "turn", "shown"),
    [
        (
            SWORDS,
            "pink",
            2,
            ["start of", "end of", "is declared", "enters", "attacks", "end of the round", "waits"],
        ),
        (IKUSA_GAME, "pink", 2, ["start of", "end of", "is declared", "enters", "waits"]),
        (SWORDS, "gray", 2, []),
        (SWORDS, "pink", 1, []),
    ],
)
def test_the_ninja_is_shown_to_who_can_send_him(game, holder, turn, shown):
    table = {
        "round": turn,
        "phase": "muster",
        "ninja": {"holder": holder},
        "seats": {
            "pink": {"armies": {"1": {"at": "Omi"}}},
            "gray": {"armies": {"1": {"at": "Ise"}}},
        },
        "provinces": {"Omi": {"owner": "pink"}, "Ise": {"owner": "gray"}},
    }
    position = game.from_table(table, {})
    lines = game.sheet(game.view(position, "pink"), "pink")
    end = next(n for n, line in enumerate(lines) if line.startswith("# Unless"))
    examples = [line for line in lines[:end] if "ninja" in line]
    assert len(examples) == len(shown)
    assert all(words in line for words, line in zip(shown, examples, strict=True))
