"""Count the lines of code of each room: without blank lines, comments and docstrings.

    python benchmarks/lines.py [COMMIT]

A string that stands by itself is a docstring, also beneath a field. With a commit, its numbers
stand beside those of this tree.
"""

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from pathlib import Path, PurePosixPath

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


def code_lines(source: str) -> int:
    """Count the lines of a module that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                lines.difference_update(range(first, last + 1))
    return len(lines)


def room(path: PurePosixPath) -> str:
    """The folder of a module beneath the package; each game is a room of its own."""
    folders = path.parts[1:-1]
    return "/".join(folders[: 2 if folders[:1] == ("games",) else 1])


def here() -> Counter[str]:
    """Count this tree."""
    counts: Counter[str] = Counter()
    for path in (ROOT / PACKAGE).rglob("*.py"):
        place = PurePosixPath(path.relative_to(ROOT).as_posix())
        counts[room(place)] += code_lines(path.read_text("utf-8"))
    return counts


def at(commit: str) -> Counter[str]:
    """Count a commit."""
    command = ["git", "archive", commit, PACKAGE]
    packed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    if packed.returncode:
        sys.exit(f"{commit} is no commit of this repository.")
    counts: Counter[str] = Counter()
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".py"):
                file = archive.extractfile(member)
                assert file
                counts[room(PurePosixPath(member.name))] += code_lines(file.read().decode())
    return counts


def main(commits: list[str]) -> None:
    """Count and print."""
    columns = [*((commit, at(commit)) for commit in commits), ("now", here())]
    rooms = sorted(set().union(*(counts for _, counts in columns)))
    print("room".ljust(24), *(name.rjust(10) for name, _ in columns))
    for name in rooms:
        print((name or PACKAGE).ljust(24), *(f"{counts[name]:10,}" for _, counts in columns))
    print("all".ljust(24), *(f"{counts.total():10,}" for _, counts in columns))


if __name__ == "__main__":
    main(sys.argv[1:])
