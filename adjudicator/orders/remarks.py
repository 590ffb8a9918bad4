"""What is said of lines that were not understood, and the lines that they may have been meant."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import islice

from adjudicator.orders.chat import Likeness, likeness, orders_nothing
from adjudicator.orders.findings import Finding, MisreadError
from adjudicator.orders.language import AMISS, FORBIDDEN, Language
from adjudicator.orders.names import name_key
from adjudicator.orders.patterns import compile_later
from adjudicator.orders.scan import MOST_FINDINGS, RawLine
from adjudicator.orders.spelling import Correction, Speller
from adjudicator.orders.spoken import denials

MOST_MEANT = 8
_ATTEMPTS_A_LINE = 120
_ATTEMPTS_A_FILE = 3_000
_MOST_MENDS = 3
_SHAPED = ("ambiguous-name", "not-a-number", "number-out-of-range", "unit-twice", "too-long", AMISS)
"""The codes that only a line with the shape of an order can have."""


_LONGEST_CHECKED = 12
"""A line outside the orders of more words than that is prose, not an order misspelt."""
_NO_ORDER = "Not read as an order. If it is meant as one: "
_BY_REFERENCE = "Write it as the reference says."


_BETWEEN_ORDERS = compile_later(r"[,.:;]\s+(?:and |then )?|\s(?:and|then|&|\+)\s", re.IGNORECASE)
_MOST_JOINTS = 8
_LIKE_NO = frozenset(("on", "so", "to", "do", "now", "note", "know", "won", "one"))
"""Common words from which a slip would make one that denies."""
_UNREAD = ("malformed", "unknown-order", "unknown-name", "wrong-phase")


class Remarks:
    """Collects the findings on the lines of a file that were not understood, and what is no order.

    ``read`` returns a line in canonical form, or raises MisreadError. Without ``hints`` nothing is
    suggested.
    """

    def __init__(self, language: Language, read: Callable[[str], str], *, hints: bool):
        self.findings: list[Finding] = []
        self.unread: list[RawLine] = []
        self.meant: dict[int, tuple[tuple[str, ...], ...]] = {}
        self._language = language
        self._read = read
        self._hints = hints
        self._speller = Speller(lambda: language.words, name_key, self._meaning, _ATTEMPTS_A_FILE)

    def add(self, raw: RawLine, why: MisreadError, *, between: bool) -> None:
        """Add a line that was not understood; ``between`` orders nothing else is expected."""
        if len(self.findings) >= MOST_FINDINGS:
            return
        shaped = between or why.code in _SHAPED
        alike: Likeness = "order" if shaped else likeness(raw.text, self._language)
        meant = self._guess(raw, why, alike)
        nothing = not meant and orders_nothing(raw.text, self._language)
        if nothing and between:
            message = "Nothing is ordered here; without an order it goes as the defaults say."
            self.findings.append(Finding(raw.number, "not-an-order", "warning", raw.text, message))
        elif (alike == "none" or nothing) and not meant:
            self.unread.append(raw)
        else:
            self.findings.append(self._finding(raw, why, alike, meant))

    def _finding(
        self, raw: RawLine, why: MisreadError, alike: Likeness, meant: list[Correction]
    ) -> Finding:
        read = raw.text[:60] + "…" if raw.too_long else raw.text
        if alike == "mention" and not meant:
            message = _NO_ORDER + (_BY_REFERENCE if why.code == "unknown-order" else str(why))
            return Finding(raw.number, "not-an-order", "warning", read, message)
        if not meant and self._hints and (parts := self._two_orders(raw.text, why)):
            first, second = parts
            message = f"These are two orders: write “{first}” and “{second}” on a line each."
            return Finding(raw.number, "two-orders", "error", read, message)
        texts = [each.text for each in meant]
        fix = texts[0] if len(texts) == 1 else ""
        if len(texts) > 1:
            likely = tuple(each.text for each in meant if not each.rare)
            rare = tuple(each.text for each in meant if each.rare)
            self.meant[raw.number] = (likely, rare)
        return Finding(raw.number, why.code, "error", read, _question(raw.text, why, texts), fix)

    def _guess(self, raw: RawLine, why: MisreadError, alike: Likeness) -> list[Correction]:
        """Return what a line may have been meant to be; of prose only what is close to an order.

        What says that something shall not be done was never meant to be an order that does it.
        """
        if raw.too_long or not self._hints or FORBIDDEN.match(raw.text):
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
        if self._two_orders(raw.text, why):
            return []
        mended = self._mend(why.fix)
        if not (mended and _denies_as_much(mended, raw.text)):
            return []
        return [Correction(mended, rare=False)]

    def _two_orders(self, text: str, why: MisreadError) -> tuple[str, str] | None:
        """Return the two orders that a line holds, if it does."""
        if why.code not in _UNREAD:
            return None
        for joint in islice(_BETWEEN_ORDERS.finditer(text), _MOST_JOINTS):
            first, second = text[: joint.start()], text[joint.end() :]
            if self._meaning(first) and self._meaning(second):
                return first, second
        return None

    def _mend(self, fix: str) -> str:
        """Return a fix, mended further where it must be; ``""`` if it cannot be read even so."""
        for _ in range(_MOST_MENDS):
            if not fix:
                return ""
            try:
                self._read(fix)
            except MisreadError as misread:
                fix = misread.fix
            else:
                return fix
        return ""

    def _meaning(self, text: str) -> str:
        try:
            return self._read(text)
        except MisreadError:
            return ""


def _denies_as_much(suggested: str, text: str) -> bool:
    """Whether no word that turns the meaning of a text round is missing in what is suggested.

    Nor may such a word have come in for a common one: “now” is no “not”, “on to” no “no to”.
    """
    said, kept = Counter(denials(text)), Counter(denials(suggested))
    gone = set(text.casefold().split()) - set(suggested.casefold().split())
    return not (said - kept or (kept - said and gone & _LIKE_NO))


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
