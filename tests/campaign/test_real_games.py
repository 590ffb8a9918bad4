"""Each shipped game through the whole campaign, with real reports and maps."""

import json
from itertools import cycle
from pathlib import Path

import pytest
from msgspec.structs import replace
from playing import START, Table

from adjudicator import maps
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.records.verify import verify
from adjudicator.chance import Stream
from adjudicator.chance.record import check_chain, read_record
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

REAL = True
PHASES = 3
FAULTS = {"report-failed", "map-failed", "regent-failed", "carry-failed", "orders-set-aside"}


@pytest.fixture
def few_maps(monkeypatch):
    """Draw one map of eight: to draw takes longer than all else."""
    turns = cycle((maps.draw_png, *[lambda *_: b"\x89PNG no map"] * 7))
    monkeypatch.setattr(maps, "draw_png", lambda *picture: next(turns)(*picture))


@pytest.mark.system
@pytest.mark.usefixtures("few_maps")
@pytest.mark.parametrize("ruleset", registry.SHIPPED)
def test_each_shipped_game_is_played_with_real_letters_and_maps(store, ruleset):
    players = tuple(
        Player(seat, f"player{number}@example.org", regent="steady" if number == 2 else "")
        for number, seat in enumerate(registry.find(ruleset).meta.seats[:3])
    )
    settings = Settings(deadline="daily 20:00", misses=1, address="game@example.org")
    create(store, NewCampaign("real", ruleset, players, {}, settings), START)
    for _ in range(PHASES):
        adjudicate(store, "real", START)
    campaign = queries.find_campaign(store, "real")
    assert FAULTS.isdisjoint(note.code for note in queries.notes(store, campaign))
    assert [v.phase for v in verify(store, campaign) if v.faults] == []
    letters = outbox.letters(store, campaign)
    assert len([each for each in letters if each.kind == "result"]) == PHASES * 4
    drawn = []
    for letter in letters:
        assert_for_its_reader_only(letter, campaign.game, drawn)
    assert sum(drawn) > 0  # the dice files are not empty


def assert_for_its_reader_only(letter, game, drawn):
    for file in letter.content.files:
        if file.name.startswith("dice-"):
            record = read_record(file.data)
            assert [each for each in check_chain({"": record}) if each.faults] == []
            drawn.append(len(record.phases[0].draws))
        elif file.media == "application/json":
            assert json.loads(file.data)["viewer"] == letter.seat
            assert game.decode(file.data).viewer == letter.seat


def test_a_letter_that_tells_of_several_laps_has_the_dice_of_all(store, monkeypatch):
    """Who is ready ahead lets a series go on; each letter verifies, after a roll-back too."""
    monkeypatch.setattr(maps, "draw_png", lambda picture, *size: b"\x89PNG no map")
    players = tuple(
        Player(seat, f"{seat.lower()}@example.org") for seat in ("Oda", "Takeda", "Mori")
    )
    plan = NewCampaign("laps", "samurai-swords", players, {"deploy": "in turn"}, Settings(misses=0))
    game = Table(store, plan)
    lands = game.state.position.provinces.items()
    for player in players:
        mine = [place for place, land in lands if land.owner == player.seat]
        game.send(player.seat, f"phase 1 deploy\nreinforce {', '.join(mine[:2])}\nready ahead")
    game.adjudicate()
    assert game.head.opens.lap == 3
    assert game.faults() == []
    (letter,) = game.letters("result", "Oda")
    dice = next(file for file in letter.content.files if file.name.startswith("dice"))
    assert dice.data.count(b'"phase"') == 6
    mine = game.store.find(Letter, message_id=letter.message_id)
    other = next(x for x in game.store.rows(Letter, kind="result") if x.seat == "Takeda")
    third = next(x for x in game.store.rows(Letter, kind="result") if x.seat == "Mori")
    files = {each.name.partition("-")[0]: each for each in third.content.files}
    files["position"] = replace(files["position"], data=files["dice"].data)
    no_position = replace(third.content, files=tuple(files.values()))
    with game.store.without_guards():  # as if a position of another had gone to Oda
        game.store.overwrite(replace(mine, content=other.content))
        game.store.overwrite(replace(third, content=no_position))
    false = [x for x in game.faults() if "position" in x and "is not what was recorded" in x]
    assert [each.partition(": ")[0] for each in false] == [mine.message_id, third.message_id]
    forged = replace(letter.content, text="The dice were others.", files=mine.content.files)
    with game.store.without_guards():
        game.store.overwrite(replace(mine, content=forged))
    assert any("the text gives another key" in each for each in game.faults())
    with game.store.without_guards():
        game.store.overwrite(mine)
        game.store.overwrite(third)
    commit(store, game.campaign, game.now, roll_back, "1 deploy 1 Mori")
    game.adjudicate()
    assert game.faults() == []


