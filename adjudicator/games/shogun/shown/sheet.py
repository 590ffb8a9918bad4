"""A blank order sheet: what the seat holds, and a line to fill in for each thing to order."""

from collections.abc import Iterator

from adjudicator.games.engine import plain
from adjudicator.games.shogun.cards import BUILDINGS, EFFECTS, EVENTS
from adjudicator.games.shogun.table.play import ShogunPlay


def sheet(play: ShogunPlay, seat: str) -> list[str]:
    """Return the lines of a blank order sheet, all of them comments until they are filled in."""
    facts = (f"# {line}" if line else "" for line in _facts(play, seat))
    closed = [kind for kind, why_closed in play.rules.closed.items() if why_closed(play, seat)]
    return [*facts, *plain.sheet(play, seat, closed)]


def _facts(play: ShogunPlay, seat: str) -> Iterator[str]:
    position = play.position
    if position.phase == "draft":
        yield f"Open province cards: {', '.join(position.cards)}"
        yield f"Army groups: {', '.join(map(str, play.groups))}"
        return
    record = play.seat(seat)
    yield f"Chests {record.chests}, rice {record.rice}, armies in supply {record.supply}"
    if position.event:
        yield f"Event: {EFFECTS[play.effect]}"
    if position.phase == "plan":
        yield f"Open actions: {', '.join(position.actions)}"
        places = (f"{place} {card}" for place, card in enumerate(position.specials, 1))
        yield f"Special cards: {', '.join(places)}"
    events = (f"{EVENTS[card].effect} (rice -{EVENTS[card].rice})" for card in position.events)
    yield f"Events to come: {', '.join(events) or 'none'}"
    for action, card in record.plan.items():
        yield f"Your card on {action}: {card}"
    yield ""
    for name in play.provinces_of(seat):
        yield _province(play, name)
    yield ""


def _province(play: ShogunPlay, name: str) -> str:
    land = play.land(name)
    built = ", ".join(what for what in BUILDINGS if what in land.buildings)
    facts = [
        f"armies {land.armies}",
        f"tax {play.card_value(name, 'tax')}",
        f"rice {play.card_value(name, 'rice')}",
        f"free spaces {play.free_spaces(name)}",
    ]
    if built:
        facts.append(built)
    if land.revolts:
        facts.append(f"revolt markers {land.revolts}")
    return f"{name}: {', '.join(facts)}; next to {', '.join(play.neighbours(name))}"
