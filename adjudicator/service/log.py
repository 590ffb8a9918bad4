"""What ``serve`` writes while it works: a line a thing, as text or as JSON."""

import os
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from typing import Literal, TextIO

import msgspec

Level = Literal["info", "warning", "error"]
_LEVELS: dict[Level, int] = {"info": 6, "warning": 4, "error": 3}
"""As systemd's journal numbers them."""


class Log:
    """A log of things that happened, each with a name, a sentence, and facts for programs.

    It holds no secret and no letter's text: who wrote what is in the database.
    """

    def __init__(self, form: Literal["text", "json"], stream: TextIO | None = None):
        self._form = form
        self._stream = stream or sys.stdout
        self._lock = threading.Lock()

    def say(self, event: str, text: str = "", **facts: object) -> None:
        """Write down what went as it should."""
        self._write("info", event, text, facts)

    def warn(self, event: str, text: str, **facts: object) -> None:
        """Write down what may need a person if it goes on."""
        self._write("warning", event, text, facts)

    def fail(self, event: str, text: str, **facts: object) -> None:
        """Write down what failed."""
        self._write("error", event, text, facts)

    def _write(self, level: Level, event: str, text: str, facts: dict[str, object]) -> None:
        now = datetime.now(UTC)
        if self._form == "json":
            head = {"time": now.isoformat(timespec="milliseconds"), "level": level, "event": event}
            line = msgspec.json.encode(head | {"text": text} | facts).decode()
        else:
            both = ": ".join(filter(None, (event, text)))
            line = "".join(char if char.isprintable() else "�" for char in both)
            # The journal knows the time, and reads the level.
            in_journal = os.environ.get("JOURNAL_STREAM")
            front = (
                f"<{_LEVELS[level]}>" if in_journal else f"{now.astimezone():%Y-%m-%d %H:%M:%S} "
            )
            line = front + line
        with self._lock, suppress(OSError):  # nobody may read it any more
            print(line, file=self._stream, flush=True)
