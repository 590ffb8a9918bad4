"""What there is to do: collect, adjudicate, remind, send, publish; and how each is told.

Each can be left between any two deeds, and nothing is lost or done twice.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.clock import Steady, mind_the_clock
from adjudicator.campaign.kernel.done import Done
from adjudicator.post.passes.exchange import MANY, take_all
from adjudicator.post.transport.mailbox import Mailbox, Outbox, why_of
from adjudicator.post.transport.opening import open_mailbox, open_outbox
from adjudicator.service.configuration import Configuration
from adjudicator.service.reasons import reason
from adjudicator.site.place import SiteError
from adjudicator.store.database import Store
from adjudicator.store.letter_records import DoneMark

if TYPE_CHECKING:
    from adjudicator.post.passes.sending import Post
    from adjudicator.site.keep import PagesSeen

TURN = 5.0
"""Seconds for which letters are sent, or phases carried out, before something else has its turn."""


def open_way_out(configuration: Configuration) -> Outbox | None:
    """Open the way out of a file of settings; None if it names none. Raises OSError."""
    from adjudicator.maps import keep_drawings  # who sends nothing draws nothing

    keep_drawings(configuration.serve.drawings)
    way, desk = configuration.outbox(), configuration.desk_place()
    outbox = open_outbox(way) if way else None
    if outbox and desk:
        outbox.terms = outbox.terms._replace(desk=desk[1])
    return outbox


def open_mailboxes(configuration: Configuration) -> list[Mailbox]:
    """Open the mailboxes of a file of settings; nothing is read yet."""
    mailboxes = []
    for each, address in zip(configuration.incoming, configuration.mailboxes(), strict=True):
        mailbox = open_mailbox(address)
        mailbox.checked_by = each.checked_by
        mailboxes.append(mailbox)
    return mailboxes


def move_deadlines(store: Store, begin: datetime, outage: int, steady: Steady) -> Iterator[Done]:
    """Note that work is being done at ``begin``, and move deadlines by the time lost before."""
    for name, failure in mind_the_clock(store, begin, outage, steady).items():
        text = str(reason("deadline-moved", name=name))
        if failure:
            text = str(reason("deadline-stuck", name=name, failure=failure))
        yield Done("failed" if failure else "moved", text, {"campaign": name})


def collect(
    store: Store,
    mailbox: Mailbox,
    begin: datetime,
    others: datetime | None,
    send: Callable[[], Iterator[Done]] | None = None,
) -> Iterator[Done]:
    """Take what lies in a mailbox; ``others`` is to when the other ones have been read.

    Where hundreds wait, the answers to the first of them are sent before the last is read, and the
    mail server delivers them meanwhile.
    """
    count = 0
    try:
        for each in take_all(store, mailbox, begin, others):
            yield each
            count += "letter" in each.facts
            if send and count == MANY:
                count = 0
                for deed in send():
                    yield deed
                    send = None if "trouble" in deed.facts else send
    except OSError as error:
        why = str(reason("rest-waits-there", value=why_of(error)))
        yield Done("failed", why, {"trouble": mailbox.name})


def send_letters(
    store: Store,
    outbox: Outbox,
    begin: datetime,
    ticks: Callable[[], float],
    campaign: int | None = None,
    post: "Post | None" = None,
) -> Iterator[Done]:
    """Send what waits, for one turn at most; of one campaign the letters alone."""
    from adjudicator.post.passes import sending  # most passes find that nothing waits

    try:
        if campaign is None:
            yield from sending.send_all(store, outbox, begin, TURN, ticks, post)
        else:
            yield from sending.send_letters(store, outbox, begin, TURN, ticks, campaign)
    except OSError as error:
        why = str(reason("rest-waits", value=why_of(error)))
        yield Done("failed", why, {"trouble": "out"})


def write_to_itself(
    store: Store, make_outbox: Callable[[], Outbox | None], address: str, begin: datetime
) -> Iterator[Done]:
    """Send the letter of the day to the judge's own address, once; what cannot be sent is tried
    again."""
    from adjudicator.service.health import mark_of_day

    if store.has(DoneMark, key=mark_of_day(begin)):
        return
    from adjudicator.service.trial import write_to_itself as write  # most passes send none

    try:
        outbox = make_outbox()
        if outbox is None:
            return
        delivery, code = write(outbox, address, begin)
    except OSError as error:
        yield Done("failed", why_of(error), {"trouble": "out"})
        return
    if delivery.outcome not in ("sent", "unknown"):
        text = str(reason("letter-of-the-day.not-sent", address=address, why=delivery.why))
        yield Done("failed", text, {"trouble": "out"})
        return
    with store.atomic():
        store.add(DoneMark(mark_of_day(begin), begin, code), if_absent=True)
    yield Done("sent", str(reason("letter-of-the-day", address=address)), {"letter": code})


class Publisher:
    """Keeps the pages of all games and the order desk up to date, and in mind which of them are."""

    def __init__(self, configuration: Configuration):
        self._site = configuration.pages()
        self._desk = configuration.desk_place()
        self._seen: PagesSeen | None = None

    @property
    def is_left(self) -> bool:
        """Whether the time of the last call was over before all pages were looked at."""
        return bool(self._seen and self._seen.after)

    def publish(self, store: Store, begin: datetime, is_over: Callable[[], bool]) -> Iterator[Done]:
        """Make the pages of all games that have changed since the last time; the rest is left to
        the next call when the time of this one ``is_over``."""
        if not self._site:
            return
        from adjudicator.site.keep import PagesSeen, keep_site  # who has no pages needs none

        self._seen = self._seen or PagesSeen()
        trouble = {"trouble": str(self._site.folder)}
        try:
            for each in keep_site(store, self._site, begin, self._seen, is_over):
                if isinstance(each, str):
                    yield Done("failed", each, trouble)
                    continue
                of = each.campaign
                what = str(reason("pages", of=of))
                yield Done("published", what, {"campaign": of, "files": len(each.changed)})
            # After the pages, whose folder is known as theirs by now.
            if self._desk and not self.is_left:
                yield from self._keep_desk(self._desk[0])
        except SiteError as error:
            yield Done("failed", str(error), trouble)
        except OSError as error:
            yield Done("failed", str(reason("pages.not-made", why=why_of(error))), trouble)

    def _keep_desk(self, folder: Path) -> Iterator[Done]:
        from adjudicator.desk.files import DeskError, keep_desk  # who has no desk needs none
        from adjudicator.post.requests.forms import write_forms

        try:
            if keep_desk(folder, write_forms()):
                yield Done("published", str(reason("desk")))
        except (DeskError, OSError) as error:
            text = str(reason("desk.not-made", why=error))
            yield Done("failed", text, {"trouble": str(folder)})
            self._desk = None  # until it is started again: it would fail each minute
