"""Leaves: what the pages of a whole campaign say of each phase, as they say it.

A leaf is made once, when its phase is told, and then kept. It builds on all leaves before it: what
a map is drawn from stands in the first leaf that shows it. So it is kept under a key of everything
that led to it; after a roll-back what is void is made anew, and else only what was added.
"""

import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator import __version__
from adjudicator.campaign.kernel.state import State
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Table, events_for
from adjudicator.maps.drawing.album import Ground, Plate, layers
from adjudicator.reports import words
from adjudicator.reports.pages import PUBLIC, render_page
from adjudicator.reports.templates import printable
from adjudicator.site.episode import Episode, Heading, episode_of
from adjudicator.store import queries
from adjudicator.store.records import Adjudication

LONGEST_NUMBER = 9


class Sheet(msgspec.Struct, frozen=True):
    """What all leaves of a campaign share."""

    ground: Ground | None
    """What its maps share; None if they cannot be drawn."""
    places: tuple[str, ...]
    """The provinces in the order of the board."""
    sides: tuple[str, ...]
    """Who holds provinces on the map: the seats, or each colour of a seat that has several."""
    is_random: bool
    """Whether its game draws anything."""


class Leaf(Heading, frozen=True):
    """A phase in the pages of its campaign."""

    made_from: str
    """What it was made from, and all leaves before it."""
    serial: int
    """That of the resolution, by which press is known."""
    headline: str
    numbers: Mapping[str, Mapping[str, int]]
    """The columns of the standings that are numbers, by their titles and by seat."""
    luck: Mapping[str, float]
    """What came to each seat so far, in what everybody saw, beyond what was to be expected."""
    plate: bytes
    """The map, for a document with its definitions; nothing if it cannot be drawn."""
    definitions: bytes
    """What the map is drawn from and no map before it."""
    ids: tuple[str, ...]
    """Their ids; the script of the index counts them through all leaves."""
    texts: tuple[str, ...]
    """What stands in provinces and stood in none before; counted in the same way."""
    data: bytes
    """What the script of the index knows of the phase."""
    dice: PhaseDice
    dice_html: bytes


class Kept(msgspec.Struct, frozen=True):
    """What is kept between two times that pages are made."""

    leaves: tuple[Leaf, ...] = ()
    last: Episode | None = None
    """The episode of the last leaf."""


class Leaves:
    """The leaves of a campaign, and its episodes, which are told when they are asked for."""

    def __init__(self, state: State, sheet: Sheet, kept: Kept, secret: bytes = b"") -> None:
        self._state = state
        self._steps = queries.steps(state.store, state.campaign)
        campaign = state.campaign
        shared = (campaign.name, campaign.commitment, campaign.settings.zone, campaign.options)
        key = msgspec.json.encode((shared, sheet.places, sheet.sides, __version__))
        keys = []
        for each in self._steps:
            about = msgspec.json.encode(each)
            key = keyed_hash(secret, key + about)[:32].encode()
            keys.append(key.decode())
        pairs = zip(keys, kept.leaves, strict=False)
        same = next((n for n, (key, leaf) in enumerate(pairs) if key != leaf.made_from), len(keys))
        self.all = list(kept.leaves[:same])
        self._told: dict[int, Episode] = {}
        if kept.last and len(self.all) == len(kept.leaves):
            self._told[len(self.all) - 1] = kept.last
        if len(self.all) < len(keys):
            self._add_all(sheet, keys)

    def episode(self, number: int) -> Episode:
        """Return a phase as an episode. Raises what ``episode_of`` raises."""
        if number not in self._told:
            before = self._resolution(number - 1) if number else None
            done = self._resolution(number)
            self._told[number] = episode_of(self._state.campaign, before, done)
        return self._told[number]

    def _resolution(self, number: int) -> Adjudication:
        store, id = self._state.store, self._state.campaign.id
        return store.find(Adjudication, campaign_id=id, serial=self._steps[number].serial)

    def _add_all(self, sheet: Sheet, keys: Sequence[str]) -> None:
        ids = {each: n for n, each in enumerate(id for leaf in self.all for id in leaf.ids)}
        texts = {each: n for n, each in enumerate(t for leaf in self.all for t in leaf.texts)}
        for number in range(len(self.all), len(keys)):
            episode = self.episode(number)
            luck = self._add_luck(number, self.all[-1].luck if self.all else {})
            leaf = _leaf(sheet, episode, luck, ids, texts)
            self.all.append(
                replace(leaf, made_from=keys[number], serial=self._steps[number].serial)
            )

    def _add_luck(self, number: int, before: Mapping[str, float]) -> Mapping[str, float]:
        game, rules = self._state.game, self._state.game.luck()
        if rules is None:
            return {}
        luck = {**dict.fromkeys(self._state.position.seats, 0.0), **before}
        events = events_for(game.decode_events(self._resolution(number).events), PUBLIC)
        for throw in rules.of_seats(self._state.position, events):
            luck[throw.seat] += throw.came - throw.number * throw.chance
        return luck


