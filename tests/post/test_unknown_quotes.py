"""What a letter says in its own words where none of the letters that it quotes is known."""

import tomllib
from pathlib import Path

import pytest

from adjudicator.post.incoming.quotes import part_text
from adjudicator.post.incoming.reading import read

PROGRAMS = tomllib.loads(Path(__file__).with_name("mail_programs.toml").read_text("utf-8"))
HEADINGS, SEPARATORS = PROGRAMS["headings"], PROGRAMS["separators"]


TOP = ["phase 1 war", "march 2 from Owari to Mino"]
QUOTED = "\n> march 9 from Mino to Owari\n>> deeper\n  > indented\n＞ wide\n> \n"
UNKNOWN = {
    "outlook": SEPARATORS["outlook"],
    "german": SEPARATORS["german"],
    "gmail": SEPARATORS["gmail, unquoted"],
    "address and date": SEPARATORS["hungarian gmail"],
    "broken": SEPARATORS["broken, name first"],
    "no colon": "On Fri, 20 Nov 2026 08:14:43 -0200 Game <game@example.net> wrote",
    "adorned": "---- On Fri, 20 Nov 2026 08:14:43 +0530 game@example.net wrote ----",
    "a list's mark": "- Le 2026-11-20 23:25, Game a écrit :",
    "no date": "Some One <game@example.net> wrote:",
    "a rule alone": "----- Original Message -----",
    "a broken field": "From: Game\n<game@example.net>\nSent: Friday\nTo: Oda\nSubject: war",
}
ABOVE_MARKS = [
    "At 11/20/2026 08:32 PM, you wrote:",
    "2026.11.20. 7:31 keltezéssel, Game írta:",
    "Game via Judge <game@example.net> schrieb:",
    "понедельник, 20 ноября 2026 г. пользователь Game написал:",
    "Il giovedì 20 novembre 2026, Game <game@example.net>\nha scritto:",
]


def live(text):
    return [line for line in part_text(text).own.text.splitlines() if line.strip()]


@pytest.mark.parametrize("text", HEADINGS.values(), ids=HEADINGS)
@pytest.mark.parametrize("place", ["top", "bottom", "between"])
def test_orders_around_marked_lines_survive(text, place):
    orders = "\n".join(TOP)
    whole = {
        "top": f"{orders}\n\n{text}\n{QUOTED}",
        "bottom": f"{text}\n{QUOTED}\n{orders}",
        "between": f"{TOP[0]}\n{text}{QUOTED}{TOP[1]}\n{QUOTED}",
    }[place]
    assert [each for each in live(whole) if each not in text.splitlines()] == TOP
    assert part_text(whole).note == ""


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_what_follows_a_common_heading_is_not_read_and_that_is_said(text):
    whole = "\n".join([*TOP, text, "", "march 9 from Mino to Owari", "ready"])
    assert live(whole) == TOP
    assert part_text(whole).note.startswith("2 lines below “")


@pytest.mark.parametrize("text", ABOVE_MARKS)
def test_what_announces_marked_lines_goes_with_them(text):
    assert live(f"My own words.\n{text}{QUOTED}march 2") == ["My own words.", "march 2"]


@pytest.mark.parametrize("line", ["Spring 1901:", "To Ann on 20 November 2026:\nI want peace."])
def test_other_lines_stay_above_marked_ones(line):
    assert live(f"{line}{QUOTED}") == line.split("\n")


def test_a_separator_above_marked_lines_ends_with_them():
    whole = f"{SEPARATORS['outlook']}\n{QUOTED}\n" + "\n".join(TOP)
    assert live(whole) == TOP


@pytest.mark.parametrize("place", [0, 1])
def test_line_numbers_are_those_of_the_letter(place):
    text = f"{HEADINGS['gmail, broken']}{QUOTED}march 2"
    assert len(part_text(text).own.text.splitlines()) == len(text.splitlines())
    assert part_text(text).own.text.splitlines()[-1] == "march 2"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "on revolt: battle a from Owari to Mino",
            "from: Owari",
            "# On Monday Takeda wrote: peace",
        ),
        *(
            "if Mino armies > 2: march 1 from Owari to Mino",
            "date: none",
            "Am 3",
            "2026",
            "---",
            "-- ",
        ),
        *("march 2 from Owari to Mino -> Omi", "to: Owari\nfrom: Mino\na: 3", "a: Owari\nda: 3"),
        *("do: march", "sent 3 to Owari by phone", "Spring 1901:", "Spring 1901 at 10:00:"),
        "Spring 1901\nFrance (ann@example.org):",
        "word 2026-11-20 10:00\nphase 1 war:",
        "Status: here\nBack: 2026-11-24\nWrite to: ann@example.org\nZone: mine",
        "----\nPrince: Owari\nMaarch: Mino",
        "Hello Bob\n----- Phase 1 -----",
        "Sent from my desk, is much easier then my mobile phone.",
        *("On Monday, then:\nphase 1 war\nas Bob wrote:", "On Monday I come.\n\nAs Bob wrote:"),
    ],
)
def test_other_lines_stay(line):
    assert part_text(f"{line}\nmarch 2").own.text.splitlines() == [*line.split("\n"), "march 2"]


