"""Requests of those who come and go: seats that are taken, watched, given up, or move.

What a stranger asks is only written down, and a letter asks him back. His answer does it. Nothing
that gives a seat, an address or a vote away happens on anything but a plain yes (``consent.py``).
"""

from typing import NamedTuple

from adjudicator import reports
from adjudicator.campaign.confirming import confirm as carry_out
from adjudicator.campaign.kernel.addresses import check_person_name
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, MovedError, RefusedError, reason
from adjudicator.campaign.kernel.tokens import find_seat, token
from adjudicator.campaign.letters.letters import write_bare
from adjudicator.campaign.letters.outbox import drop_copies
from adjudicator.campaign.orders.receipts import forward_from_guest
from adjudicator.campaign.people import asking, seats
from adjudicator.campaign.phases import commit
from adjudicator.campaign.phases.absence import end_care_early
from adjudicator.operations.operation import Argument, operation
from adjudicator.operations.values import TEXT, find_address
from adjudicator.orders import scan
from adjudicator.orders.language.names import closest
from adjudicator.post.requests.consent import Consent, own_word, read_consent
from adjudicator.post.requests.letter_call import LetterCall, check_is_new, unsent_files
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Heading
from adjudicator.store.records import AskedBack, Campaign, Confirmation, Seat
from adjudicator.wording.english import begin_sentence

_SAYS_NOTHING = {"own", "ours", "quoted"}
"""Parts of a letter in which its writer adds nothing to his own words."""


class ConsentAnswer(NamedTuple):
    """What an answer says, and the word for the dice that stands in it (``""``: none)."""

    consent: Consent
    word: str = ""


GAME = Argument("game", TEXT._replace(metavar="GAME", pattern=r"[\w' -]{1,80}"))
"""What may follow “join”: the game, and the seat that is wanted."""
ADDRESS = Argument("address", TEXT._replace(metavar="ADDRESS", pattern=r"\S{1,254}"))
UNDO = "undo"
"""The request that its own word agrees to, so that “yes, that was me” undoes nothing."""
ASKED_TWICE = "asked-twice"
"""The refusal of what says neither yes nor no to a letter that asked for the second time: a program
may have written it, and who writes himself was told how he can agree."""


def part_game(store: Store, text: str) -> tuple[Campaign | None, list[str]]:
    """Part the name of a game here from the words behind it; its hyphens may be spaces."""
    words = text.split()
    for length in range(len(words), 0, -1):
        if campaign := store.first(Campaign, name="-".join(words[:length]).casefold()):
            return campaign, words[length:]
    return None, words


def find_campaign(call: LetterCall) -> Campaign:
    """Return the campaign that a stranger's letter is about.

    It is named behind the request or in the header, or is the only one that takes players by
    letters to this address. Raises RefusedError.
    """
    store, letter = call.store, call.letter
    known, words = part_game(store, call.current.argument)
    named = letter.own.scan.game.strip().casefold()
    if campaign := known or (store.first(Campaign, name=named) if named else None):
        if campaign.moved:
            raise MovedError(campaign.name)
        return campaign
    named = named or (words[0].casefold() if words else "")
    campaigns = queries.campaigns(store)
    open_ones = [each for each in campaigns if each.settings.open and each.ended is None]
    here = [each for each in open_ones if each.address in letter.places]
    if len(here) == 1 and not (named and closest(named, [here[0].name])):
        return here[0]
    names = [each.name for each in open_ones]
    asked = call.current.title
    meant = closest(named, names)
    raise RefusedError("which-game", names=names, request=asked, named=named, meant=meant)


@operation("stranger", GAME, usage="GAME [SEAT]")
def join(call: LetterCall, game: str) -> Report | None:
    """Ask for a seat, which you are then asked to confirm; without a free one you wait for it, as a
    substitute.

    If he has proven himself, it is given to him.
    """
    return _ask_for_seat(call, game)


@operation("stranger", GAME, usage="GAME [SEAT]", forms=("take over",))
def takeover(call: LetterCall, game: str) -> Report | None:
    """Ask for a free seat of a game under way, which you are then asked to confirm."""
    return _ask_for_seat(call, game, waits=False)


