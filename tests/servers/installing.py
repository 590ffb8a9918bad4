"""Installing Dovecot, Postfix and PostgreSQL for the tests, on Debian and what descends from it, as root.

No daemon is started by it, now or when the machine starts the next time, and what was changed for
that is put back.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from servers import dovecot, pgbouncer, postfix, postgresql

PACKAGES = ("dovecot-imapd", "dovecot-lmtpd", "postfix")
DATABASE_PACKAGES = ("postgresql", "pgbouncer")
POLICY = Path("/usr/sbin/policy-rc.d")
"""What Debian's packages ask whether they may start a daemon; 101 is no."""
_NONE = b"#!/bin/sh\nexit 101\n"


class InstallError(RuntimeError):
    """The servers could not be installed."""


def is_wanted() -> bool:
    """Say whether the servers must be there, and are installed if they are not.

    They must with ``SERVERS=install``, and in CI, unless it says ``SERVERS=none``.
    """
    said = os.environ.get("SERVERS", "")
    return said == "install" or (os.environ.get("CI", "") in ("true", "1") and said != "none")


def absent() -> list[str]:
    """Say what is missing, a clause for each; empty if all tests can run."""
    found = []
    if dovecot.program() is None:
        found.append("Dovecot is not installed")
    elif not Path("/usr/lib/dovecot/lmtp").exists() and not Path("/usr/libexec/dovecot").exists():
        found.append("Dovecot's LMTP is not installed")
    if not (postfix.DAEMONS / "master").exists():
        found.append("Postfix is not installed")
    elif os.geteuid() != 0:
        found.append("Postfix needs root")
    return found


def absent_database() -> list[str]:
    """The same of PostgreSQL."""
    return [] if postgresql.programs() else ["PostgreSQL is not installed"]


def absent_pool() -> list[str]:
    """The same of the pool before it."""
    return absent_database() or ([] if pgbouncer.program() else ["PgBouncer is not installed"])


def install(packages: Sequence[str] = PACKAGES, absent: Callable[[], list[str]] = absent) -> None:
    """Install what is missing; several processes may ask for it at once. Raises InstallError."""
    with open(Path(tempfile.gettempdir()) / "adjudicator-servers.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not absent():
            return
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise InstallError(f"{', '.join(absent())}, and only root can install it, with apt-get")
        with daemons_off():
            _run("apt-get", "update", "-q")
            _run("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages)
        if absent():
            raise InstallError(f"after installing {', '.join(packages)}: {', '.join(absent())}")


@contextmanager
def daemons_off(policy: Path = POLICY) -> Iterator[None]:
    """Let packages start no daemon during the block; afterwards all is as it was before."""
    before = policy.read_bytes() if policy.exists() else None
    mode = policy.stat().st_mode if before is not None else 0
    enabled = _enabled()
    policy.write_bytes(_NONE)
    policy.chmod(0o755)
    try:
        yield
    finally:
        if before is None:
            policy.unlink()
        else:
            policy.write_bytes(before)
            policy.chmod(mode & 0o7777)
        for link in _enabled() - enabled:
            with suppress(FileNotFoundError):
                link.unlink()


def _enabled() -> set[Path]:
    """Return the links by which the servers start with the machine."""
    return {
        link
        for place in ("/etc/systemd/system", "/etc/rc2.d", "/etc/rc3.d", "/etc/rc4.d", "/etc/rc5.d")
        for link in Path(place).rglob("*")
        if link.is_symlink()
        and any(name in link.name for name in ("dovecot", "postfix", "postgresql"))
    }


def _run(*command: str) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise InstallError(f"{' '.join(command)}: {(done.stderr or done.stdout)[-1500:]}")
