"""The order desk in a real browser: what is pointed at, written, found wrong, and mailed.

    WRITE_PICTURES=1 pytest tests/desk/test_page.py

draws the pictures of ``docs/order-desk.md`` anew. ``PHASES=20`` plays so many phases of each game.
"""

import hashlib
import os
import random
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from desk_pages import (
    FAIL,
    FREE,
    GAMES,
    HOLD,
    LOADING,
    Table,
    choose,
    go_to,
    letter,
    messages,
    open_link,
    orders,
    own_provinces,
    point,
    type_orders,
    wait_for_check,
    wait_for_options,
)
from PIL import Image
from servers.browsing import WCAG, check_accessibility

VARIANTS = ("fleet-rome", "modern")
PHASES = int(os.environ.get("PHASES", "1"))
DOCS = Path(__file__).parents[2] / "docs"


def test_pointing_writes_an_order_that_is_drawn_judged_and_mailed(visit, desk):
    table = Table("samurai-swords")
    page = visit(table.link(desk, "Oda"), anew=True)
    page.wait_for_selector("#map svg", timeout=LOADING)
    page.wait_for_selector("#loading", state="hidden")
    assert "#" not in page.url  # it holds the token of the seat
    own = table.game.legal_orders(table.view("Oda"), "Oda")[0].order.places[0]
    page.locator(f'#map [data-province="{own}"]').last.click()
    page.wait_for_selector("#options button")
    before = page.inner_html("#map")
    page.hover(f"#options button:has-text('reinforce {own}')")
    assert page.inner_text("#preview") == f"Writes: reinforce {own}"
    assert page.locator("#map .previewed").count() == 1
    page.click(f"#options button:has-text('reinforce {own}')")
    wait_for_check(page)
    assert orders(page) == f"reinforce {own}\n"
    assert page.inner_html("#map") != before
    assert page.locator("#rows > li").inner_text().split()[:2] == ["6", "✓"]
    type_orders(page, f"reinforce {own}\nfly to Kyoto")
    page.check("#ready")
    wait_for_check(page)
    assert "not read as an order" in page.inner_text("#verdict")
    assert page.locator("#gutter li.warning").inner_text() == "7"
    facts, _ = table.check("Oda", letter(page))
    assert len(messages(page)) == len(facts["findings"]) + len(facts["unread"]) == 1
    mail = urlsplit(page.get_attribute("#mail", "href"))
    assert (mail.scheme, unquote(mail.path)) == ("mailto", "judge@games.test")
    body = parse_qs(mail.query)["body"][0]
    assert body.splitlines() == letter(page).splitlines()
    assert body.startswith("game sekigahara\r\nseat Oda\r\nphase 1 deploy\r\ntoken abcdef\r\n")
    page.click("#undo")
    wait_for_check(page)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#map svg", timeout=LOADING)  # without a connection, too
    assert orders(page).startswith(f"reinforce {own}\n")  # it was kept
    assert page.is_checked("#ready")
    if "WRITE_PICTURES" in os.environ:
        page.select_option("#place", own)
        wait_for_check(page)
        picture = Image.open(BytesIO(page.screenshot()))
        picture.quantize(128, dither=Image.Dither.NONE).save(DOCS / "order-desk.png", optimize=True)


def test_the_board_and_what_one_has_are_put_into_words_when_they_are_asked_for(shared, desk):
    table, page = Table("shogun"), shared
    open_link(page, table.link(desk, "Oda"))
    assert page.text_content("#board") == page.text_content("#sheet") == ""
    page.click("#board-words summary")
    page.wait_for_selector("#board li")
    sheet = "\n".join(table.game.sheet(table.view("Oda"), "Oda")).strip()
    assert page.text_content("#sheet") == sheet
    assert "Oda (you): " in page.inner_text("#board")
    page.click("#board-words summary")
    page.set_viewport_size({"width": 1280, "height": 2000})
    at_the_foot = "document.getElementById('strip').getBoundingClientRect().bottom === innerHeight"
    assert page.evaluate(at_the_foot)


