"""What seats may be called: every name that is taken can be told apart in orders."""

import pytest

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.orders import Orders

OTHERS = ("Zed", "Yan")


def begun(game, *seats):
    return game.new((*seats, *OTHERS)[: max(3, len(seats))], {}, Stream(b"names")).position


@pytest.mark.parametrize("name", ["gekokujo", "ikusa", "samurai-swords", "shogun"])
def test_a_seat_called_like_something_else_is_refused_or_understood(name):
    """Among them “I” and “nobody”, and in Gekokujō the clans as people write them."""
    game = registry.find(name)
    language = game.language(begun(game, "Xan"), "")
    forms = {
        form
        for names in language.names.values()
        if "Zed" in names.all
        for form in names.forms
        if form not in (*OTHERS, "Xan")
    }
    refused = set()
    for form in sorted(forms):
        try:
            position = begun(game, form)
        except GameError:
            refused.add(form)
            continue
        assert game.language(position, "") is not None
    assert {"me", "nobody"} & refused or not forms


def test_a_seat_plays_the_clan_that_it_is_called_like_however_it_is_written():
    game = registry.find("gekokujo")
    seats = ("oda", "Mōri", "Houjou")
    position = game.new(seats, {"clans": "given"}, Stream(b"clans")).position
    clans = [house.clan for house in position.seats.values()]
    assert clans[:3] == ["Oda", "Mori", "Hojo"]


def test_seats_that_are_all_called_like_clans_do_not_draft():
    game, seats = registry.find("gekokujo"), ("oda", "Mōri", "Houjou")
    begun = game.new(seats, {}, Stream(b"clans")).position
    assert begun.options["clans"] == "given"
    assert game.phase(begun).name == "reinforce"
    assert game.phase(game.new(seats, {"warfare": True}, Stream(b"clans")).position).must == seats
    with pytest.raises(GameError, match="nothing is left to draft"):
        game.new(seats, {"clans": "draft"}, Stream(b"clans"))


def test_a_draft_waits_for_those_alone_who_have_something_to_rank():
    game = registry.find("gekokujo")
    begun = game.new(("oda", "cedar", "plum"), {}, Stream(b"clans")).position
    assert game.phase(begun).must == game.phase(begun).may == ("cedar", "plum")
    assert not game.legal_orders(game.view(begun, "oda"), "oda")
    assert not game.defaults(game.view(begun, "oda"), "oda", Orders())


def test_two_seats_called_like_one_clan_are_refused():
    with pytest.raises(GameError, match="both called like the Mori"):
        registry.find("gekokujo").new(("Mori", "Mouri", "Zed"), {}, Stream(b"clans"))
