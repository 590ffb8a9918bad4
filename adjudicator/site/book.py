"""A campaign that is over as one file: a keepsake to be read in a browser, or printed as a book."""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import ne
from typing import Any

import msgspec
from markupsafe import Markup

from adjudicator.maps.outlines.outline import HEIGHT, WIDTH
from adjudicator.reports import words
from adjudicator.reports.pages import Ready, render_page
from adjudicator.site.charts import chart_of, figures_of
from adjudicator.site.chronicle import Chronicle
from adjudicator.site.episode import Episode
from adjudicator.site.pages import assets
from adjudicator.store.records import Seat

MOST_TURNS = 5
"""So many phases are named as those that decided a game."""
_ID = re.compile(r' id="[^"]*"')


class Round(msgspec.Struct, frozen=True):
    """A round of a book: its name, the map at its end, and its phases."""

    title: str
    map: Markup | None
    phases: tuple[tuple[Episode, Markup, Sequence[Any]], ...]
    """Each phase, what happened in it, and what was said while it waited."""


def write_book(chronicle: Chronicle, seats: Sequence[Seat]) -> bytes:
    """Return the book of a campaign: one HTML file that needs no other. It names who played."""
    colours = {each.seat: each.colour for each in chronicle.chairs}
    episodes = chronicle.episodes
    charts = [chart_of(each, episodes, colours) for each in figures_of(episodes)]
    record = b64encode(chronicle.record.encode()).decode()
    facts = {
        "chronicle": chronicle,
        "home": "",
        "title": words.name(chronicle.name),
        "style": Markup(assets()["style.css"].decode()),
        "definitions": Ready(*chronicle.definitions),
        "rounds": list(_rounds(chronicle)),
        "turns": find_turns(episodes),
        "standings": episodes[-1].standings if episodes else None,
        "charts": charts,
        "record": chronicle.record,
        "players": {each.name: _player(each) for each in seats},
        "winners": [words.name(each) for each in chronicle.winners],
        "dice": record,
    }
    return render_page("book", facts)


def _player(seat: Seat) -> str:
    return words.name(seat.player) if seat.by_person else "a regent"


def find_turns(episodes: Sequence[Episode]) -> list[Episode]:
    """Return the phases in which most provinces changed hands, as they came."""
    taken = {}
    for before, after in pairwise(episodes):
        was, now = (msgspec.json.decode(each.data)["owners"] for each in (before, after))
        taken[after.number] = sum(map(ne, was, now))
    most = sorted(taken, key=lambda number: -taken[number])[:MOST_TURNS]
    return [each for each in episodes if each.number in most and taken[each.number]]


def _rounds(chronicle: Chronicle) -> Iterator[Round]:
    episodes = chronicle.episodes
    for when, group in groupby(episodes, key=lambda each: each.when if each.number else "Setup"):
        phases = list(group)
        told = tuple((each, _story(each), chronicle.press_before(each)) for each in phases)
        yield Round(when, _map(chronicle, phases[-1]), told)


def _story(episode: Episode) -> Markup:
    """Return what happened in a phase, without the anchors that its own page has."""
    return Markup(_ID.sub("", episode.html))


def _map(chronicle: Chronicle, episode: Episode) -> Markup | None:
    if chronicle.ground is None:
        return None
    return Markup(
        f'<svg class="plate" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" stroke-linecap="round"'
        f' stroke-linejoin="round">{episode.map.decode()}</svg>'
    )
