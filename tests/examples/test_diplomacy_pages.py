"""The pages of a campaign of a game that draws nothing."""

import html
import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from powers import carry_out

from adjudicator import reports
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.endings import end
from adjudicator.reports import Setting
from adjudicator.site.keep import make_pages
from adjudicator.store.database import open_store
from adjudicator.store.queries import find_campaign, head

BEGINS = datetime(2026, 3, 4, 18, tzinfo=UTC)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def test_pages_of_a_game_without_dice_speak_of_seals_and_of_its_own_times(diplomacy, tmp_path):
    with open_store(tmp_path / "campaign.db", create=True) as store:
        players = tuple(Player(power, regent="steady") for power in POWERS)
        create(store, NewCampaign("august", "diplomacy", players), BEGINS)
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
    [caption] = re.findall(r'<span id="lead">(.*?)</span>', pages["index.html"])
    assert re.search(r"Turkey takes Bulgaria\..* of \d+ moves succeed\.", caption), caption
    assert "Check all seals" in words["dice.html"]
    for name, said in words.items():
        assert not re.search(r"\b(\d+|no) draws?\b|very die|Check all dice|The dice", said), name


@pytest.mark.parametrize(
    ("unit", "order", "told"),
    [
        ("A Ruhr", "A Ruh - Kie", "France has won. France controls 9 supply centres."),
        ("A Burgundy", "A Bur - Ruh\nA Spa - Gas", "2 of 2 moves succeed. France leads: centres 8"),
    ],
)
def test_everybody_is_told_what_happened_and_not_that_the_winner_leads(
    diplomacy, unit, order, told
):
    held = ["Spain", "Belgium", "Brest", "Paris", "Marseilles", "Portugal", "Holland", "Munich"]
    table = {
        "phase": "fall",
        "units": {"France": [unit, "A Spain"], "Italy": ["A Rome"]},
        "centres": {"France": held, "Italy": ["Rome"], "Germany": ["Kiel"]},
    }
    position = diplomacy.from_table(table, {"goal": 9})
    after = carry_out(diplomacy, position, France=order)
    views = (diplomacy.view(position, ""), diplomacy.view(after.position, ""))
    setting = Setting(campaign="august", seat="")
    text = reports.result(diplomacy, *views, None, after.events, setting).text
    first = " ".join(text.split("Diplomacy, Fall")[0].split())
    assert told in first
    assert ("leads" in first) != ("won" in first)


@pytest.mark.parametrize("fog", [True, False])
def test_eyes_of_another_package_are_shown_when_its_game_is_over_and_not_before(
    diplomacy, tmp_path, fog
):
    """In fog each power's orders and sights come to light with the end; its arrows, too."""
    folder = tmp_path / "pages"

    def write(store):
        make_pages(store, find_campaign(store, "august"), BEGINS, folder, "file:///x")
        return "".join(page.read_text() for page in (folder / "phases").iterdir())

    with open_store(tmp_path / "campaign.db", create=True) as store:
        players = tuple(Player(power, regent="steady") for power in POWERS)
        create(store, NewCampaign("august", "diplomacy", players, {"fog": fog}), BEGINS)
        for day in (1, 2):
            adjudicate(store, "august", BEGINS + timedelta(days=day))
        before = write(store)
        commit(store, find_campaign(store, "august"), BEGINS + timedelta(days=3), end, "Enough.")
        after = write(store)
        done = head(store, find_campaign(store, "august"))
    orders = [line for text in done.orders.values() for line in text.splitlines()]
    assert len(orders) > 10
    assert all(f"<code>{html.escape(line)}</code></td><td>" in after for line in orders)
    assert not fog or not any(html.escape(line) in before for line in orders)
    assert "What each seat ordered" not in before
    data = (folder / "index.html").read_text().split('"hindsight":')[1].split("</script>")[0]
    told = json.loads(data[:-1])
    assert any(eyes["plan"]["arrows"] for eyes in told[-1]["eyes"])
    assert fog == any(eyes["sight"] for eyes in told[-1]["eyes"])
    assert fog == ("What it saw there" in after)
