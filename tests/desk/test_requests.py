"""Each form of what can be asked is filled in, and its mail is carried out by the judge."""

import re
import shutil
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from desk_pages import LOADING, go_away, open_link
from servers.browsing import check_accessibility

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people import seats
from adjudicator.campaign.phases import deadlines, endings
from adjudicator.campaign.phases.absence import declare_absence
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, create
from adjudicator.desk.link import MasterPage, make_link
from adjudicator.post.requests.forms import describe_forms
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Master, Settings

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
GM, JUDGE = "gm@example.org", "judge@games.test"
SEATS = ("Oda", "Takeda", "Uesugi")
SETTINGS = Settings(address=JUDGE, gm=GM, deadline="daily 20:00")
WRITTEN = {
    "ADDRESS": "new@example.org",
    "DAYS": "20 Dec to 2 Jan",
    "HOURS": "48, 6",
    "NAME": "Ann Lee",
    "NUMBER": "",
    "ORDERS": "",
    "PERSON": "wu@example.org",
    "SCHEDULE": "mon, thu 20:00",
    "SPAN": "2 days",
    "TEXT": "12",
    "TIME": "in 3 days",
    "TOPIC": "orders",
    "ZONE": "Europe/Rome",
}
"""What is written for values of which the page knows none."""
ELSE = {
    ("caretaker", "person"): "wu@example.org",
    ("caretaker", "until"): "31 December",
    ("caretaker for", "person"): "wu@example.org",
    ("caretaker for", "until"): "31 December",
    ("notify", "what"): "https://ntfy.sh/my-games",
    ("concede", "name"): "Takeda",
    ("draw", "names"): "",
    ("withdraw", "number"): "2",
    ("near", "names"): "Kai",
    ("orders for", "seat"): "Takeda",
    ("press", "to"): "Takeda",
    ("promote", "seat"): "Uesugi",
    ("remove", "address"): "wu@example.org",
    ("provinces", "names"): "Kai",
    ("replace", "heir"): "regent",
    ("replace", "seat"): "Takeda",
    ("report", "phase"): "",
    ("map", "phase"): "",
    ("changes", "phase"): "",
    ("rollback", "phase"): "1 plan",
    ("set", "name"): "grace",
    ("vote", "vote"): "yes",
    ("terminate", "reason"): "We all agreed.",
}
"""And for those of some forms, where it matters."""
TAKEN_AS = {
    **dict.fromkeys(("amend", "phase", "ready", "wait", "word"), "orders"),
    **dict.fromkeys(("broadcast", "diary"), "press"),
    **dict.fromkeys(("draw", "concede", "withdraw"), "vote"),
}
"""What stands in an order file, is press, or shows who proposed something, is booked as that."""
ELSEWHERE = ("letters", "retry", "rollback")
"""What changes a person's letters alone, tries what fails, or is asked back first."""
RESULTS = {
    "extend": lambda state: state.deadline.day == 23,
    "replace": lambda state: state.seat("Takeda").held_by == "regent",
    "set": lambda state: state.campaign.settings.grace == 12,
    "orders for": lambda state: "bid 1" in state.submissions["Takeda"].text,
    "clear": lambda state: not state.submissions["Oda"].text,
    "process": lambda state: state.head.opens.key != "2 plan",
}
"""What has become of the campaign."""
TEXTS = {"orders": "bid 1\n", "message": "Shall we talk?"}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A campaign in which all can be asked that is asked of one that has begun."""
    path = tmp_path_factory.mktemp("campaign") / "campaign.db"
    players = (
        Player("Oda", "oda@example.org", "Ann"),
        Player("Takeda", "takeda@example.org", "Ben"),
        Player("Uesugi", open=True),
    )
    with open_store(path, create=True) as store:
        create(store, NewCampaign("war", "shogun", players, {}, SETTINGS), NOW)
        adjudicate(store, "war", NOW)

        def arrange(change):
            seats.enter_guest(change, "wu@example.org", "Wu", "observer")
            endings.propose(change, change.seat("Takeda"), "draw", "", "")
            declare_absence(change, change.seat("Oda"), "20 Dec to 21 Dec")

        commit(store, queries.find_campaign(store, "war"), NOW, arrange)
        own = token(State(store, queries.find_campaign(store, "war"), NOW).seat("Oda"))
        raw = f"From: oda@example.org\nTo: {JUDGE}\nMessage-ID: <0@a>\n\ntoken {own}\n\nbid 1\n"
        assert take(store, raw.encode(), NOW).disposition.outcome == "taken"
    return path


def link(desk, path, role):
    """The link of a letter to Oda or to the game master."""
    with open_store(path) as store:
        state = State(store, queries.find_campaign(store, "war"), NOW)
        if role == "player":
            opens, view = state.head.opens, state.game.view(state.position, "Oda")
            sheet = f"game war\nseat Oda\nphase {opens.key}\ntoken {token(state.seat('Oda'))}\n"
            return make_link(desk, state.game.encode(view), sheet, JUDGE)
        sheet = f"game war\ntoken {token(store.find(Master, address=GM))}\n"
        page = MasterPage(SEATS, state.head.opens.key, "All is well.")
        return make_link(desk, b"null", sheet, JUDGE, page)


def fill(page, form):
    """Fill a form in as a person would; return the mail that it opens: its subject and text."""
    page.select_option("#request", form.name)
    for field in form.fields:
        control = page.locator(f'#request-fields [data-field="{field.name}"]')
        value = ELSE.get((form.name, field.name))
        is_choice = control.evaluate("each => each.tagName === 'SELECT'")
        if value is None and is_choice:
            options = control.locator("option").all_text_contents()
            value = next(each for each in options if each)
        if value is None:
            known = control.evaluate("each => each.list?.options[0]?.value")
            value = control.input_value() if field.guard else known or WRITTEN[field.words[0]]
        if is_choice:
            control.select_option(value)
        else:
            control.fill(value)
    if form.text:
        page.fill("#request-text", TEXTS[form.text])
    assert page.inner_text("#request-told") == ""
    mail = urlsplit(page.get_attribute("#request-mail", "href"))
    assert (mail.scheme, unquote(mail.path)) == ("mailto", JUDGE)
    query = parse_qs(mail.query)
    return query["subject"][0], query["body"][0]


def open_as_master(page, link):
    """Open a game master's link where another was open."""
    go_away(page)
    page.goto(link)
    page.wait_for_selector("#requests-part:visible")


