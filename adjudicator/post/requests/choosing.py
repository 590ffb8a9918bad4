"""What a letter asks for: the requests in its own words, and which of its parts count beside them.

Case, punctuation, politeness and greetings do not matter; but a question changes nothing. The
first line that says anything decides: if it is a request, the letter is one, and further lines may
be requests too; otherwise the letter holds orders, or words for the game master, below which a
question is answered still. Orders can stand below a question. A message reaches from its request to
the signature.

| the own words are | beside them | what counts |
| --- | --- | --- |
| a yes or a no to a letter that asked back | anything | the confirmation |
| another answer to one | a request, which need not be confirmed | the request |
| orders, or like orders | files, a subject | they alone; orders elsewhere are told of |
| an answer to what the letter asked that they answer: “no”, “my word is …” | anything | that |
| no orders | a file with orders | the file; and “ready” or “amend” of theirs |
| no orders | a subject that is an order | the subject and they |
| no prose alone | a subject that is “ready” or “amend” | they and that; a “wait” of either |
| nothing | any other subject that can be no order, nothing else | the subject |
| no orders, and answer press | anything | they are press |
| requests | a question’s other lines hold orders | the requests, then the orders |
| other words, and no orders | questions below them | the questions, and the words |
| “my orders” | a part that is not read | no request |
| requests | a file with orders | the requests, then the file, if orders count beside them |
| a request to check orders | anything | a check of the orders that would count without it |
| press | requests, orders below it | all of them, the press first |

Who has not proven himself can ask for one thing.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice, takewhile
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.orders.contents import Contents
from adjudicator.campaign.orders.courtesy import LONGEST, find_said, is_courtesy, names_of
from adjudicator.campaign.orders.sections import section_title
from adjudicator.campaign.press.drafts import whole_text
from adjudicator.campaign.press.press import check_is_for_master, find_copies, read_answered
from adjudicator.operations.operation import Operation
from adjudicator.operations.values import PHASE
from adjudicator.orders import Scan, Section
from adjudicator.orders.language.names import closest
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.orders.reading.scan import LONGEST_LINE, RawLine
from adjudicator.post.incoming.letter import IncomingLetter, Part
from adjudicator.post.requests.catalogue import REQUESTS, readable_requests
from adjudicator.post.requests.joining import confirm, part_game, pass_on, read_answer
from adjudicator.post.requests.letter_call import (
    LetterCall,
    ParsedRequest,
    hides_order,
    leave_to_orders,
    read_contents,
    unsent_files,
)
from adjudicator.post.requests.plain_answers import find_passed_on, read_plain_answer
from adjudicator.post.requests.press import press
from adjudicator.post.senders.sender import Sender
from adjudicator.store.records import Guest

MOST_REQUESTS = 6
"""Requests that one letter can make; what stands below them is not read."""

POLITE = re.compile(r"\A(?:(?:please|pls|plz|kindly)\b[,:]?\s+)+", re.IGNORECASE)
_WISH = re.compile(
    r"\A(?:(?:please|pls|plz|kindly|could|can|may|would|will|you|i|i'd|we|we'd|want|wish|like|need|to|"
    r"have|get|see|send|show|give|let|me|us|the|my|our|a)\b[,:]?\s+)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:[,;]?\s{1,9}(?:please|pls|plz|thanks|thank you|thx|again|now)){0,3}[\s.!?:,;]{0,20}$",
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
    unread: tuple[str, ...] = ()
    """Those of these that are no requests, and may be orders."""
    questions: Mapping[int, ParsedRequest] = {}
    """Those below other words, which may be orders, by their place from 0."""


def parse_requests(letter: IncomingLetter, requests: Sequence[Operation]) -> Asked:
    """Return what a letter asks for, of the requests that its writer can make.

    A subject counts if there is nothing but courtesy in the letter, nor what cannot be read.
    """
    own, table = letter.own, _by_first_word(requests)
    raw = own.text.splitlines()
    lines: dict[int, ParsedRequest | None] = {}
    for section, each in ((x, line) for x in own.scan.sections for line in x.lines):
        request = _find(each.text, raw[each.number - 1], table)
        if request or not is_courtesy(each.text):
            lines[each.number - 1] = request and _of_phase(request, section, own.scan)
    if not (lines or own.scan.command or letter.closed_parts):
        subject = letter.bare_subject
        request = _find(tidy_line(subject), subject, table)
        return Asked((request,)) if request and not request.request.text else Asked()
    for number, request in lines.items():
        if request and request.request.text == "orders":
            return Asked((request._replace(part=own.without([number])),))
    first = next(iter(lines.values()), None)
    if first is None:
        asked = {number: each for number, each in lines.items() if each and _only_asks(each)}
        return Asked(questions=dict(islice(asked.items(), MOST_REQUESTS)))
    if first.request.alone and None in lines.values():
        return Asked()
    return _collect(own, raw, lines)


def _only_asks(request: ParsedRequest) -> bool:
    """Say whether a request is a question that can stand beside anything."""
    of = request.request
    return not (request.changes or of.text or of.alone)


def _of_phase(request: ParsedRequest, section: Section, whole: Scan) -> ParsedRequest:
    """Return a request that names no phase as its letter does, by the heading above it or by an
    only one below which nothing stands: what it changes, it changes of that phase."""
    operation = request.request
    kinds = [each.kind for each in operation.arguments]
    bare = [each for each in whole.sections if each.number and not each.lines]
    headed = [section] if section.number else bare
    if request.argument or not (operation.changes and PHASE in kinds and len(headed) == 1):
        return request
    return request._replace(argument=section_title(headed[0]))


def find_writer(call: LetterCall) -> str:
    """Return the words by which a letter calls its writer."""
    sender = call.letter.sender
    return f"{sender.name} {sender.address.partition('@')[0]}".strip()


def _says_more(call: LetterCall, part: Part) -> bool:
    """Say whether a text says more than a greeting, thanks and who writes to whom."""
    lines = [line for section in part.scan.sections for line in section.lines]
    return bool(find_said(lines, _known_names(call)))


def _known_names(call: LetterCall) -> list[str]:
    of = call.asked_of.campaign if call.asked_of else None
    return [find_writer(call), *names_of(of, call.seat)]


def _without_names(call: LetterCall, unread: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of a letter that say more than who writes it, by the names that are known:
    any other word may be an order."""
    lines = [RawLine(number, text) for number, text in enumerate(unread, 1)]
    return tuple(line.text for line in find_said(lines, _known_names(call)))


