"""What a seat may know (M25): whatever another keeps secret, its views and events are the same."""

import msgspec
import pytest
from swords_games import SWORDS, made, played, read

from adjudicator.chance import Script
from adjudicator.games.contract import events_for

OTHERS = ("gray", "blue", "")
BOARD = {
    "Omi": {"owner": "pink", "spearman": 4},
    "Ise": {"owner": "pink", "spearman": 4},
    "Iga": {"owner": "pink", "spearman": 4},
    "Kai": {"owner": "gray", "spearman": 3},
    "Izu": {"owner": "blue", "spearman": 3},
}


def at(phase, **more):
    seats = {
        "pink": {
            "armies": {"1": {"at": "Omi", "spearman": 4}, "2": {"at": "Ise", "spearman": 4}},
            "koku": 6,
        },
        "gray": {"armies": {"1": {"at": "Kai", "spearman": 4}}, "koku": 6},
        "blue": {"armies": {"1": {"at": "Izu", "spearman": 4}}, "koku": 6},
    }
    seats["pink"] |= more.pop("pink", {})
    table = {"phase": phase, "round": 2, "provinces": BOARD, "seats": seats} | more
    return made(table)


def known(position, orders, viewer):
    """Return all that a viewer learns when pink sends those orders: view and events."""
    sent = {"pink": read(SWORDS, position, orders)}
    resolution = SWORDS.adjudicate(position, sent, Script())
    view = SWORDS.encode(SWORDS.view(resolution.position, viewer))
    return view, SWORDS.encode_events(events_for(resolution.events, viewer))


MUSTER = {"pink": {"plan": {"ronin": 2, "levy": 1}, "koku": 0}}
MUSTER["ninja"] = {"holder": "pink"}
SECRETS = [
    ("deploy", {"round": 1}, "", "casualties gunner, bowman\nsuccessor bowman\nrevenge on army 2"),
    ("plan", {"ninja": {"holder": "gray", "spied": ""}}, "spend 6 on turn", "spend 6 on turn\nprefer turn 3, 1, 2"),
    ("muster", MUSTER, "hide 4 ronin in Omi", "hide 3 ronin in Ise\nhide 1 ronin in Iga"),
    ("muster", MUSTER, "", "hide 3 ronin in Ise\nhide 1 ronin in Iga"),
    ("muster", MUSTER, "", "ninja strikes army 1 of gray at start of blue phase D"),
    ("muster", MUSTER, "", "ninja strikes army 1 of gray when it attacks Omi"),
    ("muster", MUSTER, "", "casualties bowman from army first\nrecover in Kai taking all"),
    ("muster", MUSTER, "", "hide 9 ronin in Omi\nbuild castle in Omi"),
    ("war", {"turn_order": ["gray", "pink", "blue"]}, "", "casualties bowman\nrevenge on army 2"),
    ("war", {"turn_order": ["pink", "gray", "blue"]}, "", "attack Shinano from Omi\nmove 9 bowmen from Ise to Iga"),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "more", "one", "other"), SECRETS)
@pytest.mark.parametrize("viewer", OTHERS)
def test_others_cannot_tell_one_secret_from_another(phase, more, one, other, viewer):
    position = at(phase, **more)
    if phase == "plan":  # with a bid alone in the bin the wish cannot show in the turn order
        one, other = one + "\nprefer turn 1, 3, 2", other.replace("3, 1, 2", "1, 2, 3")
    assert known(position, one, viewer) == known(position, other, viewer)
    assert known(position, one, "pink") != known(position, other, "pink")


def test_plans_are_secret_until_they_are_revealed():
    """While a spy looks, one seat knows one other plan, and only the bins of it."""
    plan = {"turn": 1, "ninja": 5, "places": [2]}
    position = at("spy", pink={"plan": plan}, ninja={"holder": "gray", "spied": "pink"})
    assert SWORDS.view(position, "pink").colours["pink"].plan.places == (2,)
    spied = SWORDS.view(position, "gray").colours["pink"].plan
    assert (spied.turn, spied.ninja, spied.places) == (1, 5, ())
    assert SWORDS.view(position, "blue").colours["pink"].plan is None
    assert SWORDS.view(position, "").colours["pink"].plan is None


@pytest.mark.parametrize("policy", ["call off when 1 is lost", "call off at 1 left"])
def test_a_battle_called_off_does_not_tell_by_which_policy(policy):
    provinces = BOARD | {"Shinano": {"owner": "pink", "bowman": 2}}
    position = at("war", turn_order=["pink", "gray", "blue"], provinces=provinces)
    dice = [12, 12, *[12], *[4, 12, 12, 12, 12, 12, 12]]  # bowmen; the daimyo; seven spearmen
    learnt = []
    for line in (policy, "call off Kai from Shinano after 1 pass"):
        orders = {"pink": read(SWORDS, position, f"attack Kai from Shinano\n{line}")}
        resolution = SWORDS.adjudicate(position, orders, Script(dice))
        learnt.append(SWORDS.encode_events(events_for(resolution.events, "gray")))
    assert learnt[0] == learnt[1]


def test_only_the_spys_master_learns_what_he_saw():
    position = at("plan", ninja={"holder": "gray"})
    learnt = {}
    for text in ("spend 6 on ninja", "spend 6 on ronin"):
        orders = {
            "pink": read(SWORDS, position, text),
            "gray": read(SWORDS, position, "spy on pink"),
        }
        resolution = SWORDS.adjudicate(position, orders, Script())
        for viewer in OTHERS:
            view = SWORDS.encode(SWORDS.view(resolution.position, viewer))
            events = SWORDS.encode_events(events_for(resolution.events, viewer))
            learnt.setdefault(viewer, []).append((view, events))
        sheet = "\n".join(SWORDS.sheet(SWORDS.view(resolution.position, "gray"), "gray"))
        assert f"6 on {text[-5:]}" in sheet
    assert learnt["gray"][0][0] != learnt["gray"][1][0]
    assert learnt["gray"][0][1] != learnt["gray"][1][1]
    assert learnt["blue"][0] == learnt["blue"][1]
    assert learnt[""][0] == learnt[""][1]


def test_the_public_is_no_spy_when_nobody_holds_the_ninja():
    position = at("plan", pink={"plan": {"levy": 6}})
    assert SWORDS.view(position, "").colours["pink"].plan is None


def test_nothing_hidden_is_in_a_view_of_any_phase_of_a_game():
    record = played(phases=24)
    assert any(phase.before.colours["Oda"].hidden for phase in record), "the game hid no ronin"
    for phase in record:
        for viewer in (*phase.before.seats, ""):
            view = SWORDS.view(phase.before, viewer)
            assert view.viewer == viewer
            for name, seat in view.colours.items():
                if name == viewer:
                    assert seat == phase.before.colours[name]
                    continue
                blank = msgspec.structs.replace(
                    seat, hidden={}, mission=None, policy=type(seat.policy)()
                )
                assert seat == blank
                assert seat.hidden_total == phase.before.colours[name].hidden_total
                ninja = phase.before.ninja
                if phase.before.phase == "spy" and (ninja.holder, ninja.spied) == (viewer, name):
                    assert seat.plan.places == ()
                elif phase.before.phase in ("plan", "spy"):
                    assert seat.plan is None
