"""What a game does where it has no function of its own for it."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.chance import Chance
from adjudicator.games.contract import GameError, Meta
from adjudicator.games.engine.codec import convert
from adjudicator.games.engine.offers import find_legal
from adjudicator.games.engine.phases import current_phase
from adjudicator.games.engine.play import read_again
from adjudicator.games.meta import reason
from adjudicator.orders import Branch, Finding, Line, Names, Order, Orders, subject
from adjudicator.orders.language.syntax import plain_syntax
from adjudicator.wording import Reason

Check = Callable[[Any, str, Orders], Iterable[Finding]]
ORDERED = 90
"""Per cent of the things that can be ordered about which something is ordered."""


def province_forms(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the provinces of a board, each with the other ways to write it."""
    return {
        name: tuple(dict.fromkeys(filter(None, (each.label, each.kanji, *each.aliases))))
        for name, each in board.provinces.items()
    }


def province_names(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the provinces as orders name them."""
    return Names("province", province_forms(board))


def fill_table(meta: Meta, first: Callable[..., Any], kind: Any, table: Any, options: Any) -> Any:
    """Make a position from a rule case's table, the rest as ``first`` has it. Raises GameError."""
    seats = seats_in(table) or meta.seats[: meta.players[0]]
    return convert(kind, _merge(msgspec.to_builtins(first(kind, options, seats)), table))


def seats_in(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats that a table names, or that own something there. Raises GameError."""
    records = [table.get(key, {}) for key in ("seats", "provinces")]
    if not all(isinstance(each, Mapping) for each in records):
        raise GameError("no-tables")
    owners = (each.get("owner") for each in records[1].values() if isinstance(each, Mapping))
    named = (owner for owner in owners if owner and isinstance(owner, str))
    return tuple(dict.fromkeys((*records[0], *named)))


def _merge(under: Any, over: Any) -> Any:
    if not (isinstance(under, Mapping) and isinstance(over, Mapping)):
        return over
    return {**under, **{key: _merge(under.get(key), value) for key, value in over.items()}}


def unplayable(play: Any) -> Iterator[Reason]:
    """Say why a position cannot be played: something in it is impossible."""
    faults = (fault for find in play.rules.faults for fault in find(play))
    yield from (Reason("games", "impossible-position", {"fault": fault}) for fault in faults)


def steady(play: Any, seat: str, chance: Any = None) -> Iterable[Line]:
    """Yield what a sensible player orders."""
    suggested = (each for suggest in play.rules.steady for each in suggest(play, seat))
    return (each if isinstance(each, Line) else Line((Branch(each),)) for each in suggested)


def choose_at_random(
    play: Any,
    seat: str,
    chance: Chance,
    about: Callable[[Order], tuple[str, ...]] = subject,
    uses: Callable[[Order], str] = lambda order: "",
) -> Iterator[Line]:
    """Yield random legal orders of a seat, at most one about each thing.

    ``about`` says what an order is about; ``uses`` what it uses up (``""``: nothing), so that no
    other order can use it.
    """
    by_subject: dict[tuple[str, ...], list[Order]] = {}
    for legal_orders in play.rules.legal_orders:
        for each in legal_orders(play, seat):
            order = _order_of(each)
            by_subject.setdefault(about(order), []).append(order)
    used: set[str] = set()
    for thing in chance.shuffle(list(by_subject), "regent"):
        free = [order for order in by_subject[thing] if uses(order) not in used]
        if free and chance.dice(1, 100, "regent")[0] <= ORDERED:
            order = free[chance.dice(1, len(free), "regent")[0] - 1]
            used.update(filter(None, [uses(order)]))
            yield Line((Branch(order),))


def sheet(
    play: Any,
    seat: str,
    closed: Container[type[Order]] = (),
    check: Check = lambda play, seat, orders: (),
) -> Iterator[str]:
    """Yield the lines of an order sheet, all of them comments until they are filled in.

    Facts, what a sensible player orders, and each kind that can be ordered, by an example that the
    check takes.
    """
    may = getattr(current_phase(play), "may", None)
    if may and seat in play.position.seats and seat not in may(play):
        yield f"# {reason('nothing-to-order')}"
        return
    facts = (line for state in play.rules.facts for line in state(play, seat))
    yield from (f"# {line}".rstrip(" #") for line in facts)
    suggested = _take_right(play, seat, check, steady(play, seat), ("error",))
    texts = [f"# {text}" for line in suggested for text in str(line).splitlines()]
    if texts:
        yield from (f"# {reason('begin-with')}", *texts, "")
    why_closed, every = play.rules.closed, play.rules.orders.get(play.position.phase, ())
    shut = {kind for kind in every if kind in why_closed and why_closed[kind](play, seat)}
    kinds = [kind for kind in every if kind not in closed and kind not in shut]
    examples = _examples(play, seat, kinds, check)
    for kind, text in examples.items():
        yield f"# {plain_syntax(kind)}" + (f"    for example: {text}" if text else "")


def _examples(
    play: Any, seat: str, kinds: Iterable[type[Order]], check: Check
) -> dict[type[Order], str]:
    """Return an order of each kind that is right now: a legal one, else a stated one, or ``""``."""
    language = play.language(play.position.phase)
    legal = {type(each.order): each.order for each in reversed(find_legal(play, seat))}
    stated = [text for kind in kinds if kind not in legal for text in kind.examples[:1]]
    read = read_again(language, "\n".join(stated))
    right = _take_right(play, seat, check, read, ("error", "warning"))
    return {**dict.fromkeys(kinds, ""), **{type(line.order): str(line.order) for line in right}} | {
        kind: str(legal[kind]) for kind in kinds if kind in legal
    }


def _take_right(
    play: Any, seat: str, check: Check, lines: Iterable[Line], wrong: Container[str]
) -> list[Line]:
    """Return the lines of which the check, given all as one file, finds nothing of that kind."""
    numbered = (replace(line, number=number) for number, line in enumerate(lines, 1))
    orders = Orders(tuple(numbered))
    if not len(orders):
        return []
    trial = play.begin_anew({seat: orders})
    trial.warns, trial.words = "warning" in wrong, False
    findings = check(trial, seat, orders)
    bad = {each.line for each in findings if each.severity in wrong}
    return [line for line in orders if line.number not in bad]


def _order_of(legal: Any) -> Order:
    """Return a legal order, which may stand in a line."""
    order: Order = legal.order if isinstance(legal, Line) else legal
    return order


def sketch(play: Any, seat: str, orders: Orders) -> Any:
    """Draw orders by the provinces that they name."""
    from adjudicator.games.sketch import plain_sketch  # most commands draw nothing

    return plain_sketch(play, seat, orders)
