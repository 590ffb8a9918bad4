"""The names in the code follow the words of ``docs/architecture.md``."""

from collections import Counter
from pathlib import Path

import pytest
from naming import glossaries, is_participle, offences, offending


def test_no_name_offends():
    assert not offending(), "find another name:\n" + "\n".join(offending())


def test_each_glossary_has_at_most_forty_words_each_once():
    games, trade = glossaries()
    assert "legal orders" in games
    assert "outbox" in trade
    assert max(len(games), len(trade)) <= 40
    assert not [word for word, times in Counter(games + trade).items() if times > 1]


@pytest.mark.parametrize("name", ["told", "_listed", "left_over", "asked_to_move", "hidden"])
def test_participles_are_known(name):
    assert is_participle(name)


@pytest.mark.parametrize(
    "name", ["tell", "set_up", "proceed", "is_hidden", "mark_sent", "carry_over"]
)
def test_verbs_nouns_and_sentences_are_no_participles(name):
    assert not is_participle(name)


MODULE = '''
"""."""
class Lost(ValueError):
    """A letter that is lost."""
class Worse(Lost):
    """It is gone for good."""
def send(store, at: int):
    """Send."""
    def sent(): ...
def is_sent(order: str): ...
'''


def test_what_offends_is_found_and_nothing_else(tmp_path):
    (tmp_path / "post.py").write_text(MODULE, "utf-8")
    assert set(offences(tmp_path, ["order", "outbox"])) == {
        "docs/architecture.md: outbox: in a glossary and not in the code",
        "post.py: Lost: an error ends in Error",
        "post.py: Worse: an error ends in Error",
        "post.py: module: a docstring that says nothing",
        "post.py: send(at): say what it is",
        "post.py: send: a docstring that says nothing",
        "post.py: sent: a participle",
    }


def test_the_modules_of_the_tests_have_names_of_their_own():
    # They are imported by name alone: the second of a name would be the first.
    names = Counter(path.name for path in Path(__file__).parent.rglob("*.py"))
    assert [name for name, times in names.items() if times > 1] == ["conftest.py"]
