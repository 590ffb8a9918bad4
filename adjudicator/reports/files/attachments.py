"""The files that go with a letter: the order sheet and the position."""

import re
from datetime import datetime, timedelta
from html import escape
from typing import Any

import msgspec

from adjudicator.chance.record import DiceRecord
from adjudicator.games.contract import Game
from adjudicator.reports import words
from adjudicator.reports.facts import Next, default_lines
from adjudicator.reports.files import calendars
from adjudicator.reports.model import File, Report, Setting

_TOKEN = re.compile(r"^game .+\nseat .+\n(?:phase .+\n)?token (\S+)$", re.MULTILINE)
_BODY = re.compile(r"<body\b[^>]*>")
_TAG = "font-size:11px;color:#6d6358;text-align:right;padding:2px 18px"
_SERIAL = re.compile(r"^(position|orders|dice)-.*(?=\.\w+$)")


def with_token(report: Report, token: str) -> Report:
    """Return a letter written before, with the token that its seat has now, wherever it had one."""
    texts = [report.text, *(each.data.decode() for each in report.files if is_sheet(each))]
    old = {found for text in texts for found in _TOKEN.findall(text)} - {token}
    if not old:
        return report
    word = re.compile("|".join(map(re.escape, old)))
    files = tuple(
        msgspec.structs.replace(each, data=word.sub(token, each.data.decode()).encode())
        if is_sheet(each)
        else each
        for each in report.files
    )
    text, html = word.sub(token, report.text), word.sub(token, report.html)
    return msgspec.structs.replace(report, text=text, html=html, files=files)


def with_tag(report: Report, campaign: str, tag: str) -> Report:
    """Return a letter with a line on top that names its campaign and itself, so that it is known
    where it is quoted."""
    line = " · ".join(filter(None, (words.name(campaign), tag)))
    place = _BODY.search(report.html)
    html = report.html
    if place:
        html = f'{place[0]}\n<div style="{_TAG}">{escape(line)}</div>'
        html = report.html[: place.start()] + html + report.html[place.end() :]
    return msgspec.structs.replace(report, text=f"{line}\n\n{report.text}", html=html)


def is_sheet(file: File) -> bool:
    """Say whether a letter's file is an order sheet."""
    return file.media.startswith("text/plain") and file.name.startswith("orders-")


def short_name(name: str) -> str:
    """Return what a file is called where nothing of another campaign or phase lies beside it."""
    return _SERIAL.sub(r"\1", name)


def sheet(game: Game, view: Any, coming: Next, setting: Setting) -> str:
    """Return a blank order sheet for what comes next that can be filled in and mailed back.

    Defaults are comments, each an order once its ``#`` is taken away, or a reason in brackets;
    those that the game's own sheet lists are not repeated.
    """
    body = [words.clean(line) for line in game.sheet(view, setting.seat)]
    lines: list[str] = []
    for each in coming.fillers:
        said = default_lines(each) or [f"  ({words.clean(each.why)})"]
        lines += [f"# {line}" for line in said]
    if defaults := [line for line in lines if line not in body]:
        body += ["", f"# {_phrase('sheet', 'defaults', {})}", *defaults]
    top = f"# {words.name(setting.campaign)}: {words.clean(coming.phase.title)}"
    return "\n".join([top, *coming.header, "", *body, "", "END", ""])


def dice_file(game: Game, view: Any, setting: Setting) -> list[File]:
    """Return the dice file of the phase just adjudicated; none where there is nothing to know."""
    if setting.dice is None or not game.meta.is_random(len(view.seats)):
        return []
    phases = (*setting.earlier_dice, setting.dice)
    record = DiceRecord(setting.campaign, setting.commitment, phases)
    name = f"dice-{words.file_stem(setting.campaign)}-{words.file_stem(setting.dice.phase)}.json"
    return [File(name, "application/json", record.encode())]


def seat_files(game: Game, view: Any, coming: Next, setting: Setting) -> list[File]:
    """Return the seat's position file and, if it can order what comes next, its order sheet."""
    phase, stem = coming.phase, words.file_stem(setting.campaign)
    when = f"{phase.round}-{words.file_stem(phase.name)}"
    made = [File(f"position-{stem}-{when}.json", "application/json", game.encode(view))]
    if setting.seat in phase.may:
        text = sheet(game, view, coming, setting)
        made.append(File(f"orders-{stem}-{when}.txt", "text/plain; charset=utf-8", text.encode()))
    return made


class Entry(msgspec.Struct, frozen=True):
    """The deadline of a seat. There is one entry a seat: each newer one replaces the older.

    All that it says may be seen by anybody who shares the calendar.
    """

    uid: str
    """The same for every deadline of the seat in a campaign."""
    sequence: int
    """Higher in each newer entry."""
    made: datetime
    at: datetime
    """The deadline. In an entry that is taken back: the deadline that no longer counts."""
    campaign: str
    seat: str
    phase: str
    """Its title."""
    address: str = ""
    """Where orders are mailed."""
    alarm: timedelta = timedelta(hours=24)
    """So long before the deadline the calendar rings."""
    off: bool = False
    """Whether the entry is taken back, since nothing is due any more."""


def calendar_file(entry: Entry) -> File:
    """Return an entry as a file: one event, published, at no length of time, with an alarm."""
    facts = {
        "campaign": words.name(entry.campaign),
        "holder": words.name(entry.seat),
        "phase_title": words.clean(entry.phase),
        "address": words.clean(entry.address),
    }

    def say(block: str) -> str:
        return calendars.text(_phrase("calendar", block, facts))

    made = calendars.moment(entry.made)
    event = {
        "SUMMARY": say("off" if entry.off else "summary"),
        "DTSTART": calendars.moment(entry.at),
        "DTSTAMP": made,
        "UID": calendars.text(entry.uid),
        "SEQUENCE": str(entry.sequence),
        **({} if entry.off else {"DESCRIPTION": say("about")}),
        "LAST-MODIFIED": made,
        **({"ORGANIZER": f"mailto:{entry.address}"} if entry.address else {}),
        "STATUS": "CANCELLED" if entry.off else "CONFIRMED",
        "TRANSP": "TRANSPARENT",
    }
    alarm = {
        "ACTION": "DISPLAY",
        "DESCRIPTION": say("alarm"),
        "TRIGGER": calendars.duration(-entry.alarm),
    }
    rings = () if entry.off else (calendars.component("VALARM", alarm),)
    whole = calendars.component("VEVENT", event, *rings)
    name = f"deadline-{words.file_stem(entry.campaign)}-{words.file_stem(entry.seat)}.ics"
    data = calendars.write_calendar({"METHOD": "PUBLISH"}, whole)
    return File(name, "text/calendar; method=PUBLISH", data)


def _phrase(letter: str, block: str, facts: Any) -> str:
    """Return words of a template; Jinja is imported only now."""
    from adjudicator.reports.formats import phrase

    return phrase(letter, block, facts)
