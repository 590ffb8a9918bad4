"""The letters that one who writes may quote: those that were sent to him, and to nobody else.

Else what is taken for quoted would tell a player what stands in a rival's letter. He is known by
the token in the address that he writes to, or else by his own address, where only he gets the
answer.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.campaign.kernel.caretakers import cared_seat_of
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import token_digest
from adjudicator.campaign.letters.encryption import is_encrypted
from adjudicator.campaign.letters.outbox import unpack
from adjudicator.desk.link import words_of_desk
from adjudicator.games.meta import GameError
from adjudicator.orders import Language
from adjudicator.orders.reading.line import meaning
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.patterns import pattern
from adjudicator.post.incoming.html_text import text_of_html
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.incoming.quotation import NOTHING_KNOWN, Correspondence
from adjudicator.post.incoming.wording import SentLetter, Wording
from adjudicator.post.senders.return_addresses import number_of_tag, tags_of
from adjudicator.reports.files.attachments import with_tag
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Heading, Letter
from adjudicator.store.queries import seats_at
from adjudicator.store.records import Campaign, Caretaker, Confirmation, Guest, Master, Seat

NEWEST = 10
"""Letters to a person that are compared beside those that he says he answers, or quotes by tag."""
_FORMS_KEPT = 2 * NEWEST
"""Texts and pages whose words are kept: who writes twice in a row quotes the same letters."""
_LOOKED_AT = 60
"""Letters of a campaign to people without a seat, among which his are looked for."""
_MOST_PLACES = 8
_MOST_TAGS = 20
_TAGS = pattern(r"(?<![a-z2-7])[a-z2-7]{13}(?![a-z2-7])", re.IGNORECASE)


@cache
def _find_words_of_desk() -> SentLetter:
    """Return what is written into a letter on its way out."""
    return SentLetter((Wording(words_of_desk()),))


class _Person(NamedTuple):
    """One who writes, by what he may have got."""

    campaigns: tuple[Campaign, ...] = ()
    seats: tuple[Seat, ...] = ()
    """The seats whose letters he gets."""
    addresses: frozenset[str] = frozenset()
    """His own, in small letters."""
    questions: tuple[str, ...] = ()
    """The Message-IDs of the letters that ask him back, whose code he has."""

    def has_got(self, letter: Letter) -> bool:
        """Say whether a letter was to him."""
        if any((letter.campaign_id, letter.seat) == (x.campaign_id, x.name) for x in self.seats):
            return True
        return not self.addresses.isdisjoint(map(str.casefold, letter.recipients))


def find_correspondence(
    store: Store, reads_as_request: Callable[[str], bool], letter: IncomingLetter
) -> Correspondence:
    """Return what is known of the letters that one may quote who has written a letter.

    ``reads_as_request`` says whether a line is one that asks for something. A damaged letter of
    ours is left out: it costs nobody his orders.
    """
    if not letter.body.strip():
        return NOTHING_KNOWN
    person = _find_person(store, letter)
    sent = list(_find_letters(store, letter, person))
    of = {each.id: each for each in person.campaigns}
    days = {each.created + timedelta(shift) for each in sent for shift in (-1, 0, 1)}
    return Correspondence(
        letters=(
            *map(_shape_of, sent, tags_of(store, sent), (of.get(x.campaign_id or 0) for x in sent)),
            _find_words_of_desk(),
        ),
        reads_as_order=cache(_reader(person.campaigns)),
        reads_as_request=cache(reads_as_request),
        addresses=(*(each.settings.address for each in person.campaigns), *person.addresses),
        names=(*(x.name for x in person.campaigns), *(x.player for x in person.seats)),
        subjects=tuple(dict.fromkeys(each.subject for each in sent)),
        days=frozenset((each.year, each.day) for each in days),
        is_tag=lambda word: bool(number_of_tag(store, word)),
    )


def _find_person(store: Store, letter: IncomingLetter) -> _Person:
    """Return who has written a letter, as far as the letters go that he may quote."""
    digests = map(token_digest, letter.tokens or letter.written_tokens)
    people: list[Seat | Master | Guest | Confirmation] = []
    for digest in digests:
        people += store.rows(Seat, token_digest=digest)
        cared = store.rows(Caretaker, token_digest=digest)
        people += [cared_seat_of(store, each) for each in cared]
        people += store.rows(Master, token_digest=digest)
        people += store.rows(Guest, token_digest=digest)
        people += store.rows(Confirmation, token_digest=digest)
    bare = letter.sender.bare
    if not people and bare:
        people += store.rows(Master, address=bare, limit=_MOST_PLACES)
        people += store.rows(Guest, address=bare, limit=_MOST_PLACES)
        people += seats_at(store, bare, _MOST_PLACES)
    ids = dict.fromkeys(each.campaign_id for each in people)
    campaigns = [store.find(Campaign, id=each) for each in ids]
    here = [each for each in campaigns if each.address in letter.places] or campaigns
    places = {each.id for each in here}
    return _Person(
        tuple(here),
        tuple(each for each in people if isinstance(each, Seat) and each.campaign_id in places),
        frozenset(filter(None, (x.address.casefold() for x in people))) or frozenset({bare}),
        tuple(each.letter for each in people if isinstance(each, Confirmation)),
    )


def _find_letters(store: Store, came: IncomingLetter, person: _Person) -> Iterator[Letter]:
    """Yield the letters to a person that another one may quote: those that it names, the newest."""
    numbers: dict[int, None] = {}
    for each in (*person.questions, *(f"<{each}>" for each in came.answers)):
        numbers |= dict.fromkeys(x.id for x in store.rows(Heading, message_id=each))
    for word in list(dict.fromkeys(_TAGS.findall(came.body)))[:_MOST_TAGS]:
        numbers[number_of_tag(store, word.casefold())] = None
    newest: list[int] = []
    for seat in person.seats:
        headings = _newest(store, seat.campaign_id, seat.name, NEWEST)
        newest += (each.id for each in headings)
    for campaign in person.campaigns if not person.seats else ():
        headings = _newest(store, campaign.id, "", _LOOKED_AT)
        newest += (x.id for x in headings if {*map(str.casefold, x.recipients)} & person.addresses)
    numbers |= dict.fromkeys(sorted(newest, reverse=True)[:NEWEST])
    for number in numbers:
        with suppress(StoreError, CampaignError):
            for letter in store.rows(Letter, id=number):
                if person.has_got(letter):
                    yield unpack(store, letter) if is_encrypted(letter.content) else letter


def _newest(store: Store, campaign: int, seat: str, limit: int) -> list[Heading]:
    """Return what is written on the newest letters to a seat (``""``: to others)."""
    return store.rows(Heading, order="id", last=True, limit=limit, campaign_id=campaign, seat=seat)


def _shape_of(letter: Letter, tag: str, campaign: Campaign | None) -> SentLetter:
    """Return a letter as it looked when it was sent, but for what the order desk adds."""
    report = with_tag(letter.content, campaign.name if campaign else "", tag)
    forms = (_words_of(report.text), *([_words_of_page(report.html)] if report.html else ()))
    return SentLetter(forms, report.orders, tag, report.cited)


@lru_cache(maxsize=_FORMS_KEPT)
def _words_of(text: str) -> Wording:
    return Wording(text)


@lru_cache(maxsize=_FORMS_KEPT)
def _words_of_page(page: str) -> Wording:
    return Wording(text_of_html(page))


def _reader(campaigns: tuple[Campaign, ...]) -> Callable[[str], bool]:
    """Return what says whether a line is an order of any phase of a person's games."""

    @cache
    def languages() -> list[Language]:
        found = []
        for each in campaigns:
            with suppress(GameError):  # its rules are not installed any more
                found += [language for language, _ in each.game.languages(each.options)]
        return found

    def reads_as_order(line: str) -> bool:
        text = tidy_line(line)
        return bool(text) and any(meaning(text, each) for each in languages())

    return reads_as_order
