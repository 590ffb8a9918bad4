"""``doctor``: tries out whether this machine and its mail servers can do what games need.

What is tried is what passes use, with the same code: a login is a login, and the letter to itself
goes the way of all letters. Nothing is changed but for that letter, which is put away.
"""

import os
import shutil
import stat
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path

from adjudicator.post.incoming.letter import MOST_BYTES
from adjudicator.post.incoming.reading import read
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.mailbox import Account, ImapAccount, Mailbox, Outbox, SmtpAccount
from adjudicator.post.transport.opening import open_mailbox, open_outbox
from adjudicator.service import trial
from adjudicator.service.configuration import Configuration
from adjudicator.service.passes import why_of
from adjudicator.service.providers import diagnose
from adjudicator.service.trial import SUBJECT, Point, Resolve
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Disposition
from adjudicator.store.place import Place
from adjudicator.store.records import LastPass

LARGEST_LETTER = 5_000_000
"""Bytes that a server must take: a result with maps has well under one million."""
LATELY = timedelta(days=1)
"""Of letters put away since then it is looked whether this database put them away."""
MOST_LOOKED_AT = 100
ROOM = 200_000_000
"""Bytes that should be free beside the database: for its log, a copy before an upgrade, letters."""
FRESH = timedelta(minutes=15)
"""A pass within this time shows that something makes them."""


def examine(
    configuration: Configuration,
    db: Place,
    now: Callable[[], datetime],
    *,
    letter: bool = True,
    to: str = "",
    resolve: Resolve = trial.resolve,
) -> Iterator[Point]:
    """Try everything out, and yield each point when it is known.

    With ``letter`` one goes to the judge itself and back; with ``to`` one goes to that address.
    """
    yield from _folders(configuration, db)
    mailboxes = []
    for number, address in enumerate(configuration.mailboxes(), 1):
        where = "in" if len(configuration.incoming) == 1 else f"in {number}"
        mailbox = yield from _mailbox(where, address)
        if mailbox:
            mailboxes.append(mailbox)
            if letter:
                yield from strange_letters(where, mailbox, db, now())
    outbox = yield from _outbox(configuration)
    back = b""
    if letter and mailboxes and outbox and configuration.address:
        back = yield from trial.try_letter(mailboxes[0], outbox, configuration.address, db, now)
        if back:
            stated = configuration.incoming[0].checked_by
            yield from _compare_checkers(stated, trial.find_checked_by(back))
    if to and outbox and configuration.address:
        yield trial.try_letter_to(outbox, configuration.address, to, now())
    yield from trial.examine_domain(configuration.address, back, resolve)
    for each in mailboxes:
        each.close()
    yield _passes(db, now(), configuration.outage)


def _compare_checkers(stated: str, host: str) -> Iterator[Point]:
    """Compare the server whose word on senders counts with the one that spoke of our letter."""
    if host and host == stated.casefold():
        yield Point("senders", "well", f"{host} says who wrote a letter")
    elif host:
        cure = f'put checked_by = "{host}" under [in], if that is your own server'
        yield Point("senders", "note", f"{host} says who wrote a letter; nobody listens", cure)
    elif stated:
        cure = "look into the header of a letter that came from elsewhere: who checked it?"
        yield Point("senders", "note", f"{stated} did not say who wrote the letter", cure)


def _folders(configuration: Configuration, db: Place) -> Iterator[Point]:
    """Look at what must be written, and at what others must not read."""
    if isinstance(db, Path):
        yield from _file(db)
    else:
        yield _database(db)
    for place in _secret_files(configuration):
        if place.stat().st_mode & 0o077:
            yield Point("secret", "wrong", f"others can read {place}", f"chmod 600 {place}")
        else:
            yield Point("secret", "well", f"{place} is for its user alone")


