"""Expansion 3: Military Leaders. A leader improves the actions of the province he is in."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec.structs import replace

from adjudicator.games.contract import Column, Default, Event, SeatEvent
from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import fail
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.picture import Counter, Mark
from adjudicator.games.records import Record
from adjudicator.games.shogun.cards import BUILDINGS, ROUNDS
from adjudicator.games.shogun.chapters import year
from adjudicator.games.shogun.judging.check import warn_not_own
from adjudicator.games.shogun.phases import one_mail, season_phase
from adjudicator.games.shogun.reasons import error, reason, warning
from adjudicator.games.shogun.table.events import Claimed, Row
from adjudicator.games.shogun.table.play import ShogunModule, ShogunPlay
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.slots import NameList, OneOf
from adjudicator.wording import Reason

TOKENS = 6
"""The statues that each seat can put up."""


class Leaders(Record, frozen=True):
    """The military leaders."""

    at: Mapping[str, str] = {}
    """The province of each seat's leader (``""``: off the board)."""
    statues: Mapping[str, Mapping[str, int]] = {}
    """The statues in each province, by seat."""
    tokens: Mapping[str, int] = {}
    """The statues that each seat can still put up."""
    trophies: Mapping[str, int] = {}
    """The statues that each seat took from others."""


class Lead(Order, frozen=True):
    """Where your leader goes, best first: he goes to the first of these that is your own then.

    He starts by orders of the draft, in the first of these that you claim, else in your last claim;
    without a draft by orders of the first spring. After each season he must leave the province he
    is in; if he goes to an adjacent one, he leaves a statue behind, unless he goes `without
    statue`. In the first winter who is off the board comes back.
    """

    syntax = "leader to <provinces> [without <token>]"
    also = (
        "leader [(goes|moves|starts)] [to] <provinces> [(without|without leaving|no) <token>]",
        "move leader [to] <provinces> [(without|without leaving|no) <token>]",
    )
    examples = ("leader to Kai, Suruga", "leader to Kai without statue")

    provinces: Annotated[tuple[str, ...], NameList("province", ranked=True)]
    token: Annotated[str, OneOf({"statue": ("a statue", "statues", "token")}, "token")] = ""


class LeaderPlaced(SeatEvent, frozen=True):
    """A leader came onto the board."""

    province: str


class LeaderMoved(SeatEvent, frozen=True):
    """A leader went on; a statue marks the province he left for an adjacent one."""

    source: str
    target: str
    statue: bool


class LeaderLost(SeatEvent, frozen=True):
    """A leader left the board with his province; he returns after the winter."""

    province: str


class TrophiesTaken(SeatEvent, frozen=True):
    """A leader took another seat's statues."""

    province: str
    loser: str
    number: int


def place_by_draft(play: ShogunPlay) -> None:
    """Place each leader where its owner wished among his claims, else in his last claim."""
    if play.position.options["start"] != "draft":
        return
    for seat in play.position.seats:
        claims = [e.province for e in play.events if isinstance(e, Claimed) and e.seat == seat]
        order = play.wish(seat, Lead)
        wanted = order.provinces if order else ()
        _go(play, seat, next((name for name in claims if name in wanted), claims[-1]), order)


def move_leaders(play: ShogunPlay) -> None:
    """Move or place, in turn order, the leaders for whom it is time (H24, H28).

    Every one must go to another own province, if there is one.
    """
    for seat in play.position.turn_order:
        if goals := goals_of(play, seat):
            order = play.wish(seat, Lead)
            wanted = order.provinces if order else ()
            _go(play, seat, next((name for name in wanted if name in goals), goals[0]), order)


