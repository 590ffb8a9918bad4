import tomllib
from pathlib import Path

import pytest

from adjudicator.post.incoming.quotes import part_text

TOP = ["phase 1 war", "march 2 from Owari to Mino"]
PROGRAMS = tomllib.loads(Path(__file__).with_name("mail_programs.toml").read_text("utf-8"))
HEADINGS, SEPARATORS = PROGRAMS["headings"], PROGRAMS["separators"]
QUOTED = "\n> march 9 from Mino to Owari\n>> deeper\n  > indented\n＞ wide\n> \n"


def live(text):
    return [line for line in part_text(text).own.text.splitlines() if line.strip()]


@pytest.mark.parametrize("heading", HEADINGS.values(), ids=HEADINGS)
@pytest.mark.parametrize("place", ["top", "bottom", "between"])
def test_orders_around_quoted_lines_survive(heading, place):
    orders = "\n".join(TOP)
    text = {
        "top": f"{orders}\n\n{heading}\n{QUOTED}",
        "bottom": f"{heading}\n{QUOTED}\n{orders}",
        "between": f"{TOP[0]}\n{heading}{QUOTED}{TOP[1]}\n{QUOTED}",
    }[place]
    assert live(text) == TOP
    assert part_text(text).note == ""


@pytest.mark.parametrize("heading", SEPARATORS.values(), ids=SEPARATORS)
def test_what_follows_a_separator_is_not_read_and_that_is_said(heading):
    text = "\n".join([*TOP, heading, "", "march 9 from Mino to Owari", "ready"])
    assert live(text) == TOP
    assert part_text(text).note.startswith("2 lines below “")


def test_a_separator_above_marked_lines_ends_with_them():
    text = f"{SEPARATORS['outlook']}\n{QUOTED}\n" + "\n".join(TOP)
    assert live(text) == TOP


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
        *("-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA256", "Sent from Yahoo Mail on Android"),
    ],
)
def test_ornaments_go(line):
    assert live(f"march 2\n{line}") == ["march 2"]


def test_the_armour_of_a_signature_is_no_line():
    text = "march 2\n-----BEGIN PGP SIGNATURE-----\n\nmarch9\n=abcd\n-----END PGP SIGNATURE-----"
    assert live(text) == ["march 2"]
    assert part_text(text).note == ""


HOSTILE = ["sent from " * 30, "da: x\na: y\n", "Enviado ", "On ", "On\n", "On x\nOn y\n", "schrieb ", "a@b 2026 10:00 ", "@", "2026\n", "a@b 2026\n", "From: a\n", "From: a\nTo: b\n", "-" * 399, "\t", " ", "wrote:\n", "\n\n\n>", "2026年", "<a@b>:\n", "Sent from my "]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_text_takes_for_ever(piece, patience):
    size = 100_000  # what is quadratic takes a minute
    text = (piece * (size // len(piece) + 1))[:size]
    with patience():
        kept = part_text(text).own.text
    assert len(kept) <= size
