"""Samurai Swords (1995), and the engine that it shares with Ikusa (2011).

To be read like the rulebook: ``setup``, ``plan`` (Actions 1, 2, 6), ``muster`` (3 to 5), ``war``
(7: ``marches``, ``attacks``, ``combat``, ``moves``), ``yearend`` (8, 9), ``fall`` (losing and
winning), ``ninja``. ``orders`` and ``war_orders`` are what players write, ``events`` what reports
are made of.
"""

from adjudicator.games.samurai_swords.edition import SAMURAI_SWORDS
from adjudicator.games.samurai_swords.game import Feudal

game = Feudal(SAMURAI_SWORDS)
