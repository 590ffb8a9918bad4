"""The random regent: legal orders without a plan, which find what a thinking player would not."""

from collections.abc import Iterator

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Branch, Line, Order

MOST = 30


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield a random choice among the legal orders; in war what could follow them too."""
    if play.is_alive(seat):
        yield from (Line((Branch(order),)) for order in _random(play, seat, chance))


def _random(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Order]:
    each = (order for find in play.rules.legal_orders for order in find(play, seat))
    legal = list(dict.fromkeys(each))
    found = chance.shuffle(legal, "random orders")[:MOST]
    if play.position.phase not in ("war", "fight"):
        yield from found
        return
    yield from sorted(
        found, key=lambda order: not isinstance(order, war_orders.March | war_orders.Attack)
    )
    for number, army in play.colour(seat).armies.items():
        for place in play.neighbours(army.at):
            if army.level > 1 and play.are_foes(seat, play.owner(place)):
                yield war_orders.Advance(number, place)
    yield orders.Casualties(tuple(chance.shuffle(edition.UNITS, "random casualties")))
