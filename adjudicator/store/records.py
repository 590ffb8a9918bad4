"""What the database holds of campaigns: records, one for each kind of row."""

from datetime import datetime
from typing import Annotated, Literal, TypeVar

import msgspec

from adjudicator.chance import Draw
from adjudicator.games.contract import Game, Phase, Value
from adjudicator.games.registry import find
from adjudicator.orders import Finding
from adjudicator.store.columns import MessageId, Packed, Prose

SAME = "same"


T = TypeVar("T")
Told = Annotated[T, "told"]
"""A setting of which players are told when it changes."""


class Settings(msgspec.Struct, frozen=True):
    """How a campaign is run. Times are in hours.

    This states each setting: what may be given follows from its type (a number is 0 to 10,000, a
    choice one of its words), and players are told of a change where it is ``Told``.
    """

    zone: str = "UTC"
    """The IANA time zone in which deadlines are reckoned."""
    deadline: Told[str] = "none"
    """When phases end, in words; see schedule.py."""
    steps_deadline: Told[str] = SAME
    """When the steps of a war turn in several mails end, in words; ``same``: as other phases do."""
    notice: int = 12
    """The fewest hours that a rule of certain days leaves."""
    least: Told[int] = 0
    """The fewest hours that a phase gets if the one before was carried out late."""
    grace: Told[int] = 0
    """How long a phase waits after its deadline for seats that are missing."""
    grace_locked: Told[bool] = False
    """Whether nothing shortens the time of grace once it has begun."""
    bank: Told[int] = 0
    """So many days each player has for the whole game: one is drawn whenever he is late."""
    hurry: Told[int] = 0
    """Once all others are ready, who missed his last phase has so many hours left (0: no)."""
    misses: Told[int] = 2
    """After so many phases missed in a row a regent takes the seat (0: never)."""
    regent: Told[str] = "steady"
    """The regent that plays a seat which nobody holds, if no other was named for it."""
    early: Told[bool] = True
    """Whether a phase is adjudicated as soon as all are ready."""
    last_call: Told[int] = 0
    """So many minutes after all are ready, in which anybody can take that back."""
    hold: int = 0
    """If more than so many seats are missing at the deadline (0: never), the phase waits for the
    game master, for then a mailbox may be dead."""
    remind: Told[str] = "24"
    """So many hours before the deadline those who have sent nothing are reminded, in words."""
    gm: str = ""
    """The game master's address."""
    address: Told[str] = ""
    """Where orders are mailed."""
    host: str = "adjudicator.invalid"
    """The right-hand side of Message-IDs."""
    paused: bool = False
    """Whether the clock stands still."""
    paused_since: datetime | None = None
    paused_until: datetime | None = None
    """When a paused game goes on by itself; None: when somebody says so."""
    longest_pause: Told[int] = 0
    """So many hours after which every pause ends by itself (0: never)."""
    beacon: str = ""
    """Which public number goes into the key of every phase, in words; ``""``: none."""
    open: bool = False
    """Whether strangers may take open seats and watch, by mail."""
    gather: int = 0
    """How long the deal waits for words when all seats are taken; 0: for the game master."""
    roll_call: Told[bool] = False
    """Whether who has sent no word by the time of the deal loses his seat, for which it waits."""
    fill_days: Told[int] = 0
    """So many days after somebody took a seat a game with free ones is called off (0: never)."""
    records: Literal["nobody", "master", "everybody"] = "master"
    """Who is told of whoever joins what he kept of his phases here; the host says so."""
    least_kept: Told[int] = 0
    """Of a hundred phases so many must a person have kept here who joins, if he is known."""
    press: Told[str] = "seats, all, master, observers"
    """To whom players may write press; see campaign/press/press.py."""
    anonymous: Told[bool] = False
    """Whether press may be unsigned."""
    gm_reads: Told[bool] = False
    """Whether the game master may read press that is not for him."""
    press_stops: Told[int] = 0
    """How long before a deadline players stop writing to each other (0: never)."""
    votes: Told[Literal["off", "all", "two thirds", "majority"]] = "all"
    """How many must agree to end the campaign by a vote; see campaign/phases/endings.py."""
    secret_votes: Told[bool] = True
    """Whether it stays secret who proposed and who voted how."""
    vote_days: Told[int] = 7
    """How many days a proposal is open."""
    absence: Told[int] = 14
    """How many days each player may be absent in all (0: none)."""
    absences: Told[int] = 42
    """How many days somebody may be absent in all."""
    emergency: Told[int] = 72
    """For how long a player may, once, stop the clock in an emergency (0: not at all)."""
    odds: Told[bool] = True
    """Whether players may ask by mail for the odds of battles."""
    substitutes: Told[bool] = True
    """Whether a seat may go to another player; if not, it stays with its regent or its defaults."""
    caretakers: Told[Literal["nobody", "guests", "everybody"]] = "guests"
    """Who may be asked to look after the seat of an absent player: ``guests``, who watch or wait;
    ``everybody``, so also a rival, who then reads it; ``nobody``."""
    webhook: str = ""
    """Where notices of phases and reminders are posted, with nothing secret in them."""
    names: Told[Literal["seats", "players", "nobody"]] = "seats"
    """Whether pages name ``seats`` alone or ``players`` too; ``nobody``: not even letters do,
    before the end."""
    publish: Told[Literal["now", "after the end", "never"]] = "now"
    """When the campaign's pages are to be seen: ``now``, ``after the end`` or ``never``."""
    reveal: Told[Literal["after the end", "never"]] = "after the end"
    """When they show what each seat saw, knew and ordered: ``after the end`` or ``never``."""


