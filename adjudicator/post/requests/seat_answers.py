"""The orders of a letter: whether it holds any, and how they are taken."""

import msgspec

from adjudicator.campaign.orders.submit import Also, Submitted, take_orders
from adjudicator.orders import Scan, scan, understand
from adjudicator.post.requests.context import RequestContext
from adjudicator.post.requests.operations import source_of


def take_order_file(
    context: RequestContext, found: Scan, answered: tuple[str, ...], also: Also
) -> Submitted:
    """Take orders, or the word that they are done, taken apart. The answer is their receipt.

    It goes to those of the addresses that may have one more. What ``also`` adds is entered with
    the orders. Raises RefusedError.
    """
    at, seat = context.place
    came, text = context.letter, context.parsed.text
    source = msgspec.structs.replace(
        source_of(context),
        key=came.key,
        answer=came.sender.address in answered,
        receipt=seat.address in answered,
    )
    whose = (at.campaign, seat)
    return take_orders(context.store, whose, found, text, source, context.arrived, also=also)


def holds_orders(context: RequestContext, *, ready: bool = True) -> bool:
    """Say whether anything in a letter of a seat is an order or resembles one, or, if that counts,
    is ``ready``."""
    if context.state is None:
        return False
    at, found = context.state, scan_orders(context)
    if (ready and found.ready is not None) or found.word or not at.has_begun:
        return True
    for section in found.sections:
        reader = context.seat.name if context.seat else ""
        language = at.game.language(at.position, section.name, reader)
        if language is None:
            continue
        understood = understand(section.lines, language)
        if understood.orders.lines or understood.cancelled or understood.findings:
            return True
    return False


def scan_orders(context: RequestContext) -> Scan:
    """Return the orders of a letter taken apart: all of it, or what is left beside its requests."""
    same = context.parsed.text == context.letter.text
    return context.letter.order_file if same else scan(context.parsed.text)
