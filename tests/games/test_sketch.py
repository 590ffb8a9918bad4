"""Orders of any game on a map: what their words say where the game does not."""

from types import SimpleNamespace
from typing import Annotated

from adjudicator.games.picture import Badge
from adjudicator.games.sketch import plain_marks
from adjudicator.orders.language.slots import Name
from adjudicator.orders.language.syntax import Order


class Sow(Order, frozen=True):
    syntax = "(sow|plant) [in] <place>"

    place: Annotated[str, Name("province")]


def test_a_badge_is_called_as_the_order_is_printed():
    play = SimpleNamespace(board=SimpleNamespace(provinces={"Kai": ...}))
    assert list(plain_marks(play, "Oda", Sow("Kai"))) == [Badge("Kai", "sow", seat="Oda")]
