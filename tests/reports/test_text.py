from datetime import UTC, datetime

from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.games.contract import Column
from adjudicator.reports import words
from adjudicator.reports.html import Html
from adjudicator.reports.text import Text, columns, cut, pad, wrap

TEXT = Text({"Omi": "Ōmi"})


@given(st.text(max_size=400), st.integers(10, 80))
def test_wrap_keeps_the_width_and_every_letter(text, width):
    line = words.clean(text)
    folded = wrap(line, "  ", "    ", width)
    assert all(columns(part) <= width for part in folded.split("\n"))
    assert "".join(folded.split()) == "".join(line.split())


def test_wrap_indents_the_lines_that_follow():
    assert wrap("one two three", "- ", width=9) == "- one two\n  three"
    assert wrap("") == ""


@given(st.text(max_size=200))
def test_clean_gives_one_printable_line_and_changes_it_no_more(text):
    line = words.clean(text)
    assert line.isprintable()
    assert len(line) <= words.LONGEST_TEXT
    assert words.clean(line) == line


def test_wide_letters_take_two_columns_and_words_longer_than_a_line_are_cut():
    assert wrap("a" * 9, width=8) == "aaaaaaaa\na"
    assert wrap("a" * 8, width=8) == "aaaaaaaa"
    assert wrap("one " + "b" * 12, "  ", width=8) == "  one\n  bbbbbb\n  bbbbbb"
    assert columns("織田 Oda") == 8
    assert pad("織田", 6) == "織田  "
    assert cut("織田信長", 5) == "織田…"


def test_a_row_of_dice_shows_every_unit_and_every_die():
    units = ("2 daimyos of level 3", "4 gunners", "5 spearmen")
    for count in (1, 40):  # more lines of units than of dice, and fewer
        row = TEXT.rolls_row("Oda", units, 4, [4] * count, count)
        assert [x for x in units if x not in " ".join(row.split())] == []
        assert row.count("[4]") == count
    assert TEXT.rolls_row("Oda", units[:1], 4, [5], 0).endswith("-")
    heads = (Column("Seat", False), *map(Column, ("Provinces", "Castles", "Buildings")))
    cells = [(Html({}).seat("Oda"), "1", "2", "3")]  # marks of a name take no room
    assert Html({}).table(heads, cells).count("<table") == 1
    assert "–</td></tr>" in Html({}).rolls_row("Oda", units[:1], 4, [5], 0)


def test_tables_align_numbers_to_the_right():
    heads = (Column("Seat", False), Column("Koku"))
    assert TEXT.table(heads, [("Oda", "7"), ("Uesugi", "12")]).splitlines() == [
        "  Seat    Koku",
        "  ------  ----",
        "  Oda        7",
        "  Uesugi    12",
    ]


def test_wide_tables_shorten_the_name_and_then_stand_one_below_the_other():
    heads = (Column("Seat", False), *(Column(f"Column {n}") for n in range(5)))
    table = TEXT.table(heads, [("A name of forty letters, which is a lot", *"12345")])
    assert max(map(columns, table.splitlines())) <= 72
    assert "…" in table
    many = (heads[0], *(Column(f"Column {n}") for n in range(8)))
    assert TEXT.table(many, [("Oda", *"12345678"), ("Uesugi", *"87654321")]).splitlines() == [
        "  Seat    Column 0  Column 1  Column 2  Column 3",
        "  ------  --------  --------  --------  --------",
        "  Oda            1         2         3         4",
        "  Uesugi         8         7         6         5",
        "",
        "  Seat    Column 4  Column 5  Column 6  Column 7",
        "  ------  --------  --------  --------  --------",
        "  Oda            5         6         7         8",
        "  Uesugi         4         3         2         1",
    ]


@given(
    st.lists(st.text("ab ", max_size=90), min_size=1, max_size=14),
    st.text("abc", min_size=1, max_size=90),
)
@example(["a" * 20, *["bbb"] * 13], "c" * 49)
@settings(deadline=None)
def test_no_table_is_wider_than_a_letter(titles, name):
    heads = (Column("Seat", False), *map(Column, titles))
    table = TEXT.table(heads, [(name, *titles)])
    assert max(map(columns, table.splitlines())) <= 72


def test_counts_agree_with_their_nouns_and_names_and_files_are_short():
    assert [words.count(1, noun) for noun in ("gunner", "army")] == ["a gunner", "an army"]
    assert words.count(1, "unit") == "a unit"
    assert words.count(1200, "koku") == "1,200 koku"
    units = {"ronin": 1, "spearman": 0, "gunner": 2, "bowman": 1}
    assert words.unit_list(units, False, ("bowman", "spearman", "daimyo")) == [
        *("1 bowman", "1 ronin", "2 gunners"),
    ]
    several = [words.count(2, noun) for noun in ("spearman", "ronin", "army", "die")]
    assert several == ["2 spearmen", "2 ronin", "2 armies", "2 dice"]
    assert [words.clean("x" * 3, most) for most in (2, 3)] == ["x…", "xxx"]
    assert [words.clean("é" * 3, most) for most in (2, 3)] == ["é…", "ééé"]
    assert words.clean("x" + "\u0331\u0332\u0333") == "x\u0331\u0332"
    assert len(words.name("x" * 300)) == 40
    assert words.chart_lines("x" * 9999 + "\ny") == ["x" * words.LONGEST_TEXT, "y"]
    assert words.file_stem("Sekigahara: Ōmi / 2") == "sekigahara-omi-2"
    times = [datetime(2014, 10, 25, hour, 30, tzinfo=UTC) for hour in (20, 21, 22)]
    assert [words.local_time(each, "Europe/Moscow") for each in times] == [
        "Sun 26 Oct 2014 00:30 MSK",
        "Sun 26 Oct 2014 01:30 UTC+04",  # which comes twice, both called MSK
        "Sun 26 Oct 2014 01:30 UTC+03",
    ]
    assert words.file_stem("織田") == "game"
    assert words.file_stem("a" * 39 + " b") == "a" * 39


def test_a_table_is_rather_parted_than_folded_into_towers_of_words():
    numbers = (Column(f"Column {n}") for n in range(6))
    heads = (Column("Seat", False), Column("Clan", False), *numbers)
    lines = TEXT.table(heads, [("Takeda", "Takeda, vassal of Uesugi", *"654321")]).splitlines()
    assert lines[2].split("  ")[1:3] == ["Takeda", "Takeda, vassal of Uesugi"]
    assert [line.split()[0] for line in lines if line] == ["Seat", "------", "Takeda"] * 2


def test_only_words_are_folded_and_never_what_a_row_is_about():
    heads = (Column("Seat", False), Column("What", False))
    told = TEXT.table(heads, [("Date, of Oshu", ", ".join(["a word"] * 12))])
    assert "  Date, of Oshu  a word," in told
