"""The HTML format: small tables and inline styles that mail programs honour."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from adjudicator.games.contract import Column
from adjudicator.reports import words
from adjudicator.reports.text import ITEM, LONGEST_QUOTED
from adjudicator.reports.text import columns as text_columns

INK = "#2b2621"
SOFT = "#6d6358"
LINE = "#d9cfbf"
ACCENT = "#97281f"

ROOM = 390 - 2 * 18
"""Pixels that a table may take on a telephone: its width without the margins of the page."""
_SPACE = 4
_LETTER, _HEAD_LETTER = 8.0, 7.0
"""Pixels that a letter takes at the most, on an average of a word, at 14 px (bold) and at 12 px."""

# Mail programs cut long letters off (at 100 kB the commonest of them), so rows and dice, which come
# by the hundred, carry as little style as they can.
_TABLE = (
    '<table cellpadding="{}" cellspacing="0" style="border-collapse:collapse;font-size:14px;'
    'line-height:1.45;margin:4px 0 8px{};overflow-wrap:break-word">'
)
_HEAD = f' style="color:{SOFT};font-weight:normal;font-size:12px"'
_BAR = f"display:block;border-left:3px solid {LINE};padding-left:10px"
_GROUP = f"padding-top:7px;font-weight:bold;color:{ACCENT};font-size:13px"


class Look(NamedTuple):
    """What the elements of a format look like: their attributes, and the ends of tables.

    These are the styles of letters; a page leaves them to its style sheet.
    """

    code: str = ' style="font-family:Menlo,Consolas,monospace;font-size:.88em"'
    hit: str = f' style="background:{INK};color:#fff;border-radius:3px;padding:0 4px"'
    note: str = ' style="font-size:15px;margin:2px 0"'
    aside: str = f' style="font-size:13px;color:{SOFT}"'
    quote: str = f'span style="{_BAR}"'
    """With the name of the element."""
    begin: str = _TABLE.format(_SPACE, "")
    """Words stay whole, as far as a narrow window allows; what is wider still is pushed aside."""
    rolls: str = _TABLE.format(3, ";width:100%")
    body: str = ""
    """What stands between the headings of a table and its rows."""
    end: str = "</table>"
    row: str = f' valign="top" style="border-bottom:1px solid {LINE}"'
    head: str = ""
    head_style: str = _HEAD
    left: str = ' align="left"'
    right: str = ' align="right"'
    first: str = "td"
    """The first cell of a row."""
    dice: str = f' style="color:{SOFT}"'
    group: str = f'td colspan="4" style="{_GROUP}"'
    remark: str = ' colspan="4" style="padding-left:14px"'


_PARAGRAPH = Markup('<p style="margin:0 0 10px">{}</p>')
_LIST = Markup('<ul style="margin:0 0 10px;padding-left:20px">{}</ul>')


def paragraph(lines: str) -> Markup:
    """Lay out a paragraph line by line as the text has it; items of a list as a list."""
    blocks = Markup("")
    for listed, some in groupby(escape(lines).split("\n"), lambda line: line.startswith(ITEM)):
        if listed:
            items = (Markup("<li>{}</li>").format(line[len(ITEM) :]) for line in some)
            blocks += _LIST.format(Markup("").join(items))
        else:
            blocks += _PARAGRAPH.format(Markup("<br>").join(some))
    return blocks


class Html:
    """Says things in HTML. ``labels`` are the board's names for the provinces."""

    safe = Markup
    ending = "html"
    look = Look()

    def __init__(self, labels: Mapping[str, str]):
        self._labels = labels

    def seat(self, seat: str) -> Markup:
        """Name a seat."""
        return _name_seat(seat)

    def place(self, place: str) -> Markup:
        """Name a province as the board labels it."""
        return escape(self._labels.get(place) or words.name(place))

    def order(self, text: str) -> Markup:
        """Quote an order line within a sentence."""
        return Markup(f"<code{self.look.code}>{{}}</code>").format(words.clean(text))

    def strong(self, text: str) -> Markup:
        """Stress a few words."""
        return Markup("<b>{}</b>").format(text)

    def listing(self, items: Iterable[str], word: str = "and") -> Markup:
        """Join with commas and a last ``and``."""
        return Markup(words.listing(map(escape, items), escape(word)))

    def die(self, die: int, needs: int, or_more: bool = False) -> Markup:
        """Show one die, filled if it succeeds."""
        hit = words.is_hit(die, needs, or_more)
        return Markup(f"<b{self.look.hit}>{die:d}</b>" if hit else f"{die:d}")

    def note(self, text: str) -> Markup:
        """Say something under an event, as a paragraph of its own."""
        return Markup(f"<div{self.look.note}>{{}}</div>").format(text)

    def aside(self, text: str) -> Markup:
        """Say something of lesser weight under an event."""
        return Markup(f"<div{self.look.aside}>{{}}</div>").format(text)

    def quote(self, lines: Iterable[str]) -> Markup:
        """Show what somebody else wrote, marked as such by a bar beside it."""
        quoted = Markup("<br>").join(words.clean(line, LONGEST_QUOTED) for line in lines)
        element = self.look.quote
        return Markup(f"<{element}>{{}}</{element.split()[0]}>").format(quoted)

    def table(self, heads: Sequence[Column], rows: Sequence[Sequence[str]]) -> Markup:
        """Lay out a table with its headings; what a telephone has no room for stands below it."""
        cells = tuple(tuple(map(as_cell, row)) for row in rows)
        return _lay_out(tuple(heads), cells)

    def _table(self, heads: Sequence[Column], rows: Sequence[Sequence[Markup]]) -> Markup:
        look = self.look
        sides = [look.right if head.number else look.left for head in heads]
        names = ["td" for _ in heads]
        names[:1] = [look.first]
        body = "".join(
            f"<tr{look.row}>"
            + "".join(
                f"<{name}{side}>{cell}</{name.split()[0]}>"
                for name, side, cell in zip(names, sides, row, strict=True)
            )
            + "</tr>"
            for row in rows
        )
        top = self._heads([as_cell(head.title) for head in heads], sides)
        return Markup(f"{look.begin}{top}{body}{look.end}")

    def _heads(self, titles: Sequence[str], sides: Sequence[str]) -> str:
        look = self.look
        cells = "".join(
            f"<th{look.head}{side}{look.head_style}>{title}</th>"
            for title, side in zip(titles, sides, strict=True)
        )
        return f"<tr{look.row}>{cells}</tr>{look.body}"

    def rolls_begin(self) -> Markup:
        """Begin the table of a battle's dice: its headings."""
        look, titles = self.look, ("units", "needs", "dice, hits filled", "hits")
        top = self._heads(titles, (*[look.left] * 3, look.right))
        return Markup(f"{look.rolls}{top}")

    def rolls_head(self, title: str) -> Markup:
        """Begin a part of a battle's table."""
        element = self.look.group
        return Markup(f"<tr><{element}>{escape(title)}</{element.split()[0]}></tr>")

    def rolls_row(
        self,
        who: str,
        what: Sequence[str],
        needs: int,
        dice: Sequence[int],
        hits: int,
        or_more: bool = False,
    ) -> Markup:
        """Show dice against the number that they need, hits bold on a dark ground."""
        look = self.look
        shown = " ".join([self.die(die, needs, or_more) for die in dice])
        least = f"{'≥' if or_more else '≤'}&nbsp;{needs:d}"
        return Markup(
            f"<tr{look.row}><td>{self.seat(who)} {escape(', '.join(what))}</td><td>{least}</td>"
            f"<td{look.dice}>{shown}</td><td{look.right}>{hits or '–'}</td></tr>"
        )

    def rolls_note(self, text: str) -> Markup:
        """Say something between the rows of a battle's table."""
        return Markup(f"<tr{self.look.row}><td{self.look.remark}>{escape(text)}</td></tr>")

    def rolls_end(self) -> Markup:
        """End the table of a battle's dice."""
        return Markup(self.look.end)


