"""Whether orders can be pointed at: what a game offers behind lines, held against its check.

Whoever points chooses names; numbers and units are set by steppers, rankings grow by a name a
click, and a way by a province a click.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.contract import Game
from adjudicator.orders import Branch, Finding, Line, Order, Orders
from adjudicator.orders.language.slots import Name, NameList, NumberList, OneOf
from adjudicator.orders.language.syntax import ranking, slots_of

WHOLE = "WHOLE" in os.environ
"""Whether much is played, and said how much it was."""
CHOSEN = (Name, NameList, NumberList, OneOf)
MAY_FAIL = (
    *("replaced", "never", "no-bid", "may-run-out", "may-be-met", "may-be-hired", "vassal"),
    *("province-lost", "barred", "revolt", "chests", "no-tile", "supply", "tray", "void"),
    *("not-claimed", "officials", "closed", "ordered-again", "no-retreat"),
)
"""The codes of warnings of what is carried out as things stand, besides ``depends-on-…``."""


def lines_of(
    game: Game, seats: Sequence[str], options: Mapping[str, Any], regent: str, phases: int
):
    """Play a game with a regent; yield each view, its seat, and the lines that it orders there."""
    key = f"pointing {regent} {sorted(options)}"
    position = game.new(seats, options, Stream(key.encode())).position
    for _ in range(phases):
        phase = game.phase(position)
        if phase.over:
            return
        orders = {}
        for seat in phase.must:
            view, chance = game.view(position, seat), Stream(f"{key} {phase.key} {seat}".encode())
            orders[seat] = game.regent(regent).orders(view, seat, chance)
            yield view, seat, numbered(orders[seat])
        position = game.adjudicate(position, orders, Stream(f"{key} {phase.key}".encode())).position


def numbered(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return lines numbered as in a file."""
    return tuple(replace(line, number=number) for number, line in enumerate(lines, 1))


def is_taken(game: Game, view: Any, seat: str, lines: tuple[Line, ...]) -> bool:
    """Whether the check has nothing against the last of the lines, as things stand."""
    found = findings_of(game, view, seat, lines, lines[-1].number)
    return all(
        each.severity == "note"
        or (
            each.severity == "warning"
            and (each.code in MAY_FAIL or each.code.startswith("depends-on"))
        )
        for each in found
    )


def findings_of(game: Game, view: Any, seat: str, lines: Iterable[Line], number: int):
    """Return what a check says of one of the lines."""
    found = game.check(view, seat, Orders(tuple(lines)))
    return [each for each in found if each.line == number]


def can_be_pointed_at(
    game: Game, view: Any, seat: str, before: tuple[Line, ...], line: Line
) -> bool:
    """Whether each alternative of a line is among what is offered behind the lines before it."""
    offers = _offers(game, view, seat, before, line)
    return all(
        any(_is_same(each, branch.order) for each in offers)
        or _is_ranked(branch.order, offers)
        or _is_way(game, view, seat, before, line, branch.order)
        for branch in line.branches
    )


def _offers(game: Game, view: Any, seat: str, before: tuple[Line, ...], line: Line) -> list[Order]:
    lines = game.legal_orders(view, seat, Orders(before))
    return [each.order for each in lines if each.colour == line.colour]


def _is_same(offer: Order, order: Order, but: str = "") -> bool:
    """Whether two orders name the same, besides one field."""
    return type(offer) is type(order) and all(
        getattr(offer, field) == getattr(order, field)
        for field, slot in slots_of(type(order)).items()
        if field != but and isinstance(slot, CHOSEN)
    )


def _is_ranked(order: Order, offers: list[Order]) -> bool:
    """Whether an order is a ranking of which each name is offered."""
    field = ranking(type(order))
    same = (each for each in offers if field and _is_same(each, order, field))
    names = {name for each in same for name in getattr(each, field)}
    return bool(field) and names >= set(getattr(order, field))


def _is_way(
    game: Game, view: Any, seat: str, before: tuple[Line, ...], line: Line, order: Any
) -> bool:
    """Whether an order is a way of which each step is offered behind those before it."""
    steps = getattr(order, "path", ())
    if len(steps) < 2:
        return False
    for index, step in enumerate(steps):
        one = replace(order, path=(step,), **({"start": ""} if hasattr(order, "start") else {}))
        if not any(_is_same(each, one) for each in _offers(game, view, seat, before, line)):
            return False
        number = line.number + index
        before = (*before, Line((Branch(one),), number, colour=line.colour))
    return True


def refused_offers(
    game: Game, view: Any, seat: str, lines: tuple[Line, ...], every: int
) -> Iterator[tuple[Line, list[Finding]]]:
    """Yield of each so many offers behind lines what is said of it in its place; an error: why."""
    offers = game.legal_orders(view, seat, Orders(lines))
    last = lines[-1].number if lines else 0
    for offer in offers[last % every :: every]:
        number = offer.number or last + 1
        kept = [offer if each.number == offer.number else each for each in lines]
        kept += [] if offer.number else [replace(offer, number=number)]
        found = findings_of(game, view, seat, kept, number)
        yield offer, [each for each in found if each.severity == "error"]


class Count(msgspec.Struct):
    """What came of a trial."""

    taken: int = 0
    pointed: int = 0
    offered: int = 0
    missing: list[str] = []
    refused: list[str] = []


def point(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Any],
    regent: str,
    phases: int,
    every: int,
) -> Count:
    """Point at all that a regent orders, and append some of what is offered on the way."""
    count = Count(missing=[], refused=[])
    for view, seat, lines in lines_of(game, seats, options, regent, phases):
        key = game.phase(view).key
        for index, line in enumerate(lines):
            if is_taken(game, view, seat, lines[: index + 1]):
                count.taken += 1
                if can_be_pointed_at(game, view, seat, lines[:index], line):
                    count.pointed += 1
                else:
                    count.missing.append(f"{key} {seat}: {line}")
        for end in sorted({0, len(lines) // 2, len(lines)}):
            for offer, errors in refused_offers(game, view, seat, lines[:end], every):
                count.offered += 1
                if errors:
                    count.refused.append(f"{key} {seat}: {offer} ({errors[0].code})")
    return count


def assert_pointed(count: Count, what: str) -> None:
    """Nothing is refused that was offered, and nearly all that is taken could be pointed at."""
    if WHOLE:
        print(f"\n{what}: {count.pointed} of {count.taken} lines, {count.missing[:3]};")
        print(f"{len(count.refused)} of {count.offered} offers are refused")
    assert count.taken > 5
    assert count.pointed >= 0.99 * count.taken, count.missing
    assert count.offered > 20
    assert count.refused == []
