"""The people of a simulated world: players with habits, who answer what they get."""

from email import message_from_bytes
from email.utils import parseaddr

from ledger import Written, read_lines
from mails import write_letter

from adjudicator.chance import Stream

HABITS = ("punctual", "punctual", "late", "forgetful", "chatty", "on holiday")
CHATTER = ("status", "map", "history", "wait", "ready", "not ready", "orders", "letters mine")
PROSE = "Dear judge, can you tell me whether trees float?"


class Person:
    """A player. All that he does follows from the seed and his address."""

    def __init__(self, world, seat, address):
        self.world, self.seat, self.address = world, seat, address
        self.chance = world.chance(address)
        self.habit = self.chance.choice(HABITS)
        self.addresses = []
        """Where he can answer to; the last is the newest."""
        self.orders = []
        """The letters with orders that he wrote."""
        self._written = 0
        self._seen = set()

    def read(self, data):
        """Read a letter of the judge, and plan what to do about it."""
        mail = self._last = message_from_bytes(data)
        answer_to = parseaddr(str(mail["Reply-To"] or ""))[1]
        if "+" in answer_to and answer_to not in self.addresses:
            self.addresses.append(answer_to)
        state = self.world.state()
        if not (state.has_begun and self.addresses) or state.is_over:
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
        if "habits" in self.world.faults and chance.random() < 0.15:
            self.world.after(left * chance.random(), self._ask)

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
        quotes = chance.random() < 0.3
        self._send_orders(
            body, named, phase, meant, is_sound=is_sound and bool(meant), quotes=quotes
        )
        if meant and chance.random() < 0.1:  # a line of it once more
            body = [f"phase {phase}", "amend", chance.choice(sorted(lines))]
            self._send_orders(body, phase, phase, meant, is_sound=False, amends=True)
        if len(lines) > 1 and is_sound and chance.random() < 0.15:  # and he thinks again
            delay = chance.uniform(10, 40000)
            self.world.after(delay, self._order, phase, "\n".join(lines[:-1]), is_sound)

    def _quote(self):
        """Return the last letter of the judge as a mail program quotes it."""
        parts = [each for each in self._last.walk() if each.get_content_type() == "text/plain"]
        lines = parts[0].get_payload(decode=True).decode("utf-8", "replace").splitlines()
        date = self._last["Date"]
        return [f"On {date}, {self._last['From']} wrote:", "", *[f"> {each}" for each in lines]]

    def _send_orders(self, body, named, meant, lines, *, is_sound, amends=False, quotes=False):
        canary = self.world.new_secret({self.address})
        is_sound = is_sound and meant == named
        message_id = self._new_id()
        written = Written(
            message_id, self.address, self.seat, named, meant, lines, is_sound, amends
        )
        self.orders.append(written)
        self.world.enter_letter(written)
        body = [*body, f"# {canary}", *(("", *self._quote()) if quotes else ())]
        answers = str(self._last["Message-ID"]) if quotes else ""
        self._write("\n".join(body), f"orders {meant}", message_id, answers)

    def _chat(self):
        state = self.world.state()
        names = [each.name for each in state.seats if each.name != self.seat]
        to = self.chance.choice([*names, "all"])
        canary = self.world.new_secret(None if to == "all" else {self.address}, to)
        self._write(f"press to {to}\nShall we share the coast? {canary}\nendpress", "hello")

    def _ask(self):
        day = self.world.now().date()
        body = self.chance.choice([*CHATTER, PROSE, f"absence {day} to {day}"])
        self.world.tell(f"{self.address} writes “{body[:40]}”")
        self._write(body, "a question")

    def _new_id(self):
        self._written += 1
        return f"<{self._written}.{self.address.partition('@')[0]}@mua.test>"

    def _write(self, body, subject, message_id="", answers=""):
        if not self.addresses:
            return
        date = self.world.now()
        to, message_id = self.addresses[-1], message_id or self._new_id()
        raw = write_letter(self.address, to, subject, body, message_id, date, answers)
        self.world.post(raw, message_id, self.address)
