"""Reinforcement (§5): what koku buy, seat by seat: units, castles (§9.2), the ninja (§9.1)."""

from typing import Literal

from msgspec.structs import replace

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import spending
from adjudicator.games.gekokujo.chapters.pacts import OFFERING_RULES, make_pacts
from adjudicator.games.gekokujo.chapters.victory import PATH_RULES
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.orders.policies import why_no_other
from adjudicator.games.gekokujo.reasons import error, reword, warning
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.names import plural
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Ninja, count_units
from adjudicator.orders.language.units import ALL

ENDLESS = 999
MISSIONS: dict[str, Literal["sabotage", "diversion"]] = {
    "sabotage": "sabotage",
    "divert": "diversion",
}
"""What field operations are called on the board, by the words of an order."""


def spend_koku(play: GekokujoPlay) -> None:
    """Let the seats spend koku in player order, each as its lines are written (§5.1)."""
    for seat in play.in_order():
        spending.carry_out(play, seat, PATH_RULES)
        spending.carry_out(play, seat, REINFORCEMENT_RULES)
    make_pacts(play)


def _keep(play: GekokujoPlay, seat: str, order: kinds.Keep) -> Deed:
    yield
    play.kept[seat] = order.koku


# Recruiting (§5.1, §5.2)


ALL_PLACED = warning("no-pieces", pieces=printed.MOST_BUSHI)


def why_not_there(play: GekokujoPlay, seat: str, place: str) -> Problem | None:
    """Say why new units cannot be placed in a province (§5.2)."""
    problem = play.why_not_own(seat, place)
    if problem:
        return problem
    if play.position.held.get(place) != seat:
        return warning("not-held", place=place)
    if play.position.ninja.is_on("sabotage", place):
        return warning("sabotage", place=place)
    if count_units(play.units(seat, place)) >= printed.MOST_UNITS:
        return warning("full.already", place=place, most=printed.MOST_UNITS)
    return None


def _wishes(play: GekokujoPlay, order: kinds.Recruit) -> dict[str, int]:
    """Return the kinds and numbers that are ordered. Raises ImpossibleError."""
    arms, counts = list(play.arms), order.units.counts
    if order.units.every == bool(counts):  # “all but 2”: nobody knows of how many
        forbid(error("nothing"))
    listed = list(map(plural, arms))
    wanted = dict[str, int]()
    counts = counts or (("", ALL),)
    unnamed = ("", printed.BUSHI) if len(arms) > 1 else ()
    for unit, number in counts:
        if unit in unnamed:
            likely = ((printed.SPEARMAN if x in unnamed else x, n) for x, n in counts)
            named = replace(order.units, counts=tuple(likely))
            fix = "" if order.units.every else str(replace(order, units=named))
            forbid(error("which-units.recruited", fix, arms=listed))
        kind = unit or arms[0]
        if kind not in arms:
            forbid(error("no-such-unit", arms=listed, unit=plural(kind)))
        wanted[kind] = ENDLESS if number == ALL else wanted.get(kind, 0) + number
    return wanted


