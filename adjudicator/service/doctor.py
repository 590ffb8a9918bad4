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
from adjudicator.post.transport.mailbox import (
    Account,
    ImapAccount,
    Mailbox,
    Outbox,
    SmtpAccount,
    why_of,
)
from adjudicator.post.transport.opening import open_mailbox, open_outbox
from adjudicator.service import trial
from adjudicator.service.configuration import Configuration
from adjudicator.service.providers import diagnose
from adjudicator.service.reasons import reason
from adjudicator.service.trial import SUBJECT, Point, Resolve
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Disposition
from adjudicator.store.place import Place
from adjudicator.store.records import LastPass
from adjudicator.wording.words import find_compiled

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
    if not find_compiled():
        cure = str(reason("compile-templates"))
        yield Point("templates", "note", str(reason("compiled-anew")), cure)
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
        yield Point("senders", "well", str(reason("checker", host=host)))
    elif host:
        cure = str(reason("name-the-checker", host=host))
        yield Point("senders", "note", str(reason("checker-unheard", host=host)), cure)
    elif stated:
        cure = str(reason("who-checked"))
        yield Point("senders", "note", str(reason("checker-silent", stated=stated)), cure)


def _folders(configuration: Configuration, db: Place) -> Iterator[Point]:
    """Look at what must be written, and at what others must not read."""
    if isinstance(db, Path):
        yield from _file(db)
    else:
        yield _database(db)
    for place in _secret_files(configuration):
        if place.stat().st_mode & 0o077:
            yield Point(
                "secret", "wrong", str(reason("others-can-read", place=place)), f"chmod 600 {place}"
            )
        else:
            yield Point("secret", "well", str(reason("secret-is-private", place=place)))


def _find_closed(what: str, *folders: Path) -> Point | None:
    """Return what is to be said of the first of some folders into which nothing can be put."""
    for folder in folders:
        if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
            said = str(reason("folder-read-only", folder=folder))
            return Point(what, "wrong", said, str(reason("chown-folder")))
    return None


