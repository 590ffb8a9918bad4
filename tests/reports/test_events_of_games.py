"""Every event of every game in words, in both formats."""

import gekokujo_events
import letters_events
import pytest
import shogun_events
from letters_html import Page
from letters_played import events_of

from adjudicator.boards import load_board
from adjudicator.games.gekokujo.table import events as gekokujo
from adjudicator.games.registry import find
from adjudicator.games.samurai_swords.table import events as swords
from adjudicator.games.shogun.table import events as shogun
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

RARE = {
    "gekokujo": gekokujo_events.RARE,
    "shogun": shogun_events.RARE,
    "samurai-swords": letters_events.WAR + letters_events.OTHERS,
    "ikusa": letters_events.WAR + letters_events.OTHERS,
}
FORMS = (Text({}), Html({}))
LABELS = {
    game: {name: each.label for name, each in load_board(board).provinces.items()}
    for game, board in zip(RARE, ("gekokujo", "shogun-sun", "ikusa", "ikusa"), strict=True)
}
SLIPS = ("  ", " .", " ,", " ;", "()", "None", "Undefined", "{", "!", "..", ";;", " 1 provinces")
each_game = pytest.mark.parametrize("name", RARE)


def words(name, form):
    meta = find(name).meta
    options = {
        each.name: each.default if each.default is not False else True for each in meta.options
    }
    return module(name, "events", form, {"options": options, "game": meta})


@each_game
@pytest.mark.parametrize("form", FORMS, ids=("text", "html"))
def test_every_event_has_words_without_slips(name, form):
    events = (*RARE[name], *events_of(name))
    assert {type(event) for event in events} == set(find(name).event_types)
    chapters = Teller(words(name, form), form.safe).tell(events)
    assert all(chapter.title for chapter in chapters)
    tables = []
    for told in (told for chapter in chapters for told in chapter.passages):
        text = str(told.text)
        assert text[0].isalnum() or text.startswith("<"), text
        assert text.endswith((".", ":", ")", "</b>")), text
        assert not [slip for slip in SLIPS if slip in text], text
        assert "None" not in str(told.table)
        assert form is not FORMS[0] or all(columns(x) <= 72 for x in told.table.splitlines())
        tables.append(f"<div>{text}{told.table}</div>")
    if form is not FORMS[0]:
        assert Page(f"<html><body>{''.join(tables)}</body></html>").faults == []


@each_game
def test_kinds_told_together_exist(name):
    by_name = {kind.__name__: kind for kind in find(name).event_types}
    for kind, fields in words(name, FORMS[0]).together.items():
        assert set(fields) <= set(by_name[kind].__struct_fields__)


