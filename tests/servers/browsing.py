"""A real browser for the tests: Debian's Chromium, driven by Playwright.

Where none is installed: with ``SERVERS=install`` or ``CI=true`` apt installs it; otherwise these
tests are left out, and the last line of a run says so.
"""

import os
import shutil
import subprocess
from contextlib import contextmanager

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


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
