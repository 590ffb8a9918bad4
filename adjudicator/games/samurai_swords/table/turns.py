"""Whose turn it is, whom a phase asks, and what it is called."""

from collections.abc import Callable

from adjudicator.games.samurai_swords.table.play import SwordsPlay

ColourStep = Callable[[SwordsPlay, str], None]
"""A step that a colour goes through."""


def each_colour(*steps: ColourStep) -> Callable[[SwordsPlay], None]:
    """Return a step in which every colour goes through some, one after another, as they sit."""

    def go_round(play: SwordsPlay) -> None:
        for colour in play.survivors():
            for step in steps:
                step(play, colour)

    return go_round


def in_turn_order(*steps: ColourStep) -> Callable[[SwordsPlay], None]:
    """Return a step in which the colours whose turn it is go through some, in the turn order."""

    def take_turns(play: SwordsPlay) -> None:
        active = play.position.active
        for colour in (active,) if active else play.position.turn_order:
            if play.is_alive(colour):
                for step in steps:
                    step(play, colour)

    return take_turns


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
