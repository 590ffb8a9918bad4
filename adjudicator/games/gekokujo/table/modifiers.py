"""The rule of the highest source (§0.1): what of several bonuses and penalties counts."""

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.games.gekokujo.table.events import Modifier


def weigh(modifiers: Iterable[Modifier]) -> tuple[int, list[Modifier]]:
    """Return what modifiers of one kind add up to, and all of them with what became of each.

    Only the largest bonus and the largest penalty count, both together; of equals the first.
    """
    given = list(modifiers)
    able = [each for each in given if each.counted]
    bonus = max((each for each in able if each.amount > 0), key=_amount, default=None)
    penalty = min((each for each in able if each.amount < 0), key=_amount, default=None)
    judged = []
    for each in given:
        best = bonus if each.amount > 0 else penalty
        beaten = each.counted and best is not None and each is not best
        judged.append(replace(each, counted=False, instead=best.name) if beaten and best else each)
    return sum(each.amount for each in (bonus, penalty) if each), judged


def _amount(modifier: Modifier) -> int:
    return modifier.amount
