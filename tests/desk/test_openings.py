"""What the order desk opens in a real browser, links and files, and what it keeps of that."""

import base64
import json
import zlib

import pytest
from desk_pages import (
    LOADING,
    Table,
    go_away,
    go_to,
    letter,
    open_link,
    orders,
    type_orders,
    wait_for_check,
)

from adjudicator.desk.link import make_link

KEPT = """async (spoil) => {
  const name = (await caches.keys()).find((each) => each.endsWith("-started"));
  const kept = await caches.open(name);
  if (spoil) await kept.put("memory", new Response("spoilt"));
  return (await kept.keys()).map((each) => each.url.split("/").at(-1)).sort();
}"""

DROP_TEXT = """(where) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData("text/plain", "bid 1");
  const dropped = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  return document.querySelector(where).dispatchEvent(dropped);
}"""
"""Drops text; says whether the browser is left to put it there."""


def test_a_start_keeps_what_the_next_needs_and_does_without_what_is_spoilt(shared, visit, desk):
    for _ in range(60):
        if shared.evaluate(KEPT, False) == ["memory"]:
            break
        shared.wait_for_timeout(500)
    assert shared.evaluate(KEPT, False) == ["memory"]
    for spoil in (False, True):
        shared.evaluate(KEPT, spoil)
        page = visit(Table("shogun").link(desk, "Oda"))
        page.wait_for_selector("#map svg", timeout=LOADING)
        wait_for_check(page)
        assert page.inner_text("#verdict") == "Nothing is ordered yet."


def choose_anew(page):
    """Let files be chosen, as where nothing was opened yet."""
    go_away(page)
    page.evaluate(
        "document.getElementById('trouble').textContent = ''; sessionStorage.clear();"
        "location.hash = ''"
    )
    page.wait_for_selector("#choose:visible")


def test_files_of_a_letter_open_it_too_also_the_whole_position(shared, desk, tmp_path):
    table, page = Table("shogun"), shared
    (tmp_path / "position-x.json").write_bytes(table.game.encode(table.position))
    (tmp_path / "orders-x.txt").write_text(table.sheet("Oda"))
    (tmp_path / "other.txt").write_text("no position")
    choose_anew(page)
    page.set_input_files("#files", tmp_path / "other.txt")
    page.wait_for_selector("#trouble:visible")
    assert "None of these files is a position file" in page.inner_text("#trouble")
    with page.expect_file_chooser():
        page.click("#files")
    assert page.input_value("#files") == ""  # the same can be chosen once it is mended
    page.evaluate("document.getElementById('trouble').textContent = ''")
    assert page.evaluate(DROP_TEXT, "#choose") is False  # a link would be opened
    assert page.evaluate(DROP_TEXT, "#orders") is True
    page.wait_for_timeout(100)
    assert page.inner_text("#trouble") == ""
    page.set_input_files("#files", [tmp_path / "position-x.json", tmp_path / "orders-x.txt"])
    page.wait_for_selector("#seats:visible", timeout=LOADING)
    page.select_option("#seat", "Oda")
    page.click("#sit")
    page.wait_for_selector("#map svg", timeout=LOADING)
    assert "token abcdef" in letter(page)
    assert not page.is_visible("#trouble")


def pack(opening):
    return base64.urlsafe_b64encode(zlib.compress(opening)).decode()


FLIPPED = bytearray(zlib.compress(b'{"position": {"game": "shogun", "round": 11111}}'))
FLIPPED[-6] ^= 1


@pytest.mark.parametrize(
    ("fragment", "why"),
    [
        ("#2.%%%", "not whole"),
        ("#2.abcdef", "not whole"),
        ("#3.abcdef", "another version"),
        ("#2." + "A" * 200_000, "too long"),
        ("#2." + pack(b" " * 60_000_000), "not whole"),
        ("#2." + pack(b'{"position": "text"}'), "not whole"),
        ("#2." + pack(b'{"position": ' + b"[" * 90_000 + b"]" * 90_000 + b"}"), "not whole"),
        ("#2." + pack(b'{"position": {"game": "chess"}}'), "no game “chess”"),
        ("#2." + pack(b'{"position": {"game": "shogun"}}'), "position"),
        ("#2." + pack(b'{"position": null}'), "not whole"),
        ("#2." + pack(b'{"position": null, "master": {"seats": 5}}'), "not whole"),
        ("#2." + pack(b'{"position": null, "master": {"seats": ["Oda", {}]}}'), "not whole"),
        ("#2." + pack(b'{"position": {}, "sheet": ["Oda"]}'), "not whole"),
        ("#2." + base64.urlsafe_b64encode(bytes(FLIPPED)).decode(), "not whole"),
    ],
)
def test_a_fragment_that_is_none_of_ours_is_told(shared, desk, fragment, why):
    shared.evaluate("document.getElementById('trouble').textContent = ''; sessionStorage.clear()")
    shared.goto(desk + fragment)
    shared.wait_for_selector("#trouble:not(:empty)", timeout=LOADING)
    assert why in shared.inner_text("#trouble")
    assert shared.is_visible("#choose")


