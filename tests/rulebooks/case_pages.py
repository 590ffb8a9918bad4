"""A rule case as a page tells it: the position, the orders, the dice, and what comes out in words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulebook import CaseFile, Entry

from adjudicator.cases.case import read_case
from adjudicator.cases.run import Played, play
from adjudicator.games.contract import Defaulted, Ordered, Won
from adjudicator.reports.formats import story
from adjudicator.wording.english import number_of

PIECES = {
    *("spearman", "swordsman", "bowman", "gunner", "ronin"),
    *("daimyo", "bushi", "archer", "bannerman", "arquebusier"),
}
"""Keys whose numbers are numbers of pieces."""
SAME_PLURAL = ("bushi", "ronin")
FIRST = ("round", "phase", "active", "turn_order", "new")
"""What of a position is told first."""


def play_of(case: CaseFile) -> list[Played]:
    """Carry a case out."""
    return list(play(read_case(case.table)))


def case_page(case: CaseFile, cites: Sequence[Entry], played: Sequence[Played]) -> Iterator[str]:
    """Yield the lines of a case's section."""
    table = case.table
    yield from (f"## {case.number}", "", f"**{_words(table['title'])}**", "")
    yield from _grounds(case, cites)
    yield from _options(table)
    yield from _position(table)
    steps = (table, *table.get("then", ()))
    for number, (step, phase) in enumerate(zip(steps, played, strict=True), 1):
        if number > 1:
            yield from (f"**Then** ({phase.game.phase(phase.before).key}):", "")
        yield from _orders(step)
        yield from _chance(step)
        yield from _outcome(phase, step.get("expect", {}))


def _grounds(case: CaseFile, cites: Sequence[Entry]) -> Iterator[str]:
    """Say what a case rests on, in its own book and in that of another edition."""
    code = case.number.partition(".")[0]
    own = [each for each in cites if each.number.startswith(f"{code}.") or each.kind == "ruling"]
    other = [each for each in cites if each not in own and not each.number.startswith("OL.")]
    own += [each for each in cites if each not in (*own, *other)]
    yield f"Rests on {'; '.join(map(_cited, own))}."
    for game in case.table.get("also", ()):
        listed = ", ".join(each.number for each in other)
        yield f"The same in {game.capitalize()}{f' ({listed})' if listed else ''}."
    name = f"{case.name}.toml"
    yield from (f"As a file: [{case.path.name}](../../../tests/cases/{name}).", "")


def _cited(entry: Entry) -> str:
    if entry.kind == "ruling":
        return f"ruling [{entry.title}](../../rulings.md)"
    pages = f", page{'s' * ('-' in entry.page)} {entry.page}" if entry.page else ""
    return f"“{entry.title}” ({entry.number}{pages})"


def _options(table: Mapping[str, Any]) -> Iterator[str]:
    if options := table.get("options"):
        told = ", ".join(f"{name} = {_shown(value)}" for name, value in options.items())
        yield from (f"Options: {told}.", "")


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) < 60 and "\n" not in text else "(a text of its own)"


def _position(table: Mapping[str, Any]) -> Iterator[str]:
    if seats := table.get("new"):
        yield from (f"A new game of {', '.join(seats)}.", "")
        return
    position = table.get("position", {})
    plain = {key: position[key] for key in (*FIRST, *position) if key in position}
    told = [_pair(key, value) for key, value in plain.items() if key not in ("provinces", "seats")]
    if told:
        line = "; ".join(told)
        yield from (f"{line[:1].upper()}{line[1:]}.", "")
    for key in ("seats", "provinces"):
        for name, value in position.get(key, {}).items():
            yield f"- {name}: {_facts(value)}"
    yield ""


def _facts(value: Any) -> str:
    """Return a table in a few words: ``pink, 3 spearmen, castle``."""
    if not isinstance(value, Mapping):
        return str(value)
    if not value:
        return "nothing"
    owner = [str(value["owner"]) or "nobody"] if "owner" in value else []
    return ", ".join(owner + [_pair(key, each) for key, each in value.items() if key != "owner"])


