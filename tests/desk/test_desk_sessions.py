"""Sessions at the order desk: steps, and all that the page shows after each.

After a change that is meant, write them anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/desk/test_desk_sessions.py && git diff tests/desk/sessions
"""

import os
from pathlib import Path

import pytest
from desk_sessions import Session

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_what_the_desk_shows_is_golden(shared, desk, path):
    now = Session(shared, desk).tell(path.read_text(encoding="utf-8"))
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")
