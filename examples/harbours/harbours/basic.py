"""The game as a module: what the other files hold, put together."""

from adjudicator.boards import Board
from adjudicator.games.contract import Column
from adjudicator.games.engine import Module
from adjudicator.orders import Names
from harbours.defaults import defaults
from harbours.events import Bought, Fought, Sailed, Sold
from harbours.faults import faults
from harbours.legal_orders import legal_orders
from harbours.orders import Buy, Load, Sail, Ships
from harbours.phases import PHASES
from harbours.play import HarboursPlay
from harbours.regent import steady
from harbours.setup import launch_first_ships


def harbours(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the harbours, each with the other ways to write it."""
    return Names("harbour", {name: each.aliases for name, each in board.provinces.items()})


def _ships(play: HarboursPlay, seat: str) -> str:
    lying = (f"{play.harbour(name).ships} in {name}" for name in play.harbours_of(seat))
    return ", ".join(lying) or "none"


BASIC = Module(
    name="basic",
    events=(Bought, Sailed, Fought, Sold),
    conditions=(Ships,),
    names=(harbours,),
    set_up=(launch_first_ships,),
    phases=PHASES,
    orders={"load": (Load, Buy), "sail": (Sail,)},
    legal_orders=(legal_orders,),
    steady=(steady,),
    defaults=(defaults,),
    columns=(
        (Column("Coins"), lambda play, seat: str(play.captain(seat).coins)),
        (Column("Ships", number=False), _ships),
    ),
    rank=(lambda play, seat: -play.captain(seat).coins,),
    faults=(faults,),
)
