"""The demo over Dovecot and Postfix, on this machine: ``make demo POST=servers``.

    python tests/servers/demo.py GAME [FOLDER]

The servers run for as long as the demo does, on free loopback ports and in a folder of their own.
They are installed if ``SERVERS=install`` says so; that needs root, as Postfix does.
"""

import subprocess
import sys
import time
from collections import Counter
from email import message_from_bytes
from email.utils import getaddresses
from pathlib import Path

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "tests"))

from servers import installing  # noqa: E402
from servers.office import PostOffice  # noqa: E402

from adjudicator.cli.service.demo import play  # noqa: E402
from adjudicator.post.transport.mailbox import Mail, open_mailbox, open_outbox  # noqa: E402
from adjudicator.service.configuration import read_configuration  # noqa: E402

FILE = """
address = "judge@adjudicator.example"

[in]
imap = "localhost"
port = {imaps}
user = "judge@adjudicator.example"
password = {{ file = "password" }}
ca = "{ca}"

[out]
smtp = "localhost"
port = {submissions}
user = "judge@adjudicator.example"
password = {{ file = "password" }}
ca = "{ca}"
"""


PATIENCE = 60.0
"""Seconds in which a letter must arrive."""


class Servers:
    """The servers of a file of settings: players' mails go out by SMTP and come in by IMAP."""

    def __init__(self, config: Path):
        configuration = read_configuration(config)
        self._way = configuration.outbox()
        [mailbox] = configuration.mailboxes()
        self.mailbox = open_mailbox(mailbox)
        self.outbox = open_outbox(self._way)

    def arrive(self, mail: Path, now: object) -> None:
        """Send the mail as its player would, and wait until it lies in the mailbox."""
        data = mail.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        head = message_from_bytes(data)
        ((_, sender), *_) = getaddresses([head["From"]])
        to = tuple(address for _, address in getaddresses([head["To"]]))
        letter = Mail(head["Message-ID"], sender, to, data)
        outbox = open_outbox(self._way._replace(sender=sender))
        for each in outbox.send(letter):
            assert each.outcome == "sent", f"{mail}, to {each.recipient}: {each.why}"
        outbox.hang_up()
        until = time.monotonic() + PATIENCE
        while not list(self.mailbox.arrivals()):
            left = max(0.0, until - time.monotonic())
            assert self.mailbox.wait(left), f"{mail} did not arrive within a minute"


def main(game: str, out: Path) -> int:
    """Start the servers, play the demo, and show what lies in the mailboxes."""
    lacking = installing.absent()
    if lacking and installing.is_wanted():
        installing.install()
        lacking = installing.absent()
    if lacking:
        print(f"{', '.join(lacking)}. As root, SERVERS=install installs what is missing.")
        return 1
    office = PostOffice()
    try:
        office.start()
        print(f"IMAP: {version('dovecot', '--version')}, TLS on port {office.imaps}")
        print(
            f"SMTP: {version('postconf', '-h', 'mail_version')}, TLS on port {office.submissions}"
        )
        config = office.folder / "adjudicator.toml"
        config.write_text(FILE.format(**office.__dict__))
        (office.folder / "password").write_text(office.password)
        mails = TOP / "orders_examples" / game
        play(mails, out, lambda _: Servers(config), "steady")
        show(office)
        return 0
    finally:
        office.close()


def version(program: str, *words: str) -> str:
    """Return a server's name and version."""
    name = {"dovecot": "Dovecot", "postconf": "Postfix"}[program]
    path = "/usr/sbin:/usr/bin:/sbin:/bin"
    said = subprocess.run(
        [program, *words], env={"PATH": path}, capture_output=True, text=True, check=True
    )
    return f"{name} {said.stdout.split()[0]}"


def show(office: PostOffice) -> None:
    """Show what lies in the mailboxes, and the way that one letter came."""
    print("\nThe mailboxes in Dovecot:")
    for box in sorted(path.name for path in (office.folder / "mail").iterdir()):
        for folder in ("INBOX", "Done", "Aside"):
            letters = office.letters(box, folder)
            ids = Counter(message_from_bytes(each)["Message-ID"] for each in letters)
            if letters:
                print(f"  {box:<28} {folder:<6} {len(letters):>3} letters, {len(ids)} different")
    last = message_from_bytes(office.letters("ann@players.example")[-1])
    print("\nThe last letter to Ann:")
    for name in ("Return-Path", "Delivered-To", "Received", "From", "Subject", "Message-ID"):
        for value in last.get_all(name, []):
            print(f"  {name}: {' '.join(value.split())}")


if __name__ == "__main__":
    wanted = sys.argv[1]
    sys.exit(main(wanted, Path(sys.argv[2] if len(sys.argv) > 2 else f"demo/{wanted}-servers")))
