"""Which units an order means, and the limits that troops must keep."""

from typing import Any

from adjudicator.games.engine import Problem
from adjudicator.games.engine.problems import forbid
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.orders.orders import plural
from adjudicator.games.samurai_swords.reasons import error, reason, warning
from adjudicator.games.samurai_swords.table.position import Counts
from adjudicator.orders.language.units import ALL, Units
from adjudicator.wording import Reason


def pick_units(units: Units, present: Counts, where: str | Reason) -> dict[str, int]:
    """Return the units that an order means, out of those that are there.

    ``where`` is the place, or words for what holds them, with which a sentence can begin.
    A number without a kind is understood only if it leaves no choice between kinds. Raises
    ImpossibleError.
    """
    if units.every:
        taken = {unit: present.get(unit, 0) for unit in edition.UNITS}
        spared = pick_units(Units(units.counts), present, where)
        for unit, number in spared.items():
            taken[unit] -= number
        return {unit: number for unit, number in taken.items() if number}
    taken = {}
    for unit, number in units.counts:
        if not unit:
            kinds = [kind for kind in edition.UNITS if present.get(kind, 0)]
            if len(kinds) != 1:
                forbid(_say_which(kinds, where))
            unit = kinds[0]
        have = present.get(unit, 0)
        wanted = taken.get(unit, 0) + number  # a number without a kind may mean this kind, too
        if number == ALL or (units.up_to and wanted > have):
            wanted = have
        if wanted > have:
            named: dict[str, Any] = {"where": where, "unit": unit, "units": plural(unit)}
            forbid(warning("no-units", have=have, wanted=wanted, **named))
        taken[unit] = wanted
    if units.up_to and not any(taken.values()):
        forbid(_say_which([], where))
    return {unit: number for unit, number in taken.items() if number}


def _say_which(kinds: list[str], where: str | Reason) -> Problem:
    if not kinds:
        return warning("no-units.of-any-kind", where=where)
    return error("which-units", where=where, kinds=[plural(kind) for kind in kinds])


def says_nothing(units: Units) -> bool:
    """Whether nothing was said about units."""
    return not units.counts and not units.every


def plus(units: Counts, come: Counts) -> dict[str, int]:
    """Return both together."""
    together = dict(units)
    for unit, number in come.items():
        together[unit] = together.get(unit, 0) + number
    return together


def minus(units: Counts, gone: Counts) -> dict[str, int]:
    """Return what is left."""
    return plus(units, negative(gone))


def negative(units: Counts) -> dict[str, int]:
    """Return the changes that take the units away."""
    return {unit: -number for unit, number in units.items()}


def regular(units: Counts) -> int:
    """Count the regular units."""
    get = units.get
    return get("bowman", 0) + get("swordsman", 0) + get("gunner", 0) + get("spearman", 0)


def ronin_problem(ronin: int, units: int, troop: str, **which: str) -> Problem | None:
    """A troop has fewer ronin than regular units; its daimyo is one (Stacking Limit)."""
    if ronin and ronin >= units:
        return warning("too-many-ronin", troop=reason(troop, **which), units=units, ronin=ronin)
    return None


def force_problem(units: Counts, place: str, hidden: int = 0) -> Problem | None:
    """A force holds five regular units at most, and fewer ronin than regular units.

    (Stacking Limits; Hire Ronin, Stacking Limit.)
    """
    if regular(units) > edition.MOST_IN_FORCE:
        return warning("force-full", place=place, most=edition.MOST_IN_FORCE)
    return ronin_problem(units.get("ronin", 0) + hidden, regular(units), "the-force", place=place)


def army_problem(units: Counts, number: str, hidden: int = 0) -> Problem | None:
    """An army has four squares for samurai and ten for ashigaru; the daimyo counts for ronin."""
    for name, (most, kinds) in edition.SQUARES.items():
        if sum(units.get(unit, 0) for unit in kinds) > most:
            return warning("army-full", army=number, most=most, kind=name)
    return ronin_problem(units.get("ronin", 0) + hidden, regular(units) + 1, "army", army=number)
