"""A letter's orders: taken, with a word on those that stand where none are read.

That is in what a letter quotes, below “--”, in another file. A player who writes between the lines
of the order sheet that he answers, or sends a second file, means what he writes. Such orders are
not carried out, for what is quoted may be anybody's; but he is told of each, and is not taken to be
ready.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.campaign.letters.letters import CARE
from adjudicator.campaign.orders.contents import BELOW, Contents
from adjudicator.campaign.orders.receipts import RECEIPT
from adjudicator.campaign.orders.standing import CLOSED_PART, unread_lines
from adjudicator.campaign.orders.submit import Submitted, take_orders
from adjudicator.campaign.phases.endings import proposals
from adjudicator.orders import Finding, Scan, Section, Severity, settle_ready, understand
from adjudicator.orders.language.names import closest
from adjudicator.orders.language.words import CANCEL, is_denied, limits, strip
from adjudicator.orders.reading.line import meaning
from adjudicator.orders.reading.reader import NOT_AN_ORDER
from adjudicator.orders.reading.scan import Lines
from adjudicator.post.incoming.letter import Part
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.requests.catalogue import requests_of
from adjudicator.post.requests.choosing import POLITE, find_changes, find_writer
from adjudicator.post.requests.consent import read_consent
from adjudicator.post.requests.letter_call import (
    LetterCall,
    check_is_new,
    find_answered,
    read_contents,
    unsent_files,
)
from adjudicator.post.requests.plain_answers import check_may_pass_on
from adjudicator.post.senders.limits import within_limits
from adjudicator.post.senders.notes import enter
from adjudicator.store.letter_records import Disposition, Heading, Letter
from adjudicator.store.records import Past, Submission

MOST_WORDS_BEHIND = 3
"""Words behind the first one of a line that may be a misspelt request."""
_MOST_OF_SUBJECT = 12
"""Words of a subject among which an order is looked for."""
MOST_TOLD = 5
LATEST = 8
"""Order files of a seat whose orders are no news in a quotation, and answers to it that are looked
at."""
CROSSING = timedelta(hours=2)
"""For so long after a phase has opened a letter may be about the one before."""

_WHY_UNREAD = {
    "quoted": reason("unread.quoted"),
    "repeated": reason("unread.quoted"),
    "below the end": BELOW,
    "letter": reason("unread.letter"),
    "file": reason("unread.file", name=""),
    "subject": reason("unread.subject"),
}
"""Why orders in a part of a letter that holds others, too, were not read."""
_READ_FROM = {"file": "from-file", "subject": "from-subject"}
"""The words for where orders were read, if not in the letter itself."""

_ANSWERS = (RECEIPT, CARE, "refusal")
"""The kinds of letters that answer orders."""

_WORD = re.compile(r"[\w'-]+")


def take_order_letter(call: LetterCall, part: Part, disposition: Disposition) -> Disposition:
    """Take the orders of a part of a letter; the answer is their receipt, which goes to those who
    may have one more.

    What became of the letter is entered with them. Raises RefusedError, also for words that change
    nothing and were answered before.
    """
    store, sender, letter = call.store, call.sender, call.letter
    state, seat = call.state, call.holder
    file = read_order_file(call, part)
    entries = within_limits(store, sender, "receipt", call.addresses, call.read_at)
    taken = disposition

    def add_receipts(change: Change, done: Submitted) -> None:
        nonlocal taken
        if done.forwarded:
            check_may_pass_on(call)
        if done.forwarded and not file.scan.findings:
            check_is_new(call, change)
        letters = [each for each in change.entries(Letter) if each.kind in ("receipt", "word")]
        phases = ((done.phase,) if done.counts else ()) + done.kept
        taken = replace(
            disposition,
            outcome="taken",
            code="passed-on" if done.forwarded else "orders",
            why=", ".join((change.campaign.name, done.seat, *phases)),
            phases=phases,
            answered=tuple(dict.fromkeys(to for each in letters for to in each.recipients)),
        )
        change.add(taken)
        for each in letters:  # orders for several phases have a receipt each
            for to in entries.keys() & set(each.recipients):
                change.add(entries[to])

    source = replace(
        call.source,
        key=letter.key,
        answer=letter.sender.address in entries and not sender.caretaker,
        receipt=seat.address in entries,
        answered=bool(read_contents(call, part).orders) or _knows_last_answer(call),
    )
    file = file._replace(source=source)
    done = take_orders(store, state.campaign, seat.name, file, call.now, also=add_receipts)
    return enter(store, disposition) if done.duplicate else taken


def read_order_file(call: LetterCall, part: Part) -> OrderFile:
    """Return a part of a letter as the orders of its seat, with all that is to be said of them,
    whether they are entered or only judged. Raises RefusedError for a misspelt request."""
    _refuse_misspelt_request(call, part)
    scan = _scan_with_strays(call, part)
    wishes = tuple(find_wishes(call, part))
    unsent = tuple(unsent_files(call.letter, part))
    return OrderFile(scan, part.text, call.source, wishes, _find_subject(call, part), unsent)


def _find_subject(call: LetterCall, part: Part) -> str:
    """Return the subject of a letter whose part may be words to a person, if it is of those too;
    ``""`` if it answers another letter, was meant as an order, or is that part."""
    subject = call.letter.own_subject
    if subject in ("", part.text) or read_contents(call, part).orders:
        return ""
    return "" if read_contents(call, Part(text=subject), guess=False).misread else subject


def _refuse_misspelt_request(call: LetterCall, part: Part) -> None:
    """Raise RefusedError if all that a letter says is nearly a request, “histroy”, or takes one
    back as if it were an order: “cancel absence”."""
    contents = read_contents(call, part)
    if contents.scan.command:
        return
    lines = [line for section in contents.scan.sections for line in section.lines]
    words = POLITE.sub("", lines[0].text).split() if len(lines) == 1 else []
    word, *more = words or [""]
    names = [each.name for each in requests_of(call.sender) if " " not in each.name]
    asked = more[-1].casefold() if more else ""
    if word.casefold() in CANCEL and asked in names and not contents.orders:
        raise RefusedError("request-cancelled", word=word, name=asked)
    if not word.isalpha() or contents.holds_orders:
        return
    meant = closest(word, names) if len(more) < MOST_WORDS_BEHIND else ""
    if meant and meant != word.casefold():
        raise RefusedError("request-misspelt", misread=word, meant=meant)


def _scan_with_strays(call: LetterCall, part: Part) -> Scan:
    """Return the orders of a part, taken apart, with findings on what stands beside them.

    A letter that may be about the phase before makes nobody ready.
    """
    scan = _without_signature(call, part, settle_ready(part.scan, call.language_of))
    findings = [*_find_unread(call, part), *scan.findings]
    findings += _find_denial(call, part) if scan.ready else ()
    if part.kind in _READ_FROM:
        why = reason(_READ_FROM[part.kind], name=part.name[:60])
        findings.insert(0, Finding.of(0, "note", "", why))
    findings += [*_find_votes(call, part), *_find_requests(call, part)]
    if before := _crosses(call, scan):
        findings.insert(0, _crossing(call, scan, before))
        scan = replace(scan, ready=None if scan.ready else scan.ready)
    return replace(scan, findings=tuple(findings))


def _without_signature(call: LetterCall, part: Part, scan: Scan) -> Scan:
    """Return the scan of orders without the lines that say no more than what the letter's writer is
    called, and are nothing else: “Ann Archer” may be read as an order with a slip in it. A heading
    and the rest of an order may be his name, too."""
    named = f"{find_writer(call)} {call.holder.player}".casefold()
    names = frozenset(_WORD.findall(named))
    signed = {
        line.number
        for section in scan.sections
        for line in section.lines
        if (words := _WORD.findall(line.text.casefold()))
        and names.issuperset(words)
        and "?" not in line.text
    }
    if not (signed and (scan.command or read_contents(call, part).orders)):
        return scan
    sections: list[Section] = []
    for section in scan.sections:
        language = call.language_of(section.name) or call.language_of("")
        unread = unread_lines(understand(section.lines, language)) if language else ()
        gone = signed.intersection(line.number for line in unread)
        kept = Lines(line for line in section.lines if line.number not in gone)
        sections.append(replace(section, lines=kept) if gone else section)
    return replace(scan, sections=tuple(sections))


def _find_votes(call: LetterCall, part: Part) -> Iterator[Finding]:
    """Yield findings on lines that say no more than yes or no while a proposal is open: beside
    orders nobody knows whether that is a vote."""
    numbers = [] if call.sender.caretaker else [each.number for each in proposals(call.state)]
    for line in (x for section in part.scan.sections if numbers for x in section.lines):
        if (said := read_consent(line.text)) != "unclear":
            why = reason("vote-beside", said=said, numbers=numbers)
            yield Finding.of(line.number, "note", line.text, why, code=NOT_AN_ORDER)


def _find_requests(call: LetterCall, part: Part) -> Iterator[Finding]:
    """Yield findings on lines that ask for a change, of which none is made beside orders."""
    asked = [*find_changes(part, requests_of(call.sender))]
    contents = read_contents(call, part, guess=False) if asked else Contents()
    if not (contents.orders or part.scan.command):
        return
    numbers = {each.number for each in contents.orders.values()}
    for line in asked:
        if line.number not in numbers:
            why = reason("request-beside")
            yield Finding.of(line.number, "note", line.text, why, code=NOT_AN_ORDER)


def find_wishes(call: LetterCall, part: Part) -> Iterator[str]:
    """Yield the line of each request whose words stand in a text, and of press to whom a player's
    names, as a game master's is about a seat in any case: a sentence itself asks for nothing."""
    text = f" {' '.join(_WORD.findall(part.text.casefold()))} "
    seats, own = (call.state.seats, call.seat.name) if call.seat else ([], "")
    others = {x.name: (x.name, x.player) for x in seats if x.name != own}
    names = [name for name, both in others.items() if any(map(partial(_holds, text), both))]
    wishes = [
        (each.name, each.usage)
        for each in requests_of(call.sender)
        if _holds(text, each.name) or any(f" {form} " in text for form in each.forms)
    ]
    wishes += [("press to", name) for name in names]
    for name, usage in wishes[:MOST_TOLD]:
        yield f"{name} {usage}".strip()


