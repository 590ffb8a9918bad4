"""OAuth: a person consents once, and tokens are renewed from then on."""

import json
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from servers.identity import IdentityServer

from adjudicator.cli.main import cli
from adjudicator.post.transport.imap_client import ImapConnection
from adjudicator.post.transport.mailbox import Account
from adjudicator.service import oauth
from adjudicator.service.oauth import OAuthError, access_token, ask_consent
from adjudicator.service.providers import diagnose
from adjudicator.service.secret import SecretPlace
from adjudicator.store.databases.files import hold


class Clock:
    """The machine's clock, for one module that needs not wait."""

    def __init__(self):
        self.time, self.monotonic = time.time, time.monotonic

    def sleep(self, seconds):
        time.sleep(min(seconds, 0.01))


@pytest.fixture
def identity(monkeypatch):
    monkeypatch.setattr(oauth, "time", Clock())
    with IdentityServer().running() as server:
        yield server


def consent(server, told=None, ask=None, client="judge"):
    return ask_consent(
        server.url, client, "me@example.org", ([] if told is None else told).append, ask
    )


@pytest.fixture
def kept(identity, tmp_path):
    path = tmp_path / "consent"
    path.write_bytes(consent(identity))
    return path


def test_a_code_that_is_entered_in_a_browser_gives_a_token(identity, monkeypatch):
    told, paused = [], []
    monkeypatch.setattr(oauth.time, "sleep", paused.append)
    identity.before = [{"error": "authorization_pending"}, {"error": "slow_down"}]
    made = json.loads(consent(identity, told))
    assert paused == [0, 0, 5]  # who is asked to slow down does
    assert (made["access_token"], made["refresh_token"]) == ("access", "refresh-0")
    assert made["until"] == pytest.approx(time.time() + 3600, abs=60)
    [said] = told
    assert f"Open {identity.url}/enter in any browser" in said
    assert "enter ABCD-EFGH and log in as me@example.org" in said
    assert "offline_access" in identity.asked[0]["scope"]


@pytest.mark.parametrize("has_devices", [False, True])
def test_an_address_that_is_brought_back_gives_a_token(
    identity, tmp_path, monkeypatch, has_devices
):
    """So it is where there are no codes for devices, and at Google, where they open no mail."""
    identity.has_devices = has_devices
    assert oauth._NO_DEVICES == ("accounts.google.com",)
    monkeypatch.setattr(oauth, "_NO_DEVICES", ("127.0.0.1",))
    told = []

    def browse(question):
        query = parse_qs(urlsplit(told[0].splitlines()[1]).query)
        identity.challenge = query["code_challenge"][0]
        assert query["access_type"] == ["offline"]
        return f" http://127.0.0.1:1/?state={query['state'][0]}&code=c1 "

    file = tmp_path / "client.json"
    file.write_text('{"installed": {"client_id": "judge", "client_secret": "s"}}')
    made = json.loads(consent(identity, told, browse, str(file)))
    assert made["refresh_token"] == "refresh-0"
    assert made["client"] == {"client_id": "judge", "client_secret": "s"}
    assert identity.asked[-1]["client_secret"] == "s"
    for brought, why in (
        ("?state=other&code=c1", "not the one"),
        ("?error=access_denied", "access_denied"),
        ("nonsense", "not the one"),
    ):
        with pytest.raises(OAuthError, match=why):
            consent(identity, told, lambda _, brought=brought: brought)


def test_a_token_is_renewed_shortly_before_it_ends(identity, kept):
    kept.chmod(0o644)
    tokens = iter(["second", "third"])
    identity.mint = lambda: next(tokens)
    assert access_token(kept) == "access"
    assert kept.stat().st_mode & 0o777 == 0o644
    identity.lasts = 60  # less than is left to a token that is given out
    old(kept)
    assert access_token(kept) == "second"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert SecretPlace(oauth="consent").read(kept.parent) == "third"
    assert identity.refreshed == 2
    identity.keeps = True
    for name in ("fourth", "fifth"):  # a server that gives no other one goes by the first
        identity.mint = lambda name=name: name
        old(kept)
        assert access_token(kept) == name
    assert {each.name for each in kept.parent.iterdir()} == {"consent", "consent.lock"}


def old(kept):
    """Let the token have ended."""
    kept.write_text(kept.read_text().replace('"until":', '"until":0,"was":'))


def test_a_link_in_the_place_of_its_lock_is_not_followed(identity, kept):
    old(kept)
    (kept.parent / "consent.lock").symlink_to(kept.parent / "made")
    with pytest.raises(OSError, match="it is a link, and no link is followed here"):
        access_token(kept)
    assert not (kept.parent / "made").exists()


