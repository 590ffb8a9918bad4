"""One pass over the letters that wait: each goes to each of its recipients, and none is lost.

That a letter is about to be handed over is entered before it is, for each recipient, and what
became of it afterwards. Who is killed in between finds the letter begun: it may have gone. It is
sent again under the same Message-ID, at least once, as every mail system does.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import datetime, timedelta

from msgspec.structs import replace

from adjudicator.campaign.kernel.done import Done, What
from adjudicator.campaign.kernel.errors import describe
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.letters.delivery import send_digests
from adjudicator.campaign.letters.notices import url_of
from adjudicator.post.passes.compose import write
from adjudicator.post.senders.notes import note_failure, note_trouble
from adjudicator.post.transport.mailbox import Delivery, Mail, Outbox, Terms, reason
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import WEBHOOK, Attempt, Letter, host_of_webhook
from adjudicator.store.records import Campaign

SHORTEST_PAUSE = timedelta(minutes=5)
"""After which a letter that could not be sent is tried again; each time it is twice as long."""
LONGEST_PAUSE = timedelta(days=1)
PATIENCE = 4
"""So many times a letter may have to wait before anybody is told: a little over an hour."""
MOST_TRIES = 13
"""After so many tries, in nearly five days, a letter has not reached a recipient for good."""
TOGETHER = 20
"""So many letters go out before it is waited until the disk knows it."""
MOST_NOTICES = 8
"""So many notices are posted at the same time, each to another host."""

Ticks = Callable[[], float]
"""Tells how many seconds have gone since some moment, by a clock that nobody sets."""
Post = Callable[[Sequence[Mail], Sequence[str]], Sequence[Sequence[Delivery]]]
"""Posts notices side by side, as ``post_together`` does."""


def send_all(
    store: Store,
    way_out: Outbox,
    now: datetime,
    seconds: float = math.inf,
    ticks: Ticks = time.monotonic,
    post: Post | None = None,
) -> Iterator[Done]:
    """Send every letter that waits, as far as the outbox's terms allow it now; yield what became of
    each.

    None is begun after so many seconds, which ``ticks`` counts. One that cannot be written, or that
    a recipient cannot get now, stays and is tried again after a pause that grows; the game master
    of its campaign is told, and also of recipients for whom it was refused for good. Trouble with
    the whole outbox is raised (OSError), and says nothing against any letter.

    Letters go campaign by campaign, each of which is claimed. What another process sends is left to
    it; what was queued meanwhile that one sends, too. Where letters may go at a certain rate, one
    process sends all.

    What becomes of a letter is entered at once, but the disk is waited for only now and then, so
    that few letters go again that had gone already if the machine fails. Whoever is killed has lost
    nothing.

    Notices to webhooks go last, and no letter waits for their hosts.
    """
    trouble: OSError | None = None
    try:
        yield from send_letters(store, way_out, now, seconds, ticks)
    except OSError as error:
        trouble = error
    finally:
        way_out.hang_up()
    yield from post_notices(store, now, seconds, ticks, post=post)
    if trouble:
        raise trouble


def send_letters(
    store: Store,
    way_out: Outbox,
    now: datetime,
    seconds: float,
    ticks: Ticks,
    campaign: int | None = None,
) -> Iterator[Done]:
    """Send the letters that wait, all but the notices to webhooks; of one campaign, or of all."""
    terms, clock, end = way_out.terms, _clock(now, ticks), ticks() + seconds
    is_alone = bool(terms.per_minute or terms.per_day)
    turns, done = Counter[int | None](), set[int | None]()
    while ticks() < end:
        waiting = queries.campaigns_to_send(store, clock())
        if campaign is not None:
            waiting = [each for each in waiting if each == campaign]
        left = ({None} if is_alone and waiting else set(waiting)) - done
        if not left:
            return
        own = min(left, key=lambda each: turns[each])
        turns[own] += 1
        done.add(own)
        with claim_some(store, "letters", own) as is_mine:
            turn = _send(store, way_out, clock(), own, end, ticks)
            for each in turn if is_mine else ():
                done.clear()  # what is queued meanwhile, others leave to this process
                yield each


@contextmanager
def claim_letters(store: Store) -> Iterator[bool]:
    """Let nobody else send a letter or post a notice during the block.

    It is given False if another process is at that.
    """
    with claim_some(store, "letters") as has_letters, claim_some(store, "notices") as has_notices:
        yield has_letters and has_notices


@contextmanager
def claim_some(store: Store, what: str, own: int | str | None = None) -> Iterator[bool]:
    """Claim all letters or notices; or those of one campaign or host, beside others."""
    with ExitStack() as stack:
        is_mine = stack.enter_context(store.claim(what, shared=own is not None))
        if is_mine and own is not None:
            is_mine = stack.enter_context(store.claim(f"{what} {own}"))
        yield is_mine


def post_notices(
    store: Store,
    now: datetime,
    seconds: float,
    ticks: Ticks,
    host: str | None = None,
    *,
    post: Post | None,
) -> Iterator[Done]:
    """Post what waits for webhooks, to several hosts at the same time and to each one by one.

    A ``host`` that is given gets what waits for it alone. A host that does not take a notice gets
    no other before that one is tried again. ``post`` posts them in the place of ``post_together``.
    """
    clock, end = _clock(now, ticks), ticks() + seconds
    with claim_some(store, "notices", host) as is_mine:
        while is_mine and ticks() < end:
            hosts: dict[str, _Handover] = {}
            for letter in queries.letters_to_send(store, clock(), kind=WEBHOOK):
                own = host_of_webhook(letter.recipients[0])
                if not url_of(store, letter):
                    outbox.drop(store, letter, str(reason("not-wanted")), clock())
                    continue
                if host in (None, own) and (len(hosts) < MOST_NOTICES or own in hosts):
                    hosts.setdefault(own, _Handover(store, letter, clock))
            if not hosts:
                return
            store.flush()
            if post is None:
                from adjudicator.post.transport.webhook import post_together  # few games have one

                post = post_together
            notices = [each.begin_notice() for each in hosts.values()]
            told = post(notices, store.host.private_webhooks)
            for (own, each), deliveries in zip(hosts.items(), told, strict=True):
                deed = each.end_notice(deliveries)
                if any(one.outcome == "later" for one in deliveries):
                    _let_wait(store, own, clock())
                yield deed


def _let_wait(store: Store, host: str, now: datetime) -> None:
    """Let what else waits for a host wait as long as a first notice that it did not take."""
    for letter in queries.letters_to_send(store, now, kind=WEBHOOK):
        if host_of_webhook(letter.recipients[0]) == host:
            queries.set_wait(store, letter, now + SHORTEST_PAUSE, "host")


def _send(
    store: Store, way_out: Outbox, now: datetime, campaign: int | None, end: float, ticks: Ticks
) -> Iterator[Done]:
    """Send what waits of a campaign, whose letters are claimed, or of all."""
    clock, behind, is_first = _clock(now, ticks), 0, True
    send_digests(store, now)
    try:
        for letter in queries.letters_to_send(store, now, campaign):
            if letter.kind == WEBHOOK:
                continue
            if is_first:  # whoever queued a letter need not have waited for the disk
                store.flush()
            is_first = False
            is_over = ticks() > end
            if is_over or not _has_room(store, way_out.terms, clock()):
                return
            if deed := _Handover(store, letter, clock).send(way_out):
                behind += 1
                if behind == TOGETHER:
                    store.flush()
                    behind = 0
                yield deed
    finally:
        if behind:
            store.flush()


def _clock(now: datetime, ticks: Ticks) -> Callable[[], datetime]:
    """Return what tells the time, by the clock that never jumps."""
    began = ticks()
    return lambda: now + timedelta(seconds=ticks() - began)


def _has_room(store: Store, terms: Terms, now: datetime) -> bool:
    """Say whether the terms allow one more letter."""
    limits = ((terms.per_minute, timedelta(minutes=1)), (terms.per_day, timedelta(days=1)))
    return all(queries.letters_since(store, now - span) < most for most, span in limits if most)


class _Handover:
    """One letter that is handed over."""

    def __init__(self, store: Store, letter: Letter, clock: Callable[[], datetime]):
        self._store = store
        self._letter = letter
        self._clock = clock
        self._tried = outbox.attempts(store, letter)

    def send(self, way_out: Outbox) -> Done | None:
        """Send it to whom it is due, and enter what became of it; None if that is nobody."""
        store, letter, now = self._store, self._letter, self._clock()
        waits = {who: outbox.wait_for(letter, self._tried.get(who)) for who in letter.recipients}
        left = tuple(who for who, each in waits.items() if each and (each.until or now) <= now)
        if not left:
            return None
        if why := outbox.why_superseded(store, letter, now):
            outbox.drop(store, letter, why, now)
            return _deed("dropped", letter, why)
        try:
            opened = outbox.reopen(store, letter, pictures=way_out.terms.pictures)
            mail = write(store, opened.letter, left, way_out.terms.desk)
        except (DatabaseError, StoreError):
            raise
        except Exception as error:  # a fault in one letter must not stop the others
            return _delay(store, letter, error, now)
        for name, why in opened.lost.items():
            once = f"map-failed {now.date()}"
            _tell(store, letter, "map-failed", f"{name}: {why}", now, once=once)
        self._begin(left)
        try:
            deliveries = way_out.send(mail)
        except OSError:  # it was not handed over after all, and nothing is known against it
            self._enter([replace(self._attempt(each), state="later") for each in left])
            raise
        return self.end(deliveries)

    def begin_notice(self) -> Mail:
        """Return what is to be posted of a notice, and enter that it is about to be."""
        letter = self._letter
        self._begin(letter.recipients)
        where = (url_of(self._store, letter),)
        return Mail(letter.message_id, "", where, letter.content.text.encode())

    def end_notice(self, deliveries: Sequence[Delivery]) -> Done:
        """Enter what became of a notice, of which a player's URL is told nowhere."""
        own = self._letter.recipients
        deliveries = [each._replace(recipient=to) for each, to in zip(deliveries, own, strict=True)]
        return self.end(deliveries)

    def _begin(self, recipients: Sequence[str]) -> None:
        """Enter that the letter is about to be handed over: whoever is killed after that cannot
        know whether it has gone."""
        with self._store.write_behind():
            self._enter([self._attempt(each) for each in recipients])

    def end(self, deliveries: Sequence[Delivery]) -> Done:
        """Enter what became of the letter; tell the game master of trouble."""
        deliveries = [self._lose_patience(each) for each in deliveries]
        entries = [self._outcome(each) for each in deliveries]
        is_sent = all(each.outcome == "sent" for each in deliveries)
        own = self._letter.campaign_id if is_sent else None  # else its master may be told
        with self._store.write_behind() if is_sent else nullcontext(), self._store.atomic(own):
            self._enter(entries)
            for each, entry in zip(deliveries, entries, strict=True):
                _tell_of(self._store, self._letter, each, entry, entry.at)
        if is_sent:
            return _deed("sent", self._letter)
        delayed = all(e.outcome in ("sent", "later") and not e.ours for e in deliveries)
        why = "; ".join(
            f"{_name_for_log(self._letter, e)}: {e.why}" for e in deliveries if e.outcome != "sent"
        )
        return _deed("delayed" if delayed else "failed", self._letter, why)

    def _enter(self, entries: list[Attempt]) -> None:
        with self._store.atomic(self._letter.campaign_id):
            outbox.enter_attempts(self._store, self._letter, entries, self._clock())

    def _lose_patience(self, delivery: Delivery) -> Delivery:
        """Take a letter for refused that its recipient's server has let wait too often."""
        tries = self._attempt(delivery.recipient).tries + 1
        if delivery.outcome != "later" or delivery.ours or tries < MOST_TRIES:
            return delivery
        why = str(reason("at-last", tries=tries, why=delivery.why))
        return delivery._replace(outcome="refused", why=why)

    def _outcome(self, delivery: Delivery) -> Attempt:
        """Return what is entered of a delivery."""
        begun = replace(self._attempt(delivery.recipient), why=delivery.why[:300])
        if delivery.outcome in ("sent", "refused"):
            return replace(begun, state=delivery.outcome)
        retry = begun.at + _pause(begun.tries)
        state = "begun" if delivery.outcome == "unknown" else "later"
        return replace(begun, state=state, tries=begun.tries + 1, retry=retry)

    def _attempt(self, recipient: str) -> Attempt:
        """Return what is entered of a recipient before the letter is handed over."""
        before = self._tried.get(recipient)
        now, tries = self._clock(), before.tries if before else 0
        return Attempt(
            letter=self._letter.id, recipient=recipient, state="begun", at=now, tries=tries
        )


