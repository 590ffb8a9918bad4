"""Conditions: ``if Kozuke is mine and not Hida is empty: …``."""

import re

import msgspec

from adjudicator.orders.findings import Misread
from adjudicator.orders.names import Vocabulary
from adjudicator.orders.syntax import Condition, forms_of

_MOST_CLAUSES = 12
_OR = re.compile(r"\s+or\s+", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_NOT = re.compile(r"not\s+", re.IGNORECASE)


class Clause(msgspec.Struct, frozen=True):
    """One condition, or its opposite."""

    condition: Condition
    negated: bool = False

    def __str__(self) -> str:
        return f"not {self.condition}" if self.negated else str(self.condition)


class When(msgspec.Struct, frozen=True):
    """Conditions joined by ``and`` and ``or``; ``and`` binds closer."""

    any_of: tuple[tuple[Clause, ...], ...]

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, clauses)) for clauses in self.any_of)


def read_when(text: str, kinds: tuple[type[Condition], ...], names: Vocabulary) -> When:
    """Read the text between ``if`` and the colon. Raises Misread."""
    groups = [_AND.split(group) for group in _OR.split(text.strip())]
    if sum(map(len, groups)) > _MOST_CLAUSES:
        raise Misread("too-long", f"A line can hold {_MOST_CLAUSES} conditions, not more.")
    return When(
        tuple(tuple(_read_clause(clause, kinds, names) for clause in group) for group in groups)
    )


def _read_clause(text: str, kinds: tuple[type[Condition], ...], names: Vocabulary) -> Clause:
    text = text.strip()
    bare = _NOT.sub("", text, count=1) if _NOT.match(text) else text
    tidy = " ".join(bare.split()) + " "
    for kind in kinds:
        if any(form.regex.match(tidy) for form in forms_of(kind)):
            condition = kind.read(bare, names)
            if condition is not None:
                return Clause(condition, negated=bare is not text)
    known = "; ".join(kind.syntax for kind in kinds) or "none in this phase"
    raise Misread("unknown-condition", f"“{text[:60]}” is not a condition. Conditions: {known}.")
