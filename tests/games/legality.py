"""Whether checks keep their word: orders made up at random, and what becomes of them.

Everything here sees a game through its contract, so it serves all games. Three questions:

- ``done_although_rejected``: is a line that had an error carried out after all?
- ``failed_unwarned``: does a line without a finding fail for a cause outside its seat's orders?
- ``idle_warnings``: which warned lines are carried out in each of many continuations?
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from adjudicator.chance import Chance, Stream
from adjudicator.games.contract import Event, Game, Ordered
from adjudicator.orders import Branch, Finding, Line, Orders, read_orders
from adjudicator.orders.findings import MisreadError
from adjudicator.orders.language.conditions import When

NOT_CARRIED_OUT = ("failed", "skipped", "noted")
NUMBER = re.compile(r"\b\d{1,2}\b")

Invent = Callable[[Game, Any, str, Chance], Iterable[str]]
"""Make up lines of a game for a view and a seat: what only somebody who knows it would try."""
Judge = Callable[[Game, Any, Mapping[str, Orders], Chance], tuple[Event, ...]]
"""Carry a phase out and return its events, the lines that the check rejects among the orders."""


def nothing(game: Game, view: Any, seat: str, chance: Chance) -> Iterable[str]:
    """Make up nothing."""
    return ()


def adjudicated(
    game: Game, position: Any, orders: Mapping[str, Orders], chance: Chance
) -> tuple[Event, ...]:
    """Return the events of the phase."""
    return game.adjudicate(position, orders, chance).events


class Moment(NamedTuple):
    """A phase of a game that waits for orders."""

    game: Game
    position: Any
    key: bytes
    """Of all that is drawn at this moment."""


def moments(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    key: bytes,
    phases: int,
    regents: tuple[str, ...] = ("steady", "random"),
) -> Iterator[Moment]:
    """Play a game that these regents play in rotation; yield its phases."""
    chance = Stream(key)
    position = game.new(game.meta.seats[:seats], options, chance).position
    for number in range(phases):
        if game.phase(position).over:
            return
        yield Moment(game, position, key + b" %d" % number)
        orders = {
            seat: regents_orders(game, position, seat, regents[index % len(regents)], chance)
            for index, seat in enumerate(game.phase(position).may)
        }
        position = game.adjudicate(position, orders, chance).position


def regents_orders(game: Game, position: Any, seat: str, regent: str, chance: Chance) -> Orders:
    """Return what a regent orders."""
    return game.regent(regent).orders(game.view(position, seat), seat, chance)


def numbered(lines: Iterable[Line]) -> Orders:
    """Return orders whose lines are numbered as in a file."""
    found = tuple(msgspec.structs.replace(line, number=n) for n, line in enumerate(lines, 1))
    return Orders(found)


# Orders that somebody could write


def strange_orders(
    game: Game, position: Any, seat: str, chance: Chance, invent: Invent = nothing, most: int = 14
) -> Orders:
    """Return orders of a seat: legal, made up, changed, under conditions, combined, repeated."""
    view = game.view(position, seat)
    texts = [str(line) for line in game.legal_orders(view, seat)]
    texts += map(str, regents_orders(game, position, seat, "steady", chance))
    made_up = list(invent(game, view, seat, chance))
    texts = some(texts, chance, 2 * most) + made_up + made_up
    if not texts:
        return Orders()
    language = game.language(position, "")
    assert language is not None
    lines: list[Line] = []
    for _ in range(1 + below(most, chance)):
        text = one(texts, chance)
        if not below(3, chance):
            text = changed(text, one(texts, chance), chance)
        lines += read_orders(text, language).orders
    lines = [combined(line, one(lines, chance), chance) for line in lines]
    conditions = list(conditions_in(game, position, seat, chance))
    if conditions:
        lines = [conditional(line, one(conditions, chance), chance) for line in lines]
    return numbered(chance.shuffle(lines, "lines") if not below(4, chance) else lines)


def below(bound: int, chance: Chance) -> int:
    """Return a random number from 0, below the bound."""
    return chance.dice(1, bound, "legality")[0] - 1


def one(things: list[Any], chance: Chance) -> Any:
    """Return one of the things."""
    return things[below(len(things), chance)]


def some(things: list[Any], chance: Chance, number: int) -> list[Any]:
    """Return that many of the things, in any order."""
    return chance.shuffle(things, "legality")[:number]


def changed(text: str, other: str, chance: Chance) -> str:
    """Return a text with another number in it, or with a name out of another text."""
    if not below(3, chance) and NUMBER.search(text):
        return NUMBER.sub(lambda found: str(1 + below(6, chance)), text, count=1)
    names = re.findall(r"\b[A-Z][\w-]+", other)
    here = re.findall(r"\b[A-Z][\w-]+", text)
    if names and here:
        return text.replace(one(here, chance), one(names, chance), 1)
    return text


def combined(line: Line, other: Line, chance: Chance) -> Line:
    """Return a line, sometimes with those alternatives of another that are of its kind."""
    if below(4, chance):
        return line
    return Line((*line.branches, *other.branches)[:3])


def conditions_in(game: Game, position: Any, seat: str, chance: Chance) -> Iterator[When]:
    """Yield conditions of the phase's language: its examples, and those with other names."""
    language = game.language(position, "")
    assert language is not None
    texts = [str(line) for line in game.legal_orders(game.view(position, seat), seat)] or [""]
    for kind in language.conditions:
        for example in kind.examples:
            for text in (example, changed(example, one(texts, chance), chance)):
                with contextlib.suppress(MisreadError):  # of a seat that does not play
                    yield language.read_when(text)


