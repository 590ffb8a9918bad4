"""Regents: they play a seat from what it may see."""

from typing import NamedTuple

from adjudicator.chance import Chance
from adjudicator.games.contract import GameError
from adjudicator.games.shogun.judging import judged
from adjudicator.games.shogun.orders import Laid
from adjudicator.games.shogun.position import ShogunPosition
from adjudicator.games.shogun.programme import scene_of
from adjudicator.games.shogun.steady import line
from adjudicator.orders import Line, Order, Orders, subject

_LAYS = 90  # per cent of the spaces on which the random regent lays a card, if it can


class Steady(NamedTuple):
    """Plays sensibly and without chance."""

    def orders(self, view: ShogunPosition, seat: str, chance: Chance) -> Orders:
        """Return what the modules think sensible, as far as it goes together."""
        scene = scene_of(view)
        lines = (each for steady in scene.rules.steady for each in steady(scene, seat))
        kept, _ = judged(scene, seat, Orders(tuple(lines)))
        return kept


class Random(NamedTuple):
    """Plays random legal orders."""

    def orders(self, view: ShogunPosition, seat: str, chance: Chance) -> Orders:
        """Return a random choice of legal orders, at most one for each thing to be ordered."""
        scene = scene_of(view)
        by_subject: dict[tuple[str, ...], list[Order]] = {}
        for offers in scene.rules.offers:
            for order in offers(scene, seat):
                about = ("laid", order.space) if isinstance(order, Laid) else subject(order)
                by_subject.setdefault(about, []).append(order)
        cards: set[str] = set()
        lines: list[Line] = []
        for about in chance.shuffle(list(by_subject), "regent"):
            free = [order for order in by_subject[about] if _card(order) not in cards]
            if free and chance.dice(1, 100, "regent")[0] <= _LAYS:
                order = free[chance.dice(1, len(free), "regent")[0] - 1]
                cards.update(filter(None, [_card(order)]))
                lines.append(line(order))
        kept, _ = judged(scene, seat, Orders(tuple(lines)))
        return kept


def regent(name: str) -> Steady | Random:
    """Return the regent of that name. Raises GameError."""
    if name == "steady":
        return Steady()
    if name == "random":
        return Random()
    raise GameError(f"There is no regent “{name[:40]}”: there are steady and random.")


def _card(order: Order) -> str:
    return order.card if isinstance(order, Laid) else ""
