"""A campaign on a board of one's own: letters, receipts, maps, saving and verifying."""

import json
from pathlib import Path

import pytest
from playing import START, Table

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Plan, Player
from adjudicator.campaign.records.verify import verify
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.records import Settings

REAL = True
GROVE = (Path(__file__).parents[1] / "boards" / "grove.toml").read_text()
MOST_PHASES = 60


def plan(options, regent="random"):
    players = (
        Player("Oda", "oda@example.org"),
        Player("Takeda", "takeda@example.org", regent=regent),
        Player("Mori", "mori@example.org", regent=regent),
    )
    settings = Settings(address="game@example.org", misses=99, early=False)
    return Plan("grove", "samurai-swords", players, options, settings)


@pytest.mark.system
def test_a_campaign_is_played_to_its_end_with_letters_and_maps(store):
    table = Table(store, plan({"board": GROVE, "war": "together"}))
    game = registry.find("samurai-swords")
    position = table.state.position
    mine = [name for name, land in position.provinces.items() if land.owner == "Oda"]
    table.send("Oda", f"reinforce {', '.join(mine)}\narmy 1 in {mine[0]}\narmy 2 in Kai\n")
    (receipt,) = table.letters("receipt", "Oda")
    assert f"reinforce {mine[0]}" in receipt.content.text
    assert "“Kai”" in receipt.content.text
    assert [file for file in receipt.content.files if file.media == "image/png"]
    for number in range(MOST_PHASES):
        position = table.state.position
        if game.phase(position).over:
            break
        if number:
            chance = Stream(b"%d" % number)
            orders = game.regent("steady").orders(game.view(position, "Oda"), "Oda", chance)
            table.send("Oda", "\n".join(map(str, orders)) or "ready")
        adjudicate(store, "grove", START)
    assert game.phase(table.state.position).over
    campaign = queries.find_campaign(store, "grove")
    assert {"report-failed", "map-failed", "carry-failed"}.isdisjoint(
        note.code for note in queries.notes(store, campaign)
    )
    assert [each.phase for each in verify(store, campaign) if each.faults] == []
    letters = outbox.letters(store, campaign)
    opening = next(each for each in letters if each.kind == "opening" and each.seat == "Oda")
    assert "Board: The Grove." in opening.content.text
    assert "kawachi-tamba" not in opening.content.text
    assert "provinces.Elm" not in opening.content.text + opening.content.html
    for letter in letters:
        assert "Hizen" not in letter.content.text
        for file in letter.content.files:
            if file.name.startswith("position-"):
                assert game.decode(file.data).options["board"] == GROVE
                assert json.loads(file.data)["viewer"] == letter.seat


def test_a_campaign_is_not_made_on_a_board_that_is_too_small(store):
    small = GROVE.replace("grove", "row")
    cut = small.index("[provinces.Oak]")
    small = small[:cut].replace('sea = ["Oak"]', "").replace('sea = ["Yew"]', "")
    with pytest.raises(GameError, match="For 3 seats a board has 18 to 74 provinces, not 12"):
        Table(store, plan({"board": small}))
    assert queries.campaigns(store) == []