READY_AHEAD = "You are marked as ready ahead: when that turn comes, nobody asks you"
READY_IN_VAIN = "You are marked as ready, but this phase does not wait for you."


FOR_LATER = "Orders for phase 1 deploy received"


@pytest.mark.parametrize(
    ("text", "receipts"),
    [
        ("phase 1 deploy\nreinforce {0}\nready", {FOR_LATER: "that phase will not wait for you"}),
        (
            "reinforce {0}\ncasualties gunner\nready ahead",
            {FOR_LATER: READY_AHEAD, "Round 1: standing wishes received": ""},
        ),
        ("ready ahead", {"Round 1: no orders of yours stand": READY_IN_VAIN}),
    ],
)
def test_ready_in_anothers_turn_is_said_of_the_orders_for_ones_own(store, prepare, text, receipts):
    players = tuple(Player(seat, f"{seat.lower()}@example.org") for seat in ("Oda", "Takeda"))

    def begin():
        game = Table(
            store, NewCampaign("laps", "ikusa", players, {"deploy": "in turn"}, Settings())
        )
        while game.head.opens.name == "divide":
            game.adjudicate()
        return game

    game = prepare(store, (__name__, "laps"), begin)
    (seat,) = {"Oda", "Takeda"} - {*game.head.opens.must}
    hand = [at for at, land in game.state.position.provinces.items() if land.owner == seat]
    game.send(seat, text.format(*hand))
    came = game.store.rows(Letter, kind="receipt", seat=seat)
    assert [each.subject for each in came] == [f"[laps] {subject}" for subject in receipts]
    for letter, said in zip(came, receipts.values(), strict=True):
        told = " ".join(letter.content.text.split())
        assert said in told
        assert ("marked as ready" in told) == bool(said)


@pytest.mark.parametrize("before", ["", "casualties gunner"])
def test_the_receipt_of_later_orders_says_whether_a_phase_still_waits(store, before):
    players = tuple(Player(seat, f"{seat.lower()}@example.org") for seat in ("Oda", "Takeda"))
    game = Table(store, NewCampaign("ahead", "ikusa", players, {}, Settings()))
    if before:
        game.send("Oda", before)
    game.send("Oda", "phase 2 plan\nspend 1 on levy\nready")
    told = " ".join(store.rows(Letter, kind="receipt", seat="Oda")[-1].content.text.split())
    assert ("This is no answer for the phase that waits, Round 1:" in told) == (not before)


GROVE = (Path(__file__).parents[1] / "boards" / "grove.toml").read_text()
MOST_PHASES = 60


def plan(options, regent="random"):
    players = (
        Player("Oda", "oda@example.org"),
        Player("Takeda", "takeda@example.org", regent=regent),
        Player("Mori", "mori@example.org", regent=regent),
    )
    settings = Settings(address="game@example.org", misses=99, early=False)
    return NewCampaign("grove", "samurai-swords", players, options, settings)


@pytest.mark.system
@pytest.mark.usefixtures("few_maps")
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
