"""Actions 1, 2 and 9: successors, plans, a spy's look at one, the turn order; income."""

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.chapters.moves import carry_out_in_any_order
from adjudicator.games.samurai_swords.chapters.ninja import SPY_RULES
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.reasons import reason, refuse
from adjudicator.games.samurai_swords.table import events
from adjudicator.games.samurai_swords.table.events import Collected
from adjudicator.games.samurai_swords.table.play import SwordsPlay, cheapest
from adjudicator.games.samurai_swords.table.position import Plan


def name_successors_at_once(play: SwordsPlay, seat: str) -> None:
    """Appoint successors of assassinated daimyos as the round begins, before the plan (M16).

    By an option they are appointed when the plans are there.
    """
    if play.position.options["successors"] == "before the plans":
        name_successors(play, seat)


def name_successors(play: SwordsPlay, seat: str) -> None:
    """Appoint successors of those assassinated daimyos who have none (M16)."""
    for number, unit in heirs(play, seat):
        left = getattr(play.colour(seat).armies[number], unit) - 1
        level = play.rules.numbers["level"]
        play.change_army(seat, number, down=False, level=level, wins=0, **{unit: left})
        play.tell(events.SuccessorNamed(seat=seat, army=number, unit=unit))


def heirs(play: SwordsPlay, seat: str) -> Iterator[tuple[str, str]]:
    """Yield the armies whose daimyo is assassinated, and the unit that succeeds him (M16)."""
    policy = play.colour(seat).policy
    wishes = {"": policy.successor, **policy.successors}
    for line in play.orders[seat]:
        if isinstance(line.order, orders.Successor) and line.order.unit != "ronin":
            wishes[line.order.army] = line.order.unit
    for number, army in play.colour(seat).armies.items():
        counts = {unit: getattr(army, unit) for unit in edition.REGULAR}
        wish = wishes.get(number, wishes[""])
        if army.down and any(counts.values()):
            yield number, wish if counts.get(wish) else cheapest(counts)


def make_plan(play: SwordsPlay, seat: str) -> None:
    """Make a seat's plan; koku that are left go to Levy Units (M15).

    A plan made anew, after a look at another's, keeps the parts that nothing is said about: all
    bins, unless one is filled anew, and the wanted places (M32).
    """
    lines = play.orders[seat].lines
    before = play.plan(seat)
    anew = any(isinstance(line.order, orders.Spend) for line in lines)
    play.change_colour(seat, plan=Plan(places=before.places) if anew else before)
    carry_out_in_any_order(play, seat, {**play.rules.any_time, **PLAN_RULES})
    plan = play.plan(seat)
    left = play.colour(seat).koku - plan.total
    if left:
        levy = plan.levy + left
        play.change_colour(seat, plan=replace(plan, levy=levy))
        play.tell_default(seat, f"spend {levy} on levy", str(reason("default.koku")))


def make_plan_anew(play: SwordsPlay, seat: str) -> None:
    """Let a seat change its plan if its ninja has seen another's (Ninja as a Spy)."""
    if seat == play.position.ninja.holder and play.position.ninja.spied:
        make_plan(play, seat)


def spend(play: SwordsPlay, seat: str, order: orders.Spend) -> Deed:
    """Put koku into a bin instead of what was in it; the build bin holds 0 or 2 (Action 1; M15)."""
    if order.bin == "build" and order.koku not in (0, edition.BUILD_COST):
        refuse("build-bin.all-or-nothing", cost=edition.BUILD_COST)
    koku = play.colour(seat).koku
    plan = play.plan(seat)
    free = koku - plan.total + getattr(plan, order.bin)
    if order.koku > free:
        fix = str(replace(order, koku=free)) if free and order.bin != "build" else ""
        refuse("not-enough-koku.left", fix, wanted=order.koku, bin=order.bin, left=free, koku=koku)
    yield
    play.change_colour(seat, plan=replace(plan, **{order.bin: order.koku}))