def _ask_for_seat(call: LetterCall, named: str, *, waits: bool = True) -> Report | None:
    state = call.state
    seat = _find_seat(call, named)
    free = seats.check_may_join(state, _who(call), seat)
    if not (waits or free):
        raise RefusedError("no-open-seat", campaign=state.campaign.name)
    what: AskedBack = "takeover" if seat and state.has_begun else "join"
    return _ask(call, what, free, seat)


@operation("stranger", GAME, forms=("watch",))
def observe(call: LetterCall, game: str) -> Report | None:
    """Ask for the public reports, which you are then asked to confirm."""
    seats.check_may_observe(call.state, _who(call))
    return _ask(call, "observe")


@operation("stranger", GAME, forms=("unwatch", "unsubscribe"))
def unobserve(call: LetterCall, game: str) -> Report | None:
    """Take yourself off the lists of those who watch and of substitutes."""
    address = _who(call).casefold()
    if not any(each.address == address for each in call.state.guests):
        raise RefusedError("no-guest", campaign=call.state.campaign.name)
    return _ask(call, "unobserve")


@operation("anybody", name="confirmation")
def confirm(call: LetterCall) -> Report | None:
    """Do what the writer agrees to, and nothing on anything but a plain yes.

    It is whatever answers a letter that asked back. What is neither a yes nor a no is asked back
    once, with a word of his own for who writes more; then it is refused, and not answered.
    """
    asked = call.sender.confirmation
    assert asked
    answer = read_answer(call)
    if asked.answered or answer.consent == "yes":
        return _carry_out(call, asked, answer.word)
    # “No, that was not me” does not say whether what has happened shall be undone.
    if answer.consent == "unclear" or asked.request == UNDO:
        return _ask_again(call, asked)
    call.change(lambda change: asking.decline(change, asked))
    return _tell(call, asked, "no")


def read_answer(call: LetterCall) -> ConsentAnswer:
    """Read what a letter says to one that asked back.

    Its line with the code proves it and says nothing; so does one with a word for the dice, where
    that was asked for. All else that its writer adds stands beside his answer: a file, press, what
    his program writes below it, another subject.
    """
    letter, asked = call.letter, call.sender.confirmation
    assert asked
    takes_word = asked.request in ("join", "takeover") and not call.state.has_begun
    word, lines = "", []
    for line in letter.text.splitlines():
        header = scan(line)
        if takes_word and header.word:
            word = word or header.word
        elif not header.token:
            lines.append(line)
    asking = " ".join(call.store.find(Heading, message_id=asked.letter).subject.split())
    subject = " ".join(letter.subject.split())
    names = [letter.sender.name, asked.player]
    names += [seat.player for seat in call.state.seats if seat.name == asked.seat]
    consent = read_consent(
        "\n".join(lines),
        names,
        own_word(asked),
        UNDO if asked.request == UNDO else "",
        alone=(not subject or subject.casefold().endswith(asking.casefold()))
        and {part.kind for part in letter.parts} <= _SAYS_NOTHING
        and not (letter.press or letter.closed_parts),
    )
    return ConsentAnswer(consent, word)


@operation("player", ADDRESS, name="address", verbatim=True)
def ask_for_address(call: LetterCall, address: str) -> Report | None:
    """Have your letters sent to another address; you are asked at both ends whether that is right.

    Who wrote from one of them has his answer in that question: a “yes” to another letter would be
    none. Raises RefusedError for a text without an address.
    """
    state, seat = call.state, call.holder
    address = find_address(address)
    if not address:
        raise RefusedError("no-address")
    asker = call.letter.sender.address
    call.change(lambda change: seats.ask_for_address(change, seat, address, asker))
    if asker.casefold() in (address.casefold(), seat.address.casefold()):
        return None
    facts = {"holder": seat.name, "address": address, "old": seat.address}
    return reports.notice(None, "address-asked", {**facts, "campaign": state.campaign.name})


@operation("caretaker", name="give back")
def give_back(call: LetterCall) -> None:
    """Look after a seat no longer; its player and everybody else are told."""
    name = call.holder.name
    call.change(lambda change: end_care_early(change, change.seat(name), "caretaker"))


