"""Positions from the tables of rule cases."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine import codec
from adjudicator.games.engine.plain import seats_in
from adjudicator.games.shogun import cards
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.table.position import ShogunPosition, rest_of_the_box
from adjudicator.games.shogun.table.setup import open_provinces


def fill_table(
    kind: type[ShogunPosition], table: Mapping[str, Any], options: Mapping[str, Value]
) -> ShogunPosition:
    """Make a position from the table of a rule case. Raises GameError.

    Provinces not named are neutral and empty, the tower is empty unless it is given, supplies and
    the box hold what is not elsewhere, and seats that hold anything are added. An event may be
    named by its effect alone.
    """
    given = dict(table)
    names = seats_in(given)
    given["seats"] = {name: given.get("seats", {}).get(name, {}) for name in names}
    provinces = dict(given.pop("provinces", {}))
    opened = open_provinces(options, len(names))
    unknown = sorted(set(provinces) - set(opened))
    if unknown:
        raise GameError(f"There is no province {', '.join(unknown)} in this game.")
    given["provinces"] = {name: provinces.get(name, {}) for name in opened}
    for key in ("event", "events", "pile"):
        if key in given:
            given[key] = _cards(given[key])
    position = codec.convert(
        kind,
        {
            "turn_order": names,
            "specials": cards.SPECIALS,
            "actions": cards.ACTIONS[: cards.OPEN_ACTIONS],
            **given,
            "game": META.name,
            "options": options,
        },
    )
    return _fill_up(position, given)


def _cards(given: Any) -> Any:
    """Give events their full names: the first card of an effect, then the second."""
    if isinstance(given, str):
        return next((card for card, each in cards.EVENTS.items() if given == each.effect), given)
    if not isinstance(given, list):
        return given
    left = list(cards.EVENTS)
    named = []
    for name in given:
        card = next((each for each in left if name in (each, cards.EVENTS[each].effect)), name)
        if card in left:
            left.remove(card)
        named.append(card)
    return named


def _fill_up(position: ShogunPosition, given: Mapping[str, Any]) -> ShogunPosition:
    """Give the supplies and the box what is not elsewhere."""
    rest = rest_of_the_box(position)
    fields: dict[str, Any] = {"farmers": rest.farmers, "stock": rest.stock}
    used = {*position.events, position.event}
    fields["pile"] = tuple(card for card in cards.EVENTS if card not in used)
    seats = {
        seat: record if "supply" in given["seats"][seat] else replace(record, supply=supply)
        for (seat, record), supply in zip(
            position.seats.items(), rest.supplies.values(), strict=True
        )
    }
    left_out = {name: value for name, value in fields.items() if name not in given}
    return replace(position, seats=seats, **left_out)
