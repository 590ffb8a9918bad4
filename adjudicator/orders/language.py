"""The language of one phase: its order kinds, its conditions and its names."""

from typing import NamedTuple

from adjudicator.orders.conditions import When, read_when
from adjudicator.orders.findings import Misread
from adjudicator.orders.names import Vocabulary, closest
from adjudicator.orders.syntax import Condition, Form, Order, filled, forms_of


class Language:
    """What can be said in a phase. ``phase`` is its name (``war``); ``kinds`` its order kinds."""

    def __init__(
        self,
        phase: str,
        kinds: tuple[type[Order], ...],
        names: Vocabulary,
        conditions: tuple[type[Condition], ...] = (),
    ):
        self.phase = phase
        self.kinds = kinds
        self.conditions = conditions
        self.names = names
        self._by_start: dict[str, list[_Entry]] = {}
        self._anywhere: list[_Entry] = []
        for kind in kinds:
            for form in forms_of(kind):
                if form.starts:
                    for word in form.starts:
                        self._by_start.setdefault(word, []).append(_Entry(kind, form))
                else:
                    self._anywhere.append(_Entry(kind, form))

    def read_order(self, text: str) -> Order:
        """Read one order. Raises Misread, with a correct line where one can be made."""
        tidy = " ".join(text.split()) + " "
        first = tidy[: tidy.index(" ")].casefold()
        entries = self._by_start.get(first, ())
        misread: Misread | None = None
        for entry in (*entries, *self._anywhere):
            match = entry.form.regex.match(tidy)
            if match:
                try:
                    order: Order = filled(entry.kind, match, self.names)
                    return order
                except Misread as problem:
                    misread = misread or problem
        raise misread or self._unlike(tidy, first, entries)

    def read_when(self, text: str) -> When:
        """Read a condition. Raises Misread."""
        return read_when(text, self.conditions, self.names)

    def _unlike(self, tidy: str, first: str, entries: "list[_Entry] | tuple[()]") -> Misread:
        if entries:
            kinds = dict.fromkeys(entry.kind for entry in entries)
            wanted = " or ".join(f"“{kind.syntax}”" for kind in kinds)
            return Misread("malformed", f"“{first}” was understood, the rest not: write {wanted}.")
        meant = closest(first, self._by_start)
        if meant:
            return Misread(
                "unknown-order",
                f"“{first[:40]}” is not an order. Did you mean “{meant}”?",
                f"{meant} {tidy.partition(' ')[2]}".strip(),
            )
        known = ", ".join(dict.fromkeys(self._canonical_starts()))
        return Misread(
            "unknown-order",
            f"“{first[:40]}” does not begin an order of the {self.phase} phase. "
            f"Orders begin with: {known}.",
        )

    def _canonical_starts(self) -> list[str]:
        return [
            min(forms_of(kind)[0].starts, key=kind.syntax.casefold().find) for kind in self.kinds
        ]


class _Entry(NamedTuple):
    kind: type[Order]
    form: Form
