"""Who holds which seat, watches a campaign, waits for a seat of it, or runs it; and what a player
settles for his own: name, zone, reminders, token, end."""

from typing import Any, Literal

import msgspec

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError, reason
from adjudicator.campaign.kernel.times import read_hours
from adjudicator.campaign.kernel.tokens import token as token_of
from adjudicator.campaign.letters.delivery import HOUR, set_delivery
from adjudicator.campaign.letters.notices import (
    ask_for_notices,
    confirm_notices,
    find_webhook,
    is_refused,
    stop_notices,
)
from adjudicator.campaign.letters.outbox import drop_copies
from adjudicator.campaign.people import seats, settings
from adjudicator.campaign.people.asking import HOLDS, find_unanswered
from adjudicator.campaign.people.caretakers import ask_caretaker, describe_care
from adjudicator.campaign.people.seats import Player, hand_over, issue_token
from adjudicator.campaign.phases.absence import come_back, end_care_early, read_days
from adjudicator.operations.operation import (
    Argument,
    Call,
    Reply,
    ValueKind,
    acknowledge,
    operation,
)
from adjudicator.operations.values import (
    DELIVERY,
    GUEST,
    HEIR,
    HOURS,
    PERSON_NAME,
    SEAT,
    TEXT,
    ZONE,
    Heir,
)
from adjudicator.reports.words import local_time, zone_title
from adjudicator.store.letter_records import MailMode, host_of_webhook
from adjudicator.store.records import Guest, Seat

OWN_SEAT = SEAT._replace(read=lambda text, call: text)
"""A seat that may be named in any way."""


@operation(
    "master",
    Argument("seat", SEAT),
    Argument("heir", HEIR, before=("by", "with", "to")),
    usage="SEAT by ADDRESS NAME, regent or nobody",
    examples=("Oda by cleo@example.org Cleo", "Oda by regent", "Oda by nobody"),
)
def replace(call: Call, seat: Seat, heir: Heir) -> Reply:
    """Give a seat to another person, to a regent, or to whoever takes it."""
    if heir == Heir():
        call.change(lambda state: seats.resign(state, state.seat(seat.name), by_master=True))
    else:
        player = Player(seat.name, heir.address, heir.player, regent=heir.regent)
        _hand_over(call, seat, player)
    return _describe_seats(call)


def _hand_over(call: Call, seat: Seat, heir: Player) -> None:
    """Give a seat to another player, or to a regent. What waits for the heir's address goes to no
    other: an answer to it would have the new token."""
    call.change(hand_over, heir)
    own = msgspec.structs.replace(seat, address=heir.address)
    drop_copies(call.store, own, str(reason("new-token")), call.now)


@operation(
    "host",
    Argument("seat", SEAT),
    Argument("address", TEXT, about="the new player's address"),
    Argument("player", TEXT, about="the new player's name"),
    Argument("zone", TEXT, about="the new player's time zone"),
    Argument("regent", TEXT, about="the regent that plays instead, such as steady"),
    name="seat",
    usage="SEAT",
    examples=("Oda --address cleo@example.org --player Cleo", "Oda --regent steady"),
    confirm="Everybody is told.",
)
def give_seat(
    call: Call, seat: Seat, address: str = "", player: str = "", zone: str = "", regent: str = ""
) -> Reply:
    """Give a seat to another player, who gets a token of his own, or to a regent; orders that stand
    are kept.
    """
    if bool(regent) == bool(address or player):
        raise CampaignError("regent-or-player")
    heir = Player(seat.name, address, player, zone, regent)
    _hand_over(call, seat, heir)
    return _describe_seats(call)


@operation(
    "master",
    Argument("person", GUEST),
    Argument("seat", SEAT, before=("to",)),
    usage="PERSON to SEAT",
    examples=("wu@example.org to Oda",),
)
def promote(call: Call, person: Guest, seat: Seat) -> Reply:
    """Give a free seat to one who watches or waits."""
    if not seat.open:
        raise CampaignError("seat-not-free", seat=seat.name)

    def work(state: Change) -> None:
        seats.take_seat(state, state.seat(seat.name), person.address, person.player)

    call.change(work)
    return _describe_seats(call)


@operation(
    "player", Argument("seat", OWN_SEAT, guard=True), Argument("why", TEXT), usage="SEAT [WHY]"
)
def resign(call: Call, seat: str, why: str = "") -> None:
    """Give your seat up; a regent plays it until somebody takes it."""
    holder = call.holder.name
    if seat.casefold() not in (holder.casefold(), call.campaign.name):
        raise RefusedError("resign-what", holder=holder)
    call.change(lambda state: seats.resign(state, state.seat(holder), why))


NOTICES = TEXT._replace(metavar="URL|WORD|off", pattern=r"<?https?://\S+>?|\w{2,16}")
NOBODY = ("nobody", "none", "off", "no", "never", "stop")
UNTIL = Argument("until", TEXT, before=("until",))


