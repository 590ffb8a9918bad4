"""Ronin (Action 5): hiring and hiding them, their limits, how they show themselves and leave."""

from msgspec.structs import replace

from adjudicator.games.engine.lines import Deed, Rules, carry_out_all
from adjudicator.games.engine.problems import refuse
from adjudicator.games.samurai_swords.edition import RONIN_A_KOKU
from adjudicator.games.samurai_swords.orders.orders import HideRonin
from adjudicator.games.samurai_swords.table import events
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Hidden, regulars


def ronin_in_tray(play: SwordsPlay) -> int:
    """Count the ronin in the master tray (E4); bonus ronin of a fortress never count (M6)."""
    return play.edition.ronin - ronin_in_play(play)


def ronin_in_play(play: SwordsPlay) -> int:
    """Count the ronin that are hired, hidden ones too."""
    seats = play.position.colours.values()
    return (
        sum(seat.hidden_total for seat in seats)
        + sum(army.ronin for seat in seats for army in seat.armies.values())
        + sum(land.ronin for land in play.position.provinces.values())
    )


def ronin_to_hire(play: SwordsPlay, seat: str) -> int:
    """Return the ronin that the koku in a seat's bin pay for."""
    return play.plan(seat).ronin * RONIN_A_KOKU


# Limits


def ronin_room(play: SwordsPlay, place: str) -> Hidden:
    """Return how many more ronin fit with the army and with the force (Stacking Limit)."""
    hidden = play.hidden_ronin(place)
    land = play.province(place)
    there = play.army_in(place)
    army = regulars(there[1]) - there[1].ronin - hidden.army if there else 0
    force = regulars(land) - 1 - land.ronin - hidden.force
    return Hidden(army=max(0, army), force=max(0, force))


# Hiring and hiding


def hire_ronin(play: SwordsPlay, seat: str) -> None:
    """Hide a seat's ronin as ordered, and the rest by default; those that do not fit are lost."""
    carry_out_all(play, seat, play.orders[seat], {**play.rules.any_time, **HIDE_RULES})
    hide_rest(play, seat)


def hide_as_ordered(play: SwordsPlay, seat: str, order: HideRonin) -> Deed:
    """Hide hired ronin in own provinces within the stacking limit (Deploy Hired Ronin).

    With the army first unless it is said otherwise.
    """
    number, place, pool = order.number, order.place, order.pool
    if play.owner(place) != seat:
        refuse("not-yours", f"{place} is not yours.")
    left = play.muster.ronin
    if number > left:
        had = f"{left} of your {ronin_to_hire(play, seat)} ronin can still be placed"
        fix = str(replace(order, number=left)) if left else ""
        refuse("no-ronin", f"Only {had}." if left else f"No ronin: {had}.", fix)
    there = play.army_in(place)
    if pool.startswith("army ") and (not there or pool != f"army {there[0]}"):
        refuse("no-army", f"{pool.capitalize()} is not in {place}.")
    room = ronin_room(play, place)
    most_with_army = 0 if pool == "force" else room.army
    most = most_with_army + (0 if pool.startswith("army") else room.force)
    if number > most:
        fix = str(replace(order, number=most)) if most else ""
        message = f"{place} has room for {most} ronin: one less than the units they join."
        refuse("too-many-ronin", message, fix)
    yield
    army = min(number, most_with_army)
    hide(play, seat, place, army, number - army)


HIDE_RULES: Rules = {HideRonin: hide_as_ordered}


def hide_rest(play: SwordsPlay, seat: str) -> None:
    """Hide what is left with the armies, then with the largest forces."""
    places = [army.at for army in play.colour(seat).armies.values()]
    places += sorted(play.provinces_of(seat), key=lambda p: (-regulars(play.province(p)), p))
    for place in places:
        left = play.muster.ronin
        if not left:
            return
        room = ronin_room(play, place)
        army = min(left, room.army)
        force = min(left - army, room.force)
        if army or force:
            hide(play, seat, place, army, force)
            why = "ronin that are placed nowhere join the armies, then the largest forces"
            play.tell_default(seat, f"hide {army + force} ronin in {place}", why)


def hide(play: SwordsPlay, seat: str, place: str, army: int, force: int) -> None:
    """Put ronin face down on a province card."""
    record = play.colour(seat)
    before = play.hidden_ronin(place)
    now = Hidden(army=before.army + army, force=before.force + force)
    total = record.hidden_total + army + force
    play.change_colour(seat, hidden={**record.hidden, place: now}, hidden_total=total)
    muster = play.muster
    play.change_muster(
        ronin=muster.ronin - army - force, hidden=(*muster.hidden, (place, army, force))
    )


def tell_ronin(play: SwordsPlay, seat: str) -> None:
    """Tell all how many ronin a seat has hired and lost (M14), and the seat where they hide."""
    paid = ronin_to_hire(play, seat)
    if paid:
        total = play.colour(seat).hidden_total
        play.tell(events.RoninHired(seat=seat, hired=total, lost=paid - total))
    for place, army, force in play.muster.hidden:
        play.tell(events.RoninPlaced(to=(seat,), seat=seat, province=place, army=army, force=force))


# Showing themselves and leaving


def reveal_ronin(
    play: SwordsPlay, place: str, army: bool = True, force: bool = True, number: str = ""
) -> None:
    """Let hidden ronin in a province join the troops they came with, for all to see.

    ``number`` is the army they are with; it matters only where another is passing through.
    """
    hidden = play.hidden_ronin(place)
    seen = Hidden(army=hidden.army if army else 0, force=hidden.force if force else 0)
    ronin = seen.army + seen.force
    if not ronin:
        return
    owner = play.owner(place)
    record = play.colour(owner)
    left = Hidden(army=hidden.army - seen.army, force=hidden.force - seen.force)
    others = {p: h for p, h in record.hidden.items() if p != place}
    if left.army or left.force:
        others[place] = left
    play.change_colour(owner, hidden=others, hidden_total=record.hidden_total - ronin)
    there = play.army_in(place)
    if seen.army and there:
        play.add_to_army(owner, number or there[0], {"ronin": seen.army})
    if seen.force:
        play.add_to_province(place, ronin=seen.force)
    play.tell(events.RoninRevealed(seat=owner, province=place, army=seen.army, force=seen.force))


def ronin_with(play: SwordsPlay, seat: str, number: str) -> int:
    """Return how many hidden ronin an army has: once it has moved they have shown themselves.

    Those of a province that it passes through are with the army that stands there.
    """
    army = play.army(seat, number)
    return 0 if army is None or play.turn.moved.get(number) else play.hidden_ronin(army.at).army


def remove_ronin(play: SwordsPlay) -> None:
    """Return all ronin to the tray, hidden ones too (Action 8)."""
    for seat in play.survivors():
        record = play.colour(seat)
        number = record.hidden_total
        for place in play.provinces_of(seat):
            ronin = play.province(place).ronin
            if ronin:
                number += ronin
                play.change_province(place, ronin=0)
        armies = dict(record.armies)
        for key, army in record.armies.items():
            if army.ronin:
                number += army.ronin
                armies[key] = replace(army, ronin=0)
        play.change_colour(seat, armies=armies, hidden={}, hidden_total=0)
        if number:
            play.tell(events.RoninLeft(seat=seat, number=number))
