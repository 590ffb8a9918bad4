"""How the clock has gone since the pass before, by which it is known whether passes were made.

Who makes passes that find nothing to do imports no more of a campaign than this.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.campaign.kernel.clocks import JUMP
from adjudicator.store.database import Store
from adjudicator.store.records import LastPass


class Steady(NamedTuple):
    """A clock that never jumps, as long as the machine runs."""

    boot: str = ""
    """Names the time since the machine was started; ``""``: it is not known."""
    seconds: int = 0
    """Since then."""


UNKNOWN = Steady()
LONGEST_WHY = 500
"""Characters that are kept of what failed in a pass."""


def mind_the_clock(
    store: Store, now: datetime, longest: int, steady: Steady = UNKNOWN
) -> dict[str, str]:
    """Note that a pass is being made; after a jump of the clock, or an outage, move the deadlines.

    An outage is a gap of over ``longest`` hours (0: never) in which no pass was made, unless the
    one before was about as long: so far apart do passes come. For so long no letter was read and
    no reminder written, so deadlines that had not passed are put off by its length; by a jump
    ahead, too, which a ``steady`` clock tells apart. After a jump back, what was put off is put
    back, and a phase that was opened in what is the future now gets its deadline anew.

    Returns the names of the campaigns whose deadline was moved, or was to be: then with the error
    that kept it from that, and keeps no other campaign from it.
    """
    with store.atomic():
        before = store.first(LastPass)
        if before is None:
            store.put(LastPass(1, now, steady.boot, steady.seconds))
            return {}
        jump = _jump(before, now - before.at, steady)
        gap = now - before.at - jump
        made = LastPass(1, now, steady.boot, steady.seconds, int(gap.total_seconds()))
        store.put(replace(made, failing=before.failing, why=before.why))
        lost = gap if _is_outage(gap, timedelta(seconds=before.gap), longest) else timedelta()
        shift = lost + jump
        why = "jump back" if shift < timedelta() else "jump" if jump > timedelta() else "outage"
        if not shift:
            return {}
        from adjudicator.campaign.phases.deadlines import follow_clock  # as good as never

        return follow_clock(store, now, before.at, shift, why)


def note_end(store: Store, now: datetime, why: str) -> None:
    """Note how a pass ended: what failed in it, or ``""``."""
    with store.atomic():
        if (made := store.first(LastPass)) and (why or made.failing):
            failing = (made.failing or now) if why else None
            store.put(replace(made, failing=failing, why=why[:LONGEST_WHY]))


def _is_outage(gap: timedelta, before: timedelta, longest: int) -> bool:
    """Whether too long no pass was made: in a gap that is not about as long as the one before."""
    return bool(longest) and gap > timedelta(hours=longest) and not before / 2 <= gap <= 2 * before


def _jump(before: LastPass, gap: timedelta, steady: Steady) -> timedelta:
    """Return by how much the clock jumped since a pass: more than none is ahead."""
    if steady.boot and steady.boot == before.boot:
        jump = gap - timedelta(seconds=steady.seconds - before.steady)
    else:  # nothing tells a jump ahead from an outage
        jump = min(gap, timedelta())
    return jump if abs(jump) > JUMP else timedelta()
