"""Press: what players write to each other through the game, to its master, to observers, to
themselves.

It goes out with the game's address as its sender, and is archived with the phase, encrypted. Nobody
but those it is for ever gets to read it; the game master only if the settings said so when it was
written.
"""

import hmac
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from textwrap import wrap
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.message_ids import message_id, seat_part
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import Source, without_tokens
from adjudicator.campaign.letters.encryption import CONFIRMATION, DIARY, PRESS, decrypt, encrypt
from adjudicator.campaign.letters.letters import name_for_all, setting, write_notice
from adjudicator.campaign.press.drafts import Draft
from adjudicator.orders import MisreadError
from adjudicator.orders.language.names import name_key, without_honour
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Press, PressCopy
from adjudicator.store.queries import copies_since
from adjudicator.store.records import Campaign, Seat

THE_MASTER, THE_OBSERVERS = "the game master", "the observers"
"""Readers who are no seats."""
LONGEST_LINE = 1_000

SEATS, ALL, MASTER, OBSERVERS = "seats", "all", "master", "observers"
ALLOWED = (SEATS, ALL, MASTER, OBSERVERS)
"""To whom press can be allowed: to single seats, to all at once, to the game master, to those who
only look on. A diary is always allowed."""


class Piece(msgspec.Struct, frozen=True):
    """What press holds that is for its readers alone."""

    to: tuple[str, ...]
    """Seats, ``the game master``, ``the observers``; none for a diary."""
    signed: bool
    text: str
    hidden: bool = False
    """Whether the writer must not know whom it is to: the writer of what it answers, who did not
    sign."""
    broadcast: bool = False

    @property
    def lines(self) -> list[str]:
        """The lines of the text; a very long one in parts, so that none is cut off."""
        lines = self.text.splitlines()
        return [part for line in lines for part in wrap(line, LONGEST_LINE) or [""]]


def read_allowed(text: str) -> tuple[str, ...]:
    """Read the setting that says to whom players may write. Raises CampaignError."""
    words = [each for each in re.split(r"[\s,]+", text.casefold()) if each not in ("", "none")]
    strange = [each for each in words if each not in ALLOWED]
    if strange:
        raise CampaignError("press-kinds", allowed=list(ALLOWED), given=strange[0][:40])
    return tuple(each for each in ALLOWED if each in words)


def who_answers(
    store: Store, ids: Iterable[str], address: str
) -> tuple[Campaign, Seat | None] | None:
    """Return the campaign and the seat (None: its master) that answers press; None: nobody does.

    ``ids`` are the Message-IDs that a letter says it answers, without angle brackets. Only who has
    got the press knows its Message-ID, so it proves that its reader writes, if the address is his
    too: enough to answer it, and for nothing else.
    """
    for copy in find_copies(store, ids):
        campaign = store.find(Campaign, id=copy.campaign_id)
        seats = store.rows(Seat, campaign_id=campaign.id, name=copy.reader)
        expected = seats[0].address if seats else "" if copy.reader else campaign.settings.gm
        if expected and expected.casefold() == address.casefold():
            return campaign, seats[0] if seats else None
    return None


def find_copies(store: Store, ids: Iterable[str]) -> list[PressCopy]:
    """Return the letters of press with some of the Message-IDs, without angle brackets."""
    return [copy for each in ids for copy in store.rows(PressCopy, message_id=f"<{each}>")]


def read_answered(state: State, ids: Iterable[str], reader: str) -> Press | None:
    """Return the press that a seat (``""``: the game master) answers with a letter, if it does."""
    for copy in find_copies(state.store, ids):
        if (copy.campaign_id, copy.reader) == (state.campaign.id, reader):
            return state.store.find(Press, key=copy.press)
    return None


def open_press(campaign: Campaign, press: Press) -> Piece:
    """Return what press says. Raises CampaignError if it is damaged."""
    return decrypt(campaign, press.key, press.content, Piece)


def read_press(
    store: Store, campaign: Campaign, phase: str = ""
) -> list[tuple[Press, Piece | None]]:
    """Return a campaign's press as the game master may see it, oldest first, of all phases or one.

    None stands in for what he may not read.
    """
    pieces = store.rows(Press, order="id", campaign_id=campaign.id)
    return [
        (each, open_press(campaign, each) if each.readable or not each.writer else None)
        for each in pieces
        if not phase or name_key(each.phase) == name_key(phase)
    ]


