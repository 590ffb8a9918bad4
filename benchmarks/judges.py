"""Play random games of Diplomacy with two judges from the same orders, and compare phase by phase.

    python benchmarks/judges.py [--phases 10000] [--seed 1]

One judge is the package in ``examples/diplomacy``, the other ``diplomacy`` 1.1.2 from PyPI, in an
environment of its own (``.bench-peer``). Compared are every unit, every dislodged unit with the
places that it may retreat to, every supply centre, and how many units each power builds. Where the
two differ, the difference must be one of those explained in ``EXPLAINED``, or the run has failed. A
game in which they differ is left, and another one begun. Now and then all orders that the other
judge would take are read by ours, which may have nothing against any.
"""

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beside import install_peer
from diplomacy_game import game
from diplomacy_game.events import Convoyed, Moved, Supported, WasDislodged
from diplomacy_game.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support, Waive
from diplomacy_game.ways import is_joined

from adjudicator.chance import Stream
from adjudicator.orders import Branch, Line, Order, Orders, read_orders

OPTIONS = {"disorder": "2000", "last-year": 0}
"""What the other judge does where the rulebook leaves a choice."""
READ_EVERY = 25
"""After so many phases all orders that the other judge would take are read by ours."""
LAST = 1912
"""Games are left after this year."""
BOARD = game.play(game.new(game.meta.seats, OPTIONS, Stream(b"")).position).board
CODES = {name: each.aliases[0].upper() for name, each in BOARD.provinces.items()}
"""What the other judge calls the provinces."""


class Peer:
    """The other judge."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("judge.py")
        self._process = subprocess.Popen(
            [install_peer(), script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, said: Any) -> dict[str, Any]:
        """Say a line and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(said) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def place(text: str) -> str:
    """Return a place as the other judge calls it: ``SPA/NC``."""
    name, slash, coast = text.partition("/")
    return CODES[name] + slash + coast.upper()


def piece(each: Any) -> str:
    """Return a unit as the other judge calls it."""
    return f"{each.kind} {place(each.place)}"


def write(order: Order) -> str:
    """Return an order as the other judge reads it."""
    match order:
        case Hold(unit=unit):
            return f"{piece(unit)} H"
        case Move(unit=unit, target=target, route=route):
            return f"{piece(unit)} - {place(target)}" + (" VIA" if route else "")
        case Support(unit=unit, other=other, target=target):
            return f"{piece(unit)} S {piece(other)}" + (f" - {place(target)}" if target else "")
        case Convoy(unit=unit, other=other, target=target):
            return f"{piece(unit)} C {piece(other)} - {place(target)}"
        case Retreat(unit=unit, targets=(target, *_)):
            return f"{piece(unit)} R {place(target)}"
        case Disband(unit=unit):
            return f"{piece(unit)} D"
        case Build(unit=unit):
            return f"{piece(unit)} B"
        case Waive():
            return "WAIVE"
    raise TypeError(order)


def choose(position: Any, draw: random.Random) -> dict[str, list[Order]]:
    """Draw an order for each unit; half of the supports and convoys are for what others do."""
    legal = {
        seat: [line.order for line in game.legal_orders(position, seat)] for seat in position.seats
    }
    if position.phase == "winter":
        return {seat: draw_builds(position, seat, orders, draw) for seat, orders in legal.items()}
    chosen: dict[str, Order] = {}
    by_unit: dict[str, list[Order]] = {}
    for orders in legal.values():
        for order in orders:
            by_unit.setdefault(order.province, []).append(order)
    units = draw.sample(sorted(by_unit), len(by_unit))
    for name in units:
        orders = by_unit[name]
        moves = [each for each in orders if isinstance(each, Move)]
        helps = [
            each for each in orders if isinstance(each, Support | Convoy) and fits(each, chosen)
        ]
        lot = draw.random()
        if helps and lot < 0.5:
            carry = [each for each in helps if isinstance(each, Convoy)]
            chosen[name] = draw.choice(carry or helps)
        elif moves and lot < 0.85:
            by_sea = [each for each in moves if each.route]
            chosen[name] = draw.choice(by_sea if by_sea and draw.random() < 0.4 else moves)
        else:
            chosen[name] = draw.choice(orders)
    front = game.play(position).front
    for name, order in chosen.items():
        if isinstance(order, Move) and order.route and not is_carried(front, name, order, chosen):
            walks = [each for each in by_unit[name] if each == Move(order.unit, order.target)]
            chosen[name] = walks[0] if walks else order
    found: dict[str, list[Order]] = {seat: [] for seat in legal}
    owner = {
        name: seat for seat, orders in legal.items() for name in {each.province for each in orders}
    }
    for name, order in chosen.items():
        found[owner[name]].append(order)
    return found


def is_carried(front: Any, name: str, move: Move, chosen: dict[str, Any]) -> bool:
    """Whether fleets are ordered to convoy a move all the way."""
    fleets = [
        each
        for each, order in chosen.items()
        if isinstance(order, Convoy) and order.other.place == name and order.target == move.target
    ]
    return is_joined(front.ways, fleets, name, move.target)


