"""Nothing that can be changed is shared: between a position and a view, or between two positions.

Every container nested in one of them is changed, if it lets itself be changed; then the others
must still be what they were.
"""

from typing import Any

import msgspec
import pytest

from adjudicator.chance import Stream
from adjudicator.games import registry

PHASES = 9
GAMES = {
    "samurai-swords": {},
    "ikusa": {"war": "together"},
    "shogun": dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True),
    "gekokujo": dict.fromkeys(("politics", "warfare", "technology", "rice"), True),
}


def play_on(game, position, seed):
    """Play a phase with random orders."""
    phase = game.phase(position)
    orders = {
        seat: game.regent("random").orders(
            game.view(position, seat), seat, Stream(f"{seed} {phase.key} {seat}".encode())
        )
        for seat in phase.may
    }
    return game.adjudicate(position, orders, Stream(f"{seed} {phase.key}".encode())).position


def vandalise(value: Any) -> int:
    """Change every container nested in a value that lets itself be changed; count them."""
    changed = 0
    if isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | tuple | set):
        inner = list(value)
    else:
        return 0
    changed += sum(map(vandalise, inner))
    try:
        if isinstance(value, dict | list | set):
            value.clear()
        else:
            return changed
    except TypeError:
        return changed
    return changed + 1


@pytest.mark.parametrize("name", GAMES)
def test_changing_all_of_one_changes_none_of_the_others(name):
    game = registry.find(name)
    positions = [game.new(game.meta.seats[:4], GAMES[name], Stream(b"shared")).position]
    for number in range(PHASES):
        positions.append(play_on(game, positions[-1], number))
    views = [game.view(each, seat) for each in positions for seat in ("", game.meta.seats[0])]
    everything = [*positions, *views]
    before = [game.encode(each) for each in everything]
    for each in everything:
        mine = game.encode(each)
        vandalise(each)
        after = [game.encode(other) for other in everything]
        assert [data for data in after if data != mine] == [d for d in before if d != mine]


@pytest.mark.parametrize("name", GAMES)
def test_a_position_refuses_to_be_changed_in_place(name):
    game = registry.find(name)
    position = play_on(game, game.new(game.meta.seats[:3], {}, Stream(b"in place")).position, 0)
    for mapping in (position.options, position.seats, position.provinces):
        with pytest.raises(TypeError, match="never changed in place"):
            mapping["Kai"] = None
    with pytest.raises(AttributeError):
        position.round = 9
