"""Pages made, and kept up to date: of one campaign, or of all those of a database."""

import hmac
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from adjudicator import __version__
from adjudicator.campaign.kernel.state import State
from adjudicator.site.chronicle import Chronicle, chronicle_of
from adjudicator.site.episode import Episode, episode_of
from adjudicator.site.folder import (
    Made,
    Marks,
    check_folder,
    claim_folder,
    remove_pages,
    write_pages,
)
from adjudicator.site.pages import Shelf, assets, campaign_pages, shelf_of, shelf_page
from adjudicator.site.place import Site, SiteError, check_url
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Press
from adjudicator.store.records import Adjudication, Campaign, Deadline

EPISODES = ".episodes"
"""Episodes that were made before, in one file beside the pages: a phase is told only once."""
LARGEST = 256 * 1024 * 1024
SHELF = "campaign.json"
"""A campaign as the page of all campaigns shows it."""
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
            raise SiteError(
                f"{campaign.name} has no pages now: its setting publish is "
                f"“{campaign.settings.publish}”. “adjudicator settings {campaign.name} "
                "publish=now” changes that."
            )
        check_folder(folder, "campaign", campaign.name, campaign.commitment)
        kept = KeptEpisodes(folder, _secret(state))
        chronicle = chronicle_of(state, kept.find)
        made_from = _digest(state, url, among_others=False)
    return _write(folder, chronicle, kept, made_from, url, among_others=False)


class PagesSeen:
    """What the last round over all campaigns has found, for the next one of the same process."""

    def __init__(self) -> None:
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
    store: Store, site: Site, now: datetime, last: PagesSeen | None = None
) -> Iterator[Made | str]:
    """Bring the pages of all campaigns up to date; yield what was changed, and what failed.

    A campaign of which nothing that stands on its pages has changed costs a few questions to the
    database, and none at all if its version is that of the ``last`` round. One that fails does not
    stop the others.
    """
    seen = (last or PagesSeen()).begin(now)
    url = check_url(site.url)
    marks = claim_folder(site.folder, Marks("campaigns"))
    shelves: list[Shelf] = []
    for number, version in queries.versions(store):
        known, shelf = seen.get(number, (None, None))
        if known != version:
            campaign = store.find(Campaign, id=number)
            if campaign.moved:
                continue  # its pages are kept from where it is now
            address = f"{url}{campaign.name}/" if url else ""
            try:
                shelf, made = _keep(store, campaign, site.folder / campaign.name, address, now)
            except (SiteError, OSError) as error:
                yield f"the pages of {campaign.name}: {error}"
                continue
            seen[number] = campaign.version, shelf
            if made:
                yield made
        if shelf:
            shelves.append(shelf)
    files = shelf_page(shelves)
    made_from = sha256(files["index.html"] + _what_all_share()).hexdigest()
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
        if not is_public(state):
            gone = remove_pages(folder, campaign.name, campaign.commitment)
            return None, Made(campaign.name, (), ("all",)) if gone else None
        made_from = _digest(state, url, among_others=True)
        marks = check_folder(folder, "campaign", campaign.name, campaign.commitment)
        shelf = _shelf(folder) if marks and marks.made_from == made_from else None
        if shelf:
            return shelf, None
        kept = KeptEpisodes(folder, _secret(state))
        chronicle = chronicle_of(state, kept.find)
    made = _write(folder, chronicle, kept, made_from, url, among_others=True)
    return shelf_of(chronicle), made


def is_public(state: State) -> bool:
    """Whether a campaign has pages now, as its setting ``publish`` says."""
    publish = state.campaign.settings.publish
    return publish == "now" or (publish == "after the end" and state.is_over)


def _write(
    folder: Path,
    chronicle: Chronicle,
    kept: "KeptEpisodes",
    made_from: str,
    url: str,
    *,
    among_others: bool,
) -> Made:
    files = campaign_pages(chronicle, url, among_others=among_others)
    files[SHELF] = msgspec.json.encode(shelf_of(chronicle))
    files[EPISODES] = kept.data()
    marks = Marks("campaign", chronicle.name, chronicle.record.commitment, made_from)
    return write_pages(folder, files, marks)


