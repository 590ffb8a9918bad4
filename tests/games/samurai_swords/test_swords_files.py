"""Positions and events as bytes: what is written can be read, what is broken is refused."""

import json

import pytest
from swords_games import IKUSA_GAME, SWORDS, played

from adjudicator.games.contract import GameError


def test_a_position_of_another_game_or_a_later_format_is_refused():
    data = SWORDS.encode(played()[3].after)
    with pytest.raises(GameError, match="not of ikusa"):
        IKUSA_GAME.decode(data)
    later = json.loads(data) | {"format": 99}
    with pytest.raises(GameError, match="format 99"):
        SWORDS.decode(json.dumps(later).encode())


def test_options_added_later_have_their_defaults_in_older_files():
    position = played()[0].after
    older = json.loads(SWORDS.encode(position))
    del older["options"]["win"]
    assert SWORDS.decode(json.dumps(older).encode()) == position
    older["options"]["gold"] = 1
    with pytest.raises(GameError, match="gold"):
        SWORDS.decode(json.dumps(older).encode())


@pytest.mark.parametrize("war", ["turns", "together"])
def test_what_a_turn_remembers_is_gone_when_it_has_ended(war):
    for phase in played(phases=16, war=war):
        saved = json.loads(SWORDS.encode(phase.after))
        assert not {"muster", "turn"} & set(saved)


@pytest.mark.parametrize(
    ("name", "memory"),
    [("muster", {"tray": {}, "ronin": 0}), ("turn", {"letter": "B"})],
)
def test_a_file_from_the_middle_of_a_turn_is_refused(name, memory):
    saved = json.loads(SWORDS.encode(played()[3].after)) | {name: memory}
    with pytest.raises(GameError, match="middle of a phase"):
        SWORDS.decode(json.dumps(saved).encode())
