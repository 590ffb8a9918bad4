"""Letters that order nothing: they are for a person, so they go to the game master."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.identify import Source
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import setting, tell_gm
from adjudicator.campaign.orders.receipts import confirm
from adjudicator.campaign.orders.standing import is_prose
from adjudicator.campaign.press.drafts import resembles_press
from adjudicator.orders import Scan, understand
from adjudicator.reports.model import Report
from adjudicator.store.letter_records import Note
from adjudicator.store.queries import notes_since
from adjudicator.store.records import Seat

CODE = "letter-from-player"
MOST_A_DAY = 20
"""Letters of the players of a campaign that a game master gets in 24 hours; more are noted only."""
MOST_LINES = 200
LONGEST_LINE = 1000


def forward(
    change: Change, seat: Seat, lines: Sequence[str], source: Source, strange: Sequence[str] = ()
) -> str:
    """Pass a letter on to the game master and tell its writer; return the answer's Message-ID.

    ``strange`` are sentences on what of it was not read.
    Raises RefusedError if it may have been meant for others than him.
    """
    if lines and resembles_press(lines[0]):
        raise RefusedError("press-misspelt", word=lines[0].split()[0])
    wrote = ", ".join(filter(None, (seat.player, source.address)))
    facts = _tell(change, wrote, lines, seat, strange)
    write = partial(reports.notice, setting(change, seat), "passed-on", facts)
    return confirm(change, seat, write, ("passed-on", facts), source)


def forward_from_guest(change: Change, wrote: str, lines: Sequence[str]) -> Report:
    """Pass the letter of one who holds no seat on to the game master; return the answer."""
    return reports.notice(None, "passed-on", _tell(change, wrote, lines))


def _tell(
    change: Change,
    wrote: str,
    lines: Sequence[str],
    seat: Seat | None = None,
    strange: Sequence[str] = (),
) -> dict[str, Any]:
    """Tell the game master what somebody wrote; return the facts of it.

    He may play, so no token is in it.
    """
    some = lines[:MOST_LINES]
    quoted = tuple(without_tokens(change.store, line, LONGEST_LINE) for line in some)
    facts: dict[str, Any] = {
        "holder": seat.name if seat else "",
        "wrote": wrote,
        "lines": quoted,
        "phase": "",
        "strange": strange,
        "campaign": change.campaign.name,
    }
    if seat and change.has_begun:
        sent = change.submissions.get(seat.name)
        facts |= {
            "phase": change.head.opens.key,
            "orders": _count(sent.text) if sent else 0,
            "ready": bool(sent and sent.ready),
            "missing": seat.name in change.silent,
        }
    today = notes_since(change.store, change.campaign, CODE, change.now - timedelta(days=1))
    post = today + sum(each.code == CODE for each in change.entries(Note)) < MOST_A_DAY
    tell_gm(change, CODE, facts, letter="passed-on", quoted=quoted, post=post)
    return facts


def is_for_a_person(change: Change, scan: Scan) -> bool:
    """Say whether a file is text, and no line of it an order that the game could ever know."""
    spoken = [each for each in scan.sections if each.lines]
    languages = [each for each, _ in change.game.languages(change.campaign.options)]
    return bool(spoken) and all(
        is_prose(understand(section.lines, language))
        for section in spoken
        for language in languages
    )


def _count(text: str) -> int:
    return sum(not line.startswith("else") for line in text.splitlines())
