"""Vassals (§8.1): what becomes of who loses his last daimyo, and how he is free again."""

from collections.abc import Sequence
from typing import Literal

from adjudicator.games.engine import Problem, warning
from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.pacts import end_pacts_of
from adjudicator.games.gekokujo.chapters.victory import is_beaten, make_neutral
from adjudicator.games.gekokujo.chapters.year import lose_bushi
from adjudicator.games.gekokujo.orders.orders import Assault, GiveUp, Rebuild
from adjudicator.games.gekokujo.orders.policies import policy
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoPlay, count_bushi, count_units


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
    play.change_seat(seat, master=master, path="")
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
    own.sort(key=lambda place: (count_units(play.units(seat, place)), place))
    return list(dict.fromkeys([*named, *own]))[: len(own) // 2]


def liberate(play: GekokujoPlay, seat: str, how: Literal["assault", "rebuilding"]) -> None:
    """Let a vassal be free again (G60)."""
    former = play.house(seat).master
    play.change_seat(seat, master="", liberated=True, path="", fund=0)
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
        return warning("no-vassal", "Only a vassal has a path to liberation.")
    if house.path:
        return warning("one-path", "You have chosen a path this round already.")
    return None


def _assault(play: GekokujoPlay, seat: str, order: Assault) -> Deed:
    forbid(why_no_path(play, seat))
    yield
    play.change_seat(seat, path="assault")
    play.tell(events.PathChosen(seat=seat, path="assault"))


def _rebuild(play: GekokujoPlay, seat: str, order: Rebuild) -> Deed:
    forbid(why_no_path(play, seat))
    have = play.house(seat).koku
    if order.koku > have:
        fix = str(Rebuild(have)) if have else ""
        forbid(warning("too-dear", f"You have only {have} koku.", fix))
    yield
    deposit = min(order.koku, printed.FUND_A_ROUND, printed.FUND_FREES - play.house(seat).fund)
    play.add_to_seat(seat, koku=-deposit, fund=deposit)
    play.change_seat(seat, path="rebuild")
    fund, audience = play.house(seat).fund, play.koku_audience(seat)
    play.tell(events.PathChosen(seat, "rebuild", deposit, fund, to=audience))
    if fund >= printed.FUND_FREES:
        liberate(play, seat, "rebuilding")


PATH_RULES: Rules = {Assault: _assault, Rebuild: _rebuild}