def conditional(line: Line, condition: When, chance: Chance) -> Line:
    """Return a line, sometimes with a condition before its first alternative."""
    if below(5, chance):
        return line
    first, *others = line.branches
    return Line((Branch(first.order, condition), *others))


# What becomes of them


def all_orders(moment: Moment, chance: Chance, invent: Invent = nothing) -> dict[str, Orders]:
    """Return strange orders of every seat that may order."""
    game, position, _ = moment
    return {
        seat: strange_orders(game, position, seat, chance, invent)
        for seat in game.phase(position).may
    }


def answers(events: Iterable[Event], seat: str) -> dict[int, Ordered]:
    """Return what became of a seat's lines, by number."""
    return {e.line: e for e in events if isinstance(e, Ordered) and e.seat == seat}


def findings(moment: Moment, seat: str, orders: Orders) -> dict[int, list[Finding]]:
    """Return what the check says of a seat's lines, by number."""
    view = moment.game.view(moment.position, seat)
    found: dict[int, list[Finding]] = {}
    for each in moment.game.check(view, seat, orders):
        found.setdefault(each.line, []).append(each)
    return found


def rejected(found: Mapping[int, list[Finding]]) -> set[int]:
    """Return the numbers of the lines that have an error."""
    return {line for line, each in found.items() if any(f.severity == "error" for f in each)}


def done_although_rejected(
    moment: Moment, orders: Mapping[str, Orders], chance: Chance, judge: Judge = adjudicated
) -> Iterator[str]:
    """Yield the lines that had an error and are carried out after all."""
    events = judge(moment.game, moment.position, orders, chance)
    for seat, given in orders.items():
        found = findings(moment, seat, given)
        came = answers(events, seat)
        for line in rejected(found):
            if line in came and came[line].outcome not in NOT_CARRIED_OUT:
                yield _told(moment, seat, given, came[line], found[line])


def failed_unwarned(
    moment: Moment,
    orders: Mapping[str, Orders],
    chance: Chance,
    own: frozenset[str] = frozenset(),
    judge: Judge = adjudicated,
) -> Iterator[str]:
    """Yield the lines that fail, or are done in part, of which the check said nothing.

    ``own`` are the codes of causes that lie in a seat's own orders; a line that is skipped fails
    by its own conditions. The lines that the check rejects are left out, as in a campaign.
    """
    accepted = {seat: _accepted(moment, seat, given) for seat, given in orders.items()}
    said = {seat: findings(moment, seat, given) for seat, given in accepted.items()}
    events = judge(moment.game, moment.position, accepted, chance)
    for seat, given in accepted.items():
        for line, came in answers(events, seat).items():
            unwarned = not any(f.severity != "note" for f in said[seat].get(line, ()))
            if unwarned and came.outcome in ("failed", "partly") and came.code not in own:
                yield _told(moment, seat, given, came, said[seat].get(line, []))


def _accepted(moment: Moment, seat: str, orders: Orders) -> Orders:
    wrong = rejected(findings(moment, seat, orders))
    return Orders(tuple(line for line in orders if line.number not in wrong))


def idle_warnings(
    moment: Moment, seat: str, orders: Orders, continuations: Iterable[Iterable[Event]]
) -> tuple[list[Line], list[Line]]:
    """Return the warned lines of a seat, and those that every continuation carries out whole.

    That an alternative can never be is no warning of the line.
    """
    found = findings(moment, seat, orders)
    wrong = rejected(found)
    warned = {
        line.number: line
        for line in orders
        if line.number not in wrong
        and any(f.severity == "warning" and f.code != "never" for f in found.get(line.number, ()))
    }
    idle = dict(warned)
    for events in continuations if warned else ():
        came = answers(events, seat)
        for number in list(idle):
            if number not in came or came[number].outcome in (*NOT_CARRIED_OUT, "partly"):
                del idle[number]
        if not idle:
            break
    return list(warned.values()), list(idle.values())


def _told(
    moment: Moment, seat: str, orders: Orders, came: Ordered, found: Iterable[Finding]
) -> str:
    [line] = [line for line in orders if line.number == came.line]
    key = moment.game.phase(moment.position).key
    said = "; ".join(map(str, found)) or "nothing was said of it"
    return (
        f"{moment.key!r}, {key}, {seat}: “{line}” {came.outcome}"
        f"{f' ({came.code}: {came.why})' if came.why else ''}; {said}\n{orders}"
    )
