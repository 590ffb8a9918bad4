"""The dice of a battle: who rolls, what each needs, and what the modifiers are (§6.2.3, §0.1)."""

from collections.abc import Iterator

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
from adjudicator.games.gekokujo.table.events import Modifier, Roll, weigh
from adjudicator.games.gekokujo.table.play import GekokujoPlay

LEAST = 2
"""No number below is ever enough (G5)."""


def roll_dice(play: GekokujoPlay, battle: Battle, volley: str) -> dict[str, tuple[Roll, ...]]:
    """Roll for all who roll in a volley, seat by seat (G51)."""
    rolls = {}
    for seat, party in battle.parties.items():
        if battle.enemies(play, seat):
            mine = [
                _roll(play, battle, party, *each) for each in rollers(play, battle, party, volley)
            ]
            if party.traded:
                mine = [_roll_again(play, battle, party, each) for each in mine]
            if mine:
                rolls[seat] = tuple(mine)
    return rolls


def rollers(
    play: GekokujoPlay, battle: Battle, party: Party, volley: str
) -> Iterator[tuple[str, int, int, int]]:
    """Yield the kinds that roll: kind, units, dice and the number that each needs."""
    for kind, arm in ARMS.items():
        number = party.units.get(kind, 0)
        if not number:
            continue
        base = arm.defence
        if party.attacks:
            base = arm.attack if volley == "melee" else NEVER
            if volley == arm.volley != "melee":
                base = arm.volley_hits
        elif volley != "melee":
            base = NEVER
        needed = number_to_hit(play, battle, party, kind, base)
        if needed <= SIDES:
            alone = kind == SWORDSMAN and party.attacks and sum(party.units.values()) == 1
            yield kind, number, number * (2 if alone else arm.dice), needed


def number_to_hit(play: GekokujoPlay, battle: Battle, party: Party, kind: str, base: int) -> int:
    """Return the least number that hits, with what modifiers count; they are noted (G48)."""
    if base == NEVER:
        return NEVER
    sources = (
        modifier
        for source in play.rules.sources
        for modifier in source(play, battle, party.seat, kind)
    )
    net, judged = weigh(sources)
    _note(party, judged, kind)
    needed = max(LEAST, base - net)
    return min(needed, SIDES) if play.position.options["six always hits"] else needed


def _note(party: Party, judged: list[Modifier], kind: str) -> None:
    """Remember modifiers for the report, each once; those of some kinds only with the kinds."""
    for each in judged:
        if each.units:
            each = replace(each, units=(kind,))
        if each not in party.modifiers:
            party.modifiers.append(each)


def _roll(
    play: GekokujoPlay, battle: Battle, party: Party, kind: str, number: int, dice: int, needed: int
) -> Roll:
    faces = tuple(play.chance.dice(dice, SIDES, f"{battle.place} {party.seat}"))
    return Roll(kind, number, needed, faces, hits=sum(face >= needed for face in faces))


def _roll_again(play: GekokujoPlay, battle: Battle, party: Party, roll: Roll) -> Roll:
    """Roll the failed dice of bushi and ronin again, once (G50)."""
    failed = len(roll.dice) - roll.hits
    if not failed or roll.unit not in (*BUSHI_KINDS, RONIN):
        return roll
    faces = tuple(play.chance.dice(failed, SIDES, f"{battle.place} {party.seat}"))
    return replace(roll, again=faces, hits=roll.hits + sum(face >= roll.needed for face in faces))


# Sources of the basic game


def castle(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """+1 behind an own castle, +2 if it is fortified or a fortress (§9.2, G32)."""
    land = play.land(battle.place)
    if land.castle != seat or seat == battle.active:
        return
    name, bonus, rule = "castle", 1, "§9.2"
    if play.clan(seat) == "Hojo":
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
    ninja = play.position.ninja
    if ninja.mission == "sabotage" and ninja.place == battle.place and seat != battle.active:
        yield Modifier("sabotage", "defence roll", -1, "§9.1")


def vanguard(play: GekokujoPlay, battle: Battle, seat: str, kind: str) -> Iterator[Modifier]:
    """+1 for all Oda who attack with a daimyo (§2.4, G49)."""
    lords = battle.parties[seat].start.get(DAIMYO, 0)
    if play.clan(seat) == "Oda" and seat == battle.active and lords:
        yield Modifier("the shogun's vanguard", "attack roll", 1, "§2.4")


SOURCES = (castle, dragons_domain, kyoto, sabotage, vanguard)
"""Those of the basic game, the strongest claim first among equals."""
