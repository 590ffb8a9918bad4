"""A ledger of Samurai Swords and Ikusa: a position kept by entering what the events say."""

from collections import Counter

from ledgers import Events

from adjudicator.games.samurai_swords.chapters.battle import BattleBody, Host
from adjudicator.games.samurai_swords.edition import SETTING_UP, UNITS

STANDS = ("at", "level", "wins", "down")


class Ledger(Events):
    """A position as its reader could keep it; a method enters the events of its name."""

    def __init__(self, position):
        self.quick = position.options["play"] == "quick"
        self.round = position.round
        self.ninja = position.ninja.holder
        lands = position.provinces.items()
        self.owners = {place: land.owner for place, land in lands}
        self.buildings = {place: land.building for place, land in lands}
        self.forces = {place: count(land) for place, land in lands}
        self.cards = {}
        self.stands = {}
        self.koku, self.sets, self.hidden, self.out = {}, {}, {}, {}
        self.policies = {}
        for colour, record in position.colours.items():
            self.koku[colour] = record.koku
            self.sets[colour] = record.sets
            self.out[colour] = record.out
            self.policies[colour] = record.policy
            for place, hidden in record.hidden.items():
                self.hidden[place] = Counter(army=hidden.army, force=hidden.force)
            for number, army in record.armies.items():
                self.cards[colour, number] = count(army)
                self.stands[colour, number] = {each: getattr(army, each) for each in STANDS}

    def army_at(self, colour, place):
        """Return the army in a province; of two, while they march, the one that came there first."""
        return next(
            (who for who, stand in self.stands.items() if who[0] == colour and stand["at"] == place)
        )

    # The setup

    def divided(self, event):
        for colour, places in event.hands.items():
            for place in places:
                self.owners[place] = colour
                self.forces[place] = Counter(spearman=1)

    def deployed(self, event):
        for place in event.provinces:
            self.forces[place]["spearman"] += 2
        for number, place in event.armies.items():
            self.stands[event.seat, number]["at"] = place
        for number, spearmen in event.taken.items():
            self.cards[event.seat, number]["spearman"] += spearmen
            self.forces[self.stands[event.seat, number]["at"]]["spearman"] -= spearmen

    def claimed(self, event):
        if event.province:
            self.owners[event.province] = event.seat
            self.forces[event.province]["spearman"] += 1
        for place in event.spearmen:
            self.forces[place]["spearman"] += 1

    def cards_set(self, event):
        for number, units in event.armies.items():
            self.cards[event.seat, number] = Counter(units)

    # The round

    def successor_named(self, event):
        self.cards[event.seat, event.army][event.unit] -= 1
        fresh = {"down": False, "wins": 0, "level": 2 if self.quick else 1}
        self.stands[event.seat, event.army] |= fresh

    def plan_revealed(self, event):
        if not event.to:
            self.koku[event.seat] = 0
            self.ninja = ""

    def ninja_hired(self, event):
        self.ninja = event.seat

    def ninja_returned(self, event):
        self.ninja = ""

    def built(self, event):
        self.buildings[event.province] = event.building

    def levied(self, event):
        for unit, place, army in event.placed:
            troop = self.cards[event.seat, army] if army else self.forces[place]
            troop[unit] += 1

    def ronin_placed(self, event):
        if self.owners[event.province] == event.seat and event.province not in self.inherited:
            there = self.hidden.setdefault(event.province, Counter())
            there.update(army=event.army, force=event.force)

    inherited = ()

    def ronin_revealed(self, event):
        self.hidden[event.province].subtract(army=event.army, force=event.force)
        self.forces[event.province]["ronin"] += event.force
        if event.army:
            self.cards[self.army_at(event.seat, event.province)]["ronin"] += event.army

    def ronin_left(self, event):
        for place, owner in self.owners.items():
            if owner == event.seat:
                self.forces[place]["ronin"] = 0
                self.hidden.pop(place, None)
        for who, card in self.cards.items():
            if who[0] == event.seat:
                card["ronin"] = 0

    def collected(self, event):
        self.koku[event.seat] += event.koku

    # The war

    def marched(self, event):
        who = event.seat, event.army
        self.cards[who].subtract(event.left)
        self.forces[event.source].update(event.left)
        self.stands[who] = self.stands.pop(who) | {"at": event.target}
        assert event.conquered == (not self.owners[event.target])
        self.owners[event.target] = event.seat

    def picked_up(self, event):
        self.forces[event.province].subtract(event.taken)
        self.cards[event.seat, event.army].update(event.taken)

    def moved(self, event):
        troop = self.cards[event.seat, event.army] if event.army else self.forces[event.target]
        troop.update(event.units)
        assert event.conquered == (not self.owners[event.target])
        self.owners[event.target] = event.seat
        army = event.split_from
        source = self.cards[event.seat, army] if army else self.forces[event.source]
        source.subtract(event.units)

    def fought(self, event):
        lost = Counter(event.attackers.units) - Counter(event.attackers_left)
        army = event.attackers.army
        self.lose(self.cards[event.seat, army] if army else self.forces[event.source], lost)
        lost = Counter(event.defenders.units) - Counter(event.defenders_left)
        owner, army = event.defenders.seat, event.defenders.army
        force = self.forces[event.target]
        if not army:
            self.lose(force, lost)
            return
        wish = self.policies[owner].sacrifice(event.target)
        card = self.cards[owner, army]
        led = BattleBody(tuple(card[unit] for unit in UNITS), army, True, event.defenders.down)
        side = 1 if wish.pool == "force" else -1
        bodies = (BattleBody(tuple(force[unit] for unit in UNITS)), led)[::side]
        left = Host(bodies, wish.casualties).after(lost.total()).bodies[::side]
        self.forces[event.target], self.cards[owner, army] = (Counter(b.counts()) for b in left)

    def lose(self, troop, lost):
        troop.subtract({unit: number for unit, number in lost.items() if unit != "daimyo"})
        assert min(troop.values(), default=0) >= 0

    def vacated(self, event):
        assert self.owners[event.province] == event.seat
        self.owners[event.province] = ""
        self.forces[event.province] = Counter()
        self.hidden.pop(event.province, None)

    def experienced(self, event):
        self.stands[event.seat, event.army] |= {"level": event.level, "wins": event.wins}

    def ninja_struck(self, event):
        self.ninja = ""
        if event.success:
            self.stands[event.victim, event.army]["down"] = True

    def revenge_taken(self, event):
        if event.army:
            self.stands[event.on, event.army]["down"] = True

    def daimyo_lost(self, event):
        del self.cards[event.seat, event.army], self.stands[event.seat, event.army]

    def eliminated(self, event):
        heir, fallen = event.by, event.seat
        theirs = [place for place, owner in self.owners.items() if owner == fallen]
        assert len(theirs) == event.provinces
        for place in theirs:
            self.owners[place] = heir
            if not heir:
                self.forces[place] = Counter()
                self.hidden.pop(place, None)
        if heir:
            self.koku[heir] += self.koku[fallen]
            self.sets[heir] += self.sets[fallen]
        self.koku[fallen] = 0
        self.out[fallen] = True
        self.inherited = (*self.inherited, *theirs)
        self.ninja = "" if self.ninja == fallen else self.ninja

    def recovered(self, event):
        who = event.seat, event.army
        self.cards[who] = Counter(event.taken)
        self.stands[who] = {"at": event.province, "level": 1, "wins": 0, "down": False}
        self.forces[event.province].subtract(event.taken)

    def sum(self):
        """What is compared."""
        cards = {who: +card for who, card in self.cards.items()}
        forces = {place: +force for place, force in self.forces.items()}
        hidden = {place: there.total() for place, there in self.hidden.items() if there.total()}
        board = self.owners, self.buildings, forces, cards, self.stands, hidden
        return board, self.koku, self.sets, self.out, self.ninja


def count(troop):
    return Counter({unit: number for unit in UNITS if (number := getattr(troop, unit))})


def compare(before, events, after):
    ledger = Ledger(before)
    # What one wants to lose first is a secret, and orders of the same phase may change it.
    ledger.policies |= {colour: each.policy for colour, each in after.colours.items()}
    ledger.enter(events)
    if before.phase in SETTING_UP:
        ledger.koku = {colour: each.koku for colour, each in after.colours.items()}
    for kept, stands in zip(ledger.sum(), Ledger(after).sum(), strict=True):
        assert kept == stands
