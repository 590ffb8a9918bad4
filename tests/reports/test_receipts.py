"""Receipts: what stands, what is new, and what was not understood."""

import msgspec
from letters_toy import orders
from letters_written import ASKED, BEFORE, GAME, SETTING, one_line, receipt

from adjudicator import reports
from adjudicator.games.contract import Default
from adjudicator.orders import Finding, Orders, scan
from adjudicator.reports import Arrival


def test_a_receipt_repeats_what_stands_so_that_it_can_be_mailed_back():
    text = receipt().text
    start = text.index("WHAT NOW STANDS")
    block = text[start : text.index("DEFAULTS")].split("\n", 2)[2]
    (section,) = scan(block).sections
    assert [line.text for line in section.lines] == str(ASKED).splitlines()


def test_a_receipt_puts_findings_beside_their_lines():
    findings = [
        Finding(2, "may-be-empty", "warning", "attack Kai", "Kai may be empty by then."),
        Finding(6, "unknown-order", "error", "atack Kai", "“atack” is not an order.", "attack Kai"),
        Finding(0, "no-seat", "note", "", "The file names no seat."),
    ]
    report = receipt(findings)
    assert report.subject == "[sekigahara] Round 2: 1 line rejected; mend it by Sat 14 Mar 18:00"
    assert "1 line was rejected" in report.text
    assert "5 orders now stand for Oda; one may fail." in " ".join(report.text.split())
    assert (
        "  attack Kai from Shinano with army\n      # may fail: Kai may be empty by then.\n"
        in report.text
    )
    assert (
        "  line 6: atack Kai\n      “atack” is not an order.\n      Try: attack Kai\n"
        in report.text
    )
    assert "The file names no seat." in report.text
    assert "ef" * 32 in report.text


def test_a_finding_whose_line_is_not_unique_is_not_put_beside_one():
    twice = type(ASKED)((ASKED.lines[0], msgspec.structs.replace(ASKED.lines[1], number=1)))
    text = receipt([Finding(1, "c", "warning", "attack Kai", "It may fail.")], given=twice).text
    assert "line 1: attack Kai - may fail: It may fail." in text


def test_a_receipt_says_what_is_new_and_gone_and_kept():
    there = [str(line) for line in ASKED]
    gone = "if Kai units <= 2: attack Kai\nelse: attack Ise"
    report = receipt(given=Orders(ASKED.lines[1:]), arrival=Arrival((*there[1:-1], gone)))
    lines = [line.strip() for line in report.text.splitlines()]
    at = lines.index("WHAT HAS CHANGED") + 2
    kept = f"kept  {len(there) - 2} orders as they were"
    changed = ["gone  if Kai units <= 2: attack Kai", "else: attack Ise"]
    new = [f"new   {line}" for line in there[-1].splitlines()]
    assert lines[at : at + 4] == [*changed, *new, kept]
    assert "1 order that stood before is gone" in " ".join(report.text.split())
    assert "<b>1 order that stood before is gone</b>" in report.html
    assert all(word in report.html for word in (">gone</b>", ">new</b>", ">kept<"))


def test_a_receipt_of_what_stood_already_shows_no_change():
    same = receipt(arrival=Arrival(tuple(str(line) for line in ASKED)))
    first = receipt(arrival=Arrival())
    assert "WHAT HAS CHANGED" not in same.text + first.text


def test_a_receipt_quotes_what_was_not_read_as_an_order():
    report = receipt(arrival=Arrival(unread=(("Hi <b>judge</b>", ""), ("Thanks!", ""))))
    at = report.text.index("NOT READ AS ORDERS")
    assert at < report.text.index("> Hi <b>judge</b>") < report.text.index("> Thanks!")
    assert "Hi &lt;b&gt;judge&lt;/b&gt;<br>Thanks!" in report.html
    assert "rejected" not in report.text


def test_a_receipt_says_what_is_wrong_with_what_may_have_been_meant_as_an_order():
    why = "Not read as an order. If it is meant as one: “horse” is not a unit."
    report = receipt(arrival=Arrival(unread=(("casualties horse", why), ("Thanks!", ""))))
    lines = [line.strip() for line in report.text.splitlines()]
    at = lines.index("> casualties horse")
    assert " ".join(lines[at + 1 : at + 4]).startswith(f"{why} > Thanks!")
    assert f"casualties horse<br><em>{why}</em><br>Thanks!" in report.html


def test_a_receipt_says_that_a_letter_is_no_answer():
    wrong = [Finding(1, "x", "error", "atack", "It is not understood.")]
    text = receipt(wrong, given=orders(), arrival=Arrival(missing=True)).text
    assert "This is no answer yet: the phase still waits for you." in " ".join(text.split())


def test_a_receipt_for_a_later_phase_says_so():
    report = receipt(phase="5 plan")
    assert report.subject == "[sekigahara] Orders for phase 5 plan received"
    text = " ".join(report.text.split())
    assert "Every line was understood." in text
    assert "They are for a later phase: kept until then, and judged when it opens." in text
    assert "Orders are due" not in report.text


def test_a_receipt_without_orders_says_that_none_stand():
    report = receipt(given=orders())
    text = report.text
    assert report.subject.startswith("[sekigahara] Round 2: no orders of yours stand")
    assert "Your letter has arrived" in text
    assert "No orders stand for you in this phase." in text
    assert "(no orders)" in text


def test_a_receipt_of_nothing_but_rejected_lines_praises_no_rest():
    findings = [Finding(line, "c", "error", f"x{line}", "No.") for line in (3, 2)]
    for phase in ("", "5 plan"):
        text = " ".join(receipt(findings, given=orders(), phase=phase).text.split())
        assert "2 lines were rejected and do not count; no orders of yours stand." in text
        assert "later phase" not in text
    assert text.index("line 2: x2") < text.index("line 3: x3")


def test_what_is_wrong_with_the_whole_is_no_rejected_line():
    whole = Finding(0, "nothing-understood", "error", "", "Nothing was understood.")
    line = Finding(1, "unknown-order", "error", "fly", "“fly” is not an order.")
    report = receipt([whole, line])
    assert "Round 2: 1 line rejected" in report.subject
    assert "Nothing was understood." in report.text.partition("WHAT NOW STANDS")[2]
    alone = receipt([whole]).text
    assert "REJECTED\n--------\n      Nothing was understood." in alone


def test_an_answer_to_a_question_does_not_say_that_orders_have_arrived():
    report = receipt(asked=True)
    assert report.subject.startswith("[sekigahara] Round 2: war turn as it stands")
    assert "Your orders as they stand" in report.text
    assert "arrived" not in report.text
    assert "Every line" not in report.text


def test_in_a_pause_no_deadline_is_named_and_ready_waits_for_the_game():
    paused = msgspec.structs.replace(SETTING, ready=True, deadline=None, paused=True)
    defaults = [Default("casualties ronin", "the usual order")]
    text = one_line(reports.receipt(GAME, BEFORE, ASKED, (), defaults, "", paused).text)
    assert "The game is paused: orders are taken" in text
    assert "There is no deadline" not in text
