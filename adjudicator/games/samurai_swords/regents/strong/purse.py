"""The strong regent's plan: what its koku are for."""

from collections.abc import Iterator

from adjudicator.games.samurai_swords.chapters.castles import pieces_in_tray
from adjudicator.games.samurai_swords.edition import BUILD_COST
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.regents.strong.sight import Sight
from adjudicator.games.samurai_swords.regents.strong.troops import bonus_word
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Order

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
