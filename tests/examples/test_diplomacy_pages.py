"""The pages of a campaign of a game that draws nothing."""

import re
from datetime import UTC, datetime, timedelta

from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Plan, Player, create
from adjudicator.site.keep import make_pages
from adjudicator.store.database import open_store
from adjudicator.store.queries import find_campaign

BEGINS = datetime(2026, 3, 4, 18, tzinfo=UTC)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def test_pages_of_a_game_without_dice_speak_of_seals_and_of_its_own_times(diplomacy, tmp_path):
    with open_store(tmp_path / "campaign.db", create=True) as store:
        players = tuple(Player(power, regent="steady") for power in POWERS)
        create(store, Plan("august", "diplomacy", players), BEGINS)
        for day in (1, 2):
            adjudicate(store, "august", BEGINS + timedelta(days=day))
        campaign = find_campaign(store, "august")
        make_pages(store, campaign, BEGINS + timedelta(days=3), tmp_path / "pages", "file:///x")
    pages = {page.name: page.read_text() for page in (tmp_path / "pages").rglob("*.html")}
    assert len(pages) == 5
    words = {
        name: re.sub(r"<script.*?</script>|<[^>]+>", " ", page) for name, page in pages.items()
    }
    assert "Seals" in words["index.html"]
    assert ">Spring 1901</text>" in pages["index.html"]
    assert "Round 1" not in words["index.html"]
    assert "Check all seals" in words["dice.html"]
    for name, said in words.items():
        assert not re.search(r"\b(\d+|no) draws?\b|very die|Check all dice|The dice", said), name
