"""Actions 1, 2 and 6: plans, the spy, the turn order, and who hires the ninja."""

from collections.abc import Mapping

from adjudicator.chance import Chance
from adjudicator.games.contract import Defaulted, Resolution
from adjudicator.games.samurai_swords.edition import BUILD_COST, REGULAR
from adjudicator.games.samurai_swords.events import (
    NinjaHired,
    NinjaReturned,
    PlanRevealed,
    Spied,
    SuccessorNamed,
    TurnOrderSet,
)
from adjudicator.games.samurai_swords.lines import Context, Rule, Rules, carry_out_all
from adjudicator.games.samurai_swords.orders import PreferTurn, Spend, Spy, Successor
from adjudicator.games.samurai_swords.policies import POLICY_RULES
from adjudicator.games.samurai_swords.position import FeudalPosition, Ninja, Plan
from adjudicator.games.samurai_swords.state import Problem, State, cheapest, replace
from adjudicator.orders import Orders


class Planning(Context):
    """The plan that a seat is making."""

    def __init__(self, state: State, plan: Plan):
        super().__init__(state)
        self.plan = plan


def legal_spend(context: Planning, seat: str, order: Spend) -> Problem | None:
    """The koku must be there, and the build bin holds 0 or 2 (Action 1; M15)."""
    koku = context.state.seats[seat].koku
    if order.bin == "build" and order.koku not in (0, BUILD_COST):
        return Problem("build-bin", f"The build bin holds 0 or {BUILD_COST} koku.", hard=True)
    free = koku - context.plan.total + getattr(context.plan, order.bin)
    if order.koku > free:
        return Problem(
            "not-enough-koku",
            f"{order.koku} koku for {order.bin}, but of your {koku} there are {free} left.",
            hard=True,
            fix=str(replace(order, koku=free)) if free and order.bin != "build" else "",
        )
    return None


def do_spend(context: Planning, seat: str, order: Spend) -> None:
    """Put the koku into the bin, in place of what was in it."""
    context.plan = replace(context.plan, **{order.bin: order.koku})


def legal_places(context: Planning, seat: str, order: PreferTurn) -> Problem | None:
    """At least one of the places must be in the game."""
    players = len(context.state.living())
    if all(place > players for place in order.turns):
        return Problem("no-place", f"The places in the turn order are 1 to {players}.", hard=True)
    return None


def do_places(context: Planning, seat: str, order: PreferTurn) -> None:
    """Remember the wanted places."""
    context.plan = replace(context.plan, places=order.turns)


def legal_spy(context: Planning, seat: str, order: Spy) -> Problem | None:
    """The seat must hold the ninja from the round before, and spy on another living seat."""
    state = context.state
    if state.ninja.holder != seat:
        return Problem("no-ninja", "You do not have the ninja.", hard=True)
    if order.victim == seat or state.seats[order.victim].out:
        return Problem("spy-victim", f"{order.victim} has no plan to spy on.", hard=True)
    return None


def do_spy(context: Planning, seat: str, order: Spy) -> None:
    """Name the seat to be spied on."""
    context.state.ninja = replace(context.state.ninja, spied=order.victim)


SPY_RULES: Rules = {Spend: Rule(legal_spend, do_spend), PreferTurn: Rule(legal_places, do_places)}
PLAN_RULES: Rules = {**SPY_RULES, Spy: Rule(legal_spy, do_spy), **POLICY_RULES}


def make_plan(state: State, seat: str, orders: Orders) -> None:
    """Make a seat's plan; koku that are left go to Levy Units (M15).

    A plan made anew, after a look at another's, keeps the parts that nothing is said about: all
    bins, unless one is filled anew, and the wanted places (M32).
    """
    made = state.seats[seat].plan or Plan()
    if any(isinstance(line.order, Spend) for line in orders):
        made = Plan(places=made.places)
    context = Planning(state, made)
    carry_out_all(context, seat, orders, PLAN_RULES)
    left = state.seats[seat].koku - context.plan.total
    if left:
        levy = context.plan.levy + left
        context.plan = replace(context.plan, levy=levy)
        why = "koku that are put nowhere go to levy"
        state.tell(Defaulted(to=(seat,), seat=seat, text=f"spend {levy} on levy", why=why))
    state.set_seat(seat, plan=context.plan)


def planned(position: FeudalPosition, orders: Mapping[str, Orders], chance: Chance) -> Resolution:
    """Carry out the plan phase; the spy phase or the muster follows."""
    state = State(position)
    for seat in state.living():
        name_successors(state, seat, orders.get(seat, Orders()))
        make_plan(state, seat, orders.get(seat, Orders()))
        state.events += state.ordered(seat)
    holder = state.ninja.holder
    if state.ninja.spied:
        state.tell(Spied(seat=holder, on=state.ninja.spied))
        state.tell(_shown(state, state.ninja.spied, to=(holder,)))
        return Resolution(state.frozen(phase="spy"), tuple(state.events))
    if holder:
        state.tell(NinjaReturned(seat=holder))
    return reveal(state, chance)


