"""The people of a simulated world, who answer what they get: players with habits, those who would
play, and a game master."""

import re
from email.utils import parseaddr

from ledger import Written, read_lines
from mails import JUDGE, quote, write_letter
from wishes import PARTS, UNFORESEEN, WORDS, choose_wish

from adjudicator.post.requests.catalogue import requests_for

HABITS = ("punctual", "punctual", "late", "forgetful", "chatty", "on holiday")
PROSE = (
    "Dear judge, can you tell me whether trees float?",
    "Thank you!\n\nSent from my phone",
    "I am on the train and will write tonight.",
    "Could you please send me the map?",
    "Could you tell me who is late?",
)
ASKS_BACK = (
    *("confirm", "confirm-again", "invitation", "offer", "new-address", "address-undo"),
    *("confirm-rollback", "proposal", "word", "caretaker-asked", "commitment", "roll-call", "like"),
)
"""The letters that ask something, by the second or third part of their Message-ID without its
number."""
ANSWERS = ("yes", "yes", "yes", "Yes, please.", "no", "Who are you?", "word crane")
WITH_WORD = re.compile("“(yes [A-Z]+)”")
ABOVE_ORDERS = [
    each.name
    for each in requests_for("player")
    if each.beside_orders and not (each.changes or each.text) and "" in WORDS[each.name]
]
"""What may stand above orders, which count all the same."""


class Correspondent:
    """Somebody who writes to the judge. All that he does follows from the seed and his address."""

    role = "stranger"

    def __init__(self, world, address):
        self.world, self.address = world, address
        self.chance = world.chance(address)
        self.reply_to = [JUDGE]
        """Where he can answer to; the last is the newest."""
        self._last = None
        self._seen = set()

    def read(self, mail):
        """Read a letter of the judge, and plan what to do about it."""
        self._last = mail
        answer_to = parseaddr(str(mail["Reply-To"] or ""))[1]
        kinds = [re.sub(r"-\d+$", "", each) for each in str(mail["Message-ID"]).split(".")[1:3]]
        if any(each in ASKS_BACK for each in kinds):
            when = self.chance.choice([60, 3600, 30000, 200000]) * self.chance.random()
            self.world.after(when, self._answer, answer_to, mail)
        elif seat := self.world.seat_in_care(answer_to):
            self._look_after(seat, answer_to)
        elif "+" in answer_to and answer_to not in self.reply_to:
            self.reply_to.append(answer_to)

    def _answer(self, to, mail):
        """Say yes or no, or what is neither; the word that one was given stands in the subject."""
        message_id, subject = str(mail["Message-ID"]), " ".join(str(mail["Subject"]).split())
        text = self.chance.choice([*ANSWERS, *WITH_WORD.findall(subject)])
        self.world.count("answers a question")
        self.world.tell(f"{self.address} answers “{text}” to {message_id}")
        self.write(text, f"Re: {subject}", answers=message_id, to=to)

    def new_id(self):
        """Return a Message-ID that no letter had."""
        self.world.written[self.address] += 1
        number = self.world.written[self.address]
        return f"<{number}.{self.address.partition('@')[0]}@mua.test>"

    def write(self, body, subject, message_id="", answers="", to=""):
        """Send the judge a letter."""
        date, message_id = self.world.now(), message_id or self.new_id()
        to = to or self.reply_to[-1]
        raw = write_letter(self.address, to, subject, body, message_id, date, answers)
        self.world.post(raw, message_id, self.address)

    def ask(self, seat="", to="", role="", among=()):
        """Ask for something that one in his role may ask for, or write what nobody can read."""
        role = role or self.role
        name, text = choose_wish(self.world, role, self.chance, seat, self.address, among)
        if not among and self.chance.random() < 0.1:
            name, text = "prose", self.chance.choice(PROSE)
        if name in UNFORESEEN:
            self.world.meddled.append((seat, self.world.seconds))
        if "ready" in text:
            self.world.ready_said[seat].append(self.world.seconds)
        self.world.count(f"asks {name}")
        self.world.tell(f"{self.address} writes “{' / '.join(text.splitlines())[:60]}”")
        self.write(text, "a question", to=to)

    def send_word_back(self, word):
        """Let notices go to one's own URL."""
        self.world.count("sends the word of notices back")
        self.write(f"notify {word}", "notices")

    def _look_after(self, seat, to):
        """Order for the seat of somebody who is absent, or ask for it, or give it back."""
        state, chance = self.world.state(), self.chance
        if state.is_over or not state.has_begun or (seat, state.head.serial) in self._seen:
            return
        self._seen.add((seat, state.head.serial))
        opens, when = state.head.opens, chance.random() * chance.choice([3600, 30000, 200000])
        if seat in (opens.must or opens.may) and chance.random() < 0.7:
            text = self.world.choose_orders(state, seat, "steady", chance)
            self.world.count("orders as a caretaker")
            self.world.after(when, self._order, seat, opens.key, text, True, to)
        else:
            self.world.after(when, self.ask, seat, to, "caretaker")

    def _order(self, seat, phase, text, is_sound, to=""):
        """Send orders, with the slips of a person."""
        chance, faults = self.chance, self.world.faults
        lines = text.splitlines()
        if lines and "typos" in faults and chance.random() < 0.2:
            self.world.count("a typo")
            is_sound, row = False, chance.randrange(len(lines))
            at = chance.randrange(len(lines[row]))
            lines[row] = lines[row][:at] + lines[row][at + 1 :]
        is_named = not ("typos" in faults and chance.random() < 0.2)
        meant = read_lines(text)
        body = [f"phase {phase}"] if is_named else []
        if "habits" in faults and is_named and chance.random() < 0.1:
            self.world.count("a question above orders")
            body.insert(0, chance.choice(ABOVE_ORDERS))
        body += lines
        if chance.random() < 0.7:
            body.append("ready")
        if "press" in faults and is_named and chance.random() < 0.1 and not to:
            self.world.count("press above orders")
            is_sound = False  # near a deadline press may be forbidden, and nothing is taken then
            word = self.world.new_secret(None, seat)
            body = ["press to all", f"I come in peace. {word}", "endpress", *body]
        named = phase if is_named else ""
        quotes = chance.random() < 0.4
        if "typos" in faults and chance.random() < 0.03:
            self._order_for_another(seat, body)
            return
        self._send_orders(
            *(seat, body, named, phase, meant, to), is_sound=is_sound and bool(meant), quotes=quotes
        )
        if meant and chance.random() < 0.1:  # a line of it once more
            self.world.count("amends")
            body = [f"phase {phase}", "amend", chance.choice(sorted(lines))]
            self._send_orders(seat, body, phase, phase, meant, to, is_sound=False, amends=True)
        if len(lines) > 1 and is_sound and chance.random() < 0.15:  # and he thinks again
            delay, fewer = chance.uniform(10, 40000), "\n".join(lines[:-1])
            self.world.after(delay, self._order, seat, phase, fewer, is_sound, to)

    def _order_for_another(self, seat, body):
        """Write the name of another seat above orders, which counts for nobody."""
        seats = [each.name for each in self.world.state().seats if each.name != seat]
        word = self.world.new_secret({self.address})
        self.world.count("orders for another's seat")
        self.write("\n".join([f"seat {self.chance.choice(seats)}", *body, f"# {word}"]), "orders")

    def _send_orders(
        self, seat, body, named, meant, lines, to, *, is_sound, amends=False, quotes=False
    ):
        canary = self.world.new_secret({self.address}, cared=seat)
        is_sound = is_sound and meant == named
        if quotes and not named:  # what answers press without a heading is press itself
            quotes = ".press-" not in str(self._last["Message-ID"])
        message_id = self.new_id()
        written = Written(message_id, self.address, seat, named, meant, lines, is_sound, amends)
        self.world.enter_letter(written)
        if "ready" in body:
            self.world.ready_said[seat].append(self.world.seconds)
        self.world.count("quotes" if quotes else "does not quote")
        body = [*body, f"# {canary}", *(quote(self._last, self.chance) if quotes else ())]
        answers = str(self._last["Message-ID"]) if quotes else ""
        self.write("\n".join(body), f"orders {meant}", message_id, answers, to)


