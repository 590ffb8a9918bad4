"""The order desk as files: its page, the program, and the runtime that carries it in a browser.

The runtime is Pyodide's npm package and msgspec's wheel for WebAssembly, each of one version and
one hash. What a browser must load of them is compressed, for not every server compresses.
"""

import base64
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import msgspec

import adjudicator
from adjudicator import __version__
from adjudicator.desk.archives import pack, unpack, unzip, zip_plainly
from adjudicator.desk.bytecode import compile_files
from adjudicator.desk.imports import find_modules
from adjudicator.games import registry
from adjudicator.store.databases.files import PUBLISHED, is_inside, publish_folder, write_whole
from adjudicator.wording import FOLDER, ReasonedError
from adjudicator.wording.words import cache_folder

MARK = "desk.json"
"""The file by which a desk is known: its version, and how many bytes a browser loads."""
PAGE = (
    *("index.html", "desk.css", "icon.svg", "archive.js", "desk.js", "drafts.js", "judge.js"),
    *("map.js", "opening.js", "page.js", "practice.html", "practice.js", "requests.js"),
    *("rows.js", "worker.js"),
)
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, LOCK)
LIBRARIES = ("rapidfuzz", "jinja2", "markupsafe")
"""The packages that the program needs beside msgspec, in pure Python."""
OF_NO_USE = (
    *("_pyrepl", "cProfile", "ctypes", "dbm", "doctest", "ensurepip", "ftplib", "imaplib"),
    *("mailbox", "multiprocessing", "pdb", "pickletools", "poplib", "profile", "pstats", "pyclbr"),
    *("pydoc", "pydoc_data", "smtplib", "sqlite3", "unittest", "venv", "wsgiref", "xml", "xmlrpc"),
)
"""What the standard library has for developers, processes and servers."""
PATIENCE = 300


class DeskError(ReasonedError):
    """The desk cannot be written. Its text says why, and what to do."""

    room = "desk"


class Archive(msgspec.Struct, frozen=True):
    """A file of the runtime, as its registry has it."""

    name: str
    sha512: str
    """In base64."""
    command: tuple[str, ...]
    """What brings it into the folder that it is run in."""


PYODIDE = Archive(
    "pyodide-314.0.7.tgz",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ("npm", "pack", "--silent", "pyodide@314.0.7"),
)
MSGSPEC = Archive(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "+OG0FceIC7dParogWOTgRjln5/iLtYqg6Zdar/PAtiuV6jUS0Wtp03wUtZyD32k6KsP20p+GaIGjY2cX9z+noA==",
    (
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
        *("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
        *("--implementation", "cp", "--dest", ".", "msgspec==0.22.0"),
    ),
)


def find_runtime(
    folder: Path | None = None, tell: Callable[[Path], object] = lambda file: None
) -> tuple[bytes, bytes]:
    """Return the archives of Pyodide and of msgspec, from a folder, or fetched once and kept.

    ``tell`` is told where each is kept that is fetched now, for that may take minutes. Raises
    DeskError.
    """
    kept = folder or cache_folder()
    if kept is None:
        raise DeskError("no-home")
    for each in (PYODIDE, MSGSPEC):
        file = kept / each.name
        if folder is None and not file.is_file():
            tell(file)
            _fetch(each, file)
    return _read(PYODIDE, kept), _read(MSGSPEC, kept)


def _read(archive: Archive, folder: Path) -> bytes:
    file = folder / archive.name
    try:
        data = file.read_bytes()
    except OSError as error:
        raise DeskError("cannot-read", file=file, strerror=error.strerror) from error
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != archive.sha512:
        raise DeskError("another-file", file=file)
    return data


def _fetch(archive: Archive, file: Path) -> None:
    by_hand = {"name": archive.name, "by_hand": " ".join(archive.command)}
    program = shutil.which(archive.command[0])
    if program is None:
        raise DeskError("not-installed", command=archive.command[0], **by_hand)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            command = [program, *archive.command[1:]]
            subprocess.run(command, cwd=folder, check=True, timeout=PATIENCE, capture_output=True)
            os.replace(Path(folder) / archive.name, file)
    except (subprocess.SubprocessError, OSError) as error:
        raise DeskError("not-fetched", error=error, **by_hand) from error


def make_files(archives: tuple[bytes, bytes], forms: bytes) -> dict[str, bytes]:
    """Return all files of a desk by their paths.

    ``forms`` are those of what can be asked, as JSON.
    """
    files = {name: (FOLDER / "desk" / name).read_bytes() for name in PAGE}
    files["forms.json"] = forms
    pyodide, wheel = archives
    runtime = unpack(gzip.decompress(pyodide), "package/")
    runtime = {name: runtime[name] for name in RUNTIME}
    library: Mapping[str, bytes] = {
        name: data
        for name, data in unzip(runtime[LIBRARY]).items()
        if name.partition("/")[0].removesuffix(".py") not in OF_NO_USE
    }
    program: Mapping[str, bytes] = _find_program(wheel)
    compiled = compile_files(runtime, library, program)
    library, program = compiled or (library, program)
    runtime[LIBRARY] = zip_plainly(library)
    lock = json.loads(runtime[LOCK]) | {"packages": {}}  # they are not loaded one by one
    runtime[LOCK] = json.dumps(lock).encode()
    for name, data in runtime.items():
        is_large = name.endswith((".wasm", ".zip"))
        files |= {f"runtime/{name}.gz": _compress(data)} if is_large else {f"runtime/{name}": data}
    files["program.tar.gz"] = _compress(pack(program))
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + hashlib.sha256(files[name]).digest())
    version = f"desk-{__version__}-{digest.hexdigest()[:16]}"
    total = sum(len(data) for name, data in files.items() if name.endswith(".gz"))
    mark = {"version": version, "total": total, "program": program_version()}
    mark["compiled"] = compiled is not None
    files[MARK] = json.dumps(mark).encode()
    worker = (FOLDER / "desk" / "sw.js").read_text("utf-8")
    worker = worker.replace("{{ version }}", version)
    listed = json.dumps(["./", *sorted(files)])
    files["sw.js"] = worker.replace("{{ files }}", listed).encode()
    return files


