"""What players write to each other: to whom, how signed, and who ever gets to read it."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from passing import everything_stored

from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.people.seats import enter_guest, hand_over, resign
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.phases.deadlines import stop_clock
from adjudicator.campaign.press import press
from adjudicator.campaign.press.drafts import part_press, resembles_press
from adjudicator.campaign.press.press import (
    LONGEST,
    Piece,
    check_is_for_master,
    read_allowed,
    read_answered,
    read_press,
    repeat_diary,
    send_press,
)
from adjudicator.campaign.records.verify import verify
from adjudicator.orders import MisreadError
from adjudicator.store import queries
from adjudicator.store.letter_records import Press, PressCopy
from adjudicator.store.records import Guest

WORDS = "the-heron-flies-at-dawn"


class Writing:
    """A game whose players write to each other."""

    def __init__(self, play, **more):
        seats = more.pop("seats", ("Oda", "Takeda", "Uesugi"))
        self.game = play(seats=seats, **more)
        self.count = 0

    def write(self, seat, text, *, answers=None, id=None):
        """Send the press of a letter; return the letters to its readers."""
        self.count += 1
        source = Source(
            id=id or f"<{self.count}@{seat}.example>", key=f"{self.count}", answer=False
        )
        _, drafts = part_press(text)
        ids = [answers.message_id.strip("<>")] if answers else []
        before = queries.newest_letter(self.game.store)

        def work(at):
            reader = at.seat(seat) if seat else None
            return send_press(at, reader, drafts, source, read_answered(at, ids, seat))

        self.game.change(work)
        new = outbox.letters(self.game.store, self.game.campaign, after=before)
        return [each for each in new if each.kind == "press"]

    def refused(self, seat, text, **more):
        """Return the code and the words with which press is refused; nothing of it is kept."""
        count = self.game.store.count(Press)
        with pytest.raises(RefusedError) as caught:
            self.write(seat, text, **more)
        assert self.game.store.count(Press) == count
        return caught.value.code, str(caught.value)

    def confirmation(self):
        return self.game.letters("press-sent")[-1]


@pytest.fixture
def writing(play):
    return lambda **more: Writing(play, **more)


@pytest.mark.parametrize(
    ("text", "left", "drafts"),
    [
        ("press Oda\nhi\nendpress\nhide 3", "\n\n\nhide 3", [("press", "Oda", None, "hi")]),
        ("press Oda\nhi\n• endpress。\nhide 3", "\n\n\nhide 3", [("press", "Oda", None, "hi")]),
        ("Press to Oda, Mori: hi\nyou", "\n", [("press", "Oda, Mori", None, "hi\nyou")]),
        ("**press to:** Oda\nhi", "\n", [("press", "Oda", None, "hi")]),
        ("anonymous press to Oda\nx", "\n", [("press", "Oda", False, "x")]),
        ("press to Oda (unsigned)\nx", "\n", [("press", "Oda", False, "x")]),
        ("game a\nseat b\ntoken c\npress Oda\nx", "game a\nseat b\ntoken c\n\n", [("press", "Oda", None, "x")]),
        ("broadcast\nx\nEnd Press\ndiary\ny", "\n\n\n\n", [("broadcast", "", None, "x"), ("diary", "", None, "y")]),
        ("hide 3\npress to Oda\nx\nendpress\nready", "hide 3\n\n\n\nready", [("press", "Oda", None, "x")]),
        ("press Oda\nx\n-- \nAnn, 555-1234\nhide 3", "\n\n-- \nAnn, 555-1234\nhide 3", [("press", "Oda", None, "x")]),
        ("hide 3\npress the attack on Kai, please", "hide 3\npress the attack on Kai, please", []),
        ("hide 3\npress on", "hide 3\npress on", []),
        ("Hello,\npress Oda, Takeda, Mori and Date\nx", "Hello,\n\n", [("press", "Oda, Takeda, Mori and Date", None, "x")]),
        ("hide 3\n-- \npress Oda\nx", "hide 3\n-- \npress Oda\nx", []),
    ],
)  # fmt: skip
def test_press_is_parted_from_what_else_a_letter_says(text, left, drafts):
    rest, found = part_press(text)
    assert (rest, [each[:4] for each in found]) == (left, drafts)
    ends = ["end" in text.casefold().partition(each.text.casefold())[2] for each in found]
    assert [each.ended for each in found] == ends


@pytest.mark.parametrize(
    ("line", "resembles"),
    [("pres Oda", True), ("diray", True), ("hide 3", False), ("could you send press to Oda", True), ("is press allowed in this game?", False), ("press on with the attack on all of their castles at once", False)],
)  # fmt: skip
def test_what_may_be_misspelt_press(line, resembles):
    assert resembles_press(line) is resembles


def test_press_goes_to_a_seat_with_the_games_address_and_without_any_token(writing):
    table = writing(address="game@example.net")
    (letter,) = table.write("Oda", f"press to Takeda\n{WORDS}\n  so be it")
    assert letter.recipients == ("takeda@example.org",)
    assert letter.content.subject == "[sekigahara] Oda writes to you"
    assert letter.subject == "Sealed"  # as lists of letters show it
    assert f"> {WORDS}\n> so be it\n" in letter.content.text
    for seat in table.game.state.seats:
        assert token(seat) not in letter.content.text + letter.content.html
    assert not letter.content.files


def test_press_to_several_names_them_all_and_to_all_is_a_broadcast(writing):
    table = writing()
    letters = table.write("Oda", "press uesugi & tak, Oda and Uesugi\nhello")
    assert [each.seat for each in letters] == ["Uesugi", "Takeda"]  # to each once
    assert all("Oda writes to Uesugi and Takeda:" in each.content.text for each in letters)
    everybody = table.write("Oda", "press to all\nhello")
    parts = {each.message_id.split(".")[1] for each in everybody}
    assert len(parts) == 3  # no reader can work out another's
    assert [each.recipients for each in everybody] == [
        ("takeda@example.org",),
        ("uesugi@example.org",),
        ("gm@example.org",),
    ]
    assert "Oda writes to everybody:" in everybody[0].content.text
    gm, seats = "Takeda@example.org", ("Oda", "Takeda", "Ōtomo")
    table = writing(name="nagashino", gm=gm, seats=seats)  # who plays gets it once
    letters = table.write("Oda", "broadcast\nhello")
    assert [each.seat for each in letters] == ["Takeda", "Ōtomo"]
    ((_, said),) = read_press(table.game.store, table.game.campaign)
    assert said.text == "hello"  # which the game master may read as such, too
    assert all(each.message_id.isascii() for each in letters)


def test_a_list_of_seats_is_read_however_it_is_parted(play):
    state = play().state
    names = ("North South", "North", "South")
    state.seats = [replace(each, name=x) for each, x in zip(state.seats, names, strict=True)]
    players = {"ann": ["North"], "bob": ["South"], "lee": ["North", "South"]}
    for written, read in (
        ("South North", ["South", "North"]),
        ("north south", ["North South"]),
        ("North South, North", ["North South", "North"]),
        ("South & Ann; north-south", ["South", "North", "North South"]),
        ("ann Bob", ["North", "South"]),
    ):
        assert state.read_seats(written, players=players) == read, written
    for written, why in (
        ("North Smith", "“North Smith” is not"),
        ("Ann, Lee", "plays North and South"),
    ):
        with pytest.raises(MisreadError, match=why):
            state.read_seats(written, players=players)


def test_an_unknown_reader_or_one_whom_no_letter_reaches_stops_the_whole_letter(writing):
    table = writing()
    code, why = table.refused("Oda", "press Uesugi\nfirst\nendpress\npress Takdea, Uesugi\nsecond")
    assert code == "press-unknown"
    assert "“Takdea” is not known. Did you mean Takeda?" in why
    assert "Oda (Oda player), Takeda (Takeda player), Uesugi" in why
    table.game.change(hand_over, Player("Takeda", regent="steady"))
    assert "Oda player), Takeda, Uesugi" in table.refused("Oda", "press Takdea\nx")[1]
    table.game.change(hand_over, Player("Takeda", "takeda@example.org"))
    assert not table.game.letters("press")
    check_is_for_master(table.game.state, "Oda", "Takeda and the rules: may he do that?")
    with pytest.raises(RefusedError) as caught:
        check_is_for_master(table.game.state, "Oda", "Takeda and Uesugi: may you do that?")
    assert caught.value.code == "press-addressed"
    assert table.refused("Oda", "press to\nhello")[0] == "press-to-whom"
    assert table.refused("Oda", "press Oda\nhello")[0] == "press-own"
    assert table.refused("Oda", "press Takeda\n\n")[0] == "press-empty"
    table = writing(name="nagashino", seats=("Oda", "Takeda", "Mori"))  # a regent plays Mori
    assert "No letter reaches Mori" in table.refused("Oda", "press Takeda and Mori\nhello")[1]
    assert [each.seat for each in table.write("Oda", "press all\nhello")] == ["Takeda", ""]


def test_an_answer_goes_to_who_wrote_and_joins_his_thread(writing):
    table = writing()
    (first,) = table.write("Oda", "press Takeda\nhello", id="<one@oda.example>")
    assert first.in_reply_to == ""
    (answer,) = table.write("Takeda", "press\nyes", answers=first, id="<two@takeda.example>")
    assert answer.recipients == ("oda@example.org",)
    assert answer.in_reply_to == "<one@oda.example>"
    (third,) = table.write("Oda", "press\ngood", answers=answer)
    assert third.recipients == ("takeda@example.org",)
    assert third.in_reply_to == "<two@takeda.example>"
    (fresh,) = table.write("Oda", "press Takeda\nby the way")
    assert fresh.in_reply_to == ""
    (typed,) = table.write("Oda", "press Takeda\nfrom a terminal", id="here")
    assert table.write("Takeda", "press\nyes", answers=typed)[0].in_reply_to == ""  # is no letter
    (other,) = table.write("Oda", "press Uesugi\nlook", answers=answer)  # it names its reader
    assert (other.recipients, other.in_reply_to) == (("uesugi@example.org",), "")
    # who was only shown a letter does not answer it
    assert table.refused("Uesugi", "press\nme too", answers=first)[0] == "press-to-whom"


def test_unsigned_press_names_nobody_unless_the_settings_forbid_it(writing):
    table = writing()
    assert table.refused("Oda", "anonymous press to Takeda\nhello")[0] == "press-unsigned"
    table = writing(name="nagashino", anonymous=True)
    assert table.refused("", "press anonymous to Takeda\nhello")[0] == "press-unsigned"
    (letter,) = table.write("Oda", "press anonymous to Takeda\nbeware")
    known = letter.content.subject + letter.content.text + letter.content.html + letter.message_id
    assert "Oda" not in known
    assert "oda@" not in known
    assert letter.content.subject == "[nagashino] Somebody writes to you"


def test_who_did_not_sign_stays_unnamed_when_he_answers_his_answer(writing):
    table = writing(anonymous=True)
    (first,) = table.write("Oda", "press anonymous to Takeda\nbeware", id="<one@oda.example>")
    (answer,) = table.write("Takeda", "press\nof whom?", answers=first, id="<two@takeda.example>")
    assert answer.seat == "Oda"
    assert "Oda" not in table.confirmation().content.text
    (third,) = table.write("Oda", "press\nof Mori", answers=answer)
    assert "Oda" not in third.content.text + third.content.subject
    assert third.in_reply_to == "<two@takeda.example>"
    (named,) = table.write("Oda", "press signed\nit was I", answers=answer)
    assert named.content.subject == "[sekigahara] Oda writes to you"
    (unsigned,) = table.write("Takeda", "press anonymous\nand I?", answers=named)
    assert unsigned.in_reply_to == ""  # it answers a signed letter


def test_who_did_not_sign_stays_unnamed_when_no_letter_reaches_him_any_more(writing):
    table = writing(anonymous=True)
    (first,) = table.write("Oda", "press anonymous to Takeda\nbeware")
    (named,) = table.write("Oda", "press to Takeda\nhello")
    table.game.change(lambda at: resign(at, at.seat("Oda")))
    code, why = table.refused("Takeda", "press\nof whom?", answers=first)
    assert (code, "Oda" in why) == ("press-unreached", False)
    assert "No letter reaches Oda" in table.refused("Takeda", "press\nhello", answers=named)[1]


def test_a_diary_is_kept_for_its_writer_alone(writing, monkeypatch):
    table = writing()
    assert table.write("Oda", f"diary\n{WORDS}") == []
    confirmed = table.confirmation()
    assert (confirmed.seat, confirmed.recipients) == ("Oda", ("oda@example.org",))
    table.game.adjudicate()
    table.write("Oda", "diary: second thoughts")
    table.write("Oda", "press Takeda\nno diary")
    source = Source(key="ask", id="<ask@x>", answer=False)
    for seat in ("Oda", "Takeda"):
        table.game.change(lambda at, seat=seat: repeat_diary(at, at.seat(seat), source))
    of_oda, of_takeda = (each.content.text for each in table.game.letters("diary"))
    assert of_oda.index("1 plan:") < of_oda.index(WORDS) < of_oda.index("1 strike:")
    assert "second thoughts" in of_oda
    assert "no diary" not in of_oda
    assert WORDS not in of_takeda
    assert "Nothing stands in your diary" in of_takeda
    monkeypatch.setattr(press, "MOST_OF_DIARY", 1)
    table.game.change(lambda at: repeat_diary(at, at.seat("Oda"), source))
    newest = table.game.letters("diary")[-1].content.text
    assert (WORDS in newest, "second thoughts" in newest) == (False, True)


def test_a_diary_is_its_writers_and_not_his_heirs(writing):
    table = writing()
    table.write("Oda", f"diary\n{WORDS}")
    table.game.wait(minutes=1)
    table.game.change(hand_over, Player("Oda", "heir@example.org"))
    table.write("Oda", "diary\nI have taken this seat.")
    source = Source(key="ask", id="<ask@x>", answer=False)
    table.game.change(lambda at: repeat_diary(at, at.seat("Oda"), source))
    (letter,) = table.game.letters("diary")
    assert "I have taken this seat." in letter.content.text
    assert WORDS not in letter.content.text


def test_press_is_archived_with_its_phase_and_nobody_else_reads_it(writing):
    table = writing()
    store, campaign = table.game.store, table.game.campaign
    table.write("Oda", f"press Takeda\n{WORDS} privately")
    table.game.adjudicate()
    table.write("Oda", f"diary\n{WORDS} in my diary")
    table.write("Oda", "press all\nopenly")
    assert WORDS not in everything_stored(store)
    for letter in table.game.letters():
        if letter.kind not in ("press", "press-sent", "diary"):
            assert WORDS not in letter.content.text
    assert not any(WORDS in note for note in table.game.notes())
    there = read_press(store, campaign)
    assert [(each.phase, said and said.text) for each, said in there] == [
        ("1 plan", None),
        ("1 strike", None),
        ("1 strike", "openly"),
    ]
    assert len(read_press(store, campaign, "1 Strike")) == 2
    assert not any(each.faults for each in verify(store, campaign))


def test_the_game_master_reads_only_what_the_settings_said_when_it_was_written(writing):
    table = writing(gm_reads=True)
    (letter,) = table.write("Oda", "press Takeda\nunder the lamp")
    assert "The game master can read" in " ".join(letter.content.text.split())
    table.game.store.write(
        "UPDATE campaign SET settings = replace(settings, '\"gm_reads\":true', '\"gm_reads\":false')"
    )
    (letter,) = table.write("Oda", "press Takeda\nin the dark")
    assert "The game master can read" not in " ".join(letter.content.text.split())
    assert "cannot read" in " ".join(table.confirmation().content.text.split())
    texts = [said and said.text for _, said in read_press(table.game.store, table.game.campaign)]
    assert texts == ["under the lamp", None]


def test_the_settings_say_to_whom_press_can_go(writing):
    for allowed, refused, taken in (
        ("none", ("press Takeda", "broadcast", "press master"), ("diary",)),
        ("seats", ("broadcast", "press all", "press master"), ("press Takeda",)),
        ("all, master", ("press Takeda", "press Takeda, gm"), ("press all", "press gm")),
    ):
        table = writing(name=allowed[:3], press=allowed)
        table.game.change(enter_guest, "wu@example.org", "Wu", "observer")  # who gets what all get
        for text in refused:
            assert table.refused("Oda", f"{text}\nx")[0] == "press-not-allowed", text
        for text in taken:
            table.write("Oda", f"{text}\nx")
    assert read_allowed("none") == ()
    assert read_allowed("Master all") == ("all", "master")
    with pytest.raises(CampaignError, match="not “friends”"):
        read_allowed("seats, friends")


def test_shortly_before_a_deadline_players_stop_writing(writing):
    table = writing(deadline="every 48 hours", press_stops=6)
    table.game.wait(hours=41, minutes=59)
    table.write("Oda", "press Takeda\nin time")
    table.game.wait(minutes=1)
    assert table.refused("Oda", "press Takeda\ntoo late")[0] == "press-late"
    assert table.refused("Oda", "press master, Takeda\ntoo late")[0] == "press-late"
    table.write("Oda", "press master\nhelp")
    table.write("Oda", "diary\ntoo late")
    table.write("", "press Takeda\nthe game master may")
    table.game.change(stop_clock)
    table.write("Oda", "press Takeda\nwhile the clock stands")


def test_the_game_master_writes_in_his_own_name_and_may_always_be_answered(writing):
    table = writing(press="none")
    (letter,) = table.write("", "press Takeda\nmend your orders")
    assert letter.content.subject == "[sekigahara] The game master writes to you"
    (answer,) = table.write("Takeda", "press\nI shall", answers=letter)
    assert answer.recipients == ("gm@example.org",)
    ((_, first), (_, second)) = read_press(table.game.store, table.game.campaign)
    assert (first.text, second.text) == ("mend your orders", "I shall")


def test_a_token_in_press_is_not_sent_on(writing):
    table = writing()
    own = token(table.game.state.seats[0])
    grouped = f"{own[:4]}-{own[4:8]}-{own[8:12]}-{own[12:]}".upper()
    (letter,) = table.write(
        "Oda", f"press Takeda\ntoken {own}\ngame+{own}@x\n{grouped}\nabcdefgh22223333"
    )
    assert own not in letter.content.text.casefold().replace("-", "")
    assert letter.content.text.count("[token]") == 3
    assert "abcdefgh22223333" in letter.content.text


def test_huge_press_and_press_bombs_are_refused(writing, monkeypatch):
    for name, most in (("IN_A_LETTER", 4), ("TO_ONE", 7), ("A_DAY", 13)):
        monkeypatch.setattr(press, f"MOST_{name}", most)
    assert Piece((), True, f"one\n\n{'x' * 1001}").lines == ["one", "", "x" * 1000, "x"]
    table = writing(seats=("Oda", "Takeda", "Uesugi", "Date", "Shimazu"))
    assert table.refused("Oda", "press Takeda\n" + "x" * (LONGEST + 1))[0] == "press-long"
    with_token = f"{token(table.game.state.seats[0])} {'x' * LONGEST}"
    assert table.refused("Oda", f"press Takeda\n{with_token}")[0] == "press-long"
    piece = "press Takeda\nx\nendpress\n"
    assert table.refused("Oda", piece * 5)[0] == "press-pieces"
    table.write("Oda", piece * 4)
    assert table.refused("Oda", piece * 4)[0] == "press-often-to-one"
    table.write("Oda", piece * 3)
    assert table.refused("Oda", "press Takeda\nx")[0] == "press-often-to-one"
    pieces = "press Uesugi, Date, Shimazu\nx\nendpress\n" * 3
    assert table.refused("Oda", pieces)[0] == "press-often"
    for _ in range(2):
        table.write("Oda", "press Uesugi, Date, Shimazu\nx")
    assert table.refused("Oda", "press Uesugi\nx")[0] == "press-often"
    assert table.refused("Oda", "diary\nx")[0] == "press-often"
    assert table.game.store.count(PressCopy) == 13
    table.write("Takeda", "press Oda\nothers are not harmed")
    for _ in range(3):
        table.write("", "broadcast\nnor the game master")
    table.game.wait(days=1, seconds=1)
    table.write("Oda", "press Takeda\nx")


def test_observers_get_press_one_by_one_and_see_no_address(writing):
    table = writing()
    for n in (1, 2):
        person = ("observer", "", b"x", bytes([n]), table.game.now)
        table.game.store.add(Guest(table.game.campaign.id, f"o{n}@example.org", *person))
    letters = table.write("Oda", "press observers\nwatch this")
    assert [each.recipients for each in letters] == [("o1@example.org",), ("o2@example.org",)]
    assert "o2@example.org" not in letters[0].content.text
    (direct,) = table.write("Oda", "press Takeda\nand you?")
    answers = ["To answer, just" in each.content.text for each in (direct, letters[0])]
    assert answers == [True, False]  # who watches writes to nobody
    assert len({each.message_id for each in table.write("Oda", "broadcast\nhello")}) == 5


PIECES = [
    "press", "to", "Oda", "endpress", "-- ", "broadcast", "diary", "hide 3", ":", ",", "\n", "\n\n",
    " ", "\x85", "\u2028", ">", "seat x", "(unsigned)", "*", "\x00", "ō",
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "signed", "text"),
    [
        ("broadcast-- press,press", None, "press,press"),
        ("broadcast I have signed a pact, to all", None, "I have signed a pact, to all"),
        ("broadcast unsigned Beware,all!", False, "Beware,all!"),
        ("ＢＲＯＡＤＣＡＳＴ we march", None, "we march"),
    ],
)
def test_a_text_that_goes_on_in_the_first_line_stays_as_it_was_written(line, signed, text):
    (draft,) = part_press(line)[1]
    assert (draft.signed, draft.text) == (signed, text)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_whatever_a_letter_says_each_line_is_press_or_stays_where_it_was(text):
    left, drafts = part_press(text)
    assert len(left.split("\n")) == max(1, len(text.splitlines()))
    kept = [each for each in left.split("\n") if each]
    assert all(each in text.splitlines() for each in kept)
    said = "\n".join(each.text for each in drafts)
    assert all(line.strip() in text for line in said.splitlines())


def test_much_press_is_read_in_no_time():
    begin = time.perf_counter()
    for text in (
        "press to Oda, \n" * 7_000,
        "press " * 17_000,
        "anonymous press to " + "(" * 90_000,
    ):
        part_press(text)
    assert time.perf_counter() - begin < 2
