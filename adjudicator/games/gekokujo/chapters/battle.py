"""A battle as it goes on: its sides, whom each can hit, and whom it hits first."""

from typing import TypeVar

from adjudicator.games.gekokujo.orders.orders import Hit, HitsOn, Ronin
from adjudicator.games.gekokujo.orders.policies import policy
from adjudicator.games.gekokujo.printed import BUSHI, BUSHI_KINDS, HIT_FIRST, RONIN
from adjudicator.games.gekokujo.table.events import Modifier, Side, Volley
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_units
from adjudicator.orders import Order

K = TypeVar("K", bound=Order)


class Party:
    """A seat in a battle."""

    def __init__(self, seat: str, attacks: bool, units: dict[str, int]):
        self.seat = seat
        self.attacks = attacks
        """Whether it is the active seat."""
        self.start = dict(units)
        self.units = units
        """Its units that are left, ronin among them."""
        self.hired = self.paid = 0
        """The ronin that it hired, and its koku for them."""
        self.traded = False
        self.spared: dict[str, int] = {}
        """Bushi that a ninja keeps out of this battle."""
        self.modifiers: list[Modifier] = []

    @property
    def stands(self) -> bool:
        """Whether it has a unit left."""
        return any(self.units.values())

    @property
    def survivors(self) -> dict[str, int]:
        """Its units that stay on the board."""
        left = {kind: n for kind, n in self.units.items() if n and kind != RONIN}
        return left | {kind: left.get(kind, 0) + n for kind, n in self.spared.items()}

    def side(self) -> Side:
        """Return what is told of it when the battle is over."""
        return Side(
            self.seat,
            self.attacks,
            self.start,
            self.hired,
            self.paid,
            self.traded,
            tuple(self.modifiers),
            self.survivors,
            self.units.get(RONIN, 0),
        )


class Battle:
    """A battle in a province, the active seat first and the others in player order (G44)."""

    def __init__(self, play: GekokujoPlay, place: str, active: str):
        self.place = place
        self.active = active
        self.former = play.owner(place)
        units = play.land(place).units
        order = [seat for seat in play.order_from(active) if seat in units]
        self.parties = {
            seat: Party(seat, seat == active, dict(units[seat]))
            for seat in order
            if any(not play.are_allies(seat, other) for other in order)
        }
        self.volleys: list[Volley] = []
        provinces = {seat: len(play.provinces_of(seat)) for seat in play.survivors()}
        self.leaders = [s for s in provinces if provinces[s] == max(provinces.values())]
        """The seats with the most provinces as it begins."""
        self.lords = {seat: play.daimyos(seat) for seat in self.parties}
        """The daimyos that each had on the board as it began."""
        self.fellers: dict[str, list[str]] = {seat: [] for seat in self.parties}
        """Whose hits felled daimyos of each seat."""
        self.breach = ""
        """Why the bonus of the castle does not count; ``""``: it does."""
        self.ronin = self._policies(play, Ronin)
        """What each wants in ronin; all policies are judged as the battle begins."""
        self._hits_on = self._policies(play, HitsOn)
        self._hit = self._policies(play, Hit)

    def _policies(self, play: GekokujoPlay, kind: type[K]) -> dict[str, K | None]:
        roles = {seat: "attacking" if seat == self.active else "defending" for seat in self.parties}
        return {seat: policy(play, seat, kind, self.place, role) for seat, role in roles.items()}

    def enemies(self, play: GekokujoPlay, seat: str) -> list[str]:
        """Return the seats that a seat can hit, in the order of the battle, if they stand."""
        return [
            other
            for other, party in self.parties.items()
            if party.stands and not play.are_allies(seat, other)
        ]

    def targets(self, play: GekokujoPlay, seat: str) -> list[str]:
        """Return the seats that a seat can hit, whom it hits first in front (G46)."""
        able = self.enemies(play, seat)
        if seat == self.active:
            able.sort(key=lambda other: -number_of_units(self.parties[other].units))
        wish = self._hits_on[seat]
        named = [play.find_seat(name) for name in wish.seats] if wish else []
        return list(dict.fromkeys([*(each for each in named if each in able), *able]))

    def kinds_first(self, seat: str) -> list[str]:
        """Return all kinds of units, those that a seat's hits strike first in front."""
        wish = self._hit[seat]
        bushi = [kind for kind in HIT_FIRST if kind in BUSHI_KINDS]
        wished = wish.kinds if wish else ()
        named = [each for kind in wished for each in (bushi if kind == BUSHI else [kind])]
        return list(dict.fromkeys([*named, *HIT_FIRST]))

    def feller(self, seat: str) -> str:
        """Return the seat whose hit felled the last daimyo of a seat (G55)."""
        able = self.fellers[seat]
        return next(each for each in self.parties if each in able)
