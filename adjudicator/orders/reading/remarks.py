"""What is said of lines that were not understood, and the lines that they may have been meant."""

import re
from collections import Counter
from itertools import islice
from operator import itemgetter

from adjudicator.orders.findings import AMISS, Finding, MisreadError
from adjudicator.orders.language.connectives import ELSE, IF, OTHERWISE, any_of
from adjudicator.orders.language.language import BETWEEN_ORDERS, FORBIDDEN, Language
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.patterns import compile_later
from adjudicator.orders.language.spelling import Correction, Speller, one_slip
from adjudicator.orders.language.spoken import denials
from adjudicator.orders.reading.chat import (
    Likeness,
    is_courtesy,
    is_heading,
    is_signature,
    leaves_as_it_is,
    likeness,
    orders_nothing,
)
from adjudicator.orders.reading.courtesy import wants_no_more
from adjudicator.orders.reading.line import canonical, find_line, meaning
from adjudicator.orders.reading.scan import MOST_FINDINGS, RawLine

MOST_MEANT = 8
_ATTEMPTS_A_LINE = 120
_ATTEMPTS_A_FILE = 1_000
_MOST_MENDS = 3
_SHAPED = ("ambiguous-name", "not-a-number", "number-out-of-range", "unit-twice", "too-long", AMISS)
"""The codes that only a line with the shape of an order can have."""


_LONGEST_CHECKED = 12
"""A line outside the orders of more words than that is prose, not an order misspelt."""
_NO_ORDER = "Not read as an order. If it is meant as one: "
_NOTHING_ORDERED = "Nothing is ordered here; without an order it goes as the defaults say."
_BY_REFERENCE = "Write it as the reference says."


_SIGNED_WITHIN = 2
"""A name stands so many lines below a courtesy at most."""
_MOST_JOINTS = 8
_LIKE_NO = frozenset(("on", "so", "to", "do", "now", "note", "know", "won", "one"))
"""Common words from which a slip would make one that denies."""
_MOST_KEPT = 8
"""So many words at most are taken from the order before."""
_CHOOSE = frozenset(("or", "either", "if"))
"""Words that make a choice or a condition of what is said."""
_MOST_PARTED = 40
"""So many lines of a file are taken apart."""
_CHOICE = compile_later(
    rf"^{any_of(*IF)}\b|\b{any_of('or', 'either', ELSE, OTHERWISE)}\b", re.IGNORECASE
)
_OF_IT = compile_later(r"\bit\b(?!['’])|\b(?P<there>there)$", re.IGNORECASE)
_UNREAD = ("malformed", "unknown-order", "unknown-name", "wrong-phase")


