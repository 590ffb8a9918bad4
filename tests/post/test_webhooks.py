"""Notices to webhooks: what is posted, what is tried again, and what is never reached."""

import json
import socket
import ssl
import threading
import time
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import trustme
from outboxes import MemoryOutbox

from adjudicator.campaign.kernel.addresses import check_webhook
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.letters.outbox import attempts, wait_for
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.post.passes.sending import SHORTEST_PAUSE, send_all
from adjudicator.post.transport import webhook
from adjudicator.post.transport.mailbox import Mail
from adjudicator.store import queries
from adjudicator.store.host import HostRules
from adjudicator.store.letter_records import Letter

URL = "https://talk.example/hooks/1?wait=true"


@cache
def contexts():
    """How talk.example shows who it is, and how that is checked."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("talk.example").configure_cert(context)
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    return context, trusted


@contextmanager
def server(monkeypatch, answer):
    """Serve on this machine as if it were talk.example; ``answer`` is given each request."""
    posted = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            posted.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            answer(self)

        def log_message(self, *a):
            pass

    context, trusted = contexts()
    made = HTTPServer(("127.0.0.1", 0), Handler)
    made.socket = context.wrap_socket(made.socket, server_side=True)
    connect = socket.create_connection
    monkeypatch.setattr(webhook, "find_address", lambda *host: "192.0.2.1")
    monkeypatch.setattr(
        webhook.socket,
        "create_connection",
        lambda at, timeout: connect(made.server_address, timeout),
    )
    monkeypatch.setattr(webhook.ssl, "create_default_context", lambda: trusted)
    thread = threading.Thread(target=made.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield posted
    finally:
        made.shutdown()
        made.server_close()


def status(*codes):
    """Answer with one code after the other, and lead elsewhere."""
    rest = iter(codes)

    def answer(request):
        request.send_response(next(rest))
        request.send_header("Location", "https://127.0.0.1/")
        request.end_headers()

    return answer


def post(url=URL):
    (delivery,) = webhook.post_notice(Mail("<1@x>", "", (url,), b"news"))
    return delivery


def test_a_notice_is_json_that_chats_take(monkeypatch):
    """Faults of the server are tried again, and refusals are not; no redirect is followed."""
    answers = {204: "sent", 500: "later", 429: "later", 404: "refused", 302: "refused"}
    with server(monkeypatch, status(*answers)) as posted:
        assert [post().outcome for _ in answers] == list(answers.values())
    assert len(posted) == len(answers)
    path, body = posted[0]
    assert path == "/hooks/1?wait=true"
    assert json.loads(body) == {"text": "news", "content": "news", "message": "news"}


def test_a_server_that_hangs_or_trickles_is_given_up(monkeypatch):
    monkeypatch.setattr(webhook, "TIMEOUT", 0.1)
    released = threading.Event()

    def trickle(request):
        for _ in range(100):
            if released.wait(0.05):
                return
            try:
                request.wfile.write(b"H")
            except OSError:
                return

    with server(monkeypatch, trickle):
        began = time.monotonic()
        assert post().outcome == "later"
        assert time.monotonic() - began < 5
        released.set()


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"),
        *("224.0.0.1", "0.0.0.0", "100.64.0.1", "::", "fe80::1", "fec0::1", "ff02::1", "::7f00:1"),
        *("::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::"),
        *("2002:a00:8::1", "2001:0:a00:1::", "5f00::1", "2001:db8::1"),
    ],
)
def test_what_lies_in_a_private_network_is_never_reached(monkeypatch, address):
    monkeypatch.setattr(
        webhook.socket,
        "getaddrinfo",
        lambda *a, **k: [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))],
    )
    monkeypatch.setattr(webhook.socket, "create_connection", lambda *a: pytest.fail("reached"))
    assert post() == (URL, "refused", "it is not in the public network", False)


@pytest.mark.parametrize(
    "address", ["2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8", "2002:808:808::1"]
)
def test_what_lies_in_the_public_network_is_reached(monkeypatch, address):
    found = [(0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(webhook.socket, "getaddrinfo", lambda *a, **k: found)
    assert webhook.find_address("talk.example", 443) == address


@pytest.mark.parametrize(
    ("host", "address"),
    [("ntfy.home", "10.0.0.8"), ("talk.example", "192.168.7.9"), ("talk.example", "fd00::1")],
)
def test_what_the_host_allows_of_a_private_network_is_reached(monkeypatch, host, address):
    private = ("NTFY.home", "192.168.7.0/24", "fd00::1")
    found = [(0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(webhook.socket, "getaddrinfo", lambda *a, **k: found)
    assert webhook.find_address(host, 443, private) == address
    assert not webhook.find_address(host, 443)
    found.append((0, 0, 0, "", ("10.9.9.9", 443)))
    assert bool(webhook.find_address(host, 443, private)) == (host == "ntfy.home")


def test_a_game_master_allows_no_private_address_and_the_host_does(post_class, store):
    game = post_class(store)
    with pytest.raises(CampaignError, match="lies in a private network"):
        game.change(change_settings, webhook="https://192.168.7.9/hook")
    store.host = HostRules(private_webhooks=("192.168.7.0/24", "matrix"))
    for url in ("https://192.168.7.9/hook", "https://matrix/hook"):
        game.change(change_settings, webhook=url)
    with pytest.raises(CampaignError, match="lies in a private network"):
        game.change(change_settings, webhook="https://192.168.8.9/hook")


def test_a_notice_goes_to_what_the_host_allows(post_class, store, monkeypatch):
    game = post_class(store)
    asked = []
    monkeypatch.setattr(webhook, "find_address", lambda *given: asked.append(given) or "")
    store.host = HostRules(private_webhooks=("matrix",))
    game.change(change_settings, webhook="https://matrix/hook")
    adjudicate(game.store, game.campaign.name, game.now)
    list(send_all(store, MemoryOutbox(), game.now))
    assert asked == [("matrix", 443, ("matrix",))]


@pytest.mark.parametrize(
    "url",
    [
        *("http://talk.example/", "https://", "https://a@b.example/", "file:///etc/passwd"),
        *("x" * 600, "https://t\u24d0lk.example/", "https://talk.example/ü"),
        *("https://talk.example/\x7f", "https://talk.example/\u202e", "https://talk.example:0/"),
    ],
)
def test_what_is_no_webhook_cannot_be_set(url):
    with pytest.raises(CampaignError, match="no webhook"):
        check_webhook(url)


def test_a_phase_is_told_with_nothing_secret(post_class, store, monkeypatch):
    game = post_class(store)
    game.change(change_settings, webhook=URL)
    game.take("hide 3")
    adjudicate(game.store, game.campaign.name, game.now)
    (notice,) = game.store.rows(Letter, kind="webhook")
    assert notice.recipients == (URL,)
    assert "is carried out, and the reports are out. Next:" in notice.content.text
    assert "hide" not in notice.content.text
    with server(monkeypatch, status(200)) as posted:
        out = MemoryOutbox()
        list(send_all(game.store, out, game.now))
    assert len(posted) == 1
    assert not [each for each in out.mails if URL in each.recipients]


def test_letters_wait_for_no_webhook_and_a_host_that_hangs_is_asked_once(
    post_class, store, monkeypatch
):
    monkeypatch.setattr(webhook, "TIMEOUT", 0.1)
    released, asked = threading.Event(), []
    hosts = ["one.example", "two.example", "two.example", "two.example"]
    for number, host in enumerate(hosts):
        game = post_class(store, f"game{number}")
        game.change(change_settings, webhook=f"https://{host}/{number}")
        adjudicate(game.store, game.campaign.name, game.now)

    def look_up(host, port, **more):
        asked.append((host, len(out.mails)))
        released.wait(20)
        raise OSError("no such name")

    monkeypatch.setattr(webhook.socket, "getaddrinfo", look_up)
    out = MemoryOutbox()
    for _ in range(2):
        list(send_all(game.store, out, game.now))
    released.set()
    assert sorted(asked) == [("one.example", len(out.mails)), ("two.example", len(out.mails))]
    later = game.now + SHORTEST_PAUSE * 2
    waiting = list(queries.letters_to_send(store, later, kind="webhook"))
    assert len(waiting) == len(hosts)
    tried = [attempts(store, each).get(each.recipients[0]) for each in waiting]
    reasons = [wait_for(*each).reason for each in zip(waiting, tried, strict=True)]
    assert {"retry", "host"} == {*reasons}
