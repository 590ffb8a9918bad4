"""What the reader and the checkers have to say about an order file."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from adjudicator.wording import Reason, reasons_of

Severity = Literal["error", "warning", "note"]
AMISS = "amiss"
"""The code of what is understood and cannot be ordered so."""
AMBIGUOUS_NAME = "ambiguous-name"
"""The code of a name that may be several things."""

reason = reasons_of("orders")
"""Returns why a text is no order: ``templates/reasons/orders.j2`` has the words."""


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
    """What is wrong with it, in words."""
    fix: str = ""
    """A correct line, where one can be made."""
    facts: Mapping[str, Any] = {}
    """What the words speak of, by name, for programs."""

    @classmethod
    def of(
        cls,
        line: int,
        severity: Severity,
        read: str,
        why: Reason,
        fix: str = "",
        *,
        code: str = "",
    ) -> "Finding":
        """Return what a reason says of a line; ``code`` is its kind, unless another is given."""
        return cls(line, code or why.kind, severity, read, str(why), fix, why.plain_facts)

    def with_words(self, why: Reason) -> "Finding":
        """Return the same remark in the words of another reason."""
        return msgspec.structs.replace(self, message=str(why), facts=why.plain_facts)

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
        why: Reason,
        fix: str = "",
        choices: tuple[str, ...] = (),
        question: Reason | None = None,
    ):
        super().__init__(why)
        self.why = why
        self.fix = fix
        self.choices = choices
        self.question = question

    @property
    def code(self) -> str:
        """What it is, for programs and for rule cases."""
        return self.why.kind

    @property
    def message(self) -> str:
        """What is wrong, in words, without the question."""
        return str(self.why)

    def __str__(self) -> str:
        return f"{self.why} {self.question or ''}".rstrip()

    def at(self, line: int, read: str) -> Finding:
        """Make the error finding that reports this on a line."""
        return Finding.of(line, "error", read, self.why, self.fix)

    def at_part(self, before: str, after: str = "") -> None:
        """Make the fix of a part, which stands between these texts, a fix of the whole."""
        if self.fix:
            self.fix = f"{before}{self.fix}{after}"
        if self.choices:
            self.choices = tuple(f"{before}{each}{after}" for each in self.choices)
