"""The blank order sheet: what a seat has, what it may do, and the defaults as comments."""

from collections.abc import Iterator

from adjudicator.games.samurai_swords.blanks import BINS, plural
from adjudicator.games.samurai_swords.check import defaults
from adjudicator.games.samurai_swords.edition import EDITIONS
from adjudicator.games.samurai_swords.kinds import KINDS
from adjudicator.games.samurai_swords.orders import MISSIONS, Spy, StrikeOnAttack
from adjudicator.games.samurai_swords.position import Army, FeudalPosition, counts
from adjudicator.games.samurai_swords.state import State
from adjudicator.games.samurai_swords.war_orders import PickUp
from adjudicator.orders import Order, Orders

_SHOWN = {"deploy": 2, "plan": 3, "spy": 2, "muster": 7, "war": 16}
"""How many order kinds of each phase the sheet explains: those that most will need."""


def sheet(view: FeudalPosition, seat: str) -> list[str]:
    """Return the lines of the sheet, all of them comments until the player takes the mark away."""
    if view.phase == "over" or view.seats[seat].out:
        return ["# Nothing is to be ordered."]
    lines = ["# What you have:", *_holdings(view, seat), "#", "# What you can order, by example:"]
    for kind in KINDS[view.phase][: _SHOWN[view.phase]]:
        if _useful(view, seat, kind):
            lines += [f"#   {example}" for example in kind.examples[:1]]
    lines += ["#", "# Unless you order otherwise (take the # away to change it):"]
    for default in defaults(view, seat, Orders()):
        if default.text:
            lines += [f"# {line}" for line in default.text.splitlines()]
        else:
            lines.append(f"#   ({default.why})")
    return [*lines, ""]


def _useful(view: FeudalPosition, seat: str, kind: type[Order]) -> bool:
    """Whether the seat can use an order: in this edition, and with or without the ninja."""
    edition = EDITIONS[view.game]
    if kind is PickUp:
        return edition.pick_up_at_start
    if kind is Spy:
        return view.ninja.holder == seat
    if kind in MISSIONS:
        here = edition.strike_on_attack or kind is not StrikeOnAttack
        return here and view.ninja.holder == seat and view.round > 1
    return True


def _holdings(view: FeudalPosition, seat: str) -> Iterator[str]:
    state = State(view)
    record = view.seats[seat]
    if record.koku:
        yield f"#   {record.koku} koku"
    spied = view.seats.get(view.ninja.spied) if view.phase == "spy" else None
    if spied and spied.plan:
        bins = ", ".join(f"{getattr(spied.plan, name)} on {name}" for name in BINS)
        yield f"#   what your ninja saw in the tray of {view.ninja.spied}: {bins}"
    for number, army in sorted(record.armies.items()):
        where = f" in {army.at}" if army.at else ""
        yield f"#   army {number}{where}, level {army.level}: {_units(army)}"
    for place in state.owned(seat):
        units = _listed(counts(state.provinces[place]))
        hidden = state.hidden(place)
        ronin = hidden.army + hidden.force
        secret = f" + {ronin} hidden ronin" if ronin else ""
        yield f"#   {place}: {units or 'army only'}{secret}{_next_door(state, seat, place)}"


def _units(army: Army) -> str:
    units = _listed(counts(army))
    daimyo = "daimyo (assassinated)" if army.down else "daimyo"
    return f"{daimyo}, {units}" if units else daimyo


def _listed(units: dict[str, int]) -> str:
    return ", ".join(f"{n} {unit if n == 1 else plural(unit)}" for unit, n in units.items())


def _next_door(state: State, seat: str, place: str) -> str:
    near = []
    for other in state.neighbours(place):
        owner = state.provinces[other].owner
        if owner != seat:
            near.append(f"{other} ({owner} {state.strength(other)})" if owner else f"{other} (-)")
    return f"; next to {', '.join(near)}" if near else ""
