"""What a letter asks, and who asks it where; and what orders a text of it holds for that seat."""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, Self

from msgspec.structs import replace

from adjudicator.campaign.kernel.caretakers import CARETAKER
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile, Source
from adjudicator.campaign.orders.contents import Contents, find_contents
from adjudicator.operations.operation import Argument, Call, Operation, Who
from adjudicator.orders import Language
from adjudicator.post.incoming.letter import IncomingLetter, Part
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.senders.limits import SAID_BEFORE, find_same_words
from adjudicator.post.senders.sender import Sender
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Letter
from adjudicator.store.queries import first_address

_BETWEEN_ORDERS = re.compile(r"\s*;\s*|\s+/\s+|(?<=\w)\.\s+")
"""What stands between two orders of a subject, which is one line."""
_NOWHERE = "adjudicator.invalid"
"""The right-hand side of Message-IDs where no campaign has an address."""


def leave_to_orders(call: "LetterCall") -> None:
    """Do nothing: a letter with the words of such a request is taken as orders."""


def state_of(store: Store, sender: Sender, now: datetime) -> State | None:
    """Return how the game stands that a sender writes about; None if he writes about none."""
    return State(store, sender.campaign, now) if sender.campaign else None


def listed_word(
    name: str, about: str, *arguments: Argument, usage: str = "", who: Who = "player", **more: Any
) -> Operation:
    """Return what players write within orders or as press: it is listed here, and read there."""
    nothing = frozenset[str]()
    return Operation(leave_to_orders, who, arguments, name, about, nothing, usage, **more)


class ParsedRequest(NamedTuple):
    """An operation as a letter asks for it."""

    request: Operation
    argument: str = ""
    """What follows the words, tidied, or as it was written if the operation wants it so."""
    part: Part = Part()
    """The message below it, or the orders that it is about."""
    words: str = ""
    """Those that ask for it, if they are not its name."""

    @property
    def title(self) -> str:
        """What its writer calls it."""
        return self.words or self.request.name

    @property
    def changes(self) -> bool:
        """Whether it changes anything."""
        return self.request.changes and not (self.request.tells and not self.argument)

    @property
    def text(self) -> str:
        """The lines of that part, as they are written."""
        return self.part.text


