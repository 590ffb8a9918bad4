"""Odds of battles: what orders lead to, reckoned through all courses, and shown as text."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.cases.case import reason
from adjudicator.cases.odds import interval
from adjudicator.chance.course import draw_some, follow_all
from adjudicator.games.battles import Bout, Contest, End, Ends
from adjudicator.games.contract import Game
from adjudicator.orders import Finding, read_orders

MOST_FOLLOWED = 3_000
"""All courses are followed if no more ends are chosen in them; else some are drawn."""
MOST_DRAWN = 2_000
"""So many courses are drawn at the most,"""
MOST_BOUTS = 6_000
"""and with so many battles in all, of which one counts for three if all its ends are known."""
KEY = b"odds"
"""From which they are drawn, so that the same question has the same answer."""
TRIFLE = 1e-9
"""What is less likely is the rounding of numbers."""
MOST_LINES = 100
"""Nobody orders more battles in a turn, and each trial goes through all lines."""
ENDINGS = ("won", "undecided", "called off", "lost", "not fought")
"""In this order they are shown."""


class Likelihood(msgspec.Struct, frozen=True):
    """How likely something is."""

    share: float
    """From 0 to 1."""
    exact: bool
    """Whether it is exact, and not an average of courses that were drawn."""
    low: float
    """The lower end of the share's 95 % interval; of an exact one the share."""
    high: float
    """The upper end of it."""


class SideLosses(msgspec.Struct, frozen=True):
    """What a side lost in a battle."""

    side: str
    """Who it was, or who it may have been, where that was not the same in each course."""
    mean: float
    """The units lost, on average, if the battle is fought."""
    shares: tuple[Likelihood, ...]
    """How likely it loses no unit, one, two and so on, if the battle is fought."""


class BattleOdds(msgspec.Struct, frozen=True):
    """How one battle may come out, of several that may follow one another."""

    id: tuple[str, ...]
    """What tells it apart from the others; it has the same under each assumption."""
    battle: str
    """The same in words."""
    endings: dict[str, Likelihood]
    """How likely it ends so for the attacker; ``not fought`` among them."""
    losses: tuple[SideLosses, ...]
    """Of the attacker and of the defender, if it may be fought at all."""


class ContestOdds(msgspec.Struct, frozen=True):
    """How all battles may come out under an assumption."""

    assumption: str
    """What was otherwise than asked; ``""``: nothing."""
    drawn: int
    """How many courses of the battles were drawn; 0: all were followed, and all is exact."""
    battles: tuple[BattleOdds, ...]
    all_won: Likelihood
    """How likely each of them that is fought is won, and one is fought."""


class OrderOdds(msgspec.Struct, frozen=True):
    """What orders lead to."""

    orders: str
    """The orders as they were read."""
    about: tuple[str, ...]
    """Who meets whom with what, and what is not counted."""
    findings: tuple[Finding, ...]
    """What is wrong with the orders."""
    contests: tuple[ContestOdds, ...]
    """As was asked, and then under other assumptions; none if nothing is attacked."""


def lines_of(text: str) -> str:
    """Return orders of one line, with semicolons between, as lines."""
    return "\n".join(each.strip() for each in text.split(";"))


def battle_odds(game: Game, view: Any, seat: str, text: str) -> OrderOdds:
    """Reckon the battles to which order lines lead.

    All courses that they may take are followed, or, if those are too many, some that are drawn:
    always the same. Raises GameError if the game has no battles to reckon.
    """
    rules = game.battles(view)
    language = game.language(view, rules.phase)
    assert language is not None
    read = read_orders(text, language)
    if len(read.orders) > MOST_LINES:
        message = str(reason("too-many-lines", most=MOST_LINES, count=len(read.orders)))
        return OrderOdds("", (), (Finding(0, "too-long", "error", "", message),), ())
    question = rules.ask(seat, read.orders)
    lost = (
        Finding(each.number, "not-an-order", "error", each.text, str(reason("no-order")))
        for each in read.unread
    )
    findings = sorted((*read.findings, *lost, *question.findings), key=lambda each: each.line)
    wrong = tuple(each for each in findings if each.severity != "note")
    reckoned = map(_reckon, question.contests)
    with_battles = tuple(each for each in reckoned if each.battles)
    return OrderOdds(str(read.orders), question.about, wrong, with_battles)


