"""Write the case book: the rulebooks from beginning to end, with the cases about everything.

    python tests/rulebooks/book.py                 docs/case-book (make book)
    python tests/rulebooks/book.py --check         say what of it is not what the cases say

It ends with an error if something in a rulebook has no case, or a case does not come out.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from case_pages import case_page, play_of
from rulebook import (
    LANGUAGE,
    Book,
    CaseFile,
    Entry,
    Part,
    cases_by_entry,
    cited_by,
    gaps,
    in_order,
    read_books,
    read_cases,
)

from adjudicator.cases.run import Played

FOLDER = Path(__file__).parents[2] / "docs" / "case-book"
MARK = (
    "<!-- Written by `make book` from the cases in tests/cases; change them, not this page. -->\n"
)
RULINGS = "rulings"
_HEADING = re.compile(r"^## (\S+)$", re.MULTILINE)
ABOUT = """\
# The case book

All that stands in the rulebooks, from beginning to end, and for each heading, table row, note,
example and ruling at least one case: a position, orders, dice, and what comes out. Whoever doubts a
rule finds here how it is played; another program can be tested with the files.

A number is for ever. `SS.4.7C.AW.1` is the first case about entry AW of chapter 4, action 7, phase
C of Samurai Swords: only the chapters are numbered in the book itself, the letters are ours. Where
both editions say the same, a case of Samurai Swords (SS) is carried out in Ikusa (IK), too. `M7` is
a [ruling](../rulings.md), `OL` the language of order files.

“No rule here” is said with its reason.
"""


class Refusal(NamedTuple):
    """Something that is said against an order in a case."""

    kind: tuple[str, ...]
    """Game, phase, code and severity."""
    fix: str
    link: str


class CaseBook:
    """The books and the cases, and where each is told."""

    def __init__(self) -> None:
        self.books = read_books()
        self.cases = [case for case in read_cases() if case.number]
        self.about = cases_by_entry(self.cases, self.books)
        self.by_code = {book.code: book for book in self.books.values()}

    def home(self, case: CaseFile) -> tuple[Book, str]:
        """Return the book that a case stands in, and the name of its page there."""
        entry = case.number.rpartition(".")[0]
        book = self.by_code.get(entry.partition(".")[0], self.books[case.games[0]])
        part = next((each for each in book.parts if entry in _numbers(each)), None)
        return book, page_of(part) if part else RULINGS

    def link(self, case: CaseFile) -> str:
        """Return the link to a case from a page of any book."""
        book, page = self.home(case)
        return f"[{case.number}](../{book.game}/{page}.md#{anchor(case.number)})"


def anchor(number: str) -> str:
    """Return the anchor that a heading with a case's number has in all that shows Markdown."""
    return number.replace(".", "").lower()


def page_of(part: Part) -> str:
    """Return the name of a part's page: ``4.7c``."""
    return part.number.partition(".")[2].lower()


def _numbers(part: Part) -> set[str]:
    return {entry.number for entry in part.entries}


def pages(book: CaseBook) -> Iterator[tuple[str, str]]:
    """Yield each page of the case book: its path and its text."""
    yield "index.md", f"{MARK}{ABOUT}\n{_counts(book)}"
    for each in book.books.values():
        yield f"{each.game}/index.md", MARK + "\n".join(_index(book, each)) + "\n"
    grouped: dict[tuple[str, str], list[CaseFile]] = {}
    for case in sorted(book.cases, key=lambda case: in_order(case.number)):
        home, page = book.home(case)
        grouped.setdefault((home.game, page), []).append(case)
    refused: list[Refusal] = []
    for (game, page), cases in grouped.items():
        home = book.books[game]
        lines = [f"# {_title(home, page)}", "", f"[{home.title}](index.md)", ""]
        for case in cases:
            played = play_of(case)
            lines += case_page(case, cited_by(case, book.books)[0], played)
            refused += _refusals_of(book.link(case), played)
        yield f"{game}/{page}.md", MARK + "\n".join(lines).rstrip() + "\n"
    yield "words.md", MARK + "\n".join(_words(book)) + "\n"
    yield "refusals.md", MARK + "\n".join(_refusals(refused)) + "\n"


def _title(book: Book, page: str) -> str:
    part = next((each for each in book.parts if page_of(each) == page), None)
    return f"{part.number}: {part.title}" if part else f"{book.title}: rulings"


def _counts(book: CaseBook) -> str:
    lines = ["| | entries | with cases | no rule here | cases |", "| --- | --- | --- | --- | --- |"]
    for each in book.books.values():
        entries = each.entries.values()
        covered = sum(entry.number in book.about for entry in entries)
        no_rule = sum(bool(entry.no_rule) for entry in entries)
        shown = [case for case in book.cases if each.game in case.games]
        if each.game == LANGUAGE:
            shown = [case for case in book.cases if case.number.startswith(f"{each.code}.")]
        title = f"[{each.title}]({each.game}/index.md)"
        counts = (len(entries), covered, no_rule, len(shown))
        lines.append(f"| {title} | {' | '.join(map(str, counts))} |")
    lines += ["", "- [Orders that are refused](refusals.md): every code of every phase"]
    lines += ["- [May, must, and at the beginning of](words.md): each sentence with its cases", ""]
    return "\n".join(lines)


