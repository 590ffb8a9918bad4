"""Letters of the toy game, each of a kind, and what they are about."""

from datetime import UTC, datetime
from functools import cache

import msgspec
from letters_events import OTHERS, WAR
from letters_toy import Toy, orders, position

from adjudicator import reports
from adjudicator.chance.record import PhaseDice
from adjudicator.chance.stream import Draw
from adjudicator.games.contract import Default
from adjudicator.orders import Finding
from adjudicator.reports import File, Setting

GAME = Toy()
SETTING = Setting(
    "sekigahara",
    "Oda",
    player="Anna",
    zone="Europe/Berlin",
    deadline=datetime(2026, 3, 14, 17, tzinfo=UTC),
    address="judge@example.org",
    token="abcd efgh",
    commitment="ab" * 32,
    dice=PhaseDice(
        number=1, phase="2 war Oda", before="", key="cd" * 32, draws=(Draw("hits", 12, (3,)),)
    ),
    missing=("Uesugi",),
)
MAP = File("map.png", "image/png", b"png", cid="map")
BEFORE = position()
AFTER = position(owners={"Kai": "Oda"}, active="Takeda")
ASKED = orders(
    "march army 1 to Hida, Shinano",
    "attack Kai from Shinano with army",
    "attack Shima from Ise",
    "move 2 spearmen from Omi to Shima | move 1 spearman from Omi to Ise",
    "call off after 2 passes",
)


def result(seat="Oda", after=AFTER, before=BEFORE, **changes):
    setting = msgspec.structs.replace(SETTING, seat=seat, **changes)
    return reports.result(GAME, before, after, ASKED, WAR, setting, (MAP,))


def one_line(text):
    return " ".join(text.split())


def first_lines(report):
    """What the first four lines of a letter say."""
    lines = report.text.splitlines()
    assert "" in lines[:5]
    return " ".join(lines[: lines.index("")])


def receipt(findings=(), given=ASKED, ready=None, **more):
    return reports.receipt(
        GAME,
        BEFORE,
        given,
        findings,
        [Default("casualties ronin", "the usual order")],
        "ef" * 32,
        msgspec.structs.replace(SETTING, ready=ready),
        **more,
    )


def notice(**more):
    facts = {"phase": "4 war", "holder": "Oda", "why": "ValueError: no"}
    return reports.notice(SETTING, "set-aside", facts, **more)


LETTERS = {
    "result": result,
    "result to the next": lambda: result("Takeda"),
    "public": lambda: reports.result(
        GAME,
        BEFORE,
        AFTER,
        None,
        WAR,
        msgspec.structs.replace(SETTING, seat="", player="", token=""),
        (MAP,),
    ),
    "opening": lambda: reports.opening(
        GAME, position(phase="plan", active=""), SETTING, (MAP,), OTHERS[:2]
    ),
    "receipt": lambda: receipt(
        [Finding(2, "c", "warning", "attack Kai", "Kai may be empty by then.")]
    ),
    "reminder": lambda: reports.reminder(GAME, BEFORE, SETTING),
    "notice": notice,
}


@cache
def letter(name):
    return LETTERS[name]()
