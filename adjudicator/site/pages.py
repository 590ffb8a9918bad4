"""The pages of a campaign: what each file holds. Nothing is read or written here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from adjudicator.maps.drawing import palette
from adjudicator.maps.drawing.album import Ground, Plate, stack
from adjudicator.maps.outlines.outline import HEIGHT, WIDTH
from adjudicator.reports import words
from adjudicator.reports.pages import asset, render_page
from adjudicator.site.charts import chart_of
from adjudicator.site.chronicle import Chronicle, figures
from adjudicator.site.episode import Episode
from adjudicator.site.feed import calendar_of, feed_of

STYLE, SCRIPT, CHECKER, ICON = "style.css", "site.js", "dice.js", "icon.svg"
MOST_CHARTS = 6
DARK = 0.45
"""How much lighter a seat's colour is on a dark page."""

Files = dict[str, bytes]


class Shelf(msgspec.Struct, frozen=True):
    """A campaign among others: what the page of all campaigns says of it."""

    name: str
    game: str
    state: str
    headline: str
    seats: tuple[str, ...]


def shelf_of(chronicle: Chronicle) -> Shelf:
    """Return what stands of a campaign on the page of all campaigns."""
    return Shelf(
        chronicle.name, chronicle.game, _state(chronicle), _deadline(chronicle), _seats(chronicle)
    )


def campaign_pages(chronicle: Chronicle, url: str = "", *, among_others: bool = False) -> Files:
    """Return all files of a campaign's pages by their paths.

    ``url`` is where they are to be found; without one there is no feed and no calendar. Among
    others there is a page of all campaigns above them.
    """
    known: dict[str, Any] = {
        "chronicle": chronicle,
        "home": "",
        "url": url,
        "among_others": among_others,
        "colours": {each.seat: each.colour for each in chronicle.chairs},
        "state": _state(chronicle),
        "has_map": chronicle.ground is not None and bool(chronicle.episodes),
    }
    files = assets()
    files["index.html"] = _index(chronicle, known)
    files["dice.html"] = _dice(chronicle, known)
    if chronicle.ground:
        plates = [(episode.name, episode.plate) for episode in chronicle.episodes if episode.plate]
        files["map.svg"] = stack(chronicle.ground, plates).encode()
    for at, episode in enumerate(chronicle.episodes):
        files[f"phases/{episode.slug}.html"] = _phase(chronicle, at, known)
    if url:
        files["feed.xml"] = feed_of(chronicle, url)
        files["calendar.ics"] = calendar_of(chronicle, url)
    return files


def shelf_page(shelves: Sequence[Shelf]) -> Files:
    """Return the files of the page of all campaigns."""
    facts = {"shelves": shelves, "home": "", "title": "Campaigns"}
    return {**assets(), "index.html": render_page("campaigns", facts).encode()}


def assets() -> Files:
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
    columns = figures(chronicle.episodes)[:MOST_CHARTS]
    charts = [chart_of(each, chronicle.episodes, known["colours"]) for each in columns]
    facts = {
        **known,
        "title": words.name(chronicle.name),
        "deadline": _deadline(chronicle),
        "standings": chronicle.latest.story.standings if chronicle.latest else None,
        "charts": charts,
        "figures": columns,
        "phases": [(episode, _day(episode)) for episode in chronicle.episodes],
        "press": chronicle.press_since(-1),
        "map": _map(chronicle),
        "data": _json(_data(chronicle)),
        "words": _words(chronicle, chronicle.latest.plate) if chronicle.latest else (),
    }
    return render_page("index", facts).encode()


def _phase(chronicle: Chronicle, number: int, known: Mapping[str, Any]) -> bytes:
    episode = chronicle.episodes[number]
    facts = {
        **known,
        "home": "../",
        "title": episode.title,
        "episode": episode,
        "day": words.date(episode.created, chronicle.zone),
        "story": Markup(episode.story.html),
        "before": chronicle.episodes[number - 1] if number else None,
        "after": chronicle.episodes[number + 1] if number + 1 < len(chronicle.episodes) else None,
        "press": chronicle.press_since(chronicle.serials[number - 1]) if number else [],
        "words": _words(chronicle, episode.plate),
    }
    return render_page("phase", facts).encode()


def _dice(chronicle: Chronicle, known: Mapping[str, Any]) -> bytes:
    # Every name in a record has stood in letters already; here it is cleaned of nothing, since a
    # seal covers what it says to the letter.
    data = msgspec.json.decode(chronicle.record.encode())
    title = "The dice" if chronicle.is_random else "The seals"
    facts = {**known, "title": title, "record": chronicle.record, "data": _json(data)}
    facts["titles"] = {each.number: each.title for each in chronicle.episodes}
    return render_page("dice", facts).encode()


