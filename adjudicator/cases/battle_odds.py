"""Odds of battles: what orders lead to, fought many times, counted and shown as text."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudicator.cases.case import CaseError
from adjudicator.cases.odds import MOST_TRIALS, Share, share
from adjudicator.chance import Stream
from adjudicator.games.battles import Bout, Contest
from adjudicator.games.contract import Game
from adjudicator.orders import Finding, read_orders

MOST_BOUTS = 20_000_000
"""So many battles are fought at the most."""
MOST_LINES = 100
"""Nobody orders more battles in a turn, and each trial goes through all lines."""
ENDINGS = ("won", "undecided", "called off", "lost", "not fought")
"""In this order they are shown."""


class Losses(msgspec.Struct, frozen=True):
    """What a side lost in a battle."""

    side: str
    """Who it was, or who it may have been, where that was not the same in each trial."""
    mean: float
    """The units lost, on average of the trials in which the battle was fought."""
    shares: tuple[Share, ...]
    """How often it lost no unit, one, two and so on."""


class BattleOdds(msgspec.Struct, frozen=True):
    """How one battle came out, of several that may follow one another."""

    id: tuple[str, ...]
    """What tells it apart from the others; it has the same under each assumption."""
    battle: str
    """The same in words."""
    endings: dict[str, Share]
    """How often it ended so for the attacker, of all trials; ``not fought`` among them."""
    losses: tuple[Losses, ...]
    """Of the attacker and of the defender, if it was fought at all."""


class ContestOdds(msgspec.Struct, frozen=True):
    """How all battles came out under an assumption."""

    assumption: str
    """What was otherwise than asked; ``""``: nothing."""
    trials: int
    battles: tuple[BattleOdds, ...]
    all_won: Share
    """How often each of them that was fought was won, and one was fought."""


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


class _Counts(NamedTuple):
    """What is counted of one battle."""

    battle: str
    endings: Counter[str]
    sides: tuple[set[str], set[str]]
    """Who attacked and who defended."""
    losses: tuple[Counter[int], Counter[int]]
    """Of the attacker and of the defender."""


def battle_odds(
    game: Game,
    view: Any,
    seat: str,
    text: str,
    trials: int,
    key: bytes,
    watch: Callable[[range], Iterable[int]] = iter,
    most_bouts: int = MOST_BOUTS,
) -> OrderOdds:
    """Fight the battles to which order lines lead as often as asked, with dice from the key.

    Each contest has that many trials, or fewer if that would be too many battles. Raises GameError
    if the game has no battles to reckon, and CaseError for a number of trials that cannot be.
    """
    if not 1 <= trials <= MOST_TRIALS:
        raise CaseError(f"trials: must be from 1 to {MOST_TRIALS:,}, not {trials:,}")
    rules = game.battles(view)
    language = game.language(view, rules.phase)
    assert language is not None
    read = read_orders(text, language)
    if len(read.orders) > MOST_LINES:
        message = f"Odds are reckoned of {MOST_LINES} lines at the most, not of {len(read.orders)}."
        return OrderOdds("", (), (Finding(0, "too-long", "error", "", message),), ())
    question = rules.ask(seat, read.orders)
    lost = (
        Finding(each.number, "not-an-order", "error", each.text, "This is not an order.")
        for each in read.unread
    )
    findings = sorted((*read.findings, *lost, *question.findings), key=lambda each: each.line)
    wrong = tuple(each for each in findings if each.severity != "note")
    each_most = most_bouts // max(1, len(question.contests))
    fought = (_fight(each, trials, key, watch, each_most) for each in question.contests)
    with_battles = [each for each in fought if each.battles]
    return OrderOdds(str(read.orders), question.about, wrong, tuple(with_battles))


def _fight(
    contest: Contest,
    trials: int,
    key: bytes,
    watch: Callable[[range], Iterable[int]],
    most_bouts: int,
) -> ContestOdds:
    tallies: dict[tuple[str, ...], _Counts] = {}
    all_won = done = bouts = 0
    for trial in watch(range(trials)):
        came = contest.fight(Stream(b"%s %d" % (key, trial)))
        all_won += {bout.outcome for bout in came} - {"not fought"} == {"won"}
        _count(came, tallies)
        done += 1
        bouts += 1 + len(came)
        if bouts >= most_bouts:
            break
    battles = tuple(_sum_up(id, tally, done) for id, tally in tallies.items())
    return ContestOdds(contest.assumption, done, battles, share(all_won, done))


def _count(bouts: Iterable[Bout], tallies: dict[tuple[str, ...], _Counts]) -> None:
    for bout in bouts:
        tally = tallies.get(bout.id)
        if tally is None:
            counts = Counter[int](), Counter[int]()
            tally = tallies[bout.id] = _Counts(bout.battle, Counter(), (set(), set()), counts)
        tally.endings[bout.outcome] += 1
        if bout.outcome != "not fought":
            for place, side in enumerate(bout.sides):
                tally.sides[place].add(side)
                tally.losses[place][bout.losses[place]] += 1


def _sum_up(id: tuple[str, ...], tally: _Counts, trials: int) -> BattleOdds:
    endings = Counter(tally.endings)
    endings["not fought"] += trials - endings.total()
    known = [each for each in ENDINGS if endings[each]]
    others = [each for each in endings if endings[each] and each not in ENDINGS]
    return BattleOdds(
        id,
        tally.battle,
        {each: share(endings[each], trials) for each in (*known, *others)},
        tuple(map(_losses, tally.sides, tally.losses)) if tally.losses[0] else (),
    )


def _losses(sides: Iterable[str], counts: Counter[int]) -> Losses:
    fought, side = counts.total(), " or ".join(sorted(sides))
    mean = sum(lost * number for lost, number in counts.items()) / fought
    return Losses(side, mean, tuple(share(counts[lost], fought) for lost in range(max(counts) + 1)))


# As text

WIDTH = 72
_BAR = 20
_HALF = "▌"
_WHOLE = "█"
LEAST_SHOWN = 0.0005
"""Losses at the ends that come less often are put together."""


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
        blocks.append(f"Each battle that is fought is won: {_percent(asked.all_won.share).strip()}")
    for other in answer.contests[1:]:
        blocks += _comparison(asked, other)
    return blocks


def _endings(battle: BattleOdds) -> str:
    lines = [_title(battle.battle)]
    for ending, each in battle.endings.items():
        lines.append(f"  {ending:<11} {_percent(each.share)}  {_bar(each.share, 2 * _BAR)}")
    return "\n".join(line.rstrip() for line in lines)


def _histogram(battle: BattleOdds) -> str:
    """Show how many units each side loses, in two columns of bars."""
    if not battle.losses:
        return ""
    first, last = _ends(battle.losses)
    cut = any(len(each.shares) > last + 1 for each in battle.losses)
    heads = "".join(f"{each.side[: _BAR + 6]:<{_BAR + 9}}" for each in battle.losses)
    lines = [f"  units lost   {heads}"]
    for lost in range(first, last + 1):
        sign = "≤ " if 0 < lost == first else "≥ " if cut and lost == last else ""
        parts = [_part(each, lost, first, last) for each in battle.losses]
        lines.append(f"  {f'{sign}{lost}':>10} {''.join(map(_cell, parts))}")
    means = "".join(f"{each.mean:>6.1f}{'':<{_BAR + 3}}" for each in battle.losses)
    lines.append(f"  on average {means}")
    if "not fought" in battle.endings:
        lines.append("  (of the trials in which it is fought)")
    return "\n".join(line.rstrip() for line in lines)


def _cell(part: float) -> str:
    return f"{_percent(part) if part else '':<7} {_bar(part, _BAR):<{_BAR}} "


def _ends(losses: Sequence[Losses]) -> tuple[int, int]:
    """Return the fewest and the most losses that are shown apart."""
    most = max(len(each.shares) for each in losses) - 1
    shown = [
        lost for lost in range(most + 1) if any(_at(each, lost) >= LEAST_SHOWN for each in losses)
    ]
    return (shown[0], shown[-1]) if shown else (0, most)


def _at(losses: Losses, lost: int) -> float:
    return losses.shares[lost].share if lost < len(losses.shares) else 0.0


def _part(losses: Losses, lost: int, first: int, last: int) -> float:
    """Return how often so many were lost; at the ends, so many or fewer, or so many or more."""
    below = sum(_at(losses, n) for n in range(first)) if lost == first else 0
    above = sum(_at(losses, n) for n in range(last + 1, len(losses.shares))) if lost == last else 0
    return _at(losses, lost) + below + above


def _comparison(asked: ContestOdds, other: ContestOdds) -> Iterator[str]:
    """Show beside one another how a battle ends as asked, and under another assumption."""
    others = {battle.id: battle for battle in other.battles}
    yield f"The same {other.assumption}:"
    for battle in asked.battles:
        if battle.id in others:
            yield _beside(battle, others[battle.id])


def _beside(battle: BattleOdds, other: BattleOdds) -> str:
    lines = [f"{_title(battle.battle):<44} {'as asked':>10} {'so':>8}"]
    for ending in dict.fromkeys((*battle.endings, *other.endings)):
        parts = (each.endings.get(ending) for each in (battle, other))
        left, right = (_percent(part.share if part else 0.0) for part in parts)
        lines.append(f"  {ending:<42} {left:>10} {right:>8}")
    for mine, theirs in zip(battle.losses, other.losses, strict=False):
        about = f"units that {mine.side} loses"
        lines.append(f"  {about[:42]:<42} {mine.mean:>8.1f}   {theirs.mean:>6.1f}")
    return "\n".join(lines)


def accuracy(answer: OrderOdds) -> str:
    """Say how often the battles were fought, and how far off a share may be."""
    if not answer.contests:
        return ""
    asked = answer.contests[0]
    shares = [each for battle in asked.battles for each in battle.endings.values()]
    widest = max(((each.high - each.low) / 2 for each in shares), default=0.0)
    return (
        f"{asked.trials:,} trials; the true shares lie within {100 * widest:.1f} points of these "
        "(19 times in 20)."
    )


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]


def _percent(part: float) -> str:
    return f"{100 * part:5.1f} %"


def _bar(part: float, width: int) -> str:
    halves = round(2 * part * width)
    return _WHOLE * (halves // 2) + _HALF * (halves % 2)
