"""Carrying out the ten actions of a season; battles and revolts are fought with the tower."""

from collections import Counter
from typing import NamedTuple

from adjudicator.games.contract import Word
from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import Deed, first_possible
from adjudicator.games.engine.problems import forbid
from adjudicator.games.shogun import cards
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.orders.orders import Battle, March
from adjudicator.games.shogun.reasons import reason, warning
from adjudicator.games.shogun.table import events
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Line

NO_CONDITION = warning("condition")


def carry_out_actions(play: ShogunPlay) -> None:
    """Turn the action cards in order; each action is done by all seats in turn order.

    The five hidden cards are drawn now and turned one by one.
    """
    shown = play.position.actions[: cards.OPEN_ACTIONS]
    rest = [action for action in cards.ACTIONS if action not in shown]
    hidden = play.chance.shuffle(rest, "hidden actions")
    for place, action in enumerate((*shown, *hidden), 1):
        laid = sum(action in each.plan for each in play.position.seats.values())
        title, was_hidden = cards.ACTIONS[action].title, place > cards.OPEN_ACTIONS
        play.tell(events.ActionTurned(place, action, title, was_hidden, laid))
        for seat in play.position.turn_order:
            province = play.seat(seat).plan.get(action)
            if province:
                carry_out_action(play, seat, action, province)
                play.take_card(seat, action)


def carry_out_action(play: ShogunPlay, seat: str, action: str, province: str) -> None:
    """Carry out one action of a seat in the province whose card lies on it, if it is possible."""
    why = possible.why_not(play, seat, action, province)
    if why:
        _skip(play, seat, action, province, why)
    elif action in cards.BUILDINGS:
        _build(play, seat, action, province)
    elif action in cards.DEPLOYMENTS:
        _deploy(play, seat, action, province)
    elif action in cards.BATTLES:
        _battle(play, seat, action, province)
    else:
        _collect(play, seat, action, province)


def return_cards(play: ShogunPlay) -> None:
    """Take back all cards; the event leaves the game. The turn order stays for the winter."""
    for seat in play.position.seats:
        play.change_seat(seat, plan={}, moves="", special="")
    play.change(event="")


def _build(play: ShogunPlay, seat: str, what: str, province: str) -> None:
    """Pay for a building, and put it up."""
    steps = possible.account(play, seat, what, province)
    price = steps[-1].amount
    play.add_to_seat(seat, chests=-price)
    play.tell(events.Built(seat, what, province, price, play.seat(seat).chests, tuple(steps)))
    raise_building(play, what, province)
    play.answer(seat, play.line_on(seat, what), "done")


def raise_building(play: ShogunPlay, what: str, province: str) -> None:
    """Put a building tile from the box into a province.

    Under the theatre event a theatre takes a revolt marker away.
    """
    play.add_to_stock(**{what: -1})
    play.change_province(province, **{what: True})
    if what == "theatre" and play.effect == "theatre festival":
        play.remove_marker(province, "theatre festival")


def _collect(play: ShogunPlay, seat: str, what: str, province: str) -> None:
    """Take taxes or rice: after a revolt if markers lie there; then a marker is added (H4)."""
    if play.land(province).revolts and not revolt(play, province, 0, ""):
        return
    steps = possible.account(play, seat, what, province)
    amount = steps[-1].amount
    held = "chests" if what == "tax" else "rice"
    play.add_to_seat(seat, **{held: amount})
    place, now = len(play.events), getattr(play.seat(seat), held)
    markers = play.place_marker(province)
    taken = events.Collected(seat, what, province, amount, now, tuple(steps), markers)
    play.events.insert(place, taken)
    play.answer(seat, play.line_on(seat, what), "done")


def _deploy(play: ShogunPlay, seat: str, action: str, province: str) -> None:
    """Pay and deploy in full.

    After Deploy 1 any number moves to an adjacent own province, if ordered (H7).
    """
    steps = possible.deployable(play, seat, action, province)
    armies, price = steps[-1].amount, cards.ACTIONS[action].price
    play.add_to_seat(seat, chests=-price, supply=-armies)
    play.add_to_province(province, armies=armies)
    now = play.land(province).armies
    play.tell(events.Deployed(seat, province, armies, price, now, tuple(steps)))
    line = play.line_on(seat, action)
    if action != "deploy 1":
        play.answer(seat, line, "done")
    elif line and (problem := _first_possible(play, seat, action, province, line)):
        why_partly = possible.sentence(problem, "deployed-no-move").why
        play.keep(seat, Outcome(line, "partly", why_partly, problem=problem))


