"""OAuth 2: the consent that a person gives once is kept in a file; tokens are made from it.

For that a few forms are sent to an identity server: by RFC 8628 for the code that a person enters
in any browser, by RFC 7636 for an address that he opens and another that he brings back, and by
RFC 6749 for each new token. What libraries have beyond that is about one provider or web servers.
"""

import base64
import hashlib
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec

from adjudicator.post.transport.mailbox import is_loopback
from adjudicator.service.errors import SecretError
from adjudicator.service.reasons import reason
from adjudicator.store.databases.files import hold, write_whole

T = TypeVar("T")
NAMES = {
    "microsoft": "https://login.microsoftonline.com/common/v2.0",
    "google": "https://accounts.google.com",
}
"""What identity servers are called for short."""
_SCOPES = {
    "login.microsoftonline.com": "https://outlook.office.com/IMAP.AccessAsUser.All "
    "https://outlook.office.com/SMTP.Send offline_access",
    "accounts.google.com": "https://mail.google.com/",
}
"""What is asked for, by the host of the identity server."""
_NO_DEVICES = ("accounts.google.com",)
"""Hosts that have codes for devices, but give no mail for them."""
_REDIRECT = "http://127.0.0.1:1/"
"""Where nobody listens: the person brings the address back."""
_PATIENCE = 30.0
"""Seconds for an identity server to answer, and to wait for who renews the same token."""
_SOON = 120.0
"""So many seconds before its end a token is renewed."""
_MOST_BYTES = 1024 * 1024


class OAuthError(SecretError):
    """No token can be had; says what to do."""

    code = ""
    """What the identity server calls it."""


class _Server(msgspec.Struct):
    """What an identity server says of itself."""

    token_endpoint: str
    authorization_endpoint: str
    device_authorization_endpoint: str = ""


class _Device(msgspec.Struct):
    """What a person is to enter, and how often to ask whether it was done."""

    device_code: str
    user_code: str
    verification_uri: str
    expires_in: float
    interval: float = 5


class _Tokens(msgspec.Struct):
    access_token: str
    refresh_token: str = ""
    expires_in: float = 3600


class Consent(msgspec.Struct, frozen=True, kw_only=True):
    """What the file holds."""

    token_endpoint: str
    client: dict[str, str]
    """Which program asks: ``client_id``, and perhaps ``client_secret``."""
    refresh_token: str = ""
    access_token: str = ""
    until: float = 0
    """When the access token ends, in seconds since 1970."""

    def renew(self, **form: str) -> "Consent":
        """Ask for an access token by what the form has. Raises OAuthError."""
        tokens = _send(self.token_endpoint, _Tokens, form | self.client)
        return msgspec.structs.replace(
            self,
            access_token=tokens.access_token,
            refresh_token=tokens.refresh_token or self.refresh_token,
            until=time.time() + tokens.expires_in,
        )


def read_client(given: str) -> dict[str, str]:
    """Read which program asks: from its id alone, or from a file as Google gives it."""
    if not Path(given).is_file():
        return {"client_id": given}
    kind = dict[str, dict[str, Any]]
    try:
        [table] = msgspec.json.decode(Path(given).read_bytes(), type=kind).values()
        return {name: str(table[name]) for name in ("client_id", "client_secret")}
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        raise OAuthError(str(reason("consent.client", file=given))) from error


def ask_consent(
    server: str,
    client: str,
    user: str,
    tell: Callable[[str], None],
    ask: Callable[[str], str],
) -> bytes:
    """Have a person consent in a browser; return what the file is to hold. Raises OAuthError."""
    issuer = NAMES.get(server, server).rstrip("/")
    host = urlsplit(issuer).hostname or ""
    scope = _SCOPES.get(host, "openid email offline_access")
    there = _send(f"{issuer}/.well-known/openid-configuration", _Server)
    consent = Consent(token_endpoint=there.token_endpoint, client=read_client(client))
    if there.device_authorization_endpoint and host not in _NO_DEVICES:
        form = {"scope": scope, **consent.client}
        device = _send(there.device_authorization_endpoint, _Device, form)
        device_facts = {"page": device.verification_uri, "code": device.user_code}
        tell(str(reason("consent.enter-code", user=user, **device_facts)))
        consent = _wait(consent, device)
    else:
        consent = _bring_back(consent, there.authorization_endpoint, scope, user, tell, ask)
    if not consent.refresh_token:
        raise OAuthError(str(reason("consent.no-refresh", host=host)))
    return msgspec.json.encode(consent)


