"""Standard play for three to five: all provinces are dealt, and 35 of them win (Setup; M20)."""

from collections.abc import Iterator, Mapping

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords import fall, laps, orders, setup, turns, war
from adjudicator.games.samurai_swords.edition import REINFORCED
from adjudicator.games.samurai_swords.levy import border
from adjudicator.games.samurai_swords.own_board import provinces_to_win
from adjudicator.games.samurai_swords.play import SwordsModule, SwordsPlay
from adjudicator.orders import Branch, Line, Order


def is_standard(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options is set up and won as the rulebook's chapters say."""
    return not options["quick"]


def win_at_once(play: SwordsPlay) -> None:
    """End the game if a seat owns enough provinces, in the middle of a turn too (M20)."""
    if play.position.options["win"] == "at once":
        fall.win_with(play, provinces_to_win(play.board))


def _legal_deployment(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "deploy" and play.is_alive(seat):
        for place in play.provinces_of(seat):
            yield orders.Reinforce((place,))
            for number in play.colour(seat).armies:
                yield orders.PlaceArmy(number, (place,))


def _sensible_deployment(play: SwordsPlay, seat: str) -> Iterator[Line]:
    if play.position.phase == "deploy" and play.is_alive(seat):
        order = orders.Reinforce(tuple(border(play, seat)[:REINFORCED]))
        yield Line((Branch(order),))


STANDARD_PLAY = SwordsModule(
    name="standard play",
    played=is_standard,
    set_up=(setup.deal_provinces,),
    phases=(
        PhaseRule(
            name="swords",
            when=turns.is_first_round,
            steps=(setup.draw_setup_order, setup.give_koku),
        ),
        PhaseRule(
            name="deploy",
            title=turns.title("the first reinforcements"),
            about="Where the first spearmen and the armies go.",
            played=laps.is_together,
            when=turns.is_first_round,
            asks=turns.everybody,
            may=turns.everybody,
            steps=(
                turns.each_colour(war.change_policies),
                laps.all_laps(setup.DEPLOYMENT),
                setup.end_deployment,
            ),
        ),
    ),
    orders={"deploy": orders.DEPLOY},
    numbers={"level": 1},
    alone={"deploy": (war.change_policies, laps.all_laps_alone(setup.DEPLOYMENT))},
    legal_orders=(_legal_deployment,),
    steady=(_sensible_deployment,),
    victories=(win_at_once,),
)
"""Standard play as a module."""
