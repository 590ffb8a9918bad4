"""Bytecode of what the desk imports: made under Node as it is written, kept for the next one."""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from adjudicator.desk.archives import pack, unpack
from adjudicator.store.databases.files import write_whole
from adjudicator.wording import FOLDER
from adjudicator.wording.words import own_place

SCRIPT = "compile.mjs"
PATIENCE = 300
MOST_KEPT = 3
Files = Mapping[str, bytes]


def compile_files(runtime: Files, library: Files, program: Files) -> tuple[Files, Files] | None:
    """Return the standard library and the program with bytecode in the place of modules.

    None: Node is not installed, or too old for the runtime.
    """
    script = (FOLDER / "desk" / SCRIPT).read_bytes()
    given = {**runtime, SCRIPT: script, "library.tar": pack(library), "program.tar": pack(program)}
    digest = hashlib.sha256()
    for name, data in given.items():
        digest.update(name.encode() + hashlib.sha256(data).digest())
    name = f"desk-{digest.hexdigest()[:32]}.tar"
    place = own_place()
    compiled = _find(place, name) or _run_node(given)
    if compiled is None:
        return None
    if place:
        _keep(place, name, compiled)
    return unpack(compiled, "library/"), unpack(compiled, "program/")


def _find(place: Path | None, name: str) -> bytes | None:
    with suppress(OSError):
        return (place / name).read_bytes() if place else None
    return None


def _run_node(given: Files) -> bytes | None:
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        for name, data in given.items():
            (Path(folder) / name).write_bytes(data)
        try:
            subprocess.run(
                [node, SCRIPT], cwd=folder, check=True, timeout=PATIENCE, capture_output=True
            )
            return (Path(folder) / "compiled.tar").read_bytes()
        except (subprocess.SubprocessError, OSError):
            return None


def _keep(place: Path, name: str, compiled: bytes) -> None:
    """Keep what was compiled, and of others those that were made last."""
    with suppress(OSError):
        if not (place / name).exists():
            place.mkdir(parents=True, exist_ok=True)
            write_whole(place / name, compiled)
        kept = sorted(place.glob("desk-*.tar"), key=lambda file: file.stat().st_mtime)
        for old in kept[:-MOST_KEPT]:
            old.unlink()
