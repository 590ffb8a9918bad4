"""The campaign (§6): whose turn it is, movement (§6.1), and battles in either timing."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import (
    Deed,
    Rules,
    carry_out,
    first_possible,
    judge,
    offer_unless,
)
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import spending
from adjudicator.games.gekokujo.chapters.pacts import BREAKING_RULES
from adjudicator.games.gekokujo.chapters.victory import check_victory, settle, take_where_alone
from adjudicator.games.gekokujo.chapters.war import fight_battles
from adjudicator.games.gekokujo.orders.orders import Fight, Move, Nanban
from adjudicator.games.gekokujo.reasons import error, warning
from adjudicator.games.gekokujo.table.events import Moved, TurnBegan
from adjudicator.games.gekokujo.table.names import count_of, plural
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Units, count_bushi, count_units
from adjudicator.orders import Line, Orders
from adjudicator.orders.language.units import ALL

NO_ROOM = "full"
"""The code of a move that found no room: it is tried again after all others (G36)."""


def move_units(play: GekokujoPlay, seat: str) -> None:
    """Carry out a seat's moves in the order written; what found no room is tried once more."""
    begin_moves(play, seat)
    spending.carry_out(play, seat, BREAKING_RULES)
    waiting: list[Line] = []
    for line in play.lines(seat, Move):
        outcome = first_possible(play, seat, line, MOVE_RULES)
        if outcome.word == "failed" and _lacks_room(play, seat, line):
            waiting.append(line)
        else:
            play.keep(seat, outcome)
    for line in waiting:
        carry_out(play, seat, line, MOVE_RULES)
    offer_unless(play, seat, (Move,), lambda order: None)  # all that are found are possible
    offer_unless(play, seat, (Fight, Nanban), lambda order: None)  # where the moves meet enemies
    play.moved = {}


def begin_moves(play: GekokujoPlay, seat: str) -> None:
    """Note how a seat's units stand before its first move."""
    play.moved = {}
    play.banners = {
        place: units[printed.BANNERMAN]
        for place in play.places_of(seat)
        if (units := play.units(seat, place)).get(printed.BANNERMAN)
    }


def _lacks_room(play: GekokujoPlay, seat: str, line: Line) -> bool:
    """Whether room is what an alternative of a line that failed lacks."""
    branches = (branch for branch in line.branches if play.holds(seat, branch.when))
    problems = (judge(play, seat, branch.order, MOVE_RULES) for branch in branches)
    return any(problem and problem.code == NO_ROOM for problem in problems)


def why_not_along(
    play: GekokujoPlay, seat: str, path: tuple[str, ...], free: tuple[str, ...]
) -> Problem | None:
    """Say why nobody can move along a path, however far he can; ``free`` is the ``way`` of it."""
    if len(free) < len(path) and not play.position.options["stop early"]:
        met = play.enemies_in(seat, free[-1])
        return warning("blocked", enemies=list(met), place=free[-1])
    return why_not_into(play, seat, free[-1])


def why_no_way(play: GekokujoPlay, seat: str, order: Move) -> Problem | None:
    """Say why nobody can go where a line says, whatever else the seat moves before."""
    along = why_not_along(play, seat, order.path, way(play, seat, order.path))
    return _why_no_way(play, seat, order) or along


def _why_no_way(play: GekokujoPlay, seat: str, order: Move) -> Problem | None:
    """Say why a path does not hang together, whoever stands on it."""
    if order.target == order.source:
        return error("nowhere", place=order.source)
    if len(order.path) > printed.DAIMYO_MOVES:
        return error("too-far.for-all", most=printed.DAIMYO_MOVES)
    for here, there in pairwise((order.source, *order.path)):
        problem = _why_no_step(play, seat, here, there)
        if problem:
            return replace(problem, fix=_by_land(play, order))
    return None


def _why_no_step(play: GekokujoPlay, seat: str, here: str, target: str) -> Problem | None:
    """Say why no step leads from a province to another."""
    if target in steps_from(play, seat, here):
        return None
    near = list(play.board.neighbours[here])
    if play.clan(seat) != "Mori" or not same_sea(play, here, target):
        return error("not-adjacent", here=here, near=near)
    return warning("no-sea-step", here=here, near=near)


def steps_from(play: GekokujoPlay, seat: str, here: str) -> list[str]:
    """Return the provinces to which a step leads, first by land, then as the Mōri sail (§2.4)."""
    near = list(play.board.neighbours[here])
    if play.clan(seat) == "Mori" and play.owner(here) == seat:
        own = (place for place in play.provinces_of(seat) if place not in (here, *near))
        near += [place for place in own if same_sea(play, here, place)]
    return near


