"""From the lines of a letter's own words to the requests that they make, with their arguments.

Case, punctuation, politeness and greetings do not matter; but a question changes nothing. The
first line that says anything decides: if it is a request, the letter is one, and further lines may
be requests too; otherwise the letter holds orders. Orders can stand below a question. A message
reaches from its request to the signature.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from adjudicator.operations.operation import Operation
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.post.incoming.letter import IncomingLetter, Part
from adjudicator.post.requests.context import ParsedRequest, leave_to_orders

MOST_REQUESTS = 6
"""Requests that one letter can make; what stands below them is not read."""
LONGEST = 200
"""Characters of a line that can be a request."""

_ANSWERING = re.compile(
    r"\A(?:\s*(?:(?:re|aw|sv|antw|tr|fwd?|wg)\s?[:：]|\[[^\]]{0,80}\]))+", re.IGNORECASE
)
_POLITE = re.compile(r"\A(?:(?:please|pls|plz|kindly)\b[,:]?\s+)+", re.IGNORECASE)
_WISH = re.compile(
    r"\A(?:(?:please|pls|plz|kindly|could|can|may|would|will|you|i|i'd|we|we'd|want|wish|like|need|to|"
    r"have|get|see|send|show|give|let|me|us|the|my|our|a)\b[,:]?\s+)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:[,;]?\s{1,9}(?:please|pls|plz|thanks|thank you|thx|again|now)){0,3}[\s.!?:,;]{0,20}$",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:hi|hello|hey|dear|good (?:day|morning|evening|afternoon)|greetings|thanks|thank you|thx|"
    r"cheers|regards|best|kind regards|best (?:regards|wishes)|sincerely|yours|sent from)\b"
    r"(?:[\s,.!]+[\w.'-]+){0,4}[\s,.!]*",
    re.IGNORECASE,
)
_SIGNATURES = ("--", "end")
_FIRST = re.compile(r"[\w-]+")


class Asked(NamedTuple):
    """What the own words of a letter ask for."""

    requests: tuple[ParsedRequest, ...] = ()
    """Empty: they hold orders and nothing else."""
    rest: Part | None = None
    """The lines that are left; None if nothing is."""
    unread: int = 0
    """How many of these are no requests; they may be orders."""
    in_subject: bool = False
    """Whether the subject asks it, of a letter that says nothing itself."""


class _Line(NamedTuple):
    """A line, its place in the letter (from 0), and the request that it makes, if it does."""

    number: int
    text: str
    asks: tuple[Operation, str] | None

    @property
    def takes(self) -> str:
        """What kind of text belongs to the request that the line is, if any."""
        return self.asks[0].text if self.asks else ""


def parse_requests(letter: IncomingLetter, requests: Sequence[Operation]) -> Asked:
    """Return what a letter asks for, of the requests that its writer can make.

    A subject counts if there is nothing but courtesy in the letter.
    """
    own, table = letter.own, _by_first_word(requests)
    lines = [
        _Line(each.number - 1, each.text, _find(each.text, table))
        for section in own.scan.sections
        for each in section.lines
    ]
    spoken = [each for each in lines if each.asks or not is_courtesy(each.text)]
    if not spoken and own.scan.ready is None and not own.scan.word:
        subject = _ANSWERING.sub("", letter.subject)
        request = _find(tidy_line(subject), table)
        if request and not request[0].text:
            return Asked((ParsedRequest(*request, raw=subject),), in_subject=True)
        return Asked()
    raw = own.text.splitlines()
    for each in spoken:
        if each.asks and each.takes == "orders":
            rest = own.without([each.number])
            return Asked((ParsedRequest(*each.asks, raw=raw[each.number], part=rest),))
    if not (spoken and spoken[0].asks):
        return Asked()
    if spoken[0].asks[0].alone and not all(each.asks for each in spoken):
        return Asked()
    return _collect(own, raw, spoken)


def is_courtesy(line: str) -> bool:
    """Say whether a line is a greeting or thanks, and says nothing else."""
    return bool(_COURTESY.fullmatch(line[:LONGEST]))


def _collect(own: Part, raw: Sequence[str], lines: Iterable[_Line]) -> Asked:
    """Part a letter into requests, the last perhaps with its message, and what is left."""
    requests: list[ParsedRequest] = []
    unread = 0
    gone: set[int] = set()
    for line in lines:
        if line.asks is None or not _may_follow(line.asks[0], requests):
            unread += 1
            continue
        below = line.number + 1
        message = takewhile(_is_unsigned, raw[below:] if line.takes else ())
        part = Part(text="\n".join(message).strip("\n"))
        requests.append(ParsedRequest(*line.asks, raw=raw[line.number], part=part))
        gone |= {*range(line.number, len(raw) if line.takes else below)}
        if line.takes:
            break
    rest = own.without(gone)
    is_left = unread or rest.scan.ready is not None or rest.scan.word
    return Asked(tuple(requests), rest if is_left else None, unread)


def _may_follow(request: Operation, requests: Sequence[ParsedRequest]) -> bool:
    """Say whether a request counts after others: what only a game master can ask, and a question,
    unless something is changed."""
    if len(requests) >= MOST_REQUESTS:
        return False
    if request.who == "master" or not requests:
        return True
    return not (request.changes or requests[0].request.changes)


def _is_unsigned(line: str) -> bool:
    """Say whether a line of a message does not end it, as the one above a signature does."""
    return tidy_line(line[:LONGEST]).casefold().rstrip(".!:") not in _SIGNATURES


_Table = dict[str, list[tuple[str, Operation]]]


def _by_first_word(requests: Iterable[Operation]) -> _Table:
    """Return the words that make requests by the first of them, the longer ones first."""
    table: _Table = {}
    for each in requests:
        for words in (each.name, *each.forms) if each.handle is not leave_to_orders else ():
            table.setdefault(words.split()[0], []).append((words, each))
    for known in table.values():
        known.sort(key=lambda pair: -len(pair[0]))
    return table


def _find(line: str, table: _Table) -> tuple[Operation, str] | None:
    if len(line) > LONGEST:
        return None
    whole = _AFTER.sub("", line)
    for opening in (_POLITE, _WISH):
        words = opening.sub("", whole)
        first = _FIRST.match(words.casefold())
        for name, request in table.get(first.group(), ()) if first else ():
            is_plain = not request.changes or (opening is _POLITE and not line.endswith("?"))
            argument = _argument(words, name, request)
            if argument is not None and (is_plain or request.who == "stranger"):
                return request, argument  # a stranger is asked back in any case
    return None


def _argument(line: str, name: str, request: Operation) -> str | None:
    """Return what follows the words of a request in a line that makes it; None: it does not."""
    if not line.casefold().startswith(name):
        return None
    rest = line[len(name) :]
    if rest and (rest[0].isalnum() or rest[0] in "-_'"):
        return None
    argument = rest.lstrip(" :=,").rstrip()
    fits = request.arguments and re.fullmatch(request.looks, argument, re.IGNORECASE)
    return argument if fits or not argument else None
