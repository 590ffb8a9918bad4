"""The files that go with a letter: the order sheet and the position."""

from typing import Any

from adjudicator.games.contract import Game, Phase
from adjudicator.orders import Orders
from adjudicator.reports import words
from adjudicator.reports.model import File, Setting


def header(phase: Phase, setting: Setting) -> list[str]:
    """Return the lines with which an order mail for the phase begins."""
    lines = [f"game {words.name(setting.campaign)}", f"seat {words.name(setting.seat)}"]
    lines.append(f"phase {phase.round} {words.clean(phase.name, 40)}")
    if setting.token:
        lines.append(f"token {words.clean(setting.token)}")
    return lines


def default_lines(game: Game, view: Any, seat: str) -> list[str]:
    """Return what happens without orders, as comments: an order that can be kept by uncommenting.

    A default that no order stands for is told in words.
    """
    lines = []
    for default in game.defaults(view, seat, Orders()):
        why = words.clean(default.why)
        lines += [f"# {words.clean(line)}" for line in default.text.splitlines()]
        if why:
            lines.append(f"#   ({why})" if default.text else f"# {why}")
    return lines


def sheet(game: Game, view: Any, phase: Phase, setting: Setting) -> str:
    """Return a blank order sheet that can be filled in and mailed back."""
    lines = [
        f"# {words.name(setting.campaign)}: {words.clean(phase.title)}",
        *header(phase, setting),
        "",
        *(words.clean(line) for line in game.sheet(view, setting.seat)),
    ]
    defaults = default_lines(game, view, setting.seat)
    if defaults:
        lines += ["", "# Without orders of yours:", *defaults]
    return "\n".join([*lines, "", "END", ""])


def files(game: Game, view: Any, phase: Phase, setting: Setting) -> list[File]:
    """Return the seat's position file and, if the seat can order, its order sheet."""
    stem = words.slug(setting.campaign)
    when = f"{phase.round}-{words.slug(phase.name)}"
    made = [File(f"position-{stem}-{when}.json", "application/json", game.encode(view))]
    if setting.seat in phase.may and not phase.over:
        text = sheet(game, view, phase, setting)
        made.append(File(f"orders-{stem}-{when}.txt", "text/plain; charset=utf-8", text.encode()))
    return made
