"""The record of a game's draws that players can check, a *dice file*; and whether it is true.

A report carries the record of its phase: the key that was published, what went into it besides the
secret and the orders, and every draw. Each phase has a *seal*, which covers all of that and the
seal of the phase before it, so that the phases are a chain. When the game is over, the record of
all phases follows, with the secret and the fingerprints of the orders, from which the keys must
follow.

Within a file nothing may be changed, left out, listed twice or exchanged, for then a seal is not
the one that follows from what is there, or does not follow upon the seal before. Who forges all
seals anew is found by any other file of the same game, or by a seal that stands in a report.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from adjudicator.chance.keys import beacon_key, commitment, digest, phase_key, promise
from adjudicator.chance.stream import Draw, Stream
from adjudicator.wording import Reason, ReasonedError, reasons_of

LARGEST = 16 * 1024 * 1024
"""Bytes of a dice file."""
MOST_DRAWN_FROM = 2**64
"""Nothing in any game is drawn out of more; a die of many bytes would fill the memory."""


reason = reasons_of("chance")
"""Returns what is wrong with dice: ``templates/reasons/chance.j2`` has the words."""


class RecordError(ReasonedError, ValueError):
    """A text is not a dice file."""

    room = "chance"


class PhaseDice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The draws of one phase."""

    number: int
    """How many phases led to it; 0 is the setup of the game."""
    phase: str
    before: str
    """The seal of the phase before it; of the setup the commitment."""
    key: str
    """In hexadecimal; ``""`` if real dice stood in for the key's."""
    words: Mapping[str, str] = {}
    """What players added to the key, by seat."""
    beacon: str = ""
    """The public number in the key."""
    closed: str = ""
    """With a public number: the key that it was added to, in hexadecimal."""
    program: str = ""
    """The version of the program that carried the phase out."""
    rules: int = 1
    """The version of the game's rules."""
    draws: tuple[Draw, ...]
    fingerprint: str = ""
    """Of the phase's orders; told when the game is over, ``""`` before."""
    seal: str = ""


class DiceRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dice file: the phases of a campaign with their keys and draws, each sealed."""

    campaign: str
    """The name of the campaign."""
    commitment: str
    phases: tuple[PhaseDice, ...]
    secret: str = ""
    """In hexadecimal; told when the game is over, ``""`` before."""

    def encode(self) -> bytes:
        """Return the file as JSON, indented for people. What is no character becomes “?”."""
        text = json.dumps(msgspec.to_builtins(self), ensure_ascii=False)
        return msgspec.json.format(text.encode("utf-8", "replace"), indent=1)


def seal_of(campaign: str, dice: PhaseDice) -> str:
    """Return the seal of a phase: a SHA-256, in hex, over all that its record says of it.

    The orders' fingerprint is not in it, for it is told later; the key holds it.
    """
    return digest(_parts(campaign, dice))


def _parts(campaign: str, dice: PhaseDice) -> Iterator[str]:
    yield from (campaign, str(dice.number), dice.phase, dice.before, dice.key)
    yield from (dice.beacon, dice.closed, dice.program, str(dice.rules))
    yield str(len(dice.words))
    for seat in sorted(dice.words):
        yield from (seat, dice.words[seat])
    yield str(len(dice.draws))
    for draw in dice.draws:
        yield from (draw.label, str(draw.of), " ".join(map(str, draw.came)))


def read_record(data: bytes) -> DiceRecord:
    """Read a dice file. Raises RecordError.

    It must be as ``encode`` writes it, but for blanks: so nothing can stand in it twice, or beside
    what is read.
    """
    if len(data) > LARGEST:
        raise RecordError("dice-file-too-large")
    try:
        record = msgspec.json.decode(data, type=DiceRecord)
        for text in (
            record.secret,
            *(t for each in record.phases for t in (each.key, each.closed)),
        ):
            bytes.fromhex(text)
        same = msgspec.json.format(data, indent=-1) == msgspec.json.encode(record)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError("no-dice-file", error=str(error)[:200]) from error
    if not same:
        raise RecordError("dice-file-changed")
    return record


def disagreements(key: bytes, draws: Sequence[Draw]) -> list[str]:
    """Draw everything again from the key; return a line for each draw that came otherwise.

    ``draws`` are all draws of a phase, in the order made. An empty list means that they agree.
    """
    stream = Stream(key)
    lines = []
    for number, draw in enumerate(draws, 1):
        if draw.came and not 1 <= draw.of <= MOST_DRAWN_FROM:
            of = str(draw.of)[:40]
            lines.append(str(reason("draw.nothing", number=number, label=draw.label, of=of)))
            continue
        came = _redraw(stream, draw)
        if came != draw.came:
            results = {"given": came, "recorded": draw.came}
            lines.append(str(reason("draw.otherwise", number=number, label=draw.label, **results)))
    return lines


def key_faults(
    secret: bytes,
    phase: str,
    orders: str,
    key: bytes,
    promised: str,
    *,
    words: Mapping[str, str] | None = None,
    beacon: str = "",
) -> list[str]:
    """Say what is wrong with a phase's key, given the published secret; nothing if it is right.

    ``orders`` is the fingerprint of the phase's orders, ``promised`` the commitment; ``words`` and
    ``beacon`` are what went into the key besides.
    """
    faults = []
    if commitment(secret) != promised:
        faults.append(str(reason("fault.secret")))
    if beacon_key(phase_key(secret, phase, orders, words), beacon) != key:
        faults.append(str(reason("fault.key", words=bool(words), beacon=bool(beacon))))
    return faults


def _redraw(stream: Stream, draw: Draw) -> tuple[int, ...]:
    """Repeat a draw. A shuffle's indices begin at 0, which no die shows."""
    if len(draw.came) == draw.of and sorted(draw.came) == list(range(draw.of)):
        return tuple(stream.shuffle(range(draw.of), draw.label))
    return tuple(stream.dice(len(draw.came), draw.of, draw.label))


