"""A battle as it goes on: its sides, whom each can hit; and its dice (§6.2.3, §0.1)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator.chance import Course
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.orders.orders import Hit, HitsOn, Ronin
from adjudicator.games.gekokujo.orders.policies import policy
from adjudicator.games.gekokujo.table.events import Modifier, Roll, Shamed, Volley
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Units, count_units
from adjudicator.orders import Order

K = TypeVar("K", bound=Order)


class BattleParty:
    """A seat in a battle; it has what is told of a ``Side`` when the battle is over."""

    def __init__(self, seat: str, attacks: bool, units: Units):
        self.seat = seat
        self.attacks = attacks
        """Whether it is the active seat."""
        self.units = units
        """Those that it came with."""
        self.standing = dict(units)
        """Those that are left, ronin among them."""
        self.ronin = self.paid = 0
        """The ronin that it hired, and its koku for them."""
        self.traded = False
        self.spared: dict[str, int] = {}
        """Bushi that a ninja keeps out of this battle."""
        self.modifiers: list[Modifier] = []

    @property
    def stands(self) -> bool:
        """Whether it has a unit left."""
        return any(self.standing.values())

    def leave(self) -> None:
        """Note which of its units stay on the board when the battle is over, and its ronin go."""
        self.left = {kind: n for kind, n in self.standing.items() if n and kind != printed.RONIN}
        self.left |= {kind: self.left.get(kind, 0) + n for kind, n in self.spared.items()}
        self.ronin_left = self.standing.get(printed.RONIN, 0)


class Battle:
    """A battle in a province, the active seat first and the others in player order (G44)."""

    def __init__(self, play: GekokujoPlay, place: str, active: str):
        self.play = play
        self.place = place
        self.active = active
        units = play.land(place).units
        order = [seat for seat in play.order_from(active) if seat in units]
        self.parties = {
            seat: BattleParty(seat, seat == active, units[seat])
            for seat in order
            if any(not play.are_allies(seat, other) for other in order)
        }
        self.volleys: list[Volley] = []
        self.breach = ""
        """Why the bonus of the castle does not count; ``""``: it does (G72)."""
        self.ronin = self._policies(Ronin)
        """What each wants in ronin; all policies are judged as the battle begins."""
        self._hits_on = self._policies(HitsOn)
        self._hit = self._policies(Hit)

    def _policies(self, kind: type[K]) -> dict[str, K | None]:
        roles = {seat: "attacking" if seat == self.active else "defending" for seat in self.parties}
        return {s: policy(self.play, s, kind, self.place, role) for s, role in roles.items()}

    def enemies(self, seat: str) -> list[str]:
        """Return the seats that a seat can hit, in the order of the battle, if they stand."""
        return [
            other
            for other, party in self.parties.items()
            if party.stands and not self.play.are_allies(seat, other)
        ]

    def targets(self, seat: str) -> list[str]:
        """Return the seats that a seat can hit, whom it hits first in front (G46)."""
        able = self.enemies(seat)
        if seat == self.active:
            able.sort(key=lambda other: -count_units(self.parties[other].standing))
        wish = self._hits_on[seat]
        named = [self.play.find_seat(name) for name in wish.seats] if wish else []
        return list(dict.fromkeys([*(each for each in named if each in able), *able]))

    def kinds_first(self, seat: str) -> list[str]:
        """Return all kinds of units, those that a seat's hits strike first in front."""
        wish = self._hit[seat]
        bushi = [kind for kind in printed.HIT_FIRST if kind in printed.BUSHI_KINDS]
        wished = wish.kinds if wish else ()
        named = [each for kind in wished for each in (bushi if kind == printed.BUSHI else [kind])]
        return list(dict.fromkeys([*named, *printed.HIT_FIRST]))

    def feller(self, seat: str) -> str:
        """Return the seat whose hit felled daimyos of a seat, of several the first (G55)."""
        struck = [each for volley in self.volleys for each in volley.struck if each.seat == seat]
        able = [each.by for each in struck if printed.DAIMYO in each.units]
        return next((each for each in self.parties if each in able), "")


# The dice: who rolls, what each needs, and what the modifiers are


def roll_dice(battle: Battle, volley: str) -> dict[str, tuple[Roll, ...]]:
    """Roll for all who roll in a volley, seat by seat (G51)."""
    rolls = {}
    for seat, party in battle.parties.items():
        if battle.enemies(seat):
            due = list(_rolls_due(battle, party, volley))
            if due:
                rolls[seat] = _roll(battle, party, due)
    return rolls


class DueDice(NamedTuple):
    """What a side's units of a kind roll in a volley."""

    kind: str
    number: int
    needed: int
    dice: int
    again: bool
    """Whether failed dice are rolled again, once (G50)."""

    @property
    def likely(self) -> float:
        """How likely each die is to hit in the end."""
        hit = (printed.SIDES + 1 - self.needed) / printed.SIDES
        return hit + (1 - hit) * hit if self.again else hit


def _roll(battle: Battle, party: BattleParty, due: Sequence[DueDice]) -> tuple[Roll, ...]:
    """Roll what is due. A course chooses how many hits there are, of which kinds does not matter.

    More than there are enemies do nothing.
    """
    if isinstance(battle.play.chance, Course):
        most = sum(
            sum(battle.parties[each].standing.values()) for each in battle.enemies(party.seat)
        )
        hits = battle.play.chance.choose(_hits(tuple(due), most))
        return (Roll("", 0, 0, (), hits=hits),)
    rolls = [_roll_first(battle, party, each) for each in due]
    pairs = zip(due, rolls, strict=True)
    return tuple(_roll_again(battle, party, roll) if each.again else roll for each, roll in pairs)


