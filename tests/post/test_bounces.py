"""Letters that come back: which are believed, who is told, and whom nothing reaches any more."""

import pytest
from outboxes import MemoryOutbox

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.letters.delivery import why_out_of_reach
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.create import Player
from adjudicator.post.incoming import reading
from adjudicator.post.incoming.letter import Address
from adjudicator.post.incoming.reading import read
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders.return_addresses import find_letter_of, return_part
from adjudicator.reports.model import Report
from adjudicator.store.letter_records import Bounce, Letter

DSN = """Return-Path: <>
From: MAILER-DAEMON@relay.example
To: {to}
Message-ID: <{id}@relay.example>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

Sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example

Final-Recipient: rfc822; {who}
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: text/rfc822-headers

From: game@example.net
Message-ID: {quoted}

--b--
"""
EXIM = """Return-Path: <>
From: Mailer-Daemon@x.example
To: {to}
Message-ID: <{id}@x.example>
X-Failed-Recipients: {who}

Sorry.
------ This is a copy of the message ------
Message-ID: {quoted}
"""
QMAIL = """Return-Path: <>
From: MAILER-DAEMON@x.example
To: {to}
Message-ID: <{id}@x.example>

Hi. This is the qmail-send program at x.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<{who}>:
no such user

--- Below this line is a copy of the message.

Message-ID: {quoted}
"""
PLAIN = """Return-Path: <>
From: MAILER-DAEMON@x.example
To: {to}
Message-ID: <{id}@y>

Sorry.
"""
ODA = "oda@example.org"


@pytest.fixture
def sent(post):
    """A campaign whose letters have gone."""
    post.mailed = MemoryOutbox()
    list(send_all(post.store, post.mailed, post.now))
    return post


def letter_to(post, who=ODA, number=0):
    return [e for e in post.store.rows(Letter) if who in e.recipients][number]


def bounce(post, letter, form=DSN, *, to="", quoted="<none@x>", who=ODA, action="failed"):
    """A mail server says that a letter came to nothing: to its own address, or quoting its ID."""
    post.count += 1
    to = to or f"game+{return_part(post.store, letter)}@example.net"
    facts = {"to": to, "quoted": quoted, "who": who, "action": action, "id": f"b{post.count}"}
    return take(post.store, form.format(**facts).encode(), post.now).disposition


def another(post):
    """One more letter goes to Oda."""
    post.take("status", sender="away@example.org")
    list(send_all(post.store, post.mailed, post.now))
    return post.store.rows(Letter, kind="answer", order="id", last=True)[0]


def oda(post):
    return post.state.seat("Oda")


def test_each_letter_is_sent_from_an_address_that_names_it(sent):
    for mail in sent.mailed.mails:
        found = find_letter_of(sent.store, [Address(mail.sender)])
        assert found.message_id == mail.message_id
    first, second = (mail.sender.partition("@")[0] for mail in sent.mailed.mails[:2])
    mixed = f"{first[:-7]}{second[-7:]}@example.net"
    assert find_letter_of(sent.store, [Address(f"{first}@elsewhere.example")])
    made_up = [f"{first}a@x", f"{first[:-1]}@x", f"game+b-{'a' * 13}@x", "game+b-@x", ""]
    for forged in (mixed, *made_up):
        assert find_letter_of(sent.store, [Address(forged)]) is None
    parts = [mail.sender.partition("+b-")[2][:6] for mail in sent.mailed.mails]
    assert len(set(parts)) == len(parts)  # nobody sees who else has got mail meanwhile
    assert len(return_part(sent.store, letter_to(sent))) < 17  # no longer than a token


def test_other_plus_parts_are_no_tokens():
    for plus in ("+b-aaaaaaa-aaaaaaaa", "+abc", "", "+b1890", "+aaaaaaaaaaaaaaaa1"):
        assert Address(f"game{plus}@example.net").token == ""


@pytest.mark.parametrize("form", [DSN, EXIM, QMAIL])
@pytest.mark.parametrize("by", ["its address", "its ID"])
def test_a_bounce_of_a_letter_of_ours_is_told_to_the_game_master_once(sent, form, by):
    letter = letter_to(sent)
    known = {"to": "game@example.net", "quoted": letter.message_id} if by == "its ID" else {}
    for _ in range(3):
        disposition = bounce(sent, letter, form, **known)
        assert (disposition.code, disposition.seat) == ("bounce", "Oda")
        assert "oda@example.org" in disposition.why
    assert sent.notes() == ["bounced"]
    told = " ".join(sent.out("note")[-1].content.text.split())
    assert "oda@example.org (Oda) could not be reached: the letter <sekigahara." in told
    assert why_out_of_reach(sent.store, oda(sent)) is None


