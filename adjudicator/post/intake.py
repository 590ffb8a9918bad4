"""What becomes of a letter that was read: orders, a command, a bounce, or nothing.

All that one letter causes is one transaction, with the mark that it was taken; a letter that comes
again, after a crash or by another way, finds the mark and causes nothing.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from adjudicator.campaign.errors import CampaignError, RefusedError
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import plain_report, tell_gm, token
from adjudicator.campaign.outbox import message_id, queue
from adjudicator.campaign.records import Campaign, campaign, campaigns, seats
from adjudicator.campaign.store import Store, stamp
from adjudicator.campaign.submit import HOW_TO_ASK, submit
from adjudicator.orders import Scan, scan
from adjudicator.post import judge as limits
from adjudicator.post.commands import Answer, answer_to, command_in
from adjudicator.post.identity import source_of
from adjudicator.post.judge import judge
from adjudicator.post.letter import Letter

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
        if store.row("SELECT 1 FROM intake WHERE key = ?", letter.key):
            return Taken("again", "this letter was taken before", letter.sender.address)
        taken = _judged(store, letter, now)
        mark = {"key": letter.key, "received": stamp(now), "outcome": taken.outcome}
        store.insert("intake", mark)
    return msgspec.structs.replace(taken, sender=letter.sender.address)


def _judged(store: Store, letter: Letter, now: datetime) -> Taken:
    own = frozenset(owner.settings.address.casefold() for owner in campaigns(store)) - {""}
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
    queue(
        store,
        answer.report,
        identity=message_id(answer.owner, left) if answer.owner else f"<{left}@{NOWHERE}>",
        kind=kind,
        now=now,
        recipients=answer.recipients,
        owner=answer.owner,
        seat=answer.seat,
        in_reply_to=source.id if source.id.startswith("<") else "",
    )


def _may_answer(store: Store, address: str, now: datetime) -> bool:
    """Say whether one more answer to an address is within the limits of a day."""
    row = store.row(
        "WITH late AS (SELECT kind, recipients FROM letter WHERE id > "
        "   (SELECT coalesce(max(id), 0) - ? FROM letter)"
        "   AND created > ? AND kind IN ('receipt', 'answer', 'refusal'))"
        " SELECT (SELECT count(*) FROM late WHERE kind = 'refusal') AS refusals,"
        " count(*) FILTER (WHERE kind = 'refusal') AS refused, count(*) AS answers"
        " FROM late WHERE EXISTS"
        "   (SELECT 1 FROM json_each(recipients) WHERE lower(value) = ?)",
        _LOOKED_BACK,
        stamp(now - _DAY),
        address,
    )
    return row is None or (
        row["answers"] < limits.MOST_ANSWERS
        and row["refused"] < limits.MOST_REFUSALS
        and row["refusals"] < limits.MOST_REFUSALS_TO_ALL
    )


def _note_bounce(store: Store, letter: Letter, now: datetime) -> None:
    """Tell the game master of every game that writes to an address that it cannot be reached.

    If that is his own address, the note stays unsent.
    """
    for owner in campaigns(store):
        for failed in letter.bounced:
            held = [each.name for each in seats(store, owner) if each.address.casefold() == failed]
            if held:
                text = f"{failed} ({', '.join(held)}) cannot be reached: a letter came back."
                tell_gm(store, owner, "bounced", text, now, once=f"{failed} {now.date()}")
            elif failed == owner.settings.gm.casefold():
                _write_note(store, owner, "bounced", f"{failed}, your address, bounced.", now)


def _note(store: Store, letter: Letter, code: str, what: str, now: datetime) -> None:
    """Tell the game master about a letter, once a day for each sender and code.

    Only a letter that has to do with a game costs its master a letter; the rest is written down.
    """
    sender = letter.sender.address or "nobody"
    text = f"A letter from {sender} ({letter.subject[:80] or 'no subject'}) {what}"
    text = text if text.endswith(".") else f"{text}."
    owner = _game_of(store, letter)
    tell = (
        owner is not None
        and letter.sender.bare != owner.settings.gm.casefold()
        and _notes_today(store, owner, code, now) < limits.MOST_NOTES
    )
    if owner and tell:
        tell_gm(store, owner, code, text, now, once=f"{sender.casefold()} {now.date()}")
    else:
        _write_note(store, owner, code, text, now)


def _notes_today(store: Store, owner: Campaign, code: str, now: datetime) -> int:
    row = store.row(
        "SELECT count(*) AS n FROM note WHERE game = ? AND code = ? AND created > ?"
        " AND id > (SELECT coalesce(max(id), 0) - ? FROM note)",
        owner.id,
        code,
        stamp(now - _DAY),
        _LOOKED_BACK,
    )
    return int(row["n"]) if row else 0


def _write_note(store: Store, owner: Campaign | None, code: str, text: str, now: datetime) -> None:
    row = {"game": owner.id if owner else None, "created": stamp(now), "code": code, "text": text}
    store.insert("note", row)


def _game_of(store: Store, letter: Letter) -> Campaign | None:
    """Return the game that a letter has to do with: by name, by token, or by its sender's seat."""
    found: Scan = scan(letter.text)
    if found.game:
        try:
            return campaign(store, found.game)
        except CampaignError:
            return None
    given = source_of(letter).token
    for owner in campaigns(store):
        for seat in seats(store, owner):
            if letter.sender.bare == seat.address.casefold() or (given and given == token(seat)):
                return owner
    return None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