def _holds(text: str, words: str) -> bool:
    """Say whether words, or the one of which they are the plural, stand in a text."""
    plain = " ".join(_WORD.findall(words.casefold()))
    return bool(plain) and any(f" {each} " in text for each in (plain, plain.removesuffix("s")))


def _find_unread(call: LetterCall, read: Part) -> list[Finding]:
    """Return findings on orders that a letter has beside those that are read from it, on lines of
    which nobody can know whose they are, and on parts that cannot be read and may be orders."""
    letter = call.letter
    others = [
        each for each in letter.parts if each.kind not in ("own", "ours", "added") and each != read
    ]
    if read.kind != "subject" and (subject := call.subject):
        others.append(subject)
    if not (others or letter.remarks or letter.closed_parts):
        return []
    own = read_contents(call, read, guess=False).orders
    known = {*own, *_earlier_orders(call), *(each.read for each in letter.remarks)}
    findings = []
    for part in others:
        orders = read_contents(call, part.without_marks(), guess=False).orders
        lines = [x.text for each, x in orders.items() if known.isdisjoint((each, x.text))]
        if part.kind == "below the end" and (says := part.scan.says_otherwise(read.scan)):
            lines.append(says)
        if lines:
            # Who writes between quoted lines has no other orders; beside some it may be anybody's.
            severity: Severity = "note" if part.kind == "quoted" and own else "error"
            code, why = f"beside-{part.kind.replace(' ', '-')}", _WHY_UNREAD[part.kind]
            why = replace(why, facts={**why.facts, "name": part.name[:60]})
            shown = "; ".join(lines[:MOST_TOLD])
            findings.append(Finding.of(0, severity, shown, why, code=code))
    remarks = [replace(each, line=0) for each in letter.remarks]
    severity = "note" if own else "error"
    closed = [
        Finding.of(0, severity, "", reason(CLOSED_PART, what=each)) for each in letter.closed_parts
    ]
    return [*remarks[:MOST_TOLD], *findings[:MOST_TOLD], *closed[:MOST_TOLD]]


