"""A person at a terminal, in a folder of his own, at a time that he sets."""

from datetime import UTC, datetime
from pathlib import Path

from adjudicator.campaign.clock import Steady
from adjudicator.cli.shared import asking


class Terminal:
    """Where commands are typed: the clock stands still, and no variable names a database."""

    def __init__(self, folder, monkeypatch):
        self.folder = Path(folder)
        self.now = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
        terminal = self

        class Clock(datetime):
            @classmethod
            def now(cls, tz=None):
                return terminal.now

        monkeypatch.setattr(asking, "datetime", Clock)
        monkeypatch.setattr("adjudicator.service.clock.Clock.steady", lambda self: Steady())
        monkeypatch.delenv("ADJUDICATOR_DB", raising=False)
        monkeypatch.chdir(folder)
