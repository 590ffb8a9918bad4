"""Stories of games by mail: what persons write and when, and all that comes of each letter.

A story is a text. A line that begins with ``>`` is a step (with ``*`` one of which nothing is told),
and what stands below it is all that came of it: each row of the database that is new (``+``), was changed (``~``: what of it) or is gone
(``-``). The words of letters have golden texts of their own: here a letter is the name of its
template and the facts that it is given, of which those that each letter to a reader has are shown
when they are new.

Steps are:

- ``begin NAME (SEAT, SEAT=steady, SEAT=open) with OPTIONS: setting = value; …``: a game of the toy is
  set up; with ``announce`` it waits for its deal;
- ``SEAT: words``: the seat's player writes to the first game; `` / `` ends a line, and ``x*300`` is a
  word of so many letters. ``SEAT of NAME``
  writes to another, and so do ``gm`` and any address, with the token of who has one; ``ann as SEAT``
  is ann@example.org with the token of a seat;
- ``WHO answers: words``, ``WHO answers KIND: words``: he answers the last letter to him, or the last
  one of that kind, to where it says;
- ``SEAT {Subject: Hello & X-Loop: 1}: words``: the letter has these fields, of which ``none`` is
  nothing; in its words LAST stands for the Message-ID of the last letter that was queued;
- ``again``: the last letter comes once more;
- ``after 20 hours``: so much later, what is due is done;
- ``send``, ``send but FATE to ADDRESS``: letters go out, each with its header as far as it is other
  than that of the letter before; those to that address, or for that host of notices, are
  ``refused``, or go ``later``, or nobody knows of them (``unknown``); ``ours`` is a ``later`` that
  is our own fault.
"""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.utils import format_datetime
from urllib.parse import urlsplit

from outboxes import MemoryOutbox
from passing import carry_out_all_due
from rows import Rows, told, told_fields

import adjudicator.reports
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import letters
from adjudicator.campaign.letters.encryption import is_encrypted
from adjudicator.campaign.letters.outbox import unpack
from adjudicator.campaign.people import seats
from adjudicator.campaign.people.settings import read_changes
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, create
from adjudicator.campaign.records.verify import verify
from adjudicator.post.incoming.letter import Address
from adjudicator.post.passes.compose import write
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders.return_addresses import find_letter_of
from adjudicator.post.transport.mailbox import Delivery, Terms
from adjudicator.reports.model import File, Report
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Caretaker, Guest, Master, Settings

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
JUDGE = "judge@example.net"
WRITES = re.compile(
    r"(?:(\S+) as )?(\S+?)(?: of (\w+))?( answers(?: ([\w-]+))?)?(?: \{(.*?)\})?: (.*)"
)
OF_READER = ("player", "zone", "token")
OF_GAME = ("address", "receipt_key", "regents", "roster", "dice", "missing", "deadline")
USUAL = ("campaign", "phase", "phase_title", "ends")
"""What is the same in most letters to a reader, of a game, and among the facts of a game."""


def told_facts(facts):
    """Return facts that say something."""
    shown = {name: each for name, each in facts.items() if each not in ("", None, (), [], {})}
    return [f"{name}={told(each)}" for name, each in shown.items() if name != "about"]


