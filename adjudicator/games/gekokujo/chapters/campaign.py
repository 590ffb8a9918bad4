"""The campaign (§6): whose turn it is, and what each seat does in it, in either timing."""

from adjudicator.games.gekokujo.battles.war import fight_battles
from adjudicator.games.gekokujo.chapters.movement import move_units
from adjudicator.games.gekokujo.chapters.victory import check_victory
from adjudicator.games.gekokujo.orders.orders import Fight, Nanban
from adjudicator.games.gekokujo.table.control import settle, take_where_alone
from adjudicator.games.gekokujo.table.events import TurnBegan
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Orders, read_orders


def begin_campaign(play: GekokujoPlay) -> None:
    """Give the turn to the first in player order, if each has a phase of its own."""
    turns = play.position.options["campaign"] == "turns"
    play.change(active=play.in_order()[0] if turns else "")


def take_turns(play: GekokujoPlay) -> None:
    """Let each seat whose turn it is move and fight, with its check of victory (§6, G62)."""
    for seat in _seats_of_turn(play):
        if play.over:
            return
        if not play.house(seat).out:
            play.tell(TurnBegan(seat=seat, part="campaign"))
            move_units(play, seat)
            take_where_alone(play, seat)
            settle(play)
            if not play.over and not play.house(seat).out:
                fight_battles(play, seat)
            check_victory(play)


def move_all(play: GekokujoPlay) -> None:
    """Let each seat whose turn it is move; its orders for battles wait, if they came along."""
    for seat in _seats_of_turn(play):
        play.tell(TurnBegan(seat=seat, part="moves"))
        move_units(play, seat)
        if Fight in play.rules.orders["move"]:
            play.change_seat(seat, plan=str(Orders(tuple(play.lines(seat, Fight, Nanban)))))


def settle_moves(play: GekokujoPlay) -> None:
    """Judge control for all at once, when all have moved (G53)."""
    for seat in play.in_order():
        take_where_alone(play, seat)
    settle(play)


def fight_all(play: GekokujoPlay) -> None:
    """Let each seat in player order be active for its battles (G53)."""
    for seat in play.in_order():
        if play.over:
            return
        if not play.house(seat).out:
            _recall(play, seat)
            if play.contests_of(seat):
                play.tell(TurnBegan(seat=seat, part="battles"))
            fight_battles(play, seat)
    for seat in play.survivors():
        play.change_seat(seat, arrivals=(), plan="")
    check_victory(play)


def pass_turn(play: GekokujoPlay) -> None:
    """Give the turn to the next seat that is in the game; after the last nobody has it."""
    order, active = play.position.turn_order, play.position.active
    later = order[order.index(active) + 1 :] if active in order else ()
    play.change(active=next((seat for seat in later if not play.house(seat).out), ""))


def _seats_of_turn(play: GekokujoPlay) -> list[str]:
    active = play.position.active
    return [active] if active else play.in_order()


def _recall(play: GekokujoPlay, seat: str) -> None:
    """Take up the orders for battles that came with the moves."""
    language = play.language("move")
    plan = play.house(seat).plan
    if plan and language:
        play.orders[seat] = read_orders(plan, language).orders
