"""What fills the gaps that a power's orders leave."""

from collections.abc import Collection, Iterator

from adjudicator.games.contract import Default
from adjudicator.orders import Branch, Orders
from diplomacy_game.lines import holds_all
from diplomacy_game.orders import Build, Disband, UnitOrder, Waive
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.winter import removals

NO_ORDER = "No order is given."


def defaults(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens to the units that have no orders, as an order where it can be said so."""
    phase = play.position.phase
    if phase in ("spring", "fall"):
        own = [] if holds_all(orders) else list(play.units_of(seat))
        named = _first_named(orders, own)
        for name in own:
            if name not in named:
                yield Default(f"{play.text(name)} H", NO_ORDER)
    elif phase == "winter":
        yield from _in_winter(play, seat, orders)
    else:
        own = [name for name, lost in play.position.dislodged.items() if lost.unit.power == seat]
        named = _first_named(orders, own)
        for name in own:
            lost = play.position.dislodged[name]
            if name not in named and lost.wishes:
                yield Default(
                    f"{lost.unit.text(name)} R {lost.wishes[0]}", "It stood beside its order."
                )
            elif name not in named:
                why = NO_ORDER if lost.retreats else "It has nowhere to go."
                yield Default(f"disband {lost.unit.text(name)}", why)


def _first_named(orders: Orders, own: Collection[str]) -> set[str]:
    """Return the own units that lines order, each line the first that it names."""
    return {
        next((name for name in map(_province, line.branches) if name in own), "") for line in orders
    }


def _province(branch: Branch) -> str:
    return branch.order.province if isinstance(branch.order, UnitOrder) else ""


def _in_winter(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Default]:
    surplus = play.surplus(seat)
    if surplus < 0:
        ordered = [line.order.province for line in orders if isinstance(line.order, Disband)]
        left = -surplus - len(set(ordered))
        candidates = [name for name in removals(play, seat) if name not in ordered]
        for name in candidates[: max(0, left)]:
            yield Default(f"disband {play.text(name)}", "You have a unit too many.")
        return
    kinds = [line.order for line in orders]
    ordered_builds = sum(isinstance(each, Build) for each in kinds)
    ordered_builds += sum(each.number for each in kinds if isinstance(each, Waive))
    left = play.builds(seat) - ordered_builds
    if left > 0:
        yield Default(f"waive {left}", "Builds that are not ordered are left out.")
