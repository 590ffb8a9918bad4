"""From bytes to lines: header, sections, what is left out, limits."""

import pytest

from adjudicator.orders import scan
from adjudicator.orders.reading.plain_text import LOST, decode_text, tidy_line
from adjudicator.orders.reading.scan import (
    LONGEST_LINE,
    MOST_BYTES,
    MOST_FINDINGS,
    MOST_LINES,
    header,
)


def read_as(value, *texts):
    """Rows of a table: texts that all say the same."""
    return [(text, value) for text in texts]


def lines(source):
    return [line.text for section in scan(source).sections for line in section.lines]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        *read_as("go to Iyo",
            "  go   to\tIyo  ", "| go | to | Iyo |", "_go_ to Iyo", "‘go to Iyo’",
            "go to Iyo :-)", "*go to Iyo*", "**go** to Iyo", "go to “Iyo”",
            "go\x07to\x00Iyo"),
        *read_as("go",
            "go # now", "go // now", "go ; now", "- go", "* go", "• go", "– go", "—go",
            "・go", "→ go", "1. go", "(2) go", "12.go", "a) go", "4.) go", "1: go", "#1 go",
            "  #12. go", "line 3: go", "Try: go", "No. 3: go", "Order 3: go", "§ 2 go", "ii. go", "(iv) go",
            "- [ ] go", "- [x] go", "- 2) go", "12\tgo", "✅ go", "⚔\ufe0f go 🚆", "1\ufe0f\u20e3 go",
            "\ufeffgo", "\ud800go"),
        *read_as("",
            "# all comment", "; all comment", "//all comment", "#21", "# 1 go"),
        *read_as("go to",
            "go to #3", "go\xa0to"),
        *read_as("Iyo -> Hizen",
            "Iyo→Hizen", "Iyo –> Hizen", "Iyo ➡️ Hizen", "Iyo-->Hizen"),
        ("see http://example.org", "see http://example.org"),
        ("no 3 gunners", "no 3 gunners"), ("order 3 gunners", "order 3 gunners"),
        ("1.5 koku", "1.5 koku"), ('go to "Awa Boso"', "go to Awa Boso"),
        ("Oda’s army", "Oda's army"), ("Awa–Boso", "Awa-Boso"),
        ("at ≤3 or ≥ 4", "at <=3 or >= 4"), ("Iyo,Hizen、Omi", "Iyo, Hizen, Omi"),
        ("ｇｏ　ｔｏ　Ｉｙｏ：２", "go to Iyo:2"), ("O\u0304mi", "Ōmi"),
        ("Chiku\u00adzen\u200b", "Chikuzen"), ("近江", "近江"),
    ],
)  # fmt: skip
def test_a_line_is_tidied_before_it_is_read(line, text):
    assert tidy_line(line) == text


def test_orders_end_at_the_word_end_and_at_a_signature():
    for end in ("END", "end", "End.", "-- ", "--", "—", "— ", "* END"):
        assert lines(f"go\n{end}\nstay") == ["go"]
    assert lines("go\n-----\n=====\n* * *\n–\n-\n...\n!\n```\nstay") == ["go", "stay"]


def test_files_are_read_in_the_usual_encodings():
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert lines("attack Ōmi".encode(encoding)) == ["attack Ōmi"]
    assert lines("\ufeffattack Ōmi".encode("utf-16-be")) == ["attack Ōmi"]
    assert lines("attack “Kôzuke”".encode("cp1252")) == ["attack Kôzuke"]


@pytest.mark.parametrize(
    ("said", "source", "text"),
    [
        ("a footer in Latin-1", "attack Ōmi\n".encode() + b"b\xe1sico", "attack Ōmi\nb�sico"),
        ("cut within a character", "attack Ōmi Ō".encode()[:-1], "attack Ōmi �"),
        ("one byte of two", "Ōmi, K".encode() + b"\x8dzuke", "Ōmi, K�zuke"),
        ("Windows-1252", "café à Malmö".encode("cp1252"), "café à Malmö"),
        ("Shift_JIS", "攻撃 近江".encode("cp932"), "攻撃 近江"),
        (
            "kana in it",
            "attack Kai\r\nよろしくお願いします。".encode("cp932"),
            "attack Kai\r\nよろしくお願いします。",
        ),
        ("no Shift_JIS", "für".encode("cp850"), "f\ufffdr"),
        ("nor this", "攻撃".encode("cp932") + b"\x81", "\ufffdU\u0152\u201a\ufffd"),
        ("French in it", "désolé\xa0! à».".encode("cp1252"), "désolé\xa0! à»."),
    ],
)
def test_a_broken_byte_costs_its_character_alone(said, source, text):
    assert decode_text(source) == text, said


