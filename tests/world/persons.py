"""The people of a simulated world, who answer what they get: players with habits, those who would
play, and a game master."""

from email import message_from_bytes
from email.utils import parseaddr

from ledger import Written, read_lines
from mails import JUDGE, quote, write_letter

from adjudicator.chance import Stream

HABITS = ("punctual", "punctual", "late", "forgetful", "chatty", "on holiday")
QUESTIONS = (
    *("status", "map", "history", "orders", "letters mine", "letters all", "letters daily"),
    *("summary", "luck", "provinces", "position", "vote", "absence", "remind 48, 6", "diary"),
    *("help", "help orders", "zone Europe/Rome", "check\nready", "odds", "list", "token"),
)
CHANGES = ("wait", "ready", "not ready", "clear", "amend", "word heron", "ready ahead")
PROSE = (
    "Dear judge, can you tell me whether trees float?",
    "Thank you!\n\nSent from my phone",
    "I am on the train and will write tonight.",
)
ASKS_BACK = (
    *("confirm", "confirm-again", "invitation", "offer", "new-address", "address-undo"),
    *("confirm-rollback", "proposal", "word"),
)
"""The letters that ask something, by the second part of their Message-ID."""
ANSWERS = ("yes", "yes", "yes", "Yes, please.", "no", "Who are you?")


class Correspondent:
    """Somebody who writes to the judge. All that he does follows from the seed and his address."""

    def __init__(self, world, address):
        self.world, self.address = world, address
        self.chance = world.chance(address)
        self.reply_to = [JUDGE]
        """Where he can answer to; the last is the newest."""
        self._written = 0
        self._last = None

    def read(self, data):
        """Read a letter of the judge, and plan what to do about it."""
        mail = self._last = message_from_bytes(data)
        answer_to = parseaddr(str(mail["Reply-To"] or ""))[1]
        kind = str(mail["Message-ID"]).split(".")
        if any(each in ASKS_BACK for each in kind[1:3]):
            when = self.chance.choice([60, 3600, 30000, 200000]) * self.chance.random()
            self.world.after(when, self._answer, answer_to, str(mail["Message-ID"]))
        elif "+" in answer_to and answer_to not in self.reply_to:
            self.reply_to.append(answer_to)

    def _answer(self, to, message_id):
        text = self.chance.choice(ANSWERS)
        self.world.tell(f"{self.address} answers “{text}” to {message_id}")
        self.write(text, "Re: a question", answers=message_id, to=to)

    def new_id(self):
        """Return a Message-ID that no letter had."""
        self._written += 1
        return f"<{self._written}.{self.address.partition('@')[0]}@mua.test>"

    def write(self, body, subject, message_id="", answers="", to=""):
        """Send the judge a letter."""
        date, message_id = self.world.now(), message_id or self.new_id()
        to = to or self.reply_to[-1]
        raw = write_letter(self.address, to, subject, body, message_id, date, answers)
        self.world.post(raw, message_id, self.address)


class Outsider(Correspondent):
    """Somebody who holds no seat, and now and then would like to."""

    def visit(self):
        """Ask for something that whoever comes along may ask for."""
        seats, name = [each.name for each in self.world.state().seats], self.world.name
        wishes = (
            *(f"join {name}", f"join {name} {self.chance.choice(seats)}", f"observe {name}"),
            *(f"takeover {name}", f"unobserve {name}", "list", "help", self.chance.choice(PROSE)),
        )
        body = self.chance.choice(wishes)
        self.world.tell(f"{self.address} writes “{body[:40]}”")
        self.write(body, "hello")

    def read(self, data):
        """Read a letter, and play if it is that of a seat."""
        super().read(data)
        for seat in self.world.seats_of(self.world.state(), self.address):
            self.world.settle_down(self, seat)
            self.world.people[self.address].read(data)
            break


