"""Who wrote a letter: a person, a machine or a mail server that could not deliver another one.

A person is known by the seat that the letter names, and proven by the seat's token; who holds no
seat, by a token of his own. Whether a program sent the letter is another question, which signs in
its header answer: what a proven letter orders or asks counts all the same, and without that, or
without a token, what a program sent is not answered.

What comes to the address that a letter of ours was sent from is about that letter, for nobody
answers there: a mail server says that it came to nothing or is late, or its reader's program says
that he is away.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.caretakers import cared_seat_of
from adjudicator.campaign.kernel.errors import MOVED, MovedError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import (
    OrderFile,
    Source,
    bare_token,
    find_named,
    identify,
    token_digest,
)
from adjudicator.campaign.letters.outbox import FAREWELLS
from adjudicator.campaign.press.press import who_answers
from adjudicator.orders import Scan
from adjudicator.orders.language.names import name_key
from adjudicator.patterns import pattern
from adjudicator.post.incoming.letter import Address, IncomingLetter
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.senders.return_addresses import find_letter_of, find_quoted
from adjudicator.reports.model import PUBLIC
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Heading, Letter
from adjudicator.store.queries import seats, seats_at
from adjudicator.store.records import Campaign, Caretaker, Confirmation, Guest, Master, Seat
from adjudicator.wording import Reason

_SERVERS = pattern(
    r"(?:mailer-?daemon|post[_-]?master|microsoftexchange[0-9a-f]{16,}|bounces?)(?:[+._=-].*)?@.*",
    re.IGNORECASE,
)
"""Addresses from which mail servers write."""
_PROGRAMS = pattern(
    r"(?:(?:do-?not|no)-?reply|nobody|auto-?(?:reply|responder|confirm|mailer)|listserv|majordomo)"
    r"(?:[+._=-].*)?@.*",
    re.IGNORECASE,
)
"""Addresses of programs that read no answer."""
_LISTS = pattern(r".*-(?:admin|owner|request)@.*", re.IGNORECASE)
"""Addresses of a mailing list's program (RFC 2142), though a person may have one, too."""
_NO_LETTERS = ("own-mark", "delivery-report")
"""Signs of what holds no words of a person, so that no orders in it count."""
LEFT = "plays-no-more"
"""The refusal of one who had a seat."""
CARE_OVER = "care-over"
"""That of one who looked after a seat."""
DISMISSED = "rules-no-more"
"""That of one who was a game master."""
KNOWN_ONCE = (LEFT, CARE_OVER, DISMISSED, MOVED)
"""Refusals of those who are strangers by now; they read why."""
_MANY = 8
"""Of so many campaigns at an address, it is not looked which of them somebody played in."""


class Sender(msgspec.Struct, frozen=True):
    """Who wrote a letter, as far as it shows."""

    why: Reason | None = None
    """Why it was no person, or what a mail server says: a clause that can stand after “because”.
    None: a person wrote."""
    is_server: bool = False
    """Whether a mail server wrote."""
    about: Letter | None = None
    """The letter of ours to whose return address this one came, or that a mail server names."""
    sign: Reason | None = None
    """The sign that a program sent a person's letter: then it is not answered, unless it orders or
    asks for something."""
    campaign: Campaign | None = None
    """The campaign that a person writes to; without it he is a stranger."""
    seat: Seat | None = None
    """The seat that he writes for."""
    master: Master | None = None
    """The game master that he is."""
    guest: Guest | None = None
    """The guest of the campaign that he is."""
    caretaker: Caretaker | None = None
    """Who looks after that seat, which then has his address and his token."""
    confirmation: Confirmation | None = None
    """What he confirms by answering."""
    token: str = ""
    """The token of one of these, found in the letter. Without it anybody can have written it."""
    whose: tuple[tuple[str, str], ...] = ()
    """Where the letter went to several addresses of his and does not say for which it is: of each
    the seat (``""``: he holds none there) and the campaign."""
    beside: tuple[Seat, ...] = ()
    """The other seats of his whose addresses it went to, if it may hold orders of theirs: it does
    not say for which it is, or names a second one."""
    answers: bool = False
    """Whether he answers press that this seat, or the game master, has got: only its reader can."""
    vouched: bool = False
    """Whether the mail server that checks senders says that the address is his (DMARC)."""
    unknown: RefusedError | None = None
    """Why it cannot be known for which seat a stranger writes."""

    @property
    def proven(self) -> bool:
        """Whether the letter has the writer's token."""
        return bool(self.token)

    @property
    def address(self) -> str:
        """Where the person can be reached whose token the letter has; ``""`` without one."""
        known = self.seat or self.master or self.guest or self.confirmation
        return known.address if known and self.proven else ""


