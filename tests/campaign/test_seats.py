import pytest
from msgspec.structs import replace
from playing import START

from adjudicator.campaign.confirming import confirm
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.letters.letters import seats_in_words
from adjudicator.campaign.people.reliability import reckon_reliability
from adjudicator.campaign.people.seats import ask_for_address, hand_over, resign
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.campaign.phases.endings import end
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.errors import StoreError
from adjudicator.store.records import Confirmation


def seat(game, name="Oda"):
    return game.state.seat(name)


def test_a_new_player_gets_a_token_and_the_old_one_proves_nothing(play):
    game = play(address="game@example.org")
    game.send("Oda", "hide 3")
    old = token(seat(game))
    game.change(hand_over, Player("oda", address="cleo@example.org"))
    new = token(seat(game))
    assert new != old
    (to_old,) = game.letters("handed-over", "")
    to_new = game.letters("opening", "Oda")[-1]
    assert to_old.recipients == ("oda@example.org",)
    assert to_old.seat == ""
    assert new not in to_old.content.text
    assert to_new.recipients == ("cleo@example.org",)
    assert new in to_new.content.text
    assert "awaited=('Oda', 'Takeda')" in to_new.content.text
    assert to_new.subject == "[sekigahara] welcome"
    assert game.stands("Oda") == "hide 3\n"
    with pytest.raises(RefusedError, match="token"):
        game.send("Oda", "hide 4", token=old)
    game.send("Oda", "hide 5")
    assert game.stands("Oda") == "hide 5\n"


@pytest.mark.parametrize("names", ["seats", "nobody"])
def test_letters_name_players_unless_nobody_is_to_be_named(play, names):
    game = play(address="game@example.org", names=names)
    game.change(hand_over, Player("Oda", address="cleo@example.org", name="Cleo Marsh"))
    game.change(hand_over, Player("Mori", address="bea@example.org", name="Bea Hill"))
    seen = [each for each in game.letters(seat="Takeda") if "Cleo" in each.content.text]
    assert bool(seen) == (names == "seats")
    welcome = game.letters("opening", "Mori")[-1].content.text
    assert ("Cleo Marsh" in welcome) == (names == "seats")
    assert "Bea Hill" in welcome
    words = seats_in_words(game.state)
    assert ("Oda (Cleo Marsh)" in words) == (names == "seats")
    game.change(end, "Enough.")  # then everybody may know
    (letter,) = game.letters("secret", "Takeda")
    text = " ".join(letter.content.text.split())
    assert "Who played: Oda (Cleo Marsh); Takeda (Takeda player); Mori" in text


def test_unsound_changes_leave_the_seat_as_it_was(play):
    game = play()
    before = queries.seats(game.store, game.campaign)
    for name, changes, error in (
        ("Shimazu", {"address": "a@b.c"}, StoreError),
        ("Oda", {"address": "a b"}, CampaignError),
        ("Oda", {"address": "a@b.c", "zone": "Mars"}, CampaignError),
        ("Oda", {"regent": "mad"}, GameError),
    ):
        with pytest.raises(error):
            game.change(hand_over, Player(name, **changes))
    assert queries.seats(game.store, game.campaign) == before


def told(game, kind):
    return {each.seat: each for each in game.letters(kind) if each.seat}


def test_everybody_learns_who_plays_a_seat_but_not_where_he_is(play):
    game = play(address="game@example.org")
    heir = Player("Oda", address="cleo@example.org", name="Cleo")
    game.change(hand_over, heir)
    (letter,) = told(game, "handed-over").values()
    assert letter.recipients == ("takeda@example.org",)
    assert "Oda is now played by Cleo." in letter.content.text
    game.change(hand_over, Player("Oda", "dan@example.org"))
    texts = [each.content.text for each in game.letters("handed-over") if each.seat]
    assert "now played by a new player" in texts[-1]
    assert all("dan@" not in text and "cleo@" not in text for text in texts)
    assert "dan@example.org" in queries.notes(game.store, game.campaign)[-1].text


def test_who_had_no_address_agrees_alone_to_have_one(play):
    game = play()
    game.change(hand_over, Player("Oda", "", "Ann"))
    game.change(lambda at: ask_for_address(at, seat(game), "ann@example.org", "player"))
    (asked,) = game.store.rows(Confirmation)
    assert game.change(confirm, asked) == "address"
    assert seat(game).address == "ann@example.org"


def test_regents_and_returns_are_told_to_all(play):
    game = play(misses=1)
    game.adjudicate()
    both = [each.content.text for each in game.letters("regent", "Takeda")]
    assert len(both) == 2
    said = [text.partition(" missed")[0].split()[-2:] for text in both]
    assert sorted(said) == [["Oda", "has"], ["You", "have"]]
    assert len(game.letters("regent", "Oda")) == 2
    game.send("Oda", "strike Takeda")
    game.send("Takeda", "strike Oda")
    assert "player of Takeda" in told(game, "returned")["Oda"].content.text
    assert not game.state.open_seats[1:]  # nobody else can have it any more
    assert {each.seat for each in game.letters("returned")} == {"Oda", "Takeda"}


