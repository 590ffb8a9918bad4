"""The order desk in a real browser: what is pointed at, written, found wrong, and mailed.

    WRITE_PICTURES=1 pytest tests/desk/test_page.py

draws the pictures of ``docs/order-desk.md`` anew. ``PHASES=20`` plays so many phases of each game.
"""

import base64
import os
import random
import threading
import zlib
from functools import partial
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from packages import installed
from PIL import Image
from servers.fixtures import NO_BROWSER

from adjudicator.by_files.order_files import check_facts, read_order_file
from adjudicator.chance import Stream
from adjudicator.cli.files.desk import _Handler
from adjudicator.desk.files import DeskError, find_runtime, make_files, write_desk
from adjudicator.desk.link import make_link
from adjudicator.games.registry import find

GAMES = {
    "samurai-swords": ("Oda", "Takeda", "Mori"),
    "ikusa": ("Oda", "Takeda", "Mori"),
    "shogun": ("Oda", "Takeda", "Uesugi"),
    "gekokujo": ("Oda", "Takeda", "Mori"),
    "diplomacy": ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"),
}
VARIANTS = ("fleet-rome", "modern")
PHASES = int(os.environ.get("PHASES", "1"))
LOADING = 60_000
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def desk(tmp_path_factory, opened):
    """The address of a desk that is served as ``adjudicator desk`` serves it."""
    folder = tmp_path_factory.mktemp("desk")
    about = tmp_path_factory.mktemp("diplomacy")
    with installed("diplomacy", "diplomacy_game", about):
        try:
            write_desk(folder, make_files(find_runtime()))
        except DeskError as error:
            pytest.skip(f"{NO_BROWSER}: {error}")
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


@pytest.fixture(scope="module")
def shared(opened, desk):
    """A page of the desk for many tests, each of which opens a link of its own there."""
    context = opened.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(desk)
    page.wait_for_selector("#loading", state="hidden", timeout=LOADING)
    yield page
    context.close()


def open_link(page, link):
    """Open a link where another was open; nothing that was written there is left."""
    page.evaluate("localStorage.clear(); location.hash = ''")
    page.wait_for_selector("#choose:visible")
    page.goto(link)
    page.wait_for_selector("#map svg", timeout=LOADING)


@pytest.fixture
def visit(opened, desk):
    """Open the desk; fail for any error of the page, and any request to elsewhere."""
    contexts, troubles, asked = [], [], []

    def go(address=desk, size=(1280, 900), **more):
        context = opened.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        return page

    yield go
    for context in contexts:
        context.close()
    assert not troubles
    assert all(url.startswith((desk, "blob:")) for url in asked)


class Table:
    """A game with one seat at the desk; the others send nothing."""

    def __init__(self, name, **options):
        self.game = find(name)
        self.seats = self.game.meta.own_seats(options) if options else GAMES[name]
        self.position = self.game.new(self.seats, options, Stream(b"desk")).position

    def next_seat(self):
        return self.game.phase(self.position).must[0]

    def view(self, seat):
        return self.game.view(self.position, seat)

    def sheet(self, seat):
        phase = self.game.phase(self.position)
        header = f"game sekigahara\nseat {seat}\nphase {phase.round} {phase.name}\ntoken abcdef\n"
        return f"{header}\n" + "\n".join(self.game.sheet(self.view(seat), seat))

    def link(self, desk, seat):
        view = self.game.encode(self.view(seat))
        return make_link(desk, view, self.sheet(seat), "judge@games.test")

    def check(self, seat, text):
        view = self.view(seat)
        read = read_order_file(self.game, view, "orders", text.encode())
        return check_facts(self.game, view, read), read

    def go_on(self, orders):
        """Carry the phase out with the orders that were written at the desk."""
        chance = Stream(b"phase")
        self.position = self.game.adjudicate(self.position, orders, chance).position


def wait_for_check(page):
    page.wait_for_selector('#verdict[aria-busy="false"]')
    page.wait_for_selector('#map[aria-busy="false"]')


def wait_for_options(page):
    title = page.input_value("#place") or "Orders without a province"
    page.wait_for_selector(f'#options-title:text-is("{title}")')
    page.wait_for_selector('#options:not([aria-busy="true"])', state="attached")


def letter(page):
    return page.text_content("#letter")


def messages(page):
    return page.eval_on_selector_all("#findings li", "rows => rows.map(row => row.textContent)")


