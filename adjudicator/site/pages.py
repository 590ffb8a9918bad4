"""The pages of a campaign: what each file holds. Nothing is read or written here.

A campaign that is over is one file besides: a keepsake to be read in a browser, or printed as a
book.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache, partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup, escape

from adjudicator import __version__
from adjudicator.maps.drawing import palette
from adjudicator.maps.drawing.album import stack, uses
from adjudicator.maps.outlines import HEIGHT, WIDTH
from adjudicator.reports import words
from adjudicator.reports.files import calendars
from adjudicator.reports.files.pages import Ready, asset, dice_frame, json_block, render_page
from adjudicator.site.charts import chart_of, figures_of, figures_table
from adjudicator.site.chronicle import Chronicle
from adjudicator.site.episode import LAYERS, Episode
from adjudicator.site.folder import Page, Shelf, plain
from adjudicator.site.reasons import reason
from adjudicator.site.turns import find_turns
from adjudicator.wording import FOLDER

STYLE, SCRIPT, CHECKER, ICON = "style.css", "site.js", "dice.js", "icon.svg"
MOST_CHARTS = 6
REFRESH = timedelta(hours=1)
"""So often a calendar looks for a new deadline."""
DARK = 0.45
"""How much lighter a seat's colour is on a dark page."""
_ID = re.compile(r' id="[^"]*"')

Files = dict[str, Page]


def shelf_of(chronicle: Chronicle) -> Shelf:
    """Return what stands of a campaign on the page of all campaigns."""
    seats = tuple(
        f"{words.name(each.seat)} ({each.player})" if each.player else words.name(each.seat)
        for each in chronicle.chairs
    )
    return Shelf(chronicle.name, chronicle.game, chronicle.state, chronicle.headline, seats)


def campaign_pages(
    chronicle: Chronicle, url: str = "", made_from: str = "", *, among_others: bool = False
) -> Files:
    """Return all files of a campaign's pages by their paths.

    ``url`` is where they are to be found; without one there is no feed and no calendar. Among
    others there is a page of all campaigns above them. ``made_from`` differs if anything does that
    stands on any of them.
    """
    episodes, ground = chronicle.episodes, chronicle.ground
    last = episodes[-1].made_from if episodes else ""
    known: dict[str, Any] = {
        "chronicle": chronicle,
        "home": "",
        "url": url,
        "among_others": among_others,
        "colours": {each.seat: each.colour for each in chronicle.chairs},
        "has_map": ground is not None and bool(episodes),
        "has_book": chronicle.is_over and bool(episodes),
    }
    told = bool(chronicle.hindsight)
    files = {path: plain(data) for path, data in assets().items()}
    files["index.html"] = _page(lambda: _index(chronicle, known), made_from)
    files["dice.html"] = _page(lambda: _dice(chronicle, known), last, chronicle.record.secret)
    if ground:
        files["map.svg"] = _page(lambda: stack(ground, _plates(chronicle)), last, told)
    neighbours = zip((None, *episodes), episodes, (*episodes[1:], None), strict=False)
    for before, episode, after in neighbours:
        press = chronicle.press_before(episode) if before else ()
        facts = {**known, "before": before, "after": after, "press": press}
        files[f"phases/{episode.slug}.html"] = _page(
            partial(_phase, chronicle, episode, facts),
            *(episode.made_from, after and (after.slug, after.title), press, known["has_map"]),
            *(known["has_book"], told),
        )
    if known["has_book"]:
        players = {each.seat: each.player for each in chronicle.chairs}
        book = partial(write_book, chronicle, players, among_pages=True)
        files["book.html"] = _page(book, made_from)
    if url:
        files["feed.xml"] = _page(lambda: render_page("feed", known), last, url)
        files["calendar.ics"] = _page(lambda: _calendar(chronicle, url), made_from)
    return files


def _plates(chronicle: Chronicle) -> Iterator[tuple[str, bytes, bytes]]:
    """Yield the maps of a campaign: what was ordered for phases, where it is shown, and each map
    after one, the last of them last."""
    for episode, hindsight in zip(chronicle.episodes, chronicle.hindsight, strict=False):
        yield f"o{episode.number}", hindsight.definitions, hindsight.map
    for episode in chronicle.episodes:
        yield episode.name, episode.definitions, episode.map


