"""Which mailbox or outbox an address or an account means; each is imported when it is wanted."""

from adjudicator.post.transport.mailbox import (
    ImapAccount,
    Mailbox,
    MailboxError,
    Outbox,
    SmtpAccount,
)


def open_mailbox(address: str | ImapAccount) -> Mailbox:
    """Open the mailbox at an address, or of an account. Raises OSError, MailboxError."""
    if isinstance(address, ImapAccount):
        from adjudicator.post.transport.imap import ImapMailbox  # slow to import

        return ImapMailbox(address)
    from adjudicator.post.transport.maildir import MaildirMailbox

    kind, place = _part(address)
    if kind == "maildir":
        return MaildirMailbox(place)
    raise MailboxError("no-mailbox-kind", kind=kind[:40])


def open_outbox(address: str | SmtpAccount) -> Outbox:
    """Open the outbox at an address or an account. Raises OSError, MailboxError, AccountError."""
    if isinstance(address, SmtpAccount):
        from adjudicator.post.transport.smtp import SmtpOutbox  # which loads ssl

        return SmtpOutbox(address)
    kind, place = _part(address)
    if kind == "maildir":
        from adjudicator.post.transport.maildir import MaildirOutbox

        return MaildirOutbox(place)
    if kind == "sendmail":
        from adjudicator.post.transport.sendmail import SendmailOutbox

        return SendmailOutbox(place)
    raise MailboxError("no-outbox-kind", kind=kind[:40])


def _part(address: str) -> tuple[str, str]:
    """Part an address (``maildir:///home/…``) into kind and place; a path alone is a Maildir."""
    if address == "sendmail":
        return address, ""
    kind, colon, place = address.partition("://")
    return (kind, place) if colon else ("maildir", address)
