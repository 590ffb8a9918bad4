"""A blank order sheet: what the seat has, and a line to fill in for each thing to order."""

from collections.abc import Iterator

from adjudicator.games.engine import plain
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.orders.orders import Forget
from adjudicator.games.gekokujo.printed import CLANS
from adjudicator.games.gekokujo.table.names import count_of
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order
from adjudicator.orders.language.words import number_of


def sheet(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the lines of a blank order sheet, all of them comments until they are filled in."""
    if play.house(seat).out:
        return ["# Nothing is to be ordered."]
    facts = (f"# {text}" if text else "" for text in _facts(play, seat))
    return [*facts, *plain.sheet(play, seat, set(_useless(play, seat)))]


def _useless(play: GekokujoPlay, seat: str) -> Iterator[type[Order]]:
    """Yield the order kinds of the phase that a seat cannot use now."""
    house, ninja = play.house(seat), play.position.ninja
    if not house.master:
        yield from (kinds.Assault, kinds.Rebuild)
    if house.clan == "Hojo" or not play.castle_of(seat):
        yield kinds.Fortify
    if play.castle_of(seat):
        yield kinds.Build
    if house.clan != "Otomo":
        yield kinds.Nanban
    if ninja.master != seat or ninja.mission != "assassination" or ninja.struck:
        yield from (kinds.NinjaStrikes, kinds.NinjaWaits)
    if not house.allies:
        yield kinds.BreakPact
    if not house.policies:
        yield Forget
    if play.position.active not in ("", seat):
        yield from (kinds.Move, kinds.Fight, kinds.Nanban)


def _facts(play: GekokujoPlay, seat: str) -> Iterator[str]:
    position = play.position
    if position.phase == "draft":
        if position.lots:
            picks = ", ".join(reversed(position.lots))
            yield f"Picks: {picks}"
            yield from (f"{clan} ({each.region}, {each.home})" for clan, each in CLANS.items())
            yield ""
        return
    house = play.house(seat)
    yield f"{house.clan}: {number_of(len(play.provinces_of(seat)), 'province')}, {house.koku} koku"
    if house.master:
        yield f"Vassal of {house.master}; {house.fund} koku in your fund"
    if position.turn_order:
        yield f"Player order: {', '.join(play.in_order())}"
    if position.ninja.master:
        what = f"{position.ninja.mission} {position.ninja.place}".rstrip()
        yield f"The ninja: hired by {position.ninja.master}, {what}"
    yield ""
    for place in sorted({*play.places_of(seat), *play.provinces_of(seat)}):
        yield _province(play, seat, place)
    yield ""
    if house.policies:
        yield "Your policies:"
        yield from (f"  {text}" for lines in house.policies for text in lines.splitlines())
        yield ""


def _province(play: GekokujoPlay, seat: str, place: str) -> str:
    land = play.land(place)
    own = play.units(seat, place)
    counts = [count_of(number, kind) for kind, number in own.items()]
    facts = [" and ".join(counts) or "no units"]
    if land.owner != seat:
        facts.append(f"controlled by {land.owner}" if land.owner else "neutral")
    facts += [f"{other} here too" for other in land.units if other != seat]
    if land.castle:
        facts.append(f"castle of {land.castle}" if land.castle != seat else "your castle")
    if land.sown:
        facts.append(f"{land.sown} koku sown")
    return f"{place}: {', '.join(facts)}; next to {', '.join(play.board.neighbours[place])}"
