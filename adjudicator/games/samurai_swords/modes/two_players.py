"""The game for two (Rules for a 2-Player Game; Two-Player Rules): a seat commands two colours.

A colour is what the rulebook calls a player (M43), so the other chapters need no rule for it; here
is what is left: parting the hand of provinces (M45).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.games.contract import Event, GameError, SeatEvent, Value
from adjudicator.games.engine import PhaseRule, Problem
from adjudicator.games.engine.lines import Deed, Rules, carry_out
from adjudicator.games.samurai_swords.chapters import fall
from adjudicator.games.samurai_swords.chapters.laps import is_in_turn
from adjudicator.games.samurai_swords.chapters.war import change_policies
from adjudicator.games.samurai_swords.judging.check import rehearse
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.orders.orders import POLICIES, Give
from adjudicator.games.samurai_swords.reasons import error, reason, refuse, warning
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay, do_each
from adjudicator.games.samurai_swords.table.position import SwordsPosition, SwordsProvince
from adjudicator.orders import Finding, Line, Order
from adjudicator.orders.reading.scan import LONGEST_LINE

Options = Mapping[str, Value]
NAME = "two players"
"""What the mode is called among the modules."""
PROVINCES = 50
"""Of the 68 provinces those that win; of another board the same share (M53, M82)."""


def settle(seats: Sequence[str] | Mapping[str, Any], options: Mapping[str, Value]) -> Options:
    """Return options with the defaults of the mode that new seats, or a case's table, play.

    Raises GameError for what does not go together.
    """
    two = _has_allies(seats) if isinstance(seats, Mapping) else len(seats) == 2
    if not two:
        if options.get("colours"):
            raise GameError(reason("two-colours.option"))
        return options
    if options.get("win") == "at once":
        raise GameError(reason("two-seats-win"))
    if is_quick(options):
        raise GameError(reason("quick-play-seats"))
    return {"win": "end of round", **options}


def modes_of(position: SwordsPosition) -> Options:
    """Return what chooses modules that no option chooses."""
    return {NAME: position.has_allies}


def _has_allies(table: Mapping[str, Any]) -> bool:
    """Whether a case's table is of a game in which a seat commands two colours."""
    colours = table.get("colours", {})
    named = colours.items() if isinstance(colours, Mapping) else ()
    return any(isinstance(each, Mapping) and each.get("seat", name) != name for name, each in named)


class Divided(SeatEvent, frozen=True):
    """A seat parted its hand of provinces: what each of its colours has."""

    hands: dict[str, tuple[str, ...]]


class FirstDrawn(Event, frozen=True):
    """A lot said who parts his hand first, where the setup goes in turn: the first colours."""

    order: tuple[str, ...]


def draw_first(play: SwordsPlay) -> None:
    """Draw lots for who parts first, if the setup goes in turn: the other sees it (M45)."""
    if is_in_turn(play.position.options) and not play.position.active:
        firsts = [seat.colours[0] for seat in play.position.seats.values()]
        order = tuple(play.chance.shuffle(firsts, "parting order"))
        play.change(turn_order=order, active=order[0])
        play.tell(FirstDrawn(order))


def first_colours(play: SwordsPlay) -> tuple[str, ...]:
    """Return the first colours of the seats whose turn it is."""
    active = play.position.active
    return (active,) if active else tuple(play.position.seats)


def pass_on(play: SwordsPlay) -> None:
    """Let the next seat part its hand, where one does after another."""
    if play.position.active:
        turns.pass_on(play)


def part_hand(play: SwordsPlay, colour: str) -> None:
    """Part the hand of the seat that commands a colour, as it orders, else from the west (M45)."""
    seat = play.seat_of(colour)
    colours = play.position.colours_of(seat)
    hand = _from_west(play, [place for colour in colours for place in play.provinces_of(colour)])
    half = len(hand) // len(colours)
    share = dict.fromkeys(colours, half) | {colours[0]: len(hand) - half}
    lists: dict[str, list[str]] = {colour: [] for colour in colours}
    rules = _rules_of_giving(hand, share, lists)
    lines = [line for colour in colours for line in play.lines(colour, Give)]
    for line in sorted(lines, key=lambda line: line.number):
        carry_out(play, line.colour or colours[0], line, rules)
    written = [colour for colour in colours if lists[colour]] or [colours[0]]
    short = [colour for colour in written if len(lists[colour]) < share[colour]]
    free = [place for place in hand if not any(place in theirs for theirs in lists.values())]
    for colour in dict.fromkeys((*written, *colours)):
        fill = share[colour] - len(lists[colour])
        lists[colour] += free[:fill]
        del free[:fill]
    if len(short) == len(written):
        told = short[0] if lists[short[0]] and any(play.orders[c] for c in colours) else colours[1]
        _tell_rest(play, colours[0], told, lists[told])
    for colour, places in lists.items():
        for place in places:
            play.set_province(place, SwordsProvince(owner=colour, spearman=1))
    play.tell(Divided(seat, {colour: tuple(sorted(places)) for colour, places in lists.items()}))


