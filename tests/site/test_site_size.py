"""Long campaigns: how large their pages are, and how long they take."""

import msgspec
import pytest

from adjudicator.campaign.kernel.state import State
from adjudicator.site.chronicle import Chronicle, chronicle_of
from adjudicator.site.pages import campaign_pages
from adjudicator.store.database import open_store

MOST = 4_000_000
NEW = 10_000
"""Characters that a late phase adds to what maps are drawn from; 110 phases of a game added 10,900 each, and had smaller reports."""


@pytest.fixture(scope="module")
def chronicle(whole):
    played = whole("swords")
    with open_store(played.db) as store:
        return chronicle_of(State(store, played.campaign(store), played.now))


def longer(chronicle: Chronicle, count: int) -> Chronicle:
    """Return a campaign of so many phases, each with as much that is new as late ones have."""
    episodes = list(chronicle.episodes)
    wars = [each for each in episodes if " war " in each.key]
    while len(episodes) <= count:
        number = len(episodes)
        old = wars[number % len(wars)]
        key = f"{number} war Oda"
        named = {"number": number, "key": key, "title": key, "made_from": key}
        new = old.definitions[:NEW]
        episodes.append(msgspec.structs.replace(old, definitions=new, ids=old.ids[:90], **named))
    return msgspec.structs.replace(chronicle, episodes=tuple(episodes))


def write(chronicle: Chronicle, url: str = "") -> dict[str, bytes]:
    return {path: page.make() for path, page in campaign_pages(chronicle, url).items()}


def test_sixty_phases_take_less_than_four_megabytes(chronicle):
    files = write(longer(chronicle, 60), "https://games.example/it/")
    assert len([name for name in files if name.startswith("phases/")]) == 61
    assert sum(map(len, files.values())) < MOST
