"""Orders in a paragraph are read sentence by sentence: no order is lost, and no prose is one."""

import random
import sys
import textwrap
from pathlib import Path

import pytest

from adjudicator.games import registry
from adjudicator.orders import read_orders, scan, understand

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import slips

FILES = 40
BEFORE = (
    "",
    "Hi, hope you are well.",
    "Dear judge, it has been a long week with much rain.",
    "Hello!",
    "Sorry that I write so late. I had no time.",
)
AFTER = ("", "Thanks!", "Good luck to us both.", "See you soon, and greetings to the family.")
BEGIN = ("", "Please ", "Then ", "I will ", "Next, ", "I'd like to ")
NO_SENTENCE = ("else", "if", "always", "colour")


def lines_of(text):
    return tuple(line for section in scan(text).sections for line in section.lines)


def paragraph(lines, dice):
    """Write orders as somebody does who writes no lists, and as a mail program breaks them."""
    sentences = [f"{dice.choice(BEGIN)}{line}." for line in lines]
    whole = " ".join(filter(None, (dice.choice(BEFORE), *sentences, dice.choice(AFTER))))
    return textwrap.fill(whole, 72, break_on_hyphens=False) if dice.random() < 0.7 else whole


@pytest.mark.parametrize("name", registry.SHIPPED)
def test_no_order_of_a_paragraph_is_lost(name):
    dice = random.Random(name)
    made = taken = told = 0
    for table, lines in slips.files(registry.find(name), dice, rounds=4):
        alone = [line for line in lines if not line.startswith(NO_SENTENCE) and "." not in line]
        chosen = alone[: dice.randint(2, 4)]
        text = paragraph(chosen, dice)
        if len(chosen) < 2 or max(map(len, text.splitlines())) > 400:
            continue
        understood = understand(lines_of(text), table.language)
        wanted = str(read_orders("\n".join(chosen), table.language).orders).splitlines()
        read = str(understood.orders).splitlines()
        assert set(read) <= set(wanted), text
        taken += read == wanted
        told += read != wanted and bool(understood.findings)
        made += 1
        if made == FILES:
            break
    assert taken + told == made
    assert taken >= 0.9 * made
