"""What follows the dice: control, ronin that leave, last daimyos, eliminations (§6.2.1, §8)."""

from adjudicator.games.gekokujo.battles.battle import Battle, Party
from adjudicator.games.gekokujo.printed import RONIN
from adjudicator.games.gekokujo.rules import Fall
from adjudicator.games.gekokujo.table.control import gain_control, make_neutral, settle
from adjudicator.games.gekokujo.table.events import Fought, LastDaimyoFell, Side
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import number_of_units


def end_battle(play: GekokujoPlay, battle: Battle) -> None:
    """Remove the fallen, judge control, and all that follows (G42, steps 6 to 9)."""
    for party in battle.parties.values():
        play.set_units(battle.place, party.seat, remaining_units(party))
    winner = _winner(play, battle)
    _tell(play, battle, winner)
    if not winner:
        make_neutral(play, battle.place, "battle")
    elif winner != battle.former:
        gain_control(play, battle.place, winner, battle=True)
    falls = _falls(play, battle)
    for follow in play.rules.falls if falls else ():
        follow(play, falls)
    settle(play)


def remaining_units(party: Party) -> dict[str, int]:
    """Return the units of a side that stay on the board."""
    left = {kind: n for kind, n in party.units.items() if n and kind != RONIN}
    for kind, number in party.spared.items():
        left[kind] = left.get(kind, 0) + number
    return left


def _winner(play: GekokujoPlay, battle: Battle) -> str:
    """Return who controls the province after a battle; ``""``: it is neutral (G1, G18, G66)."""
    there = play.land(battle.place).units
    hold = play.position.options["ronin hold"]
    active, *others = play.order_from(battle.active)
    stand = [
        seat
        for seat in (*others, active)
        if seat in there or (hold and seat in battle.parties and battle.parties[seat].stands)
    ]
    if any(not play.are_allies(seat, other) for seat in stand for other in stand):
        return ""
    if stand and battle.former and all(play.are_allies(battle.former, seat) for seat in stand):
        return battle.former
    return max(stand, key=lambda seat: number_of_units(there.get(seat, {})), default="")


def _tell(play: GekokujoPlay, battle: Battle, winner: str) -> None:
    sides = tuple(
        Side(
            seat=party.seat,
            attacks=party.attacks,
            units=party.start,
            ronin=party.hired,
            paid=party.paid,
            traded=party.traded,
            modifiers=tuple(party.modifiers),
            left=remaining_units(party),
            ronin_left=party.units.get(RONIN, 0),
        )
        for party in battle.parties.values()
    )
    play.tell(
        Fought(
            province=battle.place,
            seat=battle.active,
            sides=sides,
            volleys=tuple(battle.volleys),
            winner=winner,
            former=battle.former,
        )
    )


def _falls(play: GekokujoPlay, battle: Battle) -> list[Fall]:
    """Tell whose last daimyos fell, and by whom."""
    falls = [
        Fall(seat, battle.feller(seat), seat in battle.leaders)
        for seat, lords in battle.lords.items()
        if lords and not play.daimyos(seat)
    ]
    for fall in falls:
        play.tell(LastDaimyoFell(seat=fall.victim, by=fall.by))
    return falls
