"""What of a text runs along what was sent before, word by word.

Mail programs break lines anew, mark them, take marks and blanks out, make one line of a table or
several: the words stay, and their order. So both sides are taken as words, without case, accents
and punctuation. Four words in a row that were sent (an *anchor*) begin a *run*, which reaches as
far as the words are the same. Runs that follow each other on both sides are a *chain*: a quotation,
from which words may be missing and into which others may have been written. What its writer has put
in between, even if it is copied from elsewhere in what was sent, is in a chain of its own.

Work is linear in both texts, however often they repeat themselves: an anchor is looked up in a few
places, and a run goes on from one of the last few.
"""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.post.incoming.wording import ANCHOR, Sent, Wording

_NEAR = 200
"""Words behind the end of the last run, in which the next one is looked for first."""
_SURE = 12
"""Words of a run that is not taken for another one."""
_STRAIGHT, _INSERTED = 3, 400
"""Words that may be left out where a quotation goes on, and put in there."""
_GAP = 12
"""Words that both sides may skip within a quotation."""
CUT = 60
"""Words that may be left out between two runs that are both sure."""
_OVERLAP = 40
"""Words by which a run may begin before the end of the one before it: a line that stands there
twice, once quoted and once written."""
_OPEN_CHAINS, _RUNS_BACK = 4, 3
"""From how many chains, and runs of each, another run can go on."""
_MOST_SHORT = 40
"""Lines shorter than two anchors that are looked for between two runs."""
_FEW = 10
"""Words that are looked through for such a line."""


class Run(NamedTuple):
    """Words that are the same on both sides."""

    here: int
    """The number of the first in the text that came."""
    there: int
    """The number of that word in what was sent."""
    length: int

    @property
    def here_end(self) -> int:
        """The number of the word behind the last, in the text that came."""
        return self.here + self.length

    @property
    def there_end(self) -> int:
        """The number of the word behind the last, in what was sent."""
        return self.there + self.length


def find_runs(came: Wording, sent: Sent) -> list[Run]:
    """Return the runs, as they follow each other in the text that came."""
    ours = sent.words
    begins = set(came.starts)
    hits = list(map(sent.places.get, came.grams()))
    runs: list[Run] = []
    start, last = 0, -1
    while start < len(hits):
        places = hits[start]
        if places is None:
            start += 1
            continue
        is_sure = bool(runs) and runs[-1].length >= _SURE
        place, length = _longest(came.words, start, ours, places, last, is_sure)
        back = _reach_back(runs, came.words, start, ours, place, begins)
        runs.append(Run(start - back, place - back, length + back))
        start += length
        last = place + length
    return _with_short_lines(runs, came, ours)


def _longest(
    came: Sequence[str],
    start: int,
    ours: Sequence[str],
    places: Sequence[int],
    last: int,
    is_sure: bool,
) -> tuple[int, int]:
    """Return where the longest run begins in what was sent, and its length.

    Where the last run ended (``last``) comes first, unless another place is far better; it may have
    taken the first words of a line of the writer's. If that run was long, another one behind it
    needs no comparison (``is_sure``).
    """
    near = [x for x in places if -ANCHOR < x - last <= _NEAR] if last >= 0 else []
    length, place = max((_same(came, start, ours, x), -x) for x in near[:1] or places)
    is_next = bool(near) and near[0] - last <= _GAP
    if near and (length < _SURE or not (is_next and is_sure)):
        other, other_place = max((_same(came, start, ours, x), -x) for x in places)
        if other > length * (3 if is_next else 1):
            return -other_place, other
    return -place, length


def _same(came: Sequence[str], start: int, ours: Sequence[str], place: int) -> int:
    """Return how many words are the same from here on; by slices, which are compared quickly."""
    most = min(len(came) - start, len(ours) - place)
    length, step = 0, 8
    while length < most:
        step = min(step, most - length)
        begin, other = start + length, place + length
        if came[begin : begin + step] != ours[other : other + step]:
            break
        length += step
        step = min(step * 2, 4096)
    while length < most and came[start + length] == ours[place + length]:
        length += 1
    return length


def _reach_back(
    runs: list[Run],
    came: Sequence[str],
    start: int,
    ours: Sequence[str],
    place: int,
    begins: set[int],
) -> int:
    """Return how many words before an anchor belong to its run.

    A few of them may be taken from the run above, which had them by chance: “army” of ``army 2``
    below a copied ``army 1``, if that is where a line begins.
    """
    floor = runs[-1].here_end if runs else 0
    back = 0
    while (
        start - back > floor
        and place - back > 0
        and came[start - back - 1] == ours[place - back - 1]
    ):
        back += 1
    if not runs:
        return back
    more = back
    while (
        more < back + 3
        and start - more not in begins
        and start - more > runs[-1].here + 1
        and place - more > 0
        and came[start - more - 1] == ours[place - more - 1]
    ):
        more += 1
    if more == back or start - more not in begins:
        return back
    runs[-1] = runs[-1]._replace(length=start - more - runs[-1].here)
    return more