def _calendar(chronicle: Chronicle, url: str) -> bytes:
    """Return the deadline of the phase that waits as a calendar (RFC 5545) to subscribe to.

    It has one entry under one UID, which moves with the deadline; without a deadline it has none.
    """
    entries = []
    if chronicle.deadline and not chronicle.paused:
        waits = words.listing(map(words.name, chronicle.waits_for))
        about = str(reason("waits-for", seats=waits))
        summary = f"{words.name(chronicle.name)}: {chronicle.waits}"
        event = {
            "SUMMARY": calendars.text(summary),
            "DTSTART": calendars.moment(chronicle.deadline),
            "DTSTAMP": calendars.moment(chronicle.changed),
            "UID": calendars.text(f"deadline.{chronicle.name}@{chronicle.host}"),
            "DESCRIPTION": calendars.text(str(reason("orders-due", about=about))),
            "TRANSP": "TRANSPARENT",
            "URL": url,
        }
        entries.append(calendars.component("VEVENT", event))
    of_all = {
        "X-WR-CALNAME": calendars.text(words.name(chronicle.name)),
        "REFRESH-INTERVAL;VALUE=DURATION": calendars.duration(REFRESH),
    }
    return calendars.write_calendar(of_all, *entries)


def shelf_page(shelves: Sequence[Shelf], desk: str) -> Files:
    """Return the files of the page of all campaigns; it leads to a desk's practice table."""
    facts = {"shelves": shelves, "home": "", "title": "Campaigns", "desk": desk}
    whole = {**assets(), "index.html": render_page("campaigns", facts)}
    return {path: plain(data) for path, data in whole.items()}


def _page(make: Callable[[], bytes], *made_from: object) -> Page:
    return Page(sha256(msgspec.json.encode(made_from) + what_all_share()).hexdigest(), make)


@cache
def what_all_share() -> bytes:
    """Return what all pages depend on besides campaigns: the program and its templates."""
    files = sorted((FOLDER / "site").iterdir())
    return sha256(__version__.encode() + b"".join(map(Path.read_bytes, files))).digest()


@cache
def assets() -> Mapping[str, bytes]:
    """Return the style plate, with the seats' colours, and the scripts."""
    return {
        STYLE: asset(STYLE) + "".join(_colours()).encode(),
        **{name: asset(name) for name in (SCRIPT, CHECKER, ICON)},
    }


def _colours() -> Iterable[str]:
    """Give each seat's colour names in the style plate, for light pages and for dark ones."""
    yield "\n/* The colours of seats, from the palette of the maps. */\n"
    dashes = ("none", "6 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 3", "10 2 2 2", "3 3")
    numbers = range(-1, len(palette.SEATS))
    for dark in (False, True):
        rules = []
        for number in numbers:
            strong = palette.strong(number)
            colour = palette.mix(strong, "#ffffff", DARK) if dark else strong
            rules.append(f".k{number}{{--seat:{colour}}}")
        text = "\n".join(rules)
        yield (
            f"@media screen and (prefers-color-scheme:dark){{\n{text}\n}}\n"
            if dark
            else f"{text}\n"
        )
    for number in numbers[1:]:
        yield f".line.k{number}{{stroke-dasharray:{dashes[number % len(dashes)]}}}\n"


def _index(chronicle: Chronicle, known: Mapping[str, Any]) -> bytes:
    episodes, latest = chronicle.episodes, chronicle.latest
    columns = figures_of(episodes)[:MOST_CHARTS]
    facts = {
        **known,
        "title": words.name(chronicle.name),
        "latest": latest,
        "standings": latest.standings if latest else None,
        "charts": [chart_of(each, episodes, known["colours"]) for each in columns],
        "figures": columns,
        "history": figures_table(columns, episodes) if columns else "",
        "phases": Markup("\n".join(map(_item, episodes))),
        "press": chronicle.latest_press,
        "map": _map(chronicle),
        "data": _data(chronicle),
        "rolls": Ready(*(each.rolls for each in episodes)),
        "dice_frame": Markup(dice_frame()),
        "eyes": Ready(*_eyes(chronicle)),
        "turns": find_turns(episodes) if chronicle.is_over else None,
        "words": Markup(latest.words.decode()) if latest else "",
    }
    return render_page("index", facts)


def _eyes(chronicle: Chronicle) -> Iterator[bytes]:
    """Yield what each phase was to each seat, for the script of the index."""
    places = {each.seat: place for place, each in enumerate(chronicle.chairs)}
    for episode in chronicle.episodes:
        for each in chronicle.eyes(episode.number):
            id = f"e{episode.number}-{places[each.seat]}"
            yield f'<template id="{id}">{each.html}</template>\n'.encode()


def _item(episode: Episode) -> str:
    day = episode.created.date()
    link = f'<a href="phases/{episode.slug}.html">{escape(episode.title)}</a>'
    return f'<li>{link} <time datetime="{day}">{day}</time></li>'


def _phase(chronicle: Chronicle, episode: Episode, known: Mapping[str, Any]) -> bytes:
    facts = {
        **known,
        "home": "../",
        "title": episode.title,
        "episode": episode,
        "day": words.date(episode.created, chronicle.zone),
        "story": Markup(episode.html),
        "words": Markup(episode.words.decode()),
        "eyes": _eyes_in(chronicle, episode),
        "plan": bool(chronicle.hindsight and chronicle.hindsight[episode.number].map),
    }
    return render_page("phase", facts)