class Story(Rows):
    """A story as it goes on."""

    def __init__(self, store):
        super().__init__(store)
        self.now, self.count, self.games = START, 0, []
        self.known, self.last = {}, []

    def tell(self, text):
        """Carry out the steps of a text; return it as it is told now."""
        lines = []
        for line in text.splitlines():
            if line.startswith("# "):
                lines += [line, ""]
            elif line.startswith(("> ", "* ")):
                came = [*self.step(line[2:]), *self.news()]
                lines += [line, *(came if line[0] == ">" else ()), ""]
        for each in self.games:
            lines += [fault for one in verify(self.store, each) for fault in one.faults]
        return "\n".join(lines)

    def step(self, step):
        """Do a step; return what it says itself."""
        if begins := re.fullmatch(
            r"(begin|announce) (\S+) \((.*?)\)(?: with (.*?))?(?:: (.*))?", step
        ):
            return self.begin(*begins.groups())
        if later := re.fullmatch(r"after (\d+) (\w+)", step):
            self.now += timedelta(**{later[2]: int(later[1])})
            return self.say(carry_out_all_due(self.store, self.now))
        if sends := re.fullmatch(r"send(?: but (\w+) to (\S+))?", step):
            return self.send(*sends.groups())
        if step == "again":
            return self.take()
        return self.write(*WRITES.fullmatch(step).groups())

    def say(self, deeds):
        return [f"! {each.what} {each.text}" for each in deeds]

    def send(self, fate, address):
        """Send what waits; return how it goes."""
        fates = {address.partition("@")[0]: "later" if fate == "ours" else fate} if fate else {}
        out, posted, head = MemoryOutbox(Terms(pictures=False), **fates), [], {}
        out.ours = fate == "ours"

        def post(notices, private):
            for each in notices:
                (url,) = each.recipients
                posted.append(f"→ notice to {url}: {each.data.decode().strip()}")
                yield [Delivery(url, fates.get(urlsplit(url).hostname, "sent"), "", out.ours)]

        done = [*send_all(self.store, out, self.now, ticks=lambda: 0.0, post=post)]
        said = [*self.say(each for each in done if each.what != "sent")]
        for each in out.mails:
            line, head = self.mail(each, head)
            said.append(line)
        return [self.with_names(each) for each in (*said, *posted)]

    def mail(self, mail, before):
        """Tell of a letter that goes out to whom, and what of its header is other than in the one
        ``before``, and not as the row of the letter says; return that header, too."""
        letter = self.store.find(Letter, message_id=mail.message_id)
        head = {
            name: " ".join(value.split())
            for name, value in message_from_bytes(mail.data).items()
            if name != "Subject" and not name.startswith("Content-")
        }
        answers = letter.in_reply_to or None
        as_queued = {
            "Message-ID": letter.message_id,
            "Date": format_datetime(letter.created),
            "In-Reply-To": answers,
            "References": answers,
        }
        returns = find_letter_of(self.store, [Address(mail.sender)]) == letter
        head["sender"] = "what returns" if returns else mail.sender
        to = head.pop("To")
        others = [each for each in mail.recipients if each not in to]
        said = [f"→ {letter.kind} {letter.id} to {told(to)}"]
        said += [f"alone {told(mail.recipients)}"] if to.count("@") > len(mail.recipients) else []
        said += [f"and {told(others)}"] if others else []
        for name in {**before, **as_queued, **head}:
            if head.get(name) != as_queued.get(name, before.get(name)):
                said.append(f"{name}={told(head[name])}" if name in head else f"no {name}")
        return " ".join(said), {name: x for name, x in head.items() if name not in as_queued}

    def begin(self, how, name, seats, options, settings):
        players = tuple(map(self.player, seats.split(", ")))
        stated = settings.split("; ") if settings else []
        given = read_changes(each for each in stated if not each.startswith("beacon"))
        given |= dict(each.split(" = ") for each in stated if each.startswith("beacon"))
        own = Settings(gm="gm@example.org", address=JUDGE, host="example.net", **given)
        chosen = dict.fromkeys(options.split(", "), True) if options else {}
        plan, secret = NewCampaign(name, "toy", players, chosen, own), name.encode().ljust(32)
        make = {"begin": create, "announce": announce}[how]
        self.games.append(make(self.store, plan, self.now, secret=secret))
        return ()

    def player(self, seat):
        name, _, how = seat.partition("=")
        if how:
            return Player(name, open=True) if how == "open" else Player(name, regent=how)
        return Player(name, f"{name.lower()}@example.org", f"Player of {name}")

    def write(self, whence, who, name, answers, kind, more, words):
        """Take a letter of somebody."""
        self.count += 1
        game = queries.find_campaign(self.store, name or self.games[0].name)
        holder, address = self.holder(game, who)
        to = f"judge+{token(holder)}@example.net" if holder else JUDGE
        fields = {"Message-ID": f"<{self.count}@mail.example>"}
        if answers:
            of = {"kind": kind} if kind else {}
            sent = self.store.rows(Letter, order="id", last=True, **of)
            asked = next(each for each in sent if address in each.recipients)
            data = write(self.store, asked, asked.recipients).data.decode()
            reply = re.search(r"^Reply-To: (?:.*<)?(.*?)>?\r$", data, re.MULTILINE)
            to = reply[1] if reply else to
            fields |= {"In-Reply-To": asked.message_id, "Subject": f"Re: {asked.subject}"}
        whence = address if not whence else whence if "@" in whence else f"{whence}@example.org"
        fields |= {"From": whence, "To": to}
        fields |= dict(each.split(": ", 1) for each in more.split(" & ")) if more else {}
        words = re.sub(r"x\*(\d+)", lambda found: "x" * int(found[1]), words.replace(" / ", "\n"))
        head = (f"{name}: {value}" for name, value in fields.items() if value != "none")
        self.raw = "\n".join([*head, "", words.replace("LAST", self.last_id())]).encode()
        return self.take()

    def take(self):
        """Take the letter that was written last."""
        return self.say(take(self.store, self.raw, self.now).closed)

    def last_id(self):
        """Return the Message-ID of the letter that was queued last, such as a bounce names."""
        return self.store.rows(Letter, order="id", last=True, limit=1)[0].message_id

    def holder(self, game, who):
        """Return whose token a person has, and where he writes from."""
        for seat in State(self.store, game, self.now).seats:
            if seat.name == who:
                return seat, seat.address or f"{who.lower()}@example.org"
        address = who if "@" in who else f"{who}@example.org"
        of = {"campaign_id": game.id, "address": address}
        held = [each for kind in (Master, Guest, Caretaker) for each in self.store.rows(kind, **of)]
        return held[-1] if held else None, address

    def letter(self, letter):
        """Tell a letter that is new, with what it says and its files."""
        yield from super().letter(letter)
        content = letter.content
        if is_encrypted(content):
            content = unpack(self.store, letter).content
        lines = [line for line in content.text.splitlines() if line]
        lines += [
            " ".join(["with", told(each.name), *([told(each.origin)] if each.origin else [])])
            for each in content.files
        ]
        again, self.last = self.last, lines
        yield from (f"    {'″' if line in again else line}" for line in lines)

    # what stands in for the words of letters

    def install(self, setattr_):
        """Let letters be made of their facts alone."""
        for make in (self.notice, self.opening, self.result, self.receipt, self.reminder):
            setattr_(adjudicator.reports, make.__name__, make, raising=False)
        for module in (adjudicator.reports, seats):
            setattr_(module, "phrase", self.phrase, raising=False)
        setattr_(letters, "calendar_file", self.calendar_file)

    def bare(self, letter, setting, facts, files=()):
        about = []
        if setting:
            of, reader = setting.campaign, (setting.campaign, setting.seat, setting.token)
            there = {(reader, name): getattr(setting, name) for name in OF_READER}
            there |= {(of, name): getattr(setting, name) for name in OF_GAME}
            known, self.known = self.known, self.known | there
            new = [
                f"{name}={told(x)}" for (by, name), x in there.items() if known.get((by, name)) != x
            ]
            more = told_fields(setting, OF_READER + OF_GAME)
            about = ["in", of, "as", setting.seat or "the public", *new, *more]
        game = facts.get("campaign", "")
        usual = {(game, name): facts[name] for name in USUAL if name in facts}
        facts = {name: each for name, each in facts.items() if self.known.get((game, name)) != each}
        self.known |= usual
        head = " ".join([letter, *about])
        files = tuple(filter(None, files))
        return Report(letter, "\n".join([head, "; ".join(told_facts(facts))]), "", files)

    def notice(self, setting, letter, facts, standings=None, files=(), charts=()):
        more = {"standings": standings and standings.rows, "charts": charts}
        return self.bare(letter, setting, {**facts, **more}, files)

    def phrase(self, letter, block, facts):
        return f"{letter}.{block}({'; '.join(told_facts(facts))})"

    def opening(self, game, view, setting, pictures, events=(), letter="opening", picture=None):
        facts = {"sees": view.viewer, "events": events, "picture": bool(picture)}
        return self.bare(letter, setting, facts, pictures)

    def result(
        self, game, before, after, orders, events, setting, pictures, phases=(), picture=None
    ):
        several = [each.key for each in phases]
        facts = {"sees": after.viewer, "orders": orders, "events": events, "phases": several}
        return self.bare("result", setting, facts, pictures)

    def receipt(
        self, game, view, orders, findings, defaults, fingerprint, setting, phase="", **more
    ):
        facts = {
            "orders": orders,
            "findings": findings,
            "defaults": defaults,
            "phase": phase,
            **more,
        }
        return self.bare("receipt", setting, facts, facts.pop("pictures", ()))

    def reminder(self, game, view, setting):
        return self.bare("reminder", setting, {"sees": view.viewer})

    def calendar_file(self, entry):
        return File(f"calendar of {' '.join(told_fields(entry))}", "text/calendar", b"")
