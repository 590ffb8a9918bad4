"""Carrying out one phase on plain values: no database, no clock, no letters.

Orders with which the rules raise an error are found by adding those of the seats one by one; the
phase then goes on with the defaults of that seat. Where the rules lead to what their own invariants
call impossible, nothing is carried out: whoever wrote them must look at it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from adjudicator.campaign.kernel.errors import StuckError, describe
from adjudicator.chance import (
    Chance,
    Draw,
    Script,
    ScriptError,
    Stream,
    regent_key,
)
from adjudicator.chance.ingredients import ChanceSource
from adjudicator.games.contract import Event, Game, Resolution, Value
from adjudicator.orders import Orders, read_orders


class Solved(NamedTuple):
    """A phase carried out. ``key`` is empty if a script stood in for the stream."""

    position: Any
    events: tuple[Event, ...]
    orders: dict[str, str]
    """The canonical texts, by seat."""
    read: dict[str, Orders]
    """The same as they were read; seats of which there are none are left out."""
    fingerprint: str
    key: bytes
    draws: tuple[Draw, ...]
    set_aside: Mapping[str, str] = {}
    """Why a seat's orders were left out."""


def solve(
    game: Game,
    position: Any,
    orders: Mapping[str, str],
    chance: ChanceSource,
    known: Mapping[str, Orders] = {},
) -> Solved:
    """Adjudicate the phase that the position waits in, without those orders that make it fail.

    ``orders`` are canonical texts by seat, and ``known`` those of them that need not be read any
    more: a regent's, or of a file that was just read. Raises StuckError if it fails even without
    any orders, or leads to an impossible position from one that is possible, and ScriptError if a
    script stands in for the dice and does not fit.
    """

    read = read_texts(game, position, orders, known)

    def attempt(texts: Mapping[str, str]) -> Solved | Exception:
        try:
            return _adjudicate(game, position, texts, read, chance)
        except ScriptError:
            raise
        except Exception as error:  # whatever the rules raise, one seat must not stop the others
            return error

    solved = attempt(orders)
    if isinstance(solved, Solved):
        _check_possible(game, position, solved)
        return solved
    standing = dict.fromkeys(orders, "")
    set_aside: dict[str, str] = {}
    solved = attempt(standing)
    if not isinstance(solved, Solved):
        facts = {"phase": game.phase(position).key, "error": describe(solved)}
        raise StuckError("phase-fails", **facts) from solved
    for seat, text in orders.items():
        outcome = attempt({**standing, seat: text}) if text else solved
        if isinstance(outcome, Solved):
            solved, standing[seat] = outcome, text
        else:
            set_aside[seat] = describe(outcome)
    _check_possible(game, position, solved)
    return solved._replace(set_aside=set_aside)


def _check_possible(game: Game, before: Any, solved: Solved) -> None:
    """Raise StuckError if a phase led to an impossible position from one that was possible."""
    faults = game.faults(solved.position)
    if faults and not game.faults(before):
        raise StuckError("impossible-after", phase=game.phase(before).key, fault=faults[0])


def set_up(
    game: Game, seats: Sequence[str], options: Mapping[str, Value], chance: ChanceSource
) -> Solved:
    """Set a game up. Raises GameError, and ScriptError if a script does not fit."""
    return _lead_on(game, {}, {}, chance, partial(game.new, seats, options))


def regent_orders(
    game: Game, position: Any, seat: str, secret: bytes, regent: str = "steady"
) -> Orders:
    """Ask a regent. His dice are his own stream of the secret, so that they can be replayed."""
    chance = Stream(regent_key(secret, game.phase(position).key, seat))
    orders: Orders = game.regent(regent).orders(game.view(position, seat), seat, chance)
    return orders.renumber()


def carry_out(game: Game, position: Any, orders: Mapping[str, str], source: ChanceSource) -> Solved:
    """Carry a phase out without leaving anybody out. Raises what the rules raise, ScriptError."""
    return _adjudicate(game, position, orders, read_texts(game, position, orders), source)


def read_texts(
    game: Game, position: Any, texts: Mapping[str, str], known: Mapping[str, Orders] = {}
) -> dict[str, Orders]:
    """Read canonical texts by seat, but for the ``known`` ones; empty ones are left out."""
    read = {}
    for seat, text in texts.items():
        language = game.language(position, "", seat)
        if language is not None and text:
            read[seat] = known[seat] if seat in known else read_orders(text, language).orders
    return read


def _adjudicate(
    game: Game,
    position: Any,
    orders: Mapping[str, str],
    read: Mapping[str, Orders],
    source: ChanceSource,
) -> Solved:
    mine = {seat: read[seat] for seat, text in orders.items() if text and seat in read}
    return _lead_on(game, orders, mine, source, partial(game.adjudicate, position, mine))


def _lead_on(
    game: Game,
    orders: Mapping[str, str],
    read: dict[str, Orders],
    source: ChanceSource,
    lead_on: Callable[[Chance], Resolution],
) -> Solved:
    key, print_, chance = source(orders)
    outcome = lead_on(chance)
    # What cannot be stored, shown or gone on from has not been carried out.
    game.phase(game.decode(game.encode(outcome.position)))
    events = tuple(outcome.events)
    game.encode_events(events)
    if isinstance(chance, Script) and (unused := chance.leftovers()):
        raise ScriptError("; ".join(unused))
    drawn = tuple(chance.drawn)
    return Solved(outcome.position, events, dict(orders), read, print_, key, drawn)
