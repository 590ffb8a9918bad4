import pytest
from passing import carry_out_all_due
from playing import START

from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import Plan, Player, announce, begin
from adjudicator.campaign.phases.deadlines import mind_the_clock
from adjudicator.campaign.phases.endings import archive, end
from adjudicator.store import queries
from adjudicator.store.records import Due


@pytest.fixture
def game(play):
    game = play(deadline="every 2 days at 20:00")
    game.send("Oda", "hide 2")
    game.adjudicate()
    return game


def test_an_ended_game_tells_everybody_why_and_publishes_its_secret(game):
    game.do(end, "Oda has won,\nwe all agree")
    for seat in ("Oda", "Takeda"):
        (letter,) = game.letters("ended", seat)
        assert "Oda has won, we all agree." in " ".join(letter.content.text.split())
        (secret,) = game.letters("secret", seat)
        assert (b"s" * 32).hex() in secret.content.text
    assert len(game.letters("secret")) == 3
    assert game.notes()[-1] == "ended"


def test_an_ended_game_takes_no_orders_and_has_nothing_due(game):
    game.do(end, "enough")
    game.wait(days=30)
    assert game.store.rows(Due) == []
    assert game.carry_out_due() == []
    with pytest.raises(RefusedError) as refused:
        game.send("Oda", "strike Takeda")
    assert refused.value.code == "game-over"
    for forbidden in (
        game.adjudicate,
        lambda: roll_back(game.store, game.campaign, game.now, "1 plan"),
        lambda: game.do(end, "again"),
    ):
        with pytest.raises(CampaignError, match="has ended"):
            forbidden()


def test_an_end_needs_a_reason(game):
    with pytest.raises(CampaignError, match="reason"):
        game.do(end, " \n")
    assert not game.state.is_over


def test_a_game_that_is_put_away_is_not_listed_and_can_be_read(game):
    with pytest.raises(CampaignError, match="End it first"):
        game.do(archive)
    game.do(end, "enough")
    before = len(game.letters())
    game.do(archive)
    assert queries.campaigns(game.store) == []
    assert queries.campaigns(game.store, archived=True) == [game.campaign]
    assert len(game.letters()) == before
    game.wait(days=300)
    assert list(carry_out_all_due(game.store, game.now)) == []
    assert mind_the_clock(game.store, game.now, 6) == []
    game.do(archive, back=True)
    assert queries.campaigns(game.store) == [game.campaign]


def test_a_game_that_is_played_out_can_be_put_away(play):
    game = play(options={"rounds": 1})
    game.adjudicate()
    game.adjudicate()
    game.do(archive)
    assert game.campaign.archived


def test_a_game_that_was_never_dealt_can_be_ended(store):
    players = (Player("Oda", "oda@example.org"), Player("Mori", regent="steady"))
    campaign = announce(store, Plan("soon", "toy", players), START)
    end(store, campaign, START, "nobody came")
    with pytest.raises(CampaignError, match="has ended"):
        begin(store, "soon", START)
    with pytest.raises(RefusedError, match="has ended"):
        submit(store, "word luck", Source(game="soon", seat="Oda", trusted=True), START)
    kinds = [each.kind for each in outbox.letters(store, campaign) if each.seat == "Oda"]
    assert kinds == ["commitment", "ended"]
    archive(store, campaign, START)
    assert queries.campaigns(store) == []