def test_of_what_is_said_to_be_utf_8_one_character_is_proof():
    source = "Ō".encode() + "áéíóú".encode("cp1252")
    assert decode_text(source, is_utf8=True) == "Ō" + 5 * LOST
    assert decode_text("attack 😀".encode()[:-1], is_utf8=True) == "attack �"
    assert decode_text(b"go \xed\xa0\xbd\xed\xb8\x80", is_utf8=True) == "go " + 6 * LOST
    assert decode_text("Ō".encode()[:-1], is_utf8=True) == LOST
    assert LOST not in decode_text("áéíóú".encode("cp1252"), is_utf8=True)


def test_lines_with_lost_characters_are_named_up_to_the_end():
    found = scan("g� to Iyo\nstay\ngo # f�r Ann\n--\n�")
    assert [(each.code, each.message) for each in found.findings] == [
        ("lost-characters", "Characters could not be read in lines 1, 3.")
    ]
    [note] = scan("\n".join(["�"] * 50)).findings
    assert note.message.endswith("lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 40 more.")


@pytest.mark.parametrize("line", ["phase 4 w�r", "phase 4� war", "word th�nder", "seat bl�e"])
def test_a_header_that_lost_a_character_says_nothing(line):
    found = scan(f"{line}\nready")
    assert [each.line for each in found.findings if each.severity == "error"] == [1]
    assert (found.word, found.seat, found.ready) == ("", "", True)
    assert all(section.round is None for section in found.sections)


def test_quoted_and_blank_lines_are_nothing_but_count():
    found = scan("> go\n  > go\n＞ go\n\n   \ngo\n")
    [section] = found.sections
    assert [(line.number, line.text) for line in section.lines] == [(6, "go")]


def test_the_header_is_read_anywhere_before_the_end():
    found = scan("Game: sekigahara\nSEAT Oda\ntoken = AB-12_x\n**phase 4 war**\ngo\nready")
    assert (found.game, found.seat, found.token, found.ready) == (
        "sekigahara",
        "Oda",
        "AB-12_x",
        True,
    )
    assert [(s.round, s.name, s.number) for s in found.sections] == [(4, "war", 4)]


@pytest.mark.parametrize("word", ["game", "seat"])
def test_what_stands_below_the_name_of_a_second_game_or_seat_is_for_that(word):
    found = scan(f"{word} one\ngo\n{word.upper()} ONE\n{word} two\nphase 2 war\nstay\nready")
    assert (getattr(found, word), found.ready) == ("one", None)
    assert [(each.name, len(each.lines)) for each in found.sections] == [("", 1)]
    [finding] = found.findings
    assert (finding.line, finding.code, finding.severity) == (4, f"second-{word}", "error")
    assert found.second_begins == 4


@pytest.mark.parametrize("line", ["token two", "word two", "game theory says so", "seat by seat"])
def test_a_second_header_that_is_for_no_other_game_does_not_count_and_says_so(line):
    word = line.partition(" ")[0]
    found = scan(f"{word} one\n{line}\ngo")
    assert getattr(found, word) == "one"
    assert [each.text for each in found.sections[0].lines] == ["go"]
    [finding] = found.findings
    assert (finding.line, finding.code, finding.severity) == (2, f"second-{word}", "warning")
    assert found.second_begins == 0


@pytest.mark.parametrize(
    ("line", "place"),
    [
        *read_as((4, "war"),
            "phase 4 war", "phase: 4 war.", "phase 4: War", "phase 4 - war", "phase war 4",
            "phase ４　war", "phase 4. war", "phase 4th war", "phase 4) war!", "phase #4 war",
            "phase 4/war", "phase -4 war", "phase round 4 war", "phase 4th round war",
            "phase war (round 4)", "phase war of the round 4"),
        *read_as((4, "carry out"),
            "phase 4 carry out", "phase carry out, 4"),
        *read_as((4, "war oda"),
            "phase 4 war, Oda", "phase 4 war (Oda)", "phase war 4 Oda"),
        ("phase war", (None, "war")), ("phase 4", (4, "")),
        ("phase 4 war/move", (4, "war move")), ("phase 4 war Oda 2", (4, "war oda 2")),
        ("phase 4 war two-player", (4, "war two-player")),
    ],
)  # fmt: skip
def test_a_phase_line_names_round_and_phase(line, place):
    [section] = scan(line + "\ngo").sections
    assert (section.round, section.name) == place


