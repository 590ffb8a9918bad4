"""The engine under the games: what two of them have in common.

To be read in half an hour: ``phases`` (the course of a game), ``play`` (a phase being carried
out), ``lines`` (an order line carried out), ``problems`` (why not), ``check`` (orders judged
beforehand), ``modules`` (a part of the rules), ``game`` (a game put together from modules),
``plain`` (what most games do alike), ``codec``.
"""

from adjudicator.games.engine.game import Functions, ModularGame
from adjudicator.games.engine.modules import Module, PhaseRule
from adjudicator.games.engine.play import OVER, Outcome, Play, PlayedPosition
from adjudicator.games.engine.problems import Problem, error, note, warning

__all__ = [
    "OVER",
    "Functions",
    "ModularGame",
    "Module",
    "Outcome",
    "PhaseRule",
    "Play",
    "PlayedPosition",
    "Problem",
    "error",
    "note",
    "warning",
]
