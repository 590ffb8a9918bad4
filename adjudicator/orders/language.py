"""The language of one phase: its order kinds, its conditions and its names."""

import re
from typing import NamedTuple

from adjudicator.orders.conditions import When, read_when
from adjudicator.orders.findings import MisreadError
from adjudicator.orders.names import Vocabulary, closest
from adjudicator.orders.syntax import Condition, Form, Order, fill, forms_of, plain_syntax

_WORD = re.compile(r"\w+")


class Language:
    """What can be said in a phase. ``phase`` is its name (``war``); ``kinds`` its order kinds."""

    def __init__(
        self,
        phase: str,
        kinds: tuple[type[Order], ...],
        names: Vocabulary,
        conditions: tuple[type[Condition], ...] = (),
    ):
        self.phase = phase
        self.kinds = kinds
        self.conditions = conditions
        self.names = names
        self._by_start: dict[str, list[_Entry]] = {}
        self._anywhere: list[_Entry] = []
        for kind in kinds:
            for form in forms_of(kind):
                if form.starts:
                    for word in form.starts:
                        self._by_start.setdefault(word, []).append(_Entry(kind, form))
                else:
                    self._anywhere.append(_Entry(kind, form))

    def read_order(self, text: str) -> Order:
        """Read one order. Raises MisreadError, with a correct line where one can be made."""
        tidy = " ".join(text.split()) + " "
        order, misread = self._match(tidy)
        if order is None and misread is None and ": " in tidy:  # “Attack: Omi from Iyo”
            order, misread = self._match(tidy.replace(": ", " "))
        if order is None:
            raise misread or self._why_unread(tidy)
        return order

    def order_within(self, text: str) -> int:
        """Return where the first word that can begin an order stands in the text; -1 if none."""
        for match in _WORD.finditer(text):
            if match.group().casefold() in self._by_start:
                return match.start()
        return -1

    def _match(self, tidy: str) -> tuple[Order | None, MisreadError | None]:
        """Read with the first form that fits; else say what was wrong with that which matched."""
        misread: MisreadError | None = None
        for entry in (*self._by_start.get(_first_word(tidy), ()), *self._anywhere):
            match = entry.form.regex.match(tidy)
            if match:
                try:
                    return fill(entry.kind, match, self.names), None
                except MisreadError as problem:
                    misread = misread or problem
        return None, misread

    def read_when(self, text: str) -> When:
        """Read a condition. Raises MisreadError."""
        return read_when(text, self.conditions, self.names)

    def _why_unread(self, tidy: str) -> MisreadError:
        first = _first_word(tidy)
        if not first:
            return MisreadError("malformed", "An order is missing here.")
        entries = self._by_start.get(first)
        if entries:
            kinds = dict.fromkeys(entry.kind for entry in entries)
            wanted = " or ".join(f"“{plain_syntax(kind)}”" for kind in kinds)
            return MisreadError(
                "malformed", f"“{first}” was understood, the rest not: write {wanted}."
            )
        meant = closest(first, self._by_start)
        if meant:
            return MisreadError(
                "unknown-order",
                f"“{first[:40]}” is not an order. Did you mean “{meant}”?",
                f"{meant} {tidy.partition(' ')[2]}".strip(),
            )
        known = ", ".join(dict.fromkeys(_beginning(kind) for kind in self.kinds))
        return MisreadError(
            "unknown-order",
            f"“{first[:40]}” does not begin an order of the {self.phase} phase. "
            f"Orders begin with: {known}.",
        )


class _Entry(NamedTuple):
    kind: type[Order]
    form: Form


def _first_word(tidy: str) -> str:
    return tidy[: tidy.index(" ")].casefold().rstrip(":,")


def _beginning(kind: type[Order]) -> str:
    """Return the word that an order begins with, or its syntax if it begins with a blank."""
    syntax = plain_syntax(kind).lstrip("[")
    return syntax if syntax.startswith("<") else syntax.split()[0].rstrip("]")
