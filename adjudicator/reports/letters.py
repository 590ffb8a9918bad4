"""The letters: what each says, to whom.

The words are in ``templates/letters``, one file a letter; ``templates/layout`` says how it looks.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.games.contract import (
    Default,
    Defaulted,
    Event,
    Game,
    Phase,
    Won,
    events_for,
)
from adjudicator.games.picture import Picture
from adjudicator.orders import Finding, Orders
from adjudicator.reports import facts, headline, words
from adjudicator.reports.board import describe_board
from adjudicator.reports.files.attachments import dice_file, seat_files
from adjudicator.reports.formats import about_game
from adjudicator.reports.formats import notice as notice
from adjudicator.reports.formats import phrase as phrase
from adjudicator.reports.model import Arrival, File, Report, Setting

NOTHING_NEW = Arrival()


def result(
    game: Game,
    before: Any,
    after: Any,
    orders: Orders | None,
    events: Sequence[Event],
    setting: Setting,
    pictures: Sequence[File] = (),
    phases: Sequence[Phase] = (),
    picture: Picture | None = None,
) -> Report:
    """Tell a seat what came of a phase, and what comes next.

    ``before`` and ``after`` are the views of the seat, ``events`` those that it learns, ``orders``
    its own as they stood (None: it sent none); ``phases`` are all that it is about, if they are
    several, and ``picture`` shows what came of them, if it is known. Raises ReportError if the
    game's templates have no words for an event or a phase.
    """
    content = result_content(
        game, before, after, orders, events, setting, pictures, phases, picture
    )
    return _write("result", game, after, content, pictures)


def result_content(
    game: Game,
    before: Any,
    after: Any,
    orders: Orders | None,
    events: Sequence[Event],
    setting: Setting,
    pictures: Sequence[File] = (),
    phases: Sequence[Phase] = (),
    picture: Picture | None = None,
) -> dict[str, Any]:
    """Return what a report about a phase says, by the names that templates know it by."""
    seat = setting.seat
    phase = game.phase(before)
    frame = _frame(game, after, setting, pictures, events, picture=picture)
    seen = frame["events"]
    old, new = game.picture(before, ()), frame["picture"]
    over = frame["next"].phase.over
    changes = facts.changes(old, new, after)
    own = facts.colours_of(after, seat)
    held = (place for of in (old, new) for place, spot in of.spots.items() if spot.owner in own)
    table = facts.standings(game, before, after)
    filled = [each for each in seen if isinstance(each, Defaulted)]
    part = facts.later_part(game, before, phase, over=over)
    return {
        **frame,
        "phase": phase,
        "phase_title": facts.title_of_several(phases) if phases else facts.phase_title(phase),
        "over": over,
        "won": next((each for each in seen if isinstance(each, Won)), None),
        "changes": changes,
        "gains": {each: headline.gains(changes, each, new) for each in own},
        "mine": frozenset((*own, *held)),
        "own": headline.standing(table, seat, briefly=over),
        "asked": facts.order_rows(orders, seen, seat, part) if seat else [],
        "others": facts.orders_of_others(seen, seat),
        "filled": facts.default_rows([e for e in filled if e.seat == seat]) if seat else [],
        "defaulted": [each for each in filled if each.seat != seat],
        "standings": facts.final_standings(table) if over else table,
        **facts.dice_facts(game, after, setting),
    }


def opening(
    game: Game,
    view: Any,
    setting: Setting,
    pictures: Sequence[File] = (),
    events: Sequence[Event] = (),
    letter: str = "opening",
    picture: Picture | None = None,
) -> Report:
    """Welcome a seat: the game, its options, the setup, the commitment, how to order.

    ``letter`` is ``welcome`` for a player who takes the seat of a game under way. ``picture`` shows
    the view and the events, if it is known.
    """
    content = opening_content(game, view, setting, events, pictures, picture)
    return _write(letter, game, view, content, pictures, "opening")


def opening_content(
    game: Game,
    view: Any,
    setting: Setting,
    events: Sequence[Event],
    pictures: Sequence[File] = (),
    picture: Picture | None = None,
) -> dict[str, Any]:
    """Return what the first letter of a game says, by the names that templates know it by."""
    return {
        **_frame(game, view, setting, pictures, events, picture=picture),
        "options": facts.options_in_force(game, view.options),
        "standings": game.standings(view),
        "is_random": game.meta.is_random(len(view.seats)),
        **facts.dice_facts(game, view, setting),
    }


def receipt(
    game: Game,
    view: Any,
    orders: Orders,
    findings: Sequence[Finding],
    defaults: Sequence[Default],
    fingerprint: str,
    setting: Setting,
    phase: str = "",
    *,
    asked: bool = False,
    arrival: Arrival = NOTHING_NEW,
    pictures: Sequence[File] = (),
) -> Report:
    """Confirm what now stands for a seat, line by line, and the defaults that fill the gaps.

    With ``asked`` it answers a question, and no orders have just arrived. ``phase`` is the phase
    that the orders are for (``5 plan``), if it is not the one that the view waits in. ``pictures``
    show the orders.
    """
    frame = _frame(game, view, setting, pictures, asks=False)
    now, left_out = frame["phase"], arrival.left_out
    content = {
        **frame,
        "asked": asked,
        "about": words.clean(phase or f"{now.round} {now.name}"),
        "later": bool(phase),
        "missing": arrival.missing,
        "trial": arrival.trial,
        "changed": facts.compare(arrival.before, orders, left_out) if arrival.before else None,
        "left_out": [words.order_lines(line) for line in left_out],
        "unread": [(words.clean(line), words.clean(why)) for line, why in arrival.unread],
        "not_ready": words.clean(arrival.not_ready),
        "for_later": [
            (words.clean(each.phase), [words.order_lines(x) for x in each.lines], each.ready)
            for each in arrival.kept
        ],
        "withheld": [
            ([words.clean(line) for line in lines], words.clean(why))
            for why, lines in arrival.withheld.items()
        ],
        "judged": facts.judge(orders, findings),
        "defaults": facts.default_rows(defaults),
        "fingerprint": words.clean(fingerprint),
        "ready": setting.ready,
        "ahead": setting.ahead,
    }
    return about_game("receipt", game, view, content, pictures)


def reminder(game: Game, view: Any, setting: Setting) -> Report:
    """Remind a seat that its orders are missing."""
    content = {
        **_frame(game, view, setting),
        "until": words.date(setting.grace, setting.zone) if setting.grace else "",
        "standings": None,
    }
    files = seat_files(game, view, content["next"], setting)
    return about_game("reminder", game, view, content, files, "notice")


def _write(
    letter: str,
    game: Game,
    view: Any,
    content: dict[str, Any],
    pictures: Sequence[File],
    layout: str = "",
) -> Report:
    """Write a letter that brings the board in words and all files of its reader."""
    setting = content["setting"]
    files = [*pictures, *dice_file(game, view, setting)]
    files += seat_files(game, view, content["next"], setting)
    picture = content["picture"]
    if layout == "opening" and content["events"]:  # the story of the set-up tells of the boxes
        picture = replace(picture, panels=())
    content["board"] = describe_board(picture, facts.colours_of(view, setting.seat))
    return about_game(letter, game, view, content, files, layout)


def _frame(
    game: Game,
    view: Any,
    setting: Setting,
    pictures: Sequence[File] = (),
    events: Sequence[Event] = (),
    *,
    asks: bool = True,
    picture: Picture | None = None,
) -> dict[str, Any]:
    """Return what all letters about a game have in common; the phase is the one that waits.

    ``asks``: whether the letter asks for orders. ``picture`` shows view and events, if it is known.
    """
    phase, seen = game.phase(view), events_for(events, setting.seat)
    return {
        "events": seen,
        "phase": phase,
        "phase_title": facts.phase_title(phase),
        "game": game.meta,
        "setting": setting,
        "player": words.name(setting.player),
        "next": facts.next_phase(game, view, phase, setting, asks=asks),
        "picture": picture or game.picture(view, seen),
        "images": [picture for picture in pictures if picture.cid],
        "mine": frozenset(),
    }
