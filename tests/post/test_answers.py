"""Every question and every change that a player can ask for: a letter in, an answer out."""

import re
from datetime import timedelta

import pytest
from outboxes import MemoryOutbox

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.deadlines import stop_clock
from adjudicator.games import registry
from adjudicator.operations import info
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.catalogue import REQUESTS, requests_for
from adjudicator.post.requests.letter_call import leave_to_orders
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Attempt, Letter
from adjudicator.store.records import Master, Seat

WHO = ("anybody", "seat", "holder", "orderer", "player", "person")
"""For whom those requests are that a player can make."""


def ask(post, body, **kwargs):
    """Return the disposition of a letter and the letters that it led to."""
    before = post.store.select("SELECT coalesce(max(id), 0) FROM letter")[0][0]
    disposition = post.take(body, **kwargs)
    rows = post.store.query(Letter, " WHERE id > ? ORDER BY id", before)
    new = [outbox.unpack(post.store, each) for each in rows]
    for each in new:
        assert "Error" not in each.content.text, each.content.text
    return disposition, new


def answer(post, body, **kwargs):
    disposition, letters = ask(post, body, **kwargs)
    assert disposition.outcome == "answered", disposition
    return letters[-1]


def adjudicate_one(post):
    return adjudicate(post.store, post.name, post.now)


def words(letter):
    return " ".join(letter.content.text.split())


def test_several_questions_in_one_letter_are_answered_by_a_letter_each(post):
    disposition, letters = ask(post, "Hello,\nstatus please\nmap\nhistory!\n\nThanks, Oda")
    assert (disposition.outcome, disposition.why) == ("answered", "status, map, history")
    assert [each.kind for each in letters] == ["answer"] * 3
    assert len({each.message_id for each in letters}) == 3


def test_list_names_the_games_one_may_know_of(post):
    text = words(answer(post, "list"))
    assert "sekigahara: Toy, Plan" in text
    stranger = answer(post, "list", sender="who@example.com", to="game@example.net")
    assert "sekigahara" not in words(stranger)


def test_summary_shows_every_round_and_nothing_hidden(post):
    ask(post, "hide 7\nready")
    for _ in range(4):
        adjudicate_one(post)
    text = words(answer(post, "summary", seat="Takeda"))
    assert "after 1 strike: Oda" in text
    assert "after 2 strike: Oda" in text
    assert "7" not in text


def test_the_board_is_told_in_words_by_request(post):
    assert "Held by nobody: 1 province Awa: empty." in words(answer(post, "board"))
    assert words(answer(post, "provinces")) == words(answer(post, "board"))


def test_a_question_or_a_sentence_changes_nothing_and_is_passed_on(post):
    post.take("hide 3")
    for asked in (
        *("draw?", "clear?", "resign Oda?", "absence 20 Dec to 24 Dec ?", "process 1 plan"),
        "I resign my position as daimyo, sorry about that.",
        "Status quo is fine with me, is it not?",
        "Report to me if anything happens.",
    ):
        disposition, letters = ask(post, asked)
        assert (disposition.outcome, disposition.code) == ("taken", "passed-on"), asked
        assert any(each.kind == "note" and "Oda" in each.content.text for each in letters)
        assert post.stands() == "hide 3"
        assert post.store.find(Seat, name="Oda").by_person


def test_a_letter_that_is_all_in_its_subject_is_passed_on(post):
    post.take("hide 3\nready")
    for said in ("Hold the game until Monday", "I shall be in hospital till then"):
        disposition, (note, receipt) = ask(post, "", fields=[f"Subject: {said}"])
        assert (disposition.outcome, disposition.code) == ("taken", "passed-on")
        assert words(note).count(said) == words(receipt).count(said) == 1
        assert (post.stands(), post.is_ready()) == ("hide 3", False)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("I propose a draw", "draw [NAMES]"),
        ("Can you resend what you sent me last?", "report [PHASE]"),
        ("What did I order?", "orders"),
        ("I'm away next week, sorry.", "absence FIRST to LAST"),
        ("Bob, shall Takeda and I go for it together?", "press to Takeda"),
    ],
)
def test_who_speaks_of_a_request_is_told_how_it_is_made(post, said, line):
    disposition, (*_, receipt) = ask(post, said)
    assert disposition.code == "passed-on"
    assert f"begin a letter with it: “{line}”." in words(receipt)


