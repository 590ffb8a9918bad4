"""Judge recorded games of Diplomacy and other judges' test cases anew, and say what differs.

    python benchmarks/recorded_games.py FOLDER [--every 1] [--processes 2]

FOLDER is a checkout of what somebody else keeps, and nothing of it is copied. Two kinds of files
are found in it by what stands in them: games as ``godip-history`` has those of droidippy
(``PHASE``, ``POSITIONS``, ``ORDERS``), and test cases in the form of jDip (``CASE``, ``PRESTATE``,
``ORDERS``, ``POSTSTATE``). Each phase is judged from the position and the orders that are recorded,
and what comes of it is compared with what is: every unit, every dislodged one, every supply centre.

A phase that differs belongs to a class. If a single option of the game makes us judge it as it was,
that is its class: rulebooks leave a choice there. ``docs/diplomacy-proof.md`` tells of each. All
others are shown, and if there are any the run has failed.
"""

import argparse
import multiprocessing
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import beside  # noqa: F401
from diplomacy_game import game
from diplomacy_game.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support
from diplomacy_game.pieces import Piece, place_names
from diplomacy_game.setup import own_seats
from diplomacy_game.variant import SHIPPED
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.contract import Value
from adjudicator.orders import Branch, Line, MisreadError, Order, Orders, read_orders

NONE = Stream(b"nothing is random")
RULINGS = (
    *(("unconvoyed", "walks"), ("disorder", "2000"), ("adjacent-convoy", "stated")),
    *(("adjacent-convoy", "opposed"), ("convoy-routes", "all"), ("paradox", "1971")),
    *(("paradox", "1982"), ("paradox", "2000"), ("convoyed-cut", True)),
    *(("retreat-past-convoy", False), ("dislodged-bounce", False)),
    *(("support-coast", "named"), ("only-coast", False)),
)
"""The options that change how a phase is judged, where they differ from the DATC."""
OPTIONS = {"goal": 60}
"""No game is over before its record is: it may go on after somebody has won."""
KINDS = game.modules[0].orders
PHASES = tuple(KINDS)
DISORDER = "removals that nobody ordered"


Units = Mapping[str, tuple[str, str]]
"""Power and unit (``F Spain/nc``), by province."""


class Record(NamedTuple):
    """A phase as it is recorded."""

    year: int
    phase: str
    units: Units
    dislodged: Units
    """Those that may go anywhere."""
    centres: Mapping[str, str]
    """Whose each supply centre is."""
    orders: tuple[str, ...]

    @property
    def when(self) -> tuple[int, int]:
        """When it is, for comparison."""
        return self.year, PHASES.index(self.phase)


class Case(NamedTuple):
    """A test case: its name, and the lines under each of its headings."""

    name: str
    parts: Mapping[str, list[str]]


@dataclass
class Tally:
    """What was judged, and what differs."""

    games: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    orders: int = 0
    cases: int = 0
    strangers: int = 0
    """Games on boards that are not ours."""
    left: int = 0
    """Retreats that could not be judged."""
    found: Counter[str] = field(default_factory=Counter)
    """Phases that differ, by class."""
    strange: list[str] = field(default_factory=list)
    """Those that no option explains."""

    def add(self, other: "Tally") -> None:
        """Add what another process has counted."""
        self.games += other.games
        self.phases += other.phases
        self.orders += other.orders
        self.cases += other.cases
        self.left += other.left
        self.strangers += other.strangers
        self.found += other.found
        self.strange += other.strange


# What is recorded


class Board:
    """A variant, and what is asked of it."""

    def __init__(self, variant: str):
        self.options: dict[str, Value] = {**OPTIONS, "variant": variant}
        self.powers = tuple(own_seats(self.options))
        first = game.new(self.powers, self.options, NONE).position
        sets = game.play(first).board.sets
        self.homes = {home: power for power in self.powers for home in sets[power]}
        self._names = place_names(game.play(first).board, ())
        self._places: dict[str, str] = {}

    def place(self, text: str) -> str:
        """Return a place by any of its names."""
        if text not in self._places:
            self._places[text] = self._names.find(text)
        return self._places[text]

    def province(self, text: str) -> str:
        """Return the province of a place."""
        return self.place(text).partition("/")[0]


