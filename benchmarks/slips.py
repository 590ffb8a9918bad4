"""Legal lines with one slip of a finger each: how many are put right, and what becomes of the rest.

    python benchmarks/slips.py [--lines 4000] [--game ikusa] [--show 20]

Lines that regents order in whole games, and the examples of every order kind that are legal where
they play, get one slip each: a letter left out, doubled, changed, or swapped with its neighbour, in
any word. The file is then read and judged as an order mail is. What can become of the line:

    right      it is read as it was meant, or suggested exactly so
    asked      both lines are named that it could be, and both are legal
    nothing    it is rejected, and nothing is suggested
    other word the slip made another word of orders of it, and the line is legal: nobody could know
    wrong      another line is suggested
    illegal    a line is suggested that would be rejected
    misread    it is carried out as something else
    lost       it is taken for no order at all
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from play import play
from soak import fewest_seats, variants

from adjudicator.campaign.orders.standing import Standing, Viewpoint, viewpoint
from adjudicator.games import registry
from adjudicator.games.contract import Game
from adjudicator.orders import Orders, RawLine, read_orders
from adjudicator.orders.language.names import SHORTEST_PREFIX, name_key

LETTERS = "abcdefghijklmnopqrstuvwxyz"
BAD = ("wrong", "illegal", "misread", "lost")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Slipped(NamedTuple):
    """A file in which one line has a slip."""

    table: Viewpoint
    lines: tuple[str, ...]
    at: int
    text: str
    word: str
    """The word as it came out."""


class Result(NamedTuple):
    """What became of it."""

    outcome: str
    slipped: Slipped
    said: str


def slip(text: str, dice: random.Random) -> tuple[str, str]:
    """Return the text with one slip in one of its words, and that word; ``""`` if none can be."""
    words = list(_WORD.finditer(text))
    if not words:
        return "", ""
    word = dice.choice(words)
    letters = word.group()
    at = dice.randrange(len(letters))
    match dice.randrange(4):
        case 0 if at + 1 < len(letters):
            made = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
        case 1:
            made = letters[:at] + letters[at + 1 :]
        case 2:
            made = letters[:at] + letters[at] + letters[at:]
        case _:
            made = letters[:at] + dice.choice(LETTERS) + letters[at + 1 :]
    if name_key(made) == name_key(letters):
        return "", ""
    return text[: word.start()] + made + text[word.end() :], made


def files(game: Game, dice: random.Random, rounds: int) -> Iterator[tuple[Viewpoint, list[str]]]:
    """Yield order files of legal lines from whole games, without end."""
    options = variants(game)
    while True:
        chosen = dice.choice(options)
        count = dice.randint(fewest_seats(game, chosen), game.meta.players[1])
        seats = game.meta.seats[:count]
        regent = dice.choice(("steady", "random"))
        for turn in play(game, seats, chosen, str(dice.random()), regent, rounds):
            for seat, text in turn.orders.items():
                table = viewpoint(game, turn.before, seat)
                if table and (lines := legal(table, text, dice)):
                    yield table, lines


def legal(table: Viewpoint, text: str, dice: random.Random) -> list[str]:
    """Return the lines of an order file that are legal, and an example that is."""
    kinds = table.language.kinds
    example = dice.choice(dice.choice(kinds).examples)
    found = table.merge(Orders(), raw_lines([*text.splitlines(), example]))
    return str(found.orders).splitlines()


def raw_lines(lines: Sequence[str]) -> tuple[RawLine, ...]:
    """Number the lines."""
    return tuple(RawLine(number, line) for number, line in enumerate(lines, 1))


def judge(case: Slipped) -> Result:
    """Read and judge a file with a slip in it, and say what became of the line."""
    changed = (*case.lines[: case.at], case.text, *case.lines[case.at + 1 :])
    standing = case.table.merge(Orders(), raw_lines(changed))
    errors = [f for f in standing.findings if f.line in numbers(case) and f.severity == "error"]
    if not errors:
        return Result(accepted(case, standing), case, "")
    said = errors[0].fix or errors[0].message
    return Result(suggested(case, errors[0].fix, said), case, said)


def numbers(case: Slipped) -> tuple[int, int]:
    """Return the number of the line, and of the line that it is an alternative of."""
    head = case.at
    while case.lines[head].startswith("else"):
        head -= 1
    return case.at + 1, head + 1


def canonical(table: Viewpoint, lines: Sequence[str]) -> str:
    """Return lines as they are printed."""
    return str(read_orders("\n".join(lines), table.language).orders)


def accepted(case: Slipped, standing: Standing) -> str:
    """Say what became of a line that was not rejected."""
    if standing.text == canonical(case.table, case.lines):
        return "right"
    if any(f.line == case.at + 1 and f.code == "not-an-order" for f in standing.findings):
        return "nothing"
    if len(standing.orders) < len(read_orders("\n".join(case.lines), case.table.language).orders):
        return "lost"
    return "other word" if is_word(case) else "misread"


def is_word(case: Slipped) -> bool:
    """Whether what the slip made is a word of orders too, or a name cut short."""
    key = name_key(case.word)
    words = case.table.language.words
    short = len(key) >= SHORTEST_PREFIX and sum(each.startswith(key) for each in words) == 1
    return key in words or short


def suggested(case: Slipped, fix: str, said: str) -> str:
    """Say what became of a line that was rejected."""
    if not fix:
        names = " or " in said and "Did you mean" in said
        return "asked" if names else "nothing"
    fixed = (*case.lines[: case.at], fix, *case.lines[case.at + 1 :])
    if canonical(case.table, fixed) == canonical(case.table, case.lines):
        return "right"
    again = case.table.merge(Orders(), raw_lines(fixed))
    bad = any(f.line in numbers(case) and f.severity == "error" for f in again.findings)
    return "illegal" if bad else "wrong"


def measure(game: Game, lines: int, seed: int, rounds: int = 12) -> Iterator[Result]:
    """Yield what became of so many lines with a slip each."""
    dice = random.Random(seed)
    made = 0
    for table, text in files(game, dice, rounds):
        at = dice.randrange(len(text))
        slipped, word = slip(text[at], dice)
        if slipped:
            yield judge(Slipped(table, tuple(text), at, slipped, word))
            made += 1
        if made >= lines:
            return


def tell(title: str, results: Sequence[Result], show: int) -> None:
    """Print the shares, and examples of what was not put right."""
    counts = Counter(each.outcome for each in results)
    total = len(results) or 1
    shares = ", ".join(f"{name} {100 * n / total:.1f} %" for name, n in counts.most_common())
    print(f"{title}: {len(results)} lines: {shares}")
    unhappy = [each for each in results if each.outcome not in ("right", "other word")]
    for each in unhappy[:show]:
        line = each.slipped.lines[each.slipped.at]
        print(f"  {each.outcome}: {each.slipped.text!r} was {line!r}: {each.said}")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--lines", type=int, default=4_000, help="How many a game.")
    parser.add_argument("--game", choices=registry.SHIPPED, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="How many unhappy lines a phase.")
    asked = parser.parse_args()
    worst = 0
    for name in [asked.game] if asked.game else registry.SHIPPED:
        results = list(measure(registry.find(name), asked.lines, asked.seed))
        by_phase: dict[str, list[Result]] = {}
        for each in results:
            by_phase.setdefault(each.slipped.table.language.phase, []).append(each)
        for phase, theirs in by_phase.items():
            tell(f"{name} {phase}", theirs, asked.show)
        tell(name, results, 0)
        worst += sum(each.outcome in ("illegal", "misread") for each in results)
    sys.exit(1 if worst else 0)


if __name__ == "__main__":
    main()
