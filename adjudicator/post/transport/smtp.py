"""Letters handed to an SMTP server: one connection for many of them, and never in clear.

A transaction is done step by step, so that each recipient is known who gets the letter and who does
not. Whatever is not an answer of the server closes the connection, for after it one could not know
to what the next answer belongs.
"""

import asyncio
import errno
import os
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Literal, TypeVar

import aiosmtplib

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
    reason,
    tls_context,
    why_of,
)

T = TypeVar("T")
_MOST_SILENCES = 2
"""So often a server may fall silent in a pass before the rest of the letters wait."""
_LAST_WORD = 5.0
"""Seconds that a server has to take leave; nothing depends on it."""
_MOST_LOSSES = 5
"""So many letters in a row may find no connection that lasts until they are handed over."""
_CLOSES = 421
_TOO_LARGE = 552
_OUT_OF_STEP = 503
_LOGIN = (454, 530, 534, 535, 538)
"""Answers that mean that we are not logged in as the server wants it."""
_QUOTA = "5.4.5"
"""What Gmail's 550 begins with when an account has sent all that it may in a day."""


class SmtpOutbox:
    """An account at an SMTP server. It connects with the first letter, and anew where a connection
    broke."""

    def __init__(self, place: SmtpAccount):
        account = place.account
        self.terms = Terms(place.per_minute, place.per_day)
        self._sender = place.sender
        self._account = account
        self._smtp = aiosmtplib.SMTP(
            hostname=account.host,
            port=account.port,
            use_tls=account.tls == "implicit",
            start_tls=account.tls == "starttls",
            tls_context=tls_context(account),  # which says what is wrong with it
            timeout=account.timeout,
            local_hostname=place.sender.rpartition("@")[2],  # to look our own up could take long
        )
        self._runner: asyncio.Runner | None = None
        """What runs the connection, until we hang up."""
        self._silences = 0
        self._losses = 0

    def abilities(self) -> dict[str, str]:
        """Log in, and return what the server says that it can (``size``, ``starttls`` …).

        Raises MailboxLostError.
        """
        try:
            self._run(self._connect())
            return dict(self._smtp.esmtp_extensions)
        finally:
            self.hang_up()

    def send(self, mail: Mail) -> Sequence[Delivery]:
        """Send one letter; a connection that has broken before it is made anew, once."""
        return self._run(self._send(mail))

    def hang_up(self) -> None:
        """Take leave of the server."""
        if self._runner:
            self._run(self._quit())
            self._runner.close()
        self._runner = None
        self._silences = self._losses = 0

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        self._runner = self._runner or asyncio.Runner()
        return self._runner.run(work)

    async def _quit(self) -> None:
        with suppress(aiosmtplib.SMTPException, OSError):
            if self._smtp.is_connected:
                await self._smtp.quit(timeout=min(_LAST_WORD, self._account.timeout))
        self._smtp.close()

    async def _send(self, mail: Mail) -> Sequence[Delivery]:
        transaction = _Transaction(self._smtp, self._sender, mail)
        for is_last in (False, True):
            if not transaction.recipients:
                break
            await self._connect()
            try:
                await transaction.run()
                self._losses = 0
                break
            except BaseException as error:
                self._smtp.close()
                self._silences += isinstance(error, TimeoutError)
                is_broken = isinstance(error, aiosmtplib.SMTPException | OSError)
                if not is_broken or isinstance(error, MailboxLostError):
                    raise
                if transaction.is_handed_over or is_last:
                    host = self._account.host
                    transaction.give_up(str(reason("broke", host=host, why=_text(error))))
                    self._losses = 0 if transaction.is_handed_over else self._losses + 1
        return list(transaction.done.values())

    async def _connect(self) -> None:
        """Connect and log in, if that has not been done. Raises MailboxLostError."""
        account = self._account
        if self._silences >= _MOST_SILENCES:
            raise MailboxLostError(errno.ETIMEDOUT, str(reason("slow-server")), account.host)
        if self._losses >= _MOST_LOSSES:
            raise MailboxLostError(errno.ECONNABORTED, str(reason("hangs-up")), account.host)
        if self._smtp.is_connected:
            return
        try:
            await self._smtp.connect()
            await _log_in(self._smtp, account)
        except BaseException as error:
            self._smtp.close()
            if isinstance(error, aiosmtplib.SMTPAuthenticationError):
                refused = error.code >= 500
                why = str(reason("no-login", refused=refused, why=_text(error)))
                raise MailboxLostError(errno.EACCES, why, account.host) from error
            if isinstance(error, aiosmtplib.SMTPException | OSError | ValueError):
                raise MailboxLostError(errno.ECONNREFUSED, _text(error), account.host) from error
            raise


