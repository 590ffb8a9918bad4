"""The post office as fixtures, and what is said of tests that it was missing for."""

import copy
import os
import shutil
import sqlite3

import pytest
from servers import browsing
from servers.browsing import Browser

NO_SERVERS = "no mail servers"
"""What the reason of such a test begins with."""
NO_DATABASE = "no PostgreSQL"
"""The same of a test on PostgreSQL."""
NO_BROWSER = "no browser"
"""The same of a test of pages."""


@pytest.fixture(scope="session")
def _office():
    from servers import installing  # which needs what only Unix has
    from servers.office import PostOffice

    lacking = installing.absent()
    if lacking and installing.is_wanted():
        installing.install()  # what it raises is the test's failure
        lacking = installing.absent()
    office = None
    if not any(each.startswith("Dovecot") for each in lacking):
        office = PostOffice()
    try:
        if office:
            office.start()
        yield office, lacking
    finally:
        if office:
            office.close()


@pytest.fixture
def post_office(_office):
    """Dovecot and Postfix, one pair for all tests of a process; each test has its own addresses."""
    office, lacking = _office
    if lacking:
        _give_up(lacking)
    yield office
    _put_right(office)


@pytest.fixture
def imap_office(_office):
    """The same for tests that need no Postfix; Dovecot alone runs without root."""
    office, lacking = _office
    if office is None:
        _give_up(lacking)
    yield office
    _put_right(office)


@pytest.fixture(scope="session")
def _cluster():
    from servers import installing
    from servers.postgresql import PostgreSQL

    lacking = installing.absent_database()
    if lacking and installing.is_wanted():
        installing.install(installing.DATABASE_PACKAGES, installing.absent_database)
        lacking = installing.absent_database()
    server = None if lacking else PostgreSQL()
    try:
        if server:
            server.start()
        yield server, lacking
    finally:
        if server:
            server.close()


@pytest.fixture
def postgresql(_cluster):
    """A PostgreSQL, one for all tests of a process; each test makes databases of its own."""
    server, lacking = _cluster
    if server is None:
        _give_up(lacking, NO_DATABASE)
    yield server
    if not server.is_running:
        server.start()


@pytest.fixture
def pool(postgresql, tmp_path):
    """Return a function that starts a PgBouncer before the server, in some mode; its port."""
    from servers import installing
    from servers.pgbouncer import PgBouncer

    lacking = installing.absent_pool()
    if lacking and installing.is_wanted():
        installing.install(installing.DATABASE_PACKAGES, installing.absent_pool)
    elif lacking:
        _give_up(lacking, NO_DATABASE)
    started = []

    def start(mode):
        started.append(PgBouncer(postgresql.port, mode))
        return started[-1].port

    yield start
    for each in started:
        each.close()


@pytest.fixture
def network(postgresql):
    """A network before the server, that can hang."""
    from servers.network import Network

    made = Network(postgresql.port)
    yield made
    made.close()


