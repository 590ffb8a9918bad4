"""An SMTP server in a thread, which does what it is told to letters and recipients."""

import base64
import socket
import threading
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Faults:
    """What the server does; a test changes it between letters."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.taken = []
        """The envelopes that were taken: sender, recipients, data."""
        self.commands = []
        self.connections = 0
        self.logins = []
        self.recipients = {}
        """What is answered to RCPT, by what the address begins with."""
        self.sender = ""
        self.data = []
        """What is answered to DATA, one after the other; ``drop`` hangs up, ``hang`` waits."""
        self.before_mail = []
        """Likewise, to MAIL."""
        self.hangs_up = False
        """Whether it hangs up instead of answering RSET."""
        self.free = threading.Event()
        self.password = "right"
        self.token = "fresh"

    # What aiosmtpd calls.

    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        self.commands.append("MAIL")
        if self.before_mail and (said := await self._act(server, self.before_mail.pop(0))):
            return said
        if self.sender:
            return self.sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        self.commands.append("RCPT")
        for start, said in self.recipients.items():
            if address.startswith(start):
                return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_RSET(self, server, session, envelope):  # noqa: N802
        self.commands.append("RSET")
        if self.hangs_up:
            server.transport.abort()
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.commands.append("DATA")
        if self.data and (said := await self._act(server, self.data.pop(0))):
            return said
        self.taken.append((envelope.mail_from, tuple(envelope.rcpt_tos), envelope.content))
        return "250 OK"

    async def _act(self, server, what):
        if what == "drop":
            server.transport.abort()
            return "250 nobody hears this"
        if what == "hang":
            await server.loop.run_in_executor(None, self.free.wait, 20)
            return "250 too late"
        return what

    def authenticate(self, server, session, envelope, mechanism, data):
        right = isinstance(data, LoginPassword) and data.password == self.password.encode()
        self.logins.append(mechanism)
        return AuthResult(success=right, handled=False)


class Server(SMTP):
    """aiosmtpd, with XOAUTH2."""

    async def auth_XOAUTH2(self, _, args):  # noqa: N802
        faults = self.event_handler
        faults.logins.append("XOAUTH2")
        said = base64.b64decode(args[1]) if len(args) > 1 else b""
        if b"auth=Bearer " + faults.token.encode() + b"\1\1" in said:
            return AuthResult(success=True, handled=False)
        await self.push("334 eyJzdGF0dXMiOiI0MDEifQ==")
        await self._reader.readline()
        return AuthResult(success=False, handled=False)


class Post(Controller):
    """A server on a port of its own: ``tls`` says how it is talked to."""

    def __init__(self, faults, tls="clear", context=None, port=0, **more):
        self._tls = {"tls_context": context, "require_starttls": True} if tls == "starttls" else {}
        implicit = {"ssl_context": context} if tls == "implicit" else {}
        super().__init__(faults, hostname="127.0.0.1", port=port or _free_port(), **implicit)
        self._more = more

    def factory(self):
        warnings.filterwarnings("ignore", "Requiring AUTH while not requiring TLS")
        return Server(self.handler, hostname="fault.test", **self._tls, **self._more)


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as held:
        return held.getsockname()[1]
