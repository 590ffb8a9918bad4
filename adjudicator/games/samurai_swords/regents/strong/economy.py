"""What the strong regent's koku are for, and its muster: castles, levies, ronin, the ninja."""

from collections.abc import Iterator

from adjudicator.games.samurai_swords.chapters.castles import pieces_in_tray
from adjudicator.games.samurai_swords.chapters.levy import begin_muster, room_in_army
from adjudicator.games.samurai_swords.edition import BUILD_COST, MOST_IN_FORCE
from adjudicator.games.samurai_swords.orders import ninja_orders, orders
from adjudicator.games.samurai_swords.regents.strong.sight import Corps, Sight
from adjudicator.games.samurai_swords.regents.strong.troops import bonus_word, regulars_in
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Order
from adjudicator.orders.language.units import Units

NINJA_FROM = 8
"""From so many koku on the ninja is worth one, if he may put an enemy out of the game."""
TURN_FROM = 6
BID = 2
RONIN_PART = 3
"""One koku of so many that are left is for ronin."""
BUILD_FROM = 7
LEAST_SAFETY = 1.5
"""What a castle must make safe, in provinces."""
SOON = 0.6
"""How near the victory is when a place in the turn order is worth more."""
A_KOKU = {"spearman": 3, "gunner": 2, "swordsman": 2, "bowman": 1}
"""How many units of a kind a koku buys (Action 4), the most first: many win against few."""
FRONT = 0.15
"""What a unit at the front is worth more than one behind it."""
BESIDE = 0.2
"""What it is worth more beside an army, which can take it along."""
SUCCESS, REVENGE = 8 / 12, 4 / 12 * 4 / 12
"""How likely a strike of the ninja, and a revenge for it, succeed."""
DISRUPTED = (0.3, 0.8, 1.5, 2.2)
"""What it is worth to lay a daimyo of each level down who has units to succeed him."""


def plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield what goes into each bin."""
    sight = Sight(play, seat)
    koku = play.colour(seat).koku
    spent = {"ninja": 0, "turn": 0, "build": 0, "ronin": 0}
    if koku >= NINJA_FROM and _can_finish(sight):
        spent["ninja"] = 1
    if koku >= TURN_FROM and sight.hurry > SOON:
        spent["turn"] = BID
    if koku >= BUILD_FROM and best_castle(sight)[0] >= LEAST_SAFETY:
        spent["build"] = BUILD_COST
    spent["ronin"] = (koku - sum(spent.values())) // RONIN_PART
    spent["levy"] = koku - sum(spent.values())
    yield from (orders.Spend(number, name) for name, number in spent.items() if number)


def _can_finish(sight: Sight) -> bool:
    """Whether an enemy has one daimyo left, who has no units of his own: a strike kills him."""
    left = [list(sight.play.colour(enemy).armies.values()) for enemy in sight.enemies()]
    return any(len(armies) == 1 and not regulars(armies[0]) for armies in left)


def best_castle(sight: Sight) -> tuple[float, str, str]:
    """Return what a castle, or a fortress, makes safe where it does most; the place; which."""
    best = (0.0, "", "")
    stands = {corps.at: corps for corps in sight.corps.values()}
    for place in sight.own:
        land = sight.play.province(place)
        building = {"": "castle", "castle": "fortress"}.get(land.building, "")
        if not building or not pieces_in_tray(sight.play, building):
            continue
        word = sight.garrison(place)
        stake = 1.25 + (sight.army_worth(stands[place]) if place in stands else 0.0)
        bare = word.lstrip("SR")
        saved = sight.risk(place, word) - sight.risk(place, bonus_word(building) + bare)
        best = max(best, (saved * stake, place, building))
    return best


def muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield a muster's orders."""
    sight = Sight(play, seat)
    begin_muster(play, seat)
    if play.plan(seat).build >= BUILD_COST:
        _, place, building = best_castle(sight)
        if place:
            yield orders.Build("castle" if building == "castle" else "fortress", place)
    yield from _levy(sight)
    yield from _hide(sight)
    yield from _aim(sight)


class _Chest:
    """The koku of a levy bin, and the figures in the tray."""

    def __init__(self, koku: int, tray: dict[str, int]):
        self.koku = koku
        self.tray = tray

    def buy(self, unit: str, most: int) -> int:
        """Buy as many of a unit as are wanted and can be had; return how many."""
        number = min(most, self.tray[unit], self.koku * A_KOKU[unit])
        self.tray[unit] -= number
        self.koku -= -(-number // A_KOKU[unit])
        return number


def _levy(sight: Sight) -> Iterator[Order]:
    """Levy a unit for each army, and the others where they are needed most."""
    play = sight.play
    chest = _Chest(play.plan(sight.seat).levy, dict(play.muster.tray))
    waiting = dict(sorted(play.colour(sight.seat).armies.items()))
    served = {army.at for army in waiting.values()}
    free = [at for at in sight.own if at not in served and _has_room(play, at)]
    free.sort(key=lambda place: (-_need(sight, place), place))
    for unit in A_KOKU:
        fits = [number for number, army in waiting.items() if room_in_army(army, unit) > 0]
        bought = chest.buy(unit, len(fits) + len(free))
        for number in fits[:bought]:
            del waiting[number]
            yield orders.LevyToArmy(unit, number)
        places = tuple(free[: max(0, bought - len(fits))])
        free = free[len(places) :]
        if places:
            yield orders.Levy(Units(((unit, 1),)), places)


def _has_room(play: SwordsPlay, place: str) -> bool:
    return regulars(play.province(place)) < MOST_IN_FORCE


def _need(sight: Sight, place: str) -> float:
    """Return what another unit is worth in a province."""
    play = sight.play
    word = sight.forces[place]
    front = any(near in sight.defence for near in play.neighbours(place))
    beside = any(play.board.adjacent(place, corps.at) for corps in sight.corps.values())
    safer = sight.risk(place, word) - sight.risk(place, word + "s") if word else 0.0
    return safer + FRONT * front + BESIDE * beside


def _hide(sight: Sight) -> Iterator[Order]:
    """Hide ronin with the armies, first with those that have most enemies beside them."""
    left = sight.play.muster.ronin

    def prey(corps: Corps) -> int:
        return sum(near in sight.defence for near in sight.play.neighbours(corps.at))

    for corps in sorted(sight.corps.values(), key=lambda each: (-prey(each), each.number)):
        number = min(left, regulars_in(corps.word) - corps.word.count("r"))
        if number > 0:
            yield orders.HideRonin(number, corps.at, "army")
            left -= number


def _aim(sight: Sight) -> Iterator[Order]:
    """Send the ninja against the daimyo whose fall is worth most, before anybody moves."""
    position = sight.play.position
    if position.ninja.holder != sight.seat or position.round == 1 or not position.turn_order:
        return
    found = [
        (sight.bounty(enemy) if not regulars(army) else DISRUPTED[army.level - 1], enemy, number)
        for enemy in sight.enemies()
        for number, army in sight.play.colour(enemy).armies.items()
        if not army.down
    ]
    if found:
        gain, enemy, number = max(found)
        dearest = max((sight.army_worth(each) for each in sight.corps.values()), default=0.0)
        if SUCCESS * gain > REVENGE * dearest:
            yield ninja_orders.StrikeAtPhase(number, enemy, position.turn_order[0], "A")
