import unicodedata
from functools import cache

import msgspec
import pytest
from letters_events import OTHERS, WAR
from letters_html import Page
from letters_toy import Toy, orders, position

from adjudicator import reports
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Column, Default, Defaulted, Ordered, Table
from adjudicator.games.samurai_swords.table.events import Unfought
from adjudicator.orders import Finding
from adjudicator.reports import Setting
from adjudicator.reports.text import columns

GAME = Toy()
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</td></tr></table><h1>Oda</h1>",
    "{{ 7 * 7 }}{% raw %}",
    "%s%d{0}{x.__class__}",
    "&lt;b&gt;&amp;",
    "Oda\r\nBcc: all@example.org\r\n\r\nFAKE HEADING",
    "Oda\n\nFAKE HEADING\n------------\n",
    "x" * 300 + "' onmouseover='x' b='",
    "Wide " + "織田信長" * 80,
    "\u202eadO\u202c \u2066x\u2069 \u200bz\ufeff",
    "\x00\x01\x1b[31mred\x07\x7f\x85\x9b",
    "Z" + "\u0335\u0336\u0338" * 100,
    "\ud800broken",
    "line\u2028sep\u2029par\x0bvt\x0cff",
    "   ",
]


def letters(seat, text):
    """All letters, with the text wherever a person has a say."""
    seats = ("Oda", "Takeda", seat)
    setting = Setting(
        campaign=text,
        seat=seat,
        player=text,
        zone=text,
        address=f"{text}@example.org",
        token=text,
        actor=text,
        commitment=text,
        dice=PhaseDice(
            number=1, phase=text, before="", key=text, words={text: text}, beacon=text, draws=()
        ),
        missing=(seat, text),
    )
    line = " ".join(text.split())  # order lines come from the reader of order files
    events = [
        Ordered(seat=seat, line=1, text=line, outcome="failed", why=text),
        Defaulted(seat=seat, text=line, why=text),
        Defaulted(seat="Oda", text=line, why=text),
        Unfought(seat=seat, source=text, target=text, why=text, army=text),
        *(
            msgspec.structs.replace(event, seat=seat)
            if "seat" in event.__struct_fields__
            else event
            for event in (*WAR, *OTHERS)
        ),
    ]
    before, after = position(seats), position(seats, owners={"Kai": seat}, active=seat)
    findings = [
        Finding(n, text, severity, text, text, text)
        for n, severity in ((1, "warning"), (2, "error"), (0, "note"))
    ]
    yield reports.result(GAME, before, after, orders(line, "x"), events, setting)
    everybody = msgspec.structs.replace(setting, seat="", player="", token="")
    yield reports.result(GAME, before, after, None, events, everybody)
    yield reports.opening(GAME, after, setting, (), events)
    yield reports.receipt(
        GAME, after, orders(line), findings, [Default(line, text)], text, setting, phase=text
    )
    yield reports.reminder(GAME, after, setting)
    yield reports.notice(setting, "set-aside", {"phase": text, "holder": text, "why": text})


def bad_letters(text):
    return {
        char
        for char in text
        if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    }


@cache
def harmless_tags():
    """The tags of each letter in which nothing is hostile."""
    return [set(Page(report.html).tags) for report in letters("Uesugi", "harmless")]


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_hostile_gets_through_and_sheets_are_safe_to_send_back(hostile):
    for report, known in zip(letters(hostile or "Uesugi", hostile), harmless_tags(), strict=True):
        assert "\n" not in report.subject
        assert len(report.subject) <= 150
        assert bad_letters(report.subject + report.text + report.html) == set()
        page = Page(report.html)
        assert page.faults == []
        assert set(page.tags) <= known | {("br",)}
        assert "49" not in report.text or "7 * 7" not in hostile
        for file in report.files:
            assert file.name.isascii()
            assert "/" not in file.name
            assert file.name.isprintable()
            if file.name.startswith("orders-"):
                sheet = file.data.decode()
                assert bad_letters(sheet) == set()
                kinds = ("#", "game", "seat", "phase", "token", "END")
                assert all(line.startswith(kinds) for line in sheet.splitlines() if line)
        report.text.encode()
        long = [line for line in report.text.splitlines() if columns(line) > 72]
        # Order lines and what must be copied whole are never folded.
        assert all(line.startswith("  ") for line in long), long


def test_the_end_of_a_line_is_but_a_space():
    hostile = "Oda\n\nFAKE\n----\nx\r\nBcc: b\u2028b\x0bc"
    spaced = " ".join(hostile.split())
    for report, same in zip(letters(hostile, hostile), letters(spaced, spaced), strict=True):
        assert (report.subject, report.text) == (same.subject, same.text)


def test_a_hostile_game_cannot_break_the_form():
    class Hostile(Toy):
        def standings(self, view):
            columns = (Column("S\u202eeat", False), Column("Ko\x1bku"))
            return Table("Stan\u200bdings<b>", columns, (("O\x07da", "\x9b7"),), "no\u2066te")

    report = reports.result(Hostile(), position(), position(), None, (), Setting("c", "Oda"))
    assert bad_letters(report.text + report.html) == set()
    assert "Standings&lt;b&gt;" in report.html.replace(" ", "")


def test_a_long_letter_takes_no_long_time():
    events = WAR * 50
    report = reports.result(GAME, position(), position(), None, events, Setting("c", "Oda"))
    assert len(report.text) > 50_000
