"""The first lines of a report: what happened to its reader, whole, and the way to his orders."""

from collections import defaultdict
from types import SimpleNamespace

from letters_events import OTHERS, WAR
from letters_toy import position
from letters_written import one_line, result

from adjudicator.chance import Stream
from adjudicator.games.facts import Column, Ordered, Table
from adjudicator.games.picture import Clash, Picture, Spot
from adjudicator.games.registry import find
from adjudicator.orders import read_orders
from adjudicator.reports import formats, headline
from adjudicator.reports.facts import OwnerChange, changes, final_standings, order_rows, standings
from adjudicator.reports.headline import Told
from adjudicator.reports.story import names_in
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text
from adjudicator.reports.words import sentence

FOUGHT = SimpleNamespace(
    seat="Oda",
    defenders=SimpleNamespace(seat="Mori"),
    outcome="both",
    target="Yamato",
    passes=(),
)


def test_gains_are_whole_and_by_province_whoever_had_them():
    places = tuple(f"Province {number:02}" for number in range(20))
    changes = [OwnerChange("Mori", "Oda", places[10:]), OwnerChange("Uesugi", "Oda", places[:10])]
    spots = {"Iga": Spot("Mori"), "Kai": Spot("Oda"), "Shima": Spot("Mori")}
    clashes = (Clash("Shima", "Oda"), Clash("Iga", "Oda"), Clash("Kai", "Oda"))
    picture = Picture("ikusa", "", "", spots, (), clashes=clashes)
    gains = headline.gains(changes, "Oda", picture)
    assert gains.gained == places
    assert gains.not_kept == ("Iga", "Shima")
    said = one_line(str(_you("samurai-swords").provinces(gains)))
    assert all(place in said for place in places)
    assert said.endswith("You won in Iga and Shima, but do not hold them.")
    lost = headline.gains([OwnerChange("Oda", "Mori", ("Iga",))], "Oda", picture)
    assert lost.not_kept == ("Shima",)


def test_whom_one_gained_from_or_lost_to_is_said_where_it_was_one():
    """Of several none is named, and nobody's was nobody's."""
    to_mori, to_takeda = (OwnerChange("Oda", each, (f"{each}’s",)) for each in ("Mori", "Takeda"))
    of_mori, of_nobody = (OwnerChange(each, "Oda", (f"{each}’s",)) for each in ("Mori", ""))
    for came, names in (
        ([to_mori], ("", "Mori")),
        ([to_mori, to_takeda], ("", "")),
        ([of_mori, to_takeda], ("Mori", "Takeda")),
        ([of_mori, of_nobody], ("", "")),
        ([of_nobody], ("", "")),
    ):
        gains = headline.gains(came, "Oda", Picture("ikusa", "", "", {}, ()))
        assert (gains.gained_from, gains.lost_to) == names


def test_what_passes_between_the_colours_of_a_seat_changes_no_hands():
    owners = {"Iga": ("Oda", "Mori"), "Kai": ("Oda", "Uesugi"), "Ise": ("", "Mori")}
    owners["Aki"] = owners["Kai"]
    before, after = (
        Picture("ikusa", "", "", {place: Spot(pair[at]) for place, pair in owners.items()}, ())
        for at in (0, 1)
    )
    two = {"Oda": ("Oda", "Mori"), "Uesugi": ("Uesugi",)}
    view = SimpleNamespace(seats=two, colours_of=two.get)
    assert changes(before, after, view) == [
        OwnerChange("Oda", "Uesugi", ("Aki", "Kai")),
        OwnerChange("", "Mori", ("Ise",)),
    ]


