"""What became of letters that came in: each has its fate, which the game master can list."""

import re
from datetime import datetime

from adjudicator.store.database import Store
from adjudicator.store.letter_records import Fate

_FLAGS = re.compile("[:;]")
"""What parts a file's name from its flags, which mail programs change."""


def enter_fate(store: Store, fate: Fate) -> bool:
    """Enter a letter's fate, unless the same file was found before, after a crash; say whether."""
    before = store.rows(Fate, letter=fate.letter, order="id", last=True, limit=20)
    known = {each.code for each in before if _file(each) == _file(fate)}
    if fate.code in known or (known and fate.code == "again"):
        return False
    store.add(fate)
    return True


def find_fate(store: Store, name: str, arrived: datetime) -> Fate | None:
    """Return the fate of the letter that came then and has a name which no other ever has."""
    arrived = arrived.replace(microsecond=0)
    found = store.rows(Fate, name=name, order="id", limit=20)
    return next((each for each in found if each.arrived == arrived), None)


def _file(fate: Fate) -> tuple[object, str]:
    """Return by what a file is known again: when it came, and its name without flags."""
    return fate.arrived.replace(microsecond=0), _FLAGS.split(fate.name, maxsplit=1)[0]