class Remarks:
    """Collects the findings on the lines of a file that were not understood, and what is no order.

    Without ``hints`` nothing is suggested.
    """

    def __init__(self, language: Language, *, hints: bool):
        self.findings: list[Finding] = []
        self.unread: list[RawLine] = []
        self.meant: dict[int, tuple[tuple[str, ...], ...]] = {}
        self._language = language
        self._hints = hints
        self._lines_parted = 0
        self._courteous = -_SIGNED_WITHIN
        self._speller = Speller(lambda: language.words, name_key, self._meaning, _ATTEMPTS_A_FILE)

    def add(self, raw: RawLine, why: MisreadError, *, between: bool, under: str = "") -> None:
        """Add a line that was not understood; ``between`` orders nothing else is expected.

        ``under`` is the line above it that ends in a colon, such as “Army 1:”.
        """
        if len(self.findings) >= MOST_FINDINGS:
            return
        if why.code not in _SHAPED and self._is_said_beside(raw):
            return
        alike = self._likeness(raw, why, between=between)
        orders = self._several_orders(raw, why)
        meant = [] if orders else self._of_heading(raw, under) or self._guess(raw, why, alike)
        nothing = not (orders or meant) and orders_nothing(raw.text, self._language)
        if orders:
            self.findings.append(_several(raw, orders))
        elif nothing and between:
            self.findings.append(
                Finding(raw.number, "not-an-order", "warning", raw.text, _NOTHING_ORDERED)
            )
        elif (alike == "none" or nothing) and not meant:
            self.unread.append(raw)
        else:
            self.findings.append(self._finding(raw, why, alike, meant))

    def _is_said_beside(self, raw: RawLine) -> bool:
        """Keep a line that is no order wherever it stands, if it is one."""
        signs = raw.number - self._courteous <= _SIGNED_WITHIN
        if raw.too_long:
            return False
        if leaves_as_it_is(raw.text, self._language) and not self._language.elsewhere(raw.text):
            self.findings.append(
                Finding(raw.number, "not-an-order", "note", raw.text, _NOTHING_ORDERED)
            )
        elif is_courtesy(raw.text, self._language):
            self._courteous = raw.number
            self.unread.append(raw)
        elif wants_no_more(raw.text) or (signs and is_signature(raw.text, self._language)):
            self.unread.append(raw)
        else:
            return False
        return True

    def _likeness(self, raw: RawLine, why: MisreadError, *, between: bool) -> Likeness:
        if why.code in _SHAPED:
            return "order"
        if raw.beside or not between:
            alike = likeness(raw.text, self._language)
            heads = raw.beside and alike == "mention"
            return "none" if heads or is_heading(raw.text, self._language) else alike
        return "none" if is_heading(raw.text, self._language) else "order"

    def _finding(
        self, raw: RawLine, why: MisreadError, alike: Likeness, meant: list[Correction]
    ) -> Finding:
        read = raw.text[:60] + "…" if raw.too_long else raw.text
        if alike == "mention" and not meant:
            message = _NO_ORDER + (_BY_REFERENCE if why.code == "unknown-order" else str(why))
            return Finding(raw.number, "not-an-order", "warning", read, message)
        texts = [each.text for each in meant]
        fix = texts[0] if len(texts) == 1 else ""
        if fix and why.fix and self._meaning(why.fix) == self._meaning(fix):
            fix = texts[0] = why.fix  # the same in the words of the message: not Ecchu, but Etchu
        if len(texts) > 1:
            likely = tuple(each.text for each in meant if not each.rare)
            rare = tuple(each.text for each in meant if each.rare)
            self.meant[raw.number] = (likely, rare)
        return Finding(raw.number, why.code, "error", read, _question(raw.text, why, texts), fix)

    def _of_heading(self, raw: RawLine, under: str) -> list[Correction]:
        """Return the line with that above it, if it is an order so: “Army 1: attack Hida”."""
        whole = f"{under} {raw.text}"
        found = under and self._hints and not raw.too_long and self._meaning(whole)
        return [Correction(whole, rare=False)] if found else []

    def _guess(self, raw: RawLine, why: MisreadError, alike: Likeness) -> list[Correction]:
        """Return what a line may have been meant to be; of prose only what is close to an order.

        What says that something shall not be done was never meant to be an order that does it.
        """
        if raw.too_long or not self._hints or _forbids(raw.text, self._language):
            return []
        if why.code == AMISS:
            return [Correction(text, rare=False) for text in why.choices if self._meaning(text)]
        if alike != "order" and len(raw.text.split()) > _LONGEST_CHECKED:
            return []
        if why.code == "ambiguous-name":
            return []
        found = self._speller.corrections(raw.text, _ATTEMPTS_A_LINE)
        found = [each for each in found if _denies_as_much(each.text, raw.text)][:MOST_MEANT]
        if found or alike != "order":
            return found
        mended = self._mend(why.fix)
        if not (mended and _denies_as_much(mended, raw.text)):
            return []
        return [Correction(mended, rare=False)]

    def _several_orders(self, raw: RawLine, why: MisreadError) -> list[str]:
        """Return the orders that a line holds, if it holds several.

        One that goes on with words of the order before it is written out: “attack Omi from Iyo,
        Iga” is “attack Omi from Iyo” and “attack Omi from Iga”.
        """
        text = raw.text
        if (
            not self._hints
            or raw.too_long
            or self._lines_parted == _MOST_PARTED
            or why.code not in _UNREAD
            or FORBIDDEN.match(text)
            or _CHOICE.search(text)
        ):
            return []
        self._lines_parted += 1
        joints = list(islice(BETWEEN_ORDERS.finditer(text), _MOST_JOINTS))
        ends = [(joint.start(), joint.end()) for joint in joints] + [(len(text), len(text))]
        done: list[str] = []
        begin = 0
        while begin < len(text):
            parts = [(text[begin:end], after) for end, after in reversed(ends) if end > begin]
            whole = ((part, after) for part, after in parts if self._meaning(part))
            taken_up = ((self._continuation(part, done), after) for part, after in parts)
            order, begin = next(whole, None) or next(
                filter(itemgetter(0), taken_up), ("", len(text))
            )
            done.append(order)
        return done if len(done) > 1 and all(done) else []

    def _continuation(self, part: str, before: list[str]) -> str:
        """Return a part of a line as an order that begins as the one before it does.

        An order of which there can be only one is none: the part would replace it.
        """
        words = before[-1].split() if before else []
        for whole in (_of_same(part, words), self._of_it(part, before)):
            if whole and self._meaning(whole):
                return whole
        found: dict[str, str] = {}
        for kept in range(1, min(len(words), _MOST_KEPT)):
            whole = " ".join((*words[:kept], part))
            reading = find_line(whole, self._language)
            if reading and reading.branches[0].order.about:
                found.setdefault(self._meaning(whole), whole)
        return next(iter(found.values())) if len(found) == 1 else ""

    def _of_it(self, part: str, before: list[str]) -> str:
        """Return “fortify it” after “build castle in Kai” as “fortify Kai”, “there” as “in Kai”."""
        if not before or not _OF_IT.search(part):
            return ""
        order = self._language.find_order(before[-1])
        it = order.that if order else ""
        return it and _OF_IT.sub(lambda said: f"in {it}" if said["there"] else it, part)

    def _mend(self, fix: str) -> str:
        """Return a fix, mended further where it must be; ``""`` if it cannot be read even so."""
        for _ in range(_MOST_MENDS):
            if not fix:
                return ""
            try:
                canonical(fix, self._language)
            except MisreadError as misread:
                fix = misread.fix
            else:
                return fix
        return ""

    def _meaning(self, text: str) -> str:
        return meaning(text, self._language)


