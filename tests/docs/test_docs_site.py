"""The documentation as a site: what its contents list. ``make docs-site`` builds it."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def titles():
    pages = (path for path in DOCS.glob("*.md") if path.name != "index.md")
    return {
        path.name: re.search(r"^# (.+)$", path.read_text("utf-8"), re.MULTILINE)[1]
        for path in pages
    }


def test_the_index_lists_every_page_once_by_its_title():
    listed = re.findall(
        r"^- \[([^\]]+)\]\(([^)/]+)\)$", (DOCS / "index.md").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(name for _, name in listed) == sorted(titles())
    assert {name: title for title, name in listed} == titles()


def test_the_site_has_the_colours_of_the_pages():
    style = (DOCS.parent / "templates/site/style.css").read_text("utf-8")
    conf = (DOCS / "site/conf.py").read_text("utf-8")
    colours = re.findall(r'"(#[0-9a-f]{6})"', conf)
    assert len(colours) == 14
    assert all(colour in style for colour in colours)
