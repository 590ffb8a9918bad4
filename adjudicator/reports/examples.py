"""Examples of order lines in a letter: lines that its reader could send as they stand."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.games.contract import Game
from adjudicator.orders import Order, Orders, read_orders
from adjudicator.orders.language.language import Language
from adjudicator.orders.language.syntax import first_word, first_words
from adjudicator.orders.orders import for_colour
from adjudicator.reports.text import WIDTH, columns

MOST = 8
LONGEST = WIDTH - 4
"""Columns of a line, which is not folded, for it may be copied."""
_TRIES = 4
"""How often the lines are checked together, while some are rejected."""
_CHOICES = 8
"""How many orders of a verb are looked at, for one that names a place of its own."""
_CONDITION = re.compile(r"if [^:]*: |else: ")
_Legal = tuple[Order, str]
"""A legal order, and the condition that it can show."""


def own_examples(
    game: Game,
    view: Any,
    seat: str,
    places: Collection[str],
    given: Sequence[str],
    conditions: Mapping[str, str],
) -> tuple[str, ...]:
    """Return order lines of the seat, with each verb one, in the order of the lines ``given``.

    Those ``given`` (a game's ``phases.j2`` has them for everybody) that name none of the ``places``
    stand as they are, if the check does not reject them. For the others a legal order of the seat's
    own view stands, which may fail, for in some phases all may. Verbs that are not given are shown
    where there is nothing else.
    ``conditions`` are by verb (``move``) or kind (``battle b``) what an order is put under, with
    fields of the order in it: ``if {target} armies <= 3: ``.
    """
    language = game.language(view, "", seat)
    if language is None:
        return ()
    choices: dict[str, list[str]] = {}
    for line in given:
        verb = _verb(line)
        if _places_in(line, places):
            choices.setdefault(verb, [])
        else:
            choices[line if choices.get(verb) else verb] = [line]
    legal = _by_verb(_legal(game, view, seat, language), conditions)
    if choices.keys().isdisjoint(legal):
        choices |= {verb: [] for verb in legal}
    legal = {verb: orders for verb, orders in legal.items() if verb in choices}
    headings = (for_colour(each, "") for each in language.colours)
    most = LONGEST - max(map(columns, headings), default=0)
    taken: set[str] = set()
    for i, (verb, orders) in reversed([*enumerate(legal.items(), 1)]):  # the simplest come first
        some = _some(orders, len(orders) * i // (len(legal) + 1), most)
        some.sort(key=lambda line: not taken.isdisjoint(_places_in(line, places)))
        taken.update(*(_places_in(line, places) for line in some[:1]))
        choices[verb] += some
    return tuple(_settle(game, view, seat, language, choices))[:MOST]


def _settle(
    game: Game, view: Any, seat: str, language: Language, choices: Mapping[str, list[str]]
) -> list[str]:
    """Choose a line of each verb so that all can stand together.

    A line that is rejected does nothing, so the others stand without it as they did beside it, and
    only one that takes its place asks for another check.
    """
    lines = {verb: some[0] for verb, some in choices.items() if some}
    for turn in range(1, _TRIES + 1):
        read = read_orders("\n".join(lines.values()), language)
        rejected = {finding.line for finding in read.findings if finding.severity == "error"}
        rejected |= game.faulty_lines(view, seat, Orders(tuple(read.orders)))
        stand = {line.number for line in read.orders} - rejected
        wrong = [verb for i, verb in enumerate(lines, 1) if i not in stand]
        others = {verb: choices[verb][turn] for verb in wrong if turn < len(choices[verb])}
        if not others:
            break
        lines = {
            verb: others.get(verb, line)
            for verb, line in lines.items()
            if verb in others or verb not in wrong
        }
    return [str(line) for line in read.orders if line.number not in rejected]


def _legal(game: Game, view: Any, seat: str, language: Language) -> list[Order]:
    """Return the legal orders of lines that need no heading for a colour."""
    unheaded = ("", *language.colours[:1])
    return [line.order for line in game.legal_orders(view, seat) if line.colour in unheaded]


def _by_verb(legal: Iterable[Order], conditions: Mapping[str, str]) -> dict[str, list[_Legal]]:
    """Sort orders by their verb; of one that can show a condition those come alone that can."""
    verbs: dict[str, list[_Legal]] = {}
    of_kinds = {verb for verb, *kind in map(str.split, conditions) if kind}
    for order in legal:
        verb, kind = first_word(type(order)), ""
        if not verb or verb in of_kinds:  # most orders need not be printed for it
            verb, *second = first_words(order)
            kind = " ".join([verb, *second])
        verbs.setdefault(verb, []).append((order, conditions.get(kind) or conditions.get(verb, "")))
    return {verb: [x for x in orders if x[1]] or orders for verb, orders in verbs.items()}


def _some(orders: Sequence[_Legal], start: int, most: int) -> list[str]:
    """Return a few lines from all over a list, so that they name several places; none is wider than
    ``most``."""
    lines = []
    for turn in range(min(_CHOICES, len(orders))):
        order, pattern = orders[(start + turn * (len(orders) // _CHOICES + 1)) % len(orders)]
        bare = str(order)
        whole = _condition(pattern, order) + bare
        lines.append(whole if columns(whole) <= most else bare)
    return [line for line in lines if columns(line) <= most]


def _places_in(line: str, places: Collection[str]) -> set[str]:
    """Return the places that a line names."""
    return {part for part in re.split(r"[\s,:]+", line) if part in places}


def _verb(line: str) -> str:
    """Return what an order begins with, behind its condition: ``build``."""
    return _CONDITION.sub("", line).split()[0]


def _condition(pattern: str, order: Order) -> str:
    fields = {field: str(value) for field, value in msgspec.structs.asdict(order).items()}
    return pattern.format_map(fields) if all(fields.values()) else ""
