"""Ikusa (2011): the third edition of the game, which differs from Samurai Swords by data alone."""

from adjudicator.games.samurai_swords.edition import IKUSA
from adjudicator.games.samurai_swords.game import Feudal

game = Feudal(IKUSA)
