"""Pages at a server with the strictest policy, and the data that they hold."""

import http.server
import json
import threading
from contextlib import contextmanager
from functools import partial

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class _Server(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def serve(folder):
    """Give the address of a folder at a server that has the strictest policy."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Server, directory=str(folder))
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def data(pages, name="index.html"):
    text = (pages() / name).read_text("utf-8")
    block = text.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    return json.loads(block)
