"""The order language of Diplomacy: as strangers write it, and whatever they write."""

import random

from powers import NONE, begin

from adjudicator.chance import Stream
from adjudicator.games.contract import Ordered
from adjudicator.orders import read_orders


class Stranger:
    """Writes orders of every kind, in every notation, for units and places that come to mind."""

    def __init__(self, game, seed):
        self.draw = random.Random(seed)
        board = game.play(begin(game)).board
        self.names = {
            name: (name, name.upper(), *each.aliases) for name, each in board.provinces.items()
        }

    def one(self, *of):
        """Choose one of several."""
        return self.draw.choice(of)

    def place(self):
        """Write a place."""
        coasts = ("/sc", "/nc", "/ec", " (sc)", "(NC)", " north coast", ", south coast", "/zz")
        text = self.one(*self.names[self.one(*self.names)])
        return text + (self.one(*coasts) if self.draw.random() < 0.15 else "")

    def unit(self):
        """Write a unit."""
        kinds = ("A ", "F ", "army ", "Fleet in ", "the French army in ", "English F ", "A(", "")
        return self.one(*kinds) + self.place()

    def order(self):
        """Write an order."""
        unit, other, place, to = self.unit(), self.unit(), self.place(), self.one(" - ", "->", "-")
        return self.one(
            f"{unit}{to}{place}",
            f"{unit}{to}{place} via convoy",
            f"{unit}{to}{place}{to}{self.place()}",
            f"{unit} S {other}{to}{place}",
            f"{unit} supports {other}{self.one('', ' H', ' to hold')}",
            f"{unit} C {other}{to}{place}",
            f"{unit} convoys\n{other} to {place}",
            f"{unit} {self.one('H', 'holds', 'D', 'disbands', 'R')}",
            f"{unit} retreats to {place}",
            f"{self.one('build', 'B', 'remove', 'disband')} {unit}",
            self.one("waive", "waive 2 builds", "waive 99", "no builds"),
        )

    def line(self):
        """Write a line, with what may stand beside an order."""
        text = self.order()
        while self.draw.random() < 0.2:
            text += self.one(" else ", "\nelse ", "\nor ", " otherwise ") + self.order()
        if self.draw.random() < 0.1:
            text = self.one("if ", "cancel ", "always ", "please ", "- ", "# ", "1. ") + text
        return text + (self.one(" # hm", ".", ",", " ;", " !") if self.draw.random() < 0.1 else "")

    def letter(self, legal):
        """Write a letter, in which orders that are legal stand too, some of them twice."""
        some = [self.one(*legal) for _ in range(4)] if legal else []
        return "\n".join([*(self.line() for _ in range(5)), *some, *some[:1]])


def test_whatever_strangers_write_is_answered_and_read_back_as_the_same(diplomacy):
    stranger, phases = Stranger(diplomacy, "stranger"), set()
    for game in range(2):
        position = begin(diplomacy, diplomacy.meta.seats[: 7 - 3 * game])
        while position.round < 1907:
            phases.add(position.phase)
            seats = {
                seat: diplomacy.regent(stranger.one("steady", "random")).orders(
                    position, seat, Stream(f"{position.round} {seat}".encode())
                )
                for seat in position.seats
            }
            seat = stranger.one(*(diplomacy.phase(position).must or position.seats))
            judge(diplomacy, position, {**seats}, seat, stranger)
            position = diplomacy.adjudicate(position, seats, NONE).position
    assert phases == {"spring", "spring-retreats", "fall", "fall-retreats", "winter"}


def judge(game, position, everybody, seat, stranger):
    """Hold what becomes of a stranger's letter against what is promised of any."""
    text = stranger.letter([str(each) for each in game.legal_orders(position, seat)])
    there = game.language(position, "", seat)
    understood = read_orders(text, there)
    again = read_orders(str(understood.orders), there)
    assert [each.branches for each in again.orders] == [each.branches for each in understood.orders]
    assert not again.findings
    orders = understood.orders
    found = game.check(game.view(position, seat), seat, orders)
    for fix in {each.fix for each in found if each.fix}:
        meant = read_orders(fix, there)
        assert len(meant.orders) == 1
        against = game.check(position, seat, meant.orders)
        assert [each for each in against if each.severity == "error"] == [], fix
    game.defaults(position, seat, orders)
    game.sketch(position, seat, orders)
    done = game.adjudicate(position, {**everybody, seat: orders}, NONE)
    answers = [each for each in done.events if isinstance(each, Ordered) and each.seat == seat]
    assert sorted(each.line for each in answers) == sorted(line.number for line in orders)
    wrong = {each.line for each in found if each.severity == "error"}
    assert not [each for each in answers if each.line in wrong and each.outcome == "done"], text
    assert game.faults(done.position) == []
    assert game.decode(game.encode(done.position)) == done.position
