"""Orders that stand where none are read cost nobody his turn: they are told, or taken."""

from datetime import timedelta

import pytest
from outboxes import MemoryOutbox

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.tokens import new_token, token
from adjudicator.post.incoming.html_text import text_of_html
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Disposition, Letter
from adjudicator.store.records import Guest

QUOTED = "On Fri, Nov 20, 2026 at 12:00 PM judge <game@example.net> wrote:\n"
OUTLOOK = "________________\nFrom: judge\nSent: Friday\nTo: Oda\nSubject: toy\n\n"
HEAD = "MIME-Version: 1.0\nContent-Type: multipart/{}; boundary=b"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def part(body, kind="text/plain", name=""):
    place = f"\nContent-Disposition: attachment; filename={name}" if name else ""
    return f"--b\nContent-Type: {kind}{place}\n\n{body}\n"


def parts(*each, kind="mixed"):
    return HEAD.format(kind) + "\n\n" + "".join(each) + "--b--\n"


def send(post, body, subject="", fields=()):
    """Send a letter, as the player of Oda; return its disposition and the text of the last answer."""
    fields = [*fields, *([f"Subject: {subject}"] if subject else [])]
    raw = post.raw("BODY", fields=fields).decode()
    head, _, _ = raw.partition("\n\nBODY")
    divider = "\n" if body.startswith("MIME-Version") else "\n\n"
    done = take(post.store, (head + divider + body).encode(), post.now)
    answers = [
        each
        for each in post.store.rows(Letter, order="id")
        if each.kind in ("receipt", "refusal") and each.recipients != ("gm@example.org",)
    ]
    return done.disposition, " ".join(answers[-1].content.text.split()) if answers else ""


def checking(body):
    """Return a letter that only asks what would come of it."""
    head, gap, rest = body.partition("text/plain\n\n")
    return f"{head}{gap}check\n{rest}" if gap else f"check\n{body}"


def opening(post):
    return next(each for each in post.store.rows(Letter) if each.seat == "Oda")


def marked(text):
    return "".join(f"> {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("ready\n\n" + QUOTED + "> Write below:\n> boast 7\n", "your letter quotes"),
        ("hide 3\nready\n\n" + OUTLOOK + "Write below:\nboast 7\n", "your letter quotes"),
        ("hide 3\nready\n-- \nboast 7\n", "Nothing below “--”"),
        ("hide 3\nready\nend\nboast 7\n", "Nothing below “--”"),
        (parts(part("hide 3\nready"), part("boast 7", name="ATT00001.txt")), "“ATT00001.txt”"),
        (
            parts(
                part("cheers"),
                part("seat Oda\nhide 3\nready", name="a.txt"),
                part("seat Oda\nboast 7", name="a.txt"),
            ),
            "“a.txt” was not read",
        ),
        (
            parts(part("boast 7"), part("seat Oda\nhide 3\nready", name="a.txt")),
            "not from the letter itself",
        ),
    ],
)
def test_an_order_where_none_is_read_is_told_and_nobody_is_ready_without_it(post, body, says):
    assert send(post, checking(body))[0].code == "check"
    (checked,) = post.out("answer")
    assert says in " ".join(checked.content.text.split())
    assert post.stands() is None
    disposition, receipt = send(post, body)
    assert (disposition.outcome, disposition.code) == ("taken", "orders")
    assert post.stands() == ("hide 3" if "hide" in body else "")
    assert says in receipt
    sent = queries.submissions(post.store, queries.head(post.store, post.campaign))["Oda"]
    assert [each.read for each in sent.findings if each.severity == "error"] == ["boast 7"]
    assert not post.is_ready()


def test_beside_orders_a_marked_line_may_be_anybodys_and_is_only_told(post):
    _, receipt = send(post, "hide 3\nready\n\n" + QUOTED + "> boast 7\n")
    assert "your letter quotes" in receipt
    assert post.is_ready()


