"""The winter round: rice, revolts, scoring, the end of the year and of the game."""

from adjudicator.games.contract import Won
from adjudicator.games.shogun.cards import (
    BUILDINGS,
    EVENTS,
    MAJORITIES,
    ROUNDS,
    Provision,
    provision,
)
from adjudicator.games.shogun.events import RevoltsDrawn, RiceLost, Row, Scored, YearEnded
from adjudicator.games.shogun.fights import revolt
from adjudicator.games.shogun.orders import RevoltOrder
from adjudicator.games.shogun.position import when
from adjudicator.games.shogun.scene import Play, Scene


def shortage(scene: Scene, seat: str) -> int:
    """Return how many provinces a seat cannot supply, after the loss of the winter's card."""
    rice = max(0, scene.seat(seat).rice - winter_loss(scene))
    return max(0, len(scene.own(seat)) - rice)


def winter_loss(scene: Scene) -> int:
    """Return the rice that the winter costs each seat: the loss on the event card left."""
    return EVENTS[scene.position.events[0]].rice if scene.position.events else 0


def revolting(scene: Scene, seat: str) -> Provision:
    """Return what the provisions table says of a seat's shortage."""
    short = shortage(scene, seat)
    return provision(short) if short else Provision(0, 0)


def supply_provinces(play: Play) -> None:
    """Lose the winter's rice; where it does not do for all provinces, farmers revolt (H12).

    All shortages are settled first; then the revolts are fought in the turn order of autumn.
    """
    facing = {seat: revolting(play, seat) for seat in play.position.turn_order}
    for seat in play.position.turn_order:
        _lose_rice(play, seat)
    for seat, due in facing.items():
        if due.revolts:
            _fight_revolts(play, seat, due)


def _lose_rice(play: Play, seat: str) -> None:
    record = play.seat(seat)
    before, short = record.rice, shortage(play, seat)
    record.rice = max(0, before - winter_loss(play))
    play.tell(
        RiceLost(
            seat=seat,
            loss=winter_loss(play),
            before=before,
            rice=record.rice,
            provinces=len(play.own(seat)),
            short=short,
        )
    )


def _fight_revolts(play: Play, seat: str, due: Provision) -> None:
    """Draw the provinces by lot; the seat says in which order their revolts are fought."""
    drawn = play.chance.shuffle(play.own(seat), f"revolts {seat}")[: due.revolts]
    play.tell(RevoltsDrawn(seat=seat, provinces=tuple(drawn), farmers=due.farmers))
    order = play.wish(seat, RevoltOrder)
    first = [name for name in order.provinces if name in drawn] if order else []
    for province in (*first, *(name for name in drawn if name not in first)):
        revolt(play, province, due.farmers, "winter")


def score(play: Play) -> None:
    """Give points for provinces, buildings, and most buildings of a kind in a region."""
    majorities = _majorities(play)
    for seat in play.position.seats:
        own = play.own(seat)
        built = sum(len(play.land(name).buildings) for name in own)
        rows = [
            Row("provinces", len(own), len(own)),
            Row("buildings", built, built),
            *majorities[seat],
        ]
        give_points(play, seat, rows)


def give_points(play: Play, seat: str, rows: list[Row]) -> None:
    """Add the points of some rows to a seat's points."""
    record = play.seat(seat)
    points = sum(row.points for row in rows)
    record.points += points
    play.tell(
        Scored(
            seat=seat,
            year=when(play.position.round).year,
            rows=tuple(rows),
            points=points,
            now=record.points,
        )
    )


def _majorities(play: Play) -> dict[str, list[Row]]:
    """Return the rows for majorities; who ties gets one point less, nobody any for none (H13)."""
    rows: dict[str, list[Row]] = {seat: [] for seat in play.position.seats}
    for region, provinces in play.board.regions.items():
        for what in BUILDINGS:
            counts = dict.fromkeys(rows, 0)
            for name in provinces:
                if not play.closed(name) and getattr(play.land(name), what):
                    counts[play.land(name).owner] += 1
            most = max(counts.values())
            best = [seat for seat, count in counts.items() if count == most > 0]
            points = MAJORITIES[what] - (len(best) > 1)
            for seat in best:
                rows[seat].append(Row(what, points, most, region, tied=len(best) > 1))
    return rows


def end_year(play: Play) -> None:
    """Set rice back to nothing, take all revolt markers off the board, discard the winter card."""
    position = play.position
    markers = 0
    for land in position.provinces.values():
        markers += land.revolts
        land.revolts = 0
    position.stock.revolts += markers
    for record in position.seats.values():
        record.rice = 0
    play.change(events=())
    play.tell(YearEnded(year=when(position.round).year, markers=markers))


def end_game(play: Play) -> None:
    """After the second winter: the modules' points, then the most points win (H15)."""
    if play.position.round < ROUNDS:
        return
    for scores in play.rules.scores:
        scores(play)
    seats = play.position.seats
    best = max((record.points, record.chests) for record in seats.values())
    points = [seat for seat, record in seats.items() if record.points == best[0]]
    winners = [seat for seat in points if seats[seat].chests == best[1]]
    why = f"the most victory points: {best[0]}"
    if len(points) > 1:
        why = f"{len(points)} seats have {best[0]} victory points; {best[1]} chests decide"
    play.tell(Won(seats=tuple(winners), why=why))
