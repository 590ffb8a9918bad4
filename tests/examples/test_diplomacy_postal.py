"""What postal players write beside moves: units that all hold, and retreats named beforehand."""

import random
from datetime import UTC, datetime

import pytest

from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Plan, Player, create
from adjudicator.chance import Stream
from adjudicator.games.contract import Ordered
from adjudicator.orders import read_orders
from adjudicator.orders.reading.scan import scan
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Seat

BEATEN = {
    "units": {"Austria": ["A Vienna"], "Russia": ["A Galicia", "A Bohemia"], "Italy": ["A Rome"]},
}
ATTACK = "A Gal - Vie\nA Boh S A Gal - Vie"


def orders(game, position, **texts):
    """Return the orders of seats, as they write them."""
    return {
        seat: read_orders(text, game.language(position, "", seat)).orders
        for seat, text in texts.items()
    }


def carry_out(game, position, **texts):
    """Carry out a phase with orders as they are written."""
    return game.adjudicate(position, orders(game, position, **texts), Stream(b"none"))


def units(game, position):
    """Return all units by their powers."""
    return {power: theirs for power, theirs in game.as_table(position)["units"].items() if theirs}


def test_all_units_hold_is_an_order_to_each_unit_without_one(diplomacy):
    position = diplomacy.new(diplomacy.meta.seats, {}, Stream(b"")).position
    given = orders(diplomacy, position, France="All units hold\nA Par - Bur")["France"]
    assert diplomacy.defaults(position, "France", given) == []
    [finding] = diplomacy.check(position, "France", given)
    assert finding.severity == "note"
    assert finding.message == "Not A Paris: what is ordered by name stands."
    done = diplomacy.adjudicate(position, {"France": given}, Stream(b"none"))
    held = [each for each in done.events if type(each).__name__ == "Held"]
    assert {each.unit for each in held if each.ordered} == {"F Brest", "A Marseilles"}
    answers = [each for each in done.events if isinstance(each, Ordered)]
    assert sorted((each.line, each.outcome) for each in answers) == [(1, "done"), (2, "done")]
    assert "A Burgundy" in units(diplomacy, done.position)["France"]


def test_all_units_of_all_powers_of_a_player_hold_and_that_is_answered_once(diplomacy):
    position = diplomacy.new(("England", "Turkey", "Russia", "Austria"), {}, Stream(b"")).position
    given = orders(diplomacy, position, Austria="All hold")["Austria"]
    assert diplomacy.defaults(position, "Austria", given) == []
    done = diplomacy.adjudicate(position, {"Austria": given}, Stream(b"none"))
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
    position = diplomacy.from_table(BEATEN, {})
    done = carry_out(diplomacy, position, Austria=f"A Vie H {beside}", Russia=ATTACK)
    assert diplomacy.phase(done.position).name == "fall"  # nobody had to be asked
    assert units(diplomacy, done.position)["Austria"] == [stands]


def test_who_named_no_place_that_is_free_is_asked_and_a_new_order_counts(diplomacy):
    position = diplomacy.from_table(BEATEN, {})
    asked = carry_out(diplomacy, position, Austria="A Vie H (ret. Boh)", Russia=ATTACK).position
    assert diplomacy.phase(asked).must == ("Austria",)
    assert (
        diplomacy.check(
            position, "Austria", orders(diplomacy, position, Austria="A Vie H")["Austria"]
        )
        == []
    )
    two = {**BEATEN, "units": {**BEATEN["units"], "Austria": ["A Vienna", "A Serbia"]}}
    two["units"]["Turkey"] = ["A Bulgaria", "A Greece"]
    position = diplomacy.from_table(two, {})
    asked = carry_out(
        diplomacy, position, Austria="A Vie H (ret. Tyr)\nA Ser H", Russia=ATTACK,
        Turkey="A Bul - Ser\nA Gre S A Bul - Ser",
    ).position  # fmt: skip
    assert diplomacy.phase(asked).must == ("Austria",)
    [default] = diplomacy.defaults(
        asked, "Austria", orders(diplomacy, asked, Austria="A Ser R Alb")["Austria"]
    )
    assert (default.text, default.why) == ("A Vienna R Tyrolia", "It stood beside its order.")
    done = carry_out(diplomacy, asked, Austria="A Ser R Alb")
    assert units(diplomacy, done.position)["Austria"] == ["A Albania", "A Tyrolia"]
    done = carry_out(diplomacy, asked, Austria="A Ser R Alb\nA Vie R Tri, Tyr")
    assert units(diplomacy, done.position)["Austria"] == ["A Albania", "A Trieste"]


def test_where_a_unit_is_to_retreat_is_known_to_its_power_alone(diplomacy):
    two = {**BEATEN, "units": {**BEATEN["units"], "Austria": ["A Vienna", "A Serbia"]}}
    two["units"]["Turkey"] = ["A Bulgaria", "A Greece"]
    position = diplomacy.from_table(two, {})
    attack = {"Russia": ATTACK, "Turkey": "A Bul - Ser\nA Gre S A Bul - Ser"}
    without, named = (
        carry_out(diplomacy, position, Austria=f"A Vie H{beside}\nA Ser H", **attack)
        for beside in ("", " (ret. Tyr)")
    )
    for seat in ("", "Russia", "Turkey", "Italy"):
        seen = [diplomacy.encode(diplomacy.view(each.position, seat)) for each in (without, named)]
        assert seen[0] == seen[1], seat
    assert b"Tyrolia" in diplomacy.encode(diplomacy.view(named.position, "Austria"))
    hidden = [each for each in named.events if each not in without.events]
    assert all(each.to == ("Austria",) for each in hidden)