def _several(raw: RawLine, orders: list[str]) -> Finding:
    many = "two orders" if len(orders) == 2 else f"{len(orders)} orders"
    *others, last = (f"“{order}”" for order in orders)
    message = f"These are {many}: write {', '.join(others)} and {last} on a line each."
    return Finding(raw.number, "two-orders", "error", raw.text, message)


def _of_same(part: str, before: list[str]) -> str:
    """Return “2 in Iga” after “hide 3 men in Omi” as “hide 2 men in Iga”; else ``""``."""
    number, _, rest = part.partition(" ")
    at = next((at for at, word in enumerate(before[:-1]) if word.isdecimal()), 0)
    if not (at and rest and number.isdecimal()):
        return ""
    return " ".join((*before[:at], number, before[at + 1], rest))


def _forbids(text: str, language: Language) -> bool:
    """Whether a line says what shall not be done, or may say so with a slip: “nto attack Omi”."""
    begin = [name_key(word) for word in text.split()[:2]]
    strange = (word for word in begin if word not in language.words)
    return bool(FORBIDDEN.match(text)) or any(
        one_slip(word, negative) for word in strange for negative in ("not", "never", "dont")
    )


def _denies_as_much(suggested: str, text: str) -> bool:
    """Whether no word that turns the meaning of a text round is missing in what is suggested.

    Nor one that makes a choice or a condition of it: “or” is no “our”, and “if” no “in”. Nor may a
    word that denies have come in for a common one: “now” is no “not”, “on to” no “no to”.
    """
    said, kept = Counter(denials(text)), Counter(denials(suggested))
    words, again = (Counter(each.casefold().split()) for each in (text, suggested))
    lost = words - again
    return not (said - kept or (kept - said and lost.keys() & _LIKE_NO) or lost.keys() & _CHOOSE)


def _question(text: str, why: MisreadError, meant: list[str]) -> str:
    """Say which words are wrong and what they may have been."""
    if (
        not meant
        or why.code == AMISS
        or "Did you mean" in str(why)
        or any(len(line.split()) != len(text.split()) for line in meant)
    ):
        return str(why)
    words = text.split()
    others = [line.split() for line in meant]
    places = [at for at, word in enumerate(words) if any(line[at] != word for line in others)]
    first, last = places[0], places[-1] + 1
    shown = dict.fromkeys(" ".join(line[first:last]) for line in others)
    wrong, right = " ".join(words[first:last]), " or ".join(f"“{each}”" for each in shown)
    return f"“{wrong}” is not understood here. Did you mean {right}?"
