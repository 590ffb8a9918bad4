"""HTML mail to plain text, for order lines: one line a block, quoted blocks with ``>``.

The parsers of the standard library and those built on it take quadratic time on hostile text
(seconds on 16 KB), and converters to Markdown put marks into order lines. This is a scanner that
looks at each character a fixed number of times, and knows what orders need and no more.
"""

import html
import re

MOST_CHARACTERS = 512 * 1024
_DEEPEST_QUOTE = 5
_LONGEST_TAG = 2_000

# Possessive repetition: a tag that does not close costs one look as far as the next "<".
_TOKEN = re.compile(
    r"""<(?P<close>/?)(?P<tag>[A-Za-z][A-Za-z0-9]*+)(?:[^<>"']|"[^"<]*"|'[^'<]*')*+>"""
    r"""|<[A-Za-z/!?][^<>]*+>|[^<]++|<"""
)
# The standard library raises an error on a character number of thousands of digits.
_ENDLESS_NUMBER = re.compile(r"&#(?:[0-9]{8,}+|[xX][0-9A-Fa-f]{8,}+);?")
_LINE_TAGS = frozenset(
    {"address", "article", "aside", "body", "br", "center", "dd", "div", "dl", "dt", "footer"}
    | {"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre"}
    | {"section", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)
_CELL_TAGS = frozenset({"td", "th"})
_STRUCK_TAGS = frozenset({"s", "strike", "del"})
_STRUCK_STYLE = re.compile(
    r"text-decoration[a-z-]{0,9}\s{0,9}:[^;\"']{0,80}line-through", re.IGNORECASE
)
_STRUCK = re.compile(r"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)
_EMPTY_TAGS = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
# An element of these ends where the next one begins.
_UNNESTED_TAGS = frozenset({"dd", "dt", "li", "p", "td", "th", "tr"})
_UNSEEN_TAGS = frozenset({"head", "script", "style", "template", "title"})


def strikes_out(source: str) -> bool:
    """Say whether anything in an HTML letter may be struck out."""
    return bool(_STRUCK.search(source, 0, MOST_CHARACTERS))


def text_of_html(source: str) -> str:
    """Return the words of an HTML letter as lines, without those that are struck out.

    Never raises; linear in the source.
    """
    page = _Page()
    for token in _TOKEN.finditer(_without_comments(source[:MOST_CHARACTERS])):
        tag = token["tag"]
        if tag:
            name, closing = tag.lower(), bool(token["close"])
            page.strike(name, closing, token[0])
            page.tag(name, closing)
        elif token[0][0] != "<" or token[0] == "<":
            page.words(token[0])
    return page.end()


def _without_comments(source: str) -> str:
    kept = []
    at = 0
    while (start := source.find("<!--", at)) >= 0:
        kept.append(source[at:start])
        end = source.find("-->", start + 4)
        if end < 0:
            return "".join(kept)
        at = end + 3
    kept.append(source[at:])
    return "".join(kept)


class _Page:
    """The lines so far, and where in the page the scanner is."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.quotes = 0
        self.pre = 0
        self.unseen = ""
        self.struck = ""
        self.nested = 0

    def strike(self, name: str, closing: bool, tag: str) -> None:
        """Follow the element that strikes out what is in it, through those of its name in it."""
        if self.struck:
            if name == self.struck and name in _UNNESTED_TAGS:
                self.nested = 0
            elif name == self.struck:
                self.nested += -1 if closing else 1
            if self.nested <= 0:
                self.struck = ""
        if not self.struck and not closing:
            styled = name not in _EMPTY_TAGS and _STRUCK_STYLE.search(tag[:_LONGEST_TAG])
            if name in _STRUCK_TAGS or styled:
                self.struck, self.nested = name, 1

    def tag(self, name: str, closing: bool) -> None:
        if self.unseen:
            if (closing and name == self.unseen) or (name, self.unseen) == ("body", "head"):
                self.unseen = ""
        elif name in _UNSEEN_TAGS:
            self.unseen = "" if closing else name
        elif name == "blockquote":
            self._break()
            self.quotes = max(0, self.quotes + (-1 if closing else 1))
        elif name in _LINE_TAGS:
            self._break(always=name == "br")
            if name == "pre":
                self.pre = max(0, self.pre + (-1 if closing else 1))
        elif name in _CELL_TAGS:
            self.line.append(" ")

    def words(self, source: str) -> None:
        if self.unseen or self.struck:
            return
        text = html.unescape(_ENDLESS_NUMBER.sub("\ufffd", source))
        if not self.pre:
            self.line.append(text.replace("\n", " "))
            return
        first, *others = text.split("\n")
        self.line.append(first)
        for other in others:
            self._break(always=True)
            self.line.append(other)

    def end(self) -> str:
        self._break()
        return "\n".join(self.lines)

    def _break(self, always: bool = False) -> None:
        text = " ".join("".join(self.line).split())
        self.line = []
        if text or always:
            self.lines.append("> " * min(self.quotes, _DEEPEST_QUOTE) + text)
