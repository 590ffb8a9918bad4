"""The demo over Dovecot and Postfix, on this machine: ``make demo POST=servers``.

    python tests/servers/demo.py GAME [FOLDER]

The servers run for as long as the demo does, on free loopback ports and in a folder of their own.
They are installed if ``SERVERS=install`` says so; that needs root, as Postfix does.
"""

import subprocess
import sys
from collections import Counter
from email import message_from_bytes
from pathlib import Path

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "tests"))

from servers import installing  # noqa: E402
from servers.office import PostOffice  # noqa: E402

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
        command = [sys.executable, "-m", "adjudicator", "demo", game, "--config", config]
        command += ["--mails", TOP / "orders_examples" / game, "--out", out]
        code = subprocess.run(command, check=False).returncode
        if not code:
            show(office)
        return code
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
