"""Orders as they were understood: lines with their conditions and alternatives."""

from collections.abc import Iterator

import msgspec

from adjudicator.orders.conditions import When
from adjudicator.orders.syntax import Order, subject


class Branch(msgspec.Struct, frozen=True):
    """One alternative of a line."""

    order: Order
    when: When | None = None
    """What must hold for it to be tried."""


class Line(msgspec.Struct, frozen=True):
    """An order with its alternatives, of which the first that applies and is possible is done."""

    branches: tuple[Branch, ...]
    number: int = 0
    """The number of the line of the file on which it began."""
    always: bool = False
    """It is a standing policy."""

    @property
    def order(self) -> Order:
        """The first alternative."""
        return self.branches[0].order

    def __str__(self) -> str:
        first, *others = self.branches
        lines = [("always " if self.always else "") + _show(first, "")]
        lines += [_show(branch, "else ") for branch in others]
        return "\n".join(lines)


class Orders(msgspec.Struct, frozen=True):
    """All that one seat orders for one phase, in order of execution."""

    lines: tuple[Line, ...] = ()

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def amend(self, changes: "Orders", cancelled: tuple[Order, ...] = ()) -> "Orders":
        """Return these orders with the changes in place of the lines they are about.

        New lines follow at the end. What ``cancelled`` names is left out: the very line if it is
        here, else all lines about the same.
        """
        new: dict[tuple[str, ...], list[Line]] = {}
        for line in changes.lines:
            new.setdefault(subject(line.order), []).append(line)
        exact = {line.order for line in self.lines} & set(cancelled)
        gone = {subject(order) for order in cancelled if order not in exact} | new.keys()
        kept: list[Line] = []
        for line in self.lines:
            about = subject(line.order)
            if about in new:
                kept += new.pop(about)
            elif about not in gone and line.order not in exact:
                kept.append(line)
        return Orders(tuple(kept + [line for lines in new.values() for line in lines]))

    def absent(self, cancelled: tuple[Order, ...]) -> tuple[Order, ...]:
        """Return those of the orders that no line here is about, so that they take nothing back."""
        about = {subject(line.order) for line in self.lines}
        return tuple(order for order in cancelled if subject(order) not in about)


def _show(branch: Branch, start: str) -> str:
    if branch.when is not None:
        return f"{start}if {branch.when}: {branch.order}"
    return f"{start.rstrip()}: {branch.order}" if start else str(branch.order)
