"""Victory and defeat: who controls what (G15), who falls (§8), who wins (§1.1 to §1.3, §10.4)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.play import put
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.pacts import end_pacts_of
from adjudicator.games.gekokujo.chapters.year import (
    clear_fields,
    lose_bushi,
    order_of_weakness,
    seize,
)
from adjudicator.games.gekokujo.orders.orders import Assault, GiveUp, Rebuild
from adjudicator.games.gekokujo.orders.policies import policy
from adjudicator.games.gekokujo.reasons import reason, warning
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import (
    GekokujoPlay,
    House,
    Ninja,
    count_bushi,
    count_units,
)


def take_where_alone(play: GekokujoPlay, seat: str) -> None:
    """Give a seat that has finished its moves every province where it alone has units (G1).

    Those of its allies stay theirs (G66).
    """
    for place in play.places_of(seat):
        land = play.land(place)
        alone = len(land.units) == 1
        if alone and not (land.owner and play.are_allies(seat, land.owner)):
            gain_control(play, place, seat, battle=False)


def gain_control(play: GekokujoPlay, place: str, seat: str, battle: bool) -> None:
    """Give a seat a province that it does not control, with all that follows."""
    former = play.owner(place)
    play.change_province(place, owner=seat)
    play.tell(events.ControlGained(seat=seat, province=place, former=former, battle=battle))
    destroy_castle(play, place, seat)
    seize(play, place, seat)
    honour_mandate(play, place, seat)


def make_neutral(
    play: GekokujoPlay, place: str, why: Literal["battle", "given up", "eliminated"]
) -> None:
    """Leave a province without a controller; castle and sown koku stay."""
    former = play.owner(place)
    if former:
        play.change_province(place, owner="")
        play.tell(events.BecameNeutral(province=place, former=former, why=why))


def settle(play: GekokujoPlay) -> None:
    """Judge what follows a battle or a movement: who is out, and who has won (G61, G78)."""
    eliminate_seats(play)
    if any(play.house(seat).glory >= printed.GLORY_WINS for seat in play.survivors()):
        check_victory(play)


def destroy_castle(play: GekokujoPlay, place: str, by: str) -> None:
    """Destroy a castle in a province that its seat does not control any more (G8)."""
    owner = play.land(place).castle
    if owner and owner != by:
        play.change_province(place, castle="", fortified=False)
        play.change_seat(owner, castle_lost=play.position.round)
        fortress = play.builds_fortresses(owner)
        play.tell(events.CastleDestroyed(seat=owner, province=place, by=by, fortress=fortress))


def eliminate_seats(play: GekokujoPlay) -> None:
    """Take out every seat without a daimyo and a province; the last one left wins (G61)."""
    gone = [seat for seat in play.survivors() if is_beaten(play, seat)]
    for seat in gone:
        eliminate(play, seat)
    left = play.survivors()
    if gone and len(left) == 1:
        play.win((left[0],), str(reason("won.last", seat=left[0])))
    elif gone and not left:
        play.win(tuple(gone), str(reason("won.together")))


def is_beaten(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat has nothing to go on with."""
    if play.position.options["last stand"] and play.places_of(seat):
        return False
    return not play.provinces_of(seat) and not play.daimyos(seat)


def eliminate(play: GekokujoPlay, seat: str) -> None:
    """Take all that a seat has out of the game."""
    lost = {place: dict(play.units(seat, place)) for place in play.places_of(seat)}
    koku = 0 if play.hides_koku else play.house(seat).koku
    play.tell(events.Eliminated(seat=seat, lost=lost, koku=koku))
    for place, units in lost.items():
        play.take_units(place, seat, units)
    if castle := play.castle_of(seat):
        destroy_castle(play, castle, "")
    end_pacts_of(play, seat, "eliminated")
    clear_fields(play, seat)
    house = play.house(seat)
    put(play.position.seats, seat, House(clan=house.clan, out=True, master=house.master))
    ninja = play.position.ninja
    if ninja.master == seat and ninja.mission == "assassination":
        play.change(ninja=Ninja(seat, ninja.mission, struck=True))


# Vassals (§8.1)


