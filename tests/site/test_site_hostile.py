"""Names and words that would be more than words, on pages."""

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from servers.browsing import check_accessibility
from site_campaigns import BEGINS, CAMPAIGNS, Played
from test_site_pages import Reader, html

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.deadlines import stop_clock
from adjudicator.campaign.phases.endings import end
from adjudicator.site.chronicle import chronicle_of
from adjudicator.site.pages import campaign_pages, write_book
from adjudicator.site.turns import find_turns
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings

NAMES = (
    "<script>alert(1)</script>",
    "../../x",
    "信長 <b>殿</b>",
    '"><img src=x onerror=alert(1)>',
)
WORDS = "</script><script>alert(2)</script> {{ 7 * 7 }} \x1b[31m \u202egnp.exe\n<!-- -->"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A campaign of such names and words, with its pages beside its database."""
    made = tmp_path_factory.mktemp("hostile")
    shown = {"names": "players", "deadline": "every day at 20:00"}
    played = Played(made, players=list(NAMES), **shown).play(phases=2)
    played.say("Oda", WORDS)
    played.play(phases=3)
    played.pages(made / "pages", "https://games.example/it/")
    return played


@pytest.fixture
def folder(played):
    return played.db.parent / "pages"


def test_names_of_players_and_press_are_words_and_nothing_else(folder):
    for name, text in html(folder).items():
        page = Reader(text)
        for tag, facts in page.found:
            assert not any(each.startswith("on") for each in facts), name
            assert tag not in ("iframe", "object", "b" * 9)
        scripts = [facts for tag, facts in page.found if tag == "script"]
        assert all("src" in each or each.get("type") == "application/json" for each in scripts)
        assert "\x1b" not in text
        assert "\u202e" not in text
    index = (folder / "index.html").read_text("utf-8")
    assert "&lt;script&gt;alert(1)" in index
    assert "49" not in re.findall(r"alert\(2\)[^<]*", "".join(html(folder).values()))


def test_the_data_of_a_page_cannot_end_its_block(folder):
    for name in ("index.html", "dice.html"):
        text = (folder / name).read_text("utf-8")
        block = text.split('<script type="application/json" id="data">')[1].split("</script>")[0]
        assert "<" not in block
        assert "&" not in block


def test_seats_of_any_name_have_pages(tmp_path):
    seats = ("信長", "Ⅷ", "O'Brien", "Øda")
    db = tmp_path / "campaign.db"
    with open_store(db, create=True) as store:
        people = tuple(Player(seat, regent="steady") for seat in seats)
        create(store, NewCampaign("kai", "ikusa", people, {}, Settings()), BEGINS, secret=b"k" * 32)
    played = object.__new__(Played)
    played.db, played.name, played.now, played.count = db, "kai", BEGINS, 0
    played.play(phases=2).pages(tmp_path / "pages", "https://games.example/kai/")
    for text in html(tmp_path / "pages").values():
        Reader(text)
    assert "信長" in (tmp_path / "pages/index.html").read_text("utf-8")
    for path in (tmp_path / "pages").rglob("*"):
        assert re.fullmatch(r"[.a-z0-9-]+", path.name)


def test_a_feed_and_a_calendar_are_read_by_programs(folder):
    from icalendar import Calendar

    root = ElementTree.fromstring((folder / "feed.xml").read_bytes())
    spaces = {"a": "http://www.w3.org/2005/Atom"}
    links = [each.get("href") for each in root.iterfind("a:entry/a:link", spaces)]
    assert len(links) == 6
    assert all(each.startswith("https://games.example/it/phases/") for each in links)
    assert all((folder / each.removeprefix("https://games.example/it/")).exists() for each in links)
    ids = [each.text for each in root.iter("{http://www.w3.org/2005/Atom}id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert element.tag.startswith("{http://www.w3.org/2005/Atom}")
    whole = Calendar.from_ical((folder / "calendar.ics").read_bytes())
    events = list(whole.walk("VEVENT"))
    assert len(events) == 1
    assert events[0]["url"] == "https://games.example/it/"
    assert "example" not in str(events[0]["description"])


@pytest.fixture(scope="module")
def told(played):
    with open_store(played.db) as store:
        return chronicle_of(State(store, played.campaign(store), played.now))


def test_the_feed_of_a_long_game_has_its_last_phases_newest_first(told):
    known = told.episodes
    many = tuple(replace(known[n % len(known)], serial=n) for n in range(50))
    page = campaign_pages(replace(told, episodes=many), "https://games.example/it/")["feed.xml"]
    entries = ElementTree.fromstring(page.make()).iter("{http://www.w3.org/2005/Atom}entry")
    ids = [each.findtext("{http://www.w3.org/2005/Atom}id") for each in entries]
    assert [int(each.rpartition("#")[2]) for each in ids] == [*range(49, 9, -1)]


def test_while_the_clock_stands_still_nobody_is_told_by_when_to_order(played, told, tmp_path):
    paused = played.copy(tmp_path).change(stop_clock)
    with open_store(paused.db) as store:
        state = State(store, paused.campaign(store), paused.now)
        still = chronicle_of(state, told.episodes)
    assert "until" in told.headline
    for each, count in ((told, 1), (still, 0)):
        page = campaign_pages(each, "https://games.example/it/")["calendar.ics"].make()
        assert page.count(b"BEGIN:VEVENT") == count
    assert still.headline == ""
    assert "paused" in still.state


def test_press_stands_with_the_phase_that_waited_when_it_was_said(played, told, tmp_path):
    assert [each.number for each in told.episodes if told.press_before(each)] == [3]
    now = played.copy(tmp_path)
    now.say("", "Said just now.")
    with open_store(now.db) as store:
        of_now = chronicle_of(State(store, now.campaign(store), now.now), told.episodes)
    assert not of_now.press_before(of_now.episodes[0])
    for each, is_there in ((told, False), (of_now, True)):
        stage, side, _ = campaign_pages(each)["index.html"].make().partition(b'<div class="side">')
        assert (b"Said just now." in stage) == is_there  # beside the charts, not below them
        assert side


def test_without_an_address_there_is_neither(tmp_path):
    Played(tmp_path).pages(tmp_path / "pages")
    assert not (tmp_path / "pages/feed.xml").exists()
    assert not (tmp_path / "pages/calendar.ics").exists()
    assert "feed.xml" not in (tmp_path / "pages/index.html").read_text("utf-8")


def test_every_game_that_is_shipped_has_been_looked_at():
    from adjudicator.games import registry

    assert {game for game, *_ in CAMPAIGNS.values()} == set(registry.SHIPPED)


# The book of a game that is over: one file that needs no other, and holds nothing but words.


def book_of(played):
    with open_store(played.db) as store:
        campaign = played.campaign(store)
        if campaign.ended is None:
            commit(store, campaign, BEGINS, end, "Enough.")
        state = State(store, played.campaign(store), BEGINS)
        chronicle = chronicle_of(state)
        players = {seat.name: seat.player for seat in state.seats}
        return write_book(chronicle, players).decode(), chronicle


@pytest.fixture(scope="module")
def book(played):
    return book_of(played)


def test_it_needs_no_other_file_and_runs_nothing(book):
    text, _ = book
    page = Reader(text)
    for tag, facts in page.found:
        assert tag not in ("script", "link", "iframe", "img", "object")
        assert not any(each.startswith("on") for each in facts)
        assert facts.get("href", "#").startswith(("#", "data:application/json"))
    assert "url(" not in text.split("</style>")[0].replace("url(#", "")
    assert "\x1b" not in text
    assert "&lt;script&gt;alert(1)" in text


@pytest.mark.browser
def test_it_fits_a_phone_and_its_pictures_have_names(book, opened, tmp_path):
    text, _ = book
    (tmp_path / "book.html").write_text(text, "utf-8")
    context = opened.new_context(viewport={"width": 360, "height": 740}, bypass_csp=True)
    page = context.new_page()
    page.goto((tmp_path / "book.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_accessibility(page)
    context.close()


def test_it_says_why_a_game_without_a_winner_has_ended(book):
    text, chronicle = book
    assert chronicle.winners == ()
    assert "Nobody has won. The game was ended before its time: Enough." in text


def test_it_tells_every_phase_with_the_map_of_each_round_and_who_played(book):
    text, chronicle = book
    for episode in chronicle.episodes:
        assert f'id="{episode.name}"' in text
    rounds = {each.when for each in chronicle.episodes}
    assert text.count('class="plate"') >= len(rounds)
    assert len(set(re.findall(r' id="([^"]*)"', text))) == len(re.findall(r' id="', text))
    assert "信長" in text
    assert chronicle.record.secret in text


def test_what_decided_it_are_the_phases_in_which_most_changed_hands(book):
    text, chronicle = book
    turns = find_turns(chronicle.episodes).taken
    assert turns == sorted(turns, key=lambda each: each.number)
    assert len(turns) <= 5
    assert "What decided it" in text or not turns
