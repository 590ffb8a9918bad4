"""Carrying out the ten actions of a season."""

from collections.abc import Callable

from adjudicator.games.engine import Outcome
from adjudicator.games.shogun import changes, events, possible
from adjudicator.games.shogun.cards import ACTION_TITLES, ACTIONS, BUILDINGS, OPEN_ACTIONS
from adjudicator.games.shogun.fights import attack, revolt
from adjudicator.games.shogun.orders import Battle, March
from adjudicator.games.shogun.play import ShogunPlay
from adjudicator.games.shogun.terms import amounts, prices, terms


def carry_out_actions(play: ShogunPlay) -> None:
    """Turn the action cards in order; each action is done by all seats in turn order.

    The five hidden cards are drawn now and turned one by one.
    """
    shown = play.position.actions[:OPEN_ACTIONS]
    rest = [action for action in ACTIONS if action not in shown]
    hidden = play.chance.shuffle(rest, "hidden actions")
    for place, action in enumerate((*shown, *hidden), 1):
        cards = sum(action in each.plan for each in play.position.seats.values())
        play.tell(
            events.ActionTurned(place, action, ACTION_TITLES[action], place > OPEN_ACTIONS, cards)
        )
        for seat in play.position.turn_order:
            province = play.seat(seat).plan.get(action)
            if province:
                _DONE_BY[action](play, seat, action, province)
                changes.take_card(play, seat, action)


def return_cards(play: ShogunPlay) -> None:
    """Take back all cards; the event leaves the game. The turn order stays for the winter."""
    for seat in play.position.seats:
        play.change_seat(seat, plan={}, moves="", special="")
    play.change(event="")


def _build(play: ShogunPlay, seat: str, what: str, province: str) -> None:
    """Build, if the tile, the space and the chests are there (H5)."""
    why = possible.why_no_building(play, seat, what, province)
    if why:
        _skip(play, seat, what, province, why)
        return
    steps = terms(play, seat, what, province)
    price = steps[-1].price
    play.add_to_seat(seat, chests=-price)
    raise_building(play, what, province)
    play.tell(events.Built(seat, what, province, price, play.seat(seat).chests, prices(steps)))
    calm_by_theatre(play, what, province)
    _succeed(play, seat, what)


def raise_building(play: ShogunPlay, what: str, province: str) -> None:
    """Put a building tile from the box into a province."""
    changes.add_to_stock(play, **{what: -1})
    play.change_province(province, **{what: True})


def calm_by_theatre(play: ShogunPlay, what: str, province: str) -> None:
    """Under the theatre event a new theatre takes a revolt marker from its province."""
    if what == "theatre" and play.effect == "theatre festival":
        changes.remove_marker(play, province, "theatre festival")


def _collect(play: ShogunPlay, seat: str, what: str, province: str) -> None:
    """Take taxes or rice: after a revolt if markers lie there; then a marker is added (H4)."""
    if play.land(province).revolts and not revolt(play, province, 0, ""):
        return
    steps = terms(play, seat, what, province)
    amount = steps[-1].amount
    held = "chests" if what == "tax" else "rice"
    play.add_to_seat(seat, **{held: amount})
    here, before = len(play.events), play.land(province).revolts
    changes.place_marker(play, province, collected=True)
    markers = play.land(province).revolts
    now, new = getattr(play.seat(seat), held), markers if markers > before else 0
    taken = events.Collected(seat, what, province, amount, now, amounts(steps), new)
    play.events.insert(here, taken)
    _succeed(play, seat, what)


def _deploy(play: ShogunPlay, seat: str, action: str, province: str) -> None:
    if _raise_armies(play, seat, action, province):
        _succeed(play, seat, action)


def _raise_armies(play: ShogunPlay, seat: str, action: str, province: str) -> bool:
    """Pay and deploy in full, or skip the action; return whether it was done (H5)."""
    why = possible.why_no_deployment(play, seat, action, province)
    if why:
        _skip(play, seat, action, province, why)
        return False
    steps = possible.deployable(play, seat, action, province)
    armies, price = steps[-1].amount, steps[-1].price
    play.add_to_seat(seat, chests=-price, supply=-armies)
    play.add_to_province(province, armies=armies)
    now = play.land(province).armies
    play.tell(events.Deployed(seat, province, armies, price, now, amounts(steps)))
    return True


def _march(play: ShogunPlay, seat: str, action: str, province: str) -> None:
    """Deploy one army, then move any number to an adjacent own province, if ordered (H7)."""
    if _raise_armies(play, seat, action, province):
        why = _first_possible(play, seat, action, province)
        if why:
            line = play.line_on(seat, action)
            play.answer(seat, line, "partly", f"The army was deployed; no move: {why}.")


def _battle(play: ShogunPlay, seat: str, action: str, province: str) -> None:
    """Carry out the first ordered alternative that is possible; else skip the action (H6).

    Only the seat itself learns why: what it had in mind is its own affair.
    """
    why = _first_possible(play, seat, action, province)
    if why:
        _skip(play, seat, action, province, "nothing moves", why)


def _first_possible(play: ShogunPlay, seat: str, action: str, source: str) -> str:
    """Make the first ordered move that is possible; return why none is."""
    line = play.line_on(seat, action)
    battle = action if action.startswith("battle") else ""
    why = "no target was ordered"
    for index, branch in enumerate(line.branches if line else ()):
        order = branch.order
        if not isinstance(order, Battle | March) or not play.holds(seat, branch.when):
            why = "its condition did not hold"
            continue
        why = "no target was ordered" if battle else ""
        if order.target:
            why = possible.why_no_move(play, seat, source, order.target, order.armies, battle)
        if not why:
            if order.target:
                _move(play, seat, action, source, order)
            _succeed(play, seat, action, index)
            return ""
    return why


def _move(play: ShogunPlay, seat: str, action: str, source: str, order: Battle | March) -> None:
    armies = possible.number(order.armies, play.land(source).armies)
    if play.land(order.target).owner != seat:
        attack(play, action, source, order.target, armies)
        return
    play.add_to_province(source, armies=-armies)
    play.add_to_province(order.target, armies=armies)
    play.tell(events.Moved(seat, source, order.target, armies, action))


def _skip(
    play: ShogunPlay, seat: str, action: str, province: str, why: str, secret: str = ""
) -> None:
    """Skip an action; its seat learns the secret reason, if there is one."""
    play.tell(events.Skipped(seat=seat, action=action, province=province, why=why))
    why = secret or why
    play.answer(seat, play.line_on(seat, action), "failed", f"{why[0].upper()}{why[1:]}.")


def _succeed(play: ShogunPlay, seat: str, action: str, branch: int = 0) -> None:
    line = play.line_on(seat, action)
    if line is not None:
        play.keep(seat, Outcome(line, "done", branch=branch))


_DONE_BY: dict[str, Callable[[ShogunPlay, str, str, str], None]] = {
    **dict.fromkeys(BUILDINGS, _build),
    "tax": _collect,
    "rice": _collect,
    "deploy 5": _deploy,
    "deploy 3": _deploy,
    "deploy 1": _march,
    "battle a": _battle,
    "battle b": _battle,
}