def _json(data: object) -> Markup:
    """Return data for a block of a page that is no script: no tag can end it."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _state(chronicle: Chronicle) -> str:
    """Say where a campaign stands."""
    if chronicle.state == "gathers":
        return "has not begun"
    if chronicle.state == "ended":
        return "ended before its time"
    if chronicle.state == "played":
        winners = words.listing(map(words.name, chronicle.winners))
        return f"over, won by {winners}" if winners else "over"
    return f"{chronicle.waits}{' (paused)' if chronicle.paused else ''}"


def _deadline(chronicle: Chronicle) -> str:
    if not chronicle.waits_for or chronicle.paused:
        return ""
    waits = words.listing(map(words.name, chronicle.waits_for))
    until = (
        f", until {words.date(chronicle.deadline, chronicle.zone)}" if chronicle.deadline else ""
    )
    return f"Waits for {waits}{until}."


def _seats(chronicle: Chronicle) -> tuple[str, ...]:
    return tuple(
        f"{words.name(each.seat)} ({each.player})" if each.player else words.name(each.seat)
        for each in chronicle.chairs
    )


def _day(episode: Episode) -> str:
    return f"{episode.created:%Y-%m-%d}"


def _words(chronicle: Chronicle, plate: Plate | None) -> list[tuple[str, str, str]]:
    """Return the map in words: for each province its name, whose it is, what stands there."""
    if plate is None or chronicle.ground is None:
        return []
    rows = []
    for place, (title, pieces) in zip(chronicle.places, plate.words, strict=True):
        label = chronicle.ground.labels[place]
        whose = title.removeprefix(label).removeprefix(": ")
        rows.append((label, whose, "; ".join(each.removeprefix(f"{whose} ") for each in pieces)))
    return rows


def _map(chronicle: Chronicle) -> Markup | None:
    """Return the map of the last phase, for a document in which a script can change it."""
    if chronicle.ground is None or chronicle.latest is None or chronicle.latest.plate is None:
        return None
    ground, plate = chronicle.ground, chronicle.latest.plate
    return Markup(
        f'<svg id="map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="caption"'
        ' stroke-linecap="round" stroke-linejoin="round">'
        f"<defs>{chronicle.definitions}</defs>{_layers(ground, plate)}</svg>"
    )


def _layers(ground: Ground, plate: Plate) -> str:
    places = len(ground.shapes)
    arrows, rest = plate.marks[: plate.arrows], plate.marks[plate.arrows :]
    layers = {
        "grounds": _uses(plate.grounds),
        "above": ground.above,
        "shades": _uses(ground.shapes.values(), ' class="shade"'),
        "arrows": _uses(arrows),
        "provinces": _uses(rest[:places]),
        "boxes": _uses(rest[places:]),
        "hits": _uses(ground.shapes.values(), ' class="hit"'),
    }
    drawn = "".join(f'<g id="{name}">{text}</g>' for name, text in layers.items())
    return f"<g>{ground.below}</g>{drawn}"


def _uses(ids: Iterable[str], more: str = "") -> str:
    return "".join(f'<use href="#{each}"{more}/>' for each in ids)


def _data(chronicle: Chronicle) -> dict[str, Any]:
    """Return what the script of the index knows; ids and words are counted in tables of them."""
    seats = list(chronicle.sides)
    places = list(chronicle.places)
    at_seat = {seat: at for at, seat in enumerate(seats)}
    at_place = {place: at for at, place in enumerate(places)}
    ids, texts = _Numbers(), _Numbers()
    episodes = []
    for episode in chronicle.episodes:
        plate = episode.plate if chronicle.ground else None
        episodes.append(
            {
                "slug": episode.slug,
                "title": episode.title,
                "key": words.clean(episode.key),
                "day": _day(episode),
                "lead": episode.story.headline,
                "rows": episode.story.standings.rows,
                "owners": [at_seat.get(episode.owners.get(place, ""), -1) for place in places],
                "moves": [
                    (at_seat.get(e.seat, -1), at_place[e.source], at_place[e.target], e.attack)
                    for e in episode.moves
                    if e.source in at_place and e.target in at_place
                ],
                "fights": [
                    (at_place[each.place], at_seat.get(each.won, -1))
                    for each in episode.fights
                    if each.place in at_place
                ],
                "deeds": [
                    (each.text, [at_place[p] for p in each.places if p in at_place], each.anchor)
                    for each in episode.story.deeds
                    if each.places and each.text
                ],
                **(_numbers_of(plate, len(places), ids) if plate else {}),
                "words": [
                    texts.number(f"{whose or 'nobody'}{'. ' + what if what else ''}.")
                    for _, whose, what in _words(chronicle, plate)
                ],
            }
        )
    labels = chronicle.ground.labels if chronicle.ground else {}
    return {
        "seats": [words.name(each) for each in seats],
        "colours": {words.name(each.seat): each.colour for each in chronicle.chairs},
        "places": [labels.get(place, words.name(place)) for place in places],
        "episodes": episodes,
        "ids": ids.things,
        "texts": texts.things,
    }


def _numbers_of(plate: Plate, places: int, ids: "_Numbers") -> dict[str, list[int]]:
    marks = [ids.number(each) for each in plate.marks]
    return {
        "grounds": [ids.number(each) for each in plate.grounds],
        "arrows": marks[: plate.arrows],
        "provinces": marks[plate.arrows : plate.arrows + places],
        "boxes": marks[plate.arrows + places :],
    }


class _Numbers:
    """A table of texts, each once, and their numbers in it."""

    def __init__(self) -> None:
        self.things: list[str] = []
        self._at: dict[str, int] = {}

    def number(self, thing: str) -> int:
        if thing not in self._at:
            self._at[thing] = len(self.things)
            self.things.append(thing)
        return self._at[thing]
