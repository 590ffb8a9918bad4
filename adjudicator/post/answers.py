"""How requests are done: each a function from an ``Asking`` to the answer.

What is secret goes to the address of the seat's player, and to another one only if the letter
carries the seat's token. So a forged question tells its writer nothing.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.clock import shown
from adjudicator.campaign.due import standing_of
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import Desk, setting
from adjudicator.campaign.outbox import headings, letter
from adjudicator.campaign.records import Campaign, Resolution, Seat, deadline, submissions
from adjudicator.campaign.standing import finish, seated
from adjudicator.campaign.store import Store
from adjudicator.campaign.submit import take_orders
from adjudicator.games.contract import Table
from adjudicator.orders import Orders, read_orders
from adjudicator.post.letter import Letter
from adjudicator.reports.model import Report

_REPORTS = ("opening", "result", "rollback")


class Asking(NamedTuple):
    """A letter that asks for something, and where the seat that it is for stands."""

    store: Store
    letter: Letter
    now: datetime
    may_answer: bool
    """Whether the sender can have one more answer today."""
    campaign: Campaign | None = None
    """None if a stranger asks; then seat and resolution are None too."""
    seat: Seat | None = None
    opened_by: Resolution | None = None
    """What opened the phase that waits."""

    @property
    def position(self) -> Any:
        """The position, decoded anew each time."""
        campaign, _, opened_by = self.place
        return campaign.game.decode(opened_by.position)

    @property
    def place(self) -> tuple[Campaign, Seat, Resolution]:
        """Campaign, seat and resolution of one who is no stranger."""
        assert self.campaign
        assert self.seat
        assert self.opened_by
        return self.campaign, self.seat, self.opened_by

    @property
    def unread(self) -> int:
        """How many lines below the request were not read as orders."""
        return sum(len(section.lines) for section in self.letter.order_file.sections) - 1


def give_status(asking: Asking) -> Report:
    """Say where the campaign stands. What the others have sent stays their own affair."""
    campaign, seat, opened_by = asking.place
    closes = deadline(asking.store, opened_by)
    sent = submissions(asking.store, opened_by).get(seat.name)
    game = campaign.game
    facts = {
        "phase": opened_by.opens.title,
        "over": opened_by.opens.over,
        "ends": shown(closes, seat.zone or campaign.settings.zone) if closes else "",
        "awaited": standing_of(asking.store, campaign, asking.now).awaited,
        "orders": bool(sent and sent.text),
        "ready": sent.ready if sent else None,
    }
    table = game.standings(game.view(asking.position, seat.name))
    return answer(asking, "status", facts, table)


def repeat_orders(asking: Asking) -> Report:
    """Repeat the receipt of what stands."""
    campaign, seat, opened_by = asking.place
    table = seated(campaign.game, asking.position, seat.name)
    if table is None:
        return answer(asking, "orders", {})
    sent = submissions(asking.store, opened_by).get(seat.name)
    orders = read_orders(sent.text, table.language).orders if sent else Orders()
    standing = finish(table, orders, sent.findings if sent else ())
    known = setting(asking.store, campaign, seat, opened_by)
    known = msgspec.structs.replace(known, ready=bool(sent and sent.ready))
    desk = Desk(asking.store, campaign, asking.now)
    return desk.made(
        "receipt",
        seat.name,
        lambda: reports.receipt(
            campaign.game,
            table.view,
            standing.orders,
            standing.findings,
            standing.defaults,
            standing.fingerprint,
            known,
            asked=True,
        ),
    )


def repeat_report(asking: Asking) -> Report:
    """Send the last report again, files and all."""
    campaign, seat, _ = asking.place
    sent = headings(asking.store, campaign, seat=seat.name)
    reported = [each.message_id for each in sent if each.kind in _REPORTS]
    if reported:
        return letter(asking.store, reported[-1]).content
    return answer(asking, "report", {})


def take_order_file(asking: Asking) -> None:
    """Take orders, or the word that they are done. The answer is their receipt."""
    campaign, seat, _ = asking.place
    came = asking.letter
    source = Source(id=came.id, address=came.sender.address, answer=asking.may_answer)
    file = came.order_file
    take_orders(asking.store, (campaign, seat), file, came.text, source, asking.now)


def answer(
    asking: Asking, name: str, facts: Mapping[str, Any], standings: Table | None = None
) -> Report:
    """Write the answer of that name; to a stranger it is bare."""
    known = None
    if asking.campaign and asking.opened_by:
        known = setting(asking.store, asking.campaign, asking.seat, asking.opened_by)
    facts = {**facts, "request": name, "unread": asking.unread if known else 0}
    return reports.notice(known, name, facts, standings=standings)
