"""What is reported done is on the disk and whole, on disks of every size; else all is as it was."""

import shutil
import subprocess
import zipfile

import pytest

from adjudicator.store.database import open_store
from adjudicator.store.queries import find_campaign

KB = 1024
SIZES = (8, 16, 24, 40, 64, 96, 140, 200, 280, 400, 560, 800, 1120, 2000)
"""The sizes of the disks in KB: from too small to more than enough."""


@pytest.fixture
def disk(tmp_path):
    """Gives a folder on a disk of so many KB."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(size):
        subprocess.run(["umount", folder], check=False, capture_output=True)
        options = f"size={size}k"
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True
        )
        if made.returncode:
            pytest.skip("no disk can be mounted here")
        return folder

    yield mount
    subprocess.run(["umount", folder], check=False, capture_output=True)


def make_room(folder):
    subprocess.run(["mount", "-o", "remount,size=9000k", folder], check=True)


def is_whole(database):
    """Whether a database has no fault; to open it there must be room."""
    make_room(database.parent)
    with open_store(database) as store:
        return not store.faults() and bool(find_campaign(store, "sekigahara"))


def try_on_all_disks(shell, disk, words, check, prepare=lambda folder: True):
    """Run a command on each disk, whose folder is “@” in its words; both ends must come.

    ``check`` is given the folder and the exit code.
    """
    codes = set()
    for size in SIZES:
        folder = disk(size)
        if not prepare(folder):
            continue
        shown = shell(*(str(each).replace("@", str(folder)) for each in words), code=None)
        code = 0 if not shown.startswith("Error: ") else 2
        assert "Traceback" not in shown, (size, shown)
        check(folder, code, (size, shown))
        codes.add(code)
    assert codes == {0, 2}


def test_new(shell, disk):
    def check(folder, code, about):
        made = folder / "games.db"
        assert made.exists() == (code == 0), about
        assert code or is_whole(made), about
        assert code or shell("status", "--db", made)

    new = ("new", "toy", "--name", "sekigahara", "--seat", "Oda=none", "--seat", "Mori=regent")
    try_on_all_disks(shell, disk, (*new, "--begin", "--db", "@/games.db"), check)


def copy_into(folder, source):
    """Copy a database to a disk; False if it has no room for it."""
    try:
        shutil.copyfile(source, folder / "games.db")
    except OSError:
        return False
    return True


def test_a_folder_of_a_position_is_whole_or_not_there(shell, disk):
    def check(folder, code, about):
        assert (folder / "start").exists() == (code == 0), about
        assert code or (folder / "start/game-master/secret.txt").read_bytes(), about
        assert code == 0 or not any(folder.iterdir()), about

    seats = ("--seat", "Oda", "--seat", "Mori")
    try_on_all_disks(shell, disk, ("position", "new", "toy", *seats, "--out", "@/start"), check)


def test_init_leaves_nothing(shell, disk):
    folder = disk(8)
    (folder / "filler").write_bytes(b"x" * 8 * KB)
    addresses = ("--address", "judge@example.org", "--gm", "gm@example.org")
    ways = ("--maildir", "in", "--out-maildir", "out", "--no-doctor")
    shown = shell("init", *addresses, *ways, "--config", folder / "adjudicator.toml", code=2)
    assert "No space left" in shown
    assert [each.name for each in folder.iterdir()] == ["filler"]


def test_backup(campaign, disk):
    def check(folder, code, about):
        made = folder / "copy.db"
        assert made.exists() == (code == 0), about
        assert code or is_whole(made), about

    try_on_all_disks(campaign, disk, ("backup", "@/copy.db"), check)


def test_move_which_the_same_command_finishes_when_there_is_room(campaign, disk):
    source = campaign.folder / "campaign.db"
    campaign("backup", "before.db")
    move = ("move", "sekigahara", "--yes", "--to")

    def check(folder, code, about):
        if code:
            make_room(folder)
            campaign(*move, folder / "copy.db")
        assert is_whole(folder / "copy.db"), about
        source.unlink()
        shutil.copyfile(campaign.folder / "before.db", source)

    try_on_all_disks(campaign, disk, (*move, "@/copy.db"), check)


def test_archive(campaign, disk):
    campaign("adjudicate", "sekigahara", "--now", "--yes")
    campaign("end", "sekigahara", "enough", "--yes")

    def prepare(folder):
        try:
            (folder / "game.zip").write_bytes(b"what was there")
        except OSError:
            return False
        return True

    def check(folder, code, about):
        written = folder / "game.zip"
        is_kept = written.read_bytes() == b"what was there"
        assert is_kept if code else zipfile.ZipFile(written).testzip() is None, about

    words = ("archive", "sekigahara", "--to", "@/game.zip", "--force")
    try_on_all_disks(campaign, disk, words, check, prepare)


def test_restore(campaign, disk):
    campaign("backup", "sunday.db")
    campaign("adjudicate", "sekigahara", "--now", "--yes")
    source = campaign.folder / "campaign.db"
    campaign.make_maildir("post")

    def check(folder, code, about):
        assert is_whole(folder / "games.db"), about
        with open_store(folder / "games.db") as store:
            phases = store.select("SELECT count(*) FROM adjudication")[0][0]
        assert phases == (1 if code == 0 else 2), about

    files = (campaign.folder / "sunday.db", "--in", campaign.folder / "post")
    words = ("restore", *files, "--yes", "--db", "@/games.db")
    try_on_all_disks(campaign, disk, words, check, lambda folder: copy_into(folder, source))
