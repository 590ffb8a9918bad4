"""How a simulated world begins: its game, its settings and its seats, as its seed has them."""

import gzip
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mails import JUDGE, MASTER
from msgspec import structs
from persons import Ruler
from timetable import DAY, SCHEDULES, ZONES

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import deadlines
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, create
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.letter_records import Heading
from adjudicator.store.records import Deadline, Settings

RELEASES = Path(__file__).parents[1] / "releases"
GAMES = ("samurai-swords", "shogun", "gekokujo", "ikusa")
BEGINNINGS = (
    datetime(2026, 3, 20, 12, tzinfo=UTC),
    datetime(2026, 10, 20, 12, tzinfo=UTC),
    datetime(2027, 12, 25, 9, tzinfo=UTC),
)
NAME = "world"


class Beginning:
    """What a world does before anything happens in it."""

    def _set_up(self, chance):
        self.stays = chance.random() < 0.6
        two = "two" in self.faults and chance.random() < 0.6
        self._processes = [None] * (2 if two else 1)
        if "upgrade" in self.faults and self.seed % 9 == 8:
            self._begin_from_release()
        else:
            self._begin_anew(chance)
        self.campaign = queries.find_campaign(self._store, self.name)
        self.head, self.game = self._last_serial(), self.campaign.ruleset
        self.last_deadline = max((each.id for each in self._store.rows(Deadline)), default=0)
        self.people[MASTER] = Ruler(self, MASTER)
        usual = {each.name: each.default for each in registry.find(self.game).meta.options}
        options = {k: v for k, v in self.campaign.options.items() if v != usual.get(k)}
        settings = self.campaign.settings
        self.tell(
            f"{self.game} {options}, {len(self.state().seats)} seats, {settings.deadline} ({settings.zone}), "
            f"grace {settings.grace}, {'worker' if self.stays else 'cron'}, "
            f"{len(self._processes)} of them"
        )
        self._plan_faults()

    def _choose_settings(self, chance):
        return Settings(
            zone=chance.choice(ZONES),
            deadline=chance.choice(SCHEDULES),
            grace=chance.choice([0, 0, 12]),
            misses=chance.choice([0, 2, 3]),
            early=chance.random() < 0.8,
            last_call=chance.choice([0, 30]),
            remind=chance.choice(["24", "48, 6"]),
            bank=chance.choice([0, 0, 2]),
            hurry=chance.choice([0, 0, 12]),
            least=chance.choice([0, 0, 24]),
            vote_days=chance.choice([2, 7]),
            secret_votes=chance.random() < 0.5,
            anonymous=chance.random() < 0.3,
            caretakers=chance.choice(["guests", "everybody", "everybody", "everybody"]),
            press_stops=chance.choice([0, 0, 3]),
            votes=chance.choice(["all", "two thirds", "majority"]),
            longest_pause=chance.choice([0, 48]),
            webhook=chance.choice(["", self.notices.url_of("everybody@all.test")]),
            open="guests" in self.faults,
            gm=MASTER,
            address=JUDGE,
            host="games.test",
        )

    def _begin_from_release(self):
        """Go on with a campaign that an older release began, in which others take the seats."""
        chance = self.chance("upgrade")
        kept = chance.choice(sorted(RELEASES.glob("schema-*/*.db.gz")))
        self.place.write_bytes(gzip.decompress(kept.read_bytes()))
        self._store = self._open()
        (self.campaign,) = queries.campaigns(self._store)
        self.name = self.campaign.name
        self._begin = max(self.state().head.created, *BEGINNINGS) + timedelta(days=1)
        self.before = {each.message_id for each in self._store.rows(Heading)}
        for each in self._store.rows(Heading):
            self.known |= set(each.recipients)
        settings = structs.asdict(self._choose_settings(chance))
        changed = {name: settings[name] for name in ("deadline", "gm", "address", "zone", "early")}
        commit(self._store, self.campaign, self.now(), change_settings, **changed)
        soon = self.now() + timedelta(days=2)
        commit(self._store, self.campaign, self.now(), deadlines.move_deadline, soon)
        for n, each in enumerate(self.state().seats[:2]):
            self.known.add(each.address)
            player = Player(each.name, self._new_person(each.name, f"p{n}@players.test").address)
            commit(self._store, self.campaign, self.now(), hand_over, player)

    def _begin_anew(self, chance):
        game = registry.find(GAMES[self.seed % len(GAMES)])
        few, most = game.meta.players
        players, is_announced = [], "guests" in self.faults and chance.random() < 0.2
        for n, seat in enumerate(game.meta.seats[: min(most, max(few, chance.randint(3, 4)))]):
            if is_announced and chance.random() < 0.5:
                players.append(Player(seat, open=True))
                continue
            if n > 1 and chance.random() < 0.15:
                players.append(Player(seat, regent="steady"))
                continue
            person = self._new_person(seat, f"player{n}@players.test")
            players.append(Player(seat, person.address, f"Player {n}", chance.choice(ZONES)))
        self._store = self._open()
        options, settings = self._choose_options(game, chance), self._choose_settings(chance)
        enter = create
        if is_announced:
            enter, calls = announce, chance.random() < 0.5
            settings = structs.replace(settings, gather=24, fill_days=6, roll_call=calls)
            for _ in range(6):
                self._at(chance.uniform(0, 4) * DAY, self._come_along, ("join",))
        self._enter(enter, game, players, options, settings)

    def _choose_options(self, game, chance):
        changed = {}
        for each in game.meta.options if "options" in self.faults else ():
            if each.values and chance.random() < 0.3:
                changed[each.name] = chance.choice(each.values)
        return changed

    def _enter(self, enter, game, players, options, settings):
        """Enter the campaign, with its options if the game takes them all together."""
        for each in (options, {}):
            with suppress(CampaignError, GameError):
                plan = NewCampaign(NAME, game.meta.name, tuple(players), each, settings)
                enter(self._store, plan, self.now(), secret=self.chance("dice").randbytes(32))
                return
