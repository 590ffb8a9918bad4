"""A letter that is not taken whole suspends that its seat is ready, whatever answers it."""

from random import Random

import pytest
from test_stray_orders import DOCX, part, parts

from adjudicator.orders import scan
from adjudicator.post.requests.pipeline import take
from adjudicator.store.columns import Bound
from adjudicator.store.letter_records import Letter

SAYS = "You were marked as ready and are not any more"


def send(post, body, **more):
    """Let Oda send a letter; return what became of it and all that is written to him then."""
    before = post.store.select("SELECT coalesce(max(id), 0) FROM letter")[0][0]
    head, _, _ = post.raw("BODY", **more).decode().partition("\n\nBODY")
    divider = "\n" if body.startswith("MIME-Version") else "\n\n"
    disposition = take(post.store, (head + divider + body).encode(), post.now).disposition
    letters = post.store.rows(Letter, id=Bound(">", before))
    texts = (x.content.text for x in letters if "oda@example.org" in x.recipients)
    return disposition, " ".join(" ".join(texts).split())


@pytest.fixture
def ready(post):
    send(post, "hide 3\nready")
    assert post.is_ready()
    return post


@pytest.mark.parametrize("subject", ["orders", "Re: your orders", "status", ""])
def test_amend_alone_brings_back_whatever_the_subject_says(ready, subject):
    stood = ready.stands()
    send(ready, "boast 2\nready")
    assert ready.stands() != stood
    disposition, _ = send(ready, "amend", fields=[f"Subject: {subject}"])
    assert (disposition.code, ready.is_ready()) == ("orders", True)
    assert {"hide 3", "boast 2"} <= {*ready.stands().splitlines()}


def test_amend_beside_a_question_is_not_lost(ready):
    send(ready, "boast 2\nready")
    disposition, _ = send(ready, "status\namend")
    assert disposition.outcome == "taken"
    assert "hide 3" in ready.stands()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("Please wait for me, I have to think.", "orders"),
        ("I have to think about that.", "passed-on"),
        (parts(part("See my new orders."), part("PK", DOCX, "orders.docx")), "passed-on"),
        (parts(part("amend\nhide 4"), part("PK", DOCX, "orders.docx")), "orders"),
        ("amend\nhide 50", "orders"),
        ("> hide 4", "no-orders"),
        ("histroy", "request-misspelt"),
        ("status\nArmy or no army, I have changed my mind.", "status"),
        ("press to Takeda\nHello!\nhide 4", "press-open"),
        ("press to Takda\nHello!\nendpress\nhide 4", "press-unknown"),
        ("press to Takeda\nHello!\nendpress\nI have changed my mind.", "press"),
    ],
)
def test_what_is_not_taken_suspends_it_and_every_answer_says_so(ready, body, code):
    disposition, answer = send(ready, body)
    assert disposition.code == code
    assert not ready.is_ready()
    assert ready.stands() == ("hide 4" if code == "orders" and "docx" in body else "hide 3")
    if "wait" in body:
        assert "ready=False" in answer or "not ready" in answer or "receipt" in answer
    else:
        assert answer.count(SAYS) == 1
    send(ready, "ready")
    assert ready.is_ready()


@pytest.mark.parametrize(
    "body",
    [
        "status",
        "help",
        "map",
        "odds",
        "odds hide 3",
        "zone Europe/Rome",
        "zone Nowhere/Else",
        "map 99 plan",
        "status\nThanks, Ann",
        "press to Takeda\nWait, is that your army in Kai?",
        "press to Takeda\nHello!",
        "diary\nI am ready to give up",
        "orders",
        "check\nhied 4",
    ],
)
def test_what_changes_nothing_by_its_nature_suspends_nothing(ready, body):
    send(ready, body)
    assert ready.is_ready()


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("ready", True),
        ("Hi all,\nready\n\nThanks,\nJim", True),
        ("Hi all,\nready\n\nJim", False),
        ("Hello Jim,\n\nready\n\nThanks, Oda", True),
        ("Dear GM\nready\nbest regards\nOda player", True),
        ("ready\noda", True),
        ("ready\nSent from my phone", True),
        ("ready\n-- \nSee you at the convention.", True),
        ("Please undo my last letter.\nready", False),
        ("Same as last turn.\n\nready", False),
        ("Hi, undo my last letter.\nready\nJim", False),
        ("ready\nundo that", False),
        ("Oda?\nready", False),
        ("ready\nNo", False),
    ],
)
def test_ready_without_orders_counts_beside_courtesy_and_names_alone(post, body, counts):
    send(post, "hide 3")
    disposition, answer = send(post, body)
    assert (disposition.code, post.is_ready(), post.stands()) == ("orders", counts, "hide 3")
    assert ("may change what you want" in answer) is not counts


def test_a_change_that_is_asked_for_among_orders_is_told_once_and_nobody_ready(post):
    for body in ("hide 4\ndraw\nready", "hide 4\nready\nabsence 24 dec to 2 jan"):
        _, checked = send(post, f"check\n{body}")
        disposition, answer = send(post, body)
        assert (disposition.code, post.is_ready(), post.stands()) == ("orders", False, "hide 4")
        for said in (checked, answer):
            assert said.count("This is a request and no order") == 1
            assert "does not begin an order" not in said


