"""The map with a seat's own orders as they stand, before they are carried out."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import Default, Game
from adjudicator.games.picture import Arrow, Badge, Picture
from adjudicator.games.sketch import Sketched
from adjudicator.orders import Line, Orders, read_orders
from adjudicator.orders.orders import for_colour


def picture_of_orders(
    game: Game,
    view: Any,
    orders: Orders,
    defaults: Sequence[Default],
    *,
    later: bool = False,
    warned: Collection[int] | None = None,
) -> Picture | None:
    """What a seat sees, and its orders; None if nothing of them can be drawn.

    What may fail is doubtful: lines with a warning, alternatives, branches with a condition, and
    all orders for a ``later`` phase than that of the view. ``view`` is the seat's own, so nobody
    else's secrets are in it. ``warned`` are the lines that a check of these orders warns of, if
    there was one.
    """
    seat = view.viewer
    if warned is None and not later:
        findings = game.check(view, seat, orders)
        warned = {finding.line for finding in findings if finding.severity == "warning"}
    marks = [
        (each.line, _mark(each, doubtful=later or each.line.number in (warned or ())))
        for each in game.sketch(view, seat, orders)
    ]
    marks += _defaults(game, view, seat, defaults)
    if not marks:
        return None
    once = [mark for _, mark in dict.fromkeys(marks)]  # alternatives that look alike
    return replace(
        game.picture(view, ()),
        arrows=tuple(dict.fromkeys(mark for mark in once if isinstance(mark, Arrow))),
        badges=tuple(mark for mark in once if isinstance(mark, Badge)),
        clashes=(),
    )


def _mark(each: Sketched, doubtful: bool) -> Arrow | Badge:
    first, *_ = each.line.branches
    unsure = doubtful or each.branch is not first or each.branch.when is not None
    return replace(each.mark, doubtful=unsure)


def _defaults(
    game: Game, view: Any, seat: str, defaults: Sequence[Default]
) -> Iterator[tuple[Line, Arrow | Badge]]:
    language = game.language(view, "", seat)
    text = "\n".join(for_colour(each.colour, each.text) for each in defaults if each.text)
    if language is not None and text:
        for each in game.sketch(view, seat, read_orders(text, language).orders):
            yield each.line, replace(each.mark, default=True)
