"""Requests of those who come and go: seats that are taken, watched, given up, or move.

What a stranger asks is only written down, and a letter asks him back. His answer does it. Nothing
that gives a seat, an address or a vote away happens on anything but a plain yes: one of a closed
list of words (``consent.toml``), beside which nothing stands but words that change nothing about
it. So what is not foreseen is never taken for consent; it is asked back.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from adjudicator import reports
from adjudicator.campaign.kernel.addresses import check_person_name
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.tokens import find_seat, token
from adjudicator.campaign.letters.letters import write_bare
from adjudicator.campaign.letters.outbox import drop_copies
from adjudicator.campaign.orders.receipts import forward_from_guest
from adjudicator.campaign.people import seats
from adjudicator.operations.operation import Argument, operation
from adjudicator.operations.values import TEXT, find_address
from adjudicator.orders.language.names import closest, did_you_mean
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.requests.context import RequestContext
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.records import Campaign, Confirmation, Seat

Consent = Literal["yes", "no", "unclear"]

_SIGNATURE = re.compile(r"[-–—~ ]*(?:[^\W\d_a-z][\w'’.-]{0,30}[ ,]*){1,3}")
_SIGN = re.compile(r"👍|👌|✅|✔|\+1\b")
_SENTENCE_END = re.compile(r"[.!;。！\n]+|\s+[-–—]\s+")
_WORD_FOR_DICE = re.compile(r"\s*word\b[ :=]*(?P<word>\S.*)", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+")
_LONGEST = 2_000


class Answer(NamedTuple):
    """What an answer says, and the word for the dice that stands in it (``""``: none)."""

    consent: Consent
    word: str = ""


def read_consent(lines: Iterable[str], agreeing: str = "") -> Answer:
    """Read an answer to a letter that asked for a yes: its own lines, without what it quotes.

    If it asked for another word, ``agreeing``, nothing but that is a yes.

    It is ``yes`` if every sentence is of words of consent and of courtesy, and one says yes, above
    a name at most; ``no`` if something in it denies or refuses and nothing agrees; else
    ``unclear``, as are a question and an empty answer.
    """
    word, tokens = "", set[str]()
    text = unicodedata.normalize("NFKC", "\n".join(lines)[:_LONGEST]).strip()
    for sentence in _SENTENCE_END.split(text):
        if for_dice := _WORD_FOR_DICE.fullmatch(sentence):
            word = word or for_dice["word"].strip()
        else:
            tokens |= {*_tokens(sentence)}
    known = _words()
    yes = frozenset({agreeing}) if agreeing else known["yes"]
    agrees = bool(tokens & yes)
    if tokens & known["no"]:
        return Answer("unclear" if agrees else "no", word)
    above, _, last = text.rpartition("\n")
    if above.strip() and _SIGNATURE.fullmatch(last) and not tokens & known["doubt"]:
        tokens -= {*_tokens(last)}
        agrees = bool({*_tokens(above)} & yes)
    plain = agrees and "?" not in text and tokens <= yes | known["beside"]
    return Answer("yes" if plain else "unclear", word)


@cache
def _words() -> dict[str, frozenset[str]]:
    """Return the words of each kind, of all languages."""
    table = tomllib.loads(files(__package__).joinpath("consent.toml").read_text(encoding="utf-8"))
    return {kind: frozenset(" ".join(of.values()).split()) for kind, of in table.items()}


def _tokens(sentence: str) -> list[str]:
    """Return the words of a sentence in small letters, without apostrophes; signs of consent are
    words, too."""
    text = _SIGN.sub(" yes ", sentence).casefold()
    return _TOKEN.findall(re.sub(r"['’`´]", "", text))


GAME = Argument("game", TEXT._replace(metavar="GAME", pattern=r"[\w' -]{1,80}"))
"""What may follow “join”: the game, and the seat that is wanted."""
ADDRESS = Argument("address", TEXT._replace(metavar="ADDRESS", pattern=r"\S{1,254}"))
UNDO = "undo"
"""The request that its own word agrees to, so that “yes, that was me” undoes nothing."""


def find_campaign(context: RequestContext) -> Campaign:
    """Return the campaign that a stranger's letter is about.

    It is named behind the request or in the header, or is the only one that takes players by
    letters to this address. Raises RefusedError.
    """
    store, letter = context.store, context.letter
    words = context.current.argument.casefold().split()
    named = letter.own.scan.game.strip().casefold() or (words[0] if words else "")
    campaigns = queries.campaigns(store)
    for each in campaigns:
        if named and each.name == named:
            return each
    open_ones = [each for each in campaigns if each.settings.open and each.ended is None]
    here = [each for each in open_ones if each.address in letter.places]
    if len(here) == 1 and not (named and closest(named, [here[0].name])):
        return here[0]
    names = [each.name for each in open_ones]
    asked = context.current.request.name
    meant = did_you_mean(named, names)
    raise RefusedError("which-game", names=names, request=asked, named=named, meant=meant)


@operation("stranger", GAME, usage="GAME [SEAT]")
def join(context: RequestContext) -> Report | None:
    """Ask for a seat, which you are then asked to confirm; without a free one you wait for it, as a
    substitute.

    If he has proven himself, it is given to him.
    """
    return _ask_for_seat(context)


@operation("stranger", GAME, usage="GAME [SEAT]", forms=("take over",))
def takeover(context: RequestContext) -> Report | None:
    """Ask for a free seat of a game under way, which you are then asked to confirm."""
    return _ask_for_seat(context, waits=False)


def _ask_for_seat(context: RequestContext, *, waits: bool = True) -> Report | None:
    state = context.here
    seat = _find_seat(context)
    free = seats.check_may_join(state, _who(context), seat)
    if not (waits or free):
        raise RefusedError("no-open-seat", campaign=state.campaign.name)
    what: seats.Request = "takeover" if seat and state.has_begun else "join"
    return _ask(context, what, free, seat)


@operation("stranger", GAME, forms=("watch",))
def observe(context: RequestContext) -> Report | None:
    """Ask for the public reports, which you are then asked to confirm."""
    seats.check_may_observe(context.here, _who(context))
    return _ask(context, "observe")


@operation("stranger", GAME, forms=("unwatch", "unsubscribe"))
def unobserve(context: RequestContext) -> Report | None:
    """Take yourself off the lists of those who watch and of substitutes."""
    address = _who(context).casefold()
    if not any(each.address == address for each in context.here.guests):
        raise RefusedError("no-guest", campaign=context.here.campaign.name)
    return _ask(context, "unobserve")


@operation("anybody", name="confirmation")
def confirm(context: RequestContext) -> Report | None:
    """Do what the writer agrees to, and nothing on anything but a plain yes.

    It is whatever answers a letter that asked back. What is neither a yes nor a no is asked back
    once; then it is not answered any more.
    """
    asked = context.sender.confirmation
    assert asked
    answer = read_answer(context.letter, asked)
    if asked.answered or answer.consent == "yes":
        return _carry_out(context, asked, answer.word)
    # “No, that was not me” does not say whether what has happened shall be undone.
    if answer.consent == "unclear" or asked.request == UNDO:
        return _ask_again(context, asked)
    context.change(lambda change: seats.decline(change, asked))
    return _tell(context, asked, "no")


def read_answer(letter: IncomingLetter, asked: Confirmation) -> Answer:
    """Read what a letter says to one that asked back."""
    scan = letter.own.scan
    lines = [each.text for section in scan.sections for each in section.lines]
    answer = read_consent(lines, UNDO if asked.request == UNDO else "")
    return answer._replace(word=scan.word or answer.word)


@operation("player", ADDRESS, name="address", verbatim=True)
def ask_for_address(context: RequestContext) -> Report:
    """Have your letters sent to another address; you are asked at both ends whether that is right.

    Raises RefusedError for a text without an address.
    """
    state, seat = context.place
    address = find_address(context.current.argument)
    if not address:
        raise RefusedError("no-address")
    asker = context.letter.sender.address
    context.change(lambda change: seats.ask_for_address(change, seat, address, asker))
    facts = {"holder": seat.name, "address": address, "old": seat.address}
    return reports.notice(None, "address-asked", {**facts, "campaign": state.campaign.name})


@operation("anybody", name="passed-on")
def pass_on(context: RequestContext) -> Report:
    """Pass the letter of a guest on to the game master, who asks for nothing.

    Raises RefusedError if it is empty.
    """
    guest = context.sender.guest
    assert guest
    lines = [each for each in context.letter.text.splitlines() if each.strip()]
    if not lines:
        raise RefusedError("no-request")
    wrote = f"{guest.player} {guest.address}".strip() + f" ({guest.role})"
    return context.change(lambda change: forward_from_guest(change, wrote, lines))


def _who(context: RequestContext) -> str:
    """Return the address of who asks for something that he is to confirm."""
    return context.sender.guest.address if context.sender.guest else context.letter.sender.address


def _find_seat(context: RequestContext) -> str:
    """Return the seat that is asked for, by name; ``""`` if it is any. Raises RefusedError."""
    state = context.here
    words = context.current.argument.split()
    if words and words[0].casefold() == state.campaign.name:
        words = words[1:]
    wanted = " ".join(words[1:] if words and words[0].casefold() in ("as", "seat") else words)
    wanted = wanted or context.letter.own.scan.seat
    if not wanted:
        return ""
    return find_seat(state.seats, wanted, "unknown-seat", campaign=state.campaign.name).name


def _ask(
    context: RequestContext, what: seats.Request, free: Seat | None = None, seat: str = ""
) -> Report | None:
    """Write down what a stranger wants, and return the letter that asks him back.

    A guest has proven himself: it is done at once, unless he would wait for a seat.
    """
    state = context.here
    waits = what in ("join", "takeover") and free is None
    guest = None if waits else context.sender.guest
    player = guest.player if guest else context.letter.sender.name
    try:
        check_person_name(player)
    except CampaignError:
        player = ""
    asks = seats.new_confirmation(
        state, what, _who(context), context.answer_id, seat=seat or None, player=player
    )
    context.store.add(asks)
    if guest:
        return _carry_out(context, context.store.find(Confirmation, letter=asks.letter), "")
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


def _ask_again(context: RequestContext, asked: Confirmation) -> Report | None:
    """Return the letter that asks back once more; None if there was one already."""
    again = context.change(lambda change: seats.ask_again(change, asked, context.answer_id))
    if again is None:
        return None
    facts = {"asks": asked.request, "code": token(again), **_facts_of(context, asked)}
    return write_bare("confirm-again", facts)


def _carry_out(context: RequestContext, asked: Confirmation, word: str) -> Report | None:
    done = context.change(lambda change: seats.confirm(change, asked, word))
    if done == "undone":
        (seat,) = context.store.rows(Seat, campaign_id=asked.campaign_id, name=asked.seat)
        drop_copies(context.store, seat, "the seat has a new token", context.now)
    return None if done in ("seat", "undone") else _tell(context, asked, done)


def _tell(context: RequestContext, asked: Confirmation, done: str) -> Report:
    return write_bare("confirmed", {"done": done, **_facts_of(context, asked)})


def _facts_of(context: RequestContext, asked: Confirmation) -> dict[str, str]:
    """Return what letters say of a request that waits for a yes."""
    campaign = context.here.campaign.name
    return {"holder": asked.seat or "", "address": asked.argument, "campaign": campaign}
