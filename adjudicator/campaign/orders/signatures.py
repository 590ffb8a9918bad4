"""A player's signature: what stands below his letters, whatever they order. It orders nothing.

No list of phrases can tell it from “PS: not the last line”, but the records of his letters can. The
first time a receipt tells him of its lines, and “ready” waits; if he says “ready” once more above
the same lines, they are his signature, in all his games. A line that is an order is none, nor is
one that was rejected as an order: that holds “ready” as often as it is written.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.orders import Finding, RawLine, Scan, scan, understand
from adjudicator.orders.reading.reader import NAMES_NO_ORDER, NOT_AN_ORDER
from adjudicator.orders.reading.scan import Lines
from adjudicator.patterns import pattern
from adjudicator.store.queries import seats_at
from adjudicator.store.records import Seat, Submission

SIGNATURE = "signature"
"""The code of what is found of a line that is known as a signature."""
MOST_SEATS = 6
"""Seats of a player, in all games, whose letters are looked at."""
MOST_LETTERS = 8
"""Letters of a seat that are looked at, the latest."""
_FIGURES = pattern(r"\d+")


def leave_signature_out(change: Change, seat: Seat, file: OrderFile) -> OrderFile:
    """Return an order file without the lines of its writer's signature, as far as they are known,
    and with findings that say so. They stand below “ready” and all that is an order."""
    orders, misread = _read_lines(change, seat, file.scan)
    lowest = _find_lowest(file.scan, orders)
    lines = [line for each in file.scan.sections for line in each.lines]
    below = [line for line in lines if lowest and line.number > lowest]
    confirms = bool(file.scan.ready and file.source.answered and not orders)
    told = _find_told(change, seat, confirms=confirms) if below else ()
    known = {text for each in told for text in each}
    # As a counter counts on any figure is as good as another, but for one that may be ordered.
    counted = {_FIGURES.sub("0", text) for text in known}
    signed = {
        line.number: line
        for line in below
        if line.text in known
        or (line.number not in misread and _FIGURES.sub("0", line.text) in counted)
    }
    return file._replace(scan=_without_lines(file.scan, signed)) if signed else file


def _read_lines(change: Change, seat: Seat, order_file: Scan) -> tuple[set[int], set[int]]:
    """Return the numbers of the lines that are orders, of a section of which none can be known all,
    and of those that are some with a slip."""
    orders: set[int] = set()
    misread: set[int] = set()
    for section in order_file.sections:
        language = change.language_of(section.name, seat.name)
        understood = understand(section.lines, language) if language else None
        read = (*understood.orders, *understood.cancelled) if understood else section.lines
        orders.update(line.number for line in read)
        found = understood.findings if understood else ()
        misread.update(each.line for each in found if each.severity == "error")
    return orders, misread


def _find_lowest(order_file: Scan, orders: Iterable[int]) -> int:
    """Return the number of the lowest line that says “ready”, heads a section or is an order."""
    heads = [each.number for each in order_file.sections]
    return max((order_file.ready_at, *orders, *heads))


def _find_told(change: Change, seat: Seat, *, confirms: bool) -> Iterator[Iterable[str]]:
    """Yield the lines that were known as a signature in letters that made a seat of the same player
    ready, in whatever game; and those at the end of the last letter of the phase that were told to
    be no orders, if what comes ``confirms`` it: it says “ready”, orders nothing, and answers it.
    """
    latest: dict[str, Any] = {"order": "id", "last": True, "limit": MOST_LETTERS}
    if confirms:
        sent = change.rows(Submission, seat=seat.name, resolution=change.head.serial, **latest)
        for each in islice((each for each in sent if each.raw), 1):
            taken = scan(each.raw)
            lowest = _find_lowest(taken, _read_lines(change, seat, taken)[0])
            below = [x for x in each.findings if lowest and x.line > lowest]
            told = (NOT_AN_ORDER, NAMES_NO_ORDER, SIGNATURE)
            yield [x.read for x in below if x.code in told]
    seats = [seat, *seats_at(change.store, seat.address.casefold(), MOST_SEATS)]
    for campaign_id, name in dict.fromkeys((each.campaign_id, each.name) for each in seats):
        of: dict[str, Any] = {"campaign_id": campaign_id, "seat": name, "ready": True}
        for each in change.store.rows(Submission, **of, **latest):
            yield [x.read for x in each.findings if x.code == SIGNATURE]


def _without_lines(order_file: Scan, signed: Mapping[int, RawLine]) -> Scan:
    """Return a scan with findings on some lines in their place."""
    sections = (
        replace(each, lines=Lines(line for line in each.lines if line.number not in signed))
        for each in order_file.sections
    )
    why = reason(SIGNATURE)
    found = (Finding.of(x.number, "note", x.text, why, code=SIGNATURE) for x in signed.values())
    return replace(
        order_file,
        sections=tuple(each for each in sections if each.lines or each.number),
        findings=(*(x for x in order_file.findings if x.line not in signed), *found),
    )
