"""What answers a letter: one thing that it asks is done, and its answer queued, if it may be.

What can be asked is an operation, whether of any campaign (``operations``) or by a letter alone.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.games.contract import GameError
from adjudicator.operations.operation import Reply
from adjudicator.post.requests.joining import find_campaign
from adjudicator.post.requests.letter_call import LetterCall
from adjudicator.post.requests.orders import read_order_file
from adjudicator.post.senders.limits import ASKS_BACK, within_limits
from adjudicator.reports.model import Report
from adjudicator.store.letter_records import Answered, Letter
from adjudicator.wording import in_words


def write_answer(
    call: LetterCall,
    kind: Literal["answer", "refusal"],
    report: Report,
    entries: Iterable[str],
    asks: str = "",
) -> Letter:
    """Return the answer to a letter, as it is queued. A refusal belongs to no campaign, unless it
    goes to a seat's own address, or to one who has proven himself: then it can be answered with the
    token. ``asks`` is what plain words in an answer to it say."""
    is_refusal, recipients = kind == "refusal", tuple(entries)
    known = {each.address for each in (call.sender, call.seat) if each}.issuperset(recipients)
    belongs = call.asked_of if known or not is_refusal else None
    return Letter(
        campaign_id=belongs.campaign.id if belongs else None,
        message_id=call.refusal_id if is_refusal else call.answer_id,
        kind=kind,
        seat=call.viewer if belongs else "",
        recipients=recipients,
        in_reply_to=call.letter.id if call.letter.message_id else "",
        asks=asks if belongs else "",
        created=call.now,
        content=report,
    )


def do_request(call: LetterCall) -> tuple[bool, Letter | None, Sequence[Answered]]:
    """Do one thing that a letter asks; say whether it was done, and return the answer, with the
    entries on whose account it goes to whom.

    A question is not even looked into if nobody may be answered. Raises RefusedError.
    """
    request = call.current.request
    of_stranger = request.who == "stranger"
    if of_stranger and call.asked_of is None:
        call = replace(call, asked_of=State(call.store, find_campaign(call), call.now))
    kind = ASKS_BACK if of_stranger and not call.sender.proven else "answer"
    entries = within_limits(call.store, call.sender, kind, call.addresses, call.read_at)
    if not entries and (not call.current.changes or of_stranger):
        return False, None, ()
    if call.asked_of and call.state.is_over and request.who == "master" and call.current.changes:
        raise RefusedError("game-over", campaign=call.campaign.name)
    try:
        report = _carry_out(call, entries)
    except RefusedError:
        raise
    except (CampaignError, GameError) as error:
        raise RefusedError(in_words("impossible", str(error))) from error
    if not (report and entries):
        return True, None, ()
    return True, write_answer(call, "answer", report, entries), [*entries.values()]


def _carry_out(call: LetterCall, entries: Collection[str]) -> Report | None:
    """Carry out what a letter asks for; return the answer, which goes to the addresses of
    ``entries``. Raises CampaignError, GameError."""
    operation, argument, part, _ = call.current
    is_of_seat = operation.text == "orders" and call.seat
    read = OrderFile(part.scan, part.text, call.source)
    call = replace(call, file=read_order_file(call, part) if is_of_seat else read)
    if operation.who == "master":
        call = replace(call, now=call.read_at)
    if call.master and call.master.address in entries:
        call = replace(call, asker=call.master.address)
    done = operation.handle(call, **operation.values(operation.part(argument, call), call))
    if done is None or (isinstance(done, Reply) and done.told):
        unread = call.unread or call.files or call.closed
        is_only = len(call.requests) == 1  # else another answer tells
        done = Reply("unread", {}) if unread and is_only else None
    if not isinstance(done, Reply):
        return done
    state = call.again().state if operation.changes else call.asked_of
    more = {"unread": call.unread, "unread_files": call.files, "closed": call.closed}
    seat = state.seat(call.seat.name) if state and call.seat else None
    seated = bool(seat and (seat.by_person or seat.address))
    return done.write(state, call.seat, request=call.current.title, seated=seated, **more)
