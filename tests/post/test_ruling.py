"""What game masters do by mail, each with a token of his own."""

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from passing import waiting_letters
from test_answers import ask, words

from adjudicator.campaign.kernel.times import Length
from adjudicator.campaign.kernel.tokens import token, token_from, without_tokens
from adjudicator.campaign.people.settings import add_master, remove_master
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.deadlines import extend
from adjudicator.chance import phase_key
from adjudicator.post.passes.compose import write
from adjudicator.post.requests.catalogue import REQUESTS
from adjudicator.store import queries
from adjudicator.store.records import Guest, Master, Seat, Settings

GM = "gm@example.org"


@pytest.fixture
def rule(post):
    """Write to the game as one of its masters; return the disposition and the letters."""

    def do(body, address=GM, **more):
        master = post.store.find(Master, address=address)
        to = f"game+{token(master)}@example.net"
        return ask(post, body, sender=address, to=to, **more)

    return do


def at(post):
    return queries.head(post.store, post.campaign).opens.key


def test_a_note_is_answered_with_the_masters_token(post):
    note = post.out("note")[0]
    assert note.recipients == (GM,)
    master = post.store.find(Master, address=GM)
    data = write(post.store, note, note.recipients).data.decode()
    assert f"game+{token(master)}@example.net" in data


def test_what_he_answers_to_a_letter_that_was_passed_on_goes_to_who_wrote_it(post, rule):
    first = post.out("note")[0]
    post.take("Somebody must have lost a letter.")
    note = post.out("note")[-1]
    assert "What you answer to this letter goes to Oda" in words(note)
    fields = [f"In-Reply-To: {note.message_id}"]
    disposition, (letter, done) = rule("I look for it.", fields=fields)
    assert (disposition.outcome, disposition.code) == ("answered", "press")
    assert (letter.kind, letter.seat) == ("press", "Oda")
    assert (done.recipients, words(done)) == ((GM,), "Your press went to Oda.")
    assert rule("status\nSoon.", fields=fields)[0].code == "status"
    for body, code in (
        ("subsitute Takeda eve@example.org Eve", "no-request"),
        ("Hi,\n\nrolback", "no-request"),
        ("Sorry to hear that.\n\nsubstitute Takeda eve@example.org Eve", "no-request"),
        ("Dear Takeda,\nI look for it.", "no-request"),
        ("Dear Oda,\npaused it is not.\nI look for it.", "press"),
    ):
        disposition, letters = rule(body, fields=fields)
        assert disposition.code == code
        assert (code == "press") is any(each.seat == "Oda" for each in letters)
    assert rule("I am away.", fields=["Auto-Submitted: auto-replied", *fields])[1] == []
    assert rule("Soon.", fields=[f"In-Reply-To: {first.message_id}"])[0].code == "no-request"
    post.wait(hours=1)
    assert rule("replace Oda by dan@example.org")[0].code == "replace"
    assert rule("It is found.", fields=fields)[0].code == "no-request"


def test_an_answer_to_another_address_of_his_goes_to_his_own_too_and_has_no_token(post):
    master, other = post.store.find(Master, address=GM), "else@example.org"
    _, (answer,) = ask(post, "status", sender=other, to=f"game+{token(master)}@example.net")
    assert answer.recipients == (GM, other)
    assert token(master) not in write(post.store, answer, answer.recipients).data.decode()


def test_a_player_who_answers_a_letter_of_the_master_rules_nothing(post):
    master = post.store.find(Master, address=GM)
    disposition = post.take("extend 2 days", to=f"game+{token(master)}@example.net")
    assert (disposition.outcome, disposition.code) == ("refused", "others-token")
    (refusal,) = post.out("refusal")
    assert refusal.recipients == ("oda@example.org",)
    assert "official" not in refusal.content.text


def test_help_lists_what_a_master_can_do(rule):
    disposition, (letter,) = rule("help")
    assert disposition.answered == (GM,)
    for each in REQUESTS:
        of_master = each.who in ("anybody", "seat", "master", "person")
        is_told = of_master or each.name in ("press", "broadcast")
        assert (each.help in words(letter)) == is_told, each.name
    _, (letter,) = rule("help hide")
    assert letter.content.subject == "[sekigahara] Help: hide"


def test_several_wishes_in_one_letter_are_done_in_their_order(post, rule):
    disposition, letters = rule("set grace = 12\nset early to no\nofficial\nWell played.")
    assert (disposition.outcome, disposition.why) == ("answered", "set, official")
    assert (post.campaign.settings.grace, post.campaign.settings.early) == (12, False)
    assert [each.kind for each in letters].count("official") == 2


