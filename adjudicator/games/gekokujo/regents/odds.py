"""How a battle may end, exactly, from the dice that each side has.

The default order of casualties is taken for both sides, and no ronin. Of specialized warfare two
things that change within a battle are taken as they are at its beginning: whether spearmen stand
together, and whether a swordsman attacks alone.
"""

from functools import lru_cache
from typing import NamedTuple

from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.battle import Battle, BattleParty, number_to_hit
from adjudicator.games.gekokujo.chapters.war import VOLLEYS
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Units


class Contingent(NamedTuple):
    """The units of a kind on a side."""

    kind: str
    number: int
    dice: int
    """How many each rolls."""
    likely: float
    """How likely a die is to hit."""
    volley: str


Host = tuple[Contingent, ...]
"""A side, in the order in which its units fall."""


class Odds(NamedTuple):
    """What a battle comes to for who attacks. Numbers of units are what is to be expected."""

    won: float
    """How likely it is that it stands there alone."""
    fallen: float
    """Its bushi that fall."""
    lords_fallen: float
    killed: float
    """Bushi of the enemy that fall."""
    lords_killed: float
    all_lords_killed: float
    """How likely it is that there are some, and all fall."""


def weigh_attack(play: GekokujoPlay, seat: str, place: str, more: Units) -> Odds:
    """Say what comes of it if a seat attacks in a province with more units than stand there."""
    play.put_units(place, seat, more)
    battle = Battle(play, place, seat)
    own, *others = (_host(battle, party) for party in battle.parties.values())
    play.take_units(place, seat, more)
    return foresee(own, tuple(contingent for host in others for contingent in host))


def _host(battle: Battle, party: BattleParty) -> Host:
    contingents = []
    for kind in printed.HIT_FIRST:
        if number := party.standing.get(kind, 0):
            arm = printed.ARMS[kind]
            alone = party.attacks and sum(party.standing.values()) == 1
            dice = 2 if alone and kind == printed.SWORDSMAN else arm.dice
            likely = max(0, printed.SIDES + 1 - number_to_hit(battle, party, kind)) / printed.SIDES
            volley = arm.volley if party.attacks else "melee"
            contingents.append(Contingent(kind, number, dice, likely, volley))
    return tuple(contingents)


@lru_cache(maxsize=1 << 14)
def foresee(own: Host, enemy: Host) -> Odds:
    """Follow all numbers of hits through a battle."""
    ends: dict[tuple[Host, Host], float] = {(own, enemy): 1.0}
    for volley in VOLLEYS:
        after: dict[tuple[Host, Host], float] = {}
        for (ours, theirs), likely in ends.items():
            standing = _after(ours, theirs, volley)
            for left, share in _after(theirs, ours, volley):
                for back, other in standing:
                    key = back, left
                    after[key] = after.get(key, 0.0) + likely * share * other
        ends = after
    won = sum(likely for (ours, theirs), likely in ends.items() if ours and not theirs)
    mine = [(ours, likely) for (ours, _), likely in ends.items()]
    others = [(theirs, likely) for (_, theirs), likely in ends.items()]
    return Odds(
        won,
        _bushi(own) - sum(_bushi(each) * likely for each, likely in mine),
        _lords(own) - sum(_lords(each) * likely for each, likely in mine),
        _bushi(enemy) - sum(_bushi(each) * likely for each, likely in others),
        _lords(enemy) - sum(_lords(each) * likely for each, likely in others),
        sum(likely for each, likely in others if _lords(enemy) and not _lords(each)),
    )


def _after(host: Host, foe: Host, volley: str) -> list[tuple[Host, float]]:
    """Return what may be left of a side after a volley of the other, and how likely each is."""
    shares = _hits(foe, volley, _size(host))
    return [(_without(host, hits), share) for hits, share in enumerate(shares) if share]


def _size(host: Host) -> int:
    return sum(contingent.number for contingent in host)


def _lords(host: Host) -> int:
    return sum(contingent.number for contingent in host if contingent.kind == printed.DAIMYO)


def _bushi(host: Host) -> int:
    return _size(host) - _lords(host)


@lru_cache(maxsize=1 << 12)
def _hits(host: Host, volley: str, most: int) -> tuple[float, ...]:
    """Return how likely each number of hits is in a volley; more than ``most`` do nothing."""
    shares = [1.0]
    for contingent in host:
        for _ in range(contingent.number * contingent.dice if contingent.volley == volley else 0):
            pairs = zip((*shares, 0.0), (0.0, *shares), strict=True)
            shares = [
                miss * (1 - contingent.likely) + hit * contingent.likely for miss, hit in pairs
            ]
    return (*shares[:most], sum(shares[most:]))


@lru_cache(maxsize=1 << 12)
def _without(host: Host, hits: int) -> Host:
    """Return what is left of a side."""
    left = []
    for contingent in host:
        fall = min(hits, contingent.number)
        hits -= fall
        if fall < contingent.number:
            left.append(contingent._replace(number=contingent.number - fall))
    return tuple(left)
