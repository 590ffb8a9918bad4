"""What a player asks about his own orders: what stands, what would stand, the odds, none at all."""

from functools import partial

import msgspec

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.letters.letters import make_report
from adjudicator.campaign.orders.deferred import find_latest_kept
from adjudicator.campaign.orders.receipts import RECEIPT, write_receipt
from adjudicator.campaign.orders.standing import find_again, viewpoint
from adjudicator.campaign.orders.submit import (
    Submitted,
    clear_orders,
    judge_orders,
    settle_file,
    take_orders,
)
from adjudicator.cases.battle_odds import OrderOdds, accuracy, battle_odds, charts, lines_of
from adjudicator.games.contract import GameError
from adjudicator.operations.operation import Argument, Call, Reply, acknowledge, operation
from adjudicator.operations.values import PHASE, SEAT, TEXT
from adjudicator.orders import Orders
from adjudicator.reports.model import Report
from adjudicator.store.records import Seat

ORDERS = TEXT._replace(metavar="ORDERS")


@operation("holder", alone=True, forms=("my orders",), changes=False)
def orders(call: Call) -> Reply | Report:
    """Send the receipt of what stands for you, with what is kept for later phases."""
    if call.seat is None:
        raise RefusedError("no-seat-of-yours", request="orders")
    state, seat = call.state, call.seat
    table = None if state.is_over else viewpoint(state.game, state.position, seat.name)
    if table is None:
        return Reply("orders", {})
    sent = state.submissions.get(seat.name)
    if sent:
        stands = table.read(sent.text)
        found = find_again(sent.findings, stands)
        standing = table.finish(stands, found, sent.warned)
        standing = standing._replace(ready=sent.ready, ahead=sent.ahead)
    else:
        standing = table.finish(Orders())

    def make(new: Change) -> Report:
        kept = [each for each in find_latest_kept(new, seat) if each.text or each.ready]
        write = partial(write_receipt, new, seat, standing, asked=True, kept=kept)
        return make_report(new, RECEIPT, seat.name, write)

    return call.change(make)


@operation("orderer", text="orders", changes=False)
def check(call: Call) -> Report:
    """Send the receipt that the orders in the letter would get; nothing is entered."""
    return judge_orders(call.store, call.campaign, call.holder.name, call.file, call.now)


@operation("master", Argument("seat", SEAT), name="orders for", text="orders", examples=("Oda",))
def orders_for(call: Call, seat: Seat) -> Reply:
    """Enter the order lines below it for a seat; its player and you get the receipt."""
    source = msgspec.structs.replace(call.source, trusted=True, token="")
    lines = msgspec.structs.replace(call.file.scan, token="")  # that of the game master, above
    file = settle_file(call.file._replace(scan=lines, source=source), call.state, seat.name)

    def check_orders(change: Change, done: Submitted) -> None:
        if done.forwarded:  # to himself, as words of the seat
            raise RefusedError("no-orders")

    take_orders(call.store, call.campaign, seat.name, file, call.now, also=check_orders)
    return acknowledge(call, "entered", {"holder": seat.name})


@operation("orderer", Argument("phase", PHASE))
def clear(call: Call, phase: str = "") -> None:
    """Take back all that you sent for the phase that waits, or for a later one."""
    call.change(partial(clear_orders, name=call.holder.name, source=call.source, phase=phase))


@operation(
    "orderer",
    Argument("orders", ORDERS),
    forms=("chances",),
    text="orders",
    verbatim=True,
    changes=False,
)
def odds(call: Call, orders: str = "") -> Reply:
    """Reckon the odds of the battles to which the order lines behind it lead, with semicolons
    between, or the lines below it, or else your orders as they stand.

    Without lines they are those below the request, or those that stand. Raises RefusedError if the
    campaign does not allow it, or has not begun.
    """
    state, seat = call.state, call.holder
    if not state.campaign.settings.odds:
        raise RefusedError("no-odds")
    below = (line.text for section in call.file.scan.sections for line in section.lines)
    text = lines_of(orders) if orders else "\n".join(below)
    standing = not text.strip()
    if standing:
        text = state.submissions[seat.name].text if seat.name in state.submissions else ""
    facts = {"standing": standing, "why": "", "findings": [], "orders": [], "about": []}
    view = state.game.view(state.position, seat.name)
    try:
        answer = battle_odds(state.game, view, seat.name, text)
    except GameError as error:
        return Reply("odds", facts | {"first": None, "why": str(error)})
    facts["findings"] = [msgspec.structs.asdict(each) for each in answer.findings]
    facts["orders"] = answer.orders.splitlines()
    facts["about"] = answer.about
    shown = [*charts(answer), accuracy(answer)] if answer.contests else []
    return Reply("odds", facts | {"first": _first(answer)}, charts=shown)


def _first(odds: OrderOdds) -> dict[str, str] | None:
    """Return the first battle in a few words."""
    if not odds.contests:
        return None
    battle = odds.contests[0].battles[0]
    won = battle.endings.get("won")
    return {"battle": battle.battle, "won": f"{100 * won.share:.0f} %" if won else "0 %"}
