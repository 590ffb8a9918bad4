"""A phase carried out from files alone: a position, order files, and where the dice come from.

This is adjudication for game masters without a database: nothing is kept but what is returned.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator import maps, reports
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.order_files import OrderFile, read_order_files
from adjudicator.campaign.solve import ChanceSource, Solved, as_orders, solve
from adjudicator.chance import Stream, phase_key
from adjudicator.games.contract import Event, Game, Phase, events_for
from adjudicator.reports.model import File, Report, Setting

PUBLIC = ""


class FilePhase(msgspec.Struct, frozen=True):
    """A phase carried out from files. ``reports`` are by seat; ``""`` is the public.

    ``missing`` are the seats that had to order and sent no usable file, ``faults`` what went wrong
    with reports and maps.
    """

    phase: Phase
    solved: Solved
    files: tuple[OrderFile, ...]
    missing: tuple[str, ...]
    reports: dict[str, Report]
    faults: tuple[str, ...]


def adjudicate_files(
    game: Game,
    position: Any,
    files: Mapping[str, bytes],
    chance: ChanceSource,
    *,
    campaign: str,
    commitment: str = "",
    regents: Mapping[str, str] | None = None,
) -> FilePhase:
    """Carry out a phase from order files.

    ``regents`` are canonical orders of seats that a regent plays. Raises CampaignError if the
    position is a view or the game has ended, StuckError if the rules fail even without orders.
    """
    phase = game.phase(position)
    if position.viewer is not None:
        raise CampaignError(
            "This is a player's position file: it lacks what others hide. Use the whole position."
        )
    if phase.over:
        raise CampaignError("The game has ended; there is nothing left to adjudicate.")
    taken = read_order_files(game, position, files)
    texts = dict.fromkeys(phase.may, "") | dict(regents or {})
    texts |= {each.seat: each.text for each in taken if each.seat}
    solved = solve(game, position, texts, chance)
    sent = {each.seat for each in taken} | set(regents or {})
    setting = Setting(
        campaign=campaign,
        seat=PUBLIC,
        commitment=commitment,
        key=solved.key.hex(),
        draws=tuple(solved.draws),
        missing=tuple(seat for seat in phase.must if seat not in sent),
    )
    letters, faults = _reports(game, position, solved, setting)
    return FilePhase(phase, solved, taken, setting.missing, letters, tuple(faults))


def regent_orders(game: Game, position: Any, seats: Sequence[str], secret: bytes) -> dict[str, str]:
    """Let regents order for seats. Raises CampaignError for a seat that is not in the phase."""
    phase = game.phase(position)
    orders = {}
    for seat in seats:
        if seat not in phase.may:
            may = ", ".join(phase.may) or "none"
            raise CampaignError(f"“{seat[:40]}” cannot order in {phase.key}. Seats: {may}.")
        chance = Stream(phase_key(secret, f"{phase.key} regent {seat}", ""))
        orders[seat] = str(game.regent("steady").orders(game.view(position, seat), seat, chance))
    return orders


def opening_reports(
    game: Game, position: Any, campaign: str, commitment: str, events: Sequence[Event] = ()
) -> tuple[dict[str, Report], list[str]]:
    """Write the first reports of a game, by seat; and what went wrong with any."""
    faults: list[str] = []
    letters = {}
    for seat in (*position.seats, PUBLIC):
        setting = Setting(campaign=campaign, seat=seat, commitment=commitment)
        view = game.view(position, seat)
        seen = events_for(events, seat)
        pictures = _map(game, view, seen, faults)
        try:
            letters[seat] = reports.opening(game, view, setting, pictures, seen)
        except Exception as error:  # one report's fault leaves the others
            faults.append(_failed("report", seat, error))
    return letters, faults


def _reports(
    game: Game, before: Any, solved: Solved, setting: Setting
) -> tuple[dict[str, Report], list[str]]:
    faults: list[str] = []
    letters = {}
    stood = as_orders(game, before, solved.orders)
    for seat in (*solved.position.seats, PUBLIC):
        seen = events_for(solved.events, seat)
        old, new = game.view(before, seat), game.view(solved.position, seat)
        known = msgspec.structs.replace(setting, seat=seat)
        pictures = _map(game, new, seen, faults)
        try:
            letters[seat] = reports.result(game, old, new, stood.get(seat), seen, known, pictures)
        except Exception as error:  # one report's fault leaves the others
            faults.append(_failed("report", seat, error))
    return letters, faults


def _map(game: Game, view: Any, events: Sequence[Any], faults: list[str]) -> tuple[File, ...]:
    try:
        data = maps.draw_png(game.picture(view, events))
    except Exception as error:  # a report without a map is better than none
        faults.append(_failed("map", view.viewer, error))
        return ()
    return (File("map.png", "image/png", data, cid="map"),)


def _failed(what: str, seat: str, error: Exception) -> str:
    kind = type(error).__name__
    return f"The {what} for {seat or 'the public'} could not be made: {kind}: {str(error)[:300]}."
