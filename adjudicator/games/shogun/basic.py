"""The basic game as a module."""

from adjudicator.games.contract import Column
from adjudicator.games.engine import Outcome, warning
from adjudicator.games.shogun.chapters.possible import by_event, by_special, temple_truce
from adjudicator.games.shogun.judging.check import JUDGES, find_risks, is_settled
from adjudicator.games.shogun.judging.defaults import defaults
from adjudicator.games.shogun.judging.legal_orders import legal_orders
from adjudicator.games.shogun.judging.regent import steady
from adjudicator.games.shogun.orders.orders import ORDERS
from adjudicator.games.shogun.phases import PHASES
from adjudicator.games.shogun.rules import ShogunModule
from adjudicator.games.shogun.shown.map import panels
from adjudicator.games.shogun.table import names
from adjudicator.games.shogun.table.conditions import CONDITIONS
from adjudicator.games.shogun.table.events import EVENTS
from adjudicator.games.shogun.table.faults import faults
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.setup import give_provinces
from adjudicator.orders import Order

NEVER_READ = warning("never-read", "An earlier line of this kind counts.")


def note_wishes(play: ShogunPlay, seat: str) -> None:
    """Answer the lines that no step answered: wishes, of which the first of a kind counts (H37)."""
    answered = {outcome.line.number for outcome in play.outcomes[seat]}
    settled: set[type[Order]] = set()
    for line in play.orders[seat]:
        late = is_settled(line, settled)
        if line.number and line.number not in answered:
            read = Outcome(line, "noted")
            unread = Outcome(line, "skipped", NEVER_READ.message, problem=NEVER_READ)
            play.keep(seat, unread if late else read)


def _armies(play: ShogunPlay, seat: str) -> str:
    return str(sum(play.land(name).armies for name in play.provinces_of(seat)))


def _buildings(play: ShogunPlay, seat: str) -> str:
    return str(sum(len(play.land(name).buildings) for name in play.provinces_of(seat)))


BASIC = ShogunModule(
    name="basic",
    events=EVENTS,
    conditions=CONDITIONS,
    names=(names.provinces, names.holders, names.events, names.special_cards, names.extras),
    reserved=names.RESERVED,
    set_up=(give_provinces,),
    phases=PHASES,
    orders=ORDERS,
    judges=JUDGES,
    remarks=(find_risks,),
    answers=(note_wishes,),
    adjusters=(by_event, by_special),
    bars=(temple_truce,),
    legal_orders=(legal_orders,),
    steady=(steady,),
    defaults=(defaults,),
    columns=(
        (Column("Points"), lambda play, seat: str(play.seat(seat).points)),
        (Column("Provinces"), lambda play, seat: str(len(play.provinces_of(seat)))),
        (Column("Buildings"), _buildings),
        (Column("Armies"), _armies),
        (Column("Supply"), lambda play, seat: str(play.seat(seat).supply)),
        (Column("Chests"), lambda play, seat: str(play.seat(seat).chests)),
        (Column("Rice"), lambda play, seat: str(play.seat(seat).rice)),
    ),
    rank=(lambda play, seat: -play.seat(seat).points, lambda play, seat: -play.seat(seat).chests),
    panels=(panels,),
    faults=(faults,),
)
