"""The board that is played on: that of the box, or one of the group's own (M81)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.boards import Board, BoardError, load_board, parse_board
from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.engine.plain import province_forms
from adjudicator.games.samurai_swords.edition import BOARD, REINFORCED, TRAY
from adjudicator.games.samurai_swords.meta import border_options, switched_borders
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.orders.conditions import CONDITIONS
from adjudicator.games.samurai_swords.orders.orders import PLURALS, UNIT_FORMS
from adjudicator.games.samurai_swords.reasons import reason
from adjudicator.orders import Language, Names, Order, Vocabulary
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.units import unit_names
from adjudicator.wording import Reason
from adjudicator.wording.english import number_of

MOST_TEXT = 60_000
"""Letters of a board's file: every position of the game carries it."""
LEAST_SHARE = REINFORCED
MOST_SHARE = TRAY["spearman"] - 2 * REINFORCED
"""Each province of a seat's share takes a spearman, and six of them two more (Setup 5, 8)."""
_LONGEST_NAME = 40
_WORD = r"\(?[^\W\d_][^\W_]*\)?"
_BETWEEN = r"[ '’-]"
_NAME = re.compile(rf"{_WORD}(?:{_BETWEEN}{_WORD})*")


def board(options: Mapping[str, Value]) -> Board:
    """Return the board that the options choose. Raises GameError for one that cannot be used."""
    text = str(options.get("board", ""))
    if not text:
        return load_board(BOARD, border_options(options))
    if switched := switched_borders(options):
        raise GameError(reason("own-board.option", option=switched[0]))
    if len(text) > MOST_TEXT:
        raise GameError(reason("own-board.too-long", most=MOST_TEXT))
    try:
        own = parse_board(text)
    except BoardError as error:
        raise GameError(reason("own-board", why=error)) from error
    for fault in _faults(own):
        raise GameError(reason("own-board.names", why=fault))
    return own


def board_name(options: Mapping[str, Value]) -> str:
    """Return what ``load_board`` knows the board of a game by."""
    return str(options.get("board", "")) or BOARD


def provinces_to_win(own: Board) -> int:
    """Return the provinces that win: what the board says, else the least majority (M20, M81).

    That is 35 of the 68 on the board of the box.
    """
    said = own.values.get("win", 0)
    assert isinstance(said, int)
    return said or len(own.provinces) // 2 + 1


def check_shares(own: Board, seats: int, least_share: int) -> None:
    """Refuse a board that is too small or too large for so many seats (M81). Raises GameError."""
    count = len(own.provinces)
    if not least_share <= count // seats <= MOST_SHARE:
        least, most = least_share * seats, (MOST_SHARE + 1) * seats - 1
        all_seats = number_of(seats, "seat")
        raise GameError(
            reason("own-board.provinces", all_seats=all_seats, least=least, most=most, count=count)
        )


def _faults(own: Board) -> Iterator[Reason]:
    """Say what makes a board's number of victory, or its names in orders, useless."""
    least, most = len(own.provinces) // 2 + 1, len(own.provinces)
    win = own.values.get("win", least)
    if type(win) is not int or not least <= win <= most:
        yield reason("provinces-to-win", least=least, most=most)
    words = _words_of_orders()
    for name, others in province_forms(own).items():
        for form in (name, *others):
            plain = unicodedata.normalize("NFC", form)
            if len(plain) > _LONGEST_NAME or not _NAME.fullmatch(plain):
                yield reason("no-name", name=form[:_LONGEST_NAME], longest=_LONGEST_NAME)
            parts = [part for part in re.split(_BETWEEN, plain) if len(part) > 1]  # not “Awa B”
            for word in (plain, *parts):
                if name_key(word) in words:
                    yield reason("name-of-orders", name=form, word=word)


@cache
def _words_of_orders() -> frozenset[str]:
    """Return all words of all orders that are no names of seats or provinces."""
    nobody = (Names("province", {}), Names("seat", {}))
    armies = Names("army", {"1": ("army",)})
    names = Vocabulary(*nobody, armies, unit_names(UNIT_FORMS, PLURALS))
    stated = (orders.__name__, war_orders.__name__)
    kinds = [kind for module in stated for kind in kinds_in(module, Order) if kind.examples]
    return frozenset(Language("", tuple(kinds), names, CONDITIONS).words)
