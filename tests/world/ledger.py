"""Which letter counts: a small model of it that knows nothing of how the judge finds out.

The latest letter of a seat that came in time counts, all of it. What stood before does so only if
nothing came. Where the world did something of which this model does not know when the judge learnt
of it, a letter may count and need not.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple


@dataclass
class Written:
    """A letter with orders, as its writer knows it."""

    message_id: str
    writer: str
    seat: str
    phase: str
    """The phase that it names; ``""``: none."""
    meant: str
    """The phase that it was written for."""
    lines: frozenset[str]
    is_sound: bool
    """Whether every line is one that the judge must accept."""
    amends: bool = False
    is_suggested: bool = False
    """Whether all of it stood in an answer, so that it may change that alone."""
    arrivals: list[tuple[datetime, str]] = field(default_factory=list)
    """When it arrived, each time, and by which name it lies in the mailbox."""
    read: datetime | None = None
    """When the judge had first read it; None: not yet."""


class Closing(NamedTuple):
    """How a phase ended."""

    opened: datetime
    closed: datetime
    ends: datetime | None
    """The last moment at which letters counted; None: it ended when all were ready."""
    deadline: datetime | None
    is_disturbed: bool
    """Whether clocks jumped meanwhile, or the phase came again."""


class Possible(NamedTuple):
    """What may stand: exactly these lines, or some of them and one that was read as another."""

    lines: frozenset[str]
    is_exact: bool

    def allows(self, lines):
        """Say whether that can be what stands."""
        return lines == self.lines if self.is_exact else len(lines - self.lines) <= 1


NOTHING = Possible(frozenset(), is_exact=True)


def read_lines(text):
    """Return the orders of a text, which is as the judge writes them."""
    lines = (" ".join(each.split()).casefold() for each in text.splitlines())
    return frozenset(each for each in lines if each and not each.startswith(("phase ", "seat ")))


def possible_orders(letters, phase, closing, is_certain, before=NOTHING):
    """Return what may stand at the end of a phase for a seat whose letters these are.

    ``is_certain`` says of a letter and its arrival whether the judge must have read it by then, and
    could not take it for somebody else's.
    """
    came = sorted((*each.arrivals[0], n) for n, each in enumerate(letters) if each.arrivals)
    found = [before]
    for arrived, _, n in came:
        letter = letters[n]
        is_here = letter.phase.split()[:2] in (
            [],
            phase.split()[:2],
        )  # or it names another turn of it
        if not is_here or arrived > closing.closed:
            continue
        if arrived < closing.opened:  # it waits for the phase, unless it was sent again
            if letter.phase == phase:
                found.append(Possible(letter.lines, is_exact=letter.is_sound))
            elif not letter.read or letter.read >= closing.opened:  # it was left unread till then
                found.append(Possible(letter.lines, is_exact=False))
            continue
        if closing.ends and arrived > closing.ends and not closing.is_disturbed:
            continue  # late
        named = letter.phase == phase
        certain = named and letter.is_sound and is_certain(letter, arrived)
        if closing.is_disturbed or (closing.deadline and arrived > closing.deadline):
            certain = False
        amended = [Possible(each.lines | letter.lines, is_exact=False) for each in found]
        if letter.amends:
            found += amended
        elif certain:
            found = [Possible(letter.lines, is_exact=True)]
            found += amended if letter.is_suggested else ()
        else:
            exact = letter.is_sound and letter.meant == phase
            found.append(Possible(letter.lines, is_exact=exact))
    return found
