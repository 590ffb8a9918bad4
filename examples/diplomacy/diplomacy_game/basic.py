"""The game as a module: what the other files hold, put together."""

from adjudicator.games.contract import Column, Event
from adjudicator.games.engine import Module
from adjudicator.games.engine.modules import kinds_in
from diplomacy_game import events
from diplomacy_game.defaults import defaults
from diplomacy_game.faults import faults
from diplomacy_game.legal_orders import legal_orders
from diplomacy_game.orders import MOVEMENT, RETREATS, WINTER
from diplomacy_game.phases import PHASES
from diplomacy_game.pieces import place_names, province_names
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.regent import steady
from diplomacy_game.setup import place_first_units


def _centres(play: DiplomacyPlay, seat: str) -> str:
    return str(len(play.centres(seat)))


def _units(play: DiplomacyPlay, seat: str) -> str:
    return str(len(play.units_of(seat)))


BASIC = Module(
    name="basic",
    events=kinds_in(events.__name__, Event),
    names=(province_names, place_names),
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
    rank=(lambda play, seat: -len(play.centres(seat)),),
    faults=(faults,),
)
