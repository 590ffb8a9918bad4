"""What the tower draws can be drawn again, however a group has chosen its tower."""

from itertools import product

from adjudicator.chance import Stream
from adjudicator.chance.record import disagreements
from adjudicator.games import registry

KEY = b"tower"


def test_what_any_tower_draws_agrees_with_its_key():
    game = registry.find("shogun")
    options = {each.name: each for each in game.meta.options}
    names = ("tower hold", "tower shake", "tower edge")
    for chosen in product(*(options[name].values for name in names)):
        chance = Stream(KEY)
        game.new(game.meta.seats[:4], dict(zip(names, chosen, strict=True)), chance)
        assert any(each.label.endswith("hold") and each.came for each in chance.drawn)
        assert disagreements(KEY, chance.drawn) == [], chosen