def _file(db: Path) -> Iterator[Point]:
    """Look at a file of SQLite, and whether there is room for what is to come, and for a copy."""
    folder = db.parent.resolve()
    if not folder.is_dir():
        yield Point(
            "folder", "wrong", str(reason("folder-missing", folder=folder)), f"mkdir -p {folder}"
        )
        return
    if closed := _find_closed("folder", folder):
        yield closed
    elif not db.exists():
        yield Point(
            "database", "note", str(reason("database-to-come", db=db)), str(reason("new-makes-it"))
        )
    else:
        yield _database(db)
    free = shutil.disk_usage(folder).free
    needed = ROOM + (db.stat().st_size if db.is_file() else 0)
    space = str(reason("space-free", value=free // 1_000_000, folder=folder))
    if free < needed:
        cure = str(reason("space-needed", value=needed // 1_000_000))
        yield Point("space", "wrong", space, cure)
    else:
        yield Point("space", "well", space)


_CURES = {
    "cannot-open": reason("whose-file"),
    **dict.fromkeys(("no-campaign-database", "is-a-folder"), reason("name-database")),
}
"""What to do about a database that cannot be opened, where its error does not say it."""


def _database(db: Place) -> Point:
    try:
        with open_store(db) as store, store.atomic():
            pass
    except (StoreError, DatabaseError) as error:
        cure = error.advice if isinstance(error, DatabaseError) else _CURES.get(error.code, "")
        return Point("database", "wrong", str(error), str(cure))
    others = stat.S_IROTH | stat.S_IWOTH if os.name != "nt" else 0  # which has lists, and no modes
    if isinstance(db, Path) and db.stat().st_mode & others:
        everybody = str(reason("all-can-read", db=db))
        return Point("database", "wrong", everybody, f"chmod 600 {db}")
    well = reason("can-be-written", db=db)
    if store.came_from is not None:
        is_file = isinstance(db, Path)
        well = reason("was-migrated", well=well, came_from=store.came_from, is_file=is_file)
    return Point("database", "well", str(well))


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
            yield Point(where, "wrong", why_of(error), str(reason("make-maildir")))
        return None
    if isinstance(address, ImapAccount):
        yield from _connection(where, address.account)
        yield from _imap_abilities(where, can, address)
    else:
        well = Point(where, "well", str(reason("can-be-read", address=address)))
        yield _find_closed(where, Path(address), Path(address, "new")) or well
    if waiting:
        yield Point(where, "note", str(reason("letters-lie-there", waiting=waiting)))
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
        what = str(reason("put-away-by-others", count=strange))
        yield Point(f"{where}: letters", "note", what, str(reason("one-database")))


def _connection(where: str, account: Account, error: OSError | None = None) -> Iterator[Point]:
    """Say how far a connection got; without an error all of it worked."""
    trouble = diagnose(error, account) if error else None
    if trouble is None or trouble.stage in ("secret", "login"):
        private = str(reason("certificate-trusted"))
        if account.tls == "clear":
            private = str(reason("on-this-machine"))
        yield Point(
            f"{where}: TLS",
            "well",
            str(reason("connected", host=account.host, port=account.port, private=private)),
        )
    if error and trouble:
        yield Point(f"{where}: {trouble.stage}", "wrong", why_of(error), trouble.cure)
    elif account.login:
        yield Point(f"{where}: login", "well", str(reason("as-user", user=account.login.user)))


def _imap_abilities(where: str, can: frozenset[str], address: ImapAccount) -> Iterator[Point]:
    if "IDLE" in can:
        yield Point(f"{where}: IDLE", "well", str(reason("announced")))
    else:
        yield Point(f"{where}: IDLE", "note", str(reason("asked-each-minute")))
    folders = str(reason("moved-to-done", folder=address.folder, done=address.done))
    if "MOVE" in can:
        yield Point(f"{where}: MOVE", "well", folders)
    elif "UIDPLUS" in can:
        yield Point(f"{where}: MOVE", "well", str(reason("copied-and-deleted", folders=folders)))
    else:
        yield Point(
            f"{where}: MOVE",
            "note",
            str(reason("copied-and-marked")),
            str(reason("empty-the-folder", folder=address.folder)),
        )


def _outbox(configuration: Configuration) -> Generator[Point, None, Outbox | None]:
    """Open the way out; the generator returns it, or None."""
    way = configuration.outbox()
    if way is None:
        cure = str(reason("name-a-way-out"))
        yield Point("out", "note", str(reason("no-way-out")), cure)
        return None
    try:
        outbox = open_outbox(way)
        if isinstance(way, SmtpAccount):
            yield from _smtp(way)
    except OSError as error:
        if isinstance(way, SmtpAccount):
            yield from _connection("out", way.account, error)
        else:
            yield Point("out", "wrong", why_of(error), str(reason("install-program")))
        return None
    is_maildir = bool(configuration.out and configuration.out.maildir)
    if not isinstance(way, SmtpAccount):
        well = Point("out", "well", str(reason("way-out", way=way)))
        closed = _find_closed("out", Path(way, "tmp"), Path(way, "new")) if is_maildir else None
        yield closed or well
    if is_maildir:
        return None  # what takes them from there is not known, so no letter can come back
    return outbox


def _smtp(way: SmtpAccount) -> Iterator[Point]:
    from adjudicator.post.transport.smtp import SmtpOutbox

    can = SmtpOutbox(way).abilities()
    yield from _connection("out", way.account)
    limit = int(can["size"]) if can.get("size", "").isdecimal() else 0
    if 0 < limit < LARGEST_LETTER:
        most = str(reason("size-limited", limit=limit))
        yield Point("out: size", "wrong", most, str(reason("ask-for-more")))
    else:
        yield Point("out: size", "well", str(reason("size-enough", limit=limit)))


def _passes(db: Place, now: datetime, outage: int) -> Point:
    """Look for what makes passes: one was made lately, and none is taken for an ``outage``."""
    made = None
    if not isinstance(db, Path) or db.exists():
        with suppress(StoreError, DatabaseError), open_store(db) as store:
            made = store.first(LastPass)  # the database has a point of its own
    hours = made.gap / 3600 if made else 0
    if 0 < outage < hours:
        apart = str(reason("passes-apart", hours=hours))
        cure = str(reason("longer-outage"))
        return Point(
            "timer", "note", str(reason("taken-for-outage", apart=apart, outage=outage)), cure
        )
    if made and now - made.at <= FRESH:
        return Point("timer", "well", str(reason("pass-lately")))
    cure = str(reason("start-serve"))
    return Point("timer", "note", str(reason("no-pass-made")), cure)
