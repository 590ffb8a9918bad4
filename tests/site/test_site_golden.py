"""All that can be read on the pages of a campaign, and what of it changes by what happens.

After a change that is meant, write them anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/site/test_site_golden.py && git diff tests/site/pages.txt
"""

import difflib
import os
import re
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace
from site_campaigns import BEGINS, DAY, Played

from adjudicator.campaign.people.settings import change_settings, read_changes
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.deadlines import move_deadline, start_clock, stop_clock
from adjudicator.campaign.phases.endings import end
from adjudicator.site.keep import keep_site
from adjudicator.site.place import Site
from adjudicator.store.database import open_store

MOST = 4
"""Rows of a table that are shown."""
LINES = {
    "p",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "li",
    "tr",
    "summary",
    "figcaption",
    "option",
    "section",
}
LINES |= {"header", "main", "nav", "footer", "title", "pre", "label", "template", "svg", "table"}
MARKS = {
    "h1": "# ",
    "h2": "## ",
    "h3": "### ",
    "li": "- ",
    "summary": "> ",
    "option": "  o ",
    "template": "template ",
}


class Reader(HTMLParser):
    """Reads what a person reads of a page: words, where links lead, what pictures are of."""

    def __init__(self, text):
        super().__init__()
        self.lines, self.line, self.skip = [], "", 0
        self.feed(text)
        self.end()

    def end(self):
        if text := " ".join(self.line.split()):
            self.lines.append(text)
        self.line = ""

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        if tag in ("script", "style", "defs"):
            self.skip += 1
        if tag in LINES:
            self.end()
            self.line = MARKS.get(tag, "")
            self.line += f"{facts['id']}: " if tag == "template" else ""
            self.line += f"({facts['aria-label']}) " if "aria-label" in facts else ""
        elif tag in ("td", "th"):
            self.line += " | "
        elif tag == "img":
            self.line += f" [{facts['src']}: {facts['alt']}] "
        elif tag == "i" and "dot" in facts.get("class", ""):
            self.line += f" {facts['class'].split()[-1]}: "
        if tag in ("a", "link") and "href" in facts:
            self.line += f" <{facts['href']}> "
        if tag == "button" and "aria-label" in facts:
            self.line += f" [{facts['aria-label']}] "

    def handle_endtag(self, tag):
        if tag in ("script", "style", "defs"):
            self.skip -= 1
        if tag in LINES:
            self.end()

    def handle_data(self, data):
        if not self.skip:
            self.line += data


def told(folder):
    """Return all that can be read in a folder of pages."""
    lines = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".xml", ".ics"):
            text = path.read_text("utf-8")
            read = Reader(text).lines if path.suffix == ".html" else text.splitlines()
            lines += [f"==== {path.relative_to(folder)}", *read, ""]
    hidden = (re.sub(r"\b[0-9a-f]{12,}\b|[A-Za-z0-9+/]{60,}=*", "…", each) for each in lines)
    return [*folded(hidden)]


def folded(lines):
    """Return lines of which long tables are shown in part."""
    for is_row, several in groupby(lines, key=lambda line: line.startswith("|")):
        rows = [*several]
        yield from rows[:MOST] if is_row else rows
        if is_row and len(rows) > MOST:
            yield f"| … {len(rows) - MOST} more"


def replace_seat(at, name, **fields):
    at.save(replace(at.seat(name), **fields))


def set_(at, *changes):
    change_settings(at, **read_changes(changes))


STEPS = {
    "a phase is played": lambda game: game.play(phases=1),
    "press to all": lambda game: game.say("Oda", "Shall we talk?", to=(), broadcast=True),
    "another name": lambda game: game.change(replace_seat, "Oda", player="Ann Lee"),
    "a regent": lambda game: game.change(replace_seat, "Takeda", held_by="regent"),
    "a free seat": lambda game: game.change(replace_seat, "Takeda", open=True),
    "another deadline": lambda game: game.change(move_deadline, BEGINS + 9 * DAY),
    "a pause": lambda game: game.change(stop_clock),
    "it goes on": lambda game: game.change(start_clock),
    "only seats are named": lambda game: game.change(set_, "names=seats"),
    "another zone": lambda game: game.change(set_, "zone=Asia/Tokyo"),
    "two phases are played": lambda game: game.play(phases=2),
    "a roll-back": lambda game: game.change(roll_back, "1 deploy"),
    "it is over": lambda game: game.change(end, "Enough."),
    "what was secret stays so": lambda game: game.change(set_, "reveal=never"),
    "no pages any more": lambda game: game.change(set_, "publish=never"),
}


def test_what_stands_on_pages_is_golden(tmp_path):
    site = Site(tmp_path / "site", "https://games.example/")
    game = Played(tmp_path, kind="two", names="players", deadline="daily 20:00")
    lines, before = [], []
    for step, work in {"it has begun": lambda _: None, **STEPS}.items():
        work(game)
        with open_store(game.db) as store:
            assert not [each for each in keep_site(store, site, game.now) if isinstance(each, str)]
        after = told(site.folder)
        lines += [f"* {step}", *changes(before, after), ""]
        before = after
    now = "\n".join(lines)
    path = Path(__file__).parent / "pages.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")


def changes(before, after):
    """Yield the lines that are new (``+``) and gone (``-``), below the names of their pages."""
    page = shown = ""
    for line in difflib.Differ().compare(before, after):
        page = line[2:] if line[2:].startswith("==== ") else page
        if line[0] in "+-" and line[2:]:
            if page != shown and not line[2:].startswith("==== "):
                yield f"  {page}"
            shown = page
            yield line
