"""HTML mail to plain text, for order lines: one line a block, quoted blocks with ``>``.

The parsers of the standard library and those built on it take quadratic time on hostile text
(seconds on 16 KB), and converters to Markdown put marks into order lines. This is a scanner that
looks at each character a fixed number of times, and knows what orders need and no more.
"""

import html
import re

from adjudicator.patterns import pattern

MOST_CHARACTERS = 512 * 1024
_DEEPEST_QUOTE = 5
_LONGEST_TAG = 2_000

# Possessive repetition: a tag that does not close costs one look as far as the next "<". So many
# values in quotes no tag has; each that could be given back takes memory.
_TOKEN = pattern(
    r"""<(?P<close>/?)(?P<tag>[A-Za-z][A-Za-z0-9]*+)(?:[^<>"']++|"[^"<]*+"|'[^'<]*+'){0,500}>"""
    r"""|<[A-Za-z/!?][^<>]*+>|[^<]++|<"""
)
# The standard library raises an error on a character number of thousands of digits.
_ENDLESS_NUMBER = pattern(r"&#(?:[0-9]{8,}+|[xX][0-9A-Fa-f]{8,}+);?")
_LINE_TAGS = frozenset(
    {"address", "article", "aside", "body", "br", "center", "dd", "div", "dl", "dt", "footer"}
    | {"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre"}
    | {"section", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)
_CELL_TAGS = frozenset({"td", "th"})
_NUMBER = pattern(r"\s*\d{1,3}\s*")
"""What numbers a row of a table, alone in its first cell."""
_FEW = 6
"""Pieces of a line, until they are more than a number."""
_UNSEEN_TAGS = frozenset({"head", "script", "style", "template", "title"})
_STRUCK_TAGS = frozenset({"s", "strike", "del"})
_STRUCK_STYLE = pattern(
    r"text-decoration[a-z-]{0,9}\s{0,9}:[^;\"']{0,80}line-through", re.IGNORECASE
)
_STRUCK = pattern(r"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)
_HIDDEN_STYLE = pattern(
    r"(?<![\w-])(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)", re.IGNORECASE
)
_KEEPS_LINES = pattern(r"white-space\s{0,9}:\s{0,9}(?:pre|break-spaces)", re.IGNORECASE)
_VALUE = pattern(r"\"[^\"]*\"|'[^']*'")
_HIDDEN = pattern(r"\shidden(?=[\s=/>])", re.IGNORECASE)
_SHEET = pattern(r"<style\b[^<>]*+>([^<]*+)", re.IGNORECASE)
_AT_RULE = pattern(r"@[^@{}]*+\{(?:[^@{}]*+\{[^@{}]*+\})*+[^@{}]*+\}")
"""What holds on some screens only, or on paper; a rule that is nested there counts for none."""
_CLASS_OF_RULE = pattern(r"\.([\w-]+)\s*(?:,|$)")
_LONE_CLASS = pattern(r"(?:^|,)\s*[\w*]*\.([\w-]+)\s*(?=,|$)")
"""A class whose rule holds wherever it stands: ``.phone .large`` is hidden on some screens only."""
_CLASS = pattern(r"\sclass\s{0,9}=\s{0,9}(\"[^\"]*|'[^']*|[^\s>]*)", re.IGNORECASE)
_SIGNATURE = pattern(r"\s(?:id|class)\s{0,9}=\s{0,9}[\"']?[^\"'>=]*signature", re.IGNORECASE)
"""How programs call the element in which they put a signature; its reader may write in it, too."""
_LINK = pattern(r"\shref\s{0,9}=\s{0,9}[\"']?https?:", re.IGNORECASE)
_PICTURE = pattern(r"data:[\w/+.;=-]{0,80},[\w+/=%.~-]*+", re.IGNORECASE)
_EMPTY_TAGS = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
# An element of these ends where the next one begins.
_UNNESTED_TAGS = _UNSEEN_TAGS | {"dd", "dt", "li", "p", "td", "th", "tr"}


def strikes_out(source: str) -> bool:
    """Say whether anything in an HTML letter may be struck out."""
    return bool(_STRUCK.search(source, 0, MOST_CHARACTERS))


def text_of_html(source: str) -> str:
    """Return the words of an HTML letter as lines, without those that are struck out or hidden.

    Never raises; linear in the source.
    """
    return "\n".join(_read_page(source).lines)


def footers_of_html(source: str) -> list[str]:
    """Return the lines of an HTML letter that its program has put below it: those with a link in an
    element that is called a signature, outside of quotations.

    A line without a link may be the writer's, who can go on in that element.
    """
    return _read_page(source).footers if "signature" in source.lower() else []


def _read_page(source: str) -> "_Page":
    source = _without_comments(_PICTURE.sub("", source)[:MOST_CHARACTERS])
    page = _Page(_unread_classes(source))
    for token in _TOKEN.finditer(source):
        tag = token["tag"]
        if tag:
            name, closing = tag.lower(), bool(token["close"])
            page.follow(name, closing, token[0])
            page.tag(name, closing)
        elif token[0][0] != "<" or token[0] == "<":
            page.words(token[0])
    page.end()
    return page


def _unread_classes(source: str) -> frozenset[str]:
    """Return the classes that the style sheets of a page strike out or hide on every screen."""
    sheets = (_AT_RULE.sub("", sheet) for sheet in _SHEET.findall(source))
    rules = (each.rpartition("{") for sheet in sheets for each in sheet.split("}"))
    names: set[str] = set()
    for selector, _, style in rules:
        if _STRUCK_STYLE.search(style):
            names.update(_CLASS_OF_RULE.findall(selector))
        elif _HIDDEN_STYLE.search(style):
            names.update(_LONE_CLASS.findall(selector))
    return frozenset(names)


def _without_comments(source: str) -> str:
    kept = []
    position = 0
    while (start := source.find("<!--", position)) >= 0:
        kept.append(source[position:start])
        end = source.find("-->", start + 4)
        if end < 0:
            return "".join(kept)
        position = end + 3
    kept.append(source[position:])
    return "".join(kept)


class _Element:
    """An element that is followed to its end, through those of its name that are in it."""

    def __init__(self) -> None:
        self.name = ""
        self.nested = 0

    def __bool__(self) -> bool:
        return bool(self.name)

    def begin(self, name: str) -> None:
        if not self.name:
            self.name, self.nested = name, 1

    def follow(self, name: str, closing: bool) -> None:
        if not self.name or name != self.name:
            return
        self.nested += -1 if closing else 1
        if name in _UNNESTED_TAGS or self.nested <= 0:
            self.name = ""


class _Page:
    """The lines so far, and where in the page the scanner is."""

    def __init__(self, unread_classes: frozenset[str]) -> None:
        self.lines: list[str] = []
        self.footers: list[str] = []
        self.line: list[str] = []
        self._is_written = False
        """Whether words of the line stand outside of a signature."""
        self._is_linked = False
        """Whether a link of it stands in one."""
        self.quotes = 0
        self.unread = _Element()
        """What is struck out or hidden, or no page shows."""
        self.keeps_lines = _Element()
        self.signature = _Element()
        self._unread_classes = unread_classes

    def follow(self, name: str, closing: bool, tag: str) -> None:
        """Follow the element that is not to be read, and the one whose lines are kept."""
        self.unread.follow(name, closing)
        self.keeps_lines.follow(name, closing)
        self.signature.follow(name, closing)
        if (name, self.unread.name) == ("body", "head"):
            self.unread.name = ""
        if closing or name in _EMPTY_TAGS:
            return
        tag = tag[:_LONGEST_TAG]
        if name in _UNSEEN_TAGS or name in _STRUCK_TAGS or self._is_unread(tag):
            self.unread.begin(name)
        if name == "pre" or _KEEPS_LINES.search(tag):
            self.keeps_lines.begin(name)
        if _SIGNATURE.search(tag):
            self.signature.begin(name)
        if name == "a" and self.signature and _LINK.search(tag):
            self._is_linked = True

    def _is_unread(self, tag: str) -> bool:
        """Say whether a tag, by its style, its class or “hidden”, begins what is not to be read."""
        if _STRUCK_STYLE.search(tag) or _HIDDEN_STYLE.search(tag):
            return True
        if "hidden" in tag.lower() and _HIDDEN.search(_VALUE.sub("", tag)):
            return True
        given = _CLASS.search(tag) if self._unread_classes else None
        return bool(given and not self._unread_classes.isdisjoint(given[1].strip("\"'").split()))

    def tag(self, name: str, closing: bool) -> None:
        if name == "blockquote":
            self._break()
            self.quotes = max(0, self.quotes + (-1 if closing else 1))
        elif name in _LINE_TAGS:
            self._break(always=name == "br")
        elif name in _CELL_TAGS:
            is_number = len(self.line) < _FEW and _NUMBER.fullmatch("".join(self.line))
            self.line.append(". " if is_number else " ")

    def words(self, source: str) -> None:
        if self.unread:
            return
        text = html.unescape(_ENDLESS_NUMBER.sub("\ufffd", source))
        self._is_written = self._is_written or bool(text.strip() and not self.signature)
        if not self.keeps_lines:
            self.line.append(text.replace("\n", " "))
            return
        first, *others = text.split("\n")
        self.line.append(first)
        for other in others:
            self._break(always=True)
            self.line.append(other)

    def end(self) -> None:
        self._break()

    def _break(self, always: bool = False) -> None:
        text = " ".join("".join(self.line).split())
        if text and self._is_linked and not (self._is_written or self.quotes):
            self.footers.append(text)
        self.line, self._is_written, self._is_linked = [], False, False
        if text or always:
            self.lines.append("> " * min(self.quotes, _DEEPEST_QUOTE) + text)
