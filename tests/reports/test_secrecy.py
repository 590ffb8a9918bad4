import pytest
from letters_events import WAR
from letters_toy import Toy, orders, position

from adjudicator import reports
from adjudicator.games.contract import Defaulted, Ordered
from adjudicator.games.samurai_swords.table.events import NinjaFailed, PlanRevealed, RoninPlaced
from adjudicator.reports import Setting

SECRETS = {
    "Oda": (
        RoninPlaced(to=("Oda",), seat="Oda", province="Satsuma", army=3),
        Ordered(to=("Oda",), seat="Oda", line=1, text="hide 3 ronin in Satsuma", outcome="done"),
        Defaulted(to=("Oda",), seat="Oda", text="spend 11 on levy", why="Satsuma is rich"),
    ),
    "Takeda": (
        NinjaFailed(to=("Takeda",), seat="Takeda", why="he had gone to Mutsu"),
        PlanRevealed(to=("Takeda",), seat="Takeda", turn=91, build=0, levy=0, ronin=0, ninja=0),
        Ordered(
            to=("Takeda",), seat="Takeda", line=1, text="ninja strikes in Mutsu", outcome="done"
        ),
    ),
}
MARKS = {"Oda": ("Satsuma", "spend 11"), "Takeda": ("Mutsu", "91")}
EVENTS = SECRETS["Oda"] + WAR + SECRETS["Takeda"]
ORDERS = {"Oda": orders("hide 3 ronin in Satsuma"), "Takeda": orders("ninja strikes in Mutsu")}


def everything(report):
    return report.subject + report.text + report.html


@pytest.mark.parametrize(("seat", "other"), [("Oda", "Takeda"), ("Takeda", "Oda")])
def test_a_letter_tells_only_its_own_secrets(seat, other):
    report = reports.result(Toy(), position(), position(), ORDERS[seat], EVENTS, Setting("c", seat))
    assert all(mark in everything(report) for mark in MARKS[seat])
    assert not any(mark in everything(report) for mark in MARKS[other])


def test_the_public_letter_tells_no_secret_and_no_token():
    setting = Setting("c", "", token="open-sesame", address="a@example.org")
    report = reports.result(Toy(), position(), position(), None, EVENTS, setting)
    words = everything(report) + "".join(file.data.decode() for file in report.files)
    assert not any(mark in everything(report) for marks in MARKS.values() for mark in marks)
    assert "open-sesame" not in words
    assert "Anna" not in words


def test_public_parts_are_the_same_words_for_all():
    def story(seat):
        report = reports.result(Toy(), position(), position(), None, WAR, Setting("c", seat))
        return report.text[report.text.index("ODA MARCHES") : report.text.index("STANDINGS")]

    assert story("Takeda") == story("Uesugi") == story("")
