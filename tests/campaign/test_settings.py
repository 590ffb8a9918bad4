import pytest

from adjudicator.campaign.kernel.addresses import check_address, check_webhook, doubt
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.delivery import set_delivery
from adjudicator.campaign.letters.letters import write_bare
from adjudicator.campaign.people.seats import enter_guest, hand_over
from adjudicator.campaign.people.settings import (
    MOST_LINES,
    add_master,
    change_settings,
    is_told,
    write_official,
)
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.campaign.phases.endings import end
from adjudicator.games.contract import GameError
from adjudicator.store.records import Master, Seat, Settings

GOOD = [
    "ann.oda+shogun@mail.example.org",
    "o'hara@example.org",
    "a@localhost",
    "x@xn--bcher-kva.example",
]
BAD = [
    *("ann", "@example.org", "ann@", "ann@example..org", "ann@-example.org", ".ann@example.org"),
    *("ann@10.0.0.1", "änn@example.org", "ann@bücher.example", "ann@nowhere.invalid"),
    *("ann@b@example.org", "ann oda@example.org", "Ann <ann@example.org>"),
    "ann@example.org\nBcc: eve@example.org",
    "a" * 65 + "@example.org",
    "ann@" + "a." * 130 + "org",
]


def test_addresses_that_can_be_written_to():
    for text in GOOD:
        check_address(text)
    for text in BAD:
        with pytest.raises(CampaignError, match=r"not a mail address that can be written to: .+"):
            check_address(text)
    check_address("a" * 47 + "@example.org", of_campaign=True)
    with pytest.raises(CampaignError, match="47 characters"):
        check_address("a" * 48 + "@example.org", of_campaign=True)
    assert "end of the address" in doubt("ann@example")
    assert doubt("ann@example.org") == doubt("ann@localhost") == doubt("") == ""


def test_what_concerns_players_is_told_to_them_and_all_to_the_game_master(play):
    game = play(host="adjudicator.invalid")
    changes = {"address": "judge@example.org", "grace": 6, "misses": 0, "hold": 3, "early": False}
    game.change(change_settings, **changes)
    text = " ".join(game.letters("settings", "Oda")[0].content.text.split())
    assert "mailed to judge@example.org" in text
    assert "count for 6 hours" in text
    assert "no regent takes the seat" in text
    assert "always waits for its deadline" in text
    assert "3" not in text
    assert {each.seat for each in game.letters("settings")} == {"Oda", "Takeda"}
    note = game.letters("note")[-1].content.text
    assert "hold = 3" in note
    assert "You can run the game by mail" not in note  # which the first letter says
    assert game.campaign.address == "judge@example.org"
    assert game.campaign.settings.host == "example.org"
    (before,) = game.state.masters
    game.change(change_settings, gm="new@example.org", hold=2, misses=0)
    (master,) = game.state.masters
    assert (before.address, master.address) == ("gm@example.org", "new@example.org")
    assert len(game.letters("settings")) == 2  # as before: that concerns no player
    assert game.letters("note")[-1].recipients == ("new@example.org",)
    count = len(game.notes())
    game.change(change_settings, hold=2)
    assert len(game.notes()) == count
    game.change(change_settings, hold=4)
    assert game.state.masters == [master]  # whose token is still good


