"""``desk`` writes the order desk for a web server, or opens it here with a position file."""

import errno
import json
import webbrowser
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from adjudicator.cli.shared.asking import PATH, SEAT, command, line, read_position_file, remark, say
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.files import find_seat
from adjudicator.desk.files import MARK, DeskError, find_runtime, make_files, write_desk
from adjudicator.desk.judge import open_position
from adjudicator.desk.link import make_link
from adjudicator.games.contract import GameError
from adjudicator.post.requests.forms import write_forms

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load, as a web server should say it too (Content-Security-Policy)."""

PRACTICE = "practice.html"
PORT = 8437
"""Where it is served unless it is said otherwise: a browser keeps what was written by it."""


@command("desk")
@click.argument("position", type=PATH, required=False)
@click.option("--out", type=PATH, help="Write the desk into this folder, for a web server.")
@click.option("--seat", type=SEAT, default="", help="The seat, if the position does not say it.")
@click.option(
    "--runtime",
    type=PATH,
    help="A folder with the archives of Pyodide and msgspec.  [default: fetched once and kept]",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Where POSITION is served; 0 is any that is free.",
)
def desk(
    position: Path | None, out: Path | None, seat: str, runtime: Path | None, port: int
) -> None:
    """Write orders by pointing at the map: a page that checks them as “adjudicator check” does.

    With --out it is written as files for any web server; with “desk” in adjudicator.toml letters
    link to it. With a POSITION file it is opened in this machine's browser, until Ctrl-C; with
    nothing its practice table is, at which a whole game is played against regents. The page runs
    this program in the browser, so nothing of a position goes to any server.

    \b
    Examples:
      adjudicator desk
      adjudicator desk --out /srv/www/desk
      adjudicator desk position-sekigahara-1-muster.json
      adjudicator desk start/position.json --seat Oda
    """
    page = PRACTICE
    if position is not None:
        game, whole = read_position_file(position)
        try:
            who = find_seat(whole, seat) if whole.viewer != "" else ""
            judge = open_position(game.encode(whole), who)
        except GameError as error:
            raise CommandError("wrong-file", file=position, error=error) from error
        sheet = ""
        if judge.seat:
            top = f"seat {judge.seat}\nphase {judge.phase.round} {judge.phase.name}\n\n"
            sheet = top + "\n".join(game.sheet(judge.view, judge.seat))
        page = make_link("", game.encode(judge.view), sheet)
    try:
        archives = find_runtime(runtime, _tell_of_fetch)
        files = make_files(archives, write_forms())
        with ExitStack() as stack:
            folder = out or Path(stack.enter_context(TemporaryDirectory()), "desk")
            is_new = write_desk(folder, files)
            if out is not None:
                size = f"{sum(map(len, files.values())) / 1e6:.1f}"
                is_compiled = json.loads(files[MARK])["compiled"]
                say(line("desk-written", out=out, new=is_new, size=size, compiled=is_compiled))
            if position is not None or out is None:
                _serve(folder, port, page)
    except DeskError as error:
        raise CommandError(error.reason) from error


def _tell_of_fetch(file: Path) -> None:
    remark(line("desk-fetches", name=file.name, folder=file.parent))


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Say nothing of each file."""


def _serve(folder: Path, port: int, page: str) -> None:
    """Serve the desk to this machine alone, and open a page of it in a browser, until Ctrl-C."""
    with _open_server(folder, port) as server:
        link = f"http://127.0.0.1:{server.server_port}/{page}"
        webbrowser.open(link)
        say(f"{line('desk-open')}\n{link}\n{line('how-to-close')}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say(line("desk-closed"))


def _open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Open a server at a port, or at any that is free if another desk is open there."""
    handler = partial(_Handler, directory=folder)
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CommandError("no-port", port=port, why=error.strerror) from error
        return ThreadingHTTPServer(("127.0.0.1", 0), handler)