@operation(
    "player",
    Argument("person", TEXT),
    UNTIL,
    usage="PERSON until DAY, or nobody",
    examples=("dan@example.org until 31 December", "nobody", ""),
    tells=True,
)
def caretaker(call: Call, person: str = "", until: str = "") -> Reply:
    """Ask a person who watches or waits to look after your seat until a day, when he orders for you
    and does nothing else; “caretaker nobody” ends it, and so does “back”; alone it is answered with
    who looks after which seat.
    """
    if not person:
        return Reply("caretaker-now", {**_WHO_CARES, "cared": _describe_care(call)})
    return _care_for(call, call.holder, person, until, "player")


@operation(
    "master",
    Argument("seat", SEAT),
    Argument("person", TEXT, before=("by", "to")),
    UNTIL,
    name="caretaker for",
    usage="SEAT by PERSON until DAY, or nobody",
    examples=("Oda by dan@example.org until 31 December", "Oda by nobody"),
)
def caretaker_for(call: Call, seat: Seat, person: str, until: str = "") -> Reply:
    """Ask a person to look after the seat of a player who is absent; he orders for it, and does
    nothing else.
    """
    return _care_for(call, seat, person, until, "master")


_WHO_CARES: dict[str, Any] = {"holder": "", "asked": "", "until": "", "ended": False}


def _care_for(
    call: Call, seat: Seat, person: str, until: str, who: Literal["player", "master"]
) -> Reply:
    facts = {**_WHO_CARES, "holder": seat.name}
    if person.casefold() in NOBODY:
        call.change(lambda state: end_care_early(state, state.seat(seat.name), who))
        return Reply("caretaker-now", {**facts, "ended": True, "cared": _describe_care(call)})
    asked = {"person": person[:60], "by_master": who == "master", "holder": seat.name}
    unread = RefusedError("caretaker-until", **asked, said=until[:60])
    if not until:
        raise unread
    ends = read_days(f"until {until}", call.state.zone_of(seat), call.now, unread).ends
    call.change(lambda state: ask_caretaker(state, state.seat(seat.name), person, ends, who))
    facts |= {"asked": person, "until": local_time(ends, call.zone)}
    return Reply("caretaker-now", {**facts, "cared": []})


def _describe_care(call: Call) -> list[dict[str, Any]]:
    """Say who looks after which seat now."""
    cared = describe_care(call.state)
    return [{**each, "until": local_time(each["until"], call.zone)} for each in cared]


@operation("player", forms=("i am back", "i'm back"))
def back(call: Call) -> Reply:
    """Say that you are back: your absences end, and nobody looks after your seat any more."""
    name = call.holder.name
    facts = call.change(lambda state: come_back(state, state.seat(name)))
    return Reply("leave", facts)


@operation("player", Argument("name", PERSON_NAME), examples=("Ann Lee",), verbatim=True)
def name(call: Call, name: str) -> Reply:
    """Be called so in this game."""
    after = msgspec.structs.replace(call.holder, player=name)
    call.change(lambda state: state.save(after))
    return Reply("name", {"name": name})


@operation("player", Argument("zone", ZONE), examples=("Europe/Rome",), beside_orders=True)
def zone(call: Call, zone: str) -> Reply:
    """Read times in another zone, such as Europe/Rome or UTC+9."""
    after = msgspec.structs.replace(call.holder, zone=zone)
    call.change(lambda state: state.save(after))
    ends = local_time(call.state.deadline, zone) if call.state.deadline else ""
    facts = {"new_zone": zone_title(zone), "time": local_time(call.now, zone), "ends": ends}
    return Reply("zone", facts)


@operation(
    "player",
    Argument("what", NOTICES),
    examples=("https://ntfy.sh/my-games", "abcd2345", "off", ""),
    verbatim=True,
    tells=True,
)
def notify(call: Call, what: str = "") -> Reply:
    """Get a notice at a URL of yours (ntfy, Matrix, Discord) whenever your orders are wanted or
    missing; the first one has a word that you send back (“notify WORD”); “notify off” ends it.
    """
    name, given = call.holder.name, what.strip("<>")
    if "://" in given:
        call.change(lambda state: ask_for_notices(state, state.seat(name), given))
    elif given.casefold() in NOBODY:
        call.change(lambda state: stop_notices(state, state.seat(name)))
    elif given:
        call.change(lambda state: confirm_notices(state, state.seat(name), given))
    state = call.again().state
    webhook = find_webhook(state, state.seat(name))
    host = host_of_webhook(webhook.url) if webhook else ""
    stands = "off" if webhook is None else "confirmed" if webhook.confirmed else "asked"
    if webhook and is_refused(call.store, webhook):
        stands = "refused"
    return Reply("notify", {"state": stands, "host": host})


@operation("player", Argument("hours", HOURS), examples=("48, 6", "never", ""), beside_orders=True)
def remind(call: Call, hours: str = "") -> Reply:
    """Be reminded so many hours before a deadline if you have sent nothing (“remind 48, 6”, “remind
    never”); alone: as everybody.
    """
    after = msgspec.structs.replace(call.holder, remind=hours)
    call.change(lambda state: state.save(after))
    return Reply("remind", {"hours": read_hours(hours), "own": bool(hours)})


