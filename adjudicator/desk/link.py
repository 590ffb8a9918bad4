"""A link that opens the order desk with a seat's position: all of it in the fragment of the URL.

No server sees a fragment. It is a version, and deflated JSON in base64url.
"""

import base64
import zlib

import msgspec

VERSION = "1."
LONGEST = 12_000
"""Characters of a link; a longer one is cut by some mail programs."""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a desk is opened with."""

    position: msgspec.Raw
    """The seat's position file."""
    sheet: str = ""
    """The seat's order sheet: the lines that an order mail begins with, and what can be ordered."""
    to: str = ""
    """Where orders are mailed."""


def make_link(desk: str, position: bytes, sheet: str = "", to: str = "") -> str:
    """Return the address of a desk with a position in its fragment; ``""`` if it is too long."""
    opening = Opening(msgspec.Raw(position), sheet, to)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(msgspec.json.encode(opening)) + packer.flush()
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    link = f"{desk}#{VERSION}{text}"
    return link if len(link) <= LONGEST else ""
