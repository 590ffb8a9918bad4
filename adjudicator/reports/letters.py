"""The letters: what each says, to whom. The layouts in ``templates/layout`` say how it looks."""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.games.contract import Default, Event, Game, Phase, Table, events_for
from adjudicator.games.picture import Picture
from adjudicator.orders import Finding, Orders
from adjudicator.reports import facts, sheets, standing, words
from adjudicator.reports.model import File, Report, Setting

PUBLIC = ""
LONGEST_SUBJECT = 150


def result(
    game: Game,
    before: Any,
    after: Any,
    orders: Orders | None,
    events: Sequence[Event],
    setting: Setting,
    pictures: Sequence[File] = (),
) -> Report:
    """Tell a seat what came of a phase, and what comes next.

    ``before`` and ``after`` are the views of the seat, ``events`` those that it learns, ``orders``
    its own as they stood (None: it sent none). Raises ReportError if the game's templates have no
    words for an event or a phase.
    """
    seat = setting.seat
    phase = game.phase(before)
    seen = events_for(events, seat)
    old, new = game.picture(before, ()), game.picture(after, ())
    content = {
        **_frame(game, after, setting, pictures),
        "title": facts.heading(phase),
        "kicker": _kicker(game, phase),
        "won": facts.won(seen),
        "changes": facts.changes(old, new),
        "asked": facts.asked(orders, seen, seat) if seat else [],
        "silent": seat in setting.missing,
        "others": facts.orders_of_others(seen, seat),
        "filled": facts.filled(facts.defaulted(seen, seat, True)) if seat else [],
        "defaulted": facts.defaulted(seen, seat, False),
        "missing": setting.missing,
        "standings": facts.standings(game, before, after),
        "key": words.clean(setting.key),
    }
    end = ": the game is over" if game.phase(after).over else ""
    subject = _subject(setting, f"{_numbered(phase)}{end}")
    files = sheets.dice_file(phase, setting)
    files += sheets.files(game, after, game.phase(after), setting)
    return _report("result", game, after, subject, content, new, seen, [*pictures, *files])


def public(
    game: Game,
    before: Any,
    after: Any,
    events: Sequence[Event],
    setting: Setting,
    pictures: Sequence[File] = (),
) -> Report:
    """Tell everybody what came of a phase: the public's views and events, for an archive."""
    everybody = msgspec.structs.replace(setting, seat=PUBLIC, player="", token="")
    return result(game, before, after, None, events, everybody, pictures)


def opening(
    game: Game,
    view: Any,
    setting: Setting,
    pictures: Sequence[File] = (),
    events: Sequence[Event] = (),
    title: str = "",
) -> Report:
    """Welcome a seat: the game, its options, the setup, the commitment, how to order.

    ``title`` says what the letter is about if it is not that the game begins.
    """
    title = words.clean(title or f"{game.meta.title} begins")
    phase = game.phase(view)
    seen = events_for(events, setting.seat)
    content = {
        **_frame(game, view, setting, pictures),
        "title": title,
        "kicker": _kicker(game, phase),
        "options": facts.options_in_force(game, view),
        "standings": facts.standings(game, None, view),
    }
    subject = _subject(setting, title)
    files = [*pictures, *sheets.files(game, view, phase, setting)]
    return _report("opening", game, view, subject, content, game.picture(view, ()), seen, files)


def receipt(
    game: Game,
    view: Any,
    orders: Orders,
    findings: Sequence[Finding],
    defaults: Sequence[Default],
    fingerprint: str,
    setting: Setting,
    phase: Phase | str | None = None,
    *,
    asked: bool = False,
) -> Report:
    """Confirm what now stands for a seat, line by line, and the defaults that fill the gaps.

    With ``asked`` it answers a question, and no orders have just arrived. ``phase`` is the phase
    that the orders are for, if it is not the one that the view waits in: a later one, as a Phase
    or in words (``5 plan``).
    """
    now = game.phase(view)
    later = phase is not None and phase not in (now, now.key)
    about = phase if isinstance(phase, str) else f"{(phase or now).round} {(phase or now).name}"
    judged = standing.judge(orders, findings)
    content = {
        **_frame(game, view, setting, ()),
        "title": "Your orders as they stand" if asked else "Your orders have arrived",
        "asked": asked,
        "kicker": f"phase {words.clean(about)}" if later else _numbered(now),
        "later": later,
        "judged": judged,
        "defaults": facts.filled(defaults),
        "fingerprint": words.clean(fingerprint),
        "ready": setting.ready,
    }
    wrong = f", {words.counted(len(judged.rejected), 'line', False)} rejected"
    what = f"Orders for phase {words.clean(about)} received{wrong if judged.rejected else ''}"
    subject = _subject(setting, f"Your orders for phase {words.clean(about)}" if asked else what)
    return _report("receipt", game, view, subject, content, game.picture(view, ()), (), ())


def reminder(game: Game, view: Any, setting: Setting) -> Report:
    """Remind a seat that its orders are missing."""
    phase = game.phase(view)
    content = {
        **_frame(game, view, setting, ()),
        "title": "Your orders are still missing",
        "kicker": _kicker(game, phase),
        "until": words.date(setting.grace, setting.zone) if setting.grace else "",
    }
    late = "Your orders are late" if setting.late else "Reminder"
    subject = _subject(setting, f"{late}: {_numbered(phase)}")
    files = sheets.files(game, view, phase, setting)
    return _report("reminder", game, view, subject, content, game.picture(view, ()), (), files)


def notice(
    setting: Setting, subject: str, paragraphs: Sequence[str], table: Table | None = None
) -> Report:
    """Tell a reader something in plain paragraphs, and perhaps the standings below them.

    The campaign's name is put before the subject unless it is there already.
    """
    tag = f"[{words.name(setting.campaign)}]"
    about = words.clean(subject).removeprefix(tag).strip()
    full = _subject(setting, about)
    content = {
        "subject": full,
        "setting": setting,
        "title": about,
        "kicker": words.name(setting.campaign),
        "paragraphs": [words.clean(part, 4000) for part in paragraphs],
        "standings": table,
    }
    from adjudicator.reports.formats import plain

    text, html = plain("notice", content)
    return Report(full, text, html)


def _frame(game: Game, view: Any, setting: Setting, pictures: Sequence[File]) -> dict[str, Any]:
    """Return what all letters about a game have in common."""
    return {
        "game": game.meta,
        "setting": setting,
        "player": words.name(setting.player),
        "next": facts.coming(game, view, setting),
        "options_now": view.options,
        "cids": [words.slug(picture.cid) for picture in pictures if picture.cid],
    }


def _numbered(phase: Phase) -> str:
    return f"Round {phase.round}: {facts.titled(phase)}"


def _kicker(game: Game, phase: Phase) -> str:
    return f"{words.clean(game.meta.title, 40)}, round {phase.round}"


def _subject(setting: Setting, about: str) -> str:
    return words.clean(f"[{words.name(setting.campaign)}] {about}", LONGEST_SUBJECT)


def _report(
    layout: str,
    game: Game,
    view: Any,
    subject: str,
    content: dict[str, Any],
    picture: Picture,
    events: Sequence[Event],
    files: Sequence[File],
) -> Report:
    # Only making a report pays for Jinja: most commands never do.
    from adjudicator.reports.formats import about_game

    content["subject"] = subject
    text, html = about_game(layout, content, game, view, picture, events)
    return Report(subject, text, html, tuple(files))
