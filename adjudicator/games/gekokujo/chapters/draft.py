"""The draft of the clans (§2.2), and clans that are given."""

from adjudicator.games.gekokujo.orders.orders import Rank, StartWith
from adjudicator.games.gekokujo.printed import BUSHI, CLANS, FREE_PICKS, SPEARMAN
from adjudicator.games.gekokujo.table.events import LotsDrawn
from adjudicator.games.gekokujo.table.names import clan_of_name, clans_of_names
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.setup import settle


def draw_lots(play: GekokujoPlay) -> None:
    """Determine the random player order; the draft goes through it from its end (§2.2.2.1)."""
    order = tuple(play.chance.shuffle(list(play.position.seats), "player order"))
    play.change(lots=order)
    play.tell(LotsDrawn(order=order))


def choose_clans(play: GekokujoPlay) -> None:
    """Give every seat its clan and what it begins with."""
    if play.position.options["clans"] == "draft":
        draft_clans(play)
    else:
        give_clans(play)


def draft_clans(play: GekokujoPlay) -> None:
    """Let the seats pick from their rankings, the last of the order first (§2.2.2.2).

    A seat that is called like a clan picks that clan, and nobody else does (G81).
    """
    regions: set[str] = set()
    called = {seat: clan_of_name(seat) for seat in play.position.seats}
    free = [clan for clan in CLANS if clan not in called.values()]
    for number, seat in enumerate(reversed(play.position.lots)):
        open_to_all = number >= FREE_PICKS
        able = [clan for clan in free if open_to_all or CLANS[clan].region not in regions]
        named = ranking(play, seat)
        able = able or free
        if called[seat]:
            able = named = [called[seat]]
        clan = next(each for each in (*named, *CLANS) if each in able)
        passed = tuple(named[: named.index(clan)] if clan in named else named)
        settle(play, seat, clan, "ranked" if clan in named else "left", passed, first(play, seat))
        free = [each for each in free if each != clan]
        regions.add(CLANS[clan].region)


def give_clans(play: GekokujoPlay) -> None:
    """Give each seat the clan that it is named after, and the others what is left (G19)."""
    for seat, clan in clans_of_names(tuple(play.position.seats)).items():
        settle(play, seat, clan, "given", (), first(play, seat))


def ranking(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the clans that a seat ranks; several lines go on where the one before ended."""
    lines = [line.order for line in play.lines(seat, Rank)]
    ranked = [clan for order in lines if isinstance(order, Rank) for clan in order.clans]
    return list(dict.fromkeys(ranked))


def first(play: GekokujoPlay, seat: str) -> str:
    """Return the kind of a seat's first bushi."""
    if BUSHI in play.rules.arms:
        return BUSHI
    order = play.wish(seat, StartWith)
    return order.unit if order and order.unit in play.rules.arms else SPEARMAN
