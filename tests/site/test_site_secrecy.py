"""Pages hold nothing that is not for everybody: every byte of them is searched."""

import base64
import html

import pytest
from site_campaigns import CAMPAIGNS, JUDGE, MASTER, SECRET

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.site.chronicle import chronicle_of
from adjudicator.store import queries
from adjudicator.store.database import open_store

LEAST = 20
"""Shorter order lines are words that anybody might use."""
PRIVATE = ("only-for-one-ear", "only-for-the-master", "only-for-my-diary")


def every_byte(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            yield path.name, data + path.name.encode()


def secrets_of(store, campaign):
    """Return what nobody outside may ever read: bytes, by what they are."""
    yield "secret", SECRET
    yield "secret in hex", SECRET.hex().encode()
    yield "secret in base64", base64.b64encode(SECRET)
    for address in (JUDGE, MASTER):
        yield "address", address.encode()
    for seat in queries.seats(store, campaign):
        yield "address", seat.address.encode()
        yield "token", token(seat).encode()
        yield "token's secret", seat.token_secret.hex().encode()
        yield "token's digest", seat.token_digest.hex().encode()
        yield "player", seat.player.encode()
    for each in PRIVATE:
        yield "press", each.encode()


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_no_address_token_secret_name_or_private_word_is_on_any_page(whole, pages, kind):
    played = whole(kind)
    with open_store(played.db) as store:
        secrets = list(secrets_of(store, played.campaign(store)))
    for name, data in every_byte(pages(kind)):
        low = data.lower()
        for what, secret in secrets:
            assert secret.lower() not in low, (what, name)


def secret_words(played):
    """Yield what only some seats learn, as the pages would say it: order lines and sentences."""
    from adjudicator.games.contract import events_for
    from adjudicator.reports.files.pages import PageHtml
    from adjudicator.reports.formats import _tongue_for

    with open_store(played.db) as store:
        campaign = played.campaign(store)
        game = campaign.game
        for done in queries.resolutions(store, campaign):
            view = game.view(game.decode(done.position), "")
            tongue = _tongue_for(PageHtml, game, view, game.picture(view, ()))
            events = game.decode_events(done.events)
            public = {
                passage.text
                for chapter in tongue.teller.tell(events_for(events, ""))
                for passage in chapter.passages
            }
            secret = [event for event in events if event.to]
            for event in secret:  # an order line is told to who wrote it
                text = getattr(event, "text", "")
                if len(text) >= LEAST:
                    yield html.escape(text)
            for chapter in tongue.teller.tell(secret):
                for passage in chapter.passages:
                    if passage.text and passage.text not in public:
                        yield passage.text


def text_of(folder):
    """Return all that lies in a folder as one text."""
    return b"".join(data for _, data in every_byte(folder)).decode("utf-8", "replace")


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_no_event_of_one_seat_alone_is_told(whole, pages, kind):
    """What only some seats learn is put into words, and none of its own words is on a page."""
    everything, secrets = text_of(pages(kind)), list(secret_words(whole(kind)))
    assert secrets
    for each in secrets:
        assert each not in everything


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_hidden_facts_change_nothing_on_any_page(whole, kind, monkeypatch):
    """Pages are made from the public view alone: with another truth behind it they are the same."""
    played, asked = whole(kind), []
    with open_store(played.db) as store:
        campaign = played.campaign(store)
        game = campaign.game
        real = game.view

        def view(position, seat):
            asked.append(seat)
            return real(position, seat)

        monkeypatch.setattr(game, "view", view)
        episodes = chronicle_of(State(store, campaign, played.now)).episodes
    assert len(asked) >= len(episodes) > 2
    assert set(asked) == {""}
