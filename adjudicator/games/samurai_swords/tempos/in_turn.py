"""``deploy = in turn``: every placement of the setup is a phase of its own (M75, M76)."""

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule, error
from adjudicator.games.engine.lines import fail
from adjudicator.games.engine.modules import Step
from adjudicator.games.records import Record
from adjudicator.games.samurai_swords.chapters import war
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.laps import Course, Wishes, play_laps
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.turns import ColourStep

IN_TURN = ("divide", "claim", "deploy")
"""The phases of the setup that are then played in turn."""

ALL_PLACED = error("all-placed", "All that this line is about has been placed.")


class Laps(Record, frozen=True):
    """Which lap of a phase is played, while the table goes round."""

    number: Annotated[int, Meta(ge=1, le=9)] = 1


def is_in_turn(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options sets up in turn."""
    return options["deploy"] == "in turn"


def lap_phase(
    name: str,
    course: Course,
    about: str,
    deed: Callable[[SwordsPlay], str],
    end: tuple[Step, ...] = (),
) -> PhaseRule:
    """Return a phase of which each lap of each colour is one; ``end`` follows the last of all.

    ``deed`` says what the colour does whose turn it is: ``claims a province``.
    """

    def lap(play: SwordsPlay) -> tuple[int, int]:
        return number(play), len(course.laps)

    def finish(play: SwordsPlay) -> None:
        if not play.position.active:
            for step in end:
                step(play)

    return PhaseRule(
        name=name,
        title=lambda play: (
            f"Round {play.position.round}: {play.position.active} {deed(play)} "
            f"(turn {number(play)} of {len(course.laps)})"
        ),
        about=about,
        when=turns.is_first_round,
        asks=turns.active_or_all,
        may=turns.everybody,
        turn=lambda play: play.position.active,
        series=name,
        lap=lap,
        opening=(begin_laps,),
        steps=(
            turns.each_colour(war.change_policies),
            one_lap(course),
            pass_turn(len(course.laps)),
            finish,
        ),
        then=lambda play: name if play.position.active else "",
    )


def number(play: SwordsPlay) -> int:
    """Return the number of the lap that is played."""
    return play.part(Laps).number


def begin_laps(play: SwordsPlay) -> None:
    """Let the first colour begin the first lap, unless laps are being played."""
    if not play.position.active:
        play.change(active=next(each for each in play.position.turn_order if play.is_alive(each)))
        play.set_part(Laps())


def one_lap(course: Course) -> Step:
    """Return a step in which the active colour plays its lap; what is left of its list waits."""

    def play_lap(play: SwordsPlay) -> None:
        colour, lap = play.position.active, number(play)
        refuse_late(play, colour, course)
        wishes = Wishes(play, colour, course.laps[lap - 1 :])
        placed = list(course.laps[lap - 1].place(play, colour, wishes))
        if course.tell_lap and placed:
            course.tell_lap(play, colour, placed)
        course.tell(play, colour, placed)
        wishes.answer(play, colour, over=lap == len(course.laps))

    return play_lap


def refuse_late(play: SwordsPlay, colour: str, course: Course) -> None:
    """Let the lines fail of whose kind no lap is left."""
    over = number(play) - 1
    left = {kind for lap in course.laps[over:] for kind in lap.kinds}
    late = tuple({kind for lap in course.laps[:over] for kind in lap.kinds} - left)
    for line in play.lines(colour, *late):
        play.keep(colour, fail(line, 0, ALL_PLACED))


def pass_turn(laps: int) -> Step:
    """Return a step that makes the next colour active, in the next lap if it was the last."""

    def pass_on(play: SwordsPlay) -> None:
        order = [each for each in play.position.turn_order if play.is_alive(each)]
        place = order.index(play.position.active) + 1
        if place < len(order):
            play.change(active=order[place])
        elif number(play) < laps:
            play.change(active=order[0])
            play.set_part(Laps(number(play) + 1))
        else:
            play.change(active="")
            play.set_part(Laps())

    return pass_on


def laps_left_alone(course: Course) -> ColourStep:
    """Return a step in which a colour plays the laps that it has left, as if it were alone."""

    def play_rest(play: SwordsPlay, colour: str) -> None:
        refuse_late(play, colour, course)
        left = course._replace(laps=course.laps[number(play) - 1 :])
        play_laps(play, left, [colour])

    return play_rest


def next_lap_alone(course: Course) -> ColourStep:
    """Return a step in which a colour plays the lap that has come, as if it were alone."""

    def play_next(play: SwordsPlay, colour: str) -> None:
        lap = number(play)
        play_laps(play, course._replace(laps=course.laps[lap - 1 : lap]), [colour])

    return play_next