def _rules_of_giving(
    hand: Sequence[str], share: Mapping[str, int], lists: Mapping[str, list[str]]
) -> Rules:
    """Return the rules of ``give``, which enters provinces into the lists."""

    def why_no_place(place: str, colour: str) -> Problem | None:
        if place not in hand:
            return error("not-yours.in-hand", place=place)
        for other, places in lists.items():
            if place in places:
                return error("given-twice", place=place, colour=other)
        if len(lists[colour]) == share[colour]:
            return error("enough", colour=colour, share=share[colour])
        return None

    def give(play: SwordsPlay, colour: str, order: Give) -> Deed:
        if order.colour not in lists:
            refuse("not-your-colour", colour=order.colour, yours=list(lists))
        parts = [(place, order.colour) for place in order.places]
        return do_each(parts, why_no_place, lambda place, own: lists[own].append(place))

    return {Give: give}


def _from_west(play: SwordsPlay, places: Iterable[str]) -> list[str]:
    """Return provinces in the order of their middles from west to east, then of their names."""
    return sorted(places, key=lambda place: (play.board.provinces[place].at[1], place))


def _tell_rest(play: SwordsPlay, first: str, colour: str, places: Sequence[str]) -> None:
    text = str(Give(tuple(places), colour))
    why = str(reason("default.parting"))
    play.tell_default(first, text if len(text) <= LONGEST_LINE else "", why)


# What the check says besides


def find_no_front(play: SwordsPlay, colour: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of a colour without an enemy beside it: that is advice, and no rule (M45)."""
    if play.position.phase != "divide" or colour != play.seat_of(colour):
        return
    if not play.is_turn_of(colour):
        return
    line = next((each for each in best.orders[colour] if isinstance(each.order, Give)), None)
    for own in best.position.colours_of(colour):
        places = best.provinces_of(own)
        near = {best.owner(other) for place in places for other in best.neighbours(place)}
        if places and not any(best.are_foes(own, other) for other in near):
            yield _warn(warning("no-front", colour=own), line)


def find_own_tie(play: SwordsPlay, colour: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of equal bids of a seat's two colours for the ninja: they hire nobody (M50a)."""
    ally = play.ally(colour)
    if play.position.phase not in ("plan", "spy") or colour == play.seat_of(colour):
        return
    theirs = rehearse(play, ally, play.orders[ally]).plan(ally).ninja
    if theirs and theirs == best.plan(colour).ninja:
        bids = (each for each in best.orders[colour] if getattr(each.order, "bin", "") == "ninja")
        yield _warn(warning("own-tie", colour=ally), next(bids, None))


def _warn(problem: Problem, line: Line | None) -> Finding:
    """Return what is said of a line, or, where there is none, of the orders as a whole."""
    return problem.finding(line.number, str(line.order)) if line else problem.finding(0, "")


def explain_figures(play: SwordsPlay) -> Iterator[str]:
    """Say what two figures in the standings mean."""
    both = [" + ".join(record.colours) for record in play.position.seats.values()]
    yield str(reason("two-figures", seats=both))


def find_gifts(play: SwordsPlay, colour: str) -> Iterator[Order]:
    """Yield legal orders of parting: any province of the hand for the second colour."""
    first, second = play.position.colours_of(play.seat_of(colour))
    if play.position.phase == "divide" and colour == first and play.is_turn_of(colour):
        yield from (Give((place,), second) for place in play.provinces_of(first))


def _title(play: SwordsPlay) -> str:
    active = play.position.active
    return turns.title(f"{active} parts the provinces" if active else "parting the provinces")(play)


TWO_PLAYERS = SwordsModule(
    name=NAME,
    events=(Divided, FirstDrawn),
    phases=(
        PhaseRule(
            name="divide",
            title=_title,
            about="Which half of the hand each of the two colours of a seat has (two players).",
            when=lambda play: play.position.round == 1,
            asks=turns.active_or_all,
            may=turns.everybody,
            turn=lambda play: play.position.active,
            opening=(draw_first,),
            steps=(
                turns.each_colour(change_policies),
                turns.ColourSteps((part_hand,), first_colours),
                pass_on,
            ),
            then=lambda play: "divide" if play.position.active else "",
        ),
    ),
    orders={"divide": (Give, *POLICIES)},
    to_win=(lambda play: fall.share_of_box(play, PROVINCES),),
    remarks=(find_no_front, find_own_tie),
    legal_orders=(find_gifts,),
    notes=(explain_figures,),
)
"""Two seats with two colours each."""