def _go(play: ShogunPlay, seat: str, goal: str, order: Lead | None) -> None:
    """Bring a leader to a province, and tell the seat whether it is where it ordered."""
    leaders = play.part(Leaders)
    source, tokens = leaders.at[seat], leaders.tokens[seat]
    near = source and play.board.adjacent(source, goal)
    if statue := bool(near) and tokens > 0 and not (order and order.token):
        standing = leaders.statues.get(source, {})
        more = {**standing, seat: standing.get(seat, 0) + 1}
        left = {**leaders.tokens, seat: tokens - 1}
        play.change_part(Leaders, tokens=left, statues={**leaders.statues, source: more})
    play.change_part(Leaders, at={**leaders.at, seat: goal})
    moved = LeaderMoved(seat=seat, source=source, target=goal, statue=statue)
    play.tell(moved if source else LeaderPlaced(seat=seat, province=goal))
    _take_trophies(play, seat, goal)
    for line in play.lines(seat, Lead):
        for index, branch in enumerate(line.branches):
            if order and branch.order is order:
                elsewhere = fail(line, index, warning("not-yours.leader", place=goal))
                done = Outcome(line, "done", branch=index)
                play.keep(seat, done if goal in order.provinces else elsewhere)


def goals_of(play: ShogunPlay, seat: str) -> list[str]:
    """Return where a leader can go or be placed now, the default first: adjacent, then strong."""
    source = play.part(Leaders).at[seat]
    if not _is_due(play, seat):
        return []
    near = play.board.neighbours[source] if source else ()
    others = [name for name in play.provinces_of(seat) if name != source]
    return sorted(others, key=lambda name: (name not in near, -play.land(name).armies, name))


def by_leader(play: ShogunPlay, seat: str, action: str, province: str, so_far: int) -> int:
    """Improve an action where the leader is: a chest less, or one more of what it brings (H23)."""
    if play.part(Leaders).at[seat] != province:
        return so_far
    return so_far - 1 if action in BUILDINGS else so_far + 1


def lose_leader(play: ShogunPlay, province: str, loser: str) -> None:
    """Take the leader of a lost province off the board (H20)."""
    if play.part(Leaders).at[loser] == province:
        play.change_part(Leaders, at={**play.part(Leaders).at, loser: ""})
        play.tell(LeaderLost(seat=loser, province=province))


def score_statues(play: ShogunPlay, seat: str) -> Iterator[Row]:
    """Give a point for each own statue on the board and each trophy."""
    leaders = play.part(Leaders)
    numbers = {"statues": _standing(leaders, seat), "trophies": leaders.trophies[seat]}
    return (Row(what, number, number) for what, number in numbers.items())


def _begin(play: ShogunPlay) -> Leaders:
    seats, given = play.position.seats, play.part(Leaders)
    return replace(
        given,
        at={seat: given.at.get(seat, "") for seat in seats},
        tokens={seat: given.tokens.get(seat, TOKENS - _standing(given, seat)) for seat in seats},
        trophies={seat: given.trophies.get(seat, 0) for seat in seats},
    )


def _standing(leaders: Leaders, seat: str) -> int:
    return sum(each.get(seat, 0) for each in leaders.statues.values())


def _take_trophies(play: ShogunPlay, seat: str, province: str) -> None:
    leaders = play.part(Leaders)
    own = {**leaders.statues.get(province, {})}
    taken = {loser: own.pop(loser) for loser in list(own) if loser != seat}
    if not taken:
        return
    statues = {**leaders.statues, province: own}
    play.change_part(
        Leaders,
        statues={place: here for place, here in statues.items() if here},
        trophies={**leaders.trophies, seat: leaders.trophies[seat] + sum(taken.values())},
    )
    for loser, number in taken.items():
        play.tell(TrophiesTaken(seat=seat, province=province, loser=loser, number=number))


def _judge(play: ShogunPlay, seat: str, order: Lead) -> Iterator[Problem]:
    if play.position.phase == "draft":
        yield warning("not-claimed")
        return
    place = play.part(Leaders).at[seat]
    yield from warn_not_own(play, seat, order.provinces)
    if place in order.provinces:
        yield warning("leader-must-move", place=place)
    goals = goals_of(play, seat)
    due = year.revolts_due(play, seat).revolts if play.position.phase == "winter" else 0
    if due and len([name for name in order.provinces if name in goals]) <= due:
        yield warning("province-lost.farmers", provinces=due)


def _legal_orders(play: ShogunPlay, seat: str) -> Iterator[Order]:
    goals = goals_of(play, seat)
    if play.part(Leaders).at[seat]:
        for name in goals:
            yield from (Lead((name,)), Lead((name,), "statue"))
    else:
        drafts = play.position.phase == "draft"
        yield from (
            Lead((name,)) for name in (play.position.provinces if drafts else sorted(goals))
        )


