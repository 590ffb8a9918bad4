"""Which lines of a letter are its writer's own, and which he quotes of letters that he got.

Quoted is what runs along a letter that was sent to him, and what is marked with ``>``. A row of
orders that he has copied from such a letter is his own, and so is a request, and a line of nothing
but what the letter cites: he may have written that himself. A quotation holds words of ours that
are none of these. Both sides must say that they are none, for our letter writes ``Try: army 1 in
Omi``, and his program breaks an order in two.

What cannot be known is said: an order may stand where one of ours stood.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from adjudicator.orders import Finding, Severity, scan
from adjudicator.orders.reading.scan import LONGEST_LINE
from adjudicator.patterns import pattern
from adjudicator.post.incoming.alignment import CUT, Run, find_chains, find_runs, joins
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.incoming.wording import Sent, SentLetter, Wording, choose_forms
from adjudicator.wording import Reason

Kind = Literal["own", "quoted", "heading", "blank"]
"""``heading``: it says whose words stand below it; see attributions.py. ``blank``: no words."""
Doubt = Literal["edited", "doubtful", "changed", "tail", "translated", "unkept"]
"""Why a line is named to its writer. ``edited``: an order in a quotation without marks that differs
from ours in few words, so that it is his. ``doubtful``: one that is as we wrote it, beside words of
his or at the end, where it may be his. ``changed``: one in a marked quotation that differs from
ours, so that it is not read. ``tail``: an order right below a long marked line, which may be the
rest of that. ``translated``: the first of many lines below our address of which none can be read.
``unkept``: the first of a letter of ours that is not kept any more.
"""
_DOUBTS: dict[Doubt, tuple[Severity, Reason]] = {
    "edited": ("warning", reason("doubt.edited")),
    "tail": ("warning", reason("doubt.tail")),
    "changed": ("error", reason("doubt.changed")),
    "doubtful": ("error", reason("doubt.doubtful")),
    "translated": ("error", reason("doubt.translated")),
    "unkept": ("error", reason("doubt.unkept")),
}
"""What is said of such a line; no letter with one makes ready."""

EVIDENCE = 5
"""Words of ours that are no order, until a chain of runs is a quotation."""
_PROOF = 3
"""Words of that kind in a run, until a quotation reaches so far."""
_SENTENCE = 4 * EVIDENCE
"""So many words of ours on a line are no order of his, whatever it reads as."""
_BROKEN = 60
"""Mail programs do not break lines that are shorter."""
_MOST_READ = 1_000
"""Lines that are read as orders at the most; those after them are taken to be some."""
MOST_BESIDE_TAG = 6
"""Words of the line that holds a letter's tag."""
_LONG_WORD = 30
"""Characters of a word, a hash, that is broken in two where lines are short."""
_SPOILT = pattern("[?\ufffd]")
_MARK = pattern(r"\s{0,40}[>＞]")
_NAMED = pattern(r"(?m)^[ \t]{0,9}((?:[^\W\d_][\w.-]{0,19}[>＞][ \t]?){1,5})")
"""The name or the initials that some programs put before “>” (“Judge> ”, “AB> ”)."""
MARKS = pattern(r"(?m)^(?:[ \t]{0,9}[>＞])+[ \t]*")


def _never(_: str) -> bool:
    return False


class Correspondence(NamedTuple):
    """What is known of the letters that a person has got, and of who writes to him."""

    letters: tuple[SentLetter, ...] = ()
    reads_as_order: Callable[[str], bool] = _never
    """Says whether a line is an order of any phase of his game."""
    reads_as_request: Callable[[str], bool] = _never
    """Says whether a line is one by which anybody asks for anything."""
    addresses: tuple[str, ...] = ()
    """Ours, and his own."""
    names: tuple[str, ...] = ()
    """By which letters call him, and us."""
    subjects: tuple[str, ...] = ()
    days: frozenset[tuple[int, int]] = frozenset()
    """Years and days of months on which he was written to, in any time zone."""
    is_tag: Callable[[str], bool] = _never
    """Says whether a word is the tag of any letter of ours, kept or not."""


NOTHING_KNOWN = Correspondence()


