import msgspec
import pytest
from playing import START

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.chance import commitment
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.records import Settings

PLAN = NewCampaign("sekigahara", "toy", (Player("Oda", "oda@example.org"), Player("Takeda")))


def changed(**changes):
    return msgspec.structs.replace(PLAN, **changes)


def test_the_first_letter_commits_to_the_dice(play):
    game = play()
    letter = game.letters("opening", "Oda")[0]
    assert commitment(game.campaign.secret) == game.campaign.commitment
    assert game.campaign.commitment in letter.content.text
    assert game.campaign.secret.hex() not in letter.content.text
    assert letter.message_id == message_id(game.campaign, "setup", "opening", "Oda")
    assert letter.recipients == ("oda@example.org",)
    assert letter.content.files[0].cid == "map"


def test_a_name_is_never_used_twice(store):
    create(store, PLAN, START)
    with pytest.raises(CampaignError, match="none is ever overwritten"):
        create(store, PLAN, START)
    assert len(queries.campaigns(store)) == 1


def test_games_in_one_database_do_not_mix(play):
    first, second = play("first"), play("second")
    first.send("Oda", "hide 1")
    assert second.stands("Oda") is None
    assert first.campaign.secret == second.campaign.secret  # both were given the same, for the test
    assert {s.token_secret for s in queries.seats(first.store, first.campaign)}.isdisjoint(
        {s.token_secret for s in queries.seats(second.store, second.campaign)}
    )


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (changed(name="Se ki"), "cannot name a game"),
        (changed(name="../x"), "cannot name a game"),
        (changed(name=""), "cannot name a game"),
        (changed(players=()), "needs seats"),
        (changed(settings=Settings(deadline="soon")), "not a deadline rule"),
        (changed(settings=Settings(zone="Mars")), "not a time zone"),
        (changed(settings=Settings(gm="x\r\nBcc: y@z")), "not a mail address"),
        (changed(players=(Player("Oda", "a b@c"), Player("Mori"))), "not a mail address"),
    ],
)
def test_unsound_plans_leave_nothing_behind(store, plan, message):
    with pytest.raises(CampaignError, match=message):
        create(store, plan, START)
    assert queries.campaigns(store) == []


@pytest.mark.parametrize(
    "plan",
    [
        changed(ruleset="chess"),
        changed(options={"rounds": 4}),
        changed(players=(Player("Oda"),)),
        changed(players=(Player("Oda\n"), Player("Mori"))),
        changed(players=(Player("Oda"), Player("Ōda"))),
        changed(players=(Player("Oda"), Player("All Seats"))),
        changed(players=(Player("Oda"), Player("Mori", regent="mad"))),
    ],
)
def test_what_the_game_refuses_leaves_nothing_behind(store, plan):
    with pytest.raises(GameError):
        create(store, plan, START)
    assert queries.campaigns(store) == []
