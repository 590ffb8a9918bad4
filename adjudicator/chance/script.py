"""A script: dice and draws laid down beforehand, for rule cases and for real dice."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.chance.stream import Chance, Draw, T
from adjudicator.wording import Reason, ReasonedError

TOWER = "tower"
"""The label of the draws of a cube tower, each of which is given as a tray: ``3 blue, 1 red``."""

_COUNTED = re.compile(r"(\d{1,3})\s+(\S.*)")
_DEEPEST = 24
_LARGEST = 2**63


class ScriptError(ReasonedError, ValueError):
    """The script ran out, had something left over, or does not fit what was asked of it."""

    room = "chance"


class Script:
    """Plays the part of chance from given dice and named shuffles.

    ``dice`` are faces in the order rolled. ``draws`` maps a shuffle's label to the result: the
    things that come first, in order; those not named follow in the order in which they stood.
    A list of lists serves a label that is drawn more than once. A label that is not given leaves
    things as they stand; one that is given must be given for every time that it is drawn. With a
    ``rest`` to draw from, all dice and the labels that are not given come from there; lists of
    lists are then given alone, and an empty one for what is laid down and not known yet.
    """

    def __init__(
        self,
        dice: Sequence[int] = (),
        draws: Mapping[str, Sequence[object]] | None = None,
        rest: Chance | None = None,
    ):
        self._dice = list(dice)
        self._at = 0
        given = (draws or {}).items()
        self._draws = {label: _rounds(each) if each or not rest else [] for label, each in given}
        self._shuffled: dict[str, None] = {}
        self._rest = rest
        self.drawn: list[Draw] = rest.drawn if rest else []

    def dice(self, count: int, sides: int, label: str) -> list[int]:
        """Take the next ``count`` dice; refuse a face that the die does not have."""
        if self._rest:
            return self._rest.dice(count, sides, label)
        faces = self._dice[self._at : self._at + count]
        if len(faces) < count:
            raise ScriptError("out-of-dice", label=label, count=count, left=len(faces))
        for face in faces:
            if not 1 <= face <= sides:
                raise ScriptError("no-such-face", label=label, sides=sides, face=face)
        self._at += count
        self.drawn.append(Draw(label, sides, tuple(faces)))
        return faces

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Return the things as the script orders them, or as they stand if it does not."""
        if self._rest and label not in self._draws:
            return self._rest.shuffle(things, label)
        self._shuffled[label] = None
        rounds = self._draws.get(label)
        if self.has_run_out(label):
            raise ScriptError("out-of-draws", label=label)
        wanted = rounds.pop(0) if rounds else []
        order = []
        left = list(range(len(things)))
        for want in wanted:
            index = next((i for i in left if _same(things[i], want)), None)
            if index is None:
                raise ScriptError("not-there-to-draw", label=label, want=repr(want))
            order.append(index)
            left.remove(index)
        order += left
        self.drawn.append(Draw(label, len(order), tuple(order)))
        return [things[index] for index in order]

    def has_run_out(self, label: str) -> bool:
        """Whether a label is laid down, and all that was laid down of it is drawn."""
        return self._draws.get(label) == []

    def leftovers(self) -> list[str]:
        """Say what was laid down and never asked for, a line for each; empty when all was used."""
        lines = []
        unused = len(self._dice) - self._at
        if unused:
            rest = {"unused": unused, "faces": self._dice[self._at :]}
            lines.append(str(Reason("chance", "dice-left", rest)))
        asked = list(self._shuffled)
        for label, rounds in self._draws.items():
            if rounds and label in self._shuffled:
                lines.append(str(Reason("chance", "draw-left", {"label": repr(label)})))
            elif rounds:
                facts = {"label": repr(label), "asked": asked}
                lines.append(str(Reason("chance", "draw-never-asked", facts)))
        return lines


def read_script(table: Mapping[str, object]) -> tuple[list[int], dict[str, list[Any]]]:
    """Read a script from its table: ``dice``, and every other draw by its label.

    What is no list stands for a list of itself; trays of a tower are read as their cubes. Raises
    ScriptError, which begins with the key.
    """
    if too_much := why_too_much(table):
        raise ScriptError(too_much)
    draws: dict[str, Any] = dict(table)
    dice = draws.pop("dice", [])
    if not isinstance(dice, list) or not all(type(die) is int for die in dice):
        raise ScriptError("dice-no-list")
    lists = {key: each if isinstance(each, list) else [each] for key, each in draws.items()}
    if TOWER in lists:
        lists[TOWER] = [read_tray(tray) for tray in lists[TOWER]]
    return dice, lists


def read_tray(text: object) -> list[str]:
    """Read ``3 blue, 1 yellow`` as the cubes of a tray, one by one. Raises ScriptError."""
    if not isinstance(text, str):
        raise ScriptError("tray-no-text")
    cubes: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _COUNTED.fullmatch(part)
        if not match:
            raise ScriptError("no-cubes", part=part[:40])
        cubes += [match.group(2)] * int(match.group(1))
    return cubes


def why_too_much(value: object) -> Reason | None:
    """Say why a value of a file is refused before anything walks through it; None: it is not.

    Tables may be so deep that walking them exhausts the stack (dotted keys make them), and numbers
    so long that Python will not write them out (TOML has them in hexadecimal).
    """
    level = [value]
    for _ in range(_DEEPEST):
        if any(isinstance(each, int) and abs(each) >= _LARGEST for each in level):
            return Reason("chance", "number-too-large")
        level = [inner for each in level for inner in _inside(each)]
    return Reason("chance", "nested-too-deep", {"deepest": _DEEPEST}) if level else None


def _inside(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []


def _rounds(given: Sequence[object]) -> list[list[object]]:
    if given and all(isinstance(entry, list | tuple) for entry in given):
        return [list(entry) for entry in given if isinstance(entry, list | tuple)]
    return [list(given)]


def _same(thing: object, want: object) -> bool:
    return thing == want or str(thing).casefold() == str(want).casefold()
