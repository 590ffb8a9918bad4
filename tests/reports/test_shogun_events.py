"""Every event of Shogun and its expansions in words, in both formats."""

import pytest
from letters_html import Page

from adjudicator.games.contract import Defaulted, Ordered, Won
from adjudicator.games.registry import find
from adjudicator.games.shogun.expansions.chambers import ChambersShown, ChamberWon
from adjudicator.games.shogun.expansions.court import FAVOURS, FavourGranted, MarkerParried
from adjudicator.games.shogun.expansions.leaders import (
    LeaderLost,
    LeaderMoved,
    LeaderPlaced,
    TrophiesTaken,
)
from adjudicator.games.shogun.expansions.samurai import SamuraiServed
from adjudicator.games.shogun.expansions.tenno import (
    AudienceHeld,
    Converted,
    CourtEntered,
    FavoursShown,
    FavourTaken,
)
from adjudicator.games.shogun.table.events import (
    ActionTurned,
    BidRevealed,
    BidsTied,
    Built,
    CardsRenewed,
    Change,
    Claimed,
    Collected,
    Deployed,
    EventDrawn,
    Fought,
    MarkerPlaced,
    MarkerRemoved,
    Moved,
    Neutral,
    Part,
    RevoltsDrawn,
    RiceLost,
    Row,
    Scored,
    SeasonBegan,
    SeasonEnded,
    Skipped,
    SpecialTaken,
    Taken,
    TowerLoaded,
    TurnOrderSet,
    YearBegan,
    YearEnded,
)
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

LABELS = {"Awa-Boso": "Awa (Bōsō)", "Kozuke": "Kōzuke"}
FORMS = (Text(LABELS), Html(LABELS))

