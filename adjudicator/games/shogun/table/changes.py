"""Moving pieces between the box, the supplies, the board, the tower and its tray."""

from collections import Counter

from msgspec.structs import replace

from adjudicator.chance.tower import Throw, Tower, throw
from adjudicator.games.engine import Outcome, warning
from adjudicator.games.shogun.cards import FARMER
from adjudicator.games.shogun.table.events import MarkerPlaced, MarkerRemoved, Neutral, Taken
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import Land


def throw_in(play: ShogunPlay, cubes: dict[str, int]) -> Throw:
    """Throw cubes into the tower together with all that lies in the tray (p. 11)."""
    position = play.position
    total = Counter(position.tray)
    total.update(cubes)
    hold, shake, edge = (
        int(position.options[f"tower {what}"]) for what in ("hold", "shake", "edge")
    )
    tower = Tower(hold, shake, edge)
    result = throw(position.tower, total, tower, play.chance)
    play.change(tower=dict(result.inside), tray=dict(result.fallen))
    return result


def from_tray(play: ShogunPlay, colour: str, number: int) -> None:
    """Take cubes of a colour out of the tray, back to their supply."""
    add_to_tray(play, colour, -number)
    if colour == FARMER:
        play.change(farmers=play.position.farmers + number)
    else:
        play.add_to_seat(colour, supply=number)


def add_to_tray(play: ShogunPlay, colour: str, number: int) -> None:
    """Put cubes of a colour into the tray; a negative number takes them out."""
    tray = dict(play.position.tray)
    tray[colour] = tray.get(colour, 0) + number
    if not tray[colour]:
        del tray[colour]
    play.change(tray=tray)


def place_marker(play: ShogunPlay, province: str, collected: bool = False) -> None:
    """Put a revolt marker in a province, if the box has one and nothing keeps it away (H4)."""
    land, stock = play.land(province), play.position.stock
    if stock.revolts and any(guard(play, province) for guard in play.rules.guards):
        return
    if stock.revolts:
        add_to_stock(play, revolts=-1)
        play.add_to_province(province, revolts=1)
        play.tell(MarkerPlaced(province=province, now=land.revolts + 1, collected=collected))
    else:
        play.tell(MarkerPlaced(province=province, now=land.revolts, none_left=True))


def remove_marker(play: ShogunPlay, province: str, why: str) -> None:
    """Take a revolt marker from a province, if one lies there."""
    land = play.land(province)
    if land.revolts:
        play.add_to_province(province, revolts=-1)
        add_to_stock(play, revolts=1)
        play.tell(MarkerRemoved(province=province, now=land.revolts - 1, why=why))


def into_tray(play: ShogunPlay, seat: str, armies: int) -> int:
    """Put armies from a seat's supply into the tray, as far as it has them; return how many."""
    number = min(armies, play.seat(seat).supply)
    if number:
        play.add_to_seat(seat, supply=-number)
        add_to_tray(play, seat, number)
    return number


def add_to_stock(play: ShogunPlay, **numbers: int) -> None:
    """Put tiles or markers back into the box; negative numbers take them out."""
    stock = play.position.stock
    play.change(
        stock=replace(stock, **{what: getattr(stock, what) + n for what, n in numbers.items()})
    )


def take_province(play: ShogunPlay, province: str, seat: str, armies: int) -> None:
    """Give a province to the seat that conquered it; buildings and markers stay (H10)."""
    loser = play.land(province).owner
    planned = _lose_card(play, province, loser)
    play.change_province(province, owner=seat, armies=armies)
    play.tell(Taken(province=province, seat=seat, loser=loser, planned=planned))
    _follow(play, province, loser)


def make_neutral(play: ShogunPlay, province: str) -> None:
    """Clear a province that nobody holds any longer; its armies are elsewhere already (H10)."""
    land = play.land(province)
    loser = land.owner
    planned = _lose_card(play, province, loser)
    add_to_stock(play, **dict.fromkeys(land.buildings, 1), revolts=land.revolts)
    play.tell(Neutral(province, loser, land.buildings, land.revolts, planned))
    play.set_province(province, Land())
    _follow(play, province, loser)


def _lose_card(play: ShogunPlay, province: str, loser: str) -> str:
    """Take a lost province's card off the loser's board.

    Return the action that it lay on, which is still to come or is being done; ``""`` for none.
    """
    if not loser:
        return ""
    plan = play.seat(loser).plan
    planned = next((action for action, card in plan.items() if card == province), "")
    if not planned:
        return ""
    take_card(play, loser, planned)
    line = play.line_on(loser, planned)
    if line is not None:
        problem = warning("province-lost", f"{province} was lost.")
        play.keep(loser, Outcome(line, "failed", problem.message, problem=problem))
    return planned


def take_card(play: ShogunPlay, seat: str, action: str) -> None:
    """Take a seat's card off an action."""
    plan = {each: card for each, card in play.seat(seat).plan.items() if each != action}
    play.change_seat(seat, plan=plan)


def _follow(play: ShogunPlay, province: str, loser: str) -> None:
    if loser:
        for loss in play.rules.losses:
            loss(play, province, loser)
