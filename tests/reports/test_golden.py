"""The golden letters and tales: what a reader gets, kept to be read.

After a change that is meant, write them anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/reports/test_golden.py && git diff tests/reports/golden
"""

import os
import re
from collections import defaultdict
from difflib import unified_diff
from pathlib import Path

import pytest
from letters_played import CLANS, EVERYTHING, EXPANSIONS, SEATS, events_of, phases_of
from letters_turned import SAID
from letters_variants import VARIANTS
from letters_written import LETTERS, letter
from test_events_of_games import LABELS, RARE, words

from adjudicator.games.registry import find
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text

GOLDEN = Path(__file__).parent / "golden"


def whole(report):
    return f"{report.subject}\n\n{report.text}"


def variants_of(name):
    """How letters differ from the one of this name: lines that went and lines that came."""
    told = []
    for variant, write in VARIANTS[name].items():
        one, other = (whole(report).splitlines() for report in (letter(name), write()))
        lines = [*unified_diff(one, other, n=0, lineterm="")][2:]
        told += [f"## {variant}", "", *(line for line in lines if line[:2] != "@@"), ""]
    return "\n".join(told)


def tale(game):
    """The events of a game that seldom happen, in words; then how others were told otherwise."""
    form = Text(LABELS[game])
    teller = Teller(words(game, form), form.safe)
    lines = []
    for chapter in teller.tell(RARE[game]):
        lines += [f"{chapter.title}", ""]
        for passage in chapter.passages:
            lines += [passage.text, *filter(None, [passage.table]), ""]
    played = [each.text for of in teller.tell(events_of(game)) for each in of.passages]
    lines += ["Of games that were played", "", *of_each_shape(played, game), ""]
    return "\n".join([*lines, "To a seat of them", "", *of_each_shape(fates(game), game), ""])


def fates(game):
    """What the players of the games are told of their own seats, line by line."""
    form = Text(LABELS[game])
    you = module(game, "you", form, {"options": EVERYTHING | EXPANSIONS, "game": find(game).meta})
    for events in phases_of(game):
        seen = defaultdict(list)
        for event in events:
            seen[type(event).__name__].append(event)
        for seat in (*CLANS, *SEATS):
            for name in ("battles", "deeds"):
                yield from filter(str.strip, str(getattr(you, name)(seen, seat)).splitlines())


def of_each_shape(sentences, game):
    """The first sentence of each shape."""
    first = {}
    for sentence in sentences:
        first.setdefault(shape_of(sentence, game), sentence)
    return first.values()


def shape_of(text, game):
    """A sentence without what is named and counted in it."""
    names = sorted({*LABELS[game].values(), *CLANS, *SEATS}, key=len, reverse=True)
    bare = re.sub("|".join(map(re.escape, names)), "X", text)
    bare = re.sub(r"\b(?:a|an|one|\d+) (\w+?)s?\b", r"N \1", re.sub(r"\d+", "0", bare))
    return re.sub(r"(\b(?:X|[0N] \w+)[^.,;:]*)(?:(?:, | and |; )\1)+", r"\1", bare)


WRITTEN = {
    **{name: lambda name=name: whole(letter(name)) for name in LETTERS},
    **{f"variants of {name}": lambda name=name: variants_of(name) for name in VARIANTS},
    **{f"events of {game}": lambda game=game: tale(game) for game in RARE},
    **{f"what {kind} can say": can_say for kind, can_say in SAID.items()},
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_read_is_golden(name):
    path = GOLDEN / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(WRITTEN[name](), encoding="utf-8")
    assert WRITTEN[name]() == path.read_text(encoding="utf-8")
