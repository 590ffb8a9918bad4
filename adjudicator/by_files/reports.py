"""Every seat's report and the public's, with a map in each. What fails is told and left out."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudicator import maps, reports
from adjudicator.campaign.solve import Solved, as_orders
from adjudicator.games.contract import Event, Game, events_for
from adjudicator.reports.model import File, Report, Setting, map_file

PUBLIC = ""
"""What stands for the seat in the report that is for everybody."""

Made = tuple[dict[str, Report], list[str]]
"""Reports by seat, and what went wrong with any."""


def opening_reports(game: Game, position: Any, events: Sequence[Event], setting: Setting) -> Made:
    """Write the first reports of a game."""

    def write(known: Setting, seen: list[Event], view: Any, pictures: tuple[File, ...]) -> Report:
        return reports.opening(game, view, known, pictures, seen)

    return _each(game, position, events, setting, write)


def result_reports(game: Game, before: Any, solved: Solved, setting: Setting) -> Made:
    """Write the reports of a phase that was carried out."""
    orders = as_orders(game, before, solved.orders)

    def write(known: Setting, seen: list[Event], view: Any, pictures: tuple[File, ...]) -> Report:
        old = game.view(before, known.seat)
        return reports.result(game, old, view, orders.get(known.seat), seen, known, pictures)

    return _each(game, solved.position, solved.events, setting, write)


Write = Callable[[Setting, list[Event], Any, tuple[File, ...]], Report]


def _each(
    game: Game, position: Any, events: Sequence[Event], setting: Setting, write: Write
) -> Made:
    made: dict[str, Report] = {}
    faults: list[str] = []
    for seat in (*position.seats, PUBLIC):
        seen = events_for(events, seat)
        view = game.view(position, seat)
        pictures = _map(game, view, seen, faults)
        try:
            made[seat] = write(msgspec.structs.replace(setting, seat=seat), seen, view, pictures)
        except Exception as error:  # one report's fault leaves the others
            faults.append(_fault("report", seat, error))
    return made, faults


def _map(game: Game, view: Any, events: Sequence[Any], faults: list[str]) -> tuple[File, ...]:
    try:
        data = maps.draw_png(game.picture(view, events))
    except Exception as error:  # a report without a map is better than none
        faults.append(_fault("map", view.viewer, error))
        return ()
    return (map_file(data),)


def _fault(what: str, seat: str, error: Exception) -> str:
    kind = type(error).__name__
    return f"The {what} for {seat or 'the public'} could not be made: {kind}: {str(error)[:300]}."
