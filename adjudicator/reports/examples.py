"""Examples of order lines in a letter: lines that its reader could send as they stand."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.games.contract import Game
from adjudicator.orders import Line, Order, Orders, read_orders
from adjudicator.reports.text import WIDTH, columns

MOST = 8
LONGEST = WIDTH - 4
"""Columns of a line, which is not folded, for it may be copied."""
_TRIES = 4
_STRIDE = 7
"""Orders that are passed over where none of the lines first chosen will do."""


def own_examples(
    game: Game,
    view: Any,
    seat: str,
    places: Collection[str],
    given: Sequence[str],
    conditions: Mapping[str, str],
) -> tuple[str, ...]:
    """Return order lines of the seat, one of each kind, of which the check has nothing to say.

    They are legal orders of the seat's own view, and those of the lines ``given`` (a game's
    ``phases.j2`` has them for everybody) that name none of the ``places``. ``conditions`` are by
    kind (``battle b``) what an order is put under, with fields of the order in it: ``if {target}
    armies <= 3: ``.
    """
    phase = game.phase(view)
    language = game.language(view, "", seat)
    if language is None or seat not in phase.may:
        return ()
    common = [line for line in given if not any(p in places for p in re.split(r"[\s,:]+", line))]
    unheaded = ("", *language.colours[:1])  # for which lines without a heading are
    legal = _by_kind([x for x in game.legal_orders(view, seat) if x.colour in unheaded])
    said = {_kind(line) for line in common}
    others = {kind: orders for kind, orders in legal.items() if kind not in said}
    lines = [*_one_of_each(others, conditions), *common]
    for turn in range(1, _TRIES + 1):
        read = read_orders("\n".join(lines), language)
        orders = Orders(tuple(read.orders))
        remarks = [*read.findings, *game.check(view, seat, orders)]
        wrong = {finding.line for finding in remarks if finding.line}
        if not wrong:
            return _first(orders)
        lines = [text for line in orders if line.number not in wrong for text in _texts(line)]
        lines = lines or _one_of_each(legal, conditions, turn)
    return ()


def _first(orders: Orders) -> tuple[str, ...]:
    """Return as many lines as a letter shows; alternatives are not parted."""
    shown: list[str] = []
    for line in orders:
        texts = _texts(line)
        if len(shown) + len(texts) <= MOST:
            shown += texts
    return tuple(shown)


def _texts(line: Line) -> list[str]:
    return str(line).split("\n")


def _by_kind(legal: Sequence[Line]) -> dict[str, list[Order]]:
    kinds: dict[str, list[Order]] = {}
    for line in legal:
        kinds.setdefault(_kind(str(line.order)), []).append(line.order)
    return kinds


def _one_of_each(
    kinds: Mapping[str, Sequence[Order]], conditions: Mapping[str, str], turn: int = 0
) -> list[str]:
    """Return a line of each kind, those of later kinds from later in the list of their kind.

    Each ``turn`` brings others, where a kind has enough.
    """
    made = []
    for at, (kind, orders) in enumerate(kinds.items(), 1):
        order = orders[(len(orders) * at // (len(kinds) + 1) + turn * _STRIDE) % len(orders)]
        bare, whole = str(order), _condition(conditions.get(kind, ""), order) + str(order)
        made.append(whole if columns(whole) <= LONGEST else bare)
    return [line for line in made if columns(line) <= LONGEST]


def _kind(order: str) -> str:
    """Return what an order begins with, as far as it is no name and no number: ``build castle``."""
    words = order.split()
    small = [word for word in words[1:2] if word.isalpha() and word.islower()]
    return " ".join([*words[:1], *small])


def _condition(pattern: str, order: Order) -> str:
    fields = {field: str(value) for field, value in msgspec.structs.asdict(order).items()}
    return pattern.format_map(fields) if all(fields.values()) else ""