def test_a_line_that_begins_press_is_no_heading():
    (draft,) = part_text("press to ann@example.org 2026:\nmarch 2").press
    assert (draft.to, draft.text) == ("ann@example.org 2026", "march 2")


@pytest.mark.parametrize(
    "line",
    [
        *("Sent from my iPhone", "iPhoneから送信", "_______", "Von meinem iPhone gesendet"),
        *("Envoyé de mon iPhone", "Enviado desde mi iPhone", "Inviato da iPhone", "发自我的iPhone"),
        *("Sent from Outlook for Android<https://aka.ms/AAb9ysg>", "Skickat från min iPhone"),
        *("Sent from Mail for Windows", "Gesendet von Mail für Windows"),
        *("Sent from my Pixel 7", "Sent from my Wiko RIDGE FAB 4G"),
        *("-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA256", "Sent from Yahoo Mail on Android"),
    ],
)
def test_ornaments_go(line):
    assert live(f"march 2\n{line}") == ["march 2"]


def test_the_armour_of_a_signature_is_no_line():
    text = "march 2\n-----BEGIN PGP SIGNATURE-----\n\nmarch9\n=abcd\n-----END PGP SIGNATURE-----"
    assert live(text) == ["march 2"]
    assert part_text(text).note == ""


OUTLOOK = '<div id="ms-outlook-mobile-signature">%s</div>'
GET_OUTLOOK = 'Outlook für <a href="https://aka.ms/AAb9ysg">Android</a> beziehen'
PROTON = (
    '<div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Envoyé '
    'avec la messagerie sécurisée <a href="https://proton.me/">Proton Mail.</a></div></div>'
)


@pytest.mark.parametrize(
    ("plain", "page", "own"),
    [
        ("march 2\n\nOutlook für Android<https://aka.ms/AAb9ysg> beziehen",
         f"<div>march 2</div>{OUTLOOK % GET_OUTLOOK}", "march 2"),
        ("march 2\n\nEnvoyé avec la messagerie sécurisée Proton Mail.",
         f"<div>march 2</div>{PROTON}", "march 2"),
        ("", f"<div>march 2</div>{PROTON}", "march 2"),
        ("march 2\nYahoo Mail: search", "march 2<br><a id=ymail_android_signature_link "
         "href=https://x.y>Yahoo Mail: search</a>", "march 2"),
        # What stands there without a link, or twice, may be the writer's, and so is what he quotes.
        ("march 2\nExcept on Sunday.\nOutlook für Android beziehen",
         f"march 2{OUTLOOK % f'Except on Sunday.<br>{GET_OUTLOOK}'}", "march 2\nExcept on Sunday."),
        ("Get Kai\nGet Kai", f"Get Kai{OUTLOOK % '<a href=http://x.y>Get Kai</a>'}", "Get Kai"),
        ("No, get Kai", f"No, get {'<b class=signature><a href=https://x.y>Kai</a></b>'}",
         "No, get Kai"),
        ("Get Kai", f"<blockquote>{OUTLOOK % '<a href=http://x.y>Get Kai</a>'}</blockquote>",
         "Get Kai"),
        ("ready", OUTLOOK % '<a href="https://x.y">ready</a>', "ready"),
    ],
)  # fmt: skip
def test_what_a_program_puts_below_a_letter_is_told_by_its_page(plain, page, own):
    pieces = [("plain", plain), ("html", page)] if plain else [("html", page)]
    parts = [f"--b\nContent-Type: text/{kind}; charset=utf-8\n\n{text}" for kind, text in pieces]
    body = "\n".join([*parts, "--b--"])
    letter = read(f"Content-Type: multipart/alternative; boundary=b\n\n{body}".encode())
    assert [line for line in letter.text.splitlines() if line.strip()] == own.split("\n")