@pytest.mark.parametrize("form", [DSN, EXIM, QMAIL])
def test_a_bounce_that_anybody_could_have_made_up_marks_nobody(sent, form):
    for n in range(3):
        disposition = bounce(sent, letter_to(sent), form, to="game@example.net", quoted=f"<{n}@x>")
        assert (disposition.outcome, disposition.code) == ("ignored", "false-bounce")
        bounce(sent, letter_to(sent), form, to=f"game+b-{'abc'[n] * 13}@example.net")
    sent.take("status")
    (unsent,) = sent.out("answer")
    disposition = bounce(sent, unsent, form, to="game@example.net", quoted=unsent.message_id)
    assert disposition.code == "false-bounce"
    assert sent.notes() == []
    assert sent.store.rows(Bounce) == []


def test_a_letter_that_was_passed_on_comes_back_from_its_own_recipient(sent):
    bounce(sent, letter_to(sent), who="elsewhere@example.com")
    assert [each.recipient for each in sent.store.rows(Bounce)] == [ODA]


@pytest.mark.parametrize(
    ("form", "said", "failed"),
    [
        (PLAIN, f"Of {ODA} nothing is known.", [ODA]),
        (PLAIN, f"It failed.\n\nTo: {ODA}, takeda@example.org", []),
        (PLAIN, "It failed.", []),
        (DSN, f"We forwarded it for {ODA}.", [ODA]),
    ],
)
def test_of_several_readers_those_are_marked_whom_the_report_tells_apart(sent, form, said, failed):
    of = {"campaign_id": sent.campaign.id, "message_id": "<both@example.net>", "kind": "note"}
    both = (ODA, "takeda@example.org")
    sent.store.add(Letter(recipients=both, created=sent.now, content=Report("x", "y", ""), **of))
    (letter,) = sent.store.rows(Letter, message_id="<both@example.net>")
    form = form.replace("Sorry.", said)
    assert bounce(sent, letter, form, who="elsewhere@example.com").code == "bounce"
    assert [each.recipient for each in sent.store.rows(Bounce)] == failed
    assert sent.notes() == ["bounced" if failed else "came-back"]
    for action in ("failed", "delayed"):  # nor anybody whom it did not go to
        bounce(sent, letter, who="elsewhere@example.com", action=action)
    assert [each.recipient for each in sent.store.rows(Bounce)] == failed


def test_who_is_out_of_reach_at_the_second_letter_is_in_reach_when_he_writes_or_moves(sent):
    bounce(sent, letter_to(sent))
    second = another(sent)
    sent.wait(hours=1)
    bounce(sent, second)
    assert sent.notes() == ["bounced", "unreachable"]
    since, why = why_out_of_reach(sent.store, oda(sent))
    assert (since, why) == (sent.now, "550 5.1.1 no such user")
    told = " ".join(sent.out("note")[-1].content.text.split())
    assert "oda@example.org (Oda) is out of reach: another letter came back" in told
    sent.wait(days=2)
    bounce(sent, another(sent))
    assert sent.notes() == ["bounced", "unreachable"]
    sent.take("hide 3", sender="elsewhere@example.org")
    sent.take("hide 3", to="game@example.net")  # nothing proves that it is his
    assert why_out_of_reach(sent.store, oda(sent))
    sent.take("hide 3", sender="Oda@example.org")
    assert why_out_of_reach(sent.store, oda(sent)) is None
    for number in (1, 2):
        sent.wait(minutes=5)
        bounce(sent, another(sent))
        assert bool(why_out_of_reach(sent.store, oda(sent))) == (number == 2)
    commit(sent.store, sent.campaign, sent.now, hand_over, Player("Oda", "new@example.org"))
    assert why_out_of_reach(sent.store, oda(sent)) is None


WHYS = {"550 5.1.1 no such user": True, "550 no such user": True, "552 5.2.2 mailbox full": True}
WHYS |= {"554 5.7.1 looks like spam": False, "552 too large": False, "550 5.6.1 picture": False}


@pytest.mark.parametrize("why", WHYS)
def test_what_a_server_has_against_a_letter_says_nothing_of_the_address(sent, why):
    out = MemoryOutbox(oda="refused")
    out.why = why
    for _ in range(2):
        sent.take("status", sender="away@example.org")
        sent.wait(minutes=1)
        list(send_all(sent.store, out, sent.now))
    assert bool(why_out_of_reach(sent.store, oda(sent))) == WHYS[why]
    assert sent.notes() == (["bounced", "unreachable"] if WHYS[why] else ["declined"] * 2)
    assert why in " ".join(sent.store.rows(Letter, kind="note")[-1].content.text.split())


