"""Stories of games by mail: all that comes of each letter, and who is told of it.

After a change that is meant, write them anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/post/test_letter_stories.py && git diff tests/post/stories
"""

import itertools
import os
from pathlib import Path

import msgspec
import pytest
import toy
from letter_stories import Story

STORIES = sorted((Path(__file__).parent / "stories").glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_what_comes_of_letters_is_golden(store, monkeypatch, path):
    monkeypatch.setattr(os, "fsync", lambda _: None)  # nothing here shall outlive the machine
    numbers = itertools.count(1)
    monkeypatch.setattr(type(store), "random_bytes", lambda _, count: next(numbers).to_bytes(count))
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw", "concession"))
    monkeypatch.setattr(toy.Game, "meta", meta)
    story = Story(store)
    story.install(monkeypatch.setattr)
    told = story.tell(path.read_text(encoding="utf-8"))
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