class Campaign(msgspec.Struct, frozen=True):
    """One game that is being played, as it was set up."""

    id: int
    name: str
    ruleset: str
    """The name of the game whose rules it is played by."""
    options: dict[str, Value]
    secret: bytes
    """What all its dice come from."""
    commitment: str
    """The SHA-256 of the secret."""
    created: datetime
    settings: Settings
    version: int = 0
    """How often the campaign has been changed. Every change raises it."""
    address: str = ""
    """Where orders are mailed, in small letters; by it the campaign's own letters are known."""
    gm: str = ""
    """The game master's address, in small letters."""
    ended: datetime | None = None
    """When the game master ended it before its time."""
    why_ended: Prose[str] = ""
    archived: bool = False
    """Whether it is put away: it can be read, but is neither listed nor looked after."""
    deal: datetime | None = None
    """When it is dealt by itself, since all its seats have been taken."""
    moved: str = ""
    """The database that it has moved to; this is only what it was then."""

    @property
    def game(self) -> Game:
        """The rules. Raises GameError if they are no longer installed."""
        return find(self.ruleset)


class Seat(msgspec.Struct, frozen=True):
    """A seat and who holds it: a person or a regent."""

    campaign_id: int
    place: int
    name: str
    player: str
    address: str
    zone: str
    held_by: Literal["person", "regent"]
    regent: str
    """The regent who plays the seat while nobody holds it."""
    token_secret: bytes
    """What the token follows from; see tokens.py."""
    token_digest: bytes
    """The SHA-256 of the token, by which the seat is found."""
    since: int = 0
    """How many phases had been adjudicated when its player took it; he missed none of those."""
    remind: str = ""
    """When its player is reminded, in words; ``""``: as the campaign says."""
    open: bool = False
    """Whether it waits for a player: nobody has taken it yet, or who had it has gone."""
    taken: datetime | None = None
    """When its player took it from somebody else; None: he has had it from the beginning, or since
    before that was kept."""

    @property
    def by_person(self) -> bool:
        """Whether a person, rather than a regent, holds the seat."""
        return self.held_by == "person"

    def is_by_player(self, moment: datetime) -> bool:
        """Say whether what was done for it at a moment was done by the player who has it now."""
        return self.taken is None or moment >= self.taken