def _file(db: Path) -> Iterator[Point]:
    """Look at a file of SQLite, and whether there is room for what is to come, and for a copy."""
    folder = db.parent.resolve()
    if not folder.is_dir():
        yield Point("folder", "wrong", f"{folder} is not there", f"mkdir -p {folder}")
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        whose = "chown it to the user that runs this"
        yield Point("folder", "wrong", f"{folder} cannot be written to", whose)
    elif not db.exists():
        yield Point("database", "note", f"{db} is not there yet", "“adjudicator new” makes it")
    else:
        yield _database(db)
    free = shutil.disk_usage(folder).free
    needed = ROOM + (db.stat().st_size if db.is_file() else 0)
    space = f"{free // 1_000_000:,} MB are free in {folder}"
    if free < needed:
        cure = f"a copy of the database and the letters to come need {needed // 1_000_000:,} MB"
        yield Point("space", "wrong", space, cure)
    else:
        yield Point("space", "well", space)


def _database(db: Place) -> Point:
    try:
        with open_store(db) as store, store.atomic():
            pass
    except (StoreError, DatabaseError) as error:
        cure = "whose are it and its folder?" if isinstance(db, Path) else ""
        return Point("database", "wrong", str(error), cure)
    others = stat.S_IROTH | stat.S_IWOTH if os.name != "nt" else 0  # which has lists, and no modes
    if isinstance(db, Path) and db.stat().st_mode & others:
        everybody = f"all who use this machine can read {db}"
        return Point("database", "wrong", everybody, f"chmod 600 {db}")
    return Point("database", "well", f"{db} can be read and written")


def _secret_files(configuration: Configuration) -> list[Path]:
    ways = [*configuration.incoming, *([configuration.out] if configuration.out else [])]
    given = [each for way in ways for each in (way.password, way.token) if each]
    kept = [each for each in given if each.file or each.oauth]
    files = dict.fromkeys(each.path(configuration.folder) for each in kept)
    return [] if os.name == "nt" else [each for each in files if each.is_file()]


def _mailbox(where: str, address: str | ImapAccount) -> Generator[Point, None, Mailbox | None]:
    """Open a mailbox and look into it; the generator returns it, or None."""
    try:
        mailbox = open_mailbox(address)
        waiting = len(list(mailbox.arrivals()))
        can = mailbox.abilities() if isinstance(mailbox, ImapMailbox) else frozenset()
    except OSError as error:
        if isinstance(address, ImapAccount):
            yield from _connection(where, address.account, error)
        else:
            yield Point(where, "wrong", why_of(error), "make the Maildir, or name another one")
        return None
    if isinstance(address, ImapAccount):
        yield from _connection(where, address.account)
        yield from _imap_abilities(where, can, address)
    else:
        yield Point(where, "well", f"{address} can be read")
    if waiting:
        yield Point(where, "note", f"{waiting:,} letters lie there; the next pass reads them")
    return mailbox


def strange_letters(where: str, mailbox: Mailbox, db: Place, now: datetime) -> Iterator[Point]:
    """Look whether somebody else puts letters away here: another database, most likely."""
    try:
        arrivals = list(islice(mailbox.reread(now - LATELY, MOST_BYTES + 1), MOST_LOOKED_AT))
        letters = [read(raw) for _, raw in arrivals]
        keys = [each.key for each in letters if not each.subject.startswith(SUBJECT)]
        strange = len(keys)
        if keys and not (isinstance(db, Path) and not db.exists()):
            with open_store(db) as store:
                strange = sum(not store.has(Disposition, letter=key) for key in keys)
    except (OSError, StoreError, DatabaseError):
        return  # what cannot be read has a point of its own
    if strange:
        what = "a letter was" if strange == 1 else f"{strange} letters were"
        yield Point(
            f"{where}: letters",
            "note",
            f"{what} put away here within a day that this database knows nothing of",
            "a mailbox belongs to one database: if another one reads it, give one of them a "
            "mailbox of its own. Where a game was begun anew, all is well",
        )


