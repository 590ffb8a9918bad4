"""What an order file says beside its orders. Greetings, thanks and names say nothing."""

import re
from collections.abc import Iterable

from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.campaign.orders.standing import Viewpoint
from adjudicator.orders import Finding, RawLine
from adjudicator.orders.language.words import is_denied
from adjudicator.orders.reading.prose import is_heading
from adjudicator.orders.reading.reader import NOT_AN_ORDER
from adjudicator.store.records import Campaign, Seat

LONGEST = 200
"""Characters of a line that is looked at for courtesy."""
MOST_TOLD = 20
"""Lines that are told of."""
MOST_NAMES = 3
"""Words behind a greeting, or on the next line, that may be somebody's name."""
_COURTESY = re.compile(
    r"(?:hi|hello|hey|dear|good (?:day|morning|evening|afternoon)|greetings|thanks|thank you|thx|"
    r"cheers|regards|best|kind regards|best (?:regards|wishes)|sincerely|yours|sent from)\b"
    r"(?:[\s,.!]+[\w.'-]+){0,4}[\s,.!]*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,.!]+(?:\s+|$)")
_WORD = re.compile(r"[\w'-]+")


def is_courtesy(line: str) -> bool:
    """Say whether a line is a greeting or thanks, and says nothing else."""
    return bool(_COURTESY.fullmatch(line[:LONGEST]))


def names_of(campaign: Campaign | None, seat: Seat | None) -> list[str]:
    """Return the names of a game, of who judges it and of a seat of it, with its player's."""
    names = [seat.name, seat.player, seat.address.partition("@")[0]] if seat else []
    if campaign:
        address = campaign.settings.address.partition("@")[0]
        names += [campaign.name, campaign.ruleset, address]
    return names


def find_said(lines: Iterable[RawLine], names: Iterable[str]) -> list[RawLine]:
    """Return the lines that say more than a greeting, thanks and who writes to whom, by the
    ``names`` that are known, or their initials; behind a greeting, or below it, any may stand."""
    spelt = [_WORD.findall(each.casefold()) for each in names]
    known = {form for each in spelt for word in each for form in (word, word[0])}
    known.update("".join(word[0] for word in each) for each in spelt)
    said = []
    greeted = 0
    for line in lines:
        clauses = _CLAUSE.split(line.text)
        words = [x for each in clauses if not is_courtesy(each) for x in _WORD.findall(each)]
        is_name = len(words) <= MOST_NAMES and all(word[0].isupper() for word in words)
        greets = is_courtesy(clauses[0]) or line.number <= greeted
        is_known = all(word.casefold() in known for word in words)
        denies = is_denied(" ".join(words)) or "?" in line.text  # the initials may be “No”
        if denies or not (is_known or (greets and is_name)):
            said.append(line)
        greeted = line.number + 2 if is_courtesy(line.text) else 0
    return said


def find_beside_ready(
    file: OrderFile, unread: Iterable[RawLine], table: Viewpoint, names: Iterable[str]
) -> list[Finding]:
    """Return findings on lines of a file that were not read and may take back its “ready”, or what
    it orders: those below its first order; without an order, all.

    A heading says nothing more where an order stands below it.
    """
    left = {line.number: line for line in unread}
    lines = {line.number for section in file.scan.sections for line in section.lines}
    if read := lines - left.keys():
        first = min(read)
        left = {number: line for number, line in left.items() if first <= number}
    said = find_said(left.values(), (*names, *table.language.colours))
    lowest = max(read, default=0)
    heads = {x.number for x in said if x.number < lowest and is_heading(x.text, table.language)}
    said = [x for x in said if not (x.number in heads or table.is_title(x.text))]
    why = reason("beside-ready")
    return [Finding.of(x.number, "note", x.text, why, code=NOT_AN_ORDER) for x in said[:MOST_TOLD]]
