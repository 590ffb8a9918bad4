"""The syntax of an order, stated once: read, printed and described from the same statement.

A statement is a line of literal words and blanks, such as

    (attack|battle) <target> from <source> [with <troop>]

``(a|b)`` are other words for the same thing, of which the first is canonical; words that only link
always have others (``SYNONYMS``). ``[…]`` may be left out; ``<field>`` is a blank, filled as the
field's annotation says. What a blank takes ends where a word that may follow it begins, so a line
is read in one pass, without going back. After a number the second of several words is printed where
it is 1: ``after <passes> (passes|pass)``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Protocol, get_type_hints

import msgspec

from adjudicator.orders.findings import MisreadError
from adjudicator.orders.language.names import Vocabulary
from adjudicator.orders.language.slots import Number, Slot
from adjudicator.orders.language.words import SYNONYMS
from adjudicator.patterns import pattern


class Word(msgspec.Struct, frozen=True):
    """A literal, with the other words that mean the same."""

    forms: tuple[str, ...]
    agrees: bool = False
    """Whether the second form is that for the number 1."""


class Blank(msgspec.Struct, frozen=True):
    """A slot to be filled."""

    field: str


class Maybe(msgspec.Struct, frozen=True):
    """A part that may be left out."""

    parts: tuple["Part", ...]


Part = Word | Blank | Maybe
_TOKEN = pattern(r"\[|\]|<(\w+)>|\(([^)]*)\)|(->|[^\s\[\]<>()]+)")


class Phrase(msgspec.Struct, frozen=True, gc=False):
    """Something that is written on one line: the base of order kinds and of conditions.

    A kind states its syntax and, as annotated fields, what can stand in its blanks.
    """

    syntax: ClassVar[str] = ""
    """How it is written, and printed."""
    also: ClassVar[tuple[str, ...]] = ()
    """Other forms that are read but never printed."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Lines for the reference; the tests read them."""
    about: ClassVar[tuple[str, ...]] = ()
    """The fields that say what it is about, by which an amendment finds the line it replaces."""
    matter: ClassVar[str] = ""
    """What it is about in a word, where kinds share it: an order of one replaces one of another."""
    latest: ClassVar[bool] = False
    """Whether of several about the same thing the latest that is carried out counts alone."""

    def __str__(self) -> str:
        """Print it canonically; reading that gives the same phrase."""
        return " ".join(_print(self, _steps(type(self), parts_of(self.syntax))))


class Notation(Protocol):
    """How a community writes orders besides. It is asked about what cannot be read as it stands."""

    def of(self, names: Vocabulary) -> "Notation":
        """Return it for a game with these names."""
        ...

    def rewrite(self, text: str) -> str:
        """Return what may be an order with its notation turned into the stated forms."""
        ...

    def explain(self, text: str) -> MisreadError | None:
        """Return what is to be said of a text that is no order, if anything."""
        ...

    def is_title(self, text: str) -> bool:
        """Whether a line only says whose or of when the orders below it are."""
        ...

    def find_phase(self, text: str) -> tuple[int | None, str]:
        """Return the round and the name of the phase that a title names; ``""``: none."""
        ...

    def is_heading(self, text: str) -> bool:
        """Whether a line says what is done with all below it."""
        ...

    def take_apart(
        self, text: str, under: str, read: Callable[[str], "Order | None"]
    ) -> "list[Order]":
        """Return the orders of a line below a heading (``""``: none), if it can be read so.

        ``read`` reads one order.
        """
        ...


class Order(Phrase, frozen=True):
    """The base of all order kinds of all games."""

    notation: ClassVar[Notation | None] = None
    """How a community writes orders of its phase besides."""

    it: ClassVar[str] = ""
    """The field that “it” means in its condition, as in “move … to Mino if it is empty”."""

    within: ClassVar[tuple[str, ...]] = ()
    """The fields that say what it limits. Behind what it limits, on one line, they are unsaid."""

    @property
    def that(self) -> str:
        """What “it” and “there” mean behind it: of several names the last, to which a way leads."""
        value = getattr(self, self.it) if self.it else ""
        name: str = value[-1] if isinstance(value, tuple) else value
        return name


class Condition(Phrase, frozen=True):
    """The base of all conditions of all games."""

    def holds(self, play: Any, seat: str) -> bool:
        """Say whether it holds now, for that seat; ``play`` is the game's phase in progress."""
        raise NotImplementedError(f"{type(self).__name__} does not say whether it holds")


