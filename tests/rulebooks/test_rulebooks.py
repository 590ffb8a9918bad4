"""The indexes of the rulebooks are in order, and every case has its number and its place in them."""

import re
import tomllib

import number
import pytest
import rulebook
from all_cases import CASES
from rulebook import cases_by_entry, cited_by, gaps, in_order, read_books

BOOKS = read_books()
RUN_IT = "run “python tests/rulebooks/number.py”"


def letters(place):
    """Return the letters of an entry: A to Z, AA to AZ, …"""
    place += 1
    made = ""
    while place:
        place, rest = divmod(place - 1, 26)
        made = chr(65 + rest) + made
    return made


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.game)
def test_an_index_is_in_order(book):
    for part in book.parts:
        found = [entry.number.rpartition(".")[2] for entry in part.entries]
        assert found == [letters(place) for place in range(len(found))], part.number
    titles = [rulebook.fold(entry.title) for entry in book.entries.values()]
    assert len(titles) == len(set(titles)), {title for title in titles if titles.count(title) > 1}
    there = {number for other in BOOKS.values() for number in other.entries}
    assert {entry.same for entry in book.entries.values()} <= there | {""}


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.game)
def test_all_that_stands_in_a_book_has_a_case(book):
    about = cases_by_entry(CASES, BOOKS)
    without = [f"{entry.number} {entry.title}" for entry in gaps(book, about)]
    assert not without, f"write a case that cites it, or say why there is no rule: {without}"
    needless = [e.number for e in book.entries.values() if e.no_rule and e.number in about]
    assert not needless, f"there is a rule, for a case cites it: {needless}"


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.game)
def test_all_that_a_book_allows_commands_and_dates_has_a_case(book):
    there = {case.name for case in CASES}
    said = [sentence for sentences in book.words.values() for sentence in sentences]
    assert {sentence.entry for sentence in said} <= set(book.entries)
    named = {f"{book.game}/{name}" for sentence in said for name in sentence.cases}
    assert named <= there, named - there
    assert set(book.words) in ({"may", "must", "beginning"}, set())


def test_every_case_says_what_it_rests_on():
    strange = {case.name: cited_by(case, BOOKS)[1] for case in CASES}
    strange = {name: words for name, words in strange.items() if words}
    assert not strange, f"in no index (a title, a number or a ruling, with ; between): {strange}"
    assert not [case.name for case in CASES if not case.table.get("cites")]


def test_every_case_is_numbered():
    without = [case.name for case in CASES if not case.number]
    assert not without, f"{RUN_IT}: {without}"


def test_numbers_are_for_ever():
    given = number.given()
    assert list(given) == sorted(given, key=in_order)
    assert len({case.number for case in CASES}) == len(CASES)
    there = {each: name for each, name in given.items() if name != number.GONE}
    assert {case.number: case.name for case in CASES} == there, RUN_IT


def test_a_number_begins_with_an_entry_that_the_case_cites():
    for case in CASES:
        entry, _, place = case.number.rpartition(".")
        assert place.isdigit(), case.name
        here = {**BOOKS[case.games[0]].entries, **BOOKS[rulebook.LANGUAGE].entries}
        assert entry in here, case.name
        assert entry in {each.number for each in cited_by(case, BOOKS)[0]}, case.name


def test_both_editions_are_told_apart_by_cases_that_hold_in_one_alone():
    both = [case for case in CASES if case.games == ("samurai-swords", "ikusa")]
    assert len(both) > 200
    about = cases_by_entry(CASES, BOOKS)
    for ruling in ("E1", "E2", "E4", "E5"):
        assert {case.games[0] for case in about[ruling]} == {"samurai-swords", "ikusa"}, ruling


