"""The events tell everything: kept as a ledger, they lead from each position to the next.

What a letter tells is made of events, so whatever changed without one would be kept from players.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from shogun_games import COMBINATIONS, new_game, phases_of

from adjudicator.cases.read import read_case
from adjudicator.cases.run import play
from adjudicator.games.shogun.cards import BUILDINGS, FARMER

pytestmark = pytest.mark.system

CASES = Path(__file__).parents[2] / "cases/shogun"

HELD = ("chests", "rice", "points", "supply")


class Ledger:
    """A position as its reader could keep it; a method enters the events of its name."""

    def __init__(self, position):
        lands = position.provinces.items()
        self.lands = {name: msgspec.structs.asdict(each) for name, each in lands}
        self.seats = {
            seat: Counter({what: getattr(each, what) for what in HELD})
            for seat, each in position.seats.items()
        }
        self.tray = Counter(position.tray)
        self.farmers = position.farmers
        self.markers = position.stock.revolts

    def enter(self, events):
        for event in events:
            entry = re.sub("(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
            getattr(self, entry, lambda event: None)(event)

    def supply(self, colour, cubes):
        """Put cubes into a supply, or take them out of it."""
        if colour == FARMER:
            self.farmers += cubes
        else:
            self.seats[colour]["supply"] += cubes

    def bid_revealed(self, event):
        self.seats[event.seat]["chests"] -= event.paid

    def built(self, event):
        self.seats[event.seat]["chests"] -= event.price
        self.lands[event.province][event.what] = True

    def collected(self, event):
        self.seats[event.seat][{"tax": "chests"}.get(event.what, event.what)] += event.amount

    def marker_placed(self, event):
        self.markers -= event.now - self.lands[event.province]["revolts"]
        self.lands[event.province]["revolts"] = event.now

    def marker_removed(self, event):
        self.marker_placed(event)

    def deployed(self, event):
        self.seats[event.seat]["chests"] -= event.price
        self.supply(event.seat, -event.armies)
        self.lands[event.province]["armies"] += event.armies

    def moved(self, event):
        self.lands[event.source]["armies"] -= event.armies
        self.lands[event.target]["armies"] += event.armies

    def fought(self, event):
        for part in event.parts:
            if part.why == "armies" and part.colour == event.attacker:
                self.lands[event.source]["armies"] -= part.cubes
            elif part.why not in ("armies", "tray"):
                self.supply(part.colour, -part.cubes)
        self.lands[event.province]["armies"] = event.left
        for colour, cubes in event.lost.items():
            self.supply(colour, cubes)
        self.tray = Counter(event.tray)

    def taken(self, event):
        self.lands[event.province]["owner"] = event.seat

    def neutral(self, event):
        self.markers += self.lands[event.province]["revolts"]
        self.lands[event.province] |= {"owner": "", "armies": 0, "revolts": 0}
        self.lands[event.province] |= dict.fromkeys(BUILDINGS, False)

    def samurai_served(self, event):
        if event.benefit == "armies":
            self.into_tray(event)
        elif event.benefit:
            self.seats[event.seat][event.benefit] += event.amount

    def converted(self, event):
        if event.why:
            return
        self.supply(event.seat, event.box)
        if event.source == "tower":
            self.tray[event.seat] -= event.box
        else:
            self.lands[event.source]["armies"] -= event.box

    def favour_granted(self, event):
        if event.kind in HELD:
            self.seats[event.seat][event.kind] += event.amount
        elif event.kind == "tray":
            self.into_tray(event)
        elif event.kind == "building" and event.amount:
            self.lands[event.province][event.what[0]] = True
        elif event.kind == "armies" and event.amount:
            self.supply(event.seat, -event.amount)
            self.lands[event.province]["armies"] += event.amount

    def into_tray(self, event):
        self.supply(event.seat, -event.amount)
        self.tray[event.seat] += event.amount

    def scored(self, event):
        self.seats[event.seat]["points"] += event.points

    def year_ended(self, event):
        self.markers += event.markers
        for land in self.lands.values():
            land["revolts"] = 0
        for seat in self.seats.values():
            seat["rice"] = 0

    def sum(self):
        """What is compared."""
        return self.lands, self.seats, +self.tray, self.farmers, self.markers


@pytest.mark.parametrize("number", range(6))
def test_the_events_lead_from_each_position_to_the_next(number):
    modules = COMBINATIONS[-1] if number % 2 else COMBINATIONS[3 * number]
    season = ("one mail", "two mails")[number // 2 % 2]
    position = new_game(3 + number % 3, f"ledger {number}", season=season, **modules).position
    regent = ("random", "steady")[number // 3]
    for before, _, resolution in phases_of(position, regent, f"ledger {number}"):
        ledger = Ledger(before)
        ledger.enter(resolution.events)
        assert ledger.sum() == Ledger(resolution.position).sum()


def test_so_they_do_in_every_rule_case():
    for path in sorted(CASES.glob("*.toml")):
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        for played in play(case):
            if played.before is not None and played.before.phase != "draft":
                ledger = Ledger(played.before)
                ledger.enter(played.events)
                assert ledger.sum() == Ledger(played.after).sum(), path.stem
