"""The post office as fixtures, and what is said of tests that it was missing for."""

import pytest

NO_SERVERS = "no mail servers"
"""What the reason of such a test begins with."""
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


def _give_up(lacking):
    from servers import installing

    if installing.is_wanted():
        pytest.fail(f"{NO_SERVERS}: {', '.join(lacking)}")
    pytest.skip(f"{NO_SERVERS}: {', '.join(lacking)}")


def _put_right(office):
    """Start again what a test has ended, so that the next one finds it."""
    if "dovecot" not in office._running:
        office.start_dovecot()
    if office.has_postfix and "postfix" not in office._running:
        office.start_postfix()


def mark_server_tests(items):
    """Mark all tests that need servers: ``-m "not servers"`` leaves them out."""
    for item in items:
        if "opened" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if {"post_office", "imap_office"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.servers)


def say_what_was_left_out(reporter):
    """Say at the end, so that nobody can miss it, which tests something was missing for."""
    for reason, what in ((NO_SERVERS, "real mail servers"), (NO_BROWSER, "pages in a browser")):
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
