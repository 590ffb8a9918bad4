"""The schema of the campaign database, as numbered migrations.

``PRAGMA user_version`` holds the number of the last one applied. A migration that has been
released is never changed; a change to the schema is a further one. Each runs in a transaction of
its own together with the new number, so a crash leaves a database at one number or the next.
"""

from collections.abc import Iterator

from sqlite_utils import Database

from adjudicator.campaign.errors import CampaignError

FIRST = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    ruleset TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    created TEXT NOT NULL,
    settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;

CREATE TABLE seat (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    player TEXT NOT NULL,
    address TEXT NOT NULL,
    zone TEXT NOT NULL,
    held_by TEXT NOT NULL CHECK (held_by IN ('person', 'regent')),
    regent TEXT NOT NULL,
    token_secret BLOB NOT NULL,
    UNIQUE (game, name),
    UNIQUE (game, place)
) STRICT;

CREATE TABLE resolution (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    parent INTEGER REFERENCES resolution (id),
    phase TEXT NOT NULL,
    position BLOB NOT NULL,
    events BLOB NOT NULL,
    orders TEXT NOT NULL CHECK (json_valid(orders)),
    fingerprint TEXT NOT NULL,
    key BLOB NOT NULL,
    draws TEXT NOT NULL CHECK (json_valid(draws)),
    policies TEXT NOT NULL CHECK (json_valid(policies)),
    awaited TEXT NOT NULL CHECK (json_valid(awaited)),
    missing TEXT NOT NULL CHECK (json_valid(missing)),
    set_aside TEXT NOT NULL CHECK (json_valid(set_aside)),
    opens TEXT NOT NULL CHECK (json_valid(opens)),
    created TEXT NOT NULL,
    UNIQUE (game, run, number)
) STRICT;

CREATE TABLE deadline (
    id INTEGER PRIMARY KEY,
    resolution INTEGER NOT NULL REFERENCES resolution (id),
    at TEXT,
    created TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT;
CREATE INDEX deadline_of ON deadline (resolution);

CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    resolution INTEGER REFERENCES resolution (id),
    round INTEGER,
    phase TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sent', 'later', 'kept', 'policy')),
    received TEXT NOT NULL,
    source TEXT NOT NULL,
    raw TEXT NOT NULL,
    text TEXT NOT NULL,
    ready INTEGER NOT NULL CHECK (ready IN (0, 1)),
    findings TEXT NOT NULL CHECK (json_valid(findings)),
    fingerprint TEXT NOT NULL,
    FOREIGN KEY (game, seat) REFERENCES seat (game, name)
) STRICT;
CREATE INDEX submission_for ON submission (resolution, seat);
CREATE INDEX submission_later ON submission (game, seat, kind);

CREATE TABLE intake (
    key TEXT PRIMARY KEY,
    received TEXT NOT NULL,
    outcome TEXT NOT NULL
) STRICT;

CREATE TABLE letter (
    id INTEGER PRIMARY KEY,
    game INTEGER REFERENCES game (id),
    resolution INTEGER REFERENCES resolution (id),
    message_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    seat TEXT NOT NULL,
    recipients TEXT NOT NULL CHECK (json_valid(recipients)),
    subject TEXT NOT NULL,
    content BLOB NOT NULL,
    in_reply_to TEXT NOT NULL,
    created TEXT NOT NULL,
    sent TEXT
) STRICT;
CREATE INDEX letter_waiting ON letter (id) WHERE sent IS NULL;
CREATE INDEX letter_of ON letter (game, seat);

CREATE TABLE file (
    digest BLOB PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

CREATE TABLE pass (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL
) STRICT;

CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    game INTEGER REFERENCES game (id),
    created TEXT NOT NULL,
    code TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
"""

APPEND_ONLY = ("resolution", "deadline", "submission", "intake", "file", "note")
FIXED = {
    "game": ("name", "ruleset", "options", "secret", "commitment", "created"),
    "seat": ("game", "place", "name"),
    "letter": (
        *("id", "game", "resolution", "message_id", "kind", "seat", "recipients", "subject"),
        *("content", "in_reply_to", "created"),
    ),
}


def _guards() -> Iterator[str]:
    """Return the triggers that refuse what must never happen to a record."""
    for table in (*APPEND_ONLY, *FIXED):
        yield _refusal(table, "DELETE", "DELETE", "rows are never deleted")
    for table in APPEND_ONLY:
        yield _refusal(table, "UPDATE", "UPDATE", "rows are never changed")
    for table, columns in FIXED.items():
        event = f"UPDATE OF {', '.join(columns)}"
        yield _refusal(table, "UPDATE", event, "that column is never changed")


def _refusal(table: str, name: str, event: str, why: str) -> str:
    return (
        f"CREATE TRIGGER {table}_no_{name.lower()} BEFORE {event} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table}: {why}'); END"
    )


MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (*(s for s in FIRST.split(";\n") if s.strip()), *_guards()),
)


def migrate(db: Database) -> None:
    """Bring the schema up to date. Raises CampaignError if a newer release wrote the database."""
    done = version(db)
    if done > len(MIGRATIONS):
        raise CampaignError(
            f"The database has schema {done}; this release knows {len(MIGRATIONS)}. "
            "Update adjudicator, or open a backup made by this release."
        )
    for number in range(done + 1, len(MIGRATIONS) + 1):
        db.conn.execute("BEGIN IMMEDIATE")
        try:
            if version(db) < number:
                for statement in MIGRATIONS[number - 1]:
                    db.conn.execute(statement)
                db.conn.execute(f"PRAGMA user_version = {number}")
            db.conn.execute("COMMIT")
        except BaseException:
            db.rollback()
            raise


def version(db: Database) -> int:
    """Return the number of the last migration applied."""
    return int(db.conn.execute("PRAGMA user_version").fetchone()[0])
