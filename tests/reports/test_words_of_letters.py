"""Every word of a letter is in its template: each letter has one, and each code its words."""

import re
import shutil
from html import escape
from pathlib import Path

import msgspec
import pytest
from letters_written import AFTER, GAME, SETTING
from letters_written import letter as letter_of

from adjudicator import reports
from adjudicator.reports import ReportError, templates
from adjudicator.reports.words import gist

PACKAGE = Path(reports.__file__).parents[1]
LETTERS = sorted((templates.FOLDER / "letters").glob("*.j2"))
COLLECTIONS = {"calendar", "notes", "reasons", "sheet", "webhook"}  # of phrases


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
    refusals = said_in_code(r'RefusedError\(\s*"([a-z-]+)"')
    assert refusals <= blocks("reasons")
    assert {"two_games", "two_seats"} <= blocks("reasons")
    machines = said_in_code(r'(?m)^        "([a-z-]+)": ') & blocks("reasons")
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


def test_paragraphs_are_what_stands_between_empty_lines():
    facts = {"orders": ["a <b>", "c"], "fingerprint": "ff"}
    report = reports.notice(None, "receipt-bare", {**facts, "campaign": "sekigahara"})
    assert report.subject == "[sekigahara] Receipt"
    assert report.text == "These orders stand:\n\na <b>\nc\n\nff\n"
    assert ">a &lt;b&gt;<br>c</p>" in report.html


DUE = "Tue 24 Nov 2026 20:00 GMT"


@pytest.mark.parametrize(
    ("letter", "ends", "subject"),
    [
        ("deadline", DUE, f"The deadline has moved: {DUE}; phase 2 plan"),
        ("deadline", "", "There is no deadline any more; phase 2 plan"),
        ("resume", DUE, f"The game goes on; orders by {DUE}"),
        ("resume", "", "The game goes on"),
        ("rollback", "", "Rolled back to phase 2 plan"),
    ],
)
def test_subjects_about_a_phase_name_its_deadline(letter, ends, subject):
    facts = {"phase": "2 plan", "phase_title": "Plans", "ends": ends, "undone": ["2 muster"]}
    facts |= {"back": ["Oda"], "before": "", "why": "", "public": False}
    assert reports.notice(SETTING, letter, facts).subject == f"[sekigahara] {subject}"


@pytest.mark.parametrize(
    ("note", "about"),
    [
        ("himeji has begun. The dice come from a secret.", "himeji has begun"),
        ("Oda (Ann) wrote a letter without orders:", "Oda wrote a letter without orders"),
        (
            "A letter from bob@players.example (“campaign. Now!”) was refused, in these words: The"
            " token is not that of this seat. Copy it.",
            "A letter from bob@players.example was refused",
        ),
        (
            "A player proposes to end the game: Oda, Takeda, Mori and Uesugi share.",
            "A player proposes to end the game",
        ),
        ("(", "("),
        ("x" * 300, "x" * 79 + "…"),
    ],
)
def test_the_subject_of_a_note_says_what_it_is_about(note, about):
    facts = {"campaign": "c", "about": gist(note), "text": note, "quoted": (), "rules": False}
    assert reports.notice(None, "note", facts).subject == f"[c] Game master: {about}".strip()


def test_lines_of_a_paragraph_stay_lines_in_both_formats():
    asked = [("help [TOPIC]", "what can be asked " * 6), ("press to <NAME>", "a letter")]
    given = {"unread": 0, "request": "help", "master": False, "requests": asked, "listed": 0}
    report = reports.notice(None, "help", {**given, "campaign": "sekigahara"})
    lines = report.text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("- help [TOPIC]: what"))
    assert lines[first + 1].startswith("  ")
    assert "- press to <NAME>: a letter" in lines
    assert "<li><b>press to &lt;NAME&gt;</b>: a letter</li></ul>" in report.html


