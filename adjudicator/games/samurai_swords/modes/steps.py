"""`war = steps`: a war turn in three mails, so that a player sees what happened (M67 to M74).

Rules and results are those of a turn in one mail. Between the mails the position remembers the turn
that is under way; what the armies did in a step counts no more after it.
"""

from collections.abc import Iterator

from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords.chapters import war
from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.judging.choices import find_legal_orders
from adjudicator.games.samurai_swords.orders.war_orders import STEP_ORDERS, WAR
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.play import (
    NOT_REACHED,
    SwordsModule,
    SwordsPlay,
    answer_lines,
    later_orders,
)
from adjudicator.games.samurai_swords.table.position import WarPhase, WarTurn
from adjudicator.games.samurai_swords.table.turns import ColourStep, ColourSteps
from adjudicator.orders import Order
from adjudicator.wording import Reason

DOES = {
    "march": "marches, phase A",
    "fight": "declares battles and fights, phases B and C",
    "move": "makes the final moves, phase D",
}
LETTERS: dict[str, WarPhase] = {"march": "A", "fight": "B", "move": "D"}
"""The phase of Wage War that each step begins with."""


class OnesTurn(ColourSteps, frozen=True):
    """A step in which the colour whose turn it is goes through some.

    If the game ends in them, the turn does, and its later steps are not reached (M74).
    """

    def __call__(self, play: SwordsPlay) -> None:
        """Let the colour go through its steps."""
        colour, phase = play.position.active, play.position.phase
        super().__call__(play)
        if play.over:
            answer_unreached(play, colour, later_orders(phase))
            war.end_turn(play, colour)


def in_ones_turn(*steps: ColourStep) -> OnesTurn:
    """Return such a step."""
    return OnesTurn(steps, turns.colours_in_turn)


def open_step(play: SwordsPlay, seat: str) -> None:
    """Let the ninja strike who waits for the start of a step, before its orders are asked (M71).

    Nobody is asked for a step in which nothing could be ordered (M73). If the strike ends the
    seat's turn, its lines for this step and later ones are not reached (M74).
    """
    phase = play.position.phase
    if not war.begin_phase(play, seat, LETTERS[phase]):
        answer_unreached(play, seat, (*STEP_ORDERS[phase], *later_orders(phase)))
        if play.over:
            answer_lines(play, seat)
    else:
        before = play.save()
        idle = next(find_legal_orders(play, seat), None) is None
        play.go_back(before)
        close_step(play, seat)
        play.change_turn(idle=idle)


def answer_unreached(play: SwordsPlay, seat: str, kinds: tuple[type[Order], ...]) -> None:
    """Let the lines fail that wait for a step that does not open (M74)."""
    waiting = (line for line in play.open_lines(seat) if isinstance(line.order, kinds))
    play.fail(seat, waiting, NOT_REACHED)


def close_step(play: SwordsPlay, seat: str) -> None:
    """Forget of the turn what does not count after a step."""
    turn = play.turn
    play.change(turn=_memory(turn, turn.letter))


def _memory(turn: WarTurn, letter: WarPhase) -> WarTurn:
    """Return what counts of a turn in its later steps: where armies began, fell, what they won."""
    return WarTurn(turn.seat, letter, began=turn.began, fallen=turn.fallen, came=turn.came)


def end_turn(play: SwordsPlay) -> None:
    """End the war turn, that of a colour too which is out by now."""
    war.end_turn(play, play.position.active)


def active_seat(play: SwordsPlay) -> tuple[str, ...]:
    """Return the seat whose step it is; none if nothing could be ordered in it (M73)."""
    active = play.position.active
    asked = play.is_alive(active) and not play.turn.idle
    return play.seats_of((active,)) if asked else ()


def ninjas_holder(play: SwordsPlay) -> tuple[str, ...]:
    """Return the seat that may still let its ninja strike: it shall have the time (M70)."""
    holder = play.position.ninja.holder
    return play.seats_of((holder,)) if play.is_ninja_about else ()


def _step(name: str, about: str, *steps: ColourStep) -> PhaseRule:
    first, last = name == "march", name == "move"
    return PhaseRule(
        name=name,
        title=lambda play: turns.title(f"{play.position.active} {DOES[name]}")(play),
        about=about,
        asks=active_seat,
        may=turns.everybody,
        heeds=ninjas_holder,
        turn=lambda play: play.position.active,
        series="war",
        own=STEP_ORDERS[name],
        opening=(in_ones_turn(*[war.begin_turn] * first, open_step),),
        steps=(
            in_ones_turn(war.refuse_past_lines),
            turns.each_colour(war.change_policies),
            in_ones_turn(*steps, close_step),
            *[end_turn] * last,
        ),
        then=lambda play: "march" if last and play.position.active else "",
    )


FIGHT = (war.declare_battles, war.fight_battles)
STEPS = SwordsModule(
    name="steps",
    played=lambda options: options["war"] == "steps",
    phases_after={
        "muster": (
            _step("march", "Phase A of Wage War.", war.march_armies),
            _step("fight", "Phases B and C of Wage War.", *FIGHT, war.answer_stops),
            _step("move", "Phase D of Wage War.", war.final_movement),
        )
    },
    orders=dict.fromkeys(STEP_ORDERS, WAR),
)
"""Each step is a phase; the orders of the whole turn can be sent in each (M68)."""


def find_strays(play: SwordsPlay) -> Iterator[Reason]:
    """Say why the war turn that a position remembers cannot be."""
    position = play.position
    turn = position.turn
    if not isinstance(turn, WarTurn):
        yield reason("which-war-turn")
        return
    if not position.active:
        yield reason("nobodys-war-turn")
    letter = LETTERS[position.phase]
    if turn.seat != position.active or turn != _memory(turn, letter):
        yield reason("within-phase")
    if not {*turn.began, *turn.fallen} <= set(ARMIES):
        yield reason("army-numbers", armies=list(ARMIES))
