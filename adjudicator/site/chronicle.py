"""A chronicle: a whole campaign as everybody may know it, episode by episode, and its press."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Literal

import msgspec

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.dice import whole_record
from adjudicator.campaign.press.archive import THE_MASTER, THE_OBSERVERS, open_press
from adjudicator.chance.record import DiceRecord
from adjudicator.games.contract import Column, Won
from adjudicator.games.picture import Picture
from adjudicator.maps import OutlineError
from adjudicator.maps.drawing.album import Ground, ground_of
from adjudicator.reports import words
from adjudicator.reports.pages import PUBLIC
from adjudicator.reports.text import LONGEST_QUOTED
from adjudicator.site.episode import Episode, episode_of
from adjudicator.store import queries
from adjudicator.store.letter_records import Press
from adjudicator.store.records import Adjudication, Campaign

UNSIGNED = "Unsigned"


class Remark(msgspec.Struct, frozen=True):
    """A piece of press."""

    resolution: int
    """The serial of the resolution that opened the phase that waited; -1 before the deal."""
    writer: str
    lines: tuple[str, ...]


def public_press(state: State) -> list[Remark]:
    """Return the press of a campaign that went to everybody or to its observers, oldest first."""
    remarks = []
    for press in state.store.rows(Press, order="id", campaign_id=state.campaign.id):
        opened = open_press(state.campaign, press)
        if not (opened.broadcast or THE_OBSERVERS in opened.to):
            continue
        writer = words.name(press.writer or THE_MASTER.capitalize()) if opened.signed else UNSIGNED
        lines = tuple(words.clean(line, LONGEST_QUOTED) for line in opened.lines)
        serial = -1 if press.resolution is None else press.resolution
        remarks.append(Remark(serial, writer, lines))
    return remarks


Finder = Callable[[Campaign, Adjudication | None, Adjudication], Episode]
"""Returns the episode of a resolution, made now or before."""


class Chair(msgspec.Struct, frozen=True):
    """A seat as the pages name it."""

    seat: str
    colour: int
    """The number of its colour in the palette; -1: it has none yet."""
    player: str
    """Who plays it, in words; ``""`` if that is not said."""


class Figures(msgspec.Struct, frozen=True):
    """A column of the standings through time."""

    title: str
    values: Mapping[str, tuple[int, ...]]
    """By seat, one for each episode."""


class Chronicle(msgspec.Struct, frozen=True):
    """A campaign, ready to be laid out."""

    name: str
    game: str
    """The title of its game."""
    is_random: bool
    """Whether its game draws anything."""
    chairs: tuple[Chair, ...]
    sides: tuple[str, ...]
    """Who holds provinces on the map: the seats, or each colour of a seat that has several."""
    episodes: tuple[Episode, ...]
    """The setup and each phase, oldest first; none before the deal."""
    places: tuple[str, ...]
    """The provinces in the order of the board."""
    ground: Ground | None
    """What its maps share; None if they cannot be drawn."""
    by_region: bool
    """Whether the ground of its maps has the colours of regions rather than of owners."""
    press: tuple[Remark, ...]
    serials: tuple[int, ...]
    """The serial of the resolution of each episode, by which press is known."""
    waits: str
    """The title of the phase that waits; ``""`` if none does."""
    waits_for: tuple[str, ...]
    """The seats whose orders it waits for."""
    deadline: datetime | None
    paused: bool
    state: Literal["waits", "gathers", "played", "ended"]
    winners: tuple[str, ...]
    zone: str
    host: str
    record: DiceRecord
    """Every key and draw so far; with the secret when the game is over."""
    changed: datetime
    """When what it tells last changed."""

    @property
    def latest(self) -> Episode | None:
        """The last episode."""
        return self.episodes[-1] if self.episodes else None

    def press_since(self, serial: int) -> list[Remark]:
        """Return what was said while the phase waited that a resolution opened; -1: the deal."""
        return [each for each in self.press if each.resolution == serial]

    @property
    def definitions(self) -> str:
        """All that its maps are drawn from, each thing once."""
        pieces = dict(self.ground.definitions) if self.ground else {}
        for episode in self.episodes:
            pieces |= episode.plate.definitions if episode.plate and self.ground else {}
        return "".join(pieces.values())

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("played", "ended")


def chronicle_of(state: State, find: Finder = episode_of) -> Chronicle:
    """Return a campaign as a chronicle; ``find`` returns the episode of a resolution."""
    campaign = state.campaign
    line = queries.resolutions(state.store, campaign)
    episodes = tuple(
        find(campaign, before, done) for before, done in zip([None, *line], line, strict=False)
    )
    picture = _picture(state)
    colours = {party.seat: party.colour for party in picture.parties} if picture else {}
    ground = _ground(picture) if picture and all(episode.plate for episode in episodes) else None
    return Chronicle(
        name=campaign.name,
        game=words.clean(state.game.meta.title),
        is_random=state.game.meta.is_random(len(state.seats)),
        chairs=tuple(
            Chair(seat.name, colours.get(seat.name, -1), _player(state, place))
            for place, seat in enumerate(state.seats)
        ),
        sides=tuple(colours) or tuple(seat.name for seat in state.seats),
        episodes=episodes,
        places=tuple(ground.shapes) if ground else tuple(picture.spots) if picture else (),
        ground=ground,
        by_region=picture is not None and picture.tint == "region",
        press=tuple(public_press(state)),
        serials=tuple(each.serial for each in line),
        waits=words.clean(state.head.opens.title) if state.has_begun and not state.is_over else "",
        waits_for=state.must_order if state.has_begun and not state.is_over else (),
        deadline=state.deadline if not state.is_over else None,
        paused=campaign.settings.paused and not state.is_over,
        state=_state(state),
        winners=_winners(state, line),
        zone=campaign.settings.zone,
        host=campaign.settings.host,
        record=_record(state, episodes),
        changed=max((each.created for each in line), default=campaign.created),
    )


def figures(episodes: Sequence[Episode]) -> list[Figures]:
    """Return the columns of the standings that are numbers from the setup on."""
    if not episodes:
        return []
    tables = [episode.story.standings for episode in episodes]
    numeric = []
    for at, column in enumerate(tables[-1].columns):
        rows = [_numbers(each.columns, each.rows, at, column) for each in tables]
        if column.number and all(rows) and all(a.keys() == b.keys() for a, b in pairwise(rows)):
            values = {seat: tuple(row[seat] for row in rows) for seat in rows[0]}
            if any(len(set(each)) > 1 for each in values.values()):
                numeric.append(Figures(column.title, values))
    return numeric


def _numbers(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], index: int, column: Column
) -> dict[str, int]:
    """Return a column by seat; nothing if the table has it not, or a cell is no number."""
    if index >= len(columns) or columns[index].title != column.title:
        return {}
    cells = {row[0]: row[index].lstrip("-") for row in rows}
    if not all(cell.isascii() and cell.isdecimal() and len(cell) < 10 for cell in cells.values()):
        return {}
    return {row[0]: int(row[index]) for row in rows}


def _picture(state: State) -> Picture | None:
    if not state.has_begun:
        return None
    return state.game.picture(state.game.view(state.position, PUBLIC), ())


def _ground(picture: Picture) -> Ground | None:
    try:
        return ground_of(picture)
    except OutlineError:
        return None


def _player(state: State, place: int) -> str:
    """Say who plays a seat, as far as the campaign's setting ``names`` lets it be said."""
    seat = state.seats[place]
    if seat.open:
        return "free"
    if not seat.by_person:
        return "a regent"
    return words.name(seat.player) if state.campaign.settings.names == "players" else ""


def _state(state: State) -> Literal["waits", "gathers", "played", "ended"]:
    if state.has_begun and state.head.opens.over:
        return "played"
    if state.campaign.ended is not None:
        return "ended"
    return "waits" if state.has_begun else "gathers"


def _winners(state: State, line: Sequence[Adjudication]) -> tuple[str, ...]:
    if not line or not line[-1].opens.over:
        return ()
    events = state.game.decode_events(line[-1].events)
    return next((each.seats for each in events if isinstance(each, Won) and not each.to), ())


def _record(state: State, episodes: Sequence[Episode]) -> DiceRecord:
    if state.is_over:
        return whole_record(state.store, state.campaign)
    dice = tuple(episode.dice for episode in episodes)
    return DiceRecord(state.campaign.name, state.campaign.commitment, dice)
