"""Requests of those who come and go: seats that are taken, watched, given up, or move.

What a stranger asks is only written down, and a letter asks him back. His answer does it.
"""

from functools import partial
from typing import Any

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.letters import write_bare
from adjudicator.campaign.people import joining
from adjudicator.operations.values import find_address
from adjudicator.orders import MisreadError, Names, scan
from adjudicator.post.requests.context import Request, RequestContext
from adjudicator.post.requests.parsing import first_words
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.records import Campaign, Confirmation, Seat

GAME = r"[\w' -]{1,80}"
"""What may follow “join”: the game, and the seat that is wanted."""
_NO = ("no", "cancel", "decline", "never", "nein", "non", "not me", "no thanks", "no thank you")


def find_campaign(context: RequestContext) -> Campaign:
    """Return the campaign that a stranger's letter is about.

    It is named behind the request or in the header, or is the only one that takes players by
    letters to this address. Raises RefusedError.
    """
    store, letter = context.store, context.letter
    words = context.argument.casefold().split()
    named = letter.order_file.game.strip().casefold() or (words[0] if words else "")
    campaigns = queries.campaigns(store)
    if found := [each for each in campaigns if named and each.name == named]:
        return found[0]
    to = {each.mailbox for each in letter.recipients} | {each.bare for each in letter.recipients}
    open_ones = [each for each in campaigns if each.settings.open and each.ended is None]
    here = [each for each in open_ones if each.address in to]
    if len(here) == 1:
        return here[0]
    names = [each.name for each in open_ones]
    raise RefusedError("which-game", names=names, request=context.parsed.request.name)


def join(context: RequestContext) -> Report | None:
    """Ask back whether a person wants a seat, or, if he has proven himself, give it."""
    assert context.state
    state, address = context.state, _who(context)
    seat = _find_seat(context)
    free = joining.check_may_join(state, address, seat)
    if context.parsed.request.name == "takeover" and free is None:
        raise RefusedError("no-open-seat", campaign=state.campaign.name)
    what: joining.Request = "takeover" if seat and state.has_begun else "join"
    if context.sender.guest and free:
        return _do(context, what, seat)
    return _ask_back(context, what, free if seat or free else None, seat)


def observe(context: RequestContext) -> Report | None:
    """Ask back whether a person wants to watch."""
    assert context.state
    joining.check_may_observe(context.state, _who(context))
    if context.sender.guest:
        return _do(context, "observe")
    return _ask_back(context, "observe")


def unobserve(context: RequestContext) -> Report | None:
    """Let a person watch no more; ask back if he has not proven himself."""
    assert context.state
    address = _who(context).casefold()
    if not any(each.address == address for each in context.state.guests):
        raise RefusedError("no-guest", campaign=context.state.campaign.name)
    if context.sender.guest:
        return _do(context, "unobserve")
    return _ask_back(context, "unobserve")


def confirm(context: RequestContext) -> Report | None:
    """Do what the writer confirms by answering, unless he says no."""
    asked = context.sender.confirmation
    assert asked
    order_file = scan(context.parsed.text)
    if first_words(context.letter) in _NO:
        return _say(context, asked, "no")
    return _carry_out(context, asked, order_file.word)


def ask_for_address(context: RequestContext) -> Report:
    """Ask at both ends whether a seat's letters shall go elsewhere."""
    state, seat = context.place
    address = find_address(context.parsed.raw)
    if not address:
        raise RefusedError("no-address")
    campaign = state.campaign
    ask = partial(joining.ask_for_address, seat=seat, address=address)
    commit(context.store, campaign, context.arrived, lambda new: ask(new))
    facts = {"holder": seat.name, "address": address, "old": seat.address}
    return reports.notice(None, "address-asked", {**facts, "campaign": campaign.name})


def _who(context: RequestContext) -> str:
    """Return the address of who asks for something that he is to confirm."""
    return context.sender.guest.address if context.sender.guest else context.letter.sender.address


def _find_seat(context: RequestContext) -> str:
    """Return the seat that is asked for, by name; ``""`` if it is any. Raises RefusedError."""
    assert context.state
    state = context.state
    words = context.argument.split()
    if words and words[0].casefold() == state.campaign.name:
        words = words[1:]
    wanted = " ".join(words[1:] if words and words[0].casefold() in ("as", "seat") else words)
    wanted = wanted or context.letter.order_file.seat
    if not wanted:
        return ""
    try:
        return Names("seat", {each.name: () for each in state.seats}).find(wanted)
    except MisreadError as misread:
        names = [each.name for each in state.seats]
        raise RefusedError(
            "unknown-seat", misread=str(misread), campaign=state.campaign.name, names=names
        ) from None


def _ask_back(
    context: RequestContext, what: joining.Request, free: Seat | None = None, seat: str = ""
) -> Report:
    """Write down what a stranger wants, and return the letter that asks him back."""
    assert context.state
    state = State(context.store, context.state.campaign, context.arrived)
    address = _who(context)
    player = context.letter.sender.name
    asks = joining.new_confirmation(
        state, what, address, context.answer_id, seat=seat, player=player
    )
    context.store.add(asks)
    waits = what in ("join", "takeover") and free is None
    facts = {
        "asks": "wait" if waits else "takeover" if state.has_begun and free else what,
        "holder": free.name if free else "",
        "campaign": state.campaign.name,
        "title": state.game.meta.title,
        "phase": state.head.opens.title if state.has_begun else "",
        "commitment": state.campaign.commitment,
        "code": token(asks),
    }
    return write_bare("confirm", facts)


def _do(context: RequestContext, what: joining.Request, seat: str = "") -> Report | None:
    """Do at once what a guest asks, who has proven himself."""
    assert context.state
    guest = context.sender.guest
    assert guest
    state = State(context.store, context.state.campaign, context.arrived)
    asks = joining.new_confirmation(
        state, what, guest.address, context.answer_id, seat=seat, player=guest.player
    )
    context.store.add(asks)
    known = context.store.find(Confirmation, letter=asks.letter)
    return _carry_out(context, known, "")


def _carry_out(context: RequestContext, asked: Confirmation, word: str) -> Report | None:
    assert context.state

    def work(change: Change) -> joining.Confirmed:
        return joining.confirm(change, asked, word)

    done = commit(context.store, context.state.campaign, context.arrived, work)
    return None if done == "seat" else _say(context, asked, done)


def _say(context: RequestContext, asked: Confirmation, done: str) -> Report:
    assert context.state
    facts: dict[str, Any] = {
        "done": done,
        "holder": asked.seat or "",
        "address": asked.argument,
        "campaign": context.state.campaign.name,
    }
    return write_bare("confirmed", facts)


CONFIRM = Request("confirmation", "anybody", "what it asked", confirm, changes=True)
"""Whatever answers a letter that asked back."""
