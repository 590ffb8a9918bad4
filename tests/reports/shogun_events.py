"""Events of Shogun made by hand, for the tests of words."""

from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.shogun import game
from adjudicator.games.shogun.expansions import court, leaders
from adjudicator.games.shogun.table import events as e

PLAY = game.play(game.new(game.meta.seats[:3], {"tenno": True}, Stream(b"")).position)
BATTLE = e.Fought(
    kind="battle",
    province="Kozuke",
    attacker="blue",
    defender="yellow",
    source="Shinano",
    action="battle a",
    parts=(
        e.ThrownCubes("blue", "armies", 4),
        e.ThrownCubes("blue", "attack card", 1),
        e.ThrownCubes("yellow", "armies", 3),
        e.ThrownCubes("yellow", "castle", 1),
        e.ThrownCubes("blue", "tray", 2),
        e.ThrownCubes("red", "tray", 1),
    ),
    thrown={"blue": 7, "yellow": 4, "red": 1},
    fallen={"blue": 5, "yellow": 1, "farmer": 1, "red": 1, "purple": 1},
    inside={"blue": 9, "yellow": 8, "farmer": 6, "red": 3, "purple": 2},
    attack=5,
    defence=2,
    farmers=1,
    winner="blue",
    lost={"blue": 2, "yellow": 1, "farmer": 1},
    left=3,
    tray={"red": 1, "purple": 1},
)
REVOLT = e.Fought(
    kind="revolt",
    province="Kai",
    attacker="farmer",
    defender="red",
    parts=(
        e.ThrownCubes("red", "armies", 2),
        e.ThrownCubes("farmer", "markers", 1),
        e.ThrownCubes("farmer", "winter", 2),
    ),
    thrown={"red": 2, "farmer": 3},
    fallen={"red": 1, "farmer": 3},
    inside={"red": 5, "farmer": 7},
    attack=3,
    defence=1,
    farmers=3,
    winner="farmer",
    lost={"red": 1, "farmer": 3},
    left=0,
    tray={},
)

RARE = (
    *(
        e.ActionTurned(number=number, action=action, title=action, hidden=number > 5)
        for number, action in enumerate(("castle", "temple", "rice", "tax", "deploy 5", "battle a"), 1)
    ),
    e.Collected(seat="blue", what="tax", province="Kai", amount=6, now=14, account=(e.AccountStep("card", 7), e.AccountStep("event", 5), e.AccountStep("special card", 6))),
    BATTLE,
    replace(BATTLE, winner="", attack=2, defence=2, left=0),
    replace(BATTLE, winner="", attack=1, defence=3, left=0),
    replace(BATTLE, farmers=0, defence=1, left=4),
    replace(BATTLE, kind="neutral", defender="", parts=(e.ThrownCubes("blue", "armies", 1),), thrown={"blue": 1}, left=1),
    REVOLT,
    replace(REVOLT, winner="", parts=(e.ThrownCubes("red", "armies", 1),)),
    e.Neutral(province="Kai", loser="red", buildings=("castle", "theatre"), markers=2, planned="deploy 5"),
    e.Scored(seat="blue", year=1, rows=(e.Row("provinces", 8, 8), e.Row("buildings", 5, 5), e.Row("castle", 3, 2, "green"), e.Row("temple", 1, 1, "green", True)), points=17, now=17),
    e.Scored(seat="red", year=1, rows=(e.Row("provinces", 7, 7), e.Row("buildings", 3, 3), e.Row("temple", 1, 1, "green", True)), points=11, now=11),
    e.Scored(seat="blue", year=1, rows=(e.Row("statues", 4, 4), e.Row("trophies", 0, 0)), points=4, now=21),
    e.Scored(seat="blue", year=1, rows=(e.Row("chamber row", 2, 3, "c", True), e.Row("chamber column", 1, 2, "6")), points=3, now=24),
    e.CardsRenewed(seat="red", gone=("Kai", "Izu"), come=("Aki", "Oki")),
    court.MarkerParried(seat="red", province="Kai"),
    leaders.TrophiesTaken(seat="red", province="Kai", loser="blue", number=1),
    leaders.TrophiesTaken(seat="red", province="Kai", loser="blue", number=2),
    *(court.FavourGranted(seat="blue", card=card, kind=of.kind, amount=of.amount or 1, province="Kai", what=of.what or ("two farmers 3",)) for card in court.CARDS for of in [court.favour_of(PLAY, card)]),
    *(court.FavourGranted(seat="blue", card=card, kind=of.kind) for card in court.CARDS for of in [court.favour_of(PLAY, card)]),
    court.FavourGranted(seat="blue", card=court.CARDS[0], kind="calm", kept=True),
)  # fmt: skip
"""What does not happen in the games that regents play for these tests, and more."""
