"""What tests of the order desk's page do with it."""

from adjudicator.by_files.order_files import check_facts, read_order_file
from adjudicator.chance import Stream
from adjudicator.desk.link import make_link
from adjudicator.games.registry import find

LOADING = 60_000
GAMES = {
    "samurai-swords": ("Oda", "Takeda", "Mori"),
    "ikusa": ("Oda", "Takeda", "Mori"),
    "shogun": ("Oda", "Takeda", "Uesugi"),
    "gekokujo": ("Oda", "Takeda", "Mori"),
    "diplomacy": ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"),
}
FREE = """() => {
  const free = new CSSStyleSheet(); // all can be scrolled free of it
  free.replaceSync("#strip, #map-part { position: static !important }");
  document.adoptedStyleSheets.push(free);
}"""

HOLD = """() => {
  const [{ postMessage }, held] = [Worker.prototype, []];
  Worker.prototype.postMessage = function (...given) { held.push([this, given]); };
  window.release = () => {
    Worker.prototype.postMessage = postMessage;
    for (const [worker, given] of held) postMessage.apply(worker, given);
  };
}"""
"""Lets the page's questions wait until ``release()``, as with a slow machine."""

FAIL = """() => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (given) {
    postMessage.call(this, { ...given, call: "fails" });
  };
  window.mend = () => { Worker.prototype.postMessage = postMessage; };
}"""
"""Lets the program fail at the page's questions until ``mend()``."""


def open_link(page, link):
    """Open a link where another was open; nothing that was written or chosen there is left."""
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    go_to(page, link)
    page.evaluate("document.querySelector('#as-text[aria-pressed=true]')?.click()")


def go_to(page, link):
    """Open a link where another was open, as a player does who follows one letter after the other."""
    page.evaluate(
        "document.getElementById('map').replaceChildren();"
        "for (const id of ['verdict', 'options'])"
        " document.getElementById(id).setAttribute('aria-busy', 'true')"
    )
    page.goto(link)
    page.wait_for_selector("#map svg", timeout=LOADING)
    wait_for_check(page)
    wait_for_options(page)


def offer_games(page):
    """Leave what is open for the choice of a game to practise, against regents."""
    page.evaluate(
        "sessionStorage.removeItem('desk practice');"
        "document.getElementById('practice').hidden = true;"
        "history.replaceState(null, '', location.pathname); location.hash = '#practice'"
    )
    page.wait_for_selector("#practice:visible", timeout=LOADING)
    page.set_checked("#alone", False)


def go_away(page):
    """Leave what is open; the address is that of the choice of a game to practise."""
    offer_games(page)
    page.evaluate("document.getElementById('practice').hidden = true")


def wait_for_options(page):
    page.wait_for_selector('#options[aria-busy="false"]', state="attached")


def wait_for_check(page):
    page.wait_for_selector('#verdict[aria-busy="false"]')
    page.wait_for_selector('#map[aria-busy="false"]')


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


def choose(page, place):
    page.select_option("#place", place)
    wait_for_options(page)


def point(page, place):
    """Click where a province is on the map."""
    box = page.locator(f'#map [data-province="{place}"]').last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def letter(page):
    return page.text_content("#letter")


def orders(page):
    return page.input_value("#orders")


def type_orders(page, text):
    if not page.is_visible("#orders"):
        page.click("#as-text")
    page.fill("#orders", text)
    wait_for_check(page)


def messages(page):
    """What the page says is wrong, row by row, and of no row."""
    return page.eval_on_selector_all(
        "#rows .words p, #findings li", "all => all.map(each => each.textContent)"
    )


def own_provinces(table, seat):
    return [name for name, land in table.position.provinces.items() if land.owner == seat]
