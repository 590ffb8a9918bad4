import re
from functools import partial
from html import escape
from types import SimpleNamespace

import pytest
from letters_html import Page
from letters_toy import Toy, orders
from letters_turned import LETTERS as TURNED
from letters_turned import written
from letters_variants import VARIANTS
from letters_written import (
    ASKED,
    BEFORE,
    LETTERS,
    MAP,
    SETTING,
    first_lines,
    letter,
    one_line,
    receipt,
    result,
)
from msgspec.structs import replace

from adjudicator import reports
from adjudicator.games.contract import Defaulted, Ordered
from adjudicator.orders import Finding, Orders, scan
from adjudicator.reports.facts import (
    Changed,
    DefaultRow,
    Judged,
    OrderRow,
    StandingOrder,
    find_citations,
    judge,
    shown_orders,
)
from adjudicator.reports.files.attachments import with_tag
from adjudicator.reports.model import File, Report
from adjudicator.reports.text import columns

EVERY = {
    **{name: partial(letter, name) for name in LETTERS},
    **{f"{name}: {of}": write for name, some in VARIANTS.items() for of, write in some.items()},
}


@pytest.mark.parametrize("name", [*EVERY, *TURNED])
def test_every_letter_keeps_the_form_and_says_the_same_in_text_and_html(name):
    for report in [EVERY[name]()] if name in EVERY else written(name):
        assert_form(report)


def assert_form(report):
    assert len(report.subject) <= 78
    assert report.subject.isprintable()
    assert max(map(columns, report.text.splitlines())) <= 72
    assert "\n\n\n" not in report.text
    assert all(line == line.rstrip() for line in report.text.splitlines())
    page = Page(report.html)
    assert page.faults == []
    assert "style" not in {tag for tag, *_ in page.tags}
    assert "Undefined" not in report.text + report.html
    assert '<html lang="en">' in report.html
    assert f"<title>{escape(report.subject)}</title>" in report.html
    for table in report.html.split("<table")[1:]:  # one that lays out is no table of facts
        laid_out = table.startswith(' role="presentation"')
        assert laid_out != ("<th" in table.partition("</table>")[0])
    words = set(page.text.casefold().replace(",", " ").replace(".", " ").split())
    said = report.text.casefold().replace(",", " ").replace(".", " ").split()
    unsaid = {word for word in said if word.strip("-=[]()·:") and word not in words}
    assert len(unsaid) < max(4, 0.12 * len(set(said))), unsaid


def test_nobody_waits_for_a_seat_that_a_regent_plays():
    assert "The phase waits for Takeda" in one_line(result("Uesugi").text)
    assert "waits for Takeda" not in one_line(result("Uesugi", regents=("Takeda",)).text)
    theirs = one_line(result("Takeda", regents=("Takeda",)).text)
    assert "UTC). You may send orders." in theirs
    assert "As things stand" not in theirs
    assert "Without orders: The regent orders for you. Answer this letter" in theirs


def test_the_first_lines_of_the_html_are_those_of_the_text():
    for name in ("result", "result to the next", "public"):
        report = letter(name)
        body = Page(report.html).text.partition(report.subject)[2]
        assert body.replace(" ", "").startswith(first_lines(report).replace(" ", ""))


def test_an_opening_says_first_what_to_do():
    parts = ["next: plans", "the deal", "standings", "options", "the dice"]
    html = letter("opening").html
    assert sorted(parts, key=lambda part: html.casefold().index(f">{part}")) == parts


def test_only_those_who_order_are_asked_and_get_a_sheet():
    asked, idle = result("Takeda"), result("Oda")
    names = ["map.png", "dice-sekigahara-2-war-oda.json", "position-sekigahara-2-war.json"]
    assert [file.name for file in idle.files] == names
    assert [file.name for file in asked.files] == [*names, "orders-sekigahara-2-war.txt"]
    found = scan(asked.files[-1].data)
    assert (found.game, found.seat, found.token) == ("sekigahara", "Takeda", "abcd efgh")
    (section,) = found.sections
    assert (section.round, section.name, section.lines) == (2, "war", ())


def test_the_map_is_shown_inside_the_html_and_a_mail_link_carries_the_header():
    assert "cid:map" in Page(result().html).links
    assert MAP in result().files
    link = next(link for link in Page(result("Takeda").html).links if link.startswith("mailto:"))
    assert (
        "game%20sekigahara%0D%0Aseat%20Takeda%0D%0Aphase%202%20war%0D%0Atoken%20abcd%20efgh" in link
    )
    assert not any(
        link.startswith("mailto:") for link in Page(result("Takeda", address="").html).links
    )


def test_a_receipt_repeats_what_stands_so_that_it_can_be_mailed_back():
    text = receipt().text
    start = text.index("WHAT NOW STANDS")
    block = text[start : text.index("DEFAULTS")].split("\n", 2)[2]
    (section,) = scan(block).sections
    assert [line.text for line in section.lines] == str(ASKED).splitlines()


