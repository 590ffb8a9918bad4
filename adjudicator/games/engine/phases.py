"""The course of a game: which phase follows which, whom each asks, and the steps of each."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import Phase, Value
from adjudicator.games.engine.modules import Module, PhaseRule
from adjudicator.games.engine.play import OVER, Play
from adjudicator.games.meta import reason
from adjudicator.orders import Line, Orders


def phases_of(rules: Module, options: Mapping[str, Value]) -> Iterator[PhaseRule]:
    """Yield all phases that a round of a game with these options can have, in their order.

    Each step is followed by those that modules put after it.
    """
    for phase in rules.phases:
        for each in (phase, *rules.phases_after.get(phase.name, ())):
            if phase.played(options) and each.played(options):
                after = ((step, *rules.steps_after.get(step, ())) for step in each.steps)
                yield replace(each, steps=tuple(chain.from_iterable(after)))


def current_phase(play: Play[Any, Any]) -> PhaseRule | None:
    """Return the phase that the position waits in; None if the game is over."""
    name = play.position.phase
    rules = [each for each in play.rules.phases if each.name == name and each.asks]
    return next((each for each in rules if each.when is None or each.when(play)), None)


def phase(play: Play[Any, Any]) -> Phase:
    """Return the phase that the position waits in, as the rooms above the rules see it."""
    number = play.position.round
    rule = current_phase(play)
    if rule is None:
        return Phase(f"{number} {OVER}", number, OVER, str(reason("over")), (), (), over=True)
    turn, (lap, laps) = rule.turn(play), rule.lap(play)
    _, *later = remaining_parts(play)
    return Phase(
        key=" ".join(str(each) for each in (number, rule.name, lap, turn) if each),
        round=number,
        name=rule.name,
        title=rule.title(play),
        must=waits_for(play, rule),
        may=rule.may(play) if rule.may else tuple(play.position.seats),
        turn=turn,
        series=rule.series,
        later=(rule.name,) * (laps - lap) + tuple(each.name for each in later),
        lap=lap,
        heeds=rule.heeds(play),
        moment=rule.moment(play),
    )


def subtitle(play: Play[Any, Any]) -> str:
    """Return at which moment a map shows the position: before the phase that it waits in."""
    rule = current_phase(play)
    if rule is None:
        return str(reason("over"))
    title = rule.title(play)
    return f"Before {title[0].lower()}{title[1:]}"


def remaining_parts(play: Play[Any, Any]) -> list[PhaseRule]:
    """Return the phase that the position waits in, and those of its series that follow it."""
    rule = current_phase(play)
    if rule is None or not rule.series:
        return [rule] if rule else []
    rules = [each for each in _round(play) if each.series == rule.series and each.asks]
    return rules[rules.index(rule) :]


def part(play: Play[Any, Any], line: Line) -> str:
    """Name the phase of the series that the position waits in that carries a line out."""
    rule = current_phase(play)
    parts = (each for each in _round(play) if rule and rule.series == each.series != "")
    return next((each.name for each in parts if isinstance(line.order, each.own)), "")


def waits_for(play: Play[Any, Any], rule: PhaseRule) -> tuple[str, ...]:
    """Return the seats whose orders a phase waits for, in seating order."""
    if rule.asks is None:
        return ()
    wanted = set(rule.asks(play))
    for asks in play.rules.asks.get(rule.name, ()):
        wanted.update(asks(play))
    return tuple(seat for seat in play.position.seats if seat in wanted)


def begin(play: Play[Any, Any]) -> None:
    """Go on from the setup to the first phase that asks somebody."""
    _enter(play, _round(play)[0])


def carry_out(play: Play[Any, Any]) -> None:
    """Carry out the phase that the position waits in, and go on to the next that asks somebody."""
    rule = current_phase(play)
    assert rule is not None
    _carry_out_steps(play, rule)
    _enter(play, _next(play, rule))


def _enter(play: Play[Any, Any], rule: PhaseRule | None) -> None:
    while rule is not None:
        play.change(phase=rule.name)
        for step in rule.opening:
            step(play)
        if play.over or waits_for(play, rule):
            return
        _carry_out_steps(play, rule)
        rule = _next(play, rule)


def _carry_out_steps(play: Play[Any, Any], rule: PhaseRule) -> None:
    for step in rule.steps:
        if play.over:
            break
        step(play)
    for colour in play.orders:
        for answer in play.rules.answers:
            answer(play, colour)
    left = dict.fromkeys(play.orders, Orders())
    if rule.series:
        left = {colour: Orders(tuple(play.open_lines(colour))) for colour in left}
    play.orders = left
    play.outcomes.clear()


def _next(play: Play[Any, Any], rule: PhaseRule) -> PhaseRule | None:
    """Return the phase that follows, in this round or the next; None if the game is over."""
    if play.over:
        return None
    phases = _round(play)
    name = rule.then(play)
    if name:
        return next(each for each in phases if each.name == name)
    later = phases[phases.index(rule) + 1 :]
    if later:
        return later[0]
    play.change(round=play.position.round + 1)
    return _round(play)[0]


def _round(play: Play[Any, Any]) -> list[PhaseRule]:
    """Return the phases of the present round."""
    return [each for each in play.rules.phases if each.when is None or each.when(play)]