def _reckon(contest: Contest) -> ContestOdds:
    """Follow all courses of a contest, or draw some."""
    account = _Account()
    courses = follow_all(contest.fight, MOST_FOLLOWED)
    if courses is not None:
        for likelihood, bouts in courses:
            account.add(bouts, likelihood)
        return account.sum_up(contest.assumption, 0)
    drawn = bouts_drawn = 0
    for bouts in draw_some(contest.fight, KEY):
        account.add(bouts)
        drawn += 1
        bouts_drawn += sum(1 if bout.ends is None else 3 for bout in bouts)
        if drawn >= MOST_DRAWN or bouts_drawn >= MOST_BOUTS:
            break
    return account.sum_up(contest.assumption, drawn)


class _Sum:
    """How often something came, weighed: the sum of its shares in the courses, and of squares."""

    def __init__(self) -> None:
        self.shares = self.squares = 0.0

    def add(self, share: float, weight: float) -> None:
        self.shares += share * weight
        self.squares += share * share * weight

    def likelihood(self, whole: float, exact: bool) -> Likelihood:
        """Return how likely it is, of all courses, or of those in which a battle was fought.

        One more course that is far off is allowed for, so that what never varied is not certain.
        """
        part = min(1.0, self.shares / whole)
        if exact:
            return Likelihood(part, True, part, part)
        room = part * (1 - part)
        variance = max(0.0, self.squares / whole - part * part) + room / whole
        like = whole * room / variance if variance else whole
        low, high = interval(part, like)
        return Likelihood(part, False, low, high)


class _Tally:
    """What is known of one battle from the courses so far."""

    def __init__(self, bout: Bout):
        self.battle = bout.battle
        self.sides: tuple[set[str], set[str]] = (set(), set())
        """Who attacked and who defended."""
        self.fought = 0.0
        """How many courses it was fought in."""
        self.ended: defaultdict[End, float] = defaultdict(float)
        """How many courses it ended so in, of those in which nothing is known of its other ends."""
        self.ends: dict[int, tuple[Ends, float]] = {}
        """What may become of it as it begins, by its ``id``, and in how many courses."""

    def add(self, bout: Bout, weight: float, ends: Ends | None) -> None:
        if bout.outcome == "not fought":
            return
        self.fought += weight
        for place, side in enumerate(bout.sides):
            self.sides[place].add(side)
        if ends is None:
            self.ended[bout.end] += weight
        else:
            known, before = self.ends.get(id(ends.likely), (ends, 0.0))
            self.ends[id(ends.likely)] = known, before + weight

    def sum_up(self, id: tuple[str, ...], whole: float, exact: bool) -> BattleOdds:
        tables: list[defaultdict[Any, _Sum]] = [defaultdict(_Sum) for _ in range(3)]
        endings, *losses = tables
        for spread, weight in self._spreads():
            for place, sums in enumerate(tables):
                shares: defaultdict[Any, float] = defaultdict(float)
                for end, share in spread.items():
                    shares[(end.outcome, *end.losses)[place]] += share
                for key, share in shares.items():
                    sums[key].add(share, weight)
        unfought = whole - self.fought
        if unfought > TRIFLE * whole:
            endings["not fought"].add(1.0, unfought)
        known = [each for each in ENDINGS if each in endings]
        return BattleOdds(
            id,
            self.battle,
            {
                each: endings[each].likelihood(whole, exact)
                for each in dict.fromkeys((*known, *endings))
            },
            tuple(
                _losses(" or ".join(sorted(sides)), sums, self.fought, exact)
                for sides, sums in zip(self.sides, losses, strict=True)
                if sums
            ),
        )

    def _spreads(self) -> Iterator[tuple[dict[End, float], float]]:
        """Yield how likely each end was, and in how many courses it was so."""
        for end, weight in self.ended.items():
            yield {end: 1.0}, weight
        for ends, weight in self.ends.values():
            spread: defaultdict[End, float] = defaultdict(float)
            for each, share in ends.likely.items():
                spread[ends.read(each)] += share
            yield spread, weight


