"""From the lines of a section to orders, in the language of its phase."""

import re

import msgspec

from adjudicator.orders.conditions import When
from adjudicator.orders.findings import Finding, Misread
from adjudicator.orders.language import Language
from adjudicator.orders.orders import Branch, Line, Orders
from adjudicator.orders.scan import MOST_FINDINGS, RawLine, scan
from adjudicator.orders.syntax import Order

MOST_BRANCHES = 8

_ALWAYS = re.compile(r"always[:,]?\s+", re.IGNORECASE)
_ELSE = re.compile(r"(?:else|otherwise|or)\b[:,]?\s*", re.IGNORECASE)
_IF = re.compile(r"(?:if|when)\s+(.+?)(?::\s*|,?\s+then\s+|,\s+)(.+)", re.IGNORECASE)
_CANCEL = re.compile(r"(?:cancel|delete|withdraw)\s+(.+)", re.IGNORECASE)


class Understood(msgspec.Struct, frozen=True):
    """What was understood of a section.

    ``cancelled`` are the orders named by ``cancel`` lines, which count in an amendment only.
    """

    orders: Orders
    cancelled: tuple[Order, ...] = ()
    findings: tuple[Finding, ...] = ()


def understand(lines: tuple[RawLine, ...], language: Language) -> Understood:
    """Read each line as an order; what is not understood becomes a finding. Never raises."""
    done: list[Line] = []
    cancelled: list[Order] = []
    findings: list[Finding] = []
    lost = False  # the line before was rejected, so an `else` has nothing to stand beside
    for raw in lines:
        try:
            lost = _take(raw, language, done, cancelled, lost)
        except Misread as misread:
            lost = not _ELSE.match(raw.text) or lost
            if len(findings) < MOST_FINDINGS:
                findings.append(misread.at(raw.number, raw.text))
    return Understood(Orders(tuple(done)), tuple(cancelled), tuple(findings))


def read_orders(text: str, language: Language) -> Understood:
    """Read a text that holds orders of one phase only, such as a canonical text."""
    found = scan(text)
    lines = tuple(line for section in found.sections for line in section.lines)
    understood = understand(lines, language)
    if not found.findings:
        return understood
    return msgspec.structs.replace(understood, findings=found.findings + understood.findings)


def _take(
    raw: RawLine, language: Language, done: list[Line], cancelled: list[Order], lost: bool
) -> bool:
    """Read one line into ``done`` or ``cancelled``; return whether it was lost."""
    text = raw.text
    low = text[:9].casefold()
    if low.startswith(("else", "otherwise", "or ", "or:")) and (match := _ELSE.match(text)):
        return _alternative(text[match.end() :], language, done, lost)
    if low.startswith(("cancel", "delete", "withdraw")) and (match := _CANCEL.fullmatch(text)):
        cancelled.append(language.read_order(match.group(1)))
        return False
    always = None
    if low.startswith("always"):
        always = _ALWAYS.match(text)
    branch = _branch(text[always.end() :] if always else text, language)
    done.append(Line((branch,), raw.number, bool(always)))
    return False


def _alternative(text: str, language: Language, done: list[Line], lost: bool) -> bool:
    if lost or not done:
        problem = "was rejected" if lost else "is missing"
        raise Misread("lonely-else", f"The order that this is the alternative to {problem}.")
    last = done[-1]
    if len(last.branches) >= MOST_BRANCHES:
        raise Misread("too-long", f"An order can have {MOST_BRANCHES} alternatives, not more.")
    branches = (*last.branches, _branch(text, language))
    done[-1] = msgspec.structs.replace(last, branches=branches)
    return False


def _branch(text: str, language: Language) -> Branch:
    when: When | None = None
    if text[:3].casefold() == "if " or text[:5].casefold() == "when ":
        match = _IF.fullmatch(text)
        if not match:
            raise Misread("malformed", "Write “if CONDITION: ORDER”, with a colon.")
        when = language.read_when(match.group(1))
        text = match.group(2)
    return Branch(language.read_order(text.rstrip(".,!")), when)
