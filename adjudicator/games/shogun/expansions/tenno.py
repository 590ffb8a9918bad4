"""Expansion 1: Tenno's Court. Armies become court officials, and officials win favours."""

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.games.contract import Column, Default, Event, SeatEvent
from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.engine.plain import province_forms
from adjudicator.games.picture import Panel
from adjudicator.games.shogun.cards import BUILDINGS
from adjudicator.games.shogun.chapters import year
from adjudicator.games.shogun.chapters.possible import sentence
from adjudicator.games.shogun.expansions import court
from adjudicator.games.shogun.judging.check import warn_not_own
from adjudicator.games.shogun.reasons import reason, warning
from adjudicator.games.shogun.shown import cubes
from adjudicator.games.shogun.table.events import TowerLoaded
from adjudicator.games.shogun.table.play import Prospect, ShogunModule, ShogunPlay
from adjudicator.orders import Finding, Names, Order, Orders
from adjudicator.wording import Reason
from adjudicator.wording.english import number_of

BOXES = ("3", "2", "1")
"""The action boxes, in the order in which they are carried out."""

_WITHOUT_ORDER = {
    "building": "default.favour-building",
    "armies": "default.favour-armies",
    "calm": "default.favour-calm",
}
"""The words for where a favour takes effect without an order."""


class CourtEntered(SeatEvent, frozen=True):
    """Officials of a seat entered the hall for its cubes that fell out of the first load."""

    officials: int


class FavoursShown(Event, frozen=True):
    """The favour cards of the season, each with the officials it costs."""

    cards: tuple[int, ...]
    costs: tuple[int, ...]


class Converted(SeatEvent, frozen=True):
    """A seat turned armies into officials."""

    box: int
    source: str
    officials: int
    """Those that stand in the entrance hall then."""
    why: str = ""
    """Why it could not; then nothing happened."""


class AudienceHeld(Event, frozen=True):
    """The order in which the seats go before the Tenno, and their officials in the hall."""

    order: tuple[str, ...]
    officials: tuple[int, ...]


class FavourTaken(SeatEvent, frozen=True):
    """A seat took a favour card for its officials."""

    card: int
    cost: int
    officials: int
    """Those that are left."""


def enter_court(play: ShogunPlay) -> None:
    """Send an official for each own cube that fell out when the tower was loaded."""
    loaded = next(each for each in reversed(play.events) if isinstance(each, TowerLoaded))
    for seat in play.position.seats:
        fallen = loaded.fallen.get(seat, 0)
        if fallen:
            court.move_officials(play, seat, fallen)
            play.tell(CourtEntered(seat=seat, officials=fallen))


def show_favours(play: ShogunPlay) -> None:
    """Lay out three favour cards: the higher the number, the more officials it costs."""
    state = play.part(court.Court)
    drawn, deck = play.draw(state.deck or (), "favours", len(court.COSTS))
    shown = tuple(sorted(drawn, reverse=True))
    play.change_part(court.Court, favours=shown, deck=deck)
    play.tell(FavoursShown(cards=shown, costs=court.COSTS))


def convert_armies(play: ShogunPlay) -> None:
    """Seat by seat in turn order, turn armies into officials."""
    for seat in play.position.turn_order:
        _convert_armies_of(play, seat)


def _convert_armies_of(play: ShogunPlay, seat: str) -> None:
    """Carry a seat's conversions out, from the box of three to the box of one."""
    for box in BOXES:
        each = play.line_on(seat, f"court {box}")
        if each is None or not isinstance(each.order, court.Convert):
            continue
        source, number = each.order.source, int(box)
        problem = why_no_conversion(play, seat, each.order)
        if not problem and source == court.TOWER:
            play.from_tray(seat, number)
        elif not problem:
            play.add_to_province(source, armies=-number)
            play.add_to_seat(seat, supply=number)
        officials = court.move_officials(play, seat, 0 if problem else number)
        why = problem.message if problem else ""
        play.tell(Converted(seat, number, source, officials, why))
        play.keep(seat, Outcome(each, "failed" if problem else "done", problem=problem))


def hold_audience(play: ShogunPlay) -> None:
    """Let the seats take favours, those with most officials first; then all is cleared away."""
    state = play.part(court.Court)
    order = sorted(play.position.turn_order, key=lambda seat: -state.officials[seat].entrance)
    play.tell(AudienceHeld(tuple(order), tuple(state.officials[seat].entrance for seat in order)))
    left = dict(zip(state.favours, court.COSTS, strict=False))
    for seat in order:
        wish, entered = play.wish(seat, court.Favours), state.officials[seat].entrance
        for card in wish.cards if wish else ():
            if card in left and left[card] <= entered:
                cost = left.pop(card)
                officials = court.move_officials(play, seat, -cost)
                play.tell(FavourTaken(seat=seat, card=card, cost=cost, officials=officials))
                court.grant(play, seat, card)
                break
    play.change_part(court.Court, favours=())