def test_pointing_writes_an_order_that_is_drawn_judged_and_mailed(visit, desk):
    table = Table("samurai-swords")
    page = visit(table.link(desk, "Oda"))
    page.wait_for_selector("#map svg", timeout=LOADING)
    page.wait_for_selector("#loading", state="hidden")
    own = table.game.legal_orders(table.view("Oda"), "Oda")[0].order.places[0]
    page.locator(f'#map [data-province="{own}"]').last.click()
    page.wait_for_selector("#options button")
    before = page.inner_html("#map")
    page.click(f"#options button:has-text('reinforce {own}')")
    assert page.input_value("#orders") == f"reinforce {own}\n"
    wait_for_check(page)
    assert page.inner_html("#map") != before
    page.click("#orders")
    page.keyboard.press("Control+End")
    page.keyboard.type("fly to Kyoto")
    page.check("#ready")
    wait_for_check(page)
    assert "not read as an order" in page.inner_text("#verdict")
    assert page.locator("#gutter li.warning").count() == 1
    facts, _ = table.check("Oda", letter(page))
    assert len(messages(page)) == len(facts["findings"]) + len(facts["unread"]) == 1
    mail = urlsplit(page.get_attribute("#mail", "href"))
    assert (mail.scheme, unquote(mail.path)) == ("mailto", "judge@games.test")
    body = parse_qs(mail.query)["body"][0]
    assert body.splitlines() == letter(page).splitlines()
    assert body.startswith("game sekigahara\r\nseat Oda\r\nphase 1 deploy\r\ntoken abcdef\r\n")
    page.click("#undo")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#map svg", timeout=LOADING)  # without a connection, too
    assert page.input_value("#orders").startswith(f"reinforce {own}\n")  # it was kept
    if "WRITE_PICTURES" in os.environ:
        page.select_option("#place", own)
        wait_for_check(page)
        picture = Image.open(BytesIO(page.screenshot()))
        picture.quantize(128, dither=Image.Dither.NONE).save(DOCS / "order-desk.png", optimize=True)


def test_files_of_a_letter_open_it_too_also_the_whole_position(shared, desk, tmp_path):
    table, page = Table("shogun"), shared
    (tmp_path / "position-x.json").write_bytes(table.game.encode(table.position))
    (tmp_path / "orders-x.txt").write_text(table.sheet("Oda"))
    page.goto(desk)
    page.set_input_files("#files", [tmp_path / "position-x.json", tmp_path / "orders-x.txt"])
    page.wait_for_selector("#seats:visible", timeout=LOADING)
    page.select_option("#seat", "Oda")
    page.click("#sit")
    page.wait_for_selector("#map svg", timeout=LOADING)
    assert "token abcdef" in letter(page)
    (tmp_path / "other.txt").write_text("no position")
    page.goto(desk)
    page.set_input_files("#files", tmp_path / "other.txt")
    page.wait_for_selector("#trouble:visible")
    assert "None of these files is a position file" in page.inner_text("#trouble")


def pack(opening):
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(opening) + packer.flush()
    return base64.urlsafe_b64encode(data).decode()


@pytest.mark.parametrize(
    ("fragment", "why"),
    [
        ("#1.%%%", "not whole"),
        ("#1.abcdef", "not whole"),
        ("#2.abcdef", "another version"),
        ("#1." + "A" * 200_000, "too long"),
        ("#1." + pack(b" " * 60_000_000), "not whole"),
        ("#1." + pack(b'{"position": "text"}'), "not whole"),
        ("#1." + pack(b'{"position": {"game": "chess"}}'), "no game “chess”"),
    ],
)
def test_a_fragment_that_is_none_of_ours_is_told(shared, desk, fragment, why):
    shared.evaluate("document.getElementById('trouble').textContent = ''")
    shared.goto(desk + fragment)
    shared.wait_for_selector("#trouble:not(:empty)", timeout=LOADING)
    assert why in shared.inner_text("#trouble")
    assert shared.is_visible("#choose")


def test_nothing_in_a_fragment_can_run(shared, desk):
    table, page = Table("gekokujo"), shared
    seat = table.next_seat()
    evil = "<img src=x onerror=alert(1)><script>alert(1)</script>"
    sheet = table.sheet(seat).replace("sekigahara", evil)
    view = table.game.encode(table.view(seat))
    page.on("dialog", lambda dialog: pytest.fail("it ran"))
    open_link(page, make_link(desk, view, sheet, f"{evil}@x"))
    assert evil in letter(page)
    assert page.locator("body img, body script").count() == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_is_ordered_by_keyboard_alone(shared, desk, name):
    table, page = Table(name), shared
    seat = table.next_seat()
    open_link(page, table.link(desk, seat))
    lines = table.game.legal_orders(table.view(seat), seat)
    page.focus("#place")
    for _ in range(page.locator("#place option").count()):
        wait_for_options(page)
        if page.locator("#options button").count():
            break
        page.keyboard.press("ArrowDown")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#options') !== null"):
            if page.evaluate("document.activeElement.tagName") == "BUTTON":
                break
            page.keyboard.press("Enter")  # of a kind with many
    page.keyboard.press("Enter")
    wait_for_check(page)
    assert page.input_value("#orders").strip() in {str(each) for each in lines}
    assert page.inner_text("#verdict") == "Every line is accepted."


