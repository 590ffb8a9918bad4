"""All that ``doctor`` finds in many situations, without a server: ``examinations.txt``.

After a change that is meant, write it anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/service/test_examinations.py && git diff tests/service
"""

import json
import os
import ssl
import sys
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from email import message_from_bytes
from pathlib import Path
from socket import gaierror

import pytest
from serving import maildir

from adjudicator.cli.service import doctor as command
from adjudicator.post.transport import smtp
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.mailbox import AccountError, ArrivedMail, Delivery
from adjudicator.service import configuration, doctor, providers, trial
from adjudicator.service.errors import SecretError
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Disposition
from adjudicator.store.records import LastPass

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
GOLDEN = Path(__file__).parent / "examinations.txt"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SIGNED = b"Authentication-Results: MX.example.org; spf=pass\r\n"
SEEN = b"Subject: hide 3\r\nMessage-ID: <1@x>\r\n\r\nhide 3\r\n"
OTHER = b"Subject: Hello\r\nMessage-ID: <2@x>\r\n\r\nhello\r\n"
OWN = b"Subject: Adjudicator tries its mailbox (doctor.1)\r\nMessage-ID: <3@x>\r\n\r\nhello\r\n"


class LoginError(OSError):
    """A server refuses who logs in."""

    code = 0


class OAuthError(SecretError):
    """A consent that holds no more."""


def caused(cause):
    """Return the error that a transport makes of another."""
    error = OSError("out of reach")
    error.__cause__ = cause
    return error


def certificate(why):
    error = ssl.SSLCertVerificationError("bad certificate")
    error.verify_message = why
    return error


def login_error(code):
    error = LoginError("no")
    error.code = code
    return error


ERRORS = {
    "no login": login_error(0),
    "a code of 400": login_error(400),
    "a code of 499": login_error(499),
    "a code of 500": login_error(500),
    "another name": certificate("Hostname mismatch"),
    "an old certificate": certificate("certificate has expired"),
    "an unknown certificate": certificate("self-signed"),
    "no TLS": ssl.SSLError("wrong version"),
    "an account that must not be used": AccountError("tls", host="mx"),
    "no secret": SecretError("no such secret"),
    "a consent that is over": OAuthError("no consent"),
    "no such host": gaierror("unknown"),
    "nobody there": ConnectionRefusedError("refused"),
    "silence": TimeoutError("timed out"),
    "another error": OSError("whatever"),
}


class Situation:
    """What a machine and its mail servers are like: all well, but for what is told otherwise."""

    def __init__(self, folder, empty, monkeypatch, **otherwise):
        self.folder, self.empty, self.seconds, self.lies, self.sent = folder, empty, 0.0, [], 0
        self.can, self.smtp, self.error, self.out_error = (
            frozenset(("IDLE", "MOVE")),
            {},
            None,
            None,
        )
        self.waiting, self.past, self.known = 0, (), ()
        self.outcomes, self.comes, self.left, self.ahead = [("sent", "", False)], [True], "", 0
        self.head, self.id, self.to, self.letter, self.outage = SIGNED, "", "", True, 0
        self.made, self.gap, self.taken, self.db, self.mode = 60, 0, False, "campaign.db", 0o600
        self.secret, self.free, self.text, self.compiled = 0o600, 10**12, "", True
        self.checked_by, self.tls, self.ca = "mx.example.org", "implicit", ""
        self.host = "mx.example.org"
        vars(self).update(otherwise)
        self.prepare(monkeypatch)

    def prepare(self, monkeypatch):
        secret = self.folder / "password"
        secret.write_text("x\n")
        secret.chmod(self.secret)
        (self.folder / "ca.pem").touch()
        maildir(self.folder / "in")
        if self.db and (self.folder / self.db).parent.is_dir():
            place = self.folder / self.db
            place.write_bytes(self.empty)
            with open_store(place) as store, store.atomic():
                if self.made is not None:
                    made = NOW - timedelta(seconds=self.made)
                    store.add(LastPass(1, made, gap=self.gap))
                for raw in self.known:
                    store.add(disposition(letter=doctor.read(raw).key))
            place.chmod(self.mode)
        for module in (doctor, trial, providers):
            monkeypatch.setattr(module, "reason", told)
        monkeypatch.setattr(doctor, "find_compiled", lambda: self.compiled)
        monkeypatch.setattr(doctor, "open_mailbox", self.open_mailbox)
        monkeypatch.setattr(doctor, "open_outbox", self.open_outbox)
        monkeypatch.setattr(smtp, "SmtpOutbox", lambda _: self)
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: shown(free=self.free))
        monkeypatch.setattr(trial.time, "monotonic", lambda: self.seconds)
        monkeypatch.setattr(trial.secrets, "token_hex", lambda count: "0" * count)
        monkeypatch.setattr(trial, "examine_domain", lambda *_: ())
        monkeypatch.setattr(command, "now", lambda: NOW)

    def examine(self, as_json=False):
        lines = self.text or (
            f"address = 'judge@example.org'\ndatabase = '{self.db or 'none.db'}'\n"
            f"outage = {self.outage}\n[in]\nimap = '{self.host}'\n{self.server}"
            f"checked_by = '{self.checked_by}'\n[out]\nsmtp = '{self.host}'\n{self.server}"
        )
        read = configuration.configuration_from(lines.encode(), self.folder / "adjudicator.toml")
        more = {"letter": self.letter, "to": self.to, "as_json": as_json}
        return command.examine(read, read.db, **more)

    @property
    def server(self):
        login = "user = 'judge'\npassword = { file = 'password' }\n" if self.secret else ""
        return f"tls = '{self.tls}'\nca = '{self.ca}'\n{login}"

    def open_mailbox(self, address):
        if self.error:
            raise self.error
        return MailboxOf(self) if not isinstance(address, str) else FolderOf(self)

    def open_outbox(self, way):
        return self

    def abilities(self):
        if self.out_error:
            raise self.out_error
        return self.smtp

    # the outbox

    def send(self, mail):
        outcome, why, ours = self.outcomes[min(self.sent, len(self.outcomes) - 1)]
        comes = self.comes[min(self.sent, len(self.comes) - 1)]
        self.sent += 1
        if comes and outcome == "sent":
            self.lies.append(mail)
        return [Delivery(mail.recipients[0], outcome, why, ours)]

    def hang_up(self):
        pass


