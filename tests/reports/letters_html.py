"""What the tests ask of a letter's HTML: its tags, their balance, and its words."""

from html.parser import HTMLParser

VOID = {"meta", "img", "br"}


class Page(HTMLParser):
    """Reads a page; ``tags`` are its elements with the names of their attributes, in order."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags = []
        self.open = []
        self.faults = []
        self.words = []
        self.links = []
        self.tables = []
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, *(name for name, _ in attrs)))
        self.links += [value for name, value in attrs if name in ("href", "src")]
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append((tag, dict(attrs).get("colspan", "1"), []))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.words.append(data)
        if self.tables and self.tables[-1] and self.tables[-1][-1] and "table" in self.open:
            self.tables[-1][-1][-1][2].append(data)

    def least_widths(self):
        """How narrow each table can be drawn, in pixels, by the longest words of its columns."""
        return [sum(_column(cells) for cells in _columns(rows)) for rows in self.tables]

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def _columns(rows):
    plain = [[cell for cell in row if cell[1] == "1"] for row in rows]
    most = max(map(len, plain), default=0)
    return [[row[at] for row in plain if len(row) > at] for at in range(most)]


def _column(cells):
    """The width of a column: 14 px in bold, in headings 12 px, and 4 px on either side."""
    words = [(tag, word) for tag, _, data in cells for word in "".join(data).split()]
    return 8 + max((len(word) * (6.6 if tag == "th" else 7.8) for tag, word in words), default=0)
