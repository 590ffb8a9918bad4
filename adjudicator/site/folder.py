"""The folder in which pages lie: brought up to date file by file, each whole at every moment.

What is new is written into a folder beside the others first, and then renamed into place: phases
before the pages that lead to them, so that no link leads nowhere. What is void is removed last. A
file of marks says what is ours; nothing else is ever touched.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

import msgspec

from adjudicator.site.place import SiteError
from adjudicator.store.databases.files import (
    PUBLISHED,
    hold,
    is_inside,
    open_new,
    publish_folder,
)

MARKS = ".adjudicator-site"
NEW = ".adjudicator-new-"
FORMAT = 2
PATIENCE = 10.0
"""So many seconds a process waits for another that writes in the same folder."""
Kind = Literal["campaign", "campaigns"]


class Shelf(msgspec.Struct, frozen=True):
    """A campaign among others: what the page of all campaigns says of it."""

    name: str
    game: str
    state: str
    headline: str
    seats: tuple[str, ...]


class Marks(msgspec.Struct, frozen=True):
    """What lies in a folder of pages, and what it was made from."""

    kind: Kind
    """The pages of one campaign, or the page of all campaigns."""
    name: str = ""
    """The campaign's name."""
    commitment: str = ""
    """The campaign's commitment, by which two of one name are told apart."""
    made_from: str = ""
    """What the pages were made from, as one text: if it is the same, so are they."""
    files: Mapping[str, str] = {}
    """What each file was made from, by its path."""
    shelf: Shelf | None = None
    """How the page of all campaigns shows this one."""
    format: int = FORMAT

    @property
    def whose(self) -> tuple[str, str, str]:
        """Of what the pages are."""
        return self.kind, self.name, self.commitment


class Page(NamedTuple):
    """A file of a folder, which is made only if it was made from something else before."""

    made_from: str
    make: Callable[[], bytes]


def plain(data: bytes) -> Page:
    """Return a file that is known by its contents."""
    return Page(sha256(data).hexdigest(), lambda: data)


class Made(NamedTuple):
    """What became of the pages of a folder."""

    campaign: str
    """``""``: the page of all campaigns."""
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def read_marks(folder: Path) -> Marks | None:
    """Return the marks of a folder; None if there are none.

    Raises SiteError if they are damaged.
    """
    try:
        data = (folder / MARKS).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return msgspec.json.decode(data, type=Marks)
    except msgspec.MsgspecError:
        raise SiteError("damaged", marks=folder / MARKS) from None


def check_folder(folder: Path, wanted: Marks) -> Marks | None:
    """Return the marks of a folder in which such pages may be written; None if it is new.

    Raises SiteError if it holds something else, or the pages of something else, or is a link.
    """
    if folder.is_symlink():
        raise SiteError("is-a-link", folder=folder)
    marks = read_marks(folder)
    if marks is None:
        if folder.is_dir() and not all(each.name.startswith(NEW) for each in folder.iterdir()):
            raise SiteError("not-empty", folder=folder)
        if folder.exists() and not folder.is_dir():
            raise SiteError("no-folder", folder=folder)
        return None
    if marks.whose != wanted.whose:
        facts = {"name": marks.name, "another": marks.name == wanted.name}
        raise SiteError("holds", folder=folder, **facts)
    return marks


def claim_folder(folder: Path, marks: Marks) -> Marks:
    """Return the marks of a folder for such pages; a new one gets these, and so is known as ours.

    Raises what ``check_folder`` raises.
    """
    known = check_folder(folder, marks)
    if known is None:
        with _claim(folder, marks) as (_, known):
            pass
    return known


