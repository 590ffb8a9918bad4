import pytest

from adjudicator.campaign.create import Player
from adjudicator.campaign.errors import CampaignError, RefusedError
from adjudicator.campaign.seats import hand_over
from adjudicator.campaign.tokens import token
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.errors import StoreError


def seat(game, name="Oda"):
    return queries.find_seat(game.store, game.campaign, name)


def test_a_new_player_gets_a_token_and_the_old_one_proves_nothing(play):
    game = play(address="game@example.org")
    game.send("Oda", "hide 3")
    old = token(seat(game))
    hand_over(game.store, game.campaign, Player("oda", address="cleo@example.org"), game.now)
    new = token(seat(game))
    assert new != old
    assert game.stands("Oda") == "hide 3\n"
    with pytest.raises(RefusedError, match="token"):
        game.send("Oda", "hide 4", token=old)
    game.send("Oda", "hide 5")
    assert game.stands("Oda") == "hide 5\n"


def test_who_had_the_seat_never_learns_the_new_token(play):
    game = play(address="game@example.org")
    hand_over(game.store, game.campaign, Player("Oda", address="cleo@example.org"), game.now)
    new = token(seat(game))
    (to_old,) = game.letters("handed-over")
    to_new = game.letters("opening", "Oda")[-1]
    assert to_old.recipients == ("oda@example.org",)
    assert to_old.seat == ""
    assert new not in to_old.content.text
    assert to_new.recipients == ("cleo@example.org",)
    assert new in to_new.content.text
    assert to_new.subject == "[sekigahara] welcome"


def test_a_regent_keeps_the_seat_until_its_player_orders(play):
    game = play()
    hand_over(game.store, game.campaign, Player("Oda", regent="steady"), game.now)
    assert not seat(game).by_person
    game.send("Oda", "hide 1")
    assert seat(game).by_person


@pytest.mark.parametrize(
    ("name", "changes", "error"),
    [
        ("Shimazu", {"address": "a@b.c"}, StoreError),
        ("Oda", {"address": "a b"}, CampaignError),
        ("Oda", {"address": "a@b.c", "zone": "Mars"}, CampaignError),
        ("Oda", {"regent": "mad"}, GameError),
    ],
)
def test_unsound_changes_leave_the_seat_as_it_was(play, name, changes, error):
    game = play()
    before = queries.seats(game.store, game.campaign)
    with pytest.raises(error):
        hand_over(game.store, game.campaign, Player(name, **changes), game.now)
    assert queries.seats(game.store, game.campaign) == before
