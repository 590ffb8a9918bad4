"""What a process that never ends needs: who watches over it, who ends it, what it watches, and the
log that it writes, a line a thing, as text or as JSON."""

import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal, TextIO

import msgspec

from adjudicator.post.transport.mailbox import ImapAccount, why_of
from adjudicator.post.transport.opening import open_mailbox
from adjudicator.service.reasons import reason

_LEVELS = {
    **dict.fromkeys(("failed", "lost", "replaced"), ("error", 3)),
    "unwatched": ("warning", 4),
}
"""What did not go as it should: how grave that is, also as systemd's journal numbers it."""


class Log:
    """A log of things that happened, each with a name, a sentence, and facts for programs.

    It holds no secret and no letter's text: who wrote what is in the database.
    """

    def __init__(self, form: Literal["text", "json"], stream: TextIO | None = None):
        self._form = form
        self._stream = stream or sys.stdout
        self._lock = threading.Lock()

    def say(self, event: str, text: str = "", **facts: object) -> None:
        """Write down what happened."""
        level, number = _LEVELS.get(event, ("info", 6))
        now = datetime.now(UTC)
        if self._form == "json":
            head = {"time": now.isoformat(timespec="milliseconds"), "level": level, "event": event}
            line = msgspec.json.encode(head | {"text": text} | facts).decode()
        else:
            both = ": ".join(filter(None, (event, text)))
            line = "".join(char if char.isprintable() else "�" for char in both)
            # The journal knows the time, and reads the level.
            in_journal = os.environ.get("JOURNAL_STREAM")
            front = f"<{number}>" if in_journal else f"{now.astimezone():%Y-%m-%d %H:%M:%S} "
            line = front + line
        with self._lock, suppress(OSError):  # nobody may read it any more
            print(line, file=self._stream, flush=True)


WATCH = 300.0
"""The most seconds that a mailbox is watched at a stretch."""
SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
"""Seconds after which a mailbox that could not be watched is tried again; each time twice."""
LONGEST_END = 20.0
"""Seconds that a watch has to end in."""


class Supervisor:
    """Who started this process and wants to know how it is: systemd, by the protocol ``sd_notify``.

    ``NOTIFY_SOCKET`` names a datagram socket; without it nobody listens, and nothing is sent.
    """

    def __init__(self) -> None:
        name = os.environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self.patience = _patience()
        """How long it waits for a sign of life before it ends the process; None: for ever."""

    def tell(self, *words: str) -> None:
        """Send words such as ``READY=1`` or ``STATUS=…``. One who does not listen is no trouble."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
                to.settimeout(1)
                to.sendto("\n".join(words).encode(), self._address)
        except OSError:
            self._address = ""  # it has gone, and with it all that could be done about it


class Ending:
    """Whether SIGTERM or SIGINT has asked the process to end; asked twice, it ends at once.

    A handler of signals may interrupt anything: it takes note, and wakes who waits here.
    """

    def __init__(self) -> None:
        self._signal = 0
        self._woken, self._waker = socket.socketpair()
        self._waker.setblocking(False)

    @property
    def reason(self) -> str:
        """What has asked the process to end; ``""``: nothing yet."""
        name = signal.Signals(self._signal).name if self._signal else ""
        return str(reason("asked-to-end", signal=name)) if name else ""

    def listen(self) -> None:
        """Listen for these signals from now on."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.note)

    def note(self, number: int, _: object = None) -> None:
        """Take note of a signal."""
        if self._signal:  # whoever asks twice will not wait, and need not
            os._exit(128 + number)
        self._signal = number
        self.wake()

    def wake(self) -> None:
        """End the wait, from whatever thread."""
        with suppress(OSError):  # as many wake it as there is room for
            self._waker.send(b"!")

    def wait(self, seconds: float, *others: int) -> bool:
        """Wait until something wakes it, at most so long; say whether it was woken.

        What there is to read from ``others``, by their numbers, ends the wait, too.
        """
        woken, _, _ = select.select([self._woken.fileno(), *others], [], [], max(seconds, 0))
        return bool(self._woken.fileno() in woken and self._woken.recv(4096))


class Watcher(threading.Thread):
    """Watches a mailbox, over a connection of its own, and calls when it may have something."""

    def __init__(self, address: str | ImapAccount, log: Log, call: Callable[[], None]):
        super().__init__(name="mailbox", daemon=True)
        self.log = log
        self.call = call
        self._mailbox = open_mailbox(address)
        self._closed = threading.Event()

    def run(self) -> None:
        """Watch until the end. A mailbox that is lost is tried again, after pauses that grow."""
        pause = 0.0
        while not self._closed.is_set():
            try:
                new = self._mailbox.wait(WATCH)
            except OSError as error:
                if not pause and not self._closed.is_set():
                    self.log.say("unwatched", why_of(error))
                pause = min(pause * 2 or SHORTEST_PAUSE, LONGEST_PAUSE)
                self._closed.wait(pause)
                continue
            if pause:
                self.log.say("watched", str(reason("watched-again")))
            if (new or pause) and not self._closed.is_set():  # for what came meanwhile
                self.call()
            pause = 0.0

    def close(self) -> None:
        """End the watch, and wait until it has ended."""
        self._closed.set()
        self._mailbox.close()
        self.join(LONGEST_END)


def _patience() -> timedelta | None:
    """Read how often a sign of life is wanted (``WATCHDOG_USEC``), if it is wanted of us."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    process = os.environ.get("WATCHDOG_PID", "")
    if not wanted.isdecimal() or not int(wanted) or (process and process != str(os.getpid())):
        return None
    return timedelta(microseconds=int(wanted))
