"""Reading with indulgence what a letter asks."""

import time

import pytest

from adjudicator.operations.operation import Argument, Operation
from adjudicator.operations.values import TEXT
from adjudicator.post.incoming.letter import IncomingLetter, Part
from adjudicator.post.requests.choosing import parse_requests


def request(name, looks="", *, who="seat", changes=False, **more):
    arguments = (Argument("rest", TEXT._replace(pattern=looks)),) if looks else ()
    return Operation(print, who, arguments, name, "", frozenset(), changes=changes, **more)


KNOWN = (
    request("status"),
    request("report", r"\d+( \w+)*"),
    request("orders", alone=True),
    request("resign", r"\w+", changes=True),
    request("official", changes=True, who="master", text="message"),
    request("check", text="orders"),
)


def parse(text, subject=""):
    return parse_requests(IncomingLetter(heading=subject, parts=(Part(text=text),)), KNOWN)


def names(text, subject=""):
    return [(each.request.name, each.argument) for each in parse(text, subject).requests]


def test_a_request_is_read_with_indulgence_and_nothing_else_is_one():
    for line in ("STATUS ?", "Could you please send me the status, thanks!", "* “status”"):
        assert names(line) == [("status", "")], line
    assert names("Report: 3 War.") == [("report", "3 War")]
    assert names("please resign Oda") == [("resign", "Oda")]
    for line in (
        *("status quo", "statuses", "report to the general", "what a status", "x" * 300, "", "?"),
        "I would like to resign",  # a change is not read out of a sentence
    ):
        assert names(line) == [], line


def test_a_greeting_above_and_thanks_below_are_passed_over():
    assert names("Hello judge,\n\nstatus please\n\nThanks,\nAnn") == [("status", "")]
    assert parse("Hello judge,\nstatus\nThanks").unread == ()


def test_the_subject_counts_if_there_is_nothing_but_courtesy_below():
    for subject in ("Status", "Re: AW: [sekigahara] status", "Fwd: please status"):
        assert names("Thanks, Ann", subject) == [("status", "")]
        assert names("march 2", subject) == []


def test_several_questions_in_one_letter():
    assert names("status\nreport 1 plan\nstatus quo\norders") == [
        ("status", ""),
        ("report", "1 plan"),
        ("orders", ""),
    ]
    assert parse("status\nhide 3\nhide 4").unread == ("hide 3", "hide 4")


def test_orders_may_be_asked_for_with_other_things_and_may_stand_above_orders():
    assert names("orders\nstatus") == [("orders", ""), ("status", "")]
    assert names("status\norders") == [("status", ""), ("orders", "")]
    assert names("orders\nattack Kai") == []


def test_a_change_stands_alone():
    assert names("status\nresign Oda") == [("status", "")]
    assert names("resign Oda\nstatus") == [("resign", "Oda")]
    assert parse("resign Oda\nstatus").unread == ("status",)


def test_what_is_left_below_a_question_keeps_its_place():
    assert parse("status\nready").rest.scan.ready
    asked = parse("status\nhide 3\nready")
    (line,) = asked.rest.scan.sections[0].lines
    assert (line.number, line.text, asked.unread) == (2, "hide 3", ("hide 3",))


def test_a_message_goes_to_the_signature_and_what_stands_in_it_is_no_request():
    first, second = parse("status\nofficial\nLet us talk.\n\nstatus\n-- \nAnn").requests
    assert (first.text, second.text) == ("", "Let us talk.\n\nstatus")
    assert parse("official\nA\n\nB\n").requests[0].text == "A\n\nB"


def test_a_check_takes_the_whole_letter_wherever_it_stands():
    for text in ("phase 2 war\ncheck\nhide 3\nready", "phase 2 war\nhide 3\ncheck\nready"):
        (only,) = parse(text).requests
        assert only.request.name == "check"
        assert only.part.scan.sections[0].lines[0].text == "hide 3"


@pytest.mark.parametrize("text", ["official\nx\n" * 2000, "status\n" * 2000, "please " * 50_000])
def test_reading_takes_linear_time(text):
    began = time.perf_counter()
    parse(text)
    assert time.perf_counter() - began < 2
