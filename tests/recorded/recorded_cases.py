"""What comes of all rule cases, written down as text, also what they do not expect.

A case says what matters to it. Here is all that comes of it besides: what is said of its orders,
every event with who learns of it, and what the map draws. A change that alters any of it by
accident shows as a difference in a text that can be read.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from recorded_games import events_as_text

from adjudicator.cases.case import read_case
from adjudicator.cases.run import Played, play
from adjudicator.games.contract import events_for

CASES = Path(__file__).parents[1] / "cases"
GAMES = tuple(sorted(each.name for each in CASES.iterdir() if each.is_dir()))


def write_down(game: str) -> str:
    """Carry out all cases of a game, and return what came of them as text."""
    return "".join(f"{line}\n" for line in _lines(game))


def _lines(game: str) -> Iterator[str]:
    for path in sorted(CASES.glob(f"{game}/**/*.toml")):
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        yield f"\n# {path.stem}"
        for number, played in enumerate(play(case)):
            yield from ["--"] * (number > 0)
            yield from _what_came(played)


def _what_came(played: Played) -> Iterator[str]:
    game, after, came = played.game, played.after, played.came
    for each in came.findings or ():
        yield f"{each.seat}? {each}"
    events = came.events or ()
    yield from events_as_text(game.encode_events(events))
    if after is None:
        return
    picture = game.picture(game.view(after, ""), events_for(events, ""))
    for arrow in picture.arrows:
        yield f"draws {arrow.kind} of {arrow.seat}: {arrow.source} -> {arrow.target}"
    for clash in picture.clashes:
        yield f"draws battle in {clash.province}: {clash.won or 'nobody'}"
