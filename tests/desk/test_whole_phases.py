"""A phase of each game is ordered at the desk by touch, by mouse and by keys alone.

What is found in the end is what the command line finds.

    WRITE_PICTURES=FOLDER pytest tests/desk/test_whole_phases.py

draws what is on the screen when the orders are written.
"""

import os
from pathlib import Path

import pytest
from desk_pages import (
    GAMES,
    Table,
    letter,
    messages,
    open_link,
    orders,
    wait_for_check,
    wait_for_options,
)

pytestmark = pytest.mark.browser
SIZES = {"touch": (390, 844), "mouse": (1280, 900), "keys": (1280, 900)}
NARROWEST = 40
NARROW = """(least) => [...document.querySelectorAll("a, button, input, select, summary, textarea")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.id || each.textContent, (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least).map(([name]) => name)"""
"""What can be touched and is smaller than a finger."""
MOST = int(os.environ.get("PLACES", "8"))
"""Places that are gone to in a phase; ``PLACES=60``: all of them."""
PHASE = {"samurai-swords": "war", "ikusa": "war", "gekokujo": "campaign"}
"""The phase that is ordered, if it is not the first."""


@pytest.fixture(params=SIZES)
def hand(request, keep_page):
    """A page, and the way in which it is worked with."""
    options = {"has_touch": True} if request.param == "touch" else {}
    return request.param, keep_page(SIZES[request.param], **options)


def go_on(page, way):
    """Go to the next place without an order, and take the first that is offered there."""
    if way == "keys":
        before = page.inner_text("#options-title")
        page.keyboard.press("n")
        page.wait_for_function(
            "old => document.getElementById('options-title').textContent !== old", arg=before
        )
        page.wait_for_selector("#options :focus")
        while page.locator("#options summary:focus").count():  # kinds with many are folded
            page.keyboard.press("Enter")
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        return
    act = "tap" if way == "touch" else "click"
    getattr(page.locator("#next"), act)()
    wait_for_options(page)
    closed = "#options button, #options details:not([open]) > summary"
    is_fold = True
    while is_fold:  # kinds with many are folded
        first = page.locator(closed).locator("visible=true").first
        is_fold = first.evaluate("each => each.tagName === 'SUMMARY'")
        getattr(first, act)()


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_is_ordered_and_found_as_the_command_line_finds_it(hand, desk, name):
    way, page = hand
    table = Table(name)
    while table.game.phase(table.position).name != PHASE.get(name, "") and name in PHASE:
        table.go_on({})
    seat = table.next_seat()
    open_link(page, table.link(desk, seat))
    for _ in range(MOST):
        if not page.locator("#next").count():
            break
        before = orders(page)
        go_on(page, way)
        wait_for_check(page)
        assert orders(page) != before
        if way == "touch":
            assert page.inner_text("#told").startswith(("Added: ", "Now: "))
            assert page.inner_text("#preview") == ""  # no finger is on anything
            assert page.evaluate(NARROW, NARROWEST) == []
            for each in ("#map", "#told", "#verdict", "#mail"):
                box = page.locator(each).bounding_box()
                assert 0 <= box["y"] <= box["y"] + box["height"] <= SIZES[way][1], each
    page.evaluate("scrollTo(0, 0)")
    for each in ("#mail", "#place"):  # in sight wherever the page is
        page.focus(each)
        assert page.evaluate("scrollY") == 0
    assert orders(page).strip()
    facts, _ = table.check(seat, letter(page))
    found = sorted(messages(page))
    assert len(found) == len(facts["findings"]) + len(facts["unread"])
    assert all(any(each.message in row for row in found) for each in facts["findings"])
    assert page.locator("#rows > li").count() == len(orders(page).strip().splitlines())
    assert page.inner_text("#mail").startswith("Mail ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("WRITE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}-{way}.png")
