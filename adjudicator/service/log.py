"""What ``serve`` writes while it works: a line a thing, as text or as JSON."""

import logging
import os
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, TextIO

import msgspec

_LEVELS = {logging.INFO: "6", logging.WARNING: "4", logging.ERROR: "3"}
"""As systemd's journal numbers them."""


class Log:
    """A log of things that happened, each with a name, a sentence, and facts for programs.

    It holds no secret and no letter's text: who wrote what is in the database.
    """

    def __init__(self, form: Literal["text", "json"], stream: TextIO | None = None):
        handler = logging.StreamHandler(stream or sys.stdout)
        handler.setFormatter(_JsonLine() if form == "json" else _TextLine())
        self._logger = logging.Logger("adjudicator", logging.INFO)  # nobody else's, and no root's
        self._logger.addHandler(handler)

    def say(self, event: str, text: str = "", **facts: object) -> None:
        """Write down what went as it should."""
        self._write(logging.INFO, event, text, facts)

    def warn(self, event: str, text: str, **facts: object) -> None:
        """Write down what may need a person if it goes on."""
        self._write(logging.WARNING, event, text, facts)

    def fail(self, event: str, text: str, **facts: object) -> None:
        """Write down what failed."""
        self._write(logging.ERROR, event, text, facts)

    def _write(self, level: int, event: str, text: str, facts: Mapping[str, object]) -> None:
        self._logger.log(level, text, extra={"event": event, "facts": dict(facts)})


class _JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = {"time": moment, "level": record.levelname.lower(), "event": record.event}  # type: ignore[attr-defined]
        facts: dict[str, object] = record.facts  # type: ignore[attr-defined]
        return msgspec.json.encode(head | {"text": record.getMessage()} | facts).decode()


class _TextLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        event: str = record.event  # type: ignore[attr-defined]
        text = ": ".join(filter(None, (event, record.getMessage())))
        line = "".join(char if char.isprintable() else "�" for char in text)
        if os.environ.get("JOURNAL_STREAM"):  # the journal knows the time, and reads the level
            return f"<{_LEVELS[record.levelno]}>{line}"
        return f"{time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(record.created))} {line}"