def prefer_places(play: SwordsPlay, seat: str, order: orders.PreferTurn) -> Deed:
    """Remember the wanted places, at least one of which must be in the game."""
    players = len(play.survivors())
    if all(place > players for place in order.turns):
        refuse("no-place", last=players)
    yield
    play.change_colour(seat, plan=replace(play.plan(seat), places=order.turns))


SPENDING_RULES: Rules = {orders.Spend: spend, orders.PreferTurn: prefer_places}
PLAN_RULES: Rules = {**SPENDING_RULES, **SPY_RULES}


def send_spy(play: SwordsPlay) -> None:
    """Show the ninja's holder the plan that he spies on; without a spy the ninja leaves him."""
    ninja = play.position.ninja
    if ninja.spied:
        play.tell(events.Spied(seat=ninja.holder, on=ninja.spied))
        _show_plan(play, ninja.spied, to=(ninja.holder,))
    elif ninja.holder:
        play.tell(events.NinjaReturned(seat=ninja.holder))


def reveal_plans(play: SwordsPlay) -> None:
    """Show all plans; the koku are spent."""
    for seat in play.survivors():
        _show_plan(play, seat)
        play.change_colour(seat, koku=0)


def _show_plan(play: SwordsPlay, seat: str, to: tuple[str, ...] = ()) -> None:
    """Show a seat's bins to those seats, or to all; the wanted places lie in no bin."""
    plan = play.plan(seat)
    play.tell(
        events.PlanRevealed(seat, plan.turn, plan.build, plan.levy, plan.ronin, plan.ninja, to=to)
    )


def settle_turn_order(play: SwordsPlay) -> None:
    """Let bidders choose, most koku first (E5, M30); the others draw (Action 2)."""
    plans = {seat: play.plan(seat) for seat in play.survivors()}
    free = list(range(1, len(plans) + 1))
    taken: dict[int, str] = {}
    ties = []
    for bid in sorted({plan.turn for plan in plans.values() if plan.turn}, reverse=True):
        group = [seat for seat, plan in plans.items() if plan.turn == bid]
        if len(group) > 1:
            group = play.chance.shuffle(group, "turn_order_tie")
            ties.append(tuple(group))
        groups = [[seat] for seat in group] if play.edition.tied_choose_in_turn else [group]
        for choosing in groups:
            taken |= _choose_places(choosing, plans, free)
    chosen = tuple(taken[place] for place in sorted(taken))
    rest = [seat for seat in plans if seat not in chosen]
    if len(rest) > 1:
        rest = play.chance.shuffle(rest, "turn_order")
    taken |= dict(zip(free, rest, strict=True))
    order = tuple(taken[place] for place in sorted(taken))
    play.change(turn_order=order)
    play.tell(events.TurnOrderSet(order=order, chosen=chosen, drawn=tuple(rest), ties=tuple(ties)))


def _choose_places(group: list[str], plans: dict[str, Plan], free: list[int]) -> dict[int, str]:
    """Give seats that choose together the places they want; ``free`` shrinks by them.

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


def clear_trays(play: SwordsPlay) -> None:
    """Empty the planning trays; a mission is given for one round."""
    for seat in play.survivors():
        play.change_colour(seat, plan=None, mission=None)


def collect_koku(play: SwordsPlay) -> None:
    """Pay one koku for three provinces, but never less than three (Action 9)."""
    for seat in play.survivors():
        provinces = len(play.provinces_of(seat))
        koku = max(edition.LEAST_INCOME, provinces // edition.PROVINCES_A_KOKU)
        play.change_colour(seat, koku=koku)
        play.tell(Collected(seat=seat, provinces=provinces, koku=koku))


def return_turn_markers(play: SwordsPlay) -> None:
    """Put the markers of the turn order back (Setup 8, Action 9)."""
    play.change(turn_order=())