@pytest.mark.parametrize("form", ["text", "html", "wrapped", "outlook", "own letter"])
def test_what_a_player_quotes_of_what_he_got_or_sent_is_no_order(post, form):
    send(post, "boast 7\nhide 3")
    report = [each for each in post.store.rows(Letter) if each.seat == "Oda"][-1].content
    said = report.text if form != "html" else text_of_html(report.html)
    said += "\nboast 7\nhide 3\n" if form == "own letter" else ""
    quoted = marked(said) if form != "wrapped" else marked(said.replace(" ", "\n"))
    body = OUTLOOK + said if form == "outlook" else QUOTED + quoted
    _, receipt = send(post, "amend\nhide 4\nready\n\n" + body)
    assert "quotes" not in receipt
    assert post.stands() == "boast 7\nhide 4"
    assert post.is_ready()


def test_an_order_that_stands_already_is_not_told(post):
    send(post, "hide 3\nready\n-- \nhide 3")
    assert post.is_ready()


@pytest.mark.parametrize(
    ("body", "subject"),
    [
        (parts(part("My orders are attached."), part("hide 3\nready", name="mine.txt")), ""),
        (parts(part("Attached, cheers"), part("hide 3\nready", name="mine.txt")), "Orders"),
        (parts(part("Cheers"), part("hide 3\nready", name="mine.txt")), "Status, please"),
        (parts(part("Look!"), part("<p>hide 3<p>ready", "text/html", "mine.html")), ""),
        ("", "hide 3"),
        ("Thanks, Peter", "hide 3"),
    ],
)
def test_a_letter_without_orders_of_its_own_gives_those_of_its_file_or_subject(post, body, subject):
    disposition, _ = send(post, body, subject)
    assert (disposition.outcome, disposition.code) == ("taken", "orders")
    assert post.stands() == "hide 3"


@pytest.mark.parametrize(
    ("body", "subject", "stands"),
    [
        ("ready", "hide 3", "hide 3"),
        ("hide 3", "ready", "hide 3"),
        ("hide 3\n--\nAnn", "Ready!", "hide 3"),
        ("", "ready", ""),
        ("Thanks, Peter", "I'm ready", ""),
        (parts(part("Attached. Ready!"), part("hide 3", name="mine.txt")), "", "hide 3"),
        (parts(part("see the file"), part("hide 3\nend", name="mine.txt")), "ready", "hide 3"),
        ("hide 3, ready", "", "hide 3"),
        ("hide 3 and I am ready!", "", "hide 3"),
        ("hide 3\nboast 2 and ready", "", "hide 3\nboast 2"),
        (parts(part("amend\nready"), part("hide 3", name="mine.txt")), "", "hide 3\nboast 2"),
        ("hide 3\nready", "amend", "hide 3\nboast 2"),
    ],
)
def test_ready_and_amend_may_stand_in_another_part_than_the_orders_or_behind_one(
    post, body, subject, stands
):
    if "amend" in f"{body} {subject}":
        send(post, "hide 4\nboast 2")
    send(post, body, subject)
    assert post.stands() == stands
    assert post.is_ready()


@pytest.mark.parametrize(
    ("body", "subject"),
    [
        ("wait", "ready"),
        ("Not ready yet.", "ready"),
        ("hide 3\nnot ready", "Ready!"),
        ("hide 3\nready", "wait"),
        ("I must think about it a little.", "ready"),
        ("hied 3", "ready"),
        ("hide 3", "I shall write when all is agreed and ready"),
        ("hide 3, not ready\nready", ""),
        ("hied 3 and ready", ""),
        ("hide 3\n\nI shall write when all is agreed and ready", ""),
        (parts(part("Ready!"), part("hide 3\nwait", name="mine.txt")), ""),
        (parts(part("wait"), part("hide 3\nready", name="mine.txt")), "ready"),
        ("ready", "I will not be ready"),
        ("ready", "Not yet"),
        ("ready", "Undo what I sent, or ask Ann?"),
        ("hide 3\nready", "cancel boast 2"),
        (parts(part("ready"), part("hide 3", name="mine.txt")), "Please don't hide 4"),
    ],
)
def test_what_one_part_says_makes_nobody_ready_against_another(post, body, subject):
    send(post, body, subject)
    assert not post.is_ready()