def test_files_that_are_none_of_ours_are_told(shared, desk, tmp_path):
    table, page = Table("shogun"), shared
    whole = json.loads(table.game.encode(table.view("Oda")))
    files = {
        "large.json": (b" " * 10_000_000, "too large"),
        "cut.json": (json.dumps(whole).encode()[:-300], "position"),
        "deep.json": (
            b'{"game": "shogun", "seats": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
            "position",
        ),
        "bytes.json": (b"{" + bytes(range(256)) * 99, "position"),
        "later.json": (json.dumps({**whole, "provinces": 5}).encode(), "position"),
    }
    for name, (data, why) in files.items():
        (tmp_path / name).write_bytes(data)
        choose_anew(page)
        page.set_input_files("#files", tmp_path / name)
        page.wait_for_selector("#trouble:not(:empty)", timeout=LOADING)
        assert why in page.inner_text("#trouble"), name
        assert "program failed" not in page.inner_text("#trouble"), name
        assert page.is_visible("#choose")


def test_where_storage_is_forbidden_it_works_all_the_same(visit, desk):
    page = visit("about:blank")
    for each in ("localStorage", "sessionStorage", "caches"):
        page.add_init_script(
            f"Object.defineProperty(globalThis, '{each}', "
            "{ get() { throw new DOMException('no', 'SecurityError') } })"
        )
    page.goto(Table("shogun").link(desk, "Oda"))
    page.wait_for_selector("#map svg", timeout=LOADING)
    type_orders(page, "bid 1\n")
    assert page.inner_text("#verdict") == "Every line is accepted."
    assert "keeps nothing" in page.inner_text("#trouble")


def test_a_link_of_a_letter_that_went_out_before_opens_still(shared, desk):
    table = Table("gekokujo")
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    opening = b'{"position": %s}' % table.game.encode(table.view(table.next_seat()))
    packed = packer.compress(opening) + packer.flush()
    open_link(shared, f"{desk}#1.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}")
    assert shared.inner_text("#title") == "Gekokujō"


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


def test_a_sheet_of_another_letter_is_told_and_nothing_goes_out_for_its_phase(shared, desk):
    table, page = Table("shogun"), shared
    sheet = table.sheet("Oda").replace("phase 1 plan", "phase 2 plan")
    open_link(page, make_link(desk, table.game.encode(table.view("Oda")), sheet, "a@b.c"))
    assert "for 2 plan" in page.inner_text("#misfit")
    assert letter(page).startswith("seat Oda\nphase 1 plan\n")
    page.click("#mail")
    assert "lacks your seat's token" in page.inner_text("#ask")
    page.click("#ask-back")
    open_link(page, table.link(desk, "Oda"))
    assert not page.is_visible("#misfit")


@pytest.mark.parametrize("spoilt", ["{", "null", '{"text": 5, "saved": []}'])
def test_what_is_spoilt_in_a_browsers_storage_is_left_aside(shared, desk, spoilt):
    table, page = Table("shogun"), shared
    open_link(page, table.link(desk, "Oda"))
    type_orders(page, "bid 1\n")
    page.evaluate(
        """spoilt => {
          const own = Object.keys(localStorage).find((each) => each.startsWith("desk:"));
          localStorage.setItem(own, spoilt);
          localStorage.setItem("desk:other:", spoilt);
          sessionStorage.setItem("desk practice", spoilt);
          dispatchEvent(new StorageEvent("storage", { key: own, newValue: spoilt }));
        }""",
        spoilt,
    )
    go_to(page, table.link(desk, "Oda"))
    assert orders(page) == ""
    assert not page.is_visible("#trouble")
    assert page.evaluate("localStorage.getItem('desk:other:')") is None
    page.goto(f"{desk}#practice")
    page.wait_for_selector("#practice:visible", timeout=LOADING)
    assert "not a position file" in page.inner_text("#trouble")
    page.evaluate(
        """spoilt => {
          document.getElementById("trouble").hidden = true;
          sessionStorage.setItem("desk opening", spoilt);
          location.hash = "";
        }""",
        spoilt,
    )
    page.wait_for_selector("#choose:visible")
    assert not page.is_visible("#trouble")


def test_where_nothing_can_be_kept_it_says_so_once(visit, desk):
    table = Table("shogun")
    page = visit("about:blank")
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    page.goto(table.link(desk, "Oda"))
    page.wait_for_selector("#map svg", timeout=LOADING)
    type_orders(page, "bid 1\n")
    assert "keeps nothing" in page.inner_text("#trouble")
    assert page.inner_text("#verdict") == "Every line is accepted."
