"""What can be known of the game without its rules. Of the board it reads the doubtful borders."""

from collections.abc import Mapping
from typing import Any

from adjudicator.boards import load_board
from adjudicator.games.contract import Meta, NamedDraw, Option, Value
from adjudicator.games.samurai_swords.edition import BOARD, SAMURAI_SWORDS, Edition
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.wording import Reason


def is_quick(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options is quick play."""
    return options.get("play") == "quick"


def why_not_together(options: Mapping[str, Value]) -> Reason | None:
    """Say why options do not go together (M64)."""
    if is_quick(options) and options["win"] == "end of round":
        return reason("quick-play-wins")
    return None


_BORDERS = load_board(BOARD).border_options


DRAWS = (
    NamedDraw(
        "deal", about="the province cards as they are dealt, an equal share to a seat (Setup 4)"
    ),
    NamedDraw("setup order", about="the order in which the colours deploy (Setup 6)"),
    NamedDraw("victory", about="who wins of those who are equal in quick play (M62)"),
    NamedDraw("parting order", about="who of two players parts the hand first, in turn (M45)"),
    NamedDraw(
        "turn_order_tie", about="who of those with equal bids for the turn order comes first"
    ),
    NamedDraw("turn_order", about="the order of the colours that chose no place in it"),
    NamedDraw("ninja", about="the die of an assassination", dice=True),
    NamedDraw("revenge", about="the die of the victim's revenge, if it failed", dice=True),
    NamedDraw(
        "<province> attacks <province>", about="the dice of a battle, step by step", dice=True
    ),
)
"""All that is drawn in either edition."""


RULINGS_BEFORE = {"successors": "with the plans"}
"""Options by which a game that began before there were any goes on as it began."""


def _keep_rulings(position: dict[str, Any]) -> dict[str, Any]:
    """Give a position the options that there were none of when its game began."""
    return {**position, "options": {**RULINGS_BEFORE, **position["options"]}}


def make_meta(edition: Edition) -> Meta:
    """Return what can be known of an edition."""
    return Meta(
        name=edition.name,
        title=edition.title,
        players=(2, 5),
        seats=("Oda", "Takeda", "Uesugi", "Mori", "Shimazu"),
        options=(
            Option(
                "win",
                "at once",
                ("at once", "end of round"),
                "When provinces win: 35 at once, or in a longer game at the end of a round (M20); "
                "50 of two seats at the end of a round, always (M53).",
                unless="play",
            ),
            Option(
                "play",
                "standard",
                ("standard", "quick"),
                "Standard play, or quick: provinces are claimed, daimyos begin at level 2, and the "
                "first elimination or 40, 35 or 30 provinces (3, 4 or 5 seats) end it (M62).",
            ),
            Option(
                "war",
                "turns",
                ("turns", "together", "steps"),
                "Whether each war turn is a phase of its own, or all write at once, or each takes "
                "three mails: march, fight, final moves (M67).",
            ),
            Option(
                "deploy",
                "together",
                ("together", "in turn"),
                "Whether all place their first reinforcements at once, from lists, or one thing "
                "after another in turn (M75).",
            ),
            Option(
                "successors",
                "before the plans",
                ("before the plans", "with the plans"),
                "When assassinated daimyos get successors: as the round begins, by what was "
                "ordered until then, or when the plans are there, which may name them (M16).",
            ),
            Option(
                "colours",
                "",
                ("",),
                "With two seats, the names of their second colours, such as Uesugi, Mori (M44).",
                form=r"[^,\n]{1,40},[^,\n]{1,40}",
            ),
            *(
                Option(
                    name,
                    border.default,
                    (True, False),
                    f"Whether {name.title()} is a border: {border.why}.",
                    unless="board",
                )
                for name, border in _BORDERS.items()
            ),
            Option(
                "board",
                "",
                (),
                "A board of your own. More than half of its provinces win, or as many as it says, "
                "instead of 35 (M81).",
                board=True,
            ),
        ),
        rules=3,  # 2 let “move up to” leave a unit with as many hidden ronin
        draws=DRAWS,
        votes=("draw", "concession"),
        upgrades=(_keep_rulings,),
    )


def border_options(options: Mapping[str, Value]) -> dict[str, bool]:
    """Return the board's part of a game's options."""
    return {name: bool(value) for name, value in options.items() if name in _BORDERS}


def switched_borders(options: Mapping[str, Value]) -> list[str]:
    """Return the options about borders of the shipped board that are not at their default."""
    given = border_options(options).items()
    return [name for name, value in given if value != _BORDERS[name].default]


META = make_meta(SAMURAI_SWORDS)
