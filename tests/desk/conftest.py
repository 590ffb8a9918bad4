"""A desk that is served, and pages of it."""

import threading
from functools import partial
from http.server import ThreadingHTTPServer

import pytest
from desk_pages import LOADING
from packages import installed
from servers.fixtures import BROWSER, NO_BROWSER

from adjudicator.cli.files.desk import _Handler
from adjudicator.desk import bytecode
from adjudicator.desk.files import DeskError, find_runtime, make_files, write_desk
from adjudicator.post.requests.forms import write_forms

SIZE = (1280, 900)


@pytest.fixture(scope="session")
def diplomacy(tmp_path_factory):
    """A game of another package, which the desk has with it."""
    with installed("diplomacy", "diplomacy_game", tmp_path_factory.mktemp("diplomacy")) as game:
        yield game


@pytest.fixture(scope="session")
def made(once_a_run, diplomacy):
    """The folder with a desk, in ``desk``, and with what was kept as it was made, in ``kept``."""

    def make(folder):
        kept = folder / "kept"
        kept.mkdir()
        for old in range(4):
            (kept / f"desk-{old}.tar").write_bytes(b"")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bytecode, "own_place", lambda: kept)
            write_desk(folder / "desk", make_files(find_runtime(), write_forms()))

    try:
        return once_a_run("made", make)
    except DeskError as error:
        pytest.skip(f"{NO_BROWSER}: {error}")


@pytest.fixture(scope="session")
def desk(_chromium, made):
    """The address of a desk that is served as ``adjudicator desk`` serves it."""
    handler = partial(_Handler, directory=made / "desk")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Watch:
    """What pages say is wrong, and whom they ask."""

    def __init__(self):
        self.troubles, self.asked = [], []

    def add(self, page):
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    def check(self, desk):
        """Assert that there was no error of a page, and no request to elsewhere."""
        assert not self.troubles
        assert all(url.startswith((desk, "blob:")) for url in self.asked)


@pytest.fixture
def keep_page(context_with, desk):
    """Return a function that gives a page of the desk to many tests, each of which opens a link there.

    To start a desk takes longer than most tests.
    """
    used = []

    def make(**options):
        page, watch = context_with(**options).new_page(), Watch()
        watch.add(page)
        page.goto(desk)
        page.wait_for_selector("#loading", state="hidden", timeout=LOADING)
        return page, watch

    def find(size=SIZE, **options):
        page, watch = BROWSER.keep(("desk", *sorted(options.items())), lambda: make(**options))
        page.set_viewport_size({"width": size[0], "height": size[1]})
        used.append(watch)
        return page

    yield find
    for watch in used:
        watch.check(desk)


@pytest.fixture
def shared(keep_page):
    """The page that most tests have in common."""
    return keep_page()


@pytest.fixture
def visit(opened, context_with, desk):
    """Open the desk; fail for any error of the page, and any request to elsewhere.

    The browser has opened it before, but when it is asked for ``anew``. No draft is kept in it.
    """
    before, fresh, watch = {}, [], Watch()

    def go(address=desk, size=SIZE, anew=False, **options):
        if anew:
            fresh.append(context := opened.new_context(**options))
        else:
            context = context_with(**options)
            before.setdefault(context, context.pages)
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        forgetting = {"origin": desk.rstrip("/"), "storageTypes": "local_storage"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", forgetting)
        watch.add(page)
        page.goto(address)
        return page

    yield go
    for context, pages in before.items():
        for page in context.pages:
            if page not in pages:
                page.close()
    for context in fresh:
        context.close()
    watch.check(desk)
