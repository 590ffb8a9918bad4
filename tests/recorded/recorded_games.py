"""Whole games, played by regents from fixed secrets and written down as text.

What is written: the orders of every seat, what the check says of them and of its neighbour's,
every draw, every change of the position, every event, and each phase's letter to one reader, in
rotation. Of long lists (legal orders, what a map shows) only a digest is kept, and the board in
words is left out of letters, since it says what the map shows. A change that
alters any of it by accident shows as a difference in a text that can be read.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.chance import Stream
from adjudicator.chance.record import PhaseDice
from adjudicator.chance.stream import Draw
from adjudicator.games import registry
from adjudicator.games.contract import Value, events_for
from adjudicator.orders import Orders, read_orders
from adjudicator.reports import Setting

BOARD = re.compile(r"THE BOARD IN WORDS\n-+\n.*?(?=\n[A-Z][^\n]*\n-+\n|\Z)", re.DOTALL)


class Recorded(NamedTuple):
    """A game to be played: its rules, seats with their regents, options, and rounds at most."""

    name: str
    game: str
    seats: Mapping[str, str]
    options: Mapping[str, Value]
    rounds: int = 99


SEATS = {
    "samurai-swords": ("Oda", "Takeda", "Uesugi", "Mori", "Shimazu"),
    "ikusa": ("Oda", "Takeda", "Uesugi", "Mori", "Shimazu"),
    "shogun": ("blue", "red", "yellow", "purple", "black"),
    "gekokujo": ("vermilion", "indigo", "gold", "pine", "plum"),
}


def _game(name: str, game: str, regents: str, rounds: int = 99, **options: Value) -> Recorded:
    seats = dict(zip(SEATS[game], regents.split(), strict=False))
    return Recorded(name, game, seats, options, rounds)


_EXPANSIONS = dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True)
_MODULES = dict.fromkeys(("politics", "warfare", "technology", "rice", "glory"), True)
_TOGETHER = {"timing": "moves first", "campaign": "together"}
GAMES = (
    _game("swords-turns", "samurai-swords", "steady random steady", 40),
    _game("swords-together", "samurai-swords", "steady steady random", 8,
          war="together", win="end of round"),
    _game("swords-random", "samurai-swords", "random random random random random", 2),
    _game("ikusa-turns", "ikusa", "steady steady random", 40),
    _game("ikusa-together", "ikusa", "random steady steady random", 4, war="together"),
    _game("swords-quick", "samurai-swords", "steady random steady random", 1, play="quick"),
    _game("ikusa-quick-in-turn", "ikusa", "random steady steady", 1,
          play="quick", deploy="in turn"),
    _game("swords-steps", "samurai-swords", "steady random steady", 2, war="steps"),
    _game("ikusa-steps", "ikusa", "random steady steady", 2, war="steps"),
    _game("swords-two", "samurai-swords", "steady random", 2),
    _game("ikusa-two", "ikusa", "random steady", 1, war="together"),
    _game("shogun", "shogun", "steady random steady steady random"),
    _game("shogun-draft", "shogun", "random steady random steady", side="moon", start="draft"),
    _game("shogun-two-mails", "shogun", "steady random steady",
          start="dealt", season="two mails"),
    _game("shogun-tenno", "shogun", "random steady random steady", tenno=True),
    _game("shogun-samurai", "shogun", "steady random steady", samurai=True),
    _game("shogun-leaders", "shogun", "random steady random steady", leaders=True, start="draft"),
    _game("shogun-chambers", "shogun", "random steady steady", chambers=True),
    _game("shogun-all", "shogun", "random steady random steady random",
          **_EXPANSIONS, season="two mails"),
    _game("gekokujo", "gekokujo", "steady random steady", 2),
    _game("gekokujo-together", "gekokujo", "steady random steady steady", 2, campaign="together"),
    _game("gekokujo-all", "gekokujo", "random steady steady random", 2, **_MODULES, **_TOGETHER),
)  # fmt: skip


def write_down(recorded: Recorded) -> str:
    """Play a game to its end, or through its rounds, and return all that happened as text."""
    return "\n".join(_lines(recorded)) + "\n"


def _lines(recorded: Recorded) -> Iterator[str]:
    game = registry.find(recorded.game)
    secret = f"recorded {recorded.name}"
    chance = Stream(secret.encode())
    made = game.new(tuple(recorded.seats), recorded.options, chance)
    before: Any = None
    position, events, orders = made.position, made.events, {}
    yield f"# {recorded.name}: {recorded.game}, {dict(recorded.options)}"
    readers = ("", *recorded.seats)
    for number in range(10_000):
        reader = readers[number % len(readers)]
        yield from (f"draw {each.label}: {each.of} {list(each.came)}" for each in chance.drawn)
        yield from events_as_text(game.encode_events(events))
        yield from _changes(game, before, position)
        yield from _letter(game, reader, before, made, orders, chance.drawn)
        phase = game.phase(position)
        if phase.over or phase.round > recorded.rounds:
            return
        yield f"\n## {phase.key}: {phase.title}; asks {', '.join(phase.must)}"
        orders = {}
        for seat in phase.may:
            language = game.language(position, "", seat)
            assert language is not None
            sheet = _regents_orders(game, position, recorded, seat, secret)
            yield from (f"{seat}> {line}" for line in sheet.splitlines())
            orders[seat] = read_orders(sheet, language).orders
        for seat, neighbour in zip(phase.may, (*phase.may[1:], phase.may[0]), strict=True):
            yield from _judgement(game, position, seat, orders[seat])
            yield from _judgement(game, position, seat, orders[neighbour])
        chance = Stream(f"{secret} {phase.key}".encode())
        before = position
        made = game.adjudicate(position, orders, chance)
        position, events = made.position, made.events


def _regents_orders(game: Any, position: Any, recorded: Recorded, seat: str, secret: str) -> str:
    key = game.phase(position).key
    regent = game.regent(recorded.seats[seat])
    chance = Stream(f"{secret} {key} {seat}".encode())
    return str(regent.orders(game.view(position, seat), seat, chance))


def _judgement(game: Any, position: Any, seat: str, orders: Orders) -> Iterator[str]:
    view = game.view(position, seat)
    yield from (f"{seat}? {finding}" for finding in game.check(view, seat, orders))
    for default in game.defaults(view, seat, orders):
        yield f"{seat}= {default.text.splitlines()} {default.why}"
    legal = [str(line) for line in game.legal_orders(view, seat)]
    yield f"{seat}: {len(legal)} legal orders {_digest(legal)}"


def _digest(value: Any) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(value)).hexdigest()[:12]


def _picture_facts(picture: Any) -> Any:
    """A picture without the fields that came after the recordings and that it does not use."""
    facts = msgspec.to_builtins(picture)
    spots = facts["spots"].values()
    for part, names in (
        (facts, ("glyphs", "badges", "called")),
        *((spot, ("contested", "signs")) for spot in spots),
        *((mark, ("seat",)) for spot in spots for mark in spot["marks"]),
        *((counter, ("name",)) for spot in spots for counter in spot["counters"]),
        *(
            (arrow, ("doubtful", "default", "text", "helped", "failed", "coasts"))
            for arrow in facts["arrows"]
        ),
    ):
        for name in names:
            if not part[name]:
                del part[name]
    return facts


def events_as_text(data: bytes) -> Iterator[str]:
    for event in json.loads(data):
        kind = event.pop("type")
        yield f"event {kind} {json.dumps(event, ensure_ascii=False)}"


def _changes(game: Any, before: Any, after: Any) -> Iterator[str]:
    old = {} if before is None else dict(_leaves(json.loads(game.encode(before))))
    new = dict(_leaves(json.loads(game.encode(after))))
    for path in sorted({*old, *new}):
        if old.get(path) != new.get(path):
            yield f"position {path} = {new.get(path, 'gone')}"


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path, json.dumps(value, ensure_ascii=False)


def _letter(
    game: Any, reader: str, before: Any, made: Any, orders: Any, drawn: Sequence[Draw]
) -> Iterator[str]:
    after, events = made.position, made.events
    dice = PhaseDice(number=1, phase="", before="", key="d" * 64, draws=tuple(drawn), seal="e" * 64)
    setting = Setting(
        campaign="recorded",
        seat=reader,
        player=reader and f"{reader}'s player",
        zone="Europe/London",
        deadline=datetime(2026, 11, 23, 20, 0, tzinfo=UTC),
        address="judge@example.org",
        token=reader and "abcdefgh",
        commitment="c" * 64,
        dice=dice,
    )
    new = game.view(after, reader)
    if before is None:
        report = reports.opening(game, new, setting, events=events)
    else:
        old = game.view(before, reader)
        report = reports.result(game, old, new, orders.get(reader), events, setting)
    picture = game.picture(new, () if before is None else events_for(events, reader))
    yield f"picture {_digest(_picture_facts(picture))}"
    yield f"letter to {reader or 'the public'}: {report.subject}"
    text = BOARD.sub("", report.text)
    yield from (f"| {line}" for line in text.splitlines())
    for file in report.files:
        if file.media.startswith("text/"):
            yield f"| file {file.name}"
            yield from (f"| {line}" for line in file.data.decode().splitlines())
