"""The rest of the contract: setting up, legal orders, defaults, sheets, standings, options."""

import pytest
from gekokujo_games import ALL, game, new_game, phases_of

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
from adjudicator.games.gekokujo.printed import CLANS


def test_a_draft_gives_everybody_a_clan_of_its_own():
    position = new_game(9, "nine").position
    lots = position.lots
    after = game.adjudicate(position, {}, Stream(b"draft")).position
    clans = [after.seats[seat].clan for seat in reversed(lots)]
    assert sorted(clans) == sorted(CLANS)
    assert len({CLANS[clan].region for clan in clans[:3]}) == 3
    for seat, house in after.seats.items():
        home = after.provinces[CLANS[house.clan].home]
        assert home.owner == seat
        assert dict(home.units[seat]) == {"daimyo": 3, "bushi": 1}


def test_given_clans_are_those_that_seats_are_called_after():
    position = game.new(("Oda", "Mori", "x"), {"clans": "given"}, Stream(b"")).position
    assert game.phase(position).name == "reinforce"
    assert [house.clan for house in position.seats.values()] == ["Oda", "Mori", "Chosokabe"]


def test_it_is_for_three_to_nine():
    for seats in (2, 10):
        with pytest.raises(GameError, match="3 to 9"):
            game.new([*"abcdefghij"[:seats]], {}, Stream(b""))


@pytest.mark.parametrize(("seats", "need"), [(3, 22), (4, 20), (5, 18), (6, 16), (9, 10)])
def test_how_many_provinces_win(seats, need):
    from adjudicator.games.gekokujo.chapters.victory import provinces_to_win

    assert provinces_to_win(game.play(new_game(seats).position)) == need


@pytest.mark.system
def test_all_that_modules_bring_happens():
    kinds = set()
    for number in range(3):
        position = new_game(3, f"kinds {number}", **ALL).position
        for _, _, resolution in phases_of(position, "random", f"kinds {number}", 8):
            kinds |= {type(each).__name__ for each in resolution.events}
    assert kinds >= {"Fought", "HarvestRolled", "PactMade", "PathEntered"}