def _is_due(play: ShogunPlay, seat: str) -> bool:
    """Whether a leader moves, or comes onto the board, by the orders of this phase.

    He comes in the draft or the first spring, goes on after each season, and does both after the
    first winter.
    """
    position = play.position
    if position.phase == "winter":
        return position.round < ROUNDS
    if play.part(Leaders).at[seat]:
        return position.phase == "leader"
    return position.phase in ("draft", "plan") and position.round == 1


def _why_he_stays(play: ShogunPlay, seat: str) -> Problem | None:
    """Say why orders to a leader are of no use who neither moves nor comes now."""
    place = play.part(Leaders).at[seat]
    if _is_due(play, seat):
        return None
    return error("leader-stays", place=place)


def _steady(play: ShogunPlay, seat: str) -> Iterator[Order]:
    goals = goals_of(play, seat)
    if goals and not play.part(Leaders).at[seat]:
        goals.sort(key=lambda name: (-play.card_value(name, "tax"), name))
        del goals[1:]
    if goals:
        yield Lead(tuple(goals[:4]))


def _defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    if any(play.lines(seat, Lead)):
        return
    goals = goals_of(play, seat)
    if play.position.phase == "draft":
        yield Default("", str(reason("default.leader-last")))
    elif goals:
        why = reason("default.leader", placed=bool(play.part(Leaders).at[seat]))
        yield Default(f"leader to {goals[0]}", str(why))


def _seats_with_choice(play: ShogunPlay) -> tuple[str, ...]:
    """Return whose leader can go to several provinces now, or leave a statue or none (H38)."""
    return tuple(seat for seat in play.position.seats if _has_choice(play, seat))


def _has_choice(play: ShogunPlay, seat: str) -> bool:
    goals, leaders = goals_of(play, seat), play.part(Leaders)
    near = any(play.board.adjacent(leaders.at[seat], goal) for goal in goals)
    return len(goals) > 1 or (near and leaders.tokens[seat] > 0)


def _marks(play: ShogunPlay, province: str) -> tuple[tuple[Counter, ...], tuple[Mark, ...]]:
    leaders = play.part(Leaders)
    seats = (seat for seat, name in leaders.at.items() if name == province)
    statues = sum(leaders.statues.get(province, {}).values())
    marks = (Mark("statue", statues),) if statues else ()
    return tuple(Counter("leader", "", seat) for seat in seats), marks


def _faults(play: ShogunPlay) -> Iterator[Reason]:
    leaders = play.part(Leaders)
    for seat, province in leaders.at.items():
        if province and province not in play.provinces_of(seat):
            yield reason("fault.leader", seat=seat, province=province)
    standing = sum(sum(each.values()) for each in leaders.statues.values())
    total = standing + sum(leaders.tokens.values()) + sum(leaders.trophies.values())
    if total != TOKENS * len(play.position.seats):
        yield reason("fault.statues", total=total)


MOVE = season_phase(
    "leader",
    "where the leaders go",
    "The province to which a leader moves, and whether he leaves a statue.",
    (move_leaders,),
    _seats_with_choice,
)

MODULE = ShogunModule(
    name="leaders",
    part=Leaders,
    begin=(_begin,),
    events=kinds_in(__name__, Event),
    phases_after={"plan": (replace(MOVE, played=one_mail),), "carry out": (MOVE,)},
    steps_after={
        year.turn_up_events: (place_by_draft,),
        year.determine_turn_order: (move_leaders,),
        year.end_year: (move_leaders,),
    },
    asks={"winter": (_seats_with_choice,)},
    orders={"draft": (Lead,), "plan": (Lead,), "leader": (Lead,), "winter": (Lead,)},
    closed={Lead: _why_he_stays},
    judges={Lead: _judge},
    adjusters={"leader": by_leader},
    losses=(lose_leader,),
    scores=(score_statues,),
    legal_orders=(_legal_orders,),
    steady=(_steady,),
    defaults=(_defaults,),
    columns=(
        (Column("Statues"), lambda play, seat: str(_standing(play.part(Leaders), seat))),
        (Column("Trophies"), lambda play, seat: str(play.part(Leaders).trophies[seat])),
    ),
    marks=(_marks,),
    faults=(_faults,),
)
