"""Every word of a letter is in its template: each letter has one, and each code its words."""

import re
import shutil
from pathlib import Path

import msgspec
import pytest
from letters_written import AFTER, GAME, SETTING

from adjudicator import reports
from adjudicator.reports import ReportError, templates
from adjudicator.reports.words import gist

PACKAGE = Path(reports.__file__).parents[1]
LETTERS = sorted((templates.FOLDER / "letters").glob("*.j2"))
COLLECTIONS = {"calendar", "notes", "sheet", "webhook"}  # of phrases


def blocks(letter):
    source = (templates.FOLDER / "letters" / f"{letter}.j2").read_text(encoding="utf-8")
    return set(re.findall(r"{% block (\w+) %}", source))


def said_in_code(pattern):
    sources = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    found = {match for source in sources for match in re.findall(pattern, source)}
    assert found
    return {code.replace("-", "_") for code in found}


def test_a_letters_template_has_a_subject_and_a_body():
    for letter in {each.stem for each in LETTERS} - COLLECTIONS:
        assert blocks(letter) >= ({"subject"} if letter == "result" else {"subject", "body"}), (
            letter
        )


def test_every_refusal_and_every_note_has_words():
    reasons = (templates.FOLDER / "reasons" / "letters.j2").read_text(encoding="utf-8")
    machines = said_in_code(r'(?m)^        "([a-z-]+)": ')
    machines &= set(re.findall(r"{% block (\w+) %}", reasons))
    assert {"loop", "mailing_list", "own_mark"} <= machines
    own_words = r'(?:tell_gm|_complain)\(\s*(?:case\.)?change, "([a-z-]+)"(?!.*letter=)'
    assert said_in_code(own_words) <= blocks("notes")
    assert said_in_code(r'note_trouble\(\s*store, "([a-z-]+)"') <= blocks("notes")
    for letter in said_in_code(r'tell_gm\(.*letter="([a-z-]+)"'):
        assert "note" in blocks(letter.replace("_", "-"))


def test_another_wording_of_a_reminder_is_one_file(tmp_path, monkeypatch):
    folder = tmp_path / "templates"
    shutil.copytree(templates.FOLDER, folder)
    place = folder / "letters" / "reminder.j2"
    words = place.read_text(encoding="utf-8")
    words = (
        words.replace("Reminder", "Hello")
        .replace("was due", "is awaited since")
        .replace("still missing", "awaited")
    )
    words = words.replace("have arrived yet", "are <here>")
    place.write_text(words, encoding="utf-8")
    monkeypatch.setattr(templates, "FOLDER", folder)
    templates._environment.cache_clear()
    try:
        late = msgspec.structs.replace(SETTING, late=True)
        report, later = (reports.reminder(GAME, AFTER, each) for each in (SETTING, late))
    finally:
        templates._environment.cache_clear()
    assert report.subject.startswith("[sekigahara] Hello: your war turn by")
    assert later.subject.startswith("[sekigahara] Late: your war turn is awaited since Sat 14")
    assert "Your orders are awaited" in report.text
    for form in (report.text, report.html):
        assert "are <here>" in form.replace("\n", " ")


def test_a_letter_without_a_template_is_an_error_that_names_it():
    with pytest.raises(ReportError, match=r"letters/no-such-letter\.j2"):
        reports.notice(SETTING, "no-such-letter", {})
    with pytest.raises(ReportError, match=r"notes\.j2 has no words for nothing-of-it"):
        reports.phrase("notes", "nothing-of-it", {})


@pytest.mark.parametrize("why", ["Did you mean “Omi”?", "No.", "Stop!", "Wait…"])
def test_a_sentence_that_is_quoted_at_the_end_of_a_note_ends_it(why):
    note = reports.phrase("notes", "refused", {"sender": "Ann", "subject": "", "why": why})
    assert note.endswith(f"in these words: {why}")
    assert (
        reports.phrase("notes", "undelivered", {"letter": "1", "error": "it came back"})[-1] == "."
    )


def test_the_subject_of_a_note_says_what_it_is_about():
    refused = "A letter from bob@players.example"
    proposed = "A player proposes to end the game"
    for note, about in (
        ("himeji has begun. The dice come from a secret.", "himeji has begun"),
        ("Oda (Ann) wrote a letter without orders:", "Oda wrote a letter without orders"),
        (
            f"{refused} (“campaign. Now!”) was refused, in these words: No.",
            f"{refused} was refused",
        ),
        (f"{proposed}: Oda, Takeda, Mori and Uesugi share.", proposed),
        ("(", "("),
        ("x" * 300, "x" * 79 + "…"),
    ):
        assert gist(note) == about


def test_words_longer_than_a_telephone_is_wide_are_broken():
    for layout in ("bare", "page"):
        page = (templates.FOLDER / "layout" / f"{layout}.html.j2").read_text("utf-8")
        _, _, body = page.partition("<body")
        assert "overflow-wrap:anywhere" in body.partition("{%")[0], layout