def make_vassals(play: GekokujoPlay, falls: Sequence[events.LastDaimyoFell]) -> None:
    """Free who felled a free seat's last daimyo in an assault; make vassals of the fallen."""
    free = [fall for fall in falls if not play.house(fall.seat).master]
    for fall in free:
        if not play.house(fall.seat).liberated and not is_beaten(play, fall.seat):
            _become_vassal(play, fall.seat, fall.by)
    for by in dict.fromkeys(fall.by for fall in free):
        house = play.house(by)
        if house.master and house.path == "assault":
            liberate(play, by, "assault")


def _become_vassal(play: GekokujoPlay, seat: str, master: str) -> None:
    """Give up half of the provinces with their units, and half of the bushi in all (G56)."""
    bushi = play.bushi(seat)
    given = provinces_to_give_up(play, seat)
    lost = {place: dict(units) for place in given if (units := play.units(seat, place))}
    play.change_seat(seat, master=master)
    for place, units in lost.items():
        play.take_units(place, seat, units)
    missing = bushi // 2 - sum(map(count_bushi, lost.values()))
    lost |= lose_bushi(play, seat, missing)
    play.tell(events.BecameVassal(seat=seat, master=master, provinces=tuple(given), lost=lost))
    for place in given:
        make_neutral(play, place, "given up")
    end_pacts_of(play, seat, "vassal")