@pytest.mark.parametrize("line", ["phase !", "phase 12345 war", "phase 4 5 war"])
def test_the_lines_below_a_phase_line_that_is_none_count_for_no_phase(line):
    found = scan(line + "\ngo\nphase 5 plan\nbid 3")
    assert [(s.name, [each.text for each in s.lines]) for s in found.sections] == [
        ("plan", ["bid 3"])
    ]
    before = scan(f"phase 3 war\nstay\n{line}\ngo\n{'go' * 9_000}\nready").sections
    assert [(s.name, [each.text for each in s.lines]) for s in before] == [("war", ["stay"])]
    [finding] = found.findings
    assert (finding.line, finding.code, finding.read) == (1, "malformed", line)
    assert "phase 4 war" in finding.message


def test_an_empty_section_is_kept_because_it_clears_the_orders():
    assert [s.name for s in scan("phase 4 war").sections] == ["war"]
    assert scan("").sections == ()


@pytest.mark.parametrize(
    ("text", "ready"),
    [
        *read_as(True,
            "ready", "ready;", "READY!", "I’m ready", "We are ready, thanks!", "ready :-)", "Ready 👍", "ready 👍🏽",
            "Ready to go.", "I'm ready to go, good luck!",
            "Ready, thanks and good luck to all", "No, I'm ready", "no I am ready",
            "I am\nready", "I am not\n\nready", "march 3 from Kai to Mino with all\nready",
            "army 1 stays where it is\nready",
            "[x] ready", "march to Kai; ready", "march to Kai ; ready", "march to Kai; I'm ready!",
            "set no wait"),
        *read_as(False,
            "not ready", "ready: no", "ready = not yet", "wait", "I'm not ready yet", "I'm not quite ready.",
            "not yet ready", "no ready", "Sorry, no ready yet", "We're almost ready",
            "I am not ready yet, I want to hear from Takeda first.",
            "ready\nWait, no, I am not ready!", "ready\nnot ready", "I'm not\nready",
            "not\nready", "ready\nno, wait!", "ready\nPlease wait.", "Wait, I changed my mind",
            "Wait for me please", "wait until I am ready", "not ready: attack Kai", "set wait",
            "ready\nOh wait, no.", "ready\nHm, wait, I need to think about that again.",
            "ready\nSorry, but wait", "march to Kai ; not ready"),
        *read_as(None,
            "ready?", "I am ready to give up", "Bob is ready", "Ready when you are.",
            "let me know when you are not ready",
            "I will send orders as soon as I am\nready.",
            "Tell the others that they should be\nready!", "Takeda is not yet\nready",
            "I can not\nwait for it", "waiting for you",
            "tell me when you are all\nready", "; ready", "march to Kai ; ready later", "[ ] ready", "- [ ] ready", "☐ ready", ""),
    ],
)  # fmt: skip
def test_the_word_ready_stands_alone_on_its_line(text, ready):
    found = scan(text)
    assert found.ready is ready
    assert found.command == ("" if ready is None else "ready")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("wait", []),
        ("Please wait!", []),
        ("Wait, no - attack Kai", ["no - attack Kai"]),
        ("Wait: attack Kai", ["attack Kai"]),
        ("not ready yet, but attack Kai", ["attack Kai"]),
    ],
)
def test_what_stands_behind_wait_is_a_line_of_its_own(text, rest):
    assert lines(text) == rest
    assert scan(text).in_passing is bool(rest)
    assert not scan(text).findings
    (told,) = scan(f"ready\n\n{text}").findings
    assert (told.line, told.code) == (3, "takes-ready-back")


def test_a_part_of_a_phase_reaches_to_the_next_phase_and_no_letter_counts_in_it():
    found = scan("a. go\nPhase B: stay\na. go\nphase 2 war\n– go")
    told = [(x.part, x.letter, x.signed, x.text) for each in found.sections for x in each.lines]
    above = [("", "a", "", "go"), ("b", "", "", "stay"), ("b", "", "", "go")]
    assert told == [*above, ("", "", "- go", "go")]


def test_a_word_that_goes_on_with_the_line_above_is_a_part_of_it():
    found = scan("I will write again as soon as we are\nready")
    (line,) = lines("I will write again as soon as we are\nready")
    assert line == "I will write again as soon as we are ready"
    assert [(each.line, each.code) for each in found.findings] == [(2, "in-a-sentence")]


@pytest.mark.parametrize(
    "text", ["amend", "Amend:", "- AMEND.", "Please amend:", "Sorry, amend", "Amend, please."]
)
def test_the_word_amend_makes_the_file_an_amendment(text):
    assert scan(text + "\ngo").amend
    assert lines(text + "\ngo") == ["go"]
    assert not scan("go").amend


def test_an_order_behind_amend_and_a_colon_is_a_line():
    assert scan("Amend: go").amend
    assert scan("Please amend: go").amend
    assert lines("Amend: go\nstay") == ["go", "stay"]
    assert not scan("Amend the rules, please").amend


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_of_the_usual_ways(ending):
    [section] = scan(ending.join(["go", "", "stay"])).sections
    assert [(line.number, line.text) for line in section.lines] == [(1, "go"), (3, "stay")]