class Form:
    """One way to write a phrase.

    What reads it is made when it is first used: a run reads few of all forms.
    """

    def __init__(self, kind: type[Phrase], statement: str):
        self.parts = parts_of(statement)
        self.kind = kind
        words, blank_first = _first_words(self.parts)
        first = () if blank_first else words
        self.starts = frozenset(word.split()[0].casefold() for word in first)
        """The first words it may have; empty: any."""

    @cached_property
    def essentials(self) -> tuple[frozenset[str], ...]:
        """The first words of each literal that it cannot be without, beside the first literal."""
        return tuple(
            frozenset(form.casefold().split()[0] for form in part.forms)
            for part in self.parts[bool(self.starts) :]
            if isinstance(part, Word)
        )

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The expression, with a group for each blank. Raises TypeError for a bad statement."""
        source = _regex(self.parts, slots_of(self.kind), frozenset())
        return re.compile(source + r"\Z", re.IGNORECASE)

    @cached_property
    def _loose(self) -> re.Pattern[str]:
        """The same where each blank takes anything."""
        source = _regex(self.parts, slots_of(self.kind), frozenset(), loose=True)
        return re.compile(source + r"\Z", re.IGNORECASE)

    def find_misfit(self, line: str, names: Vocabulary) -> tuple[str, str]:
        """Return the field of the blank in which alone a line that is none has something else than
        it takes, and what that is; ``""`` twice if it is not so."""
        slots = slots_of(self.kind)
        match = self._loose.match(" ".join(line.split()) + " ")
        filled = match.groupdict().items() if match else ()
        wrong = [
            (field, text.strip())
            for field, text in filled
            if text and not _reads(slots[field], text, names)
        ]
        return wrong[0] if len(wrong) == 1 else ("", "")


class Forms:
    """Forms in which a line may be read, the first that fits; found by the words of the line."""

    def __init__(self, forms: Iterable[Form]):
        self.all = tuple(forms)
        self._needed = frozenset[str]().union(*chain.from_iterable(x.essentials for x in self.all))
        self._having = lru_cache(maxsize=256)(self._find)

    def having(self, words: frozenset[str]) -> tuple[Form, ...]:
        """Return those that a line of these words, in lower case, may have."""
        return self._having(words & self._needed)

    def find(self, line: str, names: Vocabulary) -> tuple[Any, MisreadError | None]:
        """Return what a line is in the first form that fits, or what is wrong in the first form
        that it has."""
        tidy = " ".join(line.split()) + " "
        plain = tidy.isascii()  # of other letters there are more than two cases
        misread: MisreadError | None = None
        for form in self.having(frozenset(tidy.lower().split())) if plain else self.all:
            if match := form.regex.match(tidy):
                try:
                    return _fill(form.kind, match, names), None
                except MisreadError as problem:
                    misread = misread or problem.with_traceback(None)
        return None, misread

    def _find(self, words: frozenset[str]) -> tuple[Form, ...]:
        return tuple(x for x in self.all if not any(map(words.isdisjoint, x.essentials)))


@cache
def slots_of(kind: type[Phrase]) -> dict[str, Slot]:
    """Return the slot of each field of a kind, as its annotations state."""
    hints = get_type_hints(kind, include_extras=True)
    slot_of = {}
    for field in kind.__struct_fields__:
        slots = [m for m in getattr(hints[field], "__metadata__", ()) if isinstance(m, Slot)]
        if len(slots) != 1:
            raise TypeError(f"{kind.__name__}.{field} must be annotated with one slot")
        slot_of[field] = slots[0]
    return slot_of


@cache
def ranking(kind: type[Phrase]) -> str:
    """Return the field of a kind that ranks names, to which later ones are added; or ``""``."""
    slots = slots_of(kind).items()
    return next((field for field, slot in slots if getattr(slot, "ranked", False)), "")


@cache
def defaults_of(kind: type[Phrase]) -> Mapping[str, Any]:
    """Return the defaults of those fields that have one."""
    return {
        field.name: field.default
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT
    }


@cache
def parts_of(statement: str) -> tuple[Part, ...]:
    """Take a statement apart. Raises ValueError if its brackets do not match."""
    stack: list[list[Part]] = [[]]
    for match in _TOKEN.finditer(statement):
        field, choices, word = match.groups()
        if field:
            stack[-1].append(Blank(field))
        elif choices:
            stack[-1].append(_choice(choices))
        elif word:
            stack[-1].append(Word(SYNONYMS.get(word, (word,))))
        elif match.group() == "[":
            stack.append([])
        elif len(stack) > 1:
            done = Maybe(tuple(stack.pop()))
            stack[-1].append(done)
        else:
            raise ValueError(f"unmatched ] in {statement!r}")
    if len(stack) != 1:
        raise ValueError(f"unmatched [ in {statement!r}")
    return tuple(stack[0])


def _choice(written: str) -> Word:
    forms = tuple(" ".join(form.split()) for form in written.split("|"))
    return Word(forms, agrees=len(forms) > 1)


@cache
def forms_of(kind: type[Phrase]) -> tuple[Form, ...]:
    """Return all forms of a kind, the canonical one first."""
    return tuple(Form(kind, statement) for statement in (kind.syntax, *kind.also))


def _fill(kind: Any, match: re.Match[str], names: Vocabulary) -> Any:
    """Make the phrase from a match of one of its forms. Raises MisreadError."""
    slots = slots_of(kind)
    values = {}
    for field, text in match.groupdict().items():
        if text is not None:
            try:
                values[field] = slots[field].read(text.rstrip(" ,"), names)
            except MisreadError as misread:
                start, end = match.span(field)
                misread.at_part(match.string[:start], f" {match.string[end:]}".rstrip())
                raise
    return kind(**values)


@cache
def plain_syntax(kind: type[Phrase]) -> str:
    """Return the syntax as people can read it: words as they are printed, without those that need
    not stand."""
    return " ".join(_plain(parts_of(kind.syntax)))


def _plain(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Blank):
            yield f"<{part.field}>"
        elif isinstance(part, Word):
            yield part.forms[0]
        elif any(_fields(part.parts)):
            yield f"[{' '.join(_plain(part.parts))}]"


@cache
def first_word(kind: type[Phrase]) -> str:
    """Return the word that every phrase of a kind is printed with first; ``""``: it varies."""
    [first, *_] = parts_of(kind.syntax)
    return first.forms[0].split()[0] if isinstance(first, Word) else ""


def may_be_limited(order: Order) -> bool:
    """Whether an order leaves unsaid something of what it is about, which another one beside it
    may say."""
    return not all(getattr(order, field) for field in order.about)


def filled_fields(phrase: Phrase) -> set[str]:
    """Return the fields of a phrase that were filled."""
    defaults = defaults_of(type(phrase))
    return {
        field
        for field in phrase.__struct_fields__
        if field not in defaults or getattr(phrase, field) != defaults[field]
    }


def subject(order: Order) -> tuple[str, ...]:
    """Say what an order is about, so that an amendment finds the order it replaces."""
    kind = order.matter or type(order).__name__
    return (kind, *(str(getattr(order, field)) for field in order.about))


class _Step(NamedTuple):
    """A part of a statement as it is printed, with all that is known of it beforehand."""

    text: str = ""
    """A word."""
    single: str = ""
    """The word where ``number``, the field before it, is 1."""
    number: str = ""
    field: str = ""
    show: Callable[[Any], str] = str
    """How the value of the field is printed."""
    steps: tuple["_Step", ...] = ()
    """What may be left out, and is, if all ``defaults`` are the values of their fields."""
    defaults: tuple[tuple[str, Any], ...] = ()


@cache
def _steps(kind: type[Phrase], parts: tuple[Part, ...]) -> tuple[_Step, ...]:
    """Return how the parts of a phrase are printed."""
    slots, defaults = slots_of(kind), defaults_of(kind)
    steps, number = list[_Step](), ""
    for part in parts:
        if isinstance(part, Blank):
            steps.append(_Step(field=part.field, show=slots[part.field].show))
            number = part.field if isinstance(slots[part.field], Number) else ""
            continue
        if isinstance(part, Maybe):
            usual = ((field, defaults.get(field, msgspec.UNSET)) for field in _fields(part.parts))
            steps.append(_Step(steps=_steps(kind, part.parts), defaults=tuple(usual)))
        elif part.agrees and number:
            steps.append(_Step(part.forms[0], part.forms[1], number))
        else:
            steps.append(_Step(part.forms[0]))
        number = ""
    return tuple(steps)


def _print(phrase: Phrase, steps: Iterable[_Step]) -> Iterator[str]:
    """Yield the words of a phrase."""
    for text, single, number, field, show, inner, defaults in steps:
        if field:
            yield show(getattr(phrase, field))
        elif number:
            yield single if getattr(phrase, number) == 1 else text
        elif text:
            yield text
        else:
            for name, usual in defaults:
                if getattr(phrase, name) != usual:
                    yield from _print(phrase, inner)
                    break


def first_words(phrase: Phrase) -> list[str]:
    """Return the first two words that a phrase is printed with, or the only one."""
    steps = _steps(type(phrase), parts_of(phrase.syntax))
    words = " ".join(_print(phrase, steps[:2])).split()
    return (words if len(words) > 1 else str(phrase).split())[:2]


def _fields(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Blank):
            yield part.field
        elif isinstance(part, Maybe):
            yield from _fields(part.parts)


def _reads(slot: Slot, text: str, names: Vocabulary) -> bool:
    try:
        slot.read(text.strip(" ,"), names)
    except MisreadError:
        return False
    return True


def _regex(
    parts: tuple[Part, ...],
    slots: Mapping[str, Slot],
    after: frozenset[str],
    *,
    loose: bool = False,
) -> str:
    """Make the regular expression; ``after`` are the words that may follow the last part.

    A ``loose`` one lets each blank take what it does not take, wherever its end is known.
    """
    pieces: list[str] = []
    for index in range(len(parts) - 1, -1, -1):
        part = parts[index]
        rest = parts[index + 1 :]
        follows, open_end = _first_words(rest)
        stops = frozenset(follows) | (after if _may_be_empty(rest) else frozenset())
        if isinstance(part, Word):
            longest_first = sorted(part.forms, key=len, reverse=True)  # “split off” is no “split”
            pieces.append("(?:" + "|".join(map(re.escape, longest_first)) + ") ")
        elif isinstance(part, Maybe):
            pieces.append(f"(?:{_regex(part.parts, slots, stops, loose=loose)})?")
        else:
            taken = slots[part.field].regex
            if taken is None or (loose and not open_end):
                if open_end:
                    raise TypeError(f"<{part.field}> runs into the blank that follows it")
                taken_all = _up_to(stops, slots[part.field].joined)
            else:
                taken_all = rf"(?:{taken})\ "
            pieces.append(f"(?P<{part.field}>{taken_all})")
    return "".join(reversed(pieces))


def _up_to(stops: frozenset[str], joined: tuple[str, ...]) -> str:
    """Take words up to one of the stops, those that are ``joined`` together."""
    if not stops:
        return r"(?:\S+\ )+"
    # What follows begins with a stop: no word that was taken is worth giving back.
    words = "|".join(re.escape(word) for word in sorted(stops))
    # Only what a stop would part is named, so that nothing can be taken in two ways.
    parted = (each for each in joined if not stops.isdisjoint(each.split()))
    whole = "".join(rf"{re.escape(each)}\ |" for each in parted)
    return rf"(?:{whole}(?!(?:{words})\ )\S+\ )+"


def _first_words(parts: tuple[Part, ...]) -> tuple[list[str], bool]:
    """Return the words that the parts may begin with, and whether a blank may come first."""
    words: list[str] = []
    for part in parts:
        if isinstance(part, Word):
            return [*words, *part.forms], False
        if isinstance(part, Blank):
            return words, True
        inner, blank = _first_words(part.parts)
        words += inner
        if blank:
            return words, True
    return words, False


def by_start(kinds: Iterable[type[Phrase]]) -> dict[str, list[Form]]:
    """Return the forms of kinds by each first word that they may have; ``""``: any."""
    begun: dict[str, list[Form]] = {}
    for form in all_forms(kinds):
        for word in sorted(form.starts) or ("",):
            begun.setdefault(word, []).append(form)
    return begun


def all_forms(kinds: Iterable[type[Phrase]]) -> list[Form]:
    """Return all forms of several kinds."""
    return [form for kind in kinds for form in forms_of(kind)]


def literals(parts: tuple[Part, ...]) -> Iterator[str]:
    """Return all literals of a statement, each form of each."""
    for part in parts:
        if isinstance(part, Word):
            yield from part.forms
        elif isinstance(part, Maybe):
            yield from literals(part.parts)


def _may_be_empty(parts: tuple[Part, ...]) -> bool:
    return all(isinstance(part, Maybe) for part in parts)