class FolderOf:
    """A mailbox in which a letter lies two seconds after it went out."""

    name, checked_by = "in", ""

    def __init__(self, situation):
        self.of = situation

    def arrivals(self):
        waiting = [ArrivedMail(f"old {n}", NOW) for n in range(self.of.waiting)]
        arrived = NOW + timedelta(seconds=self.of.ahead)
        came = self.of.lies if self.of.seconds >= 2 and not self.of.taken else []
        if self.of.taken and self.of.lies and self.of.seconds >= 2:
            with open_store(self.of.folder / self.of.db) as store:
                subject = message_from_bytes(self.of.lies[0].data)["Subject"]
                store.add(disposition(subject=subject))
        return [*waiting, *(ArrivedMail(str(n), arrived) for n, _ in enumerate(came))]

    def fetch(self, names, most):
        for name in names:
            raw = self.of.head + self.of.lies[int(name)].data
            yield raw.replace(b"Message-ID: <doctor", b"Message-ID: <other") if self.of.id else raw

    def put_away(self, names):
        return {name: self.of.left for name in names if self.of.left}

    def reread(self, since, most):
        return [(ArrivedMail(str(n), NOW), raw) for n, raw in enumerate(self.of.past)]

    def wait(self, seconds):
        self.of.seconds += max(seconds, 1) / 5

    def close(self):
        print("closed")


class MailboxOf(FolderOf, ImapMailbox):
    """One at a server."""

    def abilities(self):
        return self.of.can


def disposition(letter="", subject=""):
    return Disposition(
        letter=letter, arrived=NOW, outcome="ignored", code="x", why="x", subject=subject
    )


class shown:  # noqa: N801 (a thing with attributes)
    def __init__(self, **values):
        vars(self).update(values)


def told(code, **facts):
    """Return a reason as its code and its facts."""
    return f"{code}({', '.join(f'{name}={value}' for name, value in facts.items())})"


