"""What a seat's player asks about his own orders and his own seat."""

from functools import partial

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.clock import find_zone, local_time, read_hours
from adjudicator.campaign.kernel.identify import Source
from adjudicator.campaign.letters.letters import make_report, phase_files, send, setting, tell_gm
from adjudicator.campaign.letters.outbox import drop_copies
from adjudicator.campaign.orders import clearing
from adjudicator.campaign.orders.receipts import RECEIPT, write_receipt
from adjudicator.campaign.orders.standing import finish, viewpoint
from adjudicator.campaign.orders.submit import judge_orders, take_orders
from adjudicator.campaign.people.seats import renew_token, set_reminders
from adjudicator.orders import Orders, read_orders, scan
from adjudicator.post.requests.answers import answer, phase_of, refuse_without_seat
from adjudicator.post.requests.context import RequestContext
from adjudicator.reports.model import Report
from adjudicator.reports.sheets import is_sheet
from adjudicator.store.records import Seat


def repeat_orders(context: RequestContext) -> Report:
    """Repeat the receipt of what stands."""
    refuse_without_seat(context)
    at, seat = context.place
    table = viewpoint(at.game, at.position, seat.name)
    if table is None:
        return answer(context, "orders", {})
    sent = at.submissions.get(seat.name)
    orders = read_orders(sent.text, table.language).orders if sent else Orders()
    standing = finish(table, orders, sent.findings if sent else ())
    ready = bool(sent and sent.ready)
    known = (seat, standing, standing.findings)

    def make(new: Change) -> Report:
        write = partial(write_receipt, new, *known, ready=ready, asked=True)
        return make_report(new, RECEIPT, seat.name, write)

    return commit(context.store, at.campaign, context.arrived, make)


def check_orders(context: RequestContext) -> Report:
    """Judge the orders of a letter as if they had been sent, and enter nothing."""
    at, seat = context.place
    found = scan(context.parsed.text)
    source = _source(context, receipt=True)
    return judge_orders(
        context.store, (at.campaign, seat), found, context.parsed.text, source, context.arrived
    )


def clear_orders(context: RequestContext) -> None:
    """Take back all that a seat has sent for the phase that waits, or for a later one."""
    at, seat = context.place
    phase = phase_of(context.argument)
    if phase and phase not in (at.head.opens.key.casefold(), _short_key(context)):
        text = f"phase {phase}\n"
        source = _source(context, receipt=True)
        take_orders(context.store, (at.campaign, seat), scan(text), text, source, context.arrived)
        return
    clear = partial(clearing.clear_orders, name=seat.name, source=_source(context, receipt=True))
    commit(context.store, at.campaign, context.arrived, lambda new: clear(new))


def change_zone(context: RequestContext) -> Report:
    """Let a player read times in another zone from now on. Raises CampaignError."""
    at, seat = context.place
    zone = find_zone(context.argument or "?").key

    def work(new: Change) -> Seat:
        after = msgspec.structs.replace(new.seat(seat.name), zone=zone)
        new.save(after)
        return after

    after = commit(context.store, at.campaign, context.arrived, work)
    ends = local_time(at.deadline, zone) if at.deadline else ""
    return answer(context._replace(seat=after), "zone", {"new_zone": zone, "ends": ends})


def change_reminders(context: RequestContext) -> Report:
    """Let a player be reminded when he wants to be. Raises CampaignError."""
    at, seat = context.place
    hours = context.argument.strip()
    set_reminders(context.store, at.campaign, seat.name, hours, context.arrived)
    return answer(context, "remind", {"hours": read_hours(hours), "own": bool(hours)})


def renew(context: RequestContext) -> None:
    """Give a seat a new token, and write it to its player's address alone.

    What waits goes to no other address either: an answer to it would have the new token.
    """
    at, seat = context.place

    def work(new: Change) -> None:
        after = renew_token(new, new.seat(seat.name))
        facts = {"holder": seat.name}

        def make() -> Report:
            files = phase_files(new, after) if new.has_begun and not new.is_over else ()
            files = tuple(filter(is_sheet, files))
            return reports.notice(setting(new, after), "token", facts, files=files)

        send(new, "token", after, make, new.campaign.version + 1, instead=("token", facts))
        tell_gm(new, "new-token", facts)

    commit(context.store, at.campaign, context.arrived, work)
    drop_copies(context.store, seat, "the seat has a new token", context.now)


def _source(context: RequestContext, *, receipt: bool) -> Source:
    """Return where the orders of a letter come from."""
    came = context.letter
    proven = context.sender.proven
    token = context.sender.token
    sender = came.sender.address
    return Source(id=came.id, address=sender, answer=proven, receipt=receipt, token=token)


def _short_key(context: RequestContext) -> str:
    at, _ = context.place
    return f"{at.head.opens.round} {at.head.opens.name}".casefold()
