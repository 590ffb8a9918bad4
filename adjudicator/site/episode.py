"""An episode: one phase of a campaign as everybody may know it, as the pages say it.

An episode is told once, and then kept. It builds on all episodes before it: what a map is drawn
from stands in the first one that shows it. So it is kept under a key of everything that led to it;
after a roll-back what is void is told anew, and else only what was added.
"""

import hmac
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from itertools import chain, pairwise
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from adjudicator import __version__
from adjudicator.boards import BoardError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.dice import phase_dice
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Event, Table, events_for
from adjudicator.games.picture import Picture
from adjudicator.maps import OutlineError
from adjudicator.maps.drawing.album import Ground, Plate, layers, plate_of
from adjudicator.maps.drawing.scene import PictureError
from adjudicator.reports import ReportError, words
from adjudicator.reports.files.pages import (
    Deed,
    PublicStory,
    bare_table,
    json_block,
    render_page,
    tell_phase,
    tell_setup,
)
from adjudicator.reports.model import PUBLIC, Setting
from adjudicator.site.fortunes import Fortune, fortunes_of
from adjudicator.site.reasons import reason
from adjudicator.store import queries
from adjudicator.store.records import Adjudication
from adjudicator.wording.words import printable

SETUP = "The setup"
LAYERS = ("grounds", "arrows", "provinces", "boxes")
"""Those of a map which the script of the index changes."""


class Sheet(msgspec.Struct, frozen=True):
    """What all episodes of a campaign share."""

    ground: Ground | None
    """What its maps share; None if they cannot be drawn."""
    places: tuple[str, ...]
    """The provinces in the order of the board."""
    sides: tuple[str, ...]
    """Who holds provinces on the map: the seats, or each colour of a seat that has several."""
    is_random: bool
    """Whether its game draws anything."""


class Episode(msgspec.Struct, frozen=True):
    """A phase, or (number 0) the setup."""

    made_from: str
    """What it was made from, and all episodes before it."""
    serial: int
    """That of the resolution, by which press is known."""
    number: int
    """How many phases led to it."""
    key: str
    """The phase as orders name it."""
    title: str
    created: datetime
    round: int
    when: str
    """What players call its time: ``Round 4``, ``Spring 1901``."""
    html: str
    """What happened, as a part of a page."""
    headline: str
    standings: Table
    """As they were after it."""
    luck: Mapping[str, float]
    """What came to each seat so far, in what everybody saw, beyond what was to be expected."""
    map: bytes
    """The map after it, for a document with its definitions; nothing if it cannot be drawn."""
    definitions: bytes
    """What the map is drawn from and no map before it."""
    ids: tuple[str, ...]
    """Their ids; the script of the index counts them through all episodes."""
    words: bytes
    """The map in words: rows of a table."""
    texts: tuple[str, ...]
    """What stands in provinces and stood in none before; counted in the same way."""
    data: bytes
    """What that script knows of the phase, as JSON."""
    dice: PhaseDice
    dice_html: bytes
    rolls: bytes
    """The dice of its battles, each in a template with the anchor of what tells of it."""
    fortunes: tuple[Fortune, ...]
    """Each seat's luckiest and unluckiest battle."""

    @property
    def slug(self) -> str:
        """What its page is called; no two of a campaign are called the same."""
        return f"{self.number:03}-{words.file_stem(self.key)}"

    @property
    def name(self) -> str:
        """What its map is called among the maps of the campaign."""
        return f"p{self.number}"


def episodes_of(state: State, sheet: Sheet, kept: Sequence[Episode]) -> tuple[Episode, ...]:
    """Return the setup and each phase; of those that were ``kept`` only what is void is made anew.

    Where the game has no words for what happened, a sentence says so.
    """
    steps = queries.past(state.store, state.campaign)
    keys = _keys(state, sheet, steps)
    told = [each for each, key in zip(kept, keys, strict=False) if each.made_from == key]
    teller = _Teller(state, sheet, told)
    serials = [None, *(each.serial for each in steps)]
    line = map(teller.find, serials[len(told) :])
    for key, (before, done) in zip(keys[len(told) :], pairwise(line), strict=True):
        told.append(replace(teller.tell(before, done), made_from=key))
    return tuple(told)


