"""A simulated world: a campaign that is played by mail for weeks, and everything goes wrong.

Everything follows from one seed: the people, their letters, the mail system, the clocks, and when
the judge's processes are killed. The judge's own code runs unchanged on a database in a file; its
clock, its mailbox and its way out are the world's. After each step it is checked that nothing was
lost; at the end the faults stop, and every game must go on by itself.
"""

import gzip
import heapq
import json
import random
import re
from collections import Counter, defaultdict
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from functools import partial
from pathlib import Path
from typing import NamedTuple

import checks
from ledger import Closing
from mails import JUDGE, Inbox, Mailbox, Notices, Outbox, Sent, write_bounce
from msgspec import structs
from persons import Outsider, Person, Ruler
from processes import Disk, Killed, Life, Machine, MortalStore
from timetable import SCHEDULES, ZONES

from adjudicator.campaign.kernel.change import commit, what_is_due
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import LATEST, Length
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.outbox import hasten
from adjudicator.campaign.people.forget import forget
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import correct, deadlines
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, create
from adjudicator.campaign.records.moving import move_all
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.post.passes.restore import replay, tell_masters
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration
from adjudicator.service.worker import Worker
from adjudicator.store import queries
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Heading
from adjudicator.store.records import (
    Adjudication,
    Caretaker,
    Deadline,
    LastPass,
    Master,
    Seat,
    Settings,
)

FAULTS = (
    *("kill", "power", "full", "disk", "lost", "two", "race", "restore", "upgrade", "move"),
    *("delay", "double", "lose", "bounce", "smtp", "mailbox", "down", "jump"),
    *("master", "options", "typos", "habits", "press", "spam", "votes", "seats", "guests"),
)
RELEASES = Path(__file__).parents[1] / "releases"
GAMES = ("samurai-swords", "shogun", "gekokujo", "ikusa")
BEGINNINGS = (
    datetime(2026, 3, 20, 12, tzinfo=UTC),
    datetime(2026, 10, 20, 12, tzinfo=UTC),
    datetime(2027, 12, 25, 9, tzinfo=UTC),
)
DAY = 86400.0
NAME, MASTER = "world", "gm@master.test"
MOST_STEPS = 3000
"""So many steps at one moment are too many: the workers never come to rest."""
MOST_PASSES = 200
"""Within so many passes without faults and letters every game must go on by two phases."""
_CANARY = re.compile(r"zq[0-9a-f]{12}qz")


class ViolationError(AssertionError):
    """Something happened in a world that must never happen."""

    def __init__(self, code, text, about):
        super().__init__(f"{code}: {text}")
        self.code, self.about = code, about


class Secret(NamedTuple):
    """Who may read a word: its readers, who holds one of some seats, who looks after another."""

    readers: set | None
    seats: tuple = ()
    cared: str = ""


class WorldClock(Clock):
    """The clocks of the machine that the judge runs on."""

    def __init__(self, world):
        self._world = world

    def now(self):
        """Return what it says, which may be wrong."""
        return self._world.now()

    def ticks(self):
        """Return the seconds since the beginning of the world."""
        return self._world.seconds

    def steady(self):
        """Return the clock that never jumps."""
        return deadlines.Steady(f"boot{self._world.boots}", int(self._world.seconds))


class Quiet(Machine):
    """The machine, as the world itself sees it."""

    def __init__(self, world):
        self._world = world

    def note_flush(self):
        self._world.note_flush()

    def draw(self, count):
        return self._world.chance("machine").randbytes(count)

    def now(self):
        return self._world.now()


class Restless(Quiet):
    """The machine, as processes see it."""

    def is_full(self):
        return self._world.is_away("full")

    def is_damaged(self):
        return self._world.is_away("disk")

    def is_lost(self):
        return "lost" in self._world.faults and self._world.chance("lost").random() < 0.01

    def come_between(self, life, *, has_read):
        self._world.come_between(life, has_read=has_read)


