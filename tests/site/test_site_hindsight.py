"""What pages show when a game is over, and that nothing of it is shown before, or for ever."""

import html
import json
import re
import shutil
from collections import Counter
from datetime import timedelta

import pytest
from site_campaigns import BEGINS, CAMPAIGNS, DAY, WITHOUT_LETTERS, Played
from test_site_secrecy import PRIVATE, every_byte, secret_words, secrets_of, text_of

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.endings import end
from adjudicator.games.contract import Column, Event, Table
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.reports.files.pages import Deed, render_page
from adjudicator.site import keep
from adjudicator.site.chronicle import chronicle_of
from adjudicator.site.fortunes import fortunes_of
from adjudicator.site.keep import REVEALED, keep_site
from adjudicator.site.place import Site
from adjudicator.site.turns import find_turns
from adjudicator.store import queries
from adjudicator.store.database import open_store

BOOK = "book.html"


def words_in(text):
    """Return what can be read in a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def everything_in(folder):
    return {str(path.relative_to(folder)): data for path, data in of_files(folder)}


def kept_chronicle(played, folder):
    """Return what the pages in a folder were made from, as it was told for them."""
    with open_store(played.db) as store:
        return chronicle_of(State(store, played.campaign(store), played.now), *keep._read(folder))


def of_files(folder):
    return ((path, path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_every_order_and_all_that_a_seat_learned_is_told_when_the_game_is_over(over, kind):
    played, folder = over(kind)
    everything, book = text_of(folder / "phases"), (folder / BOOK).read_text("utf-8")
    read = words_in(everything)
    for each in secret_words(played):
        assert each in everything
        assert each in book
    orders = 0
    with open_store(played.db) as store:
        for done in queries.resolutions(store, played.campaign(store)):
            for line in "\n".join(done.orders.values()).splitlines():
                orders += bool(line)
                assert " ".join(line.removeprefix("else:").split()) in read
    assert orders > 10


def test_hidden_ronin_are_told(over):
    """What a seat's view has and that of the public has not is told of the phase."""
    played, folder = over("swords")
    told, hidden = kept_chronicle(played, folder).hindsight, 0
    with open_store(played.db) as store:
        campaign = played.campaign(store)
        for done, known in zip(queries.resolutions(store, campaign), told, strict=True):
            position = campaign.game.decode(done.position)
            for seat in position.seats if done.number else ():
                eyes = "".join(each.html for each in known.eyes if each.seat == seat)
                assert (", hidden, " in eyes) == bool(position.colours[seat].hidden)
                hidden += ", hidden, " in eyes
    assert hidden


@pytest.mark.parametrize("kind", ["gekokujo", "shogun"])
def test_the_map_of_all_orders_shows_what_each_seat_ordered(over, kind):
    chronicle = kept_chronicle(*over(kind))
    drawn = [id for each in (*chronicle.episodes, *chronicle.hindsight) for id in each.ids]
    assert len(drawn) == len({*drawn})
    defined = b"".join(each.definitions for each in (*chronicle.episodes, *chronicle.hindsight))
    counts = Counter(re.findall(r' id="([^"]+)"', defined.decode()))
    assert {counts[id] for id in drawn} == {1}
    several = 0
    for each in chronicle.hindsight[1:]:
        plans = [eyes["plan"] for eyes in json.loads(each.data)["eyes"] if eyes["plan"]]
        shown = re.findall(r'<use href="#([^"]+)"', each.map.decode())
        assert {drawn[id] for plan in plans for id in plan["arrows"]} <= {*shown}
        places = Counter(number for plan in plans for number in plan["provinces"])
        for plan in plans:
            for number, id in plan["provinces"].items():
                assert places[number] > 1 or drawn[id] in shown
        several += len([plan for plan in plans if plan["provinces"] or plan["arrows"]]) > 1
    assert several


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_what_is_secret_for_ever_stays_so(over, kind):
    played, folder = over(kind)
    with open_store(played.db) as store:
        secrets = [x for x in secrets_of(store, played.campaign(store)) if x[0][:6] != "secret"]
    assert {"address", "token", "player", "press"} <= {what for what, _ in secrets}
    for name, data in every_byte(folder):
        low = data.lower()
        for what, secret in secrets:
            assert secret.lower() not in low, (what, name)
    assert not any(each in text_of(folder) for each in PRIVATE)
    if kind == "swords":
        assert "Unsigned Unsigned rumour" in words_in((folder / BOOK).read_text("utf-8"))


@pytest.mark.parametrize("kind", ["swords", "shogun"])
def test_a_group_can_keep_its_secrets(whole, tmp_path, kind):
    played = (
        whole(kind).copy(tmp_path).change(change_settings, reveal="never").change(end, "Enough.")
    )
    played.pages(tmp_path / "pages")
    everything = text_of(tmp_path / "pages")
    assert not (tmp_path / "pages" / REVEALED).exists()
    for each in secret_words(played):
        assert each not in everything
    assert (tmp_path / "pages" / BOOK).is_file()