def spied(position: FeudalPosition, orders: Mapping[str, Orders], chance: Chance) -> Resolution:
    """Carry out the spy phase: the holder may make his plan anew, then all are revealed."""
    state = State(position)
    holder = state.ninja.holder
    make_plan(state, holder, orders.get(holder, Orders()))
    state.events += state.ordered(holder)
    return reveal(state, chance)


def name_successors(state: State, seat: str, orders: Orders) -> None:
    """Appoint successors of assassinated daimyos, before the plan (M16)."""
    chosen = state.seats[seat].policy.successor
    for line in orders:
        if isinstance(line.order, Successor) and line.order.unit != "ronin":
            chosen = line.order.unit
    for number, army in state.seats[seat].armies.items():
        if not army.down:
            continue
        counts = {unit: getattr(army, unit) for unit in REGULAR}
        unit = chosen if counts.get(chosen) else cheapest(counts)
        risen = replace(army, down=False, level=1, wins=0, **{unit: counts[unit] - 1})
        state.set_army(seat, number, risen)
        state.tell(SuccessorNamed(seat=seat, army=number, unit=unit))


def reveal(state: State, chance: Chance) -> Resolution:
    """Reveal the plans, settle the turn order and the ninja; the muster follows."""
    for seat in state.living():
        state.tell(_shown(state, seat))
        state.set_seat(seat, koku=0)
    order = settle_turn_order(state, chance)
    hire_ninja(state)
    return Resolution(state.frozen(phase="muster", turn_order=order), tuple(state.events))


def _shown(state: State, seat: str, to: tuple[str, ...] = ()) -> PlanRevealed:
    """Show a seat's bins to those seats, or to all; the wanted places lie in no bin."""
    plan = state.seats[seat].plan or Plan()
    return PlanRevealed(
        to=to,
        seat=seat,
        turn=plan.turn,
        build=plan.build,
        levy=plan.levy,
        ronin=plan.ronin,
        ninja=plan.ninja,
    )


def settle_turn_order(state: State, chance: Chance) -> tuple[str, ...]:
    """Let bidders choose, most koku first (E5, M30); the others draw (Action 2)."""
    plans = {seat: state.seats[seat].plan or Plan() for seat in state.living()}
    free = list(range(1, len(plans) + 1))
    taken: dict[int, str] = {}
    ties = []
    for bid in sorted({plan.turn for plan in plans.values() if plan.turn}, reverse=True):
        group = [seat for seat, plan in plans.items() if plan.turn == bid]
        if len(group) > 1:
            group = chance.shuffle(group, "turn_order_tie")
            ties.append(tuple(group))
        taken |= _choose(group, plans, free)
    chosen = tuple(taken[place] for place in sorted(taken))
    rest = [seat for seat in plans if seat not in chosen]
    if len(rest) > 1:
        rest = chance.shuffle(rest, "turn_order")
    taken |= dict(zip(free, rest, strict=True))
    order = tuple(taken[place] for place in sorted(taken))
    state.tell(TurnOrderSet(order=order, chosen=chosen, drawn=tuple(rest), ties=tuple(ties)))
    return order


def _choose(group: list[str], plans: dict[str, Plan], free: list[int]) -> dict[int, str]:
    """Give seats that bid the same the places they want; ``free`` shrinks by them.

    All name the best place that is left for them; where several name the same, the first of the
    group, which is in the order of the lot, has it, and the others name their next (E5, M30).
    """
    taken: dict[int, str] = {}
    while group:
        named: dict[int, str] = {}
        for seat in group:
            named.setdefault(next((p for p in plans[seat].places if p in free), free[0]), seat)
        taken |= named
        group = [seat for seat in group if seat not in named.values()]
        free[:] = [place for place in free if place not in named]
    return taken


def hire_ninja(state: State) -> None:
    """The single highest bidder hires the ninja; a tie hires nobody (Action 6)."""
    bids = {s: p.ninja for s in state.living() if (p := state.seats[s].plan) and p.ninja}
    state.ninja = Ninja()
    if not bids:
        return
    best = max(bids.values())
    top = tuple(seat for seat, bid in bids.items() if bid == best)
    if len(top) > 1:
        state.tell(NinjaHired(bid=best, tied=top))
        return
    state.ninja = Ninja(holder=top[0])
    state.tell(NinjaHired(seat=top[0], bid=best))
