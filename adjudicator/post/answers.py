"""How requests are done: each a function from an ``Asking`` to the answer.

What is secret goes to the address of the seat's player, and to another one only if the letter
carries the seat's token. So a forged question tells its writer nothing.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator import reports
from adjudicator.campaign.change import Change, change
from adjudicator.campaign.clock import local_time
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import make_report, setting
from adjudicator.campaign.outbox import REPORTS, find_letter
from adjudicator.campaign.receipts import RECEIPT, write_receipt
from adjudicator.campaign.standing import finish, viewpoint
from adjudicator.campaign.submit import Also, Submitted, take_orders
from adjudicator.games.contract import Table
from adjudicator.orders import Orders, read_orders, scan, understand
from adjudicator.post.asking import Asking
from adjudicator.reports.model import Report
from adjudicator.store.queries import headings


def give_status(asking: Asking) -> Report:
    """Say where the campaign stands. What the others have sent stays their own affair."""
    at, seat = asking.place
    sent = at.submissions.get(seat.name)
    zone = seat.zone or at.campaign.settings.zone
    facts = {
        "phase": at.head.opens.title,
        "over": at.is_over,
        "ends": local_time(at.deadline, zone) if at.deadline else "",
        "awaited": at.waits_for,
        "orders": bool(sent and sent.text),
        "ready": sent.ready if sent else None,
    }
    facts["roster"] = True
    facts["why"] = at.campaign.why_ended
    table = at.game.standings(at.game.view(at.position, seat.name))
    return answer(asking, "status", facts, table)


def repeat_orders(asking: Asking) -> Report:
    """Repeat the receipt of what stands."""
    at, seat = asking.place
    table = viewpoint(at.game, at.position, seat.name)
    if table is None:
        return answer(asking, "orders", {})
    sent = at.submissions.get(seat.name)
    orders = read_orders(sent.text, table.language).orders if sent else Orders()
    standing = finish(table, orders, sent.findings if sent else ())
    ready = bool(sent and sent.ready)
    known = (seat, standing, standing.findings)

    def make(new: Change) -> Report:
        write = partial(write_receipt, new, *known, ready=ready, asked=True)
        return make_report(new, RECEIPT, seat.name, write)

    return change(asking.store, at.campaign, asking.arrived, make)


def repeat_report(asking: Asking) -> Report:
    """Send the last report again, files and all."""
    at, seat = asking.place
    sent = headings(asking.store, at.campaign, seat.name)
    reported = [each.message_id for each in sent if each.kind in REPORTS]
    if reported:
        return find_letter(asking.store, reported[-1]).content
    return answer(asking, "report", {})


def take_order_file(asking: Asking, answered: tuple[str, ...], also: Also) -> Submitted:
    """Take orders, or the word that they are done. The answer is their receipt.

    It goes to those of the addresses that may have one more. What ``also`` adds is entered with
    the orders. Raises RefusedError.
    """
    at, seat = asking.place
    came, text = asking.letter, asking.ask.text
    found = came.order_file if text == came.text else scan(text)
    source = Source(
        id=came.id,
        key=came.key,
        address=came.sender.address,
        answer=came.sender.address in answered,
        receipt=seat.address in answered,
        token=asking.writer.token,
    )
    whose = (at.campaign, seat)
    return take_orders(asking.store, whose, found, text, source, asking.arrived, also=also)


def holds_orders(asking: Asking) -> bool:
    """Say whether anything in a letter of a seat is an order or resembles one, or is ``ready``."""
    if asking.state is None:
        return False
    at, text = asking.state, asking.ask.text
    found = asking.letter.order_file if text == asking.letter.text else scan(text)
    if found.ready is not None or found.word or not at.has_begun:
        return True
    for section in found.sections:
        language = at.game.language(at.position, section.name)
        if language is None:
            continue
        understood = understand(section.lines, language)
        if understood.orders.lines or understood.cancelled or understood.findings:
            return True
    return False


def answer(
    asking: Asking, name: str, facts: Mapping[str, Any], standings: Table | None = None
) -> Report:
    """Write the answer of that name; to a stranger it is bare."""
    known = setting(asking.state, asking.seat) if asking.state else None
    facts = {**facts, "request": name, "unread": asking.ask.unread if known else 0}
    return reports.notice(known, name, facts, standings=standings)