def fits(order: Any, chosen: dict[str, Any]) -> bool:
    """Whether a support or convoy is for what its unit was given to do."""
    other = chosen.get(order.other.place.partition("/")[0])
    if other is None:
        return False
    return bool(getattr(other, "target", "") == order.target) and isinstance(other, Move | Hold)


def draw_builds(position: Any, seat: str, legal: list[Any], draw: random.Random) -> list[Order]:
    """Draw builds or removals, in half of all cases fewer than a power has: the rest by default."""
    play = game.play(position)
    number = play.builds(seat) if play.surplus(seat) > 0 else -play.surplus(seat)
    by_unit: dict[str, list[Order]] = {}
    for order in legal:
        if not isinstance(order, Waive):
            by_unit.setdefault(order.province, []).append(order)
    number = draw.choice((number, draw.randint(0, number)))
    names = draw.sample(sorted(by_unit), min(number, len(by_unit)))
    return [draw.choice(by_unit[name]) for name in names]


def ours(position: Any) -> dict[str, Any]:
    """Return what is to be compared, in the words of the other judge."""
    table, play, phase = game.as_table(position), game.play(position), position.phase
    season = {"s": "S", "f": "F", "w": "W"}[phase[0]]
    kind = "A" if phase == "winter" else "R" if "retreats" in phase else "M"

    def unit(text: str) -> str:
        kind, _, where = text.partition(" ")
        return f"{kind} {place(where)}"

    return {
        "phase": f"{season}{position.round}{kind}",
        "units": {p.upper(): sorted(map(unit, us)) for p, us in table["units"].items()},
        "retreats": {
            unit(text): sorted(map(place, lost.retreats))
            for text, lost in table["dislodged"].items()
            if lost.retreats
        },
        "centres": {p.upper(): sorted(map(place, cs)) for p, cs in table["centres"].items()},
        "builds": {
            p.upper(): (play.builds(p) if play.surplus(p) > 0 else play.surplus(p))
            if phase == "winter"
            else 0
            for p in play.powers
        },
    }


