"""Losing provinces, daimyos and the game; taking over; winning."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator.games.samurai_swords.edition import ARMIES, IN_BOX
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table import events, troops
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import (
    Army,
    Hidden,
    SwordsProvince,
    counts,
    size,
)
from adjudicator.wording import Reason


def vacate_if_empty(play: SwordsPlay, place: str) -> None:
    """Take the province from its owner if no regular unit and no army of his is left in it."""
    land = play.province(place)
    if land.owner and not play.has_force(place) and play.army_in(place) is None:
        play.set_province(place, SwordsProvince(building=land.building))
        play.tell(events.Vacated(seat=land.owner, province=place))


def lose_daimyo(play: SwordsPlay, seat: str, number: str, how: events.End) -> None:
    """Take an army with its daimyo off the card, and its province if nothing else holds it."""
    place = play.colour(seat).armies[number].at
    play.set_army(seat, number, None)
    turn = play.turn
    play.change_turn(bereaved=(*turn.bereaved, seat))
    if seat == turn.seat:
        play.change_turn(fallen=(*turn.fallen, number))
    play.tell(events.DaimyoLost(seat=seat, army=number, how=how))
    vacate_if_empty(play, place)


def eliminate(play: SwordsPlay, pairs: Iterable[tuple[str, str]]) -> None:
    """Put seats without a daimyo out of the game. Pairs are of a seat and who defeated it.

    Two that lose their last daimyos together are both out, and what they had is empty (M27).
    """
    fallen = [
        (seat, by)
        for seat, by in pairs
        if seat in play.turn.bereaved and not play.colour(seat).out and not play.colour(seat).armies
    ]
    gone = {seat for seat, _ in fallen}
    for seat, by in fallen:
        heir = "" if by in gone else by
        _hand_over(play, seat, heir)
        if heir:
            _recover(play, heir)
    if fallen:
        check_victory(play)


def _hand_over(play: SwordsPlay, seat: str, heir: str) -> None:
    """Give all that a seat has to its heir, or empty its provinces; its ninja goes (M19, M33)."""
    places = play.provinces_of(seat)
    record = play.colour(seat)
    for place in places:
        if heir:
            play.change_province(place, owner=heir)
        else:
            play.set_province(place, SwordsProvince(building=play.province(place).building))
    play.change_colour(
        seat, out=True, armies={}, hidden={}, hidden_total=0, koku=0, plan=None, mission=None
    )
    if heir:
        gains = play.colour(heir)
        play.change_colour(
            heir,
            sets=gains.sets + record.sets,
            hidden={**gains.hidden, **record.hidden},
            hidden_total=gains.hidden_total + record.hidden_total,
            koku=gains.koku + record.koku,
        )
    if play.position.ninja.holder == seat:
        play.change(ninja=replace(play.position.ninja, holder=""))
    play.tell(events.Eliminated(seat=seat, by=heir, provinces=len(places)))
    for place, hidden in record.hidden.items() if heir else ():
        play.tell(events.RoninPlaced(heir, place, hidden.army, hidden.force, to=(heir,)))


def _recover(play: SwordsPlay, seat: str) -> None:
    """Return a seat's lost daimyos to it: where it wants them, else where most units are."""
    policy = play.colour(seat).policy
    for number in ARMIES:
        if number in play.colour(seat).armies:
            continue
        free = [place for place in play.provinces_of(seat) if play.army_in(place) is None]
        if not free:
            return
        wishes = [place for place in policy.recover if place in free]
        richest = max(free, key=lambda place: (size(play.province(place)), place))
        place = wishes[0] if wishes else richest
        play.set_army(seat, number, Army(at=place))
        taken = _pick_up(play, seat, number, place)
        play.tell(events.Recovered(seat=seat, army=number, province=place, taken=taken))


def _pick_up(play: SwordsPlay, seat: str, number: str, place: str) -> dict[str, int]:
    """Let a recovered daimyo take what is wanted of the force on his card at once, if it fits."""
    policy = play.colour(seat).policy
    province = play.province(place)
    hidden = play.hidden_ronin(place)
    units = there = counts(province)
    stay = 0
    if not policy.recover_all:
        wanted = policy.recover_units.items()
        units = {unit: n for unit, most in wanted if (n := min(most, there.get(unit, 0)))}
        hidden, stay = Hidden(), hidden.force
    left = troops.force_problem(troops.minus(there, units), place, stay)
    if not troops.regular(units) or left or troops.army_problem(units, number, hidden.force):
        return {}
    play.add_to_province(place, **troops.negative(units))
    play.add_to_army(seat, number, units)
    if hidden.force:
        moved = {**play.colour(seat).hidden, place: Hidden(army=hidden.force)}
        play.change_colour(seat, hidden=moved)
    return units


def check_victory(play: SwordsPlay) -> None:
    """End the game if it is won, or one seat at most is left (Winning the Game; M20, M66).

    In a rehearsal it goes on: below lines that may win it stand those that count if they do not.
    """
    if play.over or play.fate is not None:
        return
    seats = play.seats_of(play.survivors())
    if len(seats) <= 1:
        end_game(play, seats, reason("won.last" if seats else "won.by-nobody"))
        return
    for judge in play.rules.victories:
        judge(play)


def win_with_provinces(play: SwordsPlay, code: str = "won") -> None:
    """End the game if a seat owns as many provinces as win: one at most does, so far."""
    for seat, count in _count_provinces(play).items():
        if count >= play.to_win and not play.over:
            colours = list(play.position.colours_of(seat))
            end_game(play, (seat,), reason(code, colours=colours, provinces=count))


def judge_round(play: SwordsPlay) -> None:
    """End the game after all nine actions if a seat owns enough provinces (M53, M65)."""
    win_with_provinces(play, "won.round")


def foretell_victory(play: SwordsPlay) -> Iterator[str]:
    """Say who wins if nothing changes until the end of the round (M53, M65)."""
    for seat, count in _count_provinces(play).items():
        if count >= play.to_win and not play.over:
            colours = list(play.position.colours_of(seat))
            facts = {"colours": colours, "provinces": count, "seat": seat, "needs": play.to_win}
            yield str(reason("about-to-win", **facts))


def _count_provinces(play: SwordsPlay) -> dict[str, int]:
    """Count the provinces of each seat that is in the game, those of all its colours."""
    owners = [land.owner for land in play.position.provinces.values()]
    seats = play.seats_of(play.survivors())
    return {seat: sum(map(owners.count, play.position.colours_of(seat))) for seat in seats}


def share_of_box(play: SwordsPlay, provinces: int) -> int:
    """Return as large a share of the board as so many provinces of the box's 68, rounded up."""
    return -(-provinces * len(play.position.provinces) // IN_BOX)


def end_game(play: SwordsPlay, winners: tuple[str, ...], why: Reason) -> None:
    """End the game."""
    play.change(winners=winners or ("nobody",))
    play.win(winners, str(why))
