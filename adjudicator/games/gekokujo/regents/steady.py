"""The steady regent: it takes what lies open, attacks at good odds, guards; suggested to people.

What it orders is tried out on a table of its own, line by line, and a line after which winter's
bill could not be paid is left out: nobody who follows it loses units for want of koku that were
spent. The random one is here, too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from adjudicator.games.engine.lines import Rules, carry_out
from adjudicator.games.engine.plain import choose_at_random
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters import campaign, reinforcement, victory, year
from adjudicator.games.gekokujo.chapters.campaign import MOVE_RULES
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.chapters.victory import PATH_RULES
from adjudicator.games.gekokujo.chapters.year import SOWING_RULES
from adjudicator.games.gekokujo.orders import orders
from adjudicator.games.gekokujo.orders.conditions import OwnKoku
from adjudicator.games.gekokujo.orders.orders import Hire, Move
from adjudicator.games.gekokujo.printed import CLANS, DAIMYO
from adjudicator.games.gekokujo.regents.odds import weigh_attack
from adjudicator.games.gekokujo.table.play import GekokujoPlay, count_bushi, count_units
from adjudicator.orders import Branch, Line, Order, When, subject
from adjudicator.orders.language.conditions import Clause
from adjudicator.orders.language.units import Units


def _about(order: Order) -> tuple[str, ...]:
    return ("move", order.source, order.path[0]) if isinstance(order, Move) else subject(order)


choose_randomly = partial(choose_at_random, about=_about)
"""Yields random legal orders: at most one move over each border."""


class Habits(NamedTuple):
    """What things are worth to a regent, in provinces."""

    mandate: float = 0.4
    coast: float = 0.3
    """A coastal province, to a clan that has koku of it."""
    mountain: float = -0.5
    rival: float = 0.3
    """That a province is another's, beside that it becomes its own."""
    leader: float = 1.0
    """How much more of a rival who is about to win."""
    spread: float = 0.6
    """What is left of a value a province away."""
    bushi: float = 0.35
    """A bushi of an enemy that falls, and of its own."""
    daimyo: float = 1.5
    last: float = 3.0
    """The last daimyo of an enemy, beside that he is one."""
    least: float = 0.15
    """What an attack must promise."""
    strength: float = 0.75
    """The part of its income that upkeep may take."""
    daimyos: int = 2
    """How many daimyos may go alone to take provinces."""
    claims: int = 99
    """How many open provinces it takes at the most: who has few acts first."""
    fancies: Mapping[str, float] = {}
    """What provinces are worth to it besides."""


STEADY = Habits()
FELT = 6
"""So many provinces away a value is felt."""
RONIN = 2
"""How many it hires in a battle."""


def steady(play: GekokujoPlay, seat: str, habits: Habits = STEADY) -> Iterator[Order | Line]:
    """Yield sensible orders for the phase."""
    if play.house(seat).out:
        return
    plan = partial(Plan, play, seat, habits)
    match play.position.phase:
        case "draft" if ranks_clans(play, seat):
            yield orders.Rank(("Takeda", "Shimazu", "Oda", "Uesugi", *list(CLANS)[:2]))
        case "sow":
            yield from plan().sow()
        case "reinforce":
            yield from plan().reinforce()
        case "campaign" | "move" if play.is_active(seat):
            yield from plan().campaign()
        case "battle":
            yield from plan().fight(play.contests_of(seat))


class WinterBill(NamedTuple):
    """The koku that a seat must keep, of what it has in hand, for what must be paid."""

    supply: int
    upkeep: int
    """In winter, where rice is sown; else what the next upkeep takes beyond the income before it.

    That is the base, and a koku for each province in which its units stand alone, for into any
    other an enemy can walk.
    """


def winter_bill(play: GekokujoPlay, seat: str) -> WinterBill:
    """Return what a seat must pay as things stand, before it spends again.

    Mountains in which it fights may be its own by then.
    """
    places = ((place, play.land(place)) for place in play.board.sets["mountain"])
    mountains = tuple(place for place, land in places if land.owner == seat or seat in land.units)
    supply = year.supply_of(play, seat, mountains).cost
    upkeep = year.upkeep_bill(play, seat).cost
    if play.position.options["rice"]:
        return WinterBill(supply, upkeep * (play.position.round > 1))
    lands = play.position.provinces.values()
    held = sum(land.owner == seat and [*land.units] == [seat] for land in lands)
    return WinterBill(supply, max(0, upkeep - year.income_of(play, seat).base - held))


class Taker(NamedTuple):
    """A unit that may go somewhere."""

    source: str
    kind: str
    number: int
    """Which of them it is."""