def differences(mine: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Yield what is not the same."""
    for key, value in mine.items():
        if value != theirs[key]:
            yield f"{key}: {json.dumps(value)} / {json.dumps(theirs[key])}"


class Seen:
    """A phase in which the judges differ, as our judge has told it."""

    def __init__(self, before: Any, events: Any, mine: dict[str, Any], theirs: dict[str, Any]):
        self.before, self.mine, self.theirs = before, mine, theirs
        self.moved = [each for each in events if isinstance(each, Moved)]
        self.supported = [each for each in events if isinstance(each, Supported)]
        self.lost = [each for each in events if isinstance(each, WasDislodged)]
        self.convoyed = [each for each in events if isinstance(each, Convoyed)]
        self.front = game.play(before).front

    def province(self, place: str) -> str:
        """Return the province of a place."""
        return self.front.ways.province[place]


def past_convoy(seen: Seen) -> bool:
    """All units are where they are in both, and one was dislodged by an army that came by sea."""
    by_sea = {each.unit for each in seen.moved if each.by_sea}
    return seen.mine["units"] == seen.theirs["units"] and any(e.by in by_sea for e in seen.lost)


def other_coast(seen: Seen) -> bool:
    """A fleet was supported to the other coast of where it went."""
    went = {each.unit: each.target for each in seen.moved}
    return any(
        each.outcome == "void"
        and each.other in went
        and seen.province(went[each.other]) == seen.province(each.target)
        for each in seen.supported
        if each.target
    )


def walks(seen: Seen) -> bool:
    """An army that could have walked had no convoy."""
    failed = (each for each in seen.moved if each.outcome == "no convoy")
    return any(each.target in seen.front.reach[each.province] for each in failed)


def help_by_sea(seen: Seen) -> bool:
    """An army that came by sea was supported by the power whose unit it attacked."""
    helps = {(each.other, each.power) for each in seen.supported if each.target}
    powers = {name: unit.power for name, unit in seen.before.units.items()}
    return any(each.by_sea and (each.unit, powers.get(each.target)) in helps for each in seen.moved)


def own_attack(seen: Seen) -> bool:
    """A convoying fleet was attacked with the help of its own power, and not dislodged."""
    helps = {(each.other, each.power) for each in seen.supported if each.target}
    fleets = {each.province: each.power for each in seen.convoyed if each.outcome == "convoyed"}
    return any(
        fleets.get(each.target) in (each.power, *(p for unit, p in helps if unit == each.unit))
        for each in seen.moved
        if each.outcome == "bounced"
    )


def face_to_face(seen: Seen) -> bool:
    """Two units attacked each other, one with support of the power that it attacked."""
    helps = {(each.other, each.power) for each in seen.supported if each.target}
    goes = {each.province: seen.province(each.target) for each in seen.moved}
    powers = {each.province: each.power for each in seen.moved}
    return any(
        goes.get(goes[each.province]) == each.province
        and (each.unit, powers[goes[each.province]]) in helps
        for each in seen.moved
    )


def alphabet(seen: Seen) -> bool:
    """One of two units of a kind was removed without orders, the first in the alphabet: of names
    of provinces for one judge, of their abbreviations for the other one."""
    name = {place(each): each for each in seen.front.ways.province}
    pairs: list[tuple[str, str]] = []
    for power, units in seen.mine["units"].items():
        mine, theirs = set(units), set(seen.theirs["units"][power])
        if len(mine) != len(theirs):
            return False
        pairs += zip(sorted(theirs - mine), sorted(mine - theirs), strict=True)
    first = ((one.split(), two.split()) for one, two in pairs)
    return (
        seen.before.phase == "winter"
        and pairs != []
        and all(
            kind == other and name[own] < name[peers] and own > peers
            for (kind, own), (other, peers) in first
        )
    )


def misread(position: Any, possible: dict[str, list[str]]) -> Iterator[str]:
    """Yield the orders of the other judge that ours does not read, or has anything against."""
    language = game.language(position, "")
    assert language is not None
    for power, texts in possible.items():
        seat = power.capitalize()
        for text in texts:
            understood = read_orders(text, language)
            findings = (*understood.findings, *game.check(position, seat, understood.orders))
            wrong = [str(each) for each in findings if each.severity == "error"]
            if wrong or len(understood.orders) != 1:
                yield f"{position.phase}: {text}: {' '.join(wrong)}"


EXPLAINED = (
    ("DATC 6.H.11", past_convoy, "who was dislodged by sea may go where others are or stood off"),
    ("DATC 6.B.9", other_coast, "a support to the other coast counts"),
    ("DATC 6.G.8, 6.G.20", walks, "an army whose convoy fails walks"),
    ("DATC 6.D.12", help_by_sea, "a power helps a convoyed army to dislodge its own unit"),
    ("DATC 5.B.7, 6.E.6", face_to_face, "support of the other side does not defend a move"),
    ("DATC 6.F.4, 6.D.10", own_attack, "a fleet that its own power attacks convoys nothing"),
    ("DATC 6.J.6", alphabet, "abbreviations have an alphabet of their own"),
)
"""The DATC case, when it applies, and what the other judge does instead."""


def explain(seen: Seen) -> str:
    """Return the DATC case that says who is right; ``""`` if nothing explains the difference."""
    return next((case for case, applies, _ in EXPLAINED if applies(seen)), "")


@dataclass
class Tally:
    """What was compared, and what came of it."""

    phases: int = 0
    games: int = 0
    asked: int = 0
    """Orders that the other judge named as possible, and that we read."""
    strange: list[str] = field(default_factory=list)
    """Those that we could not read."""
    found: Counter[str] = field(default_factory=Counter)
    """Differences, by the DATC case that explains them; ``""``: none does."""


def play_side_by_side(peer: Peer, draw: random.Random, tally: Tally, most: int) -> None:
    """Play a game until the two judges differ: after that they do not have the same positions."""
    tally.games += 1
    position = game.new(game.meta.seats, OPTIONS, Stream(b"")).position
    peer.ask({"new": True})
    while tally.phases < most and position.round <= LAST and not game.phase(position).over:
        if tally.phases % READ_EVERY == 0:
            possible = peer.ask({"options": True})
            tally.asked += sum(map(len, possible.values()))
            tally.strange += misread(position, possible)
        orders = choose(position, draw)
        lines = {
            seat: Orders(tuple(Line((Branch(each),)) for each in theirs))
            for seat, theirs in orders.items()
        }
        before, resolution = position, game.adjudicate(position, lines, Stream(b""))
        position = resolution.position
        said = {seat.upper(): list(map(write, theirs)) for seat, theirs in orders.items()}
        answer = peer.ask(said)
        tally.phases += 1
        if game.phase(position).over:
            if answer["phase"] != "COMPLETED":
                tally.found[""] += 1
                print(json.dumps({"over": resolution.events[-1].why, "theirs": answer}))
            return
        mine = ours(position)
        if wrong := list(differences(mine, answer)):
            why = explain(Seen(before, resolution.events, mine, answer))
            tally.found[why] += 1
            if not why:
                units = game.as_table(before)["units"]
                where = {"phase": before.phase, "units": units, "orders": said, "wrong": wrong}
                print(json.dumps(where))
            return


def main() -> None:
    """Play and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    draw, peer, tally = random.Random(given.seed), Peer(), Tally()
    while tally.phases < given.phases:
        play_side_by_side(peer, draw, tally, given.phases)
    found, strange = tally.found, tally.strange
    print(f"{tally.phases:,} phases of {tally.games} games, {found.total()} differences:")
    for case, _, what in EXPLAINED:
        print(f"{found[case]:6} {case}: {what}")
    print(f"{found['']:6} unexplained")
    print(f"{tally.asked:,} orders of the other judge, {len(strange)} not read:")
    print("\n".join(strange[:20]))
    sys.exit(found[""] > 0 or bool(strange))


if __name__ == "__main__":
    main()