def _losses(side: str, sums: Mapping[int, _Sum], fought: float, exact: bool) -> SideLosses:
    mean = sum(lost * each.shares for lost, each in sums.items()) / fought
    numbers = range(max(sums) + 1)
    none = _Sum()
    shares = (sums.get(lost, none).likelihood(fought, exact) for lost in numbers)
    return SideLosses(side, mean, tuple(shares))


class _Account:
    """What came of all battles in the courses so far."""

    def __init__(self) -> None:
        self.whole = self.all_won = 0.0
        self.tallies: dict[tuple[str, ...], _Tally] = {}
        self.first: dict[tuple[str, ...], bool] = {}
        """Of each battle, whether nothing was fought before it in any course."""

    def add(self, bouts: Sequence[Bout], likelihood: float | None = None) -> None:
        """Count a course: followed, with its likelihood, or drawn; then with all known ends."""
        weight = 1.0 if likelihood is None else likelihood
        self.whole += weight
        before = False
        for bout in bouts:
            if bout.id not in self.tallies:
                self.tallies[bout.id] = _Tally(bout)
            ends = bout.ends if likelihood is None else None
            self.tallies[bout.id].add(bout, weight, ends)
            is_first = not before and (bout.ends is not None or bout.outcome == "not fought")
            self.first[bout.id] = self.first.get(bout.id, True) and is_first
            before = before or bout.outcome != "not fought"
        fought = [bout for bout in bouts if bout.outcome != "not fought"]
        if fought and all(bout.outcome == "won" for bout in fought):
            self.all_won += weight

    def sum_up(self, assumption: str, drawn: int) -> ContestOdds:
        battles = (
            tally.sum_up(id, self.whole, not drawn or self.first[id])
            for id, tally in self.tallies.items()
        )
        part = min(1.0, self.all_won / self.whole)
        ends = interval(part, self.whole) if drawn else (part, part)
        return ContestOdds(assumption, drawn, tuple(battles), Likelihood(part, not drawn, *ends))


# As text

WIDTH = 72
_BAR = 20
_HALF = "▌"
_WHOLE = "█"
LEAST_SHOWN = 0.0005
"""SideLosses at the ends that come less often are put together."""


def charts(answer: OrderOdds) -> list[str]:
    """Return the figures as blocks of lines of 72 columns: battle by battle, then comparisons.

    What is assumed in a comparison is a block of its own, a sentence of any length.
    """
    if not answer.contests:
        return []
    asked = answer.contests[0]
    blocks = [block for battle in asked.battles for block in (_endings(battle), _histogram(battle))]
    blocks = [block for block in blocks if block]
    if len(asked.battles) > 1:
        share = _percent(asked.all_won.share).strip()
        share = share if asked.all_won.exact else f"~{share}"
        blocks.append(str(reason("all-are-won", share=share)))
    for other in answer.contests[1:]:
        blocks += _comparison(asked, other)
    return blocks


def _endings(battle: BattleOdds) -> str:
    lines = [_title(battle.battle)]
    for ending, each in battle.endings.items():
        about = " " if each.exact else "~"
        lines.append(f"  {ending:<11}{about}{_percent(each.share)}  {_bar(each.share, 2 * _BAR)}")
    return "\n".join(line.rstrip() for line in lines)


