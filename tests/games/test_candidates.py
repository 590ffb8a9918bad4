"""Orders that are offered without another look must be possible: those that nothing judges again."""

import pytest
from legality import moments, regents_orders

from adjudicator.chance import Stream
from adjudicator.games.engine.lines import carry_out, judge
from adjudicator.games.engine.offers import find_legal, legal_lines, rehearse_offers
from adjudicator.games.gekokujo import game as gekokujo
from adjudicator.games.gekokujo.chapters.campaign import MOVE_RULES, begin_moves
from adjudicator.games.gekokujo.judging.check import check as check_gekokujo
from adjudicator.games.gekokujo.judging.choices import candidates
from adjudicator.games.gekokujo.orders.orders import Move
from adjudicator.games.samurai_swords import game as swords
from adjudicator.games.samurai_swords.judging.check import check as check_swords
from adjudicator.games.shogun import game as shogun
from adjudicator.games.shogun.chapters.plans import why_refused
from adjudicator.games.shogun.judging.check import check as check_shogun
from adjudicator.orders import Orders


def assert_that_legal_is_all(game, check, view, seat):
    play = game.play(view)
    rehearsed = list(legal_lines(check, play, seat, Orders(), ""))
    assert rehearsed == game.legal_orders(view, seat)


@pytest.mark.parametrize("options", [{}, {"stop early": True, "warfare": True}])
def test_nothing_is_against_moves_that_are_found_behind_those_that_stand(options):
    found = 0
    for moment in moments(gekokujo, 4, options, b"candidates", phases=18):
        for each in moment.position.seats:
            view = gekokujo.view(moment.position, each)
            assert_that_legal_is_all(gekokujo, check_gekokujo, view, each)
        seat = moment.position.active
        if moment.position.phase != "campaign" or not seat:
            continue
        play = gekokujo.play(gekokujo.view(moment.position, seat))
        begin_moves(play, seat)
        orders = regents_orders(gekokujo, moment.position, seat, "steady", Stream(moment.key))
        for line in (None, *(each for each in orders if isinstance(each.order, Move))):
            if line:
                carry_out(play, seat, line, MOVE_RULES)
            for order in candidates(play, seat, (Move,)):
                assert judge(play, seat, order, MOVE_RULES) is None, str(order)
                found += 1
    assert found > 1000


EXPANSIONS = dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True)


@pytest.mark.parametrize(
    "options",
    [{}, EXPANSIONS, {"season": "two mails", "empty spaces": "free"}, {"start": "draft"}],
)
def test_no_plan_that_is_legal_is_refused(options):
    found = 0
    for moment in moments(shogun, 3, options, b"candidates", phases=12):
        for seat in moment.position.seats:
            view = shogun.view(moment.position, seat)
            assert_that_legal_is_all(shogun, check_shogun, view, seat)
            play = shogun.play(view)
            for line in find_legal(play, seat):
                assert why_refused(play, seat, line, {}) is None, str(line)
                found += 1
    assert found > 1000


def test_what_a_rehearsal_finds_does_not_hang_on_what_was_legal_before_it():
    moment = next(
        each for each in moments(swords, 3, {}, b"spare", phases=12) if each.position.phase == "spy"
    )
    for seat in moment.position.seats:
        view = swords.view(moment.position, seat)
        offers = rehearse_offers(check_swords, swords.play(view), seat, Orders())
        possible = {each.order for each in swords.legal_orders(view, seat)}
        assert {each for each in possible if type(each) in offers.kinds} == set(offers.orders)
