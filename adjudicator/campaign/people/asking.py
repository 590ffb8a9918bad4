"""What happens only when the letter that asks whether it shall is answered with a plain yes."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import new_token, token
from adjudicator.campaign.letters.letters import write_bare
from adjudicator.campaign.letters.outbox import queue_letter
from adjudicator.store.records import AskedBack, Confirmation

HOLDS = timedelta(days=7)
"""How long a letter that asks back can be answered."""


def new_confirmation(
    state: State, request: AskedBack, address: str, letter: str, **more: Any
) -> Confirmation:
    """Make the record of something that a letter of that Message-ID asks back about.

    ``more`` are other fields of it.
    """
    return Confirmation(
        campaign_id=state.campaign.id,
        request=request,
        address=address,
        letter=letter,
        asked=state.now,
        **{"together": state.store.random_bytes(8).hex(), **more, **new_token(state.store)},
    )


def ask_back(
    change: Change,
    template: str,
    facts: dict[str, Any],
    request: AskedBack,
    address: str,
    **more: Any,
) -> None:
    """Queue the letter that asks somebody back, with the record of it: ``more`` are its fields.

    The letter knows its code and the campaign, unless the ``facts`` name another one.
    """
    letter = message_id(change.campaign, template, change.store.random_bytes(8).hex())
    asked = new_confirmation(change, request, address, letter, **more)
    change.add(asked)
    known = {"campaign": change.campaign.name, "code": token(asked)}
    content = write_bare(template, known | facts)
    queue_letter(change, letter, "confirmation", content, address)


def ask_again(change: Change, asked: Confirmation, letter: str) -> Confirmation | None:
    """Ask the same once more, in a letter of that Message-ID; None if that was done before."""
    if len([each for each in question_of(change, asked) if each.address == asked.address]) > 1:
        return None
    again = replace(asked, id=0, letter=letter, **new_token(change.store))
    change.add(again)
    return again


def find_unanswered(state: State) -> list[Confirmation]:
    """Return who was asked whether he takes a seat or watches, and can still answer: for each of
    these once, as he was asked last."""
    rows = state.store.rows(Confirmation, order="id", campaign_id=state.campaign.id)
    asked = {
        (each.address, each.request): each
        for each in rows
        if each.request in ("join", "takeover", "observe") and each.asked > state.now - HOLDS
    }
    return [each for each in asked.values() if each.answered is None]


def decline(change: Change, asked: Confirmation) -> None:
    """Enter that a person does not want what he was asked: nobody can confirm it any more."""
    for each in question_of(change, asked):
        change.save(replace(each, answered=change.now))


def question_of(change: Change, asked: Confirmation) -> list[Confirmation]:
    """Return all letters that asked the same, at both ends and once more."""
    if not asked.together:
        return [asked]
    return change.store.rows(Confirmation, together=asked.together)
