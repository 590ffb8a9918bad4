"""Long campaigns: how large their pages are, and how long they take."""

import msgspec
import pytest

from adjudicator.campaign.kernel.state import State
from adjudicator.site.chronicle import Chronicle, chronicle_of
from adjudicator.site.pages import campaign_pages
from adjudicator.store.database import open_store

MOST = 4_000_000


@pytest.fixture(scope="module")
def chronicle(whole):
    played = whole("swords")
    with open_store(played.db) as store:
        return chronicle_of(State(store, played.campaign(store), played.now))


def longer(chronicle: Chronicle, count: int) -> Chronicle:
    """Return a campaign of so many phases, each as new as those that were played."""
    episodes = list(chronicle.episodes)
    wars = [each for each in episodes if each.fights]
    while len(episodes) <= count:
        number = len(episodes)
        old = wars[number % len(wars)]
        plate = old.plate
        made = {
            f"{name}-{number}": text.replace(f'id="{name}"', f'id="{name}-{number}"')
            for name, text in list(plate.definitions.items())[-30:]
        }
        plate = msgspec.structs.replace(plate, definitions={**plate.definitions, **made})
        key = f"{number} war Oda"
        episodes.append(
            msgspec.structs.replace(old, number=number, key=key, title=key, plate=plate)
        )
    serials = tuple(range(len(episodes)))
    return msgspec.structs.replace(chronicle, episodes=tuple(episodes), serials=serials)


def test_sixty_phases_take_less_than_four_megabytes(chronicle):
    files = campaign_pages(longer(chronicle, 60), "https://games.example/it/")
    assert sum(map(len, files.values())) < MOST


def test_three_hundred_phases_have_pages_too(chronicle):
    files = campaign_pages(longer(chronicle, 300))
    assert len([name for name in files if name.startswith("phases/")]) == 301
    assert len(files["index.html"]) < 3 * MOST
