"""Each regent case: a position, and what regents must and must not order for a seat in it.

The files are as rule cases are up to the position. ``seat`` is who orders, ``regents`` who chooses,
``must`` and ``never`` are patterns of the orders' lines: each ``must`` is found, no ``never`` is.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.cases.case import read_case
from adjudicator.cases.run import set_up
from adjudicator.chance import Stream

HERE = Path(__file__).parent
LOTS = 2
"""With so many lots each regent is asked, for some draw lots."""


class Wanted(NamedTuple):
    """What a file says beside a rule case's keys."""

    seat: str
    regents: tuple[str, ...]
    must: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def read_regent_case(path):
    """Return what is wanted, and the rest of the table: a rule case's."""
    table = tomllib.loads(path.read_text("utf-8"))
    wanted = Wanted(**{key: table.pop(key) for key in Wanted._fields if key in table})
    assert wanted.must or wanted.never
    return wanted, table


def asked():
    """Yield each case once for each of its games and regents; who tries plans out takes long."""
    for path in sorted(HERE.glob("*/*.toml")):
        wanted, table = read_regent_case(path)
        for game in (table["game"], *table.pop("also", ())):
            for name in wanted.regents:
                marks = [pytest.mark.system] if name == "strong" else []
                case = read_case({**table, "game": game})
                yield pytest.param(case, wanted, name, id=f"{game}/{path.stem}/{name}", marks=marks)


@pytest.mark.parametrize(("case", "wanted", "name"), list(asked()))
def test_regent_case(case, wanted, name):
    game, position, _ = set_up(case)
    view = game.view(position, wanted.seat)
    for lot in range(LOTS):
        orders = game.regent(name).orders(view, wanted.seat, Stream(b"lots %d" % lot))
        findings = game.check(view, wanted.seat, orders)
        assert [str(each) for each in findings if each.severity == "error"] == []
        for pattern in wanted.must:
            assert re.search(pattern, str(orders), re.MULTILINE), (pattern, str(orders))
        for pattern in wanted.never:
            assert not re.search(pattern, str(orders), re.MULTILINE), (pattern, str(orders))
