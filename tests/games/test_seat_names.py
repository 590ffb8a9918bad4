"""What seats may be called: every name that is taken can be told apart in orders."""

import pytest

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.orders import Orders, read_orders

OTHERS = ("Zed", "Yan")


def begun(game, *seats):
    return game.new((*seats, *OTHERS)[: max(3, len(seats))], {}, Stream(b"names")).position


THREE = ("Oda", "Ise", "Takeda")
REFUSED = [
    *((name, (), {}, "not 0") for name in registry.SHIPPED),
    *((name, ("Oda",), {}, "not 1") for name in registry.SHIPPED),
    *((name, tuple("abcdefghij"), {}, "not 10") for name in registry.SHIPPED),
    *((name, (*THREE[:2], bad), {}, why) for name in registry.SHIPPED for bad, why in (
        ("oda", "the same as"), ("Ōda", "the same as|both called"), ("", "letters"),
        ("x" * 25, "letters"), ("1st", "letters"), ("a\nb", "letters"), ("<b>", "letters"),
        ("x|y", "letters"), ("Takeda ", "letters"),
    )),
    *((name, THREE, {"wni": "at once"}, "no option") for name in registry.SHIPPED),
    ("samurai-swords", THREE, {"win": "never"}, "win is one of"),
    ("samurai-swords", THREE, {"kawachi-tamba": 1}, "is one of"),
    ("samurai-swords", THREE, {"kawachi-tamba": "true"}, "is one of"),
    ("samurai-swords", THREE, {"war": True}, "war is one of"),
    ("shogun", (*THREE[:2], "Farmer"), {}, "something else"),
    ("shogun", THREE, {"side": "star"}, "one of sun, moon"),
    ("shogun", THREE, {"tower hold": 3}, "one of 24"),
    ("shogun", THREE, {"favour chests": "2 4 600"}, "one of 2 4 6"),
    ("shogun", THREE, {"chamber rows": "1 2 3 3 2 x"}, "one of 1 2"),
    ("shogun", THREE, {"side": "moon"}, "sun side"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats", "options", "why"), REFUSED)
def test_games_that_cannot_be_set_up_are_refused(name, seats, options, why):
    with pytest.raises(GameError, match=why):
        registry.find(name).new(seats, options, Stream(b"key"))


@pytest.mark.parametrize("name", ["Ōda", "織田", "O", "Date’s men", "Team-2", "Émile Zola"])
@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("samurai-swords", "if {} holds Kai: spend 1 on levy"),
        ("shogun", "if Kai is {}: battle a from Mino to Owari with 1"),
    ],
)
def test_seats_may_have_names_of_any_script(game, line, name):
    game = registry.find(game)
    position = begun(game, name)
    assert game.decode(game.encode(position)) == position
    understood = read_orders(line.format(name), game.language(position, "plan"))
    assert str(understood.orders) == f"{line.format(name)}\n"


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
