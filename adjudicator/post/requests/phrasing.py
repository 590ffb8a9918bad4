"""How a request is worded: from the lines of a letter to what they ask, read with indulgence.

Case, punctuation, politeness and greetings do not matter. The first line that says anything
decides: if it is a request, the letter is one, and further lines may be requests too; otherwise
the letter holds orders. A message to others (``press``) can stand beside orders, and so can a
question; what is neither request nor order beside it is counted as unread.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.orders import scan
from adjudicator.orders.reading.normalize import tidy_line
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.requests.context import ORDER_FILE, ParsedRequest, Request

MOST_ASKS = 6
"""Requests that one letter can make; what stands below them is not read."""
LONGEST = 200
"""Characters of a line that can be a request."""

_ANSWERING = re.compile(
    r"\A(?:\s*(?:(?:re|aw|sv|antw|tr|fwd?|wg)\s?[:：]|\[[^\]]{0,80}\]))+", re.IGNORECASE
)
_POLITE = re.compile(r"(?:(?:please|pls|plz|kindly)\b[,:]?\s+)+", re.IGNORECASE)
_WISH = re.compile(
    r"(?:(?:please|pls|plz|kindly|could|can|may|would|will|you|i|i'd|we|we'd|want|wish|like|need|to|"
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
_BESIDE = ("zone", "remind")
"""Requests that change something, beside which orders count."""
_FIRST = re.compile(r"[\w-]+")


class _Spoken(NamedTuple):
    """A line that says something, what it asks for, and its place in the letter (from 0)."""

    at: int
    text: str
    found: tuple[Request, str] | None

    @property
    def takes(self) -> str:
        """What kind of text belongs to the request that the line is, if any."""
        return self.found[0].text if self.found else ""


def find_asks(letter: IncomingLetter, requests: Sequence[Request]) -> tuple[ParsedRequest, ...]:
    """Return what a letter asks for, of the requests that its writer can make; last its orders.

    An empty tuple means that it holds orders and nothing else. A subject counts if there is
    nothing but courtesy in the letter.
    """
    file, table = letter.order_file, _by_first_word(requests)
    there = (line for section in file.sections for line in section.lines)
    lines = [_Spoken(each.number - 1, each.text, _find(each.text, table)) for each in there]
    spoken = [each for each in lines if each.found or not is_courtesy(each.text)]
    if not spoken and file.ready is None and not file.word:
        subject = _ANSWERING.sub("", letter.subject)
        found = _find(tidy_line(subject), table)
        return (
            (ParsedRequest(*found, raw=subject, in_subject=True),)
            if found and not found[0].text
            else ()
        )
    for each in spoken:
        if each.found and each.takes == "orders":
            place = range(each.at, each.at + 1)
            rest = _blank(letter.text, {each.at})
            return (ParsedRequest(*each.found, raw=each.text, text=rest, lines=place),)
    first = spoken[0].found if spoken else None
    if first and first[0].alone and not all(each.found for each in spoken):
        return ()
    if first is None and not any(each.takes for each in spoken):
        return ()
    return _collect(letter, spoken, asks=first is not None)


def read_request(line: str, requests: Iterable[Request]) -> tuple[Request, str] | None:
    """Return the request that a line makes, and its argument; None if it makes none."""
    return _find(tidy_line(line), _by_first_word(requests))


def first_words(letter: IncomingLetter) -> str:
    """Return the first line of a letter that says something, in small letters."""
    there = (line.text for section in letter.order_file.sections for line in section.lines)
    said = next((each for each in there if not is_courtesy(each)), "")
    return _AFTER.sub("", said[:LONGEST]).casefold()


def is_courtesy(line: str) -> bool:
    """Say whether a line is a greeting or thanks, and says nothing else."""
    return bool(_COURTESY.fullmatch(line[:LONGEST]))


def _collect(
    letter: IncomingLetter, lines: Sequence[_Spoken], *, asks: bool
) -> tuple[ParsedRequest, ...]:
    """Part a letter into requests with their messages, and what is left as orders."""
    raw = letter.text.splitlines()
    found: list[ParsedRequest] = []
    unread: list[int] = []
    gone: set[int] = set()
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if line.found is None or not _may_follow(line.found[0], found, asks=asks):
            unread.append(line.at)
            continue
        ends = line.at + 1
        body = ""
        if line.takes:
            last, ends, place = _end_of_message(raw, lines, place, line.found[0].ends)
            body = "\n".join(raw[line.at + 1 : last]).strip("\n")
        gone |= {*range(line.at, ends)}
        found.append(ParsedRequest(*line.found, raw=raw[line.at], text=body))
    beside = any(each.request.text for each in found)
    if not beside:
        found = [each._replace(unread=len(unread)) for each in found]
    text = _blank(letter.text, gone)
    rest = scan(text)
    if rest.ready is not None or rest.word or unread:
        found.append(ParsedRequest(ORDER_FILE, text=text))
    return tuple(found)


def settle_rest(
    asks: tuple[ParsedRequest, ...], *, holds_orders: bool
) -> tuple[ParsedRequest, ...]:
    """Return what a letter asks, once it is known whether its other lines hold orders.

    They count beside a question, and beside what changes nothing for the orders. Of ``ready`` and
    a word for the dice no orders are torn off.
    """
    *requests, rest = asks
    if not requests or rest.request is not ORDER_FILE or not requests[0].unread:
        return asks
    found = scan(rest.text)
    if found.ready is not None or found.word or (holds_orders and _are_beside(requests)):
        return (*(each._replace(unread=0) for each in requests), rest)
    return tuple(requests)


def add_orders(asks: tuple[ParsedRequest, ...], orders: ParsedRequest) -> tuple[ParsedRequest, ...]:
    """Return what a letter asks with orders that stand in a file, if they count beside it."""
    return (*asks, orders) if _are_beside(asks) else asks


def _are_beside(asks: Iterable[ParsedRequest]) -> bool:
    """Say whether orders count beside what else is asked."""
    names = (each.request.name for each in asks if each.request.changes)
    asks_help = any(each.request.name == "help" for each in asks)
    return not asks_help and all(name in _BESIDE for name in names)


def _may_follow(request: Request, found: Sequence[ParsedRequest], *, asks: bool) -> bool:
    """Say whether a request counts after others: a message always, a change only as the first."""
    if request.text:
        return True
    if not asks or len(found) >= MOST_ASKS or (found and request.changes):
        return False
    return not (found and found[0].request.changes and not found[0].request.text)


def _end_of_message(
    raw: Sequence[str], lines: Sequence[_Spoken], place: int, ends: str
) -> tuple[int, int, int]:
    """Return where a message ends, where what follows it begins, and the place among the lines.

    It ends at its word, at the next message, at a signature, or with the letter.
    """
    began = lines[place - 1].at
    for number in range(place, len(lines)):
        line = lines[number]
        if ends and line.text.casefold().strip(" .:!") == ends:
            return line.at, line.at + 1, number + 1
        if line.takes == "message":
            return line.at, line.at, number
    for at in range(began + 1, len(raw)):
        if tidy_line(raw[at][:LONGEST]).casefold().rstrip(".!:") in _SIGNATURES:
            return at, len(raw), len(lines)
    return len(raw), len(raw), len(lines)


def _blank(text: str, gone: Iterable[int]) -> str:
    """Return a text in which some lines are empty, so that the others keep their numbers."""
    lines = text.splitlines()
    for at in gone:
        if at < len(lines):
            lines[at] = ""
    return "\n".join(lines)


_Table = dict[str, list[tuple[str, Request]]]


def _by_first_word(requests: Iterable[Request]) -> _Table:
    """Return the words that make requests by the first of them, the longer ones first."""
    table: _Table = {}
    for each in requests:
        for words in (each.name, *each.forms):
            table.setdefault(words.split()[0], []).append((words, each))
    for known in table.values():
        known.sort(key=lambda pair: -len(pair[0]))
    return table


def _find(line: str, table: _Table) -> tuple[Request, str] | None:
    if len(line) > LONGEST:
        return None
    whole = _AFTER.sub("", line)
    polite, wish = (opening.match(whole) for opening in (_POLITE, _WISH))
    bare = whole[polite.end() :] if polite else whole
    for said in (bare, whole[wish.end() :] if wish else bare):
        first = _FIRST.match(said.casefold())
        for words, request in table.get(first.group(), ()) if first else ():
            argument = _argument(said, words, request)
            plain = said == bare or not request.changes or request.who == "stranger"
            if argument is not None and plain:  # a stranger is asked back in any case
                return request, argument
    return None


def _argument(said: str, words: str, request: Request) -> str | None:
    """Return what follows the words, if they make the request."""
    if not said.casefold().startswith(words):
        return None
    rest = said[len(words) :]
    if rest and (rest[0].isalnum() or rest[0] in "-_'"):
        return None
    argument = rest.lstrip(" :=,").rstrip()
    fits = re.fullmatch(request.argument, argument, re.IGNORECASE) if request.argument else None
    return argument if fits or not argument else None
