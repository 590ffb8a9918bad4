"""Events made by hand: the phase that the golden letter tells, and rare ones."""

from adjudicator.games.contract import Defaulted, Ordered, Won
from adjudicator.games.samurai_swords.modes.quick_play import CardsSet, Claimed
from adjudicator.games.samurai_swords.modes.two_players import Divided, FirstDrawn
from adjudicator.games.samurai_swords.table.events import (
    DaimyoLost,
    Dealt,
    Declared,
    Eliminated,
    Experienced,
    Fought,
    Losses,
    Marched,
    Moved,
    NinjaFailed,
    NinjaReturned,
    NinjaStruck,
    OrderDrawn,
    Pass,
    PickedUp,
    Recovered,
    RevengeTaken,
    Roll,
    RoninPlaced,
    RoninRevealed,
    SuccessorNamed,
    Troops,
    TurnOrderSet,
    Unfought,
    Vacated,
)

BATTLE = Fought(
    seat="Oda",
    source="Shinano",
    target="Kai",
    attackers=Troops(
        "Oda", {"spearman": 3, "swordsman": 2, "bowman": 2, "ronin": 2, "daimyo": 1}, "1", True
    ),
    defenders=Troops("Takeda", {"spearman": 2, "gunner": 1}, bonus=4, bonus_unit="spearman"),
    passes=(
        Pass(
            (
                Roll("attacker", {"bowman": 2}, 6, (3, 9), 1),
                Roll("defender", {"gunner": 1}, 4, (11,), 0),
                Losses("defender", {}, bonus=1),
                Roll("attacker", {"daimyo": 1}, 6, (6,), 1),
                Roll("attacker", {"swordsman": 2, "ronin": 2}, 5, (12, 5, 7, 1), 2),
                Roll("attacker", {"spearman": 3}, 4, (8, 4, 10), 1),
                Roll("defender", {"spearman": 5}, 4, (2, 12, 6, 4, 9), 2),
                Losses("attacker", {"ronin": 2}),
                Losses("defender", {"spearman": 1}, bonus=3),
            )
        ),
        Pass(
            (
                Roll("attacker", {"bowman": 2}, 6, (1, 6), 2),
                Losses("defender", {"spearman": 1, "gunner": 1}, wasted=0),
            )
        ),
    ),
    outcome="won",
    attackers_left={"spearman": 3, "swordsman": 2, "bowman": 2, "daimyo": 1},
    success=True,
)

WAR = (
    Marched(seat="Oda", army="1", phase="A", source="Mino", target="Hida", left={"spearman": 1}),
    Marched(seat="Oda", army="1", phase="A", source="Hida", target="Shinano"),
    Marched(seat="Oda", army="2", phase="A", source="Omi", target="Iga"),
    Declared(seat="Oda", source="Shinano", target="Kai", army="1"),
    Declared(seat="Oda", source="Ise", target="Shima", naval=True),
    RoninRevealed(seat="Oda", province="Shinano", army=2),
    BATTLE,
    Vacated(seat="Takeda", province="Kai"),
    Unfought(seat="Oda", source="Ise", target="Shima", why="The province is already empty"),
    Experienced(seat="Oda", army="1", level=1, wins=2),
    Marched(seat="Oda", army="1", phase="D", source="Shinano", target="Kai", conquered=True, left={"spearman": 1}),
    Moved(seat="Oda", source="Omi", target="Mino", units={"spearman": 2}),
    Moved(seat="Oda", source="Ise", target="Shima", units={"gunner": 1}, conquered=True),
    Moved("Oda", "Ise", "Kii", {"spearman": 1}, conquered=True, split_from="1"),
    Moved(seat="Oda", source="Owari", target="Iga", units={"bowman": 1, "spearman": 1}, army="2"),
    Ordered(to=("Oda",), seat="Oda", line=1, text="march army 1 to Hida, Shinano", outcome="done"),
    Ordered(to=("Oda",), seat="Oda", line=2, text="attack Kai from Shinano with army", outcome="done"),
    Ordered(
        to=("Oda",), seat="Oda", line=3, text="attack Shima from Ise", outcome="failed",
        why="Shima was empty by then.",
    ),
    Ordered(to=("Oda",), seat="Oda", line=4, text="move 1 spearman from Omi to Ise", outcome="done", branch=2),
    Defaulted(
        to=("Oda",), seat="Oda", text="casualties ronin, spearman, gunner, swordsman, bowman",
        why="no preference was given",
    ),
)  # fmt: skip

OTHERS = (
    Dealt(hands={"Oda": ("Awa-Boso", "Kai"), "Takeda": ("Omi",)}, left=("Mino", "Hida")),
    OrderDrawn(order=("Oda", "Takeda")),
    TurnOrderSet(order=("Oda", "Takeda", "Uesugi"), chosen=("Oda",), drawn=("Takeda", "Uesugi"), ties=(("Takeda", "Uesugi"),)),
    NinjaReturned(seat="Oda"),
    RoninPlaced(to=("Oda",), seat="Oda", province="Kai", army=2, force=1),
    RoninPlaced(to=("Oda",), seat="Oda", province="Omi", force=1),
    NinjaStruck(seat="Oda", victim="Takeda", army="1", die=9, success=False),
    RevengeTaken(seat="Takeda", on="Oda", die=10, army="3"),
    RevengeTaken(seat="Takeda", on="Oda", die=3),
    NinjaFailed(seat="Oda", why="the daimyo was dead before the ninja came"),
    DaimyoLost(seat="Takeda", army="1", how="battle"),
    DaimyoLost(seat="Takeda", army="2", how="disrupted"),
    SuccessorNamed(seat="Takeda", army="1", unit="swordsman"),
    DaimyoLost(seat="Takeda", army="3", how="assassinated"),
    Eliminated(seat="Takeda", by="Oda", provinces=12),
    Recovered(seat="Oda", army="2", province="Omi", taken={"spearman": 3}),
    Won(seats=("Oda",), why="35 provinces"),
    Claimed("Oda", "Kai", ("Kai", "Shinano")),
    Claimed("Takeda", "Izu", ("Izu", "Izu")),
    Claimed("Mori", "", ("Aki",)),
    CardsSet("Oda", {"1": {"bowman": 2, "swordsman": 2, "gunner": 2}, "2": {"gunner": 2}}),
    FirstDrawn(("Takeda", "Oda")),
    PickedUp("Oda", "1", "Omi", {"spearman": 2}),
    Divided("Oda", {"Oda": ("Aki", "Bingo"), "Uesugi": ("Kai",)}),
)  # fmt: skip
"""What does not happen in the games that regents play for these tests, and more."""
