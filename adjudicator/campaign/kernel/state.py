"""A campaign as it stands: what it waits for, since when, until when, and whether that is due."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from adjudicator.campaign.kernel.caretakers import CaredSeat, goes_on, in_care
from adjudicator.campaign.kernel.errors import RefusedError, reason
from adjudicator.campaign.kernel.turns import language_of
from adjudicator.games.contract import Game
from adjudicator.orders import Language, MisreadError, Names
from adjudicator.orders.language.names import name_key, without_honour
from adjudicator.patterns import pattern
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.records import (
    Adjudication,
    Campaign,
    Caretaker,
    Closing,
    Guest,
    Master,
    Seat,
    Settings,
    Submission,
)

R = TypeVar("R", bound=msgspec.Struct)
BEFORE_THE_DEAL = "the deal"
"""What a campaign waits for that has not begun."""


_AND = pattern(r"\s*[,;&/]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


class State:
    """A campaign as it stands at a moment. What is asked is read once and then stays."""

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        now: datetime,
        actors: Mapping[str, str] = MappingProxyType({}),
    ):
        self.store = store
        self.campaign = campaign
        self.now = now
        self.actors = actors
        """By seat, who else than its own player acts in its name: an address, or the game master
        (see ``Source.actor_for``)."""

    @property
    def settings(self) -> Settings:
        """How the campaign is run."""
        return self.campaign.settings

    @property
    def game(self) -> Game:
        """The rules that the campaign is played by."""
        return self.campaign.game

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in seating order."""
        return queries.seats(self.store, self.campaign)

    @property
    def players(self) -> list[Seat]:
        """The seats of persons, and those whose player can be written to while a regent plays."""
        return [seat for seat in self.seats if seat.by_person or seat.address]

    def read_seats(
        self,
        written: str,
        others: Mapping[str, Sequence[str]] = MappingProxyType({}),
        players: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> list[str]:
        """Read a list of seats, and of ``others`` with their spellings, however it is parted.

        ``players`` are the seats of each player by the key of his name, who is only meant by the
        whole of it. Raises MisreadError.
        """
        names = Names("seat", {**{each.name: () for each in self.seats}, **others})

        def key_of(part: str) -> str:
            return without_honour(name_key(part), (*names.keys, *players))

        def is_known(part: str) -> bool:
            return names.knows(key := key_of(part)) or key in players

        def find(part: str) -> str:
            if names.knows(key := key_of(part)):
                return names.find(key)
            held = players.get(key, ())
            if len(held) > 1:
                raise MisreadError(reason("ambiguous-name", name=part, held=held))
            return held[0] if held else names.find(part)

        if is_known(written):
            return [find(written)]
        known: list[str] = []
        for part in [each for each in _AND.split(written) if each.strip()] or [written]:
            words = part.split()
            are_all = len(words) > 1 and not is_known(part) and all(map(is_known, words))
            known += map(find, words if are_all else [part])
        return known

    def seats_of(self, address: str) -> list[Seat]:
        """Return the seats whose player has that address; none if it is ``""``."""
        own = address.casefold()
        return [seat for seat in self.seats if own and seat.address.casefold() == own]

    @property
    def masters(self) -> list[Master]:
        """The game masters who have tokens, the first first."""
        known = sorted(self.rows(Master), key=lambda each: (each.added, each.address))
        return [each for each in known if each.active]

    @property
    def guests(self) -> list[Guest]:
        """Those who watch, or wait for a seat, in the order in which they came."""
        known = sorted(self.rows(Guest), key=lambda each: (each.since, each.address))
        return [each for each in known if each.active]

    @property
    def caretakers(self) -> list[Caretaker]:
        """Those who look after seats now, as far as the settings still let them."""
        allowed = self.settings.caretakers
        found = self.rows(Caretaker) if allowed != "nobody" else []
        return [
            each
            for each in found
            if goes_on(each, self.now)
            and (allowed == "everybody" or not self.seats_of(each.address))
        ]

    @property
    def cared_seats(self) -> list[CaredSeat]:
        """The seats that somebody looks after, as he has them."""
        found = []
        for each in self.caretakers:
            zone = next((own.zone for own in self.seats_of(each.address)), "")
            found.append(in_care(self.seat(each.seat), each, zone))
        return found

    @property
    def open_seats(self) -> list[Seat]:
        """The seats that wait for a player."""
        return [seat for seat in self.seats if seat.open]

    @cached_property
    def has_begun(self) -> bool:
        """Whether the game has been dealt; before that there is no phase."""
        return self.store.has(Adjudication, campaign_id=self.campaign.id)

    @cached_property
    def head(self) -> Adjudication:
        """The latest resolution, which opened the phase that waits. Raises RefusedError if none."""
        if not self.has_begun:
            raise RefusedError("not-begun", campaign=self.campaign.name)
        return queries.head(self.store, self.campaign)

    @property
    def latest(self) -> Adjudication | None:
        """The latest resolution; None before the deal."""
        return self.head if self.has_begun else None

    @property
    def opening(self) -> datetime:
        """When the phase that waits was opened; now, if a wrong clock dated that in the future."""
        return min(self.head.created, self.now)

    @property
    def waits_in(self) -> str:
        """The key of the phase that waits."""
        return self.head.opens.key if self.has_begun else BEFORE_THE_DEAL

    @cached_property
    def closing(self) -> Closing | None:
        """What stood when what waits was closed, to wait for a public number; None: it is open."""
        serial = self.head.serial + 1 if self.has_begun else 0
        return next(iter(self.rows(Closing, serial=serial)), None)

    @cached_property
    def words(self) -> dict[str, str]:
        """The players' words as they stand, by seat."""
        return queries.latest_words(self.store, self.campaign)

    @cached_property
    def position(self) -> Any:
        """The whole position of the game."""
        return self.game.decode(self.head.position)

    @cached_property
    def last_deadline(self) -> datetime | None:
        """The deadline that was set last for the phase that waits, or did when the game ended."""
        return queries.deadline(self.store, self.head) if self.has_begun else None

    @property
    def deadline(self) -> datetime | None:
        """The deadline of the phase that waits; None: when all are ready, or the game is over."""
        return None if self.is_over else self.last_deadline

    @cached_property
    def submissions(self) -> dict[str, Submission]:
        """What stands for the phase that waits: each seat's latest orders."""
        return queries.submissions(self.store, self.head)

    @property
    def is_over(self) -> bool:
        """Whether the game is over: played to its end, or ended by the game master."""
        played = self.has_begun and self.head.opens.over
        return played or self.campaign.ended is not None

    def language_of(self, phase: str, seat: str) -> Language | None:
        """Return the language of a seat's orders in the phase of a name, whosever turn that names,
        or, without one, in the phase that waits; None if there is none."""
        return language_of(self.game, self.position, phase, seat) if self.has_begun else None

    def zone_of(self, seat: Seat | None) -> str:
        """Return the time zone in which a seat's player (None: the public) reads times."""
        return (seat.zone if seat else "") or self.settings.zone

    @property
    def stands_still(self) -> bool:
        """Whether no time runs: the campaign is paused or over."""
        return self.is_over or self.settings.paused

    @property
    def is_late(self) -> bool:
        """Whether the deadline of the phase that waits is past."""
        return self.deadline is not None and self.now >= self.deadline

    def check_goes_on(self) -> None:
        """Raise RefusedError if the game is over: then nothing is ordered or changed any more."""
        if self.is_over:
            raise RefusedError("game-over", campaign=self.campaign.name)

    @property
    def must_order(self) -> tuple[str, ...]:
        """The persons who must order; where nobody must, those who may."""
        phase = self.head.opens
        persons = [seat.name for seat in self.seats if seat.by_person]
        return tuple(seat for seat in persons if seat in (phase.must or phase.may))

    @property
    def heeds(self) -> tuple[str, ...]:
        """The persons whom the phase waits for too, without any of them being missed."""
        wanted = set(self.head.opens.heeds) - set(self.must_order)
        return tuple(seat.name for seat in self.seats if seat.by_person and seat.name in wanted)

    @property
    def silent(self) -> tuple[str, ...]:
        """The persons who must order and have sent nothing."""
        return tuple(seat for seat in self.must_order if not self.has_spoken(seat))

    @property
    def unready(self) -> tuple[str, ...]:
        """The persons who must order, or are heeded, and have not said that they are ready."""
        sent, asked = self.submissions, (*self.must_order, *self.heeds)
        return tuple(seat for seat in asked if seat not in sent or not sent[seat].ready)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The persons for whose word the phase waits.

        They are to say that they are ready, or if that cannot shorten it, anything at all.
        """
        if self.is_over or not self.has_begun or self.closing:
            return ()
        return self.unready if self.settings.early or not self.deadline else self.silent

    @property
    def is_held(self) -> bool:
        """Whether so many seats are missing that the game master must say what to do."""
        return 0 < self.settings.hold < len(self.silent)

    @property
    def grace_ends(self) -> datetime | None:
        """When orders no longer count: the deadline, later if somebody is missing.

        Once a locked time of grace has begun, nobody's orders shorten it.
        """
        given = self.silent or self.is_grace_locked
        hours = self.settings.grace if given else 0
        return self.deadline and self.deadline + timedelta(hours=hours)

    @property
    def is_grace_locked(self) -> bool:
        """Whether a time of grace has begun, because somebody missed the deadline, and is locked.

        It may be over by now.
        """
        settings, deadline = self.settings, self.deadline
        if not settings.grace_locked or not settings.grace:
            return False
        if deadline is None or self.now < deadline:
            return False
        sent = self.rows(Submission, resolution=self.head.serial)
        in_time = {each.seat for each in sent if each.is_answer and each.received <= deadline}
        return any(seat not in in_time for seat in self.must_order)

    @property
    def last_call_ends(self) -> datetime | None:
        """When a phase for which all are ready is carried out; None as long as somebody is not."""
        asked = () if self.unready else (*self.must_order, *self.heeds)
        sent = [self.submissions[seat].received for seat in asked]
        minutes = self.settings.last_call
        if not sent or not self.settings.early:
            return None
        return max(sent) + timedelta(minutes=minutes) if minutes else self.opening

    @property
    def why_due(self) -> str:
        """Why the phase can be adjudicated now: ready, deadline, nobody; ``""`` if it cannot."""
        when = self.next_adjudication
        if when is None or when[0] > self.now:
            return ""
        return when[1]

    @property
    def next_adjudication(self) -> tuple[datetime, str] | None:
        """When the phase can be adjudicated and why, if nothing changes until then.

        A campaign that regents alone play goes by its deadlines.
        """
        settings = self.settings
        if not self.has_begun or self.stands_still or self.closing:
            return None
        deserted = not any(seat.by_person for seat in self.seats)
        if not (self.must_order or self.heeds) and not deserted:
            return self.opening, "nobody"
        ends, ready = self.grace_ends, self.last_call_ends
        if ready and not self.is_grace_locked and (not ends or ready < ends):
            return ready, "ready"
        if ends is None:
            return None if settings.early or self.unready else (self.opening, "ready")
        return None if self.is_held else (ends, "deadline")

    @property
    def orders_close(self) -> datetime | None:
        """After which moment a letter is too late for the phase that waits, as things stand.

        None: whatever arrives before it is carried out counts, however late it is read.
        """
        when = self.next_adjudication
        if when is None or when[1] == "nobody":
            return None
        called = self.settings.last_call and self.last_call_ends
        return when[0] if called else self.grace_ends

    def seat(self, name: str) -> Seat:
        """Return a seat by its name, in any case. Raises StoreError."""
        wanted = name.strip().casefold()
        for each in self.seats:
            if each.name.casefold() == wanted:
                return each
        seats = [each.name for each in self.seats]
        raise StoreError("no-seat", campaign=self.campaign.name, name=name[:40], seats=seats)

    def has_spoken(self, seat: str) -> bool:
        """Whether a seat has answered in this phase."""
        sent = self.submissions.get(seat)
        return sent is not None and sent.is_answer

    def has_spoken_in_turn(self, seat: str) -> bool:
        """Whether a seat has answered in this phase, or in another of its series."""
        phase = self.head.opens
        if self.has_spoken(seat) or not phase.series:
            return self.has_spoken(seat)
        past = queries.past(self.store, self.campaign)
        series = (each.serial for each in past if each.opens.belongs_with(phase))
        sent = (self.rows(Submission, resolution=each, seat=seat) for each in series)
        return any(each.is_answer for orders in sent for each in orders)

    def rows(self, record: type[R], **equal: Any) -> list[R]:
        """Return the campaign's records of a kind whose columns are as given, oldest first."""
        return self.store.rows(record, campaign_id=self.campaign.id, **equal)

    def has(self, record: type[msgspec.Struct], **equal: str) -> bool:
        """Say whether there is a record of a kind, of whichever campaign, with such columns."""
        return self.store.has(record, **equal)
