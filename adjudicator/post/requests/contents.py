"""What orders a text of a letter holds: the one reader of them, for the seat that writes."""

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.orders import Scan, understand
from adjudicator.post.incoming.letter import Part
from adjudicator.post.requests.context import RequestContext

MOST_LINES = 200
"""Of a section, so many are looked at in what is not taken as orders."""


class Contents(NamedTuple):
    """What a text says to the phase that waits, and to the later ones that it names."""

    scan: Scan
    orders: Mapping[str, str]
    """In canonical form, each with its line as it is written."""
    resembles: bool
    """Whether a line takes an order back or resembles one, or no order can be known yet."""

    @property
    def says_ready(self) -> bool:
        """Whether it says that its writer is ready, or is not, or has a word for the dice."""
        return self.scan.ready is not None or bool(self.scan.word)

    @property
    def holds_orders(self) -> bool:
        """Whether anything of it is an order or resembles one; ``ready`` is one, too."""
        return self.says_ready or bool(self.orders) or self.resembles

    @property
    def first_order(self) -> str:
        """The first line that is an order and nothing else; ``""``: none is."""
        if self.says_ready:
            return "word" if self.scan.word else "ready"
        return next(iter(self.orders), "")


def read_contents(context: RequestContext, part: Part, *, guess: bool = True) -> Contents:
    """Read a text that may hold orders of a letter's seat.

    Without ``guess`` a line that can be no order as it stands resembles none, and of long sections
    only the beginning is read: for texts that are not taken as orders.
    """
    state = context.state
    if state is None:
        return Contents(Scan(), {}, resembles=False)
    orders: dict[str, str] = {}
    resembles = not state.has_begun
    for section in part.scan.sections if state.has_begun else ():
        language = state.game.language(state.position, section.name, context.viewer)
        if language:
            lines = section.lines if guess else section.lines[:MOST_LINES]
            understood = understand(lines, language, hints=guess)
            written = {line.number: line.text for line in lines}
            orders |= {str(each): written.get(each.number, str(each)) for each in understood.orders}
            resembles = resembles or bool(understood.cancelled or understood.findings)
    return Contents(part.scan, orders, resembles=resembles)
