"""A player's signature: what stands below his letters, whatever they order. It orders nothing.

No list of phrases can tell it from “PS: not the last line”, but his own letters can: what already
stood below one by which he was ready is his signature. The first time he was told of it, and says
“ready” once more. Figures in it may be others each time, as those of a counter are.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.orders import Scan, Section, scan, understand
from adjudicator.orders.reading.scan import Lines
from adjudicator.patterns import pattern
from adjudicator.store.queries import seats_at
from adjudicator.store.records import Seat, Submission

MOST_SEATS = 6
"""Seats of a player, in all games, whose letters are looked at."""
MOST_LETTERS = 8
"""Letters of a seat that are looked at, the latest."""
_FIGURES = pattern(r"\d+")


def leave_signature_out(change: Change, seat: Seat, file: OrderFile) -> OrderFile:
    """Return an order file without the lines of its writer's signature, as far as they are known.
    They stand below “ready” and all that is an order."""
    orders = {line for each in file.scan.sections for line in _find_orders(change, seat, each)}
    heads = [each.number for each in file.scan.sections]
    lowest = max((file.scan.ready_at, *orders, *heads))
    below = _say_below(file.text, lowest, file.scan.ended) if lowest else {}
    confirms = file.source.answered and not orders
    known: set[str] = set()
    for lines in _known_endings(change, seat, file, confirms=confirms) if below else ():
        known.update(lines)
        if known.issuperset(below.values()):
            break
    signed = {number for number, words in below.items() if words in known}
    return file._replace(scan=_without_lines(file.scan, signed)) if signed else file


def _find_orders(change: Change, seat: Seat, section: Section) -> Iterator[int]:
    """Yield the numbers of the lines of a section that are orders; where none can be known, all."""
    language = change.language_of(section.name, seat.name)
    understood = understand(section.lines, language) if language else None
    read = (*understood.orders, *understood.cancelled) if understood else section.lines
    yield from (line.number for line in read)


def _say_below(text: str, line: int, ended: int) -> dict[int, str]:
    """Return what is said below a line of a text, and above the one that ended it, by line; any
    figure in it is as good as another."""
    lines = enumerate(text.splitlines()[: ended - 1 if ended else None], 1)
    said = {number: " ".join(words.split()) for number, words in lines if number > line}
    return {number: _FIGURES.sub("0", words) for number, words in said.items() if words}


def _known_endings(
    change: Change, seat: Seat, file: OrderFile, *, confirms: bool
) -> Iterator[Iterable[str]]:
    """Yield what stood below the letters that made a seat of the same player ready, in whatever
    game; and before that all of the last letter, if this file ``confirms`` it: whatever stands in
    that has been told."""
    latest: dict[str, Any] = {"order": "id", "last": True, "limit": MOST_LETTERS}
    if confirms:
        sent = change.rows(Submission, seat=seat.name, resolution=change.head.serial, **latest)
        yield from islice((_say_below(each.raw, 0, 0).values() for each in sent if each.raw), 1)
    seats = [seat, *seats_at(change.store, seat.address.casefold(), MOST_SEATS)]
    for campaign_id, name in dict.fromkeys((each.campaign_id, each.name) for each in seats):
        of: dict[str, Any] = {"campaign_id": campaign_id, "seat": name, "ready": True}
        for raw in (each.raw for each in change.store.rows(Submission, **of, **latest)):
            taken = scan(raw)
            if taken.ready_at:
                yield _say_below(raw, taken.ready_at, taken.ended).values()


def _without_lines(order_file: Scan, numbers: Container[int]) -> Scan:
    """Return a scan without some lines, and what was found about them."""
    sections = (
        replace(each, lines=Lines(line for line in each.lines if line.number not in numbers))
        for each in order_file.sections
    )
    return replace(
        order_file,
        sections=tuple(each for each in sections if each.lines or each.number),
        findings=tuple(each for each in order_file.findings if each.line not in numbers),
    )