@pytest.mark.parametrize("said", ["All fine with me.", "I have to quit this game, sorry."])
def test_who_speaks_of_nothing_that_can_be_asked_is_told_of_ready_alone(post, said):
    _, (*_, receipt) = ask(post, said)
    assert "begin a letter with it" not in words(receipt)
    assert "“ready” alone says that all is as you want it" in words(receipt)
    assert "“status” with the deadline, who plays" in words(receipt)


def test_two_letters_that_are_alike_count_twice_if_they_came_at_different_times(post):
    raw = f"From: oda@example.org\nTo: game+{post.token()}@example.net\n\nready".encode()
    for hours, code in ((0, "orders"), (0, "again"), (1, "orders")):
        arrived = post.now - timedelta(hours=1) + timedelta(hours=hours)
        assert take(post.store, raw, post.now, arrived).disposition.code == code


def test_history_lists_the_phases_and_who_was_missing(post):
    ask(post, "hide 7")
    adjudicate_one(post)
    text = words(answer(post, "history"))
    assert "1 plan: Fri 20 Nov 2026 12:00 UTC; no orders from Takeda" in text


def test_the_report_of_any_phase(post):
    adjudicate_one(post)
    adjudicate_one(post)
    (result,) = [x for x in post.out("result") if (x.seat, x.phase) == ("Oda", "1 plan")]
    for asked in ("report 1 plan", "please send me the report of phase 1 Plan."):
        assert answer(post, asked).content.text == result.content.text
    assert "no report of a phase “9 war”" in words(answer(post, "report 9 war"))


def test_a_long_history_has_the_last_phases_and_says_how_many_were_before(post, monkeypatch):
    monkeypatch.setattr(info, "MOST_LINES", 2)
    for _ in range(3):
        adjudicate_one(post)
    text = words(answer(post, "history"))
    assert "The phase before these is left out." in text
    assert re.findall(r"- (\d \w+):", text) == ["1 strike", "2 plan"]


def test_while_the_clock_stands_still_a_status_says_so(timed):
    timed.change(change_settings, bank=2)
    told = words(answer(timed, "status"))
    assert "stands still" not in told
    assert "time bank" in told
    assert f"{timed.closes:%a %-d %b %Y %H:%M}" in told
    timed.change(stop_clock)
    assert "The clock stands still." in words(answer(timed, "status"))


def test_a_round_is_asked_for_by_its_whole_number(store, post_class):
    post = post_class(store, rounds=50)
    while post.state.head.opens.round < 11:
        adjudicate_one(post)
    phases = {"1": "1 strike", "10": "10 strike", "1 plan": "1 plan", "10 plan": "10 plan"}
    for asked, phase in phases.items():
        (sent,) = [x for x in post.out("result") if (x.seat, x.phase) == ("Oda", phase)]
        assert answer(post, f"report {asked}").content.text == sent.content.text


def test_the_map_and_the_position_are_the_seats_own(post):
    ask(post, "hide 7\nready")
    ask(post, "hide 2\nready", seat="Takeda")
    adjudicate_one(post)
    picture = answer(post, "map")
    assert picture.recipients == ("oda@example.org",)
    assert [each.media for each in picture.content.files] == ["image/png"]
    place = answer(post, "position")
    assert place.recipients == ("oda@example.org",)