WORDS = {
    "address": {"a@b.org": "mailed to a@b.org", "": "no longer be mailed"},
    "deadline": {"every day at 20:00": "the rule “every day at 20:00”", "none": "no deadline"},
    "steps_deadline": {
        "every day at 20:00": "the rule “every day at 20:00”",
        "none": "there is no deadline",
        "same": "several mails end as other phases do",
    },
    "early": {True: "as soon as every seat is ready", False: "always waits for its deadline"},
    "grace": {1: "for 1 hour if", 6: "for 6 hours if", 0: "no time of grace"},
    "grace_locked": {True: "runs to its end", False: "over as soon as nobody is missing"},
    "bank": {1: "1 day of his own", 3: "3 days of his own", 0: "nobody has days of his own"},
    "hurry": {1: "has 1 hour left", 6: "has 6 hours left", 0: "as long as everybody"},
    "last_call": {1: "1 minute in which", 5: "5 minutes in which", 0: "carried out at once"},
    "least": {1: "at least 1 hour", 6: "at least 6 hours", 0: "no longer than its rule"},
    "remind": {"48, 6": "so many hours before: 48, 6", "never": "Nobody is reminded"},
    "longest_pause": {1: "after 1 hour", 6: "after 6 hours", 0: "until somebody ends it"},
    "odds": {True: "is answered with the odds", False: "not reckoned by mail"},
    "roll_call": {True: "loses his seat to the next", False: "Nobody loses his seat"},
    "fill_days": {1: "called off 1 day after", 9: "called off 9 days after", 0: "without end"},
    "least_kept": {80: "kept 80 of a hundred", 0: "Whoever wants may join"},
    "press": {"seats, all": "can go to: seats, all", "": "no press is sent on"},
    "anonymous": {True: "need not be signed", False: "always signed"},
    "gm_reads": {True: "can read all press", False: "cannot read press"},
    "press_stops": {1: "in the last hour", 6: "in the last 6 hours", 0: "until the deadline"},
    "votes": {
        "off": "no longer ended by votes",
        "all": "if all agree",
        "two thirds": "if two thirds agree",
        "majority": "if more than half agree",
    },
    "secret_votes": {True: "nobody is told who voted how", False: "everybody is told who voted"},
    "vote_days": {1: "open for 1 day.", 60: "open for 60 days."},
    "absence": {1: "absent for 1 day", 9: "absent for 9 days", 0: "no longer wait"},
    "absences": {1: "wait on 1 day", 9: "wait on 9 days"},
    "emergency": {1: "for 1 hour.", 9: "for 9 hours.", 0: "cannot stop the clock"},
    "substitutes": {True: "can go to another player", False: "goes to no other player"},
    "caretakers": {
        "nobody": "Nobody looks after",
        "guests": "watches the game or waits",
        "everybody": "by another player",
    },
    "names": {
        "seats": "name seats alone",
        "players": "name the players, too",
        "nobody": "before the game is over neither letters nor pages name",
    },
    "publish": {
        "now": "Everybody can see",
        "after the end": "when it is over",
        "never": "has no pages",
    },
    "reveal": {"after the end": "its pages show what each seat", "never": "stays secret"},
    "regent": {"brave": "now the brave one"},
    "misses": {1: "missed one phase", 3: "missed 3 phases in a row", 0: "no regent takes"},
}
"""Of each setting that players are told of what they read of its values."""


@pytest.mark.parametrize("name", [x for x in Settings.__struct_fields__ if is_told(x)])
def test_players_read_what_the_new_value_of_a_setting_means(name):
    for value, words in WORDS[name].items():
        told = write_bare("settings", {"changed": {name: value}})
        assert words.casefold() in " ".join(told.text.split()).casefold()
        others = [x for x in WORDS[name].values() if x != words]
        assert not any(x.casefold() in " ".join(told.text.split()).casefold() for x in others)


def test_what_was_to_stay_secret_stays_so_when_the_game_is_over(play):
    game = play()
    game.change(change_settings, reveal="never")
    assert "stays secret when the game is over" in game.letters("settings", "Oda")[0].content.text
    game.change(end, "We all agreed.")
    with pytest.raises(CampaignError, match="they stay so"):
        game.change(change_settings, reveal="after the end")
    assert game.campaign.settings.reveal == "never"


def test_what_is_shown_after_the_end_can_be_taken_back(play):
    game = play()
    game.change(end, "We all agreed.")
    game.change(change_settings, reveal="never")
    assert game.campaign.settings.reveal == "never"


def test_unsound_settings_change_nothing(play):
    game = play()
    before = game.campaign
    for changes in (
        {"gm": "nobody"},
        {"address": "x@y.invalid"},
        {"grace": -1},
        {"misses": 10_001},
        {"zone": "?"},
        {"votes": "some"},
        {"vote_days": 61},
        {"vote_days": 0},
        {"regent": "brave"},
    ):
        with pytest.raises((CampaignError, GameError)):
            game.change(change_settings, **changes)
        assert game.campaign == before


