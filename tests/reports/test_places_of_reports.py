"""Which provinces of a map a question to the board is about."""

import msgspec
import pytest
from test_board import PICTURE

from adjudicator.boards import load_board
from adjudicator.games.picture import Mark, Party, Spot
from adjudicator.orders import MisreadError
from adjudicator.reports.places import find_asked, find_changes, places_near

NAMES = ("Kai", "Sado", "Hida", "Noto", "Iga")
SPOTS = {name: PICTURE.spots[name] for name in NAMES}
SPOTS |= {"Ise": Spot("", (), (Mark("castle", 1, "Takeda"),))}
SPOTS["Shima"] = Spot(contested=("Takeda", "Mori"))
PARTIES = (*PICTURE.parties, Party("Takeda", 2))
MAP = msgspec.structs.replace(PICTURE, spots=SPOTS, parties=PARTIES)
COLOURS = {"Oda": ("Oda", "Takeda"), "Mori": ("Mori",), "Ann and Bo": ("Takeda",)}


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("", None),
        ("noto; Kai and  hida,Kai", ["Noto", "Kai", "Hida"]),
        ("Awa & Noto", MisreadError),
        ("of mori", ["Sado", "Hida", "Noto", "Iga", "Shima"]),
        ("OF Takeda", ["Ise", "Shima"]),
        ("of Takeda, Mori", ["Sado", "Hida", "Noto", "Iga", "Ise", "Shima"]),
        ("of Oda", ["Kai", "Sado", "Iga", "Ise", "Shima"]),
        ("of ann and bo", ["Ise", "Shima"]),
        ("of Uesugi", MisreadError),
    ],
)
def test_a_question_is_about_provinces_or_all_of_a_party_with_all_its_colours(question, places):
    if places is MisreadError:
        with pytest.raises(MisreadError):
            find_asked(MAP, question, COLOURS)
    else:
        assert find_asked(MAP, question, COLOURS) == places


def test_what_lies_near_comes_behind_and_what_changed_is_what_is_not_equal():
    beside = load_board("ikusa").neighbours["Iga"]
    assert {each for each in beside if each in MAP.spots} == {"Ise"}
    assert places_near(MAP, ["Iga", "Sado"]) == ["Iga", "Sado", "Ise", "Noto"]
    now = msgspec.structs.replace(MAP, spots={**SPOTS, "Hida": Spot("Mori", signs=("coast",))})
    assert find_changes(MAP, now) == ["Hida"]
