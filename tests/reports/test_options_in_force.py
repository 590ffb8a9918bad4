"""Which options a first letter tells of: those that mean anything in the game."""

import pytest

from adjudicator.games.registry import find
from adjudicator.reports.facts import options_in_force


def told(name, **given):
    """The names of the options that are told."""
    options = options_in_force(find(name), given)
    return {name for some in options.values() for name, *_ in some}


@pytest.mark.parametrize(
    ("game", "option", "silent", "told_with"),
    [
        ("gekokujo", "liberated daimyo", {"glory": True}, {}),
        ("gekokujo", "prices", {}, {"warfare": True}),
        ("gekokujo", "sowing", {}, {"rice": True}),
        ("gekokujo", "guns", {"technology": True}, {"technology": True, "warfare": True}),
        ("samurai-swords", "win", {"play": "quick"}, {"play": "standard"}),
        ("samurai-swords", "colours", {}, {"colours": "Uesugi, Mori"}),
    ],
)
def test_an_option_that_means_nothing_is_not_told(game, option, silent, told_with):
    assert option not in told(game, **silent)
    assert option in told(game, **told_with)


def test_what_was_chosen_is_told_apart_from_what_is_usual():
    options = options_in_force(find("samurai-swords"), {"war": "steps", "deploy": "together"})
    assert [(name, value) for name, value, _ in options["chosen"]] == [("war", "steps")]
    assert ("deploy", "together") in [(name, value) for name, value, _ in options["usual"]]
