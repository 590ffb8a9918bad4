"""Political play (§10.1): pacts of honor for a round, shared provinces, and broken words."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from adjudicator.games.contract import Default
from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Deed
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo.chapters.battle import Battle
from adjudicator.games.gekokujo.chapters.reinforcement import reinforce, why_too_dear
from adjudicator.games.gekokujo.chapters.victory import check_victory
from adjudicator.games.gekokujo.chapters.year import end_year
from adjudicator.games.gekokujo.orders.orders import AcceptPact, BreakPact, OfferPact
from adjudicator.games.gekokujo.orders.policies import why_no_other
from adjudicator.games.gekokujo.phases import phase
from adjudicator.games.gekokujo.printed import FUND_A_ROUND, FUND_FREES, PACT_PRICE
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoModule, GekokujoPlay
from adjudicator.orders import Order, Orders


def why_no_pact(play: GekokujoPlay, seat: str, order: OfferPact | AcceptPact) -> Problem | None:
    """Say why two seats can have no pact: a vassal neither offers nor accepts.

    With a vassal whose turn to reinforce is still to come, and may free it, one can (G82).
    """
    problem = why_no_other(play, seat, order.other)
    if problem:
        return problem
    other = play.find_seat(order.other)
    for each in (seat, other):
        house = play.house(each)
        if house.out:
            return error("out", f"{each} is out of the game.")
        if house.master and not (each == other and may_go_free(play, seat, other)):
            return warning("vassal", f"{each} is a vassal, and has no pacts.")
    return None


def may_go_free(play: GekokujoPlay, seat: str, vassal: str) -> bool:
    """Whether a vassal that reinforces after a seat may fill its fund by then (G59).

    Where koku are hidden nobody knows its fund, so any may.
    """
    house, order = play.house(vassal), play.in_order()
    hidden = play.position.options["koku"] == "hidden"
    full = hidden or house.fund + FUND_A_ROUND >= FUND_FREES
    later = not {seat, vassal} <= set(order) or order.index(vassal) > order.index(seat)
    return play.position.phase == "reinforce" and bool(house.master) and full and later


def _offer(play: GekokujoPlay, seat: str, order: OfferPact) -> Deed:
    forbid(why_no_pact(play, seat, order))
    offer = (seat, play.find_seat(order.other))
    if offer in play.offers:
        forbid(warning("offered", f"You have offered {order.other} a pact already."))
    forbid(why_too_dear(play, seat, PACT_PRICE))
    yield
    play.pay(seat, PACT_PRICE)
    play.offers.append(offer)


def _accept(play: GekokujoPlay, seat: str, order: AcceptPact) -> Deed:
    forbid(why_no_pact(play, seat, order))
    yield
    play.welcome.append((seat, play.find_seat(order.other)))
    return "noted"


def make_pacts(play: GekokujoPlay) -> None:
    """Make the pacts that were offered and accepted, or offered from both sides (G65)."""
    offers, play.offers = play.offers, []
    for seat, other in offers:
        willing = (other, seat) in (*play.welcome, *offers)
        free = not (play.house(seat).master or play.house(other).master)
        play.tell(events.PactOffered(seat=seat, other=other, accepted=willing and free))
        if willing and free and not play.are_allies(seat, other):
            for one, two in ((seat, other), (other, seat)):
                play.change_seat(one, allies=(*play.house(one).allies, two))
            play.tell(events.PactMade(seats=(seat, other)))
    play.welcome = []


def negotiate(play: GekokujoPlay) -> None:
    """Carry out what the seats offer and accept where that is a phase of its own."""
    for seat in play.in_order():
        play.carry_out(seat, "spend")


def _break(play: GekokujoPlay, seat: str, order: BreakPact) -> Deed:
    """Break a pact at the start of a seat's moves (G68)."""
    forbid(why_no_other(play, seat, order.other))
    other = play.find_seat(order.other)
    if other not in play.house(seat).allies:
        forbid(warning("no-pact", f"You have no pact with {other}."))
    yield
    part(play, seat, other)
    play.change_seat(seat, betrayed=(*play.house(seat).betrayed, other))
    play.tell(events.PactBroken(seat=seat, other=other))


def part(play: GekokujoPlay, seat: str, other: str) -> None:
    """Let two seats be allies no more."""
    for one, two in ((seat, other), (other, seat)):
        left = tuple(each for each in play.house(one).allies if each != two)
        play.change_seat(one, allies=left)


def shame(play: GekokujoPlay, battle: Battle) -> None:
    """Note that the active seat attacks a former ally, from this battle on (G68)."""
    house = play.house(battle.active)
    victims = [seat for seat in battle.parties if seat in house.betrayed]
    if victims and not house.shamed:
        play.change_seat(battle.active, shamed=True)
        play.tell(events.Shamed(seat=battle.active, other=victims[0], province=battle.place))


def broken_word(
    play: GekokujoPlay, battle: Battle, seat: str, kind: str
) -> Iterator[events.Modifier]:
    """-1 on all attack rolls of who has attacked an ally this round."""
    if play.house(seat).shamed and seat == battle.active:
        yield events.Modifier("a broken pact", "attack roll", -1, "§10.1")


def _end(play: GekokujoPlay, seat: str, why: Literal["winter", "vassal", "eliminated"]) -> None:
    for other in play.house(seat).allies:
        part(play, seat, other)
        play.tell(events.PactEnded(seats=(seat, other), why=why))


def end_pacts(play: GekokujoPlay) -> None:
    """End all pacts with the winter, and forget who broke one."""
    for seat in play.survivors():
        _end(play, seat, "winter")
        play.change_seat(seat, betrayed=(), shamed=False)


def _candidates(play: GekokujoPlay, seat: str) -> Iterator[Order]:
    if play.asks_for(OfferPact):
        for other in play.survivors():
            yield from (OfferPact(other), AcceptPact(other))
    elif play.asks_for(BreakPact):
        yield from map(BreakPact, play.house(seat).allies)


def _defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    accepts, house = any(play.lines(seat, AcceptPact)), play.house(seat)
    if play.asks_for(AcceptPact) and not (accepts or house.out or house.master):
        yield Default("", "No pact is accepted.")


POLITICS = GekokujoModule(
    name="politics",
    orders={"campaign": (BreakPact,), "move": (BreakPact,), "pacts": (OfferPact, AcceptPact)},
    moments={
        "spend": {OfferPact: _offer, AcceptPact: _accept},
        "break": {BreakPact: _break},
    },
    before_dice=(shame,),
    sources=(broken_word,),
    submitting=(partial(_end, why="vassal"),),
    leaving=(partial(_end, why="eliminated"),),
    steps_after={reinforce: (make_pacts,), end_year: (end_pacts,)},
    phases_after={
        "reinforce": (
            phase(
                "pacts",
                "pacts",
                "Offering and accepting pacts.",
                *(negotiate, make_pacts, check_victory),
                played=lambda options: options["pacts"] == "own phase",
            ),
        )
    },
    candidates=(_candidates,),
    defaults=(_defaults,),
)

WITH_REINFORCEMENT = GekokujoModule(
    name="pacts with reinforcement",
    played=lambda options: bool(options["politics"]) and options["pacts"] != "own phase",
    orders={"reinforce": (OfferPact, AcceptPact)},
)
