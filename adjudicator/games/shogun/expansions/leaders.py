"""Expansion 3: Military Leaders. A leader improves the actions of the province he is in."""

from collections.abc import Iterator
from typing import Annotated

from adjudicator.games.contract import Column, Default, Event
from adjudicator.games.picture import Counter, Mark
from adjudicator.games.shogun.cards import BUILDINGS, ROUNDS
from adjudicator.games.shogun.events import Claimed, Row
from adjudicator.games.shogun.expansions.state import Leaders
from adjudicator.games.shogun.judging import not_own
from adjudicator.games.shogun.rules import Module, PhaseRule, Problem, Terms
from adjudicator.games.shogun.scene import Play, Scene
from adjudicator.games.shogun.steady import line
from adjudicator.games.shogun.winter import give_points, revolting
from adjudicator.orders import Line, Order, Orders
from adjudicator.orders.slots import NameList

TOKENS = 6
"""The statues that each seat can put up."""

_IMPROVED = ("tax", "rice", "deploy 5", "deploy 3", "deploy 1")


class Lead(Order, frozen=True):
    """Where your leader goes, best first: the first of these that is your own then.

    While claiming: he is placed in the first of them that you claim.
    """

    syntax = "leader to <provinces>"
    also = ("leader (in|at) <provinces>", "leader (goes|moves|starts) [(to|in)] <provinces>")
    examples = ("leader to Kai, Suruga",)

    provinces: Annotated[tuple[str, ...], NameList("province")]


class LeaderPlaced(Event, frozen=True):
    """A leader came onto the board."""

    seat: str
    province: str


class LeaderMoved(Event, frozen=True):
    """A leader went on; a statue marks the province he left for an adjacent one."""

    seat: str
    source: str
    target: str
    statue: bool


class LeaderLost(Event, frozen=True):
    """A leader left the board with his province; he returns after the winter."""

    seat: str
    province: str


class TrophiesTaken(Event, frozen=True):
    """A leader took another seat's statues."""

    seat: str
    province: str
    loser: str
    number: int


def place_by_draft(play: Play) -> None:
    """Place each leader where its owner wished among his claims, else in his last claim."""
    if play.position.options["start"] != "draft":
        return
    for seat in play.position.seats:
        claims = [e.province for e in play.events if isinstance(e, Claimed) and e.seat == seat]
        order = play.wish(seat, Lead)
        wanted = order.provinces if order else ()
        place = next((name for name in claims if name in wanted), claims[-1])
        _place(play, seat, place)
        _answer(play, seat, order, place)


def place_first(play: Play) -> None:
    """In the first spring, once the turn order is known, place the leaders not yet placed (H28)."""
    if play.position.round == 1:
        _place_missing(play)


def place_after_winter(play: Play) -> None:
    """After the winter the leaders off the board come back."""
    if play.position.round < ROUNDS:
        _place_missing(play)


def move_leaders(play: Play) -> None:
    """After a season every leader must go to another own province, if there is one (H24)."""
    at = state(play).at
    for seat in play.position.turn_order:
        goals = goals_of(play, seat)
        if goals:
            order = play.wish(seat, Lead)
            wanted = [name for name in order.provinces if name in goals] if order else []
            goal = (wanted or goals)[0]
            _move(play, seat, at[seat], goal)
            _answer(play, seat, order, goal)


def goals_of(scene: Scene, seat: str) -> list[str]:
    """Return where a leader on the board can go, the default first: adjacent, then strong."""
    source = state(scene).at[seat]
    if not source:
        return []
    near = scene.board.neighbours[source]
    others = [name for name in scene.own(seat) if name != source]
    return sorted(others, key=lambda name: (name not in near, -scene.land(name).armies, name))


def by_leader(scene: Scene, seat: str, action: str, province: str, so_far: Terms) -> Terms:
    """Improve an action where the leader is: a chest less, or one more of what it brings (H23)."""
    if state(scene).at[seat] != province:
        return so_far
    if action in BUILDINGS:
        return Terms("leader", so_far.price - 1, so_far.amount)
    if action in _IMPROVED:
        return Terms("leader", so_far.price, so_far.amount + 1)
    return so_far


def lose_leader(play: Play, province: str, loser: str) -> None:
    """Take the leader of a lost province off the board (H20)."""
    at = state(play).at
    if at[loser] == province:
        at[loser] = ""
        play.tell(LeaderLost(seat=loser, province=province))