def test_orders_are_not_mailed_to_a_player_or_the_game_master(play):
    game = play(address="judge@example.org")
    for changes in ({"address": "Oda@example.org"}, {"gm": "JUDGE@example.org"}):
        with pytest.raises(CampaignError, match="to which orders are mailed"):
            game.change(change_settings, **changes)
    heir = Player("Oda", address="judge@example.org")
    with pytest.raises(CampaignError, match="to which orders are mailed"):
        game.change(hand_over, heir)
    plan = NewCampaign("second", "toy", (heir, Player("Takeda"), Player("Mori")))
    with pytest.raises(CampaignError, match="to which orders are mailed"):
        announce(game.store, plan, game.now)


def test_the_regent_that_is_set_plays_what_nobody_holds(play):
    game = play()
    game.change(change_settings, regent="random")
    seats = {seat.name: (seat.regent, seat.by_person) for seat in game.store.rows(Seat)}
    assert seats == {"Oda": ("random", True), "Takeda": ("random", True), "Mori": ("random", False)}
    assert "now the random one" in game.letters("settings", "Oda")[0].content.text
    game.change(hand_over, Player("Mori", regent="steady"))
    game.change(change_settings, regent="random", misses=1)
    assert game.store.find(Seat, name="Mori").regent == "steady"  # it was named for that seat


@pytest.mark.parametrize(
    "host",
    ["192.168.1.5", "localhost", "matrix", "[::1]:8", "[64:ff9b::a00:1]", "[fe80::1%25eth0]"],
)
def test_a_webhook_of_a_private_network_is_refused_when_it_is_given(host):
    for public in ("8.8.8.8", "[2001:4860:4860::8888]", "hooks.example.org", "ntfy.lan"):
        check_webhook(f"https://{public}/a")  # what a name leads to is seen when a notice is posted
    with pytest.raises(CampaignError, match="lies in a private network"):
        check_webhook(f"https://{host}/a")


def test_the_address_that_orders_go_to_runs_no_game(play):
    game = play(address="game@example.net")
    before = game.store.rows(Master)
    for own in ("Game@Example.net", "game+oda@example.net"):
        with pytest.raises(CampaignError) as caught:
            game.change(add_master, own)
        assert caught.value.code == "judges-address"
        with pytest.raises(CampaignError, match="orders are mailed"):
            game.change(hand_over, Player("Oda", own))
    assert game.store.rows(Master) == before
    filtered = play("judo", address="ann+judge@example.org")  # a folder of the mailbox of a person
    with pytest.raises(CampaignError):
        filtered.change(add_master, "ann+judge@example.org")
    filtered.change(add_master, "ann@example.org")
    filtered.wait(days=1)
    filtered.change(add_master, "al@example.org")
    for day, address in enumerate(("wu@example.org", "dan@example.org")):
        filtered.wait(days=day)
        filtered.change(enter_guest, address, "", "substitute")
    state, order = filtered.state, ["ann@example.org", "gm@example.org", "al@example.org"]
    assert [each.address for each in state.masters] == order  # who came first is first
    assert [each.address for each in state.guests] == ["wu@example.org", "dan@example.org"]
    assert state.seats_of("") == []  # not those that nobody can be written to


def test_an_official_word_has_at_most_so_many_lines(play):
    game = play()
    with pytest.raises(CampaignError) as caught:
        game.change(write_official, "word\n" * (MOST_LINES + 1))
    assert caught.value.code == "official-too-long"
    assert not game.letters("official")
    secret = token(game.state.seat("Oda"))
    game.change(write_official, f"Mine is {secret}.\n" + "word\n" * (MOST_LINES - 1))
    assert all(secret not in each.content.text for each in game.letters("official"))
    assert "Mine is " in game.letters("official")[0].content.text


def test_who_only_gets_letters_where_he_is_wanted_gets_none_about_turns_of_others(play):
    """Of a round that goes on; the others get each, and the last goes to all."""
    game = play(options={"turns": True, "rounds": 2})
    set_delivery(game.store, "takeda@example.org", "mine", "UTC", game.now)
    while not game.state.is_over:
        game.adjudicate()
    sent = {
        seat: [(each.phase, bool(each.recipients)) for each in game.letters("result", seat)]
        for seat in ("Oda", "Takeda")
    }
    names = ("plan", "strike Oda", "strike Takeda", "strike Mori")
    phases = [f"{number} {name}" for number in (1, 2) for name in names]
    assert sent["Oda"] == [(phase, True) for phase in phases]
    assert sent["Takeda"] == list(zip(phases, (False, True, False, True) * 2, strict=True))