@pytest.fixture
def database_kind(request):
    """The kind of database that a test runs on."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def new_place(database_kind, request, tmp_path):
    """Return a function that says where there is room for a database of this kind."""
    from adjudicator.store.place import Server

    if database_kind == "sqlite":
        yield lambda name="campaign": tmp_path / f"{name}.db"
        return
    server = request.getfixturevalue("postgresql")
    made = []

    def make(name="campaign"):
        made.append(server.new(server.template()))
        return Server(made[-1])

    yield make
    for each in made if server.is_running else ():
        server.drop(each)


@pytest.fixture(scope="session")
def _empty_file(tmp_path_factory):
    """A database in a file, with its tables and nothing in them, as bytes."""
    from adjudicator.store.database import open_store

    path = tmp_path_factory.mktemp("empty") / "campaign.db"
    open_store(path, create=True).close()
    return path.read_bytes()


@pytest.fixture
def new_store(database_kind, new_place, _empty_file):
    """Return a function that opens a database with nothing in it.

    That in a file is a copy: to make the tables takes longer than most tests.
    """
    from adjudicator.store.database import open_store

    def open_new():
        place = new_place()
        if database_kind == "sqlite":
            place.write_bytes(_empty_file)
        return open_store(place, create=True)

    return open_new


@pytest.fixture(scope="session")
def _prepared():
    """What was prepared in this process: databases in memory, each with the table at it."""
    return {}


@pytest.fixture
def prepare(_prepared):
    """Return a function that has a table, and the empty database that it is at, as something made it.

    ``prepare(store, key, make)`` does it once in a process for each key, and copies it from then on:
    to play up to there takes longer than most tests.
    """
    from adjudicator.store.place import Server
    from adjudicator.store.records import Campaign

    def do(store, key, make):
        if isinstance(store.place, Server) or store.has(Campaign):
            return make()
        if key not in _prepared:
            table, kept = make(), sqlite3.connect(":memory:", check_same_thread=False)
            store.conn.backup(kept)
            _prepared[key] = kept, table
        else:
            kept, _ = _prepared[key]
            kept.backup(store.conn)
        table = copy.copy(_prepared[key][1])
        table.store = store
        return table

    return do


def choose_kinds(metafunc):
    """Let a test run on the kinds of database that it is marked for, or that the option wants."""
    if "database_kind" not in metafunc.fixturenames:
        return
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    wanted = metafunc.config.getoption("--database")
    if "postgresql_alone" in marks:
        metafunc.parametrize("database_kind", ["postgresql"], indirect=True)
        return
    if "sqlite_alone" in marks or wanted == "sqlite" or not (wanted or "both_databases" in marks):
        return
    kinds = [wanted] if wanted else ["sqlite", "postgresql"]
    metafunc.parametrize("database_kind", kinds, indirect=True)


def _give_up(lacking, what=NO_SERVERS):
    from servers import installing

    if installing.is_wanted():
        pytest.fail(f"{what}: {', '.join(lacking)}")
    pytest.skip(f"{what}: {', '.join(lacking)}")


BROWSER = Browser()
"""That of this process."""


@pytest.fixture(scope="session")
def _chromium():
    from servers.installing import is_wanted

    if browsing.chromium() is None and is_wanted():
        browsing.install()
    if browsing.chromium() is None:
        pytest.skip(f"{NO_BROWSER}: Chromium is not installed")
    yield
    BROWSER.close()


@pytest.fixture
def opened(_chromium):
    """A browser that is open, until the next test needs none."""
    return BROWSER.open()


@pytest.fixture
def context_with(opened):
    """Return a function that gives a context of the browser with some options.

    Who asks for the same options gets the same context, with what a browser keeps in it: who needs
    one that has kept nothing asks the browser itself. Maps are laid out there, and take clicks, but
    are not painted, which is most of what a browser does with them: but for pictures of the tests.
    """

    def find(**options):
        def make():
            context = opened.new_context(**options)
            if "WRITE_PICTURES" not in os.environ:
                context.add_init_script(browsing.UNPAINTED)
            return context

        return BROWSER.keep(tuple(sorted(options.items())), make)

    return find


@pytest.fixture(scope="session")
def once_a_run(tmp_path_factory):
    """Return a function that makes a folder, once for all processes of a run.

    ``once_a_run(name, make)`` returns the folder; ``make`` is given an empty one.
    """
    import fcntl  # which only Unix has

    whole = tmp_path_factory.getbasetemp()
    whole = whole.parent if "PYTEST_XDIST_WORKER" in os.environ else whole

    def find(name, make):
        folder, making = whole / name, whole / f"{name}-making"
        with (whole / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                shutil.rmtree(making, ignore_errors=True)  # of a process that ended as it made it
                making.mkdir()
                make(making)
                making.rename(folder)
        return folder

    return find


def _put_right(office):
    """Start again what a test has ended, so that the next one finds it."""
    if "dovecot" not in office._running:
        office.start_dovecot()
    if office.has_postfix and "postfix" not in office._running:
        office.start_postfix()


def close_browser(following):
    """Close the browser, if there is one, before a test that needs none."""
    if not (following and "opened" in following.fixturenames):
        BROWSER.close()


def mark_server_tests(items):
    """Mark all tests that need servers: ``-m "not servers"`` leaves them out.

    They are system tests, as all that starts processes. Those of a folder that are about pages are
    done by one process, with one browser.
    """
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        kind = getattr(item, "callspec", None) and item.callspec.params.get("database_kind")
        marks = {
            "browser": "opened" in names,
            "servers": bool({"post_office", "imap_office"} & names),
            "postgresql": kind == "postgresql" or bool({"postgresql", "_cluster"} & names),
        }
        needed = [mark for mark, is_needed in marks.items() if is_needed]
        for mark in (*needed, "system") if needed else ():
            item.add_marker(mark)
        if marks["browser"]:
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))


def say_what_was_left_out(reporter):
    """Say at the end, so that nobody can miss it, which tests something was missing for."""
    for reason, what in (
        (NO_SERVERS, "real mail servers"),
        (NO_DATABASE, "PostgreSQL"),
        (NO_BROWSER, "pages in a browser"),
    ):
        left = [
            each
            for each in reporter.stats.get("skipped", ())
            if isinstance(each.longrepr, tuple) and reason in each.longrepr[2]
        ]
        if left:
            why = left[0].longrepr[2].partition(f"{reason}: ")[2]
            title = f"{what.removeprefix('real ')} were left out".upper()
            reporter.section(title, sep="!", red=True, bold=True)
            reporter.line(
                f"{len(left)} tests of {what} did not run: {why}. As root, with "
                "SERVERS=install in the environment, the same command installs them first."
            )
