"""What is asked of the database by more than equal columns, in SQL that databases share."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from adjudicator.games.contract import Phase
from adjudicator.store.columns import stamp
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Disposition, Letter, Note, WaitsFor
from adjudicator.store.records import (
    Adjudication,
    Campaign,
    Deadline,
    DiceWord,
    Due,
    Failure,
    Guest,
    ListedCampaign,
    Master,
    Past,
    Seat,
    Submission,
)


def campaigns(store: Store, *, archived: bool = False) -> list[Campaign]:
    """Return the campaigns, oldest first; with ``archived`` those put away or moved, too."""
    every = store.rows(Campaign)
    return [each for each in every if archived or not (each.archived or each.moved)]


def versions(store: Store) -> list[tuple[int, int]]:
    """Return the number of each campaign, oldest first, and how often it was changed."""
    return [
        (number, version)
        for number, version in store.select("SELECT id, version FROM campaign ORDER BY id")
    ]


def standings(store: Store) -> list[ListedCampaign]:
    """Return where each campaign stands, oldest first, in one question."""
    sql = (
        "SELECT c.name, c.ruleset, c.archived, c.moved, c.ended, c.why_ended, c.settings, a.opens,"
        " (SELECT d.at FROM deadline d WHERE d.campaign_id = c.id AND d.resolution = a.serial"
        " ORDER BY d.id DESC LIMIT 1) FROM campaign c LEFT JOIN adjudication a"
        " ON a.campaign_id = c.id AND a.serial ="
        " (SELECT max(serial) FROM adjudication WHERE campaign_id = c.id) ORDER BY c.id"
    )
    return store.records(ListedCampaign, sql)


def find_campaign(store: Store, name: str) -> Campaign:
    """Return a campaign by its name, in any case. Raises StoreError."""
    match = store.first(Campaign, name=name.strip().casefold())
    if match is None:
        from adjudicator.orders.language.names import closest

        names = [each.name for each in campaigns(store)]
        raise StoreError("no-game", name=name[:40], meant=closest(name, names), games=names)
    return match


def names_of_notes(store: Store, code: str, since: datetime) -> list[str]:
    """Return the names of the campaigns that have a note of some code after a time."""
    sql = (
        "SELECT DISTINCT campaign.name FROM note JOIN campaign ON campaign.id = note.campaign_id"
        " WHERE note.code = ? AND note.created > ? ORDER BY campaign.name"
    )
    return [str(name) for (name,) in store.select(sql, code, stamp(since))]


def next_campaign_id(store: Store) -> int:
    """Return the id that a campaign gets which is created now."""
    last = store.first(Campaign, last=True)
    return last.id + 1 if last else 1


def seats(store: Store, campaign: Campaign) -> list[Seat]:
    """Return the seats of a campaign in seating order."""
    return store.rows(Seat, order="place", campaign_id=campaign.id)


def seats_at(store: Store, address: str, limit: int) -> list[Seat]:
    """Return the first seats whose player has an address, given in small letters."""
    rest = " WHERE address <> '' AND lower(address) = ? ORDER BY campaign_id, place LIMIT ?"
    return store.query(Seat, rest, address, limit)


def people_at(store: Store, address: str, limit: int) -> list[Seat | Master | Guest]:
    """Return as whom an address, given in small letters, plays, runs or watches games; so many of
    each, at most."""
    if not address:
        return []
    masters = store.rows(Master, address=address, active=True, limit=limit)
    guests = store.rows(Guest, address=address, active=True, limit=limit)
    return [*seats_at(store, address, limit), *masters, *guests]


def has_come_back(store: Store, code: str, since: datetime) -> bool:
    """Say whether a letter of the judge's to itself has come, whose subject has that code."""
    rest = " WHERE outcome = 'ignored' AND arrived >= ? AND subject LIKE ? LIMIT 1"
    return bool(store.query(Disposition, rest, stamp(since - timedelta(hours=1)), f"%{code}%"))


def first_address(store: Store) -> str:
    """Return the address of the oldest campaign that has one; ``""`` if none has."""
    first = store.query(Campaign, " WHERE address <> '' ORDER BY id LIMIT 1")
    return first[0].settings.address if first else ""


