"""The reader of dice on the pages, in a real browser: it checks what is published by itself."""

import hashlib
import hmac
import json

import pytest
from served_pages import data


def test_the_hashes_are_those_of_hashlib(visit):
    page = visit("dice.html")
    for size in (0, 1, 55, 56, 64, 119, 135, 136, 137, 272, 1000):
        given = bytes(at * 7 % 256 for at in range(size))
        said = page.evaluate(
            """bytes => {
                const data = Uint8Array.from(bytes), stream = dice.shake256(data);
                const squeezed = Array.from({length: 300}, () => stream.next().value);
                return [dice.sha256(data), dice.hmac(data, data), squeezed].map(dice.hex);
            }""",
            list(given),
        )
        assert said == [
            hashlib.sha256(given).hexdigest(),
            hmac.new(given, given, "sha256").hexdigest(),
            hashlib.shake_256(given).hexdigest(300),
        ]


def test_the_reader_checks_every_die(visit, pages, served):
    page = visit("dice.html", base=served)
    page.click("#check")
    page.wait_for_selector("#verdict .right")
    phases = data(pages, "dice.html")["phases"]
    draws = sum(len(each["draws"]) for each in phases)
    assert page.inner_text("#verdict") == (
        f"All is right: {len(phases)} phases, {draws} draws drawn again."
    )
    assert set(page.locator(".mark").all_inner_texts()) == {"✓ right"}


def _forge(record, what):
    """Change one thing in a record of dice, as somebody who makes its seal anew would."""
    from msgspec.json import decode, encode
    from msgspec.structs import replace

    from adjudicator.chance.record import DiceRecord, seal_of

    whole = decode(encode(record), type=DiceRecord)
    phases = list(whole.phases)
    at = next(n for n, each in enumerate(phases) if any(d.of == 12 for d in each.draws))
    old = phases[at]
    if what == "die":
        draws = list(old.draws)
        number = next(n for n, draw in enumerate(draws) if draw.of == 12)
        came = (draws[number].came[0] % 12 + 1, *draws[number].came[1:])
        draws[number] = draws[number]._replace(came=came)
        old = replace(old, draws=tuple(draws))
    elif what == "key":
        old = replace(old, key="00" * 32)
    seal = "11" * 32 if what == "seal" else seal_of(whole.campaign, old)
    phases[at : at + 1] = [] if what == "phase" else [replace(old, seal=seal)]
    return decode(encode(replace(whole, phases=tuple(phases))))


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("die", "the key gives"),
        ("key", "the key gives"),
        ("seal", "the seal is not that of what is recorded here"),
        ("phase", "phases were left out"),
    ],
)
def test_what_is_forged_is_found(opened, pages, tmp_path, what, says):
    forged = _forge(data(pages, "dice.html"), what)
    text = (pages() / "dice.html").read_text("utf-8")
    before, rest = text.split('<script type="application/json" id="data">')
    changed = json.dumps(forged).replace("<", "\\u003c")
    (tmp_path / "dice.html").write_text(
        f'{before}<script type="application/json" id="data">{changed}</script>'
        f"{rest.split('</script>', 1)[1]}",
        "utf-8",
    )
    (tmp_path / "dice.js").write_bytes((pages() / "dice.js").read_bytes())
    page = opened.new_page()
    page.goto(f"file://{tmp_path}/dice.html")
    page.click("#check")
    page.wait_for_selector("#check:enabled")
    assert says in page.inner_text("#verdict")
    assert "not as published" in page.inner_text("#verdict")
    page.close()


def test_dice_files_of_letters_are_held_against_the_page(visit, pages, tmp_path):
    record = data(pages, "dice.html")
    phase = next(each for each in record["phases"] if any(d[1] == 12 for d in each["draws"]))
    files = {
        "right.json": {**record, "phases": [phase]},
        "forged.json": _forge(record, "die"),
        "other.json": {**record, "campaign": "another", "phases": [phase]},
        "broken.json": {"campaign": record["campaign"], "commitment": record["commitment"]},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content), "utf-8")
    page = visit("dice.html")
    for name, says in (
        ("right.json", "all is right"),
        ("forged.json", "this page has another record of it"),
        ("other.json", "is of another game"),
        ("broken.json", "is not a dice file"),
    ):
        page.set_input_files("#files", str(tmp_path / name))
        page.locator("#verdict p", has_text=says).first.wait_for()
    page.fill("#promise", record["commitment"].upper())
    page.press("#promise", "Enter")
    assert page.inner_text("#verdict") == "It is the commitment of these dice."
    page.fill("#promise", "00" * 32)
    page.press("#promise", "Enter")
    assert page.inner_text("#verdict") == "These dice have another commitment."
