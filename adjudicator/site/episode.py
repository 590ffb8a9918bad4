"""An episode: one phase of a campaign as everybody may know it, ready to be laid out on pages."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from adjudicator.boards import BoardError
from adjudicator.campaign.letters.dice import phase_dice
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.games.picture import Picture
from adjudicator.maps import OutlineError
from adjudicator.maps.drawing.album import Plate, plate_of
from adjudicator.maps.drawing.scene import PictureError
from adjudicator.reports import ReportError, words
from adjudicator.reports.model import Setting
from adjudicator.reports.pages import PUBLIC, PublicStory, tell_phase, tell_setup
from adjudicator.store.records import Adjudication, Campaign

SETUP = "The setup"
NO_WORDS = "<p>There are no words for what happened in this phase.</p>"


class Move(msgspec.Struct, frozen=True):
    """A move or an attack of a seat."""

    seat: str
    source: str
    target: str
    attack: bool


class Fight(msgspec.Struct, frozen=True):
    """A battle, where it was, and who won it (``""``: nobody)."""

    place: str
    won: str


class Heading(msgspec.Struct, frozen=True):
    """What a phase, or (number 0) the setup, is called, and when it was."""

    number: int
    """How many phases led to it."""
    key: str
    """The phase as orders name it."""
    title: str
    created: datetime
    round: int
    when: str
    """What players call its time: ``Round 4``, ``Spring 1901``."""

    @property
    def slug(self) -> str:
        """What its page is called; no two of a campaign are called the same."""
        return f"{self.number:03}-{words.file_stem(self.key)}"

    @property
    def name(self) -> str:
        """What its map is called among the maps of the campaign."""
        return f"p{self.number}"


class Episode(Heading, frozen=True):
    """A phase, or the setup."""

    story: PublicStory
    plate: Plate | None
    """The map after it; None if it cannot be drawn."""
    owners: Mapping[str, str]
    """The seat that holds each province; ``""``: nobody."""
    moves: tuple[Move, ...]
    fights: tuple[Fight, ...]
    dice: PhaseDice


def episode_of(campaign: Campaign, before: Adjudication | None, done: Adjudication) -> Episode:
    """Return a resolution as an episode; ``before`` is the one that opened its phase.

    Raises ReportError if the game has no words for what happened.
    """
    game = campaign.game
    view = game.view(game.decode(done.position), PUBLIC)
    events = events_for(game.decode_events(done.events), PUBLIC)
    setting = Setting(
        campaign=campaign.name,
        seat=PUBLIC,
        zone=campaign.settings.zone,
        commitment=campaign.commitment,
        missing=done.missing,
    )
    picture = game.picture(view, events)
    return Episode(
        number=done.number,
        key=done.phase,
        title=words.clean(before.opens.title) if before else SETUP,
        created=done.created,
        round=before.opens.round if before else 0,
        when=before.opens.when if before else "",
        story=_tell(game, before, view, events, setting),
        plate=_draw(picture),
        owners={place: spot.owner for place, spot in picture.spots.items()},
        moves=tuple(
            Move(each.seat, each.source, each.target, each.kind == "attack")
            for each in picture.arrows
            if each.source != each.target and each.kind in ("move", "attack")
        ),
        fights=tuple(Fight(each.province, each.won) for each in picture.clashes),
        dice=phase_dice(campaign, before, done),
    )


def _tell(
    game: Game,
    before: Adjudication | None,
    view: Any,
    events: Sequence[Event],
    setting: Setting,
) -> PublicStory:
    """Put the phase into words; where the game has none, a sentence says so."""
    try:
        if before is None:
            return tell_setup(game, view, events, setting)
        old = game.view(game.decode(before.position), PUBLIC)
        return tell_phase(game, old, view, events, setting)
    except ReportError:  # the game master was told when its letters were made
        return PublicStory(NO_WORDS, "", game.standings(view), ())


def _draw(picture: Picture) -> Plate | None:
    """Draw the map; a board that cannot be drawn costs the pages their maps and nothing else."""
    try:
        return plate_of(picture)
    except (BoardError, OutlineError, PictureError):
        return None