class Departure(msgspec.Struct, frozen=True):
    """That a person who had a seat of a game under way has it no more."""

    id: int
    campaign_id: int
    seat: str
    address: str
    """The person's, in small letters."""
    since: datetime | None
    """When he took it from somebody else; None: he had it from the beginning."""
    at: datetime
    """When he gave it up, or somebody else got it."""


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """A phase as it was adjudicated, or (number 0) a campaign as it was set up."""

    campaign_id: int
    serial: int
    """Which of its campaign's resolutions it is, those that were rolled back included."""
    run: int
    """How often the campaign was rolled back before."""
    number: int
    """How many phases led to it."""
    parent: int | None
    """The serial of the resolution before it."""
    phase: str
    """The key of the phase that was adjudicated."""
    orders: dict[str, str] = {}
    """The canonical orders of every seat that could order."""
    fingerprint: str
    key: bytes
    """The key of the dice; empty if a script stood in for them."""
    draws: tuple[Draw, ...]
    words: dict[str, str] = {}
    """The players' words that go into the key of the phase it opens (and into that of the setup).
    A run again after a roll-back has them from the first."""
    beacon: str = ""
    """The public number that went into its own key."""
    program: str = ""
    """The version of the program that carried it out."""
    rules: int = 1
    """The version of the game's rules."""
    seal: str = ""
    """The seal in its dice file, which covers key, draws and the seal before."""
    policies: dict[str, tuple[str, ...]] = {}
    """The standing orders that live on."""
    awaited: tuple[str, ...] = ()
    """The seats of persons that had to order."""
    missing: tuple[str, ...] = ()
    """The seats of persons that had to order and did not."""
    set_aside: dict[str, str] = {}
    """Why a seat's orders were left out."""
    opens: Phase
    """The phase that the position waits in."""
    created: datetime
    position: Packed[bytes]
    """What is large stands last, so that the rest is read without it."""
    events: Packed[bytes]


class Past(msgspec.Struct, frozen=True):
    """What is read of a resolution where its position and events are not needed."""

    serial: int
    number: int
    parent: int | None
    phase: str
    awaited: tuple[str, ...]
    missing: tuple[str, ...]
    seal: str
    opens: Phase
    created: datetime


class ListedCampaign(msgspec.Struct, frozen=True):
    """Where a campaign stands, as far as it is listed among others."""

    name: str
    ruleset: str
    archived: bool
    moved: str
    ended: datetime | None
    why_ended: Prose[str]
    settings: Settings
    opens: Phase | None
    deadline: datetime | None


class Deadline(msgspec.Struct, frozen=True):
    """A deadline that was set for the phase that a resolution opened; the last one counts."""

    id: int
    campaign_id: int
    resolution: int
    at: datetime | None
    created: datetime
    why: str
    """Why it was set, as a code: ``rule``, ``moved``, ``bank`` …"""
    shift: int = 0
    """By how many seconds the clock was off, or seemed to be, if it was set for that: more than
    none is ahead. 0: it was set for another reason."""
    late: tuple[str, ...] = ()
    """The seats for whose sake it was set: a day of their banks was drawn, or they kept others
    waiting."""


class Due(msgspec.Struct, frozen=True):
    """What must happen next in a campaign, and when."""

    campaign_id: int
    what: str
    """The kind of deadline; see campaign/due.py."""
    at: datetime
    """Later than its time if it failed then and is tried again."""


TRIES = 5
"""So often something is tried in vain before the game master is told."""


class Failure(msgspec.Struct, frozen=True):
    """That something which is due fails. It is forgotten once it is done, or due no more."""

    campaign_id: int
    what: str
    """The kind of deadline."""
    at: datetime
    """Since when it is due."""
    tries: int
    """How often it was tried in vain."""
    retry: datetime | None
    """When it is tried again; None: at once, for the campaign has changed since."""
    why: Prose[str]
    """What went wrong the last time."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """Orders of a seat."""

    id: int = 0
    campaign_id: int
    seat: str
    resolution: int | None
    """The resolution that opened the phase they are for; None: a later phase."""
    round: int | None
    phase: str
    kind: Literal["sent", "later", "kept", "policy", "void"]
    """``later`` waits for its phase; ``kept`` waited, and its phase came; of a ``policy`` only
    standing orders stand. Of a ``void`` one no line was accepted, so that it is no answer."""
    received: datetime
    source: MessageId = ""
    """The Message-ID of the letter."""
    waited: int | None = None
    """The submission for a later phase that these orders were."""
    raw: Prose[str] = ""
    text: str = ""
    """The whole set that stands, in canonical form."""
    ready: bool = False
    ahead: bool = False
    """Ready for all that is left of the turn, too."""
    findings: Prose[tuple[Finding, ...]] = ()
    warned: tuple[int, ...] | None = None
    """The lines of the text that may fail, by number; None: it was not checked, or before that was
    kept."""
    fingerprint: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether the seat answers with it: neither old policies nor a file of which no line was
        accepted do."""
        return self.kind not in ("policy", "void")


