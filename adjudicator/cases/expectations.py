"""What a case expects, held against what came out. Only what is named is compared."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.cases.case import ExpectedFinding, Winner, reason
from adjudicator.games.contract import Event, Won
from adjudicator.orders import Finding, Severity
from adjudicator.wording import Reason

_MOST_SHOWN = 200


class _Nothing:
    """What a name stands for that a position has nothing under."""


NOTHING: Final = _Nothing()


def differences(expected: Any, actual: Any, path: str) -> Iterator[Reason]:
    """Yield a reason for each named value that is not as expected.

    Tables are looked up name by name; a value that is absent counts as nothing, and equals
    ``""``, ``0``, ``false``, ``[]`` and ``{}``. Lists are compared whole, place by place.
    """
    if isinstance(expected, Mapping):
        for name, inner in expected.items():
            yield from _named_differences(str(name), inner, actual, path)
    elif isinstance(expected, list) and _is_list(actual) and len(expected) == len(actual):
        for number, (want, got) in enumerate(zip(expected, actual, strict=True), 1):
            yield from differences(want, got, f"{path}.{number}")
    else:
        yield from _value_differences(expected, actual, path)


def values(expected: Any, actual: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the path and the value of everything that is named."""
    if isinstance(expected, Mapping):
        for name, inner in expected.items():
            yield from values(inner, look_up(actual, str(name)), _path(path, str(name)))
    else:
        yield path, actual


def look_up(holder: Any, name: str) -> Any:
    """Return what a record, table or list holds under a name, or NOTHING.

    The places of a list count from 1.
    """
    if isinstance(holder, msgspec.Struct):
        return getattr(holder, name) if name in holder.__struct_fields__ else NOTHING
    if isinstance(holder, Mapping):
        return holder.get(name, NOTHING)
    if _is_list(holder) and name.isdecimal() and 1 <= int(name[:9]) <= len(holder):
        return holder[int(name[:9]) - 1]
    return NOTHING


def event_differences(
    expected: Sequence[Mapping[str, Any]], events: Sequence[Any]
) -> Iterator[Reason]:
    """Say which of the expected events did not come, or not in this order.

    Events are records, or tables with their ``type``.
    """
    place = 0
    for number, want in enumerate(expected, 1):
        kind = str(want["type"])
        fields = {name: value for name, value in want.items() if name != "type"}
        while place < len(events) and not _is_event(kind, fields, events[place]):
            place += 1
        if place == len(events):
            instead = _nearest(kind, fields, events)
            yield reason("another-event", number=number, wanted=short_text(want), instead=instead)
            return
        place += 1


def winner_differences(expected: Winner, winner: Winner) -> Iterator[Reason]:
    """Say whether the game was not won as expected."""
    wanted, won = (
        [each] if isinstance(each, str) and each else sorted(each) for each in (expected, winner)
    )
    if (won, winner == "") != (wanted, expected == ""):
        got = "" if winner == "" else short_text(won)
        yield reason("another-winner", wanted=short_text(expected), got=got)


def winner_of(events: Sequence[Event]) -> Winner:
    """Return who won by what happened in a phase."""
    return next((sorted(event.seats) for event in events if isinstance(event, Won)), "")


def text_of(value: Any) -> str:
    """Write a value out as text; equal values give the same text."""
    if value is NOTHING:
        return "nothing"
    return json.dumps(plain(value), ensure_ascii=False, default=str)


def short_text(value: Any) -> str:
    """Write a value out as text, cut off where it is long."""
    text = text_of(value)
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


def _named_differences(name: str, expected: Any, holder: Any, path: str) -> Iterator[Reason]:
    inner_path = _path(path, name)
    actual = look_up(holder, name)
    may_lack = holder in (NOTHING, None) or _is_list(holder) or isinstance(holder, Mapping)
    if actual is not NOTHING or may_lack:
        compare = _value_differences if expected == {} else differences
        yield from compare(expected, actual, inner_path)
    elif isinstance(holder, msgspec.Struct):
        facts = {"holder": type(holder).__name__, "fields": holder.__struct_fields__}
        yield reason("no-such-thing", path=inner_path, **facts)
    else:
        yield reason("no-table", path=path, name=name, got=short_text(holder))


