"""Several orders on one line of a letter: each is judged by itself."""

import pytest

from adjudicator.campaign.orders.standing import Viewpoint
from adjudicator.games import registry
from adjudicator.orders import Orders, scan

MUSTER = {
    "round": 2,
    "phase": "muster",
    "seats": {
        "pink": {"plan": {"ronin": 13}, "armies": {"1": {"at": "Kai", "bowman": 4, "gunner": 5}}},
        "gray": {},
    },
    "provinces": {
        "Kai": {"owner": "pink"},
        "Mino": {"owner": "pink", "spearman": 5},
        "Mutsu": {"owner": "gray", "spearman": 1},
    },
}
IN_MINO = "hide 1 ronin in Mino with force"
IN_KAI = "hide 3 ronin in Kai with army"
IN_MUTSU = "hide 2 ronin in Mutsu with force"


@pytest.mark.parametrize(
    ("text", "stand", "rejected"),
    [
        (f"{IN_MINO}, {IN_KAI}", [IN_MINO, IN_KAI], []),
        (f"{IN_MINO}, {IN_MUTSU}", [IN_MINO], [IN_MUTSU]),
        (f"{IN_MUTSU}, {IN_KAI}, {IN_MINO}", [IN_KAI, IN_MINO], [IN_MUTSU]),
        (f"{IN_MUTSU}, {IN_MUTSU}", [], [IN_MUTSU, IN_MUTSU]),
    ],
)
def test_an_order_is_not_lost_with_another_on_its_line(text, stand, rejected):
    game = registry.find("samurai-swords")
    view = game.view(game.from_table(MUSTER, {}), "pink")
    table = Viewpoint(game, view, "pink", game.language(view, "", "pink"))
    standing = table.merge(Orders(), scan(text).sections[0].lines)
    assert [str(line) for line in standing.orders] == stand
    assert [each.read for each in standing.findings if each.severity == "error"] == rejected
