"""Quick play, for three to five: its setup, and its two victories (M55 to M64).

Fewer cards are dealt, provinces are claimed, army cards are filled. Samurai Swords, chapter 8;
Ikusa, Quick-Play Rules.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from adjudicator.games.contract import Default, SeatEvent
from adjudicator.games.engine import PhaseRule, Problem
from adjudicator.games.engine.lines import Deed, Rules, carry_out_all
from adjudicator.games.engine.problems import ImpossibleError, forbid
from adjudicator.games.samurai_swords.chapters import fall, laps, muster, plan, setup
from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.reasons import error, reason, refuse, warning
from adjudicator.games.samurai_swords.table import troops, turns
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, counts, regulars, size
from adjudicator.orders import Finding, Order, Orders
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
_WHY_CARD = reason("default.card")
PROVINCES = {3: 40, 4: 35, 5: 30}
"""Of the 68 provinces those that win, by seats."""


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


class ClaimPlacing(laps.Placing):
    """A free province, which a spearman claims (M56, M57)."""

    kind: type[Order] = orders.Claim
    why = reason("default.claim")

    def places(self, play: SwordsPlay, colour: str) -> Iterable[str]:
        """Return all; none in a rehearsal, for defaults depend on what others claim (M57)."""
        return play.position.provinces if play.fate is None else ()

    def why_not(self, play: SwordsPlay, colour: str, order: Order, place: str) -> Problem | None:
        """Say why it cannot be claimed: it must be free."""
        owner = play.owner(place)
        if owner == colour:
            return error("not-empty.yours", place=place)
        return error("not-empty.of-seat", place=place, owner=owner) if owner else None

    def put(self, play: SwordsPlay, colour: str, placed: laps.Placement) -> laps.Placement:
        """Put a spearman there."""
        play.change_province(placed.place, owner=colour)
        play.add_to_province(placed.place, spearman=1)
        return placed


class Spearman(ClaimPlacing):
    """A spearman in an own province, the one that was just claimed too."""

    kind = orders.ReinforceSingly
    why = reason("default.spearman")

    def why_not(self, play: SwordsPlay, colour: str, order: Order, place: str) -> Problem | None:
        """Say why no spearman goes there: it must be an own province with room."""
        land = play.province(place)
        if not land.owner:
            return warning(laps.NOT_CLAIMED, place=place)
        if land.owner != colour:
            return error("not-yours", place=place)
        if land.spearman >= MOST_SPEARMEN:
            return error("spearmen-full", place=place, most=MOST_SPEARMEN)
        return None


def tell_claim(play: SwordsPlay, seat: str, placed: Sequence[laps.Placement]) -> None:
    """Tell what was placed in one turn."""
    claims = [each.place for each in placed if isinstance(each.order, orders.Claim)]
    spearmen = tuple(each.place for each in placed[len(claims) :])
    play.tell(Claimed(seat=seat, province="".join(claims), spearmen=spearmen))


CLAIMING = laps.LapPhase(
    name="claim",
    laps=((ClaimPlacing(), *[Spearman()] * SPEARMEN),) * CLAIMS,
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
            roomy = [
                (size(army), number)
                for number, army in play.colour(seat).armies.items()
                if muster.room_in_army(army, unit)
            ]
            if roomy:
                play.add_to_army(seat, min(roomy)[1], {unit: 1})
    for number, army in sorted(play.colour(seat).armies.items()):
        given = troops.minus(counts(army), counts(before[number]))
        some = Units(tuple((unit, given[unit]) for unit in CARD if given.get(unit)))
        if some.counts:
            play.tell_default(seat, str(orders.TakeUnits(number, some)), str(_WHY_CARD))


def tell_cards(play: SwordsPlay) -> None:
    """Open all cards, now that none can be changed any more."""
    for seat in play.survivors():
        armies = sorted(play.colour(seat).armies.items())
        play.tell(CardsSet(seat=seat, armies={number: counts(army) for number, army in armies}))


def _units_to_place(play: SwordsPlay, seat: str) -> dict[str, int]:
    """Return the units that are not on a card yet."""
    there = [counts(army) for army in play.colour(seat).armies.values()]
    return {unit: most - sum(army.get(unit, 0) for army in there) for unit, most in CARD.items()}


def _take_units(play: SwordsPlay, seat: str, order: orders.TakeUnits) -> Deed:
    army = play.army(seat, order.army)
    if army is None:
        refuse("no-army", army=order.army)
    left = _units_to_place(play, seat)
    taken = troops.pick_units(order.units, left, reason("left-for-card"))
    forbid(troops.army_problem(troops.plus(counts(army), taken), order.army))
    yield
    play.add_to_army(seat, order.army, taken)


CARD_RULES: Rules = {orders.TakeUnits: _take_units}


# Army markers (6)


class Start(setup.Marker):
    """The marker of an army, which may take spearmen there onto its card (M59)."""

    kind = orders.StartArmy

    def put(self, play: SwordsPlay, colour: str, placed: laps.Placement) -> laps.Placement:
        """Let the army stand there, and take what is there of what it shall take."""
        super().put(play, colour, placed)
        number, place, wanted = placed.order.army, placed.place, placed.order.units
        standing = play.province(place).spearman
        try:
            taken = troops.pick_units(wanted, {"spearman": standing}, place)
        except ImpossibleError as impossible:
            assert placed.wish is not None
            taken = _spearmen_at_most(wanted, standing)
            fewer = replace(placed.order, units=Units(tuple(taken.items())))
            fix = str(fewer) if taken.keys() == {unit for unit, _ in wanted.counts} else ""
            placed.wish.flaw = replace(impossible.problem, fix=fix)
        play.add_to_province(place, **troops.negative(taken))
        play.add_to_army(colour, number, taken)
        order = orders.StartArmy(number, (place,), Units(tuple(taken.items())))
        return replace(placed, order=order)


def _spearmen_at_most(wanted: Units, standing: int) -> dict[str, int]:
    """Return what is taken where something else was ordered than is there: spearmen alone (M91)."""
    kinds = ("spearman", "") if not wanted.every else ()  # a number alone means the only kind
    some = [number for unit, number in wanted.counts if unit in kinds]
    most = standing if ALL in some else min(standing, sum(some))
    return {"spearman": most} if most else {}


STARTING = laps.LapPhase(
    name="deploy",
    laps=((Start(),),) * len(ARMIES),
    tell=setup.tell_deployment,
    title="the armies",
    deed=lambda play: "places an army",
    about="What the armies hold, and where they start.",
    before=(turns.in_turn_order(fill_card), tell_cards),
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


# Winning the game


def judge_quick_play(play: SwordsPlay) -> None:
    """End the game at the first elimination, or when a seat has enough provinces (M62, M63)."""
    if len(play.survivors()) < len(play.position.colours):
        _win_by_most(play)
    else:
        fall.win_with_provinces(play)


def provinces_to_win(play: SwordsPlay) -> int:
    """Return how many provinces win; of another board the same share, rounded up (M90)."""
    return fall.share_of_box(play, PROVINCES[min(max(len(play.position.seats), 3), 5)])


def _win_by_most(play: SwordsPlay) -> None:
    """Let the seat win that owns the most provinces; then by units, then by lot (M62)."""
    owned = {seat: (len(play.provinces_of(seat)), _units(play, seat)) for seat in play.survivors()}
    provinces, units = best = max(owned.values())
    strongest = [seat for seat in owned if owned[seat] == best]
    drawn = len(strongest) > 1 and not play.rehearsal
    winner = (play.chance.shuffle(strongest, "victory") if drawn else strongest)[0]
    equals = [most for most, _ in owned.values()].count(provinces)
    facts = {"seat": winner, "provinces": provinces, "equals": equals, "units": units}
    fall.end_game(play, (winner,), reason("won.lot" if drawn else "won.quick", **facts))


def _units(play: SwordsPlay, seat: str) -> int:
    """Count regular units and daimyos, on the card and on the board."""
    forces = sum(regulars(play.province(place)) for place in play.provinces_of(seat))
    return forces + sum(regulars(army) + 1 for army in play.colour(seat).armies.values())


# What can and what should be ordered


def _legal_cards(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if orders.TakeUnits in play.rules.orders.get(play.position.phase, ()) and play.can_act(seat):
        yield from _find_cards(play, seat, CARD_RULES)


def _find_cards(play: SwordsPlay, seat: str, kinds: Collection[type[Order]]) -> Iterator[Order]:
    if orders.TakeUnits in kinds:
        units = product(play.colour(seat).armies, CARD)
        yield from (orders.TakeUnits(number, Units(((unit, 1),))) for number, unit in units)


def _sensible(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Guard the borders; the default is to claim what rounds off one's land."""
    if play.position.phase == "claim" and play.can_act(seat):
        guarded = tuple(at for at in muster.border(play, seat)[:CLAIMS] for _ in range(SPEARMEN))
        yield from [orders.ReinforceSingly(guarded)] * bool(guarded)


