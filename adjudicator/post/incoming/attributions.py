"""Lines above a quotation that say who wrote what when, in whatever language.

They are known by what stands in them: our address with any token, the subject, the names in From
and To, the day of the letter. A line in which nothing of that stands is the writer's, and so is one
that reads as an order or a request.

For quotations of letters that are not known, which nothing else shows, there are the few commonest
forms in ``phrases.toml``.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from adjudicator.patterns import pattern
from adjudicator.post.incoming.quotation import Correspondence, Quotation
from adjudicator.post.incoming.wording import words

_HIGHEST = 10
"""Lines that are looked through above a quotation."""
_MISSES = 3
"""Lines in a row that tell nothing, above which is no further looked."""
_LONGEST = 600
"""Characters of a line that are looked at."""
RULE = pattern(r"\W{3,}+(?:\w(?:.{0,78}\w)?\W{3,}+)?")
"""A line of a mail program between letters, with words in it or without."""
_WORDS_OF_RULE = pattern(r"\w(?:.*\w)?")
_FIELD = pattern(r"\W*[^\W\d][^:：]{0,30}[:：]")
_ENDS = (":", "：")
_NUMBER = pattern(r"\d+")
_DATE = pattern(
    r"(?<!\d)(?:\d{4}(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}(?!\d)|\d{4}\s?[年년])(?![@\w]*@)"
)
_ADDRESS = pattern(r"[^\s<>()@]{1,64}@[^\s<>()@]{1,189}")
_CLOCK = pattern(r"(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)")
_DIRECTIONS = " \t\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_TRIMMING = f" *_-{_DIRECTIONS}"
"""What some programs put around such a line."""
_LINES = 4
"""Lines over which a heading is broken."""
_FIELDS = 3
_MOST_UNREAD = 10


def mark_headings(text: Quotation) -> None:
    """Mark the lines that announce what is known to be quoted, and the subject of a letter that is
    known as a field on top (“Re: …”)."""
    tells = _Telling(text.known)
    kinds = text.kinds
    top = next((number for number, kind in enumerate(kinds) if kind != "blank"), 0)
    line = text.lines[top] if kinds else ""
    if kinds and kinds[top] == "own" and _FIELD.match(line) and tells.has_subject(line):
        kinds[top] = "own" if text.wants_something(top) else "heading"
    for number in range(len(kinds)):
        if kinds[number] != "quoted" or (number and kinds[number - 1] in ("quoted", "heading")):
            continue
        for each in _find_heading(text, number, tells):
            kinds[each] = "heading"
    _mark_rules(text)


def _mark_rules(text: Quotation) -> None:
    """Mark the rules above what is quoted, and one below it between the same strokes, which says
    that it ends."""
    kinds = text.kinds
    strokes: set[str] = set()
    for number, line in enumerate(text.lines):
        rule = line.strip()[:_LONGEST]
        if kinds[number] == "blank" or not RULE.fullmatch(rule):
            continue
        stroke = _WORDS_OF_RULE.sub("", rule)
        near = (
            kinds[max(0, number - _MISSES) : number][::-1],
            kinds[number + 1 : number + 1 + _MISSES],
        )
        above, below = (next((each for each in way if each != "blank"), "") for way in near)
        is_end = above == "quoted" and stroke in strokes
        is_end = is_end and not text.reads_as_order(rule.strip(stroke))
        if kinds[number] == "own" and (below in ("quoted", "heading") or is_end):
            kinds[number] = "heading"
        if kinds[number] == "heading":
            strokes.add(stroke)


class _Telling:
    """What is known of letters, as it is looked for in a line."""

    def __init__(self, known: Correspondence) -> None:
        parts = (each.casefold().rpartition("@") for each in known.addresses if "@" in each)
        self._addresses = [(local.partition("+")[0], f"@{domain}") for local, _, domain in parts]
        names = {name.casefold() for name in known.names if name.strip()}
        either = "|".join(map(re.escape, sorted(names)))
        self._names = re.compile(rf"(?<!\w)(?:{either})(?!\w)") if names else None
        self._subjects = [words(each) for each in known.subjects]
        self._days = known.days

    def has_address(self, line: str) -> bool:
        """Say whether an address of ours or of the writer stands in a line, with any token."""
        low = line[:_LONGEST].casefold()
        return "@" in low and any(local in low and at in low for local, at in self._addresses)

    def has_subject(self, line: str) -> bool:
        """Say whether most words of the subject of a letter that is known stand in a line."""
        found = set(words(line[:_LONGEST]))
        subjects = map(set, self._subjects)
        return any(each and 3 * len(each & found) >= 2 * len(each) for each in subjects)

    def announces(self, line: str) -> bool:
        """Say whether a line announces a letter that is known."""
        if self.has_address(line):
            return True
        if self.has_subject(line):
            return True
        low = line[:_LONGEST].casefold()
        numbers = {int(each[:4]) for each in _NUMBER.findall(low)}
        years = {(year, day) for year, day in self._days if day in numbers}
        if any(year in numbers or year % 100 in numbers for year, _ in years):
            return True
        field, is_end = _FIELD.match(low), low.rstrip(_DIRECTIONS).endswith(_ENDS)
        if not (self._names and (field or is_end)):
            return False  # a name before a colon may be that of who writes: “Ann: reinforce Iga”
        return bool(self._names.search(low, field.end() if field and not is_end else 0))

    def ends_subject(self, above: Sequence[str], lines: Sequence[str]) -> bool:
        """Say whether some lines are the end of a subject that begins in those above them."""
        begin, end = (words(" ".join(part)[:_LONGEST]) for part in (above, lines))
        return any(
            0 < len(end) < len(each)
            and each[-len(end) :] == end
            and begin[len(end) - len(each) :] == each[: -len(end)]
            for each in self._subjects
        )


def _find_heading(text: Quotation, number: int, tells: _Telling) -> list[int]:
    """Return the lines above a line, with which a quotation begins, that announce it.

    Those between two that do so, in one paragraph, belong to it, and so do fields below one. Other
    lines stay, for they may be orders with a slip in them; above an order, or a paragraph of other
    words, nothing belongs to it any more: that announces what stands in between.
    """
    heading: list[int] = []
    between: list[int] = []
    misses = 0
    above = text.lines[max(0, number - _LINES) : number]
    is_end = tells.ends_subject(above, text.lines[number : number + 1])
    # The lines, below its first, on which a subject goes on: what was sent may say the same.
    subject = range(number, number + is_end)
    near = [each for each in text.lines[max(0, number - _MISSES) : number] if each.strip()]
    is_announced = text.marked[number] and near[-1:] and near[-1].rstrip(_DIRECTIONS)[-1:] in _ENDS
    for at in range(number - 1, max(-1, number - 1 - _HIGHEST), -1):
        line = text.lines[at]
        if text.kinds[at] == "blank":
            between = []
            continue
        is_subject = at + 1 in subject and not text.marked[at]
        if misses == _MISSES or not (is_subject or text.kinds[at] == "own"):
            break
        is_joined = bool(heading) and heading[-1] - at == len(between) + 1
        end = range(at, subject.stop if is_subject else at + 1)
        if tells.ends_subject(text.lines[max(0, at - _LINES) : at], text.lines[at : end.stop]):
            subject = end
        if is_subject or at in subject:
            heading.append(at)
            between, misses = [], 0
        elif text.wants_something(at):
            if heading:
                break
            between, misses = [], misses + 1
        elif tells.announces(line) or (is_announced and not heading and _names_any(line)):
            heading += [x for x in between if is_joined or _FIELD.match(text.lines[x])]
            heading.append(at)
            between, misses = [], 0
        elif heading and _belongs(line, heading[-1] - at):
            heading.append(at)
        elif heading and not (is_joined or _FIELD.match(line)):
            break
        else:
            between.append(at)
            misses += not _FIELD.match(line)
    return heading


def _names_any(line: str) -> bool:
    """Say whether an address or a whole date stands in a line, of whatever letter."""
    low = line[:_LONGEST]
    is_dated = _DATE.search(low) and len(_NUMBER.findall(low)) > 1
    return bool(is_dated or _ADDRESS.search(low))


def _belongs(line: str, distance: int) -> bool:
    """Say whether a line so many lines above a heading is a part of it."""
    is_rule = bool(RULE.fullmatch(line.strip()[:_LONGEST]))
    return (is_rule and distance <= 2) or (line.rstrip().endswith(_ENDS) and distance == 1)


def height_of_common(text: Quotation, number: int) -> int:
    """Return how many lines from here announce a letter in one of the commonest forms; 0: none do.

    These are a row of fields of a letter, perhaps below a rule; such a rule that says so
    itself; a line, broken or not, that ends in a word for writing, or holds an address, a date and
    a time and ends in a colon.
    """
    lines = text.lines[number : number + _HIGHEST]
    if RULE.fullmatch(lines[0].strip()[:_LONGEST]):
        below = next((at for at, line in enumerate(lines[1:_LINES], 1) if line.strip()), 0)
        height = _count_fields(text, number + below) if below else 0
        if height >= _FIELDS - 1 and _is_head(lines[below : below + height]):
            return below + height
        if _SEPARATOR.search(lines[0]):
            return 1
    height = _count_fields(text, number)
    if height >= _FIELDS and _is_head(lines[:height]):
        return height
    told = ""
    tells = _names_any(lines[0])
    for height, line in enumerate(lines[:_LINES], 1):
        if not line.strip() or len(line) > _LONGEST:
            return 0
        told = f"{told}\n{line.rstrip(_DIRECTIONS)}".lstrip()
        is_end = told.endswith(_ENDS)
        is_whole = bool(_ADDRESS.search(told)) and _is_timed(told)
        announces = is_end and ((tells and is_whole) or _WROTE.match(told))
        if announces or (is_whole and _WROTE.match(f"{told.rstrip(_TRIMMING)}:")):
            return 0 if any(map(text.is_order, range(number, number + height))) else height
    return 0


def _is_head(fields: Sequence[str]) -> bool:
    """Say whether fields are those of a letter: the first says who wrote, or they hold an address
    and the time."""
    whole = "\n".join(fields)
    is_whole = bool(_ADDRESS.search(whole)) and _is_timed(whole)
    return is_whole or bool(_FROM.match(fields[0]))


def _is_timed(told: str) -> bool:
    return bool(_DATE.search(told) and _CLOCK.search(told))


def _count_fields(text: Quotation, number: int) -> int:
    """Return how many lines from here are fields, some with the rest on a line below, and none
    orders."""
    count = 0
    for at in range(number, min(number + _HIGHEST, len(text.lines))):
        line = text.lines[at][:_LONGEST]
        is_rest = count and _ADDRESS.fullmatch(line.strip().strip("<>"))
        is_field = text.kinds[at] == "own" and (is_rest or _FIELD.match(line))
        if not is_field or text.is_order(at):
            break
        count += 1
    return count


def find_translated(text: Quotation) -> int:
    """Return the number of a line with our address, or a letter's tag, below which many lines stand
    that are read as nothing, as of that letter in another language; -1 if there is none."""
    tells = _Telling(text.known)
    own = (number for number, kind in enumerate(text.kinds) if kind == "own")
    tops = {*text.tagged, *(each for each in own if tells.has_address(text.lines[each]))}
    unread = 0
    for number in range(len(text.lines) - 1, min(tops, default=len(text.lines)) - 1, -1):
        if number in tops and unread > _MOST_UNREAD:
            return number
        if text.kinds[number] == "own":
            unread += not text.is_order(number)
        elif text.kinds[number] == "quoted":
            unread = 0
    return -1


def phrases(kind: str) -> str:
    """Return the phrases of a kind, of all languages, as one group of a regular expression."""
    return f"(?:{'|'.join(_table()[kind].values())})"


@cache
def _table() -> dict[str, dict[str, str]]:
    path = files(__package__).joinpath("phrases.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


_WROTE = pattern(rf"[\s*_-]*{phrases('wrote')}\s*[:：]$", re.IGNORECASE | re.DOTALL)
_SEPARATOR = pattern(phrases("separator"), re.IGNORECASE)
_FROM = pattern(rf"\s*\*?{phrases('from')}\s?\*?\s?[:：]", re.IGNORECASE)
