"""Ikusa (2011): the third edition of the game, which differs from Samurai Swords by data alone."""

from adjudicator.games.ikusa.meta import META
from adjudicator.games.samurai_swords import make_game

game = make_game(META)
"""The game as the rooms above it see it (see the contract)."""