def test_choices_follow_the_orders_and_a_ranking_grows_by_a_click_a_name(shared, desk):
    table, page = Table("samurai-swords"), shared
    open_link(page, table.link(desk, "Oda"))
    view = table.view("Oda")
    one, other = [name for name, land in view.provinces.items() if land.owner == "Oda"][:2]
    for place in (one, other):
        page.select_option("#place", place)
        wait_for_options(page)
        page.locator("#options button", has_text="reinforce").first.click()
        wait_for_check(page)
    assert page.input_value("#orders") == f"reinforce {one}, {other}\n"
    page.wait_for_selector('#options:not([aria-busy="true"])', state="attached")
    assert page.locator("#options button", has_text="reinforce").count() == 0
    page.locator("#options button", has_text="army 1 in").first.click()
    wait_for_check(page)
    page.wait_for_selector("#row select")
    page.locator("#row label", has_text="or else").locator("select").select_option(index=1)
    wait_for_check(page)
    _, second, third = page.input_value("#orders").strip().splitlines()
    assert (second, third[:11]) == (f"army 1 in {other}", "else: army ")
    assert page.inner_text("#verdict") == "Every line is accepted."


@pytest.mark.parametrize("table", [*GAMES, *VARIANTS])
def test_what_is_chosen_at_random_is_found_as_the_judge_finds_it(shared, desk, table):
    dice, page = random.Random(table), shared
    table = Table("diplomacy", variant=table) if table in VARIANTS else Table(table)
    for _ in range(PHASES):
        phase = table.game.phase(table.position)
        if phase.over:
            break
        orders = {}
        for seat in phase.must[:1]:
            open_link(page, table.link(desk, seat))
            places = page.eval_on_selector_all("#place option", "all => all.map(x => x.value)")
            for place in dice.sample(places, min(len(places), 12)):
                page.select_option("#place", place)
                wait_for_options(page)
                if count := page.locator("#options button").count():
                    number = dice.randrange(count)
                    page.evaluate(f"document.querySelectorAll('#options button')[{number}].click()")
            wait_for_check(page)
            text = letter(page)
            facts, read = table.check(seat, text)
            found = messages(page)
            assert len(found) == len(facts["findings"]) + len(facts["unread"])
            for each, row in zip(facts["findings"], found, strict=False):
                assert each.message in row
            assert facts["unread"] == ()
            if read.standing:
                orders[seat] = read.standing.orders
        table.go_on(orders)


def test_it_is_accessible_and_fits(visit, desk):
    from axe_playwright_python.sync_playwright import Axe

    page = visit(Table("samurai-swords").link(desk, "Oda"), bypass_csp=True)
    page.wait_for_selector("#map svg", timeout=LOADING)
    page.fill("#orders", "fly to Kyoto\nreinforce Kai\n")
    wait_for_check(page)
    for each in page.locator("details").all():
        each.evaluate("each => each.open = true")
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    drawn = {"exclude": [["#map svg"]]}  # one picture; the board in words stands for it
    for width, height, scheme in ((360, 740, "light"), (2560, 1440, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.emulate_media(color_scheme=scheme)
        rules = {"runOnly": {"type": "tag", "values": tags}}
        found = Axe().run(page, context=drawn, options=rules)
        assert not found.response["violations"], found.generate_report()


def test_where_the_program_cannot_run_orders_can_be_written_and_mailed(opened, desk):
    def run_without_wasm(route):
        program = route.fetch()
        none = "WebAssembly.compile = async () => { throw new Error('none'); };\n"
        route.fulfill(response=program, body=none + program.text())

    page = opened.new_page()
    page.route("**/worker.js", run_without_wasm)
    page.goto(Table("shogun").link(desk, "Oda"))
    page.wait_for_selector("#trouble:visible", timeout=LOADING)
    assert "cannot be checked here" in page.inner_text("#trouble")
    page.fill("#orders", "bid 0\n")
    assert "bid%200" in page.get_attribute("#mail", "href")
    page.close()
