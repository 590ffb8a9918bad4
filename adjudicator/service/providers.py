"""Mail servers: where those of known providers are, and what an error of one means.

Where a server is, is only a default for a question, which a person sees before it is used.
"""

import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from itertools import compress
from typing import Literal, NamedTuple

from adjudicator.post.transport.mailbox import Account, AccountError
from adjudicator.service.errors import SecretError
from adjudicator.service.reasons import reason

_PATIENCE = 3.0
"""Seconds in which a server that is tried must answer."""


class Provider(NamedTuple):
    """The servers of a provider. A port of 587 means STARTTLS, any other TLS from the start."""

    name: str
    imap: str
    smtp: str
    login: str = ""
    """The words for what to know about its passwords."""
    oauth: str = ""
    """Its identity server, if there is no other way."""

    @property
    def advice(self) -> str:
        """A sentence about its passwords; ``""`` if they are ordinary."""
        return str(reason(self.login, name=self.name)) if self.login else ""


_KNOWN = {
    ("gmail.com", "googlemail.com"): Provider(
        "Gmail", "imap.gmail.com:993", "smtp.gmail.com:465", "login.app-password"
    ),
    ("outlook.com", "hotmail.com", "live.com"): Provider(
        "Outlook",
        "outlook.office365.com:993",
        "smtp-mail.outlook.com:587",
        "login.oauth",
        "microsoft",
    ),
    ("icloud.com", "me.com", "mac.com"): Provider(
        "iCloud", "imap.mail.me.com:993", "smtp.mail.me.com:587", "login.app-password"
    ),
    ("yahoo.com",): Provider(
        "Yahoo", "imap.mail.yahoo.com:993", "smtp.mail.yahoo.com:465", "login.app-password"
    ),
    ("fastmail.com", "fastmail.fm"): Provider(
        "Fastmail", "imap.fastmail.com:993", "smtp.fastmail.com:465", "login.app-password"
    ),
    ("gmx.de", "gmx.net"): Provider("GMX", "imap.gmx.net:993", "mail.gmx.net:465"),
    ("mailbox.org",): Provider("mailbox.org", "imap.mailbox.org:993", "smtp.mailbox.org:465"),
    ("posteo.de",): Provider("Posteo", "posteo.de:993", "posteo.de:465"),
    ("web.de",): Provider("WEB.DE", "imap.web.de:993", "smtp.web.de:587"),
}
PROVIDERS = {domain: each for domains, each in _KNOWN.items() for domain in domains}
"""By the domain of an address."""


def provider_at(host: str) -> Provider | None:
    """Return the provider whose server that is, if it is known."""
    for each in PROVIDERS.values():
        if host.casefold() in (each.imap.partition(":")[0], each.smtp.partition(":")[0]):
            return each
    return None


def find_servers(address: str) -> tuple[str, str]:
    """Return ``HOST:PORT`` of the IMAP and of the SMTP server of an address, ``""`` if unknown.

    For a domain that is not in the list, the usual names are tried; nothing but a connection is
    made, and nothing is sent.
    """
    domain = address.rpartition("@")[2].casefold()
    if known := PROVIDERS.get(domain):
        return known.imap, known.smtp
    if not domain or domain.endswith((".test", ".example", ".invalid", ".localhost")):
        return "", ""
    names = (f"mail.{domain}", domain)
    imap = [f"{name}:993" for name in (f"imap.{domain}", *names)]
    smtp = [f"{name}:{port}" for name in (f"smtp.{domain}", *names) for port in (465, 587)]
    with ThreadPoolExecutor(len(imap) + len(smtp)) as pool:
        first_imap, first_smtp = (
            next(compress(places, pool.map(_answers, places)), "") for places in (imap, smtp)
        )
    return first_imap, first_smtp


def _answers(place: str) -> bool:
    host, _, port = place.partition(":")
    try:
        with socket.create_connection((host, int(port)), _PATIENCE):
            return True
    except (OSError, UnicodeError):
        return False


Stage = Literal["connection", "TLS", "secret", "login"]
"""How far it got: what comes before it in this order has worked."""


class Trouble(NamedTuple):
    """What failed, and what a person can do."""

    stage: Stage
    cure: str


def diagnose(error: BaseException, account: Account) -> Trouble:
    """Say at what a connection failed; an error may have others as its cause."""
    chain = _chain(error)
    for each in chain:
        if isinstance(each, SecretError):
            if type(each).__name__ == "OAuthError":  # which is slow to import
                return Trouble("secret", str(reason("consent-again")))
            return Trouble("secret", str(reason("no-secret-there")))
        if isinstance(each, ssl.SSLCertVerificationError):
            return Trouble("TLS", _certificate(each, account))
        if isinstance(each, ssl.SSLError):
            other = "starttls" if account.tls == "implicit" else "implicit"
            cure = str(reason("tls-otherwise", other=other))
            return Trouble("TLS", cure)
        if isinstance(each, AccountError):
            return Trouble("TLS", str(reason("tls-as-it-says")))
        if _is_login_error(each):
            if 400 <= getattr(each, "code", 0) < 500:
                return Trouble("login", str(reason("login-later")))
            return Trouble("login", _login(account))
    for each in chain:
        if isinstance(each, socket.gaierror):
            return Trouble("connection", str(reason("host-misspelt", host=account.host)))
        if isinstance(each, ConnectionRefusedError):
            return Trouble("connection", str(reason("nothing-answers")))
        if isinstance(each, TimeoutError):
            return Trouble(
                "connection",
                str(reason("port-closed")),
            )
    return Trouble("connection", str(reason("ask-the-provider")))


def _chain(error: BaseException) -> list[BaseException]:
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in causes:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    return causes


def _is_login_error(error: BaseException) -> bool:
    """Whether a server refused who logs in; its libraries need not be loaded to ask."""
    names = {each.__name__ for each in type(error).__mro__}
    return bool(names & {"LoginError", "SMTPAuthenticationError"})


def _certificate(error: ssl.SSLCertVerificationError, account: Account) -> str:
    if "mismatch" in (error.verify_message or str(error)).casefold():
        return str(reason("certificate-of-others", host=account.host))
    if "expired" in (error.verify_message or str(error)).casefold():
        return str(reason("certificate-expired"))
    if account.ca:
        return str(reason("certificate-not-of-ca", ca=account.ca))
    return str(reason("certificate-untrusted"))


def _login(account: Account) -> str:
    known = provider_at(account.host)
    if known and known.advice:
        return known.advice
    return str(reason("check-password"))
