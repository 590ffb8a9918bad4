"""The pages agree with the program and with each other."""

import importlib.util
import re
import unicodedata

import pytest
from commands import TARGETS
from pages import EVERY_PAGE, GENERATED, TOP, WITH_LISTS, prose

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_RULING = re.compile(r"\b([EGHM]\d{1,2})\b")
_CONTENTS = re.compile(r"^- \[([^\]]*)\]\(#[^)]*\)$", re.MULTILINE)
_CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def generate():
    spec = importlib.util.spec_from_file_location("generate", TOP / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_up_to_date():
    fresh = generate().pages()
    assert set(fresh) == {*GENERATED, *WITH_LISTS}
    old = [name for name in fresh if (TOP / "docs" / name).read_text("utf-8") != fresh[name]]
    assert not old, f"{old} differ from what the program says now: run “make docs”"


@pytest.mark.parametrize("path", EVERY_PAGE, ids=lambda path: path.relative_to(TOP).as_posix())
def test_links_lead_somewhere(path):
    for target in _LINK.findall(prose(path)):
        file, _, place = target.partition("#")
        if "://" in target:
            continue
        there = (path.parent / file).resolve() if file else path
        assert there.exists(), f"{path.name}: {target}"
        if place:
            assert place in anchors(there), f"{path.name}: {target}"


def test_a_list_of_contents_has_every_chapter_in_its_order():
    listed = {path.name: _CONTENTS.findall(prose(path)) for path in EVERY_PAGE}
    chapters = {path.name: _CHAPTER.findall(prose(path)) for path in EVERY_PAGE}
    wrong = [name for name in listed if listed[name] not in ([], chapters[name])]
    assert not wrong


def anchors(path):
    """Return the anchors of a page's headings, as the usual renderers make them."""
    made = set()
    for heading in _HEADING.findall(prose(path)):
        kept = "".join(
            char
            for char in heading.casefold()
            if char in " -_" or unicodedata.category(char)[0] in "LN"
        )
        made.add(kept.replace(" ", "-"))
    return made


def test_every_ruling_that_is_cited_is_written_down():
    written = set(re.findall(r"^\| ([A-Z]\d{1,2}) \|", rulings(), re.MULTILINE))
    files = [path for path in (TOP / "adjudicator").rglob("*.py") if "data" not in path.parts]
    files += list((TOP / "tests" / "cases").rglob("*.toml"))
    cited = {}
    for path in files:
        text = path.read_text("utf-8")
        found = (
            re.findall(r"^cites = (.*)$", text, re.M) if path.suffix == ".toml" else comments(text)
        )
        for ruling in _RULING.findall(" ".join(found)):
            cited.setdefault(ruling, path.relative_to(TOP).as_posix())
    assert len(cited) > 40
    missing = {ruling: path for ruling, path in cited.items() if ruling not in written}
    assert not missing, f"docs/rulings.md lacks: {missing}"


def comments(source):
    """Return the docstrings, comments and option texts of a module: its double-quoted prose."""
    return re.findall(r'"""(.*?)"""', source, re.S) + re.findall(
        r"#.*|\"[^\"\n]*\([EGHM]\d+\)", source
    )


def test_every_ruling_stands_once_and_in_order():
    for table in re.split(r"\n\n", rulings()):
        found = re.findall(r"^\| ([A-Z])(\d{1,2}) \|", table, re.MULTILINE)
        numbers = [int(number) for _, number in found]
        assert numbers == sorted(set(numbers)), found


def rulings():
    return (TOP / "docs" / "rulings.md").read_text("utf-8")


def test_make_targets_that_are_named_exist():
    for path in EVERY_PAGE:
        named = re.findall(
            r"`make ([\w-]+)|^\$? ?make ([\w-]+)", path.read_text("utf-8"), re.MULTILINE
        )
        for target in (first or second for first, second in named):
            assert target in TARGETS, f"{path.name}: make {target}"


def test_modules_that_are_named_with_their_folder_exist():
    """On the page about the house, in the program, and in the books of rules."""
    folders = ("adjudicator", "tests", "benchmarks", "docs")
    code = [each for folder in folders for each in (TOP / folder).rglob("*.py")]
    known = [f"/{each.relative_to(TOP).as_posix()}" for each in code]
    program = (TOP / "adjudicator").rglob("*.py")
    books = (TOP / "tests" / "rulebooks").glob("*.toml")
    for path in (TOP / "docs" / "architecture.md", *program, *books):
        for named in re.findall(r"(?<![\w/.-])(?:\w+/)+\w+\.py\b", path.read_text("utf-8")):
            assert any(each.endswith(f"/{named}") for each in known), f"{path}: {named}"


def test_the_picture_is_small():
    picture = (TOP / "docs" / "map.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000
