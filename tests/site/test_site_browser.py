"""The pages in a real browser: slider, keys, touch, charts, and a closer look."""

import pytest
from served_pages import data
from servers.browsing import WCAG, check_accessibility

SIZES = ((360, 740), (768, 1024), (1400, 1000), (2560, 1440))


def shown(page):
    return page.evaluate(
        "['grounds','arrows','provinces','boxes'].map("
        "g => [...document.getElementById(g).children].map(u => u.getAttribute('href')).join())"
    )


def test_the_slider_goes_through_all_phases(visit, pages, served):
    page = visit(base=served)
    last = len(data(pages)["episodes"]) - 1
    assert page.input_value("#slider") == str(last)
    at_the_end = shown(page)
    page.focus("#slider")
    page.keyboard.press("Home")
    assert page.input_value("#slider") == "0"
    assert page.inner_text("#when") == "The setup."
    assert shown(page) != at_the_end
    assert page.is_disabled("#back")
    page.keyboard.press("End")
    assert shown(page) == at_the_end
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute("#slider", "aria-valuetext") == page.inner_text("#when").rstrip(".")
    assert page.get_attribute("#read", "href") in page.content()
    page.click("#read")
    assert page.inner_text("h1") in data(pages)["episodes"][last - 1]["title"]


def test_what_the_index_shows_without_a_script_is_what_the_script_shows_last(visit):
    with_script, without = visit(), visit(java_script_enabled=False)
    assert with_script.locator("#provinces use").count() > 40
    assert without.is_hidden(".controls >> nth=0")
    assert without.locator(".phases li").count() > 10
    text = without.inner_text("body")
    assert "Standings" in text
    assert without.locator("svg#map").is_visible()


def test_buttons_keys_and_the_address_lead_to_phases(visit, pages):
    page = visit()
    episodes = data(pages)["episodes"]
    page.click("#back")
    assert page.url.endswith("#" + episodes[-2]["slug"])
    page.click("h1")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#when") == episodes[-3]["title"] + "."
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#when") == episodes[-1]["title"] + "."
    again = visit("index.html#" + episodes[4]["slug"])
    assert again.inner_text("#when") == episodes[4]["title"] + "."
    assert again.locator(".phases li[aria-current]").inner_text().startswith(episodes[4]["title"])


def test_play_goes_from_the_first_phase_and_stops_when_asked(visit):
    page = visit(alone=True)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.reload()
    page.click("#play")
    assert page.inner_text("#play") == "Stop"
    assert page.input_value("#slider") == "0"
    page.clock.run_for(2500)
    assert page.input_value("#slider") == "2"
    page.click("#play")
    page.clock.run_for(5000)
    assert page.input_value("#slider") == "2"
    page.click("#play")
    page.clock.run_for(60_000)
    assert page.inner_text("#play") == "Play"
    assert page.is_disabled("#next")


def test_the_cursor_of_the_charts_goes_with_the_slider_and_leads_it(visit, pages):
    page = visit()
    chart = page.locator(".chart").first
    box = chart.bounding_box()
    wide = box["width"] / 480
    before = chart.locator(".cursor").get_attribute("transform")
    chart.click(position={"x": 34 * wide + 2, "y": box["height"] / 2})
    assert page.input_value("#slider") == "0"
    assert chart.locator(".cursor").get_attribute("transform") == "translate(34 0)" != before
    chart.click(position={"x": (480 - 104) * wide - 1, "y": box["height"] / 2})
    assert page.input_value("#slider") == str(len(data(pages)["episodes"]) - 1)


def test_standings_go_with_the_slider(visit, pages):
    page, episodes = visit(), data(pages)["episodes"]
    for at in (3, len(episodes) - 1):
        page.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')) }", at)
        rows = page.locator("#standings tbody tr").all_inner_texts()
        assert [row.split("\t") for row in rows] == episodes[at]["rows"]


