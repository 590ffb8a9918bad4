"""What DNS says of the judge's address: whether answers find it, and its letters are believed."""

import re
from collections.abc import Callable, Iterator

from adjudicator.post.incoming.headers import checks, split
from adjudicator.service.trial import Point

Resolve = Callable[[str, str], list[str]]
"""Returns the records of a name and a type as texts; none if there are none. Raises OSError."""
LONGEST_ANSWER = 5.0
"""Seconds that a question may take."""
_RESERVED = re.compile(r"(?:.*\.)?(?:test|example|invalid|localhost|example\.(?:com|net|org))\.?")
"""Domains that DNS knows nothing of (RFC 6761)."""
_SIGNED = re.compile(r"\b([ds])\s*=\s*([\w.-]+)")
_GUIDE = "docs/deliverability.md says what to enter, and where"


def resolve(name: str, kind: str) -> list[str]:
    """Ask DNS for the records of a name. Raises OSError if no server answers."""
    from dns import resolver  # only `doctor` asks
    from dns.exception import DNSException

    try:
        answer = resolver.resolve(name, kind, lifetime=LONGEST_ANSWER)
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return []
    except DNSException as error:
        raise OSError(str(error)) from error
    if kind == "TXT":
        return [b"".join(each.strings).decode("utf-8", "replace") for each in answer]
    return [each.to_text() for each in answer]


def examine_domain(address: str, letter: bytes, ask: Resolve = resolve) -> Iterator[Point]:
    """Look up what other servers look up, and say what is missing.

    ``letter`` is one of the judge's that came back through its servers; empty if none did.
    """
    domain = address.rpartition("@")[2].casefold()
    if "." not in domain or _RESERVED.fullmatch(domain):
        return
    try:
        yield from _mx(domain, ask)
        yield _spf(domain, ask)
        yield from _dkim(domain, letter, ask)
        yield _dmarc(domain, ask)
    except OSError as error:
        cure = "try again; if it stays so, does this machine reach a name server?"
        yield Point("DNS", "note", f"it could not be asked: {str(error)[:120]}", cure)


def find_checked_by(letter: bytes) -> str:
    """Return what the server calls itself that checks senders, from a letter that came."""
    return checks(split(letter.replace(b"\r\n", b"\n"))[0]).host


def _mx(domain: str, ask: Resolve) -> Iterator[Point]:
    """Say whether letters to the address find a server, and whether that has a name of its own."""
    hosts = sorted(each.split()[-1].rstrip(".") for each in ask(domain, "MX"))
    if not any(hosts):
        found = "no server takes letters" + (" (a null MX)" if hosts else "")
        yield Point("DNS: MX", "wrong", f"{domain}: {found}", "answers of players get nowhere")
        return
    yield Point("DNS: MX", "well", f"letters to {domain} go to {', '.join(hosts[:4])}")
    for host in hosts[:2]:
        for number in ask(host, "A")[:2]:
            backwards = ".".join(reversed(number.split("."))) + ".in-addr.arpa"
            names = [each.rstrip(".") for each in ask(backwards, "PTR")]
            if not any(number in ask(name, "A") for name in names[:4]):
                found = f"{host} ({number}) has no name that leads back to it"
                cure = f"if it sends letters, too, many servers refuse them; {_GUIDE}"
                yield Point("DNS: PTR", "note", found, cure)


def _spf(domain: str, ask: Resolve) -> Point:
    entries = [each for each in ask(domain, "TXT") if each.casefold().startswith("v=spf1")]
    if len(entries) > 1:
        found = f"{domain} has {len(entries)} entries, so none counts"
        return Point("DNS: SPF", "wrong", found, "make one entry of them")
    if not entries:
        return Point("DNS: SPF", "note", f"{domain} does not say which servers send for it", _GUIDE)
    return Point("DNS: SPF", "well", f"{domain} says which servers send for it")


def _dkim(domain: str, letter: bytes, ask: Resolve) -> Iterator[Point]:
    """Say whether letters are signed for the domain, with a key that others find."""
    if not letter:
        return
    head = split(letter.replace(b"\r\n", b"\n"))[0]
    signed = [dict(_SIGNED.findall(each)) for each in head.get("dkim-signature", [])]
    own = [each for each in signed if _is_of(domain, each.get("d", "")) and each.get("s")]
    if not own:
        found = f"the letter that came back is not signed for {domain}"
        cure = f"a server may sign only what goes elsewhere; a letter to you shows it; {_GUIDE}"
        yield Point("DNS: DKIM", "note", found, cure)
    for each in own[:3]:
        name = f"{each['s']}._domainkey.{each['d']}"
        if any("p=" in entry for entry in ask(name, "TXT")):
            yield Point("DNS: DKIM", "well", f"letters are signed, with the key at {name}")
        else:
            cure = "letters with a signature that cannot be checked are taken for forged"
            yield Point("DNS: DKIM", "wrong", f"there is no key at {name}", cure)


def _dmarc(domain: str, ask: Resolve) -> Point:
    labels = domain.split(".")
    for place in range(len(labels) - 1):
        name = f"_dmarc.{'.'.join(labels[place:])}"
        if any(each.casefold().startswith("v=dmarc1") for each in ask(name, "TXT")):
            return Point("DNS: DMARC", "well", f"{name} says what becomes of forged letters")
    found = f"{domain} does not say what becomes of forged letters"
    return Point("DNS: DMARC", "note", found, _GUIDE)


def _is_of(domain: str, signed: str) -> bool:
    signed = signed.casefold().rstrip(".")
    return bool(signed) and (domain == signed or domain.endswith(f".{signed}"))
