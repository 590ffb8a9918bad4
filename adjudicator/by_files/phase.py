"""A game carried out from files: its beginning, its phases, and their reports.

What goes in are a position, order files, and where the dice come from.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator import __version__, maps, reports
from adjudicator.by_files.order_files import CheckedFile, read_order_files
from adjudicator.campaign.kernel.errors import CampaignError, describe, reason
from adjudicator.campaign.kernel.solve import Solved, carry_out, set_up, solve
from adjudicator.campaign.kernel.solve import regent_orders as ask_regent
from adjudicator.chance import commitment
from adjudicator.chance.ingredients import Ingredients, source_from_key
from adjudicator.chance.keys import SETUP
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Event, Game, Phase, Value, check_names, events_for
from adjudicator.games.picture import Picture
from adjudicator.orders import Orders
from adjudicator.reports.model import PUBLIC, File, Report, Setting, picture_file


class FileResult(msgspec.Struct, frozen=True):
    """What came of a phase, or of the deal, that was carried out from files."""

    solved: Solved
    reports: dict[str, Report]
    """By seat; ``""`` is the public."""
    faults: tuple[str, ...]
    """What went wrong with reports and maps."""
    dice: PhaseDice
    """The record of its dice."""
    words: Mapping[str, str]
    """The players' words for the phases to come."""


class FilePhase(FileResult, frozen=True):
    """A phase carried out from files."""

    phase: Phase
    files: tuple[CheckedFile, ...]
    missing: tuple[str, ...]
    """The seats that had to order and sent no usable file."""


def adjudicate_files(
    game: Game,
    position: Any,
    files: Mapping[str, bytes],
    ingredients: Ingredients,
    *,
    campaign: str,
    promised: str = "",
    regents: Mapping[str, Orders] = {},
    draw: "Draw | None" = None,
) -> FilePhase:
    """Carry out a phase from order files.

    ``promised`` is the commitment, and ``regents`` are orders of seats that a regent plays. Raises
    CampaignError if the position is a view or the game has ended, StuckError if the rules fail even
    without orders.
    """
    phase = _waiting_phase(game, position)
    taken = read_order_files(game, position, files)
    known = dict(regents)
    known |= {x.seat: x.standing.orders.renumber() for x in taken if x.seat and x.standing}
    texts = dict.fromkeys(phase.may, "") | {seat: str(orders) for seat, orders in known.items()}
    texts |= {each.seat: each.text for each in taken if each.seat}
    solved = solve(game, position, texts, ingredients.source(phase.key), known)
    sent = {each.seat for each in taken if each.answers} | set(regents)
    dice = _record(ingredients, campaign, game, phase.key, solved)
    setting = Setting(
        campaign=campaign,
        seat=PUBLIC,
        commitment=promised,
        dice=dice,
        missing=tuple(seat for seat in phase.must if seat not in sent),
    )

    def write(view: Any, known: Setting, pictures: tuple[File, ...], seen: list[Event]) -> Report:
        before, orders = game.view(position, known.seat), solved.read.get(known.seat)
        return reports.result(game, before, view, orders, seen, known, pictures)

    written, faults = write_reports(game, solved.position, solved.events, setting, write, draw)
    given_words = {each.seat: each.word for each in taken if each.seat and each.word}
    words = {**ingredients.words, **given_words}
    return FilePhase(solved, written, tuple(faults), dice, words, phase, taken, setting.missing)


def _waiting_phase(game: Game, position: Any) -> Phase:
    if position.viewer is not None:
        raise CampaignError("players-position")
    phase = game.phase(position)
    if phase.over:
        raise CampaignError("ended")
    return phase


def regent_orders(
    game: Game, position: Any, seats: Sequence[str], secret: bytes
) -> dict[str, Orders]:
    """Let regents order for seats. Raises CampaignError for a seat that is not in the phase."""
    phase = game.phase(position)
    if phase.over and seats:
        raise CampaignError("nobody-can-order", title=phase.title)
    orders = {}
    for seat in seats:
        if seat not in phase.may:
            raise CampaignError("cannot-order", seat=seat[:40], phase=phase.key, seats=phase.may)
        orders[seat] = ask_regent(game, position, seat, secret)
    return orders


def verify_files(
    game: Game, before: Any, orders: Mapping[str, str], key: bytes, after: Any
) -> tuple[list[str], str]:
    """Carry out a phase from files and compare; return the faults and the orders' fingerprint.

    ``orders`` are the canonical orders of every seat that could order.
    """
    texts = dict.fromkeys(game.phase(before).may, "") | dict(orders)
    again = carry_out(game, before, texts, source_from_key(key))
    same = game.encode(again.position) == game.encode(after)
    faults = [] if same else [str(reason("differs.position"))]
    return faults, again.fingerprint


def begin(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Value],
    ingredients: Ingredients,
    *,
    campaign: str,
    draw: "Draw | None" = None,
) -> FileResult:
    """Set a game up and write its first reports.

    Raises GameError, and ScriptError if a script does not fit.
    """
    check_names(tuple(seats), ())
    solved = set_up(game, seats, options, ingredients.source(SETUP))
    dice = _record(replace(ingredients, number=0), campaign, game, SETUP, solved)
    promised = commitment(ingredients.secret)
    setting = Setting(campaign=campaign, seat=PUBLIC, commitment=promised, dice=dice)
    write = partial(reports.opening, game)
    written, faults = write_reports(game, solved.position, solved.events, setting, write, draw)
    return FileResult(solved, written, tuple(faults), dice, ingredients.words)


def _record(given: Ingredients, campaign: str, game: Game, phase: str, solved: Solved) -> PhaseDice:
    of = (solved.key, solved.fingerprint)
    rules = game.meta.rules
    return given.record(campaign, phase, *of, draws=solved.draws, program=__version__, rules=rules)


Write = Callable[[Any, Setting, tuple[File, ...], list[Event]], Report]
"""From a reader's view, the setting, the pictures and the events that he learns: his report."""
Draw = Callable[[Picture, str], tuple[File, ...]]
"""From what a map shows, and a seat: the pictures of its report."""


def write_reports(
    game: Game,
    position: Any,
    events: Sequence[Event],
    setting: Setting,
    write: Write,
    draw: Draw | None,
) -> tuple[dict[str, Report], list[str]]:
    """Return the reports by seat, and what went wrong with any."""
    reports: dict[str, Report] = {}
    faults: list[str] = []
    for seat in (*position.seats, PUBLIC):
        seen = events_for(events, seat)
        view = game.view(position, seat)
        pictures = _map(game, view, seen, faults, draw or draw_pictures)
        try:
            reports[seat] = write(view, replace(setting, seat=seat), pictures, seen)
        except Exception as error:  # one report's fault leaves the others
            faults.append(_fault("report", seat, error))
    return reports, faults


def draw_pictures(picture: Picture, seat: str) -> tuple[File, ...]:
    """Draw the map of a report, and a seat's fronts close up."""
    front = maps.draw_front(picture, seat) if seat else None
    return (
        picture_file("map", maps.draw_png(picture)),
        *([picture_file("front", front)] if front else []),
    )


def _map(
    game: Game, view: Any, events: Sequence[Any], faults: list[str], draw: Draw
) -> tuple[File, ...]:
    try:
        return draw(game.picture(view, events), view.viewer)
    except Exception as error:  # a report without a map is better than none
        faults.append(_fault("map", view.viewer, error))
        return ()


def _fault(what: str, seat: str, error: Exception) -> str:
    facts = {"what": what, "seat": seat, "error": describe(error).rstrip(".")}
    return str(reason("not-made", **facts))
