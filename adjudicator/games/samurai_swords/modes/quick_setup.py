"""The setup of quick play: fewer cards are dealt, provinces are claimed, army cards are filled.

Samurai Swords, chapter 8; Ikusa, Quick-Play Rules.
"""

from collections.abc import Iterator, Sequence

from adjudicator.games.contract import Event, SeatEvent
from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Deed, Rules, carry_out_all
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.engine.problems import ImpossibleError, forbid, refuse
from adjudicator.games.samurai_swords.chapters import laps, plan, setup
from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.orders.orders import (
    Claim,
    ReinforceSingly,
    StartArmy,
    TakeUnits,
)
from adjudicator.games.samurai_swords.table.events import Deployed
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, counts, size
from adjudicator.games.samurai_swords.table.units import (
    army_problem,
    minus,
    negative,
    pick_units,
    plus,
)
from adjudicator.orders.language.units import ALL, Units

CLAIMS = 6
"""Turns in which each seat claims a province, so that all come to an equal share in the end."""
SPEARMEN = 2
"""Spearmen that reinforce in such a turn."""
MOST_SPEARMEN = 3
"""Spearmen of a province at most during the claims."""
LEVEL = 2
"""The level at which daimyos begin, and successors of assassinated ones (M60, M61)."""
CARD = {"bowman": 5, "swordsman": 5, "gunner": 6}
"""Units for the three armies of a card, in the order in which defaults place them (M58)."""
WHY_CLAIM = "the free province with the most neighbours of your own at that moment"
WHY_REINFORCE = "your province with the most neighbours of your own that has room"
_WHY_CARD = "all units go on the card: one by one to the army with the fewest"


def deal_fewer(play: SwordsPlay) -> None:
    """Deal the cards but those that are to be claimed: 16, 11 or 7 to each seat (1 and 2)."""
    share = len(play.position.provinces) // len(play.position.colours)
    setup.deal(play, share - CLAIMS, free=True)


def clear_cards(play: SwordsPlay) -> None:
    """Put the three daimyos of each seat at level 2; their units follow later (5 A; M60)."""
    armies = dict.fromkeys(ARMIES, Army(at="", level=LEVEL))
    for seat in play.position.colours:
        play.change_colour(seat, armies=armies)


# Claims (4)


def claim_and_reinforce(
    play: SwordsPlay, seat: str, wishes: laps.Wishes
) -> Iterator[laps.Placement]:
    """Claim a free province, then place two spearmen in own ones (M56, M57).

    Defaults depend on what others claim: they are rehearsed only for the lap that has come.
    """
    defaults = play.fate is None or laps.comes_alone(play)
    found = wishes.take(play, seat, Claim, _why_no_claim(play, seat))
    place = found.place if found else _free_province(play, seat) if defaults else ""
    if place:
        play.change_province(place, owner=seat, spearman=1)
        yield laps.Placement(Claim((place,)), not found)
    for _ in range(SPEARMEN):
        found = wishes.take(play, seat, ReinforceSingly, _why_no_room(play, seat))
        place = found.place if found else _roomy_province(play, seat) if defaults else ""
        if place:
            play.add_to_province(place, spearman=1)
            yield laps.Placement(ReinforceSingly((place,)), not found)


def _why_no_claim(play: SwordsPlay, seat: str) -> laps.WhyNot:
    def why_not(order: Claim, place: str) -> Problem | None:
        owner = play.owner(place)
        if not owner:
            return None
        whose = "yours already" if owner == seat else f"{owner}’s"
        return error("not-empty", f"{place} is {whose}.")

    return why_not


def _why_no_room(play: SwordsPlay, seat: str) -> laps.WhyNot:
    def why_not(order: ReinforceSingly, place: str) -> Problem | None:
        land = play.province(place)
        if not land.owner:
            return warning("not-claimed", f"{place} is not yours unless you claim it.")
        if land.owner != seat:
            return error("not-yours", f"{place} is not yours.")
        if land.spearman >= MOST_SPEARMEN:
            most = f"no province takes more than {MOST_SPEARMEN} spearmen now"
            return error("spearmen-full", f"{place} is full: {most}.")
        return None

    return why_not


def _free_province(play: SwordsPlay, seat: str) -> str:
    lands = play.position.provinces.items()
    return _best(play, seat, [place for place, land in lands if not land.owner])


def _roomy_province(play: SwordsPlay, seat: str) -> str:
    mine = play.provinces_of(seat)
    return _best(play, seat, [at for at in mine if play.province(at).spearman < MOST_SPEARMEN])


def _best(play: SwordsPlay, seat: str, places: Sequence[str]) -> str:
    """Return the province with the most neighbours of the seat's own, by name; ``""`` of none."""

    def own_neighbours(place: str) -> int:
        return sum(play.owner(near) == seat for near in play.neighbours(place))

    return min(places, key=lambda place: (-own_neighbours(place), place), default="")


def tell_claims(play: SwordsPlay, seat: str, placed: Sequence[laps.Placement]) -> None:
    """Tell a seat which of its claims and spearmen were defaults."""
    laps.tell_default_list(play, seat, placed, Claim, WHY_CLAIM)
    laps.tell_default_list(play, seat, placed, ReinforceSingly, WHY_REINFORCE)


def tell_claim(play: SwordsPlay, seat: str, placed: Sequence[laps.Placement]) -> None:
    """Tell what was placed in one turn."""
    claims = [place for order, _ in laps.placements_of(placed, Claim) for place in order.places]
    pairs = [
        place for order, _ in laps.placements_of(placed, ReinforceSingly) for place in order.places
    ]
    play.tell(Claimed(seat=seat, province=claims[0] if claims else "", spearmen=tuple(pairs)))


