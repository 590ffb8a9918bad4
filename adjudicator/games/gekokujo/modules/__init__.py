"""The modules of chapter 10; the options of their names switch them on."""

from adjudicator.games.gekokujo.modules.glory import GLORY
from adjudicator.games.gekokujo.modules.politics import PACTS_APART, PACTS_TOGETHER, POLITICS
from adjudicator.games.gekokujo.modules.rice import RICE, SOWING_APART, SOWING_TOGETHER
from adjudicator.games.gekokujo.modules.warfare import TECHNOLOGY, WARFARE

MODULES = (
    POLITICS,
    PACTS_TOGETHER,
    PACTS_APART,
    WARFARE,
    TECHNOLOGY,
    RICE,
    SOWING_TOGETHER,
    SOWING_APART,
    GLORY,
)
"""In the order of the rulebook; where to put a choice, the two ways of it are modules too."""
