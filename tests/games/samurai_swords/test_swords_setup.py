"""Setting a game up beyond the rule cases: secrets of quick play, lap by lap."""

import json

import pytest
from swords_games import IKUSA_GAME, SEATS, SWORDS, legal_besides_policies

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError, Ordered, events_for
from adjudicator.orders import Branch, Line, Orders, read_orders

GAMES = (SWORDS, IKUSA_GAME)
"""They differ by data, and not in the setup."""


def test_quick_play_has_no_longer_game():
    """M64; in the words that name the option."""
    game, seats = IKUSA_GAME, 3
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


def rest(game, position, orders, seat, events):
    """Return the lines that stand for a seat's next lap, as the campaign keeps them."""
    told = {e.line: e.left for e in events if isinstance(e, Ordered) and e.seat == seat}
    texts = [told.get(line.number, str(line)) for line in orders]
    language = game.language(position, "")
    return read_orders("\n".join(filter(None, texts)), language).orders


def deal_out(game, seats, lists, key, **options):
    """Set a game up from lists by phase and seat; return the position and the keys of phases."""
    stream = Stream(key)
    position = game.new(SEATS[:seats], options, stream).position
    keys = []
    standing = {}
    while game.phase(position).name != "plan":
        phase = game.phase(position)
        keys.append(phase.key)
        for seat in phase.must:
            if phase.lap <= 1:
                standing[seat] = lists(game, position, phase.name, seat)
        given = {seat: standing[seat] for seat in phase.must}
        came = game.adjudicate(position, given, stream)
        for seat in phase.must if phase.lap else ():
            standing[seat] = rest(game, position, given[seat], seat, came.events)
        position = came.position
        assert game.faults(position) == []
    return position, keys


def random_lists(text):
    """Return what makes random lists: from a stream of the phase's name and the seat's."""

    def lists(game, position, name, seat):
        chance = Stream(f"{text} {name} {seat}".encode())
        places = list(position.provinces)
        mine = [at for at, land in position.provinces.items() if land.owner == seat]
        lines = []
        if name == "claim":
            lines.append(f"claim {', '.join(chance.shuffle(places, 'a')[:15])}")
            both = chance.shuffle([*mine, *mine, *chance.shuffle(places, "b")[:5]], "c")
            lines.append(f"reinforce {', '.join(both[:9])}")
        elif position.options["play"] != "quick":
            lines.append(f"reinforce {', '.join(chance.shuffle(mine, 'd')[:4])}")
        if name == "deploy":
            for number in chance.shuffle(["1", "2", "3"], "e")[:2]:
                lines.append(f"army {number} in {', '.join(chance.shuffle(mine, number)[:2])}")
        return read_orders("\n".join(lines), game.language(position, "")).orders

    return lists


@pytest.mark.parametrize("play", ["standard", "quick"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_equal_lists_come_to_the_same(seats, play):
    game = GAMES[seats % 2]
    lists = random_lists(f"lists {seats}")
    key = f"{seats}".encode()
    found = [
        deal_out(game, seats, lists, key, play=play, deploy=deploy)[0]
        for deploy in ("together", "in turn")
    ]
    at_once, in_turn = (json.loads(game.encode(position)) for position in found)
    for each in (at_once, in_turn):
        each.pop("options")
        each.pop("laps", None)
    assert at_once == in_turn


def test_only_whose_turn_it_is_places():
    position = SWORDS.new(SEATS[:3], {"deploy": "in turn"}, Stream(b"turn")).position
    first, second, _ = position.turn_order
    phase = SWORDS.phase(position)
    assert (phase.must, phase.may) == ((first,), SEATS[:3])
    assert phase.title == f"Round 1: {first} places spearmen (turn 1 of 9)"
    mine = [at for at, land in position.provinces.items() if land.owner == second]
    orders = read_orders(f"reinforce {mine[0]}\ncasualties gunner", SWORDS.language(position, ""))
    view = SWORDS.view(position, second)
    found = [(f.line, f.code, f.severity) for f in SWORDS.check(view, second, orders.orders)]
    assert found == [(1, "not-your-turn", "error")]
    assert legal_besides_policies(SWORDS, view, second) == []
    assert len(SWORDS.regent("steady").orders(view, second, Stream(b""))) == 0
    after = SWORDS.adjudicate(position, {second: orders.orders}, Stream(b"")).position
    assert after.provinces[mine[0]].spearman == 1
    assert after.colours[second].policy.casualties[0] == "gunner"
    assert SWORDS.phase(after).must == (second,)


def test_the_defaults_of_the_laps_that_are_left_are_told():
    position = SWORDS.new(SEATS[:3], {"deploy": "in turn"}, Stream(b"turn")).position
    first = position.turn_order[0]
    view = SWORDS.view(position, first)
    mine = [at for at, land in position.provinces.items() if land.owner == first]
    listed = read_orders(f"reinforce {mine[0]}", SWORDS.language(position, "")).orders
    for given, number in ((Orders(), 6), (listed, 5)):
        pairs, *armies = [d.text for d in SWORDS.defaults(view, first, given) if d.text]
        assert pairs.startswith("reinforce ")
        assert len(pairs.split(",")) == number
        assert [each[:8] for each in armies] == ["army 1 i", "army 2 i", "army 3 i"]


def test_a_line_waits_for_its_lap_and_a_hopeless_one_does_not():
    """What is told of a list in its first lap: done, with what is left; nothing; failed."""
    position = SWORDS.new(SEATS[:3], {"deploy": "in turn"}, Stream(b"turn")).position
    first, second, _ = position.turn_order
    owned = {
        seat: [at for at, land in position.provinces.items() if land.owner == seat]
        for seat in (first, second)
    }
    mine, other = owned[first], owned[second][0]
    text = f"reinforce {other}\nreinforce {mine[0]}, {mine[1]}\narmy 1 in {mine[0]}"
    orders = read_orders(text, SWORDS.language(position, "")).orders
    events = SWORDS.adjudicate(position, {first: orders}, Stream(b"")).events
    told = {e.line: (e.outcome, e.code, e.left) for e in events if isinstance(e, Ordered)}
    assert told == {1: ("failed", "not-yours", ""), 2: ("done", "", f"reinforce {mine[1]}")}


@pytest.mark.parametrize("play", ["standard", "quick"])
def test_legal_orders_of_each_lap_are_accepted(play):
    game = GAMES[play == "quick"]
    stream = Stream(b"legal")
    position = game.new(SEATS[:3], {"deploy": "in turn", "play": play}, stream).position
    while game.phase(position).name != "plan":
        for seat in game.phase(position).must:
            view = game.view(position, seat)
            legal = game.legal_orders(view, seat)
            assert legal
            for line in legal[::9]:
                found = game.check(view, seat, Orders((Line((Branch(line.order),), 1),)))
                assert [f for f in found if f.severity == "error"] == [], str(line)
        orders = {
            seat: game.regent("random").orders(game.view(position, seat), seat, stream)
            for seat in game.phase(position).must
        }
        position = game.adjudicate(position, orders, stream).position
        assert game.decode(game.encode(position)) == position
