"""The order language of Diplomacy: as strangers write it, and whatever they write."""

import random

import pytest

from adjudicator.chance import Stream
from adjudicator.games.contract import Ordered
from adjudicator.orders import read_orders

LOST = {
    "A Vienna": {"power": "Austria", "retreats": ["Tyrolia", "Bohemia"]},
    "F Spain/sc": {"power": "France", "retreats": ["Portugal"]},
}


def language(game, phase):
    """Return the language of a phase in which somebody is asked."""
    table = {"dislodged": LOST} if "retreats" in phase else {}
    return game.language(game.from_table({"phase": phase, **table}, {}), "")


@pytest.mark.parametrize(
    ("phase", "text", "canonical"),
    [
        ("spring", "F Mao - Spain, south coast", "F Mid-Atlantic Ocean - Spain/sc"),
        ("spring", "F Mao - Spain (south)", "F Mid-Atlantic Ocean - Spain/sc"),
        ("spring", "F Mao - Spai (sc)", "F Mid-Atlantic Ocean - Spain/sc"),
        ("spring", "A Bulg - Ruma", "A Bulgaria - Rumania"),
        ("spring", "F Mao - south coast of Spain", "F Mid-Atlantic Ocean - Spain/sc"),
        ("spring", "F Mao - the northern coast of Spain", "F Mid-Atlantic Ocean - Spain/nc"),
        ("spring", "F GOB - STP/SC", "F Gulf of Bothnia - St Petersburg/sc"),
        ("spring", "F Mao - Portugal (south coast)", "F Mid-Atlantic Ocean - Portugal"),
        ("spring", "A Mar S A Par to hold", "A Marseilles S A Paris"),
        ("spring", "A Mar S Par in place", "A Marseilles S Paris"),
        ("spring", "A Mar s own A Par - Bur", "A Marseilles S A Paris - Burgundy"),
        ("spring", "A Mar S A Mun (Germany) - Bur", "A Marseilles S A Munich - Burgundy"),
        ("spring", "A Mar sup. Par’s move to Bur", "A Marseilles S Paris - Burgundy"),
        ("spring", "The army at Paris move to Burgundy.", "A Paris - Burgundy"),
        (
            "spring",
            "The army at Marseilles support move to Burgundy from Paris",
            "A Marseilles S Paris - Burgundy",
        ),
        ("spring", "The army at Marseilles support hold to Paris", "A Marseilles S Paris"),
        (
            "spring",
            "The fleet at North Sea convoy to Norway from London",
            "F North Sea C London - Norway",
        ),
        ("spring", "A Con - Sev via BLA", "A Constantinople - Sevastopol via convoy"),
        ("spring", "A Lon - Nwy (via NTH)", "A London - Norway via convoy"),
        ("spring", "A Lon - Nwy (convoy)", "A London - Norway via convoy"),
        ("spring", "F Nth C A Lon - Nrg - Nwy", "F North Sea C A London - Norway"),
        ("spring", "A PAR => BUR", "A Paris - Burgundy"),
        ("spring", "move from Paris to Burgundy", "Paris - Burgundy"),
        ("spring", "FRANCE: A Par-Bur", "A Paris - Burgundy"),
        ("fall-retreats", "A Vie retreat Tyr", "A Vienna R Tyrolia"),
        ("fall-retreats", "Army Vienna withdraws to Tyrolia", "A Vienna R Tyrolia"),
        ("fall-retreats", "A Vie OTB", "disband A Vienna"),
        ("winter", "Build an army in Paris", "build A Paris"),
        ("winter", "build a fleet in St Petersburg on the north coast", "build F St Petersburg/nc"),
        ("winter", "no builds", "waive 1"),
    ],
)
def test_what_players_of_other_places_write_means_what_they_mean(diplomacy, phase, text, canonical):
    there = language(diplomacy, phase)
    for each in (text, canonical):
        understood = read_orders(each, there)
        assert str(understood.orders) == f"{canonical}\n"
        assert not understood.findings


@pytest.mark.parametrize(
    ("phase", "text", "said"),
    [
        ("spring", "A Par Bur", "Put “-” between a unit and where it goes. Try: A Par - Bur"),
        ("fall-retreats", "A Vie H", "A dislodged unit cannot stay"),
        ("spring", "A Liv - Yor", "“Liv” could be Liverpool or Livonia."),
    ],
)
def test_what_cannot_be_read_is_not_read_as_something_else(diplomacy, phase, text, said):
    understood = read_orders(text, language(diplomacy, phase))
    assert not len(understood.orders)
    assert [said in str(each) for each in understood.findings] == [True]


class Stranger:
    """Writes orders of every kind, in every notation, for units and places that come to mind."""

    def __init__(self, game, seed):
        self.draw = random.Random(seed)
        board = game.play(game.new(game.meta.seats, {}, Stream(b"")).position).board
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
        position = diplomacy.new(diplomacy.meta.seats[: 7 - 3 * game], {}, Stream(b"")).position
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
            position = diplomacy.adjudicate(position, seats, Stream(b"")).position
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
    done = game.adjudicate(position, {**everybody, seat: orders}, Stream(b""))
    answers = [each for each in done.events if isinstance(each, Ordered) and each.seat == seat]
    assert sorted(each.line for each in answers) == sorted(line.number for line in orders)
    wrong = {each.line for each in found if each.severity == "error"}
    assert not [each for each in answers if each.line in wrong and each.outcome == "done"], text
    assert game.faults(done.position) == []
    assert game.decode(game.encode(done.position)) == done.position
