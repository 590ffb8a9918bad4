"""A seat that commands two colours: its order mails, its receipts and its letters."""

import pytest
from playing import Table

from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

REAL = True
COLOURS = ("Oda", "Uesugi")
FAULTS = {"report-failed", "map-failed", "regent-failed", "carry-failed", "orders-set-aside"}


@pytest.fixture
def table(store, prepare):
    """Return a function that makes a game which has come to a phase of that name, or to the turn
    of one of the seat's colours."""

    def make(phase):
        players = (Player("Oda", "oda@example.org"), Player("Takeda", "", regent="steady"))
        settings = Settings(deadline="daily 20:00", address="game@example.org")

        def begin():
            play = Table(store, NewCampaign("two", "samurai-swords", players, {}, settings))
            while phase != play.head.opens.name and play.head.opens.turn not in COLOURS:
                play.adjudicate()
            return play

        return prepare(store, (__name__, phase), begin)

    return make


def test_headed_lines_are_taken_amended_and_carried_out(store, table):
    play = table("plan")
    first = play.send("Oda", "spend 1 on ninja\ncolour Uesugi\nspend 2 on levy\n")
    assert not first.has_rejections
    assert play.stands("Oda") == ("colour Oda\nspend 1 on ninja\ncolour Uesugi\nspend 2 on levy\n")
    play.send("Oda", "amend\nfor Uesugi: spend 3 on levy\n")
    assert play.stands("Oda").endswith("colour Uesugi\nspend 3 on levy\n")
    play.send("Oda", "amend\ncolour Uesugi\ncancel spend 3 on levy\n")
    play.send("Oda", "colour Uesugi\n")
    assert play.stands("Oda") == "colour Oda\nspend 1 on ninja\n"
    play.send("Oda", "colour Uesugi\nalways casualties gunner\n")
    play.adjudicate()
    assert "colour Uesugi\nalways casualties gunner" in play.stands("Oda")
    assert FAULTS.isdisjoint(note.code for note in queries.notes(store, play.campaign))
    assert any("for Uesugi" in each.content.text for each in store.rows(Letter))


def lines_of_turns(play):
    """Play the round's war turns; return what stood for Oda in each of its own."""
    stood = {}
    while play.head.opens.round == 1 and play.head.opens.name in ("muster", "war"):
        if play.head.opens.turn in COLOURS:
            stood[play.head.opens.turn] = play.stands("Oda")
        play.adjudicate()
    return stood


LINE, OTHER = "call off when 1 is lost\n", "call off when 2 are lost\n"
BOTH = {"Oda": f"colour Oda\n{LINE}", "Uesugi": f"colour Uesugi\n{OTHER}"}


@pytest.mark.parametrize(
    ("phase", "letters"),
    [
        ("muster", ["phase 1 war\n" + "".join(BOTH.values())]),
        # what names the second turn stands beside what names none
        ("muster", ["phase 1 war\n" + LINE, "phase 1 war Uesugi\n" + OTHER]),
        ("its turn", ["".join(BOTH.values())]),
    ],
)
def test_lines_for_both_colours_wait_each_for_the_turn_of_its_own(store, table, phase, letters):
    play = table(phase)
    for text in letters:
        assert not play.send("Oda", text).has_rejections
    assert lines_of_turns(play) == BOTH
    assert FAULTS.isdisjoint(note.code for note in queries.notes(store, play.campaign))


def test_lines_for_the_turn_that_waits_are_checked_once(table, monkeypatch):
    play, asked = table("its turn"), []
    rules, line = play.campaign.game, BOTH[play.head.opens.turn]
    check = rules.check

    def count(view, seat, orders):
        asked.append(str(orders))
        return check(view, seat, orders)

    monkeypatch.setattr(rules, "check", count)
    play.send("Oda", line)
    assert play.stands("Oda") == line
    assert asked == [line]


@pytest.mark.parametrize("line", ["same for Uesugi", "Uesugi as well", "and the same to Uesugi"])
def test_a_line_that_speaks_of_the_other_colour_holds_ready_back(table, line):
    play = table("plan")
    sent = play.send("Oda", f"spend 1 on ninja\n{line}\nready\n")
    assert [each.code for each in sent.findings] == ["not-an-order", "not-ready"]
    assert not sent.ready
    assert play.send("Oda", "spend 1 on ninja\nready\n\nOda & Uesugi\n").ready
