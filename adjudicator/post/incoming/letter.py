"""A letter that came in, as the rest of the program sees it: plain data, every text made safe."""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.addresses import mailbox_of, places_of
from adjudicator.campaign.press.drafts import Draft
from adjudicator.orders import Finding, Scan, scan
from adjudicator.patterns import pattern
from adjudicator.post.incoming.quotation import MARKS
from adjudicator.wording import Reason

_TOKEN = pattern(r"[a-z2-7]{16}")
_RETURN = pattern(r"b-([a-z2-7]{13})")
_GROUPING = pattern(r"[-._]")
_SHAPE = r"[a-z2-7]{4}(?:[-._]?[a-z2-7]{4}){3}"
_IN_TEXT = pattern(rf"(?:\btoken[ \t:]{{1,9}}|\+)({_SHAPE})(?![a-z0-9])", re.IGNORECASE)
_ANSWER_MARK = r"\s*(?:re|aw|antw|sv|vs|rv|ref|odp|fwd?|wg|tr|r)\s?(?:\[\d+\])?\s?[:：]"
_ANSWERS = pattern(_ANSWER_MARK, re.IGNORECASE)
_PREFIXES = pattern(rf"\A(?:{_ANSWER_MARK}|\s*\[[^\]]{{0,80}}\])+\s*", re.IGNORECASE)
"""What mail programs and mailing lists write before the subject of an answer."""
_TAGS = pattern(
    r"\A(?:\s*(?:\[[^\]]{0,80}\]|[*(<]{1,5}\s?spam\s?[*)>]{1,5}))+\s*"
    r"|\s*[(\[<]?\b(?:eom|n/?t)\b[)\]>]?\s*\Z",
    re.IGNORECASE,
)
"""What mailing lists and filters write before a subject, and players behind it: that it is all."""
MOST_BYTES = 1024 * 1024
"""Of a letter, so much is read."""
MOST_TOKENS = 8
MARK = "X-Adjudicator-Loop"
"""The header field that marks a letter as written by this program."""


class Address(msgspec.Struct, frozen=True):
    """A mail address and the name beside it.

    A seat's token (80 bits of HMAC-SHA256 in base32) is the plus part of the address that a report
    asks to be answered at, or in the header of the order sheet. The token is the proof of who
    writes; a From field is none, anybody can write one.
    """

    address: str = ""
    """``local@domain`` in ASCII; ``""`` if it could not be read."""
    name: str = ""

    @property
    def bare(self) -> str:
        """The address in small letters, to compare."""
        return self.address.casefold()

    @property
    def mailbox(self) -> str:
        """The address without its plus part: the mailbox in which letters to it arrive."""
        return mailbox_of(self.address)

    @property
    def token(self) -> str:
        """The token in its plus part, in small letters without grouping, or ``""``."""
        local = self.address.rpartition("@")[0]
        given = local.partition("+")[2].casefold()
        plus = _GROUPING.sub("", given)
        return plus if _TOKEN.fullmatch(plus) and not given.startswith("b-") else ""

    @property
    def return_part(self) -> str:
        """What names a letter of ours in the address that it was sent from, in small letters.

        ``""`` if the address has not the form of one.
        """
        plus = self.address.rpartition("@")[0].partition("+")[2].casefold()
        match = _RETURN.fullmatch(plus)
        return match[1] if match else ""

    def with_plus(self, token: str) -> "Address":
        """Return the address with a token as its plus part: a seat's, so that an answer proves
        itself, or a letter's, so that it is known when it comes back."""
        local, _, domain = self.address.rpartition("@")
        return Address(f"{local.partition('+')[0]}+{token}@{domain}", self.name)


class Checks(msgspec.Struct, frozen=True):
    """What a mail server found out about the sender: the topmost Authentication-Results."""

    host: str = ""
    """Which server says so, in small letters; ``""``: none does."""
    dmarc: str = ""
    """``pass``, ``fail``, ``none`` …; ``""`` if it says nothing about the sender's domain."""


