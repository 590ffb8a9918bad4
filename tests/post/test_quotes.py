"""Whose words a line has: its writer's own, or those of a letter that he quotes."""

import random
import re
import textwrap
import tomllib
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from games_by_mail import ADDRESS, START, answer, legal_orders, letters_of, play
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from adjudicator import maps
from adjudicator.games import registry
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.post.incoming.quotation import Correspondence
from adjudicator.post.incoming.quotes import part_text
from adjudicator.post.incoming.reading import read
from adjudicator.post.incoming.wording import MOST_CHARACTERS, SentLetter, Wording
from adjudicator.post.requests.choosing import reads_as_request
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders.correspondence import find_correspondence
from adjudicator.post.senders.return_addresses import number_of_tag, tag_of
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Submission

PROGRAMS = tomllib.loads(Path(__file__).with_name("mail_programs.toml").read_text("utf-8"))
HEADINGS, SEPARATORS = PROGRAMS["headings"], PROGRAMS["separators"]
ALL_HEADINGS = [*HEADINGS.values(), *SEPARATORS.values()]
SHIPPED = [*registry.SHIPPED]
WROTE = f"On Fri, 20 Nov 2026 at 12:00, judge <{ADDRESS}> wrote:"


class Office:
    """The letters of a game of each kind, in one database."""

    def __init__(self, store, sent):
        self.store = store
        self.sent = sent
        self.find_correspondence = partial(find_correspondence, store, reads_as_request)

    def read(self, letter, body, **more):
        return read(answer(letter, body, **more), self.find_correspondence)

    def own(self, letter, lines, **more):
        """The lines of an answer with words in them that are the writer's own."""
        body = lines if isinstance(lines, str) else "\n".join(lines)
        return _said(self.read(letter, body, **more).text)

    def remarks(self, letter, lines):
        return [(each.code, each.read) for each in self.read(letter, "\n".join(lines)).remarks]

    def opening(self, ruleset="samurai-swords"):
        return self.sent[ruleset][0]

    def receipt(self, ruleset="samurai-swords"):
        return self.sent[ruleset][1]


def _said(text):
    return [line.strip() for line in text.splitlines() if re.search(r"\w", line)]


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        for draw in ("draw_png", "draw_front", "draw_orders"):
            patch.setattr(maps, draw, lambda *_, **__: b"\x89PNG")
        with open_store(tmp_path_factory.mktemp("office") / "campaign.db", create=True) as store:
            yield Office(store, {each: play(store, each) for each in registry.SHIPPED})


@pytest.fixture(autouse=True)
def real_letters(office, toy, monkeypatch):
    """The letters of the module's games are real ones."""
    monkeypatch.undo()


def marked(lines):
    return [f"> {line}" for line in lines]


def heading(text, letter):
    """What a mail program writes above that very letter."""
    game = letter.letter.message_id.partition(".")[0][1:]
    text = text.replace("game@example.net", ADDRESS).replace("戦", letter.letter.subject)
    return text.replace("Game", game).replace("judge <", f"{game} <").splitlines()