@lru_cache(maxsize=256)
def _name_seat(seat: str) -> Markup:
    return Markup("<bdi><b>{}</b></bdi>").format(words.name(seat))


@lru_cache(maxsize=16)
def _lay_out(heads: tuple[Column, ...], cells: tuple[tuple[Markup, ...], ...]) -> Markup:
    """Lay out a letter's table; most readers of a phase get the same standings."""
    letter = Html({})
    parts = words.parts_of_table(_least_widths(heads, cells), 0, ROOM)
    tables = (
        letter._table([heads[i] for i in part], [[row[i] for i in part] for row in cells])
        for part in parts
    )
    return Markup("").join(tables)


def _least_widths(heads: Sequence[Column], rows: Sequence[Sequence[Markup]]) -> list[int]:
    """Return how narrow each column can be, in pixels: as wide as its longest word."""
    return [
        2 * _SPACE
        + max(
            _wide(head.title, _HEAD_LETTER),
            *(_wide(_bare(row[i]), _LETTER) for row in rows),
            0,
        )
        for i, head in enumerate(heads)
    ]


def _bare(cell: Markup) -> str:
    return cell.striptags() if "<" in cell else str(cell)


def _wide(text: str, letter: float) -> int:
    return round(max((text_columns(word) for word in text.split()), default=0) * letter)


def as_cell(text: str) -> Markup:
    """Return a text as it may stand in a cell."""
    return text if isinstance(text, Markup) else escape(words.clean(str(text)))