class Outsider(Correspondent):
    """Somebody who holds no seat, and now and then would like to."""

    def read(self, mail):
        """Read a letter, and play if it is that of a seat."""
        super().read(mail)
        for seat in self.world.seats_of(self.world.state(), self.address):
            self.world.settle_down(self, seat)
            self.world.people[self.address].read(mail)
            break


class Person(Correspondent):
    """A player."""

    role = "player"

    def __init__(self, world, seat, address):
        super().__init__(world, address)
        self.seat = seat
        self.habit = self.chance.choice(HABITS)

    def read(self, mail):
        """Read a letter of the judge, and plan what to do about it."""
        super().read(mail)
        state = self.world.state()
        if len(self.reply_to) < 2 or state.is_over:
            return
        if self.seat not in self.world.seats_of(state, self.address):
            return
        is_press = "press" in self.world.faults and ".press-" in str(self._last["Message-ID"])
        if is_press and self.chance.random() < 0.3:
            self._answer_press()
        serial = state.head.serial if state.has_begun else -1
        if serial not in self._seen:
            self._seen.add(serial)
            self._plan(state)

    def _plan(self, state):
        chance, habit, world = self.chance, self.habit, self.world
        days = int(world.seconds // 86400)
        if (habit == "forgetful" and chance.random() < 0.4) or (
            habit == "on holiday" and (days // 6) % 2
        ):
            world.count(f"is {habit}")
            if habit == "on holiday" and "seats" in world.faults and chance.random() < 0.5:
                world.after(60, self.ask, self.seat, "", "", ("caretaker",))
            return
        left = 48 * 3600.0
        if state.deadline:
            left = (state.deadline - world.now()).total_seconds()
        left = min(max(left, 600), 10 * 86400)
        if state.has_begun and self.seat in (state.head.opens.must or state.head.opens.may):
            share = {"late": (0.9, 1.1), "punctual": (0.01, 0.4)}.get(habit, (0.01, 1.02))
            regent = chance.choice(["steady", "steady", "random"])  # who picks what may clash
            text = world.choose_orders(state, self.seat, regent, chance)
            when, is_sound = left * chance.uniform(*share), regent == "steady"
            world.after(when, self._order, self.seat, state.head.opens.key, text, is_sound)
        if "habits" in world.faults and chance.random() < 0.4:
            world.after(left * chance.random(), self.ask, self.seat)
        if "press" in world.faults and habit == "chatty":
            world.after(left * chance.random(), self.ask, self.seat, "", "", PARTS["press"])

    def _answer_press(self):
        """Write back to whoever wrote press, under no heading."""
        readers = {self.address}
        own = self.world.new_secret(readers, self.seat, *self.world.writers_in(self._last))
        to, of = parseaddr(str(self._last["Reply-To"] or JUDGE))[1], str(self._last["Message-ID"])
        self.world.count("answers press")
        self.write(f"What have I to gain by that? {own}", "Re: press", answers=of, to=to)


class Ruler(Correspondent):
    """The game master, as far as he rules by letters."""

    role = "master"

    def rule(self):
        """Ask for something that only he may."""
        if len(self.reply_to) > 1:
            self.ask()
