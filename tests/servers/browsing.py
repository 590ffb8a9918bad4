"""A real browser for the tests: Debian's Chromium, driven by Playwright.

Where none is installed: with ``SERVERS=install`` or ``CI=true`` apt installs it; otherwise these
tests are left out, and the last line of a run says so.
"""

import os
import shutil
import subprocess
from contextlib import contextmanager

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The tags of the rules that a page of ours must keep."""

UNPAINTED = """
const unpainted = new CSSStyleSheet();
unpainted.replaceSync("#map, .report-map { opacity: 0 }");
document.adoptedStyleSheets.push(unpainted);
"""
"""The script with which a page paints no map."""


def chromium():
    """Return the browser's path; None if there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def install():
    """Install it. Raises CalledProcessError."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", PROGRAMS[0]]):
        subprocess.run(["apt-get", "-qq", *command], env=environment, check=True)


@contextmanager
def browser():
    """Open one for some tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


def check_accessibility(page, exclude=(), tags=()):
    """Assert that a page breaks no rule of accessibility, but in the parts that are excluded.

    The rules are those with one of the tags, or all.
    """
    from axe_playwright_python.sync_playwright import Axe

    # of what is broken alone the places are written down: those of all else take as long to find
    options = {"resultTypes": ["violations"]}
    if tags:
        options["runOnly"] = {"type": "tag", "values": list(tags)}
    context = {"exclude": [[each] for each in exclude]} if exclude else None
    found = Axe().run(page, context=context, options=options)
    assert not found.response["violations"], found.generate_report()