def _keys(state: State, sheet: Sheet, steps: Iterable[object]) -> list[str]:
    """Return for each step what its episode is made from, and all before it."""
    campaign, secret, keys = state.campaign, secret_of(state), []
    shared = (campaign.name, campaign.commitment, campaign.settings.zone, campaign.options)
    key = msgspec.json.encode((shared, sheet.places, sheet.sides, __version__))
    for each in steps:
        key = keyed_hash(secret, key + msgspec.json.encode(each))[:32].encode()
        keys.append(key.decode())
    return keys


def secret_of(state: State) -> bytes:
    """Return what nobody ever learns: the campaign's secret, which is told at its end, is not all
    of it."""
    secrets = (state.campaign.secret, *(seat.token_secret for seat in state.seats))
    return sha256(msgspec.json.encode(secrets)).digest()


def keyed_hash(secret: bytes, data: bytes) -> str:
    """Return a hash that tells nothing to those who do not have the secret."""
    return hmac.digest(secret, data, "sha256").hex()


class _Teller:
    """Tells the phases of a campaign one after the other, and counts what is new in each."""

    def __init__(self, state: State, sheet: Sheet, told: Sequence[Episode]) -> None:
        self.state, self.sheet = state, sheet
        self.ids = _number(each.ids for each in told)
        self.texts = _number(each.texts for each in told)
        self.luck = dict(told[-1].luck) if told else {}

    def find(self, serial: int | None) -> Adjudication | None:
        """Return a resolution; None before the setup."""
        if serial is None:
            return None
        store, campaign = self.state.store, self.state.campaign
        return store.find(Adjudication, campaign_id=campaign.id, serial=serial)

    def tell(self, before: Adjudication | None, done: Adjudication | None) -> Episode:
        """Tell what came of a resolution; ``before`` is the one that opened its phase."""
        assert done
        campaign, game, ground = self.state.campaign, self.state.game, self.sheet.ground
        view = game.view(game.decode(done.position), PUBLIC)
        events = events_for(game.decode_events(done.events), PUBLIC)
        picture = game.picture(view, events)
        title = words.clean(before.opens.title) if before else SETUP
        dice = phase_dice(campaign, before, done)
        plate, ids, texts = self._draw(picture), len(self.ids), len(self.texts)
        new = {}
        if plate:
            new = {id: text for id, text in plate.definitions.items() if id not in self.ids}
            self.ids |= _number([new], ids)
        story = self._put_into_words(before, view, events, done.missing)
        fought = frozenset(clash.province for clash in picture.clashes)
        episode = Episode(
            made_from="",
            serial=done.serial,
            number=done.number,
            key=done.phase,
            title=title,
            created=done.created,
            round=before.opens.round if before else 0,
            when=before.opens.when if before else "",
            html=story.html,
            headline=story.headline,
            standings=game.standings(view),
            luck=self._add_luck(events),
            map=printable(layers(ground, plate)).encode() if ground and plate else b"",
            definitions=printable("".join(new.values())).encode(),
            ids=tuple(new),
            words="".join(map(_row, plate.words if plate else ())).encode(),
            texts=(),
            data=b"",
            dice=dice,
            dice_html=render_page(
                "draws", {"dice": dice, "title": title, "is_random": self.sheet.is_random}
            ),
            rolls=b"".join(_rolls(done.number, story.deeds, fought)),
            fortunes=fortunes_of(game.luck(), self.state.position, story.deeds, fought),
        )
        data = json_block(self._data(episode, picture, story.deeds, plate))
        return replace(episode, data=data, texts=tuple(self.texts)[texts:])

    def _put_into_words(
        self,
        before: Adjudication | None,
        view: Any,
        events: Sequence[Event],
        missing: tuple[str, ...],
    ) -> PublicStory:
        campaign, game = self.state.campaign, self.state.game
        zone, commitment = campaign.settings.zone, campaign.commitment
        setting = Setting(campaign.name, PUBLIC, zone=zone, commitment=commitment, missing=missing)
        try:
            if before is None:
                return tell_setup(game, view, events, setting)
            old = game.view(game.decode(before.position), PUBLIC)
            return tell_phase(game, old, view, events, setting)
        except ReportError:  # the game master was told when its letters were made
            return PublicStory(f"<p>{reason('no-words')}</p>", "", ())

    def _draw(self, picture: Picture) -> Plate | None:
        """Draw the map; a board that cannot be drawn costs the pages their maps and no more."""
        with suppress(BoardError, OutlineError, PictureError):
            return plate_of(picture) if self.sheet.ground else None
        return None

    def _add_luck(self, events: Sequence[Event]) -> Mapping[str, float]:
        rules = self.state.game.luck()
        if rules is None:
            return {}
        self.luck = {**dict.fromkeys(self.state.position.seats, 0.0), **self.luck}
        for throw in rules.of_seats(self.state.position, events):
            self.luck[throw.seat] += throw.came - throw.number * throw.chance
        return dict(self.luck)

    def _data(
        self, episode: Episode, picture: Picture, deeds: Iterable[Deed], plate: Plate | None
    ) -> dict[str, Any]:
        """Return what the script of the index knows of a phase."""
        sides = {side: number for number, side in enumerate(self.sheet.sides)}
        places = {place: number for number, place in enumerate(self.sheet.places)}
        held = [
            f"{whose or 'nobody'}{'. ' + what if what else ''}."
            for _, whose, what in (plate.words if plate else ())
        ]
        owners = {place: sides.get(spot.owner, -1) for place, spot in picture.spots.items()}
        return {
            "slug": episode.slug,
            "title": episode.title,
            "key": words.clean(episode.key),
            "day": f"{episode.created:%Y-%m-%d}",
            "lead": episode.headline,
            "rows": episode.standings.rows,
            "owners": [owners.get(place, -1) for place in places],
            "moves": [
                (sides.get(e.seat, -1), places[e.source], places[e.target], e.kind == "attack")
                for e in picture.arrows
                if e.source != e.target and e.kind in ("move", "attack")
                if e.source in places and e.target in places
            ],
            "from": [places.get(e.source, -1) for e in picture.arrows if e.source != e.target],
            "fights": [
                (places[each.province], sides.get(each.won, -1))
                for each in picture.clashes
                if each.province in places
            ],
            "deeds": [
                (each.text, [places[p] for p in each.places if p in places], each.anchor)
                for each in deeds
                if each.places and each.text
            ],
            "words": [self.texts.setdefault(each, len(self.texts)) for each in held],
            **{
                layer: [self.ids[each] for each in getattr(plate, layer)]
                for layer in (LAYERS if plate else ())
            },
        }


def _rolls(number: int, deeds: Iterable[Deed], fought: Container[str]) -> Iterator[bytes]:
    """Yield the tables of what was fought, for a page in which a script shows them."""
    for deed in deeds:
        if deed.table and any(place in fought for place in deed.places):
            table = bare_table(deed.table)
            yield f'<template id="t{number}-{deed.anchor}">{table}</template>\n'.encode()


def _number(several: Iterable[Iterable[str]], begin: int = 0) -> dict[str, int]:
    return {each: number for number, each in enumerate(chain.from_iterable(several), begin)}


def _row(held: tuple[str, str, str]) -> Markup:
    label, whose, what = held
    row = Markup("<tr><th>{}<td>{}<td>{}\n")
    return row.format(label, whose or "nobody", what)