def _collect(own: Part, raw: Sequence[str], lines: Mapping[int, ParsedRequest | None]) -> Asked:
    """Part a letter into requests, the last perhaps with its message, and what is left.

    ``lines`` are those that say anything, by their place from 0, with the request that each makes.
    """
    requests: list[ParsedRequest] = []
    unread: list[str] = []
    gone: set[int] = set()
    for number, line in lines.items():
        if line is None or not _may_follow(line, requests):
            unread.append(raw[number].strip())
            continue
        below = number + 1
        takes = line.request.text
        message = takewhile(_is_unsigned, raw[below:] if takes else ())
        requests.append(line._replace(part=Part(text="\n".join(message).strip("\n"))))
        gone |= {*range(number, len(raw) if takes else below)}
        if takes:
            break
    rest = own.without(gone)
    unread += _for_another(own, raw)
    is_left = unread or rest.scan.command
    return Asked(tuple(requests), rest if is_left else None, tuple(unread))


def _for_another(own: Part, raw: Sequence[str]) -> list[str]:
    """Return the lines of a letter that are for a second game or seat, which is not read here."""
    begins = own.scan.second_begins
    return [each.strip() for each in raw[begins - 1 :] if each.strip()] if begins else []


def _may_follow(asked: ParsedRequest, requests: Sequence[ParsedRequest]) -> bool:
    """Say whether a request counts after others: what only a game master can ask, and a question,
    unless something is changed."""
    if len(requests) >= MOST_REQUESTS:
        return False
    if asked.request.who == "master" or not requests:
        return True
    return not (asked.changes or requests[0].changes)


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


def find_changes(part: Part, requests: Iterable[Operation]) -> Iterator[RawLine]:
    """Yield the lines of a text that ask for a change."""
    table, raw = _by_first_word(requests), part.text.splitlines()
    for line in (each for section in part.scan.sections for each in section.lines):
        asked = _find(line.text, raw[line.number - 1], table)
        if asked and asked.changes:
            yield line


