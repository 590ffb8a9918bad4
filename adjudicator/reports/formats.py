"""A letter in both formats: the same content and events through the text and HTML layouts."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.boards import load_board
from adjudicator.games.contract import Event, Game, Meta
from adjudicator.games.picture import Picture
from adjudicator.reports import templates, words
from adjudicator.reports.errors import ReportError
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.text import Text

_BLANKS = re.compile(r"\n{3,}")
_FORMS = (Text, Html)


class Tongue(msgspec.Struct, frozen=True):
    """A format that speaks of one game: its words for events and phases, and its places."""

    form: Text | Html
    words: Any
    phases: Any
    teller: Teller


def about_game(
    layout: str,
    content: Mapping[str, Any],
    game: Game,
    view: Any,
    picture: Picture,
    events: Sequence[Event],
) -> tuple[str, str]:
    """Return a letter about a game as text and as HTML. Raises ReportError."""
    known = (
        game.meta,
        tuple(sorted(view.options.items())),
        picture.board,
        tuple(sorted(picture.board_options.items())),
    )
    text, html = (
        templates.render(layout, tongue.form, {**content, **_spoken(tongue, content, events)})
        for tongue in (_tongue(form, *known) for form in _FORMS)
    )
    return _tidy(text), html


def plain(layout: str, content: Mapping[str, Any]) -> tuple[str, str]:
    """Return a letter about nothing of a game as text and as HTML."""
    text, html = (templates.render(layout, form({}), content) for form in _FORMS)
    return _tidy(text), html


@lru_cache(maxsize=32)
def _tongue(
    form: type[Text] | type[Html],
    meta: Meta,
    options: tuple[tuple[str, Any], ...],
    board: str,
    board_options: tuple[tuple[str, bool], ...],
) -> Tongue:
    provinces = load_board(board, dict(board_options)).provinces
    speaks = form({place: words.name(of.label) for place, of in provinces.items()})
    known = {"options": dict(options), "game": meta}
    spoken = templates.module(meta.name, "events", speaks, known)
    phases = templates.module(meta.name, "phases", speaks, known)
    return Tongue(speaks, spoken, phases, Teller(spoken, speaks.safe))


def _spoken(tongue: Tongue, content: Mapping[str, Any], events: Sequence[Event]) -> dict[str, Any]:
    """Return the words of a letter that are the game's own."""
    coming = content["next"]
    name = coming.phase.name
    phases = tongue.phases
    if not coming.phase.over and name not in phases.asked:
        raise ReportError(f"There are no words for the phase {name} in the game's phases.j2.")
    beside = phases.beside.get(name, {}) if coming.role == "may" else {}
    return {
        "words": tongue.words,
        "chapters": tongue.teller.tell(events),
        "asks": beside.get("asked") or phases.asked.get(name, ""),
        "by_default": beside.get("by_default") or phases.by_default.get(name, ""),
        "examples": beside.get("examples") or phases.examples.get(name, ()),
    }


def _tidy(text: str) -> str:
    return _BLANKS.sub("\n\n", text).strip("\n") + "\n"
