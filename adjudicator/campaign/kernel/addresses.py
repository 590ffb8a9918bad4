"""Addresses of mail and webhooks, names of persons: what cannot be one is refused when given."""

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from adjudicator.campaign.kernel.errors import CampaignError, reason
from adjudicator.patterns import pattern
from adjudicator.wording import Reason

LONGEST = 254
LONGEST_LOCAL = 64
LONGEST_URL = 500
TOKEN_ROOM = 17
"""What a seat's token adds to the local part of a campaign's address: ``+`` and 16 letters."""

LONGEST_NAME = 40
MOST_WORDS = 5
_NAME = pattern(r"[^\W\d_](?:[^\W\d_]|['’ -]|(?:(?<=\b\w)|(?<=\b\w\w))\.)*")
"""Letters, and full stops behind one letter or two: “J. R. O’Neill-Smith”."""

_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All that has been given away of IPv6 for the public network (RFC 4291)."""
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses as networks without IPv4 write them (RFC 6052)."""

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL = pattern(rf"{_ATOM}(?:\.{_ATOM})*")
_LABEL = pattern(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


def mailbox_of(address: str) -> str:
    """Return the mailbox that letters to an address arrive in: small letters, no plus part."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def places_of(address: str) -> set[str]:
    """Return the addresses at which a letter to one arrives: it and, without its plus part, its
    mailbox."""
    return {address.casefold(), mailbox_of(address)}


def check_address(text: str, *, of_campaign: bool = False) -> None:
    """Raise CampaignError, with what is wrong, for a text to which no letter can be sent.

    Only addresses in ASCII are taken, without quotes (RFC 5321). The address of a campaign must
    leave room for the tokens of its seats.
    """
    if why := _fault(text, LONGEST_LOCAL - TOKEN_ROOM * of_campaign):
        shown = "".join(char if char.isprintable() else "�" for char in text[:80])
        raise CampaignError("no-mail-address", shown=shown, why=why)


def check_person_name(text: str) -> None:
    """Raise CampaignError for a text that is no person's name: others read it in their letters, so
    that it must hold no digits, no address, no link and no message."""
    words = text.split()
    if not _NAME.fullmatch(text) or len(text) > LONGEST_NAME or len(words) > MOST_WORDS:
        raise CampaignError(
            "no-person-name", text=text[:60], words=MOST_WORDS, letters=LONGEST_NAME
        )


def check_webhook(url: str, private: Sequence[str] = ()) -> None:
    """Raise CampaignError for what is no URL that notices can be posted to, in ASCII: there are
    many ways to write one host in other letters.

    ``private`` are names of hosts, addresses and networks that are allowed though they are private.
    """
    try:
        parts = urlsplit(url)
        sound = parts.scheme == "https" and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or len(url) > LONGEST_URL or re.search(r"[^!-~]|[@<>\"]", url):
        raise CampaignError("no-webhook", url=_without_path(url), most=LONGEST_URL)
    host = urlsplit(url).hostname or ""
    if not (_may_be_public(host) or is_allowed(host, host.partition("%")[0], private)):
        raise CampaignError("private-webhook", url=_without_path(url))


def _without_path(url: str) -> str:
    """Return the beginning of a URL, of which the rest may be secret."""
    begins = re.match(r"((?:[^:/?#]*://)?)[^/?#]*", url)
    assert begins
    return f"{begins[1]}{begins[0].removeprefix(begins[1]).rpartition('@')[2]}"[:60]


def is_allowed(host: str, address: str, private: Sequence[str]) -> bool:
    """Say whether notices may go to an address of a host, though it is private: by the host's name,
    or by a network that it lies in."""
    if host.casefold() in map(str.casefold, private):
        return True
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in network for network in map(_network, private) if network)


def check_private_hosts(private: Sequence[str]) -> None:
    """Raise CampaignError for what is neither the name of a host nor an address or a network."""
    for each in private:
        labels = each.split(".")
        if not (_network(each) or (all(map(_LABEL.fullmatch, labels)) and not each.isdecimal())):
            raise CampaignError("no-private-host", text=each[:60])


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        return None


def _may_be_public(host: str) -> bool:
    """Say whether a host may be in the public network, as far as it can be seen from its name."""
    try:
        return is_public(host.partition("%")[0])
    except ValueError:  # it is no number, and looked up when a notice is posted
        return "." in host.rstrip(".")


def is_public(address: str) -> bool:
    """Say whether an address is one that the whole world can reach, as is the IPv4 address that
    one of IPv6 leads to: a gateway of this network may take a letter there."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast
    inner = ip.ipv4_mapped or ip.sixtofour
    if ip in _TRANSLATED:
        inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return is_public(str(inner)) if inner else ip in _UNICAST and ip.is_global


def doubt(text: str) -> str:
    """Say why an address that could be written to may not be meant; ``""`` if nothing is odd."""
    domain = text.rpartition("@")[2]
    if domain and "." not in domain and domain.casefold() != "localhost":
        return str(reason("domain-without-end", address=text, domain=domain))
    return ""


def _fault(text: str, longest: int) -> Reason | None:
    local, at, domain = text.rpartition("@")
    if not at or not local or not domain:
        return reason("address.form")
    if not text.isascii():
        return reason("address.ascii")
    if len(text) > LONGEST or len(local) > longest:
        return reason("address.too-long", longest=longest)
    if not _LOCAL.fullmatch(local):
        return reason("address.local")
    labels = domain.split(".")
    if not all(map(_LABEL.fullmatch, labels)) or labels[-1].isdecimal():
        return reason("address.domain", domain=domain[:60])
    if labels[-1].casefold() == "invalid":
        return reason("address.invalid")
    return None