def reads_as_request(line: str) -> bool:
    """Say whether a line, as it stands in a letter, asks for something that anybody may ask for."""
    return _find(tidy_line(line), line, _by_first_word_of_all()) is not None


def _is_meant_for(call: LetterCall, writer: str) -> bool:
    """Say whether what a game master answers is for that seat alone: it addresses no other, and no
    line of it, wherever it stands, asks for something; nor would its only one but for a slip."""
    own, table = call.letter.own, _by_first_word(readable_requests(call.sender))
    lines = [line.text for section in own.scan.sections for line in section.lines]
    said = [each for each in lines if not is_courtesy(each)]
    if len(said) == 1:
        word, _, rest = POLITE.sub("", said[0]).partition(" ")
        said.append(f"{closest(word, table)} {rest}".strip())
    if any(_find(each, each, table) for each in said):
        return False
    with suppress(RefusedError):
        check_is_for_master(call.state, writer, tidy_line(own.text.strip().partition("\n")[0]))
        return True
    return False


@cache
def _by_first_word_of_all() -> _Table:
    return _by_first_word(REQUESTS)


def _find(line: str, raw: str, table: _Table) -> ParsedRequest | None:
    """Return the request that a line makes, which is written as ``raw``."""
    if len(line) > LONGEST_LINE:
        return None
    whole = _AFTER.sub("", line)
    for opening in (POLITE, _WISH):
        words = opening.sub("", whole)
        first = _FIRST.match(words.casefold())
        for name, request in table.get(first.group(), ()) if first else ():
            argument = _argument(words, name, request)
            asked = ParsedRequest(request, argument or "", words=name)
            is_plain = not asked.changes or (opening is POLITE and not line.endswith("?"))
            if argument is None or not (is_plain or request.who == "stranger"):
                continue  # a stranger is asked back in any case
            if argument and request.verbatim:
                behind = rf"\b{re.escape(name)}\b[ \t:=,]*"
                argument = re.split(behind, raw, maxsplit=1, flags=re.IGNORECASE)[-1]
            return asked._replace(argument=argument)
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


def choose(call: LetterCall) -> LetterCall:
    """Return a letter with what of it counts: what it asks for, and its orders, if it has
    any or asks for nothing.

    Raises RefusedError for a letter that went to several addresses of its writer, or that answers
    press and cannot be sent on, or is not from its reader.
    """
    letter, sender = call.letter, call.sender
    if sender.whose:
        raise RefusedError("several-addresses", whose=sender.whose)
    if sender.confirmation and read_answer(call).consent != "unclear":
        return replace(call, requests=[ParsedRequest(confirm, part=letter.own)])
    asked = parse_requests(letter, readable_requests(sender))
    if not asked.requests and (written := letter.beside_sheet):
        call, asked = _choose_beside_sheet(call, written)
    _check_whose_answer(call)
    if sender.confirmation:  # “token”, “help”: what is asked for comes before no answer
        requests = asked.requests[:1] or [ParsedRequest(confirm, part=letter.own)]
        return replace(call, requests=requests)
    if not asked.requests and (elsewhere := _ask_elsewhere(call)):
        return elsewhere
    requests, orders = _choose(call, asked)
    if sender.guest and orders:  # who has no seat has no orders
        requests, orders = requests or [ParsedRequest(pass_on, part=letter.own)], None
    unread = () if orders and orders.kind == "own" else _without_names(call, asked.unread)
    if requests and not sender.proven:
        unread += tuple(each.title for each in requests[1:])
        requests, orders = requests[:1], None
        call = _as_stranger(call) if requests[0].request.who == "stranger" else call
    call = replace(call, requests=requests, orders=orders, unread=unread)
    if not requests:
        return call
    call = replace(call, unread=(*unread, *_find_repeated_orders(call)))
    files = _unread_files(call)
    return replace(call, files=files, closed=_closed_parts(call, files))


