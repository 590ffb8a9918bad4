"""Boards that build on others: what they add, what they change, and what is refused."""

import pytest

from adjudicator.boards import load_board, parse_board
from adjudicator.boards.check import check_board
from adjudicator.maps import outline_for
from adjudicator.maps.outlines import outline_path

HEAD = 'format = 1\nname = "own"\ntitle = "Own"\nextends = "ikusa"\n'


def test_tables_are_joined_and_anything_else_is_replaced():
    own = parse_board(
        HEAD
        + "[values]\nrice = 3\n"
        + '[sets]\nlandlocked = ["Kai"]\nrich = ["Aki", "Kai"]\n'
        + "[options.kawachi-tamba]\ndefault = false\n"
        + '[provinces.Kai]\nkanji = "山"\nvalues = { tax = 4 }\n'
    )
    ikusa = load_board("ikusa")
    assert own.values == {**ikusa.values, "rice": 3}
    assert own.sets == {"landlocked": ("Kai",), "rich": ("Aki", "Kai")}
    assert not own.by_land("Kawachi", "Tamba")
    assert own.border_options["kawachi-tamba"].why
    kai = own.provinces["Kai"]
    assert (kai.kanji, kai.values, kai.at) == ("山", {"tax": 4}, ikusa.provinces["Kai"].at)
    assert own.provinces["Aki"] == ikusa.provinces["Aki"]


def test_a_province_is_added_with_borders_stated_from_both_sides():
    islet = HEAD + '[provinces.Yonaguni]\nat = [29.0, 128.0]\nsea = ["Satsuma"]\n'
    assert "Satsuma does not list Yonaguni in return" in str(check_board(islet.encode())[0])
    whole = islet + '[provinces.Satsuma]\nsea = ["Yonaguni"]\n'
    assert check_board(whole.encode()) == []
    assert len(parse_board(whole).provinces) == 69


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('extends = "atlantis"', "extends", "cannot be built on; give ikusa, shogun-sun"),
        ('extends = "my-board.toml"', "extends", "cannot be built on"),
        ('extends = "../data/ikusa"', "extends", "cannot be built on"),
        ('extends = "os.path/one"', "extends", "cannot be built on"),
        ('extends = "no_such/one"', "extends", "no such package"),
        ('extends = "click/one"', "extends", "the package click has no boards/one.toml"),
        ('extends = "ikusa"\nvalues = 3', "values", "must be a table"),
        ("extends = 3", "extends", "write text in quotes"),
        ('extends = "ikusa"\nprovinces = 3', "provinces", "must be a table"),
        ('extends = "ikusa"\n[provinces]\nKai = 3', "provinces.Kai", "write a table"),
        ('extends = "ikusa"\n[provinces.Sado]\ncolour = 3', "provinces.Sado", "colour"),
        (
            'extends = "ikusa"\n[provinces.Oki]\nland = ["Aki"]',
            "provinces.Oki.land",
            "does not list Oki in",
        ),
        ('extends = "ikusa"\n[provinces.Edo]', "provinces.Edo", "“at” is missing"),
        ('extends = "ikusa"\n[sets]\nrich = ["Edo"]', "sets.rich", '"Edo" is no province'),
    ],
)
def test_what_cannot_be_built_is_refused_with_its_key(text, key, words):
    problems = check_board(f'format = 1\nname = "own"\ntitle = "Own"\n{text}\n'.encode())
    found = [(problem.key, problem.message) for problem in problems]
    assert any(key in where and words in message for where, message in found), found


def test_name_and_title_are_never_those_of_the_other_board():
    assert "missing" in check_board(b'format = 1\nextends = "ikusa"')[0].message
    taken = check_board(b'format = 1\nname = "ikusa"\nextends = "ikusa"')
    assert "a name of its own" in taken[0].message
    assert "title: missing" in str(taken[1])


def test_boards_of_a_package_build_on_each_other_but_not_in_a_ring(tmp_path, monkeypatch):
    folder = tmp_path / "toy_storeys" / "boards"
    folder.mkdir(parents=True)
    for name, below in (("one", "two"), ("two", "one"), ("top", "ground"), ("bad", "broken")):
        head = f'format = 1\nname = "{name}"\nextends = "toy_storeys/{below}"\n'
        (folder / f"{name}.toml").write_text(head)
    (folder / "ground.toml").write_text(
        'format = 1\nname = "ground"\n[provinces.A]\nat = [0.0, 0.0]\n'
    )
    (folder / "broken.toml").write_text("[")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert list(load_board("toy_storeys/top").provinces) == ["A"]
    assert "too many: at most 4 build on each other" in str(check_board(folder / "one.toml")[0])
    assert "toy_storeys/broken: not TOML" in str(check_board(folder / "bad.toml")[0])


def test_a_board_that_moves_nothing_has_the_map_of_the_one_below(tmp_path):
    gekokujo = load_board("gekokujo")
    assert not outline_path(gekokujo).exists()
    assert outline_for(gekokujo) is outline_for(load_board("ikusa"))
    assert not outline_for(parse_board(HEAD)).note
    moved = parse_board(HEAD + "[provinces.Kai]\nat = [36.5, 138.0]\n")
    assert outline_for(moved).note