def _find_program(wheel: bytes) -> dict[str, bytes]:
    """Return the files of the program, of what it needs and of the games of other packages."""
    files = dict(_find_own())
    for library in LIBRARIES:
        files |= _package(library)
    games = list(entry_points(group=registry.GROUP))
    for each in games:
        files |= _package(each.module.partition(".")[0])
    entries = "".join(f"{each.name} = {each.value}\n" for each in games)
    files["games-1.dist-info/METADATA"] = b"Metadata-Version: 2.1\nName: games\nVersion: 1\n"
    files["games-1.dist-info/entry_points.txt"] = f"[{registry.GROUP}]\n{entries}".encode()
    return files | unzip(wheel)


def _find_own() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the program that the desk needs, with data and words of their rooms."""
    package = Path(adjudicator.__file__).parent
    modules = find_modules(package)
    rooms = {each.relative_to(package).parts[0] for each in modules}
    for name, data in _package(package.name):
        path = package.parent / name
        if path in modules or (
            path.suffix != ".py" and path.relative_to(package).parts[0] in rooms
        ):
            yield name, data
    others = {each.name for each in package.iterdir()} - rooms
    for words in sorted(FOLDER.rglob("*.j2")):
        inside = words.relative_to(FOLDER)
        is_others = inside.parts[0] in ("desk", "site") or (
            inside.parts[0] == "reasons" and inside.stem in others
        )
        if not is_others:
            yield f"{package.name}/templates/{inside.as_posix()}", words.read_bytes()


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an installed package, but what is compiled, and pictures of land."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise DeskError("no-package", name=name)
    folder = Path(spec.origin).parent
    for file in sorted(folder.rglob("*")):
        is_left_out = file.suffix in (".pyc", ".so", ".pyd", ".pyi", ".png", ".j2c")
        if file.is_file() and not is_left_out:
            yield f"{name}/{file.relative_to(folder).as_posix()}", file.read_bytes()


def _compress(data: bytes) -> bytes:
    return gzip.compress(data, 8, mtime=0)  # 9 takes twice as long for three parts in a thousand


def program_version() -> str:
    """Return the versions of the program and of the packages with games."""
    packages = {each.dist for each in entry_points(group=registry.GROUP) if each.dist}
    return " ".join([__version__, *sorted(f"{each.name} {each.version}" for each in packages)])


def keep_desk(folder: Path, forms: bytes) -> bool:
    """Bring the desk in a folder up to date, if it is of other versions; return whether it was.

    Raises DeskError.
    """
    with suppress(FileNotFoundError, ValueError):
        if json.loads((folder / MARK).read_bytes()).get("program") == program_version():
            return False
    return write_desk(folder, make_files(find_runtime(), forms))


def write_desk(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Write a desk into a folder: a new one, an empty one or that of an earlier desk.

    Everybody may read it. Return whether anything was changed. Raises DeskError if the folder holds
    something else, or is a link.
    """
    if folder.is_symlink() or not all(is_inside(folder, name) for name in files):
        raise DeskError("is-a-link", folder=folder)
    mark = folder / MARK
    if mark.is_file() and mark.read_bytes() == files[MARK]:
        return False
    if folder.exists() and not mark.is_file() and any(folder.iterdir()):
        raise DeskError("not-empty", folder=folder)
    if not mark.is_file():  # the folder is a desk's, though it is broken off
        publish_folder(folder)
        write_whole(mark, b"{}", PUBLISHED)
    last = (*sorted(set(files) - {MARK}), MARK)  # it says that all others are there
    for name in last:
        publish_folder((folder / name).parent)
        write_whole(folder / name, files[name], PUBLISHED)
    return True
