"""Expansion 4: Chambers. Most provinces in a region win chambers; rows and columns score."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec.structs import replace

from adjudicator.games.contract import Column, Default, Event
from adjudicator.games.picture import Panel
from adjudicator.games.shogun.events import Row
from adjudicator.games.shogun.expansions import names
from adjudicator.games.shogun.expansions.state import Chambers
from adjudicator.games.shogun.panels import cubes
from adjudicator.games.shogun.rules import Module, Problem
from adjudicator.games.shogun.scene import Play, Scene
from adjudicator.games.shogun.winter import give_points
from adjudicator.orders import Order, Orders
from adjudicator.orders.slots import NameList

DRAWN = 6
"""How many chambers are drawn each season: the six seasons use all 36."""

MARKERS = 15
"""The markers of each seat."""

VALUES: Mapping[str, int] = {
    **dict(zip("abcdef", (1, 2, 3, 3, 2, 1), strict=True)),
    **dict(zip("123456", (1, 2, 3, 3, 2, 1), strict=True)),
}
"""What most markers in a row (a to f) or a column (1 to 6) are worth (H19)."""

_NEUTRAL = ""


class ChamberChoice(Order, frozen=True):
    """Which chambers you want, best first; those not named follow in the order of the board."""

    syntax = "chambers <spaces>"
    also = ("chamber <spaces>",)
    examples = ("chambers c3, d4, a1",)

    spaces: Annotated[tuple[str, ...], NameList("chamber")]


class ChambersShown(Event, frozen=True):
    """The chambers that can be won this season, and the row of region tiles."""

    chambers: tuple[str, ...]
    regions: tuple[str, ...]


class ChamberWon(Event, frozen=True):
    """A seat with the most provinces of a region (``tied`` with later ones) took a chamber.

    ``seat`` is ``""`` if the region is empty; ``chamber`` if there was none to take, or no marker.
    """

    region: str
    seat: str
    chamber: str
    provinces: int
    tied: bool = False


def shuffle_regions(play: Play) -> None:
    """Lay the region tiles in a random row."""
    _state(play).regions = tuple(play.chance.shuffle(list(play.board.regions), "region tiles"))


def show_chambers(play: Play) -> None:
    """Draw six chambers from the bag and lay them open."""
    state = _state(play)
    drawn = play.chance.shuffle(state.bag, "chambers")[:DRAWN]
    state.shown = tuple(sorted(drawn))
    state.bag = tuple(each for each in state.bag if each not in drawn)
    play.tell(ChambersShown(chambers=state.shown, regions=state.regions))


def win_chambers(play: Play) -> None:
    """Region by region, who has most provinces there exchanges an open chamber for his marker.

    Ties go to the earlier in the turn order (H33). What stays open is turned face down, and the
    first region tile goes to the end.
    """
    state = _state(play)
    for region in state.regions:
        _win(play, region)
    state.hidden = tuple(sorted((*state.hidden, *state.shown)))
    state.shown = ()
    state.regions = (*state.regions[1:], *state.regions[:1])


def score_chambers(play: Play) -> None:
    """Most markers of a row or column bring its value; who ties gets one point less."""
    for seat in play.position.seats:
        give_points(play, seat, [row for line in VALUES for row in _line_rows(play, seat, line)])


def _win(play: Play, region: str) -> None:
    state, order = _state(play), play.position.turn_order
    counts = {
        seat: sum(play.board.provinces[name].region == region for name in play.own(seat))
        for seat in order
    }
    most = max(counts.values(), default=0)
    best = [seat for seat in order if counts[seat] == most > 0]
    if not best:
        play.tell(ChamberWon(region=region, seat="", chamber="", provinces=0))
        return
    seat = best[0]
    chamber = _choice(play, seat)
    if chamber:
        state.shown = tuple(each for each in state.shown if each != chamber)
        state.held[chamber] = seat
    play.tell(
        ChamberWon(region=region, seat=seat, chamber=chamber, provinces=most, tied=len(best) > 1)
    )


def _choice(play: Play, seat: str) -> str:
    state = _state(play)
    if list(state.held.values()).count(seat) >= MARKERS:
        return ""
    order = play.wish(seat, ChamberChoice)
    wanted = (each for each in (order.spaces if order else ()) if each in state.shown)
    return next(wanted, state.shown[0] if state.shown else "")


def _line_rows(play: Play, seat: str, line: str) -> Iterator[Row]:
    state = _state(play)
    counts = dict.fromkeys((*play.position.seats, _NEUTRAL), 0)
    for chamber, holder in (*state.held.items(), *((each, _NEUTRAL) for each in state.hidden)):
        if line in chamber:
            counts[holder] += 1
    most = max(counts.values())
    if counts[seat] == most > 0:
        tied = list(counts.values()).count(most) > 1
        what = "chamber row" if line.isalpha() else "chamber column"
        yield Row(what, VALUES[line] - tied, most, line, tied=tied)


def _begin(scene: Scene) -> dict[str, Chambers]:
    state = scene.position.chambers or Chambers()
    out = {*state.shown, *state.hidden, *state.held}
    bag = tuple(each for each in names.CHAMBERS if each not in out)
    regions = state.regions or tuple(scene.board.regions)
    return {"chambers": replace(state, regions=regions, bag=bag)}


def _state(scene: Scene) -> Chambers:
    assert scene.position.chambers is not None
    return scene.position.chambers


def _judge(scene: Scene, seat: str, order: ChamberChoice) -> Iterator[Problem]:
    shown = _state(scene).shown
    for space in order.spaces:
        if scene.position.phase == "plan" and space not in shown:
            message = f"{space} is not open. Open are: {', '.join(shown)}."
            yield Problem("warning", "not-open", message)


def _offers(scene: Scene, seat: str) -> Iterator[Order]:
    if scene.position.phase in ("plan", "carry out"):
        yield from (ChamberChoice((space,)) for space in _state(scene).shown)


def _gaps(scene: Scene, seat: str, orders: Orders) -> Iterator[Default]:
    shown = _state(scene).shown
    ordered = any(isinstance(each.order, ChamberChoice) for each in orders)
    if scene.position.phase in ("plan", "carry out") and shown and not ordered:
        yield Default(f"chambers {', '.join(shown)}", "No chamber is named.")


def _panels(scene: Scene) -> Iterator[Panel]:
    state = _state(scene)
    lines = []
    for row in "abcdef":
        held = [state.held[each] for each in sorted(state.held) if each.startswith(row)]
        shown = [each for each in state.shown if each.startswith(row)]
        counts = {seat: held.count(seat) for seat in dict.fromkeys(held)}
        lines.append((f"{row} {' '.join(shown)}".strip(), cubes(scene, counts)))
    yield Panel("Chambers", tuple(lines))


def _faults(scene: Scene) -> Iterator[str]:
    state = _state(scene)
    everywhere = (*state.bag, *state.shown, *state.hidden, *state.held)
    if sorted(everywhere) != sorted(names.CHAMBERS):
        yield "the chambers are not each in one place"
    for seat in scene.position.seats:
        if list(state.held.values()).count(seat) > MARKERS:
            yield f"{seat} holds more than {MARKERS} chambers"
    if sorted(state.regions) != sorted(scene.board.regions):
        yield "the region tiles are not those of the box"


def _held(scene: Scene, seat: str) -> str:
    return str(list(_state(scene).held.values()).count(seat))


CHAMBERS = Module(
    name="chambers",
    steps={
        "set up": (shuffle_regions,),
        "lay out": (show_chambers,),
        "season end": (win_chambers,),
    },
    kinds={"plan": (ChamberChoice,), "carry out": (ChamberChoice,)},
    judges={ChamberChoice: _judge},
    scores=(score_chambers,),
    offers=(_offers,),
    gaps=(_gaps,),
    columns=((Column("Chambers"), _held),),
    panels=(_panels,),
    faults=(_faults,),
    begin=(_begin,),
)