class DiceWord(msgspec.Struct, frozen=True):
    """A word of a seat's player, for the dice; the last one of each seat counts."""

    id: int
    campaign_id: int
    seat: str
    text: str
    received: datetime
    source: MessageId = ""
    """The Message-ID of the letter."""


class Closing(msgspec.Struct, frozen=True):
    """What stood when a phase (or the time before the deal) closed to wait for a public number."""

    campaign_id: int
    serial: int
    """Of the resolution that it leads to."""
    promise: str
    """The SHA-256 of the key without the public number, as it was published."""
    orders: dict[str, str]
    words: dict[str, str]
    created: datetime


class LastPass(msgspec.Struct, frozen=True):
    """When the last pass over everything that is due was made. There is one row."""

    id: int
    at: datetime
    boot: str = ""
    """Which run of the machine it was in; ``""``: unknown."""
    steady: int = 0
    """So many seconds after the machine was started, by a clock that never jumps."""
    gap: int = 0
    """So many seconds after the one before it was made; 0: it is not known."""
    failing: datetime | None = None
    """Since when each pass that came to its end told of a failure; None: the last told of none."""
    why: str = ""
    """What failed in the last of them."""


class Master(msgspec.Struct, frozen=True):
    """A person who may run a campaign by mail. There can be several; they may play too."""

    campaign_id: int
    address: str
    """In small letters."""
    token_secret: bytes
    token_digest: bytes
    """The SHA-256 of the token, by which the master is found."""
    added: datetime
    active: bool = True
    """Whether the token still proves anything."""


GuestRole = Literal["observer", "substitute"]


class Guest(msgspec.Struct, frozen=True):
    """A person who holds no seat of a campaign: who watches it, or waits for a seat."""

    campaign_id: int
    address: str
    """In small letters."""
    role: GuestRole
    player: Prose[str]
    """The person's name, as far as it is known."""
    token_secret: bytes
    token_digest: bytes
    since: datetime
    active: bool = True


class Caretaker(msgspec.Struct, frozen=True, kw_only=True):
    """A person who looks after a seat for a while: he may order for it, and nothing else."""

    id: int = 0
    campaign_id: int
    seat: str
    address: str
    """In small letters."""
    player: Prose[str]
    """The person's name, as far as it is known."""
    token_secret: bytes
    token_digest: bytes
    since: datetime
    until: datetime
    from_regent: bool = False
    """Whether a regent played the seat before, and has it back afterwards."""
    ended: datetime | None = None
    """When it ended; None: it goes on, to the moment ``until``."""


AskedBack = Literal[
    "join", "takeover", "observe", "unobserve", "address", "undo", "rollback", "care"
]
"""What happens only on a yes. ``undo``: a seat's letters go to this address again, as they did
before; ``care``: somebody looks after a seat."""


class Confirmation(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happens only when a letter that asks whether it shall is answered.

    The answer goes to an address with a code in it, which is made and looks like a token.
    """

    id: int = 0
    campaign_id: int
    request: AskedBack
    seat: str | None = None
    """The seat that it is about, if it is about a certain one."""
    address: str
    """To whom it is written."""
    player: Prose[str] = ""
    """That person's name."""
    letter: str
    """The Message-ID of the letter that asks."""
    token_secret: bytes
    token_digest: bytes
    argument: str = ""
    """What is asked for: the seat's new address, the phase to go back to, until when; the
    other game that a person is asked into."""
    resolution: int | None = None
    """The resolution that the game must still stand at, if it is about a certain one."""
    together: str = ""
    """What names the letters of one question: to both ends of a new address, and once more to who
    gave no plain answer; ``""``: this one alone."""
    asked: datetime
    answered: datetime | None = None

    @property
    def into(self) -> str:
        """The other game that it asks into, since this one was called off; ``""``: none."""
        return self.argument if self.request == "join" else ""


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """That a resolution was written again with a position that was amended after a ruling."""

    campaign_id: int
    serial: int
    """Of the resolution as it was written again."""
    reason: Prose[str]
    differences: tuple[str, ...]
    """How the position differs from the one before it."""
    before: bytes
    """The SHA-256 of that position."""
    after: bytes
    """The SHA-256 of the amended one."""
    created: datetime
