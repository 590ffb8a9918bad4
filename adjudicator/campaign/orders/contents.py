"""What orders a text holds for a seat, whether or not it is taken as orders."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.orders.sections import section_title
from adjudicator.campaign.orders.standing import is_misread
from adjudicator.orders import Finding, Language, RawLine, Scan, scan, understand

MOST_LINES = 200
"""Of a section, so many are looked at in what is not taken as orders."""

BELOW = reason("below-the-end")


class Contents(NamedTuple):
    """What a text says to the phase that waits, and to the later ones that it names."""

    scan: Scan = Scan()
    orders: Mapping[str, RawLine] = {}
    """In canonical form, each with its line as it is written."""
    resembles: bool = False
    """Whether a line takes an order back or resembles one, or no order can be known yet."""
    misread: bool = False
    """Whether a line takes an order back, or was meant as an order and is none."""
    heading: str = ""
    """The first heading of a phase of the game; ``""``: none."""

    @property
    def holds_orders(self) -> bool:
        """Whether anything of it is an order or resembles one; a command is one, too."""
        return bool(self.scan.command or self.orders) or self.resembles

    @property
    def first_order(self) -> str:
        """The first line that is an order and nothing else, or the heading of orders; ``""``: none
        is."""
        command = "" if self.scan.in_passing and not self.scan.word else self.scan.command
        return command or next(iter(self.orders), "") or self.heading


def find_contents(
    text: Scan, language_of: Callable[[str], Language | None], *, guess: bool
) -> Contents:
    """Return what orders a text holds; ``language_of`` finds the language of a seat in a phase,
    without a name in the one that waits.

    A line is an order whatever its heading says: what stands below one that names no phase is read
    as what the game waits for. Without ``guess`` a line that can be no order as it stands resembles
    none, and of long sections only the beginning is read: for texts that are not taken as orders.
    """
    orders: dict[str, RawLine] = {}
    resembles = misread = False
    heading = ""
    for section in text.sections:
        own = language_of(section.name)
        if own and section.number and not heading:
            heading = f"phase {section_title(section)}"
        language = own or language_of("")
        if language:
            is_cut = not guess and len(section.lines) > MOST_LINES
            lines = section.lines[:MOST_LINES] if is_cut else section.lines
            understood = understand(lines, language, hints=guess)
            raw = {line.number: line for line in lines}
            for each in understood.orders:
                orders[str(each)] = raw.get(each.number) or RawLine(each.number, str(each))
            resembles = resembles or bool(understood.cancelled or understood.findings)
            misread = misread or bool(understood.cancelled or is_misread(understood))
    return Contents(text, orders, resembles, misread, heading)


def find_below(
    order_file: Scan, text: str, language_of: Callable[[str], Language | None]
) -> Iterator[Finding]:
    """Yield findings on the orders of a file, and on its “ready”, that stand below its end, where
    nothing is read."""
    if not order_file.ended:
        return
    below = scan("\n".join(text.splitlines()[order_file.ended :]))
    for line in find_contents(below, language_of, guess=False).orders.values():
        yield Finding.of(order_file.ended + line.number, "error", line.text, BELOW)
    if says := below.says_otherwise(order_file):
        yield Finding.of(0, "error", says, BELOW)
