"""The winter round: rice, revolts, scoring, the end of the year and of the game."""

from collections.abc import Mapping

from adjudicator.games.shogun import cards
from adjudicator.games.shogun.chapters.fights import revolt
from adjudicator.games.shogun.orders.orders import RevoltOrder
from adjudicator.games.shogun.table.changes import add_to_stock
from adjudicator.games.shogun.table.events import RevoltsDrawn, RiceLost, Row, Scored, YearEnded
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import when
from adjudicator.orders.language.words import number_of


def shortage(play: ShogunPlay, seat: str) -> int:
    """Return how many provinces a seat cannot supply, after the loss of the winter's card."""
    rice = max(0, play.seat(seat).rice - winter_loss(play))
    return max(0, len(play.provinces_of(seat)) - rice)


def winter_loss(play: ShogunPlay) -> int:
    """Return the rice that the winter costs each seat: the loss on the event card left."""
    return cards.EVENTS[play.position.events[0]].rice if play.position.events else 0


def revolts_due(play: ShogunPlay, seat: str) -> cards.Provision:
    """Return what the provisions table says of a seat's shortage."""
    short = shortage(play, seat)
    return cards.provision(short) if short else cards.Provision(0, 0)


def supply_provinces(play: ShogunPlay) -> None:
    """Lose the winter's rice; where it does not do for all provinces, farmers revolt (H12).

    All shortages are settled first; then the revolts are fought in the turn order of autumn.
    """
    facing = {seat: revolts_due(play, seat) for seat in play.position.turn_order}
    for seat in play.position.turn_order:
        _lose_rice(play, seat)
    for seat, due in facing.items():
        if due.revolts:
            _fight_revolts(play, seat, due)


def _lose_rice(play: ShogunPlay, seat: str) -> None:
    before, short = play.seat(seat).rice, shortage(play, seat)
    rice = max(0, before - winter_loss(play))
    play.change_seat(seat, rice=rice)
    play.tell(RiceLost(seat, winter_loss(play), before, rice, len(play.provinces_of(seat)), short))


def _fight_revolts(play: ShogunPlay, seat: str, due: cards.Provision) -> None:
    """Draw the provinces by lot; the seat says in which order their revolts are fought."""
    drawn = play.chance.shuffle(play.provinces_of(seat), f"revolts {seat}")[: due.revolts]
    play.tell(RevoltsDrawn(seat=seat, provinces=tuple(drawn), farmers=due.farmers))
    order = play.wish(seat, RevoltOrder)
    first = [name for name in order.provinces if name in drawn] if order else []
    for province in dict.fromkeys((*first, *drawn)):
        revolt(play, province, due.farmers, "winter")


def score(play: ShogunPlay) -> None:
    """Give points for provinces, buildings, and most buildings of a kind in a region."""
    majorities = _majorities(play)
    for seat in play.position.seats:
        own = play.provinces_of(seat)
        built = sum(len(play.land(name).buildings) for name in own)
        rows = [
            Row("provinces", len(own), len(own)),
            Row("buildings", built, built),
            *majorities[seat],
        ]
        give_points(play, seat, rows)


def give_points(play: ShogunPlay, seat: str, rows: list[Row]) -> None:
    """Add the points of some rows to a seat's points."""
    points = sum(row.points for row in rows)
    play.add_to_seat(seat, points=points)
    play.tell(
        Scored(seat, when(play.position.round).year, tuple(rows), points, play.seat(seat).points)
    )


def _majorities(play: ShogunPlay) -> dict[str, list[Row]]:
    """Return the rows for majorities; who ties gets one point less, nobody any for none (H13)."""
    rows: dict[str, list[Row]] = {seat: [] for seat in play.position.seats}
    for region, provinces in play.board.regions.items():
        for what in cards.BUILDINGS:
            counts = dict.fromkeys(rows, 0)
            for name in provinces:
                if not play.is_closed(name) and getattr(play.land(name), what):
                    counts[play.land(name).owner] += 1
            most, best = most_of(counts)
            points = cards.MAJORITIES[what] - (len(best) > 1)
            for seat in best:
                rows[seat].append(Row(what, points, most, region, tied=len(best) > 1))
    return rows


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
    add_to_stock(play, revolts=markers)
    for seat in play.position.seats:
        play.change_seat(seat, rice=0)
    play.change(events=())
    play.tell(YearEnded(year=when(play.position.round).year, markers=markers))


def score_whole_game(play: ShogunPlay) -> None:
    """After the second winter, give the points that the expansions have for the whole game."""
    if play.position.round == cards.ROUNDS:
        for scores in play.rules.scores:
            scores(play)


def end_game(play: ShogunPlay) -> None:
    """After the second winter the most points win (H15)."""
    if play.position.round < cards.ROUNDS:
        return
    seats = play.position.seats
    best = max((record.points, record.chests) for record in seats.values())
    points = [seat for seat, record in seats.items() if record.points == best[0]]
    winners = [seat for seat in points if seats[seat].chests == best[1]]
    why = f"the most victory points: {best[0]}"
    if len(points) > 1:
        most = number_of(best[0], "victory point")
        why = f"{len(points)} seats have {most}; chests decide: {best[1]}"
    play.win(tuple(winners), why)
