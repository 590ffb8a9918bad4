"""A game without rules: it has phases, views and words, which is all that reports see of one."""

import json

import msgspec

from adjudicator.games.contract import Column, Default, Meta, Option, Phase, Table
from adjudicator.games.picture import Party, Picture, Spot
from adjudicator.games.samurai_swords.table.position import (
    Colour,
    SwordsPosition,
    SwordsProvince,
    SwordsSeat,
)
from adjudicator.orders import Branch, Line, Order, Orders

TITLES = {
    "deploy": "Deployment",
    "plan": "Plans",
    "spy": "The ninja spies",
    "muster": "Muster",
    "war": "Oda wages war",
    "over": "The end",
}


class Written(Order, frozen=True):
    """An order that is only its text."""

    text: str

    def __str__(self) -> str:
        return self.text


def orders(*texts):
    """Make orders of lines; ``a | b`` is a line with an alternative."""
    lines = [
        Line(tuple(Branch(Written(each)) for each in text.split(" | ")), number)
        for number, text in enumerate(texts, 1)
    ]
    return Orders(tuple(lines))


class Toy:
    """Plays nothing, but answers everything that a report asks."""

    meta = Meta(
        name="ikusa",
        title="Ikusa",
        players=(3, 5),
        seats=("Oda", "Takeda", "Uesugi"),
        options=(
            Option("war", "turns", ("turns", "together"), "whether war is waged turn by turn"),
            Option("win", "at once", ("at once", "round"), "when a game can be won"),
        ),
    )

    def phase(self, view):
        over = view.phase == "over"
        must = () if over else (view.active,) if view.active else tuple(view.seats)
        title = f"{view.active} wages war" if view.active else TITLES[view.phase]
        key = f"{view.round} {view.phase} {view.active}".strip()
        return Phase(key, view.round, view.phase, title, must, must, over)

    def language(self, view, name, seat=""):
        return None

    def defaults(self, view, seat, orders):
        return [
            Default("casualties ronin, spearman, gunner, swordsman, bowman", "the usual order"),
            Default("", "Nothing moves and nothing is attacked."),
        ]

    def standings(self, view):
        columns = (Column("Seat", False), Column("Provinces"), Column("Koku"), Column("Armies"))
        rows = tuple(
            (
                seat,
                str(sum(p.owner == seat for p in view.provinces.values())),
                "7",
                str(len(of.armies)),
            )
            for seat, of in view.colours.items()
        )
        return Table("Standings", columns, rows, "35 provinces win.")

    def picture(self, view, events):
        return Picture(
            board="ikusa",
            title="",
            subtitle="",
            spots={name: Spot(owner=of.owner) for name, of in view.provinces.items()},
            parties=tuple(Party(seat, at) for at, seat in enumerate(view.seats)),
        )

    def sketch(self, view, seat, orders):
        return []

    def sheet(self, view, seat):
        return ["# march army 1 to PLACE", "# attack PLACE from PLACE"]

    def encode(self, position):
        return json.dumps(msgspec.to_builtins(position)).encode()


def position(
    seats=("Oda", "Takeda", "Uesugi"), owners=None, phase="war", active="Oda", round=2, viewer=None
):
    owners = {"Shinano": seats[0], "Kai": seats[1], "Awa-Boso": seats[-1]} | (owners or {})
    return SwordsPosition(
        game="ikusa",
        options={"war": "turns", "win": "at once"},
        round=round,
        phase=phase,
        active=active,
        viewer=viewer,
        seats={seat: SwordsSeat((seat,)) for seat in seats},
        colours={seat: Colour(koku=7) for seat in seats},
        provinces={
            name: SwordsProvince(owner=owner, spearman=1 if owner else 0)
            for name, owner in owners.items()
        },
    )
