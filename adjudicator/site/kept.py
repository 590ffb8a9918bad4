"""Episodes that were made before, kept in one file beside the pages: a phase is told only once.

The file holds what stands on the pages and no more, for it lies where everybody may read it. By
what an episode was made from it is known by a hash with a key that nobody else has: without the key
one could guess at what is hidden until the hash comes out. Whatever is wrong with the file, the
episodes are made again.
"""

import hmac
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from adjudicator import __version__
from adjudicator.site.episode import Episode, episode_of
from adjudicator.store.records import Adjudication, Campaign

EPISODES = ".episodes"
LARGEST = 256 * 1024 * 1024


class _EpisodesFile(msgspec.Struct, frozen=True):
    episodes: Mapping[str, Episode]
    """By what they were made from; their plates have the ids of definitions alone."""
    definitions: Mapping[str, str]
    """Those of all plates, each once."""


class KeptEpisodes:
    """The episodes of a folder of pages, and those that are made now."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        self.made = 0
        """How many were not there."""
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
            self.made += 1
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
    said = msgspec.json.encode(facts) + done.position + done.events
    return keyed_hash(secret, said)[:32]


def keyed_hash(secret: bytes, data: bytes) -> str:
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
