"""Hindsight: what each seat saw, knew and ordered, phase by phase, when a game is over.

Nothing here is told before the end, nor if the setting ``reveal`` says never. All of it follows
from what is stored: the positions as each seat may know them, the orders that were carried out, and
the events with those who learned them. The episodes stay as everybody saw them; this is told beside
them, in a file of its own that goes when a game goes on.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.boards import BoardError
from adjudicator.campaign.kernel.solve import read_texts
from adjudicator.campaign.kernel.state import State
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.games.picture import Picture
from adjudicator.maps import OutlineError
from adjudicator.maps.drawing.album import Plate, layers, plate_of
from adjudicator.maps.drawing.scene import PictureError
from adjudicator.maps.ordered import picture_of_orders
from adjudicator.orders import Orders
from adjudicator.reports import ReportError
from adjudicator.reports.files.pages import SeatStory, json_block, render_page, tell_seat
from adjudicator.reports.model import PUBLIC
from adjudicator.site.episode import Episode, Sheet
from adjudicator.store import queries
from adjudicator.store.records import Adjudication
from adjudicator.wording.words import printable

_Patch = dict[int, int]
"""By its number what is otherwise in a layer, as a number of what is drawn."""


class Eyes(msgspec.Struct, frozen=True):
    """What a phase was to a seat."""

    seat: str
    html: str
    """A part of a page."""


class Hindsight(msgspec.Struct, frozen=True):
    """What came to light of one phase when the game was over; nothing of the setup."""

    made_from: str
    eyes: tuple[Eyes, ...] = ()
    """Of the seats of which there is anything to tell."""
    map: bytes = b""
    """The board as it was before, with all orders; nothing if none can be drawn."""
    definitions: bytes = b""
    """What its maps are drawn from, and none before them, nor the last of an episode."""
    ids: tuple[str, ...] = ()
    """Their ids; the script of the index counts them on from those of the episodes."""
    data: bytes = b"null"
    """What that script knows of it, as JSON."""


def is_revealed(state: State) -> bool:
    """Whether the secrets of a campaign are shown on its pages."""
    return state.is_over and state.has_begun and state.settings.reveal == "after the end"


def hindsight_of(
    state: State, sheet: Sheet, episodes: Sequence[Episode], kept: Sequence[Hindsight]
) -> tuple[Hindsight, ...]:
    """Return what came to light of each phase, the setup first; nothing before the end."""
    if not is_revealed(state):
        return ()
    made_from = episodes[-1].made_from
    if len(kept) == len(episodes) and all(each.made_from == made_from for each in kept):
        return tuple(kept)
    store, campaign = state.store, state.campaign
    serials = (each.serial for each in queries.past(store, campaign))
    line = (store.find(Adjudication, campaign_id=campaign.id, serial=each) for each in serials)
    witness = _Witness(state.game, sheet, episodes)
    told = (witness.tell(before, done) for before, done in pairwise(line))
    return (Hindsight(made_from), *(replace(each, made_from=made_from) for each in told))


class _Witness:
    """Tells one phase after the other, and counts what is drawn."""

    def __init__(self, game: Game, sheet: Sheet, episodes: Sequence[Episode]) -> None:
        self.game, self.sheet = game, sheet
        self.ids = {id: n for n, id in enumerate(id for each in episodes for id in each.ids)}
        self.new: dict[str, str] = {}

    def tell(self, before: Adjudication, done: Adjudication) -> Hindsight:
        """Tell a phase; ``before`` is the resolution that opened it."""
        game, self.new = self.game, {}
        old, now = game.decode(before.position), game.decode(done.position)
        events = game.decode_events(done.events)
        orders = read_texts(game, old, done.orders)
        known = len(self.ids)
        board = self._draw(game.picture(game.view(old, PUBLIC), ()))
        seen = game.picture(game.view(now, PUBLIC), events_for(events, PUBLIC))
        plate = self._draw(seen)
        views = {seat: (game.view(old, seat), game.view(now, seat)) for seat in now.seats}
        plans = {
            seat: self._draw(picture_of_orders(game, views[seat][0], given, (), warned=()))
            for seat, given in orders.items()
        }
        public = game.view(now, PUBLIC)
        eyes, facts = [], []
        for place, (seat, (was, own)) in enumerate(views.items()):
            picture = game.picture(own, events_for(events, seat))
            sight = self._draw(picture) if picture != seen else None
            story = self._put_into_words(was, own, public, orders.get(seat), events)
            rows = _differences(plate, sight)
            if not rows and (story is None or story.is_empty):
                continue
            shown = {"story": story, "sights": rows, "missing": seat in done.missing}
            html = render_page("eyes", {**shown, "why_none": done.set_aside.get(seat, "")})
            eyes.append(Eyes(seat, html.decode()))
            facts.append(
                {
                    "seat": place,
                    "plan": self._layers(board, plans.get(seat)),
                    "sight": self._layers(plate, sight),
                }
            )
        whole = self._put_together(board, list(plans.values()))
        data = {"board": self._layers(plate, board), "eyes": facts}
        return Hindsight(
            made_from="",
            eyes=tuple(eyes),
            map=printable(layers(self.sheet.ground, whole)).encode()
            if whole and self.sheet.ground
            else b"",
            definitions=printable("".join(self.new.values())).encode(),
            ids=tuple(self.ids)[known:],
            data=json_block(data),
        )

    def _draw(self, picture: Picture | None) -> Plate | None:
        """Draw a map; what it is drawn from and none before it is counted."""
        with suppress(BoardError, OutlineError, PictureError):
            plate = plate_of(picture) if picture and self.sheet.ground else None
            for id, text in plate.definitions.items() if plate else ():
                if id not in self.ids:
                    self.ids[id] = len(self.ids)
                    self.new[id] = text
            return plate
        return None

    def _put_into_words(
        self, was: Any, own: Any, public: Any, orders: Orders | None, events: Sequence[Event]
    ) -> SeatStory | None:
        try:
            return tell_seat(self.game, was, own, public, orders, events)
        except ReportError:  # the game master was told when its letters were made
            return None

    def _layers(self, base: Plate | None, other: Plate | None) -> Mapping[str, Any] | None:
        """Return how a map differs from another; None if it does not, or cannot be drawn."""
        if base is None or other is None or base == other:
            return None
        return {
            "grounds": self._patch(base.grounds, other.grounds),
            "provinces": self._patch(base.provinces, other.provinces),
            "arrows": [self.ids[each] for each in other.arrows],
            "boxes": [self.ids[each] for each in other.boxes],
        }

    def _patch(self, base: Sequence[str], other: Sequence[str]) -> _Patch:
        pairs = enumerate(zip(base, other, strict=True))
        return {number: self.ids[new] for number, (old, new) in pairs if old != new}

    def _put_together(self, board: Plate | None, plans: Sequence[Plate | None]) -> Plate | None:
        """Return the board with all that was ordered on it; None if nothing can be drawn."""
        drawn = [each for each in plans if each]
        if board is None or not drawn:
            return None
        provinces = list(board.provinces)
        for plan in drawn:
            for number, (old, new) in enumerate(zip(board.provinces, plan.provinces, strict=True)):
                provinces[number] = provinces[number] if old == new else new
        arrows = tuple(dict.fromkeys(each for plan in drawn for each in plan.arrows))
        return replace(board, arrows=arrows, provinces=tuple(provinces))


def _differences(public: Plate | None, own: Plate | None) -> list[tuple[str, str, str]]:
    """Return what a seat saw otherwise than the public, in words."""
    if public is None or own is None:
        return []
    return [new for old, new in zip(public.words, own.words, strict=True) if old != new]
