"""Whatever a finding proposes is taken when it is done, and leaves nothing of the line out: over
lines of whole games, and of the rule cases, that are damaged in many ways."""

import random
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.campaign.kernel.turns import turn_of
from adjudicator.campaign.orders.sections import over_phases, say_when, sort
from adjudicator.campaign.orders.standing import Viewpoint, viewpoint
from adjudicator.cases.case import read_case
from adjudicator.cases.run import set_up
from adjudicator.games import registry
from adjudicator.orders import Orders, RawLine, scan, understand

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from play import play  # noqa: E402
from slips import slip  # noqa: E402

FILES = sorted((ROOT / "tests" / "cases").glob("*/**/*.toml"))
NUMBER = re.compile(r"(?<![\w%])\d+(?![\w%])")
SEND_AHEAD = re.compile(r"put “(phase [^”]+)” above it")


def raw(text):
    return tuple(line for section in scan(text).sections for line in section.lines)


def mentions(text, names):
    """Return the names and numbers in a text: of each kind the longest forms first."""
    found = Counter(NUMBER.findall(text))
    for kind, known in names.items():
        forms = [each for each in known.forms if len(each) > 2 and not each.isdecimal()]
        each = "|".join(map(re.escape, sorted(forms, key=len, reverse=True))) or "(?!)"
        for name in re.findall(rf"(?<![\w/-])(?:{each})(?![\w/-])", text, re.IGNORECASE):
            found[kind, known.find(name)] += 1
    return found


def damage(text, others, dice):
    """Return a line as somebody may write it who does not know the form."""
    words = text.split()
    at = dice.randrange(len(words))
    match dice.randrange(6):
        case 0:  # two things where one may stand
            other = dice.choice(others).split()
            return " ".join((*words[: at + 1], "and", *other[-2:], *words[at + 1 :]))
        case 1:  # a word left out
            return " ".join(words[:at] + words[at + 1 :])
        case 2:  # in another order
            return " ".join((*words[at:], *words[:at]))
        case 3:  # two orders on a line
            return f"{text} and {dice.choice(others)}"
        case 4:  # a word too many
            return " ".join((*words[:at], dice.choice(("boat", "quickly", "unit")), *words[at:]))
        case _:
            return slip(slip(text, dice)[0] or text, dice)[0] or text


def files(game):
    """Yield each seat of a rule case at its first phase, with its lines."""
    for path in [each for each in FILES if each.parent.name == game][::8]:
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        if case.new:
            continue
        found, position, steps = set_up(case)
        for seat, text in steps[0].orders.items():
            table = viewpoint(found, position, seat)
            lines = [each.text for each in raw(text)]
            if table and lines and seat in found.phase(position).may:
                yield table, lines


def errors(table, texts):
    found = table.merge(Orders(), raw("\n".join(texts))).findings
    return {(each.line, each.code) for each in found if each.severity == "error"}, found


def check_suggestions(table, lines, dice):
    """Check what is suggested of one damaged line; return how many lines were."""
    at = dice.randrange(len(lines))
    damaged = damage(lines[at], lines, dice)
    texts = [*lines[:at], damaged, *lines[at + 1 :]]
    before, found = errors(table, texts)
    count = 0
    for each in found:
        if each.line != at + 1 or not each.fix or each.severity != "error":
            continue
        if understand(raw(damaged), table.language).orders:
            continue  # it was understood, and something else is legal
        said, suggested = (mentions(text, table.language.names) for text in (damaged, each.fix))
        assert said <= suggested, (damaged, each.fix)
        after, _ = errors(table, [*lines[:at], each.fix, *lines[at + 1 :]])
        assert at + 1 not in {line for line, _ in after}, (damaged, each.fix, after)
        assert {line for line, _ in after} - {at + 1} <= {line for line, _ in before}, each.fix
        count += 1
    return count


@pytest.mark.parametrize("game", sorted({path.parent.name for path in FILES}))
def test_a_suggestion_is_taken_and_says_all_that_the_line_does(game):
    dice = random.Random(game)
    assert sum(check_suggestions(*each, dice) for each in files(game) for _ in range(12)) > 20


@pytest.mark.parametrize("game", registry.SHIPPED)
def test_a_phase_that_is_proposed_is_to_come_and_takes_the_line(game):
    rules = registry.find(game)
    seats = rules.meta.seats[: max(3, rules.meta.players[0])]
    lines = [
        example
        for language, _ in rules.languages({})
        for kind in language.kinds
        for example in kind.examples
    ]
    past, proposed, late = [], 0, 0
    for turn in play(rules, seats, {}, "hints", "steady", 2):
        now, seat = rules.phase(turn.before), seats[0]
        over = over_phases(past, now, seat)
        table = viewpoint(rules, turn.before, seat, over)
        past.append(now)
        if table is None:
            continue
        asked = tuple(RawLine(number, line) for number, line in enumerate(lines, 1))
        standing = table.merge(Orders(), asked)
        for each in say_when(standing, asked, table.language, table).findings:
            late += "too late" in each.message
            heading = SEND_AHEAD.search(each.message)
            if heading is None:
                continue
            text = f"{heading[1]}\n{lines[each.line - 1]}"
            placed = sort(scan(text).sections, table)
            [section] = placed.later
            name, _ = turn_of(section.name, turn.before.every_colour, seat)
            assert (now.round, name) not in over
            there = Viewpoint(rules, None, seat, rules.language(turn.before, name, seat))
            kept = there.merge(Orders(), section.lines)
            assert len(kept.orders), text
            assert (kept.findings, kept.unread) == ((), ()), text
            proposed += 1
    assert proposed > 1
    assert late or game == "shogun"
