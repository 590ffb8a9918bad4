"""The shipped boards: the facts that rulebooks state, and the counts."""

import subprocess
import sys

import pytest
from msgspec.structs import replace

from adjudicator.boards import SHIPPED, BoardError, load_board
from adjudicator.boards.board import DATA
from adjudicator.boards.check import check_board, fold

STATED_BY_LAND = """
Kozuke-Echigo Yamashiro-Omi Omi-Wakasa Wakasa-Tango Yamato-Kawachi Yamashiro-Kawachi Tango-Tajima
Tajima-Tamba Tango-Tamba Chikuzen-Hizen Higo-Chikugo Awa_Shikoku-Sanuki Awa_Shikoku-Tosa
Awa_Shikoku-Iyo Satsuma-Hyuga Satsuma-Osumi Bungo-Buzen Higo-Hyuga Owari-Mikawa Mikawa-Shinano
Hida-Echizen Echizen-Mino Mino-Hida Hida-Shinano Hida-Etchu Etchu-Noto Shinano-Kozuke Echigo-Etchu
Sagami-Kai Kai-Shinano Shinano-Musashi
"""
STATED_BY_SEA = "Iki-Nagato Nagato-Buzen Bungo-Iyo"


def pairs(text):
    """Return the pairs of provinces that a text names."""
    return [[name.replace("_", "-") for name in each.split("-")] for each in text.split()]


def test_ikusa_has_every_border_that_a_rulebook_states_and_no_other_kind_of_it():
    board = load_board("ikusa")
    for text, has, has_not in (
        (STATED_BY_LAND, board.by_land, board.by_sea),
        (STATED_BY_SEA, board.by_sea, board.by_land),
    ):
        for a, b in pairs(text):
            assert has(a, b), (a, b)
            assert has(b, a), (a, b)
            assert board.adjacent(a, b), (a, b)
            assert not has_not(a, b), (a, b)
    assert not board.adjacent("Kozuke", "Shimosa")
    assert not board.adjacent("Iki", "Buzen")
    steps = board.steps_from(["Iki", "Kozuke"])
    assert steps.keys() == board.provinces.keys()
    assert [steps[each] for each in ("Iki", "Kozuke", "Shimosa", "Buzen")] == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("name", "provinces", "land", "sea"),
    [("ikusa", 68, 125, 20), ("shogun-sun", 45, 91, 6), ("shogun-moon", 45, 91, 6)],
)
def test_each_shipped_board_has_as_many_provinces_and_borders_as_printed(
    name, provinces, land, sea
):
    board = load_board(name)
    assert (len(board.provinces), len(board.land), len(board.sea)) == (provinces, land, sea)
    assert sum(map(len, board.neighbours.values())) == 2 * (land + sea)
    assert all(a < b for a, b in board.land + board.sea)


@pytest.mark.parametrize("name", ["shogun-sun", "shogun-moon"])
def test_shogun_has_five_regions_of_nine_and_eight_exclusions(name):
    board = load_board(name)
    assert sorted(board.regions) == ["brown", "green", "purple", "red", "yellow"]
    assert {len(members) for members in board.regions.values()} == {9}
    assert len(board.sets["unused_with_3_players"]) == 8
    assert board.provinces["Settsu"].values["tax"] == 7
    assert board.provinces["Aki"].values["spaces"] == 2
    assert board.by_sea("Shima", "Izu")


def test_doubtful_borders_by_default_and_switched():
    board = load_board("ikusa")
    assert board.by_land("Kawachi", "Tamba")
    for absent in (("Musashi", "Shimotsuke"), ("Settsu", "Yamashiro"), ("Izumi", "Settsu")):
        assert not board.adjacent(*absent)
    other = load_board("ikusa", {"kawachi-tamba": False, "izumi-settsu": True})
    assert not other.adjacent("Kawachi", "Tamba")
    assert other.by_land("Settsu", "Izumi")
    assert "Izumi" in other.neighbours["Settsu"]
    assert other.options["settsu-yamashiro"] is False