def end_protection(play: ShogunPlay) -> None:
    """Drop the favour cards that keep attacks off, at the end of the season."""
    play.change_part(court.Court, safe={})


def protection(play: ShogunPlay, seat: str, action: str, target: str) -> Problem | None:
    """A bar: a seat with favour card 10, 11 or 18 is not attacked by the actions on it."""
    owner = play.land(target).owner
    if action in play.part(court.Court).safe.get(owner, ()):
        return warning("barred.by-favour", owner=owner, action=action)
    return None


def why_no_conversion(play: ShogunPlay, seat: str, order: court.Convert) -> Problem | None:
    """Say why armies cannot be turned into officials: all of them, or none are."""
    number, source = int(order.box), order.source
    if play.part(court.Court).officials[seat].supply < number:
        return warning("officials", seat=seat, number=number)
    if source == court.TOWER:
        there = play.position.tray.get(seat, 0)
        return warning("tray", seat=seat, there=there) if there < number else None
    armies = play.land(source).armies
    few = warning("armies.one-stays", place=source, standing=armies)
    return few if armies <= number else None


def _seats_at_court(play: ShogunPlay) -> tuple[str, ...]:
    """Return who can do anything at court even without a province (H36).

    That is who has officials in the hall for a favour, or cubes in the tray to make some of.
    """
    officials = play.part(court.Court).officials.items()
    return tuple(
        seat
        for seat, each in officials
        if each.entrance >= min(court.COSTS) or play.position.tray.get(seat)
    )


def _prospect(play: ShogunPlay, seat: str) -> Prospect:
    """Whoever has officials enough may take one of the favours that are laid out."""
    state = play.part(court.Court)
    if play.position.phase != "plan":
        return Prospect(safe=state.safe.get(seat, ()))
    shown = [court.favour_of(play, card) for card in state.favours]
    used = [favour.amount for favour in shown if favour.kind in ("tray", "armies")]
    return Prospect(
        drain=max(used, default=0),
        muster=sum(favour.amount for favour in shown if favour.kind == "armies"),
        tiles=tuple(what for favour in shown if favour.kind == "building" for what in favour.what),
        safe=tuple(what for favour in shown if favour.kind == "safe" for what in favour.what),
    )


def _begin(play: ShogunPlay) -> court.Court:
    given = play.part(court.Court)
    officials = {seat: given.officials.get(seat, court.Officials()) for seat in play.position.seats}
    rest = tuple(card for card in court.CARDS if card not in given.favours)
    deck = rest if given.deck is None else given.deck
    shown = tuple(sorted(given.favours, reverse=True))
    return replace(given, officials=officials, favours=shown, deck=deck)


def _find_lacks(play: ShogunPlay, seat: str, sifted: ShogunPlay) -> Iterator[Finding]:
    """Carry the conversions out as things stand, and find those that officials do not do for."""
    before = sifted.save()
    _convert_armies_of(sifted, seat)
    for each in sifted.outcomes[seat]:
        if each.problem and each.problem.code in ("officials", "tray", "armies"):
            yield sentence(each.problem, "not-now").finding(each.line.number, str(each.line.order))
    sifted.go_back(before)


def _find_taken_spaces(play: ShogunPlay, seat: str, sifted: ShogunPlay) -> Iterator[Finding]:
    """Find buildings whose space a favour that the same seat asks for may take first."""
    wishes = sifted.every_wish(seat, court.FavourPlaces)
    places = {name for each in wishes if each.what == "building" for name in each.provinces}
    for card, favour in _named_favours(sifted, seat):
        for what in favour.what if favour.kind == "building" else ():
            able = court.sites(play, seat, what)
            meant = places.intersection(able) or able[:1]
            for line, order in sifted.card_lines(seat):
                if order.space not in BUILDINGS or order.card not in meant:
                    continue
                if order.space == what or play.free_spaces(order.card) == 1:
                    gift = warning("no-room.favour", card=card, what=what, place=order.card)
                    yield gift.finding(line.number, str(order))


def _named_favours(play: ShogunPlay, seat: str) -> Iterator[tuple[int, court.Favour]]:
    """Yield the favour cards on offer that orders name, and what they do."""
    named = {card for each in play.every_wish(seat, court.Favours) for card in each.cards}
    for card in play.part(court.Court).favours:
        if card in named:
            yield card, court.favour_of(play, card)


def _judge_favours(play: ShogunPlay, seat: str, order: court.Favours) -> Iterator[Problem]:
    shown = play.part(court.Court).favours
    for card in order.cards:
        if card not in shown:
            yield warning("not-shown", card=card, shown=list(shown))


