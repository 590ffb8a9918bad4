"""A name that may be several things is the one of which alone the line is possible."""

import tomllib

from adjudicator.boards import parse_board
from adjudicator.campaign.orders.standing import viewpoint
from adjudicator.cases.case import read_case
from adjudicator.cases.run import set_up
from adjudicator.games.engine.plain import province_names
from adjudicator.orders import scan

CASE = """
title = "A sea between two provinces"
game = "samurai-swords"
cites = "Movement"

[position]
round = 2
{phase}
[position.provinces]
{provinces}

[orders]
pink = ""
"""
HERS = """
Awa-Shikoku = {{ owner = "pink", spearman = 3 }}
Sanuki = {{ owner = "pink", spearman = 3 }}
Awa-Boso = {{ owner = "{boso}", spearman = 2 }}
"""


def table_of(boso, phase=""):
    text = CASE.format(phase=phase, provinces=HERS.format(boso=boso))
    game, position, _ = set_up(read_case(tomllib.loads(text)))
    return viewpoint(game, position, "pink")


def merge(table, text, before=""):
    lines = tuple(line for section in scan(text).sections for line in section.lines)
    return table.merge(table.read(before), lines)


def test_a_name_is_the_one_that_is_possible():
    standing = merge(table_of("gray"), "move 1 spearman from Awa to Sanuki")
    assert standing.text == "move 1 spearman from Awa-Shikoku to Sanuki\n"
    [said] = [each for each in standing.findings if each.code == "ambiguous-name"]
    assert said.severity == "note"
    assert said.line == 1
    assert "move 1 spearman from Awa-Shikoku to Sanuki" in said.message


def test_other_lines_stand_beside_it():
    text = "move 1 spearman from Awa to Sanuki\nmove 2 spearmen from Sanuki to Awa\nfly to the moon"
    standing = merge(table_of("gray"), text)
    assert standing.text.splitlines() == [
        "move 1 spearman from Awa-Shikoku to Sanuki",
        "move 2 spearmen from Sanuki to Awa-Shikoku",
    ]


def test_it_is_asked_where_several_are_possible():
    table = table_of("pink", "phase = 'plan'")
    standing = merge(table, "recover in Awa")
    assert not standing.text
    [said] = standing.findings
    assert (said.code, said.severity, said.fix) == ("ambiguous-name", "error", "")


def test_what_is_taken_back_is_what_stands():
    before = "move 1 spearman from Awa-Shikoku to Sanuki"
    standing = merge(table_of("pink"), "cancel move 1 spearman from Awa to Sanuki", before)
    assert standing.text == ""
    assert not [each for each in standing.findings if each.severity == "error"]


TWO = """
format = 1
name = "two"
title = "Two"
[provinces.Kai]
label = "High Pass"
aliases = ["Koshu"]
at = [1, 1]
land = ["Omi"]
[provinces.Omi]
at = [2, 1]
land = ["Kai"]
"""


def test_a_province_is_named_by_its_label_and_its_aliases_too():
    names = province_names(parse_board(TWO), ())
    assert [names.find(text) for text in ("Kai", "High Pass", "Koshu")] == ["Kai"] * 3
