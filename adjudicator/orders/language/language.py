"""The language of one phase: its order kinds, its conditions and its names."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import chain
from typing import Any

from msgspec.structs import replace

from adjudicator.orders.findings import MisreadError, reason
from adjudicator.orders.language.conditions import When, read_when
from adjudicator.orders.language.names import Vocabulary, closest, name_key
from adjudicator.orders.language.nearest import Nearest
from adjudicator.orders.language.slots import Name, NameList, OneOf, Slot
from adjudicator.orders.language.syntax import (
    Blank,
    Condition,
    Form,
    Forms,
    Maybe,
    Notation,
    Order,
    all_forms,
    by_start,
    filled_fields,
    literals,
    may_be_limited,
    plain_syntax,
    slots_of,
)
from adjudicator.orders.language.words import (
    ELSE,
    FILLERS,
    IF,
    JOINTS,
    KEPT,
    OPENINGS,
    OTHERWISE,
    Words,
    any_of,
    is_denied,
    without_fillers,
)
from adjudicator.patterns import pattern

_WORD = pattern(r"\w+")
_BRACKETS = str.maketrans("", "", "()")
_SET_OFF = pattern(r": | = |(?<=[^\W\d])=(?=\d)")
_MOST_ON_A_LINE = 12
_ENDINGS = ("s", "es", "ing")
MOST_REMEMBERED = 4_000
"""So many lines that were read are remembered."""
_BETWEEN_ORDERS, _BETWEEN_NAMED = (
    pattern(
        rf"[{marks}]\s+(?:\d{{1,2}}[.)]\s+)?(?:and )?(?:then,? )?|\s(?:and then|and|then|&|\+)\s",
        re.IGNORECASE,
    )
    for marks in (",.:;!", ",.;!")
)
_BETWEEN_LISTS = pattern(r";\s+")
"""What stands between orders that may hold commas of their own."""
_ONE_AFTER_THE_OTHER = pattern(r"\.\s.*|.*\bthen\b.*", re.IGNORECASE)
"""What between two orders says that the second follows the first, and does not limit it."""
_CHOICE = pattern(rf"\b{any_of(*IF, ELSE, OTHERWISE, 'or', 'either')}\b", re.IGNORECASE)
"""What may stand between two orders on a line, without a colon where that is in them (“Tax: Kai,
rice: Omi”); what makes a choice or a condition of them."""
COMMANDS = ("ready", "amend")
"""The words that are a line of an order file by themselves."""
HEADERS = ("game", "seat", "phase", "token")
"""The words that begin the other lines of an order file."""
WRONG_PHASE = "wrong-phase"
"""The code of what would be an order in another phase."""


class UnexplainedError(MisreadError):
    """A text is no order; why it is none has to be worked out, and has no words yet."""

    def __init__(self, code: str, text: str, choices: tuple[str, ...] = ()):
        super().__init__(reason(code), choices=choices)
        self.text = text


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
        self._by_start = by_start(kinds)
        self._anywhere = Forms(self._by_start.pop("", []))
        self._forms = cache(lambda first: Forms(self._by_start[first]))
        self.phases = phases
        self.colours = colours
        self.notation: Notation | None = next(
            (kind.notation.of(names) for kind in kinds if kind.notation is not None), None
        )
        self.lately: dict[str, Any] = names.lately(kinds)
        """What lines were read as lately, by their texts; at most ``MOST_REMEMBERED``."""

    @property
    def verbs(self) -> Collection[str]:
        """The words that can begin an order of this phase."""
        return self._by_start.keys()

    @cached_property
    def verbs_elsewhere(self) -> Mapping[str, tuple[str, ...]]:
        """The words that can begin an order of other phases only, with the names of the phases."""
        phases_of: dict[str, list[str]] = {}
        for phase, kinds in self._other_phases:
            for word in by_start(kinds):
                if word and word not in self._by_start:
                    phases_of.setdefault(word, []).append(phase)
        return {word: tuple(phases) for word, phases in phases_of.items()}

    @property
    def _other_phases(self) -> list[tuple[str, tuple[type[Order], ...]]]:
        return [(phase, kinds) for phase, kinds in self.phases.items() if phase != self.phase]

    @cached_property
    def words(self) -> Words:
        """All words that orders and conditions of this phase can hold, for putting slips right."""
        kinds = (*self.kinds, *self.conditions)
        in_blanks = (s.words(self.names) for kind in kinds for s in slots_of(kind).values())
        beside = (literals(form.parts) for form in all_forms(kinds))
        forms = chain.from_iterable(
            (*in_blanks, *beside, JOINTS, FILLERS, filter(str.isalpha, OPENINGS), KEPT)
        )
        written: dict[str, str] = {}
        for word in dict.fromkeys(word for form in forms for word in form.split()):
            written.setdefault(name_key(word) or word, word)
        return Words(written)

    @cached_property
    def literals(self) -> frozenset[str]:
        """The words of the stated forms of this phase, in lower case."""
        texts = chain.from_iterable(literals(form.parts) for form in all_forms(self.kinds))
        return frozenset(word.casefold() for text in texts for word in text.split())

    @cached_property
    def _nearest(self) -> Nearest:
        return Nearest(all_forms(self.kinds), self.names, self.words)

    def read_order(self, text: str) -> Order:
        """Read one order. Raises MisreadError; UnexplainedError where ``explain`` has the words."""
        order, misread = self.find_order(text)
        if order is not None:
            return order
        try:
            raise self._why_none(text, misread)
        finally:
            del misread  # or the error and this call hold each other until they are collected

    def _why_none(self, text: str, misread: MisreadError | None) -> MisreadError:
        """Return why a text is no order; ``misread`` is what is wrong in a form that it has."""
        first = _first_word(text)
        if first in self.verbs_elsewhere and not self._begins_with_blanks(text):
            return UnexplainedError(WRONG_PHASE, text)
        if is_denied(text):
            return MisreadError(reason("malformed.forbids"))
        if self.notation is not None and (known := self.notation.explain(text)):
            can_be = any(self.find_order(line)[0] for line in known.choices)
            if misread is None or can_be or not known.choices:
                return known
        if misread is not None:
            return misread
        if self._begins_anyhow and self.elsewhere(text):
            return UnexplainedError(WRONG_PHASE, text)
        begun = first in self._by_start or self._begins_with_blanks(text)
        return UnexplainedError("malformed" if begun else "unknown-order", text)

    def find_order(self, text: str) -> tuple[Order | None, MisreadError | None]:
        """Return the order that a text is, or what is wrong in the first form that it has."""
        misread: MisreadError | None = None
        for attempt in self._ways(text):
            order, problem = self._find_form(attempt)
            if order is not None:
                return order, None
            misread = misread or problem
        return None, misread

    def read_several(self, text: str) -> list[Order]:
        """Read a line that holds several orders, each of which stands for itself; else none.

        What limits the first one need not name it, and those that say of the same verb what the one
        before them does need not repeat it.
        Raises MisreadError if one of several kinds, none of which says that it follows the other,
        leaves unsaid what it is about: the other may say it. So may a limit before another limit.
        """
        orders = self._orders(text, between := _BETWEEN_LISTS)
        orders = orders or self._orders(text, between := _BETWEEN_ORDERS)
        if not orders and ":" in text:
            orders = self._orders(text, between := _BETWEEN_NAMED)
        if limited := _limit_first(orders):
            return limited
        joints = (match.group() for match in between.finditer(text))
        if any(
            (may_be_limited(order) or may_be_limited(after))
            and (_is_other(order, after) or (order.within and not may_be_limited(order)))
            and not _ONE_AFTER_THE_OTHER.fullmatch(joint)
            for order, after, joint in zip(orders, orders[1:], joints, strict=False)
        ):
            raise MisreadError(reason("two-orders", orders=list(map(str, orders))))
        return orders

    def _orders(self, text: str, between: re.Pattern[str]) -> list[Order]:
        """Return the orders on a line; none if any part of it is none.

        An “if” in the form of an order, “stop if 2 are lost”, chooses nothing. Raises MisreadError
        if one may as well be another that leaves out the verb of the one before it.
        """
        orders: list[Order] = []
        parts = _part(text, between)
        chooses, verb = bool(parts and _CHOICE.search(text)), ""
        for part in parts:
            order, _ = self.find_order(part)
            if order and orders and not isinstance(order, kind := type(orders[-1])):
                other, _ = self.find_order(f"{verb} {part}")
                if isinstance(other, kind):  # “prefer turn 1, turn 2”
                    raise MisreadError(reason("two-orders", orders=[*map(str, orders), str(order)]))
            if order is None and orders and not chooses:
                order = self._after(orders[-1], f"{verb} {part}")
            elif order is not None:
                verb = _first_word(without_fillers(part, self._by_start))
            if order is None:
                return []
            orders.append(order)
        return orders

    def _after(self, before: Order, text: str) -> Order | None:
        """Return the order that a text is if it says of other things what the one before it does:
        “attack Owari from Ise and Wakasa from Omi”."""
        order, _ = self.find_order(text)
        shape = self._shape(before)
        is_alike = order is not None and self._shape(order) == shape
        return order if is_alike and shape.count("") > 1 else None

    def _shape(self, order: Order) -> list[str]:
        """Return the words of an order as it is printed, ``""`` for those that fill its blanks."""
        return [
            word if word.isalpha() and word in self.literals else "" for word in str(order).split()
        ]

    def fill_instead(self, order: Order, text: str) -> Order | None:
        """Return an order with another name, or names, in the only blank that takes them; None if
        there is none, or several do.

        A number may stand for any other in the order, and one name for all of a list or the last.
        """
        if text.isdecimal() and sum(map(str.isdecimal, str(order).split())) > 1:
            return None
        filled: dict[str, object] = {}
        slots = slots_of(type(order))
        for field in filled_fields(order):
            slot, before = slots[field], getattr(order, field)
            if isinstance(slot, Name | NameList):
                with suppress(MisreadError):
                    filled[field] = it = slot.read(text, self.names)
                    if isinstance(slot, NameList) and len(it) < len(before):
                        return None
        return replace(order, **filled) if len(filled) == 1 else None

    def explain_several(self, text: str) -> MisreadError | None:
        """Return what is to be said of a line that holds orders and what is none; None if that is
        not known: what looks like a second order may be a list in the first."""
        between = _BETWEEN_LISTS if _BETWEEN_LISTS.search(text) else _BETWEEN_ORDERS
        parts = [] if _CHOICE.search(text) else _part(text, between)
        read = [(part, self.find_order(part)[0]) for part in parts]
        orders = [str(order) for _, order in read if order]
        others = [part for part, order in read if part and not order]
        begins = any(self.order_within(part) == 0 for part in others)
        if not (orders and others) or not (len(orders) > 1 or begins):
            return None
        left = [part[:40] for part in others]
        return MisreadError(reason("two-orders.others", orders=orders, others=left))

    def nearest(self, text: str, *, as_written: bool) -> list[str]:
        """Return the orders of this phase that a text, which is none, is nearest to.

        ``as_written``: no word of it has been put right.
        """

        def read(line: str) -> str:
            order, _ = self.find_order(line)
            return str(order) if order is not None else ""

        return self._nearest.find(text, read, as_written=as_written)

    def _find_form(self, text: str) -> tuple[Order | None, MisreadError | None]:
        """Return the order that a text is as it stands, or what is wrong in the form that it has.

        What begins with a verb is not misread as an order without one, and neither is what begins
        with words that are no name, nor nearly one: “maybe attack Kai”.
        """
        misread: MisreadError | None = None
        first = _first_word(text)
        begun = first in self._by_start
        if begun:
            order, misread = self._forms(first).find(text, self.names)
            if order is not None:
                return order, None
        order, problem = self._anywhere.find(text, self.names)
        if problem and not begun:
            is_vain = problem.code == "unknown-name" and not (problem.fix or problem.choices)
            misread = None if is_vain and not self._begins_anyhow else problem
        return order, misread

    def _ways(self, text: str) -> Iterator[str]:
        """Yield a text and, as long as it cannot be read, the same without what says nothing."""
        yield text
        without = without_fillers(text, self._by_start)
        bare = _SET_OFF.sub(" ", without)
        if bare != text:
            yield bare
        stems = " ".join(map(self._stem, bare.split()))
        if stems != bare:
            yield stems
        if "(" in stems and not stems.startswith("("):  # which may set all of it aside
            yield stems.translate(_BRACKETS)
        if self.notation is not None:
            yield self.notation.rewrite(without)

    def _stem(self, word: str) -> str:
        """Return the word of the language of which a word is a form: “attacks”, “marching”."""
        low = word.casefold()
        if low in self.literals or not low.endswith(_ENDINGS):
            return word
        stems = (low.removesuffix(ending) for ending in _ENDINGS)
        forms = (form for stem in stems if len(stem) > 2 for form in (stem, f"{stem}e"))
        return next((form for form in forms if form != low and form in self.literals), word)

    def elsewhere(self, text: str) -> list[str]:
        """Return the other phases in which the text would be read as an order, as they follow one
        another in a round."""
        text = without_fillers(text, self.verbs_elsewhere).rstrip(".,!;")
        first = _first_word(text)
        any_word = first.isdecimal() or self._begins_anyhow  # “2 koku build”
        kinds = self._forms_elsewhere.get("" if any_word else first, ())
        return list(
            dict.fromkeys(phase for phase, forms in kinds if forms.find(text, self.names)[0])
        )

    @cached_property
    def _begins_anyhow(self) -> bool:
        """Whether any word may begin each of the phase's orders."""
        return all(_beginning(kind).startswith("<") for kind in self.kinds)

    @cached_property
    def _forms_elsewhere(self) -> Mapping[str, list[tuple[str, Forms]]]:
        """The forms of each kind of other phases, with the phase, by first word (``""``: any)."""
        elsewhere: dict[str, list[tuple[str, Forms]]] = {}
        for phase, kinds in self._other_phases:
            for kind in kinds:
                for word, forms in by_start(() if kind in self.kinds else (kind,)).items():
                    elsewhere.setdefault(word, []).append((phase, Forms(forms)))
        return elsewhere

    def _begins_with_blanks(self, text: str) -> list[Form]:
        """Return the forms without a verb that a text begins as: “levy 5” in the phase of plans."""
        words = text.split(maxsplit=2)[:2]
        return [form for form, blanks in self._forms_of_blanks if self._fill(blanks, words)]

    @cached_property
    def _forms_of_blanks(self) -> list[tuple[Form, list[Slot]]]:
        """The forms that begin with two blanks of which the first takes fixed words, with both."""
        forms = []
        for form in self._anywhere.all:
            slots = slots_of(form.kind)
            parts = [part for part in form.parts if not isinstance(part, Maybe)]
            blanks = [slots[part.field] for part in parts[:2] if isinstance(part, Blank)]
            if len(blanks) == 2 and isinstance(blanks[0], OneOf):
                forms.append((form, blanks))
        return forms

    def _fill(self, blanks: Sequence[Slot], words: Sequence[str]) -> bool:
        """Whether words are what blanks take."""
        try:
            return len(words) == len(blanks) and all(
                slot.read(word, self.names) is not None
                for slot, word in zip(blanks, words, strict=True)
            )
        except MisreadError:
            return False

    def order_within(self, text: str) -> int:
        """Return where the first word that can begin an order stands in the text; -1 if none."""
        for match in _WORD.finditer(text):
            if match.group().casefold() in self._by_start:
                return match.start()
        return -1

    def read_when(self, text: str) -> When:
        """Read a condition. Raises MisreadError."""
        return read_when(text, self.conditions, self.names)

    def explain(self, text: str) -> MisreadError:
        """Return why a text is no order of the phase, in words."""
        bare = without_fillers(text, {**self._by_start, **self.verbs_elsewhere}) or text
        first = _first_word(bare)
        if not first:
            return MisreadError(reason("malformed.no-order"))
        forms = [*self._by_start.get(first, ()), *self._begins_with_blanks(bare)]
        if phases := self.elsewhere(text) or (not forms and self.verbs_elsewhere.get(first)):
            verb = first if first in self.verbs_elsewhere else ""
            facts = {"verb": verb, "phases": phases, "phase": self.phase}
            return MisreadError(reason(WRONG_PHASE, **facts))
        if forms:
            for form in forms:
                field, misfit = form.find_misfit(_SET_OFF.sub(" ", bare), self.names)
                if field:
                    takes = slots_of(form.kind)[field].describe().replace("`", "")
                    facts = {"text": misfit[:40], "field": field, "takes": takes}
                    form_of = plain_syntax(form.kind)
                    return MisreadError(reason("malformed.misfit", **facts, form=form_of))
            wanted = list(map(plain_syntax, dict.fromkeys(form.kind for form in forms)))
            return MisreadError(reason("malformed.rest", verb=first, forms=wanted))
        near = closest(first, self.verbs_elsewhere) if len(first) > 2 else ""
        if near and (phases := self.elsewhere(f"{near}{bare[len(first) :]}")):
            facts = {"near": near, "phases": phases, "phase": self.phase}
            return MisreadError(reason("unknown-order.elsewhere", word=first[:40], **facts))
        headers = COMMANDS if first == text.casefold().rstrip(".!:") else HEADERS
        if len(first) > 2 and first not in self.words and (near := closest(first, headers)):
            return MisreadError(reason("unknown-order.near", word=first[:40], near=near))
        written = bare.split(maxsplit=1)[0].rstrip(":,")[:40]
        facts = {"phase": self.phase, "known": list(dict.fromkeys(map(_beginning, self.kinds)))}
        if self._begins_anyhow:
            return MisreadError(reason("unknown-order.form", **facts))
        return MisreadError(reason("unknown-order", word=written, **facts))


