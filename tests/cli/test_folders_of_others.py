"""A database in the folder of another user, who puts links there: the superuser's files stay his."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such links"),
]
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
as_root = pytest.mark.skipif(not IS_ROOT, reason="only root can give a file away: run it as root")
OTHER = 54321 if IS_ROOT else -1
"""The user whose folder it is; without root, there is nobody else."""
SEATS = ("--seat", "Oda=oda@example.org", "--seat", "Takeda=regent", "--seat", "Mori=regent")
SECRET = b"a line of a secret\n" * 300


def run(*words, cwd):
    command = [sys.executable, "-m", "adjudicator", *words]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A database with a game, and a Maildir."""
    folder = tmp_path_factory.mktemp("made")
    new = ("new", "ikusa", "--name", "x", "--begin", *SEATS, "--address", "judge@example.org")
    assert run(*new, cwd=folder).returncode == 0
    for name in ("cur", "new", "tmp"):
        (folder / "in" / name).mkdir(parents=True)
    return folder


@pytest.fixture
def folder(made):
    """The other user's folder, which he can come to."""
    with tempfile.TemporaryDirectory() as top:
        Path(top).chmod(0o755)
        folder = Path(top) / "his"
        shutil.copytree(made, folder)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, OTHER, OTHER)
        yield folder


@pytest.fixture
def precious(folder):
    """A file that is not his."""
    path = folder.parent / "precious"
    path.write_bytes(SECRET)
    path.chmod(0o640)
    return path


def whose(path):
    status = path.stat()
    return status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)


def he_can(do):
    """Whether the other user can do something: in a process of his own."""
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setgid(OTHER)
        os.setuid(OTHER)
        try:
            do()
        except PermissionError:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def tick(folder):
    return run("tick", "--in", "in", "--out", "out", cwd=folder)


def test_a_link_in_the_place_of_the_locks_is_not_followed(folder, precious):
    before = whose(precious)
    (folder / "campaign.db-claims").symlink_to(precious)
    done = tick(folder)
    assert done.returncode == 2
    assert done.stderr == (
        f"Error: The database: {folder / 'campaign.db-claims'}: it is a link, and no link is followed "
        "here. Whose are it and its folder? It holds nothing but locks: remove it while no program is "
        "at work there, and it is made anew.\n"
    )
    assert (whose(precious), precious.read_bytes()) == (before, SECRET)
    (folder / "campaign.db-claims").unlink()
    assert tick(folder).returncode == 0


def test_nothing_is_made_where_a_link_leads_to(folder):
    (folder / "campaign.db-claims").symlink_to(folder.parent / "made")
    assert tick(folder).returncode == 2
    assert not (folder.parent / "made").exists()


def test_what_else_lies_in_the_place_of_the_locks_is_refused(folder):
    os.mkfifo(folder / "campaign.db-claims")
    done = tick(folder)
    assert (done.returncode, "it is no file of its own" in done.stderr) == (2, True)


def test_locks_on_a_file_that_has_another_name_too_do_not_change_it(folder, precious):
    before = whose(precious)
    os.link(precious, folder / "campaign.db-claims")
    tick(folder)
    assert (whose(precious), precious.read_bytes()) == (before, SECRET)


@as_root
@pytest.mark.parametrize("link", [os.symlink, os.link])
@pytest.mark.parametrize("ending", ["-claims", "-wal", "-shm", "-journal"])
def test_no_file_of_root_becomes_the_owners_of_the_database(folder, precious, ending, link):
    """SQLite itself gives away what stands in the place of a file of its own."""
    before = whose(precious)
    link(precious, folder / f"campaign.db{ending}")
    done = tick(folder)
    assert done.returncode == (0 if (ending, link) == ("-claims", os.link) else 2)
    assert (whose(precious), precious.read_bytes()) == (before, SECRET)
    assert not he_can(precious.read_bytes)
    if done.returncode:
        assert f"campaign.db{ending}" in done.stderr
        assert "link" in done.stderr or "belongs to the user 0" in done.stderr


@as_root
def test_a_file_of_roots_that_he_has_renamed_stays_roots(folder):
    """As he can in his own folder; a file that SQLite has only just made is empty yet."""
    made = folder / "campaign.db-wal"
    made.touch()
    assert tick(folder).returncode == 0
    made.write_bytes(SECRET)
    made.chmod(0o600)
    done = tick(folder)
    assert done.returncode == 2
    assert (
        f"{made} belongs to the user 0, and {folder / 'campaign.db'} to the user 54321"
        in done.stderr
    )
    assert whose(made) == (0, 0, 0o600)
    assert not he_can(made.read_bytes)


@as_root
def test_what_root_makes_beside_a_database_can_be_used_by_its_owner(folder):
    (folder / "campaign.db").chmod(0o660)
    assert tick(folder).returncode == 0
    assert whose(folder / "campaign.db-claims") == (OTHER, OTHER, 0o660)

    def claim():
        os.close(os.open(folder / "campaign.db-claims", os.O_RDWR))

    assert he_can(claim)


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_a_link_in_the_place_of_a_file_of_sqlite_is_told(folder, precious, ending):
    (folder / f"campaign.db{ending}").symlink_to(precious)
    done = run("status", cwd=folder)
    assert done.returncode == 2
    assert done.stderr == (
        f"Error: {folder / f'campaign.db{ending}'} is a link, and no link is followed here. "
        "Remove it.\n"
    )
    assert precious.read_bytes() == SECRET


@pytest.mark.parametrize("name", ["new", "cur", ".Done"])
def test_files_elsewhere_are_not_taken_as_letters(folder, name):
    """As a link in a Maildir would lead to them: they would be read, and moved away."""
    elsewhere = folder.parent / "elsewhere"
    for place in (elsewhere, elsewhere / "cur"):
        place.mkdir()
        (place / "letter").write_bytes(b"From: oda@example.org\n\nhelp\n")
    (folder / "in/new/mine").write_bytes(b"From: oda@example.org\n\nhelp\n")
    link = folder / "in" / name
    if link.exists():
        shutil.rmtree(link)
    link.symlink_to(elsewhere)
    done = tick(folder)
    assert done.returncode == (2 if name != ".Done" else 1), done.stderr
    assert f": {name} is a link, or lies in one" in done.stderr
    assert {each.name for each in elsewhere.rglob("*")} == {"letter", "cur"}


@pytest.mark.parametrize("name", ["new", "tmp"])
def test_letters_are_not_put_elsewhere(folder, name):
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir()
    (folder / "out").mkdir()
    (folder / "out" / name).symlink_to(elsewhere)
    done = tick(folder)
    assert done.returncode == 2
    assert done.stderr == (
        f"Error: out: {name} is a link, or lies in one, and none is followed in a Maildir; remove it.\n"
    )
    assert list(elsewhere.iterdir()) == []
