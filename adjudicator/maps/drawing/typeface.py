"""The typefaces, from packages, and words made fit to be drawn: the same bytes on every machine."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

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

    package, file = _FILES[face]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"maps need the package {package}", name=package)
    path = Path(spec.origin).parent / "files" / file
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: int) -> float:
    """Pixels that a text takes."""
    return float(font(face, size).getlength(text))


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
