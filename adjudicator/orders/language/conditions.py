"""Conditions: ``if Kozuke is mine and not Hida is empty: …``."""

import math
import re
from functools import cache
from itertools import product
from typing import Annotated, Any

import msgspec

from adjudicator.orders.findings import MisreadError, reason
from adjudicator.orders.language.names import Vocabulary
from adjudicator.orders.language.slots import NUMBER, Compare, Number, compare, read_each
from adjudicator.orders.language.syntax import Condition, Forms, Order, forms_of, plain_syntax
from adjudicator.patterns import pattern

_MOST_CLAUSES = 12
_OR = pattern(r",?\s+or\s+", re.IGNORECASE)
_AND = pattern(r",?\s+and\s+", re.IGNORECASE)
_NOT = pattern(r"not\s+", re.IGNORECASE)
_IT = pattern(
    r"\b(?:it|that)(?:['’]s|\s+(?P<verb>is|has|still|belongs))(?P<denied>n['’]t)?\b"
    r"|\b(?:it|that)(?=(?:\s+(?:and|or)\b.*)?$)",
    re.IGNORECASE,
)
_THERE = pattern(r"(?<=\s)there$", re.IGNORECASE)
_NOBODY = pattern(r"\b(?:nobody|no one)(?:['’]s|\s+is)\s+(?:there|home|at home)$", re.IGNORECASE)
_BARE = pattern(r"(?:(?:not|still)\s+)?[a-z]+", re.IGNORECASE)
_OR_SO = pattern(rf"\b({NUMBER}(?:\s+\w+)?)\s+or\s+(less|fewer|more)\b", re.IGNORECASE)
"""“3 armies or less”."""
_INNER_NOT = pattern(r"(?:\s+not|n't|(?<=\bhas)\s+no)\s+", re.IGNORECASE)


class Comparison(Condition, frozen=True, kw_only=True):
    """The base of conditions that compare how many there are of something with a number."""

    how: Annotated[str, Compare()] = ">="
    number: Annotated[int, Number()] = 1

    def count(self, play: Any, seat: str) -> int | None:
        """Return how many there are for that seat; None where there can be none."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it counts")

    def holds(self, play: Any, seat: str) -> bool:
        """Whether there are as many as is written, or more, or fewer; never where none can be."""
        count = self.count(play, seat)
        return count is not None and compare(count, self.how, self.number)


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
        """Return the condition that holds where this one does not. Raises MisreadError."""
        if math.prod(map(len, self.any_of)) * len(self.any_of) > _MOST_CLAUSES:
            raise MisreadError(reason("too-long.unless"))
        turned = [
            [msgspec.structs.replace(clause, negated=not clause.negated) for clause in clauses]
            for clauses in self.any_of
        ]
        return When(tuple(product(*turned)))

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, clauses)) for clauses in self.any_of)


def read_when(text: str, kinds: tuple[type[Condition], ...], names: Vocabulary) -> When:
    """Read the text between ``if`` and the colon. Raises MisreadError."""
    text = _OR_SO.sub(_compare_first, text.strip())
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    groups = _OR.split(text)
    if sum(len(_AND.split(group)) for group in groups) > _MOST_CLAUSES:
        raise MisreadError(reason("too-long.conditions", most=_MOST_CLAUSES))

    def read_clause(clause: str) -> Clause:
        return _read_clause(clause.strip(), kinds, names)

    def read_group(group: str) -> tuple[Clause, ...]:
        return read_each(_AND.split(group), read_clause, " and ")

    return When(read_each(groups, read_group, " or "))


def without_it(text: str, order: Order) -> str:
    """Return a condition with the name of what “it” means in an order: “it is empty”, “I hold it”.

    A bare “empty” is said of it too, and so are “Oda is there” and “nobody is there”.
    """
    it = order.that
    if not it:
        return text
    if _BARE.fullmatch(text.strip()):
        return f"{it} is {text.strip()}"

    def name(text: re.Match[str]) -> str:
        bare = text[0].casefold() in ("it", "that")
        verb = text["verb"] or ("" if bare else "is")
        return f"{it} {verb}{' not' if text['denied'] else ''}".rstrip()

    text = _THERE.sub(f"in {it}", _NOBODY.sub(f"{it} is empty", text))
    return _IT.sub(name, text)


def _compare_first(text: re.Match[str]) -> str:
    """Return “at most 3 armies” for “3 armies or less”."""
    return f"{'at least' if text[2].casefold() == 'more' else 'at most'} {text[1]}"


@cache
def _forms(kinds: tuple[type[Condition], ...]) -> Forms:
    return Forms(form for kind in kinds for form in forms_of(kind))


def _read_clause(text: str, kinds: tuple[type[Condition], ...], names: Vocabulary) -> Clause:
    negation = _NOT.match(text)
    bare = text[negation.end() :] if negation else text
    turned = _INNER_NOT.sub(" ", bare, count=1)  # “Iyo is not empty”
    misread: MisreadError | None = None
    for attempt in dict.fromkeys((bare, turned)):
        negated = bool(negation) == (attempt == bare)
        condition, problem = _forms(kinds).find(attempt, names)
        if condition is not None:
            return Clause(condition, negated=negated)
        if problem:
            problem.at_part("not " if negated else "")
            misread = misread or problem
    if misread:
        raise misread
    known = list(map(plain_syntax, kinds))
    raise MisreadError(reason("unknown-condition", text=text[:60], known=known))
