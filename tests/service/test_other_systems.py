"""What is otherwise on macOS and Windows, as far as Linux can act as they do.

``docs/systems.md`` says what is known of them, and what nobody has tried.
"""

import fcntl
import os
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from adjudicator.by_files.folder import folder_name
from adjudicator.service import doctor
from adjudicator.site.folder import _alone
from adjudicator.store.database import open_store
from adjudicator.store.databases import files

PACKAGE = Path(__file__).parents[2] / "adjudicator"
NOT_EVERYWHERE = {"fcntl", "msvcrt", "pwd", "grp", "resource", "termios", "winreg"}
LINUX_ALONE = {"fork", "getuid", "geteuid", "sched_getaffinity", "SOCK_CLOEXEC", "SIGKILL"}
GUARDED = {
    ("cases/judge.py", "SIGKILL"),
    ("store/databases/sqlite.py", "geteuid"),
    ("wording/words.py", "geteuid"),
}
"""What is asked for on such systems alone."""
LINUX_ALONE |= {"SIGHUP", "SIGUSR1", "SIGALRM", "mkfifo", "chown", "getloadavg", "uname"}


@pytest.fixture(scope="module")
def modules():
    """What every module says, by its path."""
    paths = PACKAGE.rglob("*.py")
    return {each.relative_to(PACKAGE).as_posix(): each.read_text("utf-8") for each in paths}


def test_no_module_needs_what_only_one_system_has(modules):
    imported = re.compile(rf"^(?:import|from) (?:{'|'.join(NOT_EVERYWHERE)})\b", re.MULTILINE)
    asked = re.compile(rf"\.({'|'.join(LINUX_ALONE)})\b")
    assert imported.search("import os\nimport fcntl\n")
    for name, text in modules.items():
        assert not imported.search(text), name
        assert {(name, each) for each in asked.findall(text)} <= GUARDED


def test_no_text_is_read_or_written_as_the_system_would_have_it(modules):
    for name, text in modules.items():
        assert ".read_text()" not in text, f"{name}: which encoding?"
        for given in re.findall(r"\.write_text\(((?:[^()]|\([^()]*\))*)\)", text):
            assert "," in given, f"{name}: which encoding?"
        assert "%-d" not in text, f"{name}: Windows knows no %-d"


def test_a_lock_on_windows_is_that_of_its_byte(tmp_path, monkeypatch):
    locked = set()

    def locking(file, how, length):
        assert length == 1
        byte = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
        if how == 0:
            locked.remove(byte)
        elif byte in locked:
            raise PermissionError(13, "Permission denied")
        else:
            locked.add(byte)

    msvcrt = ModuleType("msvcrt")
    msvcrt.LK_UNLCK, msvcrt.LK_NBLCK, msvcrt.locking = 0, 2, locking
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    ours, theirs = (files.ByteLocks(tmp_path / "lock", tmp_path) for _ in range(2))
    with ours.hold(3) as first, ours.hold(4), theirs.hold(3) as second, theirs.hold(5) as third:
        assert (first, second, third) == (True, False, True)
        with ours.hold(6):
            assert len(locked) == 4
        assert len(locked) == 3
    with _alone(tmp_path):  # where a folder has no lock
        pass


@pytest.mark.parametrize("knows", [True, False])
def test_macos_waits_for_the_disk_and_not_for_its_cache(tmp_path, monkeypatch, knows):
    waited = []

    def control(file, command):
        waited.append(command)
        if not knows:
            raise OSError(45, "Operation not supported")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", control)
    monkeypatch.setattr(os, "fsync", lambda file: waited.append("fsync"))
    files.write_whole(tmp_path / "file", b"data")
    assert set(waited) == ({51} if knows else {51, "fsync"})


def test_a_seat_called_like_a_device_has_a_folder_on_windows():
    assert [folder_name(seat) for seat in ("Con", "NUL", "com1")] == ["Con_", "NUL_", "com1_"]
    assert [folder_name(seat) for seat in ("Conrad", "Com", "com10")] == ["Conrad", "Com", "com10"]


def test_doctor_asks_windows_for_no_modes(tmp_path, monkeypatch):
    with open_store(tmp_path / "campaign.db", create=True):
        pass
    (tmp_path / "campaign.db").chmod(0o666)
    assert doctor._database(tmp_path / "campaign.db").state == "wrong"
    monkeypatch.setattr(doctor, "os", SimpleNamespace(name="nt"))
    assert doctor._database(tmp_path / "campaign.db").state == "well"