def _battle(play: ShogunPlay, seat: str, action: str, province: str) -> None:
    """Carry out the first ordered alternative that is possible; else move as little as must be, or
    skip the action (H6)."""
    line = play.line_on(seat, action)
    why = _first_possible(play, seat, action, province, line) if line else possible.NO_TARGET
    least = possible.least_move(play, seat, action, province)
    if why and least:
        _fail_line(play, seat, action, why)
        play.tell_default(seat, str(least), str(reason("default.must")))
        _move(play, seat, action, province, least)
    elif why:
        _skip(play, seat, action, province, why)


def _first_possible(
    play: ShogunPlay, seat: str, action: str, source: str, line: Line
) -> Problem | None:
    """Make the first ordered move that is possible; return the reason why none is."""

    def move(play: ShogunPlay, seat: str, order: Battle | March) -> Deed:
        forbid(possible.why_no_move(play, seat, order, action, source))
        yield
        return _move(play, seat, action, source, order) if order.target else "done"

    rules = {type(branch.order): move for branch in line.branches}
    outcome = first_possible(play, seat, line, rules)
    if outcome.is_done:
        play.keep(seat, outcome)
        return None
    return outcome.problem or NO_CONDITION


def _move(play: ShogunPlay, seat: str, action: str, source: str, order: Battle | March) -> Word:
    """Move armies, and fight if the target is not the seat's own; return how it ended."""
    armies = possible.number(order.armies, play.land(source).armies)
    if play.land(order.target).owner != seat:
        return attack(play, action, source, order.target, armies)
    play.add_to_province(source, armies=-armies)
    play.add_to_province(order.target, armies=armies)
    play.tell(events.Moved(seat, source, order.target, armies, action))
    return "done"


def _skip(play: ShogunPlay, seat: str, action: str, province: str, problem: Problem) -> None:
    """Skip an action. Of a battle only the seat itself learns why: what it had in mind is its own
    affair."""
    why = str(reason("nothing-moves")) if action in cards.BATTLES else problem.message
    play.tell(events.Skipped(seat=seat, action=action, province=province, why=why))
    _fail_line(play, seat, action, problem)


def _fail_line(play: ShogunPlay, seat: str, action: str, problem: Problem) -> None:
    """Tell a seat why what it ordered for an action is not done."""
    if line := play.line_on(seat, action):
        word: Word = "skipped" if problem is NO_CONDITION else "failed"
        play.keep(seat, Outcome(line, word, possible.sentence(problem).why, problem=problem))


# Battles and revolts (“Resolving Battles”)


class _Result(NamedTuple):
    """Who won (``""``: nobody), and his armies that are left of those in the tray."""

    winner: str = ""
    left: int = 0


def attack(play: ShogunPlay, action: str, source: str, target: str, armies: int) -> Word:
    """Fight for a province that is not the attacker's own; return how it ended for him.

    The armies leave the source. A side may add an army from its supply for its special card, and
    the defender one for a castle under the castle event (H2). Farmers defend a neutral province
    (H9); in the tray they count for a defender whose province has no revolt marker (H8).
    """
    seat, defender = play.land(source).owner, play.land(target).owner
    play.add_to_province(source, armies=-armies)
    parts = [events.ThrownCubes(seat, "armies", armies)]
    if play.seat(seat).special == "attack" and not play.declines(seat, "attack army"):
        parts += _part(play, seat, "attack card")
    parts += _defenders(play, target, defender)
    helped = not defender or not play.land(target).revolts
    winner, left = _fight(play, target, seat, defender, parts, helped, action, source)
    if winner == seat:
        play.take_province(target, seat, left)
    elif defender and winner == defender:
        play.change_province(target, armies=left)
    elif defender:
        play.make_neutral(target)
    return "won" if winner == seat else "lost" if winner else "undecided"


