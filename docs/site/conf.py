"""The documentation as a site: ``make docs-site``. Sphinx reads the pages as they are.

``index.md`` is a list of pages with links, as it is read in a checkout; here its lists become the
contents of the site, and the case book's pages, if there are any, follow them.
"""

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from pygments.lexers.special import TextLexer
from sphinx.errors import ExtensionError

from adjudicator import __version__

DOCS = Path(__file__).parents[1]
CASE_BOOK = "case-book"

project = "Adjudicator"
author = "the Adjudicator project"
release = __version__
copyright = author
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["site", "**/README.md"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]
highlight_language = "none"
html_theme = "furo"
html_title = "Adjudicator"
html_favicon = str(DOCS.parent / "templates" / "site" / "icon.svg")
html_static_path = [str(Path(__file__).parent / "docs.css")]
html_css_files = ["docs.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
templates_path: list[str] = []

_SERIF = '"Source Serif Pro", "Source Serif 4", Georgia, "Times New Roman", serif'
_SANS = '"Source Sans Pro", "Source Sans 3", -apple-system, "Segoe UI", Roboto, Arial, sans-serif'
# The colours of templates/site/style.css.
_LIGHT = ("#efe8da", "#fdfbf6", "#2b2621", "#655b50", "#d3c7b4", "#8f251d", "#f4eee2")
_DARK = ("#1d1a17", "#26221e", "#ece4d6", "#b3a796", "#453d34", "#f0988b", "#2e2924")


def _look(colours: tuple[str, ...]) -> dict[str, str]:
    paper, sheet, ink, soft, line, red, wash = colours
    return {
        "font-stack": _SANS,
        "font-stack--headings": _SERIF,
        "color-background-primary": sheet,
        "color-background-secondary": paper,
        "color-background-hover": wash,
        "color-background-border": line,
        "color-foreground-primary": ink,
        "color-foreground-secondary": soft,
        "color-foreground-muted": soft,
        "color-brand-primary": red,
        "color-brand-content": red,
        "color-brand-visited": red,
        "color-code-background": wash,
        "color-code-foreground": ink,
    }


html_theme_options = {
    "light_css_variables": _look(_LIGHT),
    "dark_css_variables": _look(_DARK),
    "navigation_with_keys": True,
}

_LINK = re.compile(r"^- \[[^\]]+\]\(([\w/-]+)\.md\)$", re.MULTILINE)
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_CASE = re.compile(r"\[([^\]]+)\]\((?:([^()#\s]+)\.md)?#([A-Z][^()\s]*)\)")
_OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./(?!\.\./)([^)]+)\)")
_OUTSIDE_BOOK = re.compile(r"\[([^\]]+)\]\((?:\.\./){3}[^)]+\)")


def _with_contents(text: str) -> str:
    """Return the index with a list of contents for each of its sections."""
    parts = _SECTION.split(text)
    lists = [
        _contents(title, _LINK.findall(body))
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
    ]
    if (DOCS / CASE_BOOK / "index.md").exists():
        lists.append(_contents("The case book", [f"{CASE_BOOK}/index", f"{CASE_BOOK}/*"]))
    elif (DOCS / CASE_BOOK).is_dir():
        lists.append(_contents("The case book", [f"{CASE_BOOK}/*"]))
    return "\n".join((text, *lists))


def _contents(title: str, pages: list[str]) -> str:
    listed = "\n".join(pages)
    return f"```{{toctree}}\n:hidden:\n:glob:\n:caption: {title}\n\n{listed}\n```\n"


def _pages_below(page: str) -> str:
    """Return the contents of a chapter of the case book, without a title: its pages."""
    below = "*/index" if page == f"{CASE_BOOK}/index" else "*"
    others = [each for each in (DOCS / page).parent.glob(f"{below}.md") if each.stem != "index"]
    if not page.endswith("/index") or not (others or below == "*/index"):
        return ""
    return "\n" + _contents("", [below]).replace(":caption: \n", "")


def _read(app: Any, page: str, source: list[str]) -> None:
    """Make contents of the index; name what lies outside of the documentation without a link."""
    text = source[0]
    if page == root_doc:
        text = _with_contents(text)
    if "/" not in page:
        text = _OUTSIDE.sub(r"\1 (`\2`)", text)
    elif page.startswith(f"{CASE_BOOK}/"):
        text = _OUTSIDE_BOOK.sub(r"`\1`", text)
        text += _pages_below(page)
    source[0] = _CASE.sub(_link_to_case, text)


def _link_to_case(link: re.Match[str]) -> str:
    """Return a link to a case as HTML: its number is an anchor of HTML, which Sphinx knows not."""
    text, page, number = link.groups()
    return f'<a href="{f"{page}.html" if page else ""}#{number}">{text}</a>'


_FOREIGN = re.compile(
    r"""<(?:script|img|iframe|source|video)\b[^>]*\bsrc=["']?(?:https?:)?//"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|pre|icon|module))[^>]*\bhref=["']?(?:https?:)?//"""
    r"""|url\(\s*["']?(?:https?:)?//|@import\s+["'](?:https?:)?//"""
)


def loads_from_elsewhere(text: str) -> bool:
    """Whether a page or a style sheet would have its reader's browser ask another host."""
    return _FOREIGN.search(text) is not None


def _check_hosts(app: Any, error: Exception | None) -> None:
    """Refuse a site that tells other hosts who reads it."""
    made = [path for kind in ("html", "css") for path in Path(app.outdir).rglob(f"*.{kind}")]
    foreign = [str(path) for path in made if loads_from_elsewhere(path.read_text("utf-8"))]
    if foreign and error is None:
        raise ExtensionError(f"These pages load something from other hosts: {foreign}")


def setup(app: Any) -> None:
    """Register what is done to pages as they are read, and that orders are plain text."""
    app.add_lexer("orders", TextLexer)
    app.connect("source-read", _read)
    app.connect("build-finished", _check_hosts)
