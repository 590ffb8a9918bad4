"""What fills the gaps that a power's orders leave."""

from collections.abc import Iterator

from adjudicator.games.contract import Default
from adjudicator.orders import Orders
from diplomacy_game.orders import Build, Disband, UnitOrder, Waive
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.winter import removals

NO_ORDER = "It has no order."


def defaults(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens to the units that have no orders, as an order where it can be said so."""
    named = {line.order.province for line in orders if isinstance(line.order, UnitOrder)}
    phase = play.position.phase
    if phase in ("spring", "fall"):
        for name in play.units_of(seat):
            if name not in named:
                yield Default(f"{play.text(name)} H", NO_ORDER)
    elif phase == "winter":
        yield from _in_winter(play, seat, orders, named)
    else:
        for name, lost in play.position.dislodged.items():
            if lost.unit.power == seat and name not in named:
                why = NO_ORDER if lost.retreats else "It has nowhere to go."
                yield Default(f"disband {lost.unit.text(name)}", why)


def _in_winter(
    play: DiplomacyPlay, seat: str, orders: Orders, named: set[str]
) -> Iterator[Default]:
    surplus = play.surplus(seat)
    if surplus < 0:
        ordered = [line.order.province for line in orders if isinstance(line.order, Disband)]
        left = -surplus - len(set(ordered))
        candidates = [name for name in removals(play, seat) if name not in named]
        for name in candidates[: max(0, left)]:
            yield Default(f"disband {play.text(name)}", "You have a unit too many.")
        return
    kinds = [line.order for line in orders]
    ordered_builds = sum(isinstance(each, Build) for each in kinds)
    ordered_builds += sum(each.number for each in kinds if isinstance(each, Waive))
    left = play.builds(seat) - ordered_builds
    if left > 0:
        yield Default(f"waive {left}", "Builds that are not ordered are left out.")
