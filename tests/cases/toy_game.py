"""A game of three provinces, small enough to see through: attacks are decided by one die each."""

from typing import Annotated

import msgspec

from adjudicator.games.contract import Event, GameError, Meta, Phase, Position, Resolution, Won
from adjudicator.orders import Finding, Language, Names, Order, Vocabulary
from adjudicator.orders.language.slots import Name, Number

NAMES = Vocabulary(Names("province", {"Buzen": (), "Nagato": (), "Iyo": ()}))


class Attack(Order, frozen=True):
    """Attack a province; a die of at most 6 out of 12 takes it."""

    syntax = "attack <target> [with <troop>]"
    target: Annotated[str, Name("province")]
    troop: Annotated[int, Number(1, 9)] = 1


class Province(msgspec.Struct, frozen=True, omit_defaults=True):
    owner: str = ""
    gunner: int = 0
    spearman: int = 0


class Seat(msgspec.Struct, frozen=True):
    koku: int = 0
    armies: dict[str, str] = {}


class ToyPosition(Position, frozen=True):
    provinces: dict[str, Province]
    seats: dict[str, Seat]
    seasons: tuple[str, ...] = ("war", "rest")


class Rolled(Event, frozen=True):
    seat: str
    target: str
    face: int


class Rested(Event, frozen=True):
    weather: str


class Toy:
    meta = Meta("toy", "Toy", (2, 2), ("pink", "gray"), ())

    def from_table(self, table, options):
        if "boom" in table:
            raise GameError("boom is no part of a position")
        seats = msgspec.convert(table.get("seats", {"pink": {}, "gray": {}}), dict[str, Seat])
        provinces = msgspec.convert(table.get("provinces", {}), dict[str, Province])
        return ToyPosition(
            game="toy",
            options=dict(options),
            provinces=provinces,
            seats=seats,
            round=msgspec.convert(table.get("round", 1), int),
        )

    def new(self, seats, options, chance):
        if len(seats) != 2:
            raise GameError("two players play")
        homes = chance.shuffle(("Nagato", "Buzen"), "homes")
        table = {"provinces": {home: {"owner": s} for home, s in zip(homes, seats, strict=True)}}
        return Resolution(self.from_table(table, options), ())

    def as_table(self, position):
        return position

    def phase(self, position):
        over = len({p.owner for p in position.provinces.values()}) == 1
        return Phase(
            f"{position.round} war", position.round, "war", "War", (), ("pink", "gray"), over
        )

    def language(self, position, name, seat=""):
        return Language("war", (Attack,), NAMES) if name in ("", "war") else None

    def view(self, position, seat):
        return msgspec.structs.replace(position, viewer=seat)

    def faulty_lines(self, view, seat, orders):
        found = self.check(view, seat, orders)
        return {each.line for each in found if each.severity == "error"}

    def check(self, view, seat, orders):
        assert view.viewer == seat
        return [
            Finding(line.number, "own-province", "error", str(line), "It is yours.")
            for line in orders
            if view.provinces.get(line.order.target, Province()).owner == seat
        ] + [
            Finding(line.number, "many", "warning", str(line), "So many may not come.")
            for line in orders
            if line.order.troop == 9
        ]

    def adjudicate(self, position, orders, chance):
        provinces = dict(position.provinces)
        events = []
        for seat in position.seats:
            for line in orders.get(seat, ()):
                [face] = chance.dice(1, 12, f"{seat} attacks {line.order.target}")
                events.append(Rolled(seat=seat, target=line.order.target, face=face))
                if face <= 6:
                    provinces[line.order.target] = Province(seat, line.order.troop)
        [weather] = chance.shuffle(("sun", "rain"), "weather")[:1]
        events.append(Rested(weather=weather))
        owners = {province.owner for province in provinces.values()}
        if len(owners) == 1:
            events.append(Won(seats=tuple(owners), why="holds everything"))
        after = msgspec.structs.replace(position, provinces=provinces, round=position.round + 1)
        return Resolution(after, tuple(events))


game = Toy()
