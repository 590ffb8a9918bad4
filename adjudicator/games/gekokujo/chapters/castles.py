"""Castles and fortresses (§9.2)."""

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules
from adjudicator.games.gekokujo.orders.orders import Build, Fortify
from adjudicator.games.gekokujo.printed import (
    CASTLE_PRICE,
    FORTIFY_PRICE,
    FORTRESS_PRICE,
    MOST_CASTLES,
)
from adjudicator.games.gekokujo.table.events import CastleBuilt, CastleDestroyed, CastleFortified
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.purse import why_not_own, why_too_dear


def builds_fortresses(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat's castle is the fortress of the Hōjō."""
    return play.clan(seat) == "Hojo"


def why_no_castle(play: GekokujoPlay, seat: str, order: Build) -> Problem | None:
    """Say why a castle cannot be built."""
    fortress = builds_fortresses(play, seat)
    if order.building == "fortress" and not fortress:
        fix = str(Build("castle", order.place))
        return error("no-fortress", "Only the Hōjō build a fortress.", fix)
    standing = play.castle_of(seat)
    if standing:
        return warning("one-castle", f"One castle a seat: yours stands in {standing}.")
    lost = play.house(seat).castle_lost
    if lost and not (fortress or play.position.options["rebuild castles"] == "all"):
        return error("castle-lost", "Your castle was destroyed; only the Hōjō build again.")
    if lost == play.position.round:
        return warning("castle-lost", "A castle is rebuilt from the round after it was lost on.")
    if sum(bool(land.castle) for land in play.position.provinces.values()) >= MOST_CASTLES:
        return warning("no-castles", f"All {MOST_CASTLES} castles stand on the board.")
    return why_not_own(play, seat, order.place) or why_too_dear(play, seat, price(play, seat))


def price(play: GekokujoPlay, seat: str) -> int:
    """Return what a castle costs a seat."""
    return FORTRESS_PRICE if builds_fortresses(play, seat) else CASTLE_PRICE


def _build(play: GekokujoPlay, seat: str, order: Build) -> None:
    cost = price(play, seat)
    play.pay(seat, cost)
    play.change_province(order.place, castle=seat)
    fortress = builds_fortresses(play, seat)
    play.tell(CastleBuilt(seat=seat, province=order.place, fortress=fortress, cost=cost))


def why_no_fortifying(play: GekokujoPlay, seat: str, order: Fortify) -> Problem | None:
    """Say why a castle cannot be fortified."""
    if builds_fortresses(play, seat):
        return error("fortress", "Your fortress gives +2 always: fortifying would add nothing.")
    standing = play.castle_of(seat)
    if not standing:
        return warning("no-castle", "You have no castle on the board.")
    if order.place and order.place != standing:
        return warning("no-castle", f"Your castle stands in {standing}.", str(Fortify()))
    if play.land(standing).fortified:
        return warning("fortified", "A castle is fortified once a round.")
    return why_too_dear(play, seat, FORTIFY_PRICE)


def _fortify(play: GekokujoPlay, seat: str, order: Fortify) -> None:
    place = play.castle_of(seat)
    play.pay(seat, FORTIFY_PRICE)
    play.change_province(place, fortified=True)
    play.tell(CastleFortified(seat=seat, province=place, cost=FORTIFY_PRICE))


def destroy_castle(play: GekokujoPlay, place: str, by: str) -> None:
    """Destroy a castle that another seat controls now (G8)."""
    owner = play.land(place).castle
    if owner and owner != by:
        play.change_province(place, castle="", fortified=False)
        play.change_seat(owner, castle_lost=play.position.round)
        fortress = builds_fortresses(play, owner)
        play.tell(CastleDestroyed(seat=owner, province=place, by=by, fortress=fortress))


CASTLE_RULES: Rules = {
    Build: Rule(why_no_castle, _build),
    Fortify: Rule(why_no_fortifying, _fortify),
}
