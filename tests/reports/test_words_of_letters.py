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


PROPOSAL = {"number": 1, "what": "draw", "winners": ["Oda"], "needed": 2, "voters": 3}
PROPOSAL |= {"proposer": "", "ends": "noon", "for_it": ["Oda"], "against": [], "own": ""}
PROPOSAL |= {"may": False, "secret": True}
STATUS = {
    "phase": "War",
    "over": False,
    "why": "",
    "ends": "",
    "paused": False,
    "seated": False,
    **dict.fromkeys(("awaited", "away", "cared", "bank", "votes", "free"), ()),
}
RECORD = {
    "asked": 2,
    "missed": 1,
    "kept": 50,
    "games": 1,
    "others": 1,
    "ended": 0,
    "left": 0,
    "taken_over": 0,
    "most": 9,
    "address": "a@b.c",
    "told": "",
    "attached": "",
    "key": "k",
}

WHICH = [
    (
        "proposal",
        {"what": "draw", "winners": ["Oda"], "proposer": "", "number": 1, "needed": 2, "voters": 3},
        {
            "Nobody is told who voted how": {"ends": "noon", "may": True, "secret": True},
            "everybody is told who voted how": {"ends": "noon", "may": True, "secret": False},
            "You have no vote": {"ends": "noon", "may": False, "secret": True},
        },
    ),
    (
        "vote",
        {"voted": None},
        {
            "Proposal 7: a draw of Oda. 2 of 3 must agree, until noon.": {
                "open": [{**PROPOSAL, "number": 7}]
            },
            "For it: Oda; against it: nobody.": {"open": [{**PROPOSAL, "secret": False}]},
            "You have not voted.": {"open": [{**PROPOSAL, "may": True}]},
            "You voted no.": {"open": [{**PROPOSAL, "own": "no"}]},
            "Proposed by Mori.": {"open": [{**PROPOSAL, "proposer": "Mori"}]},
            "You voted yes. It is decided": {"voted": {**PROPOSAL, "own": "yes"}, "open": []},
            "No proposal is open": {"open": []},
        },
    ),
    (
        "record",
        {"asked": 0, "left": 0, "address": "a@b.org", "most": 40, "attached": "", "key": ""},
        {
            "join this game, its game master is told": {"told": "master"},
            "join this game, its game master and players are told": {"told": "everybody"},
            "In this game nobody is told": {"told": "nobody"},
        },
    ),
    (
        "deadline",
        {"phase": "1 war", "phase_title": "War", "late": ["Oda"], "grace": ""},
        {
            "is now noon; before, it was dawn.": {"ends": "noon", "before": "dawn", "why": ""},
            "is now noon.": {"ends": "noon", "before": "noon", "why": ""},
            "no deadline any more: it waits until every seat is ready; before, it was dawn": {
                "ends": "",
                "before": "dawn",
                "why": "",
            },
            "a day of that seat’s time bank": {"ends": "dusk", "before": "", "why": "bank"},
            "the clock is shortened": {"ends": "dusk", "before": "", "why": "hurry"},
            "did not work for a while": {"ends": "dusk", "before": "", "why": "outage"},
            "jumped ahead": {"ends": "dusk", "before": "", "why": "jump"},
            "is put back too": {"ends": "dusk", "before": "", "why": "jump back"},
        },
    ),
    (
        "late-seats",
        {"over": False, "paused": False, "silent": ["Oda"], "phase": "War", "ends": "noon"}
        | {"awaited": [], "late": True, "held": False, "grace": ""},
        {
            "Orders count until dusk": {"grace": "dusk"},
            "The game master says when it goes on": {"held": True, "grace": "dusk"},
            "carried out any time now": {},
            "nobody is late.": {"paused": True},
            "Nobody is late: War waits until every seat is ready": {"silent": []},
            "Nobody is late: War ends on noon": {"silent": [], "late": False},
            "The game is over": {"over": True},
        },
    ),
    (
        "resigned",
        {"holder": "Takeda", "why": "", "begun": True, "by_master": False, "stays": False},
        {
            "A regent plays it until somebody takes it over.": {},
            "A regent plays it.": {"stays": True},
            "It is free.": {"begun": False},
        },
    ),
    (
        "notify",
        {"host": "ntfy.sh"},
        {
            "A notice with a word in it goes to ntfy.sh": {"state": "asked"},
            "You get a notice at ntfy.sh": {"state": "confirmed"},
            "refused at ntfy.sh": {"state": "refused"},
            "No notices go out": {"state": "off"},
        },
    ),
    (
        "offer",
        {"holder": "Oda", "player": "", "campaign": "sekigahara"},
        {
            "and a regent plays it until": {"phase": "War"},
            "below it a line “word”": {"phase": ""},
        },
    ),
    (
        "secret",
        {"secret": "5e", "commitment": "c0", "players": ["Oda: Ann"]},
        {
            "is the commitment of the first letter": {"random": True},
            "was fixed before the game": {"random": False},
        },
    ),
    (
        "press-sent",
        {"pieces": [{"diary": True, "to": (), "signed": True, "lines": ["x"]}]},
        {
            "The game master can read press": {"gm_reads": True},
            "The game master cannot read press": {"gm_reads": False},
        },
    ),
    (
        "pause",
        {"by": ""},
        {
            "nothing is carried out until noon": {"until": "noon"},
            "until the game master lets it go on": {"until": ""},
            "Oda has stopped the clock": {"until": "dusk", "by": "Oda"},
        },
    ),
    (
        "status",
        STATUS,
        {
            "Oda is away on 3 May.": {
                "away": [{"holder": "Oda", "first": "3 May", "last": "3 May"}]
            },
            "Oda is away from 3 May to 5 May.": {
                "away": [{"holder": "Oda", "first": "3 May", "last": "5 May"}]
            },
            "Days left in the time bank: Oda 3, Mori 2.": {"bank": [("Oda", 3), ("Mori", 2)]},
            "Proposal 1 is voted on": {"votes": [1]},
            "Proposals 1 and 2 are voted on": {"votes": [1, 2]},
            "Mori waits for a player": {"free": ["Mori"]},
            "Mori and Ueda wait for a player": {"free": ["Mori", "Ueda"]},
            "It was ended before its time: Enough.": {"over": True, "why": "Enough."},
            "It still waits for you and Mori: plan; Ueda: bids.": {
                "awaited": [("plan", ["Mori", SETTING.seat]), ("bids", ["Ueda"])]
            },
        },
    ),
    (
        "record",
        RECORD,
        {
            "in 1 game with 1 other;": {},
            "in 2 games with 3 others;": {"games": 2, "others": 3},
            "No phases are known here of this person.": {"asked": 0},
            "who has left 1 game.": {"asked": 0, "left": 1},
            "who has left 2 games.": {"asked": 0, "left": 2},
        },
    ),
    (
        "record",
        RECORD,
        {
            "its game master is told.": {"told": "master"},
            "its game master and players are told.": {"told": "everybody"},
            "In this game nobody is told.": {"told": "nobody"},
        },
    ),
]
"""Letters with what is always so of them, and the words that tell things apart which may be."""


@pytest.mark.parametrize(("letter", "facts", "which"), WHICH, ids=[each[0] for each in WHICH])
def test_of_what_may_be_a_letter_says_what_is_so(letter, facts, which):
    told = {
        words: " ".join(
            reports.notice(SETTING, letter, {"unread": 0, **facts, **given}).text.split()
        )
        for words, given in which.items()
    }
    for words in which:
        assert [each for each in which if words in told[each]] == [words]


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
