"""A file that says it is the view of a seat that does not play is refused."""

import json

import pytest

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError


@pytest.mark.parametrize("name", registry.SHIPPED)
def test_a_view_of_a_seat_that_does_not_play_is_refused(name):
    game = registry.find(name)
    position = game.new(game.meta.seats[:3], {}, Stream(b"viewer")).position
    table = json.loads(game.encode(game.view(position, game.meta.seats[0])))
    assert game.decode(json.dumps(table).encode()).viewer == game.meta.seats[0]
    table["viewer"] = "Nobody"
    with pytest.raises(GameError, match="does not play"):
        game.decode(json.dumps(table).encode())