@pytest.mark.parametrize("subject", ["Re: ready", "ready?", "Ready for war", "not ready", "wait"])
def test_no_other_subject_makes_ready(post, subject):
    send(post, "hide 3", subject)
    assert post.stands() == "hide 3"
    assert not post.is_ready()


def test_a_subject_that_takes_nothing_back_leaves_one_ready(post):
    for body, subject in (
        ("ready", "Turn 3"),
        ("ready", "Re: not yet"),
        ("hide 3\nready", "My orders, if you please"),
        ("hide 3\nready", "So no boast for me, OK?"),
    ):
        send(post, "wait")
        send(post, body, subject)
        assert post.is_ready(), subject


def test_a_subject_that_is_an_order_is_shown_to_nobody_else(post):
    send(post, "", "hide 3")
    send(post, "boast 2", "hide 4")
    assert {each.subject for each in post.store.rows(Disposition)} == {""}


def test_the_subject_of_a_letter_that_answers_one_is_not_its_writers(post):
    for subject in ("Re: hide 4", "AW: hide 4", "[toy] hello"):
        _, receipt = send(post, "hide 3\nready", subject)
        assert "hide 4" not in receipt
        assert post.is_ready()


def test_ready_beside_a_file_that_cannot_be_read_makes_nobody_ready(post):
    for name in ("orders.docx", "orders.PDF", "x.rtf", "winmail.dat", "my.odt"):
        kind = DOCX if name.endswith("docx") else "application/octet-stream"
        for words, is_ready in (("ready", False), ("hide 3\nready", True)):
            _, receipt = send(post, parts(part(words), part("PK", kind, name)))
            assert "orders into the letter itself" in receipt, name
            assert post.is_ready() == is_ready
        send(post, "not ready")
    for name in ("smime.p7s", "logo.png", "ann.vcf", "signature.asc"):  # these hold no orders
        _, receipt = send(post, parts(part("ready"), part("x", "application/x-any", name)))
        assert "orders into the letter itself" not in receipt, name
        assert post.is_ready()
        send(post, "not ready")


def test_a_letter_that_is_passed_on_says_what_of_it_was_not_read(post):
    disposition, answer = send(post, "\n" + QUOTED + "> boast 7\n")
    assert disposition.code == "no-orders"
    assert "above or below that" in answer
    assert "boast" not in disposition.why
    body = parts(part("My orders are attached."), part("PK", DOCX, "orders.docx"))
    disposition, answer = send(post, body)
    assert disposition.code == "passed-on"
    assert "The attached file “orders.docx” was not read" in answer
    note = " ".join(post.out("note")[-1].content.text.split())
    assert "Oda (Oda player, oda@example.org) wrote a letter without orders" in note
    assert "The attached file “orders.docx” was not read" in note
    disposition, answer = send(
        post, parts(part("Look at this."), part("x", "image/png", "map.png"))
    )
    assert disposition.code == "passed-on"
    for said in (answer, " ".join(post.out("note")[-1].content.text.split())):
        assert "The attached file “map.png” was neither read nor sent on." in said
    disposition, answer = send(post, "See below, please.\n\n" + QUOTED + "> boast 7\n")
    assert disposition.code == "passed-on"
    assert "boast 7" in answer
    notes = [each.content.text for each in post.out("note")]
    assert notes
    assert not any("boast 7" in each for each in notes)


def test_the_game_master_hears_of_a_file_in_a_guests_letter_too(post):
    guest = Guest(1, "eve@example.org", "observer", "Eve", **new_token(post.store), since=post.now)
    post.store.add(guest)
    picture = part("x", "image/png", "map.png")
    files = (part("PK", DOCX, "proposal.docx"), picture)
    head, _, body = parts(part("See this."), *files).partition("\n\n")
    to = f"game+{token(guest)}@example.net"
    post.take(body, sender="eve@example.org", to=to, fields=head.splitlines())
    answer, note = (
        " ".join(post.out(kind)[-1].content.text.split()) for kind in ("answer", "note")
    )
    assert note.startswith("Eve eve@example.org (observer) wrote, and was told: The attached file")
    for told in (answer, note):
        assert "file “proposal.docx” was not read" in told
        assert "file “map.png” was neither read nor sent on" in told
    assert "word for the dice" not in answer  # a guest has none


