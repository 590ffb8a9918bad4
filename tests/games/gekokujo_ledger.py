"""A ledger of Gekokujō: a position kept by entering what the events say."""

from collections import Counter

from ledgers import Events, compare_with

PRICES = {"hired": 3, "fortress": 3, "castle": 5, "fortify": 3, "pact": 1, "trade": 2}


class Ledger(Events):
    """A position as its reader could keep it; a method enters the events of its name."""

    def __init__(self, position):
        provinces = position.provinces.items()
        self.owners = {place: land.owner for place, land in provinces}
        self.castles = {place: (land.castle, land.fortified) for place, land in provinces}
        self.sown = {
            place: (land.sown, land.sower if land.sown else "") for place, land in provinces
        }
        self.units = Counter(
            {
                (place, seat, kind): number
                for place, land in provinces
                for seat, units in land.units.items()
                for kind, number in units.items()
            }
        )
        seats = position.seats.items()
        self.koku = Counter({seat: house.koku for seat, house in seats})
        self.stored = Counter({seat: house.stored for seat, house in seats})
        self.funds = Counter({seat: house.fund for seat, house in seats})
        self.glory = Counter({seat: house.glory for seat, house in seats})
        self.masters = {seat: house.master for seat, house in seats if not house.out}
        self.pacts = {frozenset((seat, ally)) for seat, house in seats for ally in house.allies}

    def place(self, place, seat, units, sign=1):
        """Put units of a seat into a province, or take them out of it."""
        for kind, number in units.items():
            self.units[place, seat, kind] += sign * number

    def lose(self, event):
        for place, units in event.lost.items():
            self.place(place, event.seat, units, -1)

    def clan_taken(self, event):
        self.koku[event.seat] += 3
        self.owners[event.province] = event.seat
        self.place(event.province, event.seat, {"daimyo": 3, event.bushi: 1})

    def income_collected(self, event):
        self.koku[event.seat] += event.income

    def cost_paid(self, event):
        self.koku[event.seat] -= event.paid

    def went_bankrupt(self, event):
        self.lose(event)

    def recruited(self, event):
        self.koku[event.seat] -= event.cost
        self.place(event.province, event.seat, event.units)

    def ninja_hired(self, event):
        self.koku[event.seat] -= PRICES["hired"]

    def castle_built(self, event):
        self.koku[event.seat] -= PRICES["fortress" if event.fortress else "castle"]
        self.castles[event.province] = (event.seat, False)

    def castle_fortified(self, event):
        self.koku[event.seat] -= PRICES["fortify"]
        self.castles[event.province] = (event.seat, True)

    def castle_destroyed(self, event):
        self.castles[event.province] = ("", False)

    def winter_began(self, event):
        """All that lasts a round ends with the winter."""
        self.castles = {place: (seat, False) for place, (seat, _) in self.castles.items()}

    def path_chosen(self, event):
        self.koku[event.seat] -= event.deposit
        self.funds[event.seat] += event.deposit

    def became_vassal(self, event):
        self.masters[event.seat] = event.master
        self.lose(event)

    def liberated(self, event):
        self.masters[event.seat] = ""
        self.funds[event.seat] = 0
        if event.province:
            self.place(event.province, event.seat, {"daimyo": 1})

    def eliminated(self, event):
        self.lose(event)
        del self.masters[event.seat]
        for account in (self.koku, self.stored, self.funds, self.glory):
            account[event.seat] = 0
        self.clear(event.seat)

    def moved(self, event):
        self.place(event.source, event.seat, event.units, -1)
        self.place(event.path[-1], event.seat, event.units)

    def fought(self, event):
        for side in event.sides:
            self.koku[side.seat] -= side.paid + PRICES["trade"] * side.traded
            self.place(event.province, side.seat, side.units, -1)
            self.place(event.province, side.seat, side.left)

    def control_gained(self, event):
        self.owners[event.province] = event.seat

    def became_neutral(self, event):
        self.owners[event.province] = ""

    def pact_offered(self, event):
        self.koku[event.seat] -= PRICES["pact"]

    def pact_made(self, event):
        self.pacts.add(frozenset(event.seats))

    def pact_broken(self, event):
        self.pacts.remove({event.seat, event.other})

    def pact_ended(self, event):
        self.pacts.remove(frozenset(event.seats))

    def koku_sown(self, event):
        self.koku[event.seat] -= event.koku
        self.sown[event.province] = (self.sown[event.province][0] + event.koku, event.seat)

    def koku_stored(self, event):
        self.koku[event.seat] -= event.koku
        self.stored[event.seat] += event.koku

    def koku_returned(self, event):
        self.koku[event.seat] += event.koku
        self.stored[event.seat] = 0

    def seized(self, event):
        self.koku[event.seat] += event.koku
        self.sown[event.province] = (0, "")

    def harvested(self, event):
        self.koku[event.seat] += event.koku
        self.clear(event.seat)

    def clear(self, seat):
        for place, (_, sower) in self.sown.items():
            if sower == seat:
                self.sown[place] = (0, "")

    def spoiled(self, event):
        self.koku[event.seat] -= event.spoiled

    def glory_gained(self, event):
        self.glory[event.seat] += event.points

    def sum(self):
        """What is compared."""
        accounts = [+each for each in (self.koku, self.stored, self.funds, self.glory)]
        board = self.owners, self.castles, self.sown, +self.units
        return accounts, board, self.masters, self.pacts


compare = compare_with(Ledger)