@pytest.mark.parametrize("name", GAMES)
def test_an_order_takes_at_most_six_keys(shared, desk, name):
    table, page = Table(name), shared
    seat = table.next_seat()
    open_link(page, table.link(desk, seat))
    lines = {str(each) for each in table.game.legal_orders(table.view(seat), seat)}
    page.keyboard.press("n")  # the next place without an order
    page.wait_for_selector("#options :focus")
    if not page.locator("#options button:focus").count():  # kinds with many are folded
        page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for_check(page)
    assert orders(page).strip() in lines
    assert "error" not in (page.get_attribute("#verdict", "class") or "")
    assert page.evaluate("document.activeElement.closest('#options-part') !== null")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    wait_for_check(page)
    assert orders(page) == ""


def test_a_move_is_searched_chosen_and_undone_by_keys(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "France"))
    for key in "/pa bu":
        page.keyboard.press(key)
    page.wait_for_selector("#options-title:has-text('pa bu')")
    page.keyboard.press("Enter")
    wait_for_check(page)
    assert orders(page) == "A Paris - Burgundy\n"
    page.keyboard.press("Escape")
    choose(page, "Paris")
    page.locator("#options button", has_text="A Paris - Picardy").first.click()
    wait_for_check(page)
    assert orders(page) == "A Paris - Picardy\n"  # a second order for the same unit takes its place
    page.fill("#question", "near Paris")
    page.keyboard.press("Control+z")
    assert (page.input_value("#question"), orders(page)) == ("", "A Paris - Picardy\n")
    page.click("#undo")
    page.click("#undo")
    assert page.evaluate("document.activeElement.id") == "redo"  # there is nothing more to undo


def test_keys_go_on_in_the_next_letter_though_an_option_of_the_last_had_the_focus(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "France"))
    page.keyboard.press("n")
    page.wait_for_selector("#options :focus")
    # Until something is drawn, what is hidden keeps the focus.
    page.evaluate("document.getElementById('desk').style.setProperty('display', 'block')")
    open_link(page, table.link(desk, "Germany"))
    page.evaluate("document.getElementById('desk').style.removeProperty('display')")
    assert page.evaluate("document.activeElement.id") != "search"
    page.keyboard.press("n")
    page.wait_for_selector("#options :focus")


def test_a_click_on_a_unit_shows_what_it_can_and_one_on_a_target_orders_it(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "Germany"))
    point(page, "Munich")
    wait_for_options(page)
    assert (page.input_value("#place"), orders(page)) == ("Munich", "")
    assert page.locator("#map .ghost").count() >= 4
    point(page, "Bohemia")
    page.wait_for_timeout(300)
    if not orders(page):
        page.locator("#options button", has_text="A Munich - Bohemia").first.click()
    wait_for_check(page)
    assert orders(page) == "A Munich - Bohemia\n"
    assert "2 without an order" in page.inner_text("#left")
    page.keyboard.press("Escape")
    page.wait_for_selector("#options-title:text-is('Orders without a province')")
    assert page.locator("#map .ghost").count() == 0
    choose(page, "Berlin")
    folds = page.locator("#options > details > summary").all_inner_texts()
    assert [each.split(" … ")[0] for each in folds] == ["A Berlin S F Kiel"]  # the first of them


def test_a_click_counts_though_a_new_map_comes_before_the_button_is_released(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "Germany"))
    box = page.locator('#map [data-province="Munich"]').last.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    before = page.inner_html("#map")
    page.evaluate(
        "document.getElementById('orders').value = 'A Munich - Bohemia';"
        "document.getElementById('orders').dispatchEvent(new Event('input'))"
    )
    wait_for_check(page)
    page.mouse.up()
    page.wait_for_function(
        "before => document.getElementById('map').innerHTML !== before", arg=before
    )
    wait_for_options(page)
    assert page.input_value("#place") == "Munich"
    assert page.locator("#map .ghost").count() >= 4


