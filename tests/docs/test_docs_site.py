"""The documentation as a site: what its contents list. ``make docs-site`` builds it."""

import importlib.util
import re
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("loads", "text"),
    [
        (True, '<script async src="https://cdn.example.org/x.js">'),
        (True, '<link href="//fonts.example.org/a.css" rel="stylesheet">'),
        (True, "@font-face { src: url('https://fonts.example.org/a.woff2') }"),
        (True, '@import "https://example.org/a.css";'),
        (False, '<a href="https://example.org/">elsewhere</a> <script src="_static/x.js">'),
        (False, '<link rel="canonical" href="https://example.org/"> url(data:image/png)'),
    ],
)
def test_what_a_page_would_load_from_other_hosts_is_seen(loads, text):
    pytest.importorskip("sphinx", reason="make docs-site installs it")
    spec = importlib.util.spec_from_file_location("conf", DOCS / "site" / "conf.py")
    conf = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conf)
    assert conf.loads_from_elsewhere(text) is loads