def head(store: Store, campaign: Campaign) -> Adjudication:
    """Return the latest resolution: where the campaign stands now.

    Raises StoreError if there is none, because nobody has dealt yet.
    """
    last = store.first(Adjudication, last=True, campaign_id=campaign.id)
    if last is None:
        name = campaign.name
        raise StoreError("not-begun", name=name)
    return last


def latest_words(store: Store, campaign: Campaign) -> dict[str, str]:
    """Return the last word of each seat's player, of those who sent one."""
    rest = " WHERE id IN (SELECT max(id) FROM word WHERE campaign_id = ? GROUP BY seat)"
    return {each.seat: each.text for each in store.query(DiceWord, rest, campaign.id)}


def deadline(store: Store, opened_by: Adjudication) -> datetime | None:
    """Return the deadline of the phase that a resolution opened; None: when all are ready."""
    of = opened_by.campaign_id
    latest = store.first(Deadline, last=True, campaign_id=of, resolution=opened_by.serial)
    return latest.at if latest else None


_LINE = """\
WITH RECURSIVE line (serial, parent) AS (
    SELECT serial, parent FROM adjudication WHERE campaign_id = ? AND serial = (
        SELECT max(serial) FROM adjudication WHERE campaign_id = ?)
    UNION ALL SELECT r.serial, r.parent FROM line JOIN adjudication r
        ON r.campaign_id = ? AND r.serial = line.parent AND r.serial < line.serial
) """
"""The resolutions that led to where a campaign stands now; what comes later leads nowhere, so that
a damaged database has no circles."""
_IN_LINE = " JOIN line ON line.serial = adjudication.serial WHERE campaign_id = ? ORDER BY number"


def resolutions(store: Store, campaign: Campaign) -> list[Adjudication]:
    """Return the resolutions that led to where the campaign stands now, oldest first."""
    return store.query(Adjudication, _IN_LINE, *[campaign.id] * 4, before=_LINE)


def past(store: Store, campaign: Campaign) -> list[Past]:
    """Return the resolutions that led to where the campaign stands now, oldest first, without their
    positions and events."""
    return store.query(Past, _IN_LINE, *[campaign.id] * 4, before=_LINE)


def earlier_in_round(store: Store, head: Adjudication) -> list[Phase]:
    """Return the phases of the round of the one that waits that were open before it."""
    opened: list[Phase] = []
    at: Adjudication | Past = head
    while at.parent is not None and at.parent < at.serial:
        at = store.find(Past, campaign_id=head.campaign_id, serial=at.parent)
        if at.opens.round < head.opens.round:
            break
        opened.append(at.opens)
    return opened


def submissions(store: Store, opened_by: Adjudication) -> dict[str, Submission]:
    """Return what stands for the phase that a resolution opened: each seat's latest orders."""
    rest = (
        " WHERE id IN (SELECT max(id) FROM submission"
        " WHERE campaign_id = ? AND resolution = ? GROUP BY seat) ORDER BY id"
    )
    latest = store.query(Submission, rest, opened_by.campaign_id, opened_by.serial)
    return {each.seat: each for each in latest}


def orders_for_later(store: Store, campaign: Campaign, seat: str) -> list[Submission]:
    """Return a seat's orders for later phases that still wait, oldest first.

    What was used in phases that have been rolled back since waits again.
    """
    rest = (
        " WHERE campaign_id = ? AND seat = ? AND kind = 'later' AND NOT EXISTS ("
        " SELECT 1 FROM submission k JOIN line ON line.serial = k.resolution"
        " WHERE k.waited = submission.id) ORDER BY id"
    )
    return store.query(Submission, rest, *[campaign.id] * 4, seat, before=_LINE)


def notes(store: Store, campaign: Campaign) -> list[Note]:
    """Return the notes for the game master, oldest first."""
    return store.rows(Note, campaign_id=campaign.id)


