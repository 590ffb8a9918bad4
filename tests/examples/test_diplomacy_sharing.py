"""Fewer than seven players: who plays which powers, and what one player with several is told."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from powers import NONE, begin, carry_out, read, units_of

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.records.verify import verify
from adjudicator.chance import Script, Stream
from adjudicator.games.contract import GameError, Ordered, Won
from adjudicator.orders import Orders
from adjudicator.post.requests.pipeline import take
from adjudicator.site.keep import make_pages
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

BEGINS = datetime(2026, 3, 4, 18, tzinfo=UTC)
FOUR = ("England", "Turkey", "Russia", "Austria")


def commanded(position):
    return {seat: "+".join(position.colours_of(seat)) for seat in position.seats}


@pytest.mark.parametrize(
    ("sharing", "expected"),
    [
        ("rulebook", "England+France+Russia Turkey+Austria+Germany"),
        ("rulebook", "Italy+Russia Turkey+France Germany+England+Austria"),
        ("rulebook", "England Turkey+Germany Russia+Italy Austria+France"),
        ("none", "England Turkey"),
        ("germany + austria,Italy+Turkey", "England Turkey+Italy France Russia Austria+Germany"),
    ],
)
def test_the_powers_are_shared_as_the_rulebook_or_the_players_say(diplomacy, sharing, expected):
    seats = tuple(each.partition("+")[0] for each in expected.split())
    position = begin(diplomacy, seats, sharing=sharing)
    assert commanded(position) == dict(zip(seats, expected.split(), strict=True))
    assert diplomacy.decode(diplomacy.encode(position)) == position
    assert diplomacy.phase(position).must == seats
    assert diplomacy.faults(position) == []


@pytest.mark.parametrize("count", range(2, 8))
def test_the_usual_seats_fit_every_number_of_players(diplomacy, count):
    position = begin(diplomacy, diplomacy.meta.seats[:count])
    theirs = [power for seat in position.seats for power in position.colours_of(seat)]
    nobodys = set(diplomacy.meta.seats).difference(theirs)
    expected = {2: {"Italy"}, 5: {"Germany", "Italy"}, 6: {"Italy"}}
    assert nobodys == expected.get(count, set())
    assert len(theirs) == len(set(theirs))


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (("England", "France"), {}, "“England” and “France” are both of England \\+ France"),
        (("England", "France", "Turkey"), {}, "Name a seat after one power of each"),
        (("England", "Italy", "Russia", "Turkey"), {}, "No seat is of Austria \\+ France"),
        (FOUR, {"sharing": "Austria+Ruritania"}, "Ruritania is no power"),
        (FOUR, {"sharing": "Austria+France, France+Italy"}, "France is given to two players"),
        (FOUR, {"sharing": "Austria and France"}, "Option sharing is one of"),
        (FOUR, {"sharing": "England+Turkey"}, "are both of England \\+ Turkey"),
        (("England", "Turkey"), {"last-year": 1910}, "1914, so 1910 cannot be its last year"),
    ],
)
def test_what_cannot_be_begun_is_refused_with_a_sentence(diplomacy, seats, options, message):
    with pytest.raises(GameError, match=message):
        begin(diplomacy, seats, **options)


def test_an_order_is_for_the_power_whose_unit_it_names(diplomacy):
    position = begin(diplomacy, FOUR)
    text = "FRANCE:\nA Par-Bur\nA Vie-Gal\nAustria:\nF Bre - MAO\nA Mar S A Par-Bur\nF Lon H\n"
    orders = read(diplomacy, position, text, "Austria").orders
    assert len(orders) == 5
    view = diplomacy.view(position, "Austria")
    [finding] = diplomacy.check(view, "Austria", orders)
    assert finding.message == "The unit in London is England’s."
    left = [each.text for each in diplomacy.defaults(view, "Austria", orders)]
    assert left == ["A Budapest H", "F Trieste H"]
    done = diplomacy.adjudicate(position, {"Austria": orders}, NONE)
    answers = [each for each in done.events if isinstance(each, Ordered)]
    assert {each.seat for each in answers} == {"Austria"}
    assert sum(each.outcome == "done" for each in answers) == 4
    assert {to for each in answers for to in each.to} == {"Austria"}


def test_all_that_is_suggested_to_one_with_several_powers_is_accepted(diplomacy):
    position = begin(diplomacy, ("England", "Turkey"))
    for _ in range(12):
        orders = {}
        for seat in diplomacy.phase(position).must:
            view = diplomacy.view(position, seat)
            orders[seat] = diplomacy.regent("random").orders(view, seat, Stream(seat.encode()))
            lines = diplomacy.legal_orders(view, seat)
            for line in lines[:: max(1, len(lines) // 40)]:
                again = read(diplomacy, position, str(line), seat).orders
                assert [str(each) for each in again] == [str(line)]
                found = diplomacy.check(view, seat, again)
                assert [each for each in found if each.severity == "error"] == [], str(line)
        position = diplomacy.adjudicate(position, orders, NONE).position
        assert diplomacy.faults(position) == []


def test_in_winter_each_power_builds_and_removes_for_itself(diplomacy):
    table = {
        "phase": "winter",
        "seats": {"Austria": {"powers": ["Austria", "France"]}, "England": {}},
        "units": {"Austria": ["A Trieste", "A Serbia", "A Tyrolia", "A Bohemia"]},
        "centres": {"Austria": ["Trieste", "Serbia", "Vienna"], "France": ["Paris", "Brest"]},
    }
    position = diplomacy.from_table(table, {"sharing": "none"})
    assert diplomacy.phase(position).must == ("Austria",)
    done = carry_out(diplomacy, position, Austria="build A Par\nwaive\nremove A Tyr\nbuild A Vie")
    units = units_of(diplomacy, done.position)
    assert units["France"] == ["A Paris"]
    assert units["Austria"] == ["A Bohemia", "A Serbia", "A Trieste"]
    failed = [each.text for each in done.events if getattr(each, "outcome", "") == "failed"]
    assert failed == ["build A Vienna"]


def test_the_game_for_two_is_of_1914_and_italy_neutral_until_a_coin_is_tossed(diplomacy):
    position = begin(diplomacy, ("England", "Austria"))
    assert diplomacy.phase(position).title == "Spring 1914: moves"
    assert position.options["goal"] == 24
    assert "Italy is neutral" in diplomacy.standings(diplomacy.view(position, "")).note
    moves = [str(each) for each in diplomacy.legal_orders(position, "Austria")]
    assert "F Trieste - Adriatic Sea" in moves
    assert not [each for each in moves if "- Venice" in each]
    entering = read(diplomacy, position, "F Tri - Ven", "Austria").orders
    [found] = diplomacy.check(position, "Austria", entering)
    assert found.message == "Venice is neutral now: nobody may enter it."
    spring = diplomacy.adjudicate(position, {"Austria": entering}, NONE).position
    assert units_of(diplomacy, spring)["Italy"] == ["F Naples", "A Rome", "A Venice"]
    toss = Script((), {"Italy": ("Austria",)})
    fall = diplomacy.adjudicate(spring, {}, toss)
    assert commanded(fall.position)["Austria"] == "Austria+Germany+Turkey+Italy"
    assert fall.events[-1].seat == "Austria"
    position = fall.position
    while diplomacy.phase(position).name != "spring":
        position = diplomacy.adjudicate(position, {}, NONE).position
    done = carry_out(diplomacy, position, Austria="A Ven - Tyr\nF Tri - Ven")
    assert "F Venice" in units_of(diplomacy, done.position)["Austria"]


@pytest.mark.parametrize(
    ("together", "goal", "winner"), [(True, 9, "Austria"), (True, 10, None), (False, 9, None)]
)
def test_the_centres_of_one_player_count_together_unless_the_players_want_it_otherwise(
    diplomacy, together, goal, winner
):
    table = {
        "phase": "fall-retreats",
        "seats": {"Austria": {"powers": ["Austria", "France"]}, "England": {}},
        "units": {"Austria": ["A Trieste"], "England": ["F London"]},
        "centres": {
            "Austria": ["Trieste", "Serbia", "Vienna", "Budapest", "Greece", "Rumania"],
            "France": ["Paris", "Brest", "Marseilles"],
        },
        "dislodged": {"A Spain": {"power": "France", "retreats": ["Portugal"]}},
    }
    options = {"together": together, "goal": goal, "sharing": "none"}
    done = carry_out(diplomacy, diplomacy.from_table(table, options))
    won = [each for each in done.events if isinstance(each, Won)]
    assert [each.seats for each in won] == ([(winner,)] if winner else [])
    if winner:
        assert won[0].why == "Austria and France control 9 supply centres."


def test_a_power_is_eliminated_when_its_last_unit_is_removed_and_its_seat_with_its_last_power(
    diplomacy,
):
    table = {
        "phase": "winter",
        "seats": {"Austria": {"powers": ["Austria", "France"]}, "England": {}, "Italy": {}},
        "units": {"France": ["A Paris"], "England": ["F London"], "Italy": ["A Tyrolia"]},
        "centres": {"Austria": ["Vienna"], "England": ["London", "Rome", "Paris"]},
    }
    done = carry_out(diplomacy, diplomacy.from_table(table, {}))
    out = [each.power for each in done.events if type(each).__name__ == "Eliminated"]
    assert out == ["France", "Italy"]
    assert {seat: each.out for seat, each in done.position.seats.items()} == {
        "Austria": 0,
        "England": 0,
        "Italy": 1901,
    }


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ({"Austria": {"powers": ["Austria", "Gaul"]}}, "does not command Gaul"),
        ({"Austria": {"powers": ["France", "Italy"]}}, "does not command the power of its name"),
        ({"Austria": {"powers": ["Austria", "France"]}, "France": {}}, "the same as “France”"),
    ],
)
def test_a_position_with_seats_that_cannot_be_is_refused(diplomacy, seats, message):
    with pytest.raises(GameError, match=message):
        diplomacy.from_table({"seats": seats}, {})


def test_the_legend_says_who_plays_a_power_that_has_no_seat_of_its_own(diplomacy):
    def legend(position):
        picture = diplomacy.picture(diplomacy.view(position, ""), ())
        return {party.seat: party.note for party in picture.parties}

    four = legend(begin(diplomacy, FOUR))
    assert (four["Austria"], four["France"]) == ("3 centres", "3 centres, Austria’s")
    assert legend(begin(diplomacy, ("England", "Turkey")))["Italy"] == "3 centres, neutral"
    five = begin(diplomacy, diplomacy.meta.seats[:5])
    assert legend(five)["Italy"] == "3 centres, in disorder"
    assert "Germany and Italy are in disorder" in diplomacy.standings(five).note
    over = replace(five, phase="over")
    assert diplomacy.picture(diplomacy.view(over, ""), ()).subtitle == "The end, 1901"


# By mail


class Judge:
    """A game by mail; by seat the address of who plays it."""

    def __init__(self, store, addresses, **options):
        self.store = store
        self.addresses = addresses
        players = tuple(Player(seat, at, seat) for seat, at in addresses.items())
        settings = Settings(gm="gm@example.org", address="judge@example.net", host="example.net")
        create(store, NewCampaign("four", "diplomacy", players, options, settings), BEGINS)
        self.sent = 0
        self.now = BEGINS

    @property
    def campaign(self):
        return queries.find_campaign(self.store, "four")

    @property
    def state(self):
        return State(self.store, self.campaign, self.now)

    def send(self, seat, body):
        """Take a mail as a player would send it; return what stands for the seat after it."""
        self.sent += 1
        self.now += timedelta(minutes=1)
        ready = token(self.state.seat(seat))
        mail = (
            f"From: {self.addresses[seat]}\nTo: judge+{ready}@example.net\n"
            f"Message-ID: <{self.sent}@mail.example>\nSubject: moves\n\n{body}"
        )
        take(self.store, mail.encode(), self.now)
        stands = queries.submissions(self.store, queries.head(self.store, self.campaign))
        return stands[seat].text

    def letter(self, seat, kind):
        of = {"campaign_id": self.campaign.id, "kind": kind, "seat": seat}
        return self.store.rows(Letter, **of)[-1].content.text


def test_one_person_orders_two_powers_in_one_mail(diplomacy, tmp_path):
    with open_store(tmp_path / "campaign.db", create=True) as store:
        judge = Judge(store, {seat: f"{seat.lower()}@example.org" for seat in FOUR})
        stands = judge.send(
            "Austria",
            "FRANCE:\nA Par - Bur\nF Bre - MAO\nA Mar S A Par - Bur\n\n"
            "AUSTRIA:\nA Vie - Gal\nA Bud - Ser\nF Tri - Alb\n",
        )
        assert stands.splitlines() == [
            "A Paris - Burgundy",
            "F Brest - Mid-Atlantic Ocean",
            "A Marseilles S A Paris - Burgundy",
            "A Vienna - Galicia",
            "A Budapest - Serbia",
            "F Trieste - Albania",
        ]
        receipt = judge.letter("Austria", "receipt")
        assert "accepted" in receipt
        judge.send("Austria", "amend\nA Mar - Spa\n")
        judge.send("Russia", "A War - Gal\nA Ven - Tri\nF Nap - ION\n")
        adjudicate(store, "four", judge.now)
        result = " ".join(judge.letter("Austria", "result").split())
        assert "A Vienna – Galicia failed" in result
        assert "failed A Vienna - Galicia A Warsaw stood it off." in result
        assert "done A Marseilles - Spain" in result
        assert "Austria also commands France." in result
        assert "A Burgundy H" in result
        assert "dice" not in result
        assert all(each.faults == () for each in verify(store, judge.campaign))
        make_pages(store, judge.campaign, judge.now, tmp_path / "pages", "file:///x")


def test_one_person_may_hold_several_seats_each_with_letters_of_its_own(diplomacy, tmp_path):
    who = {"England": "kate@example.org", "France": "kate@example.org", "Italy": "gina@example.org"}
    with open_store(tmp_path / "campaign.db", create=True) as store:
        judge = Judge(store, who, sharing="none")
        assert judge.send("England", "F Lon - Nth\nready") == "F London - North Sea\n"
        assert judge.send("France", "A Par - Bur\nF Lon H\nready").startswith("A Paris")
        assert "The unit in London is England’s." in judge.letter("France", "receipt")
        adjudicate(store, "four", judge.now)
        for seat, order in (("England", "F London"), ("France", "A Paris")):
            letters = outbox.letters(store, judge.campaign)
            [result] = [each for each in letters if (each.kind, each.seat) == ("result", seat)]
            assert result.recipients == ("kate@example.org",)
            assert f"done        {order} -" in result.content.text


def test_no_orders_at_all_end_no_game_of_two(diplomacy):
    position = begin(diplomacy, ("Russia", "Germany"))
    for _ in range(6):
        position = diplomacy.adjudicate(position, {"Russia": Orders()}, Stream(b"six")).position
    assert diplomacy.phase(position).title == "Spring 1917: moves"


def test_only_the_game_for_two_of_the_rulebook_closes_italy_in_1914(diplomacy):
    table = {
        "round": 1914,
        "seats": {"England": {}, "Austria": {}},
        "units": {"Austria": ["F Trieste"]},
    }
    position = diplomacy.from_table(table, {})
    assert "neutral" not in diplomacy.standings(diplomacy.view(position, "")).note
    done = carry_out(diplomacy, position, Austria="F Tri - Ven")
    assert units_of(diplomacy, done.position)["Austria"] == ["F Venice"]
    assert not [each for each in done.events if type(each).__name__ == "Joined"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ("intent", "2023", 24)),
        ({"like": "DATC 2023"}, ("intent", "2023", 24)),
        ({"like": "webDiplomacy"}, ("stated", "2000", 24)),
        ({"like": "njudge", "disorder": "2023", "goal": 20}, ("stated", "2023", 20)),
    ],
)
def test_like_chooses_the_options_that_are_not_given(diplomacy, given, expected):
    options = begin(diplomacy, ("England", "Austria"), **given).options
    assert tuple(options[name] for name in ("adjacent-convoy", "disorder", "goal")) == expected


def test_what_like_chooses_is_an_option_and_stands_in_the_readme(diplomacy):
    from diplomacy_game.meta import LIKE

    readme = Path(__file__).parents[2].joinpath("examples/diplomacy/README.md").read_text("utf-8")
    table = {line.split(" | ")[0].strip("| "): line for line in readme.splitlines() if "|" in line}
    known = {option.name: option for option in diplomacy.meta.options}
    for column, options in enumerate(LIKE.values(), 1):
        for option, value in options.items():
            assert known[option].accepts(value)
            assert table[f"`{option}`"].split(" | ")[column].strip(" |") == value