def _value_differences(expected: Any, actual: Any, path: str) -> Iterator[Reason]:
    if not _equal(expected, actual):
        yield reason(
            "another-value", path=path, wanted=short_text(expected), got=short_text(actual)
        )


def _equal(expected: Any, actual: Any) -> bool:
    if actual is NOTHING or actual is None:
        return not expected
    came = plain(actual)
    if isinstance(actual, frozenset | set) and isinstance(expected, list):
        return sorted(map(str, expected)) == sorted(map(str, came))
    return bool(came == expected) and isinstance(came, bool) == isinstance(expected, bool)


def plain(value: Any) -> Any:
    """Make a value of plain tables, lists, text and numbers; sets are sorted."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        fields = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        return {"type": tag, **fields} if tag else fields
    if isinstance(value, Mapping):
        return {str(name): plain(inner) for name, inner in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(map(plain, value), key=str)
    if _is_list(value):
        return [plain(inner) for inner in value]
    return msgspec.to_builtins(value, enc_hook=str)


def _is_event(kind: str, fields: Mapping[str, Any], event: Any) -> bool:
    return _kind(event) == kind and not any(differences(fields, event, ""))


def _kind(event: Any) -> str:
    config = getattr(event, "__struct_config__", None)
    return str(config.tag if config else look_up(event, "type"))


def _nearest(kind: str, fields: Mapping[str, Any], events: Sequence[Any]) -> Reason:
    """Say what came instead: the like event that differs least, or the kinds that there were."""
    alike = [event for event in events if _kind(event) == kind]
    if not alike:
        kinds = list(dict.fromkeys(_kind(event) for event in events))
        return reason("no-such-event", kinds=kinds)
    wrong = min((list(differences(fields, event, kind)) for event in alike), key=len)
    return reason("nearest", wrong=wrong)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _path(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


# Findings


class SeatFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finding, and whose orders it is about."""

    seat: str
    line: int
    code: str
    severity: Severity = "error"
    message: str = ""
    fix: str = ""

    def __str__(self) -> str:
        return str(Finding(self.line, self.code, self.severity, "", self.message, self.fix))


def finding_differences(
    expected: Sequence[ExpectedFinding] | None, findings: Iterable[SeatFinding]
) -> Iterator[Reason]:
    """Yield a reason for each finding that is not as expected.

    None expects nothing in particular, but no errors: an order that is rejected by mistake would
    show something else than its author meant.
    """
    if expected is None:
        errors = (each for each in findings if each.severity == "error")
        yield from (reason("rejected", seat=each.seat, what=str(each)) for each in errors)
        return
    left: dict[tuple[str, int, str], list[SeatFinding]] = defaultdict(list)
    for each in findings:
        left[each.seat, each.line, each.code].append(each)
    for want in sorted(expected, key=_openness):
        alike = left[want.seat, want.line, want.code]
        fitting = next((each for each in alike if _meets(want, each)), None)
        if fitting is None:
            facts = {"code": want.code, "line": want.line, "seat": want.seat}
            if not alike:
                yield reason("no-such-finding", **facts)
                continue
            facts |= {"severity": want.severity, "fix": want.fix, "got": str(alike[0])}
            yield reason("another-finding", **facts)
        alike.remove(fitting or alike[0])
    for others in left.values():
        yield from (reason("not-expected", seat=each.seat, what=str(each)) for each in others)


def expectation_of(findings: Iterable[SeatFinding], *, of_one: bool) -> str:
    """Write down what a case says that means these findings; the seat, unless it is ``of_one``."""
    tables = (
        f"{{ {'' if of_one else f'seat = {_as_toml(each.seat)}, '}line = {each.line}, "
        f"code = {_as_toml(each.code)}, severity = {_as_toml(each.severity)} }}"
        for each in findings
    )
    return f"findings = [{', '.join(tables)}]"


def _meets(want: ExpectedFinding, finding: SeatFinding) -> bool:
    return want.severity in (None, finding.severity) and want.fix in (None, finding.fix)


def _openness(want: ExpectedFinding) -> int:
    """How much an expectation leaves open: what says most is looked for first."""
    return (want.severity is None) + (want.fix is None)


def _as_toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