def _choose_beside_sheet(call: LetterCall, written: IncomingLetter) -> tuple[LetterCall, Asked]:
    """Return a letter with what it asks for where its own words are perhaps in a file: a request
    about orders is about those, and beside any other the file is one like others."""
    asked = parse_requests(written, readable_requests(call.sender))
    first = next(iter(asked.requests), None)
    if first is None:
        return call, Asked()
    if first.request.text == "orders":
        return call, Asked((first._replace(part=call.letter.own),))
    return replace(call, letter=written), asked


def _ask_elsewhere(call: LetterCall) -> LetterCall | None:
    """Return the letter of a player, or a game master, that asks for a seat of a game here, or to
    watch it, as that of a stranger, who is asked back; None if it asks for no such thing.

    A list that passed it on is not asked.
    """
    letter, sender = call.letter, call.sender
    if not (sender.seat or sender.master) or sender.sign or letter.is_redirected:
        return None
    asked = parse_requests(letter, [each for each in REQUESTS if each.who == "stranger"])
    if not asked.requests or not part_game(call.store, asked.requests[0].argument)[0]:
        return None
    unread = (*asked.unread, *(each.title for each in asked.requests[1:]))
    return replace(_as_stranger(call), requests=asked.requests[:1], unread=unread)


def _as_stranger(call: LetterCall) -> LetterCall:
    """Return a letter as that of somebody who holds nothing: a seat that it names, he may want."""
    stranger = Sender(vouched=call.sender.vouched)
    return replace(call, asked_of=None, seat=None, master=None, sender=stranger)


def _choose(call: LetterCall, asked: Asked) -> tuple[list[ParsedRequest], Part | None]:
    """Return the requests that count, and the part whose orders count beside them."""
    own = call.letter.own
    if call.letter.press:
        return _beside_press(call, asked)
    if asked.requests:
        return _beside_requests(call, asked)
    if answer := read_plain_answer(call):
        return answer
    orders = _find_orders(call, own)
    to = find_passed_on(call)
    to = to if to and _is_meant_for(call, to) else ""
    if to or _answers_press(call):
        return [ParsedRequest(press, to, own)], None
    return _below_words(call, asked, orders)


def _below_words(
    call: LetterCall, asked: Asked, orders: Part
) -> tuple[list[ParsedRequest], Part | None]:
    """Return the questions that stand below other words of a letter without orders, and these."""
    is_of_person = call.seat and call.sender.proven and not call.sender.sign
    if not (is_of_person and asked.questions and orders is call.letter.own):
        return [], orders
    contents = read_contents(call, orders)
    requests = _without_orders(asked.questions.values())
    if contents.orders or contents.scan.command or not requests:
        return [], orders
    return requests, orders.without(asked.questions)


def _check_whose_answer(call: LetterCall) -> None:
    """Raise RefusedError for a letter that answers press but is not proven to come from its reader.

    He wrote from another address than his seat's, only watches, or it is somebody else.
    """
    if call.sender.proven or call.sender.answers:
        return
    for copy in find_copies(call.store, call.letter.answers):
        sender, of = call.letter.sender.bare, copy.campaign_id
        watches = call.store.has(Guest, campaign_id=of, address=sender, active=True)
        raise RefusedError("press-no-seat" if watches else "press-elsewhere")


def _answers_press(call: LetterCall) -> bool:
    """Say whether a letter that asks for nothing answers press, so that it is press itself.

    Orders are not press: a letter with a line that is one is not sent to anybody by mistake. Raises
    RefusedError if the letter cannot be taken as orders either.
    """
    state, letter = call.asked_of, call.letter
    if state is None or call.sender.sign or not whole_text(letter.text).strip():
        return False
    if not read_answered(state, letter.answers, call.viewer):
        return False
    order = read_contents(call, letter.own).first_order
    if order and not call.sender.proven:
        raise RefusedError("press-or-orders", line=order)
    return not order


def _beside_press(call: LetterCall, asked: Asked) -> tuple[list[ParsedRequest], Part | None]:
    own = call.letter.own
    is_left = own.scan.sections or own.scan.command
    if not asked.requests:
        return [ParsedRequest(press)], own if is_left else None
    has_orders = asked.rest and read_contents(call, asked.rest).holds_orders
    return [ParsedRequest(press), *asked.requests], asked.rest if has_orders else None


