"""Posting notices to webhooks: JSON, to public addresses alone, and no redirect is followed."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from adjudicator.campaign.kernel.addresses import is_allowed, is_public
from adjudicator.post.transport.mailbox import Delivery, Mail, reason

TIMEOUT = 5.0
"""Seconds for each step of one notice; all of it may take twice as long."""


def post_together(notices: Sequence[Mail], private: Sequence[str] = ()) -> list[Sequence[Delivery]]:
    """Post several notices at the same time; what is not done in time, whatever it waits for, the
    look-up of a name too, is tried again. ``private`` are hosts and networks that may be private.
    """
    done: dict[int, Sequence[Delivery]] = {}

    def post(number: int) -> None:
        done[number] = post_notice(notices[number], private)

    threads = [
        threading.Thread(target=post, args=[number], daemon=True) for number in range(len(notices))
    ]
    ends = time.monotonic() + 2 * TIMEOUT
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, ends - time.monotonic()))
    late = str(reason("late-answer"))
    return [
        done.get(number) or [Delivery(url, "later", late) for url in mail.recipients]
        for number, mail in enumerate(notices)
    ]


def post_notice(mail: Mail, private: Sequence[str] = ()) -> Sequence[Delivery]:
    """Post a notice to each of its recipients, which are URLs; the data is its text.

    What answers with a fault of the server's, or not in time, is tried again; what refuses it,
    redirects it or lies in a private network that is not allowed is not.
    """
    return [_post(url, mail.data.decode(), private) for url in mail.recipients]


def _post(url: str, text: str, private: Sequence[str]) -> Delivery:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 443
    body = json.dumps({"text": text, "content": text, "message": text}).encode()
    path = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
    try:
        address = find_address(host, port, private)
        if not address:
            return Delivery(url, "refused", str(reason("not-public")))
        status = _request(host, address, port, path, body)
    except (OSError, HTTPException, ValueError) as error:
        return Delivery(url, "later", str(error) or type(error).__name__)
    why = str(reason("answered", status=status))
    if status >= 500 or status in (408, 425, 429):
        return Delivery(url, "later", why)
    return Delivery(url, "sent") if 200 <= status < 300 else Delivery(url, "refused", why)


def find_address(host: str, port: int, private: Sequence[str] = ()) -> str:
    """Return an address of a host; ``""`` if one of them is neither public nor allowed. Raises
    OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]).partition("%")[0] for each in found]
    may_go = all(is_public(each) or is_allowed(host, each, private) for each in addresses)
    return addresses[0] if may_go else ""


def _request(host: str, address: str, port: int, path: str, body: bytes) -> int:
    """Post to a host at the very address that was looked at; return the status."""
    connection = HTTPSConnection(host, port, timeout=TIMEOUT)
    plain = socket.create_connection((address, port), TIMEOUT)
    line = plain.dup()  # TLS takes the other one over
    ends = threading.Timer(2 * TIMEOUT, _cut, [line])  # against a server that trickles
    ends.start()
    try:
        connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        kind = {"Content-Type": "application/json", "User-Agent": "adjudicator"}
        connection.request("POST", path, body, kind)
        return connection.getresponse().status
    finally:
        ends.cancel()
        connection.close()
        plain.close()
        line.close()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):  # it may have ended meanwhile
        line.shutdown(socket.SHUT_RDWR)
