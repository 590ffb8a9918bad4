"""The kinds of values that operations take: each is read here, whoever asks in whatever way."""

import re
from datetime import datetime
from functools import partial
from typing import NamedTuple

from adjudicator.campaign.kernel import times
from adjudicator.campaign.kernel.addresses import check_person_name
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.times import Length, find_zone, read_hours
from adjudicator.campaign.kernel.tokens import find_seat
from adjudicator.operations.operation import ANYTHING, Call, ValueKind
from adjudicator.orders import MisreadError, Names
from adjudicator.store.records import Guest, Seat

PHASE_WORDS = ("of", "for", "from", "about", "phase", "last", "latest")


class Heir(NamedTuple):
    """Who shall have a seat: a person, a regent, or nobody."""

    address: str = ""
    player: str = ""
    regent: str = ""


def read_moment(text: str, call: Call) -> datetime:
    """Read a moment in the zone of the campaign; of a day alone it is the hour of its deadline."""
    if not text:
        raise RefusedError("when", example="friday 20:00")
    zone, state = call.campaign.settings.zone, call.state
    ends = state.deadline.astimezone(find_zone(zone)).time() if state.deadline else times.END_OF_DAY
    others = [each.zone for each in state.seats if each.zone]
    return times.read_moment(text, zone, call.now, ends, others)


def _read_deadline(text: str, call: Call) -> datetime | None:
    return None if text.casefold() == "none" else read_moment(text, call)


def _read_span(text: str, call: Call) -> Length:
    return times.read_span(text)


def _read_zone(text: str, call: Call) -> str:
    return times.read_zone(text, call.now)


def _read_hours(text: str, call: Call) -> str:
    read_hours(text)
    return text


def _read_text(text: str, call: Call) -> str:
    return text


def _read_person_name(text: str, call: Call) -> str:
    check_person_name(text)
    return text


def _read_delivery(text: str, call: Call) -> str:
    words = {"all": "all", "everything": "all", "mine": "mine", "few": "mine"}
    words |= {"daily": "daily", "digest": "daily"}
    for word in text.casefold().split():
        if word in words:
            return words[word]
    raise RefusedError("letters-how")


def _read_phase(text: str, call: Call) -> str:
    words = text.casefold().split()
    while words and words[0] in PHASE_WORDS:
        words = words[1:]
    return " ".join(words)


def _part_seat(text: str, call: Call) -> tuple[str, str]:
    """Part a text into the name of a seat, as long as it can be, and the words behind it."""
    names = Names("seat", {each.name: () for each in call.state.seats})
    words = text.split()
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        try:
            names.find(name.rstrip(" ,:;"))
        except MisreadError:
            continue
        return name.rstrip(" ,:;"), " ".join(words[length:])
    return (words[0], " ".join(words[1:])) if words else ("", "")


def _read_seat(text: str, call: Call) -> Seat:
    if not text and len(call.state.open_seats) == 1:
        return call.state.open_seats[0]
    return find_seat(call.state.seats, text, "name-the-seat")


def _read_heir(text: str, call: Call) -> Heir:
    word = text.casefold()
    if address := find_address(text):
        name = " ".join(text.replace(address, " ").split()).strip(" <>,;“”\"'")
        return Heir(address, name[:60])
    if word in ("regent", *call.state.game.regents):
        return Heir(regent=call.campaign.settings.regent if word == "regent" else word)
    if word in ("nobody", "open", "none"):
        return Heir()
    raise RefusedError("replace-how", holder="SEAT")


def _read_guest(text: str, call: Call) -> Guest:
    """Read one who watches or waits: an exact address alone, else a name that only one has."""
    word = text.casefold().strip("<>,;“”\"' ")
    guests = call.state.guests
    fitting = [x for x in guests if x.address == word] or [
        x for x in guests if x.player.casefold() == word
    ]
    if len(fitting) != 1:
        those = fitting or guests
        names = [f"{each.player} {each.address}".strip() for each in those]
        raise RefusedError("promote-whom", names=names, several=len(fitting) > 1)
    return fitting[0]


def _read_guard(text: str, call: Call, *, code: str) -> str:
    if text.casefold() != call.campaign.name:
        raise RefusedError(code, campaign=call.campaign.name)
    return text


MOMENT = ValueKind("TIME", read_moment)
DEADLINE = ValueKind("TIME|none", _read_deadline)
SPAN = ValueKind("SPAN", _read_span)
SCHEDULE = ValueKind("SCHEDULE", _read_text)
DAYS = ValueKind("DAYS", _read_text, r".{1,100}")
"""Days of an absence, which are read in the zone of its seat."""
ZONE = ValueKind("ZONE", _read_zone, r"[\w/+:-]{1,40}(?: [\w+:-]{1,20}){0,2}")
HOURS = ValueKind("HOURS", _read_hours, r"[\d, ]{1,40}(?:hours?)?|none|never")
PHASE = ValueKind(
    "PHASE",
    _read_phase,
    r"(?:(?:of|for|from|about|phase|last)\s+)*(?:\d{1,3}(?: [\w' -]{1,60})?|last|latest)?",
)
"""A phase that may be named in part, in small letters: “3 war Oda”; ``""``: the last one."""
ANY_PHASE = PHASE._replace(pattern=ANYTHING)
"""The same, however it is written: a line that names no phase is not taken for anything else."""
SEAT = ValueKind("SEAT", _read_seat, part=_part_seat)
HEIR = ValueKind("ADDRESS NAME|regent|nobody", _read_heir)
GUEST = ValueKind("PERSON", _read_guest)
TEXT = ValueKind("TEXT", _read_text)
PERSON_NAME = ValueKind("NAME", _read_person_name, r"\D{2,60}")
DELIVERY = ValueKind("all|mine|daily", _read_delivery, r"(?:only )?[a-z]{3,12}(?: letters)?")
"""How much mail a person wants."""
WORD = ValueKind("WORD", _read_text)
NUMBER = ValueKind("NUMBER", _read_text, r"\S{1,200}")


def guard_game(code: str) -> ValueKind:
    """Return the kind that only a campaign's own name is of; others are refused with ``code``."""
    return ValueKind("GAME", partial(_read_guard, code=code))


def find_address(text: str) -> str:
    """Return the mail address in a text; ``""`` if there is none."""
    address = re.search(r"[^\s<>,;“”\"']+@[^\s<>,;“”\"']+", text)
    return address[0].rstrip(".:") if address else ""