def test_help_tells_all_that_a_player_can_ask_or_about_one_thing(post):
    for topic in ("status", "strike", "phase"):
        letter = answer(post, f"help {topic}")
        assert letter.content.subject.endswith(f"Help: {topic}")
        assert topic in letter.content.text
        assert letter.content.files == ()
        assert "attached file" not in words(letter)
    for asked in ("help orders", "help"):
        letter = answer(post, asked)
        assert "The orders of this phase, each with an example, are in the attached" in words(
            letter
        )
        (file,) = letter.content.files
        assert file.name == "orders-of-phase-plan.md"
        assert "hide <amount>" in file.data.decode()
    for each in REQUESTS:
        assert (each.help in words(letter)) == (each.who in WHO), each.name


def test_check_judges_and_enters_nothing(post):
    disposition, (letter,) = ask(post, "check\nhide 3\nhide 99\nready")
    assert (disposition.outcome, letter.kind) == ("answered", "answer")
    assert "trial=True" in letter.content.text
    assert post.stands() is None
    assert ask(post, "check\nhistroy")[0].code == "request-misspelt"
    (headed,) = ask(post, "check", fields=["Subject: hide 3; ready"])[1]
    assert "hide 3" in words(headed)
    ask(post, "hide 4")
    for body in ("hide 5\ncheck", "check please\nhide 5"):
        ask(post, body)
        assert post.stands() == "hide 4"
    assert ask(post, "check\nWhat do you think?")[0].code == "no-orders"
    assert ask(post, "check")[0].code == "no-orders"


def test_clear_takes_everything_back_and_the_seat_is_missing_again(post):
    assert ask(post, "clear")[0].code == "nothing-to-clear"
    ask(post, "hide 4\nready")
    _, (letter,) = ask(post, "clear")
    assert letter.kind == "receipt"
    assert "missing=True" in letter.content.text
    assert post.stands() == ""
    assert "It still waits for you and Takeda" in words(answer(post, "status"))
    assert ask(post, "clear")[0].outcome in ("answered", "refused")


@pytest.mark.parametrize("clear", ["clear 2 plan", "phase 2 plan\nclear", "clear\nphase 2 plan"])
def test_clear_of_a_later_phase_takes_back_what_was_kept_for_that_alone(post, clear):
    post.take("hide 3")
    assert "2 plan" in ask(post, "clear 2 plan")[0].why
    assert ask(post, "clear 0 plan")[0].code == "phase-over"
    ask(post, "phase 2 plan\nhide 4\nready")

    def kept():
        last = queries.orders_for_later(post.store, post.campaign, "Oda")[-1]
        return last.text.strip(), last.ready

    ask(post, "phase 2 plan")
    assert kept() == ("hide 4", True)
    assert words(ask(post, clear)[1][-1]).count("hide 4") == 1
    assert (kept(), post.stands()) == (("", False), "hide 3")
    ask(post, "phase 2 plan\nready")
    assert kept() == ("", True)
    ask(post, clear)
    assert kept() == ("", False)
    ask(post, "clear\nphase 2 plan\nhide 4")  # whose orders are not read
    assert (kept(), post.stands()) == (("", False), "")


def test_remind(post):
    assert "before a deadline: 48, 6" in " ".join(answer(post, "remind 6, 48").content.text.split())
    assert post.store.find(Seat, name="Oda").remind == "6, 48"
    assert "not reminded" in answer(post, "remind never").content.text
    assert "like everybody" in " ".join(answer(post, "remind").content.text.split())
    assert post.store.find(Seat, name="Oda").remind == ""
    disposition, _ = ask(post, "remind 0, 48")
    assert disposition.outcome == "refused"


def test_zone(post):
    assert "Australia/Lord_Howe" in words(answer(post, "Zone australia/lord howe"))
    assert "Europe/Rome" in words(answer(post, "zone Europe/Rome"))
    assert post.store.find(Seat, name="Oda").zone == "Europe/Rome"
    told = "in the zone UTC+09, where it is now Fri 20 Nov 2026 21:00 UTC+09"
    assert told in words(answer(post, "zone +09:00"))
    assert "in UTC+09" in words(answer(post, "letters daily"))
    disposition, _ = ask(post, "zone Middle/Earth")
    assert (disposition.outcome, disposition.code) == ("refused", "impossible")
    assert "not a time zone" in disposition.why


