"""A player's signature: what stands below his letters, whatever they order. It orders nothing.

No list of phrases can tell it from “PS: not the last line”, but his own letters can: what already
stood below one by which he was ready is his signature. The first time he was told of it, and says
“ready” once more. Figures in it may be others each time, as those of a counter are.
"""

from collections.abc import Container, Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.orders import RawLine, Scan, scan, understand
from adjudicator.orders.reading.plain_text import tidy_line
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
    orders = _find_orders(change, seat, file)
    heads = [each.number for each in file.scan.sections]
    lowest = max((file.scan.ready_at, *orders, *heads))
    below = _say_below(file.text, lowest, file.scan.ended) if lowest else {}
    known: set[str] = set()
    for raw, taken in _known_letters(change, seat, file, confirms=not orders) if below else ():
        known.update(_say_below(raw, taken.ready_at, taken.ended).values())
        if known.issuperset(below.values()):
            break
    signed = {number for number, words in below.items() if words in known}
    return file._replace(scan=_without_lines(file.scan, signed)) if signed else file


def find_added(change: Change, seat: Seat, file: OrderFile) -> list[RawLine]:
    """Return the lines that stand below “--” beside all that has stood there before: that is the
    signature, and they were added to it. Below a word, “end”, one may remark what one likes."""
    lines = file.text.splitlines()
    end = file.scan.ended
    if not end or any(map(str.isalpha, lines[end - 1])):
        return []
    below = _say_below(file.text, end, 0)
    confirms = not _find_orders(change, seat, file)
    known: set[str] = set()
    is_kept = False
    for raw, taken in _known_letters(change, seat, file, confirms=confirms) if below else ():
        if taken.ended or not taken.ready_at:
            theirs = {*_say_below(raw, taken.ended, 0).values()}
            is_kept = is_kept or bool(taken.ended and theirs and theirs.issubset(below.values()))
            known |= theirs
            if known.issuperset(below.values()):
                return []
    added = [number for number, words in below.items() if words not in known]
    return [RawLine(number, tidy_line(lines[number - 1])) for number in added if is_kept]


def _find_orders(change: Change, seat: Seat, file: OrderFile) -> set[int]:
    """Return the numbers of the lines that are orders; of a section of which none can be known,
    those of all."""
    orders: set[int] = set()
    for section in file.scan.sections:
        language = change.language_of(section.name, seat.name)
        understood = understand(section.lines, language) if language else None
        read = (*understood.orders, *understood.cancelled) if understood else section.lines
        orders.update(line.number for line in read)
    return orders


def _say_below(text: str, line: int, ended: int) -> dict[int, str]:
    """Return what is said below a line of a text, and above the one that ended it, by line; any
    figure in it is as good as another."""
    lines = enumerate(text.splitlines()[: ended - 1 if ended else None], 1)
    said = {number: " ".join(words.split()) for number, words in lines if number > line}
    return {number: _FIGURES.sub("0", words) for number, words in said.items() if words}


def _known_letters(
    change: Change, seat: Seat, file: OrderFile, *, confirms: bool
) -> Iterator[tuple[str, Scan]]:
    """Yield the letters that said that a seat of the same player is ready and made it so, in
    whatever game, with their scans; and before them the last one, with none, if this file, as it
    orders nothing, ``confirms`` it: whatever stands in that has been told."""
    latest: dict[str, Any] = {"order": "id", "last": True, "limit": MOST_LETTERS}
    if confirms and file.source.answered:
        sent = change.rows(Submission, seat=seat.name, resolution=change.head.serial, **latest)
        yield from islice(((each.raw, Scan()) for each in sent if each.raw), 1)
    seats = [seat, *seats_at(change.store, seat.address.casefold(), MOST_SEATS)]
    for campaign_id, name in dict.fromkeys((each.campaign_id, each.name) for each in seats):
        of: dict[str, Any] = {"campaign_id": campaign_id, "seat": name, "ready": True}
        for each in change.store.rows(Submission, **of, **latest):
            taken = scan(each.raw)
            if taken.ready_at:
                yield each.raw, taken


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