def test_what_was_shown_is_taken_back_when_the_setting_says_so(whole, tmp_path):
    played = whole("gekokujo").copy(tmp_path).change(end, "Enough.")
    site, secrets = Site(tmp_path / "site"), list(secret_words(played))

    def keep():
        with open_store(played.db) as store:
            assert not [
                each for each in keep_site(store, site, played.now) if isinstance(each, str)
            ]
        return text_of(tmp_path / "site")

    shown = keep()
    assert all(each in shown for each in secrets)
    played.change(change_settings, reveal="never")
    shown = keep()
    assert not any(each in shown for each in secrets)
    assert not (tmp_path / "site" / played.name / REVEALED).exists()


@pytest.mark.parametrize("kind", ["swords", "gekokujo"])
def test_a_game_that_goes_on_again_takes_all_of_it_back(whole, tmp_path, kind):
    """As after a backup was restored from before its end: the pages are as if it had never ended."""
    before = whole(kind).copy(tmp_path)
    (tmp_path / "later").mkdir()
    ended = before.copy(tmp_path / "later").change(end, "Enough.")
    folder, fresh = tmp_path / "pages", tmp_path / "fresh"
    ended.pages(folder)
    assert (folder / REVEALED).is_file()
    before.pages(folder)
    before.pages(fresh)
    assert everything_in(folder).keys() == everything_in(fresh).keys()
    for name, data in everything_in(fresh).items():
        assert everything_in(folder)[name] == data, name
    assert not (folder / BOOK).exists()


def test_a_last_phase_that_was_played_once_more_is_told_anew(tmp_path):
    """As after a backup was restored from before it: others have ordered, or nobody."""
    again = Played(tmp_path).play(phases=2)
    (tmp_path / "once").mkdir()
    once = again.copy(tmp_path / "once").play(phases=1).change(end, "Enough.")
    folder, fresh = tmp_path / "pages", tmp_path / "fresh"
    once.pages(folder)
    again.now += DAY
    with WITHOUT_LETTERS, open_store(again.db) as store:
        adjudicate(store, again.name, again.now)
    again.change(end, "Enough.")
    again.pages(folder)
    again.pages(fresh)
    assert everything_in(folder) == everything_in(fresh)


def test_orders_of_phases_that_were_rolled_back_are_not_told(tmp_path):
    played = Played(tmp_path).play(phases=3)
    with open_store(played.db) as store:
        undone = queries.head(store, played.campaign(store)).phase
    played.change(roll_back, undone)
    played.change(end, "Enough.")
    played.pages(tmp_path / "pages")
    pages = [path.name for path in (tmp_path / "pages/phases").iterdir()]
    assert len(pages) == 3
    with open_store(played.db) as store:
        chronicle = chronicle_of(State(store, played.campaign(store), played.now))
    assert len(chronicle.hindsight) == len(chronicle.episodes) == 3


def test_a_game_that_was_called_off_before_its_deal_has_nothing_to_show(tmp_path):
    from adjudicator.campaign.phases.create import NewCampaign, Player, announce

    with open_store(tmp_path / "c.db", create=True) as store:
        plan = NewCampaign("never", "samurai-swords", tuple(map(Player, ("Oda", "Takeda"))))
        announce(store, plan, BEGINS)
        from adjudicator.campaign.kernel.change import commit

        commit(store, queries.find_campaign(store, "never"), BEGINS, end, "Nobody came.")
        campaign = queries.find_campaign(store, "never")
        assert chronicle_of(State(store, campaign, BEGINS)).hindsight == ()
        made = list(keep_site(store, Site(tmp_path / "site"), BEGINS))
    assert not any(isinstance(each, str) for each in made)
    assert not (tmp_path / "site/never" / BOOK).exists()


def test_of_a_seat_that_ordered_nothing_it_is_said_why():
    known = {"story": None, "sights": [], "missing": False, "why_none": ""}
    silent = render_page("eyes", {**known, "missing": True})
    left_out = render_page("eyes", {**known, "missing": True, "why_none": "They failed."})
    assert [each.count(b"No orders came") for each in (render_page("eyes", known), silent)] == [
        0,
        1,
    ]
    assert b"were left out: They failed." in left_out


def test_what_was_told_once_is_not_told_again(over, monkeypatch):
    played, folder = over("swords")
    monkeypatch.setattr("adjudicator.site.hindsight.tell_seat", None)
    assert played.pages(folder, "https://games.example/it/").changed == ()
    moved = played.pages(folder, "https://games.example/that/")
    assert "index.html" in moved.changed


def test_the_book_among_the_pages_names_only_whom_pages_name(over, whole, tmp_path):
    _, folder = over("swords")
    book = (folder / BOOK).read_text("utf-8")
    assert "Person A" not in book
    assert 'href="index.html"' in book
    assert f'href="{BOOK}"' in (folder / "index.html").read_text("utf-8")
    played = whole("swords").copy(tmp_path).change(change_settings, names="players")
    shutil.copytree(folder, tmp_path / "pages")
    played.change(end, "Enough.").pages(tmp_path / "pages")
    assert "Person A" in (tmp_path / "pages" / BOOK).read_text("utf-8")