def _connection(where: str, account: Account, error: OSError | None = None) -> Iterator[Point]:
    """Say how far a connection got; without an error all of it worked."""
    trouble = diagnose(error, account) if error else None
    if trouble is None or trouble.stage in ("secret", "login"):
        private = "has a certificate that is trusted"
        if account.tls == "clear":
            private = "is on this machine, and needs none"
        yield Point(f"{where}: TLS", "well", f"{account.host} port {account.port} {private}")
    if error and trouble:
        yield Point(f"{where}: {trouble.stage}", "wrong", why_of(error), trouble.cure)
    elif account.login:
        yield Point(f"{where}: login", "well", f"as {account.login.user}")


def _imap_abilities(where: str, can: frozenset[str], address: ImapAccount) -> Iterator[Point]:
    if "IDLE" in can:
        yield Point(f"{where}: IDLE", "well", "letters are announced as they come")
    else:
        yield Point(f"{where}: IDLE", "note", "the server has none: it is asked once a minute")
    folders = f"letters go from {address.folder} to {address.done}"
    if "MOVE" in can:
        yield Point(f"{where}: MOVE", "well", folders)
    elif "UIDPLUS" in can:
        yield Point(f"{where}: MOVE", "well", f"{folders}, copied and deleted")
    else:
        yield Point(
            f"{where}: MOVE",
            "note",
            "the server has neither MOVE nor UIDPLUS: letters are copied, and the old ones marked "
            "as deleted",
            f"let a mail program empty the deleted letters of {address.folder} now and then",
        )


def _outbox(configuration: Configuration) -> Generator[Point, None, Outbox | None]:
    """Open the way out; the generator returns it, or None."""
    way = configuration.outbox()
    if way is None:
        cure = "name one in adjudicator.toml, under [out]"
        yield Point("out", "note", "there is no way out: letters are kept", cure)
        return None
    try:
        outbox = open_outbox(way)
        if isinstance(way, SmtpAccount):
            yield from _smtp(way)
    except OSError as error:
        if isinstance(way, SmtpAccount):
            yield from _connection("out", way.account, error)
        else:
            yield Point("out", "wrong", why_of(error), "install the program, or name another one")
        return None
    if not isinstance(way, SmtpAccount):
        yield Point("out", "well", f"letters go to {way}")
    if configuration.out and configuration.out.maildir:
        return None  # what takes them from there is not known, so no letter can come back
    return outbox


def _smtp(way: SmtpAccount) -> Iterator[Point]:
    from adjudicator.post.transport.smtp import SmtpOutbox

    can = SmtpOutbox(way).abilities()
    yield from _connection("out", way.account)
    limit = int(can["size"]) if can.get("size", "").isdecimal() else 0
    if 0 < limit < LARGEST_LETTER:
        most = f"the server takes letters of at most {limit:,} bytes"
        yield Point("out: size", "wrong", most, "results with maps may be larger: ask the provider")
    else:
        most = f"of up to {limit:,} bytes" if limit else "of any size"
        yield Point("out: size", "well", f"the server takes letters {most}")


def _passes(db: Place, now: datetime, outage: int) -> Point:
    """Look for what makes passes: one was made lately, and none is taken for an ``outage``."""
    made = None
    if not isinstance(db, Path) or db.exists():
        with suppress(StoreError, DatabaseError), open_store(db) as store:
            made = store.first(LastPass)  # the database has a point of its own
    hours = made.gap / 3600 if made else 0
    if 0 < outage < hours:
        apart = f"the last pass came {hours:.0f} hours after the one before"
        cure = "put more hours than lie between two passes into outage, or 0"
        return Point("timer", "note", f"{apart}; outage = {outage} takes that for an outage", cure)
    if made and now - made.at <= FRESH:
        return Point("timer", "well", "a pass was made within the last quarter of an hour")
    cure = "start “adjudicator serve”, or install one of the files in cron/"
    return Point("timer", "note", "no pass was made lately", cure)