@pytest.mark.parametrize("by", ["player", "master", "heir"])
def test_whoever_had_the_old_token_does_not_get_the_new_one_with_what_waits(post, by):
    """He has sent orders with it, so that a receipt for him waits when the new one is made."""
    list(send_all(post.store, MemoryOutbox(), post.now))
    _, (receipt,) = ask(post, "hide 3", sender="thief@example.com")
    assert receipt.recipients == ("oda@example.org", "thief@example.com")
    holder, other = receipt.recipients[:: -1 if by == "heir" else 1]
    if by == "player":
        ask(post, "token")
    else:  # the seat goes to another person at the same address, or to whoever had it
        to = f"game+{token(post.store.find(Master))}@example.net"
        ask(post, f"replace Oda by {holder} Ann", sender="gm@example.org", to=to)
        assert post.store.find(Seat, name="Oda").player == "Ann"
    out = MemoryOutbox()
    list(send_all(post.store, out, post.now))
    told = {each for mail in out.mails for each in mail.recipients}
    assert ("thief@example.com" in told) == (by == "heir")
    (went,) = [mail for mail in out.mails if mail.message_id == receipt.message_id]
    assert went.recipients == (holder,)
    (attempt,) = post.store.rows(Attempt, recipient=other, letter=receipt.id)
    assert (attempt.state, attempt.why) == ("dropped", "the seat has a new token")


def test_a_new_token_goes_to_the_player_alone_and_the_old_one_is_void(post):
    old = post.token()
    _, letters = ask(post, "token", sender="elsewhere@example.com")
    (letter,) = [each for each in letters if each.kind == "token"]
    assert letter.recipients == ("oda@example.org",)
    assert not any("elsewhere@example.com" in each.recipients for each in letters)
    assert post.token() != old
    assert f"token {post.token()}" in letter.content.text
    post.take("hide 3", to=f"game+{old}@example.net")
    assert post.stands() is None
    post.take("hide 3")
    assert post.stands() == "hide 3"


def test_what_changes_anything_needs_the_token(post):
    before = (post.campaign.settings, post.campaign.ended, post.store.rows(Seat))
    for each in REQUESTS:
        if each.changes and each.who in ("orderer", "player", "person"):
            named = f"game sekigahara\nseat Oda\n{each.name} x@example.com"
            disposition, letters = ask(post, named, to="game@example.net")
            assert disposition.outcome == "refused", each.name
            assert post.token() not in "".join(letter.content.text for letter in letters)
            post.wait(days=1, seconds=1)
    assert (post.campaign.settings, post.campaign.ended, post.store.rows(Seat)) == before


def test_no_answer_ever_goes_where_a_forged_letter_wants_it(post):
    ask(post, "hide 7\nready")
    adjudicate_one(post)
    secrets = [token(each) for each in post.store.rows(Seat)]
    for each in REQUESTS:
        body = f"game sekigahara\nseat Oda\n{each.name}"
        _, letters = ask(post, body, sender="spy@example.com", to="game@example.net")
        for letter in letters:
            if "spy@example.com" in letter.recipients:
                assert letter.kind in ("refusal", "answer")
                assert letter.seat == ""
                assert not any(secret in letter.content.text for secret in secrets)
                assert not letter.content.files
        post.wait(days=2)


def test_every_request_is_answered_even_if_it_says_nothing_or_nonsense(post):
    """Hostile arguments: strange, broken."""
    tails = ["", " <b>'\"& \u202e\u0000\x1b[2J {{ 911 * 911 }} {% raw %}; DROP TABLE seat"]
    for each in REQUESTS:
        if each.name in ("resign", "terminate"):
            continue
        for tail in tails:
            disposition, letters = ask(post, f"{each.name}{tail}")
            assert disposition.outcome in ("answered", "refused", "taken"), disposition
            text = "".join(x.content.text + x.content.html for x in letters)
            assert "829921" not in text
            assert "\u202e" not in text
            assert "\x1b" not in text
        post.wait(days=1, seconds=1)


