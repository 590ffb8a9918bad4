"""A ledger of Shogun: a position kept by entering what the events say."""

from collections import Counter

import msgspec
from ledgers import Events, compare_with

from adjudicator.games.shogun.cards import BUILDINGS, FARMER

HELD = ("chests", "rice", "points", "supply")


class Ledger(Events):
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
        parts = Counter()
        for part in event.parts:
            parts[part.colour] += part.cubes
        assert parts == event.thrown
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


compare = compare_with(Ledger)
