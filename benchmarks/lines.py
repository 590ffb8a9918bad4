"""Count the lines and the tokens of code of each room: no blank lines, comments or docstrings.

    python benchmarks/lines.py [COMMIT]

A string that stands by itself is a docstring, also beneath a field. With a commit, its numbers
stand beside those of this tree. Tokens tell whether less was written or only on fewer lines.
"""

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = "adjudicator"
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


class Size(NamedTuple):
    """How much code there is."""

    lines: int = 0
    tokens: int = 0


def measure(source: str) -> Size:
    """Count the lines of a module that hold code, and its tokens."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                docstrings.update(range(first, last + 1))
    lines: set[int] = set()
    tokens = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE and token.start[0] not in docstrings:
            lines.update(range(token.start[0], token.end[0] + 1))
            tokens += 1
    return Size(len(lines), tokens)


def room(path: PurePosixPath) -> str:
    """The folder of a module beneath the package; each game is a room of its own."""
    folders = path.parts[1:-1]
    return "/".join(folders[: 2 if folders[:1] == ("games",) else 1])


def add(sizes: dict[str, Size], path: PurePosixPath, source: str) -> None:
    """Add a module to the size of its room."""
    lines, tokens = sizes.get(room(path), Size())
    more = measure(source)
    sizes[room(path)] = Size(lines + more.lines, tokens + more.tokens)


def measure_tree() -> dict[str, Size]:
    """Measure the rooms of this tree."""
    sizes: dict[str, Size] = {}
    for path in (ROOT / PACKAGE).rglob("*.py"):
        add(sizes, PurePosixPath(path.relative_to(ROOT).as_posix()), path.read_text("utf-8"))
    return sizes


def measure_commit(commit: str) -> dict[str, Size]:
    """Measure the rooms of a commit."""
    command = ["git", "archive", commit, PACKAGE]
    packed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    if packed.returncode:
        sys.exit(f"{commit} is no commit of this repository.")
    sizes: dict[str, Size] = {}
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".py"):
                file = archive.extractfile(member)
                assert file
                add(sizes, PurePosixPath(member.name), file.read().decode())
    return sizes


def main(commits: list[str]) -> None:
    """Measure and print."""
    columns = [*((commit, measure_commit(commit)) for commit in commits), ("now", measure_tree())]
    names = [name[:10] for name, _ in columns]
    print_row("room", [f"{name}, tokens" for name in names], [f"{name}, lines" for name in names])
    sizes = [measured for _, measured in columns]
    for name in sorted(set().union(*sizes)):
        print_sizes(name or PACKAGE, [each.get(name, Size()) for each in sizes])
    print_sizes("all", [Size(*map(sum, zip(*each.values(), strict=True))) for each in sizes])


def print_sizes(name: str, sizes: list[Size]) -> None:
    """Print a row: the tokens of each tree, then its lines."""
    print_row(name, [f"{size.tokens:,}" for size in sizes], [f"{size.lines:,}" for size in sizes])


def print_row(name: str, *columns: list[str]) -> None:
    """Print a row of the table."""
    print(name.ljust(22), *(text.rjust(18) for column in columns for text in column))


if __name__ == "__main__":
    main(sys.argv[1:])