def is_unnamed(state: State, answered: Press | None) -> bool:
    """Whether press answers an answer to press that its writer did not sign, for that has no other
    reader: he stays unnamed."""
    if answered is None or not answered.answers:
        return False
    first = state.store.find(Press, key=answered.answers)
    return not open_press(state.campaign, first).signed


def addresses(state: State, reader: str) -> tuple[str, ...]:
    """Return where press to a reader goes; none if it cannot reach him."""
    if reader == THE_OBSERVERS:
        return tuple(each.address for each in state.guests if each.role == "observer")
    address = state.settings.gm if reader == THE_MASTER else state.seat(reader).address
    return (address,) if address else ()


def reader_of(name: str) -> str:
    """Return a reader as copies name him."""
    return "" if name == THE_MASTER else name


EVERYBODY = "everybody"
_OTHERS = {
    THE_MASTER: ("master", "game master", "gm", "judge"),
    THE_OBSERVERS: ("observers", "observer", "spectators"),
    EVERYBODY: ("all", "everyone", "all seats", "all players"),
}
OTHER_READERS = tuple(word for name, forms in _OTHERS.items() for word in (name, *forms))
"""What no seat may be called: press to it, and votes, would be for others."""

_ADDRESSED = (
    re.compile(r"(?P<to>to\s+|@)?(?P<names>[^:]{1,80}):", re.IGNORECASE),
    re.compile(r"(?P<to>to\s+)(?P<names>[^:!?.]{1,80})[!?.\s]*\Z", re.IGNORECASE),
    re.compile(r"(?P<to>to\s+|@)?(?P<names>[^:,!?.;]{1,80})(?:[,!?.;]|\s-|\Z)", re.IGNORECASE),
    re.compile(r"(?P<to>)\S{1,20}\s+(?P<names>[^:,]{1,80})[:,]"),
)
"""How a line begins that addresses somebody: “To Ann and Bob:”, “To Ann”, “Ann, …”, “Dear Ann,”."""
_PARTS = re.compile(r"[,;&/]|\s+and\s+", re.IGNORECASE)

LONGEST = 20_000
"""Characters of one piece of press."""
MOST_IN_A_LETTER = 8
MOST_A_DAY = 100
"""Letters that the press of one seat may lead to in 24 hours."""
MOST_TO_ONE = 40
"""Letters that the press of one seat may lead to in 24 hours for one reader."""
MOST_OF_DIARY = 200
_DAY = timedelta(days=1)


def send_press(
    change: Change,
    writer: Seat | None,
    drafts: Sequence[Draft],
    source: Source,
    answered: Press | None = None,
    *,
    files: Sequence[str] = (),
    closed: Sequence[str] = (),
) -> list[Piece]:
    """Queue the letters of some press, archive it, and confirm it to its writer; return it.

    The writer is a seat, or None for the game master, whom whoever calls tells what went out. If
    any of it cannot go out as it is, nothing does. ``files`` are the names of those that came with
    it and hold orders, ``closed`` are clauses on what else did; neither were read or sent on.
    Raises RefusedError.
    """
    if len(drafts) > MOST_IN_A_LETTER:
        raise RefusedError("press-pieces", most=MOST_IN_A_LETTER)
    name = writer.name if writer else ""
    pieces = []
    for number, draft in enumerate(drafts):
        parent = answered if draft.kind == "press" and not draft.to else None
        piece = _settle(change, name, draft, parent)
        enter_press(change, name, f"{source.key or source.id} {number}", piece, source, parent)
        pieces.append(piece)
    if writer:
        unread = {"unread_files": files, "closed": closed}
        _confirm(change, writer, pieces, source, unread)
    return pieces


def repeat_diary(change: Change, writer: Seat, source: Source) -> None:
    """Queue a letter with what a seat's player has written into his diary."""
    of = change.campaign.id
    pieces = change.store.rows(Press, order="id", campaign_id=of, writer=writer.name)
    own = [each for each in pieces if writer.is_by_player(each.created)]
    opened = [(each.phase, open_press(change.campaign, each)) for each in own]
    notes = [(phase, piece) for phase, piece in opened if not piece.to][-MOST_OF_DIARY:]
    facts = {"entries": [{"phase": phase, "lines": piece.lines} for phase, piece in notes]}
    write_notice(change, writer, DIARY, facts, source=source, opens=True, asks="press")


