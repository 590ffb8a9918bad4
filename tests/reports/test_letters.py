import msgspec
import pytest
from letters_events import WAR
from letters_html import Page
from letters_toy import Toy, position
from letters_written import (
    AFTER,
    BEFORE,
    GAME,
    LETTERS,
    MAP,
    SETTING,
    first_lines,
    letter,
    notice,
    one_line,
    receipt,
    result,
)

from adjudicator import reports
from adjudicator.games.contract import Option, Won
from adjudicator.orders import scan
from adjudicator.reports import Arrival
from adjudicator.reports.text import columns


@pytest.mark.parametrize("name", LETTERS)
def test_every_letter_keeps_the_form(name):
    report = letter(name)
    assert report.subject.startswith("[sekigahara] ")
    assert report.subject.isprintable()
    assert max(map(columns, report.text.splitlines())) <= 72
    assert "\n\n\n" not in report.text
    assert all(line == line.rstrip() for line in report.text.splitlines())
    page = Page(report.html)
    assert page.faults == []
    assert "style" not in {tag for tag, *_ in page.tags}
    assert "Undefined" not in report.text + report.html


@pytest.mark.parametrize("name", LETTERS)
def test_text_and_html_say_the_same(name):
    report = letter(name)
    words = set(Page(report.html).text.casefold().replace(",", " ").replace(".", " ").split())
    said = report.text.casefold().replace(",", " ").replace(".", " ").split()
    unsaid = {word for word in said if word.strip("-=[]()·:") and word not in words}
    assert len(unsaid) < 0.12 * len(set(said)), unsaid


def test_subjects_name_what_is_wanted_and_by_when():
    assert max(len(letter(name).subject) for name in LETTERS) <= 78
    checked = receipt(arrival=Arrival(trial=True))
    assert checked.subject.startswith("[sekigahara] Only checked, not entered: ")
    assert "Your orders, checked and not entered" in checked.html
    assert "Your orders have arrived" in receipt().html
    assert receipt(ready=True).subject == "[sekigahara] Round 2: war turn received; you are ready"
    nothing_due = result("Takeda", deadline=None).subject
    assert nothing_due == "[sekigahara] Round 2: your war turn; lost 1 battle, -1 province"


def test_a_result_says_first_what_happened_to_its_reader_and_what_to_do():
    assert first_lines(result("Uesugi")).startswith("Nothing was won or lost by you.")
    assert "No orders of yours had arrived" in result("Uesugi").text
    assert "No orders of yours had arrived" not in result("Oda").text
    regent = first_lines(result("Takeda", regents=("Takeda",)))
    assert regent.endswith("You need do nothing: a regent plays your seat until you send orders.")
    assert first_lines(result("Takeda", deadline=None)).endswith("There is no deadline.")
    assert "It waits" not in result("Oda", regents=("Takeda",)).text


def test_the_first_lines_of_the_html_are_those_of_the_text():
    for name in ("result", "result to the next", "public"):
        report = letter(name)
        body = Page(report.html).text.partition(report.subject)[2]
        assert body.replace(" ", "").startswith(first_lines(report).replace(" ", ""))


def test_in_the_middle_of_a_phase_only_those_are_named_who_are_waited_for():
    view = position(phase="plan", active="")
    for awaited, said in (
        (None, "your orders, and for those of Takeda and Uesugi."),
        (("Oda", "Uesugi"), "your orders, and for those of Uesugi."),
        (("Oda",), "your orders."),
    ):
        known = msgspec.structs.replace(SETTING, awaited=awaited)
        text = " ".join(reports.reminder(GAME, view, known).text.split())
        assert f"The phase waits for {said} " in text


def test_an_opening_says_first_what_to_do():
    parts = ["next: plans", "standings", "options", "the deal", "the dice"]
    html = letter("opening").html
    assert sorted(parts, key=lambda part: html.casefold().index(f">{part}")) == parts


def test_no_letter_names_a_ruling():
    option = Option("win", "at once", ("at once",), "when 35 provinces win (M20, H3)")

    class Ruled(Toy):
        meta = msgspec.structs.replace(Toy.meta, options=(option,))

    text = reports.opening(Ruled(), position(phase="plan", active=""), SETTING).text
    assert "Win: at once. When 35 provinces win.\n" in text


def test_only_those_who_order_are_asked_and_get_a_sheet():
    asked, idle = result("Takeda"), result("Oda")
    names = ["map.png", "dice-sekigahara-2-war-oda.json", "position-sekigahara-2-war.json"]
    assert [file.name for file in idle.files] == names
    assert [file.name for file in asked.files] == [*names, "orders-sekigahara-2-war.txt"]
    found = scan(asked.files[-1].data)
    assert (found.game, found.seat, found.token) == ("sekigahara", "Takeda", "abcd efgh")
    (section,) = found.sections
    assert (section.round, section.name, section.lines) == (2, "war", ())


def test_deadlines_are_in_the_readers_zone_and_in_utc():
    assert (
        "Sunday 15 March 2026, 02:00 Asia/Tokyo (Saturday 14\nMarch 2026, 17:00 UTC)"
        in result("Takeda", zone="Asia/Tokyo").text
    )
    assert "14 March 2026, 17:00 UTC." in result("Takeda", zone="Mars/Olympus").text
    assert "There is no deadline" in result("Takeda", deadline=None).text


