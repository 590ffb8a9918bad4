"""What a desk is made of: the modules that it needs, as bytecode where Node is there to make it."""

import gzip
import io
import json
import subprocess
import sys
import tarfile
import threading
import zipfile
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from desk_pages import LOADING

import adjudicator
from adjudicator.chance import Stream
from adjudicator.cli.files.desk import _Handler
from adjudicator.desk import bytecode
from adjudicator.desk.files import DeskError, find_runtime, make_files, write_desk
from adjudicator.desk.imports import find_modules
from adjudicator.desk.link import make_link
from adjudicator.games.registry import find
from adjudicator.post.requests.forms import write_forms

PACKAGE = Path(adjudicator.__file__).parent
LIBRARY = "runtime/python_stdlib.zip.gz"
PROGRAM = """
import json, sys
from adjudicator.desk.judge import Desk
for game in ("samurai-swords", "ikusa", "shogun", "gekokujo"):
    desk = Desk()
    start = {"game": game, "seats": 3, "secret": "00" * 32}
    for call in (("begin", json.dumps(start)), ("go on", "{}"), ("sit", None), ("draw",)):
        if call[0] == "sit":
            call = ("sit", said["result"]["asked"][0]["seat"])
        said = json.loads(desk.answer(*call))
        assert "result" in said, said
    for call in (("judge", ""), ("follow", "", ""), ("suggest",), ("odds", ""), ("words",)):
        desk.answer(*call)
own = [each.__file__ for name, each in sys.modules.items() if name.startswith("adjudicator")]
print(json.dumps(own))
"""


def test_the_modules_that_it_needs_are_those_that_it_imports():
    carried = find_modules(PACKAGE)
    ran = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True)
    assert {Path(each) for each in json.loads(ran.stdout)} <= carried
    rooms = {each.relative_to(PACKAGE).parts[0] for each in carried}
    assert rooms.isdisjoint({"cli", "cluster", "operations", "post", "service", "site", "store"})
    assert PACKAGE / "campaign/letters/letters.py" not in carried


@pytest.fixture(scope="module")
def runtime():
    try:
        return find_runtime()
    except DeskError as error:
        pytest.skip(str(error))


@pytest.fixture
def without_node(monkeypatch):
    monkeypatch.setattr(bytecode, "own_place", lambda: None)
    monkeypatch.setattr(bytecode.shutil, "which", lambda name: None)


def names_in(made):
    with tarfile.open(fileobj=io.BytesIO(made["program.tar.gz"])) as program:
        of_program = program.getnames()
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(made[LIBRARY]))) as library:
        return of_program, library.namelist()


@pytest.mark.system
def test_it_is_bytecode_which_is_made_once(runtime, made, monkeypatch):
    if bytecode.shutil.which("node") is None:
        pytest.skip("Node is not installed")
    desk, kept = made / "desk", made / "kept"
    files = {
        each.relative_to(desk).as_posix(): each.read_bytes()
        for each in desk.rglob("*")
        if each.is_file()
    }
    assert json.loads(files["desk.json"])["compiled"]
    for names in names_in(files):
        assert not [each for each in names if each.endswith(".py")]
    of_program, of_library = names_in(files)
    assert "adjudicator/desk/judge.pyc" in of_program
    assert [each for each in of_program if each.endswith(".j2c")]
    assert "json/decoder.pyc" in of_library
    assert "unittest/case.pyc" not in of_library
    assert len(list(kept.iterdir())) == bytecode.MOST_KEPT
    monkeypatch.setattr(bytecode, "own_place", lambda: kept)
    monkeypatch.setattr(bytecode.shutil, "which", lambda name: None)
    assert make_files(runtime, write_forms()) == files


@pytest.mark.system
def test_a_node_that_cannot_run_it_is_as_good_as_none(runtime, tmp_path, monkeypatch):
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\nexit 1\n")
    node.chmod(0o700)
    monkeypatch.setattr(bytecode, "own_place", lambda: None)
    monkeypatch.setattr(bytecode.shutil, "which", lambda name: str(node))
    made = make_files(runtime, b"[]")
    assert not json.loads(made["desk.json"])["compiled"]
    of_program, of_library = names_in(made)
    assert "adjudicator/desk/judge.py" in of_program
    assert "json/decoder.py" in of_library


@pytest.mark.browser
@pytest.mark.system
def test_a_desk_of_modules_that_nobody_compiled_works_too(runtime, opened, without_node, tmp_path):
    write_desk(tmp_path, make_files(runtime, b"[]"))
    game = find("shogun")
    position = game.new(("Oda", "Takeda", "Uesugi"), {}, Stream(b"desk")).position
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = opened.new_context()
        page = context.new_page()
        address = f"http://127.0.0.1:{server.server_port}/"
        page.goto(make_link(address, game.encode(game.view(position, "Oda"))))
        page.wait_for_selector("#map svg", timeout=LOADING)
        page.wait_for_selector("#verdict:not(:empty)")
        assert page.inner_text("#verdict") == "Nothing is ordered yet."
        context.close()
        server.shutdown()
