"""Games of other packages, as if they were installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.games import registry

EXAMPLES = Path(__file__).parents[1] / "examples"


@contextmanager
def installed(
    name: str, package: str, folder: Path, source: Path | None = None
) -> Iterator[object]:
    """Find a game through an entry point as its package would have when installed."""
    about = folder / f"adjudicator_{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: adjudicator-{name}\nVersion: 1.0\n"
    )
    points = f"[adjudicator.games]\n{name} = {package}:game\n"
    (about / "entry_points.txt").write_text(points)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(source or EXAMPLES / name))
        patch.syspath_prepend(str(folder))
        registry.find.cache_clear()
        registry._entry_points.cache_clear()
        yield registry.find(name)
    for each in [each for each in sys.modules if each.partition(".")[0] == package]:
        del sys.modules[each]
    registry.find.cache_clear()
    registry._entry_points.cache_clear()