def _settle(change: Change, writer: str, draft: Draft, answers: Press | None) -> Piece:
    """Work out what a piece of press says to whom, and whether it may. Raises RefusedError."""
    if not draft.text.strip():
        raise RefusedError("press-empty", kind=draft.kind)
    if len(draft.text) > LONGEST:
        raise RefusedError("press-long", most=LONGEST)
    text = without_tokens(change.store, draft.text)
    if draft.kind == "diary":
        if not writer:
            raise RefusedError("press-no-seat")
        _check_limits(change, writer, ())
        return Piece((), True, text)
    if answers:
        to: tuple[str, ...] = (answers.writer or THE_MASTER,)
        hidden = not open_press(change.campaign, answers).signed
    else:
        to, hidden = _read_recipients(change, writer, draft), False
    broadcast = EVERYBODY in to
    if broadcast:
        to = tuple(each.name for each in change.seats if each.name != writer)
        plays = change.seats_of(change.campaign.gm)  # he gets what is for everybody by that
        to += () if plays else (THE_MASTER,)
        to = tuple(each for each in (*to, THE_OBSERVERS) if addresses(change, each))
    _check_may_go(change, writer, to, answers, broadcast=broadcast)
    signed = draft.signed if draft.signed is not None else not is_unnamed(change, answers)
    if not signed and not (change.settings.anonymous and writer):
        raise RefusedError("press-unsigned")
    unreached = [each for each in to if not addresses(change, each)]
    if unreached or not to:
        names = [] if hidden else unreached
        raise RefusedError("press-unreached", names=names, everybody=broadcast)
    if writer:
        _check_limits(change, writer, to)
    return Piece(to, signed, text, hidden, broadcast)


def _read_recipients(change: Change, writer: str, draft: Draft) -> tuple[str, ...]:
    """Read whom press is for; each once, without its writer. Raises RefusedError."""
    if draft.kind == "broadcast":
        return (EVERYBODY,)
    taken = {name_key(each.name) for each in change.seats}
    others = {
        name: [each for each in forms if name_key(each) not in taken]
        for name, forms in _OTHERS.items()
    }
    if not draft.to:
        raise RefusedError("press-to-whom", names=_list_readers(change))
    try:
        readers = change.read_seats(draft.to, others, _players(change))
    except MisreadError as misread:
        names = _list_readers(change)
        raise RefusedError("press-unknown", misread=str(misread), names=names) from None
    to = tuple(each for each in dict.fromkeys(readers) if each != writer)
    if not to:
        raise RefusedError("press-own")
    return to


def _players(state: State) -> dict[str, list[str]]:
    """Return the seats of each player by the key of his name, as far as the others may know it."""
    players: dict[str, list[str]] = {}
    for seat in state.seats:
        if seat.by_person and (key := name_key(name_for_all(state, seat))):
            players.setdefault(key, []).append(seat.name)
    return players


def _list_readers(state: State) -> list[str]:
    """Return the seats, each with the name of its player, as press can be written to."""
    names = [(each.name, each.by_person and name_for_all(state, each)) for each in state.seats]
    return [f"{seat} ({player})" if player else seat for seat, player in names]


def check_is_for_master(state: State, writer: str, line: str) -> None:
    """Raise RefusedError if the first line of a letter addresses other players: “To Ann:”.

    Known are the names of seats and players, the first of these too; one other word may stand
    before them. Everybody is addressed behind “to” alone, for “Hello all” is a greeting like any
    other. What is for the game master's own seat is for him.
    """
    known = {name_key(each): EVERYBODY for each in _OTHERS[EVERYBODY]}
    for seat in state.seats:
        player = name_for_all(state, seat) if seat.by_person else ""
        for name in (player, player.partition(" ")[0], seat.name):
            known[name_key(name)] = seat.name
    known.pop("", None)
    own = {writer, *(each.name for each in state.seats_of(state.settings.gm))}
    for pattern in _ADDRESSED:
        if match := pattern.match(line):
            parts = [name_key(each) for each in _PARTS.split(match["names"]) if each.strip()]
            readers = [
                reader for each in parts if (reader := known.get(without_honour(each, known)))
            ]
            spared = own if match["to"] else {*own, EVERYBODY}
            to = [each for each in dict.fromkeys(readers) if each not in spared]
            if to and len(readers) == len(parts):
                kind = ALL if EVERYBODY in to else SEATS
                is_open = kind in read_allowed(state.settings.press)
                raise RefusedError("press-addressed", names=to, kind=kind, is_open=is_open)


