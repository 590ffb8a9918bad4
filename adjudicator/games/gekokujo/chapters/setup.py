"""The beginning (§2): an empty table, clans and first units; positions of rule cases."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine import codec
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.meta import META, border_options
from adjudicator.games.gekokujo.orders.orders import Rank, StartWith
from adjudicator.games.gekokujo.printed import BUSHI, CLANS, FREE_PICKS, SPEARMAN
from adjudicator.games.gekokujo.reasons import reason
from adjudicator.games.gekokujo.table.events import ClanTaken, LotsDrawn
from adjudicator.games.gekokujo.table.names import clan_of_name, clans_of_names
from adjudicator.games.gekokujo.table.play import GekokujoPlay, GekokujoPosition, House, Land

How = Literal["ranked", "left", "given"]


def board(options: Mapping[str, Value]) -> Board:
    """Return the board, with its doubtful borders as the options have them."""
    return load_board(printed.BOARD, border_options(options))


def first_position(
    kind: type[GekokujoPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> GekokujoPosition:
    """Return the table with nothing on the board.

    Raises GameError for two seats that are called like one clan.
    """
    called: dict[str, str] = {}
    for seat in seats:
        clan = clan_of_name(seat)
        if clan and called.setdefault(clan, seat) != seat:
            raise GameError(reason("clan-twice", called=called[clan], seat=seat, clan=clan))
    return kind(
        game=META.name,
        options=options,
        seats={seat: House() for seat in seats},
        provinces={name: Land() for name in board(options).provinces},
    )


def settle_options(seats: Any, options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Let there be no draft where every new seat is called like a clan (G81). Raises GameError."""
    if isinstance(seats, Mapping) or not all(map(clan_of_name, seats)):
        return options
    if options.get("clans") == "draft":
        raise GameError(reason("nothing-to-draft"))
    return {**options, "clans": "given"}


def settle(
    play: GekokujoPlay, seat: str, clan: str, how: How, passed: tuple[str, ...], bushi: str
) -> None:
    """Give a seat its clan, with the first units in its province and the first koku (§2.3)."""
    home = printed.CLANS[clan].home
    play.change_seat(seat, clan=clan, koku=printed.START_KOKU)
    play.change_province(home, owner=seat)
    play.put_units(home, seat, {printed.DAIMYO: printed.START_DAIMYOS, bushi: printed.START_BUSHI})
    play.tell(ClanTaken(seat=seat, clan=clan, province=home, how=how, passed=passed, bushi=bushi))


class _Given(msgspec.Struct):
    """What is asked of the table of a rule case before it is a position."""

    phase: str = ""
    turn_order: tuple[str, ...] = ()
    seats: dict[str, dict[str, Any]] = {}
    provinces: dict[str, Land] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The seats that it names anywhere."""
        lands = self.provinces.values()
        there = (name for land in lands for name in (land.owner, *land.units, land.castle))
        return tuple(dict.fromkeys(filter(None, (*self.seats, *self.turn_order, *there))))


def fill_table(
    kind: type[GekokujoPosition], table: Mapping[str, Any], options: Mapping[str, Value]
) -> GekokujoPosition:
    """Make a position from the table of a rule case. Raises GameError.

    Seats that control something or stand somewhere are added; a seat named after a clan plays it,
    others what is left. Without ``turn_order`` it is as the seats come, and in reinforcement those
    that it leaves out come last. Without ``active`` it is the first seat's turn; without ``held``
    control is as when the round began. The phase is the campaign, or the moves. Provinces that are
    not named are neutral and empty.
    """
    given, lands = codec.convert(_Given, table), board(options).provinces
    if unknown := sorted(set(given.provinces) - set(lands)):
        raise GameError(reason("no-province", place=unknown[0][:40]))
    phase = given.phase or ("campaign" if options["timing"] == "turns" else "move")
    order = tuple(table.get("turn_order", given.names))
    active = order[0] if order and options["campaign"] == "turns" else ""
    if phase == "reinforce":
        order = tuple(dict.fromkeys((*order, *given.names)))
    clans = {} if phase == "draft" else clans_of_names(given.names)
    return codec.convert(
        kind,
        {
            "phase": phase,
            "active": active if phase in ("campaign", "move") else "",
            "held": {place: each.owner for place, each in given.provinces.items() if each.owner},
            **table,
            "game": META.name,
            "options": options,
            "turn_order": order,
            "provinces": {place: given.provinces.get(place, Land()) for place in lands},
            "seats": {
                name: {"clan": clans.get(name, ""), **given.seats.get(name, {})}
                for name in given.names
            },
        },
    )


# The draft of the clans (§2.2), and clans that are given


def draw_lots(play: GekokujoPlay) -> None:
    """Determine the random player order; the draft goes through it from its end (§2.2.2.1)."""
    order = tuple(play.chance.shuffle(list(play.position.seats), "player order"))
    play.change(lots=order)
    play.tell(LotsDrawn(order=order))


def choose_clans(play: GekokujoPlay) -> None:
    """Give every seat its clan and what it begins with.

    Without a draft that is the clan that it is named after, and of the others what is left (G19).
    """
    if play.position.options["clans"] == "draft":
        draft_clans(play)
        return
    for seat, clan in clans_of_names(tuple(play.position.seats)).items():
        settle(play, seat, clan, "given", (), first(play, seat))


def draft_clans(play: GekokujoPlay) -> None:
    """Let the seats pick from their rankings, the last of the order first (§2.2.2.2).

    A seat that is called like a clan picks that clan, and nobody else does (G81).
    """
    regions: set[str] = set()
    called = {seat: clan_of_name(seat) for seat in play.position.seats}
    free = [clan for clan in CLANS if clan not in called.values()]
    for number, seat in enumerate(reversed(play.position.lots)):
        open_to_all = number >= FREE_PICKS
        able = [clan for clan in free if open_to_all or CLANS[clan].region not in regions]
        named = [] if called[seat] else ranking(play, seat)
        able = able or free
        clan = called[seat] or next(each for each in (*named, *CLANS) if each in able)
        how: How = "given" if called[seat] else "ranked" if clan in named else "left"
        passed = tuple(named[: named.index(clan)] if clan in named else named)
        settle(play, seat, clan, how, passed, first(play, seat))
        free = [each for each in free if each != clan]
        regions.add(CLANS[clan].region)


def who_chooses(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seats that rank clans or choose their first unit."""
    chooses = play.asks_for(StartWith)
    return tuple(seat for seat in play.position.seats if chooses or ranks_clans(play, seat))


def ranks_clans(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat drafts: one that is called like a clan has nothing to rank (G81)."""
    return play.asks_for(Rank) and not clan_of_name(seat)


def ranking(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the clans that a seat ranks; several lines go on where the one before ended."""
    return list(dict.fromkeys(clan for wish in play.wishes(seat, Rank) for clan in wish.clans))


def first(play: GekokujoPlay, seat: str) -> str:
    """Return the kind of a seat's first bushi."""
    if BUSHI in play.arms:
        return BUSHI
    order = play.wish(seat, StartWith)
    return order.unit if order and order.unit in play.arms else SPEARMAN
