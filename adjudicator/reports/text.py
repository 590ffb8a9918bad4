"""The plain-text format: 72 columns, tables in aligned columns."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

from adjudicator.games.contract import Column
from adjudicator.reports import words

WIDTH = 72
LONGEST_QUOTED = 4_000
"""Characters of one line that somebody wrote."""
_GAP = "  "
_WHO, _WHAT, _NEEDS, _DICE, _HITS = 10, 22, 5, 24, 4
_DIE = 4
_MOST_FOLDED = 3
"""Lines of a cell; what would take more is rather a table of two parts."""


def columns(text: str) -> int:
    """Return how many columns a text takes: two for wide letters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


@lru_cache(maxsize=1024)
def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return as much of the text as fits in the columns, with an ellipsis if any is lost."""
    if columns(text) <= width:
        return text
    return _head(text, width - 1) + "…"


def _head(text: str, width: int) -> str:
    taken = 0
    for place, char in enumerate(text):
        taken += _columns(char)
        if taken > width:
            return text[:place]
    return text


def pad(text: str, width: int, right: bool = False) -> str:
    """Fill a text up to the columns, or cut it down to them."""
    text = cut(text, width)
    space = " " * (width - columns(text))
    return space + text if right else text + space


@lru_cache(maxsize=1024)
def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """Fold a paragraph into lines; ``first`` begins the first line and ``rest`` the others.

    Most readers of a phase are told the same.
    """
    begin = first
    if columns(first) + columns(text) <= width:
        return (first + " ".join(text.split())).rstrip()
    after = " " * columns(first) if rest is None else rest
    lines: list[str] = []
    line, used = begin, columns(begin)
    start = used
    for word in text.split():
        need = columns(word)
        if used > start and used + 1 + need > width:
            lines.append(line)
            line, used = after, columns(after)
            start = used
        if used > start:
            line, used = line + " ", used + 1
        while used + need > width:
            head = _head(word, width - used) or word[0]
            lines.append(line + head)
            word = word[len(head) :]
            line, used, need = after, columns(after), columns(word)
            start = used
        line, used = line + word, used + need
    lines.append(line)
    return "\n".join(line.rstrip() for line in lines)


ITEM = "- "
"""What an item of a list begins with, a line of a paragraph."""


def wrap_lines(paragraph: str) -> str:
    """Fold each line of a paragraph; those of an item stand below its words."""
    lines = paragraph.splitlines()
    return "\n".join(wrap(line, rest=" " * len(ITEM) * line.startswith(ITEM)) for line in lines)


def underline(title: str) -> str:
    """Return a heading with a line of its own length under it."""
    shown = wrap(title)
    return f"{shown}\n{'-' * max(columns(line) for line in shown.splitlines())}"


class Text:
    """Says things in plain text. ``labels`` are the board's names for the provinces."""

    safe = str
    ending = "txt"

    def __init__(self, labels: Mapping[str, str]):
        self._labels = labels

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return words.name(seat)

    def place(self, place: str) -> str:
        """Name a province as the board labels it."""
        return self._labels.get(place) or words.name(place)

    def order(self, text: str) -> str:
        """Quote an order line within a sentence."""
        return f"“{words.clean(text)}”"

    def strong(self, text: str) -> str:
        """Stress a few words."""
        return text

    def listing(self, items: Iterable[str], word: str = "and") -> str:
        """Join with commas and a last ``and``."""
        return words.listing(items, word)

    def die(self, die: int, needs: int, or_more: bool = False) -> str:
        """Show one die, in brackets if it succeeds."""
        return f"[{die}]" if words.is_hit(die, needs, or_more) else f"{die}"

    def note(self, text: str) -> str:
        """Say something under an event, as a paragraph of its own."""
        return wrap(text, "  ")

    aside = note
    """Say something of lesser weight under an event."""

    def quote(self, lines: Iterable[str]) -> str:
        """Show what somebody else wrote, marked as such line by line."""
        return "\n".join(wrap(words.clean(line, LONGEST_QUOTED), "> ", "> ") for line in lines)

    def table(self, heads: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
        """Lay a table out in columns; what is too wide stands below it as a table of its own.

        If that makes it fit, columns of words are folded instead.
        """
        cells = tuple(tuple(words.clean(str(cell)) for cell in row) for row in rows)
        return _lay_out(tuple(heads), cells)

    def rolls_begin(self) -> str:
        """Begin the table of a battle's dice: its headings."""
        return _roll_line("", "units", "needs", "dice, [hits]", "hits")

    def rolls_head(self, title: str) -> str:
        """Begin a part of a battle's table."""
        return f"  {title}"

    def rolls_row(
        self,
        who: str,
        what: Sequence[str],
        needs: int,
        dice: Sequence[int],
        hits: int,
        or_more: bool = False,
    ) -> str:
        """Show dice against the number that they need, hits in brackets."""
        shown = [
            pad(f"[{die}]" if words.is_hit(die, needs, or_more) else f" {die}", _DIE)
            for die in dice
        ]
        by_line = _DICE // _DIE
        parts = ["".join(shown[i : i + by_line]) for i in range(0, len(shown), by_line)] or [""]
        kinds = wrap(", ".join(what), width=_WHAT).split("\n")
        least = f"{'≥' if or_more else '≤'}{needs}"
        lines = [_roll_line(words.name(who), kinds[0], least, parts[0], str(hits or "-"))]
        for i in range(1, max(len(parts), len(kinds))):
            kind = kinds[i] if i < len(kinds) else ""
            lines.append(_roll_line("", kind, "", parts[i] if i < len(parts) else "", ""))
        return "\n".join(lines)

    def rolls_note(self, text: str) -> str:
        """Say something between the rows of a battle's table."""
        return wrap(text, "    ")

    def rolls_end(self) -> str:
        """End the table of a battle's dice."""
        return ""


_LEAST_NAME = 8
"""Characters of the first column that are shown of a wide table."""


@lru_cache(maxsize=16)
def _lay_out(heads: tuple[Column, ...], cells: Sequence[Sequence[str]]) -> str:
    """Lay out a table; most readers of a phase get the same standings."""
    widths = [
        max(columns(head.title), *(columns(row[i]) for row in cells), 1)
        for i, head in enumerate(heads)
    ]
    room = WIDTH - 2
    spare = room - sum(widths) - len(_GAP) * (len(widths) - 1)
    if spare < 0 and widths[0] + spare >= _LEAST_NAME:
        widths[0] += spare
    elif spare < 0:
        widths, cells = _narrow_columns(widths, heads, cells, -spare)
    beside = room - len(_GAP)  # two columns side by side are the least that there can be
    widths[0] = min(widths[0], max(beside - max(widths[1:], default=0), _LEAST_NAME))
    widths[1:] = (min(width, beside - widths[0]) for width in widths[1:])
    shown = [[head.title for head in heads], ["-" * width for width in widths]]
    for row in cells:
        folded = (cell.split("\n") for cell in row)
        shown += [list(line) for line in zip_longest(*folded, fillvalue="")]
    parts = words.parts_of_table(widths, len(_GAP), room)
    return "\n\n".join(
        "\n".join(_table_line(line, widths, heads, part) for line in shown) for part in parts
    )


def _roll_line(who: str, what: str, needs: str, dice: str, hits: str) -> str:
    left = f"{pad(who, _WHO)} {pad(what, _WHAT)} {pad(needs, _NEEDS)} {pad(dice, _DICE)}"
    return f"  {left} {pad(hits, _HITS, right=True)}".rstrip()


def _narrow_columns(
    widths: list[int], heads: Sequence[Column], cells: Sequence[Sequence[str]], over: int
) -> tuple[list[int], Sequence[Sequence[str]]]:
    """Make columns of words narrower by as much as is over, if that is possible.

    Return the widths and the rows, with line breaks in cells: where two are added up, or else after
    commas, or else after any word.
    """
    for break_at in (" + ", ", ", " "):
        narrow, left = list(widths), over
        for i, head in enumerate(heads):
            if i and not head.number:
                pieces = (piece for row in cells for piece in _pieces(row[i], break_at))
                least = max(columns(head.title), *(columns(piece) for piece in pieces), 1)
                spared = min(left, widths[i] - least)
                narrow[i] -= spared
                left -= spared
        if not left:
            folded = [
                [_break_cell(cell, narrow[i], break_at) for i, cell in enumerate(row)]
                for row in cells
            ]
            if all(cell.count("\n") < _MOST_FOLDED for row in folded for cell in row):
                return narrow, folded
    return widths, cells


def _pieces(text: str, break_at: str) -> list[str]:
    """Return the parts of a text that stay whole; a comma or plus stays with what is before it."""
    return text.replace(break_at, break_at.rstrip() + "\n").split("\n")


def _break_cell(text: str, width: int, break_at: str) -> str:
    """Put line breaks into a text so that it fits in a column."""
    lines = [""]
    for piece in _pieces(text, break_at):
        longer = f"{lines[-1]} {piece}".lstrip()
        if columns(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return "\n".join(lines)


def _table_line(
    line: Sequence[str], widths: Sequence[int], heads: Sequence[Column], part: Sequence[int]
) -> str:
    cells = [pad(line[i], widths[i], heads[i].number) for i in part]
    return f"  {_GAP.join(cells)}".rstrip()