BATTLE = Fought(
    kind="battle",
    province="Kozuke",
    attacker="blue",
    defender="yellow",
    source="Shinano",
    action="battle a",
    parts=(
        Part("blue", "armies", 4),
        Part("blue", "attack card", 1),
        Part("yellow", "armies", 3),
        Part("yellow", "castle", 1),
        Part("blue", "tray", 2),
        Part("red", "tray", 1),
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
REVOLT = Fought(
    kind="revolt",
    province="Kai",
    attacker="farmer",
    defender="red",
    parts=(Part("red", "armies", 2), Part("farmer", "markers", 1), Part("farmer", "winter", 2)),
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

EVENT_TYPES = find("shogun").event_types


def battle(**fields):
    """A battle of blue against yellow with other facts."""
    return type(BATTLE)(**{**{f: getattr(BATTLE, f) for f in BATTLE.__struct_fields__}, **fields})


EVERY = (
    Ordered(to=("blue",), seat="blue", line=1, text="tax Kai", outcome="done"),
    Defaulted(to=("blue",), seat="blue", text="bid 0", why="No bid is ordered."),
    Won(seats=("blue",), why="44 victory points"),
    Claimed(seat="blue", province="Kai", armies=5, how="table"),
    Claimed(seat="red", province="Omi", armies=4, how="dealt"),
    Claimed(seat="red", province="Hida", armies=3, how="pile"),
    CardsRenewed(seat="red", gone=("Kai", "Omi"), come=("Ise", "Aki")),
    TowerLoaded(thrown={"blue": 7, "farmer": 10}, fallen={"farmer": 2}, inside={"blue": 7, "farmer": 8}),
    YearBegan(year=1, events=("two farmers 3", "levy cut 1")),
    SeasonBegan(round=1, year=1, season="spring", actions=("castle", "tax"), specials=("attack", "defence")),
    EventDrawn(event="two farmers 3", effect="two farmers", left=("levy cut 1",)),
    EventDrawn(event="levy cut 1", effect="levy cut", left=()),
    BidRevealed(seat="blue", bid=4, paid=2),
    BidRevealed(seat="red", bid=0, paid=0, card="Awa-Boso"),
    BidRevealed(seat="yellow", bid=0, paid=0, nothing=True),
    BidsTied(order=("red", "blue")),
    SpecialTaken(seat="red", card="six armies", place=2),
    TurnOrderSet(order=("red", "blue", "yellow")),
    *(
        ActionTurned(number=number, action=action, title=action, hidden=number > 5)
        for number, action in enumerate(("castle", "temple", "theatre", "rice", "tax", "deploy 5", "deploy 3", "deploy 1", "battle a", "battle b"), 1)
    ),
    Skipped(seat="blue", action="castle", province="Kai", why="Kai has no free building space"),
    Built(seat="blue", what="castle", province="Kozuke", price=2, chests=0, account=(Change("card", 3), Change("leader", 2))),
    Built(seat="blue", what="theatre", province="Kai", price=0, chests=7, account=(Change("card", 1), Change("leader", 0))),
    Collected(seat="blue", what="tax", province="Kai", amount=6, now=14, account=(Change("card", 7), Change("event", 5), Change("special card", 6))),
    Collected(seat="blue", what="rice", province="Kai", amount=1, now=1, account=(Change("card", 1),)),
    MarkerPlaced(province="Kai", now=1),
    MarkerPlaced(province="Kai", now=2),
    MarkerPlaced(province="Kai", now=2, none_left=True),
    MarkerRemoved(province="Kai", now=0, why="theatre festival"),
    Deployed(seat="blue", province="Kai", armies=6, price=3, now=8, account=(Change("card", 5), Change("special card", 6))),
    Moved(seat="blue", source="Kai", target="Suruga", armies=1, action="battle a"),
    BATTLE,
    battle(winner="yellow", attack=1, defence=3, left=2),
    battle(winner="", attack=2, defence=2, left=0),
    battle(winner="", attack=1, defence=3, left=0),
    battle(farmers=0, defence=1, left=4),
    battle(kind="neutral", defender="", parts=(Part("blue", "armies", 1), Part("farmer", "neutral", 2)), thrown={"blue": 1, "farmer": 2}, winner="farmer", left=0),
    battle(kind="neutral", defender="", parts=(Part("blue", "armies", 1),), thrown={"blue": 1}, left=1),
    REVOLT,
    Fought(**{**{f: getattr(REVOLT, f) for f in REVOLT.__struct_fields__}, "winner": "red", "left": 1}),
    Fought(**{**{f: getattr(REVOLT, f) for f in REVOLT.__struct_fields__}, "winner": "", "parts": (Part("red", "armies", 1),)}),
    Taken(province="Kai", seat="blue"),
    Taken(province="Kai", seat="blue", loser="red", planned="tax"),
    Neutral(province="Kai", loser="red", buildings=("castle", "theatre"), markers=2, planned="deploy 5"),
    Neutral(province="Kai", loser="red", markers=1),
    SeasonEnded(round=1, year=1, season="spring"),
    RiceLost(seat="blue", loss=3, before=5, rice=2, provinces=7, short=5),
    RevoltsDrawn(seat="blue", provinces=("Kai", "Omi"), farmers=3),
    RevoltsDrawn(seat="red", provinces=("Aki",), farmers=1),
    Scored(seat="blue", year=1, rows=(Row("provinces", 8, 8), Row("buildings", 5, 5), Row("castle", 3, 2, "green"), Row("temple", 1, 1, "green", True)), points=17, now=17),
    Scored(seat="red", year=1, rows=(Row("provinces", 7, 7), Row("buildings", 3, 3), Row("temple", 1, 1, "green", True)), points=11, now=11),
    Scored(seat="blue", year=1, rows=(Row("statues", 4, 4), Row("trophies", 0, 0)), points=4, now=21),
    Scored(seat="blue", year=1, rows=(Row("chamber row", 2, 3, "c", True), Row("chamber column", 1, 2, "6")), points=3, now=24),
    YearEnded(year=1, markers=12),
    YearEnded(year=2, markers=1),
    YearEnded(year=2, markers=0),
    SamuraiServed(seat="blue", regions=4, card=2, benefit="chests", amount=2),
    SamuraiServed(seat="blue", regions=5, card=3, benefit="armies", amount=1),
    SamuraiServed(seat="red", regions=5, card=4, benefit="points", amount=1),
    SamuraiServed(seat="red", regions=5, card=1, benefit="", amount=0),
    LeaderPlaced(seat="blue", province="Kozuke"),
    LeaderMoved(seat="blue", source="Kai", target="Suruga", statue=True),
    LeaderMoved(seat="red", source="Kai", target="Aki", statue=False),
    LeaderLost(seat="blue", province="Kai"),
    TrophiesTaken(seat="red", province="Kai", loser="blue", number=1),
    TrophiesTaken(seat="red", province="Kai", loser="blue", number=2),
    CourtEntered(seat="blue", officials=2),
    FavoursShown(cards=(18, 9, 1), costs=(4, 3, 2)),
    Converted(seat="blue", box=3, source="Kai", officials=3),
    Converted(seat="blue", box=1, source="tower", officials=4),
    Converted(seat="red", box=2, source="Kai", officials=0, why="Kai has 2 armies, of which one stays"),
    AudienceHeld(order=("blue", "red"), officials=(4, 0)),
    FavourTaken(seat="blue", card=18, cost=4, officials=0),
    *(FavourGranted(seat="blue", card=card, kind=of.kind, amount=of.amount or 1, province="Kai", what=of.what or ("two farmers 3",)) for card, of in FAVOURS.items()),
    *(FavourGranted(seat="blue", card=card, kind=of.kind) for card, of in FAVOURS.items()),
    FavourGranted(seat="blue", card=4, kind="calm", kept=True),
    MarkerParried(seat="blue", province="Kai"),
    ChambersShown(chambers=("a1", "b2"), regions=("green", "red")),
    ChamberWon(region="green", seat="blue", chamber="a1", provinces=4, tied=True),
    ChamberWon(region="red", seat="", chamber="", provinces=0),
)  # fmt: skip


def words(form=FORMS[0]):
    options = {option.name: True for option in find("shogun").meta.options}
    return module("shogun", "events", form, {"options": options, "game": find("shogun").meta})


def told(*events, form=FORMS[0]):
    """What is said of events: sentence, table, and so on."""
    chapters = Teller(words(form), form.safe).tell(events)
    return [
        part
        for chapter in chapters
        for told in chapter.passages
        for part in (told.text, told.table)
    ]


def test_the_hand_made_events_are_of_every_kind():
    assert {type(event) for event in EVERY} == set(EVENT_TYPES)


@pytest.mark.parametrize("form", FORMS, ids=("text", "html"))
@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_every_kind_of_event_has_words(form, kind):
    teller = Teller(words(form), form.safe)
    for event in (event for event in EVERY if type(event) is kind):
        one = teller.say([event])
        assert one.text
        assert one.text.endswith((".", ":", ")", "</b>"))
        assert not {"  ", " .", " ,", " ;", "..", "()", "None", "{", "!", "Undefined"} & {
            one.text[at : at + n] for n in (1, 2, 4, 9) for at in range(len(one.text))
        }
        assert Page(f"<div>{one.text}{one.table}</div>").faults == [] or form is FORMS[0]


def test_no_line_is_too_wide():
    for event in EVERY:
        table = Teller(words(), str).say([event]).table
        assert all(columns(line) <= 72 for line in table.splitlines())


def test_kinds_told_together_exist():
    by_name = {kind.__name__: kind for kind in EVENT_TYPES}
    for name, fields in words().together.items():
        assert set(fields) <= set(by_name[name].__struct_fields__)


def test_a_battle_accounts_for_every_cube():
    sentence, table = told(BATTLE)
    assert sentence == (
        "Battle for Kōzuke: blue wins 5 to 2 and moves in with 3 armies. blue attacks from Shinano"
        " with 4 armies and 1 more for the attack card; yellow defends with 3 armies and 1 more"
        " for the castle."
    )
    assert table.splitlines() == [
        "  Cubes    Thrown  + tray  Fell  For      Lost  In tray  In tower",
        "  -------  ------  ------  ----  -------  ----  -------  --------",
        "  blue          5       2     5  attack      2        0         9",
        "  yellow        4       0     1  defence     1        0         8",
        "  farmers       0       0     1  defence     1        0         6",
        "  red           0       1     1  –           0        1         3",
        "  purple        0       0     1  –           0        1         2",
    ]


def test_farmers_that_help_nobody_are_said_to():
    sentence, table = told(battle(farmers=0, defence=1, left=4))
    assert "With a revolt marker in Kōzuke the farmers help nobody." in sentence
    assert "  farmers       0       0     1  –" in table


def test_a_revolt_says_why_the_farmers_rise():
    sentence, table = told(REVOLT)
    assert sentence == (
        "Revolt in Kai: the farmers win 3 to 1. 1 farmer for the revolt marker and 2 more for the"
        " hunger rise against red, who has 2 armies."
    )
    assert "farmers       3       0     3  revolt" in table


def test_an_amount_has_its_account():
    taxes = next(e for e in EVERY if isinstance(e, Collected))
    assert told(taxes)[0] == (
        "blue takes 6 chests from Kai (7 printed, 5 under the event, 6 with the special card)"
        " and has 14."
    )


def test_a_lost_province_takes_its_card_with_it():
    lost = next(e for e in EVERY if isinstance(e, Neutral))
    assert told(lost)[0] == (
        "red loses Kai, which is neutral now; gone with it are the castle and theatre and 2 revolt"
        " markers. red’s card, which lay on Deploy 5, goes with it."
    )


def test_points_are_told_row_by_row():
    sentence, table = told(*(e for e in EVERY if isinstance(e, Scored)))
    assert "one less for those who tie" in sentence
    lines = [" ".join(line.split()) for line in table.splitlines()]
    assert lines[0] == "Seat Scored Total Provinces Buildings Castles Temples"
    assert lines[2:4] == ["blue 17 17 8 5 3 1", "red 11 11 7 3 0 1"]
    assert "Seat Scored Total Statues Trophies Rows Columns" in lines
    assert "blue 7 24 4 0 2 1" in lines
    notes = " ".join(lines)
    assert "Green: castles – blue 3 (2 built); temples – blue and red 1 each (1 built). " in notes
    assert "Chambers by row: c – blue 2 in a tie (3 held). " in notes


def test_each_action_is_a_chapter_of_its_own():
    turned = [e for e in EVERY if isinstance(e, ActionTurned)]
    chapters = Teller(words(), str).tell(turned)
    assert [chapter.title for chapter in chapters] == [f"{e.number}. {e.title}" for e in turned]