@pytest.mark.parametrize("source", [b"a\x00b", b"\x01\x02\x03", "go\x00", bytes(range(32)) * 9])
def test_noise_is_refused(source):
    found = scan(source)
    assert not found.usable
    assert [finding.code for finding in found.findings] == ["not-text"]
    assert found.sections == ()


def test_a_file_that_is_too_large_is_refused():
    found = scan(b"#" * (MOST_BYTES + 1))
    assert [finding.code for finding in found.findings] == ["file-too-large"]
    assert not found.usable
    assert scan(b"#" * MOST_BYTES).usable


def test_only_so_many_lines_are_read():
    found = scan("go\n" * (MOST_LINES + 5))
    assert sum(len(section.lines) for section in found.sections) == MOST_LINES
    [finding] = found.findings
    assert (finding.line, finding.code) == (MOST_LINES + 1, "too-many-lines")
    assert not scan("go\n" * MOST_LINES).findings
    assert len(scan("phase !\n" * (MOST_FINDINGS + 9)).findings) == MOST_FINDINGS


def test_a_line_that_is_too_long_is_marked_and_cut():
    found = scan("go\n" + "x" * (LONGEST_LINE + 1) + "\nstay\n" + "y" * LONGEST_LINE)
    assert [line.too_long for line in found.sections[0].lines] == [0, LONGEST_LINE + 1, 0, 0]
    assert len(found.sections[0].lines[1].text) == LONGEST_LINE


def test_a_long_line_that_says_something_has_a_text_and_another_one_is_nothing():
    for mark in '"*|`#_-=> ':
        assert lines(f"go\n{mark * 2_000}\nstay") == ["go", "stay"]
    [line] = scan('"' * 2_000 + "go").sections[0].lines
    assert line.too_long
    assert line.text
    [line] = scan("ﷺ" * 100).sections[0].lines
    assert line.too_long == 1800  # what it becomes when it unfolds


@pytest.mark.parametrize("token", ["", "aaaabbbbccccdddd"])
def test_a_header_that_is_written_is_read_back(token):
    found = scan("\n".join([*header("friday", "Oda", "4 war", token), "go"]))
    assert (found.game, found.seat, found.token) == ("friday", "Oda", token)
    [section] = found.sections
    assert (section.round, section.name) == (4, "war")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("not ready yet, but attack Kai from Hida", ["attack Kai from Hida"]),
        ("Not ready yet. Attack Kai from Hida\nhide 3", ["Attack Kai from Hida", "hide 3"]),
        ("I'm not ready - attack Kai from Hida!", ["attack Kai from Hida"]),
        ("almost ready; so hold army 1", ["hold army 1"]),
        ("I am not quite ready yet.", []),
    ],
)
def test_an_order_behind_not_ready_is_a_line(text, kept):
    found = scan(text)
    assert found.ready is False
    assert [line.text for each in found.sections for line in each.lines] == kept


@pytest.mark.parametrize(
    "line",
    [
        "Game on!",
        "Seat belts fastened!",
        "Token effort this time, sorry.",
        "Word is that Takeda attacks Kai",
        "word from Mori",
    ],
)
def test_a_sentence_that_begins_like_a_header_is_none(line):
    found = scan(f"game kai\n{line}\nmarch 2")
    assert (found.game, found.seat, found.token, found.word) == ("kai", "", "", "")
    assert [each.text for each in found.sections[0].lines] == [line, "march 2"]
    assert found.findings == ()
    assert scan("word: of mice and men").word == "of mice and men"
    assert scan("game: on").game == "on"


@pytest.mark.parametrize(
    ("line", "ready", "ahead", "left"),
    [
        ("attack Kai from Mino. Ready.", True, False, "attack Kai from Mino."),
        (
            "3 koku on levy and 2 on ronin. I’m ready!",
            True,
            False,
            "3 koku on levy and 2 on ronin.",
        ),
        ("attack Kai. Ready ahead", True, True, "attack Kai."),
        ("attack Kai! Not ready yet.", False, False, "attack Kai!"),
        ("attack Kai. Are you ready?", None, False, "attack Kai. Are you ready?"),
        ("attack Kai. Not ready, but stay", None, False, "attack Kai. Not ready, but stay"),
        ("attack Kai # almost. Ready.", None, False, "attack Kai"),
        ("attack Kai from St. Ready Hill", None, False, "attack Kai from St. Ready Hill"),
    ],
)
def test_ready_may_stand_behind_an_order_as_a_sentence(line, ready, ahead, left):
    found = scan(line)
    assert (found.ready, found.ahead) == (ready, ahead)
    assert [each.text for section in found.sections for each in section.lines] == [left]
