"""Questions to the board: what stands where, what is near, what has changed, who is late.

Whoever cannot look at a map, or has only a telephone, plays by the answers to these.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.games.picture import Picture
from adjudicator.operations.info import name_duties
from adjudicator.operations.operation import Argument, Call, Reply, ValueKind, operation
from adjudicator.operations.values import PHASE
from adjudicator.orders import MisreadError
from adjudicator.reports import board, facts, places
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.letter_records import Disposition
from adjudicator.store.records import Adjudication

T = TypeVar("T")


def _read_places(text: str, call: Call) -> str:
    if not text:
        raise RefusedError("which-places")
    return text


PLACES = ValueKind("NAMES", _read_places, r"(?:of )?[\w'’.,;&/-]{1,40}(?: [\w'’.,;&/-]{1,40}){0,4}")
"""Provinces as they are written, or “of” and seats: a few words, as no sentence has."""


@operation(
    "seat",
    Argument("names", PLACES),
    usage="[NAMES|of SEAT]",
    examples=("", "Kai", "Kai and Suruga", "of Oda"),
    forms=("board", "province"),
    changes=False,
)
def provinces(call: Call, names: str = "") -> Reply:
    """Send the board in words, or what is asked of it: some provinces, or those of a seat: who
    holds them, what stands there, what is next to them.
    """
    picture = _picture(call, call.state.position)
    view = call.state.game.view(call.state.position, call.viewer)
    colours = {seat: view.colours_of(seat) for seat in view.seats}
    return _tell(call, picture, _find(lambda: places.find_asked(picture, names, colours)))


@operation("seat", Argument("names", PLACES), examples=("Kai",), forms=("near to",), changes=False)
def near(call: Call, names: str) -> Reply:
    """Say what stands in a province and in all that are next to it, by land or by sea."""
    picture = _picture(call, call.state.position)
    asked = _find(lambda: places.find_places(picture, names))
    return _tell(call, picture, places.places_near(picture, asked))


@operation("seat", Argument("phase", PHASE), examples=("", "1 plan"), changes=False)
def changes(call: Call, phase: str = "") -> Reply:
    """Say what has changed on the board since your last letter, or since a phase: what was carried
    out, what changed hands, and what stands otherwise now.
    """
    game, opens = call.state.game, call.state.head.opens
    line = queries.resolutions(call.store, call.campaign)
    since = _place_before(line, phase) if phase else _place_at_last_letter(call, line)
    is_new = since + 1 < len(line)
    since = since if is_new else max(0, since - 1)
    views = [game.view(game.decode(each.position), call.viewer) for each in (line[since], line[-1])]
    before, after = (game.picture(each, ()) for each in views)
    own = facts.colours_of(views[1], call.viewer)
    only = places.find_changes(before, after)
    told = board.describe_board(after, own, only=only)
    known = {
        "phases": [each.phase for each in line[since + 1 :]],
        "is_new": is_new,
        "asked": phase,
        "changed": [
            {"old": each.old, "new": each.new, "places": each.provinces}
            for each in facts.changes(before, after, views[1])
        ],
        "told": bool(told),
        "provinces": board.list_provinces(after, only),
        "phase": opens.title,
    }
    table = facts.standings(game, views[0], views[1])
    return Reply("changes", known, table, charts=[each.text for each in told])


@operation(
    "seat",
    name="late",
    forms=("who is late", "who is missing", "who's late"),
    changes=False,
)
def late(call: Call) -> Reply:
    """Say who is late: for whose orders the game waits and for which, until when, and whether the
    deadline has passed.
    """
    state = call.state
    grace = state.grace_ends
    known = {
        "awaited": name_duties(state),
        "silent": state.silent if state.is_late else (),
        "late": state.is_late,
        "ends": local_time(state.deadline, call.zone) if state.deadline else "",
        "grace": local_time(grace, call.zone) if grace and state.is_late else "",
        "held": state.is_late and state.is_held,
        "over": state.is_over,
        "paused": call.campaign.settings.paused,
        "phase": state.head.opens.title,
    }
    return Reply("late-seats", known)


def _picture(call: Call, position: Any) -> Picture:
    return call.state.game.picture(call.state.game.view(position, call.viewer), ())


def _find(find: Callable[[], T]) -> T:
    """Return the places that are asked for. Raises RefusedError."""
    try:
        return find()
    except MisreadError as misread:
        raise RefusedError("unknown-place", misread=str(misread)) from None


def _tell(call: Call, picture: Picture, only: list[str] | None) -> Reply:
    """Answer with the board in words, of all places or of some."""
    view = call.state.game.view(call.state.position, call.viewer)
    own = facts.colours_of(view, call.viewer)
    blocks = board.describe_board(picture, own, whole=True, only=only)
    about = {
        "phase": call.state.head.opens.title,
        "whole": only is None,
        "told": bool(blocks),
        "provinces": board.list_provinces(picture, only),
    }
    return Reply("board", about, charts=[each.text for each in blocks])


def _place_before(line: Sequence[Adjudication], phase: str) -> int:
    """Return the place of the resolution that a phase, named in part, began from. Raises
    RefusedError if there is none."""
    keys = ["", *(each.phase.casefold() for each in line[1:])]
    exact = [place for place, key in enumerate(keys) if key == phase]
    begun = [place for place, key in enumerate(keys) if key.startswith(f"{phase} ")]
    if not (exact or begun):
        raise RefusedError("no-such-phase", phase=phase[:60])
    return (exact or begun)[0] - 1


def _place_at_last_letter(call: Call, line: Sequence[Adjudication]) -> int:
    """Return the place of the resolution at which the game stood when the seat last wrote; the
    first, if it never has."""
    of: dict[str, Any] = {"campaign_id": call.campaign.id, "seat": call.viewer, "proven": True}
    last = call.store.rows(Disposition, **of, order="id", last=True, limit=1) if call.seat else []
    came = max((each.arrived for each in last), default=call.campaign.created)
    return max((place for place, each in enumerate(line) if each.created <= came), default=0)