CLAIMING = laps.Course(
    name="claim",
    laps=(laps.Lap((Claim, ReinforceSingly), claim_and_reinforce),) * CLAIMS,
    tell=tell_claims,
    tell_lap=tell_claim,
    title="the claims",
    deed=lambda play: "claims a province",
    about="Which empty provinces are claimed, and where spearmen reinforce.",
)
"""Six laps of a claim and two spearmen."""


# The army card (5)


def fill_card(play: SwordsPlay, seat: str) -> None:
    """Put all 16 units on a seat's army card: as ordered, then by default (M58)."""
    carry_out_all(play, seat, play.orders[seat], CARD_RULES)
    before = play.colour(seat).armies
    for unit in CARD:
        for _ in range(_units_to_place(play, seat)[unit]):
            armies = play.colour(seat).armies
            roomy = [n for n in armies if army_problem(_with(armies[n], {unit: 1}), n) is None]
            if roomy:
                number = min(roomy, key=lambda n: (size(armies[n]), n))
                play.add_to_army(seat, number, {unit: 1})
    for number, army in sorted(play.colour(seat).armies.items()):
        given = minus(counts(army), counts(before[number]))
        units = tuple((unit, given[unit]) for unit in CARD if given.get(unit))
        if units:
            play.tell_default(seat, str(TakeUnits(number, Units(units))), _WHY_CARD)


def tell_cards(play: SwordsPlay) -> None:
    """Open all cards, now that none can be changed any more."""
    for seat in play.survivors():
        armies = sorted(play.colour(seat).armies.items())
        play.tell(CardsSet(seat=seat, armies={number: counts(army) for number, army in armies}))


def _units_to_place(play: SwordsPlay, seat: str) -> dict[str, int]:
    """Return the units that are not on a card yet."""
    there = [counts(army) for army in play.colour(seat).armies.values()]
    return {unit: most - sum(army.get(unit, 0) for army in there) for unit, most in CARD.items()}


def _with(army: Army, units: dict[str, int]) -> dict[str, int]:
    return plus(counts(army), units)


def _take_units(play: SwordsPlay, seat: str, order: TakeUnits) -> Deed:
    army = play.army(seat, order.army)
    if army is None:
        refuse("no-army", f"You have no army {order.army}.")
    taken = pick_units(order.units, _units_to_place(play, seat), "What is left for your card")
    forbid(army_problem(_with(army, taken), order.army))
    yield
    play.add_to_army(seat, order.army, taken)


CARD_RULES: Rules = {TakeUnits: _take_units}


# Army markers (6)


def start_army(play: SwordsPlay, seat: str, wishes: laps.Wishes) -> Iterator[laps.Placement]:
    """Place the marker of an army, which may take spearmen there onto its card (M59)."""
    found = wishes.take(play, seat, StartArmy, setup.why_no_marker(play, seat), whole=True)
    start = (found.order.army, found.place) if found else setup.default_marker(play, seat)
    if not start:
        return
    number, place = start
    play.change_army(seat, number, at=place)
    taken = {}
    if found and found.order.units != Units():
        there = {"spearman": play.province(place).spearman}
        try:
            taken = pick_units(found.order.units, there, place)
        except ImpossibleError as impossible:
            found.wish.flaw = impossible.problem
            taken = _spearmen_at_most(found.order.units, there["spearman"])
        play.add_to_province(place, **negative(taken))
        play.add_to_army(seat, number, taken)
    yield laps.Placement(StartArmy(number, (place,), Units(tuple(taken.items()))), not found)


def _spearmen_at_most(units: Units, standing: int) -> dict[str, int]:
    """Return what is taken where something else was ordered than is there: spearmen alone (M91)."""
    wanted = [number for unit, number in units.counts if unit == "spearman" and not units.every]
    most = standing if ALL in wanted else min(standing, sum(wanted))
    return {"spearman": most} if most else {}


def tell_starts(play: SwordsPlay, seat: str, placed: Sequence[laps.Placement]) -> None:
    """Tell where a seat's armies start, and with which spearmen."""
    starts = sorted(laps.placements_of(placed, StartArmy), key=lambda start: start[0].army)
    for order, default in starts:
        if default:
            play.tell_default(seat, str(order), setup.WHY_HEARTLAND)
    armies = {order.army: order.places[0] for order, _ in starts}
    counted = {order.army: sum(count for _, count in order.units.counts) for order, _ in starts}
    taken = {number: count for number, count in counted.items() if count}
    play.tell(Deployed(seat=seat, provinces=(), armies=armies, taken=taken))


STARTING = laps.Course(
    name="deploy",
    laps=(laps.Lap((StartArmy,), start_army),) * len(ARMIES),
    tell=tell_starts,
    title="the armies",
    deed=lambda play: "places an army",
    about="What the armies hold, and where they start.",
    end=(setup.give_koku, plan.return_turn_markers),
)
"""Three laps of an army marker."""


class Claimed(SeatEvent, frozen=True):
    """A seat claimed an empty province in its turn, and placed two more spearmen (M56)."""

    province: str
    """``""``: none was free."""
    spearmen: tuple[str, ...]
    """Where the two went."""


class CardsSet(SeatEvent, frozen=True):
    """The units that a seat put on its army card, by army (M58)."""

    armies: dict[str, dict[str, int]]


EVENTS = kinds_in(__name__, Event)
