"""Conditions: ``if Kozuke is mine and not Hida is empty: …``."""

import re
from typing import Any

import msgspec

from adjudicator.orders.findings import MisreadError
from adjudicator.orders.lists import read_each
from adjudicator.orders.names import Vocabulary
from adjudicator.orders.patterns import compile_later
from adjudicator.orders.syntax import Condition, forms_of, plain_syntax, read_first

_MOST_CLAUSES = 12
_OR = compile_later(r",?\s+or\s+", re.IGNORECASE)
_AND = compile_later(r",?\s+and\s+", re.IGNORECASE)
_NOT = compile_later(r"not\s+", re.IGNORECASE)
_INNER_NOT = compile_later(r"(?:\s+not|n't)\s+", re.IGNORECASE)


class Clause(msgspec.Struct, frozen=True):
    """One condition, or its opposite."""

    condition: Condition
    negated: bool = False

    def holds(self, play: Any, seat: str) -> bool:
        """Say whether the condition, or its opposite, holds now for that seat."""
        return self.condition.holds(play, seat) != self.negated

    def __str__(self) -> str:
        return f"not {self.condition}" if self.negated else str(self.condition)


class When(msgspec.Struct, frozen=True):
    """Conditions joined by ``and`` and ``or``; ``and`` binds closer."""

    any_of: tuple[tuple[Clause, ...], ...]

    def holds(self, play: Any, seat: str) -> bool:
        """Say whether all clauses of one alternative hold now for that seat."""
        return any(all(clause.holds(play, seat) for clause in clauses) for clauses in self.any_of)

    def opposite(self) -> "When":
        """Return what holds when this does not. Raises MisreadError if that is too long to say."""
        if len(self.any_of) > 1 and any(len(clauses) > 1 for clauses in self.any_of):
            message = (
                "This “unless” is too long: write “if CONDITION: ORDER”, with what shall hold."
            )
            raise MisreadError("too-long", message)
        turned = [
            tuple(msgspec.structs.replace(clause, negated=not clause.negated) for clause in clauses)
            for clauses in self.any_of
        ]
        if len(turned) > 1:  # not (a or b) is not a and not b
            return When((tuple(clause for clauses in turned for clause in clauses),))
        return When(tuple((clause,) for clause in turned[0]))

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, clauses)) for clauses in self.any_of)


def read_when(text: str, kinds: tuple[type[Condition], ...], names: Vocabulary) -> When:
    """Read the text between ``if`` and the colon. Raises MisreadError."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    groups = _OR.split(text)
    if sum(len(_AND.split(group)) for group in groups) > _MOST_CLAUSES:
        raise MisreadError("too-long", f"A line can hold {_MOST_CLAUSES} conditions, not more.")

    def read_clause(clause: str) -> Clause:
        return _read_clause(clause.strip(), kinds, names)

    def read_group(group: str) -> tuple[Clause, ...]:
        return read_each(_AND.split(group), read_clause, " and ")

    return When(read_each(groups, read_group, " or "))


def _read_clause(text: str, kinds: tuple[type[Condition], ...], names: Vocabulary) -> Clause:
    negation = _NOT.match(text)
    bare = text[negation.end() :] if negation else text
    forms = [form for kind in kinds for form in forms_of(kind)]
    try:
        condition = read_first(bare, forms, names)
    except MisreadError as misread:
        misread.at_part("not " if negation else "")
        raise
    if condition is not None:
        return Clause(condition, negated=bool(negation))
    turned = _INNER_NOT.sub(" ", bare, count=1)  # “Iyo is not empty”
    if turned != bare and (condition := read_first(turned, forms, names)) is not None:
        return Clause(condition, negated=not negation)
    known = "; ".join(plain_syntax(kind) for kind in kinds) or "none in this phase"
    raise MisreadError(
        "unknown-condition", f"“{text[:60]}” is not a condition. Conditions: {known}."
    )
