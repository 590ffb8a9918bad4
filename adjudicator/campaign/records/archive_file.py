"""A campaign that is over, whole, as one file: its records, and the files of its letters.

The file is a zip archive, from which the campaign is read back into any database, where it can be
looked at and verified as before.
"""

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime
from textwrap import fill
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator import __version__
from adjudicator.campaign.kernel.errors import CampaignError, reason
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.outbox import drop
from adjudicator.campaign.phases.create import NAME
from adjudicator.campaign.phases.endings import check_over
from adjudicator.chance import commitment
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import Letter, StoredFile
from adjudicator.store.migrations import FIRST, SCHEMA, Records, RecordsUpgrade
from adjudicator.store.records import Campaign
from adjudicator.store.tables import TABLES
from adjudicator.store.transfer import enter_rows, rows_of

FORMAT = 1
LARGEST = 1024**3
"""Bytes that an archive may hold, unpacked."""
MOST_MEMBERS = 1_000_000
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all that is in an archive, so that the same campaign gives the same bytes."""


class ArchiveHeading(msgspec.Struct):
    """What an archive says of itself."""

    format: int
    schema: int
    program: str
    campaign: str
    migrations: tuple[str, ...] = ()
    """The migrations that its records have been through; older archives say how many."""


def write_archive(state: State) -> bytes:
    """Return a campaign as one file. Raises CampaignError if it is not over."""
    store, campaign = state.store, state.campaign
    check_over(state)
    about = ArchiveHeading(FORMAT, SCHEMA.number, __version__, campaign.name, SCHEMA.names)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, "archive.json", msgspec.json.encode(about))
        readme = reason("archive-readme", game=campaign.name, version=__version__)
        _put(archive, "README.txt", f"{fill(str(readme), 100)}\n".encode())
        rows = rows_of(store, campaign)
        for table in TABLES:
            fields = [table.fields(row) for row in rows.get(table.name, ())]
            if table.record is StoredFile:
                for each in fields:
                    _put(archive, f"files/{each['digest'].hex()}", each["data"])
            elif fields:
                lines = b"\n".join(map(msgspec.json.encode, fields))
                _put(archive, f"records/{table.name}.jsonl", lines)
    return target.getvalue()


def read_archive(store: Store, data: bytes, now: datetime) -> Campaign:
    """Enter the campaign of an archive into a database, put away; return it.

    Letters that waited when it was written go to nobody: where it was played they have gone out.
    Raises CampaignError if it is no archive, is damaged, is of a game that is not over, or there is
    a campaign of that name.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(store, archive, now)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError) as error:
        raise CampaignError("no-archive", error=str(error)[:120]) from error
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, KeyError) as error:
        raise CampaignError("archive-damaged", error=str(error)[:200]) from error
    except DatabaseError as error:
        raise CampaignError("archive-does-not-fit", error=str(error)[:120]) from error


def _read(store: Store, archive: zipfile.ZipFile, now: datetime) -> Campaign:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(each.file_size for each in members) > LARGEST:
        raise CampaignError("archive-too-large")
    about = msgspec.json.decode(archive.read("archive.json"), type=ArchiveHeading)
    done = about.migrations or SCHEMA.names[: max(about.schema - FIRST, 0)]
    is_known = FIRST <= about.schema <= SCHEMA.number and set(done) <= set(SCHEMA.names)
    if about.format != FORMAT or not is_known:
        raise CampaignError(
            "archive-format",
            program=about.program[:20],
            format=about.format,
            schema=about.schema,
            newest=FORMAT,
            first=FIRST,
            number=SCHEMA.number,
        )
    saved = _read_records(archive)
    SCHEMA.upgrade(RecordsUpgrade(saved), done)
    records: dict[str, list[Any]] = {
        table.name: [msgspec.convert(row, table.record) for row in saved.get(table.name, ())]
        for table in TABLES
    }
    campaigns: list[Campaign] = records["campaign"]
    if len(campaigns) != 1 or not NAME.fullmatch(campaigns[0].name):
        raise CampaignError("archive-damaged.games")
    if commitment(campaigns[0].secret) != campaigns[0].commitment:
        raise CampaignError("archive-damaged.secret")
    contents = [each.content for each in records["letter"]]
    wanted = {file.data for each in contents for file in each.files if not file.origin}
    records["file"] = [file for file in _files(archive) if file.digest in wanted]
    records["campaign"] = [replace(campaigns[0], archived=True)]
    rows = {table.name: [table.row(each) for each in records[table.name]] for table in TABLES}
    with store.atomic():
        if store.has(Campaign, name=campaigns[0].name):
            raise CampaignError("game-here", name=campaigns[0].name)
        enter_rows(store, rows, queries.next_campaign_id(store))
        campaign = queries.find_campaign(store, campaigns[0].name)
        if not State(store, campaign, now).is_over:
            raise CampaignError("archive-not-over")
        for letter in store.rows(Letter, campaign_id=campaign.id, sent=None):
            drop(store, letter, str(reason("archive-waited")), now)
    return campaign


def _read_records(archive: zipfile.ZipFile) -> Records:
    saved: Records = {}
    for name in archive.namelist():
        if name.startswith("records/"):
            lines = filter(None, archive.read(name).split(b"\n"))
            rows = [msgspec.json.decode(line, type=dict[str, Any]) for line in lines]
            saved[name.removeprefix("records/").removesuffix(".jsonl")] = rows
    return saved


def _files(archive: zipfile.ZipFile) -> Iterator[StoredFile]:
    """Yield the files of letters. Raises CampaignError for one that is not what it was."""
    for name in archive.namelist():
        if name.startswith("files/"):
            file = StoredFile.of(archive.read(name))
            if name != f"files/{file.digest.hex()}":
                raise CampaignError("archive-damaged.part", name=name[:80])
            yield file


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    archive.writestr(entry, data)
