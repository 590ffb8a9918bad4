"""Press: what players write to each other through the game, to its master, to observers, to
themselves.

It goes out with the game's address as its sender, and is archived with the phase, sealed. Nobody
but those it is for ever gets to read it; the game master only if the settings said so when it was
written.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.sealing import DIARY
from adjudicator.campaign.kernel.tokens import without_tokens
from adjudicator.campaign.orders.identify import Source
from adjudicator.campaign.press.archive import (
    ALL,
    MASTER,
    OBSERVERS,
    SEATS,
    THE_MASTER,
    THE_OBSERVERS,
    Answered,
    Said,
    addresses,
    is_unnamed,
    open_press,
    read_allowed,
    reader_of,
)
from adjudicator.campaign.press.drafts import Draft
from adjudicator.campaign.press.letters import (
    confirm_press,
    enter_press,
    private_digest,
    queue_own,
)
from adjudicator.orders import MisreadError, Names
from adjudicator.orders.language.names import name_key
from adjudicator.store.press_queries import copies_since
from adjudicator.store.press_records import Press, PressCopy
from adjudicator.store.records import Seat

EVERYBODY = "everybody"
_OTHERS = {
    THE_MASTER: ("master", "game master", "gm", "judge"),
    THE_OBSERVERS: ("observers", "observer", "spectators"),
    EVERYBODY: ("all", "everyone", "all seats", "all players"),
}

LONGEST = 20_000
"""Characters of one piece of press."""
MOST_IN_A_LETTER = 8
MOST_A_DAY = 100
"""Letters that the press of one seat may lead to in 24 hours."""
MOST_TO_ONE = 40
"""Those of them that may go to one reader."""
MOST_OF_DIARY = 200
_DAY = timedelta(days=1)
_AND = re.compile(r"\s*[,;&/]\s*(?:and\s+)?|\s+and\s+", re.I)


class Sent(NamedTuple):
    """How many pieces of press of a letter were taken, and the Message-ID of the confirmation."""

    pieces: int
    confirmation: str


def send_press(
    at: Change,
    writer: Seat | None,
    drafts: Sequence[Draft],
    source: Source,
    answered: Answered | None = None,
) -> Sent:
    """Queue the letters of some press, archive it, and confirm it to its writer.

    The writer is a seat, or None for the game master. If any of it cannot go out as it is, nothing
    does. Raises RefusedError.
    """
    if len(drafts) > MOST_IN_A_LETTER:
        raise RefusedError("press-pieces", most=MOST_IN_A_LETTER)
    name = writer.name if writer else ""
    pieces = []
    for number, draft in enumerate(drafts):
        parent = answered if draft.kind == "press" and not draft.to else None
        said = _settle(at, name, draft, parent)
        enter_press(at, name, f"{source.key or source.id} {number}", said, source, parent)
        pieces.append(said)
    if writer is None:
        return Sent(len(pieces), "")
    return Sent(len(pieces), confirm_press(at, writer, pieces, source))


def repeat_diary(at: Change, writer: Seat, source: Source) -> str:
    """Queue a letter with what a seat has written into its diary; return its Message-ID."""
    of = at.campaign.id
    there = at.store.rows(Press, order="id", campaign_id=of, writer=writer.name)
    opened = [(each.phase, open_press(at.campaign, each)) for each in there]
    notes = [(phase, said) for phase, said in opened if not said.to][-MOST_OF_DIARY:]
    facts = {
        "entries": [{"phase": phase, "lines": said.lines} for phase, said in notes],
        "campaign": at.campaign.name,
    }
    return queue_own(at, writer, DIARY, facts, f"diary-{private_digest(at, source.key)}", source)


def _settle(at: Change, writer: str, draft: Draft, answers: Answered | None) -> Said:
    """Work out what a piece of press says to whom, and whether it may. Raises RefusedError."""
    if not draft.text.strip():
        raise RefusedError("press-empty", kind=draft.kind)
    if len(draft.text) > LONGEST:
        raise RefusedError("press-long", most=LONGEST)
    text = without_tokens(at.store, draft.text)
    if draft.kind == "diary":
        _check_limits(at, writer, ())
        return Said((), True, text)
    if answers:
        to: tuple[str, ...] = (answers.press.writer or THE_MASTER,)
        hidden = not answers.said.signed
    else:
        to, hidden = _read_recipients(at, writer, draft), False
    broadcast = EVERYBODY in to
    if broadcast:
        to = tuple(each.name for each in at.seats if each.name != writer)
        to += () if _master_plays(at) else (THE_MASTER,)
        to = tuple(each for each in (*to, THE_OBSERVERS) if addresses(at, each))
    _check_may_go(at, writer, to, answers, broadcast=broadcast)
    signed = draft.signed if draft.signed is not None else not is_unnamed(at, writer, answers)
    if not signed and not (at.campaign.settings.anonymous and writer):
        raise RefusedError("press-unsigned")
    unreached = [each for each in to if not addresses(at, each)]
    if unreached or not to:
        names = [] if hidden else unreached
        raise RefusedError("press-unreached", names=names, everybody=broadcast)
    if writer:
        _check_limits(at, writer, to)
    return Said(to, signed, text, hidden, broadcast)


def _master_plays(at: Change) -> bool:
    """Whether the game master holds a seat; he then gets what is for everybody by that."""
    return any(each.address.casefold() == at.campaign.gm for each in at.seats if each.address)


def _read_recipients(at: Change, writer: str, draft: Draft) -> tuple[str, ...]:
    """Read whom press is for; each once, without its writer. Raises RefusedError."""
    if draft.kind == "broadcast":
        return (EVERYBODY,)
    seats = [each.name for each in at.seats]
    known: dict[str, tuple[str, ...]] = dict.fromkeys(seats, ())
    taken = {name_key(each) for each in seats}
    for name, forms in _OTHERS.items():
        known[name] = tuple(each for each in forms if name_key(each) not in taken)
    names = Names("seat", known)
    if not draft.to:
        raise RefusedError("press-to-whom", names=seats)
    try:
        found = list(_find_all(names, draft.to))
    except MisreadError as misread:
        raise RefusedError("press-unknown", misread=str(misread), names=seats) from None
    others = tuple(each for each in dict.fromkeys(found) if each != writer)
    if not others:
        raise RefusedError("press-own")
    return others


def _find_all(names: Names, written: str) -> Iterable[str]:
    """Find all names of a list, however it is parted. Raises MisreadError."""
    if names.knows(written):
        return [names.find(written)]
    parts = [each for each in _AND.split(written) if each.strip()]
    found = []
    for each in parts or [written]:
        try:
            found.append(names.find(each))
        except MisreadError:
            words = each.split()
            if len(words) < 2 or not all(map(names.knows, words)):
                raise
            found += map(names.find, words)
    return found


def _check_may_go(
    at: Change, writer: str, to: Sequence[str], answers: Answered | None, *, broadcast: bool
) -> None:
    """Raise RefusedError for press that the campaign's settings do not let go out now."""
    if not writer:  # the game master may write to whom he likes
        return
    settings = at.campaign.settings
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
    open_until = at.deadline if not (at.is_over or settings.paused) else None
    among_players = tuple(to) != (THE_MASTER,)
    if stops and open_until and among_players and at.now >= open_until - stops:
        raise RefusedError("press-late", hours=settings.press_stops)


def _check_limits(at: Change, writer: str, to: Sequence[str]) -> None:
    """Raise RefusedError if press would lead to more letters than a seat may cause."""
    of = (at.store, at.campaign, writer, at.now - _DAY)
    now = at.entries(PressCopy)
    if copies_since(*of) + len(now) + max(1, len(to)) > MOST_A_DAY:
        raise RefusedError("press-often", most=MOST_A_DAY)
    for each in to:
        reader = reader_of(each)
        if copies_since(*of, reader) + sum(x.reader == reader for x in now) >= MOST_TO_ONE:
            raise RefusedError("press-often-to-one", most=MOST_TO_ONE)