LATER, OURS, NEVER = ("later", "busy", False), ("later", "we", True), ("refused", "550", False)
SENT, UNKNOWN = ("sent", "", False), ("unknown", "no answer", False)
SITUATIONS = {
    "all is well": {},
    "templates that are not compiled": {"compiled": False},
    **{name: {"error": caused(each), "out_error": caused(each)} for name, each in ERRORS.items()},
    "no login to the way out": {"out_error": caused(ERRORS["no login"])},
    "a provider with advice": {"host": "imap.gmail.com", "error": caused(ERRORS["no login"])},
    "a certificate of one's own": {"ca": "ca.pem", "error": caused(ERRORS["an unknown certificate"])},
    "STARTTLS that is none": {"tls": "starttls", "error": caused(ERRORS["no TLS"])},
    "no TLS on this machine": {"tls": "clear", "host": "localhost", "secret": 0o600},
    "a server that can little": {"can": frozenset()},
    "a server that can copy": {"can": frozenset(("UIDPLUS",))},
    "a letter that waits": {"waiting": 1},
    "a letter that goes later": {"outcomes": [LATER]},
    "a letter that we cannot send": {"outcomes": [OURS]},
    "a letter that is refused": {"outcomes": [NEVER]},
    "a plus address that is refused": {"outcomes": [NEVER, SENT]},
    "a plus address that does not arrive": {"comes": [False, True]},
    "a letter that never comes": {"comes": [False]},
    "a letter of which nothing is known": {"outcomes": [UNKNOWN]},
    "a letter that cannot be put away": {"left": "no folder"},
    "a letter with another Message-ID": {"id": "other"},
    "a letter that a pass took": {"taken": True},
    "no letter": {"letter": False, "past": (OTHER,)},
    "nobody who logs in": {
        "text": "address = 'judge@example.org'\n[in]\nmaildir = 'in'\n"
        "[out]\nsmtp = 'localhost'\ntls = 'clear'\n"
    },
    "no address": {
        "text": "[in]\nmaildir = 'in'\n[out]\nsmtp = 'localhost'\ntls = 'clear'\nuser = 'judge'\n"
        "password = { env = 'SECRET' }\nsender = 'judge@example.org'\n",
        "to": "ann@example.com",
    },
    **{f"a clock that is {n} seconds off": {"ahead": n} for n in (-63, -62, 60, 61)},
    "another checker": {"checked_by": "mx.other.example"},
    "a checker that nobody named": {"checked_by": ""},
    "a checker that is silent": {"head": b""},
    "no checker at all": {"head": b"", "checked_by": ""},
    **{f"letters of {n} bytes": {"smtp": {"size": n}} for n in ("0", "1", "4999999", "5000000", "x")},
    "a letter to somebody": {"to": "ann@example.com"},
    "a letter to somebody that is refused": {"to": "ann@example.com", "outcomes": [SENT, NEVER]},
    "no database": {"db": "", "past": (OTHER,)},
    "no folder": {"db": "none/campaign.db"},
    "a database that all can read": {"mode": 0o644},
    "a secret that all can read": {"secret": 0o640},
    "a full disk": {"free": 200_000_000},
    "strange letters": {"past": (SEEN, OTHER, OWN)},
    "a strange letter": {"past": (SEEN, OTHER, OWN), "known": (SEEN,)},
    "letters that are known": {"past": (SEEN, OTHER, OWN), "known": (SEEN, OTHER)},
    "our own letter": {"past": (OWN,)},
    "no pass": {"made": None},
    "a pass 15 minutes ago": {"made": 900},
    "a pass before that": {"made": 901},
    "passes apart": {"gap": 2 * 3600 + 60, "outage": 2},
    "passes that are no outage": {"gap": 2 * 3600, "outage": 2},
    "passes and no outage": {"gap": 2 * 3600},
    "passes an hour apart": {"gap": 3600 + 60, "outage": 1},
    "a Maildir, and no way out": {"text": "address = 'judge@example.org'\n[in]\nmaildir = 'in'\n"},
    "a Maildir on the way out": {
        "text": "address = 'judge@example.org'\n[in]\nmaildir = 'in'\n[out]\nmaildir = 'out'\n"
    },
    "a Maildir that is not there": {
        "text": "[in]\nmaildir = 'in'\n", "error": FileNotFoundError(2, "No such file", "in")
    },
    "two mailboxes": {"text": "[[in]]\nmaildir = 'in'\n[[in]]\nmaildir = 'other'\n"},
}  # fmt: skip


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A database with nothing in it, as bytes."""
    place = tmp_path_factory.mktemp("empty") / "campaign.db"
    open_store(place, create=True).close()
    return place.read_bytes()


def examined(situation, capsys):
    """Return all that is printed in a situation."""
    code = situation.examine()
    printed = capsys.readouterr().out.replace(str(situation.folder), "FOLDER")
    return [*printed.splitlines(), f"exit code {code}"]


def test_what_is_found_in_each_situation_is_golden(tmp_path, monkeypatch, capsys, empty):
    """Of all but the first situation only that is told which is otherwise."""
    monkeypatch.setattr(os, "fsync", lambda _: None)  # nothing here shall outlive the machine
    told, first = [], []
    for number, name in enumerate(SITUATIONS):
        with monkeypatch.context() as patch:
            situation = Situation(tmp_path, empty, patch, **SITUATIONS[name])
            found = examined(situation, capsys)
        first = first or found
        lines = (
            [
                line
                for line in unified_diff(first, found, n=0, lineterm="")
                if line[:2] not in ("--", "++", "@@")
            ]
            if number
            else found
        )
        told += [f"# {name}", *lines, ""]
    now = "\n".join(told)
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.write_text(now, encoding="utf-8")
    assert now == GOLDEN.read_text(encoding="utf-8")


def test_json_holds_the_same_points(tmp_path, monkeypatch, capsys, empty):
    situation = Situation(tmp_path, empty, monkeypatch, mode=0o644)
    assert situation.examine(as_json=True) == 1
    points = json.loads(capsys.readouterr().out.replace("closed\n", ""))
    assert [each["what"] for each in points if each["state"] == "wrong"] == ["database"]