STEP = {"source": "Omi", "path": ("Iga",), "units": {"bushi": 2}}
SAID = [
    ("gekokujo", gekokujo.CastleBuilt("Oda", "Omi", False, 3), "Oda builds a castle in Omi for 3 koku."),
    ("gekokujo", gekokujo.CastleBuilt("Oda", "Omi", True, 3), "Oda builds a fortress in Omi for 3 koku."),
    ("gekokujo", gekokujo.Moved("Oda", **STEP), "Oda moves 2 bushi from Omi to Iga."),
    ("gekokujo", gekokujo.Moved("Oda", **STEP, sailed=True), "Oda moves 2 bushi from Omi to Iga (over the Inland Sea)."),
    ("gekokujo", gekokujo.Moved("Oda", **STEP, group=True), "Oda moves 2 bushi from Omi to Iga (led by a daimyo of the Takeda)."),
    ("gekokujo", gekokujo.Moved("Oda", **STEP, stopped=True), "Oda moves 2 bushi from Omi to Iga (and no farther, for others stand there)."),
    ("gekokujo", gekokujo.BecameVassal("Oda", "Mori", (), {}), "Oda is the vassal of Mori and cannot win any more, unless it is liberated. There is nothing to give up."),
    ("gekokujo", gekokujo.BecameVassal("Oda", "Mori", ("Iga",), {}), "Oda is the vassal of Mori and cannot win any more, unless it is liberated. Half of all is given up: Iga."),
    ("gekokujo", gekokujo.Eliminated("Oda", {}, 0), "Oda is out of the game, without a daimyo and without a province."),
    ("gekokujo", gekokujo.Eliminated("Oda", {}, 2), "Oda is out of the game, without a daimyo and without a province. What leaves with it: 2 koku."),
    ("samurai-swords", swords.Dealt({}, left=("Iga",)), "The province cards are dealt; Iga is left over and empty."),
    ("samurai-swords", swords.Dealt({}, left=("Iga", "Omi")), "The province cards are dealt; Iga and Omi are left over and empty."),
    ("samurai-swords", swords.Dealt({}, free=("Iga", "Omi")), "The province cards are dealt; 2 provinces are to be claimed: Iga and Omi."),
    ("samurai-swords", swords.Deployed("pink", (), {}), "pink places spearmen in no province."),
    ("samurai-swords", swords.Deployed("pink", (), {"1": "Iga"}, {"1": 2}), "pink’s army 1 starts in Iga and takes up 2 spearmen."),
    ("samurai-swords", swords.NinjaHired(), "Nobody bids for the ninja."),
    ("samurai-swords", swords.NinjaHired("", 2, ("pink", "gray")), "Nobody hires the ninja: pink and gray bid the same, 2 koku."),
    ("samurai-swords", swords.NinjaHired("", 0, ("pink", "gray")), "Nobody hires the ninja: pink and gray bid the same."),
    ("samurai-swords", swords.RoninHired("pink", 3, 1), "pink hires 3 ronin; 1 more was paid for and not to be had."),
    ("samurai-swords", swords.RoninHired("pink", 3, 2), "pink hires 3 ronin; 2 more were paid for and not to be had."),
    ("samurai-swords", swords.Experienced("pink", "1", 3, 2), "pink’s daimyo of army 1 gains experience (level 3, 2 wins)."),
    ("samurai-swords", swords.Experienced("pink", "1", 3, 2, rose=True), "pink’s daimyo of army 1 rises to level 3."),
    ("samurai-swords", swords.NinjaStruck("pink", "gray", "1", 8, True), "The ninja of pink strikes at gray’s daimyo of army 1: the die shows [8] (8 or less succeeds). The daimyo is assassinated."),
    ("samurai-swords", swords.NinjaStruck("pink", "gray", "1", 9, False), "The ninja of pink strikes at gray’s daimyo of army 1: the die shows 9 (8 or less succeeds). He fails."),
    ("samurai-swords", swords.Eliminated("pink", "gray", 2), "pink is out of the game: the last daimyo is gone. gray takes over all units and 2 provinces."),
    ("samurai-swords", swords.Eliminated("pink", "", 1), "pink is out of the game: the last daimyo is gone. 1 province is left empty."),
    ("samurai-swords", swords.Recovered("pink", "1", "Iga"), "pink’s daimyo of army 1 returns in Iga."),
    ("samurai-swords", swords.Recovered("pink", "1", "Iga", {"gunner": 1}), "pink’s daimyo of army 1 returns in Iga, taking up a gunner."),
    ("shogun", shogun.TowerLoaded({"red": 7}, {"red": 1}, {"red": 6}), "7 cubes are thrown into the tower. 1 falls out and goes back; 6 stay inside."),
    ("shogun", shogun.TowerLoaded({"red": 7}, {}, {"red": 7}), "7 cubes are thrown into the tower. None fall out and go back; 7 stay inside."),
    ("shogun", shogun.BidRevealed("red", 3, 3), "Bids: red 3."),
    ("shogun", shogun.BidRevealed("red", 3, 2), "Bids: red 3, but has only 2."),
    ("shogun", shogun.BidRevealed("red", 0, 0, nothing=True), "Bids: red nothing."),
    ("shogun", shogun.Deployed("red", "Omi", 1, 0, 1, ()), "red puts 1 army in Omi for nothing; 1 stands there."),
    ("shogun", shogun.Deployed("red", "Omi", 5, 3, 6, ()), "red puts 5 armies in Omi for 3 chests; 6 stand there."),
    ("shogun", shogun.YearEnded(1, 0), "Year 1 is over: the rice is eaten or spoilt, and no revolt marker comes off the board."),
    ("shogun", shogun.YearEnded(1, 2), "Year 1 is over: the rice is eaten or spoilt, and 2 revolt markers come off the board."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "event", "said"), SAID)
def test_of_what_may_have_happened_it_is_told_what_did(name, event, said):
    form = Text({})
    [chapter] = Teller(words(name, form), form.safe).tell([event])
    assert " ".join(str(chapter.passages[0].text).split()) == said
