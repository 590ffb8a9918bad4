"""A position kept as its reader could: by entering what the events say."""

import re


class Events:
    """What enters events: a method enters those of its name."""

    def enter(self, events):
        for event in events:
            entry = re.sub("(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
            getattr(self, entry, lambda event: None)(event)


def compare_with(kind):
    """Return what says that events lead from a position to another, as a kind of ledger has it."""

    def compare(before, events, after):
        ledger = kind(before)
        ledger.enter(events)
        assert ledger.sum() == kind(after).sum()

    return compare