def test_gekokujos_board_has_its_lists():
    board = load_board("gekokujo")
    assert board.sets["mandate"] == ("Sagami", "Settsu", "Yamashiro")
    assert board.sets["mountain"] == ("Etchu", "Hida", "Kai", "Kozuke", "Mino", "Shinano")
    assert board.sets["coastal"] == (
        "Aki", "Bungo", "Echigo", "Nagato", "Owari", "Sagami", "Satsuma", "Settsu", "Suruga", "Tosa",
    )  # fmt: skip
    assert len(board.sets["inland_sea"]) == 15


def test_gekokujos_board_is_ikusas_but_for_what_its_rulebook_calls_some_provinces():
    board, ikusa = load_board("gekokujo"), load_board("ikusa")
    assert board.extends == "ikusa"
    other = {n: each for n, each in board.provinces.items() if each != ikusa.provinces[n]}
    assert {n: each.aliases[-1] for n, each in other.items()} == {
        "Sagami": "Edo", "Settsu": "Ōsaka", "Yamashiro": "Kyōto",
    }  # fmt: skip
    plain = {n: replace(each, aliases=ikusa.provinces[n].aliases) for n, each in other.items()}
    assert {**board.provinces, **plain} == ikusa.provinces
    assert (board.land, board.sea, board.border_options) == (
        ikusa.land,
        ikusa.sea,
        ikusa.border_options,
    )
    assert not {"mountain", "coastal", "mandate", "inland_sea"} & set(ikusa.sets)
    assert ikusa.values["experience_track"] == (1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
    switched = load_board("gekokujo", {"settsu-yamashiro": True})
    assert switched.by_land("Yamashiro", "Settsu")


def test_labels_have_their_macrons_and_fold_to_their_names():
    board = load_board("ikusa")
    assert board.provinces["Totomi"].label == "Tōtōmi"
    assert board.provinces["Awa-Boso"].label == "Awa (Bōsō)"
    for name, province in board.provinces.items():
        assert name.isascii()
        assert fold(province.label) == fold(name)
        assert province.kanji


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_files_have_no_problem(name):
    assert check_board(DATA / f"{name}.toml") == []
    assert load_board(name).name == name


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("atlantis", {}, ["atlantis", "ikusa"]),
        ("/nowhere/at/all.toml", {}, ["/nowhere/at/all.toml", "cannot be read"]),
        ("bad\0name.toml", {}, ["cannot be read"]),
        ("ikusa", {"kai-kaga": True}, ["ikusa.toml", "options.kai-kaga", "kawachi-tamba"]),
        ("ikusa", {"kawachi-tamba": "yes"}, ["ikusa.toml", "options.kawachi-tamba", "'yes'"]),
    ],
)
def test_errors_name_file_and_key(name, options, words):
    with pytest.raises(BoardError) as caught:
        load_board(name, options)
    for word in words:
        assert word in str(caught.value)


def test_loading_a_board_brings_in_no_drawing():
    script = (
        "import sys; from adjudicator.boards import load_board; load_board('ikusa');"
        "print([m for m in ('PIL', 'numpy', 'shapely', 'scipy') if m in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", script], text=True).strip() == "[]"


def test_a_board_of_a_package_is_found_by_the_name_of_both(tmp_path, monkeypatch):
    folder = tmp_path / "toy_land" / "boards"
    folder.mkdir(parents=True)
    (folder / "one.toml").write_text('format = 1\nname = "one"\n[provinces.A]\nat = [0.0, 0.0]\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    board = load_board("toy_land/one")
    assert (board.name, board.file) == ("one", folder / "one.toml")
    with pytest.raises(BoardError, match=r"the package toy_land has no boards/two\.toml"):
        load_board("toy_land/two")


@pytest.mark.parametrize(
    "name",
    ["", "ikusa2", "/etc/passwd", "../x", "a b/one", "/", "toy/", ".x/one", "no_such.thing/one",
     "os/one", "json.decoder/one"],
)  # fmt: skip
def test_a_name_of_no_board_is_refused(name):
    with pytest.raises(BoardError, match=rf"{name}.*(no such (board|package)|has no boards)"):
        load_board(name)