def _index(book: CaseBook, of: Book) -> Iterator[str]:
    yield from (f"# {of.title}", "", f"{of.edition[:1].upper()}{of.edition[1:]}.", "")
    for part in of.parts:
        pages = f" (page{'s' * ('-' in part.pages)} {part.pages})" if part.pages else ""
        yield from (
            f"## {part.number} {part.title}{pages}",
            "",
            "| | | cases |",
            "| --- | --- | --- |",
        )
        yield from (_row(book, entry, part.pages) for entry in part.entries)
        yield ""
    if of.rulings:
        yield from ("## Rulings", "", "| | cases |", "| --- | --- |")
        for entry in of.rulings:
            yield f"| [{entry.title}](../../rulings.md) | {_links(book, entry)} |"
        yield ""


def _row(book: CaseBook, entry: Entry, pages: str) -> str:
    letters = entry.number.rpartition(".")[2]
    page = f", page {entry.page}" if entry.page != pages else ""
    kind = "" if entry.kind in ("heading", "rule") else f"{entry.kind}: "
    title = entry.title.replace("|", "\\|")
    return f"| {letters} | {kind}{title}{page} | {_links(book, entry)} |"


def _links(book: CaseBook, entry: Entry) -> str:
    if entry.no_rule:
        return f"*no rule here: {entry.no_rule}*"
    cases = sorted(book.about[entry.number], key=lambda case: in_order(case.number))
    own = [case for case in cases if case.number.rpartition(".")[0] == entry.number]
    lines = [f"{book.link(case)} {case.table['title']}" for case in own]
    beside = ", ".join(book.link(case) for case in cases if case not in own)
    return "<br>".join([*lines, beside] if beside else lines)


def _refusals_of(link: str, played: Sequence[Played]) -> Iterator[Refusal]:
    for phase in played:
        for found in phase.came.findings or ():
            name = phase.game.phase(phase.before).name
            kind = (phase.game.meta.title, name, found.code, found.severity)
            yield Refusal(kind, found.fix, link)


def _refusals(refused: list[Refusal]) -> Iterator[str]:
    """Yield the page of what is said against orders: of each kind one with a suggestion, if any."""
    yield from ("# Orders that are refused", "", "What is said against orders, by game and phase.")
    first: dict[tuple[str, ...], Refusal] = {}
    for each in sorted(refused, key=lambda each: (each.kind, not each.fix)):
        first.setdefault(each.kind, each)
    heading: tuple[str, ...] = ()
    for (*phase, code, severity), each in first.items():
        if tuple(phase) != heading:
            heading = tuple(phase)
            yield from ("", f"## {', '.join(phase)}", "")
            yield from ("| code | | suggested, for example | case |", "| --- | --- | --- | --- |")
        fix = f"`{each.fix}`" if each.fix else ""
        yield f"| `{code}` | {severity} | {fix} | {each.link.replace('../', '')} |"


def _words(book: CaseBook) -> Iterator[str]:
    """Yield the page of the sentences that allow, command or date something."""
    yield from ("# May, must, and at the beginning of", "")
    yield "What a rulebook allows, commands and dates, and the cases that hold it."
    yield "Where Ikusa says what Samurai Swords does, the cases are carried out in both."
    by_name = {case.name: case for case in book.cases}
    for each in book.books.values():
        for word, sentences in each.words.items():
            title = {"beginning": "at the beginning of", "must": "must, all who can"}.get(
                word, word
            )
            yield from ("", f"## {each.title}: {title}", "")
            yield from ("| | | cases |", "| --- | --- | --- |")
            for sentence in sentences:
                links = (book.link(by_name[f"{each.game}/{name}"]) for name in sentence.cases)
                shown = ", ".join(links).replace("../", "")
                yield f"| {sentence.entry} | {sentence.says} | {shown} |"


def write(folder: Path) -> None:
    """Write the pages into a folder, and take out what is no page of it any more."""
    made = dict(pages(CaseBook()))
    for old in folder.rglob("*.md"):
        if old.relative_to(folder).as_posix() not in made:
            old.unlink()
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(made)} pages in {folder}")


def check(folder: Path) -> list[str]:
    """Say what of the pages is not as it should be: stale, or a link that leads nowhere."""
    made = dict(pages(CaseBook()))
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.md")}
    wrong = [f"{name}: run “make book”" for name in sorted(set(made) ^ set(there))]
    for name in sorted(set(made) & set(there)):
        if there[name].read_text("utf-8") != made[name]:
            wrong.append(f"{name} is not what the cases say: run “make book”")
    for name, text in made.items():
        for target, place in re.findall(r"\]\(([\w./-]+\.\w+)(?:#([^)]+))?\)", text):
            path = ((folder / name).parent / target).resolve()
            if not path.exists():
                wrong.append(f"{name}: {target} is not there")
            elif place and place not in map(anchor, _HEADING.findall(path.read_text("utf-8"))):
                wrong.append(f"{name}: {target} has no {place}")
    return wrong


def without_cases() -> list[str]:
    """Return what of the books should have a case and has none."""
    book = CaseBook()
    about = cases_by_entry(read_cases(), book.books)
    missing = [entry for each in book.books.values() for entry in gaps(each, about)]
    return [f"{entry.number} {entry.title} has no case" for entry in missing]


def main() -> None:
    """Write or check the book."""
    if missing := without_cases():
        sys.exit("\n".join(missing))
    if sys.argv[1:2] == ["--check"]:
        sys.exit("\n".join(check(FOLDER)) or None)
    write(FOLDER)


if __name__ == "__main__":
    main()
