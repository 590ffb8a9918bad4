"""Watching a mailbox, for whoever wants to know at once that a letter has come."""

import threading
from collections.abc import Callable

from adjudicator.post.transport.accounts import ImapAccount
from adjudicator.post.transport.mailbox import open_mailbox
from adjudicator.service.log import Log
from adjudicator.service.passes import why_of

WATCH = 300.0
"""The most seconds that a mailbox is watched at a stretch."""
SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
"""Seconds after which a mailbox that could not be watched is tried again; each time twice."""


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