def test_what_a_province_offers_is_awaited_while_orders_are_judged(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "Germany"))
    busy = page.evaluate(
        """() => {
          const part = document.getElementById("options");
          document.getElementById("ready").click(); // all is judged anew
          return new Promise((resolve) => {
            new MutationObserver(() => part.ariaBusy === "false" && resolve(part.textContent)).observe(part, { attributes: true });
            setTimeout(() => {
              const place = document.getElementById("place");
              place.value = "Munich";
              place.dispatchEvent(new Event("change"));
            });
          });
        }"""
    )
    assert "A Munich" in busy


def test_what_is_open_leaves_nothing_to_what_is_opened_next(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "France"))
    page.fill("#search", "pa bu")
    page.fill("#question", "near Paris")
    page.press("#question", "Enter")
    page.click("#mail")
    page.evaluate(HOLD)
    page.evaluate("document.getElementById('begin').click()")
    page.evaluate("location.hash = '#practice'")
    go_away = "() => [...document.querySelectorAll('main')].every((each) => each.hidden)"
    page.wait_for_function(go_away)
    assert page.title() == page.inner_text("#title") == "Order desk"
    page.evaluate("link => { location.href = link }", table.link(desk, "England"))
    page.evaluate("link => { location.href = link }", table.link(desk, "Germany"))
    page.wait_for_function("() => !location.hash")
    page.evaluate("release()")
    wait_for_check(page)
    wait_for_options(page)
    assert page.title() == "Germany: Diplomacy"
    assert (orders(page), letter(page).splitlines()[1]) == ("", "seat Germany")
    shown = [each for each in ("#practice", "#choose", "#ask") if page.is_visible(each)]
    left = [page.input_value("#search"), page.input_value("#question"), page.inner_text("#answer")]
    assert (shown, left) == ([], ["", "", ""])
    page.evaluate(HOLD)
    open_next = "link => { location.href = link }"
    page.evaluate(open_next, table.link(desk, "England"))
    page.wait_for_function("() => document.title === 'Order desk'")
    page.evaluate("release()")
    page.evaluate(HOLD)
    page.wait_for_selector("#desk:visible")
    mail = urlsplit(page.get_attribute("#mail", "href"))
    assert "seat England" in parse_qs(mail.query)["body"][0]  # before anything was judged
    page.evaluate("release()")


def test_what_is_done_before_answers_come_counts_behind_them(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "Germany"))
    page.evaluate(HOLD)
    point(page, "Munich")
    point(page, "Bohemia")
    page.evaluate("release()")
    page.wait_for_selector("#options-title:text-is('Munich → Bohemia')")
    choose(page, "Munich")
    page.evaluate(HOLD)
    page.locator("#options button", has_text="A Munich - Tyrolia").first.click()
    page.locator("#options button", has_text="A Munich - Silesia").first.click()
    page.click("#mail")
    assert "has not looked at" in page.inner_text("#ask-why")
    page.click("#ask-back")
    for key in "/be ki":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.evaluate("release()")
    page.wait_for_function("() => document.querySelectorAll('#rows > li').length === 2")
    wait_for_check(page)
    wait_for_options(page)
    assert orders(page) == "A Munich - Silesia\nA Berlin - Kiel\n"


def test_what_the_program_fails_at_is_told_and_nothing_waits_for_it(shared, desk):
    table, page = Table("diplomacy"), shared
    open_link(page, table.link(desk, "Germany"))
    type_orders(page, "A Munich - Tyrolia\n")
    page.click("#as-text")
    page.evaluate(FAIL)
    for button in ("#next", "#rows .instead", "#rows .more"):
        page.evaluate("document.getElementById('trouble').hidden = true")
        page.click(button)
        page.wait_for_selector("#trouble:visible")
        wait_for_options(page)
    page.click("#rows .delete")
    page.wait_for_selector("#verdict:text-is('The judge could not look at these orders.')")
    wait_for_options(page)
    page.evaluate("mend()")
    point(page, "Munich")
    page.wait_for_selector("#options-title:text-is('Munich')")
    assert not page.is_visible("#trouble")  # what was asked next was answered
    page.click("#undo")
    wait_for_check(page)
    assert page.inner_text("#verdict") == "Every line is accepted."