def test_one_of_several_that_cannot_be_done_undoes_all(post, rule):
    disposition, _ = rule("set grace = 12\nset colour = red")
    assert disposition.outcome == "refused"
    assert post.campaign.settings.grace != 12


def test_words_that_ask_for_nothing_are_answered_with_what_to_write(rule):
    assert rule("hide 7")[0].code == "no-request"
    disposition, (letter,) = rule("Please tell Oda that he may go on, I mended it.")
    assert disposition.code == "no-request"
    assert "put the line “press to NAME” above the text; to everybody, “official”" in words(letter)


def test_what_is_for_a_player_is_refused_as_such(post, rule):
    for asked, name in (
        ("ready", "ready"),
        ("phase 2 plan\nwait", "wait"),
        ("press to Oda\nWell played.\nendpress\nready", "ready"),
        ("orders", "orders"),
        ("clear", "clear"),
        ("resign Oda", "resign"),
    ):
        post.wait(hours=6)
        disposition, (letter,) = rule(asked)
        assert (disposition.outcome, disposition.code) == ("refused", "only-players"), asked
        assert words(letter).startswith(f"“{name}” is for the player of a seat")
    assert rule("diary\nA note.")[0].code == "press-no-seat"
    assert rule("orders for Oda\nI trust him.")[0].code == "no-orders"  # goes to nobody as Oda's


def test_a_master_reminds_all_who_are_missing(post, rule):
    post.take("hide 3\nready", seat="Takeda")
    _, letters = rule("remind")
    assert [each.recipients for each in letters if each.kind == "reminder"] == [
        ("oda@example.org",)
    ]
    assert "Reminded: Oda." in words(letters[-1])
    again = rule("remind")[1]
    assert [each.kind for each in again] == ["reminder", "answer"]


def test_a_master_enters_orders_for_a_player_who_gets_the_receipt(post, rule):
    disposition, letters = rule("orders for Takeda\nhide 4 and ready")
    assert disposition.outcome == "answered"
    assert (post.stands("Takeda"), post.is_ready("Takeda")) == ("hide 4", True)
    receipts = [each for each in letters if each.kind == "receipt"]
    assert [each.recipients for each in receipts] == [("takeda@example.org",), (GM,)]
    people = post.state.seat("Takeda"), post.state.masters[0]
    for receipt, who in zip(receipts, people, strict=True):
        mail = message_from_bytes(write(post.store, receipt).data)
        assert f"<game+{token(who)}@" in mail["Reply-To"]


def test_who_loses_his_seat_to_nobody_reads_who_did_it(post, rule):
    _, letters = rule("replace Takeda by nobody")
    (farewell,) = [x for x in letters if x.recipients == ("takeda@example.org",)]
    assert "The game master has given Takeda up for you" in words(farewell)


def test_process_needs_the_phase_that_waits(post, rule):
    for wrong in ("process", "process 1 strike", "process 2 plan", "process plan", "Process 1"):
        disposition, _ = rule(wrong)
        assert (disposition.outcome, disposition.code) == ("refused", "wrong-turn"), wrong
        assert at(post) == "1 plan"
    disposition, letters = rule("Please process 1 Plan.")
    assert disposition.outcome == "answered"
    assert at(post) == "1 strike"
    assert "1 plan has been carried out; no orders came from Oda or Takeda" in words(letters[-1])
    assert rule("process 1 plan")[0].code == "wrong-turn"
    assert at(post) == "1 strike"


def test_preview_enters_nothing_and_is_not_for_one_who_plays(post, rule):
    ask(post, "hide 7\nready")
    before = len(post.out("result"))
    disposition, (letter,) = rule("preview")
    assert disposition.outcome == "answered"
    assert "what would come of 1 plan" in words(letter)
    assert [each.name for each in letter.content.files] == ["map.png"]
    assert b"\x89PNG" in letter.content.files[0].data
    assert b"map.png" in write(post.store, letter, letter.recipients).data
    assert at(post) == "1 plan"
    assert len(post.out("result")) == before
    _, (*_, letter) = rule("deadline 2026-12-03 12:00\npreview")
    assert "what would come of 1 plan" in words(letter)
    post.change(add_master, "oda@example.org")
    disposition, _ = rule("preview", "oda@example.org")
    assert (disposition.outcome, disposition.code) == ("refused", "plays-himself")


