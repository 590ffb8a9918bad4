"""Whole campaigns for the tests of pages: four persons, their orders, press, words, and secrets."""

import shutil
from copy import copy
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.letters import letters
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.press.press import THE_MASTER, THE_OBSERVERS, Piece
from adjudicator.chance import Stream
from adjudicator.reports import Report
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings

BEGINS = datetime(2026, 3, 4, 18, tzinfo=UTC)
DAY = timedelta(days=1)
JUDGE, MASTER = "judge@sites.example", "master@sites.example"
SECRET = b"the secret of a campaign's pages"

SWORDS = ("Oda", "Takeda", "Uesugi", "Mori")
CAMPAIGNS = {
    "swords": ("samurai-swords", SWORDS, {}),
    "ikusa": ("ikusa", SWORDS, {"war": "together"}),
    "shogun": ("shogun", ("blue", "red", "yellow", "purple"), {"tenno": True}),
    "gekokujo": ("gekokujo", ("vermilion", "indigo", "gold"), {"politics": True, "rice": True}),
}
MODES = {**CAMPAIGNS, "two": ("samurai-swords", SWORDS[:2], {})}


WITHOUT_LETTERS = patch.object(letters, "make_report", return_value=Report("", "", ""))
"""Pages are made from no letter, so none need be written."""


def address_of(place):
    return f"player-{place}@homes.example"


def player_of(place):
    return f"Person {'ABCDE'[place]}"


class Played:
    """A campaign in a database that can be played on."""

    def __init__(self, folder, name="sekigahara", kind="swords", players=None, **settings):
        self.game, seats, options = MODES[kind]
        self.db = folder / "campaign.db"
        self.name, self.now, self.count = name, BEGINS, 0
        names = players or [player_of(place) for place in range(len(seats))]
        people = tuple(
            Player(seat, address_of(place), names[place]) for place, seat in enumerate(seats)
        )
        settings = Settings(address=JUDGE, gm=MASTER, host="sites.example", **settings)
        with WITHOUT_LETTERS, open_store(self.db, create=not self.db.exists()) as store:
            plan = NewCampaign(name, self.game, people, options, settings)
            create(store, plan, self.now, secret=SECRET)

    def copy(self, folder):
        """Return the same campaign in a database of its own."""
        made = copy(self)
        made.db = folder / self.db.name
        shutil.copyfile(self.db, made.db)
        return made

    def campaign(self, store):
        return queries.find_campaign(store, self.name)

    def play(self, phases=99, rounds=99, **more):
        """Play so many phases, or to the end of so many rounds, by the orders of regents."""
        with WITHOUT_LETTERS, open_store(self.db) as store:
            for _ in range(phases):
                campaign = self.campaign(store)
                head = queries.head(store, campaign)
                if head.opens.over or head.opens.round > rounds:
                    break
                self._order(store, campaign, head)
                self.now += DAY
                adjudicate(store, self.name, self.now, **more)
        return self

    def _order(self, store, campaign, head):
        game = campaign.game
        position, regent = game.decode(head.position), game.regent("steady")
        for seat in queries.seats(store, campaign):
            if seat.name in head.opens.may:
                view = game.view(position, seat.name)
                orders = regent.orders(view, seat.name, Stream(seat.name.encode()))
                self.send(store, campaign, seat, f"{orders}\nready\n")

    def send(self, store, campaign, seat, text):
        self.count += 1
        id = f"<{self.count}@mail.example>"
        submit(store, text, Source(id=id, key=id, token=token(seat)), self.now)

    def change(self, what, *given, **more):
        """Change the campaign as its game master would."""
        from adjudicator.campaign.kernel.change import commit

        with WITHOUT_LETTERS, open_store(self.db) as store:
            commit(store, self.campaign(store), self.now, what, *given, **more)
        return self

    def say(self, seat, text, to=(THE_OBSERVERS,), signed=True, broadcast=False):
        """Enter press as a letter would."""
        from adjudicator.campaign.kernel.change import commit
        from adjudicator.campaign.press.press import enter_press

        self.count += 1
        id = f"<{self.count}@mail.example>"
        said = Piece(tuple(to), signed, text, False, broadcast)
        with open_store(self.db) as store:
            commit(
                store,
                self.campaign(store),
                self.now,
                lambda at: enter_press(at, seat, id, said, Source(id=id, key=id), None),
            )

    def pages(self, folder, url=""):
        from adjudicator.site.keep import make_pages

        with open_store(self.db) as store:
            return make_pages(store, self.campaign(store), self.now, folder, url)


__all__ = ["CAMPAIGNS", "JUDGE", "MASTER", "MODES", "SECRET", "THE_MASTER", "Played", "address_of"]