def provinces_to_give_up(play: GekokujoPlay, seat: str) -> list[str]:
    """Return half of a seat's provinces, rounded down: as it wishes, then the weakest."""
    own = play.provinces_of(seat)
    wish = policy(play, seat, GiveUp)
    named = [place for place in (wish.places if wish else ()) if place in own]
    weakest = sorted(own, key=lambda place: (count_units(play.units(seat, place)), place))
    return list(dict.fromkeys([*named, *weakest]))[: len(own) // 2]


def liberate(play: GekokujoPlay, seat: str, how: Literal["assault", "rebuilding"]) -> None:
    """Let a vassal be free again (G60)."""
    former = play.house(seat).master
    play.change_seat(seat, master="", liberated=True, fund=0)
    place = _raise_daimyo(play, seat)
    play.tell(events.Liberated(seat=seat, former=former, how=how, province=place))


def _raise_daimyo(play: GekokujoPlay, seat: str) -> str:
    """Give a liberated seat a daimyo where most of its units are, if the options say so."""
    sizes = {place: count_units(play.units(seat, place)) for place in play.places_of(seat)}
    places = [place for place in sizes if sizes[place] < printed.MOST_UNITS]
    if play.position.options["liberated daimyo"] != "one" or not places:
        return ""
    place = min(places, key=lambda place: (-sizes[place], place))
    play.put_units(place, seat, {printed.DAIMYO: 1})
    return place


def why_no_path(play: GekokujoPlay, seat: str) -> Problem | None:
    """Say why a seat cannot choose a path to liberation: before all else in reinforcement (G58)."""
    house = play.house(seat)
    if not house.master:
        return warning("no-vassal")
    if house.path:
        return warning("one-path")
    return None


def _assault(play: GekokujoPlay, seat: str, order: Assault) -> Deed:
    forbid(why_no_path(play, seat))
    yield
    play.change_seat(seat, path="assault")
    play.tell(events.PathChosen(seat=seat, path="assault"))


def _rebuild(play: GekokujoPlay, seat: str, order: Rebuild) -> Deed:
    forbid(why_no_path(play, seat))
    have = play.purse(seat)
    forbid(play.why_too_many(seat, order.koku, str(Rebuild(have)) if have else ""))
    yield
    deposit = min(order.koku, printed.FUND_A_ROUND, printed.FUND_FREES - play.house(seat).fund)
    play.add_to_seat(seat, koku=-deposit, fund=deposit)
    play.change_seat(seat, path="rebuild")
    fund = play.house(seat).fund
    play.tell_of_koku(events.PathChosen(seat, "rebuild", deposit, fund))
    if fund >= printed.FUND_FREES:
        liberate(play, seat, "rebuilding")


PATH_RULES: Rules = {Assault: _assault, Rebuild: _rebuild}


# The path of glory, in the place of vassalage (§10.4)


def seats_with_most_provinces(play: GekokujoPlay) -> list[str]:
    """Return the leaders of the game."""
    provinces = {seat: len(play.provinces_of(seat)) for seat in play.survivors()}
    return [seat for seat in provinces if provinces[seat] == max(provinces.values())]


POINTS = {"daimyo": 2, "leader": 3, "mandate": 3}


def honour_falls(
    play: GekokujoPlay, falls: Sequence[events.LastDaimyoFell], leaders: Sequence[str]
) -> None:
    """Give points to those on the path who felled last daimyos, then let the fallen enter it."""
    for fall in falls:
        if play.house(fall.by).seeking:
            _gain(play, fall.by, "leader" if fall.seat in leaders else "daimyo", fall.seat)
    for fall in falls:
        if not play.house(fall.seat).seeking and not is_beaten(play, fall.seat):
            play.change_seat(fall.seat, seeking=True)
            play.tell(events.PathEntered(seat=fall.seat))


def honour_mandate(play: GekokujoPlay, place: str, seat: str) -> None:
    """Give points for a mandate province, once a round each, if nobody else is there (G77)."""
    entry = f"{seat} {place}"
    alone = set(play.land(place).units) <= {seat}
    new = entry not in play.position.mandates
    if place in play.board.sets["mandate"] and play.house(seat).seeking and alone and new:
        play.change(mandates=(*play.position.mandates, entry))
        _gain(play, seat, "mandate", place)


def _gain(
    play: GekokujoPlay, seat: str, why: Literal["daimyo", "leader", "mandate"], of: str
) -> None:
    points = POINTS[why]
    play.add_to_seat(seat, glory=points)
    glory = play.house(seat).glory
    play.tell(events.GloryGained(seat=seat, points=points, why=why, of=of, glory=glory))


# Victory


def check_victory(play: GekokujoPlay) -> None:
    """End the game if somebody has won: by mandate, else by provinces, else by glory.

    Who has lost his last unit for want of koku, and has nothing else, is out before (G61).
    """
    if not play.over:
        eliminate_seats(play)
    if play.over:
        return
    able = [seat for seat in play.survivors() if not play.house(seat).master]
    provinces = {seat: len(play.provinces_of(seat)) for seat in able}
    glory = {seat: play.house(seat).glory for seat in able}
    need = provinces_to_win(play)
    if rulers := [seat for seat in able if has_mandate(play, seat)]:
        _win(play, rulers[0], str(reason("won.mandate")))
    elif max(provinces.values(), default=0) >= need:
        best = _first(play, provinces)
        _win(play, best, str(reason("won.provinces", count=provinces[best], need=need)))
    elif max(glory.values(), default=0) >= printed.GLORY_WINS:
        best = _first(play, glory)
        facts = {"count": glory[best], "need": printed.GLORY_WINS}
        _win(play, best, str(reason("won.glory", **facts)))


def has_mandate(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat controls the three mandate provinces, and nobody else stands there (G64)."""
    return all(
        play.owner(place) == seat and set(play.land(place).units) <= {seat}
        for place in play.board.sets["mandate"]
    )


def provinces_to_win(play: GekokujoPlay) -> int:
    """Return how many provinces win (§1.2, G11, G20)."""
    wins = printed.PROVINCES_TO_WIN
    seats = max(min(len(play.position.seats), max(wins)), min(wins))
    return int(play.position.options["provinces to win"]) or wins[seats]


def _first(play: GekokujoPlay, numbers: Mapping[str, int]) -> str:
    """Return the seat with the highest number, of several the first as ties go (§1.2.1, G63)."""

    def rank(seat: str) -> tuple[int, int, int, int, int]:
        mandates = sum(play.owner(place) == seat for place in play.board.sets["mandate"])
        order = order_of_weakness(play).index(seat)
        return -numbers[seat], -play.house(seat).koku, -play.daimyos(seat), -mandates, order

    return min(numbers, key=rank)


def _win(play: GekokujoPlay, seat: str, why: str) -> None:
    play.win((seat,), f"{seat} {why}.")
