"""What is said of a file that does not fit: its smallest part that is wrong, and what it can be."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import pytest

from adjudicator.wording.misfits import find_misfit


class Army(msgspec.Struct):
    """A record within another."""

    units: Mapping[str, Annotated[int, msgspec.Meta(ge=0, le=5)]]
    at: tuple[float, float] = (0, 0)
    level: int = 1


class Seat(msgspec.Struct):
    """A record."""

    armies: tuple[Army, ...]
    order: Literal["first", "last"] | None = None
    pair: tuple[str, int] = ("", 0)


GOOD = {"armies": [{"units": {"bow": 1}}, {"units": {}, "at": [1.0, 2.5]}], "pair": ["a", 2]}


@pytest.mark.parametrize(
    ("changes", "place", "why"),
    [
        ({"armies": "none"}, "armies", "write a list"),
        ({"armies": [{"units": {"bow": 6}}]}, "armies[0].units.bow",
         "write a whole number from 0 to 5, without quotes"),
        ({"armies": [{"units": {"bow": -1}}]}, "armies[0].units.bow",
         "write a whole number from 0 to 5, without quotes"),
        ({"armies": [GOOD["armies"][0], {"units": {}, "at": [1.0, "x"]}]}, "armies[1].at[1]",
         "write a number, without quotes"),
        ({"armies": [{"units": {}, "at": [1.0, 2.0, "x"]}]}, "armies[0].at", "write a list of 2"),
        ({"armies": [{"at": [1.0, 2.0]}]}, "armies[0]", "“units” is missing"),
        ({"pair": ["a", "b"]}, "pair[1]", "write a whole number, without quotes"),
        ({"pair": [1, 2]}, "pair[0]", "write text in quotes, \"…\""),
        ({"order": "never"}, "order", 'write "first" or "last"'),
    ],
)  # fmt: skip
def test_the_smallest_part_that_does_not_fit_is_named(changes, place, why):
    misfit = find_misfit(GOOD | changes, Seat)
    assert (misfit.place, str(misfit.why)) == (place, why)
    assert str(misfit) == f"{place}: {why}"
    assert find_misfit({"Oda": GOOD | changes}, dict[str, Seat], "seats").place == (
        f"seats.Oda.{place}"
    )


def test_what_fits_is_no_misfit():
    assert find_misfit(GOOD, Seat) is None
    assert find_misfit([], Seat).place == ""