def _dice(chronicle: Chronicle, known: Mapping[str, Any]) -> bytes:
    # Every name in a record has stood in letters already; here it is cleaned of nothing, since a
    # seal covers what it says to the letter.
    title = "The dice" if chronicle.sheet.is_random else "The seals"
    facts = {**known, "title": title, "record": chronicle.record}
    facts["data"] = Ready(json_block(chronicle.record))
    facts["phases"] = Ready(*(each.dice_html for each in chronicle.episodes))
    return render_page("dice", facts)


def _map(chronicle: Chronicle) -> Ready | None:
    """Return the map of the last phase, for a document in which a script can change it."""
    ground, latest = chronicle.ground, chronicle.latest
    if ground is None or latest is None:
        return None
    head = (
        f'<svg id="map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="caption"'
        ' stroke-linecap="round" stroke-linejoin="round"><defs>'
    )
    ids = chronicle.ids
    data = msgspec.json.decode(latest.data)
    shown = {layer: uses(ids[number] for number in data[layer]) for layer in LAYERS}
    layers = {
        "grounds": shown.pop("grounds"),
        "above": ground.above,
        "shades": uses(ground.shapes.values(), ' class="shade"'),
        **shown,
        "hits": uses(ground.shapes.values(), ' class="hit"'),
    }
    drawn = "".join(f'<g id="{name}">{text}</g>' for name, text in layers.items())
    drawn = f"</defs><g>{ground.below}</g>{drawn}</svg>"
    return Ready(head.encode(), *chronicle.definitions, drawn.encode())


def _data(chronicle: Chronicle) -> Ready:
    """Return what the script of the index knows; ids and words are counted in tables of them."""
    sheet, episodes = chronicle.sheet, chronicle.episodes
    labels = sheet.ground.labels if sheet.ground else {}
    facts = {
        "seats": [words.name(each) for each in sheet.sides],
        "colours": {words.name(each.seat): each.colour for each in chronicle.chairs},
        "places": [labels.get(place, words.name(place)) for place in sheet.places],
        "ids": chronicle.ids,
        "texts": [text for each in episodes for text in each.texts],
    }
    told, revealed = (
        b",".join(each.data for each in several) for several in (episodes, chronicle.hindsight)
    )
    end = (b',"episodes":[', told, b'],"hindsight":[', revealed, b"]}")
    return Ready(json_block(facts)[:-1], *end)


class Round(msgspec.Struct, frozen=True):
    """A round of a book: its name, the map at its end, and its phases."""

    title: str
    map: Markup | None
    phases: tuple[tuple[Episode, Markup, Sequence[Any], list[tuple[str, Markup]]], ...]
    """Each phase, what happened in it, what was said while it waited, and what it was to seats."""


def write_book(
    chronicle: Chronicle, players: Mapping[str, str], *, among_pages: bool = False
) -> bytes:
    """Return the book of a campaign: one HTML file that needs no other.

    ``players`` says of seats who played them. Among the pages it leads to them.
    """
    colours = {each.seat: each.colour for each in chronicle.chairs}
    episodes = chronicle.episodes
    charts = [chart_of(each, episodes, colours) for each in figures_of(episodes)]
    record = b64encode(chronicle.record.encode()).decode()
    facts = {
        "chronicle": chronicle,
        "home": "",
        "title": words.name(chronicle.name),
        "style": Markup(assets()[STYLE].decode()),
        "definitions": Ready(*chronicle.definitions),
        "rounds": list(_rounds(chronicle)),
        "turns": find_turns(episodes),
        "standings": episodes[-1].standings if episodes else None,
        "charts": charts,
        "record": chronicle.record,
        "players": players,
        "among_pages": among_pages,
        "winners": [words.name(each) for each in chronicle.winners],
        "dice": record,
    }
    return render_page("book", facts)


def _rounds(chronicle: Chronicle) -> Iterator[Round]:
    episodes = chronicle.episodes
    for when, group in groupby(episodes, key=lambda each: each.when if each.number else "Setup"):
        phases = list(group)
        told = tuple(
            (each, _story(each), chronicle.press_before(each), _eyes_in(chronicle, each))
            for each in phases
        )
        yield Round(when, _plate(chronicle, phases[-1]), told)


def _eyes_in(chronicle: Chronicle, episode: Episode) -> list[tuple[str, Markup]]:
    return [(each.seat, Markup(each.html)) for each in chronicle.eyes(episode.number)]


def _story(episode: Episode) -> Markup:
    """Return what happened in a phase, without the anchors that its own page has."""
    return Markup(_ID.sub("", episode.html))


def _plate(chronicle: Chronicle, episode: Episode) -> Markup | None:
    if chronicle.ground is None:
        return None
    return Markup(
        f'<svg class="plate" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(episode.title)}" stroke-linecap="round"'
        f' stroke-linejoin="round">{episode.map.decode()}</svg>'
    )
