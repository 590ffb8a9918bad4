"""Games that regents play, in several ways, for the tests of their letters."""

from collections.abc import Mapping
from functools import cache
from itertools import cycle
from typing import Any, NamedTuple

from adjudicator.chance import Stream
from adjudicator.games.registry import find

CLANS = ("Oda", "Takeda", "Uesugi", "Mori", "Hojo")
SEATS = ("Anna", "Bert", "Chloé", "Dörte", "Emil")
EVERYTHING = {"politics": True, "warfare": True, "technology": True, "rice": True}
EXPANSIONS = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}


class Way(NamedTuple):
    """A way to play a game."""

    name: str
    options: Mapping[str, Any] = {}
    seats: tuple[str, ...] = CLANS
    phases: int = 9

    @property
    def game(self):
        """The game."""
        return find(self.name)

    def begin(self):
        """What a new game begins with."""
        return self.game.new(self.seats, self.options, Stream(b"letters"))

    def played(self, regent):
        """Yield the steps of a game that a regent plays for all: before, after, orders, events."""
        game, position = self.game, self.begin().position
        for number in range(self.phases):
            phase = game.phase(position)
            if phase.over:
                return
            orders = {
                seat: game.regent(regent).orders(
                    game.view(position, seat), seat, Stream(seat.encode() + bytes([number]))
                )
                for seat in phase.must
            }
            done = game.adjudicate(position, orders, Stream(bytes([number])))
            yield position, done.position, orders, done.events
            position = done.position


WAYS = {
    "Samurai Swords": Way("samurai-swords", {}, CLANS[:3], 14),
    "Ikusa": Way("ikusa", {}, CLANS[:3], 14),
    "Gekokujō": Way("gekokujo", {"provinces to win": 40}, SEATS),
    "Gekokujō, given clans, all at once": Way(
        "gekokujo", {"provinces to win": 40, "clans": "given", "campaign": "together"}
    ),
    "Gekokujō, every module": Way("gekokujo", {"provinces to win": 40, **EVERYTHING}, SEATS),
    "Gekokujō, every module, phases of their own, moves first": Way(
        "gekokujo",
        {
            "provinces to win": 40, **EVERYTHING, "pacts": "own phase", "sowing": "own phase",
            "timing": "moves first",
        },
        SEATS,
    ),
    "Gekokujō, glory, moves first with battles": Way(
        "gekokujo",
        {
            "provinces to win": 40, "glory": True, "rice": True, "timing": "moves first",
            "battle mail": "with moves", "campaign": "together", "koku": "hidden",
        },
        SEATS,
    ),
    "Shogun": Way("shogun", phases=99),
    "Shogun, every expansion": Way("shogun", EXPANSIONS, phases=99),
    "Shogun, two mails": Way(
        "shogun", {"season": "two mails", "start": "draft", "side": "moon", **EXPANSIONS}, phases=99
    ),
}  # fmt: skip


@cache
def phases_of(name):
    """What happens in each phase of games that regents play, in the ways that have most in them."""
    ways = [way for way in WAYS.values() if way.name == name][-2:]
    begun = [way.begin().events for way in ways]
    played = (way.played(regent) for way, regent in zip(ways, cycle(("random", "steady"))))
    return (*begun, *(tuple(events) for game in played for *_, events in game))


def events_of(name):
    """What happens in those games."""
    return tuple(event for events in phases_of(name) for event in events)
