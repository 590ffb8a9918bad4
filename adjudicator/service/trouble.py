"""What an error of a mail server means, and what to do about it."""

import socket
import ssl
from typing import Literal, NamedTuple

from adjudicator.post.transport.accounts import Account, AccountError
from adjudicator.service.providers import provider_at
from adjudicator.service.secret import SecretError

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
            return Trouble("secret", "put the secret where adjudicator.toml says that it is")
        if isinstance(each, ssl.SSLCertVerificationError):
            return Trouble("TLS", _certificate(each, account))
        if isinstance(each, ssl.SSLError):
            return Trouble("TLS", _other_tls(account))
        if isinstance(each, AccountError):
            return Trouble("TLS", "change port and tls as it says")
        if _is_login_error(each):
            if 400 <= getattr(each, "code", 0) < 500:
                return Trouble("login", "the server cannot check logins just now: try once more")
            return Trouble("login", _login(account))
    for each in chain:
        if isinstance(each, socket.gaierror):
            return Trouble("connection", f"is “{account.host}” spelt as the provider spells it?")
        if isinstance(each, ConnectionRefusedError):
            return Trouble("connection", "nothing answers at that port: is its number right?")
        if isinstance(each, TimeoutError):
            return Trouble(
                "connection",
                "is the port right? Many networks close the ports of mail: ask who runs yours, or "
                "try 587 in place of 465",
            )
    return Trouble("connection", "try once more; if it stays so, ask the provider")


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
        return f"the certificate is for other names than {account.host}: use the provider's name"
    if "expired" in (error.verify_message or str(error)).casefold():
        return "the certificate has expired: its server needs a new one (or is this clock wrong?)"
    if account.ca:
        return f"the certificate does not come from those in {account.ca}"
    return (
        "nobody whom this machine trusts vouches for it. If the server is your own, give its "
        "certificate authority with ca = “…”"
    )


def _other_tls(account: Account) -> str:
    other = "starttls" if account.tls == "implicit" else "implicit"
    return f"the port speaks otherwise: try tls = “{other}”, or another port"


def _login(account: Account) -> str:
    known = provider_at(account.host)
    if known and known.advice:
        return known.advice
    return (
        "check user and password; with two-step login the account needs an app password, and some "
        "providers want access for mail programs switched on first"
    )