def _pair(key: str, value: Any, *, counts: bool = True) -> str:
    """Return a key with its value; ``counts``: a number of a kind of piece says how many."""
    name = key.replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if isinstance(value, int):
        return _number(value, name) if counts and key in PIECES else f"{name} {value}"
    if isinstance(value, str):
        return value if key == "building" and value else f"{name} {value or 'none'}"
    if isinstance(value, Mapping):
        inner = "; ".join(_inner(each, of, key) for each, of in value.items())
        return f"{name}: {inner or 'none'}"
    if isinstance(value, list):
        return f"{name}: {', '.join(map(_facts, value)) or 'none'}"
    return f"{name} {value}"


def _inner(key: str, value: Any, parent: str) -> str:
    if isinstance(value, Mapping):
        return f"{key} ({_facts(value)})"
    return _pair(key, value, counts=parent != "plan")


def _number(number: int, name: str) -> str:
    if name in SAME_PLURAL:
        return f"{number or 'no'} {name}"
    return number_of(number, name) if number else f"no {name}"


def _words(text: str) -> str:
    """Return a text as Markdown that shows it as it is: ``<koku>`` is no tag."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _block(text: str) -> Iterator[str]:
    """Yield lines that keep their form, whatever they hold."""
    fence = max(("```", *(f"`{run}" for run in re.findall("`+", text))), key=len)
    yield from (f"{fence}text", *text.splitlines(), fence, "")


def _orders(step: Mapping[str, Any]) -> Iterator[str]:
    for seat, text in step.get("orders", {}).items():
        yield from (f"**{_words(seat)}** orders:", "", *_block(text.strip()))
    if not step.get("orders") and "game" not in step:
        yield from ("No orders.", "")


def _chance(step: Mapping[str, Any]) -> Iterator[str]:
    for name, drawn in step.get("chance", {}).items():
        label = "Dice" if name == "dice" else f"Draw of {name.replace('_', ' ')}"
        yield from (f"{label}: {', '.join(map(str, drawn))}.", "")


def _outcome(phase: Played, expect: Mapping[str, Any]) -> Iterator[str]:
    findings = phase.came.findings or ()
    for found in sorted(findings, key=lambda each: (each.seat, each.line)):
        fix = f" Suggested: `{found.fix}`." if found.fix else ""
        where = f"{_words(found.seat)}, line {found.line}"
        said = f"**{found.severity}** `{found.code}`. {_words(found.message)}"
        yield f"- {where}: {said}{fix}"
    if findings:
        yield ""
    if phase.after is None:
        return
    for chapter in story(phase.game, phase.after, phase.came.events or ()):
        for passage in chapter.passages:
            known = f" (Known to {', '.join(passage.secret)}.)" if passage.secret else ""
            if passage.text:
                yield from (f"> {_words(passage.text)}{known}", "")
            if passage.table:
                yield from _block(passage.table)
    for line in _answers(phase):
        yield from (f"> {_words(line)}", "")
    told = list(_states(phase, expect))
    if told:
        yield from ("Afterwards:", "", *(f"- {_words(line)}" for line in told), "")


def _answers(phase: Played) -> Iterator[str]:
    """Yield what became of lines, unless a finding has said it, and what was done by default."""
    said = {found.message for found in phase.came.findings or ()}
    for event in phase.came.events or ():
        if isinstance(event, Ordered) and event.why and event.why not in said:
            yield f"{event.seat}, “{event.text}”: {event.outcome}. {event.why}"
        elif isinstance(event, Defaulted):
            why = f" ({event.why})" if event.why else ""
            yield f"{event.seat}, by default: {event.text}{why}."
        elif isinstance(event, Won):
            yield f"{' and '.join(event.seats) or 'Nobody'} won: {event.why}."


def _states(phase: Played, expect: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the case expects of the position, in words."""
    position = {k: v for k, v in expect.items() if k not in ("findings", "events", "winner")}
    for key, value in position.items():
        if isinstance(value, Mapping) and key in ("provinces", "seats"):
            yield from (f"{name}: {_facts(of)}" for name, of in value.items())
        else:
            yield _pair(key, value)
    if expect.get("winner") == "":
        yield "the game goes on"
