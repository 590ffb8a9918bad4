"""Pictures for tests: every province filled as full as a game fills it, and more; and what stands
where on them."""

import pytest

from adjudicator.boards import SHIPPED, load_board
from adjudicator.games.picture import Arrow, Clash, Counter, Mark, Panel, Party, Picture, Spot
from adjudicator.maps.drawing.ink import InkText
from adjudicator.maps.drawing.typeface import words_width

OUTLINED = tuple(name for name in SHIPPED if not load_board(name).extends)
"""The boards with an outline of their own; the others look as those that they build on."""
SEATS = ("Takeda", "Uesugi", "Oda", "Mōri", "Shimazu")
PARTIES = tuple(Party(seat, number, f"{number + 3} provinces") for number, seat in enumerate(SEATS))


def full(board: str, **more) -> Picture:
    """Army, force and castle in every province, owners in turn."""
    spots = {}
    for number, name in enumerate(load_board(board).provinces):
        seat = SEATS[number % 5]
        counters = (Counter("army", "15", seat, level=4), Counter("force", "15", seat))
        spots[name] = Spot(seat, counters, (Mark("castle"),))
    facts = {"title": "Full", "subtitle": "Round 3", "spots": spots, "parties": PARTIES}
    return Picture(board, **{**facts, **more})


def busy(board: str) -> Picture:
    """A picture with one of everything."""
    facts = load_board(board)
    names = list(facts.provinces)
    spots = {
        names[0]: Spot("", (Counter("force", "3"),), (Mark("fortress"), Mark("revolt", 2))),
        names[1]: Spot("Oda", (Counter("army", "9", "Oda", 2, down=True),), closed=True),
        names[2]: Spot("Mōri", (Counter("leader", "T", "Mōri"),), (Mark("statue"),)),
        names[3]: Spot("Uesugi", (Counter("cube", "12", "Uesugi"),), (Mark("temple"),)),
        names[4]: Spot("Takeda", (), (Mark("theatre"), Mark("castle", 3))),
    }
    (a, b), (c, d) = facts.land[0], facts.sea[0]
    return Picture(
        board,
        "Everything",
        "at once",
        spots,
        PARTIES,
        arrows=(Arrow("attack", a, b, "Oda"), Arrow("move", d, c, "Mōri")),
        clashes=(Clash(b, "Oda"),),
        panels=(Panel("Tower", (("Takeda", ((0, 3), (-1, 9))),)),),
        tint="region",
    )


def boards():
    return pytest.mark.parametrize("board", OUTLINED)


def word_box(words):
    wide = words_width(words.text, words.face, words.size, words.small)
    left = words.x - {"start": 0, "middle": wide / 2, "end": wide}[words.anchor]
    return left, words.y - words.size * 0.72, left + wide, words.y + words.size * 0.1


def names(scene):
    inks = (ink for group in scene.provinces for ink in group.inks)
    return [ink for ink in inks if isinstance(ink, InkText) and ink.face == "serif"]


def is_inside(ring, point):
    """Whether a point lies within a ring of points."""
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    across = [(a, b) for a, b in sides if (a[1] > point.imag) != (b[1] > point.imag)]
    rights = [
        a[0] + (point.imag - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > point.real for a, b in across
    ]
    return sum(rights) % 2 == 1
