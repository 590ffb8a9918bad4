"""What an action costs and brings, and whether it can be carried out as things stand.

Checker and run ask the same questions. Those that begin with ``why`` give the reason why not, or
None; its message is in lower case and without a full stop, for it stands within sentences.
"""

from collections.abc import Callable, Collection, Mapping

from adjudicator.games.engine import Problem
from adjudicator.games.shogun.cards import ACTIONS, BUILDINGS, DEPLOYMENTS
from adjudicator.games.shogun.orders.orders import Battle, Moving
from adjudicator.games.shogun.reasons import error, reword, warning
from adjudicator.games.shogun.table.events import AccountStep
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Amount

PRINTED = "card"
NO_TARGET = warning("no-target")


def sentence(why: Problem, words: str = "sentence") -> Problem:
    """Make a sentence of a reason, by itself or within other words."""
    return reword(why, words)


def account(
    play: ShogunPlay, seat: str, action: str, province: str, without: Collection[str] = ()
) -> list[AccountStep]:
    """Return the chests that a building costs in a province, or the chests, rice or armies that
    another action brings there: as printed, and after each step that changes it.

    The event is applied before the special card (rulebook, special cards), modules after both. The
    causes ``without`` which it is to be done change nothing.
    """
    _, price, armies = ACTIONS[action]
    printed = price if action in BUILDINGS else armies or play.card_value(province, action)
    steps = [AccountStep(PRINTED, printed)]
    for cause, adjust in play.rules.adjusters.items():
        if cause in without:
            continue
        amount = adjust(play, seat, action, province, steps[-1].amount)
        if amount != steps[-1].amount:
            steps.append(AccountStep(cause, amount))
    return steps


def price(play: ShogunPlay, seat: str, action: str, province: str) -> int:
    """Return the chests that an action costs in a province."""
    building = action in BUILDINGS
    return account(play, seat, action, province)[-1].amount if building else ACTIONS[action].price


def by_event(play: ShogunPlay, seat: str, action: str, province: str, so_far: int) -> int:
    """Apply the event of the season to taxes, rice and deployment."""
    change = _BY_EVENT.get((play.effect, action))
    return change(so_far) if change else so_far


_BY_EVENT: Mapping[tuple[str, str], Callable[[int], int]] = {
    ("taxes capped", "tax"): lambda amount: min(amount, 5),
    ("taxes raised", "tax"): lambda amount: max(amount, 6),
    ("rice raised", "rice"): lambda amount: max(amount, 4),
    ("rice capped", "rice"): lambda amount: min(amount, 3),
    ("levy cut", "deploy 5"): lambda amount: 3,
    ("levy cut", "deploy 3"): lambda amount: 2,
}


def by_special(play: ShogunPlay, seat: str, action: str, province: str, so_far: int) -> int:
    """Apply the seat's special card to taxes, rice and Deploy 5 (six, whatever the event; H3)."""
    match play.seat(seat).special, action:
        case ("extra chest", "tax") | ("extra rice", "rice"):
            return so_far + 1
        case "six armies", "deploy 5" if not play.declines(seat, "six armies"):
            return 6
    return so_far


def temple_truce(play: ShogunPlay, seat: str, action: str, target: str) -> Problem | None:
    """A bar: under the temple event a province with a temple cannot be attacked."""
    if play.effect == "temple truce" and play.land(target).temple:
        return warning("barred.temple", place=target)
    return None


def why_not(play: ShogunPlay, seat: str, action: str, province: str) -> Problem | None:
    """Say why a seat cannot build or deploy in one of its provinces (H5); nothing of others."""
    if action in BUILDINGS:
        problem = why_no_room(play, action, province)
    elif action in DEPLOYMENTS:
        problem = _why_no_armies(play, seat, action, province)
    else:
        return None
    due, chests = price(play, seat, action, province), play.seat(seat).chests
    if problem or chests >= due:
        return problem
    return warning("chests", seat=seat, have=chests, due=due)


def why_no_room(play: ShogunPlay, what: str, province: str) -> Problem | None:
    """Say why a building cannot stand in a province: one of each kind, one to a space."""
    if what in play.land(province).buildings:
        return warning("no-room.already", place=province, what=what)
    if play.free_spaces(province) < 1:
        return warning("no-room", place=province)
    if not getattr(play.position.stock, what):
        return warning("no-tile", what=what)
    return None


