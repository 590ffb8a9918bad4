"""The public standings."""

from msgspec.structs import replace
from swords_games import SWORDS, made


def test_standings_count_what_everybody_can_see():
    position = made(
        {
            "round": 3,
            "provinces": {
                "Omi": {"owner": "pink", "spearman": 3, "building": "castle"},
                "Ise": {"owner": "pink", "gunner": 1, "ronin": 1},
                "Kai": {"owner": "gray", "building": "fortress"},
                "Izu": {"building": "castle"},
            },
            "seats": {
                "gray": {"armies": {"2": {"at": "Kai", "level": 3, "down": True, "bowman": 2}}},
                "pink": {
                    "armies": {"1": {"at": "Omi", "ronin": 1}},
                    "koku": 4,
                    "hidden": {"Omi": {"force": 2}},
                },
                "blue": {"out": True},
            },
        }
    )
    table = SWORDS.standings(SWORDS.view(position, ""))
    assert [column.title for column in table.columns] == [
        *("Seat", "Provinces", "Units", "Castles", "Armies (level)", "Koku"),
    ]
    assert table.rows == (
        ("pink", "2", "7", "1", "1 (1)", "4"),
        ("gray", "1", "3", "1", "2 (3, fallen)", "0"),
        ("blue", "0", "0", "0", "out", "0"),
    )
    assert SWORDS.standings(position) == table
    assert table.places == (1, 2, 3)


def test_who_ties_shares_a_place_and_who_has_won_is_first_whatever_he_holds():
    seats = {"pink": {}, "gray": {}, "blue": {"out": True}}
    provinces = {"Omi": {"owner": "pink"}, "Kai": {"owner": "gray"}}
    level = SWORDS.standings(made({"seats": seats, "provinces": provinces}))
    assert [row[0] for row in level.rows] == ["pink", "gray", "blue"]
    assert level.places == (1, 1, 3)
    won = replace(made({"seats": seats, "provinces": provinces}), winners=("gray",))
    assert [row[0] for row in SWORDS.standings(won).rows] == ["gray", "pink", "blue"]
