"""What all tests may use."""

import contextlib
import gc
import signal

import pytest
from hypothesis import HealthCheck, settings
from servers import fixtures
from servers.fixtures import (  # noqa: F401
    _chromium,
    _cluster,
    _empty_file,
    _office,
    _prepared,
    context_with,
    database_kind,
    imap_office,
    network,
    new_place,
    new_store,
    once_a_run,
    opened,
    pool,
    post_office,
    postgresql,
    prepare,
)

from adjudicator.campaign.letters.outbox import draw_once

# How long an example takes says more of what else the machine does than of the program.
# Other examples are tried each time: a few dozen a run are many in a year.
settings.register_profile(
    "patient", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

CPU_SECONDS = 40
"""Far more than any input may take, far less than what grows with the square of it takes."""


@pytest.fixture(autouse=True)
def _nothing_was_drawn_before():
    draw_once.cache_clear()


@pytest.fixture
def patience():
    """Fail, instead of hanging, when something takes CPU time without end.

    It is no stopwatch: what is right takes a hundredth of it, on any machine.
    """

    @contextlib.contextmanager
    def wait():
        def give_up(*_):
            raise AssertionError(f"still busy after {CPU_SECONDS} seconds of CPU time")

        if not hasattr(signal, "setitimer"):  # a system without interval timers may hang
            yield
            return
        before = signal.signal(signal.SIGVTALRM, give_up)
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    return wait


def pytest_addoption(parser):
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        help="run every test that opens a database on this kind alone",
    )


def pytest_generate_tests(metafunc):
    fixtures.choose_kinds(metafunc)


@pytest.hookimpl(tryfirst=True)  # before tests are chosen and grouped by their marks
def pytest_collection_modifyitems(items):
    fixtures.mark_server_tests(items)
    # What takes longest begins first: nobody then waits at the end for one that began last.
    items.sort(key=lambda each: not each.nodeid.startswith("tests/world/"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem):
    try:
        return (yield)
    finally:
        fixtures.close_browser(nextitem)


def pytest_terminal_summary(terminalreporter):
    fixtures.say_what_was_left_out(terminalreporter)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays to the end: let nobody look through it for garbage again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
