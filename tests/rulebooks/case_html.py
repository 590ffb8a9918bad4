"""The case book as HTML, with small maps."""

import html
import re
from collections.abc import Sequence
from pathlib import Path

from book import CaseBook, anchor, pages
from case_pages import places_of
from markdown_it import MarkdownIt
from rulebook import CaseFile

from adjudicator.cases.run import Played
from adjudicator.maps import draw_window

MOST = 24_000
"""Bytes of a map at the most."""
STYLE = """\
body { font: 17px/1.5 Georgia, serif; color: #2b2622; background: #fbf8f1; max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem }
h1, h2 { font-weight: 600; line-height: 1.25 }
h2[id] { margin-top: 3.5rem; border-top: 1px solid #d8cfbd; padding-top: 1rem; font-size: 1.15rem }
pre { background: #f1ebdd; padding: .6rem .8rem; overflow-x: auto; font-size: 13px }
code { font-size: 14px }
blockquote { margin: .6rem 0; padding-left: .9rem; border-left: 3px solid #b08a4e }
img { max-width: 48%; height: auto; vertical-align: top; border: 1px solid #d8cfbd }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #e2dac9; padding: .25rem .5rem; text-align: left;
  vertical-align: top }
a { color: #7a3b1d }
@media (max-width: 40rem) { img { max-width: 100% } }
"""
_LINK = re.compile(r'(href="[^"#:]*?)\.md(["#])')
_OUTSIDE = re.compile(r'<a href="[./]*(?:rulings\.html|[^"]*\.toml)[^"]*">(.*?)</a>')


def write_html(folder: Path, book: CaseBook) -> None:
    """Write the case book into a folder, every page with the maps of its cases."""
    maps = folder / "maps"
    maps.mkdir(parents=True, exist_ok=True)

    def draw(case: CaseFile, played: Sequence[Played]) -> list[str]:
        return draw_maps(case, played, maps)

    count = 0
    for name, text in pages(book, draw):
        path = folder / name.replace(".md", ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_page(text), "utf-8")
        count += 1
    print(f"{count} pages in {folder}")


def _page(text: str) -> str:
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    body = re.sub(r"<h2>(\S+)</h2>", lambda h: f'<h2 id="{anchor(h[1])}">{h[1]}</h2>', body)
    body = _OUTSIDE.sub(r"\1", _LINK.sub(r"\1.html\2", body))
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    title = html.escape(heading[1] if heading else "The case book")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n{body}</html>\n"
    )


def draw_maps(case: CaseFile, played: Sequence[Played], folder: Path) -> list[str]:
    """Draw the maps before and after each phase, and return their files as a page names them.

    What looks the same before and after is drawn once.
    """
    places = places_of(case)
    files: list[str] = []
    for number, phase in enumerate(played, 1):
        drawn = b""
        for moment, position, events in (
            ("before", phase.before, ()),
            ("after", phase.after, phase.events),
        ):
            picture = None if position is None else phase.game.picture(position, events)
            around = [place for place in places if picture and place in picture.spots]
            data = draw_window(picture, around, MOST) if picture and around else b""
            name = f"{case.number}-{number}-{moment}.png"
            if data and data != drawn:
                (folder / name).write_bytes(data)
            files.append(f"../maps/{name}" if data and data != drawn else "")
            drawn = data
    return files
