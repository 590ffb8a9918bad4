"""Shogun (2006) and the Shogun Big Box with its four expansions."""

from adjudicator.games.shogun.game import Shogun

game = Shogun()
"""The game, as the registry finds it."""

__all__ = ["Shogun", "game"]