def test_a_master_who_plays_sees_no_more_than_the_public(post, rule):
    ask(post, "hide 7\nready", seat="Takeda")
    post.change(add_master, "oda@example.org")
    for asked in ("status", "summary", "history", "map", "position", "report"):
        _, letters = rule(asked, "oda@example.org")
        for letter in letters:
            assert "hidden=7" not in letter.content.text
            assert not any(b'"hidden":7' in each.data for each in letter.content.files)
            assert letter.seat == ""


@pytest.fixture
def asked(post, rule):
    """Ask to go back a phase by mail; return how to answer the letter that asks back."""
    rule("process 1 plan")
    before = at(post)
    disposition, (letter,) = rule("rollback 1 plan")
    assert (disposition.outcome, at(post)) == ("answered", before)
    assert "undoes 1 phase: 1 plan" in words(letter)
    data = write(post.store, letter, letter.recipients).data
    to = message_from_bytes(data, policy=policy.default)["reply-to"]
    return lambda body, sender=GM: ask(post, body, sender=sender, to=to)


def test_rollback_by_mail_is_asked_back_and_done_on_a_yes(post, rule, asked):
    disposition, letters = asked("yes")
    assert (disposition.outcome, at(post)) == ("answered", "1 plan")
    assert "gone back to 1 plan" in words(letters[-1])
    assert post.out("rollback")
    assert "answered before" in words(asked("Yes!")[1][-1])


def test_rollback_that_is_answered_with_more_than_a_yes_is_asked_once_more(post, asked):
    _, (again,) = asked("yes, but perhaps not")
    assert "To go back to 1 plan in the game sekigahara, write “yes " in words(again)
    assert at(post) == "1 strike"
    asked(re.search("“(yes [A-Z]+)”", words(again))[1] + "\nTom, from my telephone")
    assert at(post) == "1 plan"


@pytest.mark.parametrize("body", ["no", "perhaps"])
def test_rollback_without_a_yes_is_not_done(post, asked, body):
    asked(body)
    assert at(post) == "1 strike"
    assert post.out("rollback") == []


def test_a_players_yes_to_what_the_master_was_asked_is_none(post, asked):
    disposition, _ = asked("yes", "oda@example.org")
    assert (disposition.code, at(post)) == ("others-token", "1 strike")


def test_a_yes_to_a_rollback_counts_only_while_the_game_stands_there(post, rule, asked):
    rule("process 1 strike")
    waits = at(post)
    post.wait(minutes=1)
    assert "has gone on" in words(asked("yes")[1][-1])
    assert at(post) == waits


def test_a_yes_to_a_rollback_is_none_to_another_one(post, rule, asked):
    """The game has come to the same phase anew."""
    post.change(roll_back, "1 plan")
    rule("process 1 plan")
    assert at(post) == "1 strike"
    assert "has gone on" in words(asked("yes")[1][-1])
    assert at(post) == "1 strike"


def test_a_yes_of_who_is_no_game_master_any_more_undoes_nothing(post, rule, asked):
    post.change(add_master, "else@example.org")
    post.change(remove_master, GM)
    asked("yes")
    assert at(post) == "1 strike"


def test_rollback_that_cannot_be_is_refused_at_once(post, rule):
    assert rule("rollback")[0].code == "name-the-phase"
    assert "has not adjudicated" in rule("rollback 7 strike")[0].why


def test_deadline_extend_pause_and_resume(post, rule):
    assert "without a deadline" in rule("extend 2 days")[0].why
    disposition, letters = rule("deadline 2026-11-25 20:00")
    assert disposition.outcome == "answered"
    assert "until Wed 25 Nov 2026 20:00 UTC" in words(letters[-1])
    assert any(each.seat == "Oda" for each in letters)
    assert "until Wed 25 Nov 2026 20:00 UTC" in words(rule("deadline")[1][-1])
    assert "until Fri 27 Nov 2026 20:00 UTC" in words(rule("extend by 2 days")[1][-1])
    assert "until Fri 27 Nov 2026 23:00 UTC" in words(rule("extend 3h")[1][-1])
    for wrong in ("extend", "extend soon", "extend 0 days", "extend -2 days", "deadline soon"):
        assert rule(wrong)[0].outcome == "refused", wrong
    assert "the clock stands still" in words(rule("pause")[1][-1])
    assert post.campaign.settings.paused
    assert "stands still" not in words(rule("resume")[1][-1])
    for wrong in ("pause until 2020-01-01 12:00", "pause for ever"):
        assert rule(wrong)[0].outcome == "refused", wrong
    for until, days in (("until 2026-11-30 12:00", 10), ("for 3 days", 3)):
        rule(f"pause {until}")
        assert post.campaign.settings.paused_until == post.now + timedelta(days=days)
        rule("resume")
    assert "without a deadline" in words(rule("deadline none")[1][-1])


