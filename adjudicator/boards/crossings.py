"""Borders that cross: with such a pair no map can show provinces as shapes that touch."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from adjudicator.boards.board import Pair

Point = tuple[float, float]


def undrawable(places: Mapping[str, Point], borders: Iterable[Pair]) -> str:
    """Why borders cannot be drawn as touching provinces at these places, in a clause; or ``""``.

    The places may be degrees or pixels: stretching a map crosses no borders.
    """
    borders = tuple(borders)
    most = max(1, 3 * len(places) - 6)  # of any map (Euler); more are not searched
    if len(borders) > most:
        return (
            f"{len(borders)} land borders between {len(places)} provinces: no more than {most} can "
            "be drawn without crossings; take borders away"
        )
    if (pair := crossing(places, borders)) is None:
        return ""
    (a, b), (c, d) = pair
    return (
        f"the border {a}-{b} crosses the border {c}-{d}: move one of these provinces "
        "(its `at`) or take a border away"
    )


def crossing(places: Mapping[str, Point], borders: Iterable[Pair]) -> tuple[Pair, Pair] | None:
    """Two borders that cross as straight lines between these places, if there are any."""
    for one, two in combinations(borders, 2):
        ends = (places[name] for name in (*one, *two))
        if len({*one, *two}) == 4 and _cross(*ends):
            return one, two
    return None


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
