"""Which modules a game is played with, and the scene made of a position, its board and rules."""

from collections.abc import Mapping
from functools import lru_cache

from adjudicator.boards import load_board
from adjudicator.chance import Chance
from adjudicator.games.contract import Value
from adjudicator.games.shogun.basic import BASIC
from adjudicator.games.shogun.expansions.chambers import CHAMBERS
from adjudicator.games.shogun.expansions.leaders import LEADERS
from adjudicator.games.shogun.expansions.samurai import SAMURAI
from adjudicator.games.shogun.expansions.tenno import TENNO
from adjudicator.games.shogun.meta import MODULES
from adjudicator.games.shogun.position import ShogunPosition
from adjudicator.games.shogun.rules import Module, combined
from adjudicator.games.shogun.scene import Play, Scene
from adjudicator.orders import Orders

EXPANSIONS: Mapping[str, Module] = {
    module.name: module for module in (SAMURAI, LEADERS, TENNO, CHAMBERS)
}


def rules_of(options: Mapping[str, Value]) -> Module:
    """Return the rules that a game's options ask for."""
    return _rules(tuple(name for name in MODULES if options.get(name)))


@lru_cache(maxsize=16)
def _rules(names: tuple[str, ...]) -> Module:
    return combined((BASIC, *(EXPANSIONS[name] for name in names)))


def scene_of(position: ShogunPosition) -> Scene:
    """Return a position as it can be asked."""
    board = load_board(f"shogun-{position.options['side']}")
    return Scene(position, board, rules_of(position.options))


def play_of(position: ShogunPosition, chance: Chance, orders: Mapping[str, Orders]) -> Play:
    """Return a position as it can be played; it will be changed."""
    scene = scene_of(position)
    given = {seat: orders.get(seat, Orders()) for seat in position.seats}
    return Play(position, scene.board, scene.rules, chance, given)