def _by_land(play: GekokujoPlay, order: Move) -> str:
    """Return the line with a way that hangs together, if the target is within reach."""
    ways: list[tuple[str, ...]] = [(order.source,)]
    for _ in range(printed.DAIMYO_MOVES):
        ways = [(*path, near) for path in ways for near in play.board.neighbours[path[-1]]]
        for path in ways:
            if path[-1] == order.target:
                return str(Move(order.units, order.source, path[1:]))
    return ""


def same_sea(play: GekokujoPlay, here: str, other: str) -> bool:
    """Whether two provinces border the same sea zone."""
    zones = (places for name, places in play.board.sets.items() if name.endswith("_sea"))
    return any(here in places and other in places for places in zones)


def way(play: GekokujoPlay, seat: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path as far as it is free: it ends where units of others stand (§6.1)."""
    for number, place in enumerate(path, 1):
        if play.enemies_in(seat, place):
            return path[:number]
    return path


def able_units(play: GekokujoPlay, seat: str, place: str) -> dict[str, int]:
    """Return the units of a seat in a province that have not moved."""
    there = play.units(seat, place)
    moved: Units = play.moved.get(place, {})
    return {kind: n for kind in there if (n := there[kind] - moved.get(kind, 0)) > 0}


def _pick_units(play: GekokujoPlay, seat: str, order: Move) -> dict[str, int]:
    """Return the units that a line means, of those that have not moved. Raises ImpossibleError."""
    there = play.units(seat, order.source)
    able = able_units(play, seat, order.source)
    if not able:
        code = "no-units.moved" if there else "no-units"
        forbid(warning(code, place=order.source))
    counted = _count(order, able)
    left = {kind: n for kind in able if (n := able[kind] - counted.get(kind, 0))}
    picked = left if order.units.every else counted
    if not picked:
        forbid(warning("no-units.meant", place=order.source))
    return picked


def _count(order: Move, able: Units) -> dict[str, int]:
    """Return the units that a line counts; words for several kinds may leave no choice (G69)."""
    named, taken = order.units, Counter[str]()
    for unit, number in sorted(named.counts, key=lambda each: each[0] not in able):
        left = {kind: n for kind in _kinds(unit, able) if (n := able.get(kind, 0) - taken[kind])}
        have = sum(left.values())
        wanted = have if number == ALL else min(number, have) if named.up_to else number
        if wanted > have:
            word = next(iter(left)) if len(left) == 1 else unit or "unit"
            facts = {"place": order.source, "unit": word}
            if not have:
                forbid(warning("no-units.can-move", **facts))
            forbid(warning("no-units.so-many", have=count_of(have, word), wanted=wanted, **facts))
        if wanted < have and len(left) > 1:
            there = [count_of(n, kind) for kind, n in left.items()]
            fix = _with_kinds(order, unit, wanted, left)
            forbid(warning("which-units", fix, place=order.source, units=there))
        taken += _first(wanted, left)
    return taken


def _kinds(unit: str, able: Units) -> list[str]:
    """Return the kinds that a word may mean of those that stand there."""
    if unit and (unit != printed.BUSHI or unit in able):
        return [unit]
    return [kind for kind in able if kind != printed.DAIMYO] + [printed.DAIMYO] * (unit == "")


def _first(number: int, units: Units) -> Counter[str]:
    """Return so many of some units, kind by kind."""
    taken = Counter[str]()
    for kind, there in units.items():
        taken[kind] = min(there, number - taken.total())
    return +taken


def _with_kinds(order: Move, unit: str, number: int, left: Units) -> str:
    """Write a line out with kinds in the place of a word for several, the first that there are."""
    meant = _first(number, left)
    for each, count in order.units.counts:
        if each != unit:
            meant[each] += count
    return str(Move(replace(order.units, counts=tuple(meant.items())), order.source, order.path))


def reach_of(play: GekokujoPlay, seat: str, source: str, units: Units) -> int:
    """Return how many provinces units can move together (G37, G38, G71)."""
    bushi = count_bushi(units)
    if play.clan(seat) == "Takeda" and units.get(printed.DAIMYO) and bushi <= printed.GROUP:
        return printed.DAIMYO_MOVES
    fast = (printed.DAIMYO, *printed.ASHIGARU) if source in play.banners else (printed.DAIMYO,)
    return min(printed.DAIMYO_MOVES if kind in fast else printed.BUSHI_MOVES for kind in units)


def _why_too_far(play: GekokujoPlay, seat: str, order: Move, units: Units) -> Problem | None:
    reach = reach_of(play, seat, order.source, units)
    if len(order.path) <= reach:
        return None
    slow = [plural(kind) for kind in units if kind != printed.DAIMYO]
    fix = str(Move(order.units, order.source, order.path[:reach]))
    return warning("too-far", fix, units=slow, reach=reach, wanted=len(order.path))


def why_not_into(play: GekokujoPlay, seat: str, place: str) -> Problem | None:
    """Say why nobody may end a move in a province: a diversion protects it (G30)."""
    if not play.position.ninja.is_on("diversion", place):
        return None
    owner, units = play.owner(place), play.land(place).units
    if play.are_allies(seat, owner) if owner else not set(units) - {seat}:
        return None
    return warning("diversion", place=place)


def why_no_room(play: GekokujoPlay, seat: str, place: str, more: int) -> Problem | None:
    """Say why so many units find no room in a province (§6.1, §10.1)."""
    units = play.land(place).units
    own, most = count_units(units.get(seat, {})), printed.MOST_UNITS
    if own + more > most:
        return warning(NO_ROOM, place=place, units=own + more, most=most)
    allies = [each for each in units if each != seat and play.are_allies(seat, each)]
    friends, most = own + sum(count_units(units[a]) for a in allies), printed.MOST_ALLIES
    if friends + more > most:
        return warning("full.of-allies", place=place, units=friends + more, most=most)
    return None


def _move(play: GekokujoPlay, seat: str, order: Move) -> Deed:
    forbid(_why_no_way(play, seat, order))
    units, path = _pick_units(play, seat, order), way(play, seat, order.path)
    forbid(_why_too_far(play, seat, order, units))
    forbid(why_not_along(play, seat, order.path, path))
    forbid(why_no_room(play, seat, path[-1], count_units(units)))
    yield
    steps = list(pairwise((order.source, *path)))
    play.take_units(order.source, seat, units)
    play.put_units(path[-1], seat, units)
    play.moved.setdefault(path[-1], Counter()).update(units)
    arrivals = dict.fromkeys((*play.house(seat).arrivals, path[-1]))
    play.change_seat(seat, arrivals=tuple(arrivals))
    far = len(path) > printed.BUSHI_MOVES
    play.tell(
        Moved(
            seat=seat,
            source=order.source,
            path=path,
            units=units,
            sailed=not all(play.board.adjacent(*step) for step in steps),
            group=far and len(units) > 1 and play.clan(seat) == "Takeda",
            stopped=len(path) < len(order.path),
        )
    )


MOVE_RULES: Rules = {Move: _move}


def begin_turns(play: GekokujoPlay) -> None:
    """Give the first turn to the first in player order, if each has a phase of its own."""
    if play.position.options["campaign"] == "turns" and not play.position.active:
        play.change(active=play.in_order()[0])


def take_turns(play: GekokujoPlay) -> None:
    """Let each seat whose turn it is move and fight, with its check of victory (§6, G62)."""
    for seat in _seats_of_turn(play):
        play.tell(TurnBegan(seat=seat, part="campaign"))
        move_units(play, seat)
        take_where_alone(play, seat)
        settle(play)
        if not play.over and not play.house(seat).out:
            fight_battles(play, seat)
        check_victory(play)


def move_all(play: GekokujoPlay) -> None:
    """Let each seat whose turn it is move; its orders for battles wait, if they came along."""
    for seat in _seats_of_turn(play):
        play.tell(TurnBegan(seat=seat, part="moves"))
        move_units(play, seat)
        if play.asks_for(Fight):
            play.change_seat(seat, plan=str(Orders(tuple(play.lines(seat, Fight, Nanban)))))


def settle_moves(play: GekokujoPlay) -> None:
    """Judge control for all at once, when all have moved (G53)."""
    for seat in play.in_order():
        take_where_alone(play, seat)
    settle(play)


def fight_all(play: GekokujoPlay) -> None:
    """Let each seat in player order be active for its battles (G53)."""
    for seat in _seats_of_turn(play):
        _recall(play, seat)
        if play.contests_of(seat):
            play.tell(TurnBegan(seat=seat, part="battles"))
        fight_battles(play, seat)
    check_victory(play)


def pass_turn(play: GekokujoPlay) -> None:
    """Give the turn to the next seat that is in the game; after the last nobody has it."""
    order, active = play.position.turn_order, play.position.active
    later = order[order.index(active) + 1 :] if active in order else ()
    play.change(active=next((seat for seat in later if not play.house(seat).out), ""))


def _seats_of_turn(play: GekokujoPlay) -> Iterator[str]:
    """Yield the seats whose turn it is, as long as the game goes on and they are in it."""
    active = play.position.active
    for seat in [active] if active else play.in_order():
        if not play.over and not play.house(seat).out:
            yield seat


def _recall(play: GekokujoPlay, seat: str) -> None:
    """Take up the orders for battles that came with the moves, if those are of an earlier mail."""
    plan = play.house(seat).plan
    if plan and plan != str(Orders(tuple(play.lines(seat, Fight, Nanban)))):
        recalled = play.recall(plan, "move")  # which are no lines of this mail
        play.orders[seat] = Orders(tuple(replace(line, number=0) for line in recalled))