def _histogram(battle: BattleOdds) -> str:
    """Show how many units each side loses, in two columns of bars."""
    if not battle.losses:
        return ""
    first, last = _ends(battle.losses)
    cut = any(len(each.shares) > last + 1 for each in battle.losses)
    heads = "".join(f"{each.side[: _BAR + 6]:<{_BAR + 9}}" for each in battle.losses)
    lines = [f"  {reason('units-lost')!s:<12} {heads}"]
    for lost in range(first, last + 1):
        sign = "≤ " if 0 < lost == first else "≥ " if cut and lost == last else ""
        parts = [_part(each, lost, first, last) for each in battle.losses]
        lines.append(f"  {f'{sign}{lost}':>10} {''.join(map(_cell, parts))}")
    means = "".join(f"{each.mean:>6.1f}{'':<{_BAR + 3}}" for each in battle.losses)
    lines.append(f"  {reason('on-average')!s:<10} {means}")
    if "not fought" in battle.endings:
        lines.append(f"  {reason('if-fought')}")
    return "\n".join(line.rstrip() for line in lines)


def _cell(part: float) -> str:
    return f"{_percent(part) if part else '':<7} {_bar(part, _BAR):<{_BAR}} "


def _ends(losses: Sequence[SideLosses]) -> tuple[int, int]:
    """Return the fewest and the most losses that are shown apart."""
    most = max(len(each.shares) for each in losses) - 1
    shown = [
        lost for lost in range(most + 1) if any(_at(each, lost) >= LEAST_SHOWN for each in losses)
    ]
    return (shown[0], shown[-1]) if shown else (0, most)


def _at(losses: SideLosses, lost: int) -> float:
    return losses.shares[lost].share if lost < len(losses.shares) else 0.0


def _part(losses: SideLosses, lost: int, first: int, last: int) -> float:
    """Return how often so many were lost; at the ends, so many or fewer, or so many or more."""
    below = sum(_at(losses, n) for n in range(first)) if lost == first else 0
    above = sum(_at(losses, n) for n in range(last + 1, len(losses.shares))) if lost == last else 0
    return _at(losses, lost) + below + above


def _comparison(asked: ContestOdds, other: ContestOdds) -> Iterator[str]:
    """Show beside one another how a battle ends as asked, and under another assumption."""
    others = {battle.id: battle for battle in other.battles}
    yield str(reason("the-same", assumption=other.assumption))
    for battle in asked.battles:
        if battle.id in others:
            yield _beside(battle, others[battle.id])


def _beside(battle: BattleOdds, other: BattleOdds) -> str:
    heads = f"{reason('as-asked')!s:>10} {reason('so')!s:>8}"
    lines = [f"{_title(battle.battle):<44} {heads}"]
    for ending in dict.fromkeys((*battle.endings, *other.endings)):
        parts = (each.endings.get(ending) for each in (battle, other))
        left, right = (_percent(part.share if part else 0.0) for part in parts)
        lines.append(f"  {ending:<42} {left:>10} {right:>8}")
    for mine, theirs in zip(battle.losses, other.losses, strict=False):
        about = str(reason("units-lost-by", side=mine.side))
        lines.append(f"  {about[:42]:<42} {mine.mean:>8.1f}   {theirs.mean:>6.1f}")
    return "\n".join(lines)


def accuracy(answer: OrderOdds) -> str:
    """Say whether the shares are exact, or how far off one may be."""
    if not answer.contests:
        return ""
    asked = answer.contests[0]
    if not asked.drawn:
        return str(reason("shares-exact"))
    shares = [each for battle in asked.battles for each in battle.endings.values()]
    widest = max((each.high - each.low) / 2 for each in (*shares, asked.all_won))
    return str(reason("shares-drawn", count=asked.drawn, points=f"{100 * widest:.1f}"))


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]


def _percent(part: float) -> str:
    return f"{100 * part:5.1f} %"


def _bar(part: float, width: int) -> str:
    halves = round(2 * part * width)
    return _WHOLE * (halves // 2) + _HALF * (halves % 2)
