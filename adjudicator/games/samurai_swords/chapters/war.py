"""Action 7: a seat's war turn, phases A to D, and the policies that stand in all turns."""

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.games.engine import Outcome
from adjudicator.games.engine.lines import Deed, Rules, carry_out_all, fail, offer_unless
from adjudicator.games.samurai_swords.chapters import moves
from adjudicator.games.samurai_swords.chapters.attacks import conduct, declare_all
from adjudicator.games.samurai_swords.chapters.marches import MARCH_RULES, MOVE_ARMY_RULES
from adjudicator.games.samurai_swords.chapters.ninja import strike_at
from adjudicator.games.samurai_swords.edition import MOST_IN_FORCE, UNITS
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.orders.war_orders import STEP_ORDERS, STOPS
from adjudicator.games.samurai_swords.reasons import error, refuse
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.play import SwordsPlay, past_steps
from adjudicator.games.samurai_swords.table.position import Sacrifice, WarPhase, WarTurn
from adjudicator.orders import Order
from adjudicator.orders.language.units import ALL, Units


def begin_war(play: SwordsPlay) -> None:
    """Let the first seat wage war, if each war turn has phases of its own (option ``war``)."""
    if play.position.options["war"] != "together":
        play.change(active=play.position.turn_order[0])


def change_policies(play: SwordsPlay, seat: str) -> None:
    """Change a seat's policies and its ninja's mission; anyone can, in whosever turn."""
    carry_out_all(play, seat, play.open_lines(seat), play.rules.any_time)


def begin_turn(play: SwordsPlay, seat: str) -> None:
    """Begin a war turn in which nothing has happened yet, unless one is under way."""
    if play.position.turn is UNSET:
        began = {number: army.at for number, army in play.colour(seat).armies.items()}
        play.change(turn=WarTurn(seat=seat, began=began))


def march_armies(play: SwordsPlay, seat: str) -> None:
    """Phase A: move armies through friendly provinces."""
    if begin_phase(play, seat, "A"):
        moves.move_armies(play, seat, MARCH_RULES)
        end_phase(play, seat)


def declare_battles(play: SwordsPlay, seat: str) -> None:
    """Phase B: declare the first battle of every troop."""
    if begin_phase(play, seat, "B"):
        declare_all(play, seat)
        for battle in play.turn.engagements:
            strike_at(play, "declaration", target=battle.target)
        end_phase(play, seat)


def fight_battles(play: SwordsPlay, seat: str) -> None:
    """Phase C: fight the battles, one after another."""
    if begin_phase(play, seat, "C"):
        conduct(play, seat)


def final_movement(play: SwordsPlay, seat: str) -> None:
    """Phase D: move armies, then forces; empty provinces are conquered."""
    play.change_turn(moved={}, left_by={}, joined=())
    if begin_phase(play, seat, "D"):
        moves.move_armies(play, seat, MOVE_ARMY_RULES)
        moves.carry_out_in_any_order(play, seat, moves.MOVE_RULES)
        end_phase(play, seat)


def begin_phase(play: SwordsPlay, seat: str, letter: WarPhase) -> bool:
    """Begin a phase, as which the ninja may strike (E1); return whether it is played."""
    if not play.is_alive(seat):
        return False
    play.change_turn(letter=letter)
    strike_at(play, "start", turn=seat, phase=letter)
    return play.is_alive(seat)


def end_phase(play: SwordsPlay, seat: str) -> None:
    """End a phase, as which the ninja may strike too (M72)."""
    if play.is_alive(seat):
        strike_at(play, "end", turn=seat, phase=play.turn.letter)


_PAST = {"march": error("step-past.march"), "fight": error("step-past.fight")}


def refuse_past_lines(play: SwordsPlay, seat: str) -> None:
    """Refuse the lines for steps of this turn that are past (M68)."""
    for line in play.open_lines(seat):
        for step in past_steps(play):
            if isinstance(line.order, STEP_ORDERS[step]):
                play.keep(seat, fail(line, 0, _PAST[step]))


def answer_stops(play: SwordsPlay, seat: str) -> None:
    """Tell a seat that its lines on when to call off have counted."""
    for line in play.lines(seat, *STOPS):
        play.keep(seat, Outcome(line, "done"))
    offer_unless(play, seat, STOPS, lambda order: None)


def end_turn(play: SwordsPlay, seat: str) -> None:
    """End a war turn; if each has phases of its own, the next seat that is left wages war."""
    play.change(turn=UNSET)
    if play.position.active and play.fate is None:
        turns.pass_on(play)


def set_policy(play: SwordsPlay, seat: str, order: Order) -> Deed:
    """Replace the part of the seat's policy that the order is about.

    It is always allowed, but ronin cannot succeed a daimyo (M16).
    """
    if isinstance(order, orders.Successor) and order.unit == "ronin":
        refuse("ronin-successor")
    if isinstance(order, orders.Revenge) and order.hirer == seat:
        refuse("own-daimyo.revenge")
    if isinstance(order, orders.Recover) and (order.taken.every and order.taken.counts):
        fix = str(replace(order, taken=Units(every=True)))
        refuse("recover-units", fix)
    if isinstance(order, orders.Recover) and any(not unit for unit, _ in order.taken.counts):
        refuse("recover-units.kinds")
    yield
    policy = play.colour(seat).policy
    match order:
        case orders.Casualties(units, pool, ""):
            policy = replace(policy, casualties=_all_units(units), pool=pool)
        case orders.Casualties(units, pool, place):
            there = {**policy.casualties_in, place: Sacrifice(_all_units(units), pool)}
            policy = replace(policy, casualties_in=there)
        case orders.Revenge(armies, ""):
            policy = replace(policy, revenge=armies)
        case orders.Revenge(armies, hirer):
            policy = replace(policy, revenge_on={**policy.revenge_on, hirer: armies})
        case orders.Recover(places, taken):
            some = {unit: MOST_IN_FORCE if n == ALL else n for unit, n in taken.counts}
            policy = replace(policy, recover=places, recover_all=taken.every, recover_units=some)
        case orders.Successor(unit, ""):
            policy = replace(policy, successor=unit)
        case orders.Successor(unit, army):
            policy = replace(policy, successors={**policy.successors, army: unit})
    play.change_colour(seat, policy=policy)


def _all_units(first: tuple[str, ...]) -> tuple[str, ...]:
    """Return all units in the order in which they fall; those left out follow."""
    return first + tuple(unit for unit in UNITS if unit not in first)


def forget_battles(play: SwordsPlay) -> None:
    """Forget what was wanted for the battles of the round alone (M102)."""
    for seat in play.survivors():
        policy = play.colour(seat).policy
        if policy.casualties_in:
            play.change_colour(seat, policy=replace(policy, casualties_in={}))


POLICY_RULES: Rules = dict.fromkeys(
    (orders.Casualties, orders.Revenge, orders.Recover, orders.Successor), set_policy
)
