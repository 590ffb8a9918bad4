"""A PostgreSQL on this machine: one on a free loopback port, in a folder of its own.

It refuses root, so root starts it as ``nobody``. What it is given is lost with its folder, and it
does not wait for the disk: a test kills programs, and no machine.
"""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from servers.office import _KEEPER, free_ports

PATIENCE = 30.0
_QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "64MB",
    "max_connections": "60",
    "max_wal_size": "4GB",
}


def programs() -> Path | None:
    """Return the folder of the newest server that is installed; None if there is none."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    found = str(debian[-1]) if debian else shutil.which("postgres")
    return Path(found).resolve().parent if found else None


def _version(path: Path) -> int:
    return int(path.parts[-3]) if path.parts[-3].isdecimal() else 0


class PostgreSQL:
    """A server that runs, and databases in it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self._data = self.folder / "data"
        (self.port,) = free_ports(1)
        self._root = os.geteuid() == 0
        self._process: subprocess.Popen[bytes] | None = None
        self._template = ""
        if self._root:
            user = pwd.getpwnam("nobody")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        found = programs()
        assert found, "no PostgreSQL is installed"
        self._programs = found

    def prepare(self) -> None:
        """Make the folder that the server keeps its data in."""
        self._run("initdb", "-D", self._data, "-U", "judge", "-A", "trust", "--no-sync", "-E",
                  "UTF8", "--locale=C.UTF-8", "--no-instructions")  # fmt: skip

    def start(self, **settings: str) -> None:
        """Start it, perhaps again, and wait until it answers. It ends when this process does."""
        if not self._data.exists():
            self.prepare()
        assert self._process is None, "it runs already"
        wanted = _QUICK | {"port": str(self.port), "listen_addresses": "127.0.0.1"} | settings
        words = [word for name, value in wanted.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _KEEPER, "postgres", self._programs / "postgres",
                 "-D", self._data, "-k", self.folder, *words],
                start_new_session=True, stdin=subprocess.PIPE, stdout=log, stderr=log,
                **self._user(),
            )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL does not start: {self.log()[-2000:]}")
            time.sleep(0.01)

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and not killed since."""
        return self._process is not None

    def kill(self) -> None:
        """End it and all its children at once, as a power failure would."""
        if self._process is None:
            return
        lock = self._data / "postmaster.pid"
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended, or never began
            server = int(lock.read_text().split()[0])
            os.kill(server, signal.SIGQUIT)  # its children are in no group with it
        self._process.stdin.close()  # by which its keeper ends it, if it is there still
        self._process.wait(PATIENCE)
        self._process = None
        end = time.monotonic() + PATIENCE
        while lock.exists() and time.monotonic() < end:  # it outlives its keeper by a moment
            time.sleep(0.01)

    @contextmanager
    def gone(self) -> Iterator[None]:
        """Kill it, and start it again after the block."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    def close(self) -> None:
        """End it and throw everything away."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """Return what it has said so far."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def address(self, name: str) -> str:
        """Return the address of a database."""
        return f"postgresql://judge@127.0.0.1:{self.port}/{name}"

    def new(self, template: str = "template0") -> str:
        """Make a database, empty or like another one; return its address."""
        name = f"games_{secrets.token_hex(4)}"
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.address(name)

    def template(self) -> str:
        """Return the name of a database that has all tables, and nothing in them."""
        if not self._template:
            from adjudicator.store.database import open_store
            from adjudicator.store.place import Server

            made = self.new()
            open_store(Server(made), create=True).close()
            self._template = made.rpartition("/")[2]
        return self._template

    def drop(self, address: str) -> None:
        """Throw a database away, whoever has it open."""
        self.ask(f"DROP DATABASE IF EXISTS {address.rpartition('/')[2]} WITH (FORCE)")

    def ask(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Carry out a statement; return the rows that it has."""
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as conn:
            cursor = conn.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *words: str | Path) -> None:
        done = subprocess.run(
            [self._programs / program, *words], capture_output=True, cwd=self.folder, **self._user()
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode(errors='replace')[-2000:]}")

    def _user(self) -> dict[str, object]:
        if not self._root:
            return {}
        user = pwd.getpwnam("nobody")
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
