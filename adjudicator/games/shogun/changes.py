"""Moving pieces between the box, the supplies, the board, the tower and its tray."""

from collections import Counter

from adjudicator.chance.tower import Throw, Tower, throw
from adjudicator.games.shogun.cards import FARMER
from adjudicator.games.shogun.events import MarkerPlaced, MarkerRemoved, Neutral, Taken
from adjudicator.games.shogun.position import Land
from adjudicator.games.shogun.scene import Play


def throw_in(play: Play, cubes: dict[str, int]) -> Throw:
    """Throw cubes into the tower together with all that lies in the tray (p. 11)."""
    position = play.position
    total = Counter(position.tray)
    total.update(cubes)
    options = position.options
    tower = Tower(int(options["tower hold"]), int(options["tower shake"]))
    result = throw(position.tower, total, tower, play.chance)
    play.change(tower=dict(result.inside), tray=dict(result.fallen))
    return result


def from_tray(play: Play, colour: str, number: int) -> None:
    """Take cubes of a colour out of the tray, back to their supply."""
    leave_tray(play, colour, number)
    if colour == FARMER:
        play.change(farmers=play.position.farmers + number)
    else:
        play.seat(colour).supply += number


def leave_tray(play: Play, colour: str, number: int) -> None:
    """Take cubes of a colour out of the tray, onto the board or elsewhere."""
    tray = play.position.tray
    tray[colour] = tray.get(colour, 0) - number
    if not tray[colour]:
        del tray[colour]


def place_marker(play: Play, province: str, collected: bool = False) -> None:
    """Put a revolt marker in a province, if the box has one and nothing keeps it away (H4)."""
    land, stock = play.land(province), play.position.stock
    if stock.revolts and any(guard(play, province) for guard in play.rules.guards):
        return
    if stock.revolts:
        stock.revolts -= 1
        land.revolts += 1
        play.tell(MarkerPlaced(province=province, now=land.revolts, collected=collected))
    else:
        play.tell(MarkerPlaced(province=province, now=land.revolts, none_left=True))


def remove_marker(play: Play, province: str, why: str) -> None:
    """Take a revolt marker from a province, if one lies there."""
    land = play.land(province)
    if land.revolts:
        land.revolts -= 1
        play.position.stock.revolts += 1
        play.tell(MarkerRemoved(province=province, now=land.revolts, why=why))


def take_province(play: Play, province: str, seat: str, armies: int) -> None:
    """Give a province to the seat that conquered it; buildings and markers stay (H10)."""
    land = play.land(province)
    loser = land.owner
    planned = _lose_card(play, province, loser)
    land.owner, land.armies = seat, armies
    play.tell(Taken(province=province, seat=seat, loser=loser, planned=planned))
    _follow(play, province, loser)


def make_neutral(play: Play, province: str) -> None:
    """Clear a province that nobody holds any longer; its armies are elsewhere already (H10)."""
    land, stock = play.land(province), play.position.stock
    loser = land.owner
    planned = _lose_card(play, province, loser)
    for what in land.buildings:
        setattr(stock, what, getattr(stock, what) + 1)
    stock.revolts += land.revolts
    play.tell(
        Neutral(
            province=province,
            loser=loser,
            buildings=land.buildings,
            markers=land.revolts,
            planned=planned,
        )
    )
    play.position.provinces[province] = Land()
    _follow(play, province, loser)


def _lose_card(play: Play, province: str, loser: str) -> str:
    """Take a lost province's card off the loser's board.

    Return the action that it lay on, if that is still to come or is being done; ``""`` otherwise.
    """
    if not loser:
        return ""
    plan = play.seat(loser).plan
    planned = next((action for action, card in plan.items() if card == province), "")
    plan.pop(planned, None)
    if not planned or (loser, planned) in play.done:
        return ""
    play.answer(loser, play.line_on(loser, planned), "failed", f"{province} was lost.")
    return planned


def _follow(play: Play, province: str, loser: str) -> None:
    if loser:
        for loss in play.rules.losses:
            loss(play, province, loser)
