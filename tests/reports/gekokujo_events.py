"""Events of Gekokujō made by hand, for the tests of words."""

from msgspec.structs import replace

from adjudicator.games.contract import Defaulted, Won
from adjudicator.games.gekokujo.table import events as e

VANGUARD = e.Modifier("the shogun's vanguard", "attack roll", 1, "§2.4")
DOMAIN = e.Modifier("the dragon's domain", "defence roll", 1, "§2.4")
CASTLE = e.Modifier("castle", "defence roll", 1, "§9.2", False, "the dragon's domain")

ECHIGO = e.Fought(
    province="Echigo",
    seat="Oda",
    sides=(
        e.Side("Oda", True, {"daimyo": 1, "bushi": 3}, 0, 0, False, (VANGUARD,), {"daimyo": 1, "bushi": 1}, 0),
        e.Side("Uesugi", False, {"bushi": 4}, 0, 0, False, (DOMAIN, CASTLE), {}, 0),
    ),
    volleys=(
        e.Volley(
            "melee",
            {
                "Oda": (
                    e.Roll("daimyo", 1, 3, (3, 3, 2), hits=2),
                    e.Roll("bushi", 3, 4, (4, 6, 1), hits=2),
                ),
                "Uesugi": (e.Roll("bushi", 4, 5, (5, 6, 2, 4), hits=2),),
            },
            (e.Struck("Oda", "Uesugi", {"bushi": 4}), e.Struck("Uesugi", "Oda", {"bushi": 2})),
        ),
    ),
    winner="Oda",
    former="Uesugi",
)  # fmt: skip
"""The rulebook's example of §6.2.6."""

MINO = e.Fought(
    province="Mino",
    seat="Takeda",
    sides=(
        e.Side("Takeda", True, {"daimyo": 1, "bushi": 4}, 0, 0, False, (), {"daimyo": 1, "bushi": 3}, 0),
        e.Side("Tokugawa", False, {"daimyo": 1, "bushi": 1}, 0, 0, False, (), {}, 0),
        e.Side("Oda", False, {"bushi": 2}, 0, 0, False, (), {}, 0),
    ),
    volleys=(
        e.Volley(
            "melee",
            {
                "Takeda": (
                    e.Roll("daimyo", 1, 4, (4, 2, 6), hits=2),
                    e.Roll("bushi", 4, 5, (5, 3, 1, 6), hits=2),
                ),
                "Tokugawa": (
                    e.Roll("daimyo", 1, 4, (5, 1, 3), hits=1),
                    e.Roll("bushi", 1, 6, (6,), hits=1),
                ),
                "Oda": (e.Roll("bushi", 2, 6, (6, 4), hits=1),),
            },
            (
                e.Struck("Tokugawa", "Oda", {"bushi": 2}),
                e.Struck("Oda", "Takeda", {"bushi": 1}),
                e.Struck("Takeda", "Tokugawa", {"daimyo": 1, "bushi": 1}),
            ),
            {"Takeda": 2},
        ),
    ),
    winner="Takeda",
    former="",
)  # fmt: skip
"""Three sides, a neutral province."""

SABOTAGE = e.Modifier("sabotage", "defence roll", -1, "§9.1")
CHIKUZEN = e.Fought(
    province="Chikuzen",
    seat="Otomo",
    sides=(
        e.Side("Otomo", True, {"daimyo": 1, "bushi": 3}, 3, 3, True, (), {"daimyo": 1, "bushi": 1}, 3),
        e.Side("Shimazu", False, {"daimyo": 1, "bushi": 2}, 1, 1, False, (SABOTAGE,), {}, 0),
    ),
    volleys=(
        e.Volley(
            "melee",
            {
                "Otomo": (
                    e.Roll("daimyo", 1, 4, (4, 5, 1), hits=2),
                    e.Roll("bushi", 3, 5, (2, 5, 3), (5, 2), hits=2),
                    e.Roll("ronin", 3, 5, (6, 1, 4), (6, 1), hits=2),
                ),
                "Shimazu": (e.Roll("daimyo", 1, 5, (5, 4, 6), hits=2),),
            },
            (
                e.Struck("Otomo", "Shimazu", {"bushi": 2, "ronin": 1, "daimyo": 1}),
                e.Struck("Shimazu", "Otomo", {"bushi": 2}),
            ),
            {"Otomo": 2},
        ),
    ),
    winner="Otomo",
    former="Shimazu",
)  # fmt: skip
"""Nanban trade, ronin, sabotage: two bushi and a ronin that cannot hit."""