class Process:
    """A process of the judge, at whatever it is."""

    def __init__(self, world):
        self.life, self._world = Life(), world
        world.lives.append(self.life)
        if world.fuses:
            self.life.left, self.life.is_power = world.fuses.pop()
        self._store = self._work = None
        self.is_called = True
        """Whether its mailbox may have something new."""

    def step(self):
        """Do one deed, or a job without one; return it, or None if there is nothing left to do.
        Raises Killed."""
        if self._store is None:
            self._store = self._world.open_as(self.life)
            self._worker = Worker(
                self._store,
                Configuration(address=JUDGE, gm=MASTER),
                ("mail", "campaigns"),
                stays=self._world.stays,
                mailboxes=[self._world.mailbox(self.life)],
                outbox=Outbox(self._world, self.life),
                post=partial(self._world.notices.post, self.life),
                clock=self._world.clock,
            )
            if self._world.stays:
                self._is_new = True
        if self._world.stays and self._is_new:
            self._worker.begin()
            self._is_new = False
        if self._work is None:
            self._work = self._begin_work()
        deed = next(self._work, None)
        if deed is None:
            self._work = None
            if not self._world.stays:
                self.end()
            elif self._store.jobs and not self._worker.rest:
                return Done("job", "")
        return deed

    def _begin_work(self):
        if not self._world.stays:
            return self._worker.finish()
        is_called, self.is_called = self.is_called or not self._store.jobs, False
        return self._worker.take_turn(called=is_called)

    def lose(self):
        """Give up what it is at, for the database failed; one that does not stay ends."""
        self._work, self._is_new = None, True
        if not self._world.stays:
            self.end()

    def end(self):
        """End it, whatever it is at."""
        self.life.is_over = True
        if self._work is not None and not self._work.gi_running:  # else it dies as it goes on
            with suppress(Killed):
                self._work.close()
        if self._store is not None:
            self._store.close()


