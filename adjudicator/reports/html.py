"""The HTML format: small tables and inline styles that mail programs honour."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

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
    '<table cellpadding="{space}" cellspacing="0" '
    'style="border-collapse:collapse;font-size:14px;line-height:1.45;margin:4px 0 8px{more}">'
)
_ROW = f'<tr valign="top" style="border-bottom:1px solid {LINE}">'
_HEAD = f"color:{SOFT};font-weight:normal;font-size:12px"
_HIT = f'<b style="background:{INK};color:#fff;border-radius:3px;padding:0 4px">%d</b>'


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

    def __init__(self, labels: Mapping[str, str]):
        self._labels = labels
        self._seats: dict[str, Markup] = {}

    def seat(self, seat: str) -> Markup:
        """Name a seat."""
        made = self._seats.get(seat)
        if made is None:
            made = self._seats[seat] = Markup("<bdi><b>{}</b></bdi>").format(words.name(seat))
        return made

    def place(self, place: str) -> Markup:
        """Name a province as the board labels it."""
        return escape(self._labels.get(place) or words.name(place))

    def order(self, text: str) -> Markup:
        """Quote an order line within a sentence."""
        return Markup(
            '<code style="font-family:Menlo,Consolas,monospace;font-size:.88em">{}</code>'
        ).format(words.clean(text))

    def strong(self, text: str) -> Markup:
        """Stress a few words."""
        return Markup("<b>{}</b>").format(text)

    def listing(self, items: Iterable[str], word: str = "and") -> Markup:
        """Join with commas and a last ``and``."""
        return Markup(words.listing(map(escape, items), escape(word)))

    def die(self, die: int, needs: int, or_more: bool = False) -> Markup:
        """Show one die, filled if it succeeds."""
        hit = die >= needs if or_more else die <= needs
        return Markup(_HIT % die if hit else f"{die:d}")

    def note(self, text: str) -> Markup:
        """Say something under an event, as a paragraph of its own."""
        return Markup('<div style="font-size:15px;margin:2px 0">{}</div>').format(text)

    def aside(self, text: str) -> Markup:
        """Say something of lesser weight under an event."""
        return Markup('<div style="font-size:13px;color:{}">{}</div>').format(SOFT, text)

    def quote(self, lines: Iterable[str]) -> Markup:
        """Show what somebody else wrote, marked as such by a bar beside it."""
        said = Markup("<br>").join(words.clean(line, LONGEST_QUOTED) for line in lines)
        bar = f"display:block;border-left:3px solid {LINE};padding-left:10px"
        return Markup('<span style="{}">{}</span>').format(bar, said)

    def table(
        self, heads: Sequence[Column], rows: Sequence[Sequence[str]], title: str = ""
    ) -> Markup:
        """Lay out a table with its headings; what a telephone has no room for stands below it."""
        cells = [[_cell(cell) for cell in row] for row in rows]
        parts = words.parts_of_table(_least_widths(heads, cells), 0, ROOM)
        return Markup("").join(
            self._table([heads[at] for at in part], [[row[at] for at in part] for row in cells])
            for part in parts
        )

    def _table(self, heads: Sequence[Column], rows: Sequence[Sequence[Markup]]) -> Markup:
        sides = ["right" if head.number else "left" for head in heads]
        top = "".join(
            f'<th align="{side}" style="{_HEAD}">{_cell(head.title)}</th>'
            for head, side in zip(heads, sides, strict=True)
        )
        body = "".join(
            _ROW
            + "".join(
                f'<td align="{side}">{cell}</td>' for cell, side in zip(row, sides, strict=True)
            )
            + "</tr>"
            for row in rows
        )
        # Words stay whole, as far as a narrow window allows; what is wider still is pushed aside.
        table = _TABLE.format(space=_SPACE, more=";overflow-wrap:break-word")
        return Markup(f"{table}{_ROW}{top}</tr>{body}</table>")

    def rolls_begin(self) -> Markup:
        """Begin the table of a battle's dice: its headings."""
        sides = {"units": "left", "needs": "left", "dice, hits filled": "left", "hits": "right"}
        heads = "".join(
            f'<th align="{side}" style="{_HEAD}">{title}</th>' for title, side in sides.items()
        )
        return Markup(f"{_TABLE.format(space=3, more=';width:100%')}{_ROW}{heads}</tr>")

    def rolls_head(self, title: str) -> Markup:
        """Begin a part of a battle's table."""
        style = f"padding-top:7px;font-weight:bold;color:{ACCENT};font-size:13px"
        return Markup(f'<tr><td colspan="4" style="{style}">{escape(title)}</td></tr>')

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
        hit = [die >= needs if or_more else die <= needs for die in dice]
        shown = " ".join(
            [_HIT % die if is_hit else f"{die:d}" for die, is_hit in zip(dice, hit, strict=True)]
        )
        least = f"{'≥' if or_more else '≤'}&nbsp;{needs:d}"
        return Markup(
            f"{_ROW}<td>{self.seat(who)} {escape(', '.join(what))}</td><td>{least}</td>"
            f'<td style="color:{SOFT}">{shown}</td><td align="right">{hits or "–"}</td></tr>'
        )

    def rolls_note(self, text: str) -> Markup:
        """Say something between the rows of a battle's table."""
        return Markup(f'{_ROW}<td colspan="4" style="padding-left:14px">{escape(text)}</td></tr>')

    def rolls_end(self) -> Markup:
        """End the table of a battle's dice."""
        return Markup("</table>")


def _least_widths(heads: Sequence[Column], rows: Sequence[Sequence[Markup]]) -> list[int]:
    """Return how narrow each column can be, in pixels: as wide as its longest word."""
    return [
        2 * _SPACE
        + max(
            _wide(head.title, _HEAD_LETTER),
            *(_wide(_bare(row[at]), _LETTER) for row in rows),
            0,
        )
        for at, head in enumerate(heads)
    ]


def _bare(cell: Markup) -> str:
    return cell.striptags() if "<" in cell else str(cell)


def _wide(text: str, letter: float) -> int:
    return round(max((text_columns(word) for word in text.split()), default=0) * letter)


def _cell(text: str) -> Markup:
    return text if isinstance(text, Markup) else escape(words.clean(str(text)))