class Plan:
    """What a seat orders, as far as it has come: tried out on a table of its own."""

    def __init__(self, play: GekokujoPlay, seat: str, habits: Habits):
        self.play = play.begin_anew()
        self.seat = seat
        self.bill = winter_bill(self.play, seat)
        """What is due if nothing is done."""
        self.habits = habits
        self._spare: int | None = None
        """What is spare, if that was reckoned since the table was changed."""
        self.busy: set[str] = set()
        """Contested provinces in which its units stay."""
        held = Counter(land.owner for land in play.position.provinces.values())
        wins = victory.provinces_to_win(play)
        near = {owner: number / wins for owner, number in held.items()}
        self.values = {place: self._value(place, near) for place in play.board.provinces}
        self.heat = self._diffuse()

    def _value(self, place: str, near: Mapping[str, float]) -> float:
        """Return what it is worth to take a province; of its own, nothing.

        ``near`` says of each seat what part it has of the provinces with which it wins.
        """
        play, seat, habits = self.play, self.seat, self.habits
        owner, sets = play.owner(place), play.board.sets
        if play.are_allies(seat, owner):
            return 0.0
        value = 1.0 + habits.fancies.get(place, 0.0)
        if place in sets["mandate"]:
            held = sum(play.owner(each) == seat for each in sets["mandate"])
            value += habits.mandate * (1 + held)
        if place in sets["coastal"] and play.clan(seat) in printed.COASTS:
            value += habits.coast
        if place in sets["mountain"] and play.clan(seat) != "Tokugawa":
            value += habits.mountain
        if owner:
            value += habits.rival + habits.leader * max(0.0, 2 * near[owner] - 1)
        return value

    def _diffuse(self) -> dict[str, float]:
        """Let each value be felt in the provinces around, less with each step."""
        heat, borders = dict(self.values), self.play.board.neighbours
        for _ in range(FELT):
            around = {place: max(map(heat.__getitem__, near)) for place, near in borders.items()}
            felt = {place: max(heat[place], self.habits.spread * around[place]) for place in heat}
            if felt == heat:
                break
            heat = felt
        return heat

    # Winter

    def _try(self, order: Order, rules: Rules) -> bool:
        """Carry an order out on the table, unless less would be left for winter's bill then."""
        saved, spare = self.play.save(), self.spare
        moved = {place: Counter(units) for place, units in self.play.moved.items()}
        self._spare = None
        outcome = carry_out(self.play, self.seat, Line((Branch(order),)), rules)
        if isinstance(order, Move) and outcome.is_done:
            self._occupy(order)
        if outcome.is_done and self.spare >= min(0, spare):
            return True
        self.play.go_back(saved)
        self.play.moved, self._spare = moved, spare
        return False

    def _occupy(self, order: Move) -> None:
        """Count a province as taken into which units move, whoever stands there."""
        if self.play.owner(order.target) != self.seat:
            self.play.change_province(order.target, owner=self.seat)

    @property
    def spare(self) -> int:
        """The koku in hand that are not needed, whether what is ordered can be done or not."""
        if self._spare is None:
            self._spare = self.play.house(self.seat).koku - self._least_koku
        return self._spare

    @property
    def _least_koku(self) -> int:
        return sum(map(max, self.bill, winter_bill(self.play, self.seat)))

    # Reinforcement

    def reinforce(self) -> Iterator[Order | Line]:
        """Recruit for what can be taken, then where the front is; sow what is left."""
        play, seat = self.play, self.seat
        if play.house(seat).master and play.asks_for(orders.Rebuild):
            deposit = orders.Rebuild(max(0, min(printed.FUND_A_ROUND, self.spare)))
            if deposit.koku and self._try(deposit, PATH_RULES):
                yield deposit
        yield from self._build()
        recruits = Counter(self._recruits())
        for (kind, place), number in recruits.items():
            yield orders.Recruit(Units(((kind, number),)), (place,))
        yield from self.sow()
        yield from self.ronin()

    def _build(self) -> Iterator[Order]:
        """Build a castle where the daimyos are, once it is rich."""
        play, seat = self.play, self.seat
        price = reinforcement.castle_price(play, seat)
        if play.position.round == 1 or self.spare < 2 * price + 4:
            return
        own = play.provinces_of(seat)
        place = max(own, key=lambda each: play.units(seat, each).get(DAIMYO, 0), default="")
        building = "fortress" if play.builds_fortresses(seat) else "castle"
        order = orders.Build(building, place)
        if place and self._try(order, REINFORCEMENT_RULES):
            yield order

    def _recruits(self) -> Iterator[tuple[str, str]]:
        """Yield kind and province of each unit to recruit, as far as winter allows."""
        play, seat = self.play, self.seat
        kind = self._kind()
        places = [
            p for p in play.provinces_of(seat) if not reinforcement.why_not_there(play, seat, p)
        ]
        ways = {place: self._ways(place, printed.BUSHI_MOVES) for place in places}
        claimed = set(self._claims(self._takers(lords=True)).values())
        open_to = {target for way in ways.values() for target in way} - claimed
        for target in sorted(open_to, key=lambda each: (-self.values[each], each)):
            able = [place for place in places if target in ways[place]]
            able.sort(key=lambda place: (len(ways[place][target]), -self.heat[place], place))
            for place in able:
                if self._recruit(kind, place):
                    yield kind, place
                    break
        most = self.habits.strength * year.income_of(play, seat).income * printed.BUSHI_A_KOKU
        danger = {place: number for place in places if (number := self._danger(place))}
        front = sorted(danger, key=lambda place: (-danger[place], -self.heat[place], place))
        came = bool(front)
        while came:  # where nobody came at all, nobody would the next time
            came = False
            for place in front:
                if play.bushi(seat) < most and self._recruit(kind, place):
                    came = True
                    yield kind, place

    def _recruit(self, kind: str, place: str) -> bool:
        order = orders.Recruit(Units(((kind, 1),)), (place,))
        return self._try(order, REINFORCEMENT_RULES)

    def _kind(self) -> str:
        kinds = (printed.SWORDSMAN, printed.SPEARMAN)
        return kinds[self.play.position.round % 2] if len(self.play.arms) > 1 else printed.BUSHI

    def sow(self) -> Iterator[Order]:
        """Sow what winter does not take in the safest provinces, and store the rest."""
        play, seat = self.play, self.seat
        if not play.asks_for(orders.Sow):
            return
        spare = self.spare if play.asks_for(orders.Recruit) else self.spare // 3
        safe = [place for place in play.provinces_of(seat) if not self._danger(place)]
        for place in sorted(safe)[: max(0, spare // 3)]:
            order = orders.Sow(1, place)
            if self._try(order, SOWING_RULES):
                spare -= 1
                yield order
        if play.asks_for(orders.Recruit) and spare > 1:
            stored = orders.StoreKoku(spare)
            if self._try(stored, SOWING_RULES):
                yield stored

    # The campaign

    def campaign(self) -> Iterator[Order | Line]:
        """Yield moves: into what lies open, attacks, guards, and towards the front."""
        play, seat = self.play, self.seat
        campaign.begin_moves(play, seat)
        self._spare = None
        fights = [place for place in play.contests_of(seat) if self._stays(place)]
        self.busy = set(fights)
        moves: Counter[tuple[str, str, tuple[str, ...]]] = Counter()
        claims = self._claims(self._takers(lords=False))
        lords = [taker for taker in self._takers(lords=True) if taker.kind == DAIMYO]
        taken = set(claims.values())
        claims |= self._claims(lords[: self.habits.daimyos], taken)
        for taker, target in list(claims.items())[: self.habits.claims]:
            path = self._ways(taker.source, self._reach(taker))[target]
            order = Move(Units(((taker.kind, 1),)), taker.source, path)
            if self._try(order, MOVE_RULES):
                moves[taker.kind, taker.source, path] += 1
        for order in self._attacks():
            fights.append(order.target)
            for kind, number in order.units.counts:
                moves[kind, order.source, order.path] += number
        for order in (*self._retreats(), *self._guards(), *self._marches()):
            for kind, number in order.units.counts:
                moves[kind, order.source, order.path] += number
        groups: dict[tuple[str, tuple[str, ...]], dict[str, int]] = {}
        for (kind, source, path), number in moves.items():
            groups.setdefault((source, path), {})[kind] = number
        for (source, path), units in groups.items():
            yield Move(Units(tuple(units.items())), source, path)
        yield from self.fight(fights)

    def _stays(self, place: str) -> bool:
        """Whether the units in a contested province fight it out; the last daimyo flees."""
        play, seat = self.play, self.seat
        if play.daimyos(seat) == play.units(seat, place).get(DAIMYO, 0) > 0:
            return False
        odds = weigh_attack(play, seat, place, {})
        return odds.killed + 4 * odds.lords_killed >= odds.fallen + 4 * odds.lords_fallen

    def _takers(self, lords: bool) -> list[Taker]:
        """Return the units that may go: bushi, and daimyos but the best guarded one.

        He attacks nobody, so that the seat does not lose its last daimyo by attacks of its own.
        """
        play, seat = self.play, self.seat
        takers: list[Taker] = []
        daimyos: list[Taker] = []
        for source in play.places_of(seat):
            if source in self.busy:
                continue
            for kind, number in campaign.able_units(play, seat, source).items():
                each = [Taker(source, kind, n) for n in range(number)]
                (daimyos if kind == DAIMYO else takers).extend(each)
        contests = play.contests_of(seat)
        guards = {each.source: count_bushi(play.units(seat, each.source)) for each in daimyos}
        daimyos.sort(key=lambda each: (each.source not in contests, guards[each.source]))
        return [*takers, *daimyos[:-1]] if lords else takers

    def _reach(self, taker: Taker) -> int:
        return campaign.reach_of(self.play, self.seat, taker.source, {taker.kind: 1})

    def _ways(self, source: str, reach: int) -> dict[str, tuple[str, ...]]:
        """Return the provinces that lie open within reach, each with the shortest way there."""
        play, seat = self.play, self.seat
        return {
            place: way
            for place, way in self._roads(source, reach).items()
            if self.values[place] > 0 and play.owner(place) != seat and not play.land(place).units
        }

    def _roads(self, source: str, reach: int) -> dict[str, tuple[str, ...]]:
        """Return where units may go within reach and meet no enemy, each with the shortest way."""
        play, seat = self.play, self.seat
        ways: dict[str, tuple[str, ...]] = {source: ()}
        edge = [source]
        for _ in range(reach):
            after: list[str] = []
            for here in edge:
                for near in campaign.steps_from(play, seat, here):
                    if near not in ways and not play.enemies_in(seat, near):
                        ways[near] = (*ways[here], near)
                        after.append(near)
            edge = after
        del ways[source]
        return {p: way for p, way in ways.items() if not campaign.why_not_into(play, seat, p)}

    def _claims(self, takers: Iterable[Taker], taken: Iterable[str] = ()) -> dict[Taker, str]:
        """Return who takes what, so that as much as can be is taken, the best above all.

        The best targets come first, each by an augmenting path, which never gives one up again.
        """
        targets: dict[str, list[Taker]] = {}
        ways = cache(self._ways)  # many stand in one place
        for taker in takers:
            for target in ways(taker.source, self._reach(taker)):
                targets.setdefault(target, []).append(taker)
        claims: dict[Taker, str] = {}

        def claim(target: str, seen: set[Taker]) -> bool:
            for taker in targets[target]:
                if taker not in seen:
                    seen.add(taker)
                    if taker not in claims or claim(claims[taker], seen):
                        claims[taker] = target
                        return True
            return False

        for target in sorted(targets, key=lambda each: (-self.values[each], each)):
            if target not in taken:
                claim(target, set())
        return claims

    def _attacks(self) -> Iterator[Move]:
        """Attack what promises most, with those that are left and can reach it."""
        play, seat = self.play, self.seat
        enemies = [place for place in play.board.provinces if play.enemies_in(seat, place)]
        takers = self._takers(lords=True)
        for target in sorted(enemies, key=lambda each: (-self.values[each], each)):
            if campaign.why_not_into(play, seat, target):
                continue
            best: tuple[float, list[Move]] = (self.habits.least, [])
            group: list[Move] = []
            force: Counter[str] = Counter()
            for order in self._attackers(takers, target):
                if count_units(play.units(seat, target)) + force.total() >= printed.MOST_UNITS:
                    break
                group.append(order)
                force.update(dict(order.units.counts))
                gain = self._gain(target, force)
                if gain > best[0] + 0.02:
                    best = gain, list(group)
            for order in best[1]:
                if self._try(order, MOVE_RULES):
                    yield order
            if best[1]:
                takers = self._takers(lords=True)

    def _attackers(self, takers: Iterable[Taker], target: str) -> Iterator[Move]:
        """Yield single moves into a province, bushi first."""
        ways: dict[tuple[str, str], tuple[str, ...]] = {}
        for taker in takers:
            key = taker.source, taker.kind
            if key not in ways:
                ways[key] = self._way_to(taker.source, target, self._reach(taker))
            if ways[key]:
                yield Move(Units(((taker.kind, 1),)), taker.source, ways[key])

    def _way_to(self, source: str, target: str, reach: int) -> tuple[str, ...]:
        """Return the shortest way into another province where enemies stand, or ``()``."""
        play, seat = self.play, self.seat
        if source == target:
            return ()
        ways: list[tuple[str, ...]] = [(source,)]
        seen = {source}
        for _ in range(reach):
            after = []
            for way in ways:
                for near in campaign.steps_from(play, seat, way[-1]):
                    if near == target:
                        return (*way[1:], near)
                    if near not in seen and not play.enemies_in(seat, near):
                        seen.add(near)
                        after.append((*way, near))
            ways = after
        return ()

    def _gain(self, target: str, force: Mapping[str, int]) -> float:
        """Say what an attack is worth."""
        play, habits = self.play, self.habits
        odds = weigh_attack(play, self.seat, target, force)
        enemies = play.enemies_in(self.seat, target)
        last = any(
            play.daimyos(each) == play.units(each, target).get(DAIMYO, 0) > 0 for each in enemies
        )
        return (
            odds.won * (self.values[target] or 0.3)
            + habits.bushi * (odds.killed - odds.fallen)
            + habits.daimyo * (odds.lords_killed - odds.lords_fallen)
            + habits.last * last * odds.all_lords_killed
        )

    def _danger(self, place: str) -> int:
        """Return how many units of enemies are near."""
        play = self.play
        return sum(
            count_units(play.units(other, near))
            for near in play.board.neighbours[place]
            for other in play.enemies_in(self.seat, near)
        )

    def _retreats(self) -> Iterator[Move]:
        """Withdraw who stands among enemies, and neither stays nor has anything to take."""
        play, seat = self.play, self.seat
        for source in play.contests_of(seat):
            able = {} if source in self.busy else campaign.able_units(play, seat, source)
            reach = campaign.reach_of(play, seat, source, able) if able else 0
            roads = self._roads(source, reach)
            for place in sorted(roads, key=lambda each: (self._danger(each), len(roads[each]))):
                order = Move(Units(tuple(able.items())), source, roads[place])
                if self._try(order, MOVE_RULES):
                    yield order
                    break

    def _guards(self) -> Iterator[Move]:
        """Send who has nothing to take into empty provinces of its own that are in danger."""
        play, seat = self.play, self.seat
        bare = [
            place
            for place in play.provinces_of(seat)
            if not play.units(seat, place) and self._danger(place)
        ]
        for place in sorted(bare, key=lambda each: (-self._danger(each), each)):
            for source in play.board.neighbours[place]:
                able = {
                    k: n for k, n in campaign.able_units(play, seat, source).items() if k != DAIMYO
                }
                stand = count_units(play.units(seat, source))
                if source in self.busy or not able or stand < 2:
                    continue
                order = Move(Units(((next(iter(able)), 1),)), source, (place,))
                if self._try(order, MOVE_RULES):
                    yield order
                    break

    def _marches(self) -> Iterator[Move]:
        """Send bushi that stand far from all that can be taken towards it."""
        play, seat = self.play, self.seat
        for source in play.places_of(seat):
            able = {k: n for k, n in campaign.able_units(play, seat, source).items() if k != DAIMYO}
            if not able or source in self.busy or self._danger(source):
                continue
            at, path = source, []
            for _ in range(printed.BUSHI_MOVES):
                near = [
                    each
                    for each in play.board.neighbours[at]
                    if play.owner(each) == seat and not play.enemies_in(seat, each)
                ]
                best = max(near, key=lambda each: (self.heat[each], each), default="")
                if not best or self.heat[best] <= self.heat[at]:
                    break
                at = best
                path.append(at)
            if path:
                room = printed.MOST_UNITS - count_units(play.units(seat, at))
                for kind, number in able.items():
                    if (some := min(number, room)) > 0:
                        order = Move(Units(((kind, some),)), source, tuple(path))
                        if self._try(order, MOVE_RULES):
                            room -= some
                            yield order

    # Battles

    def fight(self, fights: list[str]) -> Iterator[Order | Line]:
        """Hire ronin and trade as far as winter allows, and no farther."""
        play, seat = self.play, self.seat
        yield from self.ronin()
        if fights and play.clan(seat) == "Otomo" and play.asks_for(orders.Nanban):
            yield self._if_rich(orders.Nanban((fights[0],)), printed.NANBAN_PRICE)

    def ronin(self) -> Iterator[Line]:
        """Yield how many ronin are hired, whether in this phase or in another's turn."""
        hired = self._if_rich(orders.Ronin(Hire(RONIN)), RONIN)
        yield Line((*hired.branches, Branch(orders.Ronin(Hire(0)))))

    def _if_rich(self, order: Order, price: int) -> Line:
        """Return a line that holds as long as winter's bill is left in hand."""
        enough = OwnKoku(number=self._least_koku + price)
        return Line((Branch(order, When(((Clause(enough),),))),))
