"""What the reader and the checkers have to say about an order file."""

from typing import Literal

import msgspec

Severity = Literal["error", "warning", "note"]
AMISS = "amiss"
"""The code of what is understood and cannot be ordered so."""
AMBIGUOUS_NAME = "ambiguous-name"
"""The code of a name that may be several things."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One remark about one line."""

    line: int
    """The number of the line, from 1; 0 is the file as a whole."""
    code: str
    """What it is, for programs and for rule cases."""
    severity: Severity
    """``error``: the line is rejected. ``warning``: accepted, but may fail. ``note``: accepted."""
    read: str
    """The text as it was read."""
    message: str
    """What is wrong with it."""
    fix: str = ""
    """A correct line, where one can be made."""

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        fix = f" Try: {self.fix}" if self.fix else ""
        return f"{where}{self.severity} {self.code}: {self.message}{fix}"


class MisreadError(ValueError):
    """A text was not understood. ``fix`` is the text that was probably meant, or ``""``.

    ``choices`` are several texts of which one may be meant, and ``question`` asks whether it is
    one of them, which the whole line decides.
    """

    def __init__(
        self,
        code: str,
        message: str,
        fix: str = "",
        choices: tuple[str, ...] = (),
        question: str = "",
    ):
        super().__init__(f"{message} {question}".rstrip())
        self.code = code
        self.message = message
        self.fix = fix
        self.choices = choices
        self.question = question

    def at(self, line: int, read: str) -> Finding:
        """Make the error finding that reports this on a line."""
        return Finding(line, self.code, "error", read, self.message, self.fix)

    def at_part(self, before: str, after: str = "") -> None:
        """Make the fix of a part, which stands between these texts, a fix of the whole."""
        if self.fix:
            self.fix = f"{before}{self.fix}{after}"
        self.choices = tuple(f"{before}{each}{after}" for each in self.choices)
