"""Files that say they are a position: each is refused in a sentence, or all works with it."""

import functools
import json
import random

import pytest
from games.test_whole_games import ROUNDS
from games.whole_games import TABLES, course

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
from adjudicator.orders import Orders

NAMES = pytest.mark.parametrize("name", TABLES)
NOTHING = [
    *(b"", b"{", b"{}", b"[1]", b"null", b"\xff\xfe\x00", b'{"game": "%s"}', b"[" * 100_000),
    *(b'{"zzz":' * 50_000, b'{"round": 1e999}', b'"\\ud800"'),
]
ANYTHING = [None, "", "x" * 5000, -1, 0, 1, 3, 99, 10**6, 10**30, 1.5, True, [], {}, [[]], {"a": {}},
            "Oda", "blue", "Kai", "tax", "\x00", ["1", "1"]]  # fmt: skip


@NAMES
@pytest.mark.parametrize("data", NOTHING, ids=lambda data: str(data[:20]))
def test_bytes_that_are_nothing_are_refused(name, data):
    game = TABLES[name].game
    for read in (game.decode, game.decode_events):
        with pytest.raises(GameError):
            read(data.replace(b"%s", name.encode()))


@NAMES
def test_a_view_of_a_seat_that_does_not_play_is_refused(name):
    game, position = TABLES[name].game, TABLES[name].new_game(3).position
    table = json.loads(game.encode(game.view(position, game.meta.seats[0])))
    assert game.decode(json.dumps(table).encode()).viewer == game.meta.seats[0]
    with pytest.raises(GameError, match="does not play"):
        game.decode(json.dumps(table | {"viewer": "Nobody"}).encode())


@NAMES
def test_a_key_that_no_position_has_is_refused_to_who_hands_it_in_wherever_it_stands(name):
    game, position = TABLES[name].game, TABLES[name].new_game(3).position
    table, seat = json.loads(game.encode(position)), game.meta.seats[0]
    province = next(iter(table["provinces"]))
    for place, own in (((), "round"), (("seats", seat), ""), (("provinces", province), "owner")):
        changed = json.loads(json.dumps(table))
        holder = functools.reduce(dict.__getitem__, place, changed)
        holder["ownr"] = 1
        data = json.dumps(changed).encode()
        assert game.decode(data) == position  # as a later release may have kept it
        with pytest.raises(GameError) as refused:
            game.decode(data, strict=True)
        assert f"“{'.'.join((*place, 'ownr'))}”" in str(refused.value)
        assert f"There can be {', '.join(holder)[:5]}" in str(refused.value)
        assert ("Did you mean “owner”?" in str(refused.value)) == (own == "owner")


@NAMES
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_position_is_refused_or_can_be_played(name, seed):
    table, dice, problems = TABLES[name], random.Random(seed), []
    phases = [each.before for each in course(name, 15 - seed, "random", ROUNDS[name])]
    originals = [table.game.encode(each) for each in phases[seed % 3 : 15 : 3]]
    for _ in range(30):
        changed = json.loads(dice.choice(originals))
        for _ in range(dice.choice((1, 1, 2, 4))):
            damage(changed, dice)
        try:
            position = table.game.decode(json.dumps(changed).encode())
        except GameError as error:
            problems.append(str(error))
            continue
        use(table.game, position, dice)
    assert 0 < len(problems) < 30
    assert max(map(len, problems)) < 400


def damage(table, dice):
    """Replace, remove or add something somewhere in a table."""
    holder = table
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = dice.choice(keys)
        inner = holder[key]
        if not isinstance(inner, dict | list) or dice.random() < 0.15:
            break
        holder = inner
    act = dice.random()
    if act < 0.2:
        del holder[key]
    elif act < 0.3 and isinstance(holder, dict):
        holder[str(dice.choice(ANYTHING))] = inner
    else:
        holder[key] = json.loads(json.dumps(dice.choice(ANYTHING)))


def use(game, position, dice):
    """Call every function of the game on a position, for one of its seats."""
    game.faults(position)
    phase = game.phase(position)
    for seat in (dice.choice([*position.seats]), ""):
        view = game.view(position, seat)
        game.standings(view)
        game.picture(view, ())
        game.encode(view)
    for seat in (dice.choice(phase.may),) if phase.may else ():
        view = game.view(position, seat)
        game.sheet(view, seat)
        game.legal_orders(view, seat)
        game.check(view, seat, game.regent("random").orders(view, seat, Stream(b"")))
        game.defaults(view, seat, Orders())
    if not phase.over:
        game.adjudicate(position, {}, Stream(b"key"))
