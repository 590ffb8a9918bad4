"""Leave by mail: absences declared and taken back, and the clock stopped in an emergency."""

from collections.abc import Callable
from typing import Any

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.phases.absence import (
    come_back,
    declare_absence,
    describe_leave,
)
from adjudicator.campaign.phases.deadlines import stop_in_emergency
from adjudicator.post.requests.answers import answer
from adjudicator.post.requests.context import Request, RequestContext
from adjudicator.reports.model import Report
from adjudicator.store.records import Seat

_BACK = ("none", "no", "cancel", "cancelled", "back", "off", "over", "never mind")


def take_absence(context: RequestContext) -> Report:
    """Take an absence or its end, or say who is away. Raises RefusedError."""
    said, source = context.argument, context.letter.id
    if said.casefold() in _BACK:
        return _answer(context, come_back)
    if said:
        return _answer(context, lambda at, seat: declare_absence(at, seat, said, source))
    return _answer(context, describe_leave)


def stop_clock(context: RequestContext) -> None:
    """Stop the clock for a player, once; the letter to all is the answer. Raises RefusedError."""
    state, seat = context.place

    def work(at: Change) -> None:
        stop_in_emergency(at, at.seat(seat.name))

    commit(context.store, state.campaign, context.arrived, work)


LEAVE = (
    Request(
        "absence",
        "player",
        "days on which you are away, and for which deadlines wait; “absence none” takes them back, "
        "and alone it is answered with who is away when",
        take_absence,
        argument=r".{1,100}",
        usage="FIRST to LAST",
        changes=True,
    ),
    Request(
        "emergency",
        "player",
        "the clock stopped for some days: once for each player, who need not say why",
        stop_clock,
        changes=True,
        forms=("emergency pause", "pause"),
    ),
)


def _answer(context: RequestContext, work: Callable[[Change, Seat], dict[str, Any]]) -> Report:
    """Change the campaign for the seat that asks, and answer who is away when."""
    state, seat = context.place

    def on(at: Change) -> Report:
        facts = work(at, at.seat(seat.name))
        return answer(context._replace(state=at), "leave", facts)

    return commit(context.store, state.campaign, context.arrived, on)
