"""The practice table in a real browser: whole rounds against regents, and how it looks."""

import json

import pytest
from desk_pages import (
    FREE,
    GAMES,
    HOLD,
    LOADING,
    Table,
    letter,
    offer_games,
    open_link,
    orders,
    type_orders,
    wait_for_check,
)
from msgspec.structs import replace
from servers.browsing import check_accessibility

from adjudicator.desk.table import begin_table
from adjudicator.games.registry import find

WATCH_GOING_ON = """() => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (given) {
    if (given.call === "go on") [window.went] = given.args;
    postMessage.call(this, given);
  };
}"""
MIDDLE = """(map) => [
  (map.scrollLeft + map.clientWidth / 2) / map.scrollWidth,
  (map.scrollTop + map.clientHeight / 2) / map.scrollHeight,
].map((each) => each.toFixed(1)).join()"""
"""What part of a map is in the middle of its window."""
KEPT_TABLE = "JSON.parse(sessionStorage.getItem('desk practice'))"


TOLD = """titles => [...document.querySelectorAll("#reports > details > summary")]
    .map(each => each.textContent).join() === titles.join()"""
"""Whether these are the titles of the reports that are shown."""


def wait_for_table(page, before=None):
    page.wait_for_function(
        "before => sessionStorage.getItem('desk practice') !== before", arg=before, timeout=LOADING
    )
    page.wait_for_selector("#carry-out", state="visible")


@pytest.mark.parametrize("name", GAMES)
def test_two_rounds_at_the_practice_table_come_out_as_in_cpython(shared, name):
    page, game = shared, find(name)
    page.evaluate("localStorage.clear()")
    offer_games(page)
    page.select_option("#game", name)
    seats = page.input_value("#players")
    page.click("#begin-game")
    wait_for_table(page)
    kept = page.evaluate(KEPT_TABLE)
    start = {"game": name, "seats": int(seats), "secret": kept["secret"]}
    table = begin_table(json.dumps(start))
    begun = game.phase(table.position).round
    for _ in range(40):
        assert page.evaluate(KEPT_TABLE)["position"] == json.loads(game.encode(table.position))
        phase = game.phase(table.position)
        if phase.over or phase.round >= begun + 2:
            break
        (own,) = table.own
        wait_for_check(page)
        if page.is_visible("#begin"):
            page.click("#begin")
            page.wait_for_selector("#rows > li, #told:not(:empty)", state="attached")
        wait_for_check(page)
        text = letter(page)
        before = page.evaluate("sessionStorage.getItem('desk practice')")
        page.click("#carry-out")
        wait_for_table(page, before)
        table.go_on({own: text})
        titles = [each["title"] for each in table.reports]
        page.wait_for_function(TOLD, arg=titles, timeout=LOADING)  # shown behind what is kept
    else:
        pytest.fail("two rounds did not pass")
    assert page.locator("#reports .report").last.inner_text()
    page.click("#undo-phase")
    page.wait_for_function(
        "before => sessionStorage.getItem('desk practice') === before", arg=before
    )


def test_the_practice_table_is_accessible_fits_and_goes_on_after_a_reload(visit, desk):
    page = visit(f"{desk}practice.html")
    page.wait_for_selector("#practice:visible", timeout=LOADING)
    page.select_option("#game", "shogun")
    page.click("#practice summary")
    tenno = page.get_by_label("tenno")
    assert tenno.locator("option").all_inner_texts() == ["no", "yes"]
    assert "Tenno's Court" in page.inner_text(f"#{tenno.get_attribute('aria-describedby')}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_accessibility(page)
    page.select_option("#game", "samurai-swords")
    page.check("#alone")
    page.click("#begin-game")
    wait_for_table(page)
    assert page.locator("#reports > details:not([open])").count() == 1  # the board is in sight
    assert page.locator(".report-map > div").count() == 1
    names = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
    assert len(set(names)) == len(names)  # what a map draws by name is its own
    assert page.locator("#for-seat option").count() == 3
    assert page.is_visible("#guide")
    wait_for_check(page)
    second, third = page.locator("#for-seat option").all_inner_texts()[1:]
    page.evaluate(HOLD)
    page.select_option("#for-seat", third)
    page.select_option("#for-seat", second)
    page.evaluate("release()")
    page.wait_for_function("who => document.title.startsWith(who)", arg=second)
    type_orders(page, "# a plan\n")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("scrollTo(0, 0)")
    place = page.get_attribute("#next", "title").split(",")[0]
    page.locator(f'#map [data-province="{place}"]').last.dispatch_event("click")
    page.wait_for_selector(f"#options-title:text-is('{place}')")
    page.wait_for_timeout(100)
    last, foot = (page.locator(each).bounding_box() for each in ("#options", "#strip"))
    assert last["y"] + last["height"] <= foot["y"]
    middle = page.eval_on_selector("#map", MIDDLE)
    page.set_viewport_size({"width": 844, "height": 390})  # the phone is turned
    page.wait_for_timeout(100)
    assert page.eval_on_selector("#map", MIDDLE) == middle
    page.evaluate(FREE)
    windows = (360, "light"), (1280, "dark")
    for width, _ in windows:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for width, scheme in windows:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        check_accessibility(page, ["#map svg", ".report-map > div", ".report"])
    page.reload()
    page.wait_for_selector("#map svg", timeout=LOADING)
    assert page.inner_text("#table-title") == "Practice table"
    before = page.evaluate("sessionStorage.getItem('desk practice')")
    page.evaluate(WATCH_GOING_ON)
    page.evaluate(HOLD)
    page.select_option("#for-seat", third)
    page.click("#carry-out")
    page.evaluate("release()")
    wait_for_table(page, before)
    sent = {seat: "# a plan" in text for seat, text in page.evaluate("JSON.parse(went)").items()}
    assert sent == {each: each == second for each in sent}  # also what does not lie there now
    assert len(sent) == 3
    page.wait_for_function("() => !document.getElementById('desk').inert")


def test_a_game_that_is_over_leaves_nothing_to_order(shared, desk, tmp_path):
    page, table = shared, Table("gekokujo")
    over = replace(table.position, phase="over")
    (tmp_path / "position.json").write_bytes(table.game.encode(over))
    open_link(page, table.link(desk, table.next_seat()))
    offer_games(page)
    page.set_input_files("#table-file", tmp_path / "position.json")
    page.wait_for_selector("#table-title:text-is('Gekokujō: the game is over')")
    assert page.inner_text("#title") == page.title() == "Gekokujō"
    assert page.evaluate("document.activeElement.id") == "table-title"
    shown = ("#map", "#options", "#rows", "#mail", "#undo", "#guide")
    assert [each for each in shown if page.is_visible(each)] == []
    page.evaluate(
        "document.getElementById('reports').innerHTML = '<details open>All of it</details>'"
    )
    highest = "each => getComputedStyle(each).maxHeight"
    assert page.eval_on_selector("#reports > details", highest) == "none"
    assert page.is_disabled("#carry-out")


def test_a_game_that_begins_as_the_last_one_did_begins_with_nothing_written(shared):
    page = shared
    for _ in range(2):
        offer_games(page)
        before = page.evaluate("sessionStorage.getItem('desk practice')")
        page.select_option("#game", "diplomacy")
        page.click("#begin-game")
        wait_for_table(page, before)
        wait_for_check(page)
        assert orders(page) == ""
        type_orders(page, "# not this time")
