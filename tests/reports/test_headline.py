"""The first lines of a report: what happened to its reader, whole, and the way to his orders."""

from collections import defaultdict
from types import SimpleNamespace

from letters_events import WAR
from letters_written import one_line, result

from adjudicator.chance import Stream
from adjudicator.games.facts import Column, Ordered, Table
from adjudicator.games.picture import Clash, Picture, Spot
from adjudicator.games.registry import find
from adjudicator.orders import read_orders
from adjudicator.reports import formats, headline
from adjudicator.reports.facts import OwnerChange, changes, order_rows
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
    before, after = (
        Picture("ikusa", "", "", {place: Spot(pair[at]) for place, pair in owners.items()}, ())
        for at in (0, 1)
    )
    two = {"Oda": ("Oda", "Mori"), "Uesugi": ("Uesugi",)}
    view = SimpleNamespace(seats=two, colours_of=two.get)
    assert changes(before, after, view) == [
        OwnerChange("Oda", "Uesugi", ("Kai",)),
        OwnerChange("", "Mori", ("Ise",)),
    ]


def test_of_several_answers_to_a_line_the_last_counts():
    """It is told once, with all reasons; what it did may be done otherwise by a later line.

    Orders of an earlier letter have no line in this one, and are told one by one.
    """
    game = find("samurai-swords")
    position = game.new(("Oda", "Mori", "Uesugi"), {}, Stream(b"answers")).position
    orders = read_orders("spend 1 on levy\nspend 2 on levy", game.language(position, "plan")).orders
    texts = {line.number: str(line.order) for line in orders}
    answers = [(1, "failed", "No koku."), (1, "done", ""), (2, "failed", "None."), (2, "done", "")]
    events = [Ordered(seat="Oda", line=n, text=texts[n], outcome=x, why=y) for n, x, y in answers]
    earlier = [("fight Kai", "noted"), ("nanban trade in Aki", "failed")]
    events += [Ordered(seat="Oda", line=0, text=text, outcome=came) for text, came in earlier]
    first, second, *rest = order_rows(orders, events, "Oda")
    assert [(*row.lines, row.outcome) for row in rest] == earlier
    assert (first.outcome, texts[2] in first.why) == ("skipped", True)
    assert (second.outcome, second.why) == ("done", "None.")


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
    level = Table("", columns, rows, places=(1, 1, 1))
    assert headline.standing(level, "Mori").place == 0
    assert headline.standing(level, "") is None
    assert headline.standing(table, "Mori", briefly=True).figures == (("Provinces", "7"),)


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


def test_that_nothing_happened_is_said_where_nothing_else_is():
    def nothing(*_):
        return ""

    content = {"setting": SimpleNamespace(seat="Oda"), "own": None, "events": (), "won": None}
    for deed in ("You built a castle.", ""):
        you = SimpleNamespace(
            provinces=nothing,
            deeds=lambda *_, said=deed: said,
            quiet=lambda: "Quiet.",
        )
        told = headline.tell(you, {**content, "gains": {"Oda": headline.Gains()}})
        assert told.sentences == (("", deed or "Quiet."),)


def test_a_subject_leaves_out_the_last_things_first(monkeypatch):
    things = ("lost Iga", "won a battle", "2nd")
    monkeypatch.setattr(formats, "SHOWN_SUBJECT", 22)
    assert formats._subject("Round 2", things) == "Round 2; lost Iga"
    assert formats._subject("Round 2", ("", *things[::-1])) == "Round 2; 2nd"


def test_orders_are_written_from_the_first_box():
    html = result("Takeda").html
    assert html.index("Write your orders") < html.index("</h1>") + 3000
    assert html.index("Write your orders") < html.index("<h2")
    assert html.count("mailto:") == 1


def test_dice_of_battles_that_do_not_touch_the_reader_are_folded():
    """Uesugi has no part in them."""
    touched, untouched = result("Oda").html, result("Uesugi").html
    folded = [
        html.partition("The board in words")[0].count("<details") for html in (touched, untouched)
    ]
    assert folded[0] < folded[1]
    assert set(names_in(list(WAR), {"Oda", "nobody"})) == {"Oda"}


def _you(game):
    known = {"options": {}, "game": find(game).meta}
    return module(game, "you", Text({}), known)


def test_a_name_is_written_in_one_way_wherever_it_stands():
    won = SimpleNamespace(seats=("cedar",), why="cedar controls 10 provinces; 10 win")
    said = one_line(_you("samurai-swords").outcome(won, "jade"))
    assert said == "cedar has won. cedar controls 10 provinces; 10 win."
    assert sentence("of all clans one is left", ("cedar",)) == "Of all clans one is left."
