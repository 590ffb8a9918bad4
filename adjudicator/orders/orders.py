"""Orders as they were understood: lines with their conditions and alternatives."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from adjudicator.orders.language.conditions import When
from adjudicator.orders.language.syntax import Order, subject


class Branch(msgspec.Struct, frozen=True, gc=False):
    """One alternative of a line."""

    order: Order
    when: When | None = None
    """What must hold for it to be tried."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """An order with its alternatives, of which the first that applies and is possible is done."""

    branches: tuple[Branch, ...]
    number: int = 0
    """The number of the line of the file on which it began."""
    always: bool = False
    """It is a standing policy."""
    colour: str = ""
    """For which of its seat's colours it is, where seats command several."""

    @property
    def order(self) -> Order:
        """The first alternative."""
        return self.branches[0].order

    def __str__(self) -> str:
        return for_colour(self.colour, self.text)

    @property
    def text(self) -> str:
        """The line as it is written below the heading of its colour."""
        first, *others = self.branches
        lines = [("always " if self.always else "") + _show(first, "")]
        lines += [_show(branch, "else ") for branch in others]
        return "\n".join(lines)


class Orders(msgspec.Struct, frozen=True):
    """All that one seat orders for one phase, in order of execution."""

    lines: tuple[Line, ...] = ()

    def __str__(self) -> str:
        text, colour = "", ""
        for line in self.lines:
            if line.colour != colour:
                text += f"{heading(line.colour)}\n"
                colour = line.colour
            text += f"{line.text}\n"
        return text

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def renumber(self) -> "Orders":
        """Return these orders as they are read from their canonical text: each line has the number
        of that on which it begins there."""
        lines, number, colour = [], 1, ""
        for line in self.lines:
            number += line.colour != colour
            colour = line.colour
            lines.append(replace(line, number=number))
            number += len(line.branches)
        return Orders(tuple(lines))

    def part(self, colours: tuple[str, ...]) -> dict[str, "Orders"]:
        """Return the lines for each of a seat's colours; what names none is for the first."""
        if len(colours) == 1:
            return {colours[0]: self}
        return {
            colour: Orders(tuple(x for x in self.lines if (x.colour or colours[0]) == colour))
            for colour in colours
        }

    def amend(self, changes: "Orders", cancelled: tuple[Line, ...] = ()) -> "Orders":
        """Return these orders with the changes in place of the lines they are about.

        New lines follow at the end. What ``cancelled`` names is left out: the very line if it is
        here, else all lines about the same.
        """
        new: dict[tuple[str, ...], list[Line]] = {}
        for line in changes.lines:
            new.setdefault(_about(line), []).append(line)
        exact = {_very(line) for line in self.lines} & {_very(line) for line in cancelled}
        gone = {_about(line) for line in cancelled if _very(line) not in exact} | new.keys()
        kept: list[Line] = []
        for line in self.lines:
            about = _about(line)
            if about in new:
                kept += new.pop(about)
            elif about not in gone and _very(line) not in exact:
                kept.append(line)
        return Orders(tuple(kept + [line for lines in new.values() for line in lines]))

    def absent(self, cancelled: tuple[Line, ...]) -> tuple[Line, ...]:
        """Return those of the lines that no line here is about, so that they take nothing back."""
        about = {_about(line) for line in self.lines}
        return tuple(line for line in cancelled if _about(line) not in about)


def heading(colour: str) -> str:
    """Return the line above the lines for a colour."""
    return f"colour {colour}"


def headings(colour: str) -> tuple[str, ...]:
    """Return what stands above a colour's part of an order sheet; nothing if no colour is named."""
    return (heading(colour), "") if colour else ()


def for_colour(colour: str, text: str) -> str:
    """Return a line that stands by itself for a colour; one that names its own is left as it is."""
    return f"for {colour}: {text}" if colour and not text.startswith("for ") else text


def find_replaced(done: Iterable[tuple[Line, Order]]) -> list[tuple[Line, Order, Line]]:
    """Return the lines in whose place a later one about the same thing stands, each with its order
    and that line.

    ``done`` are the lines that were carried out, in their order, each with the order of it that
    was; of several orders on a line of a file the last is the latest.
    """
    latest: dict[tuple[str, ...], Line] = {}
    gone = []
    ordered = sorted(done, key=lambda each: each[0].number)
    for line, order in ordered[::-1]:
        about = (line.colour, *subject(order))
        if order.latest and latest.setdefault(about, line) is not line:
            gone.append((line, order, latest[about]))
    return gone


def _about(line: Line) -> tuple[str, ...]:
    """Return what a line is about: the same thing of another colour is another."""
    return (line.colour, *subject(line.order))


def _very(line: Line) -> tuple[str, Order]:
    return line.colour, line.order


def _show(branch: Branch, start: str) -> str:
    if branch.when is not None:
        return f"{start}if {branch.when}: {branch.order}"
    return f"{start.rstrip()}: {branch.order}" if start else str(branch.order)
