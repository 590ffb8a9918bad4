"""The odds of battles: how long they take, and whether phases that are played come out so.

    python benchmarks/odds.py [PHASES]

Of one battle of each game the odds are exact, and so many phases are played beside them. What is
told of a turn of nine battles is how long it takes, and how far off a drawn share may be.
"""

import sys
import time
from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

from adjudicator.cases.battle_odds import OrderOdds, battle_odds
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import Game
from adjudicator.orders import read_orders

Row = tuple[str, str, str, str]


class Attack(NamedTuple):
    """A position, and the orders of a seat that attacks in it."""

    ruleset: str
    seat: str
    orders: str
    table: Mapping[str, Any]
    options: Mapping[str, Any] = {}

    def odds(self) -> tuple[float, OrderOdds]:
        """Return the odds, and how long each contest of them took, anew."""
        game, position = self.open()
        begun = time.process_time()
        answer = battle_odds(game, position, self.seat, self.orders)
        return (time.process_time() - begun) / len(answer.contests), answer

    def open(self) -> tuple[Game, Any]:
        """Return the game and the position."""
        game = registry.find(self.ruleset)
        return game, game.from_table(self.table, self.options)


SWORDS = Attack(
    "samurai-swords",
    "Oda",
    "attack Tango with army 2",
    {
        "round": 2,
        "phase": "war",
        "turn_order": ["Oda", "Takeda"],
        "seats": {
            "Oda": {
                "armies": {
                    "2": {"at": "Tamba", "bowman": 2, "swordsman": 2, "gunner": 3, "spearman": 4}
                }
            },
            "Takeda": {"armies": {"1": {"at": "Tango", "bowman": 2, "gunner": 2, "spearman": 4}}},
        },
        "provinces": {"Tamba": {"owner": "Oda"}, "Tango": {"owner": "Takeda"}},
    },
)
GEKOKUJO = Attack(
    "gekokujo",
    "Tokugawa",
    "move 4 bushi from Mikawa to Totomi\nronin up to 2",
    {
        "round": 2,
        "phase": "campaign",
        "active": "Tokugawa",
        "turn_order": ["Tokugawa", "Takeda"],
        "seats": {"Tokugawa": {"koku": 3}, "Takeda": {"koku": 2}},
        "provinces": {
            "Mikawa": {"owner": "Tokugawa", "units": {"Tokugawa": {"daimyo": 3, "bushi": 4}}},
            "Totomi": {"owner": "Takeda", "units": {"Takeda": {"bushi": 3}}},
            "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
        },
    },
)
SHOGUN = Attack(
    "shogun",
    "blue",
    "battle a from Shinano to Kozuke with 4",
    {
        "phase": "carry out",
        "turn_order": ["blue", "yellow"],
        "tower": {"blue": 4, "yellow": 6, "farmer": 3},
        "seats": {"blue": {"plan": {"battle a": "Shinano"}}, "yellow": {}},
        "provinces": {
            "Shinano": {"owner": "blue", "armies": 5},
            "Kozuke": {"owner": "yellow", "armies": 3},
        },
    },
    {"season": "two mails"},
)


def late_turn() -> Attack:
    """Return a turn of nine troops, three of them armies that may attack twice."""
    game = registry.find("samurai-swords")
    seats = ("Oda", "Takeda", "Mori")
    board = game.new(seats, {}, Stream(b"bench")).position
    play = game.play(board)  # type: ignore[attr-defined]
    armies: dict[str, Any] = {}
    lands: dict[str, Any] = {}
    orders: list[str] = []
    kinds = [{"spearman": 3, "gunner": 2}, {"bowman": 2, "spearman": 2}, {"swordsman": 2}]
    for source in board.provinces:
        near = (each for each in play.neighbours(source) if each not in lands)
        target = next((each for each in near if not play.board.by_sea(source, each)), "")
        if source in lands or not target or len(orders) >= 12:
            continue
        lands[source] = {"owner": "Oda"}
        lands[target] = {"owner": "Takeda", **kinds[len(lands) % 3]}
        number = len(armies) + 1
        if number > 3:
            lands[source] |= kinds[0]
            orders.append(f"attack {target} from {source} with force")
            continue
        units = {"bowman": 2, "swordsman": 1, "gunner": 1, "spearman": 3}
        armies[str(number)] = {"at": source, "level": 2, **units}
        orders.append(f"attack {target} with army {number}")
        beyond = next((each for each in play.neighbours(target) if each not in lands), "")
        if beyond:
            lands[beyond] = {"owner": "Takeda", "spearman": 2}
            orders.append(f"if battle was won: attack {beyond} with army {number}")
    home = next(each for each in board.provinces if each not in lands)
    lands[home] = {"owner": "Takeda"}
    table = {
        "round": 4,
        "phase": "war",
        "active": "Oda",
        "turn_order": list(seats),
        "seats": {"Oda": {"armies": armies}, "Takeda": {"armies": {"1": {"at": home}}}, "Mori": {}},
        "provinces": lands,
    }
    return Attack("samurai-swords", "Oda", "\n".join(orders), table)


def share_won(attack: Attack, phases: int) -> float:
    """Return how often the battle is won in so many whole phases."""
    game, position = attack.open()
    language = game.language(position, "")
    assert language is not None
    orders = {attack.seat: read_orders(attack.orders, language).orders}
    stream, won = Stream(b"bench"), 0
    for number in range(phases):
        stream = Stream(b"bench %d" % number)
        events: Any = game.adjudicate(position, orders, stream).events
        fought = next(each for each in events if type(each).__name__ == "Fought")
        ended = fought.outcome if hasattr(fought, "outcome") else fought.winner
        won += ended in ("won", attack.seat)
    return won / phases


def rows(phases: int) -> list[Row]:
    """Return the rows of the table."""
    rows: list[Row] = []
    for attack in (SWORDS, GEKOKUJO, SHOGUN):
        took, answer = attack.odds()
        likely = answer.contests[0].battles[0].endings["won"]
        assert likely.exact
        came = share_won(attack, phases)
        off = (came - likely.share) / sqrt(likely.share * (1 - likely.share) / phases)
        beside = f"won {likely.share:.2%}; of {phases:,} phases {came:.2%}, z {off:+.1f}"
        rows.append((f"odds: a battle of {attack.ruleset}", f"{took * 1000:.0f} ms", beside, ""))
    took, answer = late_turn().odds()
    shares = [each for battle in answer.contests[0].battles for each in battle.endings.values()]
    widest = max((each.high - each.low) / 2 for each in shares)
    number = len(answer.contests[0].battles)
    within = f"{number} battles, within {100 * widest:.1f} points"
    rows.append(("odds: a late turn of samurai-swords", f"{took:.2f} s", within, "< 0.3 s"))
    return rows


if __name__ == "__main__":
    for row in rows(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000):
        print(" | ".join(row))