STRUCK = "<div>hide 3</div><div><{0}>boast 7</{1}></div><div>ready</div>"


def test_what_is_struck_out_is_no_order(post):
    plain = part("hide 3\nboast 7\nready")
    style = "span style='color:red; text-decoration : line-through'"
    for tag, beside_plain in (("s", True), ("del", False), ("STRIKE", False), (style, True)):
        html = part(STRUCK.format(tag, tag.split()[0]), "text/html")
        each = (plain, html) if beside_plain else (html,)
        _, receipt = send(post, parts(*each, kind="alternative"))
        assert post.stands() == "hide 3", tag
        assert "struck out" in receipt
        assert post.is_ready()
        send(post, "hide 1\nnot ready")


def test_of_plain_text_and_a_page_the_one_that_says_the_orders_is_read(post):
    for plain, html in (
        ("This message is in HTML.", "<p>hide 3</p><p>ready</p>"),
        ("\u200b\ufeff \u00a0", "<p>hide 3</p><p>ready</p>"),
        ("hide 3\nready", "<p>Something else</p>"),
        ("hide 3\nready", "<p>hide&nbsp;3</p><p>ready</p><img alt=x>"),
        ("hide 3\nready", ""),
    ):
        both = (part(plain, "text/plain; charset=utf-8"), part(html, "text/html"))
        send(post, parts(*both, kind="alternative"))
        assert (post.stands(), post.is_ready()) == ("hide 3", True), (plain, html)
        send(post, "hide 1\nnot ready")


def test_files_within_the_page_of_apples_mail_are_seen(post):
    inner = (
        "--b\nContent-Type: multipart/mixed; boundary=c\n\n"
        "--c\nContent-Type: text/html\n\n<p>See the file.</p>\n"
        "--c\nContent-Type: text/plain; name=mine.txt\nContent-Disposition: inline; "
        "filename=mine.txt\n\nhide 3\nready\n--c\nContent-Type: text/html\n\n<br>\n--c--\n"
    )
    send(post, parts(part("See the file."), inner, kind="alternative"))
    assert post.stands() == "hide 3"
    assert post.is_ready()


@pytest.fixture
def crossing(post):
    """A game of which a phase has just been carried out, while a letter was on its way."""
    post.old = opening(post)
    for seat in ("Oda", "Takeda"):
        post.take("hide 1\nready", seat=seat)
    post.wait(minutes=10)
    assert list(carry_out_due(post.store, post.campaign, post.now))
    post.new = [each for each in post.store.rows(Letter) if each.seat == "Oda"][-1]
    return post


def answers(letter):
    return [f"In-Reply-To: {letter.message_id}"]


def test_a_letter_that_answers_one_of_the_phase_before_makes_nobody_ready(crossing):
    disposition, answer = send(crossing, "ready", fields=answers(crossing.old))
    assert disposition.code == "no-orders"
    assert "does not make you ready in 1 strike" in answer
    crossing.wait(minutes=2)
    _, receipt = send(crossing, "strike Takeda\nready", fields=answers(crossing.old))
    assert "may be about 1 plan" in receipt
    assert (crossing.stands(), crossing.is_ready()) == ("strike Takeda", False)
    send(crossing, "ready", fields=answers(crossing.old))
    assert not crossing.is_ready()  # for he had no answer yet
    list(send_all(crossing.store, MemoryOutbox(), crossing.now))
    send(crossing, "ready", fields=answers(crossing.old))
    assert not crossing.is_ready()  # without a date nobody knows that he has read it
    raw = crossing.raw("ready", fields=answers(crossing.old))
    bare = b"\n".join(x for x in raw.splitlines() if not x.startswith(b"Message-ID"))
    assert take(crossing.store, bare, crossing.now, crossing.now).outcome == "refused"
    assert not crossing.is_ready()  # nor of one without a Message-ID, either
    date = f"Date: {crossing.now:%a, %d %b %Y %H:%M:%S +0000}"
    send(crossing, "ready", fields=[date, *answers(crossing.old)])
    assert crossing.is_ready()


