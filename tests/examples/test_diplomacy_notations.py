"""Orders as players of all places write them mean what they mean there, and nothing else."""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from adjudicator.orders import MisreadError, read_orders
from adjudicator.orders.reading.reader import understand
from adjudicator.orders.reading.scan import RawLine

NOTATIONS = Path(__file__).with_name("notations.txt")
LOST = {
    "A Vienna": {"power": "Austria", "retreats": ["Tyrolia", "Bohemia"]},
    "F Spain/sc": {"power": "France", "retreats": ["Portugal"]},
}
PHASES = ("spring", "fall-retreats", "winter")


def part(name: str) -> list[str]:
    """Return the lines of a part of the file."""
    lines = NOTATIONS.read_text(encoding="utf-8").split(f"\n[{name}]\n")[1].split("\n[")[0]
    return [line for line in lines.splitlines() if line]


def groups(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield each line with the sign and the words of its group."""
    sign = words = ""
    for line in part(name):
        if line[:2] in ("= ", "! ", "!"):
            sign, words = line[0], line[2:]
        else:
            yield line.replace(" ¶ ", "\n"), sign, words


def language(game, phase):
    """Return the language of a phase in which somebody is asked."""
    table = {"dislodged": LOST} if "retreats" in phase else {}
    return game.language(game.from_table({"phase": phase, **table}, {}), "")


@pytest.mark.parametrize("phase", PHASES)
def test_every_notation_is_read_as_what_it_says_or_refused(diplomacy, phase):
    there = language(diplomacy, phase)
    wrong = []
    for text, sign, words in groups(phase):
        understood = read_orders(text, there)
        found = [str(each) for each in understood.findings]
        read = " | ".join(str(understood.orders).splitlines())
        if sign == "=":
            good = read == words and not found and not understood.unread
        else:
            good = not read and bool(found) and words in found[0]
        if not good:
            wrong.append((text, read, found))
    assert wrong == []


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_printed_of_a_notation_says_the_same_again(diplomacy, phase):
    there = language(diplomacy, phase)
    for words in dict.fromkeys(words for _, sign, words in groups(phase) if sign == "="):
        text = words.replace(" | ", "\n")
        assert str(read_orders(text, there).orders) == f"{text}\n"


def test_names_mean_one_province_or_are_refused_with_those_they_could_mean(diplomacy):
    from diplomacy_game.pieces import find_place

    names = language(diplomacy, "spring").names
    for line in part("places"):
        name, _, forms = line.partition(":")
        if line.startswith("? "):
            with pytest.raises(MisreadError) as refused:
                find_place(name[2:], names)
            assert all(each in str(refused.value) for each in forms.strip().split(" or "))
        else:
            read = {form: find_place(form, names) for form in forms.strip().split(", ")}
            assert read == dict.fromkeys(read, name)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("FRANCE:\nA Par-Bur\nF Bre-MAO", 2),
        ("Armies:\nPar-Bur\nMar S Par-Bur\nFleets:\nBre-MAO", 3),
        ("Orders for France, Spring 1901:\nA Par-Bur\nF Bre H", 2),
        ("Spring 1901 Moves\n\nA Par - Bur\nF Bre - MAO\n\nCheers,\nLuc", 2),
        ("A Mar supports\nA Par - Bur", 1),
    ],
)
def test_what_stands_around_orders_is_no_order(diplomacy, text, orders):
    understood = read_orders(text, language(diplomacy, "spring"))
    assert len(understood.orders) == orders
    assert len(understood.findings) == (orders == 1)


def test_an_order_behind_a_remark_sign_is_not_lost_without_a_word(diplomacy):
    there = language(diplomacy, "spring")
    [lost] = read_orders("A Par-Bur ; A Mar-Spa", there).findings
    assert (lost.severity, lost.read) == ("warning", "A Mar-Spa")
    assert "on a line of its own" in lost.message
    assert read_orders("A Par-Bur ; to be safe", there).findings == ()


def test_no_notation_takes_long_however_it_goes_on(diplomacy):
    """Patterns go through a line in a time that grows with its length, not faster."""
    there = language(diplomacy, "spring")
    for odd in ("A Par - ", "(", "a ", "[x] ", "-", "A Lon via ", "- A ", "hold ", "F (", "c c "):
        begin = process_time()
        read_orders(odd * (399 // len(odd)), there)
        assert process_time() - begin < 1, odd


BASE = {
    "spring": (
        "A Par - Bur",
        "A Mar S A Par - Bur",
        "A Mar S A Par",
        "F Nth C A Lon - Nwy",
        "A Vie H",
        "F Mao - Spa/nc",
        "A Lon - Nwy via convoy",
    ),
    "fall-retreats": ("A Vie R Boh", "disband A Vie"),
    "winter": ("build A Par", "remove F Bre", "build F Stp/nc"),
}
DENIED = "not no never or if unless except instead without neither nobody either but cancel"
NOISE = (
    "and then else only also Gas Pic Mun Eng A F army fleet H S C R D - -> to from via by "
    "with on in at of , . : ( ) / German 2 1 all move moves hold holds support supports "
    "convoy retreat build remove into attack (Gas) Gas, Mun."
)


def places_in(text, names):
    """Return the provinces of which a text has the name in a word."""
    from diplomacy_game.pieces import find_place

    found = set()
    for word in re.findall(r"[A-Za-z/]{3,}", text):
        with suppress(MisreadError):
            found.add(find_place(word, names).partition("/")[0])
    return found


def test_no_word_that_changes_an_order_is_read_over(diplomacy):
    """A line that is read names all that was named, but for the areas of a way over the sea."""
    draw = random.Random("denials")
    languages = {phase: language(diplomacy, phase) for phase in PHASES}
    wrong, accepted = [], 0
    for _ in range(1_200):
        phase = draw.choice(PHASES)
        words = draw.choice(BASE[phase]).split()
        for _ in range(draw.choice((1, 1, 2))):
            words.insert(
                draw.randrange(len(words) + 1), draw.choice(draw.choice((NOISE, DENIED)).split())
            )
        text = " ".join(words)
        there = languages[phase]
        understood = understand((RawLine(1, text),), there, hints=False)
        if not len(understood.orders) or understood.findings or understood.unread:
            continue
        accepted += 1
        said = {name for name in there.names["province"].all if name in str(understood.orders)}
        lost = places_in(text, there.names) - said - {"North Sea", "English Channel"}
        if lost or set(words) & set(DENIED.split()):
            wrong.append((text, str(understood.orders)))
    assert wrong == []
    assert accepted > 60