def revolt(play: ShogunPlay, province: str, farmers: int, why: str) -> bool:
    """Fight the farmers of a province that rise; return whether its owner still holds it.

    ``farmers`` join for the reason ``why`` besides one for each revolt marker. By an option a
    castle under the castle event gives its army here too (H2). All farmers in the
    tray count as rebels (H8). On a tie the province is lost.
    """
    land = play.land(province)
    parts = [events.ThrownCubes(land.owner, "armies", land.armies)]
    play.change_province(province, armies=0)
    in_revolts = play.position.options["castle guard"] == "in revolts too"
    if in_revolts and play.effect == "castle guard" and land.castle:
        parts += _part(play, land.owner, "castle")
    parts += _part(play, cards.FARMER, "markers", land.revolts)
    parts += _part(play, cards.FARMER, why, farmers)
    left = _fight(play, province, cards.FARMER, land.owner, parts).left
    if left:
        play.change_province(province, armies=left)
    else:
        play.make_neutral(province)
    return left > 0


def _fight(
    play: ShogunPlay,
    province: str,
    attacker: str,
    defender: str,
    parts: list[events.ThrownCubes],
    helped: bool = False,
    action: str = "",
    source: str = "",
) -> _Result:
    """Throw the parts with the tray, and take the losses and the winner's armies out of it.

    ``helped``: whether farmers in the tray count for the defender (``""``: nobody's province).
    """
    cubes: Counter[str] = Counter()
    for part in parts:
        cubes[part.colour] += part.cubes
    tray = sorted(play.position.tray.items())
    parts += (events.ThrownCubes(colour, "tray", number) for colour, number in tray)
    thrown = play.throw_in(cubes)
    fallen = Counter(thrown.fallen)
    strength, own = fallen[attacker], fallen[defender]
    farmers = fallen[cards.FARMER] if helped else 0
    result = _decide(attacker, defender, strength, own, farmers)
    lost = {}
    for colour in sorted({attacker, defender, cards.FARMER if helped else attacker} - {""}):
        stay = result.left if colour == result.winner else 0
        play.from_tray(colour, fallen[colour] - stay)
        play.add_to_tray(colour, -stay)
        if fallen[colour] > stay:
            lost[colour] = fallen[colour] - stay
    revolts = attacker == cards.FARMER
    play.tell(
        events.Fought(
            kind="revolt" if revolts else "battle" if defender else "neutral",
            province=province,
            attacker=attacker,
            defender=defender,
            parts=tuple(parts),
            **thrown._asdict(),
            attack=strength,
            defence=own + farmers,
            farmers=strength if revolts else farmers,
            **result._asdict(),
            lost=lost,
            tray=dict(play.position.tray),
            action=action,
            source=source,
        )
    )
    return result


def _decide(attacker: str, defender: str, strength: int, own: int, farmers: int) -> _Result:
    """Return who wins with these cubes in the tray: the attacker's, the defender's, his farmers'.

    The winner loses as many cubes as the loser had in the tray, a defender's farmers first (H11).
    A defender with farmers only cannot win: the battle is undecided, as a tie is (H1).
    """
    if strength > own + farmers:
        return _Result(attacker, 0 if attacker == cards.FARMER else strength - own - farmers)
    if own + farmers > strength and own:
        return _Result(defender, own - max(0, strength - farmers))
    return _Result(cards.FARMER if farmers > strength and not defender else "")


def _defenders(play: ShogunPlay, target: str, defender: str) -> list[events.ThrownCubes]:
    if not defender:
        return _part(play, cards.FARMER, "neutral", 2 if play.effect == "two farmers" else 1)
    land = play.land(target)
    parts = [events.ThrownCubes(defender, "armies", land.armies)]
    play.change_province(target, armies=0)
    if play.effect == "castle guard" and land.castle:
        parts += _part(play, defender, "castle")
    if play.seat(defender).special == "defence" and not play.declines(defender, "defence army"):
        parts += _part(play, defender, "defence card")
    return parts


def _part(play: ShogunPlay, colour: str, why: str, wanted: int = 1) -> list[events.ThrownCubes]:
    """Take cubes from their supply into a battle, as far as there are any."""
    number = play.take_from_supply(colour, wanted)
    return [events.ThrownCubes(colour, why, number)] if number else []