def test_nobody_who_plays_on_is_bidden_farewell(play):
    game = play(address="game@example.org")
    before, old = seat(game), token(seat(game))
    game.change(hand_over, Player("Oda", "oda@example.org"))
    assert token(seat(game)) != old
    assert (seat(game).player, seat(game).zone) == (before.player, before.zone)
    assert len(game.letters("token", "Oda")) == 1
    assert not game.letters("handed-over")
    game.change(hand_over, Player("Oda", regent="steady"))
    game.change(hand_over, Player("Oda", "oda@example.org"))  # his own seat, from the regent
    assert seat(game).by_person
    assert seat(game).player == before.player
    assert len(game.letters("opening", "Oda")) == 2
    assert ["gone to a regent" in x.content.text for x in game.letters("handed-over", "Oda")] == [
        True
    ]
    game.change(hand_over, Player("Oda", "takeda@example.org"))  # two seats are swapped
    game.change(hand_over, Player("Takeda", "oda@example.org"))
    farewells = game.letters("handed-over", "")
    assert [each.recipients for each in farewells] == [
        ("oda@example.org",),
        ("takeda@example.org",),
    ]
    told = [" ".join(each.content.text.split()) for each in farewells]
    assert ["No more reports" in each for each in told] == [True, False]
    assert "your other seat stays yours" in told[1]
    for address in ("oda@example.org", "takeda@example.org"):
        assert reckon_reliability(game.store, address, game.now).left == 0
    game.change(hand_over, Player("Takeda", "takeda@example.org"))
    game.change(lambda change: resign(change, change.seat("Oda")))
    assert "your other seat" in " ".join(game.letters("resigned", "")[-1].content.text.split())
    assert reckon_reliability(game.store, "oda@example.org", game.now).left == 1


def test_a_substitute_has_missed_nothing(play):
    game = play(misses=2)
    game.adjudicate()
    assert seat(game).by_person
    game.change(hand_over, Player("Oda", "cleo@example.org"))
    game.send("Takeda", "strike Mori")
    game.adjudicate()
    assert seat(game).by_person
    game.adjudicate()
    assert not seat(game).by_person


def test_what_a_substitute_missed_is_still_missed_after_a_roll_back(play):
    game = play(misses=2)
    for _ in range(3):
        game.send("Takeda", "phase 2 plan\nhide 1")
        game.send("Oda", "hide 1" if game.head.opens.name == "plan" else "strike Mori")
        game.adjudicate()
    game.change(hand_over, Player("Oda", "cleo@example.org"))
    assert seat(game).since == 3
    game.change(roll_back, "1 strike")
    assert seat(game).since == 1


@pytest.mark.parametrize("substitutes", [True, False])
def test_what_a_regent_took_for_a_missed_phase_is_given_back_with_it(play, substitutes):
    """The phase waits for its player again; what the game master gave to a regent stays there."""
    game = play(misses=1, substitutes=substitutes)
    game.adjudicate()
    assert [each.by_person for each in game.state.seats] == [False, False, False]
    game.change(hand_over, Player("Takeda", regent="steady"))
    game.change(roll_back, "1 plan")
    assert (seat(game).by_person, seat(game).open, seat(game).since) == (True, False, 0)
    assert game.state.waits_for == ("Oda", "Takeda")[: 1 if substitutes else 2]
    for each in ("Oda", "Takeda", ""):
        said = " ".join(game.letters("rollback" if each else "note", each)[-1].content.text.split())
        assert ("Oda is its player’s again" if substitutes else "Oda and Takeda are") in said
    game.send("Oda", "strike Takeda" if game.head.opens.name == "strike" else "hide 1")
    game.adjudicate()
    game.change(roll_back, "1 plan")
    said = game.letters("rollback", "Oda")[-1].content.text
    assert ("Takeda is" in " ".join(said.split())) == (not substitutes)
    game.adjudicate()
    game.adjudicate()
    game.change(lambda at: resign(at, seat(game)))
    game.change(roll_back, "1 strike")
    assert not seat(game).by_person  # nobody holds what was given up since
    assert game.faults() == []


def test_a_seat_can_change_hands_before_the_deal(store):
    players = (Player("Oda", "oda@example.org"), Player("Mori", "mori@example.org"))
    campaign = announce(store, NewCampaign("soon", "toy", players), START)
    commit(store, campaign, START, hand_over, Player("Oda", "cleo@example.org", "Cleo"))
    there = outbox.letters(store, queries.find_campaign(store, "soon"))
    welcome = [each for each in there if each.recipients == ("cleo@example.org",)]
    assert [each.seat for each in welcome] == ["Oda"]
    assert campaign.commitment in welcome[0].content.text.replace("\n", "")
    assert any("played by Cleo" in x.content.text for x in there if x.seat == "Mori")


def test_without_substitutes_a_seat_goes_to_nobody_but_its_own_player(play):
    game = play(substitutes=False)

    def give(seat, **heir):
        game.change(hand_over, Player(seat, **heir))

    for seat, heir in (("Oda", "cleo@example.org"), ("Mori", "cleo@example.org")):
        with pytest.raises(CampaignError, match=f"{seat} stays with its regent"):
            give(seat, address=heir, name="Cleo")
    give("Oda", regent="steady")
    assert not game.state.seat("Oda").by_person
    assert len(game.letters("opening", "Oda")) == 1  # a regent is not welcomed
    give("Oda", address="new@example.org", name="Oda Player")
    give("Oda", address="NEW@example.org")
    assert game.state.seat("Oda").address == "NEW@example.org"
    game.change(lambda change: change.save(replace(change.seat("Mori"), open=True)))
    give("Mori", address="cleo@example.org")  # which nobody has had yet
    assert game.state.seat("Mori").by_person