def test_a_province_says_whose_it_is_and_what_happened_there(visit, pages):
    page = visit()
    facts = data(pages)
    at, place = next(
        (at, where[0])
        for at, each in enumerate(facts["episodes"])
        for text, where, _ in each["deeds"]
        if text.startswith("The battle of")
    )
    page.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')) }", at)
    page.select_option("#place", str(place))
    said = page.inner_text("#about")
    assert facts["places"][place] in said
    assert "The battle of" in said
    assert "Held by" in said
    hit = page.locator("#hits use").nth(place)
    assert "here" in hit.get_attribute("class")
    hit.dispatch_event("click")
    assert page.is_hidden("#about")


def test_a_seat_is_shown_through_time(visit, pages):
    page = visit()
    facts = data(pages)
    page.select_option("#seat", "1")
    last = facts["episodes"][-1]
    off = page.evaluate("[...document.querySelectorAll('#shades .off')].length")
    assert off == sum(owner != 1 for owner in last["owners"])
    assert f"{facts['seats'][1]} through time" in page.inner_text("#about")
    rows = page.locator("#about tbody tr")
    assert rows.count() > 2
    rows.nth(1).locator("button").click()
    assert int(page.input_value("#slider")) < len(facts["episodes"]) - 1
    assert page.locator(".chart .pale").count() > 0
    page.click("#read")
    page.go_back()
    marked = page.locator("#map .off").count()
    assert (page.input_value("#seat") == "-1") == (not marked)  # what is chosen is what is shown


