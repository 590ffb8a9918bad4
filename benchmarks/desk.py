"""The order desk in Chromium: what is loaded, and how long a player waits.

    python benchmarks/desk.py

A desk is served on this machine, so times are those of loading, compiling and working alone.
"""

import statistics
import sys
import tempfile
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from servers.browsing import browser, chromium

from adjudicator.chance import Stream
from adjudicator.cli.files.desk import _Handler
from adjudicator.desk.files import DeskError, find_runtime, make_files, write_desk
from adjudicator.desk.link import make_link
from adjudicator.games.registry import find

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Mori")
CHANGES = 20
WAITING = """
const busy = document.getElementById("verdict");
const done = new Promise((resolve) => new MutationObserver(() => {
  if (busy.getAttribute("aria-busy") === "false") resolve(performance.now());
}).observe(busy, { attributes: true }));
"""
CHANGE = """async (text) => {
  const editor = document.getElementById("orders");
  WAITING
  const begin = performance.now();
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  return (await done) - begin;
}""".replace("WAITING", WAITING)
GOALS = {"MB to load": 10.0, "cold, s": 6.0, "from the cache, s": 3.0, "a change, ms": 100.0}


def rows() -> list[Row]:
    """Measure; without a browser say that there is none."""
    if not chromium():
        return [("order desk", "left out", "Chromium is not installed", "")]
    try:
        files = make_files(find_runtime())
    except DeskError as error:
        return [("order desk", "left out", str(error), "")]
    with tempfile.TemporaryDirectory() as folder:
        write_desk(Path(folder), files)
        handler = partial(_Handler, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, browser() as opened:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            found = measure(opened, f"http://127.0.0.1:{server.server_port}/")
            server.shutdown()
    found = {"MB to load": sum(map(len, files.values())) / 1e6, **found}
    return [
        (f"order desk: {name}", f"{found[name]:.1f}", "in Chromium", f"≤ {goal:.0f}")
        for name, goal in GOALS.items()
    ]


def measure(opened: Any, address: str) -> dict[str, float]:
    """Open the desk cold, change lines, and open it again from the cache."""
    game = find("samurai-swords")
    view = game.view(game.new(SEATS, {}, Stream(b"bench")).position, "Oda")
    link = make_link(address, game.encode(view), "seat Oda\nphase 1 deploy\n")
    page = opened.new_context().new_page()
    cold = load(page, link)
    places = [line.order.places[0] for line in game.legal_orders(view, "Oda")[:CHANGES]]
    changes = [page.evaluate(CHANGE, f"reinforce {place}") for place in places]
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto("about:blank")
    cached = load(page, link)
    typed = statistics.median(changes) - 120  # it waits so long whether more is typed
    return {"cold, s": cold, "from the cache, s": cached, "a change, ms": typed}


def load(page: Any, link: str) -> float:
    """Return the seconds until the first orders are judged."""
    page.goto(link, wait_until="commit")
    page.wait_for_selector("#verdict:not(:empty)", state="attached")
    page.wait_for_selector("#desk:not([hidden]) #map svg")
    seconds: float = page.evaluate("performance.now() / 1000")
    return seconds


if __name__ == "__main__":
    for row in rows():
        print("  ".join(row))
