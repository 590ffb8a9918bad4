"""Games of other packages, as if they were installed."""

import pytest
from packages import installed


@pytest.fixture(scope="session")
def install(tmp_path_factory):
    """Finds a game by its name and package, for as long as one likes."""
    return lambda name, package: installed(name, package, tmp_path_factory.mktemp(name))


@pytest.fixture(scope="module")
def diplomacy(install):
    """Diplomacy, as the registry finds it."""
    with install("diplomacy", "diplomacy_game") as game:
        yield game
