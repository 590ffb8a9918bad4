"""Who holds which seat, and what a player settles for his own: zone, reminders, token, end."""

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.clock import local_time, read_hours
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.letters.letters import phase_files, send, setting, tell_gm
from adjudicator.campaign.letters.outbox import drop_copies
from adjudicator.campaign.people import joining
from adjudicator.campaign.people.seats import Player, hand_over, renew_token, set_reminders
from adjudicator.operations.operation import Argument, Call, Operation, Reply, acknowledge
from adjudicator.operations.values import GUEST, HEIR, HOURS, SEAT, TEXT, ZONE, Heir
from adjudicator.reports.files import is_sheet
from adjudicator.reports.model import Report
from adjudicator.store.records import Guest, Seat


def replace(call: Call, seat: Seat, heir: Heir) -> Reply:
    """Give a seat to another person, to a regent, or to whoever takes it."""
    if heir == Heir():
        call.change(lambda state: joining.resign(state, state.seat(seat.name)))
    else:
        player = Player(seat.name, heir.address, heir.player, regent=heir.regent)
        hand_over(call.store, call.campaign, call.now, player)
    return _describe_seats(call)


def promote(call: Call, person: Guest, seat: Seat) -> Reply:
    """Give a free seat to one who waits for a seat, or watches."""
    if not seat.open:
        raise CampaignError(f"{seat.name} is not free. “replace {seat.name} by …” changes that.")

    def work(state: Change) -> None:
        joining.take_seat(state, state.seat(seat.name), person.address, person.player)

    call.change(work)
    return _describe_seats(call)


def resign(call: Call, seat: str, why: str = "") -> None:
    """Let a player give up his seat, which he must name. The letters of that are the answer."""
    holder = call.holder.name
    if seat.casefold() not in (holder.casefold(), call.campaign.name):
        raise RefusedError("resign-what", holder=holder)
    call.change(lambda state: joining.resign(state, state.seat(holder), why))


def change_zone(call: Call, zone: str) -> Reply:
    """Let a player read times in another zone from now on."""
    after = msgspec.structs.replace(call.holder, zone=zone)
    call.change(lambda state: state.save(after))
    ends = local_time(call.state.deadline, zone) if call.state.deadline else ""
    return Reply("zone", {"new_zone": zone, "ends": ends})


def change_reminders(call: Call, hours: str = "") -> Reply:
    """Let a player be reminded when he wants to be; without hours, as everybody."""
    set_reminders(call.store, call.campaign, call.now, call.holder.name, hours)
    return Reply("remind", {"hours": read_hours(hours), "own": bool(hours)})


def renew(call: Call) -> None:
    """Give a seat a new token, and write it to its player's address alone.

    What waits goes to no other address either: an answer to it would have the new token.
    """

    def work(state: Change) -> None:
        after = renew_token(state, state.seat(call.holder.name))
        facts = {"holder": after.name}

        def make() -> Report:
            files = phase_files(state, after) if state.has_begun and not state.is_over else ()
            files = tuple(filter(is_sheet, files))
            return reports.notice(setting(state, after), "token", facts, files=files)

        version = state.campaign.version + 1
        send(state, "token", after, make, version, instead=("token", facts))
        tell_gm(state, "new-token", facts)

    call.change(work)
    drop_copies(call.store, call.holder, "the seat has a new token", call.now)


def _describe_seats(call: Call) -> Reply:
    """Say who has which seat now."""
    people = [(each.name, _describe_holder(each)) for each in call.again().state.seats]
    return acknowledge(call, "seats", {"people": people})


def _describe_holder(seat: Seat) -> str:
    if seat.held_by == "person":
        return seat.address
    regent = "free" if seat.open else f"the regent “{seat.regent}”"
    return f"{regent} in the place of {seat.address}" if seat.address else regent


OPERATIONS = (
    Operation(
        "zone",
        "player",
        "lets you read times in another zone, such as Europe/Rome",
        change_zone,
        (Argument("zone", ZONE),),
        usage="ZONE",
        examples=("Europe/Rome",),
        changes=True,
    ),
    Operation(
        "remind",
        "player",
        "reminds you so many hours before a deadline if you have sent nothing (“remind 48, 6”, "
        "“remind never”); alone: as everybody",
        change_reminders,
        (Argument("hours", HOURS, optional=True),),
        usage="[HOURS]",
        examples=("48, 6", "never", ""),
        changes=True,
    ),
    Operation(
        "token",
        "player",
        "brings a new token to your address; the old one is void",
        renew,
        changes=True,
        forms=("new token",),
    ),
    Operation(
        "resign",
        "player",
        "gives your seat up; a regent plays it until somebody takes it",
        resign,
        (
            Argument("seat", SEAT._replace(read=lambda text, call: text), guard=True),
            Argument("why", TEXT, optional=True),
        ),
        usage="SEAT [WHY]",
        changes=True,
    ),
    Operation(
        "replace",
        "master",
        "gives a seat to another person, to a regent, or to whoever takes it",
        replace,
        (Argument("seat", SEAT), Argument("heir", HEIR, before=r"\s+(?:by|with|to)\s+")),
        usage="SEAT by ADDRESS NAME, regent or nobody",
        examples=("Oda by cleo@example.org Cleo", "Oda by regent", "Oda by nobody"),
        changes=True,
    ),
    Operation(
        "promote",
        "master",
        "gives a free seat to one who watches or waits",
        promote,
        (Argument("person", GUEST), Argument("seat", SEAT, before=r"\s+to\s+")),
        usage="PERSON to SEAT",
        examples=("wu@example.org to Oda",),
        changes=True,
    ),
)
