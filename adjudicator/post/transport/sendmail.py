"""Letters handed to a ``sendmail`` program: that of Postfix, Exim, OpenSMTPD, or msmtp.

The program keeps a letter that it has taken, or has delivered it; so a letter is sent when the
program ends with 0. If this process is killed between that and its own note of it, the letter goes
out twice, under one Message-ID.
"""

import errno
import os
import shutil
import subprocess
from collections.abc import Sequence

from adjudicator.post.incoming.headers import one_line
from adjudicator.post.transport.mailbox import Delivery, Mail, Terms, reason

LONGEST = 120
"""Seconds that the program has for one letter."""
_PLACES = "/usr/sbin:/usr/lib:/usr/local/sbin"
"""Where it lies if it is not in the search path, as it is not in that of cron."""
_FOR_GOOD = (os.EX_DATAERR, os.EX_NOUSER) if hasattr(os, "EX_DATAERR") else (65, 67)
"""Exit codes (sysexits.h) that mean that the letter can never be delivered."""


class SendmailOutbox:
    """A program that is called for each letter, with the letter on its standard input."""

    terms = Terms()

    def __init__(self, program: str = ""):
        wanted = program or "sendmail"
        path = shutil.which(wanted) or shutil.which(wanted, path=_PLACES)
        if path is None:
            raise FileNotFoundError(errno.ENOENT, str(reason("no-program")), wanted)
        self.program = path
        self._late = 0

    def send(self, mail: Mail) -> Sequence[Delivery]:
        """Hand one letter over. Raises OSError after the program let a second one wait too long."""
        if self._late > 1:
            raise TimeoutError(errno.ETIMEDOUT, str(reason("too-slow")), self.program)
        command = [self.program, "-i", "-f", mail.sender, "--", *mail.recipients]
        try:
            done = subprocess.run(
                command,
                input=mail.data.replace(b"\r\n", b"\n"),
                capture_output=True,
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            self._late += 1
            why = str(reason("took-longer", program=self.program, seconds=LONGEST))
            result = Delivery("", "unknown", why, ours=True)
        else:
            output = one_line((done.stderr or done.stdout).decode("utf-8", "replace"))
            facts = {"program": self.program, "code": done.returncode, "output": output}
            why = str(reason("ended", **facts))
            result = Delivery("", "later", why, ours=True)
            if done.returncode == 0:
                result = Delivery("", "sent")
            elif done.returncode in _FOR_GOOD:
                result = Delivery("", "refused", why)
        return [result._replace(recipient=each) for each in mail.recipients]

    def hang_up(self) -> None:
        """Let the program take as long as it may once more: the next pass is another one."""
        self._late = 0
