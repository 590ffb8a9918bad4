"""What comes of all rule cases, written down as text, also what they do not expect.

A case says what matters to it. Here is all that comes of it besides: what its seats are told before
(``recorded_tellings``), what is said of its orders, every event with who learns of it, what is
drawn on the map and has changed on it, the standings, and what of it is secret. A change that
alters any of it by accident shows as a difference in a text that can be read.
"""

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from packages import EXAMPLES, installed
from recorded_games import events_as_text
from recorded_tellings import secrets, tellings

from adjudicator.cases.case import read_case
from adjudicator.cases.run import Played, play
from adjudicator.games.contract import events_for
from adjudicator.games.picture import Picture, Spot

T = TypeVar("T")

HERE = Path(__file__).parent
PACKAGES = {"diplomacy": "diplomacy_game", "harbours": "harbours"}
"""Games that are no part of the program."""
FOLDERS = {path.name: path for path in (HERE.parent / "cases").iterdir() if path.is_dir()}
FOLDERS |= {game: EXAMPLES / game / package / "cases" for game, package in PACKAGES.items()}


def write_down(game: str) -> str:
    """Carry out all cases of a game, and return what came of them as text."""
    with ExitStack() as stack:
        if package := PACKAGES.get(game):
            folder = stack.enter_context(TemporaryDirectory())
            stack.enter_context(installed(game, package, Path(folder)))
        return "".join(f"{line}\n" for line in _lines(FOLDERS[game]))


def _lines(folder: Path) -> Iterator[str]:
    seen: set[object] = set()
    for path in sorted(folder.glob("**/*.toml")):
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        yield f"\n# {path.stem}"
        for number, played in enumerate(play(case)):
            yield from ["--"] * (number > 0)
            yield from _what_came(played, seen)


def _what_came(played: Played, seen: set[object]) -> Iterator[str]:
    game, after, came = played.game, played.after, played.came
    if after is not None and played.before is not None:
        yield from tellings(played, seen)
    for each in came.findings or ():
        yield f"{each.seat}? {each}"
    events = came.events or ()
    yield from events_as_text(game.encode_events(events))
    if after is None:
        return
    yield from secrets(played)
    picture = game.picture(game.view(after, ""), events_for(events, ""))
    for arrow in picture.arrows:
        how = " failed" * arrow.failed + f" of what comes from {arrow.helped}" * bool(arrow.helped)
        yield f"draws {arrow.kind} of {arrow.seat}: {arrow.source} -> {arrow.target}{how}"
    for clash in picture.clashes:
        yield f"draws battle in {clash.province}: {clash.won or 'nobody'}"
    begun = game.picture(game.view(played.before, ""), ()) if played.before else None
    yield from _changes(begun, picture) if begun else ()
    rows = game.standings(played.before).rows if begun else ()
    for row in game.standings(game.view(after, "")).rows:
        if row not in rows:
            yield f"standing {' '.join(row)}"


def _changes(before: Picture, after: Picture) -> Iterator[str]:
    """Say what a map shows otherwise than the one before: in provinces, in the legend, in boxes."""
    for place, spot in after.spots.items():
        if spot != before.spots[place]:
            yield f"map {place}: {', '.join(filter(None, _pieces(spot))) or 'empty'}"
    boxes = {panel.title: panel.lines for panel in before.panels}
    yield from (
        f"legend {each.seat}: {each.note}" for each in _new_ones(after.parties, before.parties)
    )
    for panel in after.panels:
        for text, cubes in _new_ones(panel.lines, boxes.get(panel.title, ())):
            yield f"box {panel.title}: {text} {list(cubes) if cubes else ''}".rstrip()


def _pieces(spot: Spot) -> Iterator[str]:
    yield " and ".join(spot.contested) or spot.owner
    for each in spot.counters:
        facts = (each.seat, each.shape, each.name, each.text, "down" * each.down, f"({each.words})")
        yield " ".join(filter(None, facts))
    for mark in spot.marks:
        yield f"{mark.seat} {mark.shape} {mark.count}".strip()


def _new_ones(these: Iterable[T], others: Iterable[T]) -> list[T]:
    """Return those of some things that are not among others."""
    known = list(others)
    return [each for each in these if each not in known]
