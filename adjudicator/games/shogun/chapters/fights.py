"""Battles and revolts, fought with the tower (“Resolving Battles”)."""

from typing import NamedTuple

from adjudicator.games.contract import Word
from adjudicator.games.shogun.cards import FARMER
from adjudicator.games.shogun.table import changes
from adjudicator.games.shogun.table.events import Fought, Part
from adjudicator.games.shogun.table.play import ShogunPlay


class _Result(NamedTuple):
    """Who won (``""``: nobody), and his armies that are left of those in the tray."""

    winner: str = ""
    left: int = 0


def attack(play: ShogunPlay, action: str, source: str, target: str, armies: int) -> Word:
    """Fight for a province that is not the attacker's own; return how it ended for him.

    The armies leave the source. A side may add an army from its supply for its special card, and
    the defender one for a castle under the castle event (H2). Farmers defend a neutral province
    (H9); in the tray they count for a defender whose province has no revolt marker (H8).
    """
    seat, defender = play.land(source).owner, play.land(target).owner
    play.add_to_province(source, armies=-armies)
    parts = [Part(seat, "armies", armies)]
    if play.seat(seat).special == "attack" and not play.declines(seat, "attack army"):
        parts += _from_supply(play, seat, "attack card")
    parts += _defenders(play, target, defender)
    helped = not defender or not play.land(target).revolts
    winner, left = _fight(play, target, seat, defender, parts, helped, action, source)
    if winner == seat:
        changes.take_province(play, target, seat, left)
    elif defender and winner == defender:
        play.change_province(target, armies=left)
    elif defender:
        changes.make_neutral(play, target)
    return "won" if winner == seat else "lost" if winner else "undecided"


def revolt(play: ShogunPlay, province: str, farmers: int, why: str) -> bool:
    """Fight the farmers of a province that rise; return whether its owner still holds it.

    ``farmers`` join for the reason ``why`` besides one for each revolt marker. All farmers in the
    tray count as rebels (H8). On a tie the province is lost.
    """
    land = play.land(province)
    parts = [Part(land.owner, "armies", land.armies)]
    play.change_province(province, armies=0)
    parts += _farmers(play, land.revolts, "markers") + _farmers(play, farmers, why)
    left = _fight(play, province, FARMER, land.owner, parts).left
    if left:
        play.change_province(province, armies=left)
    else:
        changes.make_neutral(play, province)
    return left > 0


def _fight(
    play: ShogunPlay,
    province: str,
    attacker: str,
    defender: str,
    parts: list[Part],
    helped: bool = False,
    action: str = "",
    source: str = "",
) -> _Result:
    """Throw the parts with the tray, and take the losses and the winner's armies out of it.

    ``helped``: whether farmers in the tray count for the defender (``""``: nobody's province).
    """
    cubes: dict[str, int] = {}
    for part in parts:
        cubes[part.colour] = cubes.get(part.colour, 0) + part.cubes
    tray = [Part(colour, "tray", number) for colour, number in sorted(play.position.tray.items())]
    thrown = changes.throw_in(play, cubes)
    fallen = {
        colour: thrown.fallen.get(colour, 0) if colour else 0
        for colour in (attacker, defender, FARMER if helped else "")
    }
    strength, own = fallen[attacker], fallen[defender]
    farmers = fallen[FARMER] if helped else 0
    result = _decide(attacker, defender, strength, own, farmers)
    lost = {}
    for colour, number in sorted(fallen.items()):
        stay = result.left if colour == result.winner else 0
        if number:
            changes.from_tray(play, colour, number - stay)
            changes.add_to_tray(play, colour, -stay)
        if number > stay:
            lost[colour] = number - stay
    revolts = attacker == FARMER
    play.tell(
        Fought(
            kind="revolt" if revolts else "battle" if defender else "neutral",
            province=province,
            attacker=attacker,
            defender=defender,
            parts=(*parts, *tray),
            **thrown._asdict(),
            attack=strength,
            defence=own + farmers,
            farmers=strength if revolts else farmers,
            **result._asdict(),
            lost=lost,
            tray=dict(play.position.tray),
            action=action,
            source=source,
        )
    )
    return result


def _decide(attacker: str, defender: str, strength: int, own: int, farmers: int) -> _Result:
    """Return who wins with these cubes in the tray: the attacker's, the defender's, his farmers'.

    The winner loses as many cubes as the loser had in the tray, a defender's farmers first (H11).
    A defender with farmers only cannot win: the battle is undecided, as a tie is (H1).
    """
    if strength > own + farmers:
        return _Result(attacker, 0 if attacker == FARMER else strength - own - farmers)
    if own + farmers > strength and own:
        return _Result(defender, own - max(0, strength - farmers))
    return _Result(FARMER if farmers > strength and not defender else "")


def _defenders(play: ShogunPlay, target: str, defender: str) -> list[Part]:
    if not defender:
        return _farmers(play, 2 if play.effect == "two farmers" else 1, "neutral")
    land = play.land(target)
    parts = [Part(defender, "armies", land.armies)]
    play.change_province(target, armies=0)
    if play.effect == "castle guard" and land.castle:
        parts += _from_supply(play, defender, "castle")
    if play.seat(defender).special == "defence" and not play.declines(defender, "defence army"):
        parts += _from_supply(play, defender, "defence card")
    return parts


def _from_supply(play: ShogunPlay, seat: str, why: str) -> list[Part]:
    if not play.seat(seat).supply:
        return []
    play.add_to_seat(seat, supply=-1)
    return [Part(seat, why, 1)]


def _farmers(play: ShogunPlay, wanted: int, why: str) -> list[Part]:
    """Take farmers from the supply, as far as it has any (H9, H32)."""
    number = min(wanted, play.position.farmers)
    play.change(farmers=play.position.farmers - number)
    return [Part(FARMER, why, number)] if number else []
