"""Reinforcement (§5): recruiting and all that koku buy, seat by seat in player order."""

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules, carry_out_all
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo.chapters.castles import CASTLE_RULES
from adjudicator.games.gekokujo.chapters.ninja import NINJA_RULES
from adjudicator.games.gekokujo.orders.blanks import plural
from adjudicator.games.gekokujo.orders.orders import Keep, Recruit
from adjudicator.games.gekokujo.printed import BUSHI, MOST_BUSHI, MOST_UNITS
from adjudicator.games.gekokujo.table.events import Recruited
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_units
from adjudicator.games.gekokujo.table.purse import purse, why_not_own, why_too_dear
from adjudicator.orders.language.units import ALL

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
