"""The language of one phase: its order kinds, its conditions and its names."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache, cached_property
from itertools import chain, islice
from typing import Any

from adjudicator.orders.findings import AMISS, MisreadError
from adjudicator.orders.language.conditions import When, read_when
from adjudicator.orders.language.connectives import JOINTS
from adjudicator.orders.language.names import Vocabulary, closest, name_key
from adjudicator.orders.language.patterns import compile_later
from adjudicator.orders.language.spelling import Words
from adjudicator.orders.language.spoken import later_beginnings, plain, without_opening
from adjudicator.orders.language.syntax import (
    Condition,
    Form,
    Forms,
    Order,
    forms_of,
    literals,
    plain_syntax,
    read_first,
    slots_of,
)

_WORD = compile_later(r"\w+")
_SET_OFF = compile_later(r": | = ")
_MOST_OPENINGS = 4
_LONGEST_SAID = 200
"""What is longer was not said in other words, but is prose."""
_LONGEST_TITLE = 60
_MOST_ON_A_LINE = 12
_MOST_LEFT_OUT = 3
_TIGHT = (
    compile_later(r"[,;]\s+(?:and\s+)?", re.IGNORECASE),
    compile_later(r"(?<=\d)\s(?=[^\W\d])"),
    compile_later(r"(?<=[^\W\d])\s(?=\d)"),
)
"""What may stand between two orders that are nothing but a word and a number: “levy 4 turn 1”."""
MOST_REMEMBERED = 4_000
"""So many lines that were read are remembered."""
FORBIDDEN = compile_later(
    r"(?:(?!(?:if|when|unless|else)\b)\S+\s+){0,6}?"
    r"(?:(?:do|does|did|will|would|shall|should|must|may|can|is|are) ?not|never|cannot|not|"
    r"(?:do|does|did|wo|would|sha|should|must|ca|is|are)n'?t|no(?! more| fewer| less| ?\.?\d))\s",
    re.IGNORECASE,
)
"""How a line begins that says what shall not be done."""
BETWEEN_ORDERS = compile_later(r"[,.:;]\s+(?:and |then )?|\s(?:and|then|&|\+)\s", re.IGNORECASE)
"""What may stand between two orders on a line."""
HEADERS = ("game", "seat", "phase", "token", "ready", "amend")
"""The words that begin the other lines of an order file."""


class Language:
    """What can be said in a phase. ``phase`` is its name (``war``); ``kinds`` its order kinds.

    ``phases`` are the order kinds of all phases by name: an order of another phase is known as one.
    ``colours`` are those for which orders are given, if they are several: that of the lines under
    no heading comes first.
    """

    def __init__(
        self,
        phase: str,
        kinds: tuple[type[Order], ...],
        names: Vocabulary,
        conditions: tuple[type[Condition], ...] = (),
        phases: Mapping[str, tuple[type[Order], ...]] = {},
        colours: tuple[str, ...] = (),
    ):
        self.phase = phase
        self.kinds = kinds
        self.conditions = conditions
        self.names = names
        self._by_start: dict[str, list[Form]] = {}
        for kind in kinds:
            for form in forms_of(kind):
                for word in form.starts or ("",):
                    self._by_start.setdefault(word, []).append(form)
        self._anywhere = self._by_start.pop("", [])
        self._forms = cache(self._make_forms)
        self.phases = phases
        self.colours = colours
        self.lately: dict[str, Any] = names.lately(kinds)
        """What lines were read as lately, by their texts; at most ``MOST_REMEMBERED``."""

    @property
    def verbs(self) -> Collection[str]:
        """The words that can begin an order of this phase."""
        return self._by_start.keys()

    @cached_property
    def idle(self) -> frozenset[str]:
        """What stands in a space where nothing is ordered, in lower case."""
        return frozenset(words for kind in self.kinds for words in kind.idle)

    @cached_property
    def verbs_elsewhere(self) -> Mapping[str, tuple[str, ...]]:
        """The words that can begin an order of other phases only, with the names of the phases."""
        found: dict[str, dict[str, None]] = {}
        for phase, kinds in self.phases.items():
            for kind in kinds if phase != self.phase else ():
                for word in {word for form in forms_of(kind) for word in form.starts}:
                    if word not in self._by_start:
                        found.setdefault(word, {})[phase] = None
        return {word: tuple(phases) for word, phases in found.items()}

    @cached_property
    def words(self) -> Words:
        """All words that orders and conditions of this phase can hold, for putting slips right."""
        kinds = (*self.kinds, *self.conditions)
        in_blanks = (s.words(self.names) for kind in kinds for s in slots_of(kind).values())
        beside = (literals(form.parts) for kind in kinds for form in forms_of(kind))
        forms = chain.from_iterable((*in_blanks, *beside, JOINTS))
        found: dict[str, str] = {}
        for word in dict.fromkeys(word for form in forms for word in form.split()):
            if key := name_key(word):
                found.setdefault(key, word)
        return Words(found)

    def read_order(self, text: str) -> Order:
        """Read one order. Raises MisreadError, with a correct line where one can be made."""
        order, misread = self._find(text)
        if order is not None:
            return order
        first = _first_word(text)
        if first in self.verbs_elsewhere:
            misread = None
        elif FORBIDDEN.match(text):
            misread = MisreadError(
                "malformed",
                "Orders say what is done. To take one back, send “amend” and “cancel” with the "
                "order as it stands.",
            )
        raise self._why_amiss(text) or misread or self._why_unread(first, text)

    def find_order(self, text: str) -> Order | None:
        """Return the order that a text is; None if it is none, whyever that is."""
        return self._find(text)[0]

    def _find(self, text: str) -> tuple[Order | None, MisreadError | None]:
        """Return the order that a text is, or what is wrong in the first form that it has."""
        misread: MisreadError | None = None
        for attempt in self._ways(text):
            try:
                order = self._read_form(attempt)
            except MisreadError as problem:
                misread = misread or problem
                continue
            if order is not None:
                return order, None
        return None, misread

    def read_several(self, text: str) -> list[Order]:
        """Read the orders of a line that holds several of one sort that may stand so.

        Empty if it is no such line: “levy 4, turn 1”, but never “attack Omi from Iyo, Iga”.
        """
        ways = dict.fromkeys(
            tuple(between.split(text, maxsplit=_MOST_ON_A_LINE))
            for between in (BETWEEN_ORDERS, *_TIGHT)
        )
        return next(filter(None, (self._read_each(parts) for parts in ways if len(parts) > 1)), [])

    def _read_each(self, parts: tuple[str, ...]) -> list[Order]:
        orders: list[Order] = []
        for part in parts:
            order = self.find_order(part)
            if order is None and orders and orders[0].goes_on:
                order = self._go_on(parts[0], part)
            order = order or self._end_like(parts[-1], part)
            if order is None or not order.several:
                return []
            if _sort(order) != _sort(orders[0] if orders else order):
                return []
            orders.append(order)
        return orders

    def _go_on(self, first: str, part: str) -> Order | None:
        """Read a part without the words with which the first begins: “build A Par, F Bre”."""
        words = first.split()[:_MOST_LEFT_OUT]
        begun = (" ".join((*words[:kept], part)) for kept in range(1, len(words) + 1))
        orders = (self.find_order(text) for text in begun)
        return next((order for order in orders if order is not None and order.goes_on), None)

    def _end_like(self, last: str, part: str) -> Order | None:
        """Read a part with what the last one ends with: “A Par and A Mar hold”."""
        for pattern, kind in self._ends:
            match = pattern.search(last)
            order = self.find_order(f"{part} {match[1]}") if match else None
            if isinstance(order, kind):
                return order
        return None

    @cached_property
    def _ends(self) -> list[tuple[re.Pattern[str], type[Order]]]:
        kinds = [kind for kind in self.kinds if kind.ends]
        return [(re.compile(rf"\s({kind.ends})$", re.IGNORECASE), kind) for kind in kinds]

    def is_title(self, text: str) -> bool:
        """Whether a line only says whose or of when the orders below it are."""
        return len(text) <= _LONGEST_TITLE and any(each.fullmatch(text) for each in self._titles)

    @cached_property
    def _titles(self) -> list[re.Pattern[str]]:
        found = dict.fromkeys(kind.titles for kind in self.kinds if kind.titles)
        return [re.compile(pattern, re.IGNORECASE) for pattern in found]

    def head(self, text: str) -> str:
        """Return the word for all lines below one such as “Builds:”; ``""`` if it is none."""
        short = len(text) <= _LONGEST_TITLE
        return next((word for each, word in self._heads if short and each.fullmatch(text)), "")

    @cached_property
    def _heads(self) -> list[tuple[re.Pattern[str], str]]:
        found = dict.fromkeys(kind.heads for kind in self.kinds if kind.heads[0])
        return [(re.compile(pattern, re.IGNORECASE), word) for pattern, word in found]

    def _read_form(self, text: str) -> Order | None:
        """Read one order as it stands; None if it has none of the forms. Raises MisreadError."""
        first = _first_word(text)
        forms = self._forms(first if first in self._by_start else "")
        order: Order | None = read_first(text, forms, self.names)
        return order

    def _make_forms(self, first: str) -> Forms:
        """Return the forms that can begin with a word, ``""`` being any that is no verb."""
        return Forms((*self._by_start.get(first, ()), *self._anywhere))

    def _ways(self, text: str) -> Iterator[str]:
        """Yield a text and, as long as it cannot be read, simpler ways to say the same."""
        yield text
        if _SET_OFF.search(text):  # “Attack: Omi from Iyo”, “levy = 3”
            yield _SET_OFF.sub(" ", text)
        yield from islice(later_beginnings(text), _MOST_OPENINGS)
        bare = plain(text)
        if bare != text:
            yield _SET_OFF.sub(" ", bare)
        said = bare
        for pattern, instead in self._sayings if len(bare) <= _LONGEST_SAID else ():
            said = pattern.sub(instead, said)
        if said != bare:
            yield _SET_OFF.sub(" ", said)

    @cached_property
    def _sayings(self) -> list[tuple[re.Pattern[str], str]]:
        found = dict.fromkeys(saying for kind in self.kinds for saying in kind.said)
        return [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in found]

    @cached_property
    def _amiss(self) -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
        found = dict.fromkeys(each for kind in self.kinds for each in kind.amiss)
        return [(re.compile(pattern, re.IGNORECASE), tuple(rest)) for pattern, *rest in found]

    def _why_amiss(self, text: str) -> MisreadError | None:
        """Return what is to be said to a line that is understood and cannot be ordered."""
        bare = plain(text)
        for pattern, (message, *lines) in self._amiss:
            if match := pattern.fullmatch(bare):
                return MisreadError(AMISS, message, choices=tuple(map(match.expand, lines)))
        return None

    def elsewhere(self, text: str) -> list[str]:
        """Return the other phases in which the text would be read as an order."""
        first = _first_word(text)
        any_word = first.isdecimal() or self._begins_anyhow  # “2 koku build”
        kinds = self._forms_elsewhere.get("" if any_word else first, ())
        return list(dict.fromkeys(phase for phase, forms in kinds if self._reads(forms, text)))

    @cached_property
    def _begins_anyhow(self) -> bool:
        """Whether any word may begin each of the phase's orders."""
        return all(_beginning(kind).startswith("<") for kind in self.kinds)

    @cached_property
    def _forms_elsewhere(self) -> Mapping[str, list[tuple[str, Forms]]]:
        """The forms of each kind of other phases, with the phase, by first word (``""``: any)."""
        found: dict[str, list[tuple[str, Forms]]] = {}
        for phase, kinds in self.phases.items():
            for kind in kinds if phase != self.phase else ():
                begun: dict[str, list[Form]] = {}
                for form in forms_of(kind) if kind not in self.kinds else ():
                    for word in form.starts or ("",):
                        begun.setdefault(word, []).append(form)
                for word, forms in begun.items():
                    found.setdefault(word, []).append((phase, Forms(forms)))
        return found

    def _reads(self, forms: Forms, text: str) -> bool:
        try:
            return read_first(text, forms, self.names) is not None
        except MisreadError:
            return _first_word(text) not in self._by_start

    def order_within(self, text: str) -> int:
        """Return where the first word that can begin an order stands in the text; -1 if none."""
        for match in _WORD.finditer(text):
            if match.group().casefold() in self._by_start:
                return match.start()
        return -1

    def read_when(self, text: str) -> When:
        """Read a condition. Raises MisreadError."""
        return read_when(text, self.conditions, self.names)

    def _why_unread(self, first: str, text: str) -> MisreadError:
        if not first:
            return MisreadError("malformed", "An order is missing here.")
        if phases := self.elsewhere(text) or self.verbs_elsewhere.get(first):
            *others, last = phases
            named = f"{', '.join(others)} and {last}" if others else last
            listed = f"{named} {'phases' if others else 'phase'}"
            what = "This" if self._begins_anyhow else f"“{first}”"
            return MisreadError(
                "wrong-phase",
                f"{what} belongs to the {listed}; these are orders for the {self.phase} phase.",
            )
        if forms := self._by_start.get(first):
            kinds = dict.fromkeys(form.kind for form in forms)
            wanted = " or ".join(f"“{plain_syntax(kind)}”" for kind in kinds)
            return MisreadError(
                "malformed", f"“{first}” was understood, the rest not: write {wanted}."
            )
        slipped = len(first) > 2 and without_opening(text) == text  # of two letters any is near
        if slipped and (meant := closest(first, (*self.verbs, *self.verbs_elsewhere, *HEADERS))):
            return MisreadError(
                "unknown-order",
                f"“{first[:40]}” is not an order. Did you mean “{meant}”?",
                " ".join((meant, *text.split()[1:])),
            )
        written = text.split(maxsplit=1)[0].rstrip(":,")[:40]
        known = ", ".join(dict.fromkeys(_beginning(kind) for kind in self.kinds))
        if self._begins_anyhow:
            message = f"No order of the {self.phase} phase is written so. They are: {known}."
        else:
            message = (
                f"“{written}” does not begin an order of the {self.phase} phase. "
                f"Orders begin with: {known}."
            )
        return MisreadError("unknown-order", message)


def _sort(order: Order) -> str:
    """Return what orders have in common that may stand on one line."""
    return order.matter or type(order).__name__


def _first_word(text: str) -> str:
    words = text.split(maxsplit=1)
    return words[0].casefold().rstrip(":,") if words else ""


def _beginning(kind: type[Order]) -> str:
    """Return the word that an order begins with, or its syntax if it begins with a blank."""
    syntax = plain_syntax(kind).lstrip("[")
    return syntax if syntax.startswith("<") else syntax.split()[0].rstrip("]")
