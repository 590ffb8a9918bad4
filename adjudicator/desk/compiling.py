"""Compile what the desk imports, in the Python that the desk runs: no other can.

``templates/desk/compile.mjs`` calls it under Node as a desk is written, for a browser that compiles
all of it at each start takes seconds more.
"""

import importlib
import io
import py_compile
import sys
import tarfile
from pathlib import Path

READS_DOCSTRINGS = ("pyodide", "_pyodide")
"""The packages beside Python's own whose docstrings the runtime reads."""


def compile_desk(library: str, program: str) -> bytes:
    """Compile the folders of the standard library and of the program; return both as a tar archive.

    Of templates the words of reasons are compiled, which every check says. They are kept by their
    paths, so the program must lie where the desk has it.
    """
    for file in Path(library).rglob("*.py"):
        has_docstrings = file.relative_to(library).parts[0] in READS_DOCSTRINGS
        _compile_module(file, 0 if has_docstrings else 2)
    for file in Path(program).rglob("*.py"):
        _compile_module(file, 0)  # what an order is for stands in its docstring
    importlib.invalidate_caches()
    sys.dont_write_bytecode = False
    # compiled words fit the modules that they call, which are bytecode now
    from adjudicator.wording.words import compile_reasons

    compile_reasons()
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for folder in map(Path, (library, program)):
            for file in sorted(each for each in folder.rglob("*") if each.is_file()):
                archive.add(file, f"{folder.name}/{file.relative_to(folder).as_posix()}")
    return whole.getvalue()


def _compile_module(source: Path, optimize: int) -> None:
    """Put bytecode in the place of a module."""
    py_compile.compile(
        str(source),
        str(source.with_suffix(".pyc")),
        doraise=True,
        optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    source.unlink()
