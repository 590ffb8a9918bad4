"""People who come and go, by letters alone."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.post.passes.compose import write
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Confirmation, Settings

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
PLAIN = "game@example.net"


class Table:
    """A campaign of open seats, played by letters from anybody to anybody."""

    def __init__(
        self,
        store,
        now,
        *,
        ruleset="toy",
        open=True,
        invited=(),
        seats=("Oda", "Takeda"),
        **settings,
    ):
        self.store, self.now, self.count = store, now, 0
        known = {"gm": "gm@example.org", "address": PLAIN, "host": "example.net"}
        run_by = Settings(**known, open=open, gather=24, **settings)
        players = tuple(Player(seat, open=True) for seat in seats)
        announce(
            store,
            NewCampaign("kawagoe", ruleset, players, {}, run_by, invited),
            now,
            secret=b"k" * 32,
        )

    @property
    def state(self):
        return State(self.store, queries.find_campaign(self.store, "kawagoe"), self.now)

    def mail(self, body, sender, *, to=PLAIN, subject="", fields=()):
        self.count += 1
        head = [f"From: {sender}", f"To: {to}", f"Message-ID: <{self.count}@mail.example>"]
        head += [f"Subject: {subject}", *fields]
        return take(self.store, "\n".join([*head, "", body]).encode(), self.now).disposition

    def letters(self, address, kind=None):
        there = [x for x in self.store.rows(Letter) if address in x.recipients]
        return [outbox.unpack(self.store, x) for x in there if kind in (None, x.kind)]

    def reply_to(self, letter):
        """Where an answer to a letter goes."""
        data = write(self.store, letter, letter.recipients).data.decode()
        lines = [x for x in data.split("\r\n") if x.startswith("Reply-To: ")]
        return lines[0].rpartition(" ")[2].strip("<>") if lines else PLAIN

    def answer(self, letter, body="Yes.", **more):
        return self.mail(body, letter.recipients[0], to=self.reply_to(letter), **more)

    def join(self, address, body="join kawagoe", answer="yes"):
        self.mail(body, address)
        return self.answer(self.letters(address)[-1], answer)

    def holders(self):
        return {seat.name: seat.address for seat in self.state.seats}

    def tick(self, **time):
        self.now += timedelta(**time)
        return list(carry_out_due(self.store, self.state.campaign, self.now))

    def notes(self):
        return [note.code for note in queries.notes(self.store, self.state.campaign)]


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


@pytest.fixture
def under_way(table):
    table.join("ann@example.org")
    table.join("bob@example.org")
    assert not table.tick(hours=23)  # who sends no word keeps nobody waiting for more than a day
    assert [each.what for each in table.tick(hours=1, seconds=1)] == ["dealt"]
    return table


def last_to(table, address, *kinds):
    there = [x for x in table.letters(address) if not kinds or x.kind in kinds]
    return there[-1]


def test_a_substitute_takes_a_seat_that_is_given_up(under_way):
    table = under_way
    for who in ("cleo@example.org", "dan@example.org"):
        table.join(who)
    assert [each.role for each in table.state.guests] == ["substitute", "substitute"]
    old = token(table.state.seat("Oda"))
    opening = last_to(table, "ann@example.org", "opening")
    assert table.answer(opening, "resign Oda").outcome == "answered"
    assert table.state.seat("Oda").open
    assert not table.state.seat("Oda").by_person
    waiting = ("cleo@example.org", "dan@example.org")
    offers = [last_to(table, who, "confirmation") for who in waiting]
    table.answer(offers[1])
    assert table.holders()["Oda"] == "dan@example.org"
    table.answer(offers[0])
    assert table.holders()["Oda"] == "dan@example.org"
    assert "faster" in last_to(table, "cleo@example.org").content.text
    assert [each.address for each in table.state.guests] == ["cleo@example.org"]
    late = table.mail("hide 3", "ann@example.org", to=f"game+{old}@example.net")
    assert late.outcome == "refused"
    welcome = last_to(table, "dan@example.org", "opening")
    assert table.answer(welcome, "hide 3").outcome == "taken"
    assert last_to(table, "bob@example.org").kind == "handed-over"


def test_whoever_comes_takes_over_a_free_seat(under_way):
    table = under_way
    disposition = table.mail("takeover kawagoe", "eve@example.org")
    assert disposition.code == "no-open-seat"
    table.answer(last_to(table, "ann@example.org", "opening"), "resign Oda")
    farewell = " ".join(last_to(table, "ann@example.org").content.text.split())
    assert "“takeover kawagoe” asks for it, from you too" in farewell
    table.now += timedelta(days=2)
    table.mail("takeover kawagoe", "eve@example.org")
    asked = last_to(table, "eve@example.org")
    assert "Oda" in asked.content.text
    table.answer(asked)
    assert table.holders()["Oda"] == "eve@example.org"


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
        table.answer(last_to(table, address))
    assert [each.player for each in table.state.guests] == [*sound, *[""] * len(unsound)]


def test_an_observer_gets_the_public_reports_and_no_more(under_way):
    table = under_way
    table.mail("observe kawagoe", "Wu <wu@example.org>")
    table.answer(last_to(table, "wu@example.org"))
    table.answer(last_to(table, "ann@example.org", "opening"), "hide 3")
    adjudicate(table.store, "kawagoe", table.now)
    (report,) = table.letters("wu@example.org", "public")
    assert report.recipients == ("wu@example.org",)
    (public,) = [x for x in table.letters("gm@example.org") if x.kind == "result"]
    assert report.content == public.content
    assert report.message_id != public.message_id
    mail = write(table.store, report, report.recipients).data.decode()
    (reply_to,) = re.findall(r"^Reply-To: .*<(.+)>\r$", mail, re.MULTILINE)
    assert f"List-Unsubscribe: <mailto:{reply_to}?subject=unobserve>" in mail
    for asked in ("status", "map", "position", "summary", "history", "report", "list", "help"):
        disposition = table.answer(report, asked)
        assert (disposition.outcome, disposition.code) == ("answered", asked), disposition
        assert disposition.answered == ("wu@example.org",)
    assert "3" not in last_to(table, "wu@example.org").subject
    assert table.answer(report, "orders").code == "no-seat-of-yours"
    assert table.answer(report, "hide 4\nready").code == "passed-on"
    assert "letter-from-player" in table.notes()
    assert table.answer(report, "unobserve").outcome == "answered"
    assert table.state.guests == []
    adjudicate(table.store, "kawagoe", table.now)
    assert len(table.letters("wu@example.org", "public")) == 1


def test_an_address_changes_when_both_ends_have_answered(under_way):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    assert table.answer(opening, "address new_ann@example.com").outcome == "answered"
    (at_new,) = table.letters("new_ann@example.com")
    at_old = table.letters("ann@example.org")[-1]  # no other asks for no answer after it
    assert at_old.kind == "confirmation"
    assert token(table.state.seat("Oda")) not in table.reply_to(at_new)
    table.answer(at_new)
    assert table.holders()["Oda"] == "ann@example.org"
    table.answer(at_old)
    assert table.holders()["Oda"] == "new_ann@example.com"
    assert "address-changed" in table.notes()


def test_the_old_address_refuses_a_change_and_gets_a_new_token(under_way):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    old = token(table.state.seat("Oda"))
    table.mail("address thief@example.com", "thief@example.com", to=table.reply_to(opening))
    at_old = last_to(table, "ann@example.org", "confirmation")
    assert "from thief@example.com" in " ".join(at_old.content.text.split())
    table.answer(last_to(table, "thief@example.com", "confirmation"))
    table.answer(at_old, "token")
    assert token(table.state.seat("Oda")) not in (old, "")
    assert last_to(table, "ann@example.org", "token")
    table.answer(at_old, "no")
    table.answer(at_old, "yes")
    assert table.holders()["Oda"] == "ann@example.org"


@pytest.mark.parametrize("in_time", [True, False])
def test_a_change_of_address_is_undone_from_the_old_one_for_a_week(under_way, in_time):
    table = under_way
    opening = last_to(table, "ann@example.org", "opening")
    table.mail("hide 3", "thief@example.com", to=table.reply_to(opening))
    waits = last_to(table, "thief@example.com", "receipt")
    table.answer(opening, "address thief@example.com")
    for address in ("thief@example.com", "ann@example.org"):
        table.answer(last_to(table, address, "confirmation"))
    assert table.holders()["Oda"] == "thief@example.com"
    stolen = token(table.state.seat("Oda"))
    undo = last_to(table, "ann@example.org", "confirmation")
    for vague in ("Yes.", "No, that was not me."):
        table.answer(undo, vague)
        assert table.holders()["Oda"] == "thief@example.com"
    table.now += timedelta(days=6 if in_time else 8)
    table.answer(undo, "undo!")
    assert (table.holders()["Oda"] == "ann@example.org") == in_time
    if not in_time:
        return
    assert token(table.state.seat("Oda")) != stolen
    assert last_to(table, "ann@example.org", "token")
    assert "address-undone" in table.notes()
    tried = outbox.attempts(table.store, waits)  # an answer to it would have the new token
    assert outbox.find_recipients_left(waits, tried) == ("ann@example.org",)


def test_an_address_that_is_the_games_own_or_none_is_refused(under_way):
    opening = last_to(under_way, "ann@example.org", "opening")
    for wanted in (PLAIN, "not-an-address", "x@y@z", "ann@example.org", ""):
        assert under_way.answer(opening, f"address {wanted}").outcome == "refused"
    assert under_way.store.count(Confirmation, request="address") == 0


def test_where_no_seat_goes_to_another_nobody_waits_or_takes_over(store):
    table = Table(store, START, substitutes=False)
    table.join("ann@example.org")
    table.join("bob@example.org")
    table.tick(hours=25)
    table.answer(last_to(table, "ann@example.org", "opening"), "resign Oda")
    disposition = table.mail("takeover kawagoe", "eve@example.org")
    assert "no seat goes to another player" in disposition.why


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
