"""The course of a year: what a season lays out, its event, bids and turn order; and the winter."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from adjudicator.games.shogun import cards
from adjudicator.games.shogun.chapters.actions import revolt
from adjudicator.games.shogun.chapters.plans import fillers
from adjudicator.games.shogun.orders.orders import Bid, Offer, Prefer, RevoltOrder
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table import events
from adjudicator.games.shogun.table.play import ShogunPlay


def begin_year(play: ShogunPlay) -> None:
    """In the spring after a winter, turn up the events of the new year."""
    if play.date.season == "spring" and play.date.year > 1:
        turn_up_events(play)


def turn_up_events(play: ShogunPlay) -> None:
    """Turn up the events of a year: four cards of those not used before."""
    position = play.position
    drawn, pile = play.draw(position.pile, "events", cards.EVENTS_A_YEAR)
    play.change(events=tuple(drawn), pile=pile)
    play.tell(events.YearBegan(year=play.date.year, events=tuple(drawn)))


def lay_out_cards(play: ShogunPlay) -> None:
    """Lay out the first five action cards and the five special cards, all open.

    The five other action cards stay unknown: they are drawn when they are turned.
    """
    actions = tuple(play.chance.shuffle(tuple(cards.ACTIONS), "actions")[: cards.OPEN_ACTIONS])
    specials = tuple(play.chance.shuffle(cards.SPECIALS, "specials"))
    play.change(actions=actions, specials=specials)
    date = play.date
    play.tell(events.SeasonBegan(play.position.round, date.year, date.season, actions, specials))


def determine_event(play: ShogunPlay) -> None:
    """Draw one of the open event cards, if any are left; it applies to the season."""
    if not play.position.events:
        return
    (drawn,), left = play.draw(play.position.events, "event")
    play.change(event=drawn, events=left)
    play.tell(events.EventDrawn(event=drawn, effect=cards.EVENTS[drawn].effect, left=left))


def determine_turn_order(play: ShogunPlay) -> None:
    """Reveal and pay the bids; the highest chooses first among the special cards."""
    ranks: dict[tuple[int, int], list[str]] = {}
    for seat in play.position.seats:
        ranks.setdefault(_pay(play, seat, offer(play, seat)), []).append(seat)
    left = dict(enumerate(play.position.specials, 1))
    places: dict[int, str] = {}
    for rank in sorted(ranks, reverse=True):
        tied = ranks[rank]
        if len(tied) > 1:
            tied = play.chance.shuffle(tied, "bids")
            play.tell(events.BidsTied(order=tuple(tied)))
        for seat in tied:
            place = _choice(play, seat, left)
            card = left.pop(place)
            play.change_seat(seat, special=card)
            places[place] = seat
            play.tell(events.SpecialTaken(seat=seat, card=card, place=place))
    play.change(turn_order=tuple(places[place] for place in sorted(places)))
    play.tell(events.TurnOrderSet(order=play.position.turn_order))


def offer(play: ShogunPlay, seat: str) -> Offer:
    """Return what a seat bids: as ordered, else a card that has to lie, else the chest card 0."""
    if order := play.wish(seat, Bid):
        return order.offer
    return next((each.offer for each in fillers(play, seat) if isinstance(each, Bid)), Offer())


def _pay(play: ShogunPlay, seat: str, made: Offer) -> tuple[int, int]:
    """Take a bid from the chests as far as they go (H14); return what orders bids.

    The greater goes first; a province card goes before 0 chests, and that before no card.
    """
    paid = min(made.chests, play.seat(seat).chests)
    play.add_to_seat(seat, chests=-paid)
    play.tell(events.BidRevealed(seat, made.chests, paid, made.card, made.nothing))
    full = paid == made.chests
    why = "" if full else str(reason("bid-counts", paid=paid))
    play.answer(seat, play.line_on(seat, "bid"), "done" if full else "partly", why)
    return paid, 2 if made.card else 0 if made.nothing else 1


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
    date = play.date
    play.tell(events.SeasonEnded(round=play.position.round, year=date.year, season=date.season))


# Winter: rice, revolts, scoring, the end of the year and of the game


def shortage(play: ShogunPlay, seat: str) -> int:
    """Return how many provinces a seat cannot supply, after the loss of the winter's card."""
    rice = max(0, play.seat(seat).rice - winter_loss(play))
    return max(0, len(play.provinces_of(seat)) - rice)


def winter_loss(play: ShogunPlay) -> int:
    """Return the rice that the winter costs each seat: the loss on the event card left."""
    return cards.EVENTS[play.position.events[0]].rice if play.position.events else 0


