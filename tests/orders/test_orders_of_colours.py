"""Orders of a seat that commands several colours: whose a line is, and what takes its place."""

import pytest

from adjudicator.orders import Branch, Line, Order, Orders
from adjudicator.orders.orders import find_replaced, for_colour, headings


class Keep(Order, frozen=True):
    """Keep so much: the latest counts."""

    syntax = "keep {koku}"
    latest = True
    koku: int

    def __str__(self) -> str:
        return f"keep {self.koku}"


class Hide(Order, frozen=True):
    """Hide somewhere: each place by itself."""

    syntax = "hide {place}"
    about = ("place",)
    place: str

    def __str__(self) -> str:
        return f"hide {self.place}"


def a_line(*orders, colour="", number=0):
    return Line(tuple(map(Branch, orders)), number, colour=colour)


RED = (a_line(Keep(2), colour="red"), a_line(Hide("Awa"), Hide("Iyo"), colour="red"))
BLUE = (a_line(Keep(1), colour="blue"),)
NO_COLOUR = a_line(Hide("Tosa"))


def shown(lines):
    return [(line.colour, str(line.order)) for line in lines]


def test_each_line_stands_below_the_heading_of_its_colour_and_is_numbered_so():
    orders = Orders((NO_COLOUR, *RED, *BLUE, RED[0]))
    text = str(orders)
    assert text.splitlines() == [
        "hide Tosa",
        "colour red",
        "keep 2",
        "hide Awa",
        "else: hide Iyo",
        "colour blue",
        "keep 1",
        "colour red",
        "keep 2",
    ]
    numbers = {str(n): line for n, line in enumerate(text.splitlines(), 1)}
    for line in orders.renumber():
        assert numbers[str(line.number)] == str(line.order)
    assert [line.number for line in orders.renumber()] == [1, 3, 4, 7, 9]


def test_a_line_without_a_colour_is_the_first_ones():
    orders = Orders((*RED, NO_COLOUR, *BLUE))
    parts = orders.part(("red", "blue"))
    assert shown(parts["red"]) == [*shown(RED), ("", "hide Tosa")]
    assert shown(parts["blue"]) == shown(BLUE)
    assert orders.part(("blue", "red"))["blue"].lines == (NO_COLOUR, *BLUE)
    assert orders.part(("Oda",)) == {"Oda": orders}


def test_an_amendment_changes_what_is_said_for_its_colour_alone():
    orders = Orders((*RED, *BLUE))
    more = a_line(Keep(5), colour="blue")
    assert shown(orders.amend(Orders((more,)))) == [*shown(RED), ("blue", "keep 5")]
    none = a_line(Keep(9), colour="green")
    assert shown(orders.amend(Orders((none,)))) == [*shown(RED), *shown(BLUE), ("green", "keep 9")]
    assert shown(orders.amend(Orders(), (a_line(Keep(2), colour="red"),))) == shown((RED[1], *BLUE))
    assert orders.amend(Orders(), (a_line(Keep(2)),)) == orders
    assert orders.absent((a_line(Keep(7), colour="red"), a_line(Keep(7)))) == (a_line(Keep(7)),)


def test_the_latest_takes_the_place_of_those_before_it_for_the_same_colour():
    first, second, third, other = (
        a_line(Keep(koku), colour=colour, number=number)
        for koku, colour, number in ((1, "red", 1), (2, "red", 4), (3, "red", 6), (4, "blue", 9))
    )
    hidden = [a_line(Hide("Awa"), number=2), a_line(Hide("Awa"), number=3)]
    done = [(line, line.order) for line in (other, third, *hidden, first, second)]
    assert find_replaced(done) == [(second, Keep(2), third), (first, Keep(1), third)]


@pytest.mark.parametrize(
    ("colour", "text", "expected"),
    [
        ("red", "keep 2", "for red: keep 2"),
        ("red", "for blue: keep 2", "for blue: keep 2"),
        ("", "keep 2", "keep 2"),
    ],
)
def test_a_line_by_itself_says_for_whom_it_is_once(colour, text, expected):
    assert for_colour(colour, text) == expected


def test_a_part_of_a_sheet_begins_with_its_colour_and_a_gap():
    assert headings("red") == ("colour red", "")
    assert headings("") == ()