def test_a_name_that_resembles_an_order_signs_the_letter_of_who_is_called_so(post):
    for who, is_ready in (("Cy Boaster", False), ("Ann Boast", True), ("Ann C. Boast", True)):
        sender = f"{who} <oda@example.org>"
        _, checked = send(post, "check\nhide 4\nready\n\nAnn Boast", sender=sender)
        _, answer = send(post, "hide 4\nready\n\nAnn Boast", sender=sender)
        assert (post.is_ready(), post.stands()) == (is_ready, "hide 4")
        for said in (checked, answer):
            assert ("does not begin an order" in said) is not is_ready
    for who, is_ready in (("Bo Wright", True), ("Wu", False)):
        send(post, "hide 4\nbo wright\nready", sender=f"{who} <oda@example.org>")
        assert post.is_ready() is is_ready
    send(post, "boast 2,\nelse\nhide 3", sender="Else <oda@example.org>")
    assert post.stands() == "boast 2\nelse: hide 3"
    disposition, _ = send(post, "Ann Boast", sender="Ann Boast <oda@example.org>")
    assert (disposition.code, post.stands()) == ("passed-on", "boast 2\nelse: hide 3")


def test_nobody_suspends_for_another_without_his_token(ready):
    ready.take("I have to think about that.", to="game@example.net")
    ready.take("I have to think about that.", to="game@example.net", sender="eve@example.org")
    ready.take("> hide 4", to="game@example.net")
    assert ready.is_ready()


def test_a_refusal_that_nobody_gets_is_no_secret(ready):
    for number in range(9):  # more than are answered a day
        send(ready, f"ready\n# {number}")
        disposition, answer = send(ready, f"> hide {number}")
        assert disposition.code == "no-orders"
        assert SAYS in answer


def test_a_question_too_many_suspends_it_as_well(ready):
    for _ in range(45):
        send(ready, "status")
    assert ready.is_ready()
    disposition, answer = send(ready, "status\nArmy or no army, I have changed my mind.")
    assert disposition.code == "limit"
    assert SAYS in answer
    assert not ready.is_ready()


def test_wait_in_press_is_press(ready):
    disposition, _ = send(ready, "press to Takeda\nWait, is that your army?")
    assert (disposition.outcome, disposition.code) == ("answered", "press")
    disposition, _ = send(ready, "press to Takeda\nShall we?\nwait")  # which may be his order
    assert disposition.code == "press-open"
    assert not ready.is_ready()


def test_the_phase_waits_for_whoever_changed_his_mind(ready):
    ready.take("hide 3\nready", seat="Takeda")
    assert ready.state.why_due == "ready"
    send(ready, "Wait, I changed my mind - army 3 in Kinai")
    assert ready.state.why_due == ""


LINES = (
    *("hide 3", "hide 4", "boast 2", "amend", "ready", "ready", "wait", "hied 4", "hide 50"),
    *("status", "zone Europe/Rome", "help", "histroy", "press to Takeda", "endpress", "Hi Takeda!"),
    *("Thanks, Ann", "I am not sure.", "> hide 4", "-- ", "seat Takeda", "cancel boast 2"),
)


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_ready_after_a_letter_that_was_not_taken_whole(post, seed):
    chance = Random(seed)
    post.take("hide 3\nready", seat="Takeda")
    for _ in range(60):
        body = "\n".join(chance.sample(LINES, chance.randint(1, 4)))
        was_ready, stood = post.is_ready(), post.stands()
        disposition, answer = send(post, body)
        if disposition.code == "passed-on" or disposition.code in ("no-orders", "press-open"):
            assert not post.is_ready(), body
            assert post.stands() == stood
            assert (SAYS in answer) == was_ready, body
        elif disposition.code == "orders" and post.is_ready():
            assert not {"hied 4", "hide 50"} & set(body.splitlines()), body
            assert was_ready or scan(body).ready or "amend" in body, body
        elif disposition.outcome == "answered" and was_ready and not post.is_ready():
            assert SAYS in answer, body


@pytest.mark.parametrize(
    ("lines", "stands", "is_ready"),
    [
        ("hide 3 # Ōmi\nready\nGruppe f\udce1r alle", "hide 3", True),
        ("hide 3 # Ōmi\nbo\udce1st 2\nready", "hide 3", False),
        ("hide 3 # Ōmi\nre\udce1dy", "hide 3", False),
    ],
)
def test_a_broken_byte_costs_its_line_and_is_told(post, lines, stands, is_ready):
    body = f"Content-Type: text/plain; charset=utf-8\n\n{lines}"
    raw = post.raw("").decode().rstrip("\n") + "\n" + body
    take(post.store, raw.encode(errors="surrogateescape"), post.now)
    assert (post.stands(), post.is_ready()) == (stands, is_ready)
    [receipt] = post.out("receipt")
    number = 1 + next(n for n, line in enumerate(lines.splitlines()) if "\udce1" in line)
    assert f"could not be read in line {number}" in receipt.content.text


def test_what_stands_in_a_file_beside_a_question_is_told_and_ends_ready(ready):
    _, said = send(ready, parts(part("status"), part("PK", DOCX, "orders.docx")))
    assert "the attached file “orders.docx” was not read" in said
    assert SAYS in said
    assert "you are ready" not in said
    assert not ready.is_ready()


SEALED = "MIME-Version: 1.0\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nMIAG"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (SEALED, "no-orders"),
        (parts(part("My orders:"), part("PK", DOCX, "orders.docx")), "passed-on"),
        (parts(part(""), part("PK", DOCX, "orders.docx")), "no-orders"),
    ],
)
def test_orders_that_cannot_be_read_are_no_question_for_those_that_stand(ready, body, code):
    disposition, said = send(ready, body, fields=["Subject: My orders"])
    assert (disposition.code, ready.is_ready()) == (code, False)
    assert "wrapped by S/MIME" in said or "“orders.docx” was not read" in said