def _judge_places(play: ShogunPlay, seat: str, order: court.FavourPlaces) -> Iterator[Problem]:
    lands, neutral = play.position.provinces, order.what == "armies"
    free = [name for name in lands if neutral and not lands[name].owner]
    return warn_not_own(play, seat, (name for name in order.provinces if name not in free))


def _legal_orders(play: ShogunPlay, seat: str) -> Iterator[Order]:
    if play.position.phase != "plan":
        return
    own = play.provinces_of(seat)
    for box in BOXES:
        for source in (court.TOWER, *own):
            order = court.Convert(box, source)
            if not why_no_conversion(play, seat, order):
                yield order
    shown = play.part(court.Court).favours
    yield from (court.Favours((card,)) for card in shown)
    if shown:
        yield court.Favours(shown)
    for what in ("building", "armies", "calm"):
        yield from (court.FavourPlaces(what, (name,)) for name in own)
    yield court.FavourEvent("goes")
    yield court.FavourEvent("stays")


def _steady(play: ShogunPlay, seat: str) -> Iterator[Order]:
    if play.position.phase != "plan":
        return
    tray = play.position.tray.get(seat, 0)
    for box in BOXES:
        order = court.Convert(box, court.TOWER)
        if int(box) <= tray and not why_no_conversion(play, seat, order):
            tray -= int(box)
            yield order
    if play.part(court.Court).favours:
        yield court.Favours(play.part(court.Court).favours)


def _defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    if play.position.phase != "plan":
        return
    if not any(play.every_wish(seat, court.Favours)):
        yield Default("", str(reason("default.no-favour")))
    told = {each.what for each in play.every_wish(seat, court.FavourPlaces)}
    for card, favour in _named_favours(play, seat):
        if favour.kind in _WITHOUT_ORDER and favour.kind not in told:
            yield Default("", str(reason(_WITHOUT_ORDER[favour.kind], card=card)))
        if favour.kind == "event" and not any(play.every_wish(seat, court.FavourEvent)):
            yield Default("favour event goes", str(reason("default.favour-event", card=card)))


def _panels(play: ShogunPlay) -> Iterator[Panel]:
    state = play.part(court.Court)
    costs = zip(state.favours, court.COSTS, strict=False)
    lines = [(f"{number_of(cost, 'official')}: card {card}", ()) for card, cost in costs]
    halls = [(seat, each.entrance) for seat, each in state.officials.items() if each.entrance]
    inside = [(f"{seat}: {number}", cubes(play, {seat: number})) for seat, number in halls]
    yield Panel("Tenno's Court", (*lines, *inside))


def _faults(play: ShogunPlay) -> Iterator[Reason]:
    state = play.part(court.Court)
    for seat, each in state.officials.items():
        if each.supply < 0 or each.entrance < 0 or each.supply + each.entrance != court.OFFICIALS:
            yield reason(
                "fault.officials",
                seat=seat,
                supply=each.supply,
                entrance=each.entrance,
                most=court.OFFICIALS,
            )
    cards = (*state.favours, *(state.deck or ()))
    if len(set(cards)) < len(cards) or set(cards) - set(court.CARDS):
        yield reason("fault.favour-cards")


def _sources(board: Board, seats: tuple[str, ...]) -> Names:
    tower = (
        "tray",
        "tower tray",
        "tower's tray",
        "dice tower",
        "cube tower",
        "dice tower card",
        "tower card",
    )
    return Names("source", {**province_forms(board), court.TOWER: tower})


MODULE = ShogunModule(
    name="tenno",
    part=court.Court,
    begin=(_begin,),
    events=(*kinds_in(__name__, Event), court.FavourGranted, court.MarkerParried),
    names=(_sources,),
    steps_after={
        year.turn_up_events: (enter_court,),
        year.lay_out_cards: (show_favours,),
        year.determine_turn_order: (convert_armies, hold_audience),
        year.end_season: (end_protection,),
    },
    asks={"plan": (_seats_at_court,)},
    orders={"plan": (court.Convert, court.Favours, court.FavourPlaces, court.FavourEvent)},
    judges={court.Favours: _judge_favours, court.FavourPlaces: _judge_places},
    remarks=(_find_lacks, _find_taken_spaces),
    bars=(protection,),
    prospects=(_prospect,),
    guards=(court.parry_marker,),
    legal_orders=(_legal_orders,),
    steady=(_steady,),
    defaults=(_defaults,),
    columns=(
        (Column("Court"), lambda play, seat: str(play.part(court.Court).officials[seat].entrance)),
    ),
    panels=(_panels,),
    faults=(_faults,),
)
