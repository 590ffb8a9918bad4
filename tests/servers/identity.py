"""An identity server of OAuth 2 on this machine: codes for devices, codes for addresses, tokens."""

import base64
import hashlib
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class IdentityServer:
    """What it has been asked, and what it answers; a refresh token is good for one time."""

    def __init__(self, mint=lambda: "access"):
        self.mint = mint
        self.asked = []
        self.refreshed = 0
        self.lasts = 3600
        self.before = []
        """Answers that come before those it would give, to forms for tokens."""
        self.has_devices = True
        self.raw = None
        """What it answers to everything, if anything."""
        self.challenge = ""
        self.keeps = False
        """Whether a refresh token is good for ever, and is given once."""
        self.pause = threading.Event()

    def answer(self, path, form):
        if self.raw is not None:
            return self.raw
        if path.endswith("/.well-known/openid-configuration"):
            made = {
                name: f"{self.url}/{name}" for name in ("token_endpoint", "authorization_endpoint")
            }
            if self.has_devices:
                made["device_authorization_endpoint"] = f"{self.url}/device"
            return made
        self.asked.append(form)
        if path == "/device":
            return {
                "device_code": "d1",
                "user_code": "ABCD-EFGH",
                "verification_uri": f"{self.url}/enter",
                "expires_in": 900,
                "interval": 0,
            }
        if self.before:
            return self.before.pop(0)
        if form["client_id"] != "judge":
            return {"error": "invalid_client", "error_description": "who?\nsecret trace"}
        return self._grant(form)

    def _grant(self, form):
        grant = form["grant_type"]
        is_right = {
            DEVICE: form.get("device_code") == "d1",
            "authorization_code": form.get("code") == "c1" and self._proves(form),
            "refresh_token": form.get("refresh_token") == f"refresh-{self.refreshed}",
        }
        if not is_right[grant]:
            return {"error": "invalid_grant"}
        if grant == "refresh_token" and self.keeps:
            return {"access_token": self.mint(), "expires_in": self.lasts, "token_type": "Bearer"}
        if grant == "refresh_token":
            self.refreshed += 1
            self.pause.wait(0.05)  # so that two who come at once would both be here
        return {
            "access_token": self.mint(),
            "refresh_token": f"refresh-{self.refreshed}",
            "expires_in": self.lasts,
            "token_type": "Bearer",
        }

    def _proves(self, form):
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.challenge

    @contextmanager
    def running(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                length = int(self.headers.get("Content-Length") or 0)
                form = {k: v[0] for k, v in parse_qs(self.rfile.read(length).decode()).items()}
                said = server.answer(self.path, form)
                data = said if isinstance(said, bytes) else json.dumps(said).encode()
                self.send_response(400 if b'"error"' in data else 200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_):
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
            self.url = f"http://127.0.0.1:{http.server_port}"
            threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
            try:
                yield self
            finally:
                http.shutdown()
