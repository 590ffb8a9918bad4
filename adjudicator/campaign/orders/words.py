"""The players' words: what each adds to the keys of the dice, so that nobody chose them alone.

A word counts for what opens after it came: the deal, or the next phase, and all that follow, until
the seat sends another. So while a phase waits, nobody can change the words in its key.
"""

from datetime import timedelta
from functools import partial

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.letters.letters import send, setting, tell_gm
from adjudicator.campaign.orders.identify import Source, prove
from adjudicator.orders import Finding, Scan
from adjudicator.store import queries
from adjudicator.store.records import Adjudication, Seat, Word

LONGEST = 200


def enter_word(at: Change, seat: Seat, text: str, source: str = "") -> Finding:
    """Enter a player's word, and say from when on it counts. Raises RefusedError if too long."""
    if len(text) > LONGEST:
        raise RefusedError("long-word", most=LONGEST)
    if without_tokens(at.store, text) != text:
        raise RefusedError("word-token")
    at.add(Word(0, at.campaign.id, seat.name, text, at.now, source))
    at.words = {**at.words, seat.name: text}
    since = "the next phase" if at.has_begun or at.closing else "the deal"
    message = f"This word goes into the key of the dice, from {since} on."
    return Finding(0, "word", "note", f"word {text}", message)


def take_word(at: Change, name: str, found: Scan, source: Source) -> Finding:
    """Take a word before the deal, and queue its receipt. Raises RefusedError."""
    seat = at.seat(name)
    prove(found, source, seat)
    if not found.word:
        raise RefusedError("not-begun", campaign=at.campaign.name)
    note = enter_word(at, seat, found.word, source.id)
    facts = {"word": found.word, "since": note.message, "campaign": at.campaign.name}
    make = partial(reports.notice, setting(at, seat), "word", facts)
    number = at.store.count(Word, campaign_id=at.campaign.id, seat=name) + 1
    answers = source.id if source.id.startswith("<") else ""
    sender = source.address if source.answer else ""
    send(at, "word", seat, make, number, instead=("word", facts), answers=answers, also_to=sender)
    set_deal(at)
    if not at.closing and all(each.name in at.words for each in at.seats if each.by_person):
        tell_gm(at, "words-complete", {"campaign": at.campaign.name}, once="words")
    return note


def set_deal(at: Change) -> None:
    """Set when a campaign is dealt whose last open seat has been taken; until then, never.

    It is dealt when every player has sent a word, and some time after the last has joined at the
    latest, so that nobody who sends none can keep the others waiting. One that had no open seats
    waits for its game master.
    """
    if at.has_begun or at.is_over or at.closing or not at.campaign.settings.gather:
        return
    if at.open_seats:
        at.change_campaign(deal=None)
        return
    full = at.campaign.deal
    complete = all(each.name in at.words for each in at.seats if each.by_person)
    last = at.now + timedelta(hours=at.campaign.settings.gather)
    at.change_campaign(deal=at.now if complete else full or last)
    if full is None:
        tell_gm(at, "full", {"campaign": at.campaign.name, "hours": at.campaign.settings.gather})


def words_for(at: Change, opener: Adjudication) -> dict[str, str]:
    """Return the words for the phase that a new resolution opens.

    If the campaign was rolled back and that phase was open once, they are those of the first time:
    nobody shall choose again who knows by now what came of it.
    """
    first = queries.first_opening(at.store, opener)
    return first.words if first else at.words