def _recruit(play: GekokujoPlay, seat: str, order: kinds.Recruit) -> Deed:
    """Place as many as koku, pieces and room allow, the first province first (G26, G27)."""
    wanted = _wishes(play, order)
    barred = {place: why_not_there(play, seat, place) for place in order.places}
    if all(barred.values()):
        forbid(barred[order.places[0]])
    forbid(play.why_too_dear(seat, min(map(play.price, wanted))))
    if play.bushi(seat) >= printed.MOST_BUSHI:
        forbid(ALL_PLACED)
    yield
    left = dict(wanted)
    why: Problem | None = None
    for place, problem in barred.items():
        placed: dict[str, int] = {}
        for kind in () if problem else left:
            most, limit = _most_that_fit(play, seat, place, kind)
            number = max(0, min(most, left[kind]))
            why = limit if most < left[kind] else why
            if number:
                play.put_units(place, seat, {kind: number})
                play.pay(seat, number * play.price(kind))
                placed[kind] = number
                left[kind] -= number
        why = problem or why
        if placed:
            cost = sum(number * play.price(kind) for kind, number in placed.items())
            play.tell(events.Recruited(seat=seat, province=place, units=placed, cost=cost))
    missing = sum(number for number in left.values() if number < ENDLESS // 2)
    if order.units.up_to or not missing or why is None:
        return None
    here = sum(wanted.values()) - missing
    return reword(why, "recruited-in-part", recruited=here, wanted=sum(wanted.values()))


def _most_that_fit(play: GekokujoPlay, seat: str, place: str, kind: str) -> tuple[int, Problem]:
    """Return how many of a kind can be placed, and why no more."""
    price = play.price(kind)
    room = printed.MOST_UNITS - count_units(play.units(seat, place))
    pieces = printed.MOST_BUSHI - play.bushi(seat)
    affordable = play.purse(seat) // price if price else ENDLESS
    limits = (
        (room, warning("full.now", place=place, most=printed.MOST_UNITS)),
        (pieces, ALL_PLACED),
        (affordable, warning("too-dear.each", price=price)),
    )
    return min(limits, key=lambda limit: limit[0])


# Castles and fortresses (§9.2)


def castle_price(play: GekokujoPlay, seat: str) -> int:
    """Return what a castle costs a seat."""
    return printed.FORTRESS_PRICE if play.builds_fortresses(seat) else printed.CASTLE_PRICE


def _build(play: GekokujoPlay, seat: str, order: kinds.Build) -> Deed:
    fortress, cost = play.builds_fortresses(seat), castle_price(play, seat)
    if order.building == "fortress" and not fortress:
        fix = str(kinds.Build("castle", order.place))
        forbid(error("no-fortress", fix))
    standing = play.castle_of(seat)
    if standing:
        forbid(warning("one-castle", place=standing))
    lost = play.house(seat).castle_lost
    if lost and not (fortress or play.position.options["rebuild castles"] == "all"):
        forbid(error("castle-lost"))
    if lost == play.position.round:
        forbid(warning("castle-lost.this-round"))
    forbid(play.why_not_own(seat, order.place) or play.why_too_dear(seat, cost))
    yield
    play.pay(seat, cost)
    play.change_province(order.place, castle=seat)
    play.tell(events.CastleBuilt(seat=seat, province=order.place, fortress=fortress, cost=cost))


def _fortify(play: GekokujoPlay, seat: str, order: kinds.Fortify) -> Deed:
    place, cost = play.castle_of(seat), printed.FORTIFY_PRICE
    if play.builds_fortresses(seat):
        forbid(error("fortress"))
    if not place:
        forbid(warning("no-castle"))
    if order.place not in ("", place):
        forbid(warning("no-castle.there", str(kinds.Fortify()), place=place))
    if play.land(place).fortified:
        forbid(warning("fortified"))
    forbid(play.why_too_dear(seat, cost))
    yield
    play.pay(seat, cost)
    play.change_province(place, fortified=True)
    play.tell(events.CastleFortified(seat=seat, province=place, cost=cost))


# The ninja (§9.1)


def _hire(
    play: GekokujoPlay, seat: str, order: kinds.HireForOperation | kinds.HireAssassin
) -> Deed:
    """Hire the ninja; whom and where he is to strike as an assassin is told to nobody."""
    if isinstance(order, kinds.HireAssassin):
        forbid(why_no_other(play, seat, order.victim) if order.victim else None)
    elif order.mission == "divert" and order.place in play.board.sets["mandate"]:
        seekers = [each for each in play.survivors() if play.house(each).seeking]
        if seekers:
            forbid(warning("mandate", seekers=seekers))
    master = play.position.ninja.master
    if master == seat:
        forbid(warning("ninja-hired"))
    if master:
        forbid(warning("ninja-hired.by", master=master))
    forbid(play.why_too_dear(seat, printed.NINJA_PRICE))
    yield
    play.pay(seat, printed.NINJA_PRICE)
    if isinstance(order, kinds.HireForOperation):
        mission = MISSIONS[order.mission]
        play.change(ninja=Ninja(seat, mission, order.place))
        play.tell(events.NinjaHired(seat=seat, mission=mission, province=order.place))
    else:
        victim = play.find_seat(order.victim)
        play.change(ninja=Ninja(seat, "assassination", order.place, victim))
        play.tell(events.NinjaHired(seat=seat, mission="assassination"))


REINFORCEMENT_RULES: Rules = {
    kinds.Recruit: _recruit,
    kinds.Keep: _keep,
    kinds.Build: _build,
    kinds.Fortify: _fortify,
    kinds.HireForOperation: _hire,
    kinds.HireAssassin: _hire,
    **OFFERING_RULES,
}
