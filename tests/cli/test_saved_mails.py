"""Mails that a mail program saved, as order files; and what stands below the end of a file."""

import json
from email.message import EmailMessage

import pytest


def mail(text, encoding, *, html="", file=""):
    message = EmailMessage()
    message["From"] = "ann@example.org"
    message["Subject"] = "my orders"
    message.set_content(text, cte=encoding)
    if html:
        message.add_alternative(html, subtype="html")
    if file:
        message.add_attachment(file, filename="orders.txt")
    return bytes(message)


MAILS = {
    "base64": mail("# ō\nhide 4\n> hide 9\n", "base64"),
    "quoted-printable": mail("hide  4   \n" + "# ō" * 40, "quoted-printable"),
    "html beside": mail("hide 4", "7bit", html="<p>hide 4</p>"),
    "html alone": mail("", "7bit", html="<p>hide 4</p>"),
    "a file": mail("", "7bit", file="hide 4"),
}


@pytest.mark.parametrize("kind", MAILS)
def test_a_saved_mail_is_read_as_a_mail(start, kind):
    start.write("orders/oda.eml", MAILS[kind])
    words = ("adjudicate", "start/position.json", "--orders", "orders", "--out", "round", "--json")
    found = json.loads(start(*words))["files"][0]
    assert (found["text"], found["findings"]) == ("hide 4\n", [])


def test_orders_below_the_end_of_a_file_are_told(start):
    text = "hide 4\n--\nAnn\nboast 7\nready\nphase 1 strike\nstrike Takeda\n"
    start.write("oda.txt", text)
    checked = start("check", "oda.txt", "start/Oda/position.json", "--json", code=1)
    told = [
        (each["line"], each["read"])
        for each in json.loads(checked)["findings"]
        if each["code"] == "below-the-end"
    ]
    assert told == [(4, "boast 7"), (7, "strike Takeda"), (0, "ready")]


def test_what_a_game_master_enters_is_looked_at_in_the_same_way(campaign):
    campaign.write("oda.eml", mail("hide 4\nready\n-- \nboast 7\n", "base64"))
    shown = json.loads(campaign("submit", "oda.eml", "--seat", "Oda", "--json", code=1))
    assert shown["text"] == "hide 4\n"
    assert not shown["ready"]
    assert "boast 7" in [each["read"] for each in shown["findings"]]