def test_who_comes_at_once_renews_once(identity, kept):
    """A refresh token is good for one time: two who used it would lose the consent."""
    old(kept)
    program = (
        "import sys; from pathlib import Path; from adjudicator.service.oauth import access_token;"
        "print(access_token(Path(sys.argv[1])))"
    )
    others = [
        subprocess.Popen([sys.executable, "-c", program, str(kept)], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(access_token, [kept] * 8)) == {"access"}
    assert [each.communicate()[0] for each in others] == [b"access\n"] * 2
    assert identity.refreshed == 1


def test_who_waits_for_the_lock_gives_up_in_the_end(identity, kept, monkeypatch):
    old(kept)
    monkeypatch.setattr(oauth, "_PATIENCE", 0.05)
    with hold(kept.with_name("consent.lock"), 1) as is_mine:
        assert is_mine
        with pytest.raises(OAuthError, match="does not end"):
            access_token(kept)
    assert identity.refreshed == 0


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"error": "invalid_grant"}, "gives no token: invalid_grant"),
        ({"error": "invalid_client", "error_description": "AADSTS7\r\nTrace"}, "invalid_client AADSTS7"),
        ({"access_token": "x", "expires_in": "soon"}, "does not answer as an identity server"),
        (b"<html>\xff", "does not answer as an identity server"),
        (b"[" * 100_000, "does not answer as an identity server"),
    ],
)  # fmt: skip
def test_a_token_that_is_refused_says_what_to_do_and_keeps_the_file(identity, kept, answer, told):
    old(kept)
    before = kept.read_bytes()
    identity.before = [answer]
    with pytest.raises(OAuthError, match=told) as caught:
        access_token(kept)
    assert "\n" not in str(caught.value)
    assert kept.read_bytes() == before
    trouble = diagnose(caught.value, Account("imap.example.org", 993, "implicit"))
    assert trouble.stage == "secret"
    assert "adjudicator init" in trouble.cure


def test_what_cannot_be_asked_is_named(tmp_path, identity):
    path = tmp_path / "consent"
    path.write_text("{}")
    with pytest.raises(OAuthError, match="holds no consent"):
        access_token(path)
    with pytest.raises(FileNotFoundError):
        access_token(tmp_path / "none")
    for server, told in (
        ("http://example.org", "only https"),
        ("file:///etc/passwd", "only https"),
        ("nonsense", "only https"),
        ("http://127.0.0.1:1", "cannot be asked"),
    ):
        with pytest.raises(OAuthError, match=told):
            ask_consent(server, "judge", "me", print, input)
    with pytest.raises(OAuthError, match=r"invalid_client who\?$"):
        consent(identity, client="stranger")
    path.write_text('{"web": {"client_secret": "x"}}')
    with pytest.raises(OAuthError, match="no file of a client"):
        consent(identity, client=str(path))
    identity.before = [{"access_token": "x"}]
    with pytest.raises(OAuthError, match="offline access"):
        consent(identity)
    identity.raw = {"token_endpoint": identity.url}
    with pytest.raises(OAuthError, match="does not answer as an identity server"):
        consent(identity)


def test_nobody_waits_for_ever_for_a_code(identity, monkeypatch):
    identity.before = [{"error": "authorization_pending"}] * 3
    moments = iter([0, 1, 899, 901])
    monkeypatch.setattr(oauth.time, "monotonic", lambda: next(moments), raising=False)
    with pytest.raises(OAuthError, match="in time"):
        consent(identity)


@pytest.mark.servers
@pytest.mark.parametrize("bearer", [False, True])
def test_init_asks_for_consent_and_all_is_well(
    tmp_path, monkeypatch, post_office, identity, bearer
):
    """With XOAUTH2, and with OAUTHBEARER where a server of IMAP has that alone."""
    monkeypatch.chdir(tmp_path)
    if bearer:
        plain = ImapConnection.has_capability
        lacks = lambda self, name: name != "AUTH=XOAUTH2" and plain(self, name)  # noqa: E731
        monkeypatch.setattr(ImapConnection, "has_capability", lacks)
    address = post_office.address()
    identity.mint = lambda: post_office.bearer(address)
    identity.lasts = 60  # so that it is renewed at each login
    imap, smtp = f"localhost:{post_office.imaps}", f"localhost:{post_office.submissions}"
    servers = ("--imap", imap, "--smtp", smtp)
    words = ("init", "--address", address, "--gm", "gm@example.org", *servers, "--tls", "implicit")
    done = CliRunner().invoke(
        cli, [*words, "--ca", post_office.ca, "--oauth", identity.url, "--oauth-client", "judge", "--yes"]
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "enter ABCD-EFGH" in done.output
    assert f"in: login: as {address}" in done.output
    assert f"out: login: as {address}" in done.output
    assert "secrets/mail-consent is for" in done.output
    assert identity.refreshed > 1
    held = tmp_path / "secrets/mail-consent"
    assert stat.S_IMODE(held.stat().st_mode) == 0o600
    assert json.loads(held.read_text())["access_token"] not in (
        done.output + (tmp_path / "adjudicator.toml").read_text()
    )
    identity.before = [{"error": "invalid_grant"}] * 9
    done = CliRunner().invoke(cli, ["doctor", "--no-letter"])
    assert done.exit_code == 1
    assert done.output.count("gives no token: invalid_grant") == 2
    assert "“adjudicator init” asks for consent again" in done.output