def test_no_request_of_a_player_is_a_word_that_begins_an_order():
    begin = set()
    for name in registry.SHIPPED:
        game = registry.find(name)
        for language, _ in game.languages({}):
            begin |= {*language.verbs, *language.verbs_elsewhere}
    for each in REQUESTS:
        if each.handle is not leave_to_orders and each.who in WHO and not each.alone:
            for form in (each.name, *each.forms):
                assert form.split()[0] not in begin, f"“{form}” begins an order"


def test_every_request_says_how_it_is_used():
    for each in REQUESTS:
        assert re.fullmatch(r"[a-z][a-z ]*", each.name)
        assert each.help
        assert bool(each.usage) or not each.looks, each.name
    for role in ("player", "stranger", "master"):
        mine = requests_for(role)
        names = [form for each in mine for form in (each.name, *each.forms)]
        assert len(names) == len(set(names))


def test_a_stranger_gets_help_and_no_more(post):
    stranger = {"sender": "stranger@example.com", "to": "game@example.net"}
    assert answer(post, "help", **stranger).recipients == ("stranger@example.com",)
    post.wait(days=1, seconds=1)
    disposition, (refusal,) = ask(post, "status\nhide 3", **stranger)
    assert disposition.outcome == "refused"
    assert "not for which seat" in refusal.content.text
    assert "as game master a note to you" in " ".join(refusal.content.text.split())
    assert post.stands() is None


def test_orders_repeats_what_stands_to_its_player_and_to_who_has_his_token(post):
    post.take("hide 3")
    letter = answer(post, "orders")
    assert letter.recipients == ("oda@example.org",)
    for said in ("hide 3", "ready=False", "asked=True"):
        assert said in letter.content.text
    post.take("phase 2 plan\nhide 4\nready")
    post.take("phase 3 plan\nhide 5")
    ask(post, "clear 3 plan")
    kept = "kept=(LaterOrders(phase='2 plan', lines=('hide 4',), ready=True),)"
    assert kept in answer(post, "orders").content.text
    letter = answer(post, "orders", sender="holiday@example.com")
    assert letter.recipients == ("oda@example.org", "holiday@example.com")


def test_a_report_that_is_sent_again_says_whose_maps_a_newer_program_drew(post, monkeypatch):
    (opening,) = [each for each in post.out("opening") if each.seat == "Oda"]
    again = answer(post, "report")
    assert again.content == opening.content
    assert again.message_id != opening.message_id
    monkeypatch.setattr(outbox, "__version__", "9.9")
    again = answer(post, "report")
    said = "the program has changed since: map.png: drawn anew by 9.9."
    assert said in words(again)
    assert said in " ".join(again.content.html.split())
    assert again.content.text.startswith(opening.content.text)
    adjudicate_one(post)
    assert "drawn anew" not in words(answer(post, "map 1 plan"))
    monkeypatch.setattr(outbox, "__version__", "10.1")
    assert said.replace("9.9", "10.1") in words(answer(post, "map of 1 plan"))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("status\nI wonder\nabout this", "Not read of your letter: “I wonder”; “about this”."),
        ("help\nhide 3", "Not read of your letter: “hide 3”. It begins with “help”: send orders"),
        ("away\nhide 3", "“hide 3”. It begins with “away”: send orders"),
        ("resign Oda\nI am ill", "“I am ill”. It begins with “resign”, and nobody gets what else"),
    ],
)
def test_lines_below_a_command_are_said_not_to_be_read(post, body, told):
    assert told in words(answer(post, body))
    assert post.stands() is None


def test_below_a_request_his_name_is_nothing_unread_and_another_word_is(post):
    post.take("hide 3\nready")
    assert "Not read" not in words(answer(post, "map\n\nOda Player"))
    assert post.is_ready()
    for sign, kinds in (("Oda player", ["receipt"]), ("Iga", ["receipt", "answer"])):
        post.take("hide 3")
        assert [each.kind for each in ask(post, f"clear\n\n{sign}")[1]] == kinds
    letters = ask(post, "absence none\nI am here\n\nOda")[1]
    refusal = next(each for each in letters if each.kind == "refusal")
    assert "Not read of your letter: “I am here”. It begins with “absence”" in words(refusal)


