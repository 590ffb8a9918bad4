"""What a letter asks for: which of its parts count, whatever else it holds.

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

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.operations.operation import Operation
from adjudicator.post.incoming.letter import Part
from adjudicator.post.requests.context import (
    ORDER_FILE,
    ParsedRequest,
    RequestContext,
    read_contents,
)
from adjudicator.post.requests.joining import confirm, pass_on, read_answer
from adjudicator.post.requests.parsing import Asked, parse_requests
from adjudicator.post.requests.press import answers_press, check_whose_answer, press

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
