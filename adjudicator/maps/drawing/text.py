"""Words from anyone, made fit to be drawn: one line, printable, no wider than its place."""

from adjudicator.maps.drawing.typeface import Face, width

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
