"""What is said of events of Shogun and its expansions."""

from msgspec.structs import replace
from shogun_events import BATTLE, RARE, REVOLT

from adjudicator.games.registry import find
from adjudicator.games.shogun.table import events as e
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text

TEXT = Text({"Awa-Boso": "Awa (Bōsō)", "Kozuke": "Kōzuke"})
META = find("shogun").meta
OPTIONS = {option.name: True for option in META.options}
WORDS = module("shogun", "events", TEXT, {"options": OPTIONS, "game": META})


def told(*events):
    """What is said of events: sentence, table, and so on."""
    chapters = Teller(WORDS, TEXT.safe).tell(events)
    return [
        part
        for chapter in chapters
        for told in chapter.passages
        for part in (told.text, told.table)
    ]


def test_a_battle_accounts_for_every_cube():
    sentence, table = told(BATTLE)
    assert sentence == (
        "Battle for Kōzuke: blue wins 5 to 2 and moves in with 3 armies. blue attacks from Shinano"
        " with 4 armies and 1 more for the attack card; yellow defends with 3 armies and 1 more"
        " for the castle."
    )
    assert table.splitlines() == [
        "  Cubes    Thrown  + tray  Fell  For      Lost  In tray  In tower",
        "  -------  ------  ------  ----  -------  ----  -------  --------",
        "  blue          5       2     5  attack      2        0         9",
        "  yellow        4       0     1  defence     1        0         8",
        "  farmers       0       0     1  defence     1        0         6",
        "  red           0       1     1  –           0        1         3",
        "  purple        0       0     1  –           0        1         2",
    ]


def test_farmers_that_help_nobody_are_said_to():
    sentence, table = told(replace(BATTLE, farmers=0, defence=1, left=4))
    assert "With a revolt marker in Kōzuke the farmers help nobody." in sentence
    assert "  farmers       0       0     1  –" in table


def test_a_revolt_says_why_the_farmers_rise():
    sentence, table = told(REVOLT)
    assert sentence == (
        "Revolt in Kai: the farmers win 3 to 1. 1 farmer for the revolt marker and 2 more for the"
        " hunger rise against red, who has 2 armies."
    )
    assert "farmers       3       0     3  revolt" in table


def test_an_amount_has_its_account():
    taxes = next(one for one in RARE if isinstance(one, e.Collected))
    assert told(taxes)[0] == (
        "blue takes 6 chests from Kai (7 printed, 5 under the event, 6 with the special card)"
        " and has 14."
    )


def test_a_lost_province_takes_its_card_with_it():
    lost = next(one for one in RARE if isinstance(one, e.Neutral))
    assert told(lost)[0] == (
        "red loses Kai, which is neutral now; gone with it are the castle and theatre and 2 revolt"
        " markers. red’s card, which lay on Deploy 5, goes with it."
    )


def test_points_are_told_row_by_row():
    sentence, table = told(*(one for one in RARE if isinstance(one, e.Scored)))
    assert "one less for those who tie" in sentence
    lines = [" ".join(line.split()) for line in table.splitlines()]
    assert lines[0] == "Seat Scored Total Provinces Buildings Castles Temples"
    assert lines[2:4] == ["blue 17 17 8 5 3 1", "red 11 11 7 3 0 1"]
    assert "Seat Scored Total Statues Trophies Rows Columns" in lines
    assert "blue 7 24 4 0 2 1" in lines
    notes = " ".join(lines)
    assert "Green: castles – blue 3 (2 built); temples – blue and red 1 each (1 built). " in notes
    assert "Chambers by row: c – blue 2 in a tie (3 held). " in notes


def test_each_action_is_a_chapter_of_its_own():
    turned = [one for one in RARE if isinstance(one, e.ActionTurned)]
    chapters = Teller(WORDS, str).tell(turned)
    assert [chapter.title for chapter in chapters] == [
        f"{one.number}. {one.title}" for one in turned
    ]
