"""The checker of board files: each fault is found, named by file and key, and no bytes crash it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.boards import BoardError, load_board, parse_board
from adjudicator.boards.board import DATA, MAX_BYTES
from adjudicator.boards.check import check_board

GOOD = """
format = 1
name = "three"
title = "Three"

[options.a-c]
default = false
border = ["A", "C"]

[sets]
ends = ["A", "C"]

[provinces.A]
at = [1.0, 1.0]
land = ["B"]

[provinces.B]
label = "Bē"
aliases = ["Middle"]
at = [1.0, 2.0]
land = ["A"]
sea = ["C"]

[provinces.C]
at = [1.0, 3.0]
land = []
sea = ["B"]
"""

FAULTS = [
    ("format = 1", "format = 2", "format", "reads format = 1"),
    ("format = 1", "format = 'x'", "format", "write a whole number"),
    ("format = 1", f"format = 0x{'f' * 6000}", "format", "write a whole number"),
    ("[sets]", f"[values]\ncards = 0x{'f' * 6000}\n[sets]", "values.cards", "write a whole number"),
    ('name = "three"', "", "name", "missing"),
    ('title = "Three"', "colour = 3", "colour", "unknown key"),
    ('title = "Three"', "", "title", "missing"),
    ("[sets]", "[sets", "", "not TOML"),
    ('land = ["B"]', 'land = ["B"]\nriver = 1', "provinces.A", "river"),
    ('land = ["B"]', 'land = "B"', "provinces.A.land", "write a list"),
    ('land = ["B"]', "land = []", "provinces.B.land", "does not list B in return"),
    ('land = ["B"]', 'land = ["B", "Z"]', "provinces.A.land", '"Z" is no province'),
    ('land = ["B"]', 'land = ["B", "B"]', "provinces.A.land", "listed 2 times"),
    ('land = ["B"]', 'land = ["A", "B"]', "provinces.A.land", "its own neighbour"),
    ('sea = ["C"]', 'sea = ["A", "C"]', "provinces.B", "both by land and by sea"),
    ('label = "Bē"', 'label = "Ā"', "provinces.B", '"a" also names A'),
    ('"Middle"', '"c"', "provinces.C", '"c" also names B'),
    ('"Middle"', '"--"', "provinces.B.aliases", "without a letter"),
    ("at = [1.0, 2.0]", "", "provinces.B", "at"),
    ("at = [1.0, 2.0]", "at = [1.0]", "provinces.B.at", "write a list of 2"),
    ("at = [1.0, 2.0]", "at = [1.0, 2.0, 3.0]", "provinces.B.at", "write a list of 2"),
    ("at = [1.0, 2.0]", "at = [91.0, 2.0]", "provinces.B.at", "latitude"),
    ("at = [1.0, 2.0]", "at = [nan, 2.0]", "provinces.B.at", "latitude"),
    ("at = [1.0, 2.0]", "at = [1.0, 1.0]", "provinces.B.at", "the same place as A"),
    ('sea = ["C"]', "", "provinces.C.sea", "does not list C in return"),
    ('border = ["A", "C"]', 'border = ["A", "Q"]', "options.a-c.border", '"Q" is no province'),
    ('border = ["A", "C"]', 'border = ["A", "B"]', "options.a-c.border", "not listed under"),
    ('border = ["A", "C"]', 'border = ["A", "A"]', "options.a-c.border", "two different"),
    ("default = false", "default = 'no'", "options.a-c.default", "write true or false"),
    (
        "[sets]",
        "[options.c-a]\ndefault = false\nborder = ['C', 'A']\n[sets]",
        "options",
        "2 options switch",
    ),
    ("[sets]", "[sets]\n" + "\n".join(f"s{n} = []" for n in range(401)), "sets", "402 entries"),
    ('ends = ["A", "C"]', 'ends = ["A", "A"]', "sets.ends", "listed 2 times"),
    ('ends = ["A", "C"]', 'ends = ["Ä"]', "sets.ends", "no province"),
    ("[provinces.A]", '[provinces."Ä"]', "provinces.Ä", "ASCII"),
    ("[provinces.B]", "[provinces.B]\nregion = 'north'", "provinces.A", "has no region"),
    ('label = "Bē"', f'label = "{"B" * 41}"', "provinces.B", "at most 40"),
    ('land = ["B"]', 'land = ["B", "Z", "Z"]', "provinces.A.land", "Z is listed 2 times"),
    ('land = []\nsea = ["B"]', 'land = ["B"]', "provinces.B.sea", "does not list B in return"),
    ('border = ["A", "C"]', 'border = ["C", "B"]', "options.a-c.border", "not listed under"),
    ("[sets]", f"[values]\n{'a.' * 40}b = 1\n[sets]", "", "more than 40 parts"),
    ("at = [1.0, 2.0]", "at = [1.0, 180.1]", "provinces.B.at", "longitude"),
]


@pytest.mark.parametrize(("old", "new", "key", "words"), FAULTS)
def test_each_fault_is_found_with_its_key(old, new, key, words):
    assert old in GOOD
    problems = check_board(GOOD.replace(old, new, 1).encode())
    assert any(p.key == key and words in p.message for p in problems), problems


def test_a_good_file_has_no_problem_and_loads(tmp_path):
    assert check_board(GOOD.encode()) == []
    path = tmp_path / "three.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert check_board(path) == []
    board = load_board(str(path), {"a-c": True})
    assert board.by_land("A", "C")
    assert board.neighbours["A"] == ("B", "C")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('label = "Bē"', f'label = "{"B" * 40}"'),
        ("at = [1.0, 2.0]", "at = [90.0, -180.0]"),
        ("\nformat = 1", "\ufeffformat = 1"),
        ("[sets]", "[sets]\n" + "\n".join(f"s{n} = []" for n in range(399))),
    ],
)
def test_what_is_just_within_bounds_is_no_fault(old, new):
    assert [str(each) for each in check_board(GOOD.replace(old, new, 1).encode())] == []


def test_a_board_without_a_title_is_called_by_its_name():
    assert parse_board(GOOD.replace('title = "Three"', "")).title == "three"


def test_only_whole_numbers_of_a_card_are_its_numbers():
    values = 'label = "Bē"\nvalues = { koku = 3, port = true, name = "x" }'
    board = parse_board(GOOD.replace('label = "Bē"', values))
    assert board.provinces["B"].numbers == {"koku": 3}


@pytest.mark.parametrize(("count", "ending"), [(5, "P4, P5"), (6, "P4, P5, …")])
def test_of_many_provinces_that_lie_apart_five_are_named(count, ending):
    apart = "".join(f"[provinces.P{n}]\nat = [5.0, {n}.0]\n" for n in range(1, count + 1))
    (found,) = check_board((GOOD + apart).encode())
    assert found.message.endswith(ending)


def test_a_border_that_an_option_brings_joins_from_either_end():
    alone = GOOD.replace('sea = ["C"]', "").replace('sea = ["B"]', "")
    joined = alone.replace("default = false", "default = true")
    assert check_board(joined.encode()) == []
    turned = joined.replace('border = ["A", "C"]', 'border = ["C", "A"]')
    assert check_board(turned.encode()) == []


def test_a_flaw_quotes_no_more_than_fits():
    long = GOOD.replace("[sets]", f"[{'x' * 400}]\n[sets]")
    (found,) = check_board(long.encode())
    assert found.key == "x" * 300 + "…"


def test_a_board_in_two_parts_is_not_connected():
    problems = check_board(GOOD.replace('sea = ["C"]', "").replace('sea = ["B"]', "").encode())
    assert [p.message for p in problems] == ["not all joined: no way leads from A to C"]


def test_a_faulty_file_does_not_load_and_says_how_much_is_wrong(tmp_path):
    path = tmp_path / "faulty.toml"
    path.write_text(GOOD.replace('land = ["B"]', 'land = ["Y", "Z"]'), encoding="utf-8")
    with pytest.raises(BoardError, match=r'faulty.toml: provinces.A.land: "Y" is no.*2 more'):
        load_board(str(path))


def test_a_changed_file_is_read_again(tmp_path):
    import os

    path = tmp_path / "three.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_board(str(path)).title == "Three"
    path.write_text(GOOD.replace("Three", "Drei"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert load_board(str(path)).title == "Drei"


def test_a_huge_file_and_a_missing_one_are_problems_too(tmp_path):
    assert "at most" in check_board(b"#" * (MAX_BYTES + 1))[0].message
    assert "cannot be read" in check_board(tmp_path / "none.toml")[0].message
    assert "cannot be read" in check_board(tmp_path)[0].message
    assert "cannot be read" in check_board("a\0b")[0].message


def test_deep_nesting_and_control_letters_are_problems_that_can_be_printed():
    assert "not" in check_board(b"x = " + b"[" * 100_000)[0].message
    problems = check_board(GOOD.replace("[sets]", '["\\u001b[31m"]').encode())
    assert problems
    assert all(str(p).isprintable() for p in problems)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_raise(data):
    for problem in check_board(data):
        assert problem.message


PIECES = ["[provinces.", "at = [", "1e999", "]", "\n", "A", "land = [", '"B"', "=", "{", "}", "inf"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30), st.integers(0, 300))
def test_no_mixed_up_board_raises(pieces, at):
    check_board((GOOD[:at] + "".join(pieces) + GOOD[at:]).encode())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 11_000), st.binary(min_size=1, max_size=8))
def test_no_damage_to_a_shipped_board_raises(at, junk):
    data = (DATA / "ikusa.toml").read_bytes()
    check_board(data[:at] + junk + data[at + len(junk) :])


CROSSED = """
format = 1
name = "crossed"
title = "Crossed"
[options.a-b]
default = true
border = ["A", "B"]
[provinces.A]
at = [34.0, 134.0]
land = ["C", "D"]
[provinces.B]
at = [35.0, 135.0]
[provinces.C]
at = [34.0, 135.0]
land = ["A", "D"]
[provinces.D]
at = [35.0, 134.0]
land = ["A", "C"]
"""


def test_borders_that_no_map_can_show_are_a_warning():
    (found,) = check_board(CROSSED.encode())
    assert (found.severity, found.key) == ("warning", "provinces")
    assert "the border A-B crosses the border C-D: move one" in found.message
    assert parse_board(CROSSED).adjacent("A", "B")  # it can be played on all the same


def test_only_borders_that_are_drawn_as_lines_of_land_are_asked_for():
    closed = CROSSED.replace("default = true", "default = false") + 'sea = ["B"]\n'
    closed = closed.replace("at = [35.0, 135.0]", 'at = [35.0, 135.0]\nsea = ["D"]')
    assert check_board(closed.encode()) == []
    over_sea = CROSSED.replace('[options.a-b]\ndefault = true\nborder = ["A", "B"]', "")
    over_sea = over_sea.replace("at = [34.0, 134.0]", 'at = [34.0, 134.0]\nsea = ["B"]')
    over_sea = over_sea.replace("at = [35.0, 135.0]", 'at = [35.0, 135.0]\nsea = ["A"]')
    assert check_board(over_sea.encode()) == []
    afloat = over_sea.replace("[provinces.B]", "[provinces.B]\nwater = true")
    (found,) = check_board(afloat.encode())
    assert "the border A-B crosses the border C-D" in found.message


def test_more_borders_than_any_map_has_are_a_warning():
    names = [f"P{number}" for number in range(6)]
    provinces = "".join(
        f"[provinces.{name}]\nat = [{at}.0, {at * at}.0]\n"
        f"land = {[other for other in names if other != name]}\n"
        for at, name in enumerate(names)
    )
    (found,) = check_board(f"format = 1\nname = 'k'\ntitle = 'K'\n{provinces}".encode())
    assert "15 land borders between 6 provinces: no more than 12" in found.message
