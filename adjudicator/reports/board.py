"""The board in words: who holds which province, what stands there, what lies next to it."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from adjudicator.boards import Board, load_board
from adjudicator.games.picture import Panel, Picture, Spot, describe_counter, describe_mark
from adjudicator.games.records import Same
from adjudicator.reports import words
from adjudicator.reports.reasons import reason
from adjudicator.reports.text import wrap
from adjudicator.wording.english import begin_sentence


class Block(NamedTuple):
    """A part of the board: the provinces of one holder, or a box beside the map."""

    title: str
    rows: tuple[str, ...]
    """A sentence or more for each province, or for all of which the same is told."""

    @property
    def text(self) -> str:
        """The block as lines of 72 columns."""
        return _lay_out(self)[0]

    @property
    def html(self) -> Markup:
        """The block as a part of a letter."""
        return _lay_out(self)[1]


MOST_KEPT = 64
"""Blocks of which the words are kept: those of a few phases, of all holders and readers."""
MOST_MAPS = 4
"""Maps of which is kept who holds what there."""
SEPARATOR = "·"
"""What stands between the numbers of a province of which no more is told."""
_HEAD = Markup('<p style="margin:12px 0 4px"><b>{}</b></p>')
_LIST = Markup('<ul style="margin:0;padding-left:20px;font-size:14px">\n{}</ul>')


@lru_cache(maxsize=MOST_KEPT)
def _lay_out(block: Block) -> tuple[str, Markup]:
    """Return a block in both formats; most readers of a phase get the same ones."""
    rows = (wrap(row, " " * 2, " " * 6) for row in block.rows)
    listed = "".join(f"<li>{escape(row)}</li>\n" for row in block.rows)
    html = f"{_HEAD.format(block.title)}\n{_LIST.format(Markup(listed))}"
    return "\n".join([wrap(block.title), *rows]), Markup(html)


def describe_board(
    picture: Picture,
    own: Collection[str],
    *,
    whole: bool = False,
    only: Collection[str] | None = None,
) -> list[Block]:
    """Return what a map shows, in words: what is the reader's own (``own``: his colours) first.

    What lies next to a province, and what its card says, is told of those where he has something,
    and of the others the numbers of their cards alone; ``whole``: of all. With ``only`` nothing is
    told but of those provinces. Raises BoardError if the board cannot be read.
    """
    board = picture.board, tuple(picture.board_options.items())
    called = tuple(picture.called.items())
    spots = picture.spots
    if only is not None:
        spots = {place: spot for place, spot in spots.items() if place in only}
    parties = [party.seat for party in picture.parties]
    blocks = []
    for realm in sorted(
        _part_by_holder(Same(spots), picture.called.get("closed")),
        key=lambda x: (x.holder[0] not in own, x.holder[0] not in parties, x.holder[1]),
    ):
        mine = frozenset(realm.seats.intersection(own))  # to all others it reads the same
        blocks.append(_describe_places(board, called, realm.holder, realm.spots, mine, whole))
    panels = picture.panels if only is None else ()
    return [*blocks, *(_describe_panel(picture, panel) for panel in panels)]


def list_provinces(picture: Picture, only: Collection[str] | None = None) -> list[dict[str, Any]]:
    """Return what a map shows of its provinces, or of some, for programs: a table for each."""
    board = load_board(picture.board, picture.board_options)
    return [
        {
            "name": place,
            "owner": spot.owner,
            "contested": spot.contested,
            "closed": spot.closed,
            "pieces": [
                {"seat": seat, "what": what} for seat, what in _stands(picture.called, spot)
            ],
            "signs": [picture.called.get(sign, sign) for sign in spot.signs],
            "region": board.provinces[place].region if place in board.provinces else "",
            "numbers": _numbers(board, place),
            "by_land": [x for x in board.neighbours.get(place, ()) if board.by_land(place, x)],
            "by_sea": [x for x in board.neighbours.get(place, ()) if not board.by_land(place, x)],
        }
        for place, spot in picture.spots.items()
        if only is None or place in only
    ]


class Realm(NamedTuple):
    """The provinces of one holder."""

    holder: tuple[str, str]
    """The party that holds them (``""``: none), and its name or words instead."""
    spots: tuple[tuple[str, Spot], ...]
    seats: frozenset[str]
    """The holder, and who else has something there."""


@lru_cache(maxsize=MOST_MAPS)
def _part_by_holder(same: Same[Mapping[str, Spot]], closed: str | None) -> tuple[Realm, ...]:
    """Part provinces by their holders; most readers of a phase see the same ones."""
    held: dict[tuple[str, str], list[tuple[str, Spot]]] = {}
    for place, spot in same.value.items():
        held.setdefault(_holder(spot, closed), []).append((place, spot))
    return tuple(
        Realm(
            holder,
            tuple(sorted(spots, key=itemgetter(0))),
            frozenset((holder[0], *(seat for _, spot in spots for seat in _seats_in(spot)))),
        )
        for holder, spots in held.items()
    )


def _holder(spot: Spot, closed: str | None) -> tuple[str, str]:
    """Return the party that holds a province, and its name or words instead."""
    if spot.closed:
        return "", begin_sentence(closed or reason("out-of-the-game"))
    if len(spot.contested) > 1:
        return "", str(reason("contested"))
    party = (*spot.contested, spot.owner)[0]
    return party, party or str(reason("held-by-nobody"))


def _seats_in(spot: Spot) -> Iterator[str]:
    """Yield the seats that have something in a province."""
    yield spot.owner
    for each in spot.counters:
        yield each.seat


@lru_cache(maxsize=MOST_KEPT)
def _describe_places(
    board: tuple[str, tuple[tuple[str, bool], ...]],
    called: tuple[tuple[str, str], ...],
    holder: tuple[str, str],
    spots: tuple[tuple[str, Spot], ...],
    own: frozenset[str],
    whole: bool,
) -> Block:
    """Describe the provinces of a holder to who has those colours there.

    ``board`` is its name with its options, and ``called`` what the picture calls things.
    """
    land, names = load_board(board[0], dict(board[1])), dict(called)
    party, title = holder
    rows: dict[tuple[tuple[str, ...], str], list[str]] = {}
    printed: tuple[str, ...] = ()
    for place, spot in spots:
        pieces = tuple(_pieces(names, spot, party))
        is_told = (whole or not own.isdisjoint(_seats_in(spot))) and not spot.closed
        beside = _neighbours(board, place) if is_told else ""
        card = _card(land, place) if is_told else []
        if not is_told and not spot.closed and (numbers := _numbers(land, place)):
            card, printed = [SEPARATOR.join(map(str, numbers.values()))], tuple(numbers)
        shown = [*(names.get(sign, sign) for sign in spot.signs), *card]
        signs = ", ".join(map(words.clean, shown))
        label = f"{words.name(place)} ({signs})" if signs else words.name(place)
        nothing = () if spot.closed else ("empty",)
        rows.setdefault((pieces or nothing, beside), []).append(label)
    told: list[str] = []
    for (pieces, beside), labels in rows.items():
        listed, what = words.listing(labels), "; ".join(pieces)
        if len(labels) > 1 and len(pieces) > 1:
            listed += ", each"
        elif len(labels) > 1 and pieces not in ((), ("empty",)):
            what += " each"
        told.append(f"{listed}{': ' * bool(what)}{what}.{beside}")
    whose = words.name(title) + (" (you)" if party in own else "")
    number = words.count(len(spots), "province", article=False)
    names_of_numbers = f" ({SEPARATOR.join(printed)})" if printed else ""
    return Block(f"{whose}: {number}{names_of_numbers}", tuple(told))


def _pieces(called: Mapping[str, str], spot: Spot, party: str) -> Iterator[str]:
    for seat, what in _stands(called, spot):
        yield _of(seat, party, what)


def _stands(called: Mapping[str, str], spot: Spot) -> Iterator[tuple[str, str]]:
    """Yield what stands in a province, each with whose it is."""
    for counter in spot.counters:
        yield counter.seat, describe_counter(counter, called)
    for mark in spot.marks:
        if mark.count > 0:
            yield mark.seat, describe_mark(mark, called)


def _of(seat: str, party: str, what: str) -> str:
    """Return a piece with whose it is, unless that is clear."""
    return words.clean(what if seat in ("", party) else f"{seat}: {what}")


def _card(board: Board, place: str) -> list[str]:
    """Return the region of a province, and the numbers that are printed on its card."""
    province = board.provinces.get(place)
    region = [f"{province.region} region"] if province and province.region else []
    return region + [f"{name} {number}" for name, number in _numbers(board, place).items()]


def _numbers(board: Board, place: str) -> Mapping[str, int]:
    province = board.provinces.get(place)
    return province.numbers if province else {}


@lru_cache(maxsize=512)
def _neighbours(named: tuple[str, tuple[tuple[str, bool], ...]], place: str) -> str:
    board = load_board(named[0], dict(named[1]))
    near = board.neighbours.get(place, ())
    by_land = words.listing(words.name(x) for x in near if board.by_land(place, x))
    by_sea = words.listing(words.name(x) for x in near if not board.by_land(place, x))
    said = str(reason("next-to", by_land=by_land, by_sea=by_sea))
    return f" {said}" if said else ""


def _describe_panel(picture: Picture, panel: Panel) -> Block:
    names = {-1: "farmers", **{party.colour: party.seat for party in picture.parties}}
    rows = []
    for text, cubes in panel.lines:
        counts = [(names[colour], n) for colour, n in cubes if names.get(colour, text) not in text]
        listed = ", ".join(f"{words.name(name)} {n}" for name, n in counts)
        rows.append(words.clean(f"{text} ({listed})" if listed else text))
    return Block(words.clean(panel.title), tuple(rows))
