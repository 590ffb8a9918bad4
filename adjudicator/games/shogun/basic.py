"""The basic game as a module: its steps, orders, checks and figures."""

from adjudicator.games.contract import Column
from adjudicator.games.shogun.actions import carry_out_actions, return_cards
from adjudicator.games.shogun.auction import determine_event, determine_turn_order
from adjudicator.games.shogun.draft import draft_provinces
from adjudicator.games.shogun.faults import basic_faults
from adjudicator.games.shogun.gaps import gaps
from adjudicator.games.shogun.judging import JUDGES
from adjudicator.games.shogun.offers import offers
from adjudicator.games.shogun.orders import (
    Battle,
    Bid,
    Build,
    Claim,
    Deploy,
    DrawBelow,
    Group,
    Groups,
    March,
    Prefer,
    RevoltOrder,
    Rice,
    Tax,
)
from adjudicator.games.shogun.panels import basic_panels
from adjudicator.games.shogun.plans import lay_plans
from adjudicator.games.shogun.possible import temple_truce
from adjudicator.games.shogun.rules import Module
from adjudicator.games.shogun.scene import Scene
from adjudicator.games.shogun.season import begin_year, end_season, lay_out_cards
from adjudicator.games.shogun.start import load_tower
from adjudicator.games.shogun.steady import steady
from adjudicator.games.shogun.terms import by_event, by_special
from adjudicator.games.shogun.winter import end_game, end_year, score, supply_provinces


def _armies(scene: Scene, seat: str) -> str:
    return str(sum(scene.land(name).armies for name in scene.own(seat)))


def _buildings(scene: Scene, seat: str) -> str:
    return str(sum(len(scene.land(name).buildings) for name in scene.own(seat)))


BASIC = Module(
    name="basic",
    steps={
        "draft": (draft_provinces,),
        "set up": (load_tower, begin_year),
        "lay out": (lay_out_cards,),
        "plan": (lay_plans, determine_event, determine_turn_order),
        "carry out": (carry_out_actions,),
        "season end": (return_cards, end_season),
        "winter": (supply_provinces, score, end_game, end_year),
    },
    kinds={
        "draft": (Claim, Groups, Group, DrawBelow),
        "plan": (Build, Tax, Rice, Deploy, March, Battle, Bid, Prefer),
        "carry out": (Battle, March),
        "winter": (RevoltOrder,),
    },
    judges=JUDGES,
    adjusters=(by_event, by_special),
    bars=(temple_truce,),
    offers=(offers,),
    steady=(steady,),
    gaps=(gaps,),
    columns=(
        (Column("Points"), lambda scene, seat: str(scene.seat(seat).points)),
        (Column("Provinces"), lambda scene, seat: str(len(scene.own(seat)))),
        (Column("Buildings"), _buildings),
        (Column("Armies"), _armies),
        (Column("Supply"), lambda scene, seat: str(scene.seat(seat).supply)),
        (Column("Chests"), lambda scene, seat: str(scene.seat(seat).chests)),
        (Column("Rice"), lambda scene, seat: str(scene.seat(seat).rice)),
    ),
    panels=(basic_panels,),
    faults=(basic_faults,),
)
