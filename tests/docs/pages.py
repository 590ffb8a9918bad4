"""The pages of the documentation, taken apart."""

import re
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[2]
GENERATED = (
    "orders-samurai-swords.md",
    "orders-ikusa.md",
    "orders-shogun.md",
    "orders-gekokujo.md",
    "commands.md",
    "draws.md",
)
WITH_LISTS = ("players.md", "game-master.md")
"""Pages of which a part is generated."""
PAGES = sorted(
    [
        TOP / name
        for name in (
            "README.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "CODE_OF_CONDUCT.md",
        )
    ]
    + [TOP / "cron/README.md", TOP / "release/README.md", *TOP.glob("examples/*/README.md")]
    + [path for path in (TOP / "docs").glob("*.md") if path.name not in GENERATED]
)
EVERY_PAGE = PAGES + [TOP / "docs" / name for name in GENERATED]

_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: the words after its fence, its text, and the line it begins on."""

    words: tuple[str, ...]
    text: str
    line: int


def blocks(path: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    page = path.read_text("utf-8")
    return [
        Block(tuple(found[1].split()), found[2], page.count("\n", 0, found.start()) + 1)
        for found in _FENCE.finditer(page)
    ]


def prose(path: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", path.read_text("utf-8"))
