"""Charts of the standings through time, as SVG that takes its colours from the style plate."""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from adjudicator.games.contract import Column, Table
from adjudicator.reports import words
from adjudicator.reports.files.pages import Ready
from adjudicator.site.episode import Episode
from adjudicator.site.reasons import reason

WIDE, HIGH = 480.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 104.0, 12.0, 24.0
LINE = 15.0
"""The least distance between the labels of two lines."""
Place = Callable[[float], float]
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_TICKS = 5
LEAST_ROUND = 62.0
"""The least distance between the labels of two rounds."""
LETTER = 6.0
"""How wide a letter of such a label is, at most on the average."""
LONGEST_TIME = 24
NUMBER = re.compile(r"-?[0-9]{1,9}").fullmatch


class Figures(NamedTuple):
    """A column of the standings through time."""

    title: str
    values: Mapping[str, tuple[int, ...]]
    """By seat, one for each episode."""


def figures_of(episodes: Sequence[Episode]) -> list[Figures]:
    """Return the columns of the standings that are numbers from the setup on, and change; luck."""
    columns = []
    for column in episodes[-1].standings.columns if episodes else ():
        rows = [_numbers(each.standings, column) for each in episodes]
        if all(row.keys() == rows[-1].keys() for row in rows):
            values = {seat: tuple([row[seat] for row in rows]) for seat in rows[0]}
            if any(len(set(each)) > 1 for each in values.values()):
                columns.append(Figures(column.title, values))
    if episodes and any(episodes[-1].luck.values()):
        luck = {seat: tuple(round(x.luck[seat]) for x in episodes) for seat in episodes[-1].luck}
        columns.append(Figures(str(reason("luck")), luck))
    return columns


def _numbers(table: Table, column: Column) -> dict[str, int]:
    """Return a column by seat; nothing if it is missing, or has anything but numbers in it."""
    if not column.number or column not in table.columns:
        return {}
    place = table.columns.index(column)
    cells = {row[0]: row[place] for row in table.rows}
    return {each: int(n) for each, n in cells.items()} if all(map(NUMBER, cells.values())) else {}


def figures_table(columns: Sequence[Figures], episodes: Sequence[Episode]) -> Ready:
    """Return the rows of the table in which these figures stand, one for each episode."""
    numbers = zip(*(each for figures in columns for each in figures.values.values()), strict=True)
    cell = '<td class="n">{}</td>'.format
    rows = (
        f'<tr><th scope="row">{escape(each.title)}</th>{"".join(map(cell, row))}</tr>\n'
        for each, row in zip(episodes, numbers, strict=True)
    )
    return Ready("".join(rows).encode())


def chart_of(
    figures: Figures, episodes: Sequence[Episode], colours: Mapping[str, int]
) -> tuple[str, Markup]:
    """Draw one column of the standings: a line a seat, from the setup to the last phase.

    Return its title, and an SVG with a cursor that a script can move; its label says what it shows.
    """
    every = [value for values in figures.values.values() for value in values]
    ticks = _ticks(min(every), max(every))
    count = len(episodes)

    def x(number: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * number / max(1, count - 1)

    def y(value: float) -> float:
        return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (value - ticks[0]) / (ticks[-1] - ticks[0])

    parts = [_grid(ticks, y), _rounds(episodes, x)]
    ends = {}
    across = [f"{x(number):.1f}" for number in range(count)]
    heights = {value: f"{y(value):.1f}" for value in set(every)}
    for seat, values in figures.values.items():
        points = " ".join(
            [f"{at},{heights[value]}" for at, value in zip(across, values, strict=True)]
        )
        kind = colours.get(seat, -1)
        parts.append(
            f'<polyline class="line k{kind}" data-seat="{_safe(seat)}" points="{points}"/>'
        )
        ends[seat] = y(values[-1])
    parts.append(_line("cursor", (0, 0), (TOP, HIGH - BOTTOM)))
    for seat, height in _apart(ends).items():
        kind, last = colours.get(seat, -1), figures.values[seat][-1]
        parts.append(
            f'<text class="end t{kind}" data-seat="{_safe(seat)}" x="{WIDE - RIGHT + 8:.0f}"'
            f' y="{height + 4:.1f}">{_safe(seat, 12)} <tspan class="value">{last}</tspan></text>'
        )
    title = words.clean(figures.title)
    about = f"{title}: {_words(figures)}"
    svg = (
        f'<svg class="chart" viewBox="0 0 {WIDE:.0f} {HIGH:.0f}" role="img"'
        f' data-left="{LEFT:.0f}" data-right="{WIDE - RIGHT:.0f}" aria-label="{escape(about)}">'
        f"{''.join(parts)}</svg>"
    )
    return title, Markup(svg)


def _words(figures: Figures) -> str:
    courses = (
        reason("course", seat=words.name(seat), first=values[0], last=values[-1])
        for seat, values in figures.values.items()
    )
    return "; ".join(map(str, courses))


def _grid(ticks: Sequence[int], y: Place) -> str:
    parts = []
    for tick in ticks:
        height = y(tick)
        parts.append(_line("grid", (LEFT, WIDE - RIGHT), (height, height)))
        parts.append(_tick(LEFT - 6, height + 4, str(tick), ' text-anchor="end"'))
    return "".join(parts)


def _rounds(episodes: Sequence[Episode], x: Place) -> str:
    """Mark where each round begins, and name as many as there is room for."""
    parts, free = [], 0.0
    for number, (before, after) in enumerate(pairwise(episodes), 1):
        if after.round == before.round:
            continue
        where = x(number - 0.5) if number > 1 else x(number)
        parts.append(_line("round", (where, where), (TOP, HIGH - BOTTOM + 4)))
        if free <= where < WIDE - RIGHT - 20:
            parts.append(_tick(where + 3, HIGH - 8, _safe(after.when, LONGEST_TIME)))
            free = where + max(LEAST_ROUND, LETTER * len(after.when))
    return "".join(parts)


def _line(kind: str, x: tuple[float, float], y: tuple[float, float]) -> str:
    ends = f'x1="{x[0]:.1f}" x2="{x[1]:.1f}" y1="{y[0]:.1f}" y2="{y[1]:.1f}"'
    return f'<line class="{kind}" {ends}/>'


def _tick(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}"{more}>{text}</text>'


def _ticks(low: int, high: int) -> list[int]:
    """Return whole numbers, evenly apart, that begin below the least and end above the most."""
    low = min(0, low) if low < (high - low) else low
    step = next((each for each in STEPS if (high - low) / each <= MOST_TICKS - 1), high - low)
    first = low // step * step
    last = -(-high // step) * step
    return list(range(first, max(last, first + step) + 1, step))


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Move labels apart that would lie on one another, and keep them on the chart."""
    order = sorted(ends, key=lambda seat: ends[seat])
    placed: dict[str, float] = {}
    low, high = TOP, HIGH - BOTTOM + 6
    for seat in order:
        placed[seat] = max(ends[seat], low)
        low = placed[seat] + LINE
    for seat in reversed(order):
        placed[seat] = min(placed[seat], high)
        high = placed[seat] - LINE
    return placed


def _safe(text: str, most: int = words.LONGEST_NAME) -> str:
    return escape(words.clean(text, most))
