"""Operations asked for by mail: from what is stated of one to a request, and to its answer."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator import reports
from adjudicator.campaign.kernel.identify import Source
from adjudicator.campaign.letters.letters import setting
from adjudicator.operations.operation import Call, Operation, Reply
from adjudicator.post.requests.context import Request, RequestContext
from adjudicator.reports.model import File, Report


def by_mail(operation: Operation) -> Request:
    """Return the request by which an operation is asked for in a letter."""
    return Request(
        operation.name,
        operation.who,
        operation.help,
        partial(carry_out, operation),
        operation.looks,
        operation.usage,
        changes=operation.changes,
        text=operation.text,
        ends=operation.ends,
        alone=operation.alone,
        forms=operation.forms,
        prepare=partial(prepare, operation) if operation.prepare else None,
    )


def carry_out(operation: Operation, context: RequestContext) -> Report | None:
    """Carry out what a letter asks for; return the answer. Raises CampaignError, GameError."""
    call = call_of(operation, context)
    done = operation.handle(call, **read_arguments(operation, context, call))
    if isinstance(done, Reply):
        return done.write(call.again() if operation.changes else call, **facts_of(context))
    return done


def prepare(operation: Operation, context: RequestContext) -> Any:
    """Work out beforehand what can be of an operation. Raises CampaignError, GameError."""
    call = call_of(operation, context)
    assert operation.prepare
    return operation.prepare(call, **read_arguments(operation, context, call))


def call_of(operation: Operation, context: RequestContext) -> Call:
    """Return a letter as a call of an operation: a player's counts from when it came."""
    assert context.state
    return Call(
        context.store,
        context.state,
        context.now if operation.who == "master" else context.arrived,
        seat=context.seat,
        master=context.sender.master,
        source=source_of(context),
        text=context.parsed.text,
        prepared=context.prepared,
    )


def source_of(context: RequestContext) -> Source:
    """Return where the orders of a letter come from."""
    sender, letter = context.sender, context.letter
    address = letter.sender.address
    return Source(id=letter.id, address=address, answer=sender.proven, token=sender.token)


def read_arguments(operation: Operation, context: RequestContext, call: Call) -> dict[str, Any]:
    """Read what stands behind the words of a request. Raises CampaignError."""
    text = context.argument
    if operation.verbatim and text:
        behind = rf"\b{operation.name}\b[ \t:=,]*"
        text = re.split(behind, context.parsed.raw, maxsplit=1, flags=re.IGNORECASE)[-1]
    return operation.values(operation.part(text, call), call)


def facts_of(context: RequestContext) -> dict[str, Any]:
    """Return what an answer says of the letter: its request, and what of it was not read."""
    ask = context.parsed
    return {"request": ask.request.name, "unread": ask.unread, "unread_files": ask.files}


def answer(
    context: RequestContext, name: str, facts: Mapping[str, Any], files: Sequence[File] = ()
) -> Report:
    """Write the answer of that name; to a stranger it is bare.

    If the report cannot be made, the answer is bare too, and the game master is told.
    """
    known = setting(context.state, context.seat) if context.state else None
    about = {**facts_of(context), **facts, "seated": context.seat is not None}
    return reports.notice(known, name, about, files=files)
