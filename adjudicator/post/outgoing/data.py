"""The letter itself, as SMTP has it: dots at the beginning of lines doubled, and one that ends it.

aiosmtplib looks for the end of each line, twice, which takes longer than all the rest of a
transaction. Our letters are written with lines that end as they should.
"""

import aiosmtplib
from aiosmtplib import SMTPDataError, SMTPServerDisconnected, SMTPStatus

_END = b"\r\n"


async def hand_over_data(smtp: aiosmtplib.SMTP, data: bytes, timeout: float) -> None:
    """Hand over a letter whose recipients are known. Raises SMTPDataError if it is not taken.

    One with a line that ends otherwise than in CRLF is left to aiosmtplib.
    """
    written = smtp_form(data)
    if written is None:
        await smtp.data(data)
        return
    asked = await smtp.execute_command(b"DATA")
    if asked.code != SMTPStatus.start_input:
        raise SMTPDataError(asked.code, asked.message)
    if smtp.protocol is None:
        raise SMTPServerDisconnected("Connection lost")
    smtp.protocol.write(written)
    taken = await smtp.protocol.read_response(timeout=timeout)
    if taken.code != SMTPStatus.completed:
        raise SMTPDataError(taken.code, taken.message)


def smtp_form(data: bytes) -> bytes | None:
    """Return a letter as it is handed over; None if not all of its lines end in CRLF."""
    ends = data.count(_END)
    if not data.endswith(_END) or not ends == data.count(b"\r") == data.count(b"\n"):
        return None
    first = b"." if data.startswith(b".") else b""
    return first + data.replace(b"\r\n.", b"\r\n..") + b".\r\n"
