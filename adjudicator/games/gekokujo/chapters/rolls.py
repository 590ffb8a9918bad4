"""The dice of a battle: who rolls, what each needs, and what the modifiers are (§6.2.3, §0.1)."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from msgspec.structs import replace

from adjudicator.games.gekokujo.chapters.battle import Battle, Party
from adjudicator.games.gekokujo.printed import (
    ARMS,
    BUSHI_KINDS,
    CAPITAL,
    DAIMYO,
    NEVER,
    RONIN,
    SIDES,
    SWORDSMAN,
)
from adjudicator.games.gekokujo.table.events import Modifier, Roll
from adjudicator.games.gekokujo.table.play import GekokujoPlay

LEAST = 2
"""No number below is ever enough (G5)."""


def roll_dice(play: GekokujoPlay, battle: Battle, volley: str) -> dict[str, tuple[Roll, ...]]:
    """Roll for all who roll in a volley, seat by seat (G51)."""
    rolls = {}
    for seat, party in battle.parties.items():
        if battle.enemies(play, seat):
            mine = list(_rolls(play, battle, party, volley))
            if party.traded:
                mine = [_roll_again(play, battle, party, roll) for roll in mine]
            if mine:
                rolls[seat] = tuple(mine)
    return rolls


def _rolls(play: GekokujoPlay, battle: Battle, party: Party, volley: str) -> Iterator[Roll]:
    """Roll for each kind of a side's units that rolls in a volley."""
    for kind, arm in ARMS.items():
        number = party.units.get(kind, 0)
        base = arm.attack if party.attacks else arm.defence
        if number and base != NEVER and volley == (arm.volley if party.attacks else "melee"):
            needed = number_to_hit(play, battle, party, kind, base)
            if needed <= SIDES:
                alone = kind == SWORDSMAN and party.attacks and sum(party.units.values()) == 1
                dice = number * (2 if alone else arm.dice)
                faces = _throw(play, battle, party, dice)
                hits = sum(face >= needed for face in faces)
                yield Roll(kind, number, needed, faces, hits=hits)


def _roll_again(play: GekokujoPlay, battle: Battle, party: Party, roll: Roll) -> Roll:
    """Roll the failed dice of bushi and ronin again, once (G50)."""
    failed = len(roll.dice) - roll.hits
    if not failed or roll.unit not in (*BUSHI_KINDS, RONIN):
        return roll
    faces = _throw(play, battle, party, failed)
    return replace(roll, again=faces, hits=roll.hits + sum(face >= roll.needed for face in faces))


def _throw(play: GekokujoPlay, battle: Battle, party: Party, dice: int) -> tuple[int, ...]:
    return tuple(play.chance.dice(dice, SIDES, f"{battle.place} {party.seat}"))


def number_to_hit(play: GekokujoPlay, battle: Battle, party: Party, kind: str, base: int) -> int:
    """Return the least number that hits, with what modifiers count (G48).

    They are noted for the report, each once; those of some kinds only with the kinds.
    """
    sources = play.rules.sources
    found = (each for source in sources for each in source(play, battle, party.seat, kind))
    net, judged = weigh(found)
    for each in judged:
        told = replace(each, units=(kind,)) if each.units else each
        if told not in party.modifiers:
            party.modifiers.append(told)
    needed = max(LEAST, base - net)
    return min(needed, SIDES) if play.position.options["six always hits"] else needed


def weigh(modifiers: Iterable[Modifier]) -> tuple[int, list[Modifier]]:
    """Return what modifiers of one kind add up to, and all of them with what became of each.

    Only the largest bonus and the largest penalty count, both together; of equals the first (§0.1).
    """
    given = list(modifiers)
    size = attrgetter("amount")
    able = [each for each in given if each.counted]
    bonus = max((each for each in able if each.amount > 0), key=size, default=None)
    penalty = min((each for each in able if each.amount < 0), key=size, default=None)
    judged = []
    for each in given:
        best = bonus if each.amount > 0 else penalty
        if best and each.counted and each is not best:
            each = replace(each, counted=False, instead=best.name)
        judged.append(each)
    return sum(each.amount for each in (bonus, penalty) if each), judged


# Sources of the basic game


def castle(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """+1 behind an own castle, +2 if it is fortified or a fortress (§9.2, G32)."""
    land = play.land(battle.place)
    if land.castle != seat or seat == battle.active:
        return
    name, bonus, rule = "castle", 1, "§9.2"
    if play.builds_fortresses(seat):
        name, bonus, rule = "fortress", 2, "§2.4"
    elif land.fortified:
        name, bonus = "fortified castle", 2
    yield Modifier(name, "defence roll", bonus, rule, not battle.breach, battle.breach)


def dragons_domain(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """+1 for Uesugi who defend what they controlled as the round began (§2.4)."""
    held = play.position.held.get(battle.place) == seat
    if play.clan(seat) == "Uesugi" and seat != battle.active and held:
        yield Modifier("the dragon's domain", "defence roll", 1, "§2.4")


def kyoto(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """+1 for all who defend in Yamashiro (§1.3)."""
    if battle.place == CAPITAL and seat != battle.active:
        yield Modifier("Kyoto", "defence roll", 1, "§1.3")


def sabotage(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """-1 on all defence rolls in a sabotaged province (§9.1)."""
    if play.position.ninja.is_on("sabotage", battle.place) and seat != battle.active:
        yield Modifier("sabotage", "defence roll", -1, "§9.1")


def vanguard(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """+1 for all Oda who attack with a daimyo (§2.4, G49)."""
    lords = battle.parties[seat].start.get(DAIMYO, 0)
    if play.clan(seat) == "Oda" and seat == battle.active and lords:
        yield Modifier("the shogun's vanguard", "attack roll", 1, "§2.4")


SOURCES = (castle, dragons_domain, kyoto, sabotage, vanguard)
"""Those of the basic game, the strongest claim first among equals."""
