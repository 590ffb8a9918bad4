"""What becomes of who loses his last daimyo: vassalage (§8.1), or the path of glory (§10.4)."""

from collections.abc import Sequence
from typing import Literal

from adjudicator.games.contract import Column
from adjudicator.games.engine import Problem, warning
from adjudicator.games.engine.lines import Deed
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.victory import check_victory, is_beaten, make_neutral
from adjudicator.games.gekokujo.chapters.year import lose_bushi
from adjudicator.games.gekokujo.orders.orders import Assault, GiveUp, Rebuild
from adjudicator.games.gekokujo.orders.policies import policy
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import Fall, GekokujoModule, GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_bushi, number_of_units


def make_vassals(play: GekokujoPlay, falls: Sequence[Fall]) -> None:
    """Free who felled a free seat's last daimyo in an assault; make vassals of the fallen."""
    free = [fall for fall in falls if not play.house(fall.victim).master]
    for fall in falls:
        house = play.house(fall.victim)
        if not house.master and not house.liberated and not is_beaten(play, fall.victim):
            _become_vassal(play, fall.victim, fall.by)
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
    missing = bushi // 2 - sum(map(number_of_bushi, lost.values()))
    lost |= lose_bushi(play, seat, missing)
    play.tell(events.BecameVassal(seat=seat, master=master, provinces=tuple(given), lost=lost))
    for place in given:
        make_neutral(play, place, "given up")
    for leave in play.rules.submitting:
        leave(play, seat)


def provinces_to_give_up(play: GekokujoPlay, seat: str) -> list[str]:
    """Return half of a seat's provinces, rounded down: as it wishes, then the weakest."""
    own = play.provinces_of(seat)
    wish = policy(play, seat, GiveUp)
    named = [place for place in (wish.places if wish else ()) if place in own]
    own.sort(key=lambda place: (number_of_units(play.units(seat, place)), place))
    return list(dict.fromkeys([*named, *own]))[: len(own) // 2]


def liberate(play: GekokujoPlay, seat: str, how: Literal["assault", "rebuilding"]) -> None:
    """Let a vassal be free again (G60)."""
    former = play.house(seat).master
    play.change_seat(seat, master="", liberated=True, path="", fund=0)
    place = _raise_daimyo(play, seat)
    play.tell(events.Liberated(seat=seat, former=former, how=how, province=place))


def _raise_daimyo(play: GekokujoPlay, seat: str) -> str:
    """Give a liberated seat a daimyo where most of its units are, if the options say so."""
    sizes = {place: number_of_units(play.units(seat, place)) for place in play.places_of(seat)}
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


VASSALAGE = GekokujoModule(
    name="vassalage",
    played=lambda options: not options["glory"],
    orders={"reinforce": (Assault, Rebuild)},
    moments={"path": {Assault: _assault, Rebuild: _rebuild}},
    falls=(make_vassals,),
)
"""Played unless the path of glory is."""


# The path of glory, in the place of vassalage


POINTS = {"daimyo": 2, "leader": 3, "mandate": 3}


def honour_falls(play: GekokujoPlay, falls: Sequence[Fall]) -> None:
    """Give points to those on the path who felled last daimyos, then let the fallen enter it."""
    for fall in falls:
        if play.house(fall.by).seeking:
            _gain(play, fall.by, "leader" if fall.leader else "daimyo", fall.victim)
    for fall in falls:
        if not play.house(fall.victim).seeking and not is_beaten(play, fall.victim):
            play.change_seat(fall.victim, seeking=True)
            play.tell(events.PathEntered(seat=fall.victim))


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


def judge_glory(play: GekokujoPlay) -> None:
    """End the game after a battle or a movement in which somebody reached seven points (G78)."""
    if any(play.house(seat).glory >= printed.GLORY_WINS for seat in play.survivors()):
        check_victory(play)


def _glory(play: GekokujoPlay, seat: str) -> str:
    house = play.house(seat)
    return str(house.glory) if house.seeking else "-"


GLORY = GekokujoModule(
    name="glory",
    falls=(honour_falls,),
    gains=(honour_mandate,),
    settlings=(judge_glory,),
    columns=((Column("Glory"), _glory),),
)
