"""A post office on this machine: Dovecot and Postfix on free loopback ports, in a folder of its own.

Nothing of the machine's own configuration is read or changed. Several run side by side.
"""

import base64
import grp
import hashlib
import hmac
import json
import os
import pwd
import secrets
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import trustme
from servers import dovecot, postfix

PASSWORD = "pw-of-the-test"
_JWT_KEY = b"a key that only the tests know, of 32 bytes and more"
_LONGEST = 60  # characters of the folder, for the names of the servers' sockets
_PATIENCE = 15.0

# The server, which ends with its group when the test's process ends, however that ends.
_KEEPER = '{ "$@" </dev/null; kill -TERM 0; } & cat >/dev/null; kill -TERM 0'


class PostOffice:
    """Servers that run. Mail for ``@away.test`` goes to ``away``, a port for a test's own server."""

    imap: int
    """Plain, with STARTTLS."""
    imaps: int
    lmtp: int
    sasl: int
    mx: int
    """Port 25: STARTTLS, no login, only for our domains. 0: there is no Postfix."""
    submission: int
    """Port 587: STARTTLS and login."""
    submissions: int
    """Port 465: TLS and login."""
    away: int

    def __init__(self) -> None:
        base = tempfile.gettempdir()
        folder = tempfile.mkdtemp(prefix="post-", dir=base if len(base) < _LONGEST // 2 else "/tmp")
        self.folder = Path(folder).resolve()
        self.d = str(self.folder)
        self.password = PASSWORD
        self.ca = f"{self.d}/tls/ca.pem"
        self.host = "localhost"
        self.has_postfix = postfix.is_there()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        root = os.geteuid() == 0
        self._user = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.getuid())
        self._prepare()

    # -- the servers -----------------------------------------------------------------------------

    def start(self) -> None:
        """Start both and wait until they answer."""
        self.start_dovecot()
        if self.has_postfix:
            self.start_postfix()

    def start_dovecot(self) -> None:
        """Start Dovecot, perhaps again: on the same ports, with the same mail."""
        (self.folder / "run/master.pid").unlink(missing_ok=True)  # of one that was killed
        self._start("dovecot", [dovecot.program(), "-F", "-c", f"{self.d}/dovecot.conf"])
        if "postfix" in self._running:  # it has lost who checks its logins, and refuses the next
            self.kill("postfix")
            self.start_postfix()

    def start_postfix(self) -> None:
        """Start Postfix, perhaps again: on the same ports, with the same queue."""
        self._start("postfix", [f"{postfix.DAEMONS}/master", "-d", "-c", f"{self.d}/postfix"])

    def kill(self, server: str) -> None:
        """End a server and all its children at once, as a power failure would."""
        process = self._running.pop(server, None)
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdin.close()
        for port in self._ports(server):
            while is_open(port):
                time.sleep(0.002)

    @contextmanager
    def hang(self, server: str):
        """Let a server do nothing during a block; its connections stay open."""
        group = self._running[server].pid
        os.killpg(group, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(group, signal.SIGCONT)

    @contextmanager
    def gone(self, server: str):
        """Kill a server, and start it again after the block."""
        self.kill(server)
        try:
            yield
        finally:
            getattr(self, f"start_{server}")()

    def close(self) -> None:
        """End both and throw everything away."""
        for server in list(self._running):
            self.kill(server)
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self, server: str) -> str:
        """Return what a server has said so far."""
        path = self.folder / f"{server}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    # -- mail ------------------------------------------------------------------------------------

    def address(self, name: str = "judge", domain: str = "games.test") -> str:
        """Return an address that nobody has used; its mailbox is empty."""
        return f"{name}-{secrets.token_hex(4)}@{domain}"

    def bearer(self, address: str, seconds: int = 300) -> str:
        """Return an OAuth 2 access token as a provider would give it, for an account of ours."""
        at = int(time.time())
        claims = {"sub": address, "email": address, "iat": at - 5, "nbf": at - 5}
        parts = ({"alg": "HS256", "typ": "JWT"}, claims | {"exp": at + seconds})
        signed = b".".join(_base64(json.dumps(part).encode()) for part in parts)
        seal = _base64(hmac.digest(_JWT_KEY, signed, hashlib.sha256))
        return f"{signed.decode()}.{seal.decode()}"

    def put(self, address: str, *letters: bytes, sender: str = "somebody@players.test") -> None:
        """Deliver letters into a mailbox, as a mail server does (LMTP)."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as lmtp:
            for letter in letters:
                lmtp.sendmail(sender, [address], letter)

    def fill(self, address: str, letters: list[bytes], arrived: float | None = None) -> None:
        """Lay many letters into a mailbox at once, without a server."""
        box = self.folder / "mail" / address
        for name in ("", "cur", "new", "tmp"):
            (box / name).mkdir(exist_ok=True)
            os.chown(box / name, self._user.pw_uid, self._user.pw_gid)
        at = time.time() if arrived is None else arrived
        for number, letter in enumerate(letters):
            path = box / "new" / f"{at:.6f}.{number:06}.{secrets.token_hex(4)}"
            path.write_bytes(letter)
            os.chown(path, self._user.pw_uid, self._user.pw_gid)
            os.utime(path, (at, at))

    def letters(self, address: str, folder: str = "INBOX") -> list[bytes]:
        """Return the letters that lie in a folder of a mailbox, as they came, oldest first."""
        box = self.folder / "mail" / address
        place = box if folder == "INBOX" else box / f".{folder}"
        found: list[tuple[str, bytes]] = []
        for path in (*place.glob("cur/*"), *place.glob("new/*")):
            with suppress(FileNotFoundError):
                found.append((path.name, path.read_bytes()))
        return [data for _, data in sorted(found)]

    def wait_for(self, address: str, count: int = 1, seconds: float = 10) -> list[bytes]:
        """Wait until so many letters lie in a mailbox; return them."""
        end = time.monotonic() + seconds
        while len(there := self.letters(address)) < count:
            if time.monotonic() > end:
                said = self.log("postfix")[-1500:]
                raise AssertionError(f"{len(there)} of {count} letters for {address}\n{said}")
            time.sleep(0.01)
        return there

    # -- before the start ------------------------------------------------------------------------

    def _prepare(self) -> None:
        for name in ("tls", "mail", dovecot.KEYS, "run", "state", "postfix"):
            (self.folder / name).mkdir(parents=True)
        names = ("imap", "imaps", "lmtp", "sasl", "mx", "submission", "submissions", "away")
        ports = dict(zip(names, free_ports(len(names)), strict=True))
        (self.folder / dovecot.KEYS / "default").write_bytes(base64.b64encode(_JWT_KEY))
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self.ca)
        server = self.folder / "tls/server.pem"
        issued = authority.issue_cert("localhost", "127.0.0.1")
        issued.private_key_and_cert_chain_pem.write_to_path(str(server))
        server.chmod(0o600)
        group = grp.getgrgid(self._user.pw_gid).gr_name
        words = {"user": self._user.pw_name, "group": group, "d": self.d, "password": PASSWORD}
        files = dovecot.configuration(dovecot.version())
        files |= postfix.CONFIGURATION if self.has_postfix else {}
        for name, text in files.items():
            (self.folder / name).write_text(text.format(**words, **ports))
        if not self.has_postfix:
            ports |= dict.fromkeys(("mx", "submission", "submissions"), 0)
        self.__dict__.update(ports)
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            for name in ("mail", "keys"):
                for path in (self.folder / name, *(self.folder / name).rglob("*")):
                    os.chown(path, self._user.pw_uid, self._user.pw_gid)
        if self.has_postfix:
            postfix.own(self.folder)

    def _start(self, server: str, command: list[str]) -> None:
        assert server not in self._running, f"{server} runs already"
        self._running[server] = subprocess.Popen(
            ["/bin/sh", "-c", _KEEPER, server, *command],
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        process, end = self._running[server], time.monotonic() + _PATIENCE
        for port in self._ports(server):
            while not is_open(port):
                if process.poll() is not None or time.monotonic() > end:
                    self.kill(server)
                    raise RuntimeError(f"{server}, port {port}: {self.log(server)[-2000:]}")
                time.sleep(0.002)

    def _ports(self, server: str) -> tuple[int, ...]:
        if server == "dovecot":
            return self.imap, self.imaps, self.lmtp, self.sasl
        return self.mx, self.submission, self.submissions


def is_open(port: int) -> bool:
    """Say whether somebody listens on a port of this machine."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def free_ports(count: int) -> list[int]:
    """Return ports that were free a moment ago, no two the same."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


def _base64(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
