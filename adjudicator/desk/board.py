"""The board as the order desk shows it, to a seat or to the public, and what it can be asked."""

import hashlib
from functools import cached_property
from typing import Any

from adjudicator.games.contract import Game, GameError
from adjudicator.games.picture import Picture
from adjudicator.maps import draw_svg, middles
from adjudicator.orders import MisreadError
from adjudicator.reports import facts, places
from adjudicator.reports.board import Block, describe_board


class DeskBoard:
    """A position as a seat sees it; ``""``: as the public does."""

    def __init__(self, game: Game, view: Any, seat: str, before: Any = None):
        self.game = game
        self.view = view
        self.seat = seat
        self.phase = game.phase(view)
        self.before = before
        """The seat's view of the board as the last phase began, if it is known."""

    def describe(self, sheet: str = "") -> dict[str, Any]:
        """Return what the page shows of the board at once, but for the map."""
        return {
            "game": self.game.meta.name,
            "title": self.picture.title,
            "subtitle": self.picture.subtitle,
            "phase": self.phase,
            "seat": self.seat,
            "seats": tuple(self.view.seats),
            "fingerprint": fingerprint(self.game, self.view),
            "provinces": middles(self.picture),
        }

    def put_into_words(self) -> dict[str, Any]:
        """Return what the page shows in words if somebody asks for it: the whole board."""
        return self._tell(None)

    def draw(self, text: str = "") -> str:
        """Return the map as SVG."""
        return draw_svg(self.picture)

    def answer(self, question: str) -> dict[str, Any]:
        """Answer a question as the judge does by mail: the board in words, of what it is about.

        Of “changes” it says what stands otherwise than before the last phase, of “late” for whom
        the phase waits. Raises GameError if it names no place, or if this desk cannot know.
        """
        words = question.strip().rstrip("?").split(maxsplit=1)
        first, rest = (words[0].casefold(), "".join(words[1:])) if words else ("", "")
        if first in ("late", "who"):
            return {"awaits": [each for each in self.phase.must if not self.phase.over]}
        if first in ("changes", "changed"):
            if self.before is None:
                raise GameError("desk.unknown-here", question="changes")
            only = places.find_changes(self.game.picture(self.before, ()), self.picture)
            return self._tell(only)
        try:
            return self._tell(self._find_places(first, rest, question))
        except MisreadError as misread:
            raise GameError("desk.unknown-place", misread=str(misread)) from None

    def _find_places(self, first: str, rest: str, question: str) -> list[str] | None:
        """Return the places that a question is about; None: all. Raises MisreadError."""
        if first == "near":
            near = places.find_places(self.picture, rest.removeprefix("to "))
            return places.places_near(self.picture, near)
        is_asked = first in ("provinces", "province", "board")
        seats = {seat: self.view.colours_of(seat) for seat in self.view.seats}
        return places.find_asked(self.picture, rest if is_asked else question, seats)

    def _tell(self, only: list[str] | None) -> dict[str, Any]:
        blocks = describe_board(self.picture, self._colours, whole=True, only=only)
        return {"board": _show(blocks)}

    @cached_property
    def picture(self) -> Picture:
        """The map, as the seat sees it."""
        return self.game.picture(self.view, ())

    @property
    def _colours(self) -> tuple[str, ...]:
        return facts.colours_of(self.view, self.seat)


def fingerprint(game: Game, view: Any) -> str:
    """Return by what a page knows a view again, and what was written for it."""
    return hashlib.sha256(game.encode(view)).hexdigest()[:16]


def _show(blocks: list[Block]) -> list[dict[str, Any]]:
    return [{"title": each.title, "rows": each.rows} for each in blocks]
