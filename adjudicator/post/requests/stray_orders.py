"""Orders that stand where none are read: in what a letter quotes, below “--”, in another file.

A player who writes between the lines of the order sheet that he answers, or sends a second file,
means what he writes. Such orders are not carried out, for what is quoted may be anybody's; but he
is told of each, and is not taken to be ready. Where a letter has no orders at all, those in its
text file, or in its subject, are taken.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import msgspec

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.letters.outbox import find_letter
from adjudicator.campaign.letters.sealing import is_sealed
from adjudicator.campaign.orders.standing import BELOW
from adjudicator.orders import Finding, Language, RawLine, Scan, Severity, scan, understand
from adjudicator.post.incoming.html_text import text_of_html
from adjudicator.post.incoming.letter import Beside
from adjudicator.post.requests.context import ORDER_FILE, ParsedRequest, RequestContext
from adjudicator.post.requests.phrasing import add_orders
from adjudicator.post.requests.seat_answers import holds_orders, scan_orders
from adjudicator.store import queries
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Submission

MOST_LINES = 200
"""Of what is quoted, these are compared with what its reader has been sent."""
MOST_TOLD = 5
LATEST = 8
"""Letters and order files of a seat with which a quotation is compared, beside the one answered."""
CROSSING = timedelta(hours=2)
"""For so long after a phase has opened a letter may be about the one before."""
SUBJECT = ("from-subject", "beside-subject")
"""The codes of findings on a subject that is an order, and so a secret."""

_MARKS = re.compile(r"(?m)^(?:[ \t]{0,9}[>＞])+")
_NO_LETTER = re.compile(r"[\W_]+")
_ANSWER = re.compile(
    r"\s*(?:re|aw|antw|sv|vs|rv|ref|odp|fwd?|wg|tr|r)\s?(?:\[\d+\])?\s?[:：]", re.I
)
_TAGS = re.compile(
    r"\A(?:\s*(?:\[[^\]]{0,80}\]|[*(<]{1,5}\s?spam\s?[*)>]{1,5}))+\s*"
    r"|\s*[(\[<]?\b(?:eom|n/?t)\b[)\]>]?\s*\Z",
    re.IGNORECASE,
)
"""What mailing lists and filters write before a subject, and players behind it: that it is all."""
_JOINTS = re.compile(r"\s*;\s*|\s+/\s+|(?<=\w)\.\s+|,?\s+(?:and\s+)?(?=ready\W*\Z)", re.IGNORECASE)
"""What stands between two orders of a subject, which is one line."""


def find_orders(context: RequestContext) -> RequestContext:
    """Return what is asked with the text in which its orders are, if that is not the letter's own
    but that of a file, or the subject of a letter that answers none."""
    letter = context.letter
    if context.seat is None or letter.press:
        return context
    subject = "" if context.parsed.in_subject else _subject(context)
    own = context._replace(parsed=ParsedRequest(ORDER_FILE, text=letter.text))
    if not (subject or _files(context)) or holds_orders(own):
        return context
    if found := _find_file(context):
        return context._replace(parsed=found)
    if subject and _read_orders(context, scan(subject)):
        return context._replace(parsed=ParsedRequest(ORDER_FILE, text=f"{subject}\n{letter.text}"))
    return context


def add_file(context: RequestContext, asks: tuple[ParsedRequest, ...]) -> tuple[ParsedRequest, ...]:
    """Return what a letter asks with the orders of its file: “My orders” may ask for those that
    stand, and be what is written beside a file."""
    file = _find_file(context) if context.seat and not context.letter.press else None
    if file is None:
        return asks
    if not context.sender.proven:
        return (file,)
    if asks[0].request.text == "orders":  # “check”: they are for the request
        own = context._replace(parsed=ParsedRequest(ORDER_FILE, text=asks[0].text))
        return asks if holds_orders(own) else (asks[0]._replace(text=file.text), *asks[1:])
    others = tuple(each for each in asks if each.request.name != "orders")
    return add_orders(others, file)


def name_unread_files(
    context: RequestContext, asks: tuple[ParsedRequest, ...]
) -> tuple[ParsedRequest, ...]:
    """Return what a letter asks with the names of those of its files that hold orders of its seat
    and count for nothing: they may be meant for whoever gets its press."""
    if not (context.seat and context.sender.proven):
        return asks
    read = {each.text for each in asks if each.request is ORDER_FILE}
    there = [e for e in context.letter.beside if e.where == "file" and e.text not in read]
    names = tuple(each.name[:60] for each in there if orders_in(context, each.text))
    return tuple(each._replace(files=names) for each in asks) if names else asks


def _files(context: RequestContext) -> list[ParsedRequest]:
    return [
        ParsedRequest(ORDER_FILE, text=e.text) for e in context.letter.beside if e.where == "file"
    ]


def _find_file(context: RequestContext) -> ParsedRequest | None:
    """Return the first of a letter's files that holds orders or resembles an order file."""
    files = _files(context)
    for each in files:
        if len(files) == 1 and holds_orders(context._replace(parsed=each)):
            return each
        found = scan(each.text)
        if found.ready is not None or _read_orders(context, found):
            return each
    return None


