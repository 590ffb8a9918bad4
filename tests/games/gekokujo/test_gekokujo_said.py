"""Lines of Gekokujō as persons write them, and what they are read as."""

import pytest

from adjudicator.games.gekokujo import game
from adjudicator.orders import read_orders

SAID = {
    "campaign": {
        "4 bushi Kai -> Suruga": "move 4 bushi from Kai to Suruga",
        "daimyo + 3 bushi from Kai to Suruga": "move 1 daimyo and 3 bushi from Kai to Suruga",
        "move all units from Kai to Suruga except 1 bushi": "move all but 1 bushi from Kai to "
        "Suruga",
        "leave 1 bushi in Kai, move the rest to Suruga": "move all but 1 bushi from Kai to Suruga",
        "hire ronin equal to attacker": "ronin match",
        "aim at daimyo": "hit daimyo",
        "4 Bushi Kai-Suruga": "move 4 bushi from Kai to Suruga",
        "move 2 bushi Kai-Suruga-Totomi": "move 2 bushi from Kai to Suruga, Totomi",
        "move two bushi from Kai via Suruga to Tötömi": "move 2 bushi from Kai to Suruga, Totomi",
        "from Kai to Suruga move 4 bushi": "move 4 bushi from Kai to Suruga",
        "move from Kai 4 bushi to Suruga": "move 4 bushi from Kai to Suruga",
        "all from Kai to Suruga": "move all from Kai to Suruga",
        "hire 3 rōnin at Musashi": "ronin up to 3 in Musashi",
        "no rōnin": "ronin none",
        "ronin max 3 in Musashi": "ronin up to 3 in Musashi",
        "match ronin up to 2 when defending": "ronin match up to 2 when defending",
        "hit the daimyō first": "hit daimyo",
        "fight Musashi first, then Sagami": "fight Musashi, Sagami",
        "battle order: Musashi, Sagami": "fight Musashi, Sagami",
        "lose from Shinano first": "lose from Shinano",
        "hits on Höjö then Möri": "hits on Hojo, Mori",
        "move 1 bushi from Kai to Musashi if Musashi is empty": "if Musashi is empty: "
        "move 1 bushi from Kai to Musashi",
        "Kai -> Suruga w/ 3 bushi + the daimyo": "move 3 bushi and 1 daimyo from Kai to Suruga",
        "Kai > Suruga 4B 1D": "move 4 bushi and 1 daimyo from Kai to Suruga",
        "mv 2 b kai > sur": "move 2 bushi from Kai to Suruga",
        "2 bushi Kai - Suruga - Totomi": "move 2 bushi from Kai to Suruga, Totomi",
        "1 daimyo Kai to Suruga": "move 1 daimyo from Kai to Suruga",
        "daimyo from kai to suruga": "move 1 daimyo from Kai to Suruga",
        "3 bushi, 1 daimyo Kai to Suruga": "move 3 bushi and 1 daimyo from Kai to Suruga",
        "all Kai units to Suruga": "move all from Kai to Suruga",
        "move everything in Kai to Suruga": "move all from Kai to Suruga",
        "attack Musashi with all from Kai except one bushi": "move all but 1 bushi from Kai to "
        "Musashi",
        "move 2 bushi from Kai to Musashi (attack)": "move 2 bushi from Kai to Musashi",
        "3 bushis from kai into suruga, then on to totomi": "move 3 bushi from Kai to Suruga, "
        "Totomi",
        "send 3 bushi from Kai to Suruga": "move 3 bushi from Kai to Suruga",
        "reinforce Suruga with 2 bushi from Kai": "move 2 bushi from Kai to Suruga",
        "conquer Suruga with 2 bushi from Kai": "move 2 bushi from Kai to Suruga",
        "2 bushi in Kai go to Suruga": "move 2 bushi from Kai to Suruga",
        "2 bushi leave Kai for Suruga": "move 2 bushi from Kai to Suruga",
        "4 Bushi + Daimyo Kai => Suruga": "move 4 bushi and 1 daimyo from Kai to Suruga",
        "move 2 bushi from kai province to the province of suruga": "move 2 bushi from Kai to "
        "Suruga",
        "move 2 bushi from Kai to Suruga and then Totomi": "move 2 bushi from Kai to Suruga, "
        "Totomi",
        "Fights: Suruga first": "fight Suruga",
        "target the daimyo first": "hit daimyo",
        "use the ninja on Hojo in Suruga": "ninja strikes Hojo in Suruga",
        "ronin: max 2 if i get attacked": "ronin up to 2 when defending",
        "max 2 ronin when defending": "ronin up to 2 when defending",
        "give up Izu first if I become a vassal": "give up Izu",
        "losses from Kai": "lose from Kai",
        "move 1 bushi from Kai to Musashi (if nobody's home)": "if Musashi is empty: "
        "move 1 bushi from Kai to Musashi",
        "move 1 bushi from Kai to Musashi if there are less than 3 units there": "if Musashi "
        "units < 3: move 1 bushi from Kai to Musashi",
        "move 1 bushi from Kai to Suruga, Totomi if it is empty": "if Totomi is empty: "
        "move 1 bushi from Kai to Suruga, Totomi",
        "move 1 bushi from Kai to Musashi if nobody is in it": "if Musashi is empty: "
        "move 1 bushi from Kai to Musashi",
        "move 1 bushi from Kai to Musashi unless it has > 2 units": "if not Musashi units > 2: "
        "move 1 bushi from Kai to Musashi",
        "move 1 bushi from Kai to Musashi if Hojo holds it": "if Hojo holds Musashi: "
        "move 1 bushi from Kai to Musashi",
        "if I hold Kai: move 1 bushi from Kai to Suruga": "if me holds Kai: "
        "move 1 bushi from Kai to Suruga",
    },
    "reinforce": {
        "Kai: recruit 3 bushi": "recruit 3 bushi in Kai",
        "recruit in Kai 3 bushi": "recruit 3 bushi in Kai",
        "train 3 bushi in Kai": "recruit 3 bushi in Kai",
        "recruit as many bushi as possible in Kai": "recruit all bushi in Kai",
        "sabotage Sagami": "hire ninja to sabotage Sagami",
        "hire ninja, sabotage Sagami": "hire ninja to sabotage Sagami",
        "assassinate Hōjō in Musashi": "hire ninja to assassinate Hojo in Musashi",
        "hire an assassin": "hire ninja to assassinate",
        "accept Mouri's pact": "accept pact from Mori",
        "sow 2 koku Kai": "sow 2 koku in Kai",
        "Kai: sow 2 koku": "sow 2 koku in Kai",
        "buy 2 bushi for Kai (2 koku)": "recruit 2 bushi in Kai",
        "build a castle in Kai for 5 koku": "build castle in Kai",
        "offer Mori a pact for 1 koku": "offer pact to Mori",
        "liberation: rebuild 3": "rebuild with 3 koku",
        "path: assault": "assault",
        "Kai: castle": "build castle in Kai",
        "Kai: build a castle": "build castle in Kai",
        "Kai -> fortify": "fortify castle in Kai",
        "Kai: sabotage": "hire ninja to sabotage Kai",
        "path: rebuild, 3k": "rebuild with 3 koku",
        "pay 3 to the liberation fund": "rebuild with 3 koku",
        "vassal path: assault": "assault",
        "accept one from Mori if he offers": "accept pact from Mori",
        "ninja -> sabotage Sagami (if I can afford it)": "hire ninja to sabotage Sagami",
        "Castle in Kai 5k": "build castle in Kai",
        "recruit 2 bushi in Kai if it isn't contested": "if not Kai is contested: "
        "recruit 2 bushi in Kai",
        "sow 2 koku in Kai if it's mine": "if Kai is mine: sow 2 koku in Kai",
    },
}
AMISS = {
    "campaign": {
        "move 1 bushi from Kai to Suruga; move 1 bushi from Kai to Musashi": "These are two orders",
        "move 4 bushi from Kai to Suruga and Shinano": "A line leads to one province.",
        "casualties: lose bushi first, keep the daimyo": "Whoever hits chooses",
        "move 3 from Kai to Suruga and fortify it": "What koku buy is ordered in the phase “rein",
        "move 3 from Kai to Suruga and fight there": "These are two orders: write “move 3 from Kai "
        "to Suruga” and “fight in Suruga”",
    },
    "reinforce": {
        "recruit 3 bushi in Kai, 2 in Shinano": "These are two orders",
        "build a castle in Kai and fortify it": "These are two orders: write “build a castle in "
        "Kai” and “fortify Kai” on a line each.",
        "recruit 3 bushi in Kai, build a castle there": "These are two orders: write “recruit 3 "
        "bushi in Kai” and “build a castle in Kai” on a line each.",
        "sow 2 koku in Kai, 1 koku in Shinano if koku >= 3": "These are two orders",
        "ally with Mori": "Say whether you offer",
        "Pact with Mori: yes": "Say whether you offer",
        "honor pact with Mori": "Say whether you offer",
    },
}


