"""Word to systemd, or whatever watches over the process, by the protocol ``sd_notify``.

``NOTIFY_SOCKET`` names a datagram socket; without it nobody listens, and nothing is sent.
"""

import os
import socket
from datetime import timedelta


class Supervisor:
    """Who started this process and wants to know how it is."""

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


def _patience() -> timedelta | None:
    """Read how often a sign of life is wanted (``WATCHDOG_USEC``), if it is wanted of us."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    process = os.environ.get("WATCHDOG_PID", "")
    if not wanted.isdecimal() or not int(wanted) or (process and process != str(os.getpid())):
        return None
    return timedelta(microseconds=int(wanted))