def test_a_delay_is_only_noted(sent):
    for letter in (letter_to(sent), another(sent)):
        disposition = bounce(sent, letter, action="delayed")
        assert (disposition.outcome, disposition.code) == ("ignored", "delay")
    assert sent.notes() == []
    assert {each.kind for each in sent.store.rows(Bounce)} == {"delayed"}
    assert why_out_of_reach(sent.store, oda(sent)) is None


def test_a_bounce_of_the_game_master_sends_no_letter_to_him(sent):
    before = len(sent.out("note"))
    bounce(sent, letter_to(sent, "gm@example.org"), who="gm@example.org")
    assert sent.notes() == ["bounced"]
    assert len(sent.out("note")) == before


def test_an_absent_players_answer_to_the_letters_address_is_no_bounce(sent):
    to = f"game+{return_part(sent.store, letter_to(sent))}@example.net"
    away = ["Auto-Submitted: auto-replied", "Return-Path: <>"]
    for fields, code in ((away, "automatic"), ([], "to-return-address")):
        found = sent.take("I am away", to=to, fields=fields)
        assert (found.outcome, found.code, found.seat) == ("ignored", code, "Oda")
    assert sent.store.rows(Bounce) == []
    assert sent.notes() == []


UNKNOWN = [
    "Return-Path: <>\nFrom: postmaster@x.example",
    "From: Mail Delivery System <no-reply@cloud.example>\nReturn-Path: <>",
    "From: <>",
    "From: MAILER-DAEMON@x.example\nAuto-Submitted: auto-replied",
]


@pytest.mark.parametrize("head", UNKNOWN)
def test_what_a_server_sends_to_a_return_address_is_a_bounce_in_whatever_form(sent, head):
    letter = letter_to(sent)
    to = f"game+{return_part(sent.store, letter)}@example.net"
    text = f"{head}\nTo: {to}\n\nVotre courrier pour {ODA} :\n550 5.1.1 inconnu\n"
    assert take(sent.store, text.encode(), sent.now).disposition.code == "bounce"
    (found,) = sent.store.rows(Bounce)
    assert (found.recipient, found.kind) == (ODA, "failed")
    assert "550 5.1.1 inconnu" in found.why
    assert sent.notes()[-1] == "bounced"


@pytest.mark.parametrize("action", ["delivered", "relayed (to x)", "expanded"])
def test_a_report_that_a_letter_has_arrived_is_none_of_a_failure(sent, action):
    assert bounce(sent, letter_to(sent), action=action).code == "delivery-report"
    assert sent.store.rows(Bounce) == []
    assert "came-back" not in sent.notes()


def test_a_probe_that_an_address_can_be_reached_is_none_of_a_failure(sent):
    form = DSN.replace("Status: 5.1.1", "Status: 2.1.5")
    assert bounce(sent, letter_to(sent), form, action="deliverable").code == "delivery-report"
    assert bounce(sent, letter_to(sent), form, action="failed").code == "bounce"


def test_what_may_be_no_report_is_told_to_the_game_master_and_marks_nobody(sent):
    to = f"game+{return_part(sent.store, letter_to(sent))}@example.net"
    for number in range(2):
        text = f"Is this for me? {number}"
        found = sent.take(text, to=to, sender="carla@example.com")
        assert (found.outcome, found.code) == ("ignored", "came-back")
    assert sent.store.rows(Bounce) == []
    assert sent.notes().count("came-back") == 1


FILLERS = ("Message-ID: \n " * 4_000, "\x00<" * 10_000, "Action: failed\n\n" * 4_000)


@pytest.mark.parametrize("form", [DSN, EXIM, QMAIL])
def test_a_bounce_of_hostile_bytes_is_read_to_its_end(form, patience):
    text = form.format(to="g@x", id="1", who="a@b.example", quoted="<q@x>", action="failed")
    with patience():
        for filler in FILLERS:
            letter = read(text.replace("Sorry", filler).encode())
            assert len(letter.bounce.ids) <= 5


def test_of_a_long_line_a_bounce_reader_of_square_time_gets_the_beginning(monkeypatch):
    given = []
    monkeypatch.setattr(reading, "_recognise", lambda raw: given.append(raw) or ((), ()))
    read(b"From: MAILER-DAEMON@x.example\nReturn-Path: <>\n\n" + b"," * 24_000)
    assert max(map(len, given[0].split(b"\n"))) == reading.LONGEST_LINE
