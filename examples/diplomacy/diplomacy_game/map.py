"""What is drawn: units, supply centres, and what moved."""

from collections.abc import Sequence

from adjudicator.games.contract import Event
from adjudicator.games.picture import Arrow, Counter, Mark, Party, Picture, Spot, give_colours
from diplomacy_game.events import Moved, Retreated
from diplomacy_game.meta import POWERS
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.setup import BOARD

SHAPES = {"A": "army", "F": "fleet"}
COLOURS = {power.casefold(): number for number, power in enumerate(POWERS)}


def draw_map(play: DiplomacyPlay, events: Sequence[Event]) -> Picture:
    """Return what the map shows."""
    colours = give_colours(play.powers, COLOURS, range(len(COLOURS)))
    return Picture(
        board=BOARD,
        title="Diplomacy",
        subtitle=str(play.position.round),
        spots={name: _spot(play, name) for name in play.position.provinces},
        parties=tuple(
            Party(power, colours[power], f"{len(play.centres(power))} centres")
            for power in play.powers
        ),
        arrows=tuple(
            Arrow("move", each.province, play.ways.province[each.target], each.power)
            for each in events
            if isinstance(each, Moved | Retreated)
        ),
    )


def _spot(play: DiplomacyPlay, name: str) -> Spot:
    unit = play.units.get(name)
    counters = (Counter(SHAPES[unit.kind], unit.kind, unit.power),) if unit else ()
    marks = (Mark("centre"),) if name in play.board.sets["centres"] else ()
    return Spot(play.owner(name), counters, marks)
