"""What goes wrong in a simulated world, and when: each kind of fault has a chance of its own."""

import json
from datetime import timedelta

from mails import JUDGE, MASTER
from persons import Outsider
from processes import Killed, Life
from timetable import DAY, SCHEDULES, ZONES

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.times import Length
from adjudicator.campaign.letters.outbox import hasten
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import correct, deadlines
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.records.moving import move_all
from adjudicator.games.contract import GameError
from adjudicator.post.passes.restore import replay, tell_masters
from adjudicator.store import queries
from adjudicator.store.errors import StoreError
from adjudicator.store.records import LastPass

FAULTS = (
    *("kill", "power", "full", "disk", "lost", "two", "race", "restore", "upgrade", "move"),
    *("delay", "double", "lose", "bounce", "smtp", "mailbox", "down", "jump"),
    *("master", "options", "typos", "habits", "press", "spam", "votes", "seats", "guests"),
)


def _dicts(value):
    """Yield all objects in a JSON value."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, (dict, list)):
            yield from _dicts(each)


class Misfortunes:
    """What a world does to its judge, and to those who play in it."""

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
