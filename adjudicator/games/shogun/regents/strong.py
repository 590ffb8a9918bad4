"""The strong regent: it plans as the steady one does, by many habits, and mixes what does best.

Each plan is carried out against plans that the others may have, and what comes of it is valued as
the next season begins; all plans meet the same plans of others, and the same draws. Plans are laid
face down by all at once, and who always does what seems best is seen through: so it learns by
regret how often to play each, and plays one of them as often as it did on the average.
"""

from collections.abc import Iterator

from adjudicator.chance import Chance, Stream
from adjudicator.games.engine.foresight import (
    draw_key,
    lines_up,
    play_on,
    steady_orders,
    who_orders,
)
from adjudicator.games.shogun.cards import BUILDINGS
from adjudicator.games.shogun.regents.steady import STEADY, Habits, steady
from adjudicator.games.shogun.regents.value import lead
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Line, Orders

WISE = STEADY._replace(left=1, building=1.0, most=1.0, guard=0.1, bid=0)
"""What it begins with, and what it does where it has no choice of plans."""
VARIANTS: tuple[Habits, ...] = (
    STEADY,
    WISE,
    WISE._replace(left=2),
    *(WISE._replace(margin=margin) for margin in (0, 2)),
    WISE._replace(attacks=1),
    WISE._replace(income=("rice", "tax")),
    WISE._replace(spaces=("theatre", "temple", "castle", "deploy 5", "deploy 3")),
    WISE._replace(spaces=("deploy 5", *BUILDINGS)),
    WISE._replace(spaces=("deploy 5", "theatre", "temple")),
    WISE._replace(spaces=("theatre", "temple", "castle")),
    *(WISE._replace(places=(card,)) for card in ("attack", "defence", "six armies", "extra rice")),
)
AT_RANDOM = 2
"""So many plans more are made with fancies as chance has it."""
FANCY = 2.0
"""What a province may be worth to a seat for no reason."""
SCENES = 6
"""Against so many choices of the others and of the dice each plan is tried."""
LESSONS = 400
"""So often it asks itself what it would rather have played."""
FINEST = 10**6


def choose(play: ShogunPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield the orders of one of its plans, as often as it should.

    It has plans only for the phase in which cards are laid.
    """
    if play.position.phase != "plan":
        yield from _plan(play, seat, WISE).lines
        return
    fancied = (_with_fancies(play, WISE, chance) for _ in range(AT_RANDOM))
    made = (_plan(play, seat, habits) for habits in (*VARIANTS, *fancied))
    plans = list({str(plan): plan for plan in made}.values())
    scenes = [_scene(play, seat, chance) for _ in range(SCENES)]
    key = draw_key(chance)
    values = [
        [
            _follow(play, seat, {**scene, seat: plan}, key + b" %d" % number)
            for number, scene in enumerate(scenes)
        ]
        for plan in plans
    ]
    yield from plans[_draw(match_regrets(values), chance)].lines


def _plan(play: ShogunPlay, seat: str, habits: Habits) -> Orders:
    """Return what a seat of these habits orders, for the expansions too."""
    now = play.begin_anew()
    return lines_up(
        order
        for suggest in now.rules.steady
        for order in (suggest(now, seat, habits) if suggest is steady else suggest(now, seat))
    )


def _with_fancies(play: ShogunPlay, habits: Habits, chance: Chance) -> Habits:
    """Return habits of a seat to which provinces are worth something for no reason."""
    places = list(play.position.provinces)
    dice = chance.dice(len(places), 100, "regent")
    return habits._replace(
        margin=chance.dice(1, 3, "regent")[0] - 1,
        fancies={place: FANCY * die / 100 for place, die in zip(places, dice, strict=True)},
    )


def _scene(play: ShogunPlay, seat: str, chance: Chance) -> dict[str, Orders]:
    """Return what the others may order."""
    return {other: guess(play, other, chance) for other in who_orders(play) if other != seat}


def guess(play: ShogunPlay, seat: str, chance: Chance) -> Orders:
    """Return what a seat may order: by one of the habits, with fancies or without."""
    number, fancies = chance.dice(2, 2 * len(VARIANTS), "regent")
    habits = VARIANTS[number - 1] if number <= len(VARIANTS) else STEADY
    return _plan(play, seat, _with_fancies(play, habits, chance) if fancies % 2 else habits)


def _follow(play: ShogunPlay, seat: str, orders: dict[str, Orders], key: bytes) -> float:
    """Carry a season out, and a winter behind it; return by how much a seat leads then."""
    chance = Stream(key)
    after = play_on(play, orders, chance)
    while not after.over and after.position.phase != "plan":
        now = after
        after = play_on(now, {each: steady_orders(now, each) for each in who_orders(now)}, chance)
    return lead(after, seat)


def match_regrets(values: list[list[float]]) -> list[float]:
    """Return how often to play each plan, given its value in each scene: by regret matching."""
    regrets, played = [0.0] * len(values), [0.0] * len(values)
    for number in range(LESSONS):
        scene = [value[number % len(value)] for value in values]
        able = [max(0.0, each) for each in regrets]
        total = sum(able)
        shares = [each / total if total else 1 / len(values) for each in able]
        expected = sum(share * value for share, value in zip(shares, scene, strict=True))
        regrets = [old + value - expected for old, value in zip(regrets, scene, strict=True)]
        played = [old + share for old, share in zip(played, shares, strict=True)]
    return [each / LESSONS for each in played]


def _draw(shares: list[float], chance: Chance) -> int:
    """Draw a plan, each as often as its share says."""
    left = chance.dice(1, FINEST, "regent")[0] / FINEST * sum(shares)
    for number, share in enumerate(shares):
        left -= share
        if left <= 0:
            return number
    return len(shares) - 1