class LetterCall(Call, frozen=True, eq=False, kw_only=True):
    """A letter that asks for something, and where the seat that it is for stands.

    It was asked when the letter came: what a player does counts from then.
    """

    letter: IncomingLetter
    sender: Sender
    read_at: datetime
    """When the letter is read: what a game master does counts from then."""
    requests: Sequence[ParsedRequest] = ()
    """What the letter asks for."""
    number: int = 0
    """Which of these is being done, from 0."""
    orders: Part | None = None
    """The part of the letter whose orders count; None: none do."""
    unread: tuple[str, ...] = ()
    """The lines of the letter that are neither requests nor part of one, and were not read."""
    files: tuple[str, ...] = ()
    """The names of the letter's files that hold orders of its seat, and were not read."""
    closed: tuple[str, ...] = ()
    """What else of it was neither read nor sent on, each in a clause."""

    @classmethod
    def of(
        cls,
        store: Store,
        letter: IncomingLetter,
        sender: Sender,
        state: State | None,
        now: datetime,
        read_at: datetime,
    ) -> Self:
        """Return a letter that came at a moment as what its writer asks where the game stands."""
        call = cls(
            store,
            state,
            now,
            sender.seat,
            sender.master,
            letter=letter,
            sender=sender,
            read_at=read_at,
        )
        address = letter.sender.address
        is_player = sender.proven and not sender.caretaker
        answer = is_player and address in call.addresses
        source = Source(id=letter.id, address=address, answer=answer, token=sender.token)
        return replace(call, file=OrderFile(letter.own.scan, letter.text, source))

    @property
    def current(self) -> ParsedRequest:
        """The request that is being done."""
        return self.requests[self.number]

    @property
    def subject(self) -> Part | None:
        """The writer's own subject as orders of a seat, of which several are several lines; None
        where it can be none."""
        part = Part("subject", self.letter.own_subject)
        if not (self.seat and part.text):
            return None
        lines = Part("subject", _BETWEEN_ORDERS.sub("\n", part.text))
        is_one = lines == part or read_contents(self, part, guess=False).orders
        return part if is_one else lines

    def language_of(self, phase: str) -> Language | None:
        """Return the language of the seat's orders in the phase of a name, or, without one, in the
        phase that waits; None if there is none."""
        return self.state.language_of(phase, self.viewer)

    @property
    def proven_seat(self) -> str:
        """The name of the seat whose token the letter has, in a campaign that is played here;
        ``""``: none."""
        is_here = self.asked_of is not None and not self.campaign.moved
        is_own = self.sender.proven and not self.sender.confirmation
        return self.seat.name if self.seat and is_own and is_here else ""

    @property
    def answer_id(self) -> str:
        """The Message-ID of the answer."""
        more = f"-{self.number + 1}" if self.number else ""
        left = f"answer-{self.letter.key[:24]}{more}"
        return message_id(self.campaign, left) if self.asked_of else self._id(left)

    @property
    def refusal_id(self) -> str:
        """The Message-ID of the letter that says why this one is refused."""
        return self._id(f"refusal-{self.letter.key[:24]}")

    def _id(self, left: str) -> str:
        """Return a Message-ID of a letter that may belong to no campaign."""
        return f"<{left}@{first_address(self.store).rpartition('@')[2] or _NOWHERE}>"

    @property
    def actors(self) -> dict[str, str]:
        """Who acts in the name of the seat that asks: of what is confirmed, nobody does."""
        if self.sender.confirmation or self.seat is None:
            return {}
        by_caretaker = self.sender.caretaker is not None
        return {self.seat.name: CARETAKER if by_caretaker else self.source.actor_for(self.seat)}

    @property
    def addresses(self) -> tuple[str, ...]:
        """Whom an answer is for: the seat's player, and the sender if he has proven himself.

        A stranger, who can ask for nothing that is secret, gets it himself. What is confirmed is
        answered to whom it is about, and to nobody else; so is who looks after a seat. Of a letter
        that a list has passed on, the sender may be the list, which gets nothing that is a
        player's.
        """
        if self.sender.confirmation or self.sender.caretaker:
            return (self.sender.address,)
        known = self.seat.address if self.seat else self.sender.address
        proven, is_redirected = self.sender.proven, self.letter.is_redirected
        is_asker = not is_redirected if proven else self.seat is None
        sender = self.letter.sender.address if is_asker else ""
        addresses = {each.casefold(): each for each in (sender, known) if each}
        return tuple(sorted(addresses.values(), key=lambda each: each != known))


def read_contents(call: LetterCall, part: Part, *, guess: bool = True) -> Contents:
    """Read a text that may hold orders of a letter's seat; ``guess`` is as in ``find_contents``."""
    if call.asked_of is None:
        return Contents()
    contents = find_contents(part.scan, call.language_of, guess=guess)
    return contents if call.state.has_begun else contents._replace(resembles=True)


def hides_order(call: LetterCall) -> bool:
    """Say whether the subject of a seat's letter is an order, or was perhaps meant as one."""
    subject = call.subject if call.seat and call.state.has_begun else None
    texts = (subject.text, subject.text.partition(":")[2]) if subject else ()
    return any(read_contents(call, Part(text=each)).holds_orders for each in texts)


def check_is_new(call: LetterCall, change: Change) -> None:
    """Book that a letter is passed on which changes nothing. Raises RefusedError if its writer's
    same words were, not long ago."""
    entry, before = find_same_words(call.store, call.sender, call.letter, call.now)
    if before:
        raise RefusedError(SAID_BEFORE)
    change.add(entry)


def find_answered(call: LetterCall) -> list[Letter]:
    """Return the letters to a seat that a letter says it answers, as far as they are sound."""
    whose = (call.state.campaign.id, call.holder.name)
    return [each for each in find_letters(call) if (each.campaign_id, each.seat) == whose]


def find_letters(call: LetterCall) -> list[Letter]:
    """Return the letters, to whomever, that a letter says it answers, as far as they are sound."""
    letters: list[Letter] = []
    for each in call.letter.answers:
        with suppress(StoreError):
            letters += call.store.rows(Letter, message_id=f"<{each}>", limit=1)
    return letters


def unsent_files(
    letter: IncomingLetter, read: Part | None = None, told: Collection[str] = ()
) -> Iterator[str]:
    """Yield a clause for each file of a letter whose words are sent on to a person, but for the one
    that is read, and those of which its writer is told something else."""
    names = [each.name for each in letter.files if each != read]
    for name in (*names, *letter.other_files):
        if name[:60] not in told:
            yield str(reason("part.unsent", name=name[:60]))