def _beside_requests(call: LetterCall, asked: Asked) -> tuple[list[ParsedRequest], Part | None]:
    """Return requests, and the other lines or the file whose orders count beside them.

    Of ``ready`` and a word for the dice no orders are torn off.
    """
    requests, rest = list(asked.requests), asked.rest
    first = requests[0]
    if first.request.text == "orders" and call.seat and call.sender.proven:
        orders = _find_orders(call, first.part)
        is_read = read_contents(call, orders).holds_orders
        return [first._replace(part=orders) if is_read else first], None
    if rest and call.sender.proven:
        contents = read_contents(call, rest, guess=False)
        has_orders = contents.orders and call.seat
        if not asked.unread or contents.scan.command or (has_orders and _count_orders(requests)):
            return requests, rest
    file = _find_file(call)
    if file is None:
        is_unread = call.letter.closed_parts or _unread_files(call)
        left = _without_orders(requests) if is_unread else requests
        return left, None if left else call.letter.own
    if not call.sender.proven:
        return [], file
    requests = _without_orders(requests)
    return requests, file if _count_orders(requests) else None


def _without_orders(requests: Iterable[ParsedRequest]) -> list[ParsedRequest]:
    """Leave out “my orders”, which may ask for those that stand, and be what is written beside a
    file."""
    return [each for each in requests if each.request.name != "orders"]


def _count_orders(requests: Iterable[ParsedRequest]) -> bool:
    """Say whether orders count beside requests."""
    return all(each.request.beside_orders for each in requests)


def _find_orders(call: LetterCall, own: Part) -> Part:
    """Return the part of a letter in which its orders are, by the rows of the table above: the
    first of its ``own`` words, its files and its subject that holds some, with the “ready” or
    “amend” of those passed over."""
    subject = call.subject
    said = read_contents(call, own)
    headed = read_contents(call, subject, guess=False) if subject else Contents()
    found, beside = own, [headed]
    if not (said.orders or said.resembles):
        if file := _find_file(call):
            found, beside = file, [headed, said]
        elif subject and headed.orders:
            return Part("subject", f"{subject.text}\n{own.text}")
        elif not (own.text.strip() or call.letter.closed_parts or headed.scan.command):
            return own if hides_order(call) else Part(text=call.letter.own_subject)
        elif not said.scan.command and _says_more(call, own):
            return own
    for each in beside:
        if each.scan.command and not (each.orders or each.resembles):
            found = found.with_commands(each.scan)
    return found


def _find_file(call: LetterCall) -> Part | None:
    """Return the first of a letter's files that holds orders of its seat; an only one may resemble
    an order file."""
    files = call.letter.files if call.seat else []
    if len(files) == 1 and read_contents(call, files[0]).holds_orders:
        return files[0]
    for each in files:
        if each.scan.ready is not None or read_contents(call, each, guess=False).orders:
            return each
    return None


def _closed_parts(call: LetterCall, files: Collection[str]) -> tuple[str, ...]:
    """Return what of a letter that asks for something is neither read nor sent on: what cannot be
    read, and files beside press without orders, each in a clause."""
    is_press = any(each.request is press for each in call.requests)
    unsent = unsent_files(call.letter, call.orders, files) if is_press else ()
    return (*call.letter.closed_parts, *unsent)


def _find_repeated_orders(call: LetterCall) -> tuple[str, ...]:
    """Return the orders in what a letter repeats that says nothing itself but its subject, as one
    that is forwarded."""
    if call.letter.text.strip() or not (call.seat and call.sender.proven):
        return ()
    repeated = (each for each in call.letter.parts if each.kind in ("quoted", "repeated"))
    return tuple(
        order.text
        for part in repeated
        for order in read_contents(call, part.without_marks(), guess=False).orders.values()
    )


def _unread_files(call: LetterCall) -> tuple[str, ...]:
    """Return the names of files that hold orders of the seat and count for nothing, as all below
    their end: they may be meant for whoever gets its press."""
    if not (call.seat and call.sender.proven):
        return ()
    read = [call.orders, *(each.part for each in call.requests)]
    names = (
        each.name[:60]
        for each in call.letter.parts[1:]
        if each.name and each not in read and read_contents(call, each, guess=False).orders
    )
    return tuple(dict.fromkeys(names))
