"""Standard play for three to five: how it is set up, and how it is won (Setup; M20, M65)."""

from collections.abc import Iterator

from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords.chapters import fall, laps, muster, plan, setup
from adjudicator.games.samurai_swords.edition import REINFORCED
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.own_board import provinces_to_win
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay
from adjudicator.orders import Order


def win_at_once(play: SwordsPlay) -> None:
    """End the game if a seat owns enough provinces, in the middle of a turn too (M20)."""
    if play.position.options["win"] == "at once":
        fall.win_with_provinces(play)


def _legal_deployment(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "deploy" and play.can_act(seat):
        waiting = [n for n, army in play.colour(seat).armies.items() if not army.at]
        markers_only = laps.is_in_turn(play.position.options) and laps.number(play) > REINFORCED
        for place in play.provinces_of(seat):
            if play.province(place).spearman <= 1 and not markers_only:
                yield orders.Reinforce((place,))
            if play.army_in(place) is None:
                yield from (orders.PlaceArmy(army, (place,)) for army in waiting)


def _sensible_deployment(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "deploy" and play.can_act(seat):
        yield orders.Reinforce(tuple(muster.border(play, seat)[:REINFORCED]))


STANDARD_PLAY = SwordsModule(
    name="standard play",
    played=lambda options: not is_quick(options),
    set_up=(setup.deal_provinces,),
    phases=(
        PhaseRule(
            name="swords",
            when=turns.is_first_round,
            steps=(setup.draw_setup_order, setup.give_koku),
        ),
        *laps.phases_of(setup.DEPLOYMENT),
    ),
    orders={"deploy": (orders.Reinforce, orders.PlaceArmy, *orders.POLICIES)},
    alone=laps.alone(setup.DEPLOYMENT),
    numbers={"level": 1},
    legal_orders=(_legal_deployment,),
    steady=(_sensible_deployment,),
    to_win=(lambda play: provinces_to_win(play.board),),
    victories=(win_at_once,),
)
"""Standard play as a module."""

IN_TURN = SwordsModule(name="in turn", played=laps.is_in_turn, part=laps.Laps)
"""A setup lap by lap (M75), as a module."""

LONGER_GAME = SwordsModule(
    name="longer game",
    played=lambda options: options["win"] == "end of round",
    steps_after={plan.collect_koku: (fall.judge_round,)},
    notes=(fall.foretell_victory,),
)
"""The longer game as a module: provinces are counted after all nine actions (M53, M65)."""
