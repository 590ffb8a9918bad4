"""Every seat's report and the public's, with a map in each. What fails is told and left out."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator import maps
from adjudicator.campaign.kernel.errors import describe
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.reports.model import File, Report, Setting, front_file, map_file

PUBLIC = ""
"""What stands for the seat in the report that is for everybody."""

Write = Callable[[Any, Setting, tuple[File, ...], list[Event]], Report]
"""From a reader's view, the setting, the pictures and the events that he learns: his report."""


def write_reports(
    game: Game, position: Any, events: Sequence[Event], setting: Setting, write: Write
) -> tuple[dict[str, Report], list[str]]:
    """Return the reports by seat, and what went wrong with any."""
    reports: dict[str, Report] = {}
    faults: list[str] = []
    for seat in (*position.seats, PUBLIC):
        seen = events_for(events, seat)
        view = game.view(position, seat)
        pictures = _map(game, view, seen, faults)
        try:
            reports[seat] = write(view, replace(setting, seat=seat), pictures, seen)
        except Exception as error:  # one report's fault leaves the others
            faults.append(_fault("report", seat, error))
    return reports, faults


def _map(game: Game, view: Any, events: Sequence[Any], faults: list[str]) -> tuple[File, ...]:
    try:
        picture = game.picture(view, events)
        front = maps.draw_front(picture, view.viewer) if view.viewer else None
        return (map_file(maps.draw_png(picture)), *([front_file(front)] if front else []))
    except Exception as error:  # a report without a map is better than none
        faults.append(_fault("map", view.viewer, error))
        return ()


def _fault(what: str, seat: str, error: Exception) -> str:
    return (
        f"The {what} for {seat or 'the public'} could not be made: {describe(error).rstrip('.')}."
    )