BOOK = """
code = "TB"
game = "samurai-swords"
title = "A book"
edition = "of today"
rulings = ""

[parts.1]
title = "Chapter 1"
pages = "1"
entries = \"\"\"
A heading: Beginning 
B rule: Middle (p. 3)
C note: End :: no rule: a farewell
\"\"\"
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A library of one book of three entries, and a place for cases."""
    monkeypatch.setattr(rulebook, "HERE", tmp_path)
    monkeypatch.setattr(rulebook, "CASES", tmp_path / "cases")
    monkeypatch.setattr(number, "NUMBERS", tmp_path / "numbers.txt")
    (tmp_path / "book.toml").write_text(BOOK, "utf-8")
    none = 'code = "OL"\ngame = "orders"\ntitle = ""\nedition = ""\nrulings = ""\n[parts]\n'
    (tmp_path / "orders.toml").write_text(none, "utf-8")
    (tmp_path / "cases" / "swords").mkdir(parents=True)
    return tmp_path


def add_case(library, name, cites):
    path = library / "cases" / "swords" / f"{name}.toml"
    path.write_text(f'title = "A case"\ngame = "samurai-swords"\ncites = "{cites}"\n', "utf-8")
    return path


def test_new_cases_are_numbered(library, capsys):
    one, two = add_case(library, "one", "middle; Beginning"), add_case(library, "two", "TB.1.A")
    number.main()
    assert capsys.readouterr().out == "TB.1.B.1 swords/one\nTB.1.A.1 swords/two\n"
    assert tomllib.loads(one.read_text("utf-8"))["number"] == "TB.1.B.1"
    assert tomllib.loads(two.read_text("utf-8"))["title"] == "A case"
    before = one.read_bytes(), two.read_bytes(), (library / "numbers.txt").read_bytes()
    number.main()
    assert before == (one.read_bytes(), two.read_bytes(), (library / "numbers.txt").read_bytes())
    assert capsys.readouterr().out == ""


def test_a_number_is_never_given_again(library):
    path = add_case(library, "one", "Middle")
    number.main()
    path.unlink()
    add_case(library, "two", "Middle")
    number.main()
    written = (library / "numbers.txt").read_text("utf-8")
    assert written == "TB.1.B.1 -\nTB.1.B.2 swords/two\n"


def test_a_number_that_two_branches_gave_stays_with_the_first(library, capsys):
    one, two = add_case(library, "one", "Middle"), add_case(library, "two", "Middle")
    for path in (one, two):
        path.write_text('number = "TB.1.B.1"\n' + path.read_text("utf-8"), "utf-8")
    (library / "numbers.txt").write_text("TB.1.B.1 swords/two\nTB.1.B.1 swords/one\n", "utf-8")
    number.main()
    assert capsys.readouterr().out == "TB.1.B.2 swords/one\n"
    assert tomllib.loads(two.read_text("utf-8"))["number"] == "TB.1.B.1"
    assert one.read_text("utf-8").count("number =") == 1
    written = (library / "numbers.txt").read_text("utf-8")
    assert written == "TB.1.B.1 swords/two\nTB.1.B.2 swords/one\n"


def test_a_case_that_is_renamed_keeps_its_number(library):
    path = add_case(library, "one", "Middle")
    number.main()
    path.rename(path.with_name("uno.toml"))
    number.main()
    assert (library / "numbers.txt").read_text("utf-8") == "TB.1.B.1 swords/uno\n"


def test_a_case_about_nothing_of_its_book_is_refused(library):
    add_case(library, "one", "Nothing")
    with pytest.raises(SystemExit, match=re.escape("swords/one cites nothing of book.toml")):
        number.main()


def test_a_line_that_is_no_entry_is_refused(library):
    text = BOOK.replace("B rule:", "B rool:")
    (library / "book.toml").write_text(text, "utf-8")
    with pytest.raises(AssertionError, match="is no entry"):
        read_books()


def test_numbers_are_sorted_as_the_book_goes():
    numbers = ["SS.4.7.A.2", "SS.4.7.A.10", "SS.4.7.AA.1", "SS.4.7A.A.1", "SS.4.8.A.1", "SS.10.A.1"]
    mixed = numbers[3:] + numbers[:3]
    assert sorted(mixed, key=in_order) == numbers