def test_official_goes_to_all(post, rule):
    disposition, letters = rule("official\nThe game pauses\nover *Christmas*.\n\n-- \nThe GM")
    assert disposition.outcome == "answered"
    told = [each for each in letters if each.kind == "official"]
    assert {each.seat for each in told} == {"Oda", "Takeda"}
    assert "over *Christmas*." in told[0].content.text
    assert "The GM" not in told[0].content.text
    assert rule("official")[0].outcome == "refused"


def test_replace_by_a_person_a_regent_and_nobody(post, rule):
    old = post.token("Takeda")
    disposition, letters = rule("replace Takeda by cleo@example.org Cleo Wu")
    assert disposition.outcome == "answered"
    seat = post.store.find(Seat, name="Takeda")
    assert (seat.address, seat.player, seat.by_person) == ("cleo@example.org", "Cleo Wu", True)
    assert post.token("Takeda") != old
    assert any(each.recipients == ("cleo@example.org",) for each in letters)
    _, letters = rule("replace Takeda with regent")
    told = " ".join(" ".join(each.content.text for each in letters).split())
    assert "Takeda: the regent “steady” in the place of cleo@example.org" in told
    assert not post.store.find(Seat, name="Takeda").by_person
    rule("replace Takeda by random")
    assert post.store.find(Seat, name="Takeda").regent == "random"
    assert rule("replace Takeda by strong")[0].outcome == "refused"  # this game has none
    rule("replace takeda by nobody")
    assert post.store.find(Seat, name="Takeda").open
    assert rule("replace Nobunaga by a@example.org")[0].code == "name-the-seat"
    assert rule("replace Oda by magic")[0].code == "replace-how"
    assert rule("replace Oda by game@example.net")[0].outcome == "refused"
    assert post.store.find(Seat, name="Oda").address == "oda@example.org"


def test_promote_gives_a_free_seat_to_a_guest(post, rule):
    post.store.add(Guest(1, "wu@example.org", "observer", "Wu Li", b"x", b"y", post.now))
    assert "is not free" in rule("promote Wu Li to Takeda")[0].why
    rule("replace Takeda by nobody")
    assert rule("promote nobody@example.org to Takeda")[0].code == "promote-whom"
    disposition, _ = rule("promote wu@example.org to Takeda")
    assert disposition.outcome == "answered"
    assert post.store.find(Seat, name="Takeda").address == "wu@example.org"


def test_set(post, rule):
    assert "grace = 12" in words(rule("set grace = 12")[1][-1])
    rule("set early: no")
    rule("set deadline = plan: mon, thu 20:00; else every 48 hours")
    assert post.campaign.settings.deadline == "plan: mon, thu 20:00; else every 48 hours"
    rule("set last-call 30")
    rule("set remind: 72, 24")
    assert (post.campaign.settings.last_call, post.campaign.settings.remind) == (30, "72, 24")
    rule("set deadline to mon,thu 20:00")
    settings = post.campaign.settings
    assert (settings.grace, settings.early, settings.deadline) == (12, False, "mon, thu 20:00")
    for wrong in ("set", "set grace", "set grace = many", "set host = x", "set gm = a@example.org",
                  "set paused = yes", "set early = perhaps", "set zone = Middle/Earth"):  # fmt: skip
        assert rule(wrong)[0].outcome == "refused", wrong
    assert "Did you mean" not in words(post.out("refusal")[0])
    assert rule("set grase = 9")[0].why.startswith("Did you mean “grace”? Write “set NAME = VALUE”")
    assert post.campaign.settings == settings


def test_terminate_names_the_game_and_says_why(post, rule):
    for wrong in ("terminate", "terminate now", "terminate sekigahara"):
        assert rule(wrong)[0].code == "terminate-what"
    assert post.campaign.ended is None
    rule(f"terminate sekigahara We all agreed that Oda ({post.token()}) has won.")
    assert post.campaign.why_ended == "We all agreed that Oda ([token]) has won"
    for late in ("official\nHello", "process 1 plan", "pause", "rollback 1 plan"):
        assert rule(late)[0].outcome == "refused", late


