"""The course of a season: what is laid out, its event, the bids for cards and turn order."""

from collections.abc import Iterator

from adjudicator.games.shogun.cards import ACTIONS, EVENTS, EVENTS_A_YEAR, OPEN_ACTIONS, SPECIALS
from adjudicator.games.shogun.chapters.plans import fillers
from adjudicator.games.shogun.orders.orders import Bid, Offer, Prefer
from adjudicator.games.shogun.table import events
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import when
from adjudicator.orders.language.words import number_of


def open_first_year(play: ShogunPlay) -> None:
    """Turn up the events of the first year."""
    _turn_up_events(play)


def begin_year(play: ShogunPlay) -> None:
    """In the spring after a winter, turn up the events of the new year."""
    date = when(play.position.round)
    if date.season == "spring" and date.year > 1:
        _turn_up_events(play)


def _turn_up_events(play: ShogunPlay) -> None:
    """Turn up four event cards of those not used before."""
    position = play.position
    drawn, pile = play.draw(position.pile, "events", EVENTS_A_YEAR)
    play.change(events=tuple(drawn), pile=pile)
    play.tell(events.YearBegan(year=when(position.round).year, events=tuple(drawn)))


def lay_out_cards(play: ShogunPlay) -> None:
    """Lay out the first five action cards and the five special cards, all open.

    The five other action cards stay unknown: they are drawn when they are turned.
    """
    actions = tuple(play.chance.shuffle(ACTIONS, "actions")[:OPEN_ACTIONS])
    specials = tuple(play.chance.shuffle(SPECIALS, "specials"))
    play.change(actions=actions, specials=specials)
    date = when(play.position.round)
    play.tell(events.SeasonBegan(play.position.round, date.year, date.season, actions, specials))


def determine_event(play: ShogunPlay) -> None:
    """Draw one of the open event cards, if any are left; it applies to the season."""
    cards = play.position.events
    if not cards:
        return
    (drawn,), left = play.draw(cards, "event")
    play.change(event=drawn, events=left)
    play.tell(events.EventDrawn(event=drawn, effect=EVENTS[drawn].effect, left=left))


def determine_turn_order(play: ShogunPlay) -> None:
    """Reveal and pay the bids; the highest chooses first among the special cards."""
    offers = {seat: offer(play, seat) for seat in play.position.seats}
    for seat, made in offers.items():
        _pay(play, seat, made)
    left = dict(enumerate(play.position.specials, 1))
    places: dict[int, str] = {}
    for seat in _choosers(play, offers):
        place = _choice(play, seat, left)
        card = left.pop(place)
        play.change_seat(seat, special=card)
        places[place] = seat
        play.tell(events.SpecialTaken(seat=seat, card=card, place=place))
    play.change(turn_order=tuple(places[place] for place in sorted(places)))
    play.tell(events.TurnOrderSet(order=play.position.turn_order))


def offer(play: ShogunPlay, seat: str) -> Offer:
    """Return what a seat bids: as ordered, else a card that has to lie, else the chest card 0."""
    fallback = (each for each in fillers(play, seat) if isinstance(each, Bid))
    order = play.wish(seat, Bid) or next(fallback, None)
    return order.offer if order else Offer()


def worth(made: Offer, chests: int) -> tuple[int, int]:
    """Return what orders bids, the greater the better.

    Chests bid count as far as they are there (H14). A province card goes before 0 chests, and
    that before no card.
    """
    if made.card:
        return (0, 2)
    return (0, 0) if made.nothing else (min(made.chests, chests), 1)


def _pay(play: ShogunPlay, seat: str, made: Offer) -> None:
    record = play.seat(seat)
    paid = min(made.chests, record.chests)
    play.tell(events.BidRevealed(seat, made.chests, paid, made.card, made.nothing))
    full = paid == made.chests
    why = "" if full else f"With {number_of(paid, 'chest')} the bid counts as {paid}."
    play.answer(seat, play.line_on(seat, "bid"), "done" if full else "partly", why)


def _choosers(play: ShogunPlay, offers: dict[str, Offer]) -> Iterator[str]:
    """Yield the seats in the order in which they choose, and take the bids from their chests."""
    ranks: dict[tuple[int, int], list[str]] = {}
    for seat, made in offers.items():
        rank = worth(made, play.seat(seat).chests)
        play.add_to_seat(seat, chests=-rank[0])
        ranks.setdefault(rank, []).append(seat)
    for rank in sorted(ranks, reverse=True):
        tied = ranks[rank]
        if len(tied) > 1:
            tied = play.chance.shuffle(tied, "bids")
            play.tell(events.BidsTied(order=tuple(tied)))
        yield from tied


def _choice(play: ShogunPlay, seat: str, left: dict[int, str]) -> int:
    """Return the place that a seat takes: its preference, else the first that is left."""
    order = play.wish(seat, Prefer)
    for wanted in order.cards if order else ():
        for place, card in left.items():
            if wanted in (card, f"place {place}"):
                return place
    return min(left)


def end_season(play: ShogunPlay) -> None:
    """Say that the ten actions are done."""
    date = when(play.position.round)
    play.tell(events.SeasonEnded(round=play.position.round, year=date.year, season=date.season))