@operation("person", Argument("mode", DELIVERY), examples=("daily", "mine", "all"))
def letters(call: Call, mode: MailMode) -> Reply:
    """Get letters as things happen (“letters all”), only where you are wanted or a round ends
    (“mine”), or in one digest a day of all your games here (“daily”).
    """
    campaign = call.campaign
    who = call.seat or call.master
    address = who.address if who else campaign.gm
    if not address:
        raise CampaignError("no-address")
    set_delivery(call.store, address, mode, call.zone, call.now)
    return Reply("letters", {"mode": mode, "hour": HOUR, "zone": zone_title(call.zone)})


@operation("player", forms=("new token",))
def token(call: Call) -> None:
    """Send a new token to your address; the old one is void.

    What waits goes to no other address either: an answer to it would have the new token.
    """

    call.change(lambda state: issue_token(state, state.seat(call.holder.name)))
    drop_copies(call.store, call.holder, str(reason("new-token")), call.now)


def _describe_seats(call: Call) -> Reply:
    """Say who has which seat now."""
    people = [(each.name, _describe_holder(each)) for each in call.again().state.seats]
    return acknowledge(call, "seats", {"people": people})


def _describe_holder(seat: Seat) -> str:
    if seat.held_by == "person":
        return seat.address or seat.player or str(reason("player-without-mail"))
    return str(reason("holder", open=seat.open, regent=seat.regent, address=seat.address))


def _read_address(text: str, call: Call) -> str:
    address, _ = _part_address(text, call)
    check_address(address)
    return address


def _part_address(text: str, call: Call) -> tuple[str, str]:
    """Part a text into an address and the name beside it, which may stand before it, as mail
    programs write both: “Otto <otto@example.org>”."""
    words = text.split() or [""]
    place = next((at for at, word in enumerate(words) if "@" in word), 0)
    name = " ".join(words[:place] + words[place + 1 :])
    return words[place].strip("<>,;"), name.strip(" ,;“”\"'")


ADDRESS = Argument("address", ValueKind("ADDRESS", _read_address, part=_part_address))
NAME = Argument("name", PERSON_NAME, about="that person's name")


@operation("master", changes=False)
def guest(call: Call) -> Reply:
    """List who watches, who waits for a seat, and who was asked and can still answer."""
    return _describe_guests(call)


@operation("master", ADDRESS, NAME, examples=("dan@example.org",))
def invite(call: Call, address: str, name: str = "") -> Reply:
    """Offer a person a free seat; who answers has it."""
    call.change(lambda state: seats.invite(state, address, name))
    return acknowledge(call, "invited", {"address": address})


@operation("master", ADDRESS, NAME, examples=("wu@example.org",))
def observer(call: Call, address: str, name: str = "") -> Reply:
    """Send a person the public reports."""
    call.change(lambda state: seats.enter_guest(state, address, name, "observer"))
    return _describe_guests(call)


@operation("master", ADDRESS, NAME, examples=("cleo@example.org",))
def substitute(call: Call, address: str, name: str = "") -> Reply:
    """Offer a person the seats that become free."""
    call.change(lambda state: seats.enter_guest(state, address, name, "substitute"))
    return _describe_guests(call)


@operation("master", ADDRESS, examples=("wu@example.org",))
def remove(call: Call, address: str) -> Reply:
    """Take a person off the lists of those who watch, who wait for a seat, and who were asked."""
    if not call.change(lambda state: seats.remove(state, address)):
        raise CampaignError("neither-watches", address=address)
    return _describe_guests(call)


@operation("host", changes=False)
def master(call: Call) -> Reply:
    """List the game masters of a game, each of whom has a token of his own and gets the letters to
    the game master; he may play, too: what is hidden stays hidden from him.
    """
    return _describe_masters(call)


@operation("host", ADDRESS, name="add-master", examples=("second@example.org",))
def add(call: Call, address: str) -> Reply:
    """Let a person run it too; a new token is made."""
    call.change(settings.add_master, address)
    return _describe_masters(call)


@operation("host", ADDRESS, name="dismiss-master", examples=("second@example.org",))
def dismiss(call: Call, address: str) -> Reply:
    """Let a person run it no longer."""
    call.change(settings.remove_master, address)
    return _describe_masters(call)


@operation("host", changes=False)
def tokens(call: Call) -> Reply:
    """Show the tokens of the game masters, which let whoever has them rule."""
    facts = [{"address": each.address, "token": token_of(each)} for each in call.state.masters]
    return acknowledge(call, "masters", {"masters": facts})


def _describe_guests(call: Call) -> Reply:
    state = call.again().state
    guests = [
        {"role": each.role, "address": each.address, "name": each.player} for each in state.guests
    ]
    asked = [
        {
            "request": each.request,
            "address": each.address,
            "name": each.player,
            "until": local_time(each.asked + HOLDS, call.zone),
        }
        for each in find_unanswered(state)
    ]
    return acknowledge(call, "guests", {"guests": guests, "asked": asked})


def _describe_masters(call: Call) -> Reply:
    known = [{"address": each.address} for each in call.again().state.masters]
    return acknowledge(call, "masters", {"masters": known})
