"""Why something is refused, found wrong or failed, and what a command prints: a code and facts.

``templates/reasons/ROOM.j2`` has the words, a block for each code of a room of the program. Jinja
is imported when the first of them is put into words: whoever is told nothing does not pay for it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from adjudicator.wording.folder import FOLDER

__all__ = ["FOLDER", "Reason", "ReasonedError", "find_cited", "in_words", "reasons_of"]


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why something is refused or failed, or what is printed; ``str`` puts it into words."""

    room: str
    """The file of its words: ``shogun`` is ``templates/reasons/shogun.j2``; ``""``: the fact
    ``said`` is its words. A game of another
    package names that first: ``package:reasons`` for its ``templates/reasons.j2``."""
    code: str
    """The block of its words (there with ``_`` for ``-`` and ``.``): ``no-army``, or
    ``no-army.there``, which programs are told as the same kind."""
    facts: Mapping[str, Any] = {}
    """What the words speak of, by name: texts, numbers, lists of them, and other reasons."""

    def __hash__(self) -> int:
        return hash((self.room, self.code))

    def __str__(self) -> str:
        return _words()(self.room, self.code, self.facts)

    @property
    def kind(self) -> str:
        """Which reason it is, for programs and rule cases."""
        return self.code.partition(".")[0]

    @property
    def plain_facts(self) -> dict[str, Any]:
        """The facts as they can be saved: another reason among them as its words."""
        return {
            name: str(fact) if isinstance(fact, Reason) else fact
            for name, fact in self.facts.items()
        }


@cache
def _words() -> Callable[[str, str, Mapping[str, Any]], str]:
    """Return what puts reasons into words."""
    from adjudicator.wording.words import put_into_words

    return put_into_words


def find_cited(facts: Mapping[str, Any], text: str) -> tuple[str, ...]:
    """Return those facts of a reason that stand in a text: what its words repeat of that."""
    return tuple(x for x in facts.values() if isinstance(x, str) and x in text)


def in_words(code: str, words: str) -> Reason:
    """Return a reason in words of its own, for a game that has no file of words."""
    return Reason("", code, {"said": words})


def reasons_of(room: str) -> Callable[..., Reason]:
    """Return what makes the reasons of a room: ``reason(code, **facts)``."""

    def reason(code: str, /, **facts: Any) -> Reason:
        return Reason(room, code, facts)

    return reason


class ReasonedError(Exception):
    """An error with a reason: a code with facts, whose words are those of the class's room, or a
    reason of another room."""

    room = ""

    def __init__(self, why: str | Reason, /, **facts: Any):
        reason = why if isinstance(why, Reason) else Reason(self.room, why, facts)
        super().__init__(reason)
        self.reason = reason

    @property
    def code(self) -> str:
        """Which reason it is, for programs."""
        return self.reason.kind

    def __str__(self) -> str:
        return str(self.reason)