def test_rows_are_stepped_changed_sorted_and_deleted(shared, desk):
    table, page = Table("shogun"), shared
    open_link(page, table.link(desk, "Oda"))
    one, other = own_provinces(table, "Oda")[:2]
    type_orders(page, f"bid 1\ntax {one}\nrice {other}\nfly")
    page.click("#as-text")
    assert "rejected" in page.inner_text("#verdict") or "not read" in page.inner_text("#verdict")
    row = page.locator("#rows > li")
    assert row.count() == 4
    row.nth(3).locator(".delete").click()
    wait_for_check(page)
    assert orders(page).splitlines() == ["bid 1", f"tax {one}", f"rice {other}"]
    chests = table.view("Oda").seats["Oda"].chests
    assert f"{chests - 1} of {chests} chests left" in page.inner_text("#left")
    row.nth(0).locator("button", has_text="+").click()
    wait_for_check(page)
    assert orders(page).startswith("bid 2\n")
    assert f"{chests - 2} of {chests} chests left" in page.inner_text("#left")
    row.nth(0).locator(".handle").focus()
    page.keyboard.press("ArrowDown")
    wait_for_check(page)
    assert orders(page).splitlines()[:2] == [f"tax {one}", "bid 2"]
    assert page.evaluate("document.activeElement.classList.contains('handle')")
    row.nth(0).locator(".instead").click()
    instead = page.locator("#options button", has_text=f"build castle in {one}")
    instead.evaluate("each => each.closest('details') && (each.closest('details').open = true)")
    instead.click()
    wait_for_check(page)
    assert orders(page).splitlines()[0] == f"build castle in {one}"
    done = orders(page)
    for _ in range(3):
        page.click("#undo")
    wait_for_check(page)
    assert orders(page).splitlines() == ["bid 1", f"tax {one}", f"rice {other}"]
    for _ in range(3):
        page.click("#redo")
    assert orders(page) == done
    assert not page.is_visible("#redo")
    page.click("#undo")
    page.locator("#rows > li .delete").first.click()
    assert not page.is_visible("#redo")  # what was taken back is no more
    wait_for_check(page)


def test_rows_that_say_the_same_or_are_for_later_have_a_verdict_each(shared, desk):
    table, page = Table("samurai-swords"), shared
    open_link(page, table.link(desk, "Oda"))
    one, other = own_provinces(table, "Oda")[:2]
    type_orders(page, f"army 1 in {one}\narmy 2 in {one}\narmy 2 in {one}\n# a remark\n")
    page.click("#as-text")
    assert page.locator("#rows .mark").all_inner_texts() == ["✓", "✗", "✗", "#"]
    type_orders(page, f"army 1 in {one}\n\nphase 2 plan\narmy 1 in {one}\n")
    page.click("#as-text")
    assert page.locator("#rows .mark").all_inner_texts() == ["✓", "→", "→"]
    assert page.inner_text("#mail") == "Mail 2 orders"
    choose(page, other)
    page.locator("#options button", has_text=f"reinforce {other}").first.click()
    wait_for_check(page)
    assert orders(page).splitlines()[:3] == [f"army 1 in {one}", f"reinforce {other}", ""]
    type_orders(page, f"phase 2 plan\narmy 1 in {one}\n")
    page.click("#as-text")
    page.locator("#options button", has_text=f"reinforce {other}").first.click()
    wait_for_check(page)
    assert orders(page).splitlines()[:2] == [f"reinforce {other}", "phase 2 plan"]


