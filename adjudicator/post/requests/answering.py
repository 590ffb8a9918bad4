"""What answers a letter: one thing that it asks is done, and its answer queued, if it may be."""

from typing import NamedTuple

from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.outbox import queue_answer
from adjudicator.games.contract import GameError
from adjudicator.post.requests.context import RequestContext
from adjudicator.post.senders.limits import ASKS_BACK, addresses_within, within_limits
from adjudicator.reports.model import Report
from adjudicator.store.letter_records import Answered, Letter


class Answer(NamedTuple):
    """An answer to a letter, before it is queued."""

    context: RequestContext
    kind: str
    """``answer`` or ``refusal``."""
    report: Report
    recipients: tuple[str, ...]
    entries: tuple[Answered, ...]
    """On whose account it goes."""

    def queue(self) -> None:
        """Queue it. A refusal belongs to no campaign, unless it goes to a seat's own address, or to
        one who has proven himself: then it can be answered with the token."""
        context, letter = self.context, self.context.letter
        is_refusal = self.kind == "refusal"
        own = {each.address for each in (context.sender, context.seat) if each} - {""}
        known = len(self.recipients) == 1 and own.issuperset(self.recipients)
        belongs = context.state if known or not is_refusal else None
        answer = Letter(
            campaign_id=belongs.campaign.id if belongs else None,
            message_id=context.refusal_id if is_refusal else context.answer_id,
            kind=self.kind,
            seat=context.viewer if belongs else "",
            recipients=self.recipients,
            in_reply_to=letter.id if letter.message_id else "",
            created=context.arrived,
            content=self.report,
        )
        if queue_answer(context.store, answer):
            for entry in self.entries:
                context.store.add(entry)


def do_request(context: RequestContext) -> tuple[bool, Answer | None]:
    """Do one thing that a letter asks; say whether it was done, and return the answer.

    A question is not even looked into if nobody may be answered. Raises RefusedError.
    """
    store, request = context.store, context.parsed.request
    assert request.handle
    if request.find and context.state is None:
        campaign = request.find(context)
        context = context._replace(state=State(store, campaign, context.arrived))
    of_stranger = request.who == "stranger"
    kind = ASKS_BACK if of_stranger and not context.sender.proven else "answer"
    entries = within_limits(store, context.sender, kind, context.addresses, context.now)
    if not entries and (not request.changes or of_stranger):
        return False, None
    state = context.state
    if state and state.is_over and request.who == "master" and request.changes:
        raise RefusedError("game-over", campaign=state.campaign.name)
    try:
        report = request.handle(context)
    except RefusedError:
        raise
    except (CampaignError, GameError) as error:
        raise RefusedError("impossible", str(error)) from error
    recipients = addresses_within(entries, *context.addresses)
    if report and recipients:
        return True, Answer(context, "answer", report, recipients, entries)
    return True, None