def characters_since(store: Store, campaign: Campaign, seat: str, since: datetime) -> int:
    """Return how much a seat has sent as orders after a time, with what was found in it."""
    sql = (
        "SELECT coalesce(sum(length(raw) + length(findings)), 0) FROM submission"
        " WHERE campaign_id = ? AND seat = ? AND received > ?"
    )
    return int(store.select(sql, campaign.id, seat, stamp(since))[0][0])


_TO_SEND = (
    " WHERE sent IS NULL AND recipients <> '[]' AND id > ? AND NOT EXISTS (SELECT 1"
    " FROM campaign WHERE campaign.id = letter.campaign_id AND moved <> '')"
)
_BATCH = 50
"""So many letters are held in memory together."""


def letters_to_send(
    store: Store, now: datetime | None = None, campaign: int | None = None, kind: str = ""
) -> Iterator[Letter]:
    """Yield the letters that are to be sent, oldest first, however many they are.

    With ``now`` without those that are to be tried again only later; ``campaign`` says of which
    campaign (0: those of none), and ``kind`` of which kind. Their files are without data. One that
    is queued meanwhile waits for the next time.
    """
    rest, values = f"{_TO_SEND} AND id <= ?", list[int | str]([newest_letter(store)])
    if now:
        rest += " AND (retry IS NULL OR retry <= ?)"
        values.append(stamp(now))
    if kind:
        rest += " AND kind = ?"
        values.append(kind)
    if campaign is not None:
        rest += f" AND campaign_id = {campaign:d}" if campaign else " AND campaign_id IS NULL"
    after = 0
    while batch := store.query(Letter, f"{rest} ORDER BY id LIMIT {_BATCH}", after, *values):
        yield from batch
        after = batch[-1].id


def campaigns_to_send(store: Store, now: datetime) -> list[int]:
    """Return the campaigns of which letters are to be sent now; 0: those of none."""
    sql = (
        f"SELECT DISTINCT coalesce(campaign_id, 0) FROM letter{_TO_SEND}"
        " AND (retry IS NULL OR retry <= ?)"
    )
    return sorted(int(campaign) for (campaign,) in store.select(sql, 0, stamp(now)))


def letters_for_digest(store: Store) -> list[Letter]:
    """Return the letters that wait for a digest, oldest first; without the data of their files."""
    return store.query(
        Letter,
        " WHERE sent IS NULL AND recipients <> '[]' AND waits_for = 'digest' ORDER BY id",
    )


def newest_letter(store: Store) -> int:
    """Return the number of the letter that was queued last; 0: there is none."""
    return int(store.select("SELECT coalesce(max(id), 0) FROM letter")[0][0])


def newest_moment(store: Store) -> datetime | None:
    """Return the last moment of which a database knows; None if it is empty."""
    times = (
        *("SELECT at FROM pass", "SELECT max(created) FROM letter"),
        *("SELECT max(arrived) FROM fate", "SELECT max(created) FROM deadline"),
        *("SELECT max(received) FROM submission", "SELECT max(created) FROM campaign"),
    )
    moments = [row[0] for sql in times for row in store.select(sql) if row[0]]
    return max(map(datetime.fromisoformat, moments), default=None)


def put_due(
    store: Store, campaign: Campaign, entries: Sequence[Due], *, again: bool = True
) -> None:
    """Write what must happen next in a campaign, in place of what stood there.

    What of it has failed is tried ``again`` at once, or else after its pause.
    """
    failures = store.rows(Failure, campaign_id=campaign.id)
    for failure in failures:
        if Due(campaign.id, failure.what, failure.at) not in entries:
            store.erase(failure)
        elif again:
            store.save(replace(failure, retry=None))
    store.put_due(campaign.id, entries if again else put_off_failed(failures, entries))


def put_off_failed(failures: Iterable[Failure], due: Sequence[Due]) -> list[Due]:
    """Return what is due of a campaign with the times at which that is tried again which failed."""
    retries = {(each.what, each.at): each.retry for each in failures}
    return [replace(each, at=retries.get((each.what, each.at)) or each.at) for each in due]