def test_of_several_answers_to_a_line_the_last_counts():
    """It is told once, with all reasons; what it did may be done otherwise by a later line.

    Orders of an earlier letter have no line in this one, and are told one by one.
    """
    game = find("samurai-swords")
    position = game.new(("Oda", "Mori", "Uesugi"), {}, Stream(b"answers")).position
    lines = "spend 1 on levy\nspend 2 on levy\nspend 3 on levy"
    orders = read_orders(lines, game.language(position, "plan")).orders
    texts = {line.number: str(line.order) for line in orders}
    answers = [(1, "failed", "No koku."), (1, "done", ""), (2, "failed", "None.")]
    answers += [(3, "failed", "None."), (3, "done", "")]
    events = [Ordered(seat="Oda", line=n, text=texts[n], outcome=x, why=y) for n, x, y in answers]
    earlier = [("fight Kai", "noted"), ("nanban trade in Aki", "failed")]
    events += [Ordered(seat="Oda", line=0, text=text, outcome=came) for text, came in earlier]
    events.append(Ordered(seat="Oda", colour="Mori", line=0, text="fight Aki", outcome="done"))
    first, second, third, *rest = order_rows(orders, events, "Oda")
    assert [(*row.lines, row.outcome) for row in rest] == [
        *earlier,
        ("for Mori: fight Aki", "done"),
    ]
    assert (first.outcome, texts[3] in first.why) == ("skipped", True)
    assert (second.outcome, second.why) == ("failed", "None.")
    assert (third.outcome, third.why) == ("done", "None.")


def test_standings_say_what_each_number_gained_or_lost():
    heads = (Column("Seat", number=False), Column("Level", number=False), *map(Column, "ABCD"))
    before, after = (
        Table("", heads, rows)
        for rows in (
            (("5", "1", "7", "7", "?", "7"), ("Oda", "2", "1", "0", "3", "3")),
            (("Oda", "3", "2", "0", "5 + 5", "3"), ("5", "2", "7", "5", "1", "10")),
        )
    )
    table = standings(SimpleNamespace(standings=lambda view: view), before, after)
    assert table.rows == (
        ("Oda", "3", "2 (+1)", "0", "5 + 5", "3"),
        ("5", "2", "7", "5 (-2)", "1", "10 (+3)"),
    )


def test_a_standing_says_whether_its_place_is_shared():
    columns = (Column("Seat", number=False), Column("Provinces"), Column("Koku"))
    rows = (("Oda", "9", "0"), ("Mori", "7", "2"), ("Uesugi", "7", "1"))
    table = Table("", columns, rows, places=(1, 2, 2))
    seats = ("Oda", "Mori", "Uesugi")
    stands = [headline.standing(table, seat) for seat in seats]
    assert [(each.place, each.of, each.tied) for each in stands] == [
        *((1, 3, False), (2, 3, True), (2, 3, True)),
    ]
    assert headline.standing(table, "") == stands[0]  # the public reads who leads
    final = final_standings(table)
    assert [each.title for each in final.columns] == ["Seat", "Place", "Provinces", "Koku"]
    assert [row[:3] for row in final.rows] == [
        *(("Oda", "1", "9"), ("Mori", "2=", "7"), ("Uesugi", "2=", "7")),
    ]
    level = Table("", columns, rows, places=(1, 1, 1))
    assert headline.standing(level, "Mori").place == 0
    assert headline.standing(level, "") is None
    assert headline.standing(table, "Mori", briefly=True).figures == (("Provinces", "7"),)


def test_a_standing_has_its_first_two_figures_and_those_that_changed():
    """They are four at the most, and none is nothing, unless there is no other."""
    columns = (Column("Seat", number=False), Column("Clan", number=False), *map(Column, "ABCDEFG"))
    rows = (
        ("Oda", "7 Mon", "9", "0", "5", "4 (+1)", "6 (-1)", "2", "1 (+1)"),
        ("Mori", "Oka", *"0000000"),
    )
    told = [headline.standing(Table("", columns, rows), each).figures for each in ("Oda", "Mori")]
    assert told == [(("A", "9"), ("D", "4 (+1)"), ("E", "6 (-1)")), (("A", "0"),)]


def test_a_battle_in_which_both_sides_died_is_in_the_summary_and_in_the_subject():
    you, seen = _you("samurai-swords"), defaultdict(list, Fought=[FOUGHT])
    for seat in ("Oda", "Mori"):
        assert one_line(you.battles(seen, seat)) == "Both sides died in the battle of Yamato."
        subject = you.tally(seen, seat, headline.Gains(lost=("Yamato",)))
        assert "both died in 1 battle" in subject
    assert not one_line(you.battles(seen, "Uesugi"))