def test_no_part_of_a_token_is_left_where_a_text_is_cut(post):
    token = post.token()
    for before in range(980, 1000):
        kept = without_tokens(post.store, f"{'-' * before} {token}, and more", 1000)
        assert token[:4] not in kept
        assert before < len(kept) <= 1000


def test_masters_are_added_and_removed_and_each_hears(post, rule):
    post.change(add_master, "Second@example.org")
    welcome, second = post.out("note")[-2:]
    assert [each.recipients for each in (welcome, second)] == [(GM,), ("second@example.org",)]
    data = write(post.store, second, second.recipients).data.decode()
    assert f"game+{token(post.state.masters[1])}@example.net" in data
    assert "second@example.org is a game master of sekigahara from now on" in words(second)
    assert "You can run the game by mail" in words(second)
    assert rule("status", "second@example.org")[0].outcome == "answered"
    _, letters = ask(post, "I am away until Sunday, is that all right?")
    told = [each.recipients for each in letters if each.kind == "note"]
    assert told == [(GM,), ("second@example.org",)]
    about = {each.content.subject for each in letters if each.kind == "note"}
    assert about == {f"[{post.campaign.name}] GM: Oda wrote a letter without orders"}
    post.change(remove_master, "second@example.org")
    told = post.out("note")[-1]
    assert told.recipients == ("second@example.org",)
    assert "is a game master of sekigahara no more" in words(told)
    assert b"game+" not in write(post.store, told, told.recipients).data
    disposition, (refusal, *_) = rule("process 1 plan", "second@example.org")
    assert (disposition.outcome, disposition.code) == ("refused", "rules-no-more")
    assert "You are no game master of sekigahara any more" in words(refusal)
    assert at(post) == "1 plan"


def test_nobody_else_does_what_a_master_does(post):
    for each in REQUESTS:
        if each.who == "master":
            body = f"game sekigahara\n{each.name} 1 plan"
            for forged in ({}, {"sender": GM, "to": "game@example.net"}):
                post.take(body, **forged)
    assert (at(post), post.campaign.ended) == ("1 plan", None)
    assert not post.campaign.settings.paused


def test_no_token_can_be_worked_out_from_the_secret_that_is_published(store, post):

    players = (Player("Oda", "oda@example.org"), Player("Takeda", "takeda@example.org"))
    settings = Settings(gm=GM, address="game@example.net", host="example.net")
    made = create(store, NewCampaign("honnoji", "toy", players, {}, settings), post.now)
    seats = queries.seats(store, made)
    for seat in seats:
        label = f"token of {seat.name} in honnoji"
        assert token(seat) != token_from(phase_key(made.secret, label, ""))
    (master,) = store.rows(Master, campaign_id=made.id)
    assert token(master) != token_from(phase_key(made.secret, "token of the master", ""))


def test_when_a_game_is_over_its_master_changes_nothing_more(post, rule):
    rule("terminate sekigahara Enough of this.")
    before = (post.campaign.settings, post.campaign.ended, post.store.rows(Seat))
    for each in REQUESTS:
        if each.who == "master" and each.changes:
            disposition, _ = rule(f"{each.name} Takeda by spy@example.com\n\nHello")
            assert disposition.outcome == "refused", each.name
    assert (post.campaign.settings, post.campaign.ended, post.store.rows(Seat)) == before
    assert rule("status")[0].outcome == "answered"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("extend 2 days", "deadline-moved"),
        ("deadline monday 20:00", "deadline-moved"),
        ("pause", "paused"),
        ("schedule mon 20:00", "settings"),
        ("replace Takeda by spy@example.com", "handed-over"),
        ("terminate sekigahara Enough of this.", "ended"),
    ],
)
def test_a_master_gets_one_letter_about_what_he_asks(timed, rule, asked, code):
    timed.change(add_master, "second@example.org")
    before = {each.id for each in waiting_letters(timed.store)}
    rule(asked)
    new = [each for each in waiting_letters(timed.store) if each.id not in before]
    own = [each.kind for each in new if GM in each.recipients and each.kind != "secret"]
    assert own == ["answer"]
    others = [each.kind for each in new if "second@example.org" in each.recipients]
    assert others == ["note"]
    assert timed.notes()[-1] == code


def test_what_is_asked_at_the_terminal_is_told_to_the_master(timed):
    before = len(timed.out("note"))
    timed.change(extend, Length(days=2))
    assert len(timed.out("note")) == before + 1
