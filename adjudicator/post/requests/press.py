"""Press that comes by mail: sent on by the campaign, or refused as a whole."""

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.press.drafts import Draft, find_second, whole_text
from adjudicator.campaign.press.press import Piece, read_answered, repeat_diary, send_press
from adjudicator.operations.operation import (
    Argument,
    Reply,
    ValueKind,
    acknowledge,
    operation,
)
from adjudicator.post.incoming.letter import Part
from adjudicator.post.requests.letter_call import LetterCall, listed_word, read_contents
from adjudicator.post.senders.limits import within_limits

PRESS_OPEN = "press-open"
"""The code of the refusal of press in which an order stands, and of which nobody knows the end."""
_THE_DIARY = (Draft("diary"),)


READERS = ValueKind("NAMES", lambda text, call: text, r"(?!)")
"""Whom press is for. It is cut out of a letter before requests are looked for, which have none."""


@operation(
    "player",
    Argument("to", READERS, before=("to",)),
    usage="to NAMES",
    text="message",
    ends="endpress",
)
def press(call: LetterCall, to: str) -> Reply | None:
    """Write to other seats, to “all”, “master” or “observers”: the text stands below it, up to
    “endpress”; an answer to press needs no name.

    All press of a letter is sent, or a diary repeated. Raises RefusedError.
    """
    letter, sender = call.letter, call.sender
    drafts = letter.press or (Draft("press", to, text=whole_text(call.current.text)),)
    if not sender.proven and any(each.kind != "press" or each.to for each in drafts):
        raise RefusedError("press-no-token")
    seat = call.seat
    if not (seat or sender.master or sender.answers):
        raise RefusedError("press-no-seat")
    elsewhere = tuple(each for each in call.addresses if not seat or each != seat.address)
    entries = within_limits(call.store, sender, "receipt", elsewhere, call.read_at)
    for each in letter.press:
        _check_end(call, each)
    answer = letter.sender.bare in map(str.casefold, entries)
    source = replace(call.source, key=letter.key, answer=answer)

    def work(change: Change) -> list[Piece]:
        holder = change.seat(seat.name) if seat else None
        if holder and seat and holder.token_digest != seat.token_digest:
            raise RefusedError("wrong-token")
        for entry in entries.values() if not sender.master else ():
            change.add(entry)
        if drafts == _THE_DIARY and holder:
            repeat_diary(change, holder, source)
            return []
        answered = read_answered(change, letter.answers, holder.name if holder else "")
        unread = {"files": call.files, "closed": call.closed}
        return send_press(change, holder, drafts, source, answered, **unread)

    pieces = call.change(work)
    if seat or not sender.master:
        return None
    readers = [each.to if not each.hidden else () for each in pieces]
    return acknowledge(call, "written", {"readers": readers})


BROADCAST = listed_word("broadcast", "write to everybody", text="message", ends="endpress")
DIARY = listed_word(
    "diary",
    "write a note to yourself, which stands below it; alone, it is answered with all of them",
    text="message",
    ends="endpress",
)


def _check_end(call: LetterCall, draft: Draft) -> None:
    """Raise RefusedError for press of which nobody says where it ends, if what is in it may not be
    meant for its readers: other press, or orders."""
    if draft.ended:
        return
    part, lines = Part(text=draft.text), draft.text.splitlines()
    line = find_second(draft.text)
    if not line and call.seat:
        line = read_contents(call, part).first_order
    if not line and any(lines[part.scan.ended :]) and part.scan.ended:  # “end”, as orders do
        line = lines[part.scan.ended - 1]
    if line:
        raise RefusedError(PRESS_OPEN, line=line[:60])