class Quotation:
    """The lines of a text, each with what kind it is."""

    def __init__(self, text: str, known: Correspondence = NOTHING_KNOWN) -> None:
        self.came = Wording(_without_names(text))
        self.lines = text.splitlines()
        self.known = known
        self.marked = [bool(_MARK.match(line)) for line in self.lines]
        self._read: dict[str, bool] = {}
        self.kinds: list[Kind] = []
        self.ours = bytearray(len(self.lines))
        """Whether every word of a line runs along what was sent."""
        self.tagged: set[int] = set()
        """The numbers of lines that begin letters that are known."""
        self.remarks: list[Finding] = []
        """On lines that are named to their writer, since nobody can know whose they are."""
        self._sort()

    def is_order(self, number: int) -> bool:
        """Say whether a line is an order, or one of the header of an order file."""
        return self.reads_as_order(self.lines[number])

    def wants_something(self, number: int) -> bool:
        """Say whether a line is an order, or asks for something."""
        return self.is_order(number) or self.known.reads_as_request(self.lines[number])

    def reads_as_order(self, line: str) -> bool:
        """Say whether a line is an order, or one of the header; of very many lines any may be."""
        if line not in self._read:
            if len(self._read) >= _MOST_READ:
                return True
            bare = MARKS.sub("", line)
            fits = 0 < len(bare) <= LONGEST_LINE
            self._read[line] = fits and (_is_header(bare) or self.known.reads_as_order(bare))
        return self._read[line]

    def remark(self, doubt: Doubt, number: int) -> None:
        """Name a line to its writer."""
        line = MARKS.sub("", self.lines[number]).strip()
        severity, why = _DOUBTS[doubt]
        self.remarks.append(Finding.of(number + 1, severity, line, why, code=doubt))

    def _sort(self) -> None:
        """Give each line its kind, as far as words and marks tell."""
        came = self.came
        sent = Sent(came, choose_forms(came, self.known.letters), self.reads_as_order)
        runs = find_runs(came, sent)
        chains = find_chains(runs, set(came.starts))
        quoted = self._find_quoted(runs, chains, sent)
        covered = bytearray(len(came.words))
        for number, run in enumerate(runs):
            if quoted[number]:
                covered[run.here : run.here_end] = b"\1" * run.length
        kept = [run for run, is_quoted in zip(runs, quoted, strict=True) if is_quoted]
        self._fill_gaps(covered, kept, sent)
        self._join_broken_words(covered, sent)
        self._sort_lines(covered)
        self._take_spoilt(runs, chains, quoted)
        self._leave_orders_below_marks(runs, sent)

    def _find_quoted(
        self, runs: Sequence[Run], chains: Sequence[list[int]], sent: Sent
    ) -> bytearray:
        """Say of each run whether it is quoted.

        A chain is, from the first to the last run that proves it; beyond them an order is only
        where nothing of ours is left out.
        """
        quoted = bytearray(len(runs))
        for chain in chains:
            proofs = [self._evidence(runs[each], sent) for each in chain]
            proven = [place for place, proof in enumerate(proofs) if proof >= _PROOF]
            if sum(proofs) < EVIDENCE or not proven:
                continue
            first, last = proven[0], proven[-1]
            while first and joins(runs[chain[first - 1]], runs[chain[first]]):
                first -= 1
            while last + 1 < len(chain) and joins(runs[chain[last]], runs[chain[last + 1]]):
                last += 1
            for each in chain[first : last + 1]:
                quoted[each] = 1
        return quoted

    def _evidence(self, run: Run, sent: Sent) -> int:
        """Count the words of a run that are no order on either side, or marked; not all if they are
        enough."""
        came, found, at = self.came, 0, run.here
        while at < run.here_end and found < EVIDENCE:
            line = came.line_of[at]
            end = min(run.here_end, came.starts[line + 1])
            kinds = [sent.kind(run.there + each - run.here) for each in range(at, end)]
            if Sent.TAG in kinds:
                found += EVIDENCE
            elif self.marked[line]:
                found += end - at
            elif (prose := kinds.count(Sent.PROSE)) and not self._may_be_own(line, prose):
                found += prose + kinds.count(Sent.CITED)
            at = end
        return found

    def _may_be_own(self, line: int, prose: int) -> bool:
        """Say whether a line may be the writer's, though words of ours stand in it that are no
        order: the comments of an order sheet say what our letter says, and requests are copied."""
        is_comment = self.lines[line].lstrip().startswith("#")
        return is_comment or (prose < _SENTENCE and self.wants_something(line))

    def _fill_gaps(self, covered: bytearray, quoted: Sequence[Run], sent: Sent) -> None:
        """Cover the lines that are orders of ours which are missing between two quoted runs.

        They stand there between lines of the writer's, of which the runs may have taken the first
        words or the last.
        """
        came = self.came
        for one, two in pairwise(quoted):
            first, last = came.line_of[one.here_end - 1], came.line_of[two.here]
            tail = one.here_end - max(one.here, came.starts[first])
            tail = tail if one.here_end < came.starts[first + 1] else 0
            head = min(two.here_end, came.starts[last + 1]) - two.here
            head = head if two.here > came.starts[last] else 0
            at, limit = one.there_end - tail, two.there + head
            if not 0 < limit - at <= CUT:
                continue
            for line in range(first, last + 1):
                begin, end = came.starts[line : line + 2]
                length = end - begin
                if not length or all(covered[begin:end]):
                    continue
                words = came.words[begin:end]
                places = range(at, limit - length + 1)
                place = next((x for x in places if sent.words[x : x + length] == words), None)
                if place is not None and sent.is_order(place, length):
                    covered[begin:end] = b"\1" * length
                    at = place + length

    def _join_broken_words(self, covered: bytearray, sent: Sent) -> None:
        """Cover both halves of a long word that a program has broken over two lines."""
        here, long_words = self.came.words, None
        for at in self.came.starts[1:-1]:
            if not 0 < at < len(here) or covered[at]:
                continue
            whole = here[at - 1] + here[at]
            if len(whole) < _LONG_WORD:
                continue
            if long_words is None:
                long_words = {word for word in sent.words if len(word) >= _LONG_WORD}
            if whole in long_words:
                covered[at - 1 : at + 1] = b"\1\1"

    def _sort_lines(self, covered: bytearray) -> None:
        """A line is quoted if all its words are; an order of which half are was changed.

        Of any other line, whose words are ours for the most part, he may cite a part himself:
        unless a line beside it is quoted whole.
        """
        starts, cited = self.came.starts, []
        for number, line in enumerate(self.lines):
            words = starts[number + 1] - starts[number]
            if not (words or self.marked[number]):
                self.kinds.append("blank")
                self.ours[number] = True
                continue
            same = sum(covered[starts[number] : starts[number + 1]])
            self.ours[number] = same == words
            is_part = words > same > 0
            kind: Kind = "own" if same < words else "quoted"
            if is_part and 2 * same >= words and self.reads_as_order(line):
                self.remark("changed" if self.marked[number] else "edited", number)
            elif is_part and 5 * same >= 3 * words:
                kind = "quoted"
                cited.append(number)
            self.kinds.append("quoted" if self.marked[number] else kind)
        self._take_tags()
        for number in cited:
            if not self.marked[number] and "quoted" not in self.beside(number):
                self.kinds[number] = "own"

    def _take_tags(self) -> None:
        """Take for quoted the first line of each letter, which is too short for evidence."""
        tags = {letter.tag for letter in self.known.letters} - {""}
        for at in [at for at, word in enumerate(self.came.words) if word in tags]:
            number = self.came.line_of[at]
            if self.came.starts[number + 1] - self.came.starts[number] <= MOST_BESIDE_TAG:
                self.kinds[number] = "quoted"
                self.tagged.add(number)

    def beside(self, number: int) -> list[Kind]:
        """Return the kinds of the nearest lines above and below that hold words."""
        above = range(number - 1, max(-1, number - 4), -1)
        below = range(number + 1, min(len(self.lines), number + 4))
        near = ((self.kinds[each] for each in way) for way in (above, below))
        return [kind for way in near if (kind := next((x for x in way if x != "blank"), None))]

    def _take_spoilt(
        self, runs: Sequence[Run], chains: Sequence[list[int]], quoted: bytearray
    ) -> None:
        """Take for quoted what has lost its letters on the way, in the place of as many words."""
        for chain in chains:
            for first, second in pairwise(chain):
                one, two = runs[first], runs[second]
                here, there = two.here - one.here_end, two.there - one.there_end
                alike = abs(there - here) <= max(2, here // 2)
                if not (quoted[first] and quoted[second] and 0 < here <= _BROKEN and alike):
                    continue
                for line in {self.came.line_of[at] for at in range(one.here_end, two.here)}:
                    is_spoilt = _SPOILT.search(self.lines[line]) and not self.is_order(line)
                    if self.kinds[line] == "own" and is_spoilt:
                        self.kinds[line] = "quoted"

    def _leave_orders_below_marks(self, runs: Sequence[Run], sent: Sent) -> None:
        """Below a marked line a line of ours without a mark is its rest, that was broken off; but
        an order that begins where one of ours does is the writer's, unless our text goes on, or
        that very order."""
        begins = {
            at
            for run in runs
            for at, end in self._starts_in(run)
            if run.there + at - run.here in sent.begins
            and not (end < run.here_end and sent.goes_on(run.there + end - run.here))
        }
        row: list[int] = []
        is_below_mark = is_right_below = False
        for number, line in enumerate([*self.lines, ""]):
            is_end = number == len(self.lines)
            if not (is_end or line.strip()):
                is_right_below = False
                continue
            if is_below_mark and self._is_unmarked(number):
                if self._begins(number, begins):
                    row.append(number)
                    continue
                is_below_mark, row = False, []
            for each in row:
                self.kinds[each] = "own"
            if is_right_below and not is_end and self._may_be_tail(number):
                self.remark("tail", number)
            row = []
            is_below_mark = is_right_below = not is_end and self.marked[number]

    def _starts_in(self, run: Run) -> Sequence[tuple[int, int]]:
        """Return the numbers of the words of a run with which lines begin, each with that of the
        word behind its line."""
        line_of, starts = self.came.line_of, self.came.starts
        lines = range(line_of[run.here], line_of[run.here_end - 1] + 1) if run.length else ()
        return [
            (starts[line], starts[line + 1])
            for line in lines
            if run.here <= starts[line] < run.here_end
        ]

    def _is_unmarked(self, number: int) -> bool:
        is_quoted = number < len(self.lines) and self.kinds[number] == "quoted"
        return is_quoted and not self.marked[number]

    def _begins(self, number: int, begins: set[int]) -> bool:
        return self.came.starts[number] in begins and self.is_order(number)

    def _may_be_tail(self, number: int) -> bool:
        """Say whether an order right below a marked line may be its rest: of a line that is none of
        ours, and long enough to be broken."""
        above = self.lines[number - 1]
        is_own = self.kinds[number] == "own"
        is_long = len(above) >= _BROKEN and not self.ours[number - 1]
        return is_own and is_long and self.is_order(number)

    def find_doubtful(self) -> None:
        """Name each order of ours that is quoted without a mark, where it may be the writer's."""
        last = len(self.lines) - 1
        for number, kind in enumerate(self.kinds):
            if kind != "quoted" or self.marked[number] or not self.ours[number]:
                continue
            beside = self.kinds[max(0, number - 1) : number + 2]
            if ("own" in beside or number == last) and self.is_order(number):
                self.remark("doubtful", number)


def _without_names(text: str) -> str:
    """Return a text without what names the writer before each line that is quoted, on several: it
    may also be the first word of a line, and so is no mark, but none of ours to compare."""
    named = Counter(each.strip() for each in _NAMED.findall(text))
    return _NAMED.sub(lambda name: "" if named[name[1].strip()] > 1 else name[0], text)


def _is_header(line: str) -> bool:
    """Say whether a line says something of an order file: the game, or that its writer is ready."""
    read = scan(line)
    says = (read.game, read.seat, read.token, read.word, read.ready is not None, read.amend)
    return any(says) or any(each.number for each in read.sections)