def _find_denial(call: LetterCall, read: Part) -> Iterator[Finding]:
    """Yield a finding on the subject of a letter that says “ready”, if that may take it back: it
    denies, asks or sets a condition, and where orders stand below it, there is an order in it."""
    subject = call.letter.own_subject
    if read.kind == "subject" or not (limits(subject) or is_denied(subject)):
        return
    contents = read_contents(call, Part("subject", subject), guess=False)
    if contents.orders or contents.scan.command:
        return
    below = read_contents(call, read, guess=False)
    if not (below.orders or below.misread) or _ends_with_order(call, subject):
        why = _WHY_UNREAD["subject"]
        yield Finding.of(0, "error", subject, why, code="beside-subject")


def _ends_with_order(call: LetterCall, subject: str) -> bool:
    """Whether behind some words a subject is an order: “Please don't hide 4”."""
    language, words = call.language_of(""), strip(subject).split()[:_MOST_OF_SUBJECT]
    ends = (" ".join(words[at:]) for at in range(1, len(words)))
    return language is not None and any(meaning(each, language) for each in ends)


def _earlier_orders(call: LetterCall) -> Iterator[str]:
    """Yield the orders of a seat's last order files, in canonical form: who quotes them knows."""
    state, seat = call.state, call.holder
    of: dict[str, Any] = {"campaign_id": state.campaign.id, "seat": seat.name}
    for sent in call.store.rows(Submission, order="id", last=True, limit=LATEST, **of):
        yield from sent.text.splitlines()