class BounceReport(NamedTuple):
    """What a mail server says about a letter that it could not deliver."""

    failed: tuple[str, ...] = ()
    """The addresses that could not be reached, for good; in small letters."""
    delayed: tuple[str, ...] = ()
    """The addresses that could not be reached yet."""
    says: str = ""
    """Why."""
    ids: tuple[str, ...] = ()
    """The Message-IDs in it, without angle brackets; its own is not among them."""
    named: tuple[str, ...] = ()
    """All addresses that stand in it, in small letters."""
    is_standard: bool = False
    """Whether all this is said in the standard's fields (RFC 3464): then who is in neither list has
    got the letter."""


PartKind = Literal[
    "own", "letter", "file", "subject", "ours", "quoted", "repeated", "added", "below the end"
]


class Part(msgspec.Struct, frozen=True, dict=True):
    """A text of a letter, by where it stands."""

    kind: PartKind = "own"
    """``own``: what its writer says in it, in which orders and requests are looked for. The others:
    of a letter whose own words are in a file, the letter itself; a text file; the subject; lines of
    letters that he was sent, and what announces them; other lines quoted with ``>``; those that a
    program repeats of a letter that is not known, or has added of itself; those below “--” or
    ``end``."""
    text: str = ""
    name: str = ""
    """That of the file in which it stands."""

    @cached_property
    def scan(self) -> Scan:
        """The text taken apart as an order file, once."""
        return scan(self.text)

    def without_marks(self) -> "Part":
        """Return the part as it was before it was quoted."""
        return Part(self.kind, MARKS.sub("", self.text), self.name) if ">" in self.text else self

    def without(self, numbers: Iterable[int]) -> "Part":
        """Return the part with some lines empty, counted from 0; the others keep their numbers."""
        lines = self.text.splitlines()
        for number in numbers:
            lines[number : number + 1] = [""]
        return Part(self.kind, "\n".join(lines), self.name)

    def with_commands(self, other: Scan) -> "Part":
        """Return the part with what another one says beside orders, “ready” or “amend”, where it
        ends; its lines keep their numbers. A “wait” of either counts."""
        ready = "ready ahead" if other.ahead else "ready" if other.ready else "wait"
        is_said = other.ready is not None and self.scan.ready is not False
        commands = ["amend"] * other.amend + [ready] * is_said
        lines, ended = self.text.splitlines(), self.scan.ended
        end = ended - 1 if ended else len(lines)
        return Part(self.kind, "\n".join([*lines[:end], *commands, *lines[end:]]), self.name)


