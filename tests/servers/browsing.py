"""A real browser for the tests: Debian's Chromium, driven by Playwright.

Where none is installed: with ``SERVERS=install`` or ``CI=true`` apt installs it; otherwise these
tests are left out, and the last line of a run says so.
"""

import os
import shutil
import subprocess
from contextlib import ExitStack

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The tags of the rules that a page of ours must keep."""

UNPAINTED = """
const unpainted = new CSSStyleSheet();
unpainted.replaceSync("#map, .report-map { opacity: 0 }");
document.adoptedStyleSheets.push(unpainted);
"""
"""The script with which a page paints no map."""


UNTUNED = "--js-flags=--liftoff-only"
"""WebAssembly is compiled once: no test runs long enough for machine code made better to pay."""


def chromium():
    """Return the browser's path; None if there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def install():
    """Install it. Raises CalledProcessError."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", PROGRAMS[0]]):
        subprocess.run(["apt-get", "-qq", *command], env=environment, check=True)


class Browser:
    """One that is opened when somebody wants it, and what is kept in it until it is closed.

    As long as it is open, asyncio runs nothing else in its process.
    """

    def __init__(self):
        self._stack, self._kept = ExitStack(), {}

    def open(self):
        """Return it as Playwright knows it."""
        return self.keep("browser", self._launch)

    def _launch(self):
        from playwright.sync_api import sync_playwright

        play = self._stack.enter_context(sync_playwright())
        opened = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", UNTUNED])
        self._stack.callback(opened.close)
        return opened

    def keep(self, key, make):
        """Return what was made for a key, now or before."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def close(self):
        """Close it, if it is open, with all that is in it."""
        self._kept.clear()
        self._stack.close()


def check_accessibility(page, exclude=(), tags=()):
    """Assert that a page breaks no rule of accessibility, but in the parts that are excluded.

    The rules are those with one of the tags, or all. The parts that are excluded are emptied: a map
    has ten times the elements of a page, and all would be gone through, to be left out.
    """
    from axe_playwright_python.sync_playwright import Axe

    for part in exclude:
        page.eval_on_selector_all(part, "all => all.forEach(each => each.replaceChildren())")
    # of what is broken alone the places are written down: those of all else take as long to find
    options = {"resultTypes": ["violations"]}
    if tags:
        options["runOnly"] = {"type": "tag", "values": list(tags)}
    context = {"exclude": [[each] for each in exclude]} if exclude else None
    found = Axe().run(page, context=context, options=options)
    assert not found.response["violations"], found.generate_report()
