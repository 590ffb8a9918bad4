"""What became of letters that came in: which the game master can list."""

import re
from datetime import datetime

from adjudicator.store.database import Store
from adjudicator.store.letter_records import Disposition

_FLAGS = re.compile("[:;]")
"""What parts a file's name from its flags, which mail programs change."""


def enter_disposition(store: Store, disposition: Disposition) -> bool:
    """Enter what became of a letter, unless the same file was found before; say whether."""
    before = store.rows(Disposition, letter=disposition.letter, order="id", last=True, limit=20)
    known = {each.code for each in before if _file(each) == _file(disposition)}
    if disposition.code in known or (known and disposition.code == "again"):
        return False
    store.add(disposition)
    return True


def find_disposition(store: Store, name: str, arrived: datetime) -> Disposition | None:
    """Return what became of the letter that came then and has a name which no other ever has."""
    arrived = arrived.replace(microsecond=0)
    dispositions = store.rows(Disposition, name=name, order="id", limit=20)
    return next((each for each in dispositions if each.arrived == arrived), None)


def _file(disposition: Disposition) -> tuple[object, str]:
    """Return by what a file is known again: when it came, and its name without flags."""
    return disposition.arrived.replace(microsecond=0), _FLAGS.split(disposition.name, maxsplit=1)[0]