def _dicts(value):
    """Yield all objects in a JSON value."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, (dict, list)):
            yield from _dicts(each)


class World:
    """One world: ``run`` lets it live. What happens in it is told in ``story``."""

    mailbox_kind, store_kind = Mailbox, MortalStore
    impossible = ("lost",)
    """Faults that cannot happen to its database."""

    def __init__(self, seed, days, faults, folder):
        self.seed, self.days, self.faults = seed, days, {*faults} - {*self.impossible}
        self._chances = {}
        chance = self.chance("world")
        self.seconds, self._begin, self._jumps = 0.0, chance.choice(BEGINNINGS), timedelta()
        self._jumps_of, self.is_displaced = {}, False
        self.clock, self.inbox = WorldClock(self), Inbox()
        self.story, self.counts, self.written = [], Counter(), Counter()
        self._events, self._number = [], 0
        self.fuses, self.lives, self._away, self.disturbances = [], [], {}, []
        self.called = set()
        """The resolutions behind which the game master had a phase carried out at once."""
        self.people, self.known, self.letters, self.meddled = {}, {MASTER}, [], []
        self.ready_said, self.notices = defaultdict(list), Notices(self)
        """When somebody wrote for a seat what may say that it is done with a phase."""
        self.quiet, self.machine, self.boots = Quiet(self), Restless(self), 1
        self._is_between, self.unflushed, self._texts = False, set(), {}
        self.sent, self.excused, self.posted, self.names = [], set(), {}, {}
        self.secrets, self._unreachable, self.posted_notices = {}, {}, set()
        self.name, self.before = NAME, set()
        """The campaign, and the letters that it had before this world."""
        self.holders, self.checked = defaultdict(list), set()
        self.opened, self.played = {}, {}
        """When each phase opened, and the keys of those that were carried out, with the serial."""
        self.last_deadline = 0
        self.ruled = []
        """When a letter of the game master's arrived."""
        self._folder, self.place = folder, self._place(folder)
        self._set_up(chance)

    def _place(self, folder):
        """Say where the database is, the next time it is another."""
        path = folder / f"campaign{self.counts['moves']}.db"
        self._disk = Disk(path)
        return path

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

    def _plan_faults(self):
        """Settle when what goes wrong; each kind has a chance of its own."""
        spans = (
            ("mailbox", 6, 12),
            ("smtp", 6, 8),
            ("down", 8, 20),
            ("full", 7, 5),
            ("disk", 7, 1),
        )
        for name, every, longest in spans:
            self._away[name] = []
            for begin in self._moments(name, every):
                end = begin + self.chance(name).uniform(60, longest * 3600)
                self._away[name].append((begin, end))
        for moment in self._moments("mailbox", 3):
            self._at(moment, self._lose_mailbox)
        for moment in self._moments("kill", 0.15):
            most = self.chance("kill").choice([5, 30, 150])
            steps = [(self.chance("kill").randint(1, most), False) for _ in range(2)]
            self._at(moment, self._light_fuses, steps)
        for moment in self._moments("power", 4):
            most = self.chance("power").choice([5, 30, 150])
            self._at(moment, self._light_fuses, [(self.chance("power").randint(1, most), True)])
        for moment in self._moments("guests", 4):
            self._at(moment, self._come_along)
        for n, moment in enumerate(self._moments("restore", 20)):
            backup = self._folder / f"backup-{n}.db"
            self._at(moment, self._back_up, backup)
            self._at(moment + self.chance("restore").uniform(0.1, 4) * DAY, self._restore, backup)
        for moment in self._moments("move", 12):
            self._at(moment, self._move)
        for moment in self._moments("jump", 12):
            jumps = [-7200, -600, 600, 3700, 26 * 3600]
            self._at(moment, self._jump, self.chance("jump").choice(jumps))
        for moment in self._moments("bounce", 6):
            self._at(moment, self._fill_mailbox)
        for moment in self._moments("spam", 3):
            self._at(moment, self._spam)
        for moment in self._moments("master", 3):
            rules = self.chance("master").random() < 0.5
            self._at(moment, self.people[MASTER].rule if rules else self._meddle)

    def _moments(self, fault, every):
        chance, found, moment = self.chance(fault), [], 0.0
        while fault in self.faults:
            moment += chance.expovariate(1 / (every * DAY))
            if moment > self.days * DAY:
                break
            found.append(moment)
        return found

    # What everybody in it may ask

    def chance(self, name):
        """Return the source of all that happens by chance to something."""
        if name not in self._chances:
            self._chances[name] = random.Random(f"{self.seed} {name}")
        return self._chances[name]

    def now(self):
        """Return what the clock on the wall says."""
        return self._begin + timedelta(seconds=self.seconds) + self._jumps

    def state(self):
        """Return how the campaign stands."""
        return State(self._store, queries.find_campaign(self._store, self.name), self.now())

    def seats_of(self, state, address):
        """Return the names of the seats that a person holds."""
        return [each.name for each in state.seats if each.address == address]

    def has_meddled(self, seat):
        """Say whether a player asked lately for what changes which orders stand."""
        return any(who == seat and when > self.seconds - 9 * DAY for who, when in self.meddled)

    def opens(self, store):
        """Return the keys of the phases that were opened, once for each time."""
        rows = store.rows(Adjudication, campaign_id=self.campaign.id)
        return [each.opens.key for each in rows if each.serial <= self.head]

    def after(self, seconds, do, *what):
        """Let something happen later."""
        self._at(self.seconds + max(0.0, seconds), do, *what)

    def _at(self, moment, do, *what):
        self._number += 1
        heapq.heappush(self._events, (moment, self._number, do, what))

    def tell(self, text):
        """Tell what happened."""
        self.story.append(f"{self.now():%a %d %b %H:%M:%S} {text}")

    def fail(self, code, text, *about):
        """Say that something happened that must never happen. Raises ViolationError."""
        self.tell(f"VIOLATION {code}: {text}")
        raise ViolationError(code, text, about)

    def is_away(self, what):
        """Say whether a part of the world is out of reach."""
        spans = self._away.get(what, ()) if what in self.faults else ()
        return any(begin <= self.seconds < end for begin, end in spans)

    def was_away(self, since, until):
        """Say whether mail could not be read for a part of some time by the clock on the wall."""
        begin = self.seconds - (self.now() - since).total_seconds()
        end = self.seconds - (self.now() - until).total_seconds()
        spans = [*self._away["mailbox"], *self._away["down"]]
        return any(a < end and b > begin for a, b in spans)

    def open_as(self, life):
        """Open the database as a process does."""
        return self.kind_of(self.place)(self.place, life, self.machine)

    def kind_of(self, place):
        """Return of which kind the database is that lies somewhere."""
        return self.store_kind

    def _open(self):
        """Open the database as the world itself has it, to which nothing happens."""
        return self.kind_of(self.place)(self.place, Life(), self.quiet)

    def note_flush(self):
        """All that was committed is on the disk."""
        self._disk.note_flush()
        self.unflushed.clear()

    def come_between(self, life, *, has_read):
        """Let another be faster than a process that is about to write, rather if it has just read
        what it changes."""
        often = 0.2 if has_read else 0.03
        if self._is_between or "race" not in self.faults or self.chance("race").random() > often:
            return
        self._is_between = True
        try:
            self.counts["races"] += 1
            others = [n for n, each in enumerate(self._processes) if each and each.life is not life]
            if has_read and "master" in self.faults and self.chance("race").random() < 0.5:
                self._meddle()
            elif others:
                self._step(self.chance("race").choice(others))
        finally:
            self._is_between = False

    def mailbox(self, life):
        """Open the mailbox as a process does."""
        return self.mailbox_kind(self, life)

    # Letters

    def post(self, raw, message_id, sender):
        """Let somebody send the judge a letter."""
        chance = self.chance("delay")
        delay = 1 + chance.expovariate(1 / 15)
        if "delay" in self.faults and chance.random() < 0.15:
            delay = chance.choice([600, 3600, DAY, 4 * DAY]) * chance.random()
        self.after(delay, self._arrive, raw, message_id, sender)
        doubles = self.chance("double")
        if "double" in self.faults and doubles.random() < 0.08:
            self.after(delay + doubles.choice([0, 3, 7200]), self._arrive, raw, message_id, sender)

    def enter_letter(self, written):
        """Note a letter with orders that somebody wrote."""
        answers = [each for each in self.sent if each.answers and each.to == written.writer]
        texts = (" ".join(each.text.split()).casefold() for each in answers)
        written.is_suggested = any(all(each in text for each in written.lines) for text in texts)
        self.letters.append(written)
        self.posted[written.message_id] = written

    def _arrive(self, raw, message_id, sender):
        self.counts["letters in"] += 1
        name, arrived = f"m{self.counts['letters in']:06}", self.now().replace(microsecond=0)
        self.inbox.put(name, arrived, raw)
        self.names[name] = (message_id, sender)
        if message_id in self.posted:
            self.posted[message_id].arrivals.append((arrived, name))
            what = f"orders for {self.posted[message_id].meant}"
        elif sender == MASTER:
            what = "a letter"
            self.ruled.append(self.seconds)
        else:
            what = "a letter"
        self.tell(f"{name}: {what} of {sender} arrives ({message_id})")

    def put_away(self, name):
        """Put a letter of the mailbox away."""
        if name in self.inbox.new:
            self.inbox.done[name] = self.inbox.new.pop(name)
            if letter := self.posted.get(self.names[name][0]):
                letter.read = letter.read or self.now()

    def new_secret(self, readers, *seats, cared=""):
        """Return a word that nobody may ever see but its readers, who holds one of some seats, and
        who looks after another; None: all are its readers. The first seat is its writer's."""
        word = f"zq{self.chance('secrets').getrandbits(48):012x}qz"
        self.secrets[word] = Secret(readers, seats, cared)
        return word

    def writers_in(self, mail):
        """Return the seats of those who wrote the secrets in a letter."""
        words = sorted(set(_CANARY.findall(str(mail))))
        return [seat for word in words for seat in self.secrets[word].seats[:1]]

    def seat_in_care(self, address):
        """Return the seat that who is answered to at an address looks after; ``""``: none."""
        cares = self._store.rows(Caretaker, campaign_id=self.campaign.id)
        return next((each.seat for each in cares if token(each) in address), "")

    def _carers(self, seat):
        rows = self._store.rows(Caretaker, campaign_id=self.campaign.id, seat=seat)
        return {each.address for each in rows}

    # What people know and choose

    def count(self, habit):
        """Count what somebody does."""
        self.counts[f"habit {habit}"] += 1

    def choose_orders(self, state, seat, name, chance):
        """Return the orders that a regent would give."""
        if not state.has_begun or state.is_over:
            return ""
        view, regent = state.game.view(state.position, seat), state.game.regent(name)
        return str(regent.orders(view, seat, Stream(chance.randbytes(8))))

    def places(self, state):
        """Return the names of the provinces."""
        if not state.has_begun:
            return ["Kai"]
        return sorted(state.game.picture(state.game.view(state.position, ""), ()).spots)

    def outsiders(self):
        """Return the addresses of those who hold no seat, as far as anybody knows of them."""
        return sorted(k for k, each in self.people.items() if isinstance(each, Outsider))

    def new_outsider(self):
        """Return the address of somebody new."""
        self.counts["strangers"] += 1
        address = f"stranger{self.counts['strangers']}@guests.test"
        self.people[address] = Outsider(self, address)
        self.known.add(address)
        return address

    def another_address(self, seat, address):
        """Return another address of a player, whose letters somebody reads."""
        new = f"{address.partition('@')[0]}x@new.test"
        if new not in self.people:
            self.people[new] = Person(self, seat, new)
            self.known.add(new)
        return new

    def accept(self, mail, recipient, life, *, is_unknown):
        """Take a letter of the judge's for somebody, and look at it on the way."""
        self.counts["letters out"] += 1
        parsed = message_from_bytes(mail.data)
        parts = [each for each in parsed.walk() if each.get_content_maintype() == "text"]
        text = "\n".join(each.get_payload(decode=True).decode("utf-8", "replace") for each in parts)
        plain = parts[0].get_payload(decode=True).decode("utf-8", "replace") if parts else ""
        answers = str(parsed["In-Reply-To"] or "")
        self._check_letter(mail, recipient, text, is_unknown)
        self.sent.append(Sent(self.seconds, mail.message_id, recipient, answers, plain))
        life.hand(mail.message_id, recipient)
        self.unflushed |= life.handed
        chance = self.chance("out")
        if "bounce" in self.faults and self._unreachable.get(recipient, 0) > self.seconds:
            number, known = self.counts["bounces"], chance.random() < 0.7
            self.counts["bounces"] += 1
            raw = write_bounce(mail, recipient, number, is_known=known)
            self.post(raw, f"<b{number}@relay.test>", "a mail server")
            return
        if recipient not in self.people or ("lose" in self.faults and chance.random() < 0.03):
            return
        delay = chance.expovariate(1 / 20)
        if "delay" in self.faults and chance.random() < 0.1:
            delay = chance.choice([3600, DAY, 2 * DAY]) * chance.random()
        self.after(delay, self.people[recipient].read, parsed)

    def _check_letter(self, mail, recipient, text, is_unknown):
        key = (mail.message_id, recipient)
        if recipient not in self.known:
            self.fail("stranger", f"{mail.message_id} went to {recipient}", mail.message_id)
        self._check_once(key, text)
        if is_unknown:
            self.excused.add(key)
        for word in set(_CANARY.findall(text)):
            if not self._may_read(recipient, self.secrets[word]):
                self.fail("secret", f"{word} in {mail.message_id} to {recipient}", word)
        for each in self._holders():
            if token(each) in text and recipient.casefold() != each.address.casefold():
                what = f"that of {each.address} in {mail.message_id} to {recipient}"
                self.fail("token", what, each.address)

    def check_notice(self, message_id, url, text, life):
        """Look at a notice that is posted: it goes once, to whoever may know of it."""
        self.counts["notices"] += 1
        self.posted_notices |= {(message_id, url), (message_id, "")}
        self._check_once((message_id, url), text)
        life.hand(message_id, url)
        self.unflushed |= life.handed
        if _CANARY.search(text) or any(token(each) in text for each in self._holders()):
            self.fail("secret", f"in notice {message_id} to {url}", message_id)

    def _holders(self):
        """Yield all who have a token."""
        for record in (Seat, Caretaker, Master):
            yield from self._store.rows(record, campaign_id=self.campaign.id)

    def _check_once(self, key, text):
        """Check that what went before goes again only if nobody can know that it did."""
        if key in self._texts:
            if key not in self.excused:
                self.fail("sent twice", f"{key[0]} to {key[1]}", key[0])
            self.counts["sent again"] += 1
            self.excused.discard(key)
            if self._texts[key] not in ("", text):
                self.fail("other text", f"{key[0]} to {key[1]}", key[0])
        self._texts[key] = text

    def _may_read(self, recipient, secret):
        holders = {each for seat in secret.seats for each in self.holders[seat]}
        return (
            secret.readers is None
            or recipient in {MASTER, *secret.readers, *holders}
            or (secret.cared and recipient in self._carers(secret.cared))
        )

    # What goes wrong

    def _light_fuses(self, steps):
        self.fuses = list(steps)
        living = [each for each in self._processes if each]
        if living:
            living[0].life.left, living[0].life.is_power = self.fuses.pop()

    def _cut_power(self):
        """Let the machine fail: all processes die, and what was not flushed is lost."""
        lost = self._disk.fail(self._close, self.chance("power").choice([0, 0, 0, 4120, 5000]))
        self.counts["power cuts"] += 1
        self.counts["bytes lost"] += lost
        self.tell(f"the power fails, and {lost} bytes are lost")
        self.excused |= self.unflushed
        self._go_back()
        self.boots += 1
        self.seconds += self.chance("power").choice([20, 600, 7200])

    def _last_serial(self, store=None):
        """Return the number of the last resolution; -1: it is before the deal."""
        last = (store or self._store).first(Adjudication, last=True, campaign_id=self.campaign.id)
        return last.serial if last else -1

    def _close(self):
        self._end_processes()
        self._store.close()

    def _go_back(self):
        """Go on with a database that may know less than before."""
        self._store = self._open()
        self.head = min(self.head, self._last_serial())
        self.played = {key: serial for key, serial in self.played.items() if serial <= self.head}
        self.checked.clear()
        self.last_deadline = max((each.id for each in self._store.rows(Deadline)), default=0)
        self.fuses = []

    def _back_up(self, backup):
        self._store.back_up(backup)
        self._jumps_of[backup] = self._jumps
        self.tell("a backup is made")

    def _restore(self, backup):
        """Put a backup in the place of the database, and read again what came since."""
        self.counts["restored backups"] += 1
        made = self._store.first(LastPass)
        until = min(made.at, self.now()) if made else self.now()
        self._close()
        for each in self.place.parent.glob(f"{self.place.name}*"):
            each.unlink()
        backup.rename(self.place)
        with self._open() as store:
            before = self._last_serial(store)
            mailbox = self.mailbox_kind(self, Life())
            done = replay(store, [mailbox], until)
            tell_masters(store, done, None, self.now())
            for each in queries.letters_to_send(store):
                hasten(store, each)
        if done.faults:
            self.fail("restore", str(done.faults)[:300])
        self.tell(f"the backup is restored: {len(done.dispositions)} letters, {done.phases}")
        # A jump put deadlines off, which nobody knows now; so letters may be for other phases.
        self.is_displaced |= self._jumps != self._jumps_of[backup]
        self.excused |= set(self._texts)  # whatever went out since may go again
        self._texts = dict.fromkeys(self._texts, "")
        self.before |= {message_id for message_id, _ in self._texts}
        self.disturbances.append(self.seconds)
        self.head = min(self.head, before)
        self._go_back()

    def _move(self):
        """Let the game move to another database, which may be killed halfway and is done again."""
        chance, source = self.chance("move"), self.place
        self._close()
        self.counts["moves"] += 1
        self.place = self._place(self._folder)
        life = Life()
        life.left = chance.choice([None, chance.randint(1, 60)])
        with self.kind_of(source)(source, life, self.quiet) as before, self._open() as after:
            try:
                after.life = life
                move_all(before, after, self.now())
            except Killed as death:
                self.tell(f"the move is killed: {death}")
        with self.kind_of(source)(source, Life(), self.quiet) as before:
            self._store = self._open()
            try:
                move_all(before, self._store, self.now())
            except StoreError as error:
                self.fail("move", str(error))
        self._store.flush()
        self.campaign = queries.find_campaign(self._store, self.name)
        self.tell(f"the game has moved to {self.place}")

    def _come_along(self, among=()):
        """Let somebody who holds no seat ask for something."""
        chance = self.chance("guests")
        address = f"guest{chance.randint(0, 3)}@guests.test"
        if address not in self.people:
            self.people[address] = Outsider(self, address)
            self.known.add(address)
        if isinstance(self.people[address], Outsider):
            self.people[address].ask(among=among)

    def settle_down(self, outsider, seat):
        """Let somebody who has got a seat be its player."""
        player = self.people[outsider.address] = Person(self, seat, outsider.address)
        player.reply_to = outsider.reply_to

    def _jump(self, seconds):
        self.disturbances.append(self.seconds)
        self._jumps += timedelta(seconds=seconds)
        self.counts["jumps"] += 1
        self.tell(f"the clock jumps by {seconds} seconds")

    def _lose_mailbox(self):
        """Let the mailbox be out of reach when the phase that waits ends, if anybody knows when."""
        chance, deadline = self.chance("mailbox"), self.state().deadline
        if deadline:
            ends = self.seconds + (deadline - self.now()).total_seconds()
            span = (ends - chance.uniform(1, 10) * 3600, ends + chance.uniform(0.2, 4) * 3600)
            self._away["mailbox"].append(span)

    def _fill_mailbox(self):
        chance = self.chance("bounce")
        who = chance.choice(sorted(self.people))
        self._unreachable[who] = self.seconds + chance.uniform(0.1, 2) * DAY
        self.tell(f"{who} cannot be reached for a while")

    def _spam(self):
        number = self.counts["spam"]
        self.counts["spam"] += 1
        raw = (
            f"From: news{number}@shop.test\r\nTo: {JUDGE}\r\nSubject: orders\r\nPrecedence: bulk\r\n"
            f"List-Unsubscribe: <mailto:x@shop.test>\r\nMessage-ID: <{number}@shop.test>\r\n\r\nBuy!\r\n"
        ).encode()
        self.post(raw, f"<{number}@shop.test>", "a shop")

    def _meddle(self):
        """Let the game master do something, at any moment."""
        chance, now = self.chance("master"), self.now()
        deeds = ("extend", "pause", "resume", "roll back", "hand over", "adjudicate", "deadline")
        what = chance.choice([*deeds, "replace", "settings", "correct"])
        state = self.state()
        seat, number = chance.choice(state.seats), chance.randint(1, 4)
        past = queries.past(self._store, self.campaign) if state.has_begun else []
        new = f"heir{self.counts['heirs']}@players.test"
        deeds = {
            "extend": (deadlines.extend, Length(days=number)),
            "deadline": (deadlines.move_deadline, now + timedelta(hours=9 * number)),
            "pause": (deadlines.stop_clock, now + timedelta(days=number)),
            "resume": (deadlines.start_clock,),
            "roll back": (correct.roll_back, past[-1].phase if past else "1 plan"),
            "hand over": (hand_over, Player(seat.name, new, "Heir")),
            "replace": (hand_over, Player(seat.name, regent="steady")),
            "settings": (self._change_a_setting,),
            "correct": (self._correct,),
        }
        self.tell(f"the game master: {what}")
        if what == "settings":  # which may be those by which the phase that waits ends
            self.disturbances.append(self.seconds)
        try:
            if what == "hand over":
                self.counts["heirs"] += 1
                self._new_person(seat.name, new)
            if what == "adjudicate":  # without having read the mail
                self.disturbances.append(self.seconds)
                self.called.add(self._last_serial())
                adjudicate(self._store, self.name, now)
            else:
                commit(self._store, state.campaign, now, *deeds[what])
            self.counts["deeds of the master"] += 1
        except (CampaignError, GameError, StoreError) as error:
            self.tell(f"it is refused: {error}")

    def _change_a_setting(self, change):
        chance = self.chance("master")
        name, values = chance.choice(
            [
                *(
                    ("deadline", SCHEDULES),
                    ("zone", ZONES),
                    ("grace", (0, 6, 24)),
                    ("bank", (0, 2)),
                ),
                *(("hurry", (0, 12)), ("last_call", (0, 30)), ("early", (False, True))),
            ]
        )
        change_settings(change, **{name: chance.choice(values)})

    def _correct(self, change):
        """Put a unit more somewhere."""
        position = json.loads(change.head.position)
        places = [each for each in _dicts(position) if any(type(n) is int for n in each.values())]
        place = self.chance("master").choice(places)
        unit = self.chance("master").choice(sorted(k for k, n in place.items() if type(n) is int))
        place[unit] += 1
        data, serial = json.dumps(position).encode(), change.head.serial
        correct.correct(change, data, "a slip of mine", expected=serial)

    def _new_person(self, seat, address):
        self.people[address] = Person(self, seat, address)
        self.known.add(address)
        self.holders[seat].append(address)
        return self.people[address]

    # The course of things

    def run(self):
        """Live for its days, and until everything has come to rest. Raises ViolationError."""
        try:
            while self.seconds < self.days * DAY and not self._is_over():
                self._settle()
                self._go_on()
            self._calm()
        finally:
            self._end_processes()
            self._store.close()

    def _is_over(self):
        return self.state().is_over and not self.inbox.new

    def _go_on(self):
        """Let time go by until the next thing happens."""
        moments = [self.seconds + 6 * 3600]
        if self._events:
            moments.append(self._events[0][0])
        due = [each.at.isoformat() for each in what_is_due(self.state())]
        (retry,), *_ = self._store.select("SELECT min(retry) FROM letter WHERE sent IS NULL")
        for each in (*due, retry):
            if each:
                ahead = (datetime.fromisoformat(each) - self.now()).total_seconds() + 2.5
                moments.append(self.seconds + (ahead if ahead > 0 else 1800))
        self.seconds = max(self.seconds, min(moments))
        while self._events and self._events[0][0] <= self.seconds:
            _, _, do, what = heapq.heappop(self._events)
            do(*what)
        self.seconds += 3  # letters settle

    def _settle(self):
        """Let the workers do what there is to do now, in turns that chance decides on."""
        if self.is_away("down"):
            self._end_processes()
            return
        for each in filter(None, self._processes):
            each.is_called = True
        busy, steps, chance = set(range(len(self._processes))), 0, self.chance("turns")
        while busy:
            steps += 1
            if steps > MOST_STEPS:
                self.fail("restless", "the workers never come to rest")
            n = chance.choice(sorted(busy))
            done = self._step(n)
            if done is None:
                busy.discard(n)
            elif done not in ("failed", "held", "delayed"):
                busy = set(range(len(self._processes)))
            if self.is_away("down"):
                break
        checks.check_step(self, self._store)

    def _step(self, n):
        """Let a process do one deed; return what it was, None if there was nothing left to do."""
        process = self._processes[n] = self._processes[n] or Process(self)
        try:
            deed = process.step()
        except Killed as death:
            self.counts["kills"] += 1
            self.excused |= process.life.handed
            if process.life.is_power:
                self._cut_power()
            else:
                self.tell(f"a process is killed: {death}")
                process.end()
            self._processes[n] = None
            return "killed"
        except (DatabaseError, StoreError) as error:
            self.counts["times the database failed"] += 1
            self.excused |= process.life.handed
            checks.check_trouble(self, "broken", str(error))
            process.lose()
            deed = None
        if process.life.is_over:
            self._processes[n] = None
        if deed is None:
            return None
        self.counts[f"deed {deed.what}"] += 1
        checks.check_deed(self, self._store, deed)
        return deed.what

    def _end_processes(self):
        for n, each in enumerate(self._processes):
            if each:
                each.end()
            self._processes[n] = None

    def _calm(self):
        """Let all faults stop and all people fall silent: every letter leaves and the game goes on
        by itself."""
        self.tell("the faults stop, and nobody writes any more")
        self.days = self.seconds / DAY
        self.faults, self.fuses, self.people = set(), [], {}
        self._unreachable = {}
        for each in self._processes:
            if each:
                each.life.left = None
        arriving = [each for each in sorted(self._events) if each[2] == self._arrive]
        self._events = []
        for _, _, do, what in arriving:
            do(*what)
        for passes in range(MOST_PASSES):
            self._settle()
            state = self.state()
            number = state.head.number if state.has_begun else -1
            enough = state.is_over or number >= self._calm_from + 2 if passes else False
            if not passes:
                self._calm_from = number
            if enough and not self.inbox.new and not checks.waiting(self._store):
                self.counts["passes until it went on"] = passes
                checks.check_end(self, self._store)
                self._forget()
                return
            self._go_on()
        left = f"{len(self.inbox.new)} letters in, {checks.waiting(self._store)} out"
        self.fail("stands still", f"phase {state.waits_in}, due {self._due()}, {left}")

    def _forget(self):
        """Let the host forget somebody who plays no more."""
        who = self.chance("forget").choice(sorted(self.known - {MASTER}))
        with suppress(CampaignError):  # he plays, or nobody knows him
            forget(self._store, who, (), self.now())
            self.tell(f"{who} is forgotten")
            self.counts["forgotten"] += 1
            checks.check_forgotten(self, self._store, who)

    def _due(self):
        return [(each.what, str(each.at)) for each in self._store.due_until(LATEST)]

    def closing_of(self, done):
        """Return how the phase ended that a resolution carried out."""
        store = self._store
        opened = store.find(Adjudication, campaign_id=self.campaign.id, serial=done.parent)
        rows = store.rows(
            Deadline, campaign_id=self.campaign.id, resolution=done.parent, order="id"
        )
        deadline = rows[-1].at if rows else None
        ends = None
        if deadline and done.created >= deadline:
            settings = queries.find_campaign(store, self.name).settings
            ends = deadline + timedelta(hours=settings.grace)
        since = self.opened.get(done.parent, 0)
        disturbed = any(each >= since for each in (*self.disturbances, *self.ruled))
        return Closing(opened.created, done.created, ends, deadline if ends else None, disturbed)
