"""Events of Gekokujō made by hand, one of every kind and more, for the tests of words."""

from adjudicator.games.contract import Defaulted, Ordered, Won
from adjudicator.games.gekokujo.table.events import (
    Assassinated,
    BecameNeutral,
    BecameVassal,
    CastleBuilt,
    CastleDestroyed,
    CastleFortified,
    ClanTaken,
    ControlGained,
    CostPaid,
    Eliminated,
    Fought,
    GloryGained,
    Harvested,
    HarvestRolled,
    IncomeCollected,
    KokuReturned,
    KokuSown,
    KokuStored,
    LastDaimyoFell,
    Liberated,
    LotsDrawn,
    Modifier,
    Moved,
    NinjaHired,
    NinjaReturned,
    NotFought,
    OrderDetermined,
    PactBroken,
    PactEnded,
    PactMade,
    PactOffered,
    PathChosen,
    PathEntered,
    Recruited,
    Roll,
    RoundBegan,
    Seized,
    Shamed,
    Side,
    Spoiled,
    Standing,
    Struck,
    TurnBegan,
    Volley,
    WentBankrupt,
    WinterBegan,
)

VANGUARD = Modifier("the shogun's vanguard", "attack roll", 1, "§2.4")
DOMAIN = Modifier("the dragon's domain", "defence roll", 1, "§2.4")
CASTLE = Modifier("castle", "defence roll", 1, "§9.2", False, "the dragon's domain")

ECHIGO = Fought(
    province="Echigo",
    seat="Oda",
    sides=(
        Side("Oda", True, {"daimyo": 1, "bushi": 3}, 0, 0, False, (VANGUARD,), {"daimyo": 1, "bushi": 1}, 0),
        Side("Uesugi", False, {"bushi": 4}, 0, 0, False, (DOMAIN, CASTLE), {}, 0),
    ),
    volleys=(
        Volley(
            "melee",
            {
                "Oda": (
                    Roll("daimyo", 1, 3, (3, 3, 2), hits=2),
                    Roll("bushi", 3, 4, (4, 6, 1), hits=2),
                ),
                "Uesugi": (Roll("bushi", 4, 5, (5, 6, 2, 4), hits=2),),
            },
            (Struck("Oda", "Uesugi", {"bushi": 4}), Struck("Uesugi", "Oda", {"bushi": 2})),
        ),
    ),
    winner="Oda",
    former="Uesugi",
)  # fmt: skip
"""The rulebook's example of §6.2.6."""

MINO = Fought(
    province="Mino",
    seat="Takeda",
    sides=(
        Side("Takeda", True, {"daimyo": 1, "bushi": 4}, 0, 0, False, (), {"daimyo": 1, "bushi": 3}, 0),
        Side("Tokugawa", False, {"daimyo": 1, "bushi": 1}, 0, 0, False, (), {}, 0),
        Side("Oda", False, {"bushi": 2}, 0, 0, False, (), {}, 0),
    ),
    volleys=(
        Volley(
            "melee",
            {
                "Takeda": (
                    Roll("daimyo", 1, 4, (4, 2, 6), hits=2),
                    Roll("bushi", 4, 5, (5, 3, 1, 6), hits=2),
                ),
                "Tokugawa": (
                    Roll("daimyo", 1, 4, (5, 1, 3), hits=1),
                    Roll("bushi", 1, 6, (6,), hits=1),
                ),
                "Oda": (Roll("bushi", 2, 6, (6, 4), hits=1),),
            },
            (
                Struck("Tokugawa", "Oda", {"bushi": 2}),
                Struck("Oda", "Takeda", {"bushi": 1}),
                Struck("Takeda", "Tokugawa", {"daimyo": 1, "bushi": 1}),
            ),
            {"Takeda": 2},
        ),
    ),
    winner="Takeda",
    former="",
)  # fmt: skip
"""Three sides, a neutral province."""