def _why_no_armies(play: ShogunPlay, seat: str, action: str, province: str) -> Problem | None:
    """Say why a seat has too few armies for a deployment (H5)."""
    wanted, supply = deployable(play, seat, action, province)[-1].amount, play.seat(seat).supply
    if wanted <= supply:
        return None
    return warning("supply", seat=seat, supply=supply, wanted=wanted)


def deployable(play: ShogunPlay, seat: str, action: str, province: str) -> list[AccountStep]:
    """Return the account of a deployment: of those that may be made the largest in supply (H26).

    None is made if even the least is more than the supply has.
    """
    supply, accounts = play.seat(seat).supply, _deployments(play, seat, action, province)
    return next((steps for steps in accounts if steps[-1].amount <= supply), accounts[-1])


def least_armies(play: ShogunPlay, seat: str, action: str, province: str) -> int:
    """Return the armies without which a deployment is skipped (H26)."""
    return _deployments(play, seat, action, province)[-1][-1].amount


def _deployments(
    play: ShogunPlay, seat: str, action: str, province: str
) -> list[list[AccountStep]]:
    """Return the accounts of a deployment with and without what may be forgone, the largest first.

    That is the army of a special card, and by an option the leader's (H26).
    """
    due = play.position.options["leader deploys"] == "in full"
    leader, card = ("leader",), ("special card",)
    forgone = ((), card) if due else ((), leader, card, leader + card)
    accounts = [account(play, seat, action, province, without) for without in forgone]
    return sorted(accounts, key=lambda steps: -steps[-1].amount)


def why_no_move(
    play: ShogunPlay, seat: str, order: Order, action: str, source: str, come: int = 0
) -> Problem | None:
    """Say why an alternative of the card on an action moves no armies: an error if it never can.

    A battle lets them fight where they go; else they may only move to an own province. ``come``
    armies will have joined those in the source by then. At least one army stays behind.
    """
    never = why_never(play, order, action, source)
    if never or not isinstance(order, Moving):
        return never
    battle = action if isinstance(order, Battle) else ""
    if not order.target:
        return NO_TARGET if battle else None
    if play.land(order.target).owner != seat:
        if not battle:
            return warning("not-yours.of-seat", place=order.target, seat=seat)
        if barred := why_barred(play, seat, battle, order.target):
            return barred
    standing = play.land(source).armies + come
    moving = number(order.armies, standing)
    if moving < 1:
        return warning("armies.none", place=source, standing=standing)
    if moving > standing - 1:
        return warning("armies", place=source, standing=standing, moving=moving)
    return None


def why_never(play: ShogunPlay, order: Order, action: str, source: str) -> Problem | None:
    """Say why an alternative of the card on an action can never move armies, whatever happens."""
    if not isinstance(order, Moving) or order.space != action or order.card not in ("", source):
        return error("alternatives-differ")
    target, armies = order.target, order.armies
    if not target:
        return None
    if play.is_closed(target):
        return error("closed", place=target)
    if target not in play.board.neighbours[source]:
        return error("not-adjacent", place=target, source=source)
    if armies.number == 0 and not armies.but:
        return error("no-armies")
    return None


def why_barred(play: ShogunPlay, seat: str, battle: str, target: str) -> Problem | None:
    """Say why a province cannot be attacked by a seat with an action."""
    bars = (bar(play, seat, battle, target) for bar in play.rules.bars)
    return next(filter(None, bars), None)


def least_move(play: ShogunPlay, seat: str, action: str, source: str) -> Battle | None:
    """Return the move that a card on a battle makes where none that is ordered is possible (H6).

    Who can carry out an action must: one army goes to an own province, else to where the fewest
    stand. None: it cannot, or need not by an option.
    """
    if play.position.options["battle cards"] == "may stay":
        return None
    moves = (Battle(action[-1], source, each, Amount(1)) for each in play.neighbours(source))
    able = (each for each in moves if why_no_move(play, seat, each, action, source) is None)

    def harm(move: Battle) -> tuple[bool, int, str]:
        """What it may cost the seat."""
        land = play.land(move.target)
        return land.owner != seat, land.armies, move.target

    return min(able, key=harm, default=None)


def number(armies: Amount, standing: int) -> int:
    """Return how many armies an amount is where the last one stays; ``all``: all others (H34)."""
    if armies.up_to:
        return armies.of(standing - 1)
    everything = armies.but and armies.number == 0
    return standing - 1 if everything else armies.of(standing)