def _part(text: str, between: re.Pattern[str]) -> list[str]:
    """Return what may be orders on a line; none if it cannot be parted."""
    parts = between.split(text.rstrip(".,!;"), maxsplit=_MOST_ON_A_LINE)
    return parts if len(parts) > 1 else []


def _limit_first(orders: Sequence[Order]) -> list[Order]:
    """Return an order with those behind it that only limit it, as they stand on lines of their own:
    “attack Kai from Mino and stop after 2 losses”. None if they do not."""
    limited = list(orders[:1])
    if limited and limited[0].within:  # which limits others itself
        return []
    for order in orders[1:]:
        named = {field: getattr(orders[0], field, "") for field in order.within}
        if not any(named.values()) or any(getattr(order, field) for field in named):
            return []
        limited.append(replace(order, **named))
    return limited if len(limited) > 1 else []


def _is_other(order: Order, after: Order) -> bool:
    """Whether two orders are of kinds that settle different matters."""
    return (order.matter or type(order)) != (after.matter or type(after))


def _first_word(text: str) -> str:
    words = text.split(maxsplit=1)
    return words[0].casefold().rstrip(":,") if words else ""


def _beginning(kind: type[Order]) -> str:
    """Return the word that an order begins with, or its syntax if it begins with a blank."""
    syntax = plain_syntax(kind).lstrip("[")
    return syntax if syntax.startswith("<") else syntax.split()[0].rstrip("]")
