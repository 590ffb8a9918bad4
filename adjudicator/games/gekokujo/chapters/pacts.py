"""Political play (§10.1): pacts of honor for a round, and how they end."""

from itertools import takewhile
from typing import Literal

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.gekokujo.orders.orders import AcceptPact, BreakPact, OfferPact
from adjudicator.games.gekokujo.orders.policies import why_no_other
from adjudicator.games.gekokujo.printed import FUND_A_ROUND, FUND_FREES, PACT_PRICE
from adjudicator.games.gekokujo.reasons import error, warning
from adjudicator.games.gekokujo.table import events
from adjudicator.games.gekokujo.table.play import GekokujoPlay


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
            return error("out.other", seat=each)
        if house.master and not (each == other and may_go_free(play, seat, other)):
            return warning("vassal", seat=each)
    return None


def may_go_free(play: GekokujoPlay, seat: str, vassal: str) -> bool:
    """Whether a vassal that reinforces after a seat may fill its fund by then (G59).

    Where koku are hidden nobody knows its fund, so any may.
    """
    house = play.house(vassal)
    full = play.hides_koku or house.fund + FUND_A_ROUND >= FUND_FREES
    later = vassal not in takewhile(lambda each: each != seat, play.in_order())
    return play.position.phase == "reinforce" and bool(house.master) and full and later


def _offer(play: GekokujoPlay, seat: str, order: OfferPact) -> Deed:
    forbid(why_no_pact(play, seat, order))
    offer = (seat, play.find_seat(order.other))
    if offer in play.offers:
        forbid(warning("offered", other=order.other))
    forbid(play.why_too_dear(seat, PACT_PRICE))
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
        play.tell(events.PactOffered(seat=seat, other=other, accepted=willing))
        if willing and not play.are_allies(seat, other):
            for one, two in ((seat, other), (other, seat)):
                play.change_seat(one, allies=(*play.house(one).allies, two))
            play.tell(events.PactMade(seats=(seat, other)))
    play.welcome = []


OFFERING_RULES: Rules = {OfferPact: _offer, AcceptPact: _accept}


def _break(play: GekokujoPlay, seat: str, order: BreakPact) -> Deed:
    """Break a pact at the start of a seat's moves (G68)."""
    forbid(why_no_other(play, seat, order.other))
    other = play.find_seat(order.other)
    if other not in play.house(seat).allies:
        forbid(warning("no-pact", other=other))
    yield
    part(play, seat, other)
    play.change_seat(seat, betrayed=(*play.house(seat).betrayed, other))
    play.tell(events.PactBroken(seat=seat, other=other))


def part(play: GekokujoPlay, seat: str, other: str) -> None:
    """Let two seats be allies no more."""
    for one, two in ((seat, other), (other, seat)):
        left = tuple(each for each in play.house(one).allies if each != two)
        play.change_seat(one, allies=left)


BREAKING_RULES: Rules = {BreakPact: _break}


def end_pacts_of(
    play: GekokujoPlay, seat: str, why: Literal["winter", "vassal", "eliminated"]
) -> None:
    """End all pacts of a seat."""
    for other in play.house(seat).allies:
        part(play, seat, other)
        play.tell(events.PactEnded(seats=(seat, other), why=why))


def end_pacts(play: GekokujoPlay) -> None:
    """End all pacts with the winter, and forget who broke one."""
    for seat in play.survivors():
        end_pacts_of(play, seat, "winter")
        play.change_seat(seat, betrayed=(), shamed=False)