def _check_may_go(
    change: Change, writer: str, to: Sequence[str], answers: Press | None, *, broadcast: bool
) -> None:
    """Raise RefusedError for press that the campaign's settings do not let go out now."""
    if not writer:  # the game master may write to whom he likes
        return
    settings = change.settings
    allowed = read_allowed(settings.press)
    wanted = {
        ALL: broadcast,
        SEATS: not broadcast and any(each not in _OTHERS for each in to),
        MASTER: not broadcast and THE_MASTER in to and not answers,
        OBSERVERS: not broadcast and THE_OBSERVERS in to,
    }
    for kind, is_wanted in wanted.items():
        if is_wanted and kind not in allowed:
            raise RefusedError("press-not-allowed", kind=kind, allowed=allowed)
    stops = timedelta(hours=settings.press_stops)
    open_until = None if change.settings.paused else change.deadline
    among_players = tuple(to) != (THE_MASTER,)
    if stops and open_until and among_players and change.now >= open_until - stops:
        raise RefusedError("press-late", hours=settings.press_stops)


def _check_limits(change: Change, writer: str, to: Sequence[str]) -> None:
    """Raise RefusedError if press would lead to more letters than a seat may cause."""
    of = (change.store, change.campaign, writer, change.now - _DAY)
    now = change.entries(PressCopy)
    if copies_since(*of) + len(now) + max(1, len(to)) > MOST_A_DAY:
        raise RefusedError("press-often", most=MOST_A_DAY)
    for each in to:
        reader = reader_of(each)
        if copies_since(*of, reader) + sum(x.reader == reader for x in now) >= MOST_TO_ONE:
            raise RefusedError("press-often-to-one", most=MOST_TO_ONE)


def enter_press(
    change: Change, writer: str, name: str, piece: Piece, source: Source, parent: Press | None
) -> None:
    """Archive a piece of press, and queue a letter to each of its readers, with nobody's token."""
    key = private_digest(change, name)
    change.add(
        Press(
            key=key,
            campaign_id=change.campaign.id,
            resolution=change.latest.serial if change.latest else None,
            phase=change.waits_in,
            writer=writer,
            source=source.id,
            answers=parent.key if parent else "",
            created=change.now,
            readable=change.settings.gm_reads or piece.broadcast or THE_MASTER in piece.to,
            content=encrypt(change.campaign, key, piece),
        )
    )
    answers = _thread(change, piece, parent)
    facts: dict[str, Any] = {
        "writer": (writer or THE_MASTER) if piece.signed else "",
        "to": piece.to,
        "lines": piece.lines,
        "broadcast": piece.broadcast,
        "gm_reads": change.settings.gm_reads,
    }
    for reader in piece.to:
        seat = change.seat(reader) if reader not in (THE_MASTER, THE_OBSERVERS) else None
        facts |= {"reader": reader, "answerable": reader != THE_OBSERVERS}
        known = replace(setting(change, seat), token="")
        end = seat_part(reader) if seat else reader.replace(" ", "-")
        for address in addresses(change, reader):
            name = f"press-{private_digest(change, f'{key} {reader} {address}')}"
            own = message_id(change.campaign, name, end)
            change.add(PressCopy(own, change.campaign.id, key, reader_of(reader)))
            write_notice(
                change, seat, PRESS, facts, known=known, answers=answers, opens=True, own=own,
                to=address,
            )  # fmt: skip


def _thread(change: Change, piece: Piece, parent: Press | None) -> str:
    """Return the Message-ID of the letter that press answers, which its reader wrote; ``""``: none.

    What is unsigned shows none, unless it is known to come from the same unnamed writer.
    """
    if parent is None or not (piece.signed or is_unnamed(change, parent)):
        return ""
    return parent.source if parent.source.startswith("<") else ""


def _confirm(
    change: Change,
    writer: Seat,
    pieces: Sequence[Piece],
    source: Source,
    unread: Mapping[str, Sequence[str]],
) -> None:
    """Tell a writer what went to whom, and what was left unread."""
    facts: dict[str, Any] = {
        "pieces": [
            {
                "to": () if each.hidden else each.to,
                "diary": not each.to,
                "signed": each.signed,
                "lines": each.lines,
            }
            for each in pieces
        ],
        "gm_reads": change.settings.gm_reads,
        "private": any(each.to and (each.hidden or THE_MASTER not in each.to) for each in pieces),
        **unread,
    }
    write_notice(change, writer, CONFIRMATION, facts, source=source, opens=True, asks="press")


def private_digest(state: State, name: str) -> str:
    """Return a part of a Message-ID that nobody can work out who has not got the letter."""
    secret = state.campaign.secret
    return hmac.digest(secret, f"press {state.campaign.name} {name}".encode(), "sha256").hex()[:24]