@lru_cache
def board_of(variant: str) -> Board:
    """Return a variant; it is made once in each process."""
    return Board(variant)


def find_board(lines: list[str]) -> Board | None:
    """Return the variant in whose homes the centres are that powers have as a game begins."""
    begun = [each for each in lines[: lines.index("ORDERS")] if ": supply " in each]
    homes = {tuple(each.split(": supply ")) for each in begun}
    for board in map(board_of, SHIPPED):
        with suppress(MisreadError):
            if {board.place(home): power for power, home in homes} == board.homes:
                return board
    return None


def read_game(lines: list[str], board: Board) -> Iterator[Record]:
    """Yield the phases of a recorded game."""
    starts = [number for number, line in enumerate(lines) if line.startswith("PHASE ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = lines[start:end]
        middle = part.index("ORDERS") if "ORDERS" in part else len(part)
        _, year, season, kind = part[0].split()
        units: dict[str, tuple[str, str]] = {}
        dislodged: dict[str, tuple[str, str]] = {}
        centres: dict[str, str] = {}
        for line in part[2:middle]:
            power, what, where = line.replace(":", "").split()
            if what == "supply":
                centres[board.place(where)] = power
            else:
                lost = dislodged if what.endswith("/dislodged") else units
                lost[board.province(where)] = (power, f"{what[0].upper()} {board.place(where)}")
        phase = {"Movement": season.lower(), "Retreat": f"{season.lower()}-retreats"}
        orders = tuple(part[middle + 1 :])
        name = phase.get(kind, "winter")
        yield Record(int(year), name, units, dislodged, centres, orders)


def read_order(text: str, phase: str, board: Board) -> tuple[str, Order]:
    """Return the province of the unit, and the order, of a line of a recorded game."""
    words = text.split()
    if words[0] == "build":
        kind, where = words[1][0].upper(), board.place(words[2])
        return board.province(where), Build(Piece(kind, where))
    if words[0] == "remove":
        return board.province(words[1]), Disband(Piece("", board.place(words[1])))
    piece = Piece("", board.place(words[0]))
    rest = [each if each in ("move", "via", "convoy") else board.place(each) for each in words[2:]]
    return piece.province, order_of(piece, words[1], rest, phase)


def order_of(piece: Piece, verb: str, rest: list[str], phase: str) -> Order:
    """Return the order of a unit."""
    match verb, rest:
        case "move", [target, *_] if phase.endswith("retreats"):
            return Retreat(piece, (target,))
        case "move", [target, *via]:
            return Move(piece, target, "convoy" if via else "")
        case "support", [other, "move", target]:
            return Support(piece, Piece("", other), target)
        case "support", [other]:
            return Support(piece, Piece("", other))
        case "convoy", [other, "move", target]:
            return Convoy(piece, Piece("", other), target)
        case "hold", []:
            return Hold(piece)
        case "disband", []:
            return Disband(piece)
    raise ValueError(f"{piece} {verb} {rest}")


def orders_by_seat(position: Any, record: Record, board: Board) -> dict[str, Orders]:
    """Return the orders that are recorded, for those whose units they are for."""
    found: dict[str, list[Line]] = {}
    for text in record.orders:
        name, order = read_order(text, record.phase, board)
        if type(order) not in KINDS[record.phase]:
            continue  # a few records have orders of another phase
        lost = position.dislodged.get(name) if record.phase.endswith("retreats") else None
        unit = lost.unit if lost else position.units.get(name)
        power = board.homes.get(name) if isinstance(order, Build) else unit and unit.power
        if power:
            found.setdefault(power, []).append(Line((Branch(order),), len(found) + 1))
    return {seat: Orders(tuple(lines)) for seat, lines in found.items()}


# Games


def begin(record: Record, board: Board) -> Any:
    """Return the position of a record. Of dislodged units it is not recorded where they may go."""
    centres = gather((power, name) for name, power in record.centres.items())
    table = {"units": gather(record.units.values()), "centres": centres}
    return game.from_table({"round": record.year, "phase": record.phase, **table}, board.options)


def gather(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return what each power has."""
    found: dict[str, list[str]] = {}
    for power, text in pairs:
        found.setdefault(power, []).append(text)
    return found


def units_of(position: Any) -> tuple[Units, Units]:
    """Return the units of a position, and those that must retreat and can."""
    units = {name: (each.power, each.text(name)) for name, each in position.units.items()}
    lost = {name: each for name, each in position.dislodged.items() if each.retreats}
    return units, {name: (each.unit.power, each.unit.text(name)) for name, each in lost.items()}


def is_like(position: Any, record: Record) -> bool:
    """Whether a position is as it is recorded."""
    centres = {name: area.owner for name, area in position.provinces.items() if area.owner}
    return (*units_of(position), centres) == (record.units, record.dislodged, record.centres)


def when(position: Any) -> tuple[int, int]:
    """Return when a position is, for comparison."""
    return position.round, PHASES.index(position.phase) if position.phase in PHASES else 9


def carry_on(position: Any, orders: dict[str, Orders], goal: Record) -> Any:
    """Return the position after orders, and after phases that are not recorded, at a record."""
    position = game.adjudicate(position, orders, NONE).position
    while when(position) < goal.when and not game.phase(position).over:
        position = game.adjudicate(position, {}, NONE).position
    return position


def judge_game(lines: list[str], name: str, tally: Tally) -> None:
    """Judge the phases of a game one after the other."""
    board = find_board(lines)
    if board is None:
        tally.strangers += 1
        return
    tally.games += 1
    records = list(read_game(lines, board))
    for record in records:
        tally.phases[record.phase] += 1
        tally.orders += len(record.orders)
    position: Any = None
    for record, after in pairwise(records):
        if position is None:
            if record.phase.endswith("retreats"):
                tally.left += 1
                continue
            position = begin(record, board)
        if when(position) > record.when:
            continue  # nobody had a choice
        orders = orders_by_seat(position, record, board)
        came = carry_on(position, orders, after)
        if not is_like(came, after):
            why = explain(position, orders, after)
            tally.found[why] += 1
            if not why:
                tally.strange.append(f"{name}: {record.phase} {record.year}")
            came = None
        position = came


def explain(position: Any, orders: dict[str, Orders], after: Record) -> str:
    """Return the class of a phase that differs; ``""`` if there is none."""
    why = find_option(position, lambda other: is_like(carry_on(other, orders, after), after))
    return why or (DISORDER if is_disorder(position, orders, after) else "")


def find_option(position: Any, is_right: Callable[[Any], bool]) -> str:
    """Return the first option with which a position leads to what is recorded."""
    for name, value in RULINGS:
        if is_right(replace(position, options={**position.options, name: value})):
            return f"{name} = {str(value).lower()}"
    return ""


def is_disorder(position: Any, orders: dict[str, Orders], after: Record) -> bool:
    """Whether only those powers have other units that ordered too few removals."""
    if position.phase != "winter":
        return False
    play = game.play(position)
    mine, theirs = (
        set(each.values()) for each in (units_of(carry_on(position, orders, after))[0], after.units)
    )
    ours, others = (Counter(power for power, _ in each) for each in (mine - theirs, theirs - mine))
    return ours == others and all(
        len(orders.get(power, ())) < -play.surplus(power) for power in ours
    )


# Test cases


def read_cases(lines: list[str]) -> Iterator[Case]:
    """Yield the cases of a file in the form of jDip."""
    name, part = "", ""
    parts: dict[str, list[str]] = {}
    for line in lines:
        text = line.partition("#")[0].strip()
        word, _, rest = text.partition(" ")
        if word == "CASE":
            name, parts, part = rest, {}, ""
        elif word == "END":
            yield Case(name, parts)
        elif word == "ORDERS" or word.startswith(("PRESTATE", "POSTSTATE")):
            part = word
            parts[part] = [rest] if rest else []
        elif text and part:
            parts[part].append(text)


def units_in(lines: list[str]) -> Units:
    """Return units by their provinces: ``France: F mid``, now and then without a colon."""
    found, board = {}, board_of("standard")
    for line in lines:
        power, kind, where = line.replace(":", " ").split()
        text = f"{kind.upper()} {board.place(where.lower())}"
        found[board.province(where.lower())] = (power.capitalize(), text)
    return found


def read_letters(position: Any, lines: list[str]) -> dict[str, Orders]:
    """Return the orders of each power, as they are read in a letter."""
    found: dict[str, list[str]] = {}
    for line in lines:
        power, _, text = line.partition(":")
        [power] = get_close_matches(power, position.seats, 1)  # “Germnay”
        found.setdefault(power, []).append(text.strip())
    read = {}
    for power, texts in found.items():
        if language := game.language(position, "", power):
            read[power] = read_orders("\n".join(texts), language).orders
    return read


def begin_case(case: Case) -> Any:
    """Return the position of a case. Retreats follow from the moves before them."""
    said = case.parts.get("PRESTATE_SETPHASE", ["Spring 1901, Movement"])[0]
    season, year, kind = said.lower().replace(",", " ").split()
    phase = "winter" if kind == "adjustment" else season
    units = units_in(case.parts["PRESTATE"])
    centres = units_in(case.parts.get("PRESTATE_SUPPLYCENTER_OWNERS", []))
    owners = {name: power for name, (power, _) in centres.items()}
    if kind != "retreat":
        return begin(Record(int(year), phase, units, {}, owners, ()), board_of("standard"))
    moves = [line.partition(": ")[2] for line in case.parts.get("PRESTATE_RESULTS", [])]
    before = units_in([" ".join(re.split(r"[\s-]+", line)[:3]) for line in moves])
    position = begin(Record(int(year), phase, before, {}, owners, ()), board_of("standard"))
    return game.adjudicate(position, read_letters(position, moves), NONE).position


def judge_case(case: Case, tally: Tally) -> None:
    """Judge the phase of a case."""
    tally.cases += 1
    position = begin_case(case)
    orders = read_letters(position, case.parts["ORDERS"])
    before = units_in(case.parts["PRESTATE"])
    after = units_in(case.parts["POSTSTATE"]) if "POSTSTATE" in case.parts else before
    lost = units_in(case.parts.get("POSTSTATE_DISLODGED", []))

    def is_as_expected(position: Any) -> bool:
        done = game.adjudicate(position, orders, NONE).position
        return units_of(done) == (after, lost)

    if units_of(position)[0] == before and not is_as_expected(position):
        why = find_option(position, is_as_expected)
        tally.found[why] += 1
        if not why:
            tally.strange.append(f"case {case.name}")


# All of a folder


def judge_file(path: Path) -> Tally:
    """Judge all that a file holds."""
    tally = Tally()
    text = path.read_text("utf-8", "replace")
    lines = [line for each in text.splitlines() if (line := each.strip())]
    if lines and lines[0].startswith("PHASE "):
        judge_game(lines, path.name, tally)
    elif any(line.startswith("PRESTATE") for line in lines):
        for case in read_cases(lines):
            judge_case(case, tally)
    return tally


def main() -> None:
    """Judge and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take only each n-th file")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    files = sorted(given.folder.rglob("*.txt"))[:: given.every]
    tally, begun = Tally(), time.monotonic()
    with multiprocessing.Pool(given.processes) as pool:
        for part in pool.imap_unordered(judge_file, files, chunksize=16):
            tally.add(part)
    print(f"{tally.games:9,} games")
    for phase in PHASES:
        print(f"{tally.phases[phase]:9,} phases of {phase.replace('-', ' ')}")
    print(f"{tally.phases.total():9,} phases, {tally.orders:,} orders")
    print(f"{tally.cases:9,} test cases")
    if tally.strangers:
        print(f"{tally.strangers:9,} games on other boards are not judged")
    print(f"{tally.found.total():9,} are judged in another way:")
    for why, number in tally.found.most_common():
        print(f"{number:9,}   {why or 'UNEXPLAINED'}")
    print(f"{tally.left:9,} retreats after those are not judged: where units might go is not known")
    print("\n".join(sorted(tally.strange)[:20]))
    print(f"{time.monotonic() - begun:.0f} seconds")
    sys.exit(bool(tally.strange) or not tally.games + tally.cases)


if __name__ == "__main__":
    main()
