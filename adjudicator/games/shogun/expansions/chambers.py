"""Expansion 4: Chambers. Most provinces in a region win chambers; rows and columns score."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec.structs import replace

from adjudicator.games.contract import Column, Default, Event
from adjudicator.games.engine import Problem
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.picture import Panel
from adjudicator.games.records import Record
from adjudicator.games.shogun.chapters import year
from adjudicator.games.shogun.reasons import reason, warning
from adjudicator.games.shogun.shown import cubes
from adjudicator.games.shogun.table.events import Row
from adjudicator.games.shogun.table.play import ShogunModule, ShogunPlay
from adjudicator.orders import Names, Order, Orders
from adjudicator.orders.language.slots import NameList
from adjudicator.wording import Reason

DRAWN = 6
"""How many chambers are drawn each season: the six seasons use all 36."""

MARKERS = 15
"""The markers of each seat."""

LINES = (*"abcdef", *"123456")
"""The rows and columns of the chamber board."""

_NEUTRAL = ""
NOTHING = "nothing"
"""Among the chambers that a seat wants: none of those after it."""

SPACES = tuple(f"{row}{column}" for row in "abcdef" for column in range(1, 7))
"""The spaces of the chamber board: six rows, a to f, and six columns (H19)."""


class Chambers(Record, frozen=True):
    """The chambers, each in one place."""

    regions: tuple[str, ...] = ()
    """The row of region tiles."""
    bag: tuple[str, ...] | None = None
    """Those not yet drawn; None, in a case: all that are nowhere else."""
    shown: tuple[str, ...] = ()
    """Those that lie face up."""
    hidden: tuple[str, ...] = ()
    """Those that were turned face down."""
    held: Mapping[str, str] = {}
    """Those that seats have won."""


class ChamberChoice(Order, frozen=True):
    """Which chambers you want, best first; those not named follow in the order of the board.

    With `nothing` at the end you want none but those named; `chambers nothing` declines them all.
    """

    syntax = "(chambers|chamber) <spaces>"
    also = ("(take|occupy) (chambers|chamber) <spaces>",)
    examples = ("chambers c3, d4, a1", "chambers c3, nothing")

    spaces: Annotated[tuple[str, ...], NameList("chamber", ranked=True)]


class ChambersShown(Event, frozen=True):
    """The chambers that can be won this season, and the row of region tiles."""

    chambers: tuple[str, ...]
    regions: tuple[str, ...]


class ChamberWon(Event, frozen=True):
    """A seat with the most provinces of a region took a chamber."""

    region: str
    seat: str
    """``""``: the region is empty."""
    chamber: str
    """``""``: there was none to take, no marker, or the seat declined."""
    provinces: int
    tied: bool = False
    """Whether later ones in the turn order have as many provinces."""


def shuffle_regions(play: ShogunPlay) -> None:
    """Lay the region tiles in a random row."""
    tiles = play.chance.shuffle(list(play.board.regions), "region tiles")
    play.change_part(Chambers, regions=tuple(tiles))


def show_chambers(play: ShogunPlay) -> None:
    """Draw six chambers from the bag and lay them open."""
    state = play.part(Chambers)
    drawn, bag = play.draw(state.bag or (), "chambers", DRAWN)
    shown = tuple(sorted(drawn))
    play.change_part(Chambers, shown=shown, bag=bag)
    play.tell(ChambersShown(chambers=shown, regions=state.regions))


def win_chambers(play: ShogunPlay) -> None:
    """Region by region, who has most provinces there exchanges an open chamber for his marker.

    Ties go to the earlier in the turn order (H33). What stays open is turned face down, and the
    first region tile goes to the end.
    """
    regions = play.part(Chambers).regions
    for region in regions:
        _win(play, region)
    state = play.part(Chambers)
    play.change_part(
        Chambers,
        hidden=tuple(sorted((*state.hidden, *state.shown))),
        shown=(),
        regions=(*regions[1:], *regions[:1]),
    )


def _win(play: ShogunPlay, region: str) -> None:
    state, order = play.part(Chambers), play.position.turn_order
    counts = {
        seat: sum(play.board.provinces[name].region == region for name in play.provinces_of(seat))
        for seat in order
    }
    most, best = year.most_of(counts)
    if not best:
        play.tell(ChamberWon(region=region, seat="", chamber="", provinces=0))
        return
    seat = best[0]
    chamber = _choice(play, seat)
    if chamber:
        shown = tuple(each for each in state.shown if each != chamber)
        play.change_part(Chambers, shown=shown, held={**state.held, chamber: seat})
    play.tell(ChamberWon(region, seat, chamber, most, len(best) > 1))


def _choice(play: ShogunPlay, seat: str) -> str:
    state = play.part(Chambers)
    if _count(play, seat) >= MARKERS:
        return ""
    order = play.wish(seat, ChamberChoice)
    wanted = (*(order.spaces if order else ()), *state.shown, NOTHING)
    choice = next(each for each in wanted if each in (*state.shown, NOTHING))
    return "" if choice == NOTHING else choice


def score_chambers(play: ShogunPlay, seat: str) -> Iterator[Row]:
    """Give the value of a row or column, by the options (H19), for most markers in it.

    Who ties gets one point less.
    """
    state, options = play.part(Chambers), play.position.options
    holders = {**state.held, **dict.fromkeys(state.hidden, _NEUTRAL)}
    values = f"{options['chamber rows']} {options['chamber columns']}".split()
    for line, value in zip(LINES, values, strict=True):
        what = "chamber row" if line.isalpha() else "chamber column"
        row = Row(what, int(value), where=line)
        counts = Counter(holders[each] for each in holders if line in each)
        if best := year.rows_for_most(counts, row).get(seat):
            yield best


def _begin(play: ShogunPlay) -> Chambers:
    state = play.part(Chambers)
    out = {*state.shown, *state.hidden, *state.held}
    rest = tuple(each for each in SPACES if each not in out)
    regions = state.regions or tuple(play.board.regions)
    return replace(state, regions=regions, bag=rest if state.bag is None else state.bag)


def _judge(play: ShogunPlay, seat: str, order: ChamberChoice) -> Iterator[Problem]:
    shown = play.part(Chambers).shown
    for space in order.spaces:
        if space not in (*shown, NOTHING):
            yield warning("not-open", space=space, shown=list(shown))


def _legal_orders(play: ShogunPlay, seat: str) -> Iterator[Order]:
    if shown := play.part(Chambers).shown:
        yield from (ChamberChoice((space,)) for space in (*shown, NOTHING))


def _defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    shown = play.part(Chambers).shown
    if shown and not any(play.lines(seat, ChamberChoice)):
        yield Default(f"chambers {', '.join(shown)}", str(reason("default.chamber")))


def _panels(play: ShogunPlay) -> Iterator[Panel]:
    state = play.part(Chambers)
    lines = []
    for row in "abcdef":
        held = Counter(state.held[each] for each in sorted(state.held) if each.startswith(row))
        shown = (each for each in state.shown if each.startswith(row))
        lines.append((" ".join((row, *shown)), cubes(play, held)))
    yield Panel("Chambers", tuple(lines))


def _faults(play: ShogunPlay) -> Iterator[Reason]:
    state = play.part(Chambers)
    everywhere = (*(state.bag or ()), *state.shown, *state.hidden, *state.held)
    if sorted(everywhere) != sorted(SPACES):
        yield reason("fault.chamber-places")
    if not set(state.held.values()) <= set(play.position.seats):
        yield reason("fault.chamber-of-nobody")
    for seat in play.position.seats:
        if _count(play, seat) > MARKERS:
            yield reason("fault.too-many-chambers", seat=seat, most=MARKERS)
    if sorted(state.regions) != sorted(play.board.regions):
        yield reason("fault.region-tiles")


def _count(play: ShogunPlay, seat: str) -> int:
    return list(play.part(Chambers).held.values()).count(seat)


MODULE = ShogunModule(
    name="chambers",
    part=Chambers,
    begin=(_begin,),
    events=kinds_in(__name__, Event),
    names=(Names("chamber", {**dict.fromkeys(SPACES, ()), NOTHING: ("none",)}),),
    steps_after={
        year.turn_up_events: (shuffle_regions,),
        year.lay_out_cards: (show_chambers,),
        year.end_season: (win_chambers,),
    },
    orders={"plan": (ChamberChoice,), "carry out": (ChamberChoice,)},
    judges={ChamberChoice: _judge},
    scores=(score_chambers,),
    legal_orders=(_legal_orders,),
    defaults=(_defaults,),
    columns=((Column("Chambers"), lambda play, seat: str(_count(play, seat))),),
    panels=(_panels,),
    faults=(_faults,),
)
