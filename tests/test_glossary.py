"""The names in the code follow the words of ``docs/architecture.md``."""

from collections import Counter
from pathlib import Path

import pytest
from naming import glossary, is_participle, offences, offending


def test_no_name_offends():
    assert not offending(), "find another name:\n" + "\n".join(offending())


def test_the_glossary_has_at_most_forty_words_each_once():
    words = glossary()
    assert "legal orders" in words
    assert len(words) == len(set(words)) <= 40


@pytest.mark.parametrize(
    "name",
    [
        "told",
        "_listed",
        "left_over",
        "_filled_up",
        "asked_to_move",
        "ronin_left",
        "unsaid",
        "hidden",
    ],
)
def test_participles_are_known(name):
    assert is_participle(name)


@pytest.mark.parametrize(
    "name",
    ["tell", "set_up", "proceed", "need", "is_hidden", "mark_sent", "held_regions", "carry_over"],
)
def test_verbs_nouns_and_sentences_are_no_participles(name):
    assert not is_participle(name)


PACKAGE = {
    "post/read.py": '''
"""."""
class Lost(ValueError):
    """A letter that is lost."""
class Worse(Lost):
    """It is gone for good."""
class Trouble(Exception):
    """Trouble of a kind."""
class _Lost:
    owner: str
def send(store, *, game: "Campaign | None", campaign: Campaign):
    """Send."""
    def clean(): ...
def command_in(text):
    owner = text
''',
    "orders/lists.py": '''
"""Lists of things."""
class Order:
    """Something to be done."""
def options(owner): ...
def clean(): ...
''',
    "games/go/gaps.py": '''
"""Gaps of stones."""
class Order:
    """Another one, of the game's own."""
''',
    "campaign/store.py": '''
"""The store."""
class Order:
    """An order in the store."""
def hide() -> bool: ...
''',
}


def test_what_offends_is_found_and_nothing_else(tmp_path):
    for name, text in PACKAGE.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, "utf-8")
    found = {str(each) for each in offences(tmp_path, frozenset({"order", "outbox"}))}
    assert found == {
        "campaign: Order: more than one meaning",
        "docs: outbox: in the glossary and not in the code",
        "games/go: gaps.py: say defaults",
        "orders: Order: more than one meaning",
        "orders: clean: more than one meaning",
        "orders: options: say legal_orders (or read_options, if settings are meant)",
        "post: Lost: an error ends in Error",
        "post: Trouble: an error ends in Error",
        "post: Worse: an error ends in Error",
        "post: _Lost: a public class is called so",
        "post: clean: more than one meaning",
        "post: command_in: say request",
        "post: owner: say campaign",
        "post: read.py: a docstring that says nothing",
        "post: send: a docstring that says nothing",
        "post: send(game): say campaign",
    }


def test_the_modules_of_the_tests_have_names_of_their_own():
    # They are imported by name alone: the second of a name would be the first.
    found = Counter(path.name for path in Path(__file__).parent.rglob("*.py"))
    assert [name for name, times in found.items() if times > 1] == ["conftest.py"]