def _wait(consent: Consent, device: _Device) -> Consent:
    """Wait until a person has entered a code."""
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    pause, end = device.interval, time.monotonic() + device.expires_in
    while time.monotonic() < end:
        time.sleep(pause)
        try:
            return consent.renew(grant_type=grant, device_code=device.device_code)
        except OAuthError as error:
            if error.code not in ("authorization_pending", "slow_down"):
                raise
            pause += 5 * (error.code == "slow_down")
    raise OAuthError(str(reason("consent.too-late")))


def _bring_back(
    consent: Consent,
    endpoint: str,
    scope: str,
    user: str,
    tell: Callable[[str], None],
    ask: Callable[[str], str],
) -> Consent:
    """Have a person open an address, and bring back the one that he is led to."""
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    digest = hashlib.sha256(verifier.encode()).digest()
    query = {
        "response_type": "code",
        "client_id": consent.client["client_id"],
        "redirect_uri": _REDIRECT,
        "scope": scope,
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
        "access_type": "offline",  # without these two Google gives no refresh token
        "prompt": "consent",
        "login_hint": user,
    }
    tell(f"{reason('consent.open')}\n{endpoint}?{urlencode(query)}")
    tell(str(reason("consent.copy")))
    back = parse_qs(urlsplit(ask(str(reason("consent.address"))).strip()).query)
    if back.get("state") != [state] or "code" not in back:
        why = back.get("error", [""])[0]
        raise OAuthError(str(reason("consent.other-address", why=why)))
    return consent.renew(
        grant_type="authorization_code",
        code=back["code"][0],
        code_verifier=verifier,
        redirect_uri=_REDIRECT,
    )


def access_token(path: Path) -> str:
    """Return a token that is good for a while; who finds it old makes a new one, one at a time.

    Raises OAuthError, or OSError for a file that cannot be read or written.
    """
    consent = _read(path)
    if time.time() > consent.until - _SOON:
        with hold(path.with_name(f"{path.name}.lock"), _PATIENCE) as is_mine:
            if not is_mine:
                raise OAuthError(str(reason("consent.held", file=path)))
            consent = _read(path)  # another may have been faster
            if time.time() > consent.until - _SOON:
                token = consent.refresh_token
                consent = consent.renew(grant_type="refresh_token", refresh_token=token)
                write_whole(path, msgspec.json.encode(consent))
    return consent.access_token


def _read(path: Path) -> Consent:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Consent)
    except msgspec.MsgspecError as error:
        raise OAuthError(str(reason("consent.none", file=path))) from error


def _send(url: str, kind: type[T], form: dict[str, str] | None = None) -> T:
    """Send a form, or ask for a page, and return what the identity server answers.

    Raises OAuthError.
    """
    from urllib.error import HTTPError
    from urllib.request import urlopen

    place = urlsplit(url)
    if place.scheme != "https" and not is_loopback(place.hostname or ""):
        raise OAuthError(str(reason("consent.not-private", url=url[:80])))
    try:
        with urlopen(url, urlencode(form).encode() if form else None, _PATIENCE) as answer:
            data = answer.read(_MOST_BYTES)
    except HTTPError as error:
        data = error.read(_MOST_BYTES)  # what is wrong stands in it
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        raise OAuthError(str(reason("consent.unasked", host=place.hostname, why=why))) from error
    try:
        return msgspec.json.decode(data, type=kind, strict=False)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _refusal(data, place.hostname or "") from error


class _Refusal(msgspec.Struct):
    error: str
    error_description: str = ""


def _refusal(data: bytes, host: str) -> OAuthError:
    """Say what an answer means that is not the one that was asked for."""
    try:
        said = msgspec.json.decode(data, type=_Refusal)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return OAuthError(str(reason("consent.no-identity-server", host=host)))
    why = f"{said.error} {said.error_description.partition(chr(10))[0][:300]}".strip()
    refused = OAuthError(str(reason("consent.refused", host=host, why=why)))
    refused.code = said.error
    return refused