def ways(letter):
    """How mail programs repeat a letter: as it is, from its page, wrapped, marked, on few lines."""
    text, page = letter.text.splitlines(), letter.page.splitlines()
    pieces = [textwrap.wrap(line, 60) or [""] for line in text]
    return {
        "as it is": text,
        "its page": page,
        "wrapped": [part for line in text for part in (textwrap.wrap(line, 40) or [""])],
        "marked": marked(text),
        "named": [f"Judge> {line}" for line in text],
        "named twice": [f"AB> Judge>{line}" for line in text],
        "marked, the ends broken off": [x for p in pieces for x in (f"> {p[0]}", *p[1:])],
        "its page on few lines": textwrap.wrap(" ".join(letter.page.split()), 76),
        "cut off": text[: len(text) * 2 // 3],
    }


# What is quoted, of any letter, in any way


@pytest.mark.parametrize("place", ["above", "below", "around"])
def test_own_lines_stay_and_no_order_is_added_by_what_is_quoted(office, place):
    chance = random.Random(place)
    for number, text in enumerate(chance.sample(ALL_HEADINGS, len(ALL_HEADINGS) // 2)):
        letter = chance.choice([each for one in office.sent.values() for each in one])
        way, lines = chance.choice([*ways(letter).items()])
        orders = chance.sample(legal_orders(office.store, letter), 2)
        if number % 2:
            orders[0] = chance.choice(letter.orders)
        quoted = [*heading(text, letter), "", *lines]
        whole = {
            "above": [*orders, "", *quoted],
            "below": [*quoted, "", WROTE, "", *marked(lines), "", *orders],
            "around": [orders[0], "", *quoted, "", WROTE, "", *marked(lines), "", orders[1]],
        }[place]
        assert office.own(letter, whole) == orders, (text, way, letter.letter.kind)


def test_each_thing_that_announces_a_letter_is_enough_and_half_of_one_is_not(office):
    letter = office.opening()
    known = office.find_correspondence(read(answer(letter, "hello")))
    name, words = min(known.names), letter.letter.subject.split()
    local = ADDRESS.partition("@")[0]
    order = letter.orders[0]
    for line, is_heading in (
        *((f"<{ADDRESS}> の書き込み", True), (f"<{local}@elsewhere.example> の書き込み", False)),
        *((f"“{' '.join(words[:-3])}…”", True), (f"“{' '.join(words[:3])}…”", False)),
        *(("(2026, 20 XI)", True), ("(2026, 27 XI)", False)),
        *(("20/11/26 12:00", True), ("20/11/25 12:00", False)),
        *((f"{name} skrev:", True), (f"Fra: {name}", True), (f"{name} skrev", False)),
        (f"Eilen illalla noin kello kymmenen kirjoitti {name}:", True),
        *((f"{name}: skrev", False), (f"{name}x skrev:", False)),
    ):
        own = office.own(letter, [order, "", line, "", *letter.text.splitlines()])
        assert own == [order] + [line] * (not is_heading), line
    for above, is_heading in ((["Tja."] * 2, True), (["Tja."] * 3, False)):
        top = [f"<{ADDRESS}> の書き込み", *above]
        own = office.own(letter, [order, *top, *letter.text.splitlines()])
        assert own == [order, *(above if is_heading else top)]
    subject = letter.letter.subject
    for line, is_heading in (
        (f"Re: {subject}", True),
        (f"Betr.: {subject}", True),
        (subject, False),
    ):
        assert office.own(letter, [line, "", order]) == [line] * (not is_heading) + [order], line
    assert office.own(letter, [order, f"Re: {subject}"]) == [order, f"Re: {subject}"]


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_letter_that_quotes_is_taken_as_what_stands_in_it_itself(office, ruleset):
    """Through all of the program: nothing but the player's own orders stand."""
    letter = office.opening(ruleset)
    for number, text in enumerate(random.Random(ruleset).sample(ALL_HEADINGS, 4)):
        way = [*ways(letter).values()][number]
        word = ("first", "second", "third", "fourth")[number]
        body = "\n".join([f"My {word} words.", "", *heading(text, letter), "", *way])
        raw = answer(letter, body).replace(b"answer@", f"{ruleset}{number}@".encode())
        before = office.store.count(Submission)
        assert take(office.store, raw, START).disposition.code == "passed-on", text
        assert office.store.count(Submission) == before


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_orders_copied_from_any_letter_or_sheet_stay_own(office, ruleset):
    for letter in office.sent[ruleset]:
        assert office.own(letter, letter.orders) == [*letter.orders]
        assert office.own(letter, [f"    {each}" for each in letter.orders]) == [*letter.orders]
        assert office.own(letter, letter.sheet) == _said(letter.sheet)
        quoted = [letter.sheet, "", WROTE, "", letter.text]
        assert office.own(letter, quoted) == _said(letter.sheet)


@given(chance=some.randoms(use_true_random=False))
def test_own_lines_between_never_change_by_what_is_quoted(office, chance):
    """What is written between the lines of any letter is known again, if it is not what one of the
    letters that he got says there; and nothing of the letter is added to it."""
    ruleset = chance.choice(SHIPPED)
    letter = chance.choice(office.sent[ruleset])
    known = {" ".join(line.split()) for each in office.sent[ruleset] for line in each.orders}
    orders = [x for x in legal_orders(office.store, letter) if x not in known]
    own = chance.sample(orders, min(3, len(orders)))
    lines = chance.choice([letter.text.splitlines(), marked(letter.text.splitlines())])
    places = sorted(chance.sample(range(10, len(lines) - 1), len(own)))
    whole = list(lines)
    for place, order in reversed([*zip(places, own, strict=True)]):
        whole[place:place] = ["", order, ""]
    kept = office.own(letter, whole)
    assert [each for each in kept if each in own] == own
    assert not known.intersection(kept)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_a_line_of_ours_between_two_of_the_writers_stays_quoted(office, ruleset):
    """Also if his line above it ends as one does that stands above it elsewhere in the letter."""
    for letter in office.sent[ruleset]:
        lines = letter.text.splitlines()
        known = {" ".join(each.split()) for each in letter.orders}
        orders = [x for x in legal_orders(office.store, letter) if x not in known][:200]
        rows = [place for place, line in enumerate(lines) if line.strip() in known]
        above = {line: before.split()[-2:] for before, line in pairwise(lines) if before.strip()}
        for place in rows:
            ends = [x for x in orders if x.split()[-2:] == above.get(lines[place])]
            for own in {*ends[:1], *orders[:1]}:
                between = ["", own, "", lines[place], "", orders[-1], ""]
                whole = [*lines[:place], *between, *lines[place + 1 :]]
                assert lines[place].strip() not in office.own(letter, whole), (own, lines[place])


# Cases that are hard


@pytest.fixture
def usual(office):
    """The first letter of Samurai Swords: its lines, and the orders that it shows as defaults."""
    letter = office.opening()
    rows = letter.text.splitlines()
    begin = rows.index("As things stand that means:") + 1
    return letter, rows, [each.strip() for each in rows[begin : begin + 4]]


def test_copied_orders_are_own_above_and_below_the_letter_that_has_them(office, usual):
    letter, rows, orders = usual
    for whole in ([*orders, "", WROTE, "", *rows], [*orders, "", *rows], [*rows, "", *orders]):
        assert office.own(letter, whole) == orders
    assert office.own(letter, [*marked(orders[:2]), *orders[2:]]) == orders[2:]
    part = next(n for n, each in enumerate(rows) if each.startswith("Answer this letter"))
    assert office.own(letter, [orders[3], "", *rows[part:]]) == [orders[3]]


def test_a_few_words_of_ours_between_two_own_orders_are_quoted(office, usual):
    letter, rows, _ = usual
    own = legal_orders(office.store, letter)[-2:]
    for place in (
        rows.index("THE DEAL"),
        rows.index("WHO PLAYS"),
        rows.index("  Takeda: Player 1"),
    ):
        whole = [*rows[:place], own[0], rows[place], own[1], *rows[place + 1 :]]
        assert office.own(letter, whole) == own, rows[place]


def test_what_a_program_broke_off_a_marked_line_is_quoted(office, usual):
    letter, rows, _ = usual
    place = next(n for n, each in enumerate(rows) if each.startswith("Name the provinces"))
    first, second = rows[place].rsplit(" ", 2)[0], " ".join(rows[place].rsplit(" ", 2)[1:])
    whole = ["army 1 in Tosa", "", WROTE, "", f"> {first}", second, f"> {rows[place + 1]}"]
    assert office.own(letter, whole) == ["army 1 in Tosa"]
    assert office.remarks(letter, whole) == []


def test_an_order_of_ours_that_a_program_broke_in_two_below_a_mark_is_quoted(office, usual):
    """The copy of a whole order that stands there is the writer's."""
    letter, *_ = usual
    order = "attack Hida from Mino with army 1"
    ours = ["This is not understood as it stands.", f"Did you mean “{order}”?", "Nothing was done."]
    known = office.find_correspondence(read(answer(letter, "hello")))
    known = known._replace(letters=(SentLetter((Wording("\n".join(ours)),), (order,)),))
    for tail, own in (("“attack Hida from Mino", []), (order, [order])):
        rest = order.partition(tail.strip("“"))[2] + "”?"
        whole = [f"> {ours[0]}", "> Did you mean", tail, f"> {rest}", f"> {ours[2]}"]
        assert _said(part_text("\n".join(whole), known).own.text) == own


def test_an_order_below_a_long_marked_line_of_who_knows_whom_is_own_and_named(office, usual):
    letter, *_ = usual
    long = "> a long quoted line which the program breaks at its margin, and so the rest:"
    whole = ["army 1 in Tosa", "", WROTE, "", long, "army 2 in Iki", "> and so on"]
    assert office.own(letter, whole) == ["army 1 in Tosa", "army 2 in Iki"]
    assert office.remarks(letter, whole) == [("tail", "army 2 in Iki")]


def test_an_order_that_is_edited_in_a_quotation_is_own_or_named(office, usual):
    letter, rows, orders = usual
    edited = [each.replace(orders[2], "army 2 in Tosa") for each in rows]
    assert office.own(letter, [WROTE, "", *edited]) == ["army 2 in Tosa"]
    assert ("edited", "army 2 in Tosa") in office.remarks(letter, [WROTE, "", *edited])
    assert office.own(letter, [WROTE, "", *marked(edited)]) == []
    assert office.remarks(letter, [WROTE, "", *marked(edited)]) == [("changed", "army 2 in Tosa")]


def test_where_a_quotation_ends_before_an_order_the_writers_equal_one_is_named(office, usual):
    letter, rows, orders = usual
    place = next(n for n, each in enumerate(rows) if each.strip() == orders[2])
    for whole in (
        [WROTE, "", *rows[: place + 1], "", orders[3]],
        ["Yes:", "", *rows[place - 3 : place + 2]],
    ):
        assert orders[3] not in office.own(letter, whole)
        assert ("doubtful", orders[3]) in office.remarks(letter, whole)


def test_answers_between_the_lines_are_own(office, usual):
    letter, rows, _ = usual
    for lines in (rows[14:26], marked(rows[14:26])):
        between = [x for line in lines for x in (line, "army 1 in Tosa")]
        assert office.own(letter, between) == ["army 1 in Tosa"] * len(lines)


@pytest.mark.parametrize("words", [1, 4, 12])
def test_an_order_of_ours_below_a_remark_is_still_quoted(office, usual, words):
    letter, rows, _ = usual
    upto = rows.index("As things stand that means:") + 1
    remark = " ".join(["well", *["never"] * (words - 1)])
    whole = [*rows[: upto + 1], remark, *rows[upto + 1 : upto + 4]]
    assert office.own(letter, whole) == [remark]
    assert office.own(letter, [*whole, "", "army 1 in Tosa"]) == [remark, "army 1 in Tosa"]


def test_a_quotation_that_is_cut_down_to_orders_is_no_quotation(office, usual):
    letter, _, orders = usual
    assert office.own(letter, [f"    {each}" for each in orders]) == orders


def test_what_follows_a_passage_that_was_cut_out_is_still_quoted(office):
    letter = next(x for x in office.sent["samurai-swords"] if x.letter.kind == "result")
    rows = letter.text.splitlines()
    orders = rows.index("FILLED IN BY DEFAULT")
    for cut in range(2, 8):
        kept = [*rows[: orders - cut], *rows[orders : orders + 4]]
        assert office.own(letter, ["army 1 in Tosa", "", *kept]) == ["army 1 in Tosa"]


def test_several_letters_are_quoted_one_in_another(office, usual):
    letter, rows, _ = usual
    receipt = office.receipt()
    whole = ["army 1 in Tosa", "", WROTE, "", receipt.text, "", WROTE, *marked(rows)]
    assert office.own(letter, whole) == ["army 1 in Tosa"]
    assert office.own(letter, [*whole, "", WROTE, receipt.page]) == ["army 1 in Tosa"]


def test_a_rule_below_a_quotation_is_its_end_by_the_strokes_above_it(office, usual):
    letter, *_ = usual
    begin, end = "-------- Пересылаемое сообщение --------", "-------- Конец --------"
    for below, own in (
        ([end], []),
        (["", end, "Thanks"], ["Thanks"]),
        (["---- Конец ----"], ["---- Конец ----"]),  # other strokes
        (["-------- army 2 in Omi --------"], ["-------- army 2 in Omi --------"]),
        (["Thanks", end], ["Thanks", end]),
    ):
        whole = ["army 1 in Tosa", "", begin, WROTE, "", *letter.text.splitlines(), *below]
        assert office.own(letter, whole) == ["army 1 in Tosa", *own]


def test_her_earlier_letter_below_ours_is_no_letter_of_now(office, usual):
    letter, rows, _ = usual
    own = "On Fri, 20 Nov 2026 at 11:00, Ann <ann@example.org> wrote:"
    whole = ["army 1 in Tosa", "", WROTE, "", *rows, "", own, "army 2 in Iki"]
    assert office.own(letter, whole) == ["army 1 in Tosa"]


@pytest.mark.parametrize("who", ["Ann <ann@example.org>", "Bob <bob@example.com>"])
def test_a_letter_between_hers_and_ours_is_not_hers(office, usual, who):
    letter, rows, _ = usual
    for program in ("outlook, rule", "outlook german", "forwarded", "gmail, unquoted", "notes"):
        between = (
            SEPARATORS[program].replace("Game <g@x>", who).replace("Game <game@example.net>", who)
        )
        for said in (["army 2 in Iki"], ["", "I would rather have Iki.", "", "Bob"]):
            for quoted in ([*heading(SEPARATORS[program], letter), *rows], [WROTE, *marked(rows)]):
                whole = ["army 1 in Tosa", "", *between.splitlines(), *said, "", *quoted]
                assert office.own(letter, whole) == ["army 1 in Tosa"], (program, said)


def test_an_order_with_a_slip_above_a_quotation_is_not_taken_for_its_heading(office, usual):
    letter, rows, _ = usual
    for own in (
        ["Hello, this is Ann.", "reinforce Iga, Ommi", "army 1 in Minno 3 2 1"],
        ["Ann, 20 November 2026", "army 1 in Minno"],
        ["Ann: reinforce Iga, Ommi", ""],
        ["Hello,", "Kai: castel", "Owari: two samuray", "Mino: tax 2026, 12 and 3"],
    ):
        for quoted in ([WROTE, "", *rows], marked(rows), rows):
            kept = office.own(letter, [*own, "", *quoted])
            assert own[-2:] == [*kept, ""][-2:] or own[1:] == kept[-len(own[1:]) :]


def test_letters_spoilt_on_the_way_are_known(office, usual):
    letter, rows, _ = usual
    spoilt = [re.sub("[“”·]", "?", line).replace(" ", "\u00a0") for line in rows]
    assert office.own(letter, ["army 1 in Tosa", "", *spoilt]) == ["army 1 in Tosa"]
    letter = office.opening("ikusa")
    spoilt = [re.sub(r"[^\x00-\x7f]", "?", line) for line in letter.text.splitlines()]
    assert office.own(letter, ["army 1 in Tosa", "", *spoilt]) == ["army 1 in Tosa"]


def test_own_prose_that_cites_ours_stays(office, usual):
    letter, *_ = usual
    for line in (
        "Orders are due by Monday, right? I am ready below",
        "What does “A later mail for the same phase replaces an earlier one whole” mean?",
    ):
        assert office.own(letter, [line, "army 1 in Tosa"]) == [line, "army 1 in Tosa"]
    named = ["Bob> army 2 in Tosa", "Bob> Is Tosa mine?"]
    assert office.own(letter, [*named, "army 1 in Tosa"]) == [*named, "army 1 in Tosa"]


def test_a_letter_and_its_quotation_on_one_line_cannot_be_read_and_nobody_is_ready(office, usual):
    letter, rows, _ = usual
    line = f"army 1 in Tosa {WROTE} {' '.join(' '.join(rows).split())}"
    assert office.own(letter, [line]) == [line]
    raw = answer(letter, f"{line}\nready").replace(b"answer@", b"one-line@")
    taken = take(office.store, raw, START).disposition
    assert (taken.outcome, _newest(office).ready) == ("taken", False)


def _newest(office):
    return office.store.rows(Submission, order="id", last=True, limit=1)[0]


def test_a_letter_whose_original_is_not_kept_is_known_by_its_tag(office, usual):
    letter, *_ = usual
    top = lost_tag(office, letter)
    lost = [top, "", "Something that we said", "army 2 in Iki", "army 3 in Tosa"]
    assert office.own(letter, ["army 1 in Tosa", "", *lost]) == ["army 1 in Tosa"]
    assert office.remarks(letter, lost) == [("unkept", top)]


def lost_tag(office, letter):
    """The first line of a letter that is not kept any more."""
    return f"samuraiswords · {tag_of(office.store, replace(letter.letter, id=90_000))}"


def test_a_letter_of_ours_in_another_language_is_not_read_and_that_is_named(office, usual):
    letter, *_ = usual
    told = [f"Dit is regel {n} van een brief die niemand kan lezen." for n in range(11)]
    for line in (f"Antwoord van rechter {ADDRESS}", letter.text.splitlines()[0]):
        few = ["army 1 in Tosa", line, *told[1:], "army 2 in Iki"]
        assert office.own(letter, few)[-11:] == few[-11:]
        whole = ["army 1 in Tosa", "", line, *told, "army 2 in Iki"]
        assert office.own(letter, whole) == ["army 1 in Tosa"]
        assert office.remarks(letter, whole) == [("translated", line)]


def test_a_rivals_letter_is_not_compared_and_nothing_in_it_is_taken(office):
    """Else what is quoted would tell what stands in it."""
    ours, rivals = office.opening(), office.store.rows(Letter, seat="Takeda", kind="opening")
    rival = next(each for each in rivals if "samuraiswords" in each.message_id).content
    orders = [each for each in rival.orders if each not in ours.orders]
    kept = office.own(ours, rival.text)
    assert orders == [each for each in orders if each in kept]
    raw = answer(ours, f"ready\n\n{rival.text}").replace(b"answer@", b"rival@")
    before = office.store.count(Submission)
    assert take(office.store, raw, START).disposition.outcome == "refused"
    assert office.store.count(Submission) == before


def test_every_doubt_is_told_in_the_receipt_and_makes_nobody_ready(office, usual):
    letter, rows, orders = usual
    edited = [each.replace(orders[2], "army 2 in Tosa") for each in rows]
    place = next(n for n, each in enumerate(rows) if each.strip() == orders[2])
    long = "> a long quoted line which the program breaks at its margin, and so the rest:"
    cases = {
        "changed": ["ready", "", WROTE, "", *marked(edited)],
        "edited": ["ready", "", WROTE, "", *edited],
        "doubtful": ["ready", "", WROTE, "", *rows[: place + 2]],
        "tail": ["ready", "", WROTE, "", long, orders[1]],
        "unkept": ["ready", "", lost_tag(office, letter), "", "army 2 in Iki"],
    }
    for doubt, whole in cases.items():
        raw = answer(letter, "\n".join(whole)).replace(b"answer@", f"{doubt}@".encode())
        assert take(office.store, raw, START).disposition.outcome == "taken", doubt
        newest = _newest(office)
        assert (doubt, 0) in {(each.code, each.line) for each in newest.findings}, doubt
        assert not newest.ready, doubt


def test_quoting_any_letter_at_all_leaves_one_ready(office):
    """What is plainly quoted is no reason to wait."""
    for ruleset in SHIPPED:
        letter = office.opening(ruleset)
        for number, lines in enumerate(ways(letter).values()):
            if number == len(ways(letter)) - 1:
                continue  # cut off: it may end at an order
            body = "\n".join(["ready", "", WROTE, "", *lines])
            raw = answer(letter, body).replace(b"answer@", f"r{ruleset}{number}@".encode())
            taken = take(office.store, raw, START).disposition
            assert (taken.outcome, _newest(office).ready) == ("taken", True), (ruleset, number)


def test_what_is_pasted_into_press_goes_with_it_if_it_says_where_it_ends(office, usual):
    letter, rows, _ = usual
    press = ["press to Takeda", "Look what I was told:", *rows[2:12], "> and this", "endpress"]
    (draft,) = office.read(letter, "\n".join(press)).press
    assert draft.text.splitlines()[:2] == ["Look what I was told:", rows[2]]
    assert rows[2] in draft.text
    assert "and this" not in draft.text
    assert office.own(letter, [*press, "army 1 in Tosa"]) == ["army 1 in Tosa"]
    (draft,) = office.read(letter, "\n".join([*press[:2], "", WROTE, "", *rows])).press
    assert draft.text == "Look what I was told:"  # nobody says where it ends


# No text takes for ever


HOSTILE = ["sent from " * 30, "da: x\na: y\n", "Enviado ", "On ", "On\n", "On x\nOn y\n", "schrieb ", "a@b 2026 10:00 ", "@", "2026\n", "a@b 2026\n", "From: a\n", "From: a\nTo: b\n", "-" * 399, "-" * 590 + "x\n", "\t", " ", "wrote:\n", "\n\n\n>", "2026年", "<a@b>:\n", "Sent from my ", "> army 1 in Tosa\n", "[image", "cid:", "one two three four five six seven eight nine\n", "army 1 in Bingo\n"]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_text_takes_for_ever(piece, patience):
    size = 100_000  # what is quadratic takes a minute
    text = (piece * (size // len(piece) + 1))[:size]
    sent = SentLetter((Wording(text),), None)
    known = Correspondence((sent, sent), lambda line: line.startswith("army"))
    with patience():
        kept = part_text(text).own.text
        part_text(text, known)
        part_text(text[7:], known)
    assert len(kept) <= size


def test_a_whole_megabyte_of_our_own_words_takes_no_longer(office, patience):
    letter = office.opening()
    text = letter.text * (900_000 // len(letter.text))
    mixed = random.Random(1).sample(letter.text.split(), 900) * 120
    with patience():
        office.read(letter, text)
        office.read(letter, " ".join(mixed))
        office.read(letter, "\n".join(" ".join(mixed[n : n + 5]) for n in range(0, 90_000, 5)))
    assert len(Wording("one two three four\n" * 100_000).words) < MOST_CHARACTERS // 4


def test_a_letter_is_the_same_whatever_is_known_when_it_comes(office, usual):
    letter, rows, _ = usual
    raw = answer(letter, "\n".join(["army 1 in Tosa", "", WROTE, "", *rows]))
    assert read(raw).key == read(raw, office.find_correspondence).key
    assert read(raw).text != read(raw, office.find_correspondence).text


def test_a_line_is_read_as_an_order_only_where_a_letter_may_be_announced(office):
    asked = []
    known = office.find_correspondence(read(answer(office.opening(), "hello")))
    known = known._replace(reads_as_order=lambda line: bool(asked.append(line)))
    part_text("army 1 in Tosa\n\nmarch 2\nand thanks for the game", known)
    assert asked == []
    part_text("army 1 in Tosa\n\nOn Monday Ann wrote:\nmarch 2", known)
    assert asked == ["On Monday Ann wrote:"]


def test_every_order_that_a_letter_shows_is_written_down_with_it(office):
    """It is known when the letter is written, and not read again from it."""
    for letter in (each for one in office.sent.values() for each in one):
        reads = office.find_correspondence(read(answer(letter, "hello"))).reads_as_order
        lines = [each for each in _said(letter.text) if reads(each) and not each.endswith(".")]
        assert lines
        for line in map(tidy_line, lines):  # some are broken in the letter
            assert any(each.startswith(line) for each in letter.orders), line


def test_each_letter_has_a_tag_that_tells_nobody_how_many_there_are(office):
    letters = [each for one in office.sent.values() for each in one]
    tops = [each.text.splitlines()[0] for each in letters]
    assert tops == [each.page.splitlines()[0] for each in letters]
    tags = [top.rpartition(" ")[2] for top in tops]
    assert len({each[:3] for each in tags}) > 1
    for letter, tag in zip(letters, tags, strict=True):
        assert number_of_tag(office.store, tag) == letter.letter.id
        assert number_of_tag(office.store, f"{'b' if tag[0] == 'a' else 'a'}{tag[1:]}") == 0


def test_a_request_copied_from_a_letter_is_its_writers(office):
    """As an order that is copied is: what the judge suggests it reads."""
    line = "caretaker ann@example.org until 31 December"
    text = (
        f"There is no such day. Write it as it stands here, alone:\n\n{line}\n\nNothing was done."
    )
    known = office.find_correspondence(read(answer(office.opening(), "hello")))
    sent = SentLetter((Wording(text),), ())
    known = known._replace(letters=(sent,))
    for body in (line, f"{line}\n\n{WROTE}\n\n" + "\n".join(marked(text.splitlines()))):
        assert part_text(body, known).own.text.strip() == line


def test_what_a_letter_cites_of_its_reader_is_his_own_if_he_writes_it_again(office, usual):
    letter, *_ = usual
    lines = ["Could the deadline come a day later?", "I am on a train until then."]
    bodies = {
        "\n".join(lines): lines,
        "spy on whoever was last year winner": ["whoever was last year winner"],
        "absence 20 Dec to 31 Foo": ["20 Dec to 31 Foo"],
        "ready\n\nNot before I am back.": ["Not before I am back."],
    }
    for number, (body, cited) in enumerate(bodies.items()):
        raw = answer(letter, body).replace(b"answer@", f"cited{number}@".encode())
        take(office.store, raw, START)
        answered = letters_of(office.store, "samuraiswords")[-1]
        assert {*answered.letter.content.cited} >= {*cited}
        assert office.own(answered, cited) == cited
    assert office.opening().letter.content.cited == ()  # though it puts much between such marks


def test_a_word_that_a_letter_cites_is_no_less_ours(office, usual):
    """The two lines are known by the five words of the first, of which one is his."""
    letter, *_ = usual
    raw = answer(letter, "revenge on army 8, 1, 3\nspend 9 on levy").replace(b"answer@", b"eight@")
    take(office.store, raw, START)
    receipt = letters_of(office.store, "samuraiswords")[-1].text.splitlines()
    place = receipt.index("      “8” is not an army.")
    assert receipt[place + 1] == "  line 2: spend 9 on levy"
    assert office.own(letter, receipt[place : place + 2]) == []


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize("at", [*((at, 99) for at in range(4, 15)), (4, 8), (4, 12), (11, 14)])
def test_a_subject_that_goes_on_in_other_lines_heads_no_orders(office, at, repeated):
    """However short these are, and though the phase that one names heads orders elsewhere; nor if
    the letter below says the same as one of them."""
    letter = office.opening()
    whole = "[g] 2 lines rejected; mend them by Sat 21 Nov 20:00 EST; phase 1 war Uesugi"
    subject = whole.split()
    known = office.find_correspondence(read(answer(letter, "hello")))
    said = f"{letter.text}\n\n{' '.join(subject[at[0] : at[1]])}\n" if repeated else letter.text
    sent = SentLetter((Wording(said),), letter.orders)
    known = known._replace(subjects=(whole,), letters=(sent,))
    top = [f"差出人: judge <{ADDRESS}>", "送信日時: 2026年11月20日 12:00", "宛先: ann@example.org"]
    parts = (subject[: at[0]], subject[at[0] : at[1]], subject[at[1] :])
    broken = [" ".join(each) for each in parts if each]
    fields = [f"件名: Re: {broken[0]}", *broken[1:]]
    for heading in ([*top, *fields], [*fields, *top]):
        text = "\n".join(["army 1 in Tosa", "", *heading, "", *said.splitlines()])
        assert _said(part_text(text, known).own.text) == ["army 1 in Tosa"]