SABOTAGE = Modifier("sabotage", "defence roll", -1, "§9.1")
CHIKUZEN = Fought(
    province="Chikuzen",
    seat="Otomo",
    sides=(
        Side("Otomo", True, {"daimyo": 1, "bushi": 3}, 3, 3, True, (), {"daimyo": 1, "bushi": 1}, 3),
        Side("Shimazu", False, {"daimyo": 1, "bushi": 2}, 1, 1, False, (SABOTAGE,), {}, 0),
    ),
    volleys=(
        Volley(
            "melee",
            {
                "Otomo": (
                    Roll("daimyo", 1, 4, (4, 5, 1), hits=2),
                    Roll("bushi", 3, 5, (2, 5, 3), (5, 2), hits=2),
                    Roll("ronin", 3, 5, (6, 1, 4), (6, 1), hits=2),
                ),
                "Shimazu": (Roll("daimyo", 1, 5, (5, 4, 6), hits=2),),
            },
            (
                Struck("Otomo", "Shimazu", {"bushi": 2, "ronin": 1, "daimyo": 1}),
                Struck("Shimazu", "Otomo", {"bushi": 2}),
            ),
            {"Otomo": 2},
        ),
    ),
    winner="Otomo",
    former="Shimazu",
)  # fmt: skip
"""Nanban trade, ronin, sabotage: two bushi and a ronin that cannot hit."""

GUNS = Fought(
    province="Kai",
    seat="Oda",
    sides=(
        Side(
            "Oda", True, {"spearman": 2, "archer": 1, "arquebusier": 2}, 0, 0, False, (),
            {"spearman": 1, "archer": 1, "arquebusier": 2}, 0,
        ),
        Side(
            "Takeda", False, {"spearman": 3, "swordsman": 1}, 2, 2, False,
            (
                Modifier("castle", "defence roll", 1, "§9.2", False, "guns have breached it"),
                Modifier("spearmen together", "defence roll", 1, "§10.2", units=("spearman",)),
            ),
            {"spearman": 1}, 0,
        ),
    ),
    volleys=(
        Volley(
            "firearm",
            {"Oda": (Roll("arquebusier", 2, 4, (6, 1), hits=1),)},
            (Struck("Oda", "Takeda", {"swordsman": 1}),),
        ),
        Volley("ranged", {"Oda": (Roll("archer", 1, 4, (2,), hits=0),)}, ()),
        Volley(
            "melee",
            {
                "Oda": (Roll("spearman", 2, 6, (6, 6), hits=2),),
                "Takeda": (
                    Roll("spearman", 3, 4, (4, 1, 2), hits=1),
                    Roll("ronin", 2, 6, (1, 2), hits=0),
                ),
            },
            (Struck("Takeda", "Oda", {"spearman": 1}), Struck("Oda", "Takeda", {"spearman": 2})),
        ),
    ),
    winner="",
    former="Takeda",
)  # fmt: skip
"""Three volleys, a breached castle, and nobody who wins."""

