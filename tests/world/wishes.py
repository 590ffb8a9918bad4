"""What the people of a simulated world ask for: everything that the program says can be asked.

Each request has its words here, with places for what the world knows: ``{seat}`` is another seat,
``{guest}`` somebody who holds none, ``{place}`` a province. A request without words is a fault.
"""

import re
from datetime import timedelta

from timetable import SCHEDULES, ZONES

from adjudicator.post.requests.catalogue import requests_for

WORDS = {
    "help": ("", "orders", "odds", "{place}"),
    "list": ("",),
    "join": ("{game}", "{game} {seat}"),
    "takeover": ("{game}", "{game} {seat}"),
    "observe": ("{game}",),
    "unobserve": ("{game}",),
    "amend": ("",),
    "phase": ("{phase}\nready",),
    "ready": ("", "ahead"),
    "wait": ("",),
    "word": ("heron {number}",),
    "address": ("{new}",),
    "give back": ("",),
    "press": (
        *("to {seat}\n{secret}", "to {seat}, {own}\n{secret}", "{seat}\n{secret}\nendpress\nready"),
        *("to master\n{secret}", "anonymous to {seat}\n{secret}", "to all\n{open}\nendpress\nwait"),
        *("to observers\n{open}", "to nobody at all\n{secret}"),
    ),
    "broadcast": ("\n{open}",),
    "diary": ("\n{secret}", ""),
    "status": ("",),
    "summary": ("",),
    "luck": ("",),
    "history": ("",),
    "report": ("", "{past}"),
    "map": ("", "{past}"),
    "position": ("",),
    "record": ("",),
    "provinces": ("", "{place}", "{place} and {place}", "of {seat}"),
    "near": ("{place}", "{place}, {place}"),
    "changes": ("", "{past}"),
    "late": ("",),
    "orders": ("",),
    "check": ("", "\nready"),
    "orders for": ("{seat}\n{orders}",),
    "clear": ("", "{phase}"),
    "odds": ("",),
    "replace": ("{seat} by regent", "{seat} by nobody", "{seat} by {stranger} Heir"),
    "promote": ("{guest} to {seat}",),
    "resign": ("{own}", "{own} too little time"),
    "caretaker": ("{guest} until {day}", *3 * ("{seat} until {day}",), "nobody", ""),
    "caretaker for": ("{seat} by {guest} until {day}", "{seat} by nobody"),
    "back": ("",),
    "name": ("Heron {number}",),
    "zone": ("{zone}",),
    "notify": ("{url}", "{url}", "off", "abcd2345", ""),
    "remind": ("48, 6", "never", ""),
    "letters": ("all", "mine", "daily"),
    "token": ("",),
    "guest": ("",),
    "invite": ("{stranger} Heir",),
    "observer": ("{stranger}",),
    "substitute": ("{stranger} Heir",),
    "remove": ("{guest}",),
    "vote": ("", "yes", "no", "yes {number}"),
    "draw": ("", "of {own} and {seat}"),
    "concede": ("to {seat}",),
    "withdraw": ("",),
    "absence": ("{today} to {day}", "{day} to {day}", "none", ""),
    "emergency": ("",),
    "deadline": ("in {number} days", ""),
    "extend": ("{number} days", "by 12 hours"),
    "pause": ("for {number} days",),
    "resume": ("",),
    "reminder": ("",),
    "retry": ("",),
    "schedule": ("{schedule}",),
    "process": ("{phase}",),
    "preview": ("",),
    "begin": ("",),
    "rollback": ("{past}", "{phase}"),
    "official": ("\nPlease be on time.",),
    "set": ("grace = 12", "hurry = 12", "bank = 2", "last_call = 30", "caretakers = everybody"),
    "terminate": ("{game} We all agreed to end it.",),
}
"""What stands behind the words of a request."""
PARTS = {
    "press": ("press", "broadcast", "diary"),
    "votes": ("vote", "draw", "concede", "withdraw"),
    "seats": ("resign", "address", "token", "caretaker", "caretaker for", "replace", "promote"),
}
"""What is only asked if a part of what goes wrong is on."""
RARE = ("terminate", "resign", "emergency", "clear", "token", "draw", "concede", "withdraw", "odds")
"""What ends much of what there is to see, or takes long."""
OFTEN = (
    *("caretaker", "caretaker", "notify", "absence", "vote", "address", "remind", "word"),
    *(
        "caretaker for",
        "give back",
        "promote",
        "invite",
        "substitute",
        "replace",
        "process",
        "orders for",
    ),
    *("join", "observe", "takeover"),
)
"""What leads to more than an answer."""
UNFORESEEN = ("clear", "amend", "token", "back", "caretaker", "address", "resign")
"""What changes which orders stand, or whose letters count, as the model does not follow it."""
_PLACE = re.compile(r"\{(\w+)\}")


def choose_wish(world, role, chance, own, address, among=()):
    """Choose what a person in a role asks for, perhaps among some requests; return its name and the
    lines of his letter."""
    off = {name for part, names in PARTS.items() if part not in world.faults for name in names}
    names = among or [each.name for each in requests_for(role) if each.name not in off]
    often = [each for each in OFTEN if each in names]
    name = chance.choice(often if often and chance.random() < 0.4 else names)
    while name in RARE and chance.random() < 0.7:
        name = chance.choice(names)
    state, named = world.state(), [own]
    seats = [each.name for each in state.seats]
    known = {
        "game": lambda: world.name,
        "own": lambda: own,
        "seat": lambda: chance.choice([each for each in seats if each != own]),
        "phase": lambda: state.waits_in,
        "past": lambda: chance.choice(world.opens(state.store) or ["1 plan"]),
        "place": lambda: chance.choice(world.places(state)),
        "guest": lambda: chance.choice(world.outsiders() or ["nobody@guests.test"]),
        "stranger": world.new_outsider,
        "new": lambda: world.another_address(own, address),
        "number": lambda: chance.randint(1, 3),
        "today": lambda: world.now().date(),
        "day": lambda: world.now().date() + timedelta(days=chance.randint(1, 5)),
        "zone": lambda: chance.choice(ZONES),
        "url": lambda: world.notices.url_of(address),
        "schedule": lambda: chance.choice(SCHEDULES),
        "secret": lambda: world.new_secret({address}, *named),
        "open": lambda: world.new_secret(None, own),
        "orders": lambda: world.choose_orders(state, named[-1], "steady", chance),
    }

    def fill(place):
        found = str(known[place[1]]())
        if place[1] == "seat":
            named.append(found)
        return found

    words = _PLACE.sub(fill, chance.choice(WORDS[name]))
    return name, f"{name}{'' if words.startswith(chr(10)) else ' '}{words}".strip()
