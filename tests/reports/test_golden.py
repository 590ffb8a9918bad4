"""The golden letter: one result mail as a reader gets it, kept to be read.

After a change that is meant, write it anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/reports/test_golden.py && git diff tests/reports/golden
"""

import os
from pathlib import Path

from letters_written import letter

GOLDEN = Path(__file__).parent / "golden"


def test_the_letters_are_the_golden_ones():
    for name in ("result", "result to the next", "receipt"):
        path = GOLDEN / f"{name.replace(' ', '-')}.txt"
        if os.environ.get("WRITE_GOLDEN"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(letter(name).text, encoding="utf-8")
        assert letter(name).text == path.read_text(encoding="utf-8")