def score_statues(play: Play) -> None:
    """A point for each own statue on the board and each trophy."""
    leaders = state(play)
    for seat in play.position.seats:
        standing = sum(each.get(seat, 0) for each in leaders.statues.values())
        trophies = leaders.trophies[seat]
        give_points(
            play,
            seat,
            [Row("statues", standing, standing), Row("trophies", trophies, trophies)],
        )


def state(scene: Scene) -> Leaders:
    """Return the leaders of a position that is played with them."""
    assert scene.position.leaders is not None
    return scene.position.leaders


def _begin(scene: Scene) -> dict[str, Leaders]:
    seats = scene.position.seats
    given = scene.position.leaders or Leaders()
    begun = Leaders(
        at={seat: given.at.get(seat, "") for seat in seats},
        statues=given.statues,
        tokens={seat: given.tokens.get(seat, _tokens_left(given, seat)) for seat in seats},
        trophies={seat: given.trophies.get(seat, 0) for seat in seats},
    )
    return {"leaders": begun}


def _tokens_left(given: Leaders, seat: str) -> int:
    return TOKENS - sum(each.get(seat, 0) for each in given.statues.values())


def _place_missing(play: Play) -> None:
    at = state(play).at
    for seat in play.position.turn_order:
        own = play.own(seat)
        if own and not at[seat]:
            order = play.wish(seat, Lead)
            wanted = [name for name in order.provinces if name in own] if order else []
            strongest = max(own, key=lambda name: play.land(name).armies)
            place = wanted[0] if wanted else strongest
            _place(play, seat, place)
            _answer(play, seat, order, place)


def _answer(play: Play, seat: str, order: Lead | None, place: str) -> None:
    """Tell a seat whether its leader went where it ordered."""
    for each in play.lines(seat, Lead):
        if any(branch.order is order for branch in each.branches):
            led = order is not None and place in order.provinces
            why = "" if led else f"None of these was possible; he is in {place}."
            play.answer(seat, each, "done" if led else "failed", why, str(order))
            return


def _place(play: Play, seat: str, province: str) -> None:
    state(play).at[seat] = province
    play.tell(LeaderPlaced(seat=seat, province=province))
    _take_trophies(play, seat, province)


def _move(play: Play, seat: str, source: str, target: str) -> None:
    leaders = state(play)
    statue = play.board.adjacent(source, target) and leaders.tokens[seat] > 0
    if statue:
        leaders.tokens[seat] -= 1
        there = leaders.statues.setdefault(source, {})
        there[seat] = there.get(seat, 0) + 1
    leaders.at[seat] = target
    play.tell(LeaderMoved(seat=seat, source=source, target=target, statue=statue))
    _take_trophies(play, seat, target)


def _take_trophies(play: Play, seat: str, province: str) -> None:
    leaders = state(play)
    there = leaders.statues.get(province, {})
    for loser in [name for name in there if name != seat]:
        number = there.pop(loser)
        leaders.trophies[seat] += number
        play.tell(TrophiesTaken(seat=seat, province=province, loser=loser, number=number))
    if not there:
        leaders.statues.pop(province, None)


def _judge(scene: Scene, seat: str, order: Lead) -> Iterator[Problem]:
    phase = scene.position.phase
    if phase == "draft":
        return
    at = state(scene).at[seat]
    if _may_be_lost(scene, seat):
        message = f"Your leader is in {at}; he is placed only if a revolt drives him out."
        yield Problem("note", "if-lost", message)
    elif not (at if phase == "leader" else _off_board(scene, seat)):
        where = f"is in {at}" if at else "is off the board"
        yield Problem("error", "leader-stays", f"Your leader {where}; he does not move now.")
    for province in order.provinces:
        for problem in not_own(scene, seat, province):
            yield Problem("warning", problem.code, problem.message)
        if phase == "leader" and province == at:
            yield Problem("warning", "leader-must-move", f"He is in {at} and must leave it.")


def _offers(scene: Scene, seat: str) -> Iterator[Order]:
    if scene.position.phase == "leader":
        yield from (Lead((name,)) for name in goals_of(scene, seat))
    elif scene.position.phase == "draft":
        yield from (Lead((name,)) for name in scene.position.provinces)
    elif _off_board(scene, seat) or _may_be_lost(scene, seat):
        yield from (Lead((name,)) for name in scene.own(seat))