def orders_in(context: RequestContext, text: str) -> dict[str, str]:
    """Return the orders in a text of a seat's letter, in canonical form; of a stranger's none."""
    return _read_orders(context, scan(text)) if context.seat and context.sender.proven else {}


def read_with_all_beside(context: RequestContext) -> Scan:
    """Return the orders of a letter, taken apart, with findings on what stands beside them.

    A letter that may be about the phase before makes nobody ready.
    """
    found = scan_orders(context)
    more = _from_elsewhere(context) + _find_beside(context, found)
    if before := _crosses(context, found):
        more = (_crossing(before, context, found), *more)
        found = msgspec.structs.replace(found, ready=None if found.ready else found.ready)
    return msgspec.structs.replace(found, findings=(*more, *found.findings)) if more else found


def _from_elsewhere(context: RequestContext) -> tuple[Finding, ...]:
    if context.parsed.text == context.letter.text:
        return ()
    for each in context.letter.beside:
        if each.where == "file" and each.text == context.parsed.text:
            said = f"The orders were read from the attached file “{each.name[:60]}”."
            return (Finding(0, "from-file", "note", "", said),)
    subject = _subject(context)
    if subject and context.parsed.text.startswith(f"{subject}\n"):
        return (Finding(0, "from-subject", "note", "", "The subject was read as an order, too."),)
    return ()


def _find_beside(context: RequestContext, found: Scan) -> tuple[Finding, ...]:
    """Return findings on orders that a letter has beside those that are read from it, and on parts
    of it that cannot be read and may be orders."""
    letter = context.letter
    there = [
        (each, text)
        for each in letter.beside
        if each.text != context.parsed.text and (text := _unfamiliar(context, each))
    ]
    subject = _subject(context)
    if subject and not context.parsed.text.startswith(f"{subject}\n"):
        there.append((Beside("subject", subject), subject))
    if not (there or letter.closed_parts):
        return ()
    own = _read_orders(context, found)
    standing = {*own, *_standing(context)}
    told = [
        Finding(
            0, f"beside-{each.where.replace(' ', '-')}", _severity(each, own), lines, _why(each)
        )
        for each, text in there
        if (lines := _lines_not_in(standing, _read_orders(context, scan(text))))
    ]
    closed = [
        Finding(0, "closed-part", "note" if own else "error", "", _tell_of_part(each))
        for each in letter.closed_parts
    ]
    return (*told[:MOST_TOLD], *closed[:MOST_TOLD])


def _lines_not_in(standing: set[str], orders: Mapping[str, str]) -> str:
    """Return the lines of orders that do not stand, one behind the other."""
    lines = [line for order, line in orders.items() if order not in standing]
    return "; ".join(lines[:MOST_TOLD])


def _crosses(context: RequestContext, found: Scan) -> str:
    """Return the phase before, if a letter that names none may be about that one: it answers a
    letter of that time, or was written then, and the phase that waits has just opened."""
    at, seat = context.place
    if not at.has_begun or seat.name in at.submissions:
        return ""
    if any(each.number for each in found.sections):
        return ""
    past = queries.past(at.store, at.campaign)
    if len(past) < 2 or context.arrived - at.head.created > CROSSING:
        return ""
    answered = [each for each in _find_letters(context) if each.resolution is not None]
    if answered:
        crossing = all(each.resolution != at.head.serial for each in answered)
    else:
        crossing = bool(context.letter.date and context.letter.date < at.head.created)
    return past[-2].opens.key if crossing else ""


def hides_order(context: RequestContext) -> bool:
    """Say whether the subject of a seat's letter is an order, or was perhaps meant as one."""
    subject = _subject(context) if context.seat and context.place[0].has_begun else ""
    texts = (subject, subject.partition(":")[2])
    return any(
        each and holds_orders(context._replace(parsed=ParsedRequest(ORDER_FILE, text=each)))
        for each in texts
    )


def _subject(context: RequestContext) -> str:
    """Return the subject of a letter that answers none; if there are several orders in it, as
    several lines."""
    subject = _TAGS.sub("", context.letter.subject)
    if _ANSWER.match(subject):
        return ""
    lines = _JOINTS.sub("\n", subject)
    is_one = lines == subject or _read_orders(context, scan(subject))
    return subject if is_one else lines


