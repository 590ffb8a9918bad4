"""The HTML format: small tables and inline styles that mail programs honour."""

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup, escape

from adjudicator.games.contract import Column
from adjudicator.reports import words

INK = "#2b2621"
SOFT = "#6d6358"
LINE = "#d9cfbf"
PAPER = "#fdfbf6"
BAND = "#f4eee2"
ACCENT = "#97281f"

_CELL = f"padding:3px 8px 3px 0;border-bottom:1px solid {LINE};vertical-align:top"
_TABLE = "border-collapse:collapse;font-size:14px;line-height:1.45;margin:6px 0 10px"
_HEAD = f"{_CELL};color:{SOFT};font-weight:normal;font-size:12px;white-space:nowrap"
_DIE = (
    "display:inline-block;min-width:16px;margin:1px 2px 1px 0;padding:0 2px;text-align:center;"
    "border:1px solid {line};border-radius:3px;font-size:13px;line-height:18px;{more}"
)
_MISS = _DIE.format(line=LINE, more=f"color:{SOFT};background:#ffffff")
_HIT = _DIE.format(
    line=INK, more=f"color:#ffffff;background:{INK};font-weight:bold;text-decoration:underline"
)


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
        parts = [escape(item) for item in items]
        if len(parts) < 2:
            return Markup("").join(parts)
        return Markup(f"{Markup(', ').join(parts[:-1])} {escape(word)} {parts[-1]}")

    def die(self, die: int, needs: int, or_more: bool = False) -> Markup:
        """Show one die, filled if it succeeds."""
        hit = die >= needs if or_more else die <= needs
        return Markup(f'<span style="{_HIT if hit else _MISS}">{die:d}</span>')

    def note(self, text: str) -> Markup:
        """Say something under an event, as a paragraph of its own."""
        return Markup('<div style="font-size:15px;margin:2px 0">{}</div>').format(text)

    def table(
        self, heads: Sequence[Column], rows: Sequence[Sequence[str]], title: str = ""
    ) -> Markup:
        """Lay out a table with its headings."""
        sides = ["text-align:right" if head.number else "text-align:left" for head in heads]
        top = "".join(
            f'<th style="{_HEAD};{side}">{_cell(head.title)}</th>'
            for head, side in zip(heads, sides, strict=True)
        )
        body = "".join(
            "<tr>"
            + "".join(
                f'<td style="{_CELL};{side}">{_cell(cell)}</td>'
                for cell, side in zip(row, sides, strict=True)
            )
            + "</tr>"
            for row in rows
        )
        return Markup(f'<table style="{_TABLE}"><tr>{top}</tr>{body}</table>')

    def rolls_begin(self) -> Markup:
        """Begin the table of a battle's dice: its headings."""
        heads = "".join(
            f'<th style="{_HEAD};text-align:{side}">{title}</th>'
            for title, side in (
                ("units", "left"),
                ("needs", "left"),
                ("dice, hits filled", "left"),
                ("hits", "right"),
            )
        )
        return Markup(f'<table style="{_TABLE};width:100%"><tr>{heads}</tr>')

    def rolls_head(self, title: str) -> Markup:
        """Begin a part of a battle's table."""
        style = f"padding:8px 0 2px;font-weight:bold;color:{ACCENT};font-size:13px"
        return Markup(f'<tr><td colspan="4" style="{style}">{escape(title)}</td></tr>')

    def rolls_row(
        self, who: str, what: Sequence[str], needs: int, dice: Sequence[int], hits: int
    ) -> Markup:
        """Show dice against the number that they need, hits filled, bold and underlined."""
        shown = "".join(
            f'<span style="{_HIT if die <= needs else _MISS}">{die:d}</span>' for die in dice
        )
        units = escape(", ".join(what))
        return Markup(
            f'<tr><td style="{_CELL}">{self.seat(who)} {units}</td>'
            f'<td style="{_CELL};white-space:nowrap">≤&nbsp;{needs:d}</td>'
            f'<td style="{_CELL}">{shown}</td>'
            f'<td style="{_CELL};text-align:right;white-space:nowrap">{hits or "–"}</td></tr>'
        )

    def rolls_note(self, text: str) -> Markup:
        """Say something between the rows of a battle's table."""
        style = f"padding:4px 0 4px 12px;font-size:14px;border-bottom:1px solid {LINE}"
        return Markup(f'<tr><td colspan="4" style="{style}">{escape(text)}</td></tr>')

    def rolls_end(self) -> Markup:
        """End the table of a battle's dice."""
        return Markup("</table>")


def _cell(text: str) -> Markup:
    return text if isinstance(text, Markup) else escape(words.clean(str(text)))
