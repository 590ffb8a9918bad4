"""Quick play beyond its rule cases: the chart of the setup, what is refused, whole games."""

import pytest
from swords_games import IKUSA_GAME, SEATS, SWORDS, played

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError, events_for
from adjudicator.orders import Orders, read_orders

GAMES = pytest.mark.parametrize("game", [SWORDS, IKUSA_GAME], ids=lambda game: game.meta.name)
CHART = [(3, 22, 34, 2, 2), (4, 17, 29, 7, 0), (5, 13, 25, 11, 3)]
"""Seats, provinces, spearmen on the board and in the tray, provinces left (the book's chart)."""


def set_up(game, seats, orders=lambda game, view, seat: Orders(), key=b"chart", **options):
    """Return the position after the setup, when the plans are asked for."""
    stream = Stream(key)
    position = game.new(SEATS[:seats], {"play": "quick", **options}, stream).position
    while game.phase(position).name != "plan":
        given = {}
        for seat in game.phase(position).must:
            given[seat] = orders(game, game.view(position, seat), seat)
        position = game.adjudicate(position, given, stream).position
        assert game.faults(position) == []
    return position


def random_orders(game, view, seat):
    return game.regent("random").orders(view, seat, Stream(seat.encode()))


@GAMES
@pytest.mark.parametrize(("seats", "provinces", "spearmen", "tray", "left"), CHART)
@pytest.mark.parametrize("orders", [lambda game, view, seat: Orders(), random_orders])
def test_the_chart_of_the_setup_comes_out(game, seats, provinces, spearmen, tray, left, orders):
    position = set_up(game, seats, orders)
    play = game.play(position)
    for colour, record in position.colours.items():
        armies = record.armies.values()
        forces = [position.provinces[at] for at in play.provinces_of(colour)]
        assert len(forces) == provinces
        assert sum(each.spearman for each in (*forces, *armies)) == spearmen
        assert play.tray(colour, "spearman") == tray
        assert record.koku == provinces // 3
        cards = [(army.level, army.wins) for army in armies]
        assert cards == [(2, 0)] * 3
        units = ("bowman", "swordsman", "gunner")
        assert [sum(getattr(army, unit) for army in armies) for unit in units] == [5, 5, 6]
        assert [play.tray(colour, unit) for unit in units] == [4, 4, 3]
    assert sum(not land.owner for land in position.provinces.values()) == left


@GAMES
@pytest.mark.parametrize("seats", [3, 5])
def test_quick_play_has_no_longer_game(game, seats):
    """M64; in the words that name the option."""
    with pytest.raises(
        GameError, match=r"Quick play has its own two victories, .* end of round out"
    ):
        game.new(SEATS[:seats], {"play": "quick", "win": "end of round"}, Stream(b""))
    position = game.new(SEATS[:seats], {"play": "quick"}, Stream(b"")).position
    saved = game.encode(position).replace(b'"at once"', b'"end of round"')
    with pytest.raises(GameError, match="Quick play has its own two victories"):
        game.decode(saved)


def test_cards_are_secret_until_all_are_in():
    """Nobody learns of another's line or default; the cards are told to all at once (M58)."""
    position = SWORDS.new(SEATS[:3], {"play": "quick"}, Stream(b"secret")).position
    position = SWORDS.adjudicate(position, {}, Stream(b"secret")).position
    language = SWORDS.language(position, "")
    orders = {"Oda": read_orders("army 3 takes 4 bowmen", language).orders}
    assert all(not army.bowman for army in SWORDS.view(position, "Takeda").colours["Oda"].armies.values())  # fmt: skip
    events = SWORDS.adjudicate(position, orders, Stream(b"secret")).events
    seen = [type(each).__name__ for each in events_for(events, "Takeda")]
    assert seen.index("CardsSet") < seen.index("Deployed")
    assert seen.count("CardsSet") == 3
    assert "Ordered" not in seen


@pytest.mark.system
@pytest.mark.parametrize("regent", ["steady", "random"])
def test_whole_games_end_with_a_winner(regent):
    record = played("ikusa", 4, regent, 400, play="quick", key=b"whole")
    last = record[-1].after
    assert IKUSA_GAME.phase(last).over
    (winner,) = last.winners
    counts = [land.owner for land in last.provinces.values()]
    most = max(counts.count(seat) for seat in last.seats)
    fallen = any(record.out for record in last.colours.values())
    assert counts.count(winner) == most
    assert fallen or most >= 35
    for phase in record:
        assert IKUSA_GAME.faults(phase.after) == []
        assert IKUSA_GAME.decode(IKUSA_GAME.encode(phase.after)) == phase.after


@pytest.mark.parametrize(
    ("phase", "written", "read"),
    [
        ("claim", "Claim province kai then sagami and izu", "claim Kai, Sagami, Izu"),
        ("claim", "place spearmen in Kai, Kai", "reinforce Kai, Kai"),
        ("deploy", "army one gets 2 bows, 1 sword", "army 1 takes 2 bowmen and 1 swordsman"),
        ("deploy", "place army 1 in Kai with 2 spearmen", "army 1 in Kai taking 2 spearmen"),
        ("deploy", "army 3 takes everything", "army 3 takes all"),
    ],
)
def test_the_setup_is_understood_as_people_write_it(phase, written, read):
    position = SWORDS.new(SEATS[:3], {"play": "quick"}, Stream(b"words")).position
    understood = read_orders(written, SWORDS.language(position, phase))
    assert understood.findings == ()
    assert str(understood.orders) == f"{read}\n"
