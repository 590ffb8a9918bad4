"""Whose turn it is, whom a phase asks, and what it is called."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from adjudicator.games.samurai_swords.table.play import SwordsPlay

ColourStep = Callable[[SwordsPlay, str], None]
"""A step that a colour goes through."""


class ColourSteps(Struct, frozen=True):
    """A step of a phase in which one colour after another goes through steps of its own."""

    steps: tuple[ColourStep, ...]
    """What is rehearsed of it, too: those of one colour, as if it were alone."""
    colours: Callable[[SwordsPlay], Iterable[str]]

    def __call__(self, play: SwordsPlay) -> None:
        """Let the colours that are in the game go through their steps."""
        for colour in self.colours(play):
            for step in self.steps if play.is_alive(colour) else ():
                step(play, colour)


def each_colour(*steps: ColourStep) -> ColourSteps:
    """Return a step in which every colour goes through some, one after another, as they sit."""
    return ColourSteps(steps, SwordsPlay.survivors)


def in_turn_order(*steps: ColourStep) -> ColourSteps:
    """Return a step in which the colours whose turn it is go through some, in the turn order."""
    return ColourSteps(steps, colours_in_turn)


def colours_in_turn(play: SwordsPlay) -> tuple[str, ...]:
    """Return the colour whose turn it is; all in the turn order if they go at once."""
    active = play.position.active
    return (active,) if active else play.position.turn_order


def pass_on(play: SwordsPlay) -> None:
    """Let the next colour in the turn order have its turn; nobody after the last."""
    order = play.position.turn_order
    later = order[order.index(play.position.active) + 1 :]
    play.change(active=next(filter(play.is_alive, later), ""))


def is_first_round(play: SwordsPlay) -> bool:
    """Whether it is the first round, which begins with the rest of the setup."""
    return bool(play.position.round == 1)


def everybody(play: SwordsPlay) -> tuple[str, ...]:
    """Return the seats that are in the game."""
    return play.seats_of(play.survivors())


def spymaster(play: SwordsPlay) -> tuple[str, ...]:
    """Return the ninja's holder, if he has seen another's plan."""
    ninja = play.position.ninja
    return play.seats_of((ninja.holder,)) if ninja.spied else ()


def active_or_all(play: SwordsPlay) -> tuple[str, ...]:
    """Return the seat whose war turn it is; all if they wage war together."""
    active = play.position.active
    return play.seats_of((active,)) if active else everybody(play)


def title(text: str) -> Callable[[SwordsPlay], str]:
    """Return what calls a phase by its round and a few words."""
    return lambda play: f"Round {play.position.round}: {text}"


def title_of_war(play: SwordsPlay) -> str:
    """Say who wages war."""
    active = play.position.active
    return title(f"{active} wages war" if active else "all wage war")(play)
