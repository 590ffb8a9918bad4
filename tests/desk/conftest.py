"""A desk that is served, and pages of it."""

import threading
from functools import partial
from http.server import ThreadingHTTPServer

import pytest
from desk_pages import LOADING
from packages import installed
from servers.fixtures import NO_BROWSER

from adjudicator.cli.files.desk import _Handler
from adjudicator.desk.files import DeskError, find_runtime, make_files, write_desk
from adjudicator.post.requests.forms import write_forms


@pytest.fixture(scope="session")
def desk(tmp_path_factory, opened):
    """The address of a desk that is served as ``adjudicator desk`` serves it."""
    folder = tmp_path_factory.mktemp("desk")
    about = tmp_path_factory.mktemp("diplomacy")
    with installed("diplomacy", "diplomacy_game", about):
        try:
            write_desk(folder, make_files(find_runtime(), write_forms()))
        except DeskError as error:
            pytest.skip(f"{NO_BROWSER}: {error}")
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


@pytest.fixture(scope="module")
def shared(opened, desk):
    """A page of the desk for many tests, each of which opens a link of its own there."""
    context = opened.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(desk)
    page.wait_for_selector("#loading", state="hidden", timeout=LOADING)
    yield page
    context.close()


@pytest.fixture
def visit(opened, desk):
    """Open the desk; fail for any error of the page, and any request to elsewhere."""
    contexts, troubles, asked = [], [], []

    def go(address=desk, size=(1280, 900), **more):
        context = opened.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        return page

    yield go
    for context in contexts:
        context.close()
    assert not troubles
    assert all(url.startswith((desk, "blob:")) for url in asked)
