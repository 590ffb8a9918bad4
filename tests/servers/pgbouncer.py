"""A PgBouncer on this machine: a pool of connections before a PostgreSQL, on a free port."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from servers.office import free_ports

PATIENCE = 30.0
_SETTINGS = """\
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = {mode}
server_login_retry = 1
"""


def program() -> str | None:
    """Return the program; None if it is not installed."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


class PgBouncer:
    """A pool before a server, in one of its modes; it refuses root, and runs as ``nobody`` then."""

    def __init__(self, server: int, mode: str):
        self._folder = Path(tempfile.mkdtemp(prefix="pool-", dir="/tmp"))
        self._folder.chmod(0o755)
        (self.port,) = free_ports(1)
        users, settings = self._folder / "users", self._folder / "settings"
        users.write_text('"judge" ""\n')
        told = {"server": server, "port": self.port, "users": users, "mode": mode}
        settings.write_text(_SETTINGS.format(**told))
        user = ["-u", "nobody"] if os.geteuid() == 0 else []
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [program() or "pgbouncer", *user, settings], stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < end, (self._folder / "log").read_text()
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """End it and throw everything away."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
