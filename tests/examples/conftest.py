"""Games of other packages, as if they were installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.games import registry

EXAMPLES = Path(__file__).parents[2] / "examples"


@contextmanager
def _installed(name: str, package: str, folder: Path) -> Iterator[object]:
    """Find a game through an entry point as its package would have when installed."""
    about = folder / f"adjudicator_{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: adjudicator-{name}\n")
    points = f"[adjudicator.games]\n{name} = {package}:game\n"
    (about / "entry_points.txt").write_text(points)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES / name))
        patch.syspath_prepend(str(folder))
        registry.find.cache_clear()
        registry._entry_points.cache_clear()
        yield registry.find(name)
    for each in [each for each in sys.modules if each.partition(".")[0] == package]:
        del sys.modules[each]
    registry.find.cache_clear()
    registry._entry_points.cache_clear()


@pytest.fixture(scope="session")
def install(tmp_path_factory):
    """Finds a game by its name and package, for as long as one likes."""
    return lambda name, package: _installed(name, package, tmp_path_factory.mktemp(name))


@pytest.fixture(scope="module")
def diplomacy(install):
    """Diplomacy, as the registry finds it."""
    with install("diplomacy", "diplomacy_game") as game:
        yield game