def test_choices_follow_the_orders_and_a_ranking_grows_by_a_click_a_name(shared, desk):
    table, page = Table("samurai-swords"), shared
    open_link(page, table.link(desk, "Oda"))
    one, other = own_provinces(table, "Oda")[:2]
    for place in (one, other):
        choose(page, place)
        page.locator("#options button", has_text="reinforce").first.click()
        wait_for_check(page)
    assert orders(page) == f"reinforce {one}, {other}\n"
    wait_for_options(page)
    page.locator("#options button", has_text="army 1 in").first.click()
    wait_for_check(page)
    page.locator("#rows .more").nth(1).click()
    others = page.locator("#rows label", has_text="or else").locator("select")
    others.evaluate("each => each.add(new Option('and on '.repeat(99)))")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    others.select_option(index=1)
    wait_for_check(page)
    _, second, third = orders(page).strip().splitlines()
    assert (second, third[:11]) == (f"army 1 in {other}", "else: army ")
    assert page.inner_text("#verdict") == "Every line is accepted."
    page.get_by_label(f"{other} earlier").click()
    wait_for_check(page)
    assert orders(page).splitlines()[0] == f"reinforce {other}, {one}"
    page.get_by_label(f"Without {one}").click()
    wait_for_check(page)
    assert orders(page).splitlines()[0] == f"reinforce {other}"


def test_what_goes_out_is_asked_about_if_something_of_it_is_lost(shared, desk):
    table, page = Table("samurai-swords"), shared
    open_link(page, table.link(desk, "Oda"))
    one, *others = own_provinces(table, "Oda")
    page.click("#mail")
    assert "Nothing is ordered" in page.inner_text("#ask-why")
    page.click("#ask-back")
    type_orders(page, f"reinforce {one}\narmy 1 in Nowhere")
    assert page.inner_text("#mail") == "Mail 2 orders"
    page.click("#mail")
    assert "will be rejected" in page.inner_text("#ask-why")
    page.click("#ask-back")
    type_orders(page, "\n".join(f"# {each} {'x' * 90}" for each in others))
    page.click("#mail")
    assert "too long for a link" in page.inner_text("#ask-why")
    assert "body=" not in page.get_attribute("#ask-mail", "href")
    page.click("#ask-copy")
    page.wait_for_selector("#ask-told:not(:empty)")
    assert "opie" in page.inner_text("#ask-told") or "mark the text" in page.inner_text("#ask-told")
    page.click("#ask-back")


def test_two_tabs_are_told_of_each_other_and_what_is_over_is_removed(shared, visit, desk):
    table, one = Table("shogun"), shared
    open_link(one, table.link(desk, "Oda"))
    other = visit(table.link(desk, "Oda"))
    other.wait_for_selector("#map svg", timeout=LOADING)
    type_orders(one, "bid 1\n")
    other.wait_for_selector("#other-tab:visible")
    assert orders(other) == ""
    type_orders(one, "")
    other.wait_for_selector("#other-tab", state="hidden")  # they are the same again
    type_orders(one, "bid 1\n")
    other.wait_for_selector("#other-tab:visible")
    other.click("#take-over")
    wait_for_check(other)
    assert orders(other) == "bid 1\n"
    old = '{"seat": "Oda", "round": 0, "game": "sekigahara", "text": "old", "saved": 9e15}'
    other.evaluate("old => localStorage.setItem('desk:old:sekigahara', old)", old)
    go_to(other, table.link(desk, "Takeda"))
    assert orders(other) == ""  # a draft is of one seat
    assert other.evaluate("localStorage.getItem('desk:old:sekigahara')") is not None
    go_to(other, table.link(desk, "Oda"))
    assert orders(other) == "bid 1\n"
    assert other.evaluate("localStorage.getItem('desk:old:sekigahara')") is None


