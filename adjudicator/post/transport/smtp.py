"""Letters handed to an SMTP server: one connection for many of them, and never in clear.

A transaction is done step by step, so that each recipient is known who gets the letter and who does
not. Whatever is not an answer of the server closes the connection, for after it one could not know
to what the next answer belongs.
"""

import base64
import errno
import re
import smtplib
from collections.abc import Sequence
from contextlib import suppress
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Literal

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.post.incoming.headers import one_line
from adjudicator.post.transport.mailbox import (
    Account,
    Delivery,
    Mail,
    MailboxLostError,
    SmtpAccount,
    Terms,
    tls_context,
)

_LAST_WORD = 5.0
"""Seconds that a server has to take leave; nothing depends on it."""
_MOST_LOSSES = 5
"""So many letters in a row may find no connection that lasts until they are handed over."""
_CLOSES = 421
_TOO_LARGE = "552 "
_OUT_OF_STEP = 503
_GO_ON = 334
_LOGGED_IN = 235
_LOGIN = (454, 530, 534, 535, 538)
"""Answers that mean that we are not logged in as the server wants it."""
_QUOTA = b"5.4.5"
"""What Gmail's 550 begins with when an account has sent all that it may in a day."""
_LINE_END = re.compile(rb"\r\n?|\n")


class SmtpOutbox:
    """An account at an SMTP server. It connects with the first letter, and anew where a connection
    broke."""

    def __init__(self, account: SmtpAccount):
        tls_context(account.account)  # which says what is wrong with it
        self.terms = Terms(account.per_minute, account.per_day)
        self._account = account
        self._smtp: smtplib.SMTP | None = None
        self._is_silent = False
        """Whether the server did not answer in time, so that the rest of the letters waits."""
        self._losses = 0

    def abilities(self) -> dict[str, str]:
        """Log in, and return what the server says that it can (``size``, ``starttls`` …).

        Raises MailboxLostError.
        """
        try:
            return dict(self._connect().esmtp_features)
        finally:
            self.hang_up()

    def hang_up(self) -> None:
        """Take leave of the server."""
        with suppress(OSError):
            if self._smtp and self._smtp.sock:
                self._smtp.sock.settimeout(min(_LAST_WORD, self._account.account.timeout))
                self._smtp.quit()
        self._close()
        self._is_silent, self._losses = False, 0

    def send(self, mail: Mail) -> Sequence[Delivery]:
        """Send one letter; a connection that has broken before it is made anew, once."""
        transaction = _Transaction(self._account.sender, mail)
        for is_last in (False, True):
            if not transaction.recipients:
                break
            smtp = self._connect()
            try:
                transaction.run(smtp)
                self._losses = 0
                break
            except BaseException as error:
                self._close()
                if isinstance(error, MailboxLostError) or not isinstance(error, OSError):
                    raise
                self._is_silent = isinstance(error.__context__, TimeoutError)
                if transaction.is_handed_over or is_last:
                    host = self._account.account.host
                    transaction.give_up(f"the connection to {host} broke: {_text(error)}")
                    self._losses = 0 if transaction.is_handed_over else self._losses + 1
        return list(transaction.done.values())

    def _connect(self) -> smtplib.SMTP:
        """Return the connection; connect and log in if need be. Raises MailboxLostError."""
        account = self._account.account
        if self._is_silent:
            raise MailboxLostError(
                errno.ETIMEDOUT, "the server takes too long to answer", account.host
            )
        if self._losses >= _MOST_LOSSES:
            raise MailboxLostError(
                errno.ECONNABORTED, "the server hangs up each time", account.host
            )
        if self._smtp and self._smtp.sock:
            return self._smtp
        try:
            self._smtp = _open(self._account)
            _log_in(self._smtp, account)
        except BaseException as error:
            self._close()
            if isinstance(error, smtplib.SMTPAuthenticationError):
                what = "could not be checked" if error.smtp_code < 500 else "was refused"
                why = f"the login {what}: {_text(error)}"
                raise MailboxLostError(errno.EACCES, why, account.host) from error
            if isinstance(error, OSError | ValueError):
                raise MailboxLostError(errno.ECONNREFUSED, _text(error), account.host) from error
            raise
        return self._smtp

    def _close(self) -> None:
        if self._smtp:
            self._smtp.close()
        self._smtp = None


