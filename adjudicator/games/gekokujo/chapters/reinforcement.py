"""Reinforcement (§5): what koku buy, seat by seat: units, castles (§9.2), the ninja (§9.1)."""

from typing import Literal

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules, carry_out_all
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo.orders.orders import (
    Build,
    Fortify,
    HireAssassin,
    HireForOperation,
    Keep,
    Recruit,
)
from adjudicator.games.gekokujo.orders.policies import why_no_other
from adjudicator.games.gekokujo.printed import (
    BUSHI,
    CASTLE_PRICE,
    FORTIFY_PRICE,
    FORTRESS_PRICE,
    MOST_BUSHI,
    MOST_CASTLES,
    MOST_UNITS,
    NINJA_PRICE,
)
from adjudicator.games.gekokujo.table.events import (
    CastleBuilt,
    CastleFortified,
    NinjaHired,
    Recruited,
)
from adjudicator.games.gekokujo.table.names import plural
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import Ninja, number_of_units
from adjudicator.orders.language.units import ALL


def purse(play: GekokujoPlay, seat: str) -> int:
    """Return the koku that a seat's next line may spend: those in hand that it does not keep."""
    return max(0, play.house(seat).koku - play.kept.get(seat, 0))


def why_too_dear(play: GekokujoPlay, seat: str, cost: int) -> Problem | None:
    """Say why a seat cannot buy anything, or not this."""
    if play.house(seat).path == "assault":
        return warning("assault", "In a round of assault all koku are for ronin.")
    have, kept = purse(play, seat), play.kept.get(seat, 0)
    if have < cost:
        back = f" and you keep {kept} back" if kept else ""
        return warning("too-dear", f"It costs {cost} koku; you have {play.house(seat).koku}{back}.")
    return None


def why_not_own(play: GekokujoPlay, seat: str, place: str) -> Problem | None:
    """Say why a province is not one that a seat controls."""
    if play.owner(place) == seat:
        return None
    owner = play.owner(place)
    who = f"{owner} controls {place}" if owner else f"{place} is neutral"
    return warning("not-yours", f"You do not control {place}: {who}.")


