"""Positions and events as bytes: what is written can be read, what is broken is refused."""

import json
import random

import pytest
from swords_games import IKUSA_GAME, SWORDS, made, played

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
from adjudicator.orders import Orders

HOSTILE_VALUES = [None, "", "x" * 5000, -1, 0, 1, 3, 10**6, 10**30, 1.5, True, [], {}, [[]], {"a": {}}, "Oda", "Kai", "\x00", ["1", "1"]]  # fmt: skip


@pytest.mark.parametrize("game", [SWORDS, IKUSA_GAME], ids=lambda game: game.meta.name)
def test_positions_and_events_of_a_game_can_be_read_back(game):
    for phase in played(game.meta.name, 5):
        data = game.encode(phase.after)
        assert game.decode(data) == phase.after
        assert game.encode(game.decode(data)) == data
        assert game.decode_events(game.encode_events(phase.events)) == phase.events


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b'{"game": "samurai-swords"}',
        b"[" * 100_000,
        b'{"zzz":' * 50_000,
        b'{"round": 1e999}',
        b'"\\ud800"',
    ],
    ids=lambda data: str(data[:20]),
)
def test_bytes_that_are_nothing_are_refused(data):
    with pytest.raises(GameError):
        SWORDS.decode(data)
    if data != b"[]":  # which is no event, and right
        with pytest.raises(GameError):
            SWORDS.decode_events(data)


def test_a_position_of_another_game_or_a_later_format_is_refused():
    data = SWORDS.encode(played()[3].after)
    with pytest.raises(GameError, match="not of ikusa"):
        IKUSA_GAME.decode(data)
    later = json.loads(data) | {"format": 99}
    with pytest.raises(GameError, match="format 99"):
        SWORDS.decode(json.dumps(later).encode())


def test_options_added_later_have_their_defaults_in_older_files():
    position = played()[0].after
    older = json.loads(SWORDS.encode(position))
    del older["options"]["win"]
    assert SWORDS.decode(json.dumps(older).encode()) == position
    older["options"]["gold"] = 1
    with pytest.raises(GameError, match="gold"):
        SWORDS.decode(json.dumps(older).encode())


@pytest.mark.parametrize("seed", range(12))
def test_a_tampered_position_is_refused_or_can_be_played(seed):
    """Whatever a file says: reading it raises GameError, or every function works on it."""
    dice = random.Random(seed)
    originals = [json.loads(SWORDS.encode(phase.before)) for phase in played()[seed % 3 : 15 : 3]]
    problems = []
    for _ in range(60):
        table = json.loads(json.dumps(dice.choice(originals)))
        for _ in range(dice.choice((1, 1, 2, 4))):
            tamper(table, dice)
        try:
            position = SWORDS.decode(json.dumps(table).encode())
        except GameError as error:
            problems.append(str(error))
            continue
        use(position)
    assert 0 < len(problems) < 60
    assert max(map(len, problems)) < 400


@pytest.mark.parametrize("seed", range(3))
def test_a_table_of_a_case_is_refused_or_can_be_played(seed):
    dice = random.Random(seed)
    table = {
        "phase": "war",
        "turn_order": ["pink", "gray"],
        "provinces": {"Omi": {"owner": "pink", "spearman": 2}, "Mino": {"owner": "gray"}},
        "seats": {"gray": {"armies": {"1": {"at": "Mino"}}, "hidden": {"Omi": {"army": 1}}}},
    }
    for _ in range(200):
        changed = json.loads(json.dumps(table))
        tamper(changed, dice)
        try:
            position = made(changed)
        except GameError:
            continue
        use(position)


def tamper(table, dice):
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
        holder[str(dice.choice(HOSTILE_VALUES))] = inner
    else:
        holder[key] = json.loads(json.dumps(dice.choice(HOSTILE_VALUES)))


def use(position):
    """Call every function of the game on a position."""
    phase = SWORDS.phase(position)
    seats = tuple(position.seats)
    SWORDS.faults(position)
    SWORDS.language(position, "")
    for seat in (*seats, ""):
        view = SWORDS.view(position, seat)
        SWORDS.standings(view)
        SWORDS.encode(view)
    for seat in phase.may:
        view = SWORDS.view(position, seat)
        SWORDS.sheet(view, seat)
        SWORDS.legal_orders(view, seat)
        SWORDS.picture(view, ())
        orders = SWORDS.regent("steady").orders(view, seat, Stream(b""))
        SWORDS.check(view, seat, orders)
        SWORDS.defaults(view, seat, Orders())
    if not phase.over:
        SWORDS.adjudicate(position, {}, Stream(b"key"))


@pytest.mark.parametrize("war", ["turns", "together"])
def test_what_a_turn_remembers_is_gone_when_it_has_ended(war):
    for phase in played(phases=16, war=war):
        saved = json.loads(SWORDS.encode(phase.after))
        assert not {"muster", "turn"} & set(saved)


@pytest.mark.parametrize(
    ("name", "memory"),
    [("muster", {"tray": {}, "ronin": 0}), ("turn", {"letter": "B"})],
)
def test_a_file_from_the_middle_of_a_turn_is_refused(name, memory):
    saved = json.loads(SWORDS.encode(played()[3].after)) | {name: memory}
    with pytest.raises(GameError, match="middle of a phase"):
        SWORDS.decode(json.dumps(saved).encode())