def _crosses(call: LetterCall, scan: Scan) -> str:
    """Return the phase before, if a letter that names none may be about that one: it answers a
    letter of that time, or was written then, and the phase that waits has just opened."""
    state = call.state
    if not state.has_begun or call.now - state.head.created > CROSSING:
        return ""
    if any(each.number for each in scan.sections):
        return ""
    before = state.head.parent
    if before is None:
        return ""
    answered = [each for each in find_answered(call) if each.resolution is not None]
    written = call.letter.date
    if answered:
        crossing = all(each.resolution != state.head.serial for each in answered)
    else:
        crossing = bool(written and written < state.head.created)
    if not crossing or _was_answered(call):
        return ""
    return state.store.find(Past, campaign_id=state.campaign.id, serial=before).opens.key


def _was_answered(call: LetterCall) -> bool:
    """Whether an earlier letter of the seat was answered, in the phase that waits, before this one
    was written: then its writer knows which phase that is. Of one without a date nobody knows."""
    if call.letter.date is None:
        return False
    opened = call.state.head.created
    written = min(call.letter.date, call.now)
    of: dict[str, Any] = {"campaign_id": call.campaign.id, "seat": call.holder.name}
    sent = (
        each.sent
        for kind in _ANSWERS
        for each in call.store.rows(Letter, order="id", last=True, limit=LATEST, kind=kind, **of)
        if each.created >= opened
    )
    return any(moment and moment <= written for moment in sent)


def _knows_last_answer(call: LetterCall) -> bool:
    """Whether the last answer to the seat was sent before this letter was written, which answers it
    or says when that was."""
    of: dict[str, Any] = {"campaign_id": call.campaign.id, "seat": call.holder.name}
    rows = partial(call.store.rows, Heading, order="id", last=True, limit=1, **of)
    last = max((x for kind in _ANSWERS for x in rows(kind=kind)), key=lambda x: x.id, default=None)
    if last and last.message_id.strip("<>") in call.letter.answers:
        return True
    written = call.letter.date
    return bool(written and last and last.sent and last.sent <= min(written, call.now))


def _crossing(call: LetterCall, scan: Scan, before: str) -> Finding:
    now = call.state.head.opens.key
    facts = {"orders": bool(scan.sections), "ready": bool(scan.ready)}
    return Finding.of(0, "warning", "", reason("crossed", before=before, now=now, **facts))