def _read_orders(context: RequestContext, found: Scan) -> dict[str, str]:
    """Return the orders that lines hold, in canonical form, each with its line as it is written."""
    at, seat = context.place
    read: dict[str, str] = {}
    if not at.has_begun:
        return read
    for section in found.sections:
        language = at.game.language(at.position, section.name, seat.name)
        if language:
            read |= _orders_in(section.lines[:MOST_LINES], language)
    return read


def _orders_in(lines: tuple[RawLine, ...], language: Language) -> dict[str, str]:
    written = {line.number: line.text for line in lines}
    understood = understand(lines, language, hints=False)
    return {str(line): written.get(line.number, str(line)) for line in understood.orders}


def _standing(context: RequestContext) -> list[str]:
    """Return the orders that stand for a seat, in canonical form."""
    at, seat = context.place
    sent = at.submissions.get(seat.name) if at.has_begun else None
    return sent.text.splitlines() if sent else []


def _unfamiliar(context: RequestContext, beside: Beside) -> str:
    """Return of a text, if it is quoted, the lines that its reader has neither got nor sent."""
    if beside.where not in ("quoted", "repeated"):
        return beside.text
    lines = [each for each in _MARKS.sub("", beside.text).splitlines() if each.strip()]
    left = {each: _letters_of(each) for each in lines[:MOST_LINES]}
    with suppress(CampaignError, StoreError):  # a damaged letter of ours costs nobody his orders
        for number, text in enumerate(_texts(context)):
            left = {line: said for line, said in left.items() if said and said not in text}
            if not left or (number == 0 and not _read_orders(context, scan("\n".join(left)))):
                return ""  # as nearly always: what is left is the line that says who wrote
    return "\n".join(left)


def _texts(context: RequestContext) -> Iterator[str]:
    """Yield what a seat has got and sent, the letter that is answered first."""
    at, seat = context.place
    mine: dict[str, Any] = {"campaign_id": at.campaign.id, "seat": seat.name}
    for each in _find_letters(context):
        yield from _words_of(context, each)
    for each in context.store.rows(Letter, order="id", last=True, limit=LATEST, **mine):
        yield from _words_of(context, each)
    for sent in context.store.rows(Submission, order="id", last=True, limit=LATEST, **mine):
        yield _letters_of(f"{sent.raw}\n{sent.text}")


def _words_of(context: RequestContext, letter: Letter) -> Iterator[str]:
    sealed = is_sealed(letter.content)
    report = find_letter(context.store, letter.message_id).content if sealed else letter.content
    yield _letters_of(f"{report.subject}\n{report.text}")
    if report.html:
        yield _letters_of(text_of_html(report.html))


def _find_letters(context: RequestContext) -> list[Letter]:
    """Return the letters to a seat that a letter says it answers, as far as they are sound."""
    at, seat = context.place
    found: list[Letter] = []
    for each in context.letter.answers:
        with suppress(StoreError):
            found += context.store.rows(Letter, message_id=f"<{each}>", limit=1)
    return [each for each in found if (each.campaign_id, each.seat) == (at.campaign.id, seat.name)]


def _letters_of(text: str) -> str:
    """Return a text as it can be found again however it was broken into lines and quoted."""
    return _NO_LETTER.sub("", text.casefold())


def _severity(beside: Beside, own: Mapping[str, str]) -> Severity:
    """Return how grave it is that orders are not read.

    Who writes between lines with ``>`` has no other orders; beside some it may be anybody's words.
    """
    return "note" if beside.where == "quoted" and own else "error"


_IN_A_QUOTATION = (
    "This stands in what your letter quotes, where nothing is read as an order. Write it above or "
    "below that."
)


def _why(beside: Beside) -> str:
    return {
        "quoted": _IN_A_QUOTATION,
        "repeated": _IN_A_QUOTATION,
        "below the end": BELOW,
        "letter": "The orders were read from the attached file, and not from the letter itself. "
        "Write all of them in one place.",
        "file": f"The attached file “{beside.name[:60]}” was not read. Write all orders in one "
        "place.",
        "subject": "The subject of a letter that holds other orders is not read. Write it into "
        "the letter itself.",
    }[beside.where]


def _tell_of_part(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}. Write orders into the letter itself."


def _crossing(before: str, context: RequestContext, found: Scan) -> Finding:
    at, _ = context.place
    now = at.head.opens.key
    counts = f" Its orders count for {now}." if found.sections else ""
    ready = f" It does not make you ready in {now}." if found.ready else ""
    return Finding(
        0,
        "crossed",
        "warning",
        "",
        f"Your letter may be about {before}, which is over: it seems to have been written before "
        f"you had the report.{counts}{ready} Send “ready” if all is as you want it, or other "
        "orders.",
    )
