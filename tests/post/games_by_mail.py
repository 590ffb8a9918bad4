"""A game of each kind, played by mail as far as its first letters, with what a reader can quote."""

import email
from datetime import UTC, datetime
from email import policy
from typing import NamedTuple

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.games import registry
from adjudicator.post.incoming.html_text import text_of_html
from adjudicator.post.passes.compose import write
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Campaign, Settings

START = datetime(2026, 11, 20, 12, tzinfo=UTC)
ADDRESS = "judge@example.org"
ANN = "ann@example.org"


class Sent(NamedTuple):
    """A letter to Ann, as her mail program shows it."""

    game: str
    letter: Letter
    text: str
    page: str
    sheet: str
    seat: str
    token: str

    @property
    def orders(self):
        """What of it can be sent as orders."""
        return self.letter.content.orders or ()

    @property
    def to(self):
        """Where an answer goes."""
        local, _, domain = ADDRESS.partition("@")
        return f"{local}+{self.token}@{domain}"


def play(store, ruleset, phases=1, **options):
    """Set up a game whose first seat is Ann's, who asks how it stands; return its letters to her."""
    seats = registry.find(ruleset).meta.seats[:3]
    players = tuple(
        Player(seat, ANN if not n else f"player{n}@example.org", "Ann" if not n else f"Player {n}")
        for n, seat in enumerate(seats)
    )
    settings = Settings(deadline="daily 20:00", address=ADDRESS, misses=0)
    name = ruleset.replace("-", "")
    create(store, NewCampaign(name, ruleset, players, options, settings), START, secret=bytes(32))
    campaign = queries.find_campaign(store, name)
    seat = State(store, campaign, START).seat(seats[0])
    raw = f"From: {ANN}\nTo: judge+{token(seat)}@example.org\nMessage-ID: <a@{ruleset}>\n\n"
    take(store, f"{raw}amend\nI build 3 castels in Owarri\n{_some_order(store)}".encode(), START)
    for _ in range(phases):
        adjudicate(store, name, START)
    return letters_of(store, name)


def _some_order(store):
    letter = store.rows(Letter, order="id", last=True, limit=1)[0]
    return next(iter(letter.content.orders or ("ready",)))


def letters_of(store, name):
    """Return all letters to Ann of a campaign."""
    campaign = queries.find_campaign(store, name)
    seat = State(store, campaign, START).seats[0]
    found = store.rows(Letter, order="id", campaign_id=campaign.id, seat=seat.name)
    return [_shown(store, each, seat) for each in found if ANN in each.recipients]


def _shown(store, letter, seat):
    data = write(store, outbox.unpack(store, letter)).data
    message = email.message_from_bytes(data, policy=policy.default)
    text = message.get_body(("plain",)).get_content()
    page = message.get_body(("html",))
    sheets = [x for x in message.iter_attachments() if str(x.get_filename()).startswith("orders-")]
    sheet = sheets[0].get_content() if sheets else ""
    shown = text_of_html(page.get_content()) if page else ""
    return Sent(letter.phase, letter, text, shown, sheet, seat.name, token(seat))


def answer(letter, body, *, fields=(), to=None):
    """Return what a mail program sends for an answer to a letter."""
    head = [f"From: Ann <{ANN}>", f"To: {to or letter.to}", "Message-ID: <answer@mail.example>"]
    head += [f"Subject: Re: {letter.letter.subject}", "Content-Type: text/plain; charset=utf-8"]
    return "\n".join([*head, *fields, "", body]).encode()


def legal_orders(store, letter):
    """Return orders that Ann could give when the letters were made, as lines."""
    campaign = store.find(Campaign, id=letter.letter.campaign_id)
    state = State(store, campaign, START)
    view = campaign.game.view(state.position, letter.seat)
    return sorted({str(each) for each in campaign.game.legal_orders(view, letter.seat)})