def test_two_letters_that_cross_a_report_make_nobody_ready(crossing):
    written = crossing.now - timedelta(minutes=3)
    date = [f"Date: {written:%a, %d %b %Y %H:%M:%S +0000}", *answers(crossing.old)]
    for stands in ("strike Takeda", "hide 1"):
        _, receipt = send(crossing, f"{stands}\nready", fields=date)
        assert "may be about 1 plan" in receipt
        list(send_all(crossing.store, MemoryOutbox(), crossing.now))
        crossing.wait(minutes=1)
    assert not crossing.is_ready()


def test_a_letter_crosses_a_report_although_orders_were_kept_for_the_phase(post):
    old = opening(post)
    for seat in ("Oda", "Takeda"):
        post.take("hide 1\nready\nphase 1 strike\nstrike Takeda", seat=seat)
    post.wait(minutes=10)
    assert list(carry_out_due(post.store, post.campaign, post.now))
    assert post.state.submissions["Oda"].kind == "kept"
    _, receipt = send(post, "amend\nready", fields=answers(old))
    assert "may be about 1 plan" in receipt
    assert not post.is_ready()


def test_a_letter_that_was_written_before_the_report_makes_nobody_ready(crossing):
    written = crossing.now - timedelta(minutes=3)
    send(crossing, "strike Takeda\nready", fields=[f"Date: {written:%a, %d %b %Y %H:%M:%S +0000}"])
    assert (crossing.stands(), crossing.is_ready()) == ("strike Takeda", False)


@pytest.mark.parametrize("how", ["the new letter", "a heading", "much later", "its date"])
def test_a_letter_for_the_phase_that_waits_makes_ready(crossing, how):
    crossing.wait(hours=3 if how == "much later" else 0, minutes=1)
    date = f"Date: {crossing.now:%a, %d %b %Y %H:%M:%S +0000}"
    letter = crossing.new if how == "the new letter" else crossing.old
    fields = [date] if how == "its date" else answers(letter)
    heading = "phase 1 strike\n" if how == "a heading" else ""
    _, receipt = send(crossing, heading + "strike Takeda\nready", fields=fields)
    assert "may be about" not in receipt
    assert crossing.is_ready()