def test_what_a_player_wrote_is_quoted_line_by_line():
    said = ["one " * 30, "- two", "", "<i>three</i>"]
    given = {"lines": said, "phase": "1 plan", "orders": 0, "missing": True, "ready": False}
    given |= {"strange": ()}
    report = reports.notice(None, "passed-on", {**given, "campaign": "sekigahara"})
    quoted = [line for line in report.text.splitlines() if "one" in line.split()]
    assert len(quoted) == 2
    assert all(line.startswith("> one") for line in quoted)
    assert "\n\nIf it was meant as orders" in report.text
    assert "- two<br><br>&lt;i&gt;three&lt;/i&gt;" in report.html


def test_a_vote_is_told_once():
    proposal = {"number": 1, "what": "draw", "winners": ["Oda", "Mori"], "own": "yes", "may": True}
    proposal |= {"needed": 2, "voters": 2, "ends": "Sunday", "proposer": "", "secret": True}
    proposal |= {"for_it": (), "against": ()}
    given = {"unread": 0, "request": "vote", "voted": proposal, "campaign": "c"}
    told = " ".join(reports.notice(None, "vote", {**given, "open": [proposal]}).text.split())
    assert told.count("a draw of Oda and Mori") == 1
    assert told.endswith("2 of 2 must agree, until Sunday. You voted yes.")
    told = " ".join(reports.notice(None, "vote", {**given, "open": []}).text.split())
    assert told.endswith("You voted yes. It is decided; a letter to all says how.")
    told = reports.notice(None, "vote", {**given, "voted": None, "open": []}).text
    assert "No proposal is open." in told


def test_lines_that_were_not_read_are_counted_and_a_refusal_offers_help_once():
    given = {"request": "history", "phases": [], "before": 0, "campaign": "c"}
    for unread, said in ((1, "its other line was"), (2, "its other 2 lines")):
        text = reports.notice(None, "history", {**given, "unread": unread}).text
        assert said in " ".join(text.split())
    for why in ("No order. A letter that says only “help” is answered.", "No."):
        text = reports.notice(None, "refusal", {"why": why, "orders": False, "strange": ()}).text
        assert text.count("“help”") == 1


@pytest.mark.parametrize("random", [True, False])
def test_first_and_last_letters_speak_of_dice_only_where_there_are_any(random):
    given = {"title": "Chess", "commitment": "ab" * 32, "players": ["White (free)"]}
    given |= {"campaign": "c", "player": "Ann", "random": random}
    last = reports.notice(None, "secret", given | {"secret": "cd" * 32})
    assert ("every draw of the game" in " ".join(last.text.split())) == random
    assert last.subject == f"[c] The {'secret of the dice' if random else 'record of the game'}"
    assert "cd" * 32 in last.text
    assert ("dice" in reports.notice(None, "invitation", given).text) == random
    given |= {"source": "", "gather": 0, "word": "", "rule": "mon, thu 20:00"}
    given |= {"zone": "Europe/Rome", "options": [("quick", True, "a short game")]}
    announced = reports.notice(SETTING, "commitment", given)
    assert ("dice" in announced.subject) == random
    text = " ".join(announced.text.split())
    assert ("All dice and lots" in text) == random
    assert ("Nothing is drawn in this game" in text) != random
    assert "Phases end: mon, thu 20:00, Europe/Rome. Chosen for this game: Quick: yes." in text


def test_every_page_says_its_language_and_its_title_and_layout_tables_are_no_tables_of_facts():
    asked = {"unread": 0, "request": "help", "master": False, "requests": (), "listed": False}
    reads = [
        reports.notice(None, "help", {**asked, "campaign": "sekigahara"}),
        letter_of("result"),
        letter_of("receipt"),
    ]
    for report in reads:
        assert '<html lang="en">' in report.html
        assert f"<title>{escape(report.subject)}</title>" in report.html
        for table in report.html.split("<table")[1:]:
            laid_out = table.startswith(' role="presentation"')
            assert laid_out != ("<th" in table.partition("</table>")[0])