@pytest.mark.parametrize("table", [*GAMES, *VARIANTS])
def test_what_is_chosen_at_random_is_found_as_the_judge_finds_it(shared, desk, table):
    dice, page = random.Random(table), shared
    table = Table("diplomacy", variant=table) if table in VARIANTS else Table(table)
    for _ in range(PHASES):
        phase = table.game.phase(table.position)
        if phase.over:
            break
        given = {}
        for seat in phase.must[:1]:
            open_link(page, table.link(desk, seat))
            places = page.eval_on_selector_all("#place option", "all => all.map(x => x.value)")
            for place in dice.sample(places, min(len(places), 12)):
                choose(page, place)
                if count := page.locator("#options button").count():
                    number = dice.randrange(count)
                    page.evaluate(f"document.querySelectorAll('#options button')[{number}].click()")
                    wait_for_check(page)
            text = letter(page)
            facts, read = table.check(seat, text)
            found = sorted(messages(page))
            assert len(found) == len(facts["findings"]) + len(facts["unread"])
            for each in facts["findings"]:
                assert any(each.message in row for row in found)
            assert facts["unread"] == ()
            if read.standing:
                given[seat] = read.standing.orders
        table.go_on(given)


def test_it_is_accessible_and_fits(visit, desk):
    table = Table("shogun")
    page = visit(table.link(desk, "Oda"))
    page.wait_for_selector("#map svg", timeout=LOADING)
    one, other = own_provinces(table, "Oda")[:2]
    type_orders(
        page, f"fly to Kyoto\nbid 1\nbuild castle in {one}\ndeploy 5 in Kai\nprefer attack, defence"
    )
    page.click("#as-text")
    choose(page, other)
    for each in page.locator("details").all():
        each.evaluate("each => each.open = true")
    page.locator("#rows .more").first.click()
    page.wait_for_selector("#rows .row-more")
    page.evaluate(FREE)
    drawn = ["#map svg"]  # one picture; the board in words stands for it
    windows = (
        (360, 740, "light", "none"),
        (390, 844, "dark", "none"),
        (640, 450, "light", "none"),  # 1280 by 900 at 200 %
        (1280, 900, "light", "active"),
        (2560, 1440, "dark", "none"),
    )
    for width, height, scheme, forced in windows:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    for width, height, scheme, forced in windows:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        check_accessibility(page, drawn, WCAG)


def test_it_prints_an_order_sheet(shared, desk):
    table, page = Table("shogun"), shared
    open_link(page, table.link(desk, "Oda"))
    type_orders(page, "bid 1\n")
    page.wait_for_selector("#rows > li", state="attached")
    page.emulate_media(media="print")
    for each in ("#title", "#subtitle", "#rows > li", "#map svg"):
        assert page.locator(each).first.is_visible(), each
    assert "sekigahara" in page.inner_text("#subtitle")
    assert "Oda" in page.inner_text("#subtitle")
    code = hashlib.sha256(table.game.encode(table.view("Oda"))).hexdigest()[:16]
    assert page.inner_text("#printed") == f"sekigahara · Oda · 1 plan · position {code}"
    for each in ("#strip", "#options", "#rows .tools", "#rows .stepper button", "#editor"):
        assert not page.locator(each).first.is_visible(), each
    page.emulate_media(media="screen")


def test_where_the_program_cannot_run_orders_can_be_written_and_mailed(opened, desk):
    def run_without_wasm(route):
        program = route.fetch()
        none = "WebAssembly.compile = async () => { throw new Error('none'); };\n"
        route.fulfill(response=program, body=none + program.text())

    page = opened.new_page(service_workers="block")
    page.route("**/worker.js", run_without_wasm)
    page.goto(Table("shogun").link(desk, "Oda"))
    page.wait_for_selector("#trouble:visible", timeout=LOADING)
    assert "cannot be checked here. The program could not" in page.inner_text("#trouble")
    assert "(none). Load this page again" in page.inner_text("#trouble")
    page.fill("#orders", "bid 0\n")
    assert "bid%200" in page.get_attribute("#mail", "href")
    page.reload()
    page.wait_for_selector("#trouble:visible", timeout=LOADING)
    assert "bid%200" in page.get_attribute("#mail", "href")
    page.close()
    context = opened.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(desk)
    assert page.is_visible("noscript p")
    assert not page.is_visible("#loading")
    context.close()
