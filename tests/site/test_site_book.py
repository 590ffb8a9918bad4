"""The book of a game that is over: one file that needs no other, and holds nothing but words."""

import re

import pytest
from site_campaigns import BEGINS, Played
from test_site_hostile import NAMES, WORDS
from test_site_pages import Reader

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases.endings import end
from adjudicator.site.chronicle import chronicle_of
from adjudicator.site.pages import find_turns, write_book
from adjudicator.store.database import open_store


def book_of(played):
    with open_store(played.db) as store:
        campaign = played.campaign(store)
        if campaign.ended is None:
            commit(store, campaign, BEGINS, end, "Enough.")
        state = State(store, played.campaign(store), BEGINS)
        chronicle = chronicle_of(state)
        return write_book(chronicle, state.seats).decode(), chronicle


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    played = Played(tmp_path_factory.mktemp("book"), players=list(NAMES)).play(phases=3)
    played.say("Oda", WORDS)
    return book_of(played.play(phases=3))


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
    turns = find_turns(chronicle.episodes)
    assert turns == sorted(turns, key=lambda each: each.number)
    assert len(turns) <= 5
    assert "What decided it" in text or not turns
