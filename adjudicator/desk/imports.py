"""Which modules of the program the desk carries: those that its own import, directly or not."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOTS = ("desk/judge.py", "desk/table.py", "desk/compiling.py")
GAMES = "games"
"""The games are found by their names, so all of them are carried."""


def find_modules(package: Path) -> set[Path]:
    """Return the files of the modules of a package that the desk needs."""
    found: set[Path] = set()
    left = [package / each for each in ROOTS] + [*(package / GAMES).rglob("*.py")]
    while left:
        file = left.pop()
        if file not in found:
            found.add(file)
            folders = (each for each in file.parents if each.is_relative_to(package))
            left += [each / "__init__.py" for each in folders]
            left += _find_imports(file, package)
    return found


def _find_imports(file: Path, package: Path) -> Iterator[Path]:
    """Yield the files of what a module imports from its package, also within a function."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from _files_of((each.name for each in node.names), package)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{each.name}" for each in node.names)
            yield from _files_of([node.module, *names], package)


def _files_of(names: Iterable[str], package: Path) -> Iterator[Path]:
    for name in names:
        path = package.parent / name.replace(".", "/")
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if path.is_relative_to(package) and file.is_file():
                yield file
