"""A chronicle: a whole campaign as everybody may know it, episode by episode, and its press."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.dice import whole_record
from adjudicator.campaign.press.press import THE_MASTER, THE_OBSERVERS, open_press
from adjudicator.chance.record import DiceRecord
from adjudicator.games.contract import Won
from adjudicator.games.picture import Picture
from adjudicator.maps import OutlineError
from adjudicator.maps.drawing.album import Ground, ground_of
from adjudicator.reports import words
from adjudicator.reports.model import PUBLIC
from adjudicator.reports.text import LONGEST_QUOTED
from adjudicator.site.episode import Episode, Sheet, episodes_of
from adjudicator.site.hindsight import Eyes, Hindsight, hindsight_of
from adjudicator.site.reasons import reason
from adjudicator.store.letter_records import Press

UNSIGNED = "Unsigned"


class Remark(NamedTuple):
    """A piece of press."""

    writer: str
    lines: tuple[str, ...]


def public_press(state: State) -> dict[int, list[Remark]]:
    """Return the press of a campaign that went to everybody or to its observers, oldest first.

    It is listed by the serial of the resolution that opened the phase in which it was said; -1:
    before the deal.
    """
    remarks: dict[int, list[Remark]] = {}
    for press in state.store.rows(Press, order="id", campaign_id=state.campaign.id):
        opened = open_press(state.campaign, press)
        if not (opened.broadcast or THE_OBSERVERS in opened.to):
            continue
        writer = words.name(press.writer or THE_MASTER.capitalize()) if opened.signed else UNSIGNED
        lines = tuple(words.clean(line, LONGEST_QUOTED) for line in opened.lines)
        serial = -1 if press.resolution is None else press.resolution
        remarks.setdefault(serial, []).append(Remark(writer, lines))
    return remarks


class Chair(msgspec.Struct, frozen=True):
    """A seat as the pages name it."""

    seat: str
    colour: int
    """The number of its colour in the palette; -1: it has none yet."""
    player: str
    """Who plays it, in words; ``""`` if that is not said."""


class Chronicle(msgspec.Struct, frozen=True):
    """A campaign, ready to be laid out."""

    name: str
    game: str
    """The title of its game."""
    chairs: tuple[Chair, ...]
    sheet: Sheet
    episodes: tuple[Episode, ...]
    """The setup and each phase, oldest first; none before the deal."""
    by_region: bool
    """Whether the ground of its maps has the colours of regions rather than of owners."""
    press: Mapping[int, Sequence[Remark]]
    """What was said, by the serial of the resolution that opened the phase which waited; -1: before
    the deal."""
    waits: str
    """The title of the phase that waits; ``""`` if none does."""
    waits_for: tuple[str, ...]
    """The seats whose orders it waits for."""
    deadline: datetime | None
    paused: bool
    state: str
    """Where it stands, in words."""
    winners: tuple[str, ...]
    why_ended: str
    """Why it was ended before its time; ``""``: it was not."""
    zone: str
    host: str
    record: DiceRecord
    """Every key and draw so far; with the secret when the game is over."""
    changed: datetime
    """When what it tells last changed."""
    is_over: bool
    hindsight: tuple[Hindsight, ...]
    """What came to light of each episode when it was over; nothing before, or for ever."""

    @property
    def latest(self) -> Episode | None:
        """The last episode."""
        return self.episodes[-1] if self.episodes else None

    @property
    def headline(self) -> str:
        """Whom it waits for, and until when, as a sentence; ``""`` if nobody is to hurry."""
        if not self.waits_for or self.paused:
            return ""
        waits = words.listing(map(words.name, self.waits_for))
        until = words.date(self.deadline, self.zone) if self.deadline else ""
        return str(reason("waits-until", seats=waits, until=until))

    def press_before(self, episode: Episode) -> Sequence[Remark]:
        """Return what was said while a phase waited; before the setup nobody had dealt."""
        number = episode.number
        return self.press.get(self.episodes[number - 1].serial if number else -1, ())

    @property
    def latest_press(self) -> Sequence[Remark]:
        """What was said before the deal, and since the last phase was carried out."""
        latest = self.press.get(self.latest.serial, ()) if self.latest else ()
        return (*self.press.get(-1, ()), *latest)

    @property
    def ground(self) -> Ground | None:
        """What its maps share; None if one of them cannot be drawn."""
        return self.sheet.ground if all(each.map for each in self.episodes) else None

    @property
    def definitions(self) -> tuple[bytes, ...]:
        """All that its maps are drawn from, each thing once."""
        ground = self.ground.definitions if self.ground else {}
        shared = "".join(ground.values()).encode()
        seen = (each.definitions for each in self.episodes)
        return (shared, *seen, *(each.definitions for each in self.hindsight))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of what its maps show, as the data of episodes and hindsight count them."""
        of_episodes = (id for each in self.episodes for id in each.ids)
        return (*of_episodes, *(id for each in self.hindsight for id in each.ids))

    def eyes(self, number: int) -> Sequence[Eyes]:
        """Return what a phase was to each seat, if that is shown."""
        return self.hindsight[number].eyes if self.hindsight else ()


