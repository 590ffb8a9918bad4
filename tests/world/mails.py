"""The mail system of a simulated world: it delays, reorders, doubles, loses and returns letters."""

import re
import tomllib
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from pathlib import Path
from typing import NamedTuple

from adjudicator.post.transport.mailbox import ArrivedMail, Delivery, MailboxLostError, Terms

JUDGE = "judge@games.test"
MASTER = "gm@master.test"


class Sent(NamedTuple):
    """A letter that the judge's mail server took for somebody."""

    seconds: float
    message_id: str
    to: str
    answers: str
    text: str


class Inbox:
    """What lies on the mail server, whoever reads it."""

    def __init__(self):
        self.new, self.done = {}, {}

    def put(self, name, arrived, raw):
        """Deliver a letter."""
        self.new[name] = (arrived, raw)


class Mailbox:
    """The mailbox as one process has it open."""

    name, checked_by = "sim://inbox", ""

    def __init__(self, world, life):
        self._world, self._life = world, life

    def _reach(self):
        self._life.step("mailbox")
        if self._world.is_away("mailbox"):
            raise MailboxLostError(110, "connection timed out")

    def arrivals(self):
        """Return what lies there."""
        self._reach()
        return [ArrivedMail(name, arrived) for name, (arrived, _) in self._world.inbox.new.items()]

    def fetch(self, names, most):
        """Yield letters, one by one."""
        for name in names:
            self._reach()
            found = self._world.inbox.new.get(name)
            yield found[1][:most] if found else None

    def put_away(self, names):
        """Put letters away; it may die between two."""
        for name in names:
            self._reach()
            self._world.put_away(name)
            self._life.step("put away")
        return {}

    def set_aside(self, name):
        """Fail: no letter of this world is one that cannot be taken."""
        self._world.fail("set-aside", f"{name} was set aside", name)
        return name

    def put_back(self):
        """Nothing was set aside."""
        return 0

    def reread(self, since, most):
        """Return what was put away since then."""
        done = self._world.inbox.done.items()
        return [(ArrivedMail(n, came), raw[:most]) for n, (came, raw) in done if came > since]

    def wait(self, seconds):
        """Return at once: the world says when to look."""
        return False

    def close(self):
        """There is nothing to be closed."""


class Outbox:
    """The way out of one process."""

    terms = Terms(pictures=False)

    def __init__(self, world, life):
        self._world, self._life = world, life

    def send(self, mail):
        """Hand a letter to the mail server, which may know it although it did not say so."""
        self._life.step("before SMTP")
        world, chance = self._world, self._world.chance("smtp")
        world.seconds += chance.uniform(0.05, 1)
        if world.is_away("smtp"):
            raise OSError(111, "connection refused")
        done = [self._hand_over(mail, each, chance) for each in mail.recipients]
        self._life.step("after SMTP")
        return done

    def _hand_over(self, mail, recipient, chance):
        lot = chance.random() if "smtp" in self._world.faults else 1
        if lot < 0.03:
            return Delivery(recipient, "later", "451 greylisted")
        is_unknown = lot < 0.05
        if not (is_unknown and chance.random() < 0.5):
            self._world.accept(mail, recipient, self._life, is_unknown=is_unknown)
        outcome = "unknown" if is_unknown else "sent"
        return Delivery(recipient, outcome, "lost connection" if is_unknown else "")

    def hang_up(self):
        """There is nothing to be ended."""


class Notices:
    """What is posted to URLs: each is that of a person, who sends the word of the first back."""

    def __init__(self, world):
        self._world, self._said = world, set()

    def url_of(self, address):
        """Return the URL of a person."""
        return f"https://hooks.test/{address.partition('@')[0]}"

    def post(self, life, notices, private):
        """Take notices, or lose them; return what became of each."""
        life.step("before posting")
        world = self._world
        if world.is_away("smtp"):
            return [
                [Delivery(each.recipients[0], "later", "connection refused")] for each in notices
            ]
        for each in notices:
            self._take(each, life)
        life.step("after posting")
        return [[Delivery(each.recipients[0], "sent")] for each in notices]

    def _take(self, notice, life):
        world, (url,), text = self._world, notice.recipients, notice.data.decode()
        world.check_notice(notice.message_id, url, text, life)
        if word := re.search(r"notify (\w{8})", text):
            self._said.add(url)
            for address in sorted(each for each in world.people if self.url_of(each) == url):
                world.after(600, world.people[address].send_word_back, word[1])
        elif url not in self._said and not url.endswith("/everybody"):
            world.fail("notice", f"{notice.message_id} before its word was sent back")


def write_letter(sender, recipient, subject, body, message_id, date, answers=""):
    """Return a letter of a person as bytes."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, recipient, subject
    mail["Message-ID"], mail["Date"] = message_id, format_datetime(date)
    if answers:
        mail["In-Reply-To"] = answers
    mail.set_content(body)
    return mail.as_bytes().replace(b"\n", b"\r\n")


_PROGRAMS = tomllib.loads(
    (Path(__file__).parents[1] / "post/mail_programs.toml").read_text("utf-8")
)


def quote(mail, chance):
    """Return lines with a letter of the judge as one of many mail programs quotes it."""
    parts = [each for each in mail.walk() if each.get_content_type() == "text/plain"]
    lines = parts[0].get_payload(decode=True).decode("utf-8", "replace").splitlines()
    marks = {"headings": chance.choice(["> ", "> ", "| ", ">"]), "separators": ""}
    places = [(kind, name) for kind in marks for name in _PROGRAMS[kind]]
    kind, name = chance.choice(places)
    who, address = parseaddr(str(mail["From"]))
    above = _PROGRAMS[kind][name].replace("game@example.net", address)
    above = re.sub(r"\b(Game|judge)\b", who or address, above).replace("戦", str(mail["Subject"]))
    return ["", *above.splitlines(), "", *[f"{marks[kind]}{each}".rstrip() for each in lines]]


def write_bounce(mail, recipient, number, *, is_known):
    """Return the letter of a mail server that could not deliver one, in a known form or in its own
    words."""
    head = (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@relay.test\nTo: {mail.sender}\n"
        f"Message-ID: <b{number}@relay.test>\nSubject: Returned mail\nAuto-Submitted: auto-replied\n"
    )
    if not is_known:
        body = f"\nThe mailbox of {recipient} does not exist here. Your letter is thrown away.\n"
    else:
        body = (
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\n"
            "Sorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; relay.test"
            f"\n\nFinal-Recipient: rfc822; {recipient}\nAction: failed\nStatus: 5.1.1\n"
            "Diagnostic-Code: smtp; 550 5.1.1 no such user\n\n--b\n"
            f"Content-Type: text/rfc822-headers\n\nMessage-ID: {mail.message_id}\n\n--b--\n"
        )
    return f"{head}{body}".replace("\n", "\r\n").encode()
