"""Lines that are tried together: what is left out of a rehearsal would have changed nothing."""

import pytest
from swords_games import SWORDS, made, played, read

from adjudicator.games import registry
from adjudicator.games.samurai_swords.judging.groups import Groups
from adjudicator.games.samurai_swords.judging.outlook import fates
from adjudicator.games.samurai_swords.judging.rehearsal import rehearse
from adjudicator.games.samurai_swords.judging.scenarios import Fate
from adjudicator.orders import Orders

WAR = {
    "round": 1,
    "phase": "war",
    "turn_order": ["pink", "gray"],
    "provinces": {
        "Omi": {"owner": "pink", "spearman": 4},
        "Ise": {"owner": "pink", "spearman": 3},
        "Iga": {"owner": "pink"},
        "Yamato": {"owner": "pink", "spearman": 2},
        "Mino": {"owner": "gray", "spearman": 3},
        "Owari": {"owner": "gray", "spearman": 3},
        "Hida": {"owner": "gray"},
    },
    "seats": {
        "pink": {"armies": {"1": {"at": "Iga", "level": 2, "spearman": 3}}},
        "gray": {"armies": {"1": {"at": "Hida", "spearman": 3}}},
    },
}


def heard(play, seat, lines, fate):
    """Return what becomes of lines under a fate."""
    return judged(rehearse(play, seat, lines, fate).outcomes[seat])


def judged(outcomes):
    """Return by their ``id`` whether lines were carried out, for a battle is, however it ends."""
    words = {"won": "done", "lost": "done", "called off": "done"}
    return {
        id(each.line): (words.get(each.word, each.word), each.why, each.branch) for each in outcomes
    }


def rehearsals(game, position, seat, orders):
    """Yield the play of each of the seat's colours, its lines, and their best rehearsal."""
    view = game.view(position, seat)
    for play, colour, lines in game.plays(view, seat, orders):
        yield play, colour, lines, rehearse(play, colour, lines)


def compare(game, position, seat, orders):
    """Carry all lines out under each fate; return how many that were left out stay as they were."""
    spared = 0
    for play, colour, lines, best in rehearsals(game, position, seat, orders):
        if not play.at_war:
            continue
        expected = judged(best.outcomes[colour])
        for fate, some in fates(play, colour, lines, best):
            assert heard(play, colour, lines, fate) == {
                **expected,
                **heard(play, colour, some, fate),
            }
            spared += len(lines) - len(some)
        groups = Groups(play, colour, lines, best)
        for clash in [each for each in best.clashes if groups.heeding(*each) < 2]:
            for ending, _ in best.clashes[clash].prospect.endings:
                assert heard(play, colour, lines, Fate(battles={clash: ending})) == expected
                spared += len(lines)
    return spared


@pytest.mark.parametrize(
    ("name", "seats", "regent", "options"),
    [
        ("samurai-swords", 4, "random", {}),
        ("samurai-swords", 3, "random", {"war": "steps"}),
        ("samurai-swords", 2, "random", {}),
        ("ikusa", 3, "random", {"war": "together"}),
    ],
)
def test_a_line_that_is_left_out_of_a_rehearsal_comes_out_as_in_the_best(
    name, seats, regent, options
):
    game = registry.find(name)
    spared = 0
    for phase in played(name, seats, regent, **{"war": "turns", **options}):
        for seat, orders in phase.orders.items():
            spared += compare(game, phase.before, seat, orders)
    assert spared > 100


def groups(text, **changes):
    """Return the groups of the lines of orders on the board above."""
    position = made(WAR | changes)
    [found] = rehearsals(SWORDS, position, "pink", read(SWORDS, position, text))
    play, colour, lines, best = found
    return Groups(play, colour, lines, best)


def texts(lines: Orders):
    return [line.text for line in lines]


def test_what_names_no_province_in_common_is_apart():
    found = groups("attack Mino from Omi\nmove 1 spearman from Yamato to Ise")
    assert texts(found.around(["Mino"])) == ["attack Mino from Omi"]
    assert found.heeding("Omi", "Mino") == 1


def test_lines_hang_together_by_what_each_has_in_common_with_the_next():
    found = groups(
        "attack Mino from Omi\nmove 1 spearman from Omi to Mino\nmove 1 spearman from Yamato to Omi"
        "\nattack Owari from Ise"
    )
    assert len(found.around(["Mino"])) == 3
    assert texts(found.around(["Owari"])) == ["attack Owari from Ise"]


def test_an_army_hangs_together_with_where_it_stands():
    found = groups("attack Owari from Ise\nmove 1 spearman from Ise to Iga\nmarch army 1 to Yamato")
    assert len(found.around(["Owari"])) == 3


def test_a_policy_belongs_to_all_and_joins_nothing():
    text = "casualties gunner in Mino\nfight to the end in Mino\n"
    found = groups(text + "attack Mino from Omi\nattack Owari from Ise")
    assert len(found.around(["Owari"])) == 3
    assert found.heeding("Mino") == 1


def test_under_a_condition_everything_has_to_do_with_everything():
    found = groups("attack Mino from Omi\nif Mino was won: move 1 spearman from Yamato to Ise")
    assert found.is_one
    assert len(found.around(["Mino"])) == 2


def test_who_may_go_on_with_any_army_hangs_together_with_all():
    found = groups("attack Hida from Mino\nmarch army 1 to Yamato")
    assert len(found.around(["1"])) == 2
