"""The typefaces, from packages, and words made fit to be drawn: the same bytes on every machine.

How wide a letter is stands in ``widths.bin``, so that a map is laid out without Pillow, and alike
whatever draws it.
"""

import zlib
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from adjudicator.maps.reasons import reason

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Face = Literal["serif", "serif-bold", "sans", "sans-bold"]

_FILES: dict[str, tuple[str, str]] = {
    "serif": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
}
NAME_SIZE = 15  # pixels, of the capitals of a province's name
SMALL = 0.8  # small capitals against capitals
TRACKING = 0.5  # pixels between the letters of a name


@lru_cache(maxsize=64)
def font(face: Face, size: int) -> "FreeTypeFont":
    """A typeface at a size in pixels, laid out by Pillow's own basic engine."""
    from PIL import ImageFont

    return ImageFont.truetype(_find(face), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _find(face: Face) -> str:
    """Return where the file of a typeface lies."""
    package, file = _FILES[face]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(str(reason("no-package", package=package)), name=package)
    return str(Path(spec.origin).parent / "files" / file)


LETTERS = ["\0", *map(chr, range(32, 0x180)), *"‐‑‒–—‘’“”„†‡•…‰‹›€→≈≠≤≥×−"]
"""The letters whose widths are known; the first stands for all others."""
SIZES = 48
"""Widths are known of the sizes from 1 to this one."""


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: int) -> float:
    """Pixels that a text takes."""
    known = min(size, SIZES)
    row = _widths(face, known)
    return sum(row.get(letter, row["\0"]) for letter in text) * size / known


@cache
def _widths(face: Face, size: int) -> dict[str, int]:
    """Return the pixels of each letter of a face at a size."""
    row = (list(_FILES).index(face) * SIZES + size - 1) * len(LETTERS)
    return dict(zip(LETTERS, _all_widths()[row : row + len(LETTERS)], strict=True))


@cache
def _all_widths() -> bytes:
    return zlib.decompress(Path(__file__).with_name("widths.bin").read_bytes())


@lru_cache(maxsize=1024)
def spell(text: str, face: Face) -> str:
    """Return a text with an ellipsis for letters that a face lacks, as where a text is cut."""
    runs = groupby(text, lambda letter: letter in LETTERS or _has(face, letter))
    return "".join("".join(letters) if known else "…" for known, letters in runs)


def _has(face: Face, letter: str) -> bool:
    drawn, lacking = (bytes(font(face, 20).getmask(each)) for each in (letter, "\uffff"))
    return drawn != lacking


def small_capitals(text: str, size: int) -> list[tuple[str, int]]:
    """A text as single letters with their sizes: lower case becomes smaller capitals."""
    small = round(size * SMALL)
    return [
        (letter.upper(), small if letter.islower() else size) if letter != "ß" else (letter, size)
        for letter in text
    ]


@lru_cache(maxsize=1024)
def words_width(text: str, face: Face, size: int, small: bool = False) -> float:
    """Pixels that a text takes, in small capitals if ``small``."""
    if not small:
        return width(text, face, size)
    letters = small_capitals(text, size)
    return sum(width(letter, face, high) + TRACKING for letter, high in letters) - TRACKING


def name_width(label: str, size: int = NAME_SIZE) -> float:
    """Pixels that a province's name takes."""
    return words_width(label, "serif", size, small=True)


MOST = 200  # letters that are looked at


def one_line(text: str) -> str:
    """One printable line: controls and separators become blanks, blanks are single."""
    letters = (letter if letter.isprintable() else " " for letter in text[:MOST])
    return " ".join("".join(letters).split())


def cut(text: str, face: Face, size: int, room: float) -> str:
    """A text cut to ``room`` pixels, with an ellipsis where something is missing."""
    line = one_line(text)
    if width(line, face, size) <= room:
        return line
    while line and width(line + "…", face, size) > room:
        line = line[:-1]
    return line.rstrip() + "…"