def who_wrote(store: Store, letter: IncomingLetter, checked_by: str = "") -> Sender:
    """Say who wrote a letter. ``checked_by`` is the mail server whose word on senders counts."""
    sign = letter.sign
    if sign and sign.code == "own-mark":
        return Sender(sign)
    about = find_letter_of(store, letter.recipients)
    if about and (said := _what_came_back(letter, about)):
        return said
    if not about and (letter.bounce.failed or letter.bounce.delayed):
        about = find_quoted(store, letter.bounce)
        return _as_mail_server(letter, about)
    if sign and sign.code in _NO_LETTERS:
        return Sender(sign)
    if letter.sender.address and _is_own(store, letter.sender):
        return Sender(reason("own-address"))
    sender = _where_it_is(_person(store, letter, checked_by))
    if _is_checked(letter, checked_by) and letter.checks.dmarc == "pass":
        sender = replace(sender, vouched=True)
    if _is_program(letter.sender) and letter.sender.bare != sender.address.casefold():
        return Sender(reason("program"))
    sure = sender.proven and not sender.confirmation
    if not sure and (doubt := _doubt(letter, checked_by)):
        return Sender(doubt)
    return replace(sender, sign=reason("to-return-address") if about else sign, about=about)


def _what_came_back(letter: IncomingLetter, about: Letter) -> Sender | None:
    """Say who wrote what came to the address that a letter of ours was sent from; None: perhaps its
    reader himself.

    Only a mail server and programs know that address. So whatever is neither said to be a delay nor
    the answer of a program is a failure of that letter, in whatever form.
    """
    bounce, sign = letter.bounce, letter.sign
    if bounce.is_standard:
        if bounce.failed or bounce.delayed:
            return _as_mail_server(letter, about)
        return Sender(reason("delivery-report"), about=about)
    if letter.sender.mailbox in {Address(each).mailbox for each in about.recipients}:
        return Sender(sign, about=about) if sign else None
    if bounce.failed or bounce.delayed or not letter.sender.address:
        return _as_mail_server(letter, about)
    if _SERVERS.fullmatch(letter.sender.bare) or (sign and sign.code == "delivery-report"):
        return _as_mail_server(letter, about)
    if sign is None or sign.code == "return-path":
        names = {about.message_id.strip("<>"), *map(str.casefold, about.recipients)}
        if sign and names & {*bounce.ids, *bounce.named}:
            return _as_mail_server(letter, about)
        return Sender(reason("came-back"), is_server=True, about=about)
    return Sender(sign, about=about)


def _as_mail_server(letter: IncomingLetter, about: Letter | None) -> Sender:
    """A report on delivery; only of a letter that we have sent it says anything about a seat."""
    bounce = letter.bounce
    is_late = bounce.delayed and not bounce.failed
    code = ("delay" if is_late else "bounce") if about else "false-bounce"
    who = (bounce.delayed if is_late else bounce.failed) or (about.recipients if about else ())
    return Sender(reason(code, who=who, says=bounce.says), is_server=True, about=about)


def _is_program(sender: Address) -> bool:
    """Say whether an address is one from which no person writes."""
    return any(each.fullmatch(sender.bare) for each in (_SERVERS, _PROGRAMS))


def _person(store: Store, letter: IncomingLetter, checked_by: str) -> Sender:
    own = _own_addresses(store, letter)
    fitting = [each for each in own if _fits(letter.own.scan, each)] or own[:1]
    if len(fitting) > 1:
        first = fitting[0]
        names = ((x.seat.name if x.seat else "", x.campaign.name) for x in fitting if x.campaign)
        return replace(first, whose=tuple(names), beside=_seats_beside(fitting, first))
    person = _person_of(store, letter, checked_by, fitting[0].token if fitting else letter.token)
    is_for_several = letter.own.scan.second_begins > 0
    return replace(person, beside=_seats_beside(own, person)) if is_for_several else person


def _seats_beside(own: Sequence[Sender], person: Sender) -> tuple[Seat, ...]:
    """Return the seats of a person but for the one that he writes for."""
    return tuple(each.seat for each in own if each.seat and each.seat != person.seat)


def _fits(written: Scan, person: Sender) -> bool:
    """Say whether the game and the seat that a letter names, if any, are those of a person."""
    game = name_key(person.campaign.name if person.campaign else "")
    name = name_key(person.seat.name if person.seat else "")
    return name_key(written.game) in ("", game) and name_key(written.seat) in ("", name)