def propose_of_oda(change):
    endings.propose(change, change.seat("Oda"), "draw", "Oda and Takeda")


def send(path, sender, subject, body):
    """Take a mail as the judge does; return what became of it, and of the campaign."""
    raw = f"From: {sender}\nTo: {JUDGE}\nSubject: {subject}\nMessage-ID: <1@a>\n\n{body}"
    with open_store(path) as store:
        before = queries.find_campaign(store, "war").version
        taken = take(store, raw.encode(), NOW + timedelta(hours=1)).disposition
        return taken, queries.find_campaign(store, "war").version > before


def announce_war(path):
    """Make a campaign that waits to be dealt."""
    path.unlink()
    players = tuple(Player(each, f"{each.lower()}@example.org") for each in SEATS)
    with open_store(path, create=True) as store:
        announce(store, NewCampaign("war", "shogun", players, {}, SETTINGS), NOW)


def test_what_can_be_left_out_of_a_request_can_be_left_out_of_its_form():
    forms = {each.name: {of.name: of.optional for of in each.fields} for each in describe_forms()}
    assert forms["help"] == {"topic": True}
    assert forms["vote"] == {"vote": True}
    assert forms["resign"] == {"seat": False, "why": True}
    assert forms["near"] == {"names": False}


@pytest.mark.browser
@pytest.mark.parametrize("role", ["player", "master"])
def test_the_mail_of_each_form_is_carried_out(shared, desk, prepared, tmp_path, role):
    page = shared
    (open_link if role == "player" else open_as_master)(page, link(desk, prepared, role))
    page.evaluate("document.getElementById('requests').open = true")
    sender = GM if role == "master" else "oda@example.org"
    forms = [each for each in describe_forms() if role in each.roles]
    offered = page.locator("#request option").all_text_contents()
    assert sorted(offered) == sorted(each.name for each in forms)
    for form in forms:
        subject, body = fill(page, form)
        path = tmp_path / "campaign.db"
        shutil.copy(prepared, path)
        if form.name == "begin":
            announce_war(path)
        if form.name == "resume":
            with open_store(path) as store:
                commit(store, queries.find_campaign(store, "war"), NOW, deadlines.stop_clock)
        if form.name == "withdraw":
            with open_store(path) as store:
                commit(store, queries.find_campaign(store, "war"), NOW, propose_of_oda)
        with open_store(path) as store:  # what a link of another campaign would hold
            state = State(store, queries.find_campaign(store, "war"), NOW)
            own = state.seat("Oda") if role == "player" else store.find(Master, address=GM)
            body = re.sub(r"(?m)^token \S+", f"token {token(own)}", body)
        taken, is_changed = send(path, sender, subject, body)
        assert taken.outcome in ("answered", "taken"), (form.name, taken.why)
        assert taken.code == TAKEN_AS.get(form.name, form.name)
        assert is_changed == form.changes or form.name in ELSEWHERE, form.name
        if form.name in RESULTS:
            with open_store(path) as store:
                assert RESULTS[form.name](State(store, queries.find_campaign(store, "war"), NOW))
        path.unlink()