def test_the_end_of_a_game_is_told_first_and_asks_nothing():
    over = position(phase="over", active="")
    setting = msgspec.structs.replace(SETTING, deadline=None)
    report = reports.result(
        GAME, BEFORE, over, None, (*WAR, Won(seats=("Oda",), why="Oda owns 35 provinces")), setting
    )
    assert report.text.startswith("You have won the game. Oda owns 35 provinces.")
    assert "FINAL STANDINGS" in report.text
    assert report.subject == "[sekigahara] The game is over: you have won"
    assert "The game is over." in report.text
    assert "due" not in report.text
    undecided = reports.result(GAME, BEFORE, over, None, WAR, SETTING)
    assert undecided.subject == "[sekigahara] The game is over"
    for seats, words in (
        (("Oda", "Takeda"), "You share the victory with Takeda."),
        (("Takeda", "Uesugi"), "Takeda and Uesugi share the victory."),
        ((), "ends in a draw."),
    ):
        ended = [Won(seats=seats, why="so it is")]
        assert words in reports.result(GAME, BEFORE, over, None, ended, SETTING).text


def test_the_map_is_shown_inside_the_html_and_a_mail_link_carries_the_header():
    assert "cid:map" in Page(result().html).links
    assert MAP in result().files
    link = next(link for link in Page(result("Takeda").html).links if link.startswith("mailto:"))
    assert (
        "game%20sekigahara%0D%0Aseat%20Takeda%0D%0Aphase%202%20war%0D%0Atoken%20abcd%20efgh" in link
    )
    assert not any(
        link.startswith("mailto:") for link in Page(result("Takeda", address="").html).links
    )


def test_the_dice_are_explained_once_and_then_only_named():
    drawn = SETTING.dice
    sealed = msgspec.structs.replace(drawn, seal="ef" * 32, words={"Oda": "a heron"})
    text = one_line(result(dice=sealed).text)
    both = f"{'cd' * 32} {'ef' * 32}"
    assert f"“adjudicator verify” draws them all again from its key. Key and seal: {both}" in text
    assert "a heron" not in text
    assert "keep them to hold against the record" not in text
    quiet = msgspec.structs.replace(sealed, draws=())
    assert f"Nothing was drawn in this phase. Key and seal: {both}" in one_line(
        result(dice=quiet).text
    )
    assert f"Nothing was drawn in this phase. Key: {'cd' * 32}" in one_line(
        result(dice=msgspec.structs.replace(quiet, seal="")).text
    )
    setting = msgspec.structs.replace(SETTING, dice=sealed)
    first = one_line(reports.opening(GAME, BEFORE, setting).text)
    assert "Each report brings the key and the seal of its phase" in first
    assert "Oda “a heron”" in first


def test_options_that_a_group_has_chosen_come_first():
    view = msgspec.structs.replace(BEFORE, options={"war": "together", "win": "at once"})
    report = reports.opening(GAME, view, SETTING)
    text = report.text[report.text.index("OPTIONS") :]
    assert text.splitlines()[2:4] == [
        "Chosen for this game:",
        "War: together. Whether war is waged turn by turn.",
    ]
    assert "\n\nAs usual:\nWin: at once. " in text
    assert report.html.index("Chosen for this game:") < report.html.index("As usual:")
    assert "As usual:" not in letter("opening").text


def test_the_first_letter_says_who_plays():
    roster = (("Oda", "Ann <b>"), ("Takeda", ""), ("Uesugi", None))
    setting = msgspec.structs.replace(SETTING, roster=roster)
    report = reports.opening(GAME, BEFORE, setting, (MAP,))
    lines = [line.strip() for line in report.text.splitlines()]
    at = lines.index("WHO PLAYS") + 2
    assert lines[at : at + 3] == [
        "Oda: Ann <b> (you)",
        "Takeda: a player without a name here",
        "Uesugi: a regent",
    ]
    assert "Ann &lt;b&gt; (you)" in report.html
    assert "Who plays" not in reports.opening(GAME, BEFORE, SETTING, (MAP,)).html


def test_a_late_reader_is_told_that_the_deadline_has_passed():
    late = msgspec.structs.replace(SETTING, late=True, grace=SETTING.deadline)
    report = reports.reminder(GAME, AFTER, late)
    text = " ".join(report.text.split())
    assert "The deadline has passed. Orders still count until" in text
    assert "Orders were due by" in text
    assert report.subject == "[sekigahara] Late: your war turn was due Sat 14 Mar 18:00 (round 2)"
    assert report.text.startswith("Late: your war turn, due Sat 14 Mar 18:00 Europe/Berlin. Orders")
    held = reports.reminder(GAME, AFTER, msgspec.structs.replace(late, grace=None)).text
    assert "has not been carried out yet, and orders still count." in " ".join(held.split())
    assert "passed" not in reports.reminder(GAME, AFTER, SETTING).text


def test_a_notice_can_bring_the_standings():
    table = GAME.standings(AFTER)
    report = notice(standings=table)
    assert table.rows[0][0] in report.text
    assert table.rows[0][0] in report.html
    assert "standings" not in notice().text.casefold()
