"""What can be known of the game without its rules."""

from adjudicator.games.samurai_swords.edition import IKUSA
from adjudicator.games.samurai_swords.meta import make_meta

META = make_meta(IKUSA)