def builds_fortresses(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat's castle is the fortress of the Hōjō."""
    return play.clan(seat) == "Hojo"


def why_no_castle(play: GekokujoPlay, seat: str, order: Build) -> Problem | None:
    """Say why a castle cannot be built."""
    fortress = builds_fortresses(play, seat)
    if order.building == "fortress" and not fortress:
        fix = str(Build("castle", order.place))
        return error("no-fortress", "Only the Hōjō build a fortress.", fix)
    standing = play.castle_of(seat)
    if standing:
        return warning("one-castle", f"One castle a seat: yours stands in {standing}.")
    lost = play.house(seat).castle_lost
    if lost and not (fortress or play.position.options["rebuild castles"] == "all"):
        return error("castle-lost", "Your castle was destroyed; only the Hōjō build again.")
    if lost == play.position.round:
        return warning("castle-lost", "A castle is rebuilt from the round after it was lost on.")
    if sum(bool(land.castle) for land in play.position.provinces.values()) >= MOST_CASTLES:
        return warning("no-castles", f"All {MOST_CASTLES} castles stand on the board.")
    return why_not_own(play, seat, order.place) or why_too_dear(play, seat, price(play, seat))


def price(play: GekokujoPlay, seat: str) -> int:
    """Return what a castle costs a seat."""
    return FORTRESS_PRICE if builds_fortresses(play, seat) else CASTLE_PRICE


def _build(play: GekokujoPlay, seat: str, order: Build) -> None:
    cost = price(play, seat)
    play.pay(seat, cost)
    play.change_province(order.place, castle=seat)
    fortress = builds_fortresses(play, seat)
    play.tell(CastleBuilt(seat=seat, province=order.place, fortress=fortress, cost=cost))


def why_no_fortifying(play: GekokujoPlay, seat: str, order: Fortify) -> Problem | None:
    """Say why a castle cannot be fortified."""
    if builds_fortresses(play, seat):
        return error("fortress", "Your fortress gives +2 always: fortifying would add nothing.")
    standing = play.castle_of(seat)
    if not standing:
        return warning("no-castle", "You have no castle on the board.")
    if order.place and order.place != standing:
        return warning("no-castle", f"Your castle stands in {standing}.", str(Fortify()))
    if play.land(standing).fortified:
        return warning("fortified", "A castle is fortified once a round.")
    return why_too_dear(play, seat, FORTIFY_PRICE)


def _fortify(play: GekokujoPlay, seat: str, order: Fortify) -> None:
    place = play.castle_of(seat)
    play.pay(seat, FORTIFY_PRICE)
    play.change_province(place, fortified=True)
    play.tell(CastleFortified(seat=seat, province=place, cost=FORTIFY_PRICE))


CASTLE_RULES: Rules = {
    Build: Rule(why_no_castle, _build),
    Fortify: Rule(why_no_fortifying, _fortify),
}

MISSIONS: dict[str, Literal["sabotage", "diversion"]] = {
    "sabotage": "sabotage",
    "divert": "diversion",
}
"""What the words of an order are called on the board."""


def why_no_ninja(play: GekokujoPlay, seat: str) -> Problem | None:
    """Say why the ninja cannot be hired."""
    master = play.position.ninja.master
    if master == seat:
        return warning("ninja-hired", "You have hired the ninja already.")
    if master:
        return warning("ninja-hired", f"{master} has hired the ninja this round.")
    return why_too_dear(play, seat, NINJA_PRICE)


def why_no_operation(play: GekokujoPlay, seat: str, order: HireForOperation) -> Problem | None:
    """Say why a field operation is not possible."""
    mandate = order.place in play.board.sets["mandate"]
    if order.mission == "divert" and mandate:
        seekers = [each for each in play.survivors() if play.house(each).seeking]
        if seekers:
            who = " and ".join(seekers)
            return warning(
                "mandate", f"No diversion in a mandate province while {who} seek glory (§9.1)."
            )
    return why_no_ninja(play, seat)


def why_no_assassin(play: GekokujoPlay, seat: str, order: HireAssassin) -> Problem | None:
    """Say why an assassin cannot be hired."""
    wrong = why_no_other(play, seat, order.victim) if order.victim else None
    return wrong or why_no_ninja(play, seat)


def _operate(play: GekokujoPlay, seat: str, order: HireForOperation) -> None:
    mission = MISSIONS[order.mission]
    _hire(play, seat, Ninja(master=seat, mission=mission, place=order.place))
    play.tell(NinjaHired(seat=seat, mission=mission, province=order.place))


def _assassinate(play: GekokujoPlay, seat: str, order: HireAssassin) -> None:
    victim = play.find_seat(order.victim, seat) if order.victim else ""
    ninja = Ninja(master=seat, mission="assassination", place=order.place, victim=victim)
    _hire(play, seat, ninja)
    play.tell(NinjaHired(seat=seat, mission="assassination"))


def _hire(play: GekokujoPlay, seat: str, ninja: Ninja) -> None:
    play.pay(seat, NINJA_PRICE)
    play.change(ninja=ninja)


NINJA_RULES: Rules = {
    HireForOperation: Rule(why_no_operation, _operate),
    HireAssassin: Rule(why_no_assassin, _assassinate),
}

ENDLESS = 999


def reinforce(play: GekokujoPlay) -> None:
    """Let the seats spend their koku in player order, each as its lines are written (§5.1)."""
    for seat in play.in_order():
        reinforce_seat(play, seat)


def reinforce_seat(play: GekokujoPlay, seat: str) -> None:
    """Let a seat do what comes first, and then spend its koku line by line."""
    for begin in play.rules.openings:
        begin(play, seat)
    carry_out_all(play, seat, play.orders[seat], spending_rules(play))
    play.kept = {}


def spending_rules(play: GekokujoPlay) -> Rules:
    """Return how the orders of reinforcement are judged and done, those of modules with them."""
    rules = dict(REINFORCEMENT_RULES)
    for more in play.rules.spending:
        rules |= more
    return rules


def why_no_recruits(play: GekokujoPlay, seat: str, order: Recruit) -> Problem | None:
    """Say why nobody can be recruited as ordered."""
    wanted = _wishes(play, order)
    problems = [why_not_there(play, seat, place) for place in order.places]
    if all(problems):
        return problems[0]
    cheapest = min(play.price(kind) for kind in wanted)
    return why_too_dear(play, seat, cheapest) or _why_no_piece(play, seat)


def why_not_there(play: GekokujoPlay, seat: str, place: str) -> Problem | None:
    """Say why new units cannot be placed in a province (§5.2)."""
    problem = why_not_own(play, seat, place)
    if problem:
        return problem
    if play.position.held.get(place) != seat:
        return warning("not-held", f"You did not control {place} when the round began (§5.2).")
    ninja = play.position.ninja
    if ninja.mission == "sabotage" and ninja.place == place:
        return warning("sabotage", f"{place} is sabotaged: nobody recruits there this round.")
    if number_of_units(play.units(seat, place)) >= MOST_UNITS:
        return warning("full", f"{place} holds {MOST_UNITS} of your units already.")
    return None


def _why_no_piece(play: GekokujoPlay, seat: str) -> Problem | None:
    if play.bushi(seat) >= MOST_BUSHI:
        return warning("no-pieces", f"All your {MOST_BUSHI} bushi are on the board.")
    return None


def _wishes(play: GekokujoPlay, order: Recruit) -> dict[str, int]:
    """Return the kinds and numbers that are ordered. Raises ImpossibleError."""
    kinds = list(play.rules.arms)
    listed = ", ".join(map(plural, kinds))
    counts = order.units.counts or ((("", ENDLESS),) if order.units.every else ())
    wanted = {}
    for unit, number in counts:
        kind = unit or kinds[0]
        if unit in ("", BUSHI) and len(kinds) > 1:
            forbid(error("which-units", f"Say which you recruit: {listed}."))
        if kind not in kinds:
            forbid(error("no-such-unit", f"Recruit {listed}: there is no {kind} in this game."))
        wanted[kind] = ENDLESS if number == ALL else number
    if not wanted:
        forbid(error("nothing", "Say how many are recruited."))
    return wanted


def _recruit(play: GekokujoPlay, seat: str, order: Recruit) -> Problem | None:
    """Place as many as koku, pieces and room allow, the first province first (G26, G27)."""
    wanted = _wishes(play, order)
    left = dict(wanted)
    why: Problem | None = None
    for place in order.places:
        placed: dict[str, int] = {}
        problem = why_not_there(play, seat, place)
        for kind in () if problem else left:
            number, limit = _possible(play, seat, place, kind, left[kind])
            why = limit or why
            if number:
                play.put_units(place, seat, {kind: number})
                play.pay(seat, number * play.price(kind))
                placed[kind] = number
                left[kind] -= number
        why = problem or why
        if placed:
            cost = sum(number * play.price(kind) for kind, number in placed.items())
            play.tell(Recruited(seat=seat, province=place, units=placed, cost=cost))
    missing = sum(number for number in left.values() if number < ENDLESS // 2)
    if order.units.every or order.units.up_to or not missing or why is None:
        return None
    here = sum(wanted.values()) - missing
    return warning(why.code, f"Recruited {here} of {sum(wanted.values())}: {why.message}")


def _possible(
    play: GekokujoPlay, seat: str, place: str, kind: str, wanted: int
) -> tuple[int, Problem | None]:
    """Return how many of a kind can be placed, and what the limit was if it is fewer."""
    price = play.price(kind)
    limits = (
        (
            MOST_UNITS - number_of_units(play.units(seat, place)),
            f"{place} holds {MOST_UNITS} of your units.",
            "full",
        ),
        (MOST_BUSHI - play.bushi(seat), f"All your {MOST_BUSHI} bushi stand.", "no-pieces"),
        (
            purse(play, seat) // price if price else wanted,
            f"Your koku do for no more at {price} koku each.",
            "too-dear",
        ),
    )
    most, message, code = min(limits, key=lambda each: each[0])
    if most >= wanted:
        return wanted, None
    return max(0, most), warning(code, message)


def _why_not_keep(play: GekokujoPlay, seat: str, order: Keep) -> Problem | None:
    return None


def _keep(play: GekokujoPlay, seat: str, order: Keep) -> None:
    play.kept[seat] = order.koku


REINFORCEMENT_RULES: Rules = {
    Recruit: Rule(why_no_recruits, _recruit),
    Keep: Rule(_why_not_keep, _keep),
    **CASTLE_RULES,
    **NINJA_RULES,
}
"""Of the basic game; modules add theirs."""
