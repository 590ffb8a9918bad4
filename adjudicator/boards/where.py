"""Where board files lie: those of this program, and those of packages of games."""

from pathlib import Path

from adjudicator.boards.board import BoardError

DATA = Path(__file__).parent / "data"
SHIPPED = ("ikusa", "shogun-sun", "shogun-moon", "gekokujo")
FOLDER = "boards"  # where another package keeps its boards


def board_file(name: str) -> Path:
    """The file of a shipped board, or of one of a package, ``PACKAGE/NAME``.

    Raises:
        BoardError: there is no such board.
    """
    if name in SHIPPED:
        return DATA / f"{name}.toml"
    package, slash, board = name.rpartition("/")
    if not slash or not all(part.isidentifier() for part in package.split(".")):
        shipped = ", ".join(SHIPPED)
        raise BoardError(
            f"{name}: no such board; there are {shipped}, or give PACKAGE/NAME or a path to a .toml"
        )
    from importlib.util import find_spec  # who plays on a shipped board needs none

    try:
        spec = find_spec(package)
    except ImportError:
        spec = None
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / FOLDER / f"{board}.toml"
        if path.is_file():
            return path
    missing = f"the package {package} has no {FOLDER}/{board}.toml" if spec else "no such package"
    raise BoardError(f"{name}: {missing}")
