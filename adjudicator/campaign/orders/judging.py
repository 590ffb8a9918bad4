"""What stands for a phase by what an order file says for it, be it the phase that waits or a later
one, and whether its seat is then ready."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.campaign.orders.receipts import not_ready
from adjudicator.campaign.orders.sections import say_when
from adjudicator.campaign.orders.standing import (
    EARLIER,
    LEFT_OUT,
    Standing,
    Viewpoint,
    earlier,
    is_suspended,
    leaves_out,
    withholds_ready,
)
from adjudicator.orders import Finding, Orders, RawLine
from adjudicator.store.records import Submission

MOST_SENT = 20
"""How many of the latest order files of a seat for a phase are looked into for what was suggested,
and for the places of what was left out."""


class Instructions(NamedTuple):
    """What an order file says for one phase."""

    lines: tuple[RawLine, ...] = ()
    """Without any it leaves the orders alone, or brings back what the letter before it left out."""
    amend: bool = False
    ready: bool | None = None
    """Whether the seat is, or is not, ready; None if it says nothing about that."""
    ahead: bool = False
    only: frozenset[str] = frozenset()
    """The later parts of a series, if its headings name only such."""


def judge(
    instructions: Instructions,
    sent: Sequence[Submission],
    table: Viewpoint,
    here: Viewpoint,
    policy: Orders,
) -> Standing:
    """Return what stands for a phase, and whether its seat is to be ready, by what a file says.

    ``sent`` is what the seat sent for that phase before, the latest first, ``here`` its table in
    the phase that waits, and ``policy`` what stands without any. A file of which nothing is
    accepted changes nothing. What an earlier one left out is told again, for until the seat is
    ready “amend” brings it back.
    """
    last = sent[0] if sent else None
    before, found, known = policy, tuple[Finding, ...](), None
    if last:
        before, found, known = table.read(last.text), last.findings, last.warned
    left_out = table.find_left_out(found, before)
    brings_back = instructions.amend and bool(left_out) and not instructions.lines
    if brings_back:
        restored = table.bring_back(before, left_out, (each.text for each in sent))
        standing = table.merge(restored, ())
    elif instructions.lines:
        over = None if instructions.amend else policy
        suggested = table.read_suggestions(x for each in sent for x in each.findings)
        standing = table.merge(before, instructions.lines, over, instructions.only, suggested)
        standing = say_when(standing, instructions.lines, table.language, here)
    else:
        standing = table.keep(earlier(before), found, known)
    if not standing.accepted:
        same = table.keep(earlier(before), found, known)
        said = drop_omissions(standing.findings)
        new = (f for f in said if f.severity != "warning" or f.line < EARLIER)
        findings = (*same.findings, *new)
        standing = same._replace(findings=findings, unread=standing.unread, accepted=False)
    if instructions.ready is not None or last is None:
        ready = bool(instructions.ready)
    elif brings_back:
        ready = is_suspended(found) and not withholds_ready(found)
    else:  # what orders leave out decides nothing until the seat has answered whether it meant that
        changes = not instructions.amend and last.text != standing.text
        ready = last.ready and (not changes or leaves_out(standing.findings))
    ahead = instructions.ahead if instructions.ready else bool(last and last.ahead)
    if not standing.replaces:
        still = table.find_left_out(found, standing.orders)
        again = (each for each in found if each.code == LEFT_OUT and each.read in still)
        standing = standing._replace(findings=(*standing.findings, *again))
    return standing._replace(before=before, ready=ready, ahead=ready and ahead)


def decide_ready(standing: Standing, *, taken: bool, was_ready: bool = False) -> Standing:
    """Return what stands with whether its seat, which may want it, is ready; if not, it is told.

    ``taken`` is whether all of the file was taken; if not, that ends that a seat ``was_ready``.
    """
    wants, findings = standing.ready, standing.findings
    ready = wants and taken and not (standing.replaces and leaves_out(findings))
    if ready:
        findings = drop_omissions(findings)
    elif wants or (was_ready and not taken):
        why = not_ready(
            "left-out" if taken else "suspended" if was_ready else "withheld", standing.phase
        )
        findings = (*findings, why)
    return standing._replace(findings=findings, ready=ready, ahead=ready and standing.ahead)


def drop_omissions(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings but for those on orders that were left out."""
    return tuple(each for each in findings if each.code != LEFT_OUT)
