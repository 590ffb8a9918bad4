"""Hand-made events: one of every kind, and the phase that the golden letter tells."""

from adjudicator.games.contract import Defaulted, Ordered, Won
from adjudicator.games.samurai_swords.modes.quick_play import CardsSet, Claimed
from adjudicator.games.samurai_swords.modes.two_players import Divided, FirstDrawn
from adjudicator.games.samurai_swords.table.events import (
    Built,
    Collected,
    DaimyoLost,
    Dealt,
    Declared,
    Deployed,
    Eliminated,
    Experienced,
    Fought,
    Levied,
    Losses,
    Marched,
    Moved,
    NinjaFailed,
    NinjaHired,
    NinjaReturned,
    NinjaStruck,
    OrderDrawn,
    Pass,
    PickedUp,
    PlanRevealed,
    Recovered,
    RevengeTaken,
    Roll,
    RoninHired,
    RoninLeft,
    RoninPlaced,
    RoninRevealed,
    Spied,
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
BIG_BATTLE = Fought(
    seat="Takeda",
    source="Awa-Boso",
    target="Izu",
    attackers=Troops("Takeda", {"spearman": 10}, "2", True),
    defenders=Troops(
        "Uesugi", {"spearman": 5, "swordsman": 8, "ronin": 7}, bonus=5, bonus_unit="ronin"
    ),
    passes=(
        Pass(
            (
                Roll("defender", {"swordsman": 8, "ronin": 12}, 5, tuple(range(1, 13)) * 2, 10),
                Losses("attacker", {"spearman": 10}, wasted=1),
            ),
            first_strike=True,
        ),
        Pass((Roll("attacker", {"daimyo": 1}, 6, (7,), 0),)),
    ),
    outcome="off",
    naval=True,
    why="1 pass was fought",
    attackers_left={"daimyo": 1},
    defenders_left={"spearman": 5},
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
    Deployed(seat="Oda", provinces=("Kai", "Omi"), armies={"1": "Kai", "2": "Omi", "3": "Awa-Boso"}),
    SuccessorNamed(seat="Oda", army="2", unit="gunner"),
    Spied(seat="Oda", on="Takeda"),
    NinjaReturned(seat="Oda"),
    PlanRevealed(seat="Oda", turn=1, build=2, levy=4, ronin=0, ninja=1),
    PlanRevealed(seat="Takeda", turn=0, build=0, levy=7, ronin=0, ninja=0),
    TurnOrderSet(order=("Oda", "Takeda", "Uesugi"), chosen=("Oda",), drawn=("Takeda", "Uesugi"), ties=(("Takeda", "Uesugi"),)),
    NinjaHired(seat="Oda", bid=2),
    NinjaHired(bid=2, tied=("Oda", "Takeda")),
    NinjaHired(),
    Built(seat="Oda", province="Omi", building="castle"),
    Levied(
        seat="Oda",
        placed=(("gunner", "Hida", ""), ("gunner", "Mino", ""), ("bowman", "Kai", "1"), ("spearman", "Omi", "")),
        unused="1 koku",
    ),
    Levied(seat="Takeda", placed=()),
    RoninHired(seat="Oda", hired=4, lost=1),
    RoninPlaced(to=("Oda",), seat="Oda", province="Kai", army=2, force=1),
    RoninPlaced(to=("Oda",), seat="Oda", province="Omi", force=1),
    PickedUp(seat="Oda", army="1", province="Kai", taken={"spearman": 2}),
    BIG_BATTLE,
    Experienced(seat="Oda", army="1", level=2, wins=0, rose=True),
    NinjaStruck(seat="Oda", victim="Takeda", army="1", die=8, success=True),
    NinjaStruck(seat="Oda", victim="Takeda", army="1", die=9, success=False),
    RevengeTaken(seat="Takeda", on="Oda", die=10, army="3"),
    RevengeTaken(seat="Takeda", on="Oda", die=3),
    NinjaFailed(seat="Oda", why="the daimyo was dead before the ninja came"),
    DaimyoLost(seat="Takeda", army="1", how="battle"),
    DaimyoLost(seat="Takeda", army="2", how="disrupted"),
    DaimyoLost(seat="Takeda", army="3", how="assassinated"),
    Eliminated(seat="Takeda", by="Oda", provinces=12),
    Recovered(seat="Oda", army="2", province="Omi", taken={"spearman": 3}),
    RoninLeft(seat="Oda", number=3),
    RoninLeft(seat="Takeda", number=1),
    Collected(seat="Oda", provinces=26, koku=8),
    Collected(seat="Takeda", provinces=3, koku=3),
    Won(seats=("Oda",), why="35 provinces"),
    Defaulted(seat="Takeda", text="", why="Nothing moves"),
)  # fmt: skip
OF_MODES = (
    Claimed("Oda", "Kai", ("Kai", "Shinano")),
    Claimed("Takeda", "Izu", ("Izu", "Izu")),
    Claimed("Mori", "", ("Aki",)),
    CardsSet("Oda", {"1": {"bowman": 2, "swordsman": 2, "gunner": 2}, "2": {"gunner": 2}}),
    FirstDrawn(("Takeda", "Oda")),
    Divided("Oda", {"Oda": ("Aki", "Bingo"), "Uesugi": ("Kai",)}),
)
EVERY = WAR + OTHERS + OF_MODES