def chronicle_of(
    state: State, kept: Sequence[Episode] = (), revealed: Sequence[Hindsight] = ()
) -> Chronicle:
    """Return a campaign as a chronicle; what was ``kept``, or ``revealed``, is not told anew."""
    campaign = state.campaign
    picture = _picture(state)
    colours = {party.seat: party.colour for party in picture.parties} if picture else {}
    ground = _ground(picture) if picture else None
    sheet = Sheet(
        ground,
        places=tuple(ground.shapes) if ground else tuple(picture.spots) if picture else (),
        sides=tuple(colours) or tuple(seat.name for seat in state.seats),
        is_random=state.game.meta.is_random(len(state.seats)),
    )
    episodes = episodes_of(state, sheet, kept)
    plays = state.has_begun and not state.is_over
    return Chronicle(
        name=campaign.name,
        game=words.clean(state.game.meta.title),
        chairs=tuple(
            Chair(seat.name, colours.get(seat.name, -1), _player(state, place))
            for place, seat in enumerate(state.seats)
        ),
        sheet=sheet,
        episodes=episodes,
        by_region=picture is not None and picture.tint == "region",
        press=public_press(state),
        waits=words.clean(state.head.opens.title) if plays else "",
        waits_for=state.must_order if plays else (),
        deadline=state.deadline,
        paused=campaign.settings.paused,
        state=_say_state(state),
        winners=_winners(state),
        why_ended=words.clean(campaign.why_ended, LONGEST_QUOTED),
        zone=campaign.settings.zone,
        host=campaign.settings.host,
        record=_record(state, episodes),
        changed=episodes[-1].created if episodes else campaign.created,
        is_over=state.is_over,
        hindsight=hindsight_of(state, sheet, episodes, revealed),
    )


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


def _say_state(state: State) -> str:
    if state.has_begun and state.head.opens.over:
        winners = words.listing(map(words.name, _winners(state)))
        return str(reason("state.over", winners=winners))
    if state.campaign.ended is not None:
        return str(reason("state.ended"))
    if not state.has_begun:
        return str(reason("state.not-begun"))
    title = words.clean(state.head.opens.title)
    return str(reason("state.waits", title=title, paused=state.campaign.settings.paused))


def _winners(state: State) -> tuple[str, ...]:
    if not state.has_begun or not state.head.opens.over:
        return ()
    events = state.game.decode_events(state.head.events)
    return next((each.seats for each in events if isinstance(each, Won) and not each.to), ())


def _record(state: State, episodes: Sequence[Episode]) -> DiceRecord:
    if state.is_over:
        return whole_record(state.store, state.campaign)
    dice = tuple(each.dice for each in episodes)
    return DiceRecord(state.campaign.name, state.campaign.commitment, dice)
