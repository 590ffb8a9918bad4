"""What postal players write beside moves: units that all hold, and retreats named beforehand."""

import random
from datetime import UTC, datetime

import pytest
from powers import NONE, begin, carry_out, orders_of, read, units_of

from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.games.contract import Ordered
from adjudicator.orders import read_orders
from adjudicator.orders.reading.scan import scan
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Seat

BEATEN = {"Austria": ["A Vienna"], "Russia": ["A Galicia", "A Bohemia"], "Italy": ["A Rome"]}
BOTH = {**BEATEN, "Austria": ["A Vienna", "A Serbia"], "Turkey": ["A Bulgaria", "A Greece"]}
ATTACK = {"Russia": "A Gal - Vie\nA Boh S A Gal - Vie"}
ATTACKS = {**ATTACK, "Turkey": "A Bul - Ser\nA Gre S A Bul - Ser"}


def test_all_units_hold_is_an_order_to_each_unit_without_one(diplomacy):
    position = begin(diplomacy)
    given = orders_of(diplomacy, position, France="All units hold\nA Par - Bur")["France"]
    assert diplomacy.defaults(position, "France", given) == []
    [finding] = diplomacy.check(position, "France", given)
    assert finding.severity == "note"
    assert finding.message == "Not A Paris: what is ordered by name stands."
    done = diplomacy.adjudicate(position, {"France": given}, NONE)
    held = [each for each in done.events if type(each).__name__ == "Held"]
    assert {each.unit for each in held if each.ordered} == {"F Brest", "A Marseilles"}
    answers = [each for each in done.events if isinstance(each, Ordered)]
    assert sorted((each.line, each.outcome) for each in answers) == [(1, "done"), (2, "done")]
    assert "A Burgundy" in units_of(diplomacy, done.position)["France"]


def test_all_units_of_all_powers_of_a_player_hold_and_that_is_answered_once(diplomacy):
    position = begin(diplomacy, ("England", "Turkey", "Russia", "Austria"))
    given = orders_of(diplomacy, position, Austria="All hold")["Austria"]
    assert diplomacy.defaults(position, "Austria", given) == []
    done = diplomacy.adjudicate(position, {"Austria": given}, NONE)
    assert len([each for each in done.events if isinstance(each, Ordered)]) == 1
    held = [each for each in done.events if type(each).__name__ == "Held" and each.ordered]
    assert {each.power for each in held} == {"Austria", "France"}


@pytest.mark.parametrize(
    ("beside", "stands"),
    [
        ("(ret. Tyr)", "A Tyrolia"),
        ("(retreat: Boh, Bud)", "A Budapest"),
        ("(ret. Rom, Tri)", "A Trieste"),
    ],
)
def test_a_unit_retreats_to_the_first_possible_place_that_stood_beside_its_order(
    diplomacy, beside, stands
):
    position = diplomacy.from_table({"units": BEATEN}, {})
    done = carry_out(diplomacy, position, Austria=f"A Vie H {beside}", **ATTACK)
    assert diplomacy.phase(done.position).name == "fall"  # nobody had to be asked
    assert units_of(diplomacy, done.position)["Austria"] == [stands]


def test_who_named_no_place_that_is_free_is_asked_and_a_new_order_counts(diplomacy):
    position = diplomacy.from_table({"units": BEATEN}, {})
    asked = carry_out(diplomacy, position, Austria="A Vie H (ret. Boh)", **ATTACK).position
    assert diplomacy.phase(asked).must == ("Austria",)
    without = orders_of(diplomacy, position, Austria="A Vie H")["Austria"]
    assert diplomacy.check(position, "Austria", without) == []
    position = diplomacy.from_table({"units": BOTH}, {})
    asked = carry_out(
        diplomacy, position, Austria="A Vie H (ret. Tyr)\nA Ser H", **ATTACKS
    ).position
    assert diplomacy.phase(asked).must == ("Austria",)
    [default] = diplomacy.defaults(
        asked, "Austria", orders_of(diplomacy, asked, Austria="A Ser R Alb")["Austria"]
    )
    assert (default.text, default.why) == ("A Vienna R Tyrolia", "It stood beside its order.")
    done = carry_out(diplomacy, asked, Austria="A Ser R Alb")
    assert units_of(diplomacy, done.position)["Austria"] == ["A Albania", "A Tyrolia"]
    done = carry_out(diplomacy, asked, Austria="A Ser R Alb\nA Vie R Tri, Tyr")
    assert units_of(diplomacy, done.position)["Austria"] == ["A Albania", "A Trieste"]


