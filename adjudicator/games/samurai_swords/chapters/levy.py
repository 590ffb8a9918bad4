"""Levy units (Action 4)."""

from collections.abc import Mapping

from msgspec import UNSET

from adjudicator.games.engine import Problem, error
from adjudicator.games.engine.lines import Deed, Rules, carry_out_all
from adjudicator.games.engine.problems import forbid, refuse
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.chapters.ronin import ronin_in_tray, ronin_to_hire, tell_ronin
from adjudicator.games.samurai_swords.edition import REGULAR
from adjudicator.games.samurai_swords.orders.orders import Levy, LevyToArmy, plural
from adjudicator.games.samurai_swords.table.events import Levied
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Muster, regulars
from adjudicator.orders.language.words import number_of


def levy_units(play: SwordsPlay, seat: str) -> None:
    """Levy a seat's units as ordered, and with the koku that are left by default."""
    carry_out_all(play, seat, play.orders[seat], LEVY_RULES)
    before = len(play.muster.placed)
    levy_rest(play, seat)
    for unit, place, _ in play.muster.placed[before:]:
        why = f"koku left in the levy bin buy {plural(unit)} at the border"
        play.tell_default(seat, f"levy {unit} in {place}", why)


def tell_levy(play: SwordsPlay, seat: str) -> None:
    """Tell all what a seat levied."""
    if play.plan(seat).levy:
        unused = koku_over(play, seat)
        play.tell(Levied(seat=seat, placed=play.muster.placed, unused=unused))


def levy_cost(bought: Mapping[str, int]) -> int:
    """Return the koku that units cost: a bowman 1, swordsmen and gunners ½, spearmen ⅓."""
    pairs = bought.get("swordsman", 0) + bought.get("gunner", 0)
    return bought.get("bowman", 0) + (pairs + 1) // 2 + (bought.get("spearman", 0) + 2) // 3


def why_not_buy(play: SwordsPlay, seat: str, unit: str) -> Problem | None:
    """A unit must be a regular one, in the tray, and affordable (Levy Units; M13)."""
    if unit in ("ronin", ""):
        return error("levy-unit", "Levy bowmen, swordsmen, gunners or spearmen.")
    muster = play.muster
    number = muster.bought.get(unit, 0)
    if muster.tray[unit] <= number:
        return error("tray-empty", f"No {unit} is left in your tray.")
    koku = play.plan(seat).levy
    cost = levy_cost({**muster.bought, unit: number + 1})
    if cost <= koku:
        return None
    spent = levy_cost(muster.bought)
    message = f"A {unit} would make it {cost} koku; your levy bin holds {koku}."
    if not koku:
        message = "There are no koku in your levy bin."
    elif spent <= koku:
        message = f"Your {koku} koku do not pay for another {unit}."
    return error("not-enough-koku", message)


def why_no_unit(play: SwordsPlay, seat: str, place: str) -> Problem | None:
    """A levied unit goes to an own province that took none yet this round (Place Levied Units)."""
    if play.owner(place) != seat:
        return error("not-yours", f"{place} is not yours.")
    if any(place == other for _, other, _ in play.muster.placed):
        return error("levied-there", f"{place} has its levied unit already.")
    return None


def why_not_in_force(play: SwordsPlay, seat: str, unit: str, place: str) -> Problem | None:
    """Judge one unit for one force."""
    problem = why_no_unit(play, seat, place) or why_not_buy(play, seat, unit)
    if problem is None and regulars(play.province(place)) >= edition.MOST_IN_FORCE:
        return error("force-full", f"The force in {place} has {edition.MOST_IN_FORCE} units.")
    return problem


def pairs_of(order: Levy) -> list[tuple[str, str]]:
    """Say which unit goes where; one kind without a number goes to every province named.

    Raises ImpossibleError.
    """
    counts = order.units.counts
    if order.units.every or not counts or any(n < 1 or not unit for unit, n in counts):
        refuse("levy-unit", "Say how many of which unit to levy.")
    if len(counts) == 1 and counts[0][1] == 1:
        return [(counts[0][0], place) for place in order.places]
    number = sum(n for _, n in counts)
    if number != len(order.places):
        wanted = f"{number_of(number, 'unit')} for {number_of(len(order.places), 'province')}"
        refuse("levy-count", f"{wanted}; each province takes one.")
    units = [unit for unit, n in counts for _ in range(n)]
    return list(zip(units, order.places, strict=True))