def understood(phase, text):
    options = {each.name: each.default for each in game.meta.options}
    options |= {"campaign": "together", "politics": True, "rice": True}
    clans = ("Takeda", "Hojo", "Mori", "Uesugi")
    view = game.from_table({"phase": phase, "seats": {clan: {} for clan in clans}}, options)
    return read_orders(text, game.language(view, ""))


@pytest.mark.parametrize(
    ("phase", "text", "meant"),
    [(phase, *line) for phase, lines in SAID.items() for line in lines.items()],
)
def test_a_line_is_read_as_it_is_meant(phase, text, meant):
    read = understood(phase, text)
    assert (list(map(str, read.orders)), list(read.findings)) == ([meant], [])


@pytest.mark.parametrize(
    ("phase", "text", "why"),
    [(phase, *line) for phase, lines in AMISS.items() for line in lines.items()],
)
def test_what_cannot_be_read_is_explained_and_nothing_else_is_suggested(phase, text, why):
    read = understood(phase, text)
    assert not list(read.orders)
    assert [each.message.startswith(why) for each in read.findings] == [True]
    assert all(not each.fix or list(understood(phase, each.fix).orders) for each in read.findings)


def test_orders_below_a_province_are_read_or_answered_with_the_line_that_says_the_same():
    text = "Kai:\n- recruit 3 bushi\n- castle\n- sow 2 koku\n- sabotage"
    read = understood("reinforce", text)
    assert list(map(str, read.orders)) == ["recruit 3 bushi in Kai"]
    fixes = [each.fix for each in read.findings]
    assert fixes == ["Kai: castle", "Kai: sow 2 koku", "Kai: sabotage"]
    meant = [str(order) for fix in fixes for order in understood("reinforce", fix).orders]
    assert meant == ["build castle in Kai", "sow 2 koku in Kai", "hire ninja to sabotage Kai"]
