import pytest
from site_campaigns import MODES, THE_MASTER, Played

from adjudicator.campaign.phases.endings import end


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """Return a campaign of a kind that was played for some rounds, with all sorts of press."""
    made = {}

    def play(kind):
        if kind not in made:
            seats = MODES[kind][1]
            played = Played(tmp_path_factory.mktemp(kind), kind=kind)
            played.play(phases=2)
            played.say(seats[0], "Let the herons hear it\nas everybody may.")
            played.say(seats[1], "only-for-one-ear", to=(seats[0],))
            played.say(seats[1], "only-for-the-master", to=(THE_MASTER,))
            played.say(seats[0], "only-for-my-diary", to=())
            played.say(seats[1], "Unsigned rumour", signed=False)
            made[kind] = played.play(rounds=2, phases=12 if kind == "swords" else 2)
        return made[kind]

    return play


@pytest.fixture(scope="session")
def pages(whole, tmp_path_factory):
    """Return the folder with the pages of a campaign of a kind."""
    made = {}

    def make(kind="swords"):
        if kind not in made:
            folder = tmp_path_factory.mktemp(f"{kind}-pages") / "pages"
            whole(kind).pages(folder, "https://games.example/it/")
            made[kind] = folder
        return made[kind]

    return make


@pytest.fixture(scope="session")
def over(whole, tmp_path_factory):
    """Return the same campaign of a kind when it is over, and the folder with its pages."""
    made = {}

    def make(kind="swords"):
        if kind not in made:
            folder = tmp_path_factory.mktemp(f"{kind}-over")
            played = whole(kind).copy(folder).change(end, "Enough.")
            played.pages(folder / "pages", "https://games.example/it/")
            made[kind] = played, folder / "pages"
        return made[kind]

    return make