def _delay(store: Store, letter: Letter, error: Exception, now: datetime) -> Done:
    """Let a letter wait that cannot be written; of the first of a day its master is told."""
    text = str(error) if isinstance(error, ValueError) else describe(error)
    with store.write_behind(), store.atomic():
        queries.put_off(store, letter, now + _pause(letter.tries))
        if letter.tries == 0:
            _tell(store, letter, "unsendable", text, now, once=f"unsendable {now.date()}")
    return _deed("failed", letter, text)


def _name_for_log(letter: Letter, delivery: Delivery) -> str:
    """Return a recipient as a log names him: of a URL, by which others could post, its host."""
    return host_of_webhook(delivery.recipient) if letter.kind == WEBHOOK else delivery.recipient


def _deed(what: What, letter: Letter, why: str = "") -> Done:
    text = ": ".join(filter(None, (letter.message_id, why)))
    return Done(what, text, {"letter": letter.message_id})


def _pause(tries: int) -> timedelta:
    return min(SHORTEST_PAUSE * (1 << min(tries, 20)), LONGEST_PAUSE)


def _tell_of(store: Store, letter: Letter, each: Delivery, entry: Attempt, now: datetime) -> None:
    """Tell of a recipient who does not get a letter: at once if it was refused, or after a while;
    of one whose server makes him wait once a day, and so of a fault of our own. Of a player's own
    notices nobody is told."""
    if letter.kind == WEBHOOK and letter.seat:
        return
    text = f"{each.recipient}: {each.why}"
    if each.outcome == "refused" and letter.campaign_id is not None:
        note_failure(store, letter, each.recipient, each.why, now, refused=True)
    elif each.outcome == "refused":
        _tell(store, letter, "undelivered", text, now)
    elif each.outcome != "sent" and entry.tries == PATIENCE + 1:
        once = "ours" if each.ours else each.recipient.casefold()
        _tell(store, letter, "delayed", text, now, once=f"{once} {now.date()}")


def _tell(
    store: Store, letter: Letter, what: str, error: str, now: datetime, *, once: str = ""
) -> None:
    """Tell the master of the letter's campaign; of a letter to himself there is only a note."""
    campaign = store.find(Campaign, id=letter.campaign_id) if letter.campaign_id else None
    facts = {"letter": letter.message_id, "error": error}
    own = campaign is not None and {each.casefold() for each in letter.recipients} == {campaign.gm}
    note_trouble(store, what, facts, now, campaign, quietly=own, once=once)