class _Transaction:
    """One letter handed to the server."""

    def __init__(self, ours: str, mail: Mail):
        self._mail = mail
        self._sender = _from(ours, mail.sender)
        self.done = {each: d for each in mail.recipients if (d := _unusable(each))}
        """What became of it for each recipient."""
        self.is_handed_over = False
        """Whether nobody can know what became of it: it was handed over, and no answer came."""

    @property
    def recipients(self) -> list[str]:
        """The recipients of whom that is not known."""
        return [each for each in self._mail.recipients if each not in self.done]

    def run(self, smtp: smtplib.SMTP) -> None:
        """Carry it out. What is raised closes the connection."""
        size = [f"SIZE={len(self._mail.data)}"] if smtp.has_extn("size") else []
        refusal = _refusal(smtp.mail(self._sender, size))
        if refusal and not refusal.startswith(_TOO_LARGE):
            self.give_up(f"the server does not let {self._sender} send: {refusal}")
        for each in self.recipients if not refusal else ():
            if why := _refusal(smtp.rcpt(each)):
                self.done[each] = _judge(each, why)
        if self.recipients and not refusal:
            answer = self._hand_over(smtp)
            self.is_handed_over = False
            refusal = _refusal(answer)
            if not refusal:
                self.done |= {each: Delivery(each, "sent") for each in self.recipients}
                return
        self.done |= {each: _judge(each, refusal) for each in self.recipients}
        # It led to nothing, and what the server said of it stands, even if it hangs up after that.
        with suppress(OSError):
            if _refusal(smtp.rset()):
                smtp.close()

    def _hand_over(self, smtp: smtplib.SMTP) -> tuple[int, bytes]:
        """Send the letter itself, in which no line ends as only some servers take it."""
        self.is_handed_over = True
        try:
            return smtp.data(_LINE_END.sub(b"\r\n", self._mail.data))
        except smtplib.SMTPDataError as refusal:
            said = refusal.smtp_error
            return refusal.smtp_code, said if isinstance(said, bytes) else said.encode()

    def give_up(self, why: str) -> None:
        """Note that the rest has not got it, or that nobody can know, by no fault of theirs."""
        outcome: Literal["unknown", "later"] = "unknown" if self.is_handed_over else "later"
        self.done |= {each: Delivery(each, outcome, why, ours=True) for each in self.recipients}


def _open(place: SmtpAccount) -> smtplib.SMTP:
    """Connect, and make the connection private."""
    account, context = place.account, tls_context(place.account)
    own = place.sender.rpartition("@")[2]  # to look our own name up could take long
    host, port, timeout = account.host, account.port, account.timeout
    if account.tls == "implicit":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port, own, timeout=timeout, context=context)
    else:
        smtp = smtplib.SMTP(host, port, own, timeout)
    try:
        assert smtp.sock
        smtp.sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # the end of a letter goes at once
        if account.tls == "starttls":
            smtp.starttls(context=context)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _log_in(smtp: smtplib.SMTP, account: Account) -> None:
    """Log in; what with is asked for anew each time.

    A password is tried once: with each way that a server offers, as smtplib tries them, a wrong
    one would count several times, and servers lock accounts for that.
    """
    smtp.ehlo_or_helo_if_needed()
    login = account.login
    if login is None:
        return
    ways = smtp.esmtp_features.get("auth", "").upper().split()
    if login.token:
        text = f"user={login.user}\1auth=Bearer {login.token()}\1\1"
        answer = smtp.docmd("AUTH", f"XOAUTH2 {_base64(text)}")
        if answer[0] == _GO_ON:  # it has said why, and will say no
            answer = smtp.docmd("")
    elif not {"PLAIN", "LOGIN"}.intersection(ways):
        raise smtplib.SMTPNotSupportedError("the server offers no way to log in with a password")
    else:
        password = login.password() if login.password else ""
        if "PLAIN" in ways:
            text = f"\0{login.user}\0{password}"
            answer = smtp.docmd("AUTH", f"PLAIN {_base64(text)}")
        else:
            answer = smtp.docmd("AUTH", f"LOGIN {_base64(login.user)}")
            if answer[0] == _GO_ON:
                answer = smtp.docmd(_base64(password))
    if answer[0] != _LOGGED_IN:
        raise smtplib.SMTPAuthenticationError(*answer)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _from(ours: str, sender: str) -> str:
    """Return the address that the server lets us send from, with the letter's own plus part."""
    local, _, domain = ours.rpartition("@")
    plus = sender.rpartition("@")[0].partition("+")[2]
    return f"{local.partition('+')[0]}+{plus}@{domain}" if plus else ours


def _unusable(recipient: str) -> Delivery | None:
    """Refuse an address at which the server and we could get out of step."""
    try:
        check_address(recipient)
    except CampaignError as error:
        return Delivery(recipient, "refused", str(error))
    return None


def _refusal(answer: tuple[int, bytes]) -> str:
    """Return an answer that refuses a recipient or a letter; ``""`` for one that does not.

    Raises MailboxLostError for one that is about us, and SMTPServerDisconnected for one after which
    the connection is of no use.
    """
    code, said = answer
    text = one_line(f"{code} {said.decode('utf-8', 'replace')}")
    if 200 <= code <= 299:
        return ""
    if code in _LOGIN or said.startswith(_QUOTA):
        raise MailboxLostError(errno.EACCES, f"the server takes nothing from us: {text}")
    if code in (_CLOSES, _OUT_OF_STEP) or not 400 <= code <= 599:
        raise smtplib.SMTPServerDisconnected(text)
    return text


def _judge(recipient: str, refusal: str) -> Delivery:
    """Say what an answer means for a recipient."""
    return Delivery(recipient, "refused" if refusal.startswith("5") else "later", refusal)


def _text(error: BaseException) -> str:
    """Return what a server or the network says, as one line."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
        return one_line(f"{error.smtp_code} {words}")
    return one_line(getattr(error, "strerror", "") or str(error) or type(error).__name__)
