"""What can be known of a game before one begins: its options, its seats and their names, its draws.

Part of the contract between games and the rooms above them, which import it from ``contract.py``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from adjudicator.orders.language.names import closest, name_key
from adjudicator.wording import ReasonedError, reasons_of

Value = str | int | bool
_MOST_LISTED = 6
LONGEST_NAME = 24
_NAME = re.compile(r"[^\W\d_](?:[\w '’.-]*[\w.])?")


reason = reasons_of("games")
"""Returns what is said of any game: ``templates/reasons/games.j2`` has the words."""


class GameError(ReasonedError, ValueError):
    """A game cannot be made or read as asked: wrong seats, unknown option, broken position."""

    room = "games"


class Option(msgspec.Struct, frozen=True):
    """One option of a game."""

    name: str
    default: Value
    values: tuple[Value, ...]
    about: str
    """What it means, and the ruling."""
    form: str = ""
    """A pattern: what fits it, as text, is a value too; ``""``: nothing else is."""
    of: str = ""
    """The option that must be on for it to mean anything."""
    unless: str = ""
    """The option that leaves it without meaning at any value but its default."""
    board: bool = False
    """Whether its value is the text of a board file, which the position then carries.

    ``""``, the game's own board, is left out of the position.
    """

    @classmethod
    def choice(cls, name: str, values: tuple[Value, ...], about: str, **more: Any) -> "Option":
        """Return an option whose default is the first of its values."""
        return cls(name, values[0], values, about, **more)

    def accepts(self, value: Value) -> bool:
        """Whether it can have a value."""
        if self.board:
            return isinstance(value, str)
        if type(value) is not type(self.default):
            return False
        fits = bool(self.form) and re.fullmatch(self.form, str(value), re.ASCII) is not None
        return fits or value in self.values


class NamedDraw(msgspec.Struct, frozen=True):
    """A draw that a game makes, by the name that it has in dice files and scripts."""

    name: str
    """What is in angle brackets stands for a name: ``revolts <seat>``."""
    about: str
    """What is drawn, and when."""
    dice: bool = False
    """Whether dice are rolled; scripts give their faces in order, without the name."""
    seats: int = 0
    """With how many seats alone it is made; 0: with any number."""

    def fits(self, label: str) -> bool:
        """Whether a draw with this label is meant."""
        pattern = ".+".join(re.escape(part) for part in re.split("<[^>]*>", self.name))
        return re.fullmatch(pattern, label) is not None


class Meta(msgspec.Struct, frozen=True):
    """What can be known of a game before one begins."""

    name: str
    title: str
    players: tuple[int, int]
    """The fewest and the most."""
    seats: tuple[str, ...]
    """The usual names of the seats, of which a game takes as many as play; others may be chosen."""
    options: tuple[Option, ...]
    own_seats: Callable[[Mapping[str, Value]], Sequence[str]] | None = None
    """Returns the usual names of the seats for options, where a board has names of its own."""
    rules: int = 1
    """The version of the rules: raised when equal positions, orders and dice come out otherwise."""
    draws: tuple[NamedDraw, ...] | None = None
    """All draws that it ever makes; ``()``: nothing is random; None: it does not say."""
    votes: tuple[Literal["draw", "concession"], ...] = ()
    """How its players may agree to end a game: some share the victory, or all others concede it to
    one."""
    upgrades: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = ()
    """Functions that make of a position as JSON has it one of the next format, from the first on.
    """

    @property
    def format(self) -> int:
        """The number of the format of its positions. One with a higher number is refused."""
        return 1 + len(self.upgrades)

    def fill_options(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """Return all options of a game, those not given with their defaults. Raises GameError.

        Those that are a text, and empty, are left out.
        """
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise GameError("no-option", name=name[:40], known=list(known))
            option = known[name]
            if not option.accepts(value):
                words = [str(each) for each in option.values or (reason("board-text"),)]
                if len(words) > _MOST_LISTED:
                    words = [words[0], "…", words[-1]]
                raise GameError("no-value", option=name, values=words, value=str(value)[:40])
        full = {name: given.get(name, option.default) for name, option in known.items()}
        return {name: value for name, value in full.items() if value != ""}

    def find_bar(self, name: str, values: Mapping[str, Value]) -> str:
        """Name the option by whose value another means nothing; ``""``: it means something.

        Of an option that stands under another, which itself means nothing, it is the one that bars
        that.
        """
        known = {option.name: option for option in self.options}
        plain = {option.name: option.default for option in self.options}
        values, option = {**plain, **values}, known[name]
        if option.unless and values[option.unless] != plain[option.unless]:
            return option.unless
        if not option.of:
            return ""
        return self.find_bar(option.of, values) if values[option.of] else option.of

    def is_random(self, seats: int) -> bool:
        """Whether a game of so many seats draws anything, as far as it says."""
        return self.draws is None or any(each.seats in (0, seats) for each in self.draws)

    def why_no_draw(self, label: str) -> str:
        """Say why a script cannot give a draw of this name; ``""`` if it can."""
        if self.draws is None:
            return ""
        if not self.draws:
            return str(reason("makes-no-draws", title=self.title))
        fitting = next((each for each in self.draws if each.fits(label)), None)
        if fitting and not fitting.dice:
            return ""
        if fitting:
            return str(reason("are-dice"))
        names = [each.name for each in self.draws if not each.dice]
        meant = closest(label, ["dice", *names])
        return str(reason("no-such-draw", title=self.title, meant=meant, names=names))


def check_seats(meta: Meta, seats: Sequence[str], reserved: tuple[str, ...]) -> None:
    """Refuse too few or too many seats, and names that cannot be used. Raises GameError."""
    least, most = meta.players
    if not least <= len(seats) <= most:
        raise GameError(
            "for-so-many-seats", title=meta.title, least=least, most=most, seats=len(seats)
        )
    check_names(tuple(seats), reserved)


@lru_cache(maxsize=256)
def check_names(seats: tuple[str, ...], reserved: tuple[str, ...]) -> None:
    """Refuse names of seats that orders could not tell apart, or not write. Raises GameError.

    ``Oda`` and ``Ōda`` are one name, for orders may leave macrons out.
    """
    taken = {name_key(word): "" for word in reserved}
    for seat in seats:
        if len(seat) > LONGEST_NAME or not _NAME.fullmatch(seat):
            raise GameError("seat-name", seat=seat[:40], most=LONGEST_NAME)
        key = name_key(seat)
        if key in taken:
            raise GameError("seat-name.taken", seat=seat, other=taken[key])
        taken[key] = seat
