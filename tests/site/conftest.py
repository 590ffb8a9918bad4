import pytest
from served_pages import serve
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


@pytest.fixture(scope="module")
def served(pages):
    """Return the address of the pages."""
    with serve(pages()) as address:
        yield address


@pytest.fixture(scope="module")
def served_over(over):
    """Return the address of the pages of a game that is over."""
    with serve(over("swords")[1]) as address:
        yield address


@pytest.fixture
def visit(opened, context_with, pages):
    """Open a page of a folder; fail for any error, and any request to elsewhere.

    Who sets the clock of a page does so for all of its context, and wants one ``alone``.
    """
    opening, troubles, asked = [], [], []

    def go(name="index.html", base=None, size=(1400, 1000), alone=False, **more):
        context = opened.new_context(**more) if alone else context_with(**more)
        page = context.new_page()
        opening.append(context if alone else page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("console", lambda said: troubles.append(said.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        home = base or f"file://{pages()}/"
        page.goto(home + name)
        go.home = home
        return page

    yield go
    assert not troubles
    assert all(url.startswith((go.home, "data:")) for url in asked)
    for each in opening:
        each.close()