class _Transaction:
    """One letter handed to the server."""

    def __init__(self, smtp: aiosmtplib.SMTP, ours: str, mail: Mail):
        self._smtp = smtp
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

    async def run(self) -> None:
        """Carry it out. What is raised closes the connection."""
        try:
            await self._smtp.mail(self._sender, options=self._size())
        except aiosmtplib.SMTPResponseException as refusal:
            await self._reset(refusal)
            if refusal.code == _TOO_LARGE:
                self._refuse(refusal)
            else:
                self.give_up(str(reason("may-not-send", sender=self._sender, why=_text(refusal))))
            return
        for each in self.recipients:
            try:
                await self._smtp.rcpt(each)
            except aiosmtplib.SMTPRecipientRefused as refusal:
                _check_ours(refusal)
                self.done[each] = _judge(each, refusal)
        if not self.recipients:
            await self._clear()
            return
        self.is_handed_over = True
        try:
            await self._smtp.data(self._mail.data)
        except aiosmtplib.SMTPDataError as refusal:
            self.is_handed_over = False
            self._refuse(refusal)
            await self._reset(refusal)
        else:
            self.done |= {each: Delivery(each, "sent") for each in self.recipients}

    def give_up(self, why: str) -> None:
        """Note that the rest has not got it, or that nobody can know, by no fault of theirs."""
        outcome: Literal["unknown", "later"] = "unknown" if self.is_handed_over else "later"
        self.done |= {each: Delivery(each, outcome, why, ours=True) for each in self.recipients}

    def _refuse(self, refusal: aiosmtplib.SMTPResponseException) -> None:
        self.done |= {each: _judge(each, refusal) for each in self.recipients}

    async def _reset(self, refusal: aiosmtplib.SMTPResponseException) -> None:
        _check_ours(refusal)
        await self._clear()

    async def _clear(self) -> None:
        """End a transaction that led to nothing; what the server said of it stands."""
        try:
            await self._smtp.rset()
        except (aiosmtplib.SMTPException, OSError):  # it has hung up after that
            self._smtp.close()

    def _size(self) -> list[str]:
        is_known = self._smtp.supports_extension("size")
        return [f"SIZE={len(self._mail.data)}"] if is_known else []


async def _log_in(smtp: aiosmtplib.SMTP, account: Account) -> None:
    """Log in; what with is asked for anew each time.

    A password is tried once: with each way that a server offers, as aiosmtplib tries them, a wrong
    one would count several times, and servers lock accounts for that.
    """
    login = account.login
    if login is None:
        return
    user, secret = login.user, login.secret()
    if login.is_token:
        await smtp.auth_xoauth2(user, secret)
        return
    await smtp.ehlo()
    if "plain" in smtp.server_auth_methods:
        await smtp.auth_plain(user, secret)
    elif "login" in smtp.server_auth_methods:
        await smtp.auth_login(user, secret)
    else:
        await smtp.login(user, secret)


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


def _judge(recipient: str, refusal: aiosmtplib.SMTPResponseException) -> Delivery:
    """Say what an answer means for a recipient."""
    if 500 <= refusal.code <= 599:
        return Delivery(recipient, "refused", _text(refusal))
    return Delivery(recipient, "later", _text(refusal))


def _check_ours(refusal: aiosmtplib.SMTPResponseException) -> None:
    """Raise if an answer is about us, and not about a recipient or a letter."""
    if refusal.code in _LOGIN or refusal.message.startswith(_QUOTA):
        raise MailboxLostError(errno.EACCES, str(reason("takes-nothing", why=_text(refusal))))
    if refusal.code in (_CLOSES, _OUT_OF_STEP) or not 400 <= refusal.code <= 599:
        raise aiosmtplib.SMTPServerDisconnected(_text(refusal))


def _text(error: BaseException) -> str:
    """Return what a server or the network says, as one line."""
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return one_line(f"{error.code} {error.message}")
    cause = error.__cause__
    lost = (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPServerDisconnected)
    said = str(error)
    if isinstance(error, lost) and cause:
        error = cause
    if isinstance(error, ConnectionError) and error.errno:
        text = os.strerror(error.errno)  # what asyncio has put in its place holds a tuple
    else:
        text = why_of(error) if isinstance(error, OSError) else str(error)
    return one_line(text or said or type(error).__name__)
