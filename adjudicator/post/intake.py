"""What becomes of a letter that was read: orders, a command, a bounce, or nothing.

All that one letter causes is one transaction, with the mark that it was taken; a letter that comes
again, after a crash or by another way, finds the mark and causes nothing.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import note, plain_report, token
from adjudicator.campaign.message_ids import message_id
from adjudicator.campaign.outbox import queue_answer
from adjudicator.campaign.submit import HOW_TO_ASK, submit
from adjudicator.orders import Scan, scan
from adjudicator.post import judge as limits
from adjudicator.post.commands import Answer, answer_to, command_in
from adjudicator.post.identity import source_of
from adjudicator.post.judge import judge
from adjudicator.post.letter import Letter
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.queries import campaigns, find_campaign, letters_since, notes_since, seats
from adjudicator.store.tables import Campaign, Mark, Note

NOWHERE = "adjudicator.invalid"
"""The right-hand side of the Message-IDs of letters that belong to no game."""

_DAY = timedelta(days=1)
_LOOKED_BACK = 2_000  # letters; counting answers must not grow with the age of the database


class Taken(msgspec.Struct, frozen=True):
    """What became of a letter, for the log.

    ``again`` if it was taken before, ``orders``, ``command``, ``bounce``, ``refused`` with an
    answer if the sender may have one, or ``silent`` if no person wrote it.
    """

    outcome: Literal["again", "orders", "command", "bounce", "refused", "silent"]
    text: str = ""
    sender: str = ""


def take(store: Store, letter: Letter, now: datetime) -> Taken:
    """Do what a letter asks, once, and queue the answer."""
    with store.atomic():
        if store.has(Mark, key=letter.key):
            return Taken("again", "this letter was taken before", letter.sender.address)
        taken = _judged(store, letter, now)
        store.add(Mark(letter.key, now, taken.outcome))
    return msgspec.structs.replace(taken, sender=letter.sender.address)


def _judged(store: Store, letter: Letter, now: datetime) -> Taken:
    own = frozenset(each.settings.address.casefold() for each in campaigns(store)) - {""}
    verdict = judge(letter, own)
    if verdict.do == "bounce":
        _note_bounce(store, letter, now)
        return Taken("bounce", verdict.why)
    if verdict.do == "note":
        _note(store, letter, "not-answered", f"was not answered, because {verdict.why}", now)
        return Taken("silent", verdict.why)
    source = source_of(letter, answer=_may_answer(store, letter.sender.bare, now))
    if verdict.do == "refuse":
        return _refuse(store, letter, RefusedError("unreadable", verdict.why), source, now)
    return _act(store, letter, source, now)


def _act(store: Store, letter: Letter, source: Source, now: datetime) -> Taken:
    found = scan(letter.text)
    command = command_in(letter.subject, found)
    try:
        if command:
            answer = answer_to(store, command, found, source, now)
            _send(store, letter, "answer", answer, source, now)
            return Taken("command", command)
        taken = submit(store, letter.text, source, now)
    except RefusedError as refusal:
        return _refuse(store, letter, refusal, source, now, answered=not command)
    if taken.duplicate:
        return Taken("again", "these orders were taken before")
    return Taken("orders", f"{taken.campaign}, {taken.seat}, {taken.phase}")


def _refuse(
    store: Store,
    letter: Letter,
    refusal: RefusedError,
    source: Source,
    now: datetime,
    *,
    answered: bool = False,
) -> Taken:
    """Answer and note a refusal; ``answered`` if the answer is in the outbox already."""
    if not answered:
        said = [_sentence(str(refusal)), HOW_TO_ASK]
        report = plain_report("Your letter was not taken", said)
        _send(store, letter, "refusal", Answer(report, (source.address,)), source, now)
    _note(store, letter, refusal.code, f"was refused: {refusal}", now)
    return Taken("refused", str(refusal))


def _send(
    store: Store, letter: Letter, kind: str, answer: Answer, source: Source, now: datetime
) -> None:
    """Queue an answer to a letter, if there may be one."""
    if not source.answer:
        return
    left = f"{kind}-{letter.key[:24]}"
    queue_answer(
        store,
        answer.report,
        message_id=message_id(answer.campaign, left) if answer.campaign else f"<{left}@{NOWHERE}>",
        kind=kind,
        now=now,
        recipients=answer.recipients,
        campaign=answer.campaign,
        seat=answer.seat,
        in_reply_to=source.id if source.id.startswith("<") else "",
    )


def _may_answer(store: Store, address: str, now: datetime) -> bool:
    """Say whether one more answer to an address is within the limits of a day."""
    late = letters_since(store, ("receipt", "answer", "refusal"), now - _DAY, _LOOKED_BACK)
    refusals = [each for each in late if each.kind == "refusal"]
    answers = [each for each in late if address in map(str.casefold, each.recipients)]
    refused = [each for each in answers if each.kind == "refusal"]
    return (
        len(answers) < limits.MOST_ANSWERS
        and len(refused) < limits.MOST_REFUSALS
        and len(refusals) < limits.MOST_REFUSALS_TO_ALL
    )


def _note_bounce(store: Store, letter: Letter, now: datetime) -> None:
    """Tell the game master of every game that writes to an address that it cannot be reached.

    If that is his own address, the note stays unsent.
    """
    for campaign in campaigns(store):
        for failed in letter.bounced:
            held = [
                each.name for each in seats(store, campaign) if each.address.casefold() == failed
            ]
            if held:
                text = f"{failed} ({', '.join(held)}) cannot be reached: a letter came back."
                note(store, campaign, "bounced", text, now, once=f"{failed} {now.date()}")
            elif failed == campaign.settings.gm.casefold():
                _write_note(store, campaign, "bounced", f"{failed}, your address, bounced.", now)


def _note(store: Store, letter: Letter, code: str, what: str, now: datetime) -> None:
    """Tell the game master about a letter, once a day for each sender and code.

    Only a letter that has to do with a game costs its master a letter; the rest is written down.
    """
    sender = letter.sender.address or "nobody"
    text = f"A letter from {sender} ({letter.subject[:80] or 'no subject'}) {what}"
    text = text if text.endswith(".") else f"{text}."
    campaign = _game_of(store, letter)
    tell = (
        campaign is not None
        and letter.sender.bare != campaign.settings.gm.casefold()
        and notes_since(store, campaign, code, now - _DAY) < limits.MOST_NOTES
    )
    if campaign and tell:
        note(store, campaign, code, text, now, once=f"{sender.casefold()} {now.date()}")
    else:
        _write_note(store, campaign, code, text, now)


def _write_note(
    store: Store, campaign: Campaign | None, code: str, text: str, now: datetime
) -> None:
    store.add(Note(0, campaign.id if campaign else None, now, code, text))


def _game_of(store: Store, letter: Letter) -> Campaign | None:
    """Return the game that a letter has to do with: by name, by token, or by its sender's seat."""
    found: Scan = scan(letter.text)
    if found.game:
        try:
            return find_campaign(store, found.game)
        except StoreError:
            return None
    given = source_of(letter).token
    for campaign in campaigns(store):
        for seat in seats(store, campaign):
            if letter.sender.bare == seat.address.casefold() or (given and given == token(seat)):
                return campaign
    return None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