def test_the_map_is_zoomed_and_moved(visit):
    page = visit()
    whole = page.get_attribute("#map", "viewBox")
    page.click("#closer")
    near = page.get_attribute("#map", "viewBox")
    assert near != whole
    box = page.locator("#map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 80, y - 40, steps=4)
    page.mouse.up()
    assert page.get_attribute("#map", "viewBox") != near
    assert page.is_hidden("#about")  # a drag chooses nothing
    page.click("#whole")
    assert page.get_attribute("#map", "viewBox") == whole


def test_fingers_wipe_through_phases_and_tap_provinces(visit):
    page = visit(size=(390, 800), has_touch=True, is_mobile=True)
    heights = "all => all.filter(each => each.checkVisibility()).map(each => each.clientHeight)"
    assert min(page.eval_on_selector_all("nav a, .phases a, summary, button", heights)) >= 39
    last = page.input_value("#slider")
    wipe = """([from, to]) => {
        const map = document.getElementById('map'), box = map.getBoundingClientRect();
        const touch = (type, share) => map.dispatchEvent(new PointerEvent(type, {
            pointerId: 7, pointerType: 'touch', bubbles: true,
            clientX: box.left + share * box.width, clientY: box.top + box.height / 2 }));
        touch('pointerdown', from); touch('pointermove', to); touch('pointerup', to);
    }"""
    page.evaluate(wipe, [0.3, 0.8])
    assert page.input_value("#slider") == str(int(last) - 1)
    page.evaluate(wipe, [0.8, 0.3])
    assert page.input_value("#slider") == last
    number = 10
    page.locator("#hits use").nth(number).scroll_into_view_if_needed()
    box = page.locator("#hits use").nth(number).bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.is_visible("#about")


def begin(page):
    """Go to the setup."""
    page.evaluate("() => { slider.value = 0; slider.dispatchEvent(new Event('input')) }")


def test_pieces_go_with_the_slider_and_then_the_map_is_that_of_the_phase(visit, pages):
    page, episodes = visit(alone=True), data(pages)["episodes"]
    at = next(n for n, each in enumerate(episodes) if each["moves"])
    page.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')) }", at)
    after = shown(page)
    page.click("#back")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.click("#next")
    assert page.locator("#going circle.piece").count() == len(episodes[at]["moves"])
    assert page.locator("#arrows use[clip-path]").count() > 0
    page.clock.run_for(2000)
    assert page.locator("#going").count() == 0
    assert page.locator("#arrows use[clip-path]").count() == 0
    assert shown(page) == after


def test_nothing_moves_for_who_wants_none_of_it(visit, pages):
    page, episodes = visit(reduced_motion="reduce"), data(pages)["episodes"]
    at = next(n for n, each in enumerate(episodes) if each["moves"])
    page.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')) }", at)
    after = shown(page)
    page.click("#back")
    page.click("#next")
    assert page.locator("#going").count() == 0
    assert shown(page) == after


def test_battle_after_battle_is_shown_with_its_dice(visit, pages):
    page, facts = visit(reduced_motion="reduce"), data(pages)
    begin(page)
    fights = [(n, where) for n, e in enumerate(facts["episodes"]) for where, _ in e["fights"]]
    for at, where in fights[:3]:
        page.click("#battle")
        assert page.input_value("#slider") == str(at)
        assert page.input_value("#place") == str(where)
        assert page.inner_text("#about h2") == facts["places"][where]
        table = page.locator("#about table.rolls").first
        assert table.locator("thead th").all_inner_texts()[0] == "units"
        assert table.locator("tbody td:nth-of-type(3)").count() > 0


def test_after_the_last_battle_comes_the_first(visit, pages):
    page = visit(base=f"file://{pages('shogun')}/", reduced_motion="reduce")
    episodes = data(lambda: pages("shogun"))["episodes"]
    begin(page)
    fights = [(n, where) for n, each in enumerate(episodes) for where, _ in each["fights"]]
    places = list(dict.fromkeys(fights))  # one that was fought for twice is shown once, with both
    assert len(fights) > len(places) > len({n for n, _ in places}) > 1
    for at, where in (*places, places[0]):
        page.click("#battle")
        assert page.input_value("#slider") == str(at)
        assert page.input_value("#place") == str(where)


def test_two_phases_stand_side_by_side(visit, pages):
    page = visit(reduced_motion="reduce")
    page.select_option("#beside", "before")
    one, two = page.locator("#other svg"), page.locator("#map")
    assert one.bounding_box()["x"] + one.bounding_box()["width"] <= two.bounding_box()["x"]
    left = page.evaluate(
        "() => [...document.querySelectorAll('#other g')]"
        ".map(g => [...g.children].map(u => u.getAttribute('href')).join())"
    )
    page.click("#back")
    for each in shown(page):
        assert each in left
    page.set_viewport_size({"width": 390, "height": 844})
    assert one.bounding_box()["y"] + one.bounding_box()["height"] <= two.bounding_box()["y"]
    page.click("#closer")
    assert one.get_attribute("viewBox") == two.get_attribute("viewBox")
    page.select_option("#beside", "none")
    assert page.is_hidden("#other")


def test_a_seat_is_picked_at_the_slider_when_the_game_is_over(visit, over):
    _, folder = over("swords")
    page = visit(base=f"file://{folder}/", reduced_motion="reduce")
    facts = data(lambda: folder)
    at = next(n for n, each in enumerate(facts["hindsight"]) if each and len(each["eyes"]) > 1)
    page.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')) }", at)
    page.select_option("#beside", "plan")
    page.select_option("#eyes", "1")
    name = page.locator("#eyes option:checked").inner_text()
    assert page.inner_text("#about h2").startswith(f"{name}: ")
    assert page.locator("#about table.asked tr").count() > 1
    own = facts["hindsight"][at]["eyes"]
    ordered = page.evaluate(
        "[...document.querySelectorAll('#other g')].map(g => g.innerHTML).join()"
    )
    [plan] = [each["plan"] for each in own if each["seat"] == 1]
    others = [each["plan"] for each in own if each["seat"] != 1 and each["plan"]]
    ids = facts["ids"]
    for id in plan["provinces"].values():
        assert ids[id] in ordered
    alone = {id for each in others for id in each["provinces"].values()} - {
        *plan["provinces"].values()
    }
    assert alone
    assert not any(f"#{ids[id]}" in ordered for id in alone)
    page.select_option("#eyes", "-1")
    assert page.is_hidden("#about")


def test_what_came_to_light_can_be_read_without_a_script(visit, over):
    _, folder = over("ikusa")
    page = visit(base=f"file://{folder}/", java_script_enabled=False)
    page.click("text=How it turned")
    page.click("#turns a >> nth=0")
    assert page.locator(".eyes section").count() > 1
    assert page.locator(".eyes table.asked").first.is_visible()
    plan, outcome = page.locator(".pair .map img").all()
    assert plan.evaluate("image => image.naturalWidth") == 1400
    assert plan.bounding_box()["x"] < outcome.bounding_box()["x"]
    page.click("text=In the book")
    assert page.url.startswith(f"file://{folder}/book.html#p")
    page.click("text=Its page >> nth=0")
    assert "/phases/000-" in page.url


@pytest.mark.parametrize("name", ["over", "over phase", "book"])
def test_no_page_of_a_game_that_is_over_is_wider_than_its_window(visit, over, name):
    folder = over("ikusa")[1]
    file = {"over": "index.html", "book": "book.html"}.get(name) or longest(lambda: folder)
    page = visit(file, base=f"file://{folder}/")
    if name == "over":
        page.select_option("#beside", "plan")
        page.select_option("#eyes", "1")
    assert_fits(page)


def assert_fits(page):
    """No page is wider than its window."""
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_what_is_printed_is_what_can_be_read(visit, pages):
    page = visit()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.is_hidden(".controls >> nth=0")
    assert page.is_visible("#map")
    assert page.is_visible(".chart >> nth=0")
    ground, ink = page.evaluate(
        "(style => [style.backgroundColor, style.color])(getComputedStyle(document.body))"
    )
    assert (ground, ink) == ("rgb(255, 255, 255)", "rgb(43, 38, 33)")
    map_, window = page.locator("#map").bounding_box(), page.viewport_size
    assert map_["width"] <= window["width"]


def longest(pages):
    """Return the path of the longest page of a phase."""
    return f"phases/{max((pages() / 'phases').iterdir(), key=lambda p: p.stat().st_size).name}"


def assert_accessible(page, exclude, *looks):
    """A page is so in windows of all these sizes, with these media."""
    for (wide, high), media in looks:
        page.set_viewport_size({"width": wide, "height": high})
        page.emulate_media(**{"color_scheme": "light", "forced_colors": "none", **media})
        check_accessibility(page, exclude, WCAG)


@pytest.mark.parametrize(
    ("name", "schemes"),
    [("index.html", ("light", "dark")), ("dice.html", ("light",)), ("phases", ("dark",))],
)
def test_pages_are_accessible_and_fit(visit, pages, served, schemes, name):
    page = visit(longest(pages) if name == "phases" else name, base=served, bypass_csp=True)
    assert_fits(page)
    if name == "index.html":
        page.select_option("#seat", "0")
        page.select_option("#place", "3")
    # the map is one picture, and has a label
    looks = [(SIZES[2], {"color_scheme": each}) for each in schemes]
    assert_accessible(page, ["#map > g", "#map > defs"], *looks)


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        (
            "index.html",
            [
                (SIZES[0], {"color_scheme": "light"}),
                (SIZES[1], {"color_scheme": "dark"}),
                (SIZES[3], {"forced_colors": "active"}),
            ],
        ),
        ("phases", [(SIZES[0], {"color_scheme": "dark"}), (SIZES[3], {"color_scheme": "light"})]),
    ],
)
def test_pages_of_a_game_that_is_over_are_accessible(visit, over, served_over, name, looks):
    name = longest(lambda: over("swords")[1]) if name == "phases" else name
    page = visit(name, base=served_over, size=looks[0][0], bypass_csp=True)
    if name == "index.html":
        begin(page)
        page.click("#battle")
        page.wait_for_selector("#going", state="detached")
        page.select_option("#beside", "plan")
        page.select_option("#eyes", "1")
    assert_accessible(page, ["#sheet g", "#sheet defs", "#other g"], *looks)


def test_the_maps_of_phases_are_those_of_the_slider(visit, pages):
    slug = data(pages)["episodes"][5]["slug"]
    page = visit(f"phases/{slug}.html")
    assert page.evaluate("document.querySelector('.map img').naturalWidth") == 1400
    page.click(".map a")
    page.wait_for_selector(".controls:visible")
    assert page.inner_text("#when") == data(pages)["episodes"][5]["title"] + "."


def test_owners_colour_the_ground_if_one_likes(visit, pages):
    page = visit(base=f"file://{pages('shogun')}/")
    shades = "[...document.querySelectorAll('#shades use')].map(e => getComputedStyle(e).fill)"
    assert set(page.evaluate(shades)) == {"none"}
    page.check("#owned")
    assert len(set(page.evaluate(shades))) > 3
    page.uncheck("#owned")
    assert set(page.evaluate(shades)) == {"none"}
