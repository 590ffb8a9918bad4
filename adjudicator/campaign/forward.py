"""Letters that order nothing: they are for a person, so they go to the game master."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from adjudicator import reports
from adjudicator.campaign.change import Change
from adjudicator.campaign.drafts import resembles_press
from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import setting, tell_gm
from adjudicator.campaign.receipts import confirm
from adjudicator.store.letter_records import Note
from adjudicator.store.queries import notes_since
from adjudicator.store.records import Seat

CODE = "letter-from-player"
MOST_A_DAY = 20
"""Letters of the players of a campaign that a game master gets in 24 hours; more are noted only."""
MOST_LINES = 200
LONGEST_LINE = 1000


def forward(at: Change, seat: Seat, lines: Sequence[str], source: Source) -> str:
    """Pass a letter on to the game master and tell its writer; return the answer's Message-ID.

    Raises RefusedError if it may have been meant for others than him.
    """
    if lines and resembles_press(lines[0]):
        raise RefusedError("press-misspelt", word=lines[0].split()[0])
    quoted = tuple(line[:LONGEST_LINE] for line in lines[:MOST_LINES])
    wrote = ", ".join(filter(None, (seat.player, source.address)))
    sent = at.submissions.get(seat.name)
    facts = {
        "holder": seat.name,
        "wrote": wrote,
        "lines": quoted,
        "phase": at.head.opens.key,
        "orders": _count(sent.text) if sent else 0,
        "ready": bool(sent and sent.ready),
        "missing": seat.name in at.silent,
    }
    today = notes_since(at.store, at.campaign, CODE, at.now - timedelta(days=1))
    post = today + sum(each.code == CODE for each in at.entries(Note)) < MOST_A_DAY
    tell_gm(at, CODE, facts, letter="passed-on", quoted=quoted, post=post)
    write = partial(reports.notice, setting(at, seat), "passed-on", facts)
    return confirm(at, seat, write, ("passed-on", facts), source)


def _count(text: str) -> int:
    return sum(not line.startswith("else") for line in text.splitlines())