def _person_of(store: Store, letter: IncomingLetter, checked_by: str, token: str) -> Sender:
    """Say which person wrote a letter, by the ``token`` in the address that it went to, if any."""
    if not (token or letter.own.scan.token):
        token = _quoted_token(store, letter, checked_by)
    shown = token or letter.own.scan.token
    if person := _find_person(store, shown):
        return _without_mistaken_token(store, letter, person)
    digest = token_digest(bare_token(shown))
    if former := store.first(Master, token_digest=digest, active=False):
        name = store.find(Campaign, id=former.campaign_id).name
        return Sender(unknown=RefusedError(DISMISSED, campaign=name))
    if not shown and (press := who_answers(store, letter.answers, letter.sender.address)):
        return Sender(campaign=press[0], seat=press[1], answers=True)
    source = Source(address=letter.sender.address, token=token, trusted=True)
    try:
        campaign, seat = identify(store, OrderFile(letter.own.scan, "", source))
        _check_whose_token(store, letter, campaign, seat)
    except RefusedError as refusal:
        known, unknown = Sender(unknown=refusal), True
    else:
        known, unknown = Sender(campaign=campaign, seat=seat, token=shown), not shown
    about = campaign_of(store, letter) if unknown else None
    if about and has_left(store, about, letter.sender.bare):
        over = about.ended is not None
        facts = {"campaign": about.name, "open": about.settings.open and not over, "over": over}
        return Sender(unknown=RefusedError(LEFT, **facts))
    return known


def _without_mistaken_token(store: Store, letter: IncomingLetter, person: Sender) -> Sender:
    """Return whose token a letter has: a stranger, if it is for another game, or for another seat
    than the one he looks after, or if it comes from the address of a seat and its token went to
    somebody else."""
    try:
        if person.campaign and letter.own.scan.game:
            find_named(store, letter.own.scan.game, [person.campaign.id])
        if person.caretaker:
            identify(store, OrderFile(letter.own.scan, "", Source(token=person.token)))
        if person.campaign and (holder := person.master or person.confirmation):
            _check_whose_token(store, letter, person.campaign, holder)
    except RefusedError as refusal:
        return Sender(unknown=refusal)
    return person


def _where_it_is(sender: Sender) -> Sender:
    """Return who wrote a letter: a stranger here, if his game has moved to another database."""
    if sender.campaign and sender.campaign.moved:
        return Sender(unknown=MovedError(sender.campaign.name))
    return sender


def without_care_that_is_over(store: Store, sender: Sender, moment: datetime) -> Sender:
    """Return who wrote a letter that came at a moment: a stranger, if he looks after his seat no
    more."""
    caretaker, campaign = sender.caretaker, sender.campaign
    if caretaker is None or campaign is None:
        return sender
    if caretaker.id in [each.id for each in State(store, campaign, moment).caretakers]:
        return sender
    facts = {"holder": caretaker.seat, "campaign": campaign.name}
    return Sender(unknown=RefusedError(CARE_OVER, **facts), vouched=sender.vouched)


def _own_addresses(store: Store, letter: IncomingLetter) -> list[Sender]:
    """Return who the sender of a letter is by each address of his own that it was sent to; none if
    it went to one address.

    An answer to all, of a letter that another player has passed on, went to that one's, too.
    """
    own: list[Sender] = []
    for each in letter.tokens if len(letter.tokens) > 1 else ():
        known = _find_person(store, each)
        seat = store.first(Seat, token_digest=token_digest(each))
        if seat:
            campaign = store.find(Campaign, id=seat.campaign_id)
            known = Sender(campaign=campaign, seat=seat, token=each)
        if known and known.address.casefold() == letter.sender.bare:
            own.append(known)
    return own


def _check_whose_token(
    store: Store, letter: IncomingLetter, campaign: Campaign, holder: Seat | Master | Confirmation
) -> None:
    """Raise RefusedError for a letter from the address of another seat, which does not say for
    which it is: it may answer a letter that was redirected to its sender."""
    sender = letter.sender.bare
    if not sender or holder.address.casefold() == sender:
        return
    if isinstance(holder, Seat) and letter.own.scan.seat:
        return
    about = holder.seat if isinstance(holder, Confirmation) else None
    for own in _seats_of(store, campaign, sender):
        if isinstance(holder, Seat):
            raise RefusedError("rivals-token", own=own.name, holder=holder.name)
        if own.name != about:
            raise RefusedError("others-token", own=own.name)


def _find_person(store: Store, token: str) -> Sender | None:
    """Return the person without a seat whose token that is, or the code of whose confirmation."""
    if not token:
        return None
    bare = bare_token(token)
    digest = token_digest(bare)
    master = store.first(Master, token_digest=digest, active=True)
    guest = store.first(Guest, token_digest=digest, active=True)
    asked = store.first(Confirmation, token_digest=digest)
    caretaker = store.first(Caretaker, token_digest=digest)
    person = master or guest or asked or caretaker
    if person is None:
        return None
    campaign = store.find(Campaign, id=person.campaign_id)
    if caretaker:
        cared = cared_seat_of(store, caretaker)
        return Sender(campaign=campaign, seat=cared, caretaker=caretaker, token=bare)
    own = _seats_of(store, campaign, asked.address.casefold())[:1] if asked else []
    seat = own[0] if own else None
    return Sender(
        campaign=campaign, seat=seat, master=master, guest=guest, confirmation=asked, token=bare
    )