def test_battles_that_were_won_lost_and_called_off_are_told_as_such():
    """Of one another’s battles the attacker and the defender read the opposite."""

    def fought(outcome, target):
        return SimpleNamespace(
            seat="Oda",
            defenders=SimpleNamespace(seat="Mori"),
            outcome=outcome,
            target=target,
            passes=(),
        )

    fights = [fought("won", "Iga"), fought("lost", "Omi"), fought("off", "Ise")]
    you, seen = _you("samurai-swords"), defaultdict(list, Fought=fights)
    won_and_lost = "You won the battle of {}, and lost the battle of {}."
    called_off = "Called off: the battle of Ise."
    assert one_line(you.battles(seen, "Oda")) == won_and_lost.format("Iga", "Omi")
    assert one_line(you.battles(seen, "Mori")) == won_and_lost.format("Omi", "Iga")
    assert one_line(you.deeds(seen, "Oda")) == one_line(you.deeds(seen, "Mori")) == called_off
    seen["Fought"] = [fought("won", "Iga"), fought("lost", "Iga")]
    said = "You won the battle of Iga, and lost another battle of Iga."
    assert one_line(you.battles(seen, "Oda")) == said


def test_who_is_out_reads_who_has_what_was_his():
    you = _you("samurai-swords")
    for by, said in (
        ("Mori", "You are out of the game: Mori takes over all that was yours."),
        ("", "You are out of the game."),
    ):
        seen = defaultdict(list, Eliminated=[SimpleNamespace(seat="Oda", by=by, provinces=1)])
        assert one_line(you.battles(seen, "Oda")) == said
        assert not one_line(you.battles(seen, "Ueda"))


def test_a_revolt_is_put_down_or_lost_by_whose_province_it_is():
    you = _you("shogun")

    def fought(winner, province):
        return SimpleNamespace(
            kind="revolt", attacker="", defender="red", winner=winner, province=province
        )

    seen = defaultdict(list, Fought=[fought("red", "Omi"), fought("", "Iga")])
    said = "You lost the revolt in Iga. You put down the revolt in Omi."
    assert one_line(you.battles(seen, "red")) == said


def test_places_are_counted_as_they_are_spoken():
    you = _you("shogun")
    said = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st"}
    assert {number: one_line(you.nth(number)) for number in said} == said


def test_what_must_be_read_stands_however_little_room_there_is():
    told = Told((("", "a" * 70), ("", "b" * 70), ("", "c" * 70)), core=2, standing="1st")
    assert [told.fit(room) for room in (9, 4, 3, 0)] == [3, 3, 2, 2]


def test_first_lines_have_room_for_what_is_wanted(monkeypatch):
    rooms = []
    monkeypatch.setattr(Told, "fit", lambda told, room: rooms.append(room) or told.core)
    assert "You need do nothing now. Next: Takeda wages war.\n\n" in result().text
    assert rooms == [headline.LINES - 1]


def test_that_nothing_happened_is_said_where_nothing_else_is():
    def nothing(*_):
        return ""

    content = {"setting": SimpleNamespace(seat="Oda"), "own": None, "events": (), "won": None}
    for deed in ("You built a castle.", ""):
        you = SimpleNamespace(
            provinces=nothing,
            deeds=lambda *_, said=deed: said,
            quiet=lambda: "Quiet.",
            everybody=lambda seen: "All fought.",
        )
        told = headline.tell(you, {**content, "gains": {"Oda": headline.Gains()}})
        assert told.sentences == (("", deed or "Quiet."),)


def test_the_public_reads_what_all_did_and_who_leads_unless_somebody_has_won():
    you = SimpleNamespace(
        everybody=lambda seen: "All fought.",
        outcome=lambda won, seat: "Oda has won.",
        standing=lambda own, seat: "Oda leads.",
    )
    content = {"setting": SimpleNamespace(seat=""), "own": "row", "events": (), "gains": {}}
    told = [
        headline.tell(you, {**content, "over": over, "won": won}).shorten(9)
        for over, won in ((False, None), (True, None), (True, "won"))
    ]
    ends = "All fought. Oda leads."
    assert told == [ends, ends, "Oda has won. All fought."]


