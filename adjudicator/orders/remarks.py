"""What is said of lines that were not understood, and the lines that they may have been meant."""

from collections.abc import Callable

from adjudicator.orders.chat import Likeness, likeness
from adjudicator.orders.findings import Finding, MisreadError
from adjudicator.orders.language import Language
from adjudicator.orders.names import name_key
from adjudicator.orders.scan import MOST_FINDINGS, RawLine
from adjudicator.orders.spelling import Speller

MOST_MEANT = 4
_ATTEMPTS_A_LINE = 120
_ATTEMPTS_A_FILE = 3_000
_MOST_MENDS = 3
_SHAPED = ("ambiguous-name", "not-a-number", "number-out-of-range", "unit-twice", "too-long")
"""The codes that only a line with the shape of an order can have."""


class Remarks:
    """Collects the findings on the lines of a file that were not understood, and what is no order.

    ``read`` reads a line, or raises MisreadError. Without ``hints`` nothing is suggested.
    """

    def __init__(self, language: Language, read: Callable[[str], object], *, hints: bool):
        self.findings: list[Finding] = []
        self.unread: list[RawLine] = []
        self.meant: dict[int, tuple[str, ...]] = {}
        self._language = language
        self._read = read
        self._hints = hints
        self._speller = Speller(lambda: language.words, name_key, self._meaning, _ATTEMPTS_A_FILE)

    def add(self, raw: RawLine, why: MisreadError, *, between: bool) -> None:
        """Add a line that was not understood; ``between`` orders nothing else is expected."""
        shaped = between or why.code in _SHAPED
        alike: Likeness = "order" if shaped else likeness(raw.text, self._language)
        if alike == "none":
            self.unread.append(raw)
        elif len(self.findings) < MOST_FINDINGS:
            self._find(raw, why, alike)

    def _find(self, raw: RawLine, why: MisreadError, alike: Likeness) -> None:
        meant = self._meant(raw, why) if self._hints and not raw.too_long else []
        read = raw.text[:60] + "…" if raw.too_long else raw.text
        if alike == "mention" and not meant:
            message = "Not read as an order. If it is meant as one, write it as the reference says."
            self.findings.append(Finding(raw.number, "not-an-order", "warning", read, message))
            return
        message = _question(raw.text, why, meant) if meant else str(why)
        fix = meant[0] if len(meant) == 1 else ""
        self.findings.append(Finding(raw.number, why.code, "error", read, message, fix))
        if len(meant) > 1:
            self.meant[raw.number] = tuple(meant)

    def _meant(self, raw: RawLine, why: MisreadError) -> list[str]:
        """Return the lines that one may have been meant to be."""
        found = [text for text, _ in self._speller.corrections(raw.text, _ATTEMPTS_A_LINE)]
        if found:
            return found[:MOST_MEANT]
        mended = self._mend(why.fix)
        return [mended] if mended else []

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

    def _meaning(self, text: str) -> object:
        try:
            return self._read(text)
        except MisreadError:
            return None


def _question(text: str, why: MisreadError, meant: list[str]) -> str:
    """Say which words are wrong and what they may have been."""
    if "Did you mean" in str(why) or any(len(line.split()) != len(text.split()) for line in meant):
        return str(why)
    words = text.split()
    others = [line.split() for line in meant]
    places = [at for at, word in enumerate(words) if any(line[at] != word for line in others)]
    first, last = places[0], places[-1] + 1
    shown = dict.fromkeys(" ".join(line[first:last]) for line in others)
    wrong, right = " ".join(words[first:last]), " or ".join(f"“{each}”" for each in shown)
    return f"“{wrong}” is not understood here. Did you mean {right}?"
