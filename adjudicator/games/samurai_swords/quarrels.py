"""What does not go together among a game's options, and which of them mean quick play."""

from collections.abc import Iterator, Mapping

from adjudicator.games.contract import GameError, Value

LONG_AND_QUICK = (
    "Quick play has its own two victories, and both count at once: leave win = end of round out."
)


def is_quick(options: Mapping[str, Value]) -> bool:
    """Whether a game with these options is quick play."""
    return options.get("play") == "quick"


def refuse(options: Mapping[str, Value]) -> None:
    """Raise GameError for options that no game can have."""
    for why in quarrels(options):
        raise GameError(why)


def quarrels(options: Mapping[str, Value]) -> Iterator[str]:
    """Say why options do not go together (M64)."""
    if is_quick(options) and options["win"] == "end of round":
        yield LONG_AND_QUICK