@operation("anybody", name="passed-on")
def pass_on(call: LetterCall) -> Report:
    """Pass the letter of a guest on to the game master, who asks for nothing.

    Raises RefusedError if it is empty, or was answered before.
    """
    guest = call.sender.guest
    assert guest
    lines = [each for each in call.letter.text.splitlines() if each.strip()]
    subject = call.letter.own_subject
    if not (lines or subject):
        raise RefusedError("no-request", master=False, wishes=[])
    wrote = f"{guest.player} {guest.address}".strip() + f" ({guest.role})"
    beside = (*call.letter.closed_parts, *unsent_files(call.letter))
    closed = [f"{begin_sentence(each)}." for each in beside]

    def forward(change: Change) -> Report:
        check_is_new(call, change)
        return forward_from_guest(change, wrote, subject, lines, closed)

    return call.change(forward)


def _who(call: LetterCall) -> str:
    """Return the address of who asks for something that he is to confirm."""
    return call.sender.guest.address if call.sender.guest else call.letter.sender.address


def _find_seat(call: LetterCall, named: str) -> str:
    """Return the seat that is asked for behind the game, by name; ``""`` if it is any.

    Raises RefusedError.
    """
    state = call.state
    _, words = part_game(call.store, named)
    wanted = " ".join(words[1:] if words and words[0].casefold() in ("as", "seat") else words)
    wanted = wanted or call.letter.own.scan.seat
    if not wanted:
        return ""
    return find_seat(state.seats, wanted, "unknown-seat", campaign=state.campaign.name).name


def _ask(
    call: LetterCall, what: AskedBack, free: Seat | None = None, seat: str = ""
) -> Report | None:
    """Write down what a stranger wants, and return the letter that asks him back.

    A guest has proven himself: it is done at once, unless he would wait for a seat.
    """
    state = call.state
    waits = what in ("join", "takeover") and free is None
    guest = None if waits else call.sender.guest
    player = guest.player if guest else call.letter.sender.name
    try:
        check_person_name(player)
    except CampaignError:
        player = ""
    asks = asking.new_confirmation(
        state, what, _who(call), call.answer_id, seat=seat or None, player=player
    )
    call.store.add(asks)
    if guest:
        return _carry_out(call, call.store.find(Confirmation, letter=asks.letter), "")
    facts = {
        "asks": "wait" if waits else "takeover" if state.has_begun and free else what,
        "holder": free.name if free else "",
        "campaign": state.campaign.name,
        "title": state.game.meta.title,
        "phase": state.head.opens.title if state.has_begun else "",
        "commitment": state.campaign.commitment,
        "code": token(asks),
        "unread": len(call.unread),
    }
    return write_bare("confirm", facts)


def _ask_again(call: LetterCall, asked: Confirmation) -> Report:
    """Return the letter that asks back once more. Raises RefusedError if there was one already."""
    again = call.change(lambda change: asking.ask_again(change, asked, call.answer_id))
    if again is None:
        raise RefusedError(ASKED_TWICE)
    facts = {"asks": asked.request, "code": token(again), "own": own_word(asked)}
    facts |= _facts_of(call, asked)
    return write_bare("confirm-again", facts)


def _carry_out(call: LetterCall, asked: Confirmation, word: str) -> Report | None:
    done = call.change(lambda change: carry_out(change, asked, word))
    if done == "elsewhere":
        other = queries.find_campaign(call.store, asked.into)
        done = commit(call.store, other, call.now, seats.confirm_seat, asked, word)
    if done == "undone":
        (seat,) = call.store.rows(Seat, campaign_id=asked.campaign_id, name=asked.seat)
        drop_copies(call.store, seat, str(reason("new-token")), call.read_at)
    return None if done in ("seat", "undone", "cares") else _tell(call, asked, done)


def _tell(call: LetterCall, asked: Confirmation, done: str) -> Report:
    return write_bare("confirmed", {"done": done, **_facts_of(call, asked)})


def _facts_of(call: LetterCall, asked: Confirmation) -> dict[str, str]:
    """Return what letters say of a request that waits for a yes."""
    campaign = asked.into or call.campaign.name
    return {"holder": asked.seat or "", "address": asked.argument, "campaign": campaign}
