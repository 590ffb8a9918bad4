"""What holds for all orders, and for all input whatever it is."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from small_language import PROVINCES, UNITS, WAR, Armies, Attack, Build, Empty, Lose, March, Prefer

from adjudicator.orders import Branch, Line, Orders, When, read_orders, scan, understand
from adjudicator.orders.language.conditions import Clause
from adjudicator.orders.language.slots import Amount
from adjudicator.orders.language.units import ALL, Units
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.orders.reading.scan import MOST_BYTES, MOST_FINDINGS

provinces = st.sampled_from(list(PROVINCES))
units = st.sampled_from(list(UNITS))
counts = st.lists(
    st.tuples(st.one_of(units, st.just("")), st.integers(1, 99)),
    max_size=4,
    unique_by=lambda c: c[0],
)
alls = st.lists(st.tuples(units, st.just(ALL)), max_size=2, unique_by=lambda c: c[0])
troops = st.one_of(
    st.builds(lambda listed, every: Units(tuple(listed), every), counts, st.booleans()),
    st.builds(lambda listed, every: Units(tuple(listed), every), alls, st.booleans()),
)
orders = st.one_of(
    st.builds(Attack, provinces, provinces, troops),
    st.builds(
        March,
        st.builds(Amount, st.integers(0, 999_999), st.booleans()),
        st.lists(provinces, min_size=1, max_size=5).map(tuple),
        st.integers(1, 30),
    ),
    st.builds(Prefer, st.lists(st.integers(1, 5), min_size=1, max_size=5).map(tuple)),
    st.builds(Lose, st.lists(units, min_size=1, unique=True).map(tuple)),
    st.builds(Build, st.sampled_from(["castle", "tea house"])),
    st.builds(Build, st.sampled_from(["castle", "tea house"]), provinces),
)
conditions = st.one_of(
    st.builds(Empty, provinces),
    st.builds(Armies, provinces, st.sampled_from(["<=", ">=", "<", ">", "="]), st.integers(0, 999)),
)
clauses = st.lists(st.builds(Clause, conditions, st.booleans()), min_size=1, max_size=3).map(tuple)
whens = st.builds(When, st.lists(clauses, min_size=1, max_size=3).map(tuple))
branches = st.builds(Branch, orders, st.one_of(st.none(), whens))
order_lines = st.builds(
    Line, st.lists(branches, min_size=1, max_size=4).map(tuple), st.just(0), st.booleans()
)


@settings(max_examples=40)
@given(st.lists(order_lines, max_size=3).map(lambda made: Orders(tuple(made))))
def test_what_is_printed_reads_back_as_the_same_orders(made):
    text = str(made)
    understood = read_orders(text, WAR)
    assert understood.findings == ()
    assert [replace(line, number=0) for line in understood.orders] == list(made)
    assert str(understood.orders) == text


@settings(max_examples=40)
@given(
    order_lines,
    st.sampled_from([str.upper, str.lower, "- {}".format, "  {} # so".format, "{}.".format]),
)
def test_printing_survives_what_people_do_to_it(line, twist):
    text = "\n".join(twist(each) for each in str(line).splitlines())
    assert str(read_orders(text, WAR).orders) == f"{line}\n"


@settings(max_examples=30)
@given(st.lists(order_lines, max_size=2), st.lists(order_lines, max_size=2))
def test_an_amendment_done_twice_is_done_once(stand, change):
    changes = Orders(tuple(change))
    once = Orders(tuple(stand)).amend(changes)
    assert once.amend(changes) == once


_LISTED = """
    attack atack battle a from to with all but 1 2x spearmen sperman & -> → – and or not if : else
    otherwise , ; Hizen Hizn Awa Omi “Iyo” is empty armies <= at least march via for koku prefer turn
    lose first build castle cancel always 近江 ( ) * > # phase game
"""
words = st.sampled_from(_LISTED.split())
babble = st.lists(st.lists(words, max_size=12).map(" ".join), max_size=6).map("\n".join)


@settings(max_examples=100)
@given(st.one_of(babble, st.text(), st.text(st.characters(codec=None))))
def test_any_text_is_read_and_every_fix_is_right(text):
    for finding in read_orders(text, WAR).findings:
        assert finding.message
        if finding.fix:
            fixed = read_orders(f"build castle\n{finding.fix}", WAR)
            assert fixed.findings == (), finding


@given(st.binary())
def test_any_bytes_are_read(source):
    found = scan(source)
    assert found.usable or found.findings
    for section in found.sections:
        understand(section.lines, WAR)


@given(st.text())
@example("`\x80`")
def test_a_tidied_line_has_no_odd_characters_or_spaces(text):
    line = tidy_line(text)
    assert line == " ".join(line.split())
    assert line.isprintable()
    assert not set('"*“”–→') & set(line)


HOSTILE = [
    "if " + "Iyo is empty and " * 22 + "\n",
    "if " + "a, " * 120 + "\n",
    "if " + ":" * 390 + "\n",
    "if " + "(" * 390 + "\n",
    "attack " + "from " * 70 + "with with\n",
    "battle a " + "to from " * 45 + "\n",
    "march 2 via " + "- " * 190 + "\n",
    "march 2 via " + "a" * 380 + "\n",
    "attack Iyo from Hizen with " + "1 gunner " * 40 + "\n",
    "attack Iyo from Hizen with " + "spearmen x" * 36 + "\n",
    "build castle" + " else" * 75 + "\n",
    "prefer turn " + "1 " * 190 + "\n",
    "phase " + "a " * 190 + "\n",
    "- " * 190 + "x\n",
    '"' * 390 + "\n",
    "->" * 190 + "\n",
    "> " * 190 + "\n",
    "ﷺ" * 130 + "\n",
    "Ō\u0304\u0304" * 130 + "\n",
]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: ascii(line[:14]))
def test_hostile_files_do_not_hang(line, patience):
    with patience():
        understood = read_orders(line * 2 * MOST_FINDINGS, WAR)
    assert len(understood.findings) <= 2 * MOST_FINDINGS


def test_a_hostile_file_as_large_as_allowed_does_not_hang(patience):
    together = "".join(HOSTILE)
    with patience():
        read_orders(together * min(MOST_BYTES // len(together.encode()), 100), WAR)
