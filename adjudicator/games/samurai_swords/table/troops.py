"""Which units an order means, and the limits that troops must keep."""

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.problems import forbid
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.orders.orders import plural
from adjudicator.games.samurai_swords.table.position import Counts
from adjudicator.orders.language.units import ALL, Units
from adjudicator.wording.english import number_of


def pick_units(units: Units, present: Counts, where: str) -> dict[str, int]:
    """Return the units that an order means, out of those that are there.

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
        wanted = have if number == ALL else min(number, have) if units.up_to else number
        if wanted > have:
            some = f"only {number_of(have, unit)}" if have else f"no {unit}"
            but = f", not {wanted}" if have else ""
            forbid(warning("no-units", f"{where} has {some} for that{but}."))
        taken[unit] = taken.get(unit, 0) + wanted
    if units.up_to and not any(taken.values()):
        forbid(_say_which([], where))
    return {unit: number for unit, number in taken.items() if number}


def _say_which(kinds: list[str], where: str) -> Problem:
    if not kinds:
        return warning("no-units", f"{where} has no units for that.")
    listed = ", ".join(plural(kind) for kind in kinds)
    return error("which-units", f"Say which: {where} has {listed}.")


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


def ronin_problem(ronin: int, units: int, troop: str) -> Problem | None:
    """A troop has fewer ronin than regular units; its daimyo is one (Stacking Limit)."""
    if ronin and ronin >= units:
        return warning(
            "too-many-ronin",
            f"{troop} would have {number_of(units, 'regular unit')} and {ronin} ronin: "
            "ronin must be fewer.",
        )
    return None


def force_problem(units: Counts, place: str, hidden: int = 0) -> Problem | None:
    """A force holds five regular units at most, and fewer ronin than regular units.

    (Stacking Limits; Hire Ronin, Stacking Limit.)
    """
    if regular(units) > edition.MOST_IN_FORCE:
        return warning(
            "force-full", f"A force holds {edition.MOST_IN_FORCE} regular units ({place})."
        )
    return ronin_problem(units.get("ronin", 0) + hidden, regular(units), f"The force in {place}")


def army_problem(units: Counts, number: str, hidden: int = 0) -> Problem | None:
    """An army has four squares for samurai and ten for ashigaru; the daimyo counts for ronin."""
    for name, (most, kinds) in edition.SQUARES.items():
        if sum(units.get(unit, 0) for unit in kinds) > most:
            return warning("army-full", f"Army {number} holds {most} {name} units.")
    return ronin_problem(units.get("ronin", 0) + hidden, regular(units) + 1, f"Army {number}")