def test_a_subject_says_of_which_colour_it_is_and_at_the_end_the_place_of_who_did_not_win():
    you = SimpleNamespace(
        tally=lambda seen, colour, gains: f"lost {gains}\n", ranked=lambda own: f"place {own.place}"
    )
    content = {"setting": SimpleNamespace(seat="Oda"), "events": (), "won": None, "over": False}
    content |= {"own": SimpleNamespace(place=2), "gains": {"Oda": "Iga", "Mori": "Kai"}}
    assert headline.tally(you, content) == ["Oda: lost Iga", "Mori: lost Kai"]
    assert headline.tally(you, {**content, "gains": {"Oda": "Iga"}}) == ["lost Iga"]
    over, won = {**content, "over": True}, SimpleNamespace(seats=("Oda",))
    assert headline.tally(you, over) == ["place 2"]
    assert headline.tally(you, {**over, "won": won}) == []
    assert headline.tally(you, {**over, "won": SimpleNamespace(seats=("Mori",))}) == ["place 2"]


def test_of_several_battles_in_a_province_the_last_counts_in_the_subject_too():
    sides = [SimpleNamespace(seat="Oda", left={"bushi": 1}, units={"bushi": 1})]
    battles = [SimpleNamespace(province="Kai", sides=sides, winner=who) for who in ("", "", "Oda")]
    you, seen = _you("gekokujo"), defaultdict(list, Fought=battles)
    assert one_line(you.battles(seen, "Oda")) == "You won the battle of Kai."
    assert one_line(you.tally(seen, "Oda", headline.Gains())) == "won 1 battle"


def test_a_subject_leaves_out_the_last_things_first(monkeypatch):
    things = ("lost Iga", "won a battle", "2nd")
    monkeypatch.setattr(formats, "SHOWN_SUBJECT", 22)
    assert formats._subject("Round 2", things) == "Round 2; lost Iga"
    assert formats._subject("Round 2", ("", *things[::-1])) == "Round 2; 2nd"
    monkeypatch.setattr(formats, "SHOWN_SUBJECT", len("Round 2; lost Iga, 2nd"))
    assert formats._subject("Round 2", ("lost Iga", "2nd")) == "Round 2; lost Iga, 2nd"


def test_orders_are_written_from_the_first_box():
    html = result("Takeda").html
    assert html.index("Write your orders") < html.index("</h1>") + 3000
    assert html.index("Write your orders") < html.index("<h2")
    assert html.count("mailto:") == 1


def test_dice_of_battles_that_do_not_touch_the_reader_are_folded():
    """Uesugi has no part in them, unless Kai was or is his; Oda, whatever is his."""
    hers, his = (dict.fromkeys(("Kai", "Shinano"), seat) for seat in ("Takeda", "Uesugi"))
    hers["Aki"] = "Oda"
    folded = [
        result(seat, position(owners=now), position(owners=was))
        .html.partition("The board in words")[0]
        .count("<details")
        for seat, was, now in (
            *(("Uesugi", {}, {}), ("Uesugi", his, {}), ("Uesugi", {}, his), ("Oda", hers, hers)),
        )
    ]
    assert folded == [2, 1, 1, 1]  # that of all options is always
    assert set(names_in(list(WAR), {"Oda", "nobody"})) == {"Oda"}
    assert set(names_in(OTHERS[0], {"Takeda", "Omi", "nobody"})) == {"Takeda", "Omi"}  # its hands


def _you(game):
    known = {"options": {}, "game": find(game).meta}
    return module(game, "you", Text({}), known)


def test_a_name_is_written_in_one_way_wherever_it_stands():
    won = SimpleNamespace(seats=("cedar",), why="cedar controls 10 provinces; 10 win")
    said = one_line(_you("samurai-swords").outcome(won, "jade"))
    assert said == "cedar has won. cedar controls 10 provinces; 10 win."
    assert sentence("of all clans one is left", ("cedar",)) == "Of all clans one is left."