def test_what_players_wrote_is_escaped_and_laid_out_line_by_line():
    html = {name: EVERY[name]().html for name in EVERY}
    assert "<b>1 order that stood before is gone</b>" in html["receipt: what has changed"]
    unread = "Hi &lt;b&gt;judge&lt;/b&gt;<br>casualties horse<br><em>Not read"
    assert unread in html["receipt: lines that are no orders"]
    assert "Ann &lt;b&gt; (you)" in html["opening: who plays"]
    assert ">a &lt;b&gt;<br>c</p>" in next(written("receipt-bare")).html
    assert "<li><b>press to &lt;NAME&gt;</b>: a letter</li></ul>" in next(written("help")).html
    assert "- two<br><br>&lt;i&gt;three&lt;/i&gt;" in next(written("passed-on")).html


@pytest.mark.parametrize(
    ("campaign", "tag", "line"), [("a<b", "#7", "a<b · #7"), ("a", "", "a"), ("", "#7", "#7")]
)
def test_a_letter_names_its_campaign_and_itself_on_top(campaign, tag, line):
    tagged = with_tag(Report("", "text", "<html><body class=x>hi</body>"), campaign, tag)
    assert tagged.text == f"{line}\n\ntext"
    assert re.search(rf"<body class=x>\n<div [^>]*>{escape(line)}</div>hi</body>", tagged.html)


def test_a_sheet_lists_each_default_once_and_says_what_happens_without_orders():
    class Listed(Toy):
        def sheet(self, view, seat):
            return ["# casualties ronin, spearman, gunner, swordsman, bowman", "# spy"]

    *_, sheet = reports.reminder(Listed(), BEFORE, SETTING).files
    *_, written = sheet.data.decode().partition("\n\n")
    assert written.splitlines() == [
        "# casualties ronin, spearman, gunner, swordsman, bowman",
        "# spy",
        "",
        f"# {reports.phrase('sheet', 'defaults', {})}",
        "#   (Nothing moves and nothing is attacked.)",
        "",
        "END",
    ]


def test_only_what_is_shown_inside_the_html_is_an_image_of_it():
    signed = File("receipt.txt", "text/plain", b"signed")
    assert [each for each in Page(receipt(pictures=(MAP, signed)).html).links if "cid" in each] == [
        "cid:map"
    ]


@pytest.mark.parametrize("write", [result, receipt])
def test_a_letter_names_the_orders_that_it_repeats_for_who_quotes_them(write):
    lines = {text for order in ASKED for text in str(order).splitlines()}
    assert lines <= {*write().orders}


def test_orders_are_repeated_from_every_part_of_a_letter_and_from_nothing_else():
    found = Finding(1, "c", "error", "read", "No.", "fix", {"name": "ea", "meant": "else", "n": 1})
    content = {
        "next": SimpleNamespace(header=("header",), defaults=[DefaultRow(("next",), "why")]),
        "examples": ("example",),
        "filled": [DefaultRow(("filled",), "why")],
        "defaults": [DefaultRow(("default",), "why")],
        "asked": [OrderRow(("asked", "else"), "done", 1, "why")],
        "others": {"Mori": [OrderRow(("other",))]},
        "events": [
            Ordered(seat="Oda", line=1, text="ordered", outcome="done", why="why"),
            Defaulted("Oda", "defaulted", "why"),
            Defaulted("Oda", "", "why"),
        ],
        "judged": Judged((StandingOrder(("stands",)),), (found,), ()),
        "changed": Changed((("new",),), (("gone", "gone else"),), 1),
        "for_later": [("5 plan", [("later",), ("later else",)], True)],
    }
    assert sorted(shown_orders(content)) == [
        *("asked", "default", "defaulted", "else", "example", "filled", "fix", "gone", "gone else"),
        *("header", "later", "later else", "new", "next", "ordered", "other", "read", "stands"),
    ]
    assert find_citations(content) == ("ea",)  # of the facts of a finding, what stands in its line


def test_each_finding_stands_with_its_order_or_among_what_is_rejected_or_alone():
    """Of several orders on a line it is the first that it quotes; an order that was kept from an
    earlier letter has no line. What is wrong with a whole file is no rejected line beside others.
    """
    one, two, three, kept = orders("march", "attack Kai from Omi", "attack Iga", "spy")
    given = Orders(
        (
            replace(one, number=1),
            replace(two, number=1),
            replace(two, number=1),
            replace(three, number=2),
            replace(kept, number=0),
        )
    )

    def found(line, severity, read=""):
        return Finding(line, "c", severity, read, "No.")

    warned = found(1, "warning", "attack Kai from Omi")
    noted, doubts = found(1, "note", "march"), [found(2, "warning"), found(2, "warning", "x")]
    loose = [found(1, "warning", "attack Kai"), found(0, "note"), found(7, "note")]
    third, second = found(3, "error"), found(2, "error")
    quoted, whole = found(0, "error", "an order of an earlier letter"), found(0, "error")
    findings = [*loose, whole, third, quoted, *doubts, second, warned, noted]
    judged = judge(given, findings)
    assert [(each.lines[0], [*each.remarks]) for each in judged.stands] == [
        ("march", [noted]),
        ("attack Kai from Omi", [warned]),
        ("attack Kai from Omi", []),
        ("attack Iga", doubts),
        ("spy", []),
    ]
    assert judged.rejected == (quoted, second, third)
    assert judged.remarks == (whole, *loose)
    assert judged.doubtful == 2
    assert sorted(map(id, judged.findings)) == sorted(map(id, findings))
    assert judge(given, [*loose, whole]).rejected == (whole,)
