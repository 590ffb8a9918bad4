"""The case book tells what a case holds, and finds what is not as it should be."""

from dataclasses import replace

import book
import pytest
from all_cases import CASES as ALL
from case_pages import case_page, play_of
from markdown_it import MarkdownIt
from rulebook import cited_by, read_books

BOOKS = read_books()
CASES = {case.name: case for case in ALL}


def told(name):
    case = CASES[name]
    return "\n".join(case_page(case, cited_by(case, BOOKS)[0], play_of(case)))


def test_a_case_is_told_from_its_number_to_what_is_left():
    text = told("samurai-swords/castle-four-spearmen")
    for line in (
        "## SS.4.7C.AW.1\n\n**A castle adds four spearmen to the defence",
        "“Castles: 4 spearmen” (SS.4.7C.AW, page 23)",
        "The same in Ikusa (IK.",
        "ruling [M6](../../rulings.md)",
        "- Mikawa: gray, 1 spearman, castle",
        "attack Mikawa from Owari",
        "Dice: 6, 6, 4, 5, 5.",
        "> The battle of Mikawa: pink calls it off.",
        "  pink       2 bowmen               ≤6    [6] [6]",
        "- Owari: 1 bowman",
    ):
        assert line in text, line


def test_what_is_refused_is_told_with_its_suggestion():
    text = told("samurai-swords/refused-muster-build")
    said = "- pink, line 1: **error** `built`. Hizen has a castle. Suggested: `build fortress in Hizen`."
    assert said in text
    assert text.count("Hizen has a castle.") == 1


def test_a_set_up_and_what_follows_are_told():
    assert "A new game of pink, gray, green." in told("samurai-swords/setup-three-players")
    assert "**Then** (2 war gray):" in told("samurai-swords/ronin-hired-again")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A case book of one page, and the folder that it is in."""
    page = "# One\n\n## A.1\n\n[here](one.md#a1)\n"
    monkeypatch.setattr(book, "CaseBook", lambda: None)
    monkeypatch.setattr(book, "pages", lambda _: [("one.md", page)])
    book.write(tmp_path)
    return tmp_path


def test_a_book_that_was_written_is_as_it_should_be(small):
    assert book.check(small) == []
    (small / "old.md").write_text("old", "utf-8")
    book.write(small)
    assert [path.name for path in small.iterdir()] == ["one.md"]


def test_stale_pages_and_links_that_lead_nowhere_are_found(small, monkeypatch):
    (small / "one.md").write_text("old", "utf-8")
    (small / "more.md").write_text("more", "utf-8")
    assert book.check(small) == [
        "more.md: run “make book”",
        "one.md is not what the cases say: run “make book”",
        "one.md: one.md has no a1",
    ]
    monkeypatch.setattr(book, "pages", lambda _: [("one.md", "[gone](two.md)")])
    assert "one.md: two.md is not there" in book.check(small)


def test_the_book_is_not_made_while_something_has_no_case(monkeypatch):
    monkeypatch.setattr(book, "read_cases", list)
    missing = book.without_cases()
    assert "SS.4.7C.AW Castles: 4 spearmen has no case" in missing
    monkeypatch.setattr(book.sys, "argv", ["book.py"])
    with pytest.raises(SystemExit, match="has no case"):
        book.main()


def test_what_a_case_says_is_shown_and_not_carried_out():
    case = CASES["samurai-swords/castle-four-spearmen"]
    orders = {"pink": "attack Mikawa from Owari\n```\n<script>"}
    table = {**case.table, "title": "<script>alert(1)</script>", "orders": orders}
    page = list(case_page(replace(case, table=table), [], play_of(case)))
    assert "**&lt;script>alert(1)&lt;/script>**" in page
    begin = page.index("````text")
    assert page[begin + 1 : begin + 5] == [*orders["pink"].splitlines(), "````"]
    body = MarkdownIt("commonmark", {"html": True}).render("\n".join(page))
    assert "<script" not in body
