"""Diplomacy: seven powers, simultaneous moves, no dice.

To be read like its rules: ``phases`` is the summary card; then ``setup`` (beginning), ``orders``
(what can be written), ``movement`` (what can be ordered), ``moves`` and ``battle`` (spring and
fall), ``retreats`` and ``winter``. Here they are put together.
"""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from adjudicator.games.contract import Column, Event
from adjudicator.games.engine import Functions, ModularGame, Module, plain
from adjudicator.games.engine.modules import kinds_in
from diplomacy_game import events
from diplomacy_game.check import check
from diplomacy_game.choices import defaults, steady
from diplomacy_game.legal_orders import legal_orders
from diplomacy_game.map import draw_map, sketch
from diplomacy_game.meta import META
from diplomacy_game.orders import MOVEMENT, RETREATS, WINTER
from diplomacy_game.phases import PHASES
from diplomacy_game.pieces import place_names, power_names, province_names
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import DiplomacyPosition
from diplomacy_game.reasons import reason
from diplomacy_game.setup import first_position, own_seats, place_first_units, settle
from diplomacy_game.sight import view
from diplomacy_game.tables import as_table, faults, fill_table
from diplomacy_game.ways import board

SYNONYMS = re.compile(r"\(([^|()]*)(?:\|[^|()]*)+\)")


def sheet(play: DiplomacyPlay, seat: str) -> Iterator[str]:
    """Yield a power's lines of a blank order sheet; that of several has the syntax at its end."""
    powers = play.powers_of(play.seat_of(seat))
    closed = play.rules.orders.get(play.position.phase, ()) if seat != powers[-1] else ()
    if len(powers) > 1:
        yield f"# {seat}:"
    yield from (SYNONYMS.sub(r"\1", line) for line in plain.sheet(play, seat, closed))


def _centres(play: DiplomacyPlay, seat: str) -> str:
    return _figures(play, seat, play.centres)


def _units(play: DiplomacyPlay, seat: str) -> str:
    return _figures(play, seat, play.units_of)


def _figures(play: DiplomacyPlay, seat: str, find: Callable[[str], list[str]]) -> str:
    """Return how much a seat has, and of several powers what each has: ``7 (4 + 3)``.

    In fog nobody knows it of others.
    """
    if play.dark and seat != play.position.viewer:
        return "?"
    each = [len(find(power)) for power in play.powers_of(seat)]
    listed = " + ".join(str(number) for number in each)
    parts = f" ({listed})" if len(each) > 1 else ""
    return f"{sum(each)}{parts}"


def _rank(play: DiplomacyPlay, seat: str) -> int:
    """Return by what seats are ranked: their centres, if all know them."""
    return 0 if play.dark else -sum(len(play.centres(each)) for each in play.powers_of(seat))


def _commands(play: DiplomacyPlay) -> Iterator[str]:
    """Say which powers a seat commands beside its own, and which nobody does."""
    for seat in play.position.seats:
        if others := play.powers_of(seat)[1:]:
            yield str(reason("commands", seat=seat, powers=list(others)))
    left = {*play.forces(), *(area.owner for area in play.position.provinces.values())}
    idle = [power for power in play.powers if power in left and not play.seat_of(power)]
    if neutral := play.neutral:
        yield str(reason("neutral-until", power=neutral, year=play.position.round + 1))
    elif idle:
        yield str(reason("in-disorder", powers=idle))


BASIC = Module(
    name="basic",
    events=kinds_in(events.__name__, Event),
    names=(province_names, place_names, power_names),
    set_up=(place_first_units,),
    phases=PHASES,
    orders={
        "spring": MOVEMENT,
        "spring-retreats": RETREATS,
        "fall": MOVEMENT,
        "fall-retreats": RETREATS,
        "winter": WINTER,
    },
    legal_orders=(legal_orders,),
    steady=(steady,),
    defaults=(defaults,),
    columns=((Column("Centres"), _centres), (Column("Units"), _units)),
    notes=(_commands,),
    rank=(_rank,),
    faults=(faults,),
)

game = ModularGame(
    replace(META, own_seats=own_seats),
    (BASIC,),
    Functions(
        position=DiplomacyPosition,
        play=DiplomacyPlay,
        board=board,
        first_position=first_position,
        check=check,
        view=view,
        map=draw_map,
        sketch=sketch,
        sheet=sheet,
        settle=settle,
        fill_table=fill_table,
        as_table=as_table,
        legal_is_all=True,
    ),
)
"""The game, as the entry point names it."""
