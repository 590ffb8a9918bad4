"""Standard and quick play for three to five: how they are set up, and how they are won.

Standard play deals all provinces, and 35 of them win (Setup; M20). Quick play has a setup with
claims, and two victories of its own (Samurai Swords, chapter 8; Ikusa, Quick-Play Rules; M55 to
M64).
"""

from collections.abc import Iterator, Mapping

from adjudicator.games.contract import Default, Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords.chapters import fall, laps, muster, plan, setup, war
from adjudicator.games.samurai_swords.chapters.muster import border
from adjudicator.games.samurai_swords.edition import REINFORCED
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.modes import quick_setup
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.own_board import provinces_to_win
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Branch, Finding, Line, Order, Orders
from adjudicator.orders.language.units import Units
from adjudicator.orders.language.words import number_of


def is_standard(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options is set up and won as the rulebook's chapters say."""
    return not is_quick(options)


def win_at_once(play: SwordsPlay) -> None:
    """End the game if a seat owns enough provinces, in the middle of a turn too (M20)."""
    if play.position.options["win"] == "at once":
        fall.win_with_provinces(play)


def _legal_deployment(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "deploy" and play.can_act(seat):
        waiting = [n for n, army in play.colour(seat).armies.items() if not army.at]
        markers_only = laps.is_in_turn(play.position.options) and laps.number(play) > REINFORCED
        for place in play.provinces_of(seat):
            if play.province(place).spearman <= 1 and not markers_only:
                yield orders.Reinforce((place,))
            if play.army_in(place) is None:
                yield from (orders.PlaceArmy(army, (place,)) for army in waiting)


def _sensible_deployment(play: SwordsPlay, seat: str) -> Iterator[Line]:
    if play.position.phase == "deploy" and play.can_act(seat):
        order = orders.Reinforce(tuple(border(play, seat)[:REINFORCED]))
        yield Line((Branch(order),))


STANDARD_PLAY = SwordsModule(
    name="standard play",
    played=is_standard,
    set_up=(setup.deal_provinces,),
    phases=(
        PhaseRule(
            name="swords",
            when=turns.is_first_round,
            steps=(setup.draw_setup_order, setup.give_koku),
        ),
        laps.at_once(setup.DEPLOYMENT),
        laps.in_turn(setup.DEPLOYMENT),
    ),
    orders={"deploy": (orders.Reinforce, orders.PlaceArmy, *orders.POLICIES)},
    alone={"deploy": (war.change_policies, laps.play_alone(setup.DEPLOYMENT))},
    numbers={"level": 1},
    legal_orders=(_legal_deployment,),
    steady=(_sensible_deployment,),
    to_win=(lambda play: provinces_to_win(play.board),),
    victories=(win_at_once,),
)
"""Standard play as a module."""

IN_TURN = SwordsModule(name="in turn", played=laps.is_in_turn, part=laps.Laps)
"""A setup lap by lap (M75), as a module."""


def judge_round(play: SwordsPlay) -> None:
    """End the game after all nine actions if a seat owns enough provinces (M65)."""
    fall.win_with_provinces(play, " at the end of the round")


def foretell_victory(play: SwordsPlay) -> Iterator[str]:
    """Say who wins if nothing changes until the end of the round (M65)."""
    for seat in play.survivors():
        count = len(play.provinces_of(seat))
        if count >= play.to_win and not play.over:
            owned = number_of(count, "province")
            wins = f"wins with {play.to_win} or more at the end of this round"
            yield f"{seat} owns {owned} and {wins}."


LONGER_GAME = SwordsModule(
    name="longer game",
    played=lambda options: options["win"] == "end of round" and not options.get("two players"),
    steps_after={plan.collect_koku: (judge_round,)},
    notes=(foretell_victory,),
)
"""The longer game as a module."""


PROVINCES = {3: 40, 4: 35, 5: 30}
"""Of the 68 provinces those that win, by seats."""
_OF_BOX = 68
_RANKED = 4
"""Provinces of a claim that is only possible."""
_MOST_LISTED = 2 * quick_setup.CLAIMS
"""Provinces that a sensible player ranks, for others claim too."""


# Winning the game


def judge_quick_play(play: SwordsPlay) -> None:
    """End the game at the first elimination, or when a seat has enough provinces (M62, M63)."""
    if len(play.survivors()) < len(play.position.colours):
        _win_by_most(play)
    else:
        fall.win_with_provinces(play)


def quick_provinces_to_win(play: SwordsPlay) -> int:
    """Return how many provinces win; of another board the same share, rounded up (M90)."""
    of_box = PROVINCES[min(max(len(play.position.seats), 3), 5)]
    return -(-of_box * len(play.position.provinces) // _OF_BOX)


def _win_by_most(play: SwordsPlay) -> None:
    """Let the seat win that owns the most provinces; then by units, then by lot (M62)."""
    count = {seat: len(play.provinces_of(seat)) for seat in play.survivors()}
    most = [seat for seat in count if count[seat] == max(count.values())]
    units = {seat: _units(play, seat) for seat in most}
    strongest = [seat for seat in most if units[seat] == max(units.values())]
    drawn = len(strongest) > 1 and not play.rehearsal
    winner = (play.chance.shuffle(strongest, "victory") if drawn else strongest)[0]
    why = f"{winner} owns {number_of(count[winner], 'province')} at the first elimination"
    if len(most) > 1:
        why += f", and {number_of(units[winner], 'unit')}"
    fall.end_game(play, (winner,), f"{why}; the lot decided" if drawn else why)


def _units(play: SwordsPlay, seat: str) -> int:
    """Count regular units and daimyos, on the card and on the board."""
    forces = sum(regulars(play.province(place)) for place in play.provinces_of(seat))
    return forces + sum(regulars(army) + 1 for army in play.colour(seat).armies.values())


# What can and what should be ordered


def _legal(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if not play.can_act(seat):
        return
    mine = play.provinces_of(seat)
    if play.position.phase == "claim":
        free = [at for at in play.position.provinces if not play.owner(at)]
        yield from (orders.Claim(each) for each in _windows(free, _RANKED))
        roomy = [at for at in mine if play.province(at).spearman < quick_setup.MOST_SPEARMEN]
        yield from (orders.ReinforceSingly(each) for each in _windows(roomy, quick_setup.SPEARMEN))
    armies = play.colour(seat).armies
    if orders.TakeUnits in play.rules.orders.get(play.position.phase, ()):
        yield from (
            orders.TakeUnits(number, Units(((unit, 1),)))
            for number in armies
            for unit in quick_setup.CARD
        )
    if play.position.phase == "deploy":
        free = [at for at in mine if play.army_in(at) is None]
        for number in (number for number, army in armies.items() if not army.at):
            yield from (orders.StartArmy(number, (at,)) for at in free)
            some = Units((("spearman", 1),))
            yield from (
                orders.StartArmy(number, (at,), some) for at in free if play.province(at).spearman
            )


def _windows(places: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Yield the provinces that follow one another, so many at a time, each once the first."""
    for at in range(len(places)):
        yield tuple((places[at:] + places[:at])[:size])


def _sensible(play: SwordsPlay, seat: str) -> Iterator[Line]:
    """Claim what rounds off one's land, and guard its borders."""
    if play.position.phase != "claim" or not play.can_act(seat):
        return
    mine = set(play.provinces_of(seat))
    free = {place for place in play.position.provinces if not play.owner(place)}
    ranked: list[str] = []
    while free and len(ranked) < _MOST_LISTED:

        def near(place: str) -> int:
            return len(mine & set(play.neighbours(place)))

        ranked.append(min(free, key=lambda place: (-near(place), place)))
        free.discard(ranked[-1])
        mine.add(ranked[-1])
    if ranked:
        yield Line((Branch(orders.Claim(tuple(ranked))),))
    guarded = [place for place in muster.border(play, seat)[: quick_setup.CLAIMS] for _ in range(2)]
    if guarded:
        yield Line((Branch(orders.ReinforceSingly(tuple(guarded))),))


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
            rivals += (len(order) - 1) * min(len(free), quick_setup.CLAIMS)
        if not certain:
            message = f"Others may claim {', '.join(sorted(free))} before you."
            number, code = outcome.line.number, "depends-on-others"
            yield Finding(number, code, "warning", str(done), message)


def _defaults(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say in words what depends on others: what is claimed where the lists say nothing."""
    if play.position.phase == "claim" and not play.position.active:
        where = "where your list names no province that is free, you claim"
        yield Default("", f"{where} {quick_setup.WHY_CLAIM}")
        where = "where your list names no province that has room, spearmen go to"
        yield Default("", f"{where} {quick_setup.WHY_REINFORCE}")


QUICK_PLAY = SwordsModule(
    name="quick play",
    played=is_quick,
    set_up=(quick_setup.deal_fewer, setup.draw_setup_order, quick_setup.clear_cards),
    events=quick_setup.EVENTS,
    phases=(laps.at_once(quick_setup.CLAIMING), laps.in_turn(quick_setup.CLAIMING)),
    orders={"claim": (orders.Claim, orders.ReinforceSingly, *orders.POLICIES)},
    alone={"claim": (war.change_policies, laps.play_alone(quick_setup.CLAIMING))},
    numbers={"level": quick_setup.LEVEL},
    legal_orders=(_legal,),
    steady=(_sensible,),
    defaults=(_defaults,),
    to_win=(quick_provinces_to_win,),
    victories=(judge_quick_play,),
    remarks=(_warn_of_rivals,),
)
"""Quick play as a module."""

_CARDS = (turns.in_turn_order(quick_setup.fill_card), quick_setup.tell_cards)

QUICK_TOGETHER = SwordsModule(
    name="quick play together",
    played=lambda options: is_quick(options) and not laps.is_in_turn(options),
    phases=(laps.at_once(quick_setup.STARTING, *_CARDS),),
    orders={"deploy": (orders.TakeUnits, orders.StartArmy, *orders.POLICIES)},
    alone={
        "deploy": (
            war.change_policies,
            quick_setup.fill_card,
            laps.play_alone(quick_setup.STARTING),
        )
    },
)
"""Its setup from the lists of all (M55), as a module."""

QUICK_IN_TURN = SwordsModule(
    name="quick play in turn",
    played=lambda options: is_quick(options) and laps.is_in_turn(options),
    phases=(
        PhaseRule(
            name="cards",
            title=turns.title("the army cards"),
            about="What the armies hold.",
            when=turns.is_first_round,
            asks=turns.everybody,
            may=turns.everybody,
            steps=(laps.CHANGE_POLICIES, *_CARDS),
        ),
        laps.in_turn(quick_setup.STARTING),
    ),
    orders={
        "cards": (orders.TakeUnits, *orders.POLICIES),
        "deploy": (orders.StartArmy, *orders.POLICIES),
    },
    alone={
        "cards": (war.change_policies, quick_setup.fill_card),
        "deploy": (war.change_policies, laps.play_alone(quick_setup.STARTING)),
    },
)
"""Its setup lap by lap (M75), as a module."""

MODULES = (STANDARD_PLAY, QUICK_PLAY, QUICK_TOGETHER, QUICK_IN_TURN, IN_TURN)