class Person(Correspondent):
    """A player."""

    def __init__(self, world, seat, address):
        super().__init__(world, address)
        self.seat = seat
        self.habit = self.chance.choice(HABITS)
        self.said_ready = []
        """When he wrote something by which he may be done with a phase."""
        self._seen = set()

    def read(self, data):
        """Read a letter of the judge, and plan what to do about it."""
        super().read(data)
        state = self.world.state()
        if not (state.has_begun and len(self.reply_to) > 1) or state.is_over:
            return
        if self.seat not in self.world.seats_of(state, self.address):
            return
        if state.head.serial not in self._seen:
            self._seen.add(state.head.serial)
            self._plan(state)

    def _plan(self, state):
        chance, habit, opens = self.chance, self.habit, state.head.opens
        days = int(self.world.seconds // 86400)
        if (habit == "forgetful" and chance.random() < 0.4) or (
            habit == "on holiday" and (days // 6) % 2
        ):
            return
        left = 48 * 3600.0
        if state.deadline:
            left = (state.deadline - self.world.now()).total_seconds()
        left = min(max(left, 600), 10 * 86400)
        if self.seat in (opens.must or opens.may):
            share = {"late": (0.9, 1.1), "punctual": (0.01, 0.4)}.get(habit, (0.01, 1.02))
            regent = chance.choice(["steady", "steady", "random"])  # who picks what may clash
            text = self._choose_orders(state, regent)
            when, is_sound = left * chance.uniform(*share), regent == "steady"
            self.world.after(when, self._order, opens.key, text, is_sound)
        if habit == "chatty" and "press" in self.world.faults:
            self.world.after(left * chance.random(), self._chat)
        if "habits" in self.world.faults and chance.random() < 0.2:
            self.world.after(left * chance.random(), self._ask)
        if "seats" in self.world.faults and chance.random() < 0.05:
            self.world.after(left * chance.random(), self._move)

    def _choose_orders(self, state, name):
        view, regent = state.game.view(state.position, self.seat), state.game.regent(name)
        return str(regent.orders(view, self.seat, Stream(self.chance.randbytes(8))))

    def _order(self, phase, text, is_sound):
        """Send orders, with the slips of a person."""
        chance, faults = self.chance, self.world.faults
        lines = text.splitlines()
        if lines and "typos" in faults and chance.random() < 0.2:
            is_sound, row = False, chance.randrange(len(lines))
            at = chance.randrange(len(lines[row]))
            lines[row] = lines[row][:at] + lines[row][at + 1 :]
        is_named = not ("typos" in faults and chance.random() < 0.2)
        meant = read_lines(text)
        body = [f"phase {phase}"] if is_named else []
        body += lines
        if chance.random() < 0.7:
            body.append("ready")
        named = phase if is_named else ""
        quotes = chance.random() < 0.4
        if "typos" in faults and chance.random() < 0.03:
            self._order_for_another(body)
            return
        self._send_orders(
            body, named, phase, meant, is_sound=is_sound and bool(meant), quotes=quotes
        )
        if meant and chance.random() < 0.1:  # a line of it once more
            body = [f"phase {phase}", "amend", chance.choice(sorted(lines))]
            self._send_orders(body, phase, phase, meant, is_sound=False, amends=True)
        if len(lines) > 1 and is_sound and chance.random() < 0.15:  # and he thinks again
            delay = chance.uniform(10, 40000)
            self.world.after(delay, self._order, phase, "\n".join(lines[:-1]), is_sound)

    def _order_for_another(self, body):
        """Write the name of another seat above orders, which counts for nobody."""
        seats = [each.name for each in self.world.state().seats if each.name != self.seat]
        word = self.world.new_secret({self.address})
        self.write("\n".join([f"seat {self.chance.choice(seats)}", *body, f"# {word}"]), "orders")

    def _send_orders(self, body, named, meant, lines, *, is_sound, amends=False, quotes=False):
        canary = self.world.new_secret({self.address})
        is_sound = is_sound and meant == named
        if quotes and not named:  # what answers press without a heading is press itself
            quotes = ".press-" not in str(self._last["Message-ID"])
        message_id = self.new_id()
        written = Written(
            message_id, self.address, self.seat, named, meant, lines, is_sound, amends
        )
        self.world.enter_letter(written)
        if "ready" in body:
            self.said_ready.append(self.world.seconds)
        body = [*body, f"# {canary}", *(quote(self._last, self.chance) if quotes else ())]
        answers = str(self._last["Message-ID"]) if quotes else ""
        self.write("\n".join(body), f"orders {meant}", message_id, answers)

    def _chat(self):
        state = self.world.state()
        names = [each.name for each in state.seats if each.name != self.seat]
        to = self.chance.choice([*names, "all"])
        canary = self.world.new_secret(None if to == "all" else {self.address}, to)
        self.write(f"press to {to}\nShall we share the coast? {canary}\nendpress", "hello")

    def _ask(self):
        chance, day = self.chance, self.world.now().date()
        first = day + chance.randint(0, 4) * (day.resolution)
        last = first + chance.randint(0, 4) * (day.resolution)
        names = [each.name for each in self.world.state().seats]
        votes = ("draw", "vote yes", "vote no", f"concede to {chance.choice(names)}")
        absences = (f"absence {first} to {last}", "absence none", "emergency")
        body = chance.choice(
            [chance.choice(each) for each in (QUESTIONS, CHANGES, PROSE, absences)]
        )
        if "votes" in self.world.faults and chance.random() < 0.1:
            body = chance.choice(votes)
        if body in CHANGES or body == "check\nready":
            self.said_ready.append(self.world.seconds)
        if body in ("clear", "amend"):
            self.world.meddled.append((self.seat, self.world.seconds))
        self.world.tell(f"{self.address} writes “{body[:40]}”")
        self.write(body, "a question")

    def _move(self):
        """Give the seat up, or have another address."""
        new = f"{self.address.partition('@')[0]}x@new.test"
        body = self.chance.choice([f"resign {self.seat}", f"address {new}", f"address {new}"])
        if body.startswith("address") and new not in self.world.people:
            self.world.people[new] = Person(self.world, self.seat, new)
            self.world.known.add(new)
        self.world.tell(f"{self.address} writes “{body}”")
        self.write(body, "changes")


class Master(Correspondent):
    """The game master, as far as he rules by letters."""

    def rule(self):
        """Ask for something that only he may."""
        if len(self.reply_to) < 2:
            return
        chance, state = self.chance, self.world.state()
        seat = chance.choice(state.seats)
        days = chance.randint(1, 3)
        phase = state.head.opens.key
        wishes = (
            *(f"extend {days} days", f"pause for {days} days", "resume", "reminder", "retry"),
            *(f"process {phase}", f"set grace = {6 * days}", "set hurry = 12", "set bank = 2"),
            *("status", "guest", "preview", "deadline", "official\nPlease be on time."),
            *(f"schedule every {days} days at 20:00", f"replace {seat.name} by regent"),
            f"rollback {phase}",
        )
        body = chance.choice(wishes)
        self.world.tell(f"the game master writes “{body[:40]}”")
        self.write(body, "ruling")
