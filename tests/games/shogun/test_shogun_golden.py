"""A whole game without a single order, recorded: any change of rules or draws shows here."""

import hashlib

import pytest
from shogun_games import MODULES, game

from adjudicator.chance import Stream

GOLDEN = {"basic": "5ba9a4a7ef747b1e", "all": "907e17f86cb63e66"}


def played(modules):
    digest = hashlib.sha256()
    options = {**dict.fromkeys(modules, True), "season": "two mails"}
    resolution = game.new(game.meta.seats[:4], options, Stream(b"golden"))
    while True:
        digest.update(game.encode(resolution.position))
        digest.update(game.encode_events(resolution.events))
        phase = game.phase(resolution.position)
        if phase.over:
            return digest.hexdigest()[:16]
        stream = Stream(f"golden {phase.key}".encode())
        resolution = game.adjudicate(resolution.position, {}, stream)


@pytest.mark.parametrize(("name", "modules"), [("basic", ()), ("all", MODULES)])
def test_a_game_that_was_recorded_comes_out_the_same(name, modules):
    assert played(modules) == GOLDEN[name]