GUNS = e.Fought(
    province="Kai",
    seat="Oda",
    sides=(
        e.Side(
            "Oda", True, {"spearman": 2, "archer": 1, "arquebusier": 2}, 0, 0, False, (),
            {"spearman": 1, "archer": 1, "arquebusier": 2}, 0,
        ),
        e.Side(
            "Takeda", False, {"spearman": 3, "swordsman": 1}, 2, 2, False,
            (
                e.Modifier("castle", "defence roll", 1, "§9.2", False, "guns have breached it"),
                e.Modifier("spearmen together", "defence roll", 1, "§10.2", units=("spearman",)),
            ),
            {"spearman": 1}, 0,
        ),
    ),
    volleys=(
        e.Volley(
            "firearm",
            {"Oda": (e.Roll("arquebusier", 2, 4, (6, 1), hits=1),)},
            (e.Struck("Oda", "Takeda", {"swordsman": 1}),),
        ),
        e.Volley("ranged", {"Oda": (e.Roll("archer", 1, 4, (2,), hits=0),)}, ()),
        e.Volley(
            "melee",
            {
                "Oda": (e.Roll("spearman", 2, 6, (6, 6), hits=2),),
                "Takeda": (
                    e.Roll("spearman", 3, 4, (4, 1, 2), hits=1),
                    e.Roll("ronin", 2, 6, (1, 2), hits=0),
                ),
            },
            (e.Struck("Takeda", "Oda", {"spearman": 1}), e.Struck("Oda", "Takeda", {"spearman": 2})),
        ),
    ),
    winner="",
    former="Takeda",
)  # fmt: skip
"""Three volleys, a breached castle, and nobody who wins."""

BARE = replace(GUNS.sides[1], modifiers=(e.Modifier("castle", "defence roll", 1, "§9.2", False),))
"""The defenders of Kai, with a castle of which nobody says why it does not count."""

RARE = (
    Defaulted(to=("Oda",), seat="Oda", text="", why="Nothing moves."),
    Won(seats=("Oda",), why="Oda controls 18 provinces, of which 18 win."),
    e.OrderDetermined(order=(e.OrderRank("Mori", 3, -1, 5), e.OrderRank("Oda", 4, 6, 8))),
    e.WentBankrupt("Oda", 2, {"Owari": {"bushi": 3}, "Mino": {"spearman": 1}}),
    e.WentBankrupt("Oda", 1, {"Owari": {"bushi": 2}}),
    e.Seized("Oda", "Hojo", "Izu", 3),
    e.Seized("Oda", "Hojo", "Izu", 1),
    e.NinjaHired("Oda", "sabotage", "Izu"),
    e.NinjaHired("Oda", "diversion", "Owari"),
    e.NinjaHired("Oda", "assassination"),
    *(e.NinjaReturned("Oda", lapsed) for lapsed in (True, False)),
    e.CastleFortified("Oda", "Owari", 3),
    e.PathChosen("Hojo", "assault"),
    e.PathChosen("Hojo", "rebuild", 3, 6),
    e.PathChosen("Hojo", "rebuild", 0, 6),
    e.PactEnded(("Oda", "Uesugi"), "winter"),
    e.PactEnded(("Mori", "Takeda"), "winter"),
    e.PactEnded(("Mori", "Oda"), "vassal"),
    e.Shamed("Oda", "Uesugi", "Kaga"),
    e.NotFought("Yamashiro", "Oda"),
    ECHIGO,
    MINO,
    CHIKUZEN,
    GUNS,
    replace(GUNS, sides=(GUNS.sides[0], BARE)),
    *(e.BecameNeutral("Kaga", "Oda", why) for why in ("battle", "given up", "eliminated")),
    *(e.Assassinated("Oda", "Hojo", "Izu", "bushi", dead) for dead in (True, False)),
    e.CastleDestroyed("Oda", "Owari", "Hojo"),
    e.CastleDestroyed("Oda", "Owari", "", fortress=True),
    e.LastDaimyoFell("Hojo", "Takeda"),
    e.BecameVassal("Hojo", "Takeda", ("Izu", "Kai"), {"Izu": {"bushi": 2}}),
    e.PathEntered("Hojo"),
    e.Liberated("Hojo", "Takeda", "assault"),
    e.Liberated("Hojo", "Takeda", "rebuilding", "Izu"),
    e.Eliminated("Hojo", {"Izu": {"bushi": 2}}, 3),
    e.GloryGained("Hojo", 2, "daimyo", "Oda", 2),
    e.GloryGained("Hojo", 3, "mandate", "Settsu", 5),
    e.GloryGained("Hojo", 3, "leader", "Takeda", 8),
)
"""What does not happen in the games that regents play for these tests, and more."""