def _shelf(folder: Path) -> Shelf | None:
    """Return what stands of a campaign on the page of all, as it was when its pages were made."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((folder / SHELF).read_bytes(), type=Shelf)
    return None


def _what_all_share() -> bytes:
    """Return what all pages depend on besides campaigns: the program and its templates."""
    return __version__.encode() + b"".join(assets().values())


def _digest(state: State, url: str, *, among_others: bool) -> str:
    """Return what a campaign's pages are made from, as one text that differs if they would.

    It is found by a few small questions: nothing of it takes positions or events.
    """
    campaign, store = state.campaign, state.store
    deadlines = store.rows(Deadline, last=True, limit=1, campaign_id=campaign.id)
    # The last of each will do, for they are only ever added to.
    press = store.rows(Press, last=True, limit=1, order="id", campaign_id=campaign.id)
    past = [(each.serial, each.phase) for each in queries.past(store, campaign)]
    seats = [(e.name, e.player, e.held_by, e.open) for e in state.seats]
    facts = (
        *(past, seats, [each.id for each in deadlines], [each.id for each in press]),
        *(state.deadline, state.is_over, campaign.settings, url, among_others),
    )
    return _keyed_hash(_secret(state), msgspec.json.encode(facts) + _what_all_share())


def _secret(state: State) -> bytes:
    """Return what nobody ever learns: the campaign's secret, which is told at its end, is not all
    of it."""
    secrets = (state.campaign.secret, *(seat.token_secret for seat in state.seats))
    return sha256(msgspec.json.encode(secrets)).digest()


class _EpisodesFile(msgspec.Struct, frozen=True):
    episodes: Mapping[str, Episode]
    """By what they were made from; their plates have the ids of definitions alone."""
    definitions: Mapping[str, str]
    """Those of all plates, each once."""


class KeptEpisodes:
    """The episodes of a folder of pages, and those that are made now."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        self._secret = secret
        self._before = _read(folder / EPISODES)
        self._used: dict[str, Episode] = {}

    def find(self, campaign: Campaign, before: Adjudication | None, done: Adjudication) -> Episode:
        """Return the episode of a resolution. Raises what ``episode_of`` raises."""
        key = _key(self._secret, campaign, before, done)
        episode = self._before.episodes.get(key)
        whole = _with_definitions(episode, self._before.definitions) if episode else None
        if whole is None:
            whole = episode_of(campaign, before, done)
        self._used[key] = whole
        return whole

    def data(self) -> bytes:
        """Return the file that holds the episodes that were asked for."""
        definitions: dict[str, str] = {}
        episodes = {}
        for key, episode in self._used.items():
            if episode.plate:
                definitions |= episode.plate.definitions
                bare = dict.fromkeys(episode.plate.definitions, "")
                episode = replace(episode, plate=replace(episode.plate, definitions=bare))
            episodes[key] = episode
        return zlib.compress(msgspec.msgpack.encode(_EpisodesFile(episodes, definitions)), 9)


def _key(secret: bytes, campaign: Campaign, before: Adjudication | None, done: Adjudication) -> str:
    facts = (
        *(campaign.name, campaign.commitment, campaign.settings.zone, campaign.options),
        *(done.seal, done.serial, done.created, before.serial if before else -1, __version__),
    )
    return _keyed_hash(secret, msgspec.json.encode(facts) + done.position + done.events)[:32]


def _keyed_hash(secret: bytes, data: bytes) -> str:
    """Return a hash that tells nothing to those who do not have the secret."""
    return hmac.digest(secret, data, "sha256").hex()


def _with_definitions(episode: Episode, definitions: Mapping[str, str]) -> Episode | None:
    """Return an episode as it was made; None if some of it is missing."""
    if episode.plate is None:
        return episode
    if not episode.plate.definitions.keys() <= definitions.keys():
        return None
    whole = {each: definitions[each] for each in episode.plate.definitions}
    return replace(episode, plate=replace(episode.plate, definitions=whole))


def _read(path: Path) -> _EpisodesFile:
    try:
        data = zlib.decompressobj().decompress(path.read_bytes(), LARGEST)
        return msgspec.msgpack.decode(data, type=_EpisodesFile)
    except (OSError, zlib.error, msgspec.MsgspecError):
        return _EpisodesFile({}, {})