def _with_short_lines(runs: list[Run], came: Wording, ours: Sequence[str]) -> list[Run]:
    """Add runs of lines that are too short for an anchor: they are looked for right behind the run
    above them."""
    found: list[Run] = []
    line, starts = 0, came.starts
    for number, run in enumerate(runs):
        found.append(run)
        is_last = number + 1 == len(runs)
        until = min(len(came.words), run.here_end + _NEAR) if is_last else runs[number + 1].here
        place = run.there_end
        while line < len(starts) - 1 and starts[line] < run.here_end:
            line += 1
        tried = 0
        while line < len(starts) - 1 and starts[line + 1] <= until and tried < _MOST_SHORT:
            piece = came.words[starts[line] : starts[line + 1]]
            if 0 < len(piece) < 2 * ANCHOR:
                tried += 1
                for at in range(place, min(place + _FEW, len(ours) - len(piece) + 1)):
                    if ours[at : at + len(piece)] == piece:
                        found.append(Run(starts[line], at, len(piece)))
                        place = at + len(piece)
                        break
            line += 1
    return found


def find_chains(runs: list[Run], begins: set[int]) -> list[list[int]]:
    """Return the chains, each as the numbers of its runs in order; some runs are cut short.

    ``begins`` are the numbers of words with which lines begin.
    """
    closed: list[list[int]] = []
    opened: list[list[int]] = []
    for number, run in enumerate(runs):
        chain = _find_chain(runs, opened, run, closed) or _find_twice(runs, opened, number, begins)
        if chain is None:
            opened.append([number])
            if len(opened) > _OPEN_CHAINS:
                closed.append(opened.pop(0))
            continue
        chain.append(number)
        place = next(at for at, each in enumerate(opened) if each is chain)
        opened.append(opened.pop(place))
    return closed + opened


def _find_chain(
    runs: Sequence[Run], opened: Sequence[list[int]], run: Run, closed: list[list[int]]
) -> list[int] | None:
    """Return the chain that a run goes on, with the least left out.

    It may go on from before the chain's last runs, if these are shorter than it: they were put in
    between, and become chains of their own.
    """
    best: tuple[int, list[int], int] | None = None
    for chain in opened:
        for back in range(1, min(_RUNS_BACK, len(chain)) + 1):
            before = runs[chain[-back]]
            if not goes_on(before, run):
                continue
            between = sum(runs[each].length for each in chain[len(chain) - back + 1 :])
            gap = run.there - before.there_end
            if between < run.length and (best is None or gap < best[0]):
                best = gap, chain, back
    if best is None:
        return None
    _, chain, back = best
    if back > 1:
        closed.extend([each] for each in chain[1 - back :])
        del chain[1 - back :]
    return chain


def _find_twice(
    runs: list[Run], opened: Sequence[list[int]], number: int, begins: set[int]
) -> list[int] | None:
    """Return the chain whose end a run repeats and goes beyond.

    The words that stand there twice are the writer's own once; it does not matter which of the two.
    One run is cut short, or both, so that they end and begin where lines do.
    """
    run = runs[number]
    for chain in opened:
        last = runs[chain[-1]]
        twice = last.there_end - run.there
        most = min(_OVERLAP, last.length, run.length - 1)
        if not (0 < twice <= most and 0 <= run.here - last.here_end <= _GAP):
            continue

        def fits(left: int, last: Run = last, twice: int = twice) -> int:
            """Say how well lines fit if so many of the words are left to the later run."""
            return (last.here_end - left in begins) + (run.here + twice - left in begins)

        left = max(range(min(twice, last.length - 1) + 1), key=fits)
        runs[chain[-1]] = last._replace(length=last.length - left)
        cut = twice - left
        runs[number] = Run(run.here + cut, run.there + cut, run.length - cut)
        return chain
    return None


def goes_on(one: Run, two: Run) -> bool:
    """Say whether a run may be the next one of a quotation."""
    here, there = two.here - one.here_end, two.there - one.there_end
    return (
        (0 <= there <= _STRAIGHT and here <= _INSERTED)
        or (0 <= there <= _GAP and here <= _GAP)
        or (0 <= there <= CUT and here <= _STRAIGHT and min(one.length, two.length) >= _SURE)
    )


def joins(one: Run, two: Run) -> bool:
    """Say whether nothing of what was sent is left out between two runs."""
    here, there = two.here - one.here_end, two.there - one.there_end
    return (0 <= here <= 1 and 0 <= there <= 1) or (there == 0 and 0 <= here <= _GAP)
