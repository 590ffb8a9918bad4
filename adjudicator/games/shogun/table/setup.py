"""Preparation: the table before the first season, who owns what, the first load of the tower."""

from collections.abc import Mapping, Sequence
from typing import Literal

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import GameError, Value
from adjudicator.games.shogun import cards
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.table.changes import from_tray, throw_in
from adjudicator.games.shogun.table.events import Claimed, TowerLoaded
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import Daimyo, Land, ShogunPosition

OPEN_CARDS = 2
"""The province cards that lie open in a draft."""

How = Literal["table", "dealt", "open", "pile"]


def board(options: Mapping[str, Value]) -> Board:
    """Return the side of the board that is played on."""
    return load_board(f"shogun-{options['side']}")


def open_provinces(options: Mapping[str, Value], seats: int) -> list[str]:
    """Return the provinces in play: with three seats the specially marked ones are not."""
    played_on = board(options)
    closed = played_on.sets["unused_with_3_players"] if seats == 3 else ()
    return [name for name in played_on.provinces if name not in closed]


def first_position(
    kind: type[ShogunPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> ShogunPosition:
    """Return the table with nothing on the board. Raises GameError."""
    if options["start"] == "predetermined" and options["side"] != "sun":
        raise GameError("The predetermined start is for the sun side; choose draft or dealt.")
    return kind(
        game=META.name,
        options=options,
        seats={
            seat: Daimyo(chests=cards.CHESTS[len(seats)], supply=cards.ARMIES) for seat in seats
        },
        provinces={name: Land() for name in open_provinces(options, len(seats))},
        pile=tuple(cards.EVENTS),
    )


def give_provinces(play: ShogunPlay) -> None:
    """Give the provinces by the tables, by the deal, or open the draft with two cards."""
    match play.position.options["start"]:
        case "predetermined":
            _give_by_table(play)
        case "dealt":
            _deal(play)
        case _:
            drawn = play.chance.shuffle(list(play.position.provinces), "province cards")
            play.change(cards=tuple(drawn[:OPEN_CARDS]))


def _give_by_table(play: ShogunPlay) -> None:
    """Give each seat its provinces by the tables of the rulebook (sun side)."""
    for seat, names in zip(
        play.position.seats, cards.START_TABLES[len(play.position.seats)], strict=True
    ):
        for province, armies in zip(names.split(), play.groups, strict=True):
            settle(play, seat, province, armies, "table")


def _deal(play: ShogunPlay) -> None:
    """Deal the provinces out; each seat's army groups go to its cards as they come (H29)."""
    drawn = iter(play.chance.shuffle(list(play.position.provinces), "province cards"))
    for armies in play.groups:
        for seat in play.position.seats:
            settle(play, seat, next(drawn), armies, "dealt")


def settle(play: ShogunPlay, seat: str, province: str, armies: int, how: How) -> None:
    """Put an army group into a province that nobody owns."""
    play.add_to_seat(seat, supply=-armies)
    play.set_province(province, Land(owner=seat, armies=armies))
    play.tell(Claimed(seat=seat, province=province, armies=armies, how=how))


def load_tower(play: ShogunPlay) -> None:
    """Throw seven armies of each seat and ten farmers in together; what falls out goes back."""
    for seat in play.position.seats:
        play.add_to_seat(seat, supply=-cards.LOADED_ARMIES)
    play.change(farmers=play.position.farmers - cards.LOADED_FARMERS)
    cubes = dict.fromkeys(play.position.seats, cards.LOADED_ARMIES)
    result = throw_in(play, {**cubes, cards.FARMER: cards.LOADED_FARMERS})
    for colour, number in result.fallen.items():
        from_tray(play, colour, number)
    play.tell(TowerLoaded(thrown=result.thrown, fallen=result.fallen, inside=result.inside))
