"""A map with one of everything, as text: each piece, arrow, box and word of it, and where it lies."""

from itertools import product
from typing import Literal

from maps.pictures import OUTLINED, SEATS, busy
from msgspec.structs import replace

from adjudicator.boards import load_board
from adjudicator.games.picture import Arrow, Badge, Clash, Counter, Mark, Panel, Picture, Spot
from adjudicator.maps import draw_svg

KINDS: tuple[Literal["move", "attack", "support", "convoy"], ...] = (
    "move",
    "attack",
    "support",
    "convoy",
)
HOW: tuple[dict[str, bool], ...] = ({}, {"doubtful": True}, {"default": True}, {"failed": True})
LAND = "<path id="
"""How the outline of a province begins, which is a board's and no picture's."""


def write_down() -> str:
    """Return a drawing as lines, an element each."""
    lines = draw_svg(_everything()).replace("><", ">\n<").splitlines()
    return "".join(f"{line}\n" for line in lines if not line.startswith(LAND))


def _everything() -> Picture:
    picture = busy(OUTLINED[0])
    board = load_board(picture.board)
    names = list(board.provinces)
    free = iter(names[5:])
    heap = tuple(Counter("cube", str(count), SEATS[count % 5]) for count in range(1, 15))
    spots = {
        **picture.spots,
        next(free): Spot("Oda", (Counter("army", "4", "Oda", 3, name="7"),), signs=("coast",)),
        next(free): Spot("", heap[:2], contested=SEATS[:2], signs=("mountain", "coast", "rice")),
        next(free): Spot("Mōri", heap, (Mark("castle", 2, "Mōri"), Mark("pagoda"))),
    }
    borders = iter(board.land[3:])
    arrows = [
        Arrow(kind, *next(borders), SEATS[number % 5], text="1" * (number % 3), **how)
        for number, (kind, how) in enumerate(product(KINDS, HOW))
    ]
    here, there = next(borders)
    helper = next(name for name in board.neighbours[here] if name != there)
    arrows += [
        Arrow("move", here, there, "Oda"),
        Arrow("support", helper, there, "Oda", helped=here),
    ]
    at = iter(names[-4:])
    badges = (
        *[Badge(names[-1], "army", "+2", "Oda")] * 2,
        Badge(names[-2], "army", "+1", "Oda"),
        Badge(names[-2], "army", "all", "Oda"),
        Badge(next(at), "castle", seat="Mōri", doubtful=True),
        Badge(next(at), "rice", "5", default=True),
    )
    panel = Panel("Events", (("Rain", ()), ("Takeda and farmers", ((0, 1), (-1, 2)))))
    return replace(
        picture,
        spots=spots,
        arrows=(*picture.arrows, *arrows),
        badges=badges,
        clashes=(*picture.clashes, Clash(names[8])),
        panels=(*picture.panels, panel),
        called={"rice": "rice field", "closed": "not in this game"},
        tint="owner",
    )
