"""Lives of simulated worlds; one in which something went wrong is told as a short story."""

import tempfile
from pathlib import Path

from misfortunes import FAULTS
from simulation import ViolationError, World

LAST, MOST = 12, 30
"""So many of the last things that happened are told, and at most so many that had to do with it."""


def live(seed, days, faults=FAULTS, kind=World):
    """Let a world live; return it, and what went wrong in it, or None."""
    with tempfile.TemporaryDirectory(prefix="world-") as folder:
        world = kind(seed, days, faults, Path(folder))
        try:
            world.run()
        except ViolationError as error:
            return world, error
        return world, None


def story_of(seed, days, faults=FAULTS, kind=World):
    """Return the story of a world in which something goes wrong, with as few faults as it needs;
    ``""`` if nothing does."""
    world, error = live(seed, days, faults, kind)
    if error is None:
        return ""
    needed = list(faults)
    for each in faults:
        fewer = [fault for fault in needed if fault != each]
        again, same = live(seed, days, fewer, kind)
        if same is not None and same.code == error.code:
            needed, world, error = fewer, again, same
    return _tell(world, error, days, needed)


def _tell(world, error, days, faults):
    before, last = world.story[:-LAST], world.story[-LAST:]
    about = [each for each in error.about if each]
    touched = [line for line in before[1:] if any(each in line for each in about)][-MOST:]
    entry = f'[[seed]]\nseed = {world.seed}\ndays = {days}\nfaults = {faults}\nwhy = "{error.code}"'
    lines = [f"{error}", "", before[0] if before else "", *touched, "…", *last]
    return "\n".join([*lines, "", "For tests/world/seeds.toml:", "", entry.replace("'", '"')])