def test_no_letter_takes_for_ever_to_be_compared(post, patience):
    for piece in ("> boast 7\n", "boast 7 ", "<s>", "a\n> ", "hide 3\n-- \n"):
        long = piece * (60_000 // len(piece))
        with patience():
            send(post, "hide 3\n" + QUOTED + long)
            send(post, "hide 3\n--\n" + long)
    with patience():
        send(post, parts(*[part("boast 7\n" * 500, name=f"{n}.txt") for n in range(190)]))


def test_a_letter_of_ours_that_is_damaged_costs_nobody_his_orders(post):
    with post.store.without_guards():
        post.store.write("UPDATE letter SET content = substr(content, 1, 8)")
    disposition = post.take("hide 3\n\n" + QUOTED + "> boast 7\n")
    assert disposition.outcome == "taken"
    assert post.stands() == "hide 3"


@pytest.mark.parametrize("deep", [False, True])
def test_orders_above_a_large_picture_are_taken(post, deep):
    picture = part("A" * 1_100_000, "image/jpeg", "IMG_1.jpg")
    whole = parts(part("hide 3\nready"), picture)
    if deep:
        inner = whole.replace("--b", "--c").replace("=b", "=c").replace("MIME-Version: 1.0\n", "")
        whole = parts(f"--b\n{inner}\n")
    _, receipt = send(post, whole)
    assert (post.stands(), post.is_ready()) == ("hide 3", True)
    assert "only its first parts were read" in receipt


def test_a_text_that_is_too_large_is_not_taken_in_half(post):
    long = f"hide 3 # {'a' * 1000}\n" * 1_100
    picture = part("A" * 1_100_000, "image/jpeg", "IMG_1.jpg")
    for body in (long, parts(part(long)), parts(picture, part("hide 3"))):
        disposition, answer = send(post, body)
        assert (disposition.outcome, disposition.code) == ("refused", "unreadable")
        assert "1,024 KB" in answer or "1024 KB" in answer
        assert post.stands() is None


PRESS = "press to Takeda\nAs you asked.\nendpress\n"


@pytest.mark.parametrize("body", [PRESS, "help\n"])
@pytest.mark.parametrize("file", ["hide 4\n", "as agreed\n"])
def test_a_file_of_orders_beside_press_or_a_request_is_told_and_not_read(post, body, file):
    send(post, parts(part(body), part(file, name="o<rders>.txt")))
    (letter,) = post.out("press-sent" if body is PRESS else "answer")
    told = "o<rders>.txt holds orders that were not read" in letter.content.text
    assert told == file.startswith("hide")
    assert "<rders>" not in letter.content.html
    assert post.stands() is None


SHEET = "game sekigahara\nseat Oda\nphase 1 plan\n\n# hide 3\n\nEND\n{}\nready\n"


def test_orders_below_the_end_of_an_attached_sheet_are_told(post):
    send(post, "hide 2\nready")
    for said, kind in (("Here it is.", "receipt"), ("position", "answer"), ("", "receipt")):
        for subject in ("", "orders"):
            sheet = part(SHEET.format("hide 4"), name="orders.txt")
            send(post, parts(part(said), sheet), subject)
            (*_, letter) = post.out(kind)
            text = " ".join(letter.content.text.split())
            told = "below “--” or “end” is read" in text or "holds orders that were not" in text
            assert told, (said, subject)
            assert (post.stands(), post.is_ready()) == ("hide 2", False)


def test_orders_in_a_letter_that_is_forwarded_below_a_question_are_told(post):
    head = "---------- Forwarded message ---------\nFrom: Ann <a@b.example>\nSubject: war\n\n"
    for subject, mark in (("Fwd: history", ""), ("Fwd: status", "> ")):
        send(post, "hide 2\nready")
        send(post, f"{head}{mark}hide 4\n", subject)
        assert "Not read of your letter: “hide 4”." in post.out("answer")[-1].content.text
        assert (post.stands(), post.is_ready()) == ("hide 2", False)


@pytest.mark.parametrize("end", ["END", "--"])
def test_ready_below_the_end_of_a_letter_is_told(post, end):
    _, receipt = send(post, f"hide 3\n{end}\nready")
    assert "Nothing below “--” or “end” is read as an order" in receipt
    assert not post.is_ready()
    send(post, f"hide 3\nready\n{end}\nready")
    assert post.is_ready()
    for below, read in (
        ("wait", "wait"),
        (
            "".join(f"boast {number}\n" for number in range(9)),
            "boast 0; boast 1; boast 2; boast 3; boast 4",
        ),
    ):
        send(post, f"hide 3\nready\n{end}\n{below}")
        assert not post.is_ready()
        told = {x.code: x.read for x in post.state.submissions["Oda"].findings}
        assert told["beside-below-the-end"] == read


def test_a_line_that_says_only_for_which_phase_the_others_are_holds_no_ready_back(post):
    phase = post.state.head.opens
    for title in (
        *(phase.title, phase.key, f"Oda, {phase.title}", f"{phase.name} {phase.round}:"),
        f"{phase.key} Oda",
    ):
        send(post, f"{title}\nhide 3\nready")
        assert post.is_ready(), title
    for title in (f"{phase.title} 9", "Plan 2"):
        send(post, f"{title}\nhide 3\nready")
        assert not post.is_ready(), title
