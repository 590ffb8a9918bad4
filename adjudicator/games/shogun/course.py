"""The course of the game: which phase follows which, and what each carries out."""

from adjudicator.games.shogun.cards import ROUNDS
from adjudicator.games.shogun.position import when
from adjudicator.games.shogun.rules import PhaseRule, Stage
from adjudicator.games.shogun.scene import Play, Scene
from adjudicator.games.shogun.season import begin_year
from adjudicator.games.shogun.winter import revolting
from adjudicator.orders import Orders

OVER = "over"


def everybody(scene: Scene) -> tuple[str, ...]:
    """Return all seats."""
    return tuple(scene.position.seats)


def landed(scene: Scene) -> tuple[str, ...]:
    """Return the seats that hold a province."""
    return tuple(seat for seat in scene.position.seats if scene.own(seat))


def several_revolts(scene: Scene) -> tuple[str, ...]:
    """Return the seats that face more than one revolt, whose order they may choose."""
    return tuple(seat for seat in scene.position.seats if revolting(scene, seat).revolts > 1)


DRAFT = PhaseRule("draft", "claiming starting provinces", ("draft", "set up", "lay out"), everybody)
PLAN = PhaseRule("plan", "plans and bids", ("plan", "order known"), landed)
CARRY_OUT = PhaseRule("carry out", "targets and numbers", ("carry out", "season end"), landed)
WHOLE = PhaseRule("plan", "plans, bids and targets", (*PLAN.stages, *CARRY_OUT.stages), landed)
WINTER = PhaseRule("winter", "rice, revolts, scoring", ("winter",), several_revolts)


def phases(scene: Scene) -> tuple[PhaseRule, ...]:
    """Return the phases of the round that a position is in."""
    if when(scene.position.round).season == "winter":
        return (WINTER,)
    if scene.position.options["season"] == "one mail":
        return (WHOLE, *scene.rules.after)
    return (PLAN, CARRY_OUT, *scene.rules.after)


def phase_rule(scene: Scene) -> PhaseRule | None:
    """Return the phase that a position waits in; None if the game is over."""
    name = scene.position.phase
    if name == DRAFT.name:
        return DRAFT
    return next((phase for phase in phases(scene) if phase.name == name), None)


def asked(scene: Scene, phase: PhaseRule) -> tuple[str, ...]:
    """Return the seats whose orders a phase waits for, in seating order."""
    wanted = set(phase.asked(scene))
    for asks in scene.rules.asks.get(phase.name, ()):
        wanted.update(asks(scene))
    return tuple(seat for seat in scene.position.seats if seat in wanted)


def carry_out(play: Play) -> None:
    """Carry out the phase the position waits in, and go on to the next that asks anybody (H30)."""
    phase = phase_rule(play)
    while phase is not None:
        for stage in phase.stages:
            run(play, stage)
        play.orders = {seat: Orders() for seat in play.position.seats}
        phase = _enter_next(play, phase)
        if phase is None or asked(play, phase):
            return


def run(play: Play, stage: Stage) -> None:
    """Carry out the steps of a stage, in order."""
    for step in play.rules.steps.get(stage, ()):
        step(play)


def open_season(play: Play) -> None:
    """Lay out a season and wait for the plans."""
    run(play, "lay out")
    play.change(phase=PLAN.name)


def _enter_next(play: Play, phase: PhaseRule) -> PhaseRule | None:
    if phase is DRAFT:
        play.change(phase=PLAN.name)
        return phase_rule(play)
    names = [each.name for each in phases(play)]
    later = names[names.index(phase.name) + 1 :]
    if later:
        play.change(phase=later[0])
    elif play.position.round == ROUNDS:
        play.change(phase=OVER)
    else:
        _next_round(play)
    return phase_rule(play)


def _next_round(play: Play) -> None:
    ended = when(play.position.round)
    play.change(round=play.position.round + 1)
    if when(play.position.round).season == "winter":
        play.change(phase=WINTER.name)
        return
    if ended.season == "winter":
        begin_year(play)
    open_season(play)