def test_where_a_unit_is_to_retreat_is_known_to_its_power_alone(diplomacy):
    position = diplomacy.from_table({"units": BOTH}, {})
    without, named = (
        carry_out(diplomacy, position, Austria=f"A Vie H{beside}\nA Ser H", **ATTACKS)
        for beside in ("", " (ret. Tyr)")
    )
    for seat in ("", "Russia", "Turkey", "Italy"):
        seen = [diplomacy.encode(diplomacy.view(each.position, seat)) for each in (without, named)]
        assert seen[0] == seen[1], seat
    own = diplomacy.view(named.position, "Austria").dislodged["Vienna"]
    assert own == named.position.dislodged["Vienna"]
    assert own.wishes == ("Tyrolia",)
    hidden = [each for each in named.events if each not in without.events]
    assert all(each.to == ("Austria",) for each in hidden)


def test_a_retreat_named_beside_an_order_that_can_never_be_is_told(diplomacy):
    position = begin(diplomacy)
    given = orders_of(diplomacy, position, France="A Par - Bur (ret. Lon)")["France"]
    [finding] = diplomacy.check(position, "France", given)
    assert (finding.severity, finding.message) == ("warning", "From Paris no unit gets to London.")


def test_of_several_places_a_unit_retreats_to_the_first_that_is_possible(diplomacy):
    lost = {"A Vienna": {"power": "Austria", "retreats": ["Bohemia", "Galicia"]}}
    position = diplomacy.from_table({"phase": "fall-retreats", "dislodged": lost}, {})
    done = carry_out(diplomacy, position, Austria="A Vie R Tyr, Gal, Boh")
    assert units_of(diplomacy, done.position) == {"Austria": ["A Galicia"]}
    given = orders_of(diplomacy, position, Austria="A Vie R Tyr, Rom")["Austria"]
    [finding] = diplomacy.check(position, "Austria", given)
    assert finding.message.startswith("It cannot retreat to Tyrolia or Rome. It may go to Bohemia")


@pytest.mark.parametrize(
    "builds",
    [
        "phase winter\nbuild F Bre\nbuild A Par\nbuild A Mar",
        "WINTER '01\nb F Gas, else F Bre\nb A Par",
        "Winter 1901: build F Bre, else A Mar\nin winter: build A Par",
    ],
)
def test_builds_in_order_of_preference_are_sent_beside_moves_and_used_in_winter(
    diplomacy, tmp_path, builds
):
    now = datetime(2026, 3, 4, 18, tzinfo=UTC)
    players = (Player("France", "fay@example.org"), Player("Austria", regent="steady"))
    with open_store(tmp_path / "c.db", create=True) as store:
        create(store, NewCampaign("duel", "diplomacy", players, {"variant": "france-austria"}), now)

        def send(text):
            campaign = queries.find_campaign(store, "duel")
            proof = token(store.find(Seat, campaign_id=campaign.id, name="France"))
            submit(store, text, Source(id=text, key=text, token=proof, game="duel"), now)

        send("A Mar - Spa\nA Par - Gas\nF Bre - Mid")
        adjudicate(store, "duel", now)
        send(f"A Gas H\nF Mid - Por\n\n{builds}")
        adjudicate(store, "duel", now)  # fall; no order comes in winter
        adjudicate(store, "duel", now)
        done = queries.head(store, queries.find_campaign(store, "duel")).position
    table = diplomacy.as_table(diplomacy.decode(done))
    assert table["units"]["France"] == [
        *("F Brest", "A Gascony", "A Paris", "F Portugal", "A Spain")
    ]


def test_set_wait_takes_ready_back_and_nothing_is_read_below_signoff(diplomacy):
    position = begin(diplomacy)
    for word, ready in (("set wait", False), ("SET NOWAIT", True), ("set no wait", True)):
        found = scan(f"signon Fsecret\nA Par - Bur\n{word}\nsignoff\nA Mar - Spa")
        assert found.ready is ready
    text = "signon Fsecret\nA Par - Bur\nset wait\nsignoff\nA Mar - Spa"
    understood = read(diplomacy, position, text)
    assert (str(understood.orders), understood.findings) == ("A Paris - Burgundy\n", ())


def test_no_suggestion_orders_something_else(diplomacy):
    """What is suggested for a line names the provinces that it names, and goes by sea if it does."""
    draw = random.Random("suggestions")
    position = begin(diplomacy)
    language = diplomacy.language(position, "", "France")
    places = language.names["province"].all
    lines = [str(each) for each in diplomacy.legal_orders(position, "France")]
    noise = ("v/c", "(FAILS)", "(sorry)", "via", "convoy", "H", "S", "A", "F", "!", "(?)", "xx")
    wrong, suggested = [], 0
    for _ in range(250):
        words = draw.choice(lines).split()
        words.insert(draw.randrange(1, len(words) + 1), draw.choice(noise))
        text = " ".join(words)
        for found in read_orders(text, language).findings:
            if found.fix:
                suggested += 1
                named, meant = ({each for each in places if each in x} for x in (text, found.fix))
                by_sea = " - " in text and words[-1] in ("via", "v/c", "convoy")
                lost = by_sea and not found.fix.endswith("convoy")
                if named != meant or lost:
                    wrong.append((text, found.fix))
    assert wrong == []
    assert suggested > 8