def write_pages(folder: Path, files: Mapping[str, Page], marks: Marks) -> Made:
    """Bring a folder up to date; ``marks`` without their files say what the pages are.

    Files that are as they should be stay as they are. Everybody may read what is written, whatever
    the process lets others read else. Raises SiteError for a path that leads out of the folder.
    """
    for path in files:
        if not _is_safe(path):
            raise SiteError("cannot-be-called", path=path[:60])
    with _claim(folder, marks) as (workshop, there):
        for place in {os.path.dirname(path): path for path in files}.values():
            if not is_inside(folder, place):
                raise SiteError("leads-out", parent=(folder / place).parent)
        changed = [
            path
            for path, page in files.items()
            if there.files.get(path) != page.made_from or not os.path.isfile(f"{folder}/{path}")
        ]
        void = [path for path in _own_files(folder, there) if path not in files]
        for path in changed:
            _write(workshop / path, files[path].make())
        for path in sorted(changed, key=_rank):
            publish_folder((folder / path).parent)
            os.replace(workshop / path, folder / path)
        for path in void:
            (folder / path).unlink(missing_ok=True)
        made_from = {path: page.made_from for path, page in files.items()}
        _put_marks(workshop, msgspec.structs.replace(marks, files=made_from))
    return Made(marks.name, tuple(changed), tuple(void))


def remove_pages(folder: Path, marks: Marks) -> bool:
    """Remove such pages, and their folder if nothing else is in it; say if any were.

    The pages of anything else stay. Raises SiteError for damaged marks, and while another process
    writes there.
    """
    there = read_marks(folder)
    if there is None or there.whose != marks.whose:
        return False
    with _alone(folder):
        there = read_marks(folder)
        if there is None:
            return False
        paths = _own_files(folder, there)
        for path in paths:
            (folder / path).unlink(missing_ok=True)
        for each in {(folder / path).parent for path in paths} - {folder}:
            with suppress(OSError):  # something else lies there
                each.rmdir()
        (folder / MARKS).unlink()
        with suppress(OSError):
            folder.rmdir()
        return True


@contextmanager
def _claim(folder: Path, marks: Marks) -> Iterator[tuple[Path, Marks]]:
    """Keep others from writing in a folder for such pages, which in a new one have no files yet.

    Yield a folder within it for what is written anew, which is gone afterwards, and the marks.
    """
    check_folder(folder, marks)
    is_new = not folder.exists()
    publish_folder(folder)
    try:
        with _alone(folder):
            _remove_workshops(folder)
            workshop = folder / f"{NEW}{os.getpid()}"
            try:
                known = check_folder(folder, marks)
                if known is None:
                    known = msgspec.structs.replace(marks, made_from="", files={})
                    _put_marks(workshop, known)
                yield workshop, known
            finally:
                _remove_workshops(folder)
    except BaseException:
        if is_new:
            with suppress(OSError):  # something lies there by now
                folder.rmdir()
        raise


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep others from writing in a folder during the block. Raises SiteError if one goes on."""
    with hold(folder, PATIENCE) as is_mine:
        if not is_mine:
            raise SiteError("written-elsewhere", folder=folder)
        yield


def _remove_workshops(folder: Path) -> None:
    """Remove what was written and not put into place, also by a process that was killed."""
    for old in folder.glob(f"{NEW}*"):
        if old.is_symlink():
            old.unlink()
        shutil.rmtree(old, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    publish_folder(path.parent)
    try:
        with open_new(path, PUBLISHED) as file:
            file.write(data)
    except OSError as error:  # what fails while it writes names no file
        raise OSError(error.errno, error.strerror, str(path)) from error


def _put_marks(workshop: Path, marks: Marks) -> None:
    _write(workshop / MARKS, msgspec.json.encode(marks))
    os.replace(workshop / MARKS, workshop.parent / MARKS)


def _rank(path: str) -> tuple[int, str]:
    """Say in which order files come into place: what is linked to before what links."""
    return (2 if path == "index.html" else 1 if path.endswith(("feed.xml", ".ics")) else 0, path)


def _is_safe(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path


def _own_files(folder: Path, marks: Marks) -> list[str]:
    """Return the paths of the files in a folder that its marks say are ours."""
    return [path for path in marks.files if _is_safe(path) and is_inside(folder, path)]
