"""Setting a game up (Setup, before the first reinforcements)."""

import pytest
from swords_games import IKUSA_GAME, SEATS, SWORDS

from adjudicator.boards import load_board
from adjudicator.chance import Script, Stream
from adjudicator.games.contract import GameError

BOARD = load_board("ikusa", {})


@pytest.mark.parametrize("game", [SWORDS, IKUSA_GAME], ids=lambda game: game.meta.name)
@pytest.mark.parametrize(("seats", "share", "left", "koku"), [(3, 22, 2, 7), (4, 17, 0, 5), (5, 13, 3, 4)])  # fmt: skip
def test_equal_shares_are_dealt_claimed_and_paid_for(game, seats, share, left, koku):
    """Each seat has a spearman in each of its provinces; leftovers are empty (M24)."""
    position, _ = _new(game, SEATS[:seats])
    for seat in SEATS[:seats]:
        owned = [p for p in position.provinces.values() if p.owner == seat]
        assert len(owned) == share
        assert all((p.spearman, p.bowman, p.building) == (1, 0, "") for p in owned)
        assert position.colours[seat].koku == koku
    empty = [p for p in position.provinces.values() if not p.owner]
    assert len(empty) == left
    assert all(p.spearman == 0 for p in empty)


def test_the_cards_are_dealt_as_they_were_shuffled():
    first = ["Mutsu", "Hizen"]
    script = Script(draws={"deal": first, "setup order": ["Mori", "Oda"]})
    resolution = SWORDS.new(SEATS[:4], {}, script)
    position, events = resolution.position, resolution.events
    assert position.turn_order == ("Mori", "Oda", "Takeda", "Uesugi")
    assert position.provinces["Mutsu"].owner == position.provinces["Hizen"].owner == "Oda"
    dealt, order = events
    assert dealt.to == order.to == ()
    assert {name for hand in dealt.hands.values() for name in hand} | set(dealt.left) == set(
        BOARD.provinces
    )
    assert order.order == position.turn_order


def test_the_army_cards_are_set_up():
    """A daimyo, a bowman, a swordsman and two gunners in each army, at level 1 (Setup 3)."""
    position, _ = _new(SWORDS, SEATS[:4])
    for seat in position.colours.values():
        assert set(seat.armies) == {"1", "2", "3"}
        for army in seat.armies.values():
            units = (army.bowman, army.swordsman, army.gunner, army.spearman, army.ronin)
            assert units == (1, 1, 2, 0, 0)
            assert (army.at, army.level, army.wins, army.down) == ("", 1, 0, False)


def test_a_game_begins_with_the_deployment_of_all():
    position, _ = _new(SWORDS, SEATS[:3])
    phase = SWORDS.phase(position)
    assert (phase.key, phase.round, phase.name) == ("1 deploy", 1, "deploy")
    assert phase.must == phase.may == SEATS[:3]


def test_the_same_chance_makes_the_same_game():
    first, second, other = (_new(SWORDS, SEATS[:4], key)[0] for key in (b"a", b"a", b"b"))
    assert SWORDS.encode(first) == SWORDS.encode(second) != SWORDS.encode(other)


@pytest.mark.parametrize(
    "seats",
    [
        (),
        ("Oda",),
        (*SEATS, "Date"),
        ("Oda", "oda", "Takeda"),
        ("Oda", "Ōda", "Takeda"),
        ("Oda", "", "Takeda"),
        ("Oda", "x" * 25, "Takeda"),
        ("Oda", "1st", "Takeda"),
        ("Oda", "a\nb", "Takeda"),
        ("Oda", "<b>", "Takeda"),
        ("Oda", "Takeda ", "Mori"),
    ],
)
def test_seats_that_cannot_play_are_refused(seats):
    with pytest.raises(GameError):
        SWORDS.new(seats, {}, Stream(b"key"))


@pytest.mark.parametrize("name", ["Ōda", "織田", "O", "Date’s men", "Team-2", "Émile Zola"])
def test_seats_may_have_names_of_any_script(name):
    position, _ = _new(SWORDS, (name, "Takeda", "Mori"))
    assert name in position.seats
    assert SWORDS.decode(SWORDS.encode(position)) == position


@pytest.mark.parametrize(
    "options",
    [
        {"win": "never"},
        {"wni": "at once"},
        {"kawachi-tamba": 1},
        {"kawachi-tamba": "true"},
        {"war": True},
    ],
)
def test_options_that_there_are_not_are_refused(options):
    with pytest.raises(GameError):
        SWORDS.new(SEATS[:4], options, Stream(b"key"))


def test_doubtful_borders_follow_the_options():
    """An option that takes a border away keeps armies from marching over it."""
    for border, here, there in [("kawachi-tamba", "Kawachi", "Tamba"), ("musashi-shimotsuke", "Musashi", "Shimotsuke")]:  # fmt: skip
        for open_ in (True, False):
            assert load_board("ikusa", {border: open_}).adjacent(here, there) is open_
            position, _ = _new(SWORDS, SEATS[:3], options={border: open_})
            assert position.options[border] is open_


def _new(game, seats, key=b"key", options=None):
    return game.new(seats, options or {}, Stream(key)).position, game