@pytest.mark.browser
def test_a_master_sees_what_his_letter_says_and_asks_by_keys_and_on_a_phone(
    keep_page, desk, prepared
):
    page = keep_page((390, 844))
    open_as_master(page, link(desk, prepared, "master"))
    assert "#" not in page.url
    assert page.inner_text("#status") == "All is well."
    assert page.inner_text("#title") == "war"
    page.focus("#request")
    page.keyboard.type("extend")
    page.keyboard.press("Tab")
    page.keyboard.type("2 days")
    assert page.inner_text("#request-letter").splitlines()[-1] == "extend 2 days"
    assert page.get_attribute("#request-mail", "aria-disabled") == "false"
    page.select_option("#request", "deadline")
    page.get_by_label("or pick").fill("2026-12-04T20:00")
    assert page.inner_text("#request-letter").splitlines()[-1] == "deadline 2026-12-04 20:00"
    page.select_option("#request", "replace")
    assert "Still needed: seat, heir" in page.inner_text("#request-told")
    assert page.get_attribute("#request-mail", "href") is None
    page.set_viewport_size({"width": 1280, "height": 844})
    lefts = "all => new Set(all.map(each => each.getBoundingClientRect().x)).size"
    assert page.eval_on_selector_all("#title, #status, #request-help", lefts) == 1  # in one line
    for width, scheme, forced in (
        (360, "light", "none"),
        (390, "dark", "none"),
        (1280, "light", "active"),
        (2560, "dark", "none"),
    ):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        check_accessibility(page)
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": 390, "height": 844})
    hash_fits = (
        "each => ((each.textContent += 'f'.repeat(64)), each.scrollWidth <= each.clientWidth)"
    )
    assert page.eval_on_selector("#status", hash_fits)
    go_away(page)
    page.evaluate("location.hash = ''")  # it was kept for this tab
    page.wait_for_selector("#requests-part:visible")
    assert page.inner_text("#status") == "All is well."


@pytest.mark.browser
def test_the_view_of_the_public_is_a_masters_board(shared, desk, prepared):
    with open_store(prepared) as store:
        state = State(store, queries.find_campaign(store, "war"), NOW)
        view = state.game.encode(state.game.view(state.position, ""))
        phase = state.head.opens.key
    page = shared
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(make_link(desk, view))
    page.wait_for_selector("#map svg", timeout=LOADING)
    page.wait_for_function("() => document.getElementById('map').scrollLeft > 100")  # no sea alone
    assert not page.is_visible("#orders-part")
    page.select_option("#place", "Kai")
    page.wait_for_selector("#answer li")
    assert "Kai" in page.inner_text("#answer")
    page.select_option("#request", "process")
    assert page.locator("#request-fields option").first.get_attribute("value") == phase


@pytest.mark.browser
@pytest.mark.parametrize("line", ["endpress", " *End of the press.* ", "end diary"])
def test_a_text_that_ends_before_its_end_asks_for_nothing_more(shared, desk, prepared, line):
    """Below such a line in a text that was pasted, orders and requests would be the player's."""
    page = shared
    open_link(page, link(desk, prepared, "player"))
    page.evaluate("document.getElementById('requests').open = true")
    page.select_option("#request", "press")
    page.locator('#request-fields [data-field="to"]').fill("Takeda")
    page.fill("#request-text", f"He wrote this:\n{line}\nbid 5\nresign Oda")
    assert page.get_attribute("#request-mail", "href") is None
    assert line.strip() in page.inner_text("#request-told")
    page.fill("#request-text", f"He wrote this: {line} bid 5")
    assert page.get_attribute("#request-mail", "href")
    for name in ("status", "press"):
        page.select_option("#request", name)
    assert page.input_value("#request-text").startswith("He wrote this")  # it is not lost
    page.select_option("#request", "vote")
    assert page.get_attribute("#request-fields input", "placeholder") == "yes or no"