@pytest.mark.parametrize("question", ["status", "map, please", "zone Europe/Rome"])
@pytest.mark.parametrize("ready", ["", "\nready"])
def test_orders_below_a_question_are_taken_and_not_only_ready(post, question, ready):
    disposition, letters = ask(post, f"{question}\n\nhide 3{ready}")
    assert disposition.outcome == "taken"
    assert [(each.kind, each.seat) for each in letters] == [("answer", "Oda"), ("receipt", "Oda")]
    assert "not read" not in letters[0].content.text
    assert (post.stands(), post.is_ready()) == ("hide 3", bool(ready))


def test_a_question_below_other_words_is_answered_and_they_go_to_the_game_master(post):
    post.take("hide 3\nready")
    body = "Hi judge, all is well here.\n\nstatus\nmap, please\n\nThanks, Oda"
    disposition, letters = ask(post, body)
    assert (disposition.outcome, disposition.code) == ("taken", "passed-on")
    kinds = [(each.kind, each.seat) for each in letters]
    assert kinds == [("answer", "Oda"), ("answer", "Oda"), ("note", ""), ("receipt", "Oda")]
    assert "all is well here. > Thanks" in words(letters[2])
    assert "status" not in words(letters[2])
    assert (post.stands(), post.is_ready()) == ("hide 3", False)
    post.take("ready")
    disposition, letters = ask(post, body)  # the game master has these words, and he his answers
    assert (disposition.outcome, disposition.why) == ("answered", "status, map")
    assert [each.kind for each in letters] == ["answer", "answer", "not-ready"]
    assert not post.is_ready()
    for words_first, kinds in (
        ("hide 4\nstatus", ["receipt"]),
        ("All is well here.\nname Ann", ["note", "receipt"]),  # a change
    ):
        assert [each.kind for each in ask(post, words_first)[1]] == kinds
    assert [each.kind for each in ask(post, body, fields=["Auto-Submitted: yes"])[1]] == ["note"]


def test_after_a_roll_back_the_report_is_the_one_that_holds(post):
    adjudicate_one(post)
    post.change(roll_back, "1 plan")
    (rolled,) = [each for each in post.out("rollback") if each.seat == "Oda"]
    assert answer(post, "report").content == rolled.content


def test_status_says_who_plays_how_he_stands_and_for_whom_it_waits_and_no_secret(post):
    text = answer(post, "status").content.text
    assert "It still waits for you and Takeda: plan." in text
    assert "  Oda       11\n  Takeda    10\n" in text
    players = text[text.index("WHO PLAYS") :]
    assert "Oda: Oda player (you)" in players
    assert "Takeda: Takeda player" in players
    post.take("ready")
    assert "No order of yours stands yet, and you are ready." in words(answer(post, "status"))
    post.take("hide 3\nready")
    post.take("hide 8", seat="Takeda")
    text = words(answer(post, "status"))
    assert "It still waits for Takeda: plan." in text
    assert "Your orders are here, and you are ready" in text
    assert "8" not in text
    post.take("hide 8\nready", seat="Takeda")
    assert "Nobody is waited for any more." in words(answer(post, "status"))


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        *(("histroy", "history"), ("Sumary please", "summary"), ("letter daily", "letters")),
        ("Please histroy", "history"),
    ],
)
def test_a_misspelt_request_is_asked_back(post, body, meant):
    assert post.take(body).outcome == "refused"
    assert f"Did you mean “{meant}”?" in post.out("refusal")[-1].content.text
    assert post.take(body, to="game@example.net").code == "no-token"  # nor a word to a stranger


def test_no_politeness_is_a_misspelt_request(post):
    assert post.take("Please, think of Ann").code == "passed-on"
