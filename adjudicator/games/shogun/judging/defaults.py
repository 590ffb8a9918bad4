"""The defaults of the basic game: what fills the gaps that a seat's orders leave."""

from collections.abc import Iterator

from adjudicator.games.contract import Default
from adjudicator.games.shogun.chapters.plans import FILLED, fillers, order_on, sift
from adjudicator.games.shogun.orders.orders import Bid, Claim, Groups, Prefer, RevoltOrder
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Orders

_FIRST_PLACES = "prefer place 1, place 2, place 3, place 4, place 5"


def defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders, as orders where it can be said so.

    Of these those that would be refused are left out first, for the expansions too.
    """
    sift(play, seat)
    match play.position.phase:
        case "draft":
            if not any(play.lines(seat, Claim)):
                yield Default("", "Provinces are claimed by tax plus rice, the best first.")
            if not any(play.lines(seat, Groups)):
                sizes = ", ".join(map(str, play.groups))
                yield Default(f"groups {sizes}", "The largest group goes to the first claim.")
        case "plan":
            laid = fillers(play, seat)
            yield from (Default(str(order), FILLED) for order in laid)
            if not any(play.lines(seat, Bid)) and not any(isinstance(each, Bid) for each in laid):
                yield Default("bid 0", "No bid is ordered.")
            if not any(play.lines(seat, Prefer)):
                yield Default(_FIRST_PLACES, "No preference is ordered.")
        case "carry out":
            for action, card in play.seat(seat).plan.items():
                if action.startswith("battle") and not play.line_on(seat, action):
                    yield Default(str(order_on(action, card)), "Without a target the armies stay.")
        case "winter":
            if play.provinces_of(seat) and not any(play.lines(seat, RevoltOrder)):
                yield Default("", "Revolts are fought in the order in which they are drawn.")
