"""Who wrote this: from a letter's addresses to what the campaign must know of its source.

A seat's token (80 bits of HMAC-SHA256 in base32: ``campaign.letters.token``) is the plus part of
the address that a report asks to be answered at, or in the header of the order sheet. The token is
the proof; a From field is none, anybody can write one. It only says whose orders they may be.
"""

import re

from adjudicator.campaign.identify import Source
from adjudicator.post.letter import Address, Letter

_TOKEN = re.compile(r"[a-z2-7]{16}")
_GROUPING = re.compile(r"[-._]")


def source_of(letter: Letter, *, answer: bool = True) -> Source:
    """Return where the orders in a letter came from."""
    return Source(
        id=f"<{letter.message_id}>" if letter.message_id else f"sha256:{letter.key}",
        address=letter.sender.address,
        answer=answer,
        token=next(filter(None, (token_in(each.address) for each in letter.recipients)), ""),
    )


def token_in(address: str) -> str:
    """Return the token in an address's plus part, in small letters without grouping, or ``""``."""
    local = address.rpartition("@")[0]
    plus = _GROUPING.sub("", local.partition("+")[2].casefold())
    return plus if _TOKEN.fullmatch(plus) else ""


def with_token(address: Address, token: str) -> Address:
    """Return the address with a token as its plus part, so that an answer proves itself."""
    local, _, domain = address.address.rpartition("@")
    return Address(f"{local.partition('+')[0]}+{token}@{domain}", address.name)