def revolts_due(play: ShogunPlay, seat: str) -> cards.Provision:
    """Return what the provisions table says of a seat's shortage."""
    return cards.provision(shortage(play, seat))


def supply_provinces(play: ShogunPlay) -> None:
    """Lose the winter's rice; where it does not do for all provinces, farmers revolt (H12).

    All shortages are settled first; then the revolts are fought in the turn order of autumn.
    """
    shortages = {seat: shortage(play, seat) for seat in play.position.turn_order}
    loss = winter_loss(play)
    for seat, short in shortages.items():
        before, own = play.seat(seat).rice, play.provinces_of(seat)
        rice = max(0, before - loss)
        play.change_seat(seat, rice=rice)
        play.tell(events.RiceLost(seat, loss, before, rice, len(own), short))
    for seat, short in shortages.items():
        _fight_revolts(play, seat, cards.provision(short))


def _fight_revolts(play: ShogunPlay, seat: str, due: cards.Provision) -> None:
    """Draw the provinces by lot; the seat says in which order their revolts are fought."""
    if not due.revolts:
        return
    drawn = play.chance.shuffle(play.provinces_of(seat), f"revolts {seat}")[: due.revolts]
    play.tell(events.RevoltsDrawn(seat=seat, provinces=tuple(drawn), farmers=due.farmers))
    order = play.wish(seat, RevoltOrder)
    first = [name for name in order.provinces if name in drawn] if order else []
    for province in dict.fromkeys((*first, *drawn)):
        revolt(play, province, due.farmers, "winter")


def score(play: ShogunPlay) -> None:
    """Give points for provinces, buildings, and most buildings of a kind in a region (H13)."""
    lands = play.position.provinces
    majorities = [
        rows_for_most(
            Counter(lands[n].owner for n in names if n in lands and what in lands[n].buildings),
            events.Row(what, points, where=region),
        )
        for region, names in play.board.regions.items()
        for what, points in cards.MAJORITIES.items()
    ]
    for seat in play.position.seats:
        own = play.provinces_of(seat)
        built = sum(len(lands[name].buildings) for name in own)
        numbers = {"provinces": len(own), "buildings": built}
        rows = [events.Row(what, number, number) for what, number in numbers.items()]
        give_points(play, seat, [*rows, *(each[seat] for each in majorities if seat in each)])


def give_points(play: ShogunPlay, seat: str, rows: Iterable[events.Row]) -> None:
    """Add the points of some rows to a seat's points."""
    rows = tuple(rows)
    points = sum(row.points for row in rows)
    play.add_to_seat(seat, points=points)
    play.tell(events.Scored(seat, play.date.year, rows, points, play.seat(seat).points))


def rows_for_most(counts: Mapping[str, int], row: events.Row) -> dict[str, events.Row]:
    """Return the rows of those who have most of something; who ties gets a point less."""
    most, best = most_of(counts)
    tied = len(best) > 1
    points = max(0, row.points - tied)
    return dict.fromkeys(best, replace(row, points=points, count=most, tied=tied))


def most_of(counts: Mapping[str, int]) -> tuple[int, list[str]]:
    """Return the greatest number, and who has so many; nobody has most of nothing."""
    most = max(counts.values(), default=0)
    return most, [seat for seat, count in counts.items() if count == most > 0]


def end_year(play: ShogunPlay) -> None:
    """Set rice back to nothing, take all revolt markers off the board, discard the winter card."""
    markers = sum(land.revolts for land in play.position.provinces.values())
    for province, land in list(play.position.provinces.items()):
        if land.revolts:
            play.change_province(province, revolts=0)
    play.add_to_stock(revolts=markers)
    for seat in play.position.seats:
        play.change_seat(seat, rice=0)
    play.change(events=())
    play.tell(events.YearEnded(year=play.date.year, markers=markers))


def score_whole_game(play: ShogunPlay) -> None:
    """After the second winter, give the points that the expansions have for the whole game."""
    if play.position.round == cards.ROUNDS:
        for rows_of in play.rules.scores:
            for seat in play.position.seats:
                give_points(play, seat, rows_of(play, seat))


def end_game(play: ShogunPlay) -> None:
    """After the second winter the most points win (H15)."""
    if play.position.round < cards.ROUNDS:
        return
    seats = play.position.seats
    best = max((record.points, record.chests) for record in seats.values())
    points = [seat for seat, record in seats.items() if record.points == best[0]]
    winners = [seat for seat in points if seats[seat].chests == best[1]]
    facts = {"seats": len(points), "points": best[0], "chests": best[1]}
    play.win(tuple(winners), str(reason("won", **facts)))
