"""Preparation: the table before the first season, who starts where, the first load of the tower."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine import codec
from adjudicator.games.engine.plain import seats_in
from adjudicator.games.shogun import cards
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.orders.orders import Claim, DrawBelow, Group, Groups, Renew
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table.events import CardsRenewed, Claimed, How, TowerLoaded
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import (
    Daimyo,
    Land,
    ShogunPosition,
    open_provinces,
    with_supplies,
)


def first_position(
    kind: type[ShogunPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> ShogunPosition:
    """Return the table with nothing on the board. Raises GameError."""
    if options["start"] == "predetermined" and options["side"] != "sun":
        raise GameError(reason("predetermined"))
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
    """Give the provinces by the tables (sun side), or dealt, or open the draft with two cards.

    Of those that are dealt, each seat's army groups go to its cards as they come (H29).
    """
    seats, start = play.position.seats, play.position.options["start"]
    if start == "predetermined":
        for seat, names in zip(seats, cards.START_TABLES[len(seats)], strict=True):
            for province, armies in zip(names.split(), play.groups, strict=True):
                settle(play, seat, province, armies, "table")
        return
    drawn = play.chance.shuffle(list(play.position.provinces), "province cards")
    if start == "draft":
        play.change(cards=tuple(drawn[: cards.OPEN_CARDS]))
        return
    places = [(armies, seat) for armies in play.groups for seat in seats]
    for (armies, seat), province in zip(places, drawn, strict=False):
        settle(play, seat, province, armies, "dealt")


def settle(play: ShogunPlay, seat: str, province: str, armies: int, how: How) -> None:
    """Put an army group into a province that nobody owns."""
    play.add_to_seat(seat, supply=-armies)
    play.set_province(province, Land(owner=seat, armies=armies))
    play.tell(Claimed(seat=seat, province=province, armies=armies, how=how))


def load_tower(play: ShogunPlay) -> None:
    """Throw seven armies of each seat and ten farmers in together; what falls out goes back."""
    cubes = dict.fromkeys(play.position.seats, cards.LOADED_ARMIES)
    cubes[cards.FARMER] = cards.LOADED_FARMERS
    for colour, number in cubes.items():
        play.add_to_supply(colour, -number)
    result = play.throw_in(cubes)
    for colour, number in result.fallen.items():
        play.from_tray(colour, number)
    play.tell(TowerLoaded(thrown=result.thrown, fallen=result.fallen, inside=result.inside))


# The table's draft, played from every seat's rankings (H25)


def draft_provinces(play: ShogunPlay) -> None:
    """Let the seats claim in turn until all army groups stand on the board.

    The first seat stands for the oldest player. A seat takes the open card it ranks higher; if
    both rank below its limit (``draw below``) it draws from the pile. If it would draw and faces
    the same two cards as on its turn before, it first has two others turned up (``renew``).
    """
    position = play.position
    hidden = [name for name in position.provinces if name not in position.cards]
    left = [*position.cards, *play.chance.shuffle(hidden, "province cards")]
    seen: dict[str, list[str]] = {}
    ranks = {seat: ranking(play, seat) for seat in position.seats}
    for _ in play.groups:
        for seat in position.seats:
            draws = _would_draw(play, seat, ranks[seat], left)
            if draws and seen.get(seat) == sorted(left[: cards.OPEN_CARDS]):
                draws = _face_again(play, seat, ranks[seat], left)
            shown = left[: cards.OPEN_CARDS]
            seen[seat] = sorted(shown)
            card = left[cards.OPEN_CARDS] if draws else min(shown, key=ranks[seat].index)
            left.remove(card)
            settle(play, seat, card, _group(play, seat, card), "pile" if draws else "open")
    play.change(cards=())


def ranking(play: ShogunPlay, seat: str) -> list[str]:
    """Return all provinces as a seat ranks them; those it does not name by tax plus rice."""
    named = [name for claim in play.wishes(seat, Claim) for name in claim.provinces]
    ranked = [*(name for name in named if not play.is_closed(name)), *by_worth(play)]
    return list(dict.fromkeys(ranked))


def by_worth(play: ShogunPlay) -> list[str]:
    """Return all provinces by tax plus rice, the best first."""
    return sorted(
        play.position.provinces,
        key=lambda name: (-play.card_value(name, "tax") - play.card_value(name, "rice"), name),
    )


def _would_draw(play: ShogunPlay, seat: str, ranks: list[str], left: list[str]) -> bool:
    """Whether a seat draws from the pile, which is what is left behind the open cards."""
    order = play.wish(seat, DrawBelow)
    best = min(ranks.index(card) for card in left[: cards.OPEN_CARDS])
    return order is not None and best >= order.rank


def _face_again(play: ShogunPlay, seat: str, ranks: list[str], left: list[str]) -> bool:
    """Put the open cards under the pile, unless the seat leaves them; return whether it draws."""
    order = play.wish(seat, Renew)
    if order and order.how == "never":
        return True
    gone = left[: cards.OPEN_CARDS]
    left[:] = [*left[cards.OPEN_CARDS :], *gone]
    play.tell(CardsRenewed(seat, tuple(gone), tuple(left[: cards.OPEN_CARDS])))
    return _would_draw(play, seat, ranks, left) and not (order and order.how == "and take")


def _group(play: ShogunPlay, seat: str, province: str) -> int:
    """Return the army group for a province: kept in mind for it, else the next in order."""
    order = play.wish(seat, Groups)
    left, ordered = list(play.groups), list(order.sizes if order else ())
    for name in play.provinces_of(seat):
        for sizes in (left, ordered):
            if play.land(name).armies in sizes:
                sizes.remove(play.land(name).armies)
    kept = (each.size for each in play.wishes(seat, Group) if province in each.provinces)
    return next(size for size in (*kept, *ordered, *left) if size in left)


# Positions from the tables of rule cases


def fill_table(
    kind: type[ShogunPosition], table: Mapping[str, Any], options: Mapping[str, Value]
) -> ShogunPosition:
    """Make a position from the table of a rule case. Raises GameError.

    Provinces not named are neutral and empty, the tower is empty unless it is given, supplies and
    the box hold what is not elsewhere, and seats that hold anything are added. An event may be
    named by its effect alone.
    """
    given = dict(table)
    names = seats_in(given)
    given["seats"] = {name: given.get("seats", {}).get(name, {}) for name in names}
    provinces = dict(given.pop("provinces", {}))
    opened = open_provinces(options, len(names))
    unknown = sorted(set(provinces) - set(opened))
    if unknown:
        raise GameError(reason("no-such-provinces", places=list(unknown)))
    given["provinces"] = {name: provinces.get(name, {}) for name in opened}
    for key in ("event", "events", "pile"):
        if key in given:
            given[key] = _cards(given[key])
    position = codec.convert(
        kind,
        {
            "turn_order": names,
            "specials": cards.SPECIALS,
            "actions": tuple(cards.ACTIONS)[: cards.OPEN_ACTIONS],
            **given,
            "game": META.name,
            "options": options,
        },
    )
    return _fill_up(position, given)


def _cards(given: Any) -> Any:
    """Give events their full names: the first card of an effect, then the second."""
    if not isinstance(given, list):
        return _cards([given])[0]
    named: list[Any] = []
    for name in given:
        able = (card for card, each in cards.EVENTS.items() if name in (card, each.effect))
        named.append(next((card for card in able if card not in named), name))
    return named


def _fill_up(position: ShogunPosition, given: Mapping[str, Any]) -> ShogunPosition:
    """Give the supplies and the box what is not elsewhere, where the table does not say."""
    full, used = with_supplies(position), {*position.events, position.event}
    seats = {
        seat: record if "supply" in given["seats"][seat] else full.seats[seat]
        for seat, record in position.seats.items()
    }
    pile = tuple(card for card in cards.EVENTS if card not in used)
    fields = {"farmers": full.farmers, "stock": full.stock, "pile": pile}
    left_out = {name: value for name, value in fields.items() if name not in given}
    return replace(position, seats=seats, **left_out)
