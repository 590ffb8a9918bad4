"""Ikusa (2011): the third edition of the game, which differs from Samurai Swords by data alone."""

from adjudicator.games.samurai_swords import make_game
from adjudicator.games.samurai_swords.edition import IKUSA
from adjudicator.games.samurai_swords.meta import make_meta

game = make_game(make_meta(IKUSA))
"""The game as the rooms above it see it (see the contract)."""
