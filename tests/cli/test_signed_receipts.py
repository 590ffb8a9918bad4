"""Signed receipts: what a player can show to his group, checked without the judge."""

import json

import pytest

ORDERS = "game x\nseat Oda\nhide 3\nready\n"


@pytest.fixture
def receipt(shell):
    """Return the signed file of a receipt, and the key of the first letter."""
    shell(
        *("new", "toy", "--name", "x", "--seat", "Oda=oda@example.org", "--begin"),
        *("--seat", "Takeda=takeda@example.org", "--address", "judge@example.org"),
    )
    shell.write("oda.txt", ORDERS)
    shell("submit", "oda.txt")
    shell("report", "x", "--seat", "Oda", "--kind", "receipt", "--out", "letter")
    (path,) = (shell.folder / "letter").glob("receipt-*.json")
    return path, json.loads(path.read_text("utf-8"))["key"]


def test_a_receipt_shows_what_stood_and_when(shell, receipt):
    path, key = receipt
    shown = shell("verify", path, "--key", key)
    assert "x: Oda, 1 plan, ready, as of 2026" in shown
    assert "    hide 3\n" in shown
    assert "to be compared with" not in shown
    assert json.loads(shell("verify", path, "--key", key.upper(), "--json"))["orders"] == ["hide 3"]
    assert key in shell("report", "x", "--seat", "Oda", "--kind", "opening", "--html")
    head = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
    part = f'--b\nContent-Disposition: attachment; filename="{path.name}"\n\n{path.read_text()}\n--b--\n'
    shell.write("receipt.eml", head + part)
    assert "hide 3" in shell("verify", "receipt.eml", "--key", key)


def test_a_receipt_that_was_changed_proves_nothing(shell, receipt):
    path, _ = receipt
    assert "another key" in shell("verify", path, "--key", "ab" * 32, code=1)
    whole = json.loads(path.read_text("utf-8"))
    for change in ({"orders": ["hide 9"]}, {"key": "00" * 32}, {"signature": "zz"}, {"orders": 7}):
        path.write_text(json.dumps(whole | change), "utf-8")
        assert path.name in shell("verify", path, code=1)


def test_without_the_key_of_the_first_letter_a_receipt_proves_nothing(shell, receipt):
    path, key = receipt
    shown = shell("verify", path, code=1)
    assert f"whoever has the key {key}" in shown
    assert "--key" in shown
    assert json.loads(shell("verify", path, "--json", code=1))["orders"] == ["hide 3"]


@pytest.mark.parametrize(
    "more", ['"orders": ["hide 9"],', '"ready": false,', '"judge": "all is well",']
)
def test_a_receipt_that_says_more_than_was_signed_proves_nothing(shell, receipt, more):
    path, key = receipt
    path.write_text(path.read_text("utf-8").replace("{", "{" + more, 1), "utf-8")
    assert "something was changed" in shell("verify", path, "--key", key, code=1)


def test_a_record_is_checked_with_the_key_of_its_host(shell):
    shell(
        *("new", "toy", "--name", "x", "--seat", "Oda=oda@example.org", "--begin"),
        *("--seat", "Takeda=takeda@example.org", "--address", "judge@example.org"),
    )
    facts = json.loads(shell("record", "x", "--seat", "Oda", "--json"))
    figures = {name: facts[name] for name in ("asked", "missed", "games", "others")}
    assert figures == {"asked": 0, "missed": 0, "games": 1, "others": 1}
    assert len(facts["key"]) == 64
