"""The order desk in Chromium: what is loaded, and how long a player waits.

    python benchmarks/desk.py

A desk is served on this machine, so times are those of loading, compiling and working alone.
"""

import os
import statistics
import sys
import tempfile
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import sync_playwright
from servers.browsing import chromium

from adjudicator.chance import Stream
from adjudicator.cli.files.desk import _Handler
from adjudicator.desk.files import DeskError, find_runtime, make_files, write_desk
from adjudicator.desk.link import make_link
from adjudicator.games.registry import find
from adjudicator.post.requests.forms import write_forms

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Mori")
CHANGES = 20
LINES = 60
WAITING = """
const busy = document.getElementById("BUSY");
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
PAUSE = 120
"""Milliseconds that the page waits whether more is typed."""
KEEPING = 6000
"""Milliseconds in which what the next start needs is kept: memory, and machine code after some."""
STARTS = 4
GOALS = {
    "MB to load": 10.0,
    "cold, s": 6.0,
    "second start, s": 3.0,
    "later start, s": 3.0,
    "cold, processor s": 6.0,
    "second start, processor s": 3.0,
    "later start, processor s": 3.0,
    "a change, ms": 100.0,
    "choices after a change, ms": 150.0,
    f"{LINES} lines, ms": 200.0,
    "MB of memory": 500.0,
}


def rows() -> list[Row]:
    """Measure; without a browser say that there is none."""
    if not chromium():
        return [("order desk", "left out", "Chromium is not installed", "")]
    try:
        files = make_files(find_runtime(), write_forms())
    except DeskError as error:
        return [("order desk", "left out", str(error), "")]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as profile:
        write_desk(Path(folder), files)
        handler = partial(_Handler, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as play:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            opened = play.chromium.launch_persistent_context(  # it keeps machine code, as a user's
                profile, executable_path=chromium(), args=["--no-sandbox"]
            )
            found = measure(opened.new_page(), f"http://127.0.0.1:{server.server_port}/")
            opened.close()
            server.shutdown()
    found = {"MB to load": sum(map(len, files.values())) / 1e6, **found}
    return [
        (f"order desk: {name}", f"{found[name]:.1f}", "in Chromium", f"≤ {goal:.0f}")
        for name, goal in GOALS.items()
    ]


def measure(page: Any, address: str) -> dict[str, float]:
    """Open the desk cold, change lines, and open it again from the cache."""
    game = find("samurai-swords")
    position = game.new(SEATS, {}, Stream(b"bench")).position
    while game.phase(position).name != "war":
        position = game.adjudicate(position, {}, Stream(b"bench")).position
    seat = game.phase(position).must[0]
    view = game.view(position, seat)
    link = make_link(address, game.encode(view), f"seat {seat}\nphase 1 war\n")
    cold, cold_busy = load(page, link)
    lines = [str(line) for line in game.legal_orders(view, seat)]
    found = {}
    for name, busy in (("a change, ms", "verdict"), ("choices after a change, ms", "options")):
        change = CHANGE.replace("BUSY", busy)
        texts = ["\n".join(lines[n : n + 3]) for n in range(CHANGES)]
        found[name] = statistics.median(page.evaluate(change, text) for text in texts) - PAUSE
    longest = ["\n".join(lines[n : n + LINES]) for n in range(CHANGES // 4)]
    whole = CHANGE.replace("BUSY", "options")
    found[f"{LINES} lines, ms"] = (
        statistics.median(page.evaluate(whole, text) for text in longest) - PAUSE
    )
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(KEEPING)
    found["MB of memory"] = max(each.memory for each in processes()) / 1e6
    later = []
    for _ in range(STARTS):
        page.goto("about:blank")
        later.append(load(page, link))
        page.wait_for_timeout(KEEPING)
    return {
        "cold, s": cold,
        "second start, s": later[0][0],
        "later start, s": later[-1][0],
        "cold, processor s": cold_busy,
        "second start, processor s": later[0][1],
        "later start, processor s": later[-1][1],
        **found,
    }


class Process(NamedTuple):
    """A process of the browser: its processor seconds, and the bytes that it has in memory."""

    seconds: float
    memory: int


def processes() -> list[Process]:
    """Return the processes that this one has started, and those that they have."""
    found, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(words[1])
        ticks = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        found[int(folder.name)] = Process(ticks, int(words[21]) * os.sysconf("SC_PAGE_SIZE"))

    def is_ours(number: int) -> bool:
        while number and number != os.getpid():
            number = parents.get(number, 0)
        return bool(number)

    return [each for number, each in found.items() if number != os.getpid() and is_ours(number)]


def load(page: Any, link: str) -> tuple[float, float]:
    """Return the seconds until the first orders are judged, and those that processors worked."""
    before = sum(each.seconds for each in processes())
    page.goto(link, wait_until="commit")
    page.wait_for_selector("#verdict:not(:empty)", state="attached", timeout=120_000)
    page.wait_for_selector("#desk:not([hidden]) #map svg")
    seconds: float = page.evaluate("performance.now() / 1000")
    return seconds, sum(each.seconds for each in processes()) - before


if __name__ == "__main__":
    for row in rows():
        print("  ".join(row))