def _roll_first(battle: Battle, party: BattleParty, due: DueDice) -> Roll:
    faces = _throw(battle, party, due.dice)
    hits = sum(face >= due.needed for face in faces)
    return Roll(due.kind, due.number, due.needed, faces, hits=hits)


@lru_cache(maxsize=1 << 10)
def _hits(due: tuple[DueDice, ...], most: int) -> dict[int, float]:
    """Return how likely each number of hits is, up to the most that count."""
    shares = [1.0]
    for each in due:
        for _ in range(each.dice):
            pairs = zip((*shares, 0.0), (0.0, *shares), strict=True)
            shares = [missed * (1 - each.likely) + hit * each.likely for missed, hit in pairs]
    return {**dict(enumerate(shares[:most])), most: sum(shares[most:])}


def _rolls_due(battle: Battle, party: BattleParty, volley: str) -> Iterator[DueDice]:
    """Yield for each kind of a side's units what it rolls in a volley."""
    for kind, arm in printed.ARMS.items():
        number = party.standing.get(kind, 0)
        if not number or volley != (arm.volley if party.attacks else "melee"):
            continue
        needed = number_to_hit(battle, party, kind)
        if needed <= printed.SIDES:
            alone = party.attacks and sum(party.standing.values()) == 1
            dice = 2 if alone and kind == printed.SWORDSMAN else arm.dice
            again = party.traded and kind in (*printed.BUSHI_KINDS, printed.RONIN)
            yield DueDice(kind, number, needed, number * dice, again)


def _roll_again(battle: Battle, party: BattleParty, roll: Roll) -> Roll:
    """Roll the failed dice again."""
    failed = len(roll.dice) - roll.hits
    if not failed:
        return roll
    faces = _throw(battle, party, failed)
    return replace(roll, again=faces, hits=roll.hits + sum(face >= roll.needed for face in faces))


def _throw(battle: Battle, party: BattleParty, dice: int) -> tuple[int, ...]:
    return tuple(battle.play.chance.dice(dice, printed.SIDES, f"{battle.place} {party.seat}"))


def number_to_hit(battle: Battle, party: BattleParty, kind: str) -> int:
    """Return the least number that hits, with what modifiers count (G48); above 6 nothing does.

    They are noted for the report, each once; those of some kinds only with the kinds.
    """
    arm = printed.ARMS[kind]
    base = arm.attack if party.attacks else arm.defence
    if base == printed.NEVER:
        return base
    net, judged = weigh(modifiers(battle, party, kind))
    for each in judged:
        told = replace(each, units=(kind,)) if each.units else each
        if told not in party.modifiers:
            party.modifiers.append(told)
    needed = base - net
    return min(needed, printed.SIDES) if battle.play.position.options["six always hits"] else needed


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


TOGETHER = 2
"""So many spearmen of a seat help each other."""


def modifiers(battle: Battle, party: BattleParty, kind: str) -> Iterator[Modifier]:
    """Yield all modifiers of the rolls of a side's units of a kind, the strongest claim first."""
    play, seat, land = battle.play, party.seat, battle.play.land(battle.place)
    if party.attacks:
        if play.clan(seat) == "Oda" and party.units.get(printed.DAIMYO):
            yield Modifier("the shogun's vanguard", "attack roll", 1, "§2.4")
        if play.house(seat).shamed:
            yield Modifier("a broken pact", "attack roll", -1, "§10.1")
        return
    if land.castle == seat:
        name, bonus, rule = "castle", 1, "§9.2"
        if play.builds_fortresses(seat):
            name, bonus, rule = "fortress", 2, "§2.4"
        elif land.fortified:
            name, bonus = "fortified castle", 2
        yield Modifier(name, "defence roll", bonus, rule, not battle.breach, battle.breach)
    if play.clan(seat) == "Uesugi" and play.position.held.get(battle.place) == seat:
        yield Modifier("the dragon's domain", "defence roll", 1, "§2.4")
    if battle.place == printed.CAPITAL:
        yield Modifier("Kyoto", "defence roll", 1, "§1.3")
    if play.position.ninja.is_on("sabotage", battle.place):
        yield Modifier("sabotage", "defence roll", -1, "§9.1")
    if kind == printed.SPEARMAN and party.standing[kind] >= TOGETHER:
        yield Modifier("spearmen together", "defence roll", 1, "§10.2", units=(kind,))


def prepare_dice(battle: Battle) -> None:
    """Note who attacks a former ally (G68), and whether guns breach the castle (G72)."""
    play, active, house = battle.play, battle.active, battle.play.house(battle.active)
    victims = [seat for seat in battle.parties if seat in house.betrayed]
    if victims and not house.shamed:
        play.change_seat(active, shamed=True)
        play.tell(Shamed(seat=active, other=victims[0], province=battle.place))
    guns = battle.parties[active].standing.get(printed.ARQUEBUSIER)
    if guns and play.position.options["guns"] == "breach":
        battle.breach = "arquebusiers"
