"""Who may read the files that commands write, with the umask that the command line has.

What is published is for everybody, as a web server is another user; all else is for its user alone.
"""

import io
import json
import os
import stat
import subprocess
import sys
import tarfile
import zipfile

import pytest

from adjudicator.store.databases.files import PUBLISHED, write_whole

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes"),
]

_ONE_BY_ONE = """
import json, sys
from pathlib import Path
from adjudicator.cli.main import main
from adjudicator.desk import files
runtime = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]).read_bytes()
files.find_runtime = lambda *_: runtime
for words in json.loads(sys.argv[3]):
    sys.argv = ["adjudicator", *words]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, words
"""
SETTINGS = """
site = "srv/www/games"
site_url = "https://example.org/games/"
desk = "link"
[out]
maildir = "out"
"""
SEATS = ("--seat", "Oda=oda@example.org", "--seat", "Takeda=regent", "--seat", "Mori=regent")
NEW = ("new", "ikusa", "--name", "x", "--begin", *SEATS, "--address", "judge@example.org")


@pytest.fixture(scope="module")
def runtime(tmp_path_factory):
    """Archives that stand in for those of Pyodide and of msgspec, which are fetched."""
    folder = tmp_path_factory.mktemp("runtime")
    parts = dict.fromkeys(("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"), b"a part")
    library = io.BytesIO()
    zipfile.ZipFile(library, "w").close()
    parts["python_stdlib.zip"] = library.getvalue()
    with tarfile.open(folder / "pyodide", "w:gz") as archive:
        for name, data in parts.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        member = tarfile.TarInfo("package/pyodide-lock.json")
        member.size = 2
        archive.addfile(member, io.BytesIO(b"{}"))
    with zipfile.ZipFile(folder / "msgspec", "w") as archive:
        archive.writestr("msgspec/__init__.py", "")
    return folder / "pyodide", folder / "msgspec"


@pytest.fixture
def run(tmp_path, runtime):
    """Type commands one after another, as a process that has the umask of the command line."""

    def run(*commands):
        command = [sys.executable, "-c", _ONE_BY_ONE, *map(str, runtime), json.dumps(commands)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def modes(*tops):
    """Return the modes of files and folders, each with all that is below it."""
    paths = [path for top in tops for path in (top, *top.rglob("*"))]
    return {path: stat.S_IMODE(path.stat().st_mode) for path in paths}


def are_published(*tops):
    """Whether everybody may read what is there, and nobody but its user may write it."""
    return all(mode == (0o755 if path.is_dir() else 0o644) for path, mode in modes(*tops).items())


def are_private(*tops):
    return all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes(*tops).items())


def test_what_is_published_can_be_read_by_all_with_all_that_is_made_on_the_way(run, tmp_path):
    run(
        NEW,
        ("site", "x", "--out", "pages/of/x"),
        ("site", "--out", "all/pages", "--url", "https://example.org/"),
        ("desk", "--out", "order/desk"),
        ("end", "x", "--reason", "enough", "--yes"),
        ("book", "x", "--out", "books/of/x.html"),
    )
    tops = [tmp_path / name for name in ("pages", "all", "order", "books")]
    assert [are_published(each) for each in tops] == [True] * 4
    assert (tmp_path / "order/desk/runtime/pyodide.mjs").is_file()
    assert are_private(tmp_path / "campaign.db")


def test_what_a_tick_publishes_can_be_read_by_all_and_its_letters_by_nobody_else(run, tmp_path):
    (tmp_path / "adjudicator.toml").write_text(SETTINGS, "utf-8")
    said = run(NEW, ("tick",))
    assert "published: the order desk" in said
    assert "published: the pages of x" in said
    assert are_published(tmp_path / "srv")
    there = {each.name for each in (tmp_path / "srv/www/games").iterdir()}
    assert {"index.html", "order_desk", "x"} <= there
    assert are_private(tmp_path / "out", tmp_path / "campaign.db")


def test_a_folder_that_only_its_user_could_enter_is_opened(run, tmp_path):
    """As it is made by hand with such a umask, and as earlier versions wrote the desk."""
    (tmp_path / "adjudicator.toml").write_text(SETTINGS, "utf-8")
    tops = tmp_path / "srv/www/games", tmp_path / "desk"
    for top in tops:
        top.mkdir(parents=True)
        top.chmod(0o700)
    run(NEW, ("tick",), ("desk", "--out", "desk"))
    assert are_published(*tops)
    desks = modes(tmp_path / "srv/www/games/order_desk", tmp_path / "desk")
    for path in desks:
        path.chmod(0o700 if path.is_dir() else 0o600)
        if path.name == "desk.json":
            path.write_text('{"program": "0.1.0"}')
    run(("tick",), ("desk", "--out", "desk"))
    assert are_published(*tops)


def test_what_is_not_published_is_private_whatever_the_umask_says(tmp_path):
    before = os.umask(0)
    try:
        write_whole(tmp_path / "a/b/secret", b"secret")
        write_whole(tmp_path / "published/page", b"page", PUBLISHED)
    finally:
        os.umask(before)
    assert are_private(tmp_path / "a")
    assert are_published(tmp_path / "published")


def test_who_may_enter_a_folder_that_somebody_has_chosen_rights_for_stays_his_choice(run, tmp_path):
    chosen = {
        f"{name}-{mode:o}": mode for mode in (0o750, 0o2770, 0o711) for name in ("desk", "pages")
    }
    for name, mode in chosen.items():
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
    desks = [("desk", "--out", name) for name in chosen if name.startswith("desk")]
    pages = [("site", "x", "--out", name) for name in chosen if name.startswith("pages")]
    run(NEW, *desks, *pages)
    assert {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in chosen} == chosen
    assert all(any((tmp_path / name).iterdir()) for name in chosen)
