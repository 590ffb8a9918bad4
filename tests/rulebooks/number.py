"""Give every new case its number, for ever: run this after cases were added.

    python tests/rulebooks/number.py

A case is numbered under the first entry of its book that it cites. Its number is written into its
file and into ``numbers.txt``, and is never given again, also when the case is gone. A number that
was given twice, on two branches, stays with the case that ``numbers.txt`` names first.
"""

import re
import sys

from rulebook import LANGUAGE, NUMBERS, Book, CaseFile, cited_by, in_order, read_books, read_cases

_NUMBER = re.compile(r'^number = "[^"]*"\n')
GONE = "-"
"""Stands in ``numbers.txt`` in place of a case that is there no more."""


def given() -> dict[str, str]:
    """Return every number that was ever given, and the case that has it."""
    found: dict[str, str] = {}
    for line in NUMBERS.read_text("utf-8").splitlines() if NUMBERS.exists() else ():
        number, _, name = line.partition(" ")
        found.setdefault(number, name)
    return found


def next_number(case: CaseFile, books: dict[str, Book], taken: dict[str, str]) -> str:
    """Return a number for a case. Raises LookupError if it cites nothing of its book."""
    book = books[case.games[0]]
    here = {**book.entries, **books[LANGUAGE].entries}
    own = [entry for entry in cited_by(case, books)[0] if entry.number in here]
    # A section comes before a ruling: players look for the rule.
    first = min(own, key=lambda entry: entry.kind == "ruling", default=None)
    if first is None:
        raise LookupError(f"{case.name} cites nothing of {book.path.name}")
    numbers = [each.rpartition(".") for each in taken]
    last = max((int(place) for entry, _, place in numbers if entry == first.number), default=0)
    return f"{first.number}.{last + 1}"


def main() -> None:
    """Number what has no number, or one that another case has."""
    books, cases = read_books(), read_cases()
    taken = given()
    numbers = _numbers_kept(cases, taken)
    lost = []
    for case in cases:
        if case.name in numbers:
            continue
        try:
            number = next_number(case, books, taken)
        except LookupError as problem:
            lost.append(str(problem))
            continue
        taken[number] = case.name
        text = _NUMBER.sub("", case.path.read_text("utf-8"))
        case.path.write_text(f'number = "{number}"\n{text}', "utf-8")
        print(number, case.name)
    there = {case.name for case in cases}
    lines = {number: name if name in there else GONE for number, name in taken.items()}
    order = sorted(lines, key=in_order)
    NUMBERS.write_text("".join(f"{number} {lines[number]}\n" for number in order), "utf-8")
    if lost:
        sys.exit("\n".join(lost))


def _numbers_kept(cases: list[CaseFile], taken: dict[str, str]) -> dict[str, str]:
    """Return the numbers that cases keep, by their names, and enter them into those taken.

    Two branches may have given one number twice: then it stays with the case that is entered first.
    """
    claims: dict[str, list[str]] = {}
    for case in cases:
        if case.number:
            claims.setdefault(case.number, []).append(case.name)
    for number, names in claims.items():
        taken[number] = taken[number] if taken.get(number) in names else names[0]
    return {name: number for number, name in taken.items() if number in claims}


if __name__ == "__main__":
    main()
