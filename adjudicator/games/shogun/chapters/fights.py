"""Battles and revolts, fought with the tower (“Resolving Battles”)."""

from typing import Literal, NamedTuple

from adjudicator.chance.tower import Throw
from adjudicator.games.contract import Word
from adjudicator.games.shogun.cards import FARMER
from adjudicator.games.shogun.table import changes
from adjudicator.games.shogun.table.events import Fought, Part
from adjudicator.games.shogun.table.play import ShogunPlay


class _Sides(NamedTuple):
    """Who fights where: a seat or the farmers against a seat or a neutral province (``""``)."""

    kind: Literal["battle", "neutral", "revolt"]
    province: str
    attacker: str
    defender: str
    action: str = ""
    source: str = ""


class _Count(NamedTuple):
    """The cubes in the tray that count: of the attacker, the defender and his farmers."""

    attack: int
    own: int
    farmers: int

    @property
    def defence(self) -> int:
        return self.own + self.farmers


class _Result(NamedTuple):
    """Who won (``""``: nobody), the winner's armies left, and what goes back to the supplies."""

    winner: str
    left: int
    lost: dict[str, int]


def attack(play: ShogunPlay, action: str, source: str, target: str, armies: int) -> Word:
    """Fight for a province that is not the attacker's own; return how it ended for him.

    The armies leave the source. A side may add an army from its supply for its special card, and
    the defender one for a castle under the castle event (H2). Farmers defend a neutral province
    (H9); in the tray they count for a defender whose province has no revolt marker (H8).
    """
    seat, defender = play.land(source).owner, play.land(target).owner
    sides = _Sides(
        "battle" if defender else "neutral", target, seat, defender, action=action, source=source
    )
    farmers_join = not defender or not play.land(target).revolts
    play.add_to_province(source, armies=-armies)
    parts = [Part(seat, "armies", armies)]
    if play.seat(seat).special == "attack" and not play.declines(seat, "attack army"):
        parts += _from_supply(play, seat, "attack card")
    parts += _defenders(play, target, defender)
    result, parts = _throw(play, parts)
    count = _Count(
        result.fallen.get(seat, 0),
        result.fallen.get(defender, 0) if defender else 0,
        result.fallen.get(FARMER, 0) if farmers_join else 0,
    )
    outcome = _settle(play, seat, defender, count)
    _tell(play, sides, parts, result, count, outcome)
    if outcome.winner == seat:
        changes.take_province(play, target, seat, outcome.left)
    elif defender and outcome.winner == defender:
        play.change_province(target, armies=outcome.left)
    elif defender:
        changes.make_neutral(play, target)
    return "won" if outcome.winner == seat else "lost" if outcome.winner else "undecided"


def revolt(play: ShogunPlay, province: str, farmers: int, why: str) -> bool:
    """Fight the farmers of a province that rise; return whether its owner still holds it.

    ``farmers`` join for the reason ``why`` besides one for each revolt marker. All farmers in the
    tray count as rebels (H8). On a tie the province is lost.
    """
    land = play.land(province)
    seat = land.owner
    parts = [Part(seat, "armies", land.armies)]
    play.change_province(province, armies=0)
    parts += _farmers(play, land.revolts, "markers") + _farmers(play, farmers, why)
    result, parts = _throw(play, parts)
    own, rebels = result.fallen.get(seat, 0), result.fallen.get(FARMER, 0)
    left = max(0, own - rebels)
    changes.from_tray(play, seat, own - left)
    changes.add_to_tray(play, seat, -left)
    changes.from_tray(play, FARMER, rebels)
    winner = seat if left else FARMER if rebels > own else ""
    outcome = _Result(winner, left, _without_zeros({seat: own - left, FARMER: rebels}))
    sides = _Sides("revolt", province, FARMER, seat)
    _tell(play, sides, parts, result, _Count(rebels, own, 0), outcome)
    if left:
        play.change_province(province, armies=left)
    else:
        changes.make_neutral(play, province)
    return left > 0


def _tell(
    play: ShogunPlay,
    sides: _Sides,
    parts: list[Part],
    result: Throw,
    count: _Count,
    outcome: _Result,
) -> None:
    told = {**sides._asdict(), **result._asdict(), **outcome._asdict(), "parts": tuple(parts)}
    farmers = count.attack if sides.kind == "revolt" else count.farmers
    tray = dict(play.position.tray)
    play.tell(
        Fought(attack=count.attack, defence=count.defence, farmers=farmers, tray=tray, **told)
    )


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


def _throw(play: ShogunPlay, parts: list[Part]) -> tuple[Throw, list[Part]]:
    """Throw the parts and the tray; return the result and all the parts."""
    cubes: dict[str, int] = {}
    for part in parts:
        cubes[part.colour] = cubes.get(part.colour, 0) + part.cubes
    tray = [Part(colour, "tray", number) for colour, number in sorted(play.position.tray.items())]
    return changes.throw_in(play, cubes), parts + tray


def _settle(play: ShogunPlay, seat: str, defender: str, count: _Count) -> _Result:
    """Take the losses out of the tray, and the winner's armies left.

    The winner loses as many cubes as the loser had in the tray, a defender's farmers first (H11).
    A defender with farmers only cannot win: the battle is undecided, as a tie is (H1).
    """
    winner, attack_left, own_left = "", 0, 0
    if count.attack > count.defence:
        winner, attack_left = seat, count.attack - count.defence
    elif count.defence > count.attack and count.own:
        winner, own_left = defender, count.own - max(0, count.attack - count.farmers)
    elif count.defence > count.attack and not defender:
        winner = FARMER
    lost = {seat: count.attack - attack_left}
    changes.from_tray(play, seat, lost[seat])
    changes.add_to_tray(play, seat, -attack_left)
    if defender:
        lost[defender] = count.own - own_left
        changes.from_tray(play, defender, lost[defender])
        changes.add_to_tray(play, defender, -own_left)
    changes.from_tray(play, FARMER, count.farmers)
    lost[FARMER] = count.farmers
    return _Result(winner, attack_left or own_left, _without_zeros(lost))


def _without_zeros(cubes: dict[str, int]) -> dict[str, int]:
    return {colour: number for colour, number in sorted(cubes.items()) if number}
