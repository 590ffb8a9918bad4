"""Secrets: ``adjudicator.toml`` says where each is kept, and never holds one."""

import os
import shlex
from pathlib import Path

import msgspec

from adjudicator.service.errors import SecretError
from adjudicator.service.reasons import reason
from adjudicator.store.errors import StoreError
from adjudicator.store.place import find_path

LONGEST_RUN = 60
"""Seconds that a command has to print a secret."""
MOST_BYTES = 64 * 1024
"""An access token may be long; nothing longer is one."""


class SecretPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a secret is kept: exactly one of these places."""

    env: str = ""
    """The name of an environment variable."""
    file: str = ""
    """A file; the line end after the secret is no part of it."""
    command: str | tuple[str, ...] = ""
    """A program and its words, which prints it; it is run each time, and no shell sees it."""
    credential: str = ""
    """The name of a credential that systemd gives to the service (``LoadCredential=``)."""
    oauth: str = ""
    """The file of a consent (OAuth 2), from which an access token is made whenever it must be."""

    def __post_init__(self) -> None:
        given = [name for name in self.__struct_fields__ if getattr(self, name)]
        if len(given) != 1:
            names = self.__struct_fields__
            raise ValueError(reason("secret.exactly-one", names=names, given=given))
        if self.credential and (os.sep in self.credential or self.credential.startswith(".")):
            raise ValueError(reason("secret.no-path"))
        if self.command and not self.words:
            raise ValueError(reason("secret.no-command"))

    def read(self, folder: Path) -> str:
        """Return the secret as it is now; files are looked for from ``folder``.

        Raises SecretError.
        """
        if self.env and self.env not in os.environ:
            raise SecretError(str(reason("secret.not-set", name=self.env)))
        if self.env:
            secret = os.environ[self.env]
        elif self.oauth:
            from adjudicator.service.oauth import access_token  # few secrets are consents

            secret = access_token(self.path(folder))
        else:
            data = _output(self.words, folder) if self.command else _content(self.path(folder))
            if len(data) > MOST_BYTES:
                raise SecretError(str(reason("secret.too-long", place=self, most=MOST_BYTES)))
            secret = data.decode(errors="surrogateescape")  # which is not printable
        secret = secret.strip("\r\n")
        if not secret:
            raise SecretError(str(reason("secret.empty", place=self)))
        if not secret.isprintable():
            raise SecretError(str(reason("secret.no-line", place=self)))
        return secret

    @property
    def words(self) -> list[str]:
        """The program and its words; empty if no program gives the secret. Raises ValueError."""
        return shlex.split(self.command) if isinstance(self.command, str) else [*self.command]

    def path(self, folder: Path) -> Path:
        """Return the file that holds it, of a secret in a file. Raises SecretError."""
        if self.file or self.oauth:
            try:
                return find_path(self.file or self.oauth, folder)
            except StoreError as error:
                raise SecretError(str(error)) from None
        given = os.environ.get("CREDENTIALS_DIRECTORY", "")
        if not given:
            facts = {"place": self, "name": self.credential}
            raise SecretError(str(reason("secret.no-service", **facts)))
        return Path(given, self.credential)

    def __str__(self) -> str:
        """``the file mail.password``: the place, for messages."""
        if self.command:
            return str(reason("secret.command", name=self.words[0]))
        if self.env:
            return str(reason("secret.variable", name=self.env))
        if file := self.file or self.oauth:
            return str(reason("secret.file", name=file))
        return str(reason("secret.credential", name=self.credential))


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SecretError(error.errno, error.strerror or str(error), str(path)) from error


def _output(words: list[str], folder: Path) -> bytes:
    """Run the program that prints a secret; what it prints is shown to nobody."""
    import subprocess  # most secrets are in files

    try:
        done = subprocess.run(
            words,
            capture_output=True,
            check=False,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            timeout=LONGEST_RUN,
        )
    except subprocess.TimeoutExpired as late:
        why = reason("secret.too-slow", program=words[0], seconds=LONGEST_RUN)
        raise SecretError(str(why)) from late
    except OSError as error:
        raise SecretError(error.errno, error.strerror or str(error), words[0]) from error
    if done.returncode:
        first_line = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0][:200]
        facts = {"program": words[0], "code": done.returncode, "line": first_line}
        raise SecretError(str(reason("secret.failed", **facts)))
    return done.stdout
