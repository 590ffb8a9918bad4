"""Pages made, and kept up to date: of one campaign, or of all those of a database."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.state import State
from adjudicator.site.chronicle import Chronicle, chronicle_of
from adjudicator.site.episode import Episode, keyed_hash, secret_of
from adjudicator.site.folder import (
    Made,
    Marks,
    Page,
    Shelf,
    check_folder,
    claim_folder,
    remove_pages,
    write_pages,
)
from adjudicator.site.hindsight import Hindsight
from adjudicator.site.pages import campaign_pages, shelf_of, shelf_page, what_all_share
from adjudicator.site.place import Site, SiteError, check_url
from adjudicator.site.reasons import reason
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Press
from adjudicator.store.records import Campaign, Deadline

KEPT = ".episodes"
"""What was told before, in one file beside the pages: a phase is told only once."""
REVEALED = ".hindsight"
"""What came to light when the game was over, in a file that is there only as long as it is."""
LONGEST_TRUST = timedelta(hours=1)
"""For so long a process takes pages for what it has found them to be."""


def make_pages(
    store: Store, campaign: Campaign, now: datetime, folder: Path, url: str = ""
) -> Made:
    """Make the pages of one campaign in a folder, or bring those there up to date.

    Raises SiteError if the folder holds something else, or the campaign is not published yet.
    """
    url = check_url(url)
    with store.snapshot():
        state = State(store, campaign, now)
        if not is_public(state):
            raise SiteError("no-pages", name=campaign.name, publish=campaign.settings.publish)
        marks = _marks_of(state, url, among_others=False)
        check_folder(folder, marks)
        chronicle = chronicle_of(state, *_read(folder))
    return _write(folder, chronicle, marks, url, among_others=False)


class PagesSeen:
    """What the last round over all campaigns has found, for the next one of the same process; and
    how far a round has come that was left."""

    def __init__(self) -> None:
        self.after = 0
        """The number of the last campaign that it has looked at; 0: it was not left."""
        self.failed: list[str] = []
        """What has failed in it so far."""
        self._begin: datetime | None = None
        self._shelves: dict[int, tuple[int, Shelf | None]] = {}

    def begin(self, now: datetime) -> dict[int, tuple[int, Shelf | None]]:
        """Return by the number of a campaign its version, and how the page of all shows it.

        Nothing if that was found long ago: files may be lost or damaged meanwhile.
        """
        if self._begin is None or not timedelta() <= now - self._begin < LONGEST_TRUST:
            self._begin = now
            self._shelves.clear()
        return self._shelves


def keep_site(
    store: Store,
    site: Site,
    now: datetime,
    last: PagesSeen | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[Made | str]:
    """Bring the pages of all campaigns up to date; yield what was changed, and what failed.

    The round can be left after each campaign, as soon as its time ``is_over``; the next call goes
    on with it, then.

    A campaign of which nothing that stands on its pages has changed costs a few questions to the
    database, and none at all if its version is that of the ``last`` round. One that fails does not
    stop the others.
    """
    last = last or PagesSeen()
    seen = last.begin(now)
    yield from last.failed
    url = check_url(site.url)
    marks = claim_folder(site.folder, Marks("campaigns"))
    shelves: list[Shelf] = []
    for number, version in queries.versions(store):
        known, shelf = seen.get(number, (None, None))
        if known != version and number > last.after:
            campaign = store.find(Campaign, id=number)
            if campaign.moved:
                continue  # its pages are kept from where it is now
            address = f"{url}{campaign.name}/" if url else ""
            try:
                shelf, made = _keep(store, campaign, site.folder / campaign.name, address, now)
            except (SiteError, OSError) as error:
                why = reason("not-made", name=campaign.name, error=error)
                last.failed.append(str(why))
                yield last.failed[-1]
            else:
                seen[number] = campaign.version, shelf
                if made:
                    yield made
            if is_over():
                last.after = number
                return
        if shelf:
            shelves.append(shelf)
    last.after = 0
    last.failed.clear()
    files = shelf_page(shelves, site.desk)
    made_from = files["index.html"].made_from
    if marks.made_from != made_from:
        made = write_pages(site.folder, files, Marks("campaigns", made_from=made_from))
        if made.changed or made.removed:
            yield made


def _keep(
    store: Store, campaign: Campaign, folder: Path, url: str, now: datetime
) -> tuple[Shelf | None, Made | None]:
    """Bring the pages of one of many campaigns up to date, if anything on them has changed."""
    with store.snapshot():
        state = State(store, queries.find_campaign(store, campaign.name), now)
        marks = _marks_of(state, url, among_others=True)
        if not is_public(state):
            gone = remove_pages(folder, marks)
            return None, Made(campaign.name, (), ("all",)) if gone else None
        known = check_folder(folder, marks)
        if known and known.made_from == marks.made_from and (folder / "index.html").is_file():
            return known.shelf, None
        chronicle = chronicle_of(state, *_read(folder))
    return shelf_of(chronicle), _write(folder, chronicle, marks, url, among_others=True)


def is_public(state: State) -> bool:
    """Whether a campaign has pages now, as its setting ``publish`` says."""
    publish = state.campaign.settings.publish
    return publish == "now" or (publish == "after the end" and state.is_over)


def _write(
    folder: Path, chronicle: Chronicle, marks: Marks, url: str, *, among_others: bool
) -> Made:
    files = campaign_pages(chronicle, url, marks.made_from, among_others=among_others)
    key = chronicle.latest.made_from if chronicle.latest else ""
    files[KEPT] = Page(key, lambda: msgspec.msgpack.encode(chronicle.episodes))
    if chronicle.hindsight:
        files[REVEALED] = Page(key, lambda: msgspec.msgpack.encode(chronicle.hindsight))
    return write_pages(folder, files, replace(marks, shelf=shelf_of(chronicle)))


def _marks_of(state: State, url: str, *, among_others: bool) -> Marks:
    """Return the marks of a campaign's pages as they should be now.

    What they are made from is found by a few small questions: a text that differs if they would.
    """
    campaign, store = state.campaign, state.store
    deadlines = store.rows(Deadline, last=True, limit=1, campaign_id=campaign.id)
    # The last of each will do, for they are only ever added to.
    press = store.rows(Press, last=True, limit=1, order="id", campaign_id=campaign.id)
    seats = [(e.name, e.player, e.held_by, e.open) for e in state.seats]
    facts = (
        *(state.latest and (state.latest.serial, state.latest.seal), seats),
        *([each.id for each in deadlines], [each.id for each in press]),
        *(state.deadline, state.is_over, campaign.settings, url, among_others),
    )
    made_from = keyed_hash(secret_of(state), msgspec.json.encode(facts) + what_all_share())
    return Marks("campaign", campaign.name, campaign.commitment, made_from)


def _read(folder: Path) -> tuple[tuple[Episode, ...], tuple[Hindsight, ...]]:
    """Return what was told when the pages in a folder were made last."""
    episodes: tuple[Episode, ...] = ()
    hindsight: tuple[Hindsight, ...] = ()
    with suppress(OSError, msgspec.MsgspecError):
        data = (folder / KEPT).read_bytes()
        episodes = msgspec.msgpack.decode(data, type=tuple[Episode, ...])
        data = (folder / REVEALED).read_bytes()
        hindsight = msgspec.msgpack.decode(data, type=tuple[Hindsight, ...])
    return episodes, hindsight
