"""What an action costs and brings: the printed terms, then event, special card and modules."""

from adjudicator.games.shogun.cards import LEVY_CUT, PRICES
from adjudicator.games.shogun.rules import Terms
from adjudicator.games.shogun.table.events import Change
from adjudicator.games.shogun.table.play import ShogunPlay

PRINTED = "card"
DEPLOYED = {"deploy 5": 5, "deploy 3": 3, "deploy 1": 1}


def terms(play: ShogunPlay, seat: str, action: str, province: str) -> list[Terms]:
    """Return the terms of an action in a province step by step, the printed ones first.

    The event is applied before the special card (rulebook, special cards), modules after both.
    Steps that change nothing are left out.
    """
    amount = DEPLOYED.get(action, 0)
    if action in ("tax", "rice"):
        amount = play.card_value(province, action)
    steps = [Terms(PRINTED, PRICES.get(action, 0), amount)]
    for adjust in play.rules.adjusters:
        new = adjust(play, seat, action, province, steps[-1])
        if new[1:] != steps[-1][1:]:
            steps.append(new)
    return steps


def prices(steps: list[Terms]) -> tuple[Change, ...]:
    """Return the account of a price."""
    return tuple(Change(step.cause, step.price) for step in steps)


def amounts(steps: list[Terms]) -> tuple[Change, ...]:
    """Return the account of an amount."""
    return tuple(Change(step.cause, step.amount) for step in steps)


def by_event(play: ShogunPlay, seat: str, action: str, province: str, so_far: Terms) -> Terms:
    """Apply the event of the season to taxes, rice and deployment."""
    amount = so_far.amount
    match play.effect, action:
        case "taxes capped", "tax":
            amount = min(amount, 5)
        case "taxes raised", "tax":
            amount = max(amount, 6)
        case "rice raised", "rice":
            amount = max(amount, 4)
        case "rice capped", "rice":
            amount = min(amount, 3)
        case "levy cut", "deploy 5" | "deploy 3":
            amount = LEVY_CUT[action]
    return Terms("event", so_far.price, amount)


def by_special(play: ShogunPlay, seat: str, action: str, province: str, so_far: Terms) -> Terms:
    """Apply the seat's special card to taxes, rice and Deploy 5 (six, whatever the event; H3)."""
    amount = so_far.amount
    match play.seat(seat).special, action:
        case ("extra chest", "tax") | ("extra rice", "rice"):
            amount += 1
        case "six armies", "deploy 5" if not play.declines(seat, "six armies"):
            amount = 6
    return Terms("special card", so_far.price, amount)
