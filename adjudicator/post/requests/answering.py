"""What answers a letter: one thing that it asks is done, and its answer queued, if it may be.

What can be asked is an operation, whether of any campaign (``operations``) or by a letter alone.
"""

from collections.abc import Collection
from typing import NamedTuple

from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile
from adjudicator.campaign.letters.outbox import queue_answer
from adjudicator.games.contract import GameError
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.operations.operation import Call, Operation, Reply
from adjudicator.post.requests.context import RequestContext
from adjudicator.post.requests.joining import find_campaign
from adjudicator.post.senders.limits import ASKS_BACK, within_limits
from adjudicator.reports.model import Report
from adjudicator.store.letter_records import Answered, Letter
from adjudicator.wording import in_words


class AnswerLetter(NamedTuple):
    """An answer to a letter, before it is queued."""

    context: RequestContext
    kind: str
    """``answer`` or ``refusal``."""
    report: Report
    entries: dict[str, Answered]
    """To whom it goes, and on whose account."""

    def queue(self) -> None:
        """Queue it. A refusal belongs to no campaign, unless it goes to a seat's own address, or to
        one who has proven himself: then it can be answered with the token."""
        context, letter = self.context, self.context.letter
        is_refusal = self.kind == "refusal"
        own = {each.address for each in (context.sender, context.seat) if each} - {""}
        known = len(self.entries) == 1 and own.issuperset(self.entries)
        belongs = context.state if known or not is_refusal else None
        answer = Letter(
            campaign_id=belongs.campaign.id if belongs else None,
            message_id=context.refusal_id if is_refusal else context.answer_id,
            kind=self.kind,
            seat=context.viewer if belongs else "",
            recipients=tuple(self.entries),
            in_reply_to=letter.id if letter.message_id else "",
            created=context.arrived,
            content=self.report,
        )
        if queue_answer(context.store, answer):
            for entry in self.entries.values():
                context.store.add(entry)


def do_request(context: RequestContext) -> tuple[bool, AnswerLetter | None]:
    """Do one thing that a letter asks; say whether it was done, and return the answer.

    A question is not even looked into if nobody may be answered. Raises RefusedError.
    """
    store, request = context.store, context.current.request
    of_stranger = request.who == "stranger"
    if of_stranger and context.state is None:
        context = context._replace(state=State(store, find_campaign(context), context.arrived))
    kind = ASKS_BACK if of_stranger and not context.sender.proven else "answer"
    entries = within_limits(store, context.sender, kind, context.addresses, context.now)
    if not entries and (not request.changes or of_stranger):
        return False, None
    state = context.state
    if state and state.is_over and request.who == "master" and request.changes:
        raise RefusedError("game-over", campaign=state.campaign.name)
    try:
        report = _carry_out(request, context, entries)
    except RefusedError:
        raise
    except (CampaignError, GameError) as error:
        raise RefusedError(in_words("impossible", str(error))) from error
    return True, AnswerLetter(context, "answer", report, entries) if report and entries else None


def _carry_out(
    operation: Operation, context: RequestContext, entries: Collection[str]
) -> Report | None:
    """Carry out what a letter asks for; return the answer, which goes to the addresses of
    ``entries``. Raises CampaignError, GameError.

    What only a letter can ask is given the letter, and reads its own argument.
    """
    state = context.state
    if operation in OPERATIONS:
        call = _call_of(operation, context)
        if call.master and call.master.address in entries:
            call = call._replace(asker=call.master.address)
        arguments = operation.values(operation.part(context.current.argument, call), call)
        done = operation.handle(call, **arguments)
        state = call.again().state if operation.changes else state
    else:
        done = operation.handle(context)
    if not isinstance(done, Reply):
        return done
    more = {"unread": context.unread, "unread_files": context.files}
    seat = context.seat
    return done.write(state, seat, request=operation.name, seated=seat is not None, **more)


def _call_of(operation: Operation, context: RequestContext) -> Call:
    """Return a letter as a call of an operation: a player's counts from when it came."""
    assert context.state
    part = context.current.part
    return Call(
        context.store,
        context.state,
        context.now if operation.who == "master" else context.arrived,
        seat=context.seat,
        master=context.sender.master,
        file=OrderFile(part.scan, part.text, context.source),
    )