class IncomingLetter(msgspec.Struct, frozen=True):
    """What was read of a letter. Every field is safe to print: no control characters.

    All but ``text`` are one line each. Message-IDs stand without their angle brackets.
    """

    message_id: str = ""
    sender: Address = Address()
    recipients: tuple[Address, ...] = ()
    """Whom it was sent to, plus parts and all, the envelope's first."""
    heading: str = ""
    """Its subject as it was sent, of press too."""
    body: str = ""
    """All that is written in it, its own words and what it quotes."""
    footers: tuple[str, ...] = ()
    """The lines of its body that, as its page says, a program has put below it."""
    attached: tuple[tuple[str, str], ...] = ()
    """Its text files, each a name and a text."""
    other_files: tuple[str, ...] = ()
    """The names of its files that can hold no orders, such as pictures."""
    date: datetime | None = None
    """When it was written, as it says; None: it does not say so."""
    arrived: datetime | None = None
    """When it came, if it has neither a date nor a Message-ID: two such letters may be alike."""
    sign: Reason | None = None
    """The sign in its header that a program sent it; None: there is none."""
    is_redirected: bool = False
    """Whether a mailing list or a service has passed it on, so that From may name that and not its
    writer."""
    parts: tuple[Part, ...] = (Part(),)
    """All that is written in it; first its writer's own words, in which what is quoted is blank, so
    that line numbers are those of the letter. What is quoted depends on which letters are known."""
    remarks: tuple[Finding, ...] = ()
    """On the lines of which nobody can know whether they are the writer's own."""
    press: tuple[Draft, ...] = ()
    """What it says to other players. It stands in none of the parts, and a letter that has some
    shows no subject, so that nobody else ever reads of it."""
    answers: tuple[str, ...] = ()
    """The Message-IDs of letters that it says it answers, the nearest first."""
    notes: tuple[str, ...] = ()
    """What is to be said of it to its writer: what was strange about it, what of it was not read,
    and where its orders were read from."""
    closed_parts: tuple[str, ...] = ()
    """The parts that may hold orders and cannot be read here, each in a clause."""
    is_reaction: bool = False
    """Whether it is a reaction to a letter, a sign alone, which mail programs send as a letter."""
    is_enclosure: bool = False
    """Whether it is nothing but another letter, as complaints about one are."""
    oversize: bool = False
    """Whether it was too large to be read beyond its header."""
    bounce: BounceReport = BounceReport()
    checks: Checks = Checks()

    @property
    def own(self) -> Part:
        """Its writer's own words."""
        return self.parts[0]

    @property
    def text(self) -> str:
        """The text of its writer's own words."""
        return self.own.text

    @property
    def subject(self) -> str:
        """The subject as it was sent; ``""`` of press."""
        return "" if self.press else self.heading

    @property
    def bare_subject(self) -> str:
        """The subject without what mail programs and mailing lists have written before it."""
        return _PREFIXES.sub("", self.subject)

    @property
    def own_subject(self) -> str:
        """The subject that is its writer's own words; ``""`` of an answer, where it is quoted."""
        return "" if _ANSWERS.match(text := _TAGS.sub("", self.subject)) else text

    @property
    def files(self) -> list[Part]:
        """Its text files, but for one that holds its own words."""
        return [each for each in self.parts if each.kind == "file"]

    @property
    def beside_sheet(self) -> "IncomingLetter | None":
        """The letter of which a file holds its own words, as one whose own are those beside it;
        None: it has no such words."""
        beside = next((each for each in self.parts if each.kind == "letter"), Part())
        if not beside.text.strip():
            return None
        file = Part("file", self.text, self.own.name)
        others = (file if each is beside else each for each in self.parts[1:])
        return replace(self, parts=(Part(text=beside.text), *others))

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in the addresses that it was sent to, each once."""
        tokens = filter(None, (each.token for each in self.recipients))
        return tuple(islice(dict.fromkeys(tokens), MOST_TOKENS))

    @property
    def quoted_tokens(self) -> tuple[str, ...]:
        """The tokens in what it quotes, in addresses and in lines ``token …``, each once: of
        letters that its sender, or somebody whose letter he passes on, has got."""
        kinds = ("ours", "quoted", "repeated")
        return _tokens_in(each.text for each in self.parts if each.kind in kinds)

    @property
    def written_tokens(self) -> tuple[str, ...]:
        """The tokens in all that is written in it, each once."""
        return _tokens_in([self.body])

    @property
    def places(self) -> set[str]:
        """The addresses that it was sent to, with their plus parts and without."""
        return {x for each in self.recipients for x in places_of(each.address)}

    @property
    def token(self) -> str:
        """The first of them, or ``""``."""
        return next(iter(self.tokens), "")

    @property
    def id(self) -> str:
        """By what its orders and their receipt refer to it."""
        return f"<{self.message_id}>" if self.message_id else f"sha256:{self.key}"

    @property
    def key(self) -> str:
        """What makes it this letter, as 64 hex digits: the same however often it is delivered.

        The Message-ID alone is not enough: some programs leave it out, and one that is used twice
        must not make the second letter vanish. So the hash is over what the writer chose: the whole
        text as it came, for what of it is quoted depends on what else is known by then. What can be
        changed on the way, subject and date, counts only where ID or text are missing.
        """
        texts = (self.body, *(text for _, text in self.attached))
        words = "\x00".join("\n".join(each.splitlines()) for each in texts)
        whole = bool(self.message_id and words.strip("\x00\n\t "))
        moment = self.date or self.arrived
        date = moment.isoformat() if moment and not whole else ""
        subject = "" if whole else self.heading
        parts = (self.message_id, self.sender.bare, date, subject, words)
        return hashlib.sha256("\x00".join(parts).encode("utf-8", "replace")).hexdigest()


def _tokens_in(texts: Iterable[str]) -> tuple[str, ...]:
    tokens = (_GROUPING.sub("", x[1].casefold()) for y in texts for x in _IN_TEXT.finditer(y))
    return tuple(islice(dict.fromkeys(tokens), MOST_TOKENS))