def _seats_of(store: Store, campaign: Campaign, address: str) -> list[Seat]:
    """Return the seats of a campaign that have an address, which is in small letters."""
    return [each for each in seats(store, campaign) if each.address.casefold() == address]


def _quoted_token(store: Store, letter: IncomingLetter, checked_by: str) -> str:
    """Return a token in what the letter quotes that proves its sender; ``""`` if none does.

    It shows that he has seen a letter to a seat, and not that he writes for it: players pass their
    letters on. So it counts only for the seat that the sender's address is of, or that he names;
    and if a mail server checks senders, not for an address of which it does not say so or denies
    that the letter is from there.
    """
    if checked_by and (_is_forged(letter, checked_by) or not _is_checked(letter, checked_by)):
        return ""
    named = letter.own.scan.seat.strip().casefold()
    for each in letter.quoted_tokens:
        person = _find_person(store, each)
        if person and person.address.casefold() == letter.sender.bare:
            return each
        seat = store.first(Seat, token_digest=token_digest(each))
        own = seat and (seat.name if named else seat.address).casefold()
        if own and own == (named or letter.sender.bare):
            return each
    return ""


def campaign_of(store: Store, letter: IncomingLetter) -> Campaign | None:
    """Return the campaign that any letter has to do with, as far as that is known.

    It is the one that the letter names, whose token it has, or one of whose letters to its sender
    it answers; else the only one that its sender plays, or did play, of those at the address that
    it went to. None: none is, or it may be several.
    """
    if name := letter.own.scan.game:
        return store.first(Campaign, name=name.strip().casefold())
    for digest in map(token_digest, _shown_tokens(letter)):
        if seat := store.first(Seat, token_digest=digest):
            return store.find(Campaign, id=seat.campaign_id)
    sender = letter.sender.bare
    for each in letter.answers:
        with suppress(StoreError):
            for sent in store.rows(Letter, message_id=f"<{each}>", limit=1):
                if sent.campaign_id and sender in map(str.casefold, sent.recipients):
                    return store.find(Campaign, id=sent.campaign_id)
    here = {x.id: x for at in letter.places for x in store.rows(Campaign, address=at, limit=_MANY)}
    played = {each.campaign_id for each in seats_at(store, sender, _MANY)} if sender else set()
    own = played & set(here) or played
    if len(here) < _MANY:
        own |= {each.id for each in here.values() if has_left(store, each, sender)}
    return store.find(Campaign, id=own.pop()) if len(own) == 1 else None


def _shown_tokens(letter: IncomingLetter) -> tuple[str, ...]:
    """Return the tokens of a letter's own words, and of the addresses that it was sent to."""
    return (*letter.tokens, *filter(None, (bare_token(letter.own.scan.token),)))


def has_left(store: Store, campaign: Campaign, address: str) -> bool:
    """Say whether the player of an address, in small letters, had a seat of a campaign that was
    given up or went to somebody else, and has none there now: his last letter says that."""
    if not address or _seats_of(store, campaign, address):
        return False
    sent: list[Heading] = []
    for kind in FAREWELLS:
        sent += store.rows(Heading, campaign_id=campaign.id, seat=PUBLIC, kind=kind)
    return any([address] == [*map(str.casefold, each.recipients)] for each in sent)


def _is_own(store: Store, sender: Address) -> bool:
    """Say whether an address is that of a campaign, with a token or without."""
    return any(store.has(Campaign, address=each) for each in {sender.bare, sender.mailbox})


def _is_checked(letter: IncomingLetter, checked_by: str) -> bool:
    return bool(checked_by) and letter.checks.host == checked_by.casefold()


def _is_forged(letter: IncomingLetter, checked_by: str) -> bool:
    """Say whether the server that checks senders says that this one is not who he says he is."""
    return _is_checked(letter, checked_by) and letter.checks.dmarc in ("fail", "permerror")


def _doubt(letter: IncomingLetter, checked_by: str) -> Reason | None:
    """Return the sign for which a letter is not answered unless a token shows that a player wrote
    it."""
    if _is_forged(letter, checked_by):
        return reason("forged")
    if letter.is_enclosure:
        return reason("enclosure")
    if _LISTS.fullmatch(letter.sender.bare):
        return reason("program")
    return letter.sign or (None if letter.sender.address else reason("no-sender"))
