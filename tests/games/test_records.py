"""What positions are made of: nothing changes it, and it is known again."""

import pickle
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from adjudicator.games.records import EMPTY, FrozenDict, Record, Same, exchange, unknown_keys


class Land(Record, frozen=True):
    """A record with mappings of numbers, and of mappings."""

    units: Mapping[str, int] = EMPTY
    by_seat: Mapping[str, Mapping[str, int]] = EMPTY
    name: str = ""


LAND = Land({"bow": 2}, {"Oda": {"bow": 1}, "Mori": {}})


def test_the_mappings_of_a_record_are_frozen_down_to_the_last():
    for land in (LAND, exchange(Land(), {"units": {"bow": 2}, "by_seat": dict(LAND.by_seat)})):
        found = [land.units, land.by_seat, *land.by_seat.values()]
        assert {type(each) for each in found} == {FrozenDict}
        assert land == LAND
        assert hash(land) == hash(LAND)
    assert Land({}, {}).units is EMPTY
    assert exchange(LAND, {"by_seat": {"Oda": {"bow": 3}}}).by_seat["Oda"] == {"bow": 3}
    assert type(exchange(LAND, {"by_seat": {"Oda": {"bow": 3}}}).by_seat["Oda"]) is FrozenDict
    assert LAND.by_seat["Oda"] == {"bow": 1}


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.__setitem__("a", 2),
        lambda held: held.__delitem__("a"),
        lambda held: held.update(a=2),
        lambda held: held.pop("a"),
        lambda held: held.popitem(),
        lambda held: held.clear(),
        lambda held: held.setdefault("b", 1),
        lambda held: held.__ior__({"b": 1}),
    ],
)
def test_nothing_changes_a_frozen_dict(change):
    held: Any = FrozenDict({"a": 1})
    with pytest.raises(TypeError, match="never changed in place"):
        change(held)
    assert held == {"a": 1}


def test_a_frozen_dict_stays_one_where_it_is_copied():
    copied = pickle.loads(pickle.dumps(FrozenDict({"a": 1})))
    assert (type(copied), copied) == (FrozenDict, {"a": 1})


def test_what_is_known_by_being_itself_is_not_its_equal():
    one, other = FrozenDict({"a": 1, "b": 2}), FrozenDict({"b": 2, "a": 1})
    assert one == other
    assert Same(one) == Same(one)
    assert Same(one) != Same(other)
    assert {Same(one): "kept"}.get(Same(other)) is None


class Whole(msgspec.Struct):
    """A record of a list and a mapping of records."""

    lands: list[Land]
    by_name: dict[str, Land] = {}


def test_each_key_that_a_record_does_not_have_is_found_where_it_stands():
    table = {
        "lands": [{"units": {}}, {"unit": {"bow": 1}}],
        "by_name": {"Awa": {"units": {"strange": 1}, "nam": ""}},
        "more": 1,
    }
    made = msgspec.convert(table, Whole)
    fields = Land.__struct_fields__
    assert list(unknown_keys(table, made)) == [
        (("lands", "2", "unit"), fields),
        (("by_name", "Awa", "nam"), fields),
        (("more",), Whole.__struct_fields__),
    ]
    assert list(unknown_keys({"lands": [{"unit": 1}]}, made)) == []  # another list was made of it
