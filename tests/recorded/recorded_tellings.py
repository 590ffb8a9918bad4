"""What each seat is told before the phase of a rule case, and what nobody else may know after it.

What is told: the defaults that fill its gaps, what its orders leave it, what it could order beside
them, how a map shows them, what they lead to, and what is said of its first line if that is written
with a slip. The sheet and the board in words are long and much the same: they are written down once
for every phase with its options. A list of lines that are alike but for one word is one line.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from adjudicator.cases.run import Played, step_orders
from adjudicator.chance import Course
from adjudicator.games.battles import Bout
from adjudicator.games.contract import Game, GameError
from adjudicator.games.picture import Arrow, Badge
from adjudicator.orders import Orders, read_orders
from adjudicator.reports.board import describe_board


class Moment(NamedTuple):
    """A seat before a phase, with what it orders."""

    game: Game
    view: Any
    seat: str
    orders: Orders


def tellings(played: Played, seen: set[object]) -> Iterator[str]:
    """Yield what the seats are told in a phase of a case; ``seen`` are the sheets so far."""
    game, before = played.game, played.before
    orders, _ = step_orders(game, before, played.step)
    phase = game.phase(before)
    moments = [
        Moment(game, game.view(before, seat), seat, orders.get(seat, Orders()))
        for seat in phase.may
    ]
    yield from _defaults(moments)
    for moment in moments:
        seat = moment.seat
        if seat in orders:
            yield from _slip(moment, phase.name, seen)
            yield from _offers(moment)
            yield from _marks(moment)
            yield from _odds(moment)
        sort = phase.name, tuple(sorted(before.options.items())), phase.lap
        if sort not in seen and not seen.add(sort):
            yield from (f"sheet {seat}: {line}" for line in game.sheet(moment.view, seat))
            picture = game.picture(moment.view, ())
            for block in describe_board(picture, before.colours_of(seat)):
                yield from (f"board: {line}" for line in block.text.splitlines())


def _defaults(moments: Iterable[Moment]) -> Iterator[str]:
    theirs: dict[str, list[str]] = {}
    for game, view, seat, orders in moments:
        for each in game.defaults(view, seat, orders):
            text = "; ".join(_alike(each.text.splitlines()))
            what = f"{text} {each.why}".strip()
            theirs.setdefault(what, []).append(f"{seat} {each.colour}".rstrip())
    yield from (f"{', '.join(seats)} by default: {what}" for what, seats in theirs.items())


def _slip(moment: Moment, phase: str, seen: set[object]) -> Iterator[str]:
    """Say how a line is read if its longest word lacks a letter in its middle: one of each kind."""
    game, view, seat, orders = moment
    language = game.language(view, "", seat)
    for line in orders:
        if (phase, type(line.order)) in seen:
            continue
        seen.add((phase, type(line.order)))
        word = max(line.text.split(), key=len)
        middle = len(word) // 2
        slip = line.text.replace(word, word[:middle] + word[middle + 1 :], 1)
        understood = read_orders(slip, language)
        read = [f"{each.code} {each.fix or each.message}" for each in understood.findings]
        read += [*map(str, understood.orders), *(each.text for each in understood.unread)]
        yield f"{seat} misspelt: {' / '.join(slip.splitlines())} | {' | '.join(read)}"


def _offers(moment: Moment) -> Iterator[str]:
    game, view, seat, orders = moment
    for each in game.remainders(view, seat, orders):
        names = f": {', '.join(each.names)}" if each.names else ""
        yield f"{seat} {each.colour}".rstrip() + f" left: {each.left}/{each.of} {each.what}{names}"
    for text in _alike(str(line) for line in game.legal_orders(view, seat, orders)):
        yield f"{seat} could: {text}"


def _marks(moment: Moment) -> Iterator[str]:
    game, view, seat, orders = moment
    marks: dict[str, list[str]] = {}
    for each in game.sketch(view, seat, orders):
        marks.setdefault(str(each.branch.order), []).append(_mark(each.mark))
    for order, shown in marks.items():
        yield f"{seat} sees of {order}: {', '.join(shown)}"


def _mark(mark: Arrow | Badge) -> str:
    fields = msgspec.structs.asdict(mark)
    facts = (name if value is True else value for name, value in fields.items() if value)
    return " ".join(map(str, facts))


def _odds(moment: Moment) -> Iterator[str]:
    """Say what the orders lead to, and how likely each end of a battle is in one course."""
    game, view, seat, orders = moment
    try:
        question = game.battles(view).ask(seat, orders)
    except GameError:
        return
    yield from (f"{seat} asks: {each}" for each in question.about)
    for contest in question.contests:
        for bout in contest.fight(Course(b"", ())):
            yield f"{seat} may fight {contest.assumption}: {_likely(bout)}"


def _likely(bout: Bout) -> str:
    spread: Counter[str] = Counter()
    if bout.ends is None:
        spread[bout.outcome] = 1
    else:
        for end, share in bout.ends.likely.items():
            spread[bout.ends.read(end).outcome] += share
    ends = ", ".join(f"{outcome} {share:.3f}" for outcome, share in spread.items())
    return f"{bout.battle}: {' against '.join(bout.sides)}: {ends}, lost {list(bout.losses)}"


def secrets(played: Played) -> Iterator[str]:
    """Yield what of the position after a phase is not what it is to some readers."""
    game, truth = played.game, played.after
    hidden: dict[str, list[str]] = {}
    for reader in ("", *truth.seats):
        for path, value in _differing(truth, game.view(truth, reader), ""):
            hidden.setdefault(f"{path} = {value}", []).append(reader or "the public")
    for what, readers in hidden.items():
        yield f"to {', '.join(readers)}: {what}"


def _differing(truth: Any, view: Any, path: str) -> Iterator[tuple[str, str]]:
    if truth is view or truth == view or path == ".viewer":
        return
    pairs: Iterable[tuple[str, Any]] = ()
    if isinstance(truth, msgspec.Struct) and type(truth) is type(view):
        pairs = ((f".{name}", getattr(view, name)) for name in truth.__struct_fields__)
        known: Any = msgspec.structs.asdict(truth)
    elif isinstance(truth, Mapping) and isinstance(view, Mapping) and truth.keys() == view.keys():
        pairs, known = ((f".{name}", value) for name, value in view.items()), truth
    else:
        yield path.lstrip("."), msgspec.json.encode(view).decode()
    for name, value in pairs:
        yield from _differing(known[name[1:]], value, path + name)


def _alike(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, those that differ in one word as one: ``move [a|b] to c``."""
    rows = dict.fromkeys(tuple(line.replace("\n", " / ").split(" ")) for line in lines)
    for place in range(-1, -1 - max(map(len, rows), default=0), -1):
        merged: dict[tuple[str, ...], list[str]] = {}
        for row in rows:
            if -place > len(row):
                merged[row] = []
                continue
            others = (*row[:place], "", *row[len(row) + place + 1 :])
            merged.setdefault(others, []).append(row[place])
        rows = {}
        for others, words in merged.items():
            word = words[0] if len(words) == 1 else f"[{'|'.join(words)}]"
            filled = (*others[:place], word, *others[len(others) + place + 1 :])
            rows[filled if words else others] = None
    yield from map(" ".join, rows)
