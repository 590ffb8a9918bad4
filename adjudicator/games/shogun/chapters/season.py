"""The course of a year: event cards, and what is laid out for a season."""

from adjudicator.games.shogun.cards import ACTIONS, EVENTS_A_YEAR, OPEN_ACTIONS, SPECIALS
from adjudicator.games.shogun.table.events import SeasonBegan, SeasonEnded, YearBegan
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import when


def open_first_year(play: ShogunPlay) -> None:
    """Turn up the events of the first year."""
    _turn_up_events(play)


def begin_year(play: ShogunPlay) -> None:
    """In the spring after a winter, turn up the events of the new year."""
    date = when(play.position.round)
    if date.season == "spring" and date.year > 1:
        _turn_up_events(play)


def _turn_up_events(play: ShogunPlay) -> None:
    """Turn up four event cards of those not used before."""
    position = play.position
    drawn = play.chance.shuffle(position.pile, "events")[:EVENTS_A_YEAR]
    pile = tuple(card for card in position.pile if card not in drawn)
    play.change(events=tuple(drawn), pile=pile)
    play.tell(YearBegan(year=when(position.round).year, events=tuple(drawn)))


def lay_out_cards(play: ShogunPlay) -> None:
    """Lay out the first five action cards and the five special cards, all open.

    The five other action cards stay unknown: they are drawn when they are turned.
    """
    actions = tuple(play.chance.shuffle(ACTIONS, "actions")[:OPEN_ACTIONS])
    specials = tuple(play.chance.shuffle(SPECIALS, "specials"))
    play.change(actions=actions, specials=specials)
    date = when(play.position.round)
    play.tell(SeasonBegan(play.position.round, date.year, date.season, actions, specials))


def end_season(play: ShogunPlay) -> None:
    """Say that the ten actions are done."""
    date = when(play.position.round)
    play.tell(SeasonEnded(round=play.position.round, year=date.year, season=date.season))
