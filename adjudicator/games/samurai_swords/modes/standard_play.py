"""Standard play for three to five: all provinces are dealt, and 35 of them win (Setup; M20)."""

from collections.abc import Iterator, Mapping

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords.chapters import fall, setup, war, yearend
from adjudicator.games.samurai_swords.chapters.laps import (
    Laps,
    at_once,
    in_turn,
    is_in_turn,
    number,
    play_alone,
)
from adjudicator.games.samurai_swords.chapters.levy import border
from adjudicator.games.samurai_swords.edition import REINFORCED
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.own_board import provinces_to_win
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.words import number_of


def is_standard(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options is set up and won as the rulebook's chapters say."""
    return not is_quick(options)


def win_at_once(play: SwordsPlay) -> None:
    """End the game if a seat owns enough provinces, in the middle of a turn too (M20)."""
    if play.position.options["win"] == "at once":
        fall.win_with_provinces(play)


def _legal_deployment(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "deploy" and turns.can_act(play, seat):
        waiting = [n for n, army in play.colour(seat).armies.items() if not army.at]
        markers_only = is_in_turn(play.position.options) and number(play) > REINFORCED
        for place in play.provinces_of(seat):
            if play.province(place).spearman <= 1 and not markers_only:
                yield orders.Reinforce((place,))
            if play.army_in(place) is None:
                yield from (orders.PlaceArmy(army, (place,)) for army in waiting)


def _sensible_deployment(play: SwordsPlay, seat: str) -> Iterator[Line]:
    if play.position.phase == "deploy" and turns.can_act(play, seat):
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
    ),
    orders={"deploy": orders.DEPLOY},
    alone={"deploy": (war.change_policies, play_alone(setup.DEPLOYMENT))},
    numbers={"level": 1},
    legal_orders=(_legal_deployment,),
    steady=(_sensible_deployment,),
    to_win=(lambda play: provinces_to_win(play.board),),
    victories=(win_at_once,),
)
"""Standard play as a module."""

STANDARD_TOGETHER = SwordsModule(
    name="standard play together",
    played=lambda options: is_standard(options) and not is_in_turn(options),
    phases=(at_once(setup.DEPLOYMENT),),
)
"""Its first reinforcements from the lists of all, as a module."""

STANDARD_IN_TURN = SwordsModule(
    name="standard play in turn",
    played=lambda options: is_standard(options) and is_in_turn(options),
    part=Laps,
    phases=(in_turn(setup.DEPLOYMENT),),
)
"""Its first reinforcements lap by lap (M75), as a module."""


def judge_round(play: SwordsPlay) -> None:
    """End the game after all nine actions if a seat owns enough provinces (M65)."""
    fall.win_with_provinces(play, " at the end of the round")


def foretell_victory(play: SwordsPlay) -> Iterator[str]:
    """Say who wins if nothing changes until the end of the round (M65)."""
    for seat in play.survivors():
        count = len(play.provinces_of(seat))
        if count >= play.to_win and not play.over:
            owned = number_of(count, "province")
            wins = f"wins with {play.to_win} or more at the end of this round"
            yield f"{seat} owns {owned} and {wins}."


LONGER_GAME = SwordsModule(
    name="longer game",
    played=lambda options: options["win"] == "end of round" and not options.get("two players"),
    steps_after={yearend.collect_koku: (judge_round,)},
    notes=(foretell_victory,),
)
"""The longer game as a module."""