def put_failure(store: Store, failure: Failure) -> None:
    """Write that something fails, and is due again when it is to be tried again."""
    store.put(failure)
    if failure.retry:
        entries = store.due_of(failure.campaign_id)
        here = [each for each in entries if each.what == failure.what]
        moved = [replace(each, at=failure.retry) for each in here]
        store.put_due(failure.campaign_id, [*(e for e in entries if e not in here), *moved])


def raise_version(store: Store, campaign: Campaign) -> bool:
    """Say whether a campaign still has the version that was read, and raise it if so."""
    sql = "UPDATE campaign SET version = version + 1 WHERE id = ? AND version = ?"
    return store.write(sql, campaign.id, campaign.version) > 0


def raise_versions(store: Store) -> None:
    """Raise the versions of all campaigns: whatever is known of one is to be read again."""
    store.write("UPDATE campaign SET version = version + 1")


def mark_sent(store: Store, letter: Letter, now: datetime) -> None:
    """Note that a letter has been handed over. The first time it was stays."""
    sql = "UPDATE letter SET sent = ? WHERE id = ? AND sent IS NULL"
    store.write(sql, stamp(now), letter.id)


def put_off(store: Store, letter: Letter, retry: datetime | None) -> None:
    """Note that a letter could not be sent, and when it is tried again."""
    sql = (
        "UPDATE letter SET tries = tries + 1, retry = ?, waits_for = ''"
        " WHERE id = ? AND sent IS NULL"
    )
    store.write(sql, stamp(retry) if retry else None, letter.id)


def set_wait(
    store: Store, letter: Letter, retry: datetime | None, waits_for: WaitsFor = ""
) -> None:
    """Say before when a letter that waits is not tried (None: it is tried at once), and why."""
    sql = "UPDATE letter SET retry = ?, waits_for = ? WHERE id = ? AND sent IS NULL"
    store.write(sql, stamp(retry) if retry else None, waits_for, letter.id)


def letters_since(store: Store, since: datetime) -> int:
    """Count the letters that were handed over after a time, or were to be."""
    sql = "SELECT count(DISTINCT letter) FROM attempt WHERE at > ? AND state <> 'dropped'"
    return int(store.select(sql, stamp(since))[0][0])


def last_proven(store: Store, seat: Seat) -> datetime | None:
    """Return when a letter with a seat's token last came from its player's address."""
    sql = (
        "SELECT max(arrived) FROM fate WHERE campaign_id = ? AND seat = ? AND proven = 1"
        " AND lower(sender) = ?"
    )
    values = (seat.campaign_id, seat.name, seat.address.casefold())
    latest = store.select(sql, *values)[0][0]
    return datetime.fromisoformat(latest) if latest else None


def last_letter(store: Store, campaign: Campaign, seat: str, kinds: Sequence[str]) -> str:
    """Return the Message-ID of the last letter of some kinds to a seat; ``""`` if there is none."""
    of_kind = (
        "SELECT * FROM (SELECT id FROM letter WHERE campaign_id = ? AND seat = ? AND kind = ?"
        " ORDER BY resolution DESC NULLS LAST, id DESC LIMIT 1) AS last"
    )
    of_all = " UNION ALL ".join([of_kind] * len(kinds))
    values = (value for kind in kinds for value in (campaign.id, seat, kind))
    sql = f"SELECT message_id FROM letter WHERE id = (SELECT max(id) FROM ({of_all}) AS latest)"
    return next((name for (name,) in store.select(sql, *values)), "")


def copies_since(
    store: Store, campaign: Campaign, writer: str, since: datetime, reader: str | None = None
) -> int:
    """Count the letters that a seat's press has led to after a time, or those to one reader.

    A note in its diary counts as one.
    """
    sql = (
        "SELECT count(*) FROM press LEFT JOIN presscopy ON press.key = presscopy.press"
        " WHERE press.campaign_id = ? AND press.writer = ? AND press.created > ?"
    )
    values: list[int | str] = [campaign.id, writer, stamp(since)]
    if reader is not None:
        sql += " AND presscopy.reader = ?"
        values.append(reader)
    return int(store.select(sql, *values)[0][0])
