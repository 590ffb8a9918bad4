"""What became of letters that came in: each has its fate, which the game master can list."""

from adjudicator.store.database import Store
from adjudicator.store.tables import Fate


def enter_fate(store: Store, fate: Fate) -> bool:
    """Enter a letter's fate, unless the same file was found before, after a crash; say whether."""
    before = store.rows(Fate, letter=fate.letter, order="id", last=True, limit=20)
    arrived = fate.arrived.replace(microsecond=0)
    known = {each.code for each in before if each.arrived == arrived}
    if fate.code in known or (known and fate.code == "again"):
        return False
    store.add(fate)
    return True