def _leaf(
    sheet: Sheet,
    episode: Episode,
    luck: Mapping[str, float],
    ids: dict[str, int],
    texts: dict[str, int],
) -> Leaf:
    """Make a leaf, and number what is new in it."""
    known = len(texts)
    plate = episode.plate if sheet.ground else None
    defined = plate.definitions if plate else {}
    new = {id: text for id, text in defined.items() if id not in ids}
    ids.update(zip(new, range(len(ids), len(ids) + len(new)), strict=True))
    data = json_block(_data(sheet, episode, plate, ids, texts))
    facts = {"dice": episode.dice, "title": episode.title, "is_random": sheet.is_random}
    return Leaf(
        **{each: getattr(episode, each) for each in Heading.__struct_fields__},
        made_from="",
        serial=0,
        headline=episode.story.headline,
        numbers=numbers_of(episode.story.standings),
        luck=luck,
        plate=printable(layers(sheet.ground, plate)).encode() if sheet.ground and plate else b"",
        definitions=printable("".join(new.values())).encode(),
        ids=tuple(new),
        texts=tuple(texts)[known:],
        data=data,
        dice=episode.dice,
        dice_html=render_page("draws", facts),
    )


def numbers_of(table: Table) -> dict[str, dict[str, int]]:
    """Return the columns of a table in which every cell is a number."""
    columns = {}
    for place, column in enumerate(table.columns):
        cells = {row[0]: row[place] for row in table.rows}
        if column.number and all(map(_is_number, cells.values())):
            columns[column.title] = {seat: int(cell) for seat, cell in cells.items()}
    return columns


def _is_number(cell: str) -> bool:
    bare = cell.lstrip("-")
    return bare.isascii() and bare.isdecimal() and len(bare) <= LONGEST_NUMBER


def map_words(sheet: Sheet, plate: Plate | None) -> list[tuple[str, str, str]]:
    """Return the map in words: for each province its name, whose it is, what stands there."""
    if plate is None or sheet.ground is None:
        return []
    rows = []
    for place, (title, pieces) in zip(sheet.places, plate.words, strict=True):
        label = sheet.ground.labels[place]
        whose = title.removeprefix(label).removeprefix(": ")
        rows.append((label, whose, "; ".join(each.removeprefix(f"{whose} ") for each in pieces)))
    return rows


def _data(
    sheet: Sheet, episode: Episode, plate: Plate | None, ids: dict[str, int], texts: dict[str, int]
) -> dict[str, Any]:
    """Return what the script of the index knows of a phase."""
    sides = {side: number for number, side in enumerate(sheet.sides)}
    places = {place: number for number, place in enumerate(sheet.places)}
    held = [
        f"{whose or 'nobody'}{'. ' + what if what else ''}."
        for _, whose, what in map_words(sheet, plate)
    ]
    return {
        "slug": episode.slug,
        "title": episode.title,
        "key": words.clean(episode.key),
        "day": f"{episode.created:%Y-%m-%d}",
        "lead": episode.story.headline,
        "rows": episode.story.standings.rows,
        "owners": [sides.get(episode.owners.get(place, ""), -1) for place in places],
        "moves": [
            (sides.get(e.seat, -1), places[e.source], places[e.target], e.attack)
            for e in episode.moves
            if e.source in places and e.target in places
        ],
        "fights": [
            (places[each.place], sides.get(each.won, -1))
            for each in episode.fights
            if each.place in places
        ],
        "deeds": [
            (each.text, [places[p] for p in each.places if p in places], each.anchor)
            for each in episode.story.deeds
            if each.places and each.text
        ],
        "words": [texts.setdefault(each, len(texts)) for each in held],
        **(_map_numbers(plate, len(places), ids) if plate else {}),
    }


def _map_numbers(plate: Plate, places: int, ids: Mapping[str, int]) -> dict[str, list[int]]:
    marks = [ids[each] for each in plate.marks]
    return {
        "grounds": [ids[each] for each in plate.grounds],
        "arrows": marks[: plate.arrows],
        "provinces": marks[plate.arrows : plate.arrows + places],
        "boxes": marks[plate.arrows + places :],
    }


def json_block(data: object) -> bytes:
    """Return data for a block of a page that is no script: no tag can end it."""
    text = printable(msgspec.json.encode(data).decode())
    safe = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return str(safe).encode()


def keyed_hash(secret: bytes, data: bytes) -> str:
    """Return a hash that tells nothing to those who do not have the secret."""
    return hmac.digest(secret, data, "sha256").hex()
