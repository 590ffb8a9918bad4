"""Which order kinds can be written in which phase, in the order of the reference."""

from adjudicator.games.samurai_swords.orders import (
    MISSIONS,
    POLICIES,
    Build,
    HideRonin,
    Levy,
    LevyToArmy,
    PlaceArmy,
    PreferTurn,
    Reinforce,
    Spend,
    Spy,
)
from adjudicator.games.samurai_swords.war_orders import (
    STOPS,
    Advance,
    ArmyAttack,
    Attack,
    JoinArmy,
    March,
    MoveArmy,
    MoveForce,
    PickUp,
    Split,
)
from adjudicator.orders import Order

KINDS: dict[str, tuple[type[Order], ...]] = {
    "deploy": (Reinforce, PlaceArmy, *POLICIES),
    "plan": (Spend, PreferTurn, Spy, *POLICIES),
    "spy": (Spend, PreferTurn),
    "muster": (Build, LevyToArmy, Levy, HideRonin, *MISSIONS, *POLICIES),
    "war": (
        *(March, PickUp, ArmyAttack, Attack, Advance),
        *STOPS,
        *(MoveArmy, Split, JoinArmy, MoveForce, *MISSIONS, *POLICIES),
    ),
}