def test_a_retreat_named_beside_an_order_that_can_never_be_is_told(diplomacy):
    position = diplomacy.new(diplomacy.meta.seats, {}, Stream(b"")).position
    given = orders(diplomacy, position, France="A Par - Bur (ret. Lon)")["France"]
    [finding] = diplomacy.check(position, "France", given)
    assert (finding.severity, finding.message) == ("warning", "From Paris no unit gets to London.")


def test_of_several_places_a_unit_retreats_to_the_first_that_is_possible(diplomacy):
    lost = {"A Vienna": {"power": "Austria", "retreats": ["Bohemia", "Galicia"]}}
    position = diplomacy.from_table({"phase": "fall-retreats", "dislodged": lost}, {})
    done = carry_out(diplomacy, position, Austria="A Vie R Tyr, Gal, Boh")
    assert units(diplomacy, done.position) == {"Austria": ["A Galicia"]}
    given = orders(diplomacy, position, Austria="A Vie R Tyr, Rom")["Austria"]
    [finding] = diplomacy.check(position, "Austria", given)
    assert finding.message.startswith("It cannot retreat to Tyrolia or Rome. It may go to Bohemia")


@pytest.mark.parametrize(
    "builds",
    [
        "phase winter\nbuild F Bre\nbuild A Par\nbuild A Mar",
        "Winter 1901:\nbuild F Bre, else A Mar\nbuild A Par",
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
        create(store, Plan("duel", "diplomacy", players, {"variant": "france-austria"}), now)

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
        *("F Brest", "A Gascony", "A Paris", "F Portugal", "A Spain"),
    ]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("France: Army Paris -> Burgundy.  (*bounce*)", "A Paris - Burgundy"),
        ("Army Burgundy SUPPORT Army Paris -> Picardy. (*cut*)", "A Burgundy S A Paris - Picardy"),
        (
            "France: Fleet Spain (south coast) -> Gulf of Lyon.  (*void*)",
            "F Spain/sc - Gulf of Lyon",
        ),
        ("Army Gascony -> Brest (*no convoy*)", "A Gascony - Brest"),
        ("Army Burgundy -> Munich.  (*bounce, dislodged*)", "A Burgundy - Munich"),
        ("France: Army Paris, no move received.", "A Paris H"),
    ],
)
def test_the_words_of_njudge_for_what_became_of_orders_are_read(diplomacy, text, order):
    position = diplomacy.new(diplomacy.meta.seats, {}, Stream(b"")).position
    understood = read_orders(text, diplomacy.language(position, "", "France"))
    assert (str(understood.orders), understood.findings) == (f"{order}\n", ())


def test_set_wait_takes_ready_back_and_nothing_is_read_below_signoff(diplomacy):
    position = diplomacy.new(diplomacy.meta.seats, {}, Stream(b"")).position
    language = diplomacy.language(position, "", "France")
    for word, ready in (("set wait", False), ("SET NOWAIT", True), ("set no wait", True)):
        found = scan(f"signon Fsecret\nA Par - Bur\n{word}\nsignoff\nA Mar - Spa")
        assert found.ready is ready
    text = "signon Fsecret\nA Par - Bur\nset wait\nsignoff\nA Mar - Spa"
    understood = read_orders(text, language)
    assert (str(understood.orders), understood.findings) == ("A Paris - Burgundy\n", ())


def test_no_suggestion_orders_something_else(diplomacy):
    """What is suggested for a line names the provinces that it names, and goes by sea if it does."""
    draw = random.Random("suggestions")
    position = diplomacy.new(diplomacy.meta.seats, {}, Stream(b"")).position
    language = diplomacy.language(position, "", "France")
    places = language.names["province"].all
    lines = [str(each) for each in diplomacy.legal_orders(position, "France")]
    noise = ("v/c", "(FAILS)", "(sorry)", "via", "convoy", "H", "S", "A", "F", "!", "(?)", "xx")
    wrong, suggested = [], 0
    for _ in range(1_500):
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
    assert suggested > 50


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("build F Bre, else A Par", "build F Brest\nelse: build A Paris\n"),
        ("build F Bre; otherwise A Par", "build F Brest\nelse: build A Paris\n"),
        ("Winter 1901:\nF Bre\nA Par", "build F Brest\nbuild A Paris\n"),
        ("Winter '01\nbuild F Bre, else A Par", "build F Brest\nelse: build A Paris\n"),
        ("Builds (in order of preference): F Bre, A Par", "build F Brest\nbuild A Paris\n"),
        ("build F Bre, A Par if possible", "build F Brest\nbuild A Paris\n"),
    ],
)
def test_builds_are_listed_below_winter_and_may_depend_on_each_other(diplomacy, text, built):
    centres = {"France": ["Paris", "Brest", "Marseilles"]}
    position = diplomacy.from_table({"phase": "winter", "units": {}, "centres": centres}, {})
    understood = read_orders(text, diplomacy.language(position, "", "France"))
    assert (str(understood.orders), understood.findings) == (built, ())
    assert understood.unread == ()