# ---- The moments at which it turned


class _Episode:
    """As much of an episode as turns are found in."""

    def __init__(self, number, figures, owners=(), fortunes=()):
        rows = tuple(
            sorted(((seat, str(n)) for seat, n in figures.items()), key=lambda x: -int(x[1]))
        )
        places = tuple(1 + sum(int(n) < int(other) for _, other in rows) for _, n in rows)
        columns = (Column("Seat", number=False), Column("points"))
        self.number, self.fortunes = number, fortunes
        self.standings = Table("Standings", columns, rows, places=places)
        self.data = b'{"owners":[%s]}' % ",".join(map(str, owners)).encode()


def test_who_came_to_lead_is_told_of_the_largest_changes():
    figures = [(1, 1), (3, 1), (3, 4), (3, 9), (9, 9), (20, 9), (20, 21), (20, 22), (30, 22)]
    episodes = [_Episode(n, {"Oda": a, "Mori": b}) for n, (a, b) in enumerate(figures)]
    leads = find_turns(episodes).leads
    assert [(each.episode.number, each.before, each.after) for each in leads] == [
        (5, ("Mori",), ("Oda",)),
        (6, ("Oda",), ("Mori",)),
        (8, ("Mori",), ("Oda",)),
    ]
    # Of two who led together the better one counts.
    figures = [(5, 5, 1), (1, 1, 9), (14, 1, 9), (14, 15, 9), (29, 15, 9)]
    seats = ("Oda", "Mori", "Date")
    episodes = [_Episode(n, dict(zip(seats, each, strict=True))) for n, each in enumerate(figures)]
    assert [each.episode.number for each in find_turns(episodes).leads] == [2, 3, 4]


def test_the_phases_in_which_most_changed_hands_are_told_as_they_came():
    owners = [
        (0, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
        (1, 1, 1),
        (0, 1, 1),
        (0, 1, 1),
        (1, 0, 0),
        (0, 0, 1),
    ]
    owners += [(1, 1, 0), (1, 1, 1)]
    episodes = [_Episode(n, {"Oda": 1}, owners=each) for n, each in enumerate(owners)]
    assert [each.number for each in find_turns(episodes).taken] == [2, 3, 6, 7, 8]
    assert [each.number for each in find_turns(episodes[:5]).taken] == [2, 3, 4]


class _Fought(Event, frozen=True):
    throws: tuple[Throw, ...]


RULES = LuckRules("hits", lambda position, events: (t for e in events for t in e.throws))


class _Position:
    seats = ("Oda", "Mori")

    def colours_of(self, seat):
        return (seat,)


def battle(anchor, *throws):
    return Deed("A battle.", ("Kai", "Suruga"), anchor, about=(_Fought(throws=throws),))


def test_the_luck_of_a_battle_is_the_exact_chance_of_it():
    two_of_two = battle("d1-1", Throw("Oda", 2, 0.5, 2), Throw("Mori", 1, 0.25, 0))
    none_of_two = battle("d1-2", Throw("Oda", 2, 0.5, 0))
    told = fortunes_of(RULES, _Position(), [two_of_two, none_of_two], ["Suruga"])
    by = {(each.seat, each.anchor): each for each in told}
    best, worst = by["Oda", "d1-1"], by["Oda", "d1-2"]
    assert best.likely == pytest.approx(0.25 * 0.75)
    assert best.unlikely == pytest.approx(1.0)
    assert worst.unlikely == pytest.approx(0.25)
    assert best.place == "Suruga"
    assert by["Mori", "d1-1"].unlikely == pytest.approx(0.25 * 0.75)
    episodes = [_Episode(0, {"Oda": 1}), _Episode(1, {"Oda": 1}, fortunes=told)]
    luck = {each.seat: each for each in find_turns(episodes).luck}
    assert (luck["Oda"].best.once_in, luck["Oda"].worst.once_in) == (5, 4)
    assert luck["Mori"].best is None


@pytest.mark.parametrize("kind", ["swords", "ikusa", "shogun"])
def test_the_moments_are_told_when_it_is_over_and_not_before(over, pages, kind):
    _, folder = over(kind)
    text = (folder / "index.html").read_text("utf-8")
    assert "How it turned" in text
    assert "The luck of battles" in text
    for where in re.findall(r'href="(phases/[^"#]+)#(d[^"]+)"', text):
        assert f'id="{where[1]}"' in (folder / where[0]).read_text("utf-8")
    assert "How it turned" not in (pages(kind) / "index.html").read_text("utf-8")


def test_it_waits_for_the_end_even_if_pages_are_made_each_day(tmp_path):
    """Each phase's secrets come to light with the end and not a pass earlier."""
    played = Played(tmp_path)
    folder = tmp_path / "pages"
    for _ in range(3):
        played.play(phases=1)
        played.now += timedelta(hours=1)
        played.pages(folder)
        assert not any(each in text_of(folder) for each in secret_words(played))
    played.change(end, "Enough.").pages(folder)
    assert all(each in text_of(folder) for each in secret_words(played))
