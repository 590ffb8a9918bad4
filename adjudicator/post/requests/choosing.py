"""What a letter asks for: the requests in its own words, and which of its parts count beside them.

Case, punctuation, politeness and greetings do not matter; but a question changes nothing. The
first line that says anything decides: if it is a request, the letter is one, and further lines may
be requests too; otherwise the letter holds orders. Orders can stand below a question. A message
reaches from its request to the signature.

| the own words are | beside them | what counts |
| --- | --- | --- |
| a yes or a no to a letter that asked back | anything | the confirmation |
| another answer to one | a request, which need not be confirmed | the request |
| orders, or like orders | files, a subject | they alone; orders elsewhere are told of |
| no orders | a file with orders | the file |
| no orders | a subject that is an order | the subject and they |
| no orders, and answer press | anything | they are press |
| requests | a question’s other lines hold orders | the requests, then the orders |
| requests | a file with orders | the requests, then the file, if orders count beside them |
| a request to check orders | a file with orders | the check of the lines, or else of the file |
| press | requests, orders below it | all of them, the press first |

Who has not proven himself can ask for one thing.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from adjudicator.operations.operation import Operation
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.post.incoming.letter import IncomingLetter, Part
from adjudicator.post.requests.context import (
    ORDER_FILE,
    ParsedRequest,
    RequestContext,
    leave_to_orders,
    read_contents,
)
from adjudicator.post.requests.joining import confirm, pass_on, read_answer
from adjudicator.post.requests.press import answers_press, check_whose_answer, press

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
    spoken = [each for each in lines if each.asks or not _is_courtesy(each.text)]
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


def _is_courtesy(line: str) -> bool:
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


_BESIDE = ("zone", "remind")
"""Requests that change something, beside which orders count."""


class Chosen(NamedTuple):
    """What of a letter counts."""

    requests: Sequence[ParsedRequest]
    """What it asks for, and last its orders, if it has any or asks for nothing."""
    unread: int = 0
    """How many of its lines are neither requests nor part of one, and were not read."""
    files: tuple[str, ...] = ()
    """The names of its files that hold orders of its seat, and were not read."""


def choose(context: RequestContext, known: Sequence[Operation]) -> Chosen:
    """Return what of a letter counts; ``known`` are the requests that its writer can make.

    Raises RefusedError for a letter that answers press and cannot be sent on, or is not from its
    reader.
    """
    letter = context.letter
    waits = context.sender.confirmation
    if waits and read_answer(letter, waits).consent != "unclear":
        return Chosen([ParsedRequest(confirm, part=letter.own)])
    asked = parse_requests(letter, known)
    check_whose_answer(context)
    if waits:  # “token”, “help”: what is asked for comes before no answer
        return Chosen(asked.requests[:1] or [ParsedRequest(confirm, part=letter.own)])
    requests, orders = _choose(context, asked)
    if context.sender.guest and orders:  # who has no seat has no orders
        requests, orders = requests or [ParsedRequest(pass_on, part=letter.own)], None
    asked_for = [*requests, ParsedRequest(ORDER_FILE, part=orders)] if orders else requests
    asked_for = asked_for if context.sender.proven else asked_for[:1]
    unread = 0 if orders and orders.kind == "own" else asked.unread
    return Chosen(asked_for, unread, _unread_files(context, asked_for) if requests else ())


def _choose(context: RequestContext, asked: Asked) -> tuple[list[ParsedRequest], Part | None]:
    """Return the requests that count, and the part whose orders count beside them."""
    own = context.letter.own
    if context.letter.press:
        return _beside_press(context, asked)
    if asked.requests and not asked.in_subject:
        return _beside_requests(context, asked)
    orders = _find_orders(context, in_subject=asked.in_subject)
    if asked.requests and orders is own:
        return list(asked.requests), None
    if answers_press(context):
        return [ParsedRequest(press, part=own)], None
    return [], orders


def _beside_press(context: RequestContext, asked: Asked) -> tuple[list[ParsedRequest], Part | None]:
    own = context.letter.own
    scan = own.scan
    is_left = scan.sections or scan.ready is not None or scan.word
    if not asked.requests:
        return [ParsedRequest(press)], own if is_left else None
    has_orders = asked.rest and read_contents(context, asked.rest).holds_orders
    return [ParsedRequest(press), *asked.requests], asked.rest if has_orders else None


def _beside_requests(
    context: RequestContext, asked: Asked
) -> tuple[list[ParsedRequest], Part | None]:
    """Return requests, and the other lines or the file whose orders count beside them.

    Of ``ready`` and a word for the dice no orders are torn off.
    """
    requests, rest = list(asked.requests), asked.rest
    if rest and context.sender.proven:
        contents = read_contents(context, rest, guess=False)
        has_orders = contents.orders and context.seat
        if not asked.unread or contents.says_ready or (has_orders and _may_have_orders(requests)):
            return requests, rest
    file = _find_file(context)
    if file is None:
        return requests, None
    if not context.sender.proven:
        return [], file
    first = requests[0]
    if first.request.text == "orders":
        is_own = read_contents(context, first.part).holds_orders
        return [first if is_own else first._replace(part=file), *requests[1:]], None
    # “My orders” may ask for those that stand, and be what is written beside a file.
    requests = [each for each in requests if each.request.name != "orders"]
    return requests, file if _may_have_orders(requests) else None


def _may_have_orders(requests: Iterable[ParsedRequest]) -> bool:
    """Say whether orders count beside requests: beside most questions, and few changes."""
    names = (each.request.name for each in requests if each.request.changes)
    asks_help = any(each.request.name == "help" for each in requests)
    return not asks_help and all(name in _BESIDE for name in names)


def _find_orders(context: RequestContext, *, in_subject: bool) -> Part:
    """Return the part of a letter in which its orders are: its own words, if no other is.

    A subject that makes a request is no order.
    """
    own = context.letter.own
    subject = None if in_subject or context.seat is None else context.subject
    if not (subject or context.letter.files) or read_contents(context, own).holds_orders:
        return own
    if file := _find_file(context):
        return file
    if subject and read_contents(context, subject, guess=False).orders:
        return Part("subject", f"{subject.text}\n{own.text}")
    return own


def _find_file(context: RequestContext) -> Part | None:
    """Return the first of a letter's files that holds orders of its seat; an only one may resemble
    an order file."""
    files = context.letter.files if context.seat else []
    if len(files) == 1 and read_contents(context, files[0]).holds_orders:
        return files[0]
    for each in files:
        if each.scan.ready is not None or read_contents(context, each, guess=False).orders:
            return each
    return None


def _unread_files(context: RequestContext, requests: Sequence[ParsedRequest]) -> tuple[str, ...]:
    """Return the names of files that hold orders of the seat and count for nothing: they may be
    meant for whoever gets its press."""
    read = [each.part for each in requests]
    return tuple(
        each.name[:60]
        for each in context.letter.files
        if context.seat and context.sender.proven and each not in read
        if read_contents(context, each, guess=False).orders
    )
