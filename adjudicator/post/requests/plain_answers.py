"""Plain words that answer what a letter of ours asked: a vote, a word for the dice.

They are read so in an answer to that letter, and nowhere else.
"""

import re

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.phases.endings import proposals
from adjudicator.operations.votes import vote
from adjudicator.post.incoming.letter import Part
from adjudicator.post.requests.consent import Consent, read_consent
from adjudicator.post.requests.letter_call import (
    LetterCall,
    ParsedRequest,
    find_answered,
    find_letters,
    read_contents,
)
from adjudicator.store.letter_records import Letter

PRESS = "press"
"""What a letter asks (``Letter.asks``) to which the answer belongs to press."""
_NEWEST = 8
"""Letters to a seat among which the newest to its player is looked for: some go to who looks after
it."""
_WORD = re.compile(r".*?\bword\b(?:\W*\bis\b)?[\s:=,.-]*(?P<word>.*)", re.IGNORECASE)
"""A line in which a person says which his word is: “my word is thunder”."""


def read_plain_answer(call: LetterCall) -> tuple[list[ParsedRequest], Part | None] | None:
    """Read the own words of a proven player's letter as an answer to what the letter asked that he
    answers: as a request, or as a part that is read as orders. None if they are none, or say
    something else themselves. Neither what a program writes nor a reaction is a word for the dice.
    """
    own = call.letter.own
    is_player = call.proven_seat and not call.sender.caretaker
    if not (is_player and own.text.strip()):
        return None
    if own.scan.word or read_contents(call, own).first_order:
        return None
    asked, _, number = _find_asking(call).partition(" ")
    if asked == "vote" and (wish := _read_vote(call, number)):
        return [wish], None
    is_writing = not (call.sender.sign or call.letter.is_reaction)
    is_open = asked == "word" and is_writing and not call.state.has_begun
    if is_open and (word := _read_word(call)):
        return [], Part("own", f"word {word}")
    return None


def find_question(call: LetterCall) -> str:
    """Return what the letter asks that a letter says it answers (``Letter.asks``)."""
    answered = find_answered(call) if call.proven_seat else []
    return answered[0].asks if answered else ""


def find_passed_on(call: LetterCall) -> str:
    """Return the seat whose player wrote the letter that the game master answers, which was passed
    on to him; ``""``: he answers none."""
    state, letter = call.asked_of, call.letter
    is_master = call.sender.master and call.sender.proven and not call.sender.sign
    if state is None or not (is_master and letter.text.strip()):
        return ""
    for each in find_letters(call):
        asked, _, name = each.asks.partition(" ")
        if each.campaign_id == state.campaign.id and asked == PRESS and name:
            return name if state.seat(name).is_by_player(each.created) else ""
    return ""


def check_may_pass_on(call: LetterCall) -> None:
    """Raise RefusedError for prose that is no affair of the game master: whatever answers an open
    proposal, a yes or a no to another letter meanwhile, and what answers a letter about press of
    its writer. How somebody votes is told to nobody."""
    asked, _, number = find_question(call).partition(" ")
    if asked == PRESS:
        raise RefusedError("press-for-whom")
    numbers = [str(each.number) for each in proposals(call.state)]
    if asked == "vote" and number in numbers:
        raise RefusedError("vote-unclear", number=number)
    if numbers and _read_consent(call) != "unclear":
        raise RefusedError("vote-elsewhere", numbers=numbers)


def _find_asking(call: LetterCall) -> str:
    """Return what the letter asks that is answered: the one that is named, or the newest to the
    seat."""
    state, seat = call.state, call.holder
    newest = call.store.rows(
        Letter, order="id", last=True, limit=_NEWEST, campaign_id=state.campaign.id, seat=seat.name
    )
    letters = find_answered(call) or [x for x in newest if seat.address in x.recipients]
    return letters[0].asks if letters else ""


def _read_vote(call: LetterCall, number: str) -> ParsedRequest | None:
    """Return a vote, which is one word alone: a no may decide as well as a yes."""
    said = _read_consent(call)
    return None if said == "unclear" else ParsedRequest(vote, f"{said} {number}")


def _read_consent(call: LetterCall) -> Consent:
    said = call.letter.text.strip() or call.letter.own_subject
    return read_consent(said, (call.letter.sender.name, call.holder.player))


def _read_word(call: LetterCall) -> str:
    """Return the word for the dice: what a line says that it is, or the only line that is there.

    A question is none; it is for a person.
    """
    names = {call.letter.sender.name.casefold(), call.holder.player.casefold()}
    lines = [line.strip() for line in call.letter.text.splitlines()]
    lines = [line for line in lines if line and line.casefold() not in names]
    named = [match["word"].strip() for line in lines if (match := _WORD.fullmatch(line))]
    said = list(filter(None, named)) or lines
    return said[0] if len(said) == 1 and "?" not in "".join(lines) else ""