EVERY = (
    Ordered(to=("Oda",), seat="Oda", line=1, text="recruit 3 bushi in Kai", outcome="done"),
    Defaulted(to=("Oda",), seat="Oda", text="", why="Nothing moves."),
    Won(seats=("Oda",), why="Oda controls 18 provinces, of which 18 win."),
    LotsDrawn(order=("Oda", "Takeda", "Mori")),
    ClanTaken("Mori", "Mori", "Aki", "ranked", bushi="spearman"),
    ClanTaken("Takeda", "Oda", "Owari", "ranked", ("Mori", "Otomo"), bushi="swordsman"),
    ClanTaken("Oda", "Chosokabe", "Tosa", "left", bushi="spearman"),
    RoundBegan(round=2),
    IncomeCollected("Oda", 3, 4, (), 7, 9),
    IncomeCollected("Mori", 3, 5, (Modifier("3 coastal provinces", "income", 1, "§2.4"),), 9, 9),
    CostPaid("Oda", "upkeep", 3, 3, 6, bushi=5),
    CostPaid("Mori", "upkeep", 2, 1, 0, bushi=4),
    CostPaid("Oda", "supply", 4, 2, 0, provinces=("Mino", "Hida"), units=4),
    WentBankrupt("Oda", 2, {"Mino": {"bushi": 3}, "Hida": {"bushi": 1}}),
    OrderDetermined(order=(Standing("Mori", 3, -1, 5), Standing("Oda", 4, 6, 8))),
    Recruited("Oda", "Owari", {"bushi": 2}, 2),
    Recruited("Oda", "Mino", {"bushi": 1}, 1),
    NinjaHired("Oda", "sabotage", "Kai"),
    NinjaHired("Oda", "diversion", "Kozuke"),
    NinjaHired("Oda", "assassination"),
    CastleBuilt("Hojo", "Sagami", True, 3),
    CastleBuilt("Oda", "Owari", False, 5),
    CastleFortified("Oda", "Owari", 3),
    CastleDestroyed("Hojo", "Sagami", "Takeda", True),
    CastleDestroyed("Hojo", "Sagami", ""),
    PathChosen("Hojo", "assault"),
    PathChosen("Hojo", "rebuild", 3, 6),
    PathChosen("Hojo", "rebuild", 0, 6),
    PactOffered("Oda", "Uesugi", True),
    PactOffered("Oda", "Takeda", False),
    PactMade(("Oda", "Uesugi")),
    PactBroken("Oda", "Uesugi"),
    PactEnded(("Oda", "Uesugi"), "winter"),
    PactEnded(("Mori", "Takeda"), "winter"),
    PactEnded(("Mori", "Oda"), "vassal"),
    Shamed("Oda", "Uesugi", "Kaga"),
    TurnBegan("Takeda", "campaign"),
    TurnBegan("Takeda", "battles"),
    Moved("Takeda", "Kai", ("Shinano", "Mino"), {"daimyo": 1, "bushi": 4}, group=True),
    Moved("Takeda", "Kai", ("Kozuke",), {"bushi": 1}, stopped=True),
    Moved("Mori", "Aki", ("Iyo",), {"bushi": 2}, sailed=True),
    ControlGained("Takeda", "Kozuke", "Uesugi", False),
    ControlGained("Takeda", "Musashi", "", False),
    BecameNeutral("Izu", "Hojo", "given up"),
    BecameNeutral("Suruga", "Hojo", "given up"),
    BecameNeutral("Sagami", "Hojo", "eliminated"),
    Assassinated("Oda", "Takeda", "Mino", "bushi", True),
    Assassinated("Oda", "Takeda", "Mino", "bushi", False),
    NotFought("Yamashiro", "Oda"),
    ECHIGO,
    MINO,
    CHIKUZEN,
    GUNS,
    LastDaimyoFell("Hojo", "Takeda"),
    BecameVassal("Hojo", "Takeda", ("Kazusa", "Shimosa"), {"Kazusa": {"bushi": 1}, "Izu": {"bushi": 2}}),
    Liberated("Hojo", "Takeda", "assault"),
    Liberated("Hojo", "Takeda", "rebuilding", "Izu"),
    Eliminated("Hojo", {"Izu": {"bushi": 2}}, 3),
    KokuReturned("Oda", 3),
    KokuReturned("Mori", 1),
    KokuSown("Oda", "Owari", 2),
    KokuSown("Oda", "Mino", 1),
    KokuStored("Oda", 2),
    Seized("Takeda", "Oda", "Mino", 1),
    HarvestRolled(die=4, yields=2),
    Harvested("Oda", 2, 4, 1),
    Spoiled("Oda", 3, 4),
    PathEntered("Hojo"),
    GloryGained("Hojo", 2, "daimyo", "Oda", 2),
    GloryGained("Hojo", 3, "mandate", "Settsu", 5),
    GloryGained("Hojo", 3, "leader", "Takeda", 8),
    WinterBegan(round=2),
    NinjaReturned("Oda", True),
    NinjaReturned("Oda", False),
)  # fmt: skip