class Link(msgspec.Struct, frozen=True):
    """What was found about one phase of one file."""

    file: str
    dice: PhaseDice
    faults: tuple[str, ...]
    whole: bool = False
    """Whether the secret was there, so that the key could be checked too."""

    @property
    def promise(self) -> str:
        """What was published when the phase was closed; ``""`` without a public number."""
        return promise(bytes.fromhex(self.dice.closed)) if self.dice.closed else ""


def check_chain(files: Mapping[str, DiceRecord], seals: Sequence[str] = ()) -> list[Link]:
    """Check dice files of one game, by themselves and beside each other; all of their phases.

    ``seals`` are some that reports gave: each must be that of a phase.
    """
    alone = (link for name, record in files.items() for link in _links(name, record))
    links = _beside_each_other(alone)
    known_seals = {each.dice.seal for each in links}
    if links and (lost := [seal for seal in seals if seal.casefold() not in known_seals]):
        links[-1] = _with(links[-1], [str(reason("fault.no-such-seal", seal=lost[0][:64]))])
    return links


def other_games(files: Mapping[str, DiceRecord]) -> list[str]:
    """Return the files whose campaign or commitment is not that of the first."""
    first = next(iter(files.values()), None)
    return [
        name
        for name, each in files.items()
        if first and (each.campaign, each.commitment) != (first.campaign, first.commitment)
    ]


def _links(name: str, record: DiceRecord) -> Iterator[Link]:
    for before, dice in zip((None, *record.phases), record.phases, strict=False):
        wrong = [*map(str, _chain_faults(record, before, dice)), *_own_faults(record, dice)]
        yield Link(name, dice, tuple(wrong), bool(record.secret))


def _chain_faults(record: DiceRecord, before: PhaseDice | None, dice: PhaseDice) -> list[Reason]:
    """Say where a phase does not follow upon the one before it in its file."""
    wrong: list[Reason] = []
    if seal_of(record.campaign, dice) != dice.seal:
        wrong.append(reason("fault.seal"))
    if before is None:
        if record.secret and dice.number:
            wrong.append(reason("fault.beginning", number=dice.number))
        if not dice.number and dice.before != record.commitment:
            wrong.append(reason("fault.commitment"))
    elif dice.number != before.number + 1:
        wrong.append(reason("fault.gap", number=dice.number, before=before.number))
    elif dice.before != before.seal:
        wrong.append(reason("fault.seal-before"))
    return wrong


def _own_faults(record: DiceRecord, dice: PhaseDice) -> list[str]:
    """Say what does not agree within a phase; nothing for real dice, which have no key."""
    if not dice.key:
        return []
    key, closed = bytes.fromhex(dice.key), bytes.fromhex(dice.closed)
    wrong = disagreements(key, dice.draws)
    if bool(closed) != bool(dice.beacon) or (closed and beacon_key(closed, dice.beacon) != key):
        wrong.append(str(reason("fault.beacon")))
    if record.secret:
        secret = bytes.fromhex(record.secret)
        wrong += key_faults(
            secret,
            dice.phase,
            dice.fingerprint,
            key,
            record.commitment,
            words=dice.words,
            beacon=dice.beacon,
        )
    return wrong


def _beside_each_other(links: Iterable[Link]) -> list[Link]:
    """Compare what several files say of one phase, and of phases that follow upon each other."""
    first: dict[int, Link] = {}
    compared = []
    for link in links:
        wrong = []
        number, seal = link.dice.number, link.dice.seal
        other = first.setdefault(number, link)
        if other.file != link.file and other.dice.seal != seal:
            wrong.append(str(reason("fault.other-record", file=other.file)))
        earlier = first.get(number - 1)
        if earlier and earlier.file != link.file and earlier.dice.seal != link.dice.before:
            wrong.append(str(reason("fault.follows-not", file=earlier.file)))
        later = first.get(number + 1)
        if later and later.file != link.file and later.dice.before != seal:
            wrong.append(str(reason("fault.followed-not", file=later.file)))
        compared.append(_with(link, wrong))
    return compared


def _with(link: Link, wrong: Sequence[str]) -> Link:
    return msgspec.structs.replace(link, faults=(*link.faults, *wrong)) if wrong else link