def _off_board(scene: Scene, seat: str) -> bool:
    """Whether a leader is about to be placed by the orders of this phase."""
    position = scene.position
    first = position.phase == "plan" and position.round == 1
    back = position.phase == "winter" and position.round < ROUNDS
    return (first or back) and not state(scene).at[seat]


def _may_be_lost(scene: Scene, seat: str) -> bool:
    """Whether a revolt of this winter can drive a leader off the board, to return after it."""
    position = scene.position
    coming = position.phase == "winter" and position.round < ROUNDS
    return coming and bool(state(scene).at[seat]) and revolting(scene, seat).revolts > 0


def _steady(scene: Scene, seat: str) -> Iterator[Line]:
    if scene.position.phase == "leader" and (goals := goals_of(scene, seat)):
        yield line(Lead((goals[0],)))
    elif _off_board(scene, seat) and (own := scene.own(seat)):
        yield line(Lead((max(own, key=lambda name: scene.printed(name, "tax")),)))


def _gaps(scene: Scene, seat: str, orders: Orders) -> Iterator[Default]:
    if any(isinstance(each.order, Lead) for each in orders):
        return
    if scene.position.phase == "draft":
        yield Default("", "The leader goes to the last province claimed.")
    elif scene.position.phase == "leader" and (goals := goals_of(scene, seat)):
        yield Default(f"leader to {goals[0]}", "The leader must move.")
    elif _off_board(scene, seat) and (own := scene.own(seat)):
        strongest = max(own, key=lambda name: scene.land(name).armies)
        yield Default(f"leader to {strongest}", "The leader must be placed.")
    elif _may_be_lost(scene, seat):
        yield Default("", "If a revolt drives the leader out, he returns to the largest stack.")


def _asked_to_move(scene: Scene) -> tuple[str, ...]:
    return tuple(seat for seat in scene.position.seats if len(goals_of(scene, seat)) > 1)


def _asked_in_winter(scene: Scene) -> tuple[str, ...]:
    """Ask whoever may have a choice of provinces for a leader who returns after the winter."""
    return tuple(
        seat
        for seat in scene.position.seats
        if (_off_board(scene, seat) and len(scene.own(seat)) > 1)
        or (_may_be_lost(scene, seat) and len(scene.own(seat)) > 2)
    )


def _drawn(scene: Scene, province: str) -> tuple[tuple[Counter, ...], tuple[Mark, ...]]:
    leaders = state(scene)
    here = (seat for seat, name in leaders.at.items() if name == province)
    statues = sum(leaders.statues.get(province, {}).values())
    marks = (Mark("statue", statues),) if statues else ()
    return tuple(Counter("leader", "", seat) for seat in here), marks


def _statues(scene: Scene, seat: str) -> str:
    return str(sum(each.get(seat, 0) for each in state(scene).statues.values()))


def _faults(scene: Scene) -> Iterator[str]:
    leaders = state(scene)
    for seat, province in leaders.at.items():
        if province and province not in scene.own(seat):
            yield f"{seat}'s leader is in {province}, which is not {seat}'s"
    standing = sum(sum(each.values()) for each in leaders.statues.values())
    total = standing + sum(leaders.tokens.values()) + sum(leaders.trophies.values())
    if total != TOKENS * len(scene.position.seats):
        yield f"there are {total} statues"


LEADERS = Module(
    name="leaders",
    steps={
        "set up": (place_by_draft,),
        "order known": (place_first,),
        "leader": (move_leaders,),
        "winter": (place_after_winter,),
    },
    kinds={"draft": (Lead,), "plan": (Lead,), "leader": (Lead,), "winter": (Lead,)},
    asks={"winter": (_asked_in_winter,)},
    judges={Lead: _judge},
    adjusters=(by_leader,),
    losses=(lose_leader,),
    scores=(score_statues,),
    offers=(_offers,),
    steady=(_steady,),
    gaps=(_gaps,),
    columns=(
        (Column("Statues"), _statues),
        (Column("Trophies"), lambda scene, seat: str(state(scene).trophies[seat])),
    ),
    drawn=(_drawn,),
    faults=(_faults,),
    begin=(_begin,),
    after=(PhaseRule("leader", "where the leaders go", ("leader",), _asked_to_move),),
)
