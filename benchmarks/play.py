"""Playing whole games with regents, for the benchmarks and the soak."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.chance import Stream
from adjudicator.games.contract import Event, Game, Value
from adjudicator.orders import Orders, read_orders


class Turn(NamedTuple):
    """One phase as it was played: before, the orders as text, the events, and after."""

    before: Any
    orders: dict[str, str]
    events: tuple[Event, ...]
    after: Any


def play(
    game: Game,
    seats: Sequence[str],
    options: Mapping[str, Value],
    seed: str,
    regent: str,
    rounds: int = 12,
) -> Iterator[Turn]:
    """Play a game from its setup until it is over or the round limit is passed."""
    chance = Stream(f"{game.meta.name} {seed}".encode())
    player = game.regent(regent)
    position = game.new(seats, options, chance).position
    while not game.phase(position).over and position.round <= rounds:
        texts = {
            seat: str(player.orders(game.view(position, seat), seat, chance))
            for seat in game.phase(position).must
        }
        resolution = game.adjudicate(position, parsed(game, position, texts), chance)
        yield Turn(position, texts, resolution.events, resolution.position)
        position = resolution.position


def parsed(game: Game, position: Any, texts: Mapping[str, str]) -> dict[str, Orders]:
    """Read canonical texts; what a regent wrote must be understood."""
    language = game.language(position, "")
    assert language is not None
    orders = {}
    for seat, text in texts.items():
        understood = read_orders(text, language)
        if understood.findings:
            raise AssertionError(f"a regent wrote what is not understood: {understood.findings[0]}")
        orders[seat] = understood.orders
    return orders
