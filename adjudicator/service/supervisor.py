"""What a process that never ends needs: who watches over it, who ends it, what it watches."""

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable
from datetime import timedelta

from adjudicator.post.transport.accounts import ImapAccount
from adjudicator.post.transport.mailbox import open_mailbox
from adjudicator.service.log import Log
from adjudicator.service.passes import why_of

WATCH = 300.0
"""The most seconds that a mailbox is watched at a stretch."""
SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
"""Seconds after which a mailbox that could not be watched is tried again; each time twice."""


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
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
                to.settimeout(1)
                to.sendto("\n".join(words).encode(), self._address)
        except OSError:
            self._address = ""  # it has gone, and with it all that could be done about it


class Ending(threading.Event):
    """Set when SIGTERM or SIGINT asks the process to end; asked twice, it ends at once."""

    def __init__(self, log: Log):
        super().__init__()
        self.log = log

    def listen(
        self, loop: asyncio.AbstractEventLoop | None = None, wake: Callable[[], None] | None = None
    ) -> None:
        """Listen for these signals from now on, in an event loop if there is one.

        ``wake`` is called when the first of them has come.
        """

        def end(number: int, _: object = None) -> None:
            if self.is_set():  # asked twice: whoever asks will not wait, and need not
                os._exit(128 + number)
            self.log.say("ending", f"asked to by {signal.Signals(number).name}")
            self.set()
            if wake:
                wake()

        for number in (signal.SIGTERM, signal.SIGINT):
            if loop:
                loop.add_signal_handler(number, end, number)
            else:
                signal.signal(number, end)


class Watcher(threading.Thread):
    """Watches a mailbox, over a connection of its own, and calls when it may have something."""

    def __init__(
        self,
        address: str | ImapAccount,
        log: Log,
        ending: threading.Event,
        call: Callable[[], None],
    ):
        super().__init__(name="mailbox", daemon=True)
        self.log = log
        self.ending = ending
        self.call = call
        self._mailbox = open_mailbox(address)

    def run(self) -> None:
        """Watch until the end. A mailbox that is lost is tried again, after pauses that grow."""
        pause = 0.0
        while not self.ending.is_set():
            try:
                new = self._mailbox.wait(WATCH)
            except OSError as error:
                if not pause and not self.ending.is_set():
                    self.log.warn("unwatched", why_of(error))
                pause = min(pause * 2 or SHORTEST_PAUSE, LONGEST_PAUSE)
                self.ending.wait(pause)
                continue
            if pause:
                self.log.say("watched", "the mailbox is watched again")
            if new or pause:  # for what came meanwhile
                self.call()
            pause = 0.0

    def close(self) -> None:
        """End the watch; ``ending`` must be set."""
        self._mailbox.close()


def _patience() -> timedelta | None:
    """Read how often a sign of life is wanted (``WATCHDOG_USEC``), if it is wanted of us."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    process = os.environ.get("WATCHDOG_PID", "")
    if not wanted.isdecimal() or not int(wanted) or (process and process != str(os.getpid())):
        return None
    return timedelta(microseconds=int(wanted))