def _warn_of_rivals(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of lines that come to nothing if others claim their provinces before."""
    if play.position.phase != "claim":
        return
    order = play.position.turn_order
    rivals = order.index(seat) if seat in order and not play.position.active else 0
    for outcome in best.outcomes[seat]:
        done = outcome.line.branches[outcome.branch].order
        if not outcome.is_done or not isinstance(done, orders.Claim | orders.ReinforceSingly):
            continue
        free = {place for place in done.places if not play.owner(place)}
        certain = isinstance(done, orders.ReinforceSingly) and free < set(done.places)
        if isinstance(done, orders.Claim):
            certain = len(free) > rivals
            rivals += (len(order) - 1) * min(len(free), CLAIMS)
        if not certain:
            risk = warning("depends-on-others", places=sorted(free))
            yield risk.finding(outcome.line.number, str(done))


def _defaults(play: SwordsPlay, seat: str, given: Orders) -> Iterator[Default]:
    """Say in words what depends on others: what is claimed where the lists say nothing."""
    if play.position.phase == "claim":
        yield Default("", str(reason("default.claims", place=ClaimPlacing.why)))
        yield Default("", str(reason("default.spearmen", place=Spearman.why)))


QUICK_PLAY = SwordsModule(
    name="quick play",
    played=is_quick,
    set_up=(deal_fewer, setup.draw_setup_order, clear_cards),
    events=(Claimed, CardsSet),
    phases=(
        *laps.phases_of(CLAIMING),
        PhaseRule(
            name="cards",
            title=turns.title("the army cards"),
            about="What the armies hold.",
            played=laps.is_in_turn,
            when=turns.is_first_round,
            asks=turns.everybody,
            may=turns.everybody,
            steps=(laps.CHANGE_POLICIES, *STARTING.before),
        ),
        *laps.phases_of(STARTING),
    ),
    orders={
        "claim": (orders.Claim, orders.ReinforceSingly, *orders.POLICIES),
        "cards": (orders.TakeUnits, *orders.POLICIES),
        "deploy": (orders.StartArmy, *orders.POLICIES),
    },
    numbers={"level": LEVEL},
    legal_orders=(CLAIMING.find_legal_orders, _legal_cards, STARTING.find_legal_orders),
    candidates=(STARTING.find_candidates, _find_cards),
    steady=(_sensible,),
    defaults=(_defaults,),
    to_win=(provinces_to_win,),
    victories=(judge_quick_play,),
    remarks=(_warn_of_rivals,),
)
"""Quick play as a module."""

CARDS_TOGETHER = SwordsModule(
    name="cards together",
    played=lambda options: is_quick(options) and not laps.is_in_turn(options),
    orders={"deploy": (orders.TakeUnits,)},
)
"""Where all is set up from the lists of all, cards come with the markers (M55)."""