def levy(play: SwordsPlay, seat: str, order: Levy) -> Deed:
    """Levy the units one after another, as far as it goes."""
    pairs = pairs_of(order)
    problems = [why_not_in_force(play, seat, unit, place) for unit, place in pairs]
    if all(problems):
        forbid(problems[0])
    yield
    wrong = None
    for unit, place in pairs:
        problem = why_not_in_force(play, seat, unit, place)
        if problem is None:
            take_unit(play, seat, unit, place)
        wrong = wrong or problem
    return wrong


def take_unit(play: SwordsPlay, seat: str, unit: str, place: str, army: str = "") -> None:
    """Buy a unit and place it."""
    if army:
        play.add_to_army(seat, army, {unit: 1})
    else:
        play.add_to_province(place, **{unit: 1})
    muster = play.muster
    play.change_muster(
        bought={**muster.bought, unit: muster.bought.get(unit, 0) + 1},
        placed=(*muster.placed, (unit, place, army)),
    )


def room_in_army(army: Army, unit: str) -> int:
    """Return how many more of a unit fit on the army's squares (Army Unit Limits)."""
    if unit in edition.SAMURAI:
        return edition.MOST_SAMURAI - army.bowman - army.swordsman
    return edition.MOST_ASHIGARU - army.gunner - army.spearman


def levy_to_army(play: SwordsPlay, seat: str, order: LevyToArmy) -> Deed:
    """Levy a unit for an army that has room; its province takes no other unit."""
    army = play.army(seat, order.army)
    if army is None:
        refuse("no-army", f"You have no army {order.army}.")
    forbid(why_no_unit(play, seat, army.at) or why_not_buy(play, seat, order.unit))
    if room_in_army(army, order.unit) < 1:
        refuse("army-full", f"Army {order.army} has no room for a {order.unit}.")
    yield
    take_unit(play, seat, order.unit, army.at, order.army)


LEVY_RULES: Rules = {Levy: levy, LevyToArmy: levy_to_army}


def levy_rest(play: SwordsPlay, seat: str) -> None:
    """Spend what is left on spearmen at the border; on others only if the tray has no spearmen.

    So half a koku is lost while there are spearmen (M13, M31).
    """
    for place in border(play, seat):
        muster = play.muster
        spearmen = muster.tray["spearman"] > muster.bought.get("spearman", 0)
        for unit in ("spearman",) if spearmen else ("gunner", "swordsman", "bowman"):
            if why_not_in_force(play, seat, unit, place) is None:
                take_unit(play, seat, unit, place)
                break


def border(play: SwordsPlay, seat: str) -> list[str]:
    """Return a seat's provinces, those with the most neighbours of others first."""

    def foreign(place: str) -> int:
        return sum(play.owner(near) != seat for near in play.neighbours(place))

    return sorted(play.provinces_of(seat), key=lambda place: (-foreign(place), place))


def koku_over(play: SwordsPlay, seat: str) -> str:
    """Say in words what the levy bin paid for nothing (M13)."""
    bought = play.muster.bought
    left = play.plan(seat).levy - levy_cost(bought)
    pairs = bought.get("swordsman", 0) + bought.get("gunner", 0)
    spears = -bought.get("spearman", 0) % 3
    words = [f"{left} koku"] if left else []
    words += ["half a koku"] if pairs % 2 else []
    words += [f"{'one third' if spears == 1 else 'two thirds'} of a koku"] if spears else []
    return " and ".join(words)


def begin_muster(play: SwordsPlay, seat: str) -> None:
    """Count what the trays hold for a seat."""
    tray = {unit: play.tray(seat, unit) for unit in REGULAR}
    ronin = min(ronin_to_hire(play, seat), ronin_in_tray(play))
    play.change(muster=Muster(tray=tray, ronin=ronin))


def end_muster(play: SwordsPlay, seat: str) -> None:
    """Tell what a seat's muster came to."""
    tell_levy(play, seat)
    tell_ronin(play, seat)
    play.change(muster=UNSET)
