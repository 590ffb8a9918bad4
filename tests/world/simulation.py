"""A simulated world: a campaign that is played by mail for weeks, and everything goes wrong.

Everything follows from one seed: the people, their letters, the mail system, the clocks, and when
the judge's processes are killed. The judge's own code runs unchanged on a database in a file; its
clock, its mailbox and its way out are the world's. After each step it is checked that nothing was
lost; at the end the faults stop, and every game must go on by itself.
"""

import heapq
import random
import re
from collections import Counter, defaultdict
from contextlib import suppress
from datetime import datetime, timedelta
from email import message_from_bytes
from typing import NamedTuple

import checks
from beginnings import BEGINNINGS, NAME, Beginning
from ledger import Closing
from machines import Process, Quiet, Restless, WorldClock
from mails import MASTER, Inbox, Mailbox, Notices, Sent, write_bounce
from misfortunes import Misfortunes
from persons import Outsider, Person
from processes import Disk, Killed, Life, MortalStore
from timetable import DAY

from adjudicator.campaign.kernel.change import what_is_due
from adjudicator.campaign.kernel.clocks import LATEST
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.forget import forget
from adjudicator.chance import Stream
from adjudicator.store import queries
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.records import (
    Adjudication,
    Caretaker,
    Deadline,
    Master,
    Seat,
)

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


class World(Beginning, Misfortunes):
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
        self._check_letter(mail, recipient, f"{text}\n{parsed['Reply-To']}", is_unknown)
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
            if token(each) in text and not self._may_have_token(recipient, each):
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

    def _may_have_token(self, address, holder):
        """Whether a letter to an address may hold a token: that of its holder, and one from which
        it was shown; who has two addresses proves himself from either."""
        letters = [*self.inbox.new.items(), *self.inbox.done.items()]
        return address.casefold() == holder.address.casefold() or any(
            self.names[name][1] == address and token(holder).encode() in raw
            for name, (_, raw) in letters
        )

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

    def settle_down(self, outsider, seat):
        """Let somebody who has got a seat be its player."""
        player = self.people[outsider.address] = Person(self, seat, outsider.address)
        player.reply_to = outsider.reply_to

    def _new_person(self, seat, address):
        self.people[address] = Person(self, seat, address)
        self.known.add(address)
        self.holders[seat].append(address)
        return self.people[address]

    # The database, from now on

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
