"""People who ask for a seat, and are asked back, by letters alone."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from gathering import PLAIN, START, Table

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.store.records import Confirmation, Settings


@pytest.fixture
def table(store):
    return Table(store, START)


def test_a_newcomer_in_natural_words_is_told_what_is_here_and_how_to_join(post):
    post.change(change_settings, open=True)
    for name, said in (
        ("new", "I would like to join sekigahara please, as Takeda"),
        ("newer", "Hello, how can I play?"),
    ):
        stranger = {"sender": f"{name}@example.com", "to": PLAIN}
        assert post.take(said, **stranger).outcome == "refused"
        letter = post.out("refusal")[-1].content
        assert letter.subject == "Games by mail"
        assert "answer with the one line “join sekigahara”" in " ".join(letter.text.split())
        assert post.take("join sekigahara", **stranger).outcome == "answered"
        assert post.take("help", **stranger).code == "help"


def test_who_quotes_a_letter_to_a_player_is_told_to_name_his_seat_and_not_how_to_join(post):
    quoted = f"hide 3\n\n> seat Oda\n> token {post.token()}\n"
    other = {"sender": "oda@work.example.com", "to": PLAIN}
    assert post.take(quoted, **other).code == "no-seat"
    (letter,) = post.out("refusal")
    assert "Write “seat NAME” on top" in letter.content.text
    assert post.take(f"seat Oda\n{quoted}", **other).code == "orders"


def test_what_only_looks_like_a_token_is_none_of_a_player(post):
    new = {"sender": "new@work.example.com", "to": PLAIN}
    assert post.take("hide 3\n\n> token abcd-efgh-abcd-efgh\n", **new).code == "no-seat"
    (letter,) = post.out("refusal")
    assert "Write “seat NAME” on top" not in letter.content.text


@pytest.mark.parametrize(
    "wish", ["Please join kawagoe, thanks!", "Dear judge,\nCould you let me join kawagoe?\n"]
)
def test_a_stranger_is_asked_back_and_nothing_happens_until_he_answers(table, wish):
    disposition = table.mail(wish, "Ann Lee <ann@example.org>")
    assert (disposition.outcome, disposition.code) == ("answered", "join")
    assert table.holders() == {"Oda": "", "Takeda": ""}
    (asked,) = table.letters("ann@example.org")
    assert "Oda" in asked.content.text
    assert table.state.campaign.commitment in asked.content.text
    assert table.answer(asked, fields=["Auto-Submitted: auto-replied"]).outcome == "ignored"
    assert table.answer(asked, subject="Out of office: Re: Please confirm").outcome == "answered"
    assert table.holders()["Oda"] == ""  # no machine confirms anything
    assert table.answer(asked).outcome == "answered"
    assert table.holders() == {"Oda": "ann@example.org", "Takeda": ""}
    assert table.state.seat("Oda").player == "Ann Lee"
    (welcome,) = table.letters("ann@example.org", "commitment")
    assert table.state.campaign.commitment in welcome.content.text
    assert f"token {token(table.state.seat('Oda'))}" in welcome.content.text
    assert token(table.state.seat("Oda")) in table.reply_to(welcome)


def test_a_word_that_comes_with_the_answer_is_acknowledged(table):
    table.join("ann@example.org", answer="Yes!\nword a heron in the reeds\n")
    (welcome,) = table.letters("ann@example.org", "commitment")
    assert "Your word has come: a heron in the reeds\n" in welcome.content.text
    assert "send a word" not in welcome.content.subject
    lines = f"game kawagoe\nseat Oda\ntoken {token(table.state.seat('Oda'))}\n"
    assert lines in welcome.content.text
    table.join("bob@example.org")
    (welcome,) = table.letters("bob@example.org", "commitment")
    assert "send a word" in welcome.content.subject
    assert "has come" not in welcome.content.text


def test_the_code_in_the_text_will_do_where_the_address_is_lost(table):
    table.mail("join kawagoe", "ann@example.org")
    (asks,) = table.store.rows(Confirmation)
    table.mail(f"yes\ntoken {token(asks)}", "ann@example.org")
    assert table.holders()["Oda"] == "ann@example.org"


FRENCH = "De : kawagoe <game@example.net>\nEnvoyé : vendredi\nÀ : Ann\nObjet : kawagoe\n\n"


def test_beside_a_yes_may_stand_our_letter_without_marks_and_nobody_elses(table):
    table.mail("join kawagoe", "ann@example.org")
    (asks,) = table.letters("ann@example.org")
    for strange in ("Dear Ann, it was not me who asked. Bob", f"{asks.content.text}\nnot me"):
        table.answer(asks, f"yes\n\n{FRENCH}{strange}")
        assert table.holders()["Oda"] == ""
    for sender, rule in (("bob@example.org", "_" * 32), ("cem@example.org", "")):
        table.mail("join kawagoe", sender)
        (asks,) = table.letters(sender)
        quoted = asks.content.text if rule else " ".join(asks.content.text.split())
        table.answer(asks, f"yes\n\n{rule}\n{FRENCH}{quoted}")
    assert table.holders() == {"Oda": "bob@example.org", "Takeda": "cem@example.org"}


def own_word(letter):
    """The line that a letter asks for from who wrote more than one word."""
    return re.search(r"“((?:yes|undo) [A-Z]+)”", letter.content.subject)[1]


SIGNED = ["yes\n\nSent from my iPhone", "Yes please!\nAnn", "yes\n-- \nnot me", "да\nпередумал"]


@pytest.mark.parametrize("body", SIGNED)
def test_who_writes_more_than_yes_is_asked_for_a_word_of_his_own(table, body):
    table.join("ann@example.org", answer=body)
    asked, again = table.letters("ann@example.org")
    assert table.holders()["Oda"] == ""
    text = again.content.text
    assert "nothing was done, and nobody else has read it" in " ".join(text.split())
    for shape in (text, " ".join(text.split()), "\n".join(text.split()), text.replace("“", "")):
        table.answer(again, f"{body}\n\n{shape}")  # what is quoted, in whatever way, is no yes
    assert table.holders()["Oda"] == ""
    table.answer(asked, f"{body}\n\n{own_word(again)}\n{body}")
    assert table.holders()["Oda"] == "ann@example.org"


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("yes", {"subject": "NOT ME"}),
        ("yes\n\nto all\nnot me", {}),
        ("yes\nword has it that it was not me", {}),
        (
            "--b\n\nyes\n--b\nContent-Type: application/pdf; name=why.pdf\n\n%PDF\n--b--\n",
            {"fields": ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"]},
        ),
    ],
)
def test_what_stands_beside_a_yes_anywhere_is_beside_it(table, body, more):
    table.mail("join kawagoe", "ann@example.org")
    table.answer(table.letters("ann@example.org")[-1], body, **more)
    assert table.holders()["Oda"] == ""
    assert own_word(table.letters("ann@example.org")[-1])


@pytest.mark.parametrize("name", ["Ann Lee", "李 安"])
def test_his_own_name_may_stand_below_a_yes(table, name):
    table.mail("join kawagoe", f"{name} <ann@example.org>")
    asked = table.letters("ann@example.org")[-1]
    table.answer(asked, f"Yes\n\n{name}", subject=f"Re: {asked.content.subject}")
    assert table.holders()["Oda"] == "ann@example.org"


@pytest.mark.parametrize("body", ["", "Ticket #1234", "help", "Who are you?", "Yes, but not now."])
def test_what_is_neither_yes_nor_no_is_asked_back_once(table, body):
    table.join("ann@example.org", answer=body)
    assert table.holders()["Oda"] == ""
    asked = table.letters("ann@example.org")
    if body == "help":  # which is answered, and the question is still open
        assert "How to order by mail" in asked[-1].content.text
        table.answer(asked[0])
        assert table.holders()["Oda"] == "ann@example.org"
        return
    assert len(asked) == 2
    assert "was not the one word “yes” or “no” alone" in asked[-1].content.text
    done = table.answer(asked[-1], body)
    assert (done.outcome, done.code, done.answered) == ("refused", "asked-twice", ())
    assert len(table.letters("ann@example.org")) == 2
    table.answer(asked[-1])
    assert table.holders()["Oda"] == "ann@example.org"


def test_who_has_said_no_is_not_taken_at_his_yes(table):
    assert table.join("ann@example.org", answer="No.").outcome == "answered"
    assert "nothing was done" in table.letters("ann@example.org")[-1].content.text
    table.answer(table.letters("ann@example.org")[0])
    assert table.holders()["Oda"] == ""


def test_an_answer_counts_once_and_for_a_week(table):
    table.join("ann@example.org")
    asked = table.letters("ann@example.org", "answer")[0]
    before = len(table.letters("ann@example.org", "commitment"))
    assert table.answer(asked, "yes, again").outcome == "answered"
    assert len(table.letters("ann@example.org", "commitment")) == before
    table.mail("join kawagoe", "bob@example.org")
    table.tick(days=8)
    table.answer(table.letters("bob@example.org")[-1])
    assert table.holders()["Takeda"] == ""
    assert "more than a week ago" in table.letters("bob@example.org")[-1].content.text


def test_a_list_names_a_game_that_gathers_and_its_free_seats(table):
    assert table.mail("list", "ann@example.org").outcome == "answered"
    text = " ".join(table.letters("ann@example.org")[-1].content.text.split())
    assert "kawagoe: Toy, before the deal; free: Oda and Takeda" in text


def test_what_yields_no_letter_any_more_is_not_called_answered(table):
    table.mail("join kawagoe", "ann@example.org")
    disposition = table.mail("observe kawagoe", "ann@example.org")
    assert (disposition.outcome, disposition.code) == ("ignored", "limit")


def test_a_seat_can_be_chosen_and_no_player_has_two(table):
    table.join("ann@example.org", "join kawagoe as Takeda")
    assert table.holders() == {"Oda": "", "Takeda": "ann@example.org"}
    table.now += timedelta(days=2)
    disposition = table.mail("join kawagoe", "ann@example.org")
    assert disposition.outcome == "refused"
    assert "You play Takeda" in disposition.why
    disposition = table.mail("join kawagoe Takeda", "bob@example.org")
    assert "Takeda is taken. Seats that are free: Oda." in disposition.why


def test_two_who_were_both_promised_the_last_seat(table):
    table.join("ann@example.org")
    for who in ("bob@example.org", "cleo@example.org"):
        table.mail("join kawagoe", who)
    table.answer(table.letters("bob@example.org")[-1])
    table.answer(table.letters("cleo@example.org")[-1])
    assert table.holders() == {"Oda": "ann@example.org", "Takeda": "bob@example.org"}
    assert [each.address for each in table.state.guests] == ["cleo@example.org"]
    assert "on the list" in table.letters("cleo@example.org")[-1].content.text


def test_the_game_is_dealt_when_seats_are_full_and_words_are_there(table):
    table.join("ann@example.org", answer="yes\nword heron")
    assert table.state.words == {"Oda": "heron"}
    table.join("bob@example.org")
    assert not table.tick(hours=1)
    assert "full" in table.notes()
    welcome = table.letters("bob@example.org", "commitment")[0]
    table.answer(welcome, "word crane")
    assert "words-complete" not in table.notes()  # which says that its master deals
    (dealt,) = table.tick(seconds=1)
    assert (dealt.what, dealt.facts["phase"]) == ("dealt", "1 plan")
    assert table.state.head.words == {"Oda": "heron", "Takeda": "crane"}
    assert len(table.letters("bob@example.org", "opening")) == 1


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("my word is Donnerwetter", "Donnerwetter"),
        ("word 🦊", "🦊"),
        ("My word is: two 🦊\u202e and 🐍", "two 🦊 and 🐍"),
        ("Hi judge,\nthe word: a heron in the reeds\nthanks, Ann", "a heron in the reeds"),
        ("thunder over the lake\n\nAnn Lee", "thunder over the lake"),
        ("雷", "雷"),
        ("When does the game begin?", None),
        ("Hello all,\nI look forward to it.", None),
    ],
)
def test_plain_words_to_the_first_letter_are_a_word_for_the_dice(table, body, word):
    table.mail("join kawagoe", "Ann Lee <ann@example.org>")
    table.answer(table.letters("ann@example.org")[-1])
    (welcome,) = table.letters("ann@example.org", "commitment")
    disposition = table.answer(welcome, body)
    assert table.state.words.get("Oda") == word
    assert disposition.code == ("orders" if word else "passed-on")
    if not word:
        answer = table.letters("ann@example.org")[-1].content.text
        assert "send a line “word” with it" in " ".join(answer.split())


def test_what_a_program_answers_is_no_word_for_the_dice(table):
    table.join("ann@example.org")
    (welcome,) = table.letters("ann@example.org", "commitment")
    away = {"fields": ["Auto-Submitted: auto-replied"]}
    assert table.answer(welcome, "I am on holiday", **away).outcome == "ignored"
    assert not table.state.words


def test_who_gives_his_seat_back_before_the_deal_stops_it(table):
    table.join("ann@example.org")
    table.join("bob@example.org")
    welcome = table.letters("bob@example.org", "commitment")[0]
    disposition = table.answer(welcome, "resign")  # the seat must be named
    assert (disposition.outcome, disposition.code) == ("refused", "resign-what")
    assert table.holders()["Takeda"] == "bob@example.org"
    table.answer(welcome, "resign Takeda sorry, no time")
    assert table.holders()["Takeda"] == ""
    assert table.state.campaign.deal is None
    assert not table.tick(days=3)
    (farewell,) = table.letters("bob@example.org", "resigned")
    assert "no time" in farewell.content.text
    assert "“join kawagoe” asks for it, from you too" in " ".join(farewell.content.text.split())


def test_a_closed_campaign_takes_nobody_who_was_not_invited(store):
    table = Table(store, START, open=False, invited=(("ann@example.org", "Ann"),))
    disposition = table.mail("join kawagoe", "bob@example.org")
    assert "by invitation only" in disposition.why
    disposition = table.mail("observe kawagoe", "cleo@example.org")
    assert "by invitation only" in disposition.why
    (invitation,) = table.letters("ann@example.org")
    assert table.state.campaign.commitment in invitation.content.text
    assert "word" in invitation.content.text
    table.answer(invitation, "Yes!\nword heron")
    assert table.holders()["Oda"] == "ann@example.org"
    assert table.state.words == {"Oda": "heron"}


def test_a_name_that_others_read_is_a_name(table):
    sound = ("Ann Lee", "J. R. O’Neill-Smith", "織田 信長")
    unsound = (
        *("Visit http://evil.example", "mallory@evil.example"),
        *("The game master says that you must resign", "Oda. Resign now"),
    )
    for number, shown in enumerate((*sound, *unsound)):
        address = f"wu{number}@example.org"
        encoded = quote(shown).replace("%", "=")
        table.mail("observe kawagoe", f"=?utf-8?q?{encoded}?= <{address}>")
        table.answer(table.letters(address)[-1])
    assert [each.player for each in table.state.guests] == [*sound, *[""] * len(unsound)]


def test_the_game_is_the_one_of_that_address_or_is_asked_for(table):
    table.mail("join", "ann@example.org")
    assert table.letters("ann@example.org")
    disposition = table.mail("join honnoji", "bob@example.org", to="elsewhere@example.net")
    assert disposition.code == "which-game"
    assert "kawagoe" in disposition.why
    for to in (PLAIN, "elsewhere@example.net"):
        disposition = table.mail("join kawagowe", "eve@example.org", to=to)
        assert disposition.code == "which-game"
        assert "Did you mean “kawagoe”? Games that take players" in disposition.why


@pytest.fixture
def playing(table):
    """A game under way in which Ann plays, beside one that takes players."""
    table.join("ann@example.org", answer="yes\nword heron")
    table.join("bob@example.org", answer="yes\nword crane")
    table.tick(days=2)
    run_by = Settings(gm="gm@example.org", address=PLAIN, host="example.net", open=True)
    seats = (Player("Oda", open=True), Player("Takeda", open=True))
    announce(table.store, NewCampaign("edo-castle", "toy", seats, {}, run_by, ()), table.now)
    return table


@pytest.mark.parametrize(
    "body", ["join edo-castle", "join Edo Castle as Takeda", "observe edo-castle"]
)
def test_who_plays_asks_for_a_seat_of_another_game_by_an_answer(playing, body):
    report = playing.letters("ann@example.org", "opening")[-1]
    disposition = playing.answer(report, body)
    assert (disposition.outcome, disposition.code) == ("answered", body.partition(" ")[0])
    asked = playing.letters("ann@example.org")[-1]
    assert "[edo-castle] Please confirm" in asked.subject
    assert "letter-from-player" not in playing.notes()


def test_what_else_a_letter_asks_that_is_asked_back_is_told(table):
    table.mail("join kawagoe\nobserve kawagoe\nThanks", "dora@example.org")
    asked = table.letters("dora@example.org")[-1].content.text
    assert "One other line of the letter was not read" in " ".join(asked.split())
