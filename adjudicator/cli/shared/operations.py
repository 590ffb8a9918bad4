"""Operations on the command line: the command of each is made from what is stated of it.

The words behind the game are read as those of a letter are; each argument has an option of its
name, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

import click

from adjudicator.campaign.kernel.identify import Source
from adjudicator.campaign.kernel.state import State
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    insist,
    now,
    open_campaign,
    print_all,
    with_database,
    with_json,
    with_yes,
)
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.operations.operation import DONE, Call, Operation, Reply
from adjudicator.reports.model import Report
from adjudicator.store.place import Place
from adjudicator.store.queries import find_seat

Printed = tuple[object, Iterable[str]]
"""What a command prints: for programs, and the lines for a person."""
Done = Reply | Report | None


def about_game(work: Callable[..., Printed]) -> Callable[..., None]:
    """Make a function the callback of a command about one game; it is given a call for it."""

    @with_database
    @with_json
    @wraps(work)
    def command(game: str, db: Place, as_json: bool, **options: Any) -> None:
        with open_campaign(db, game) as (store, campaign):
            moment = now()
            source = Source(game=campaign.name, trusted=True, answer=False)
            call = Call(store, State(store, campaign, moment), moment, source=source)
            facts, lines = work(call, **options)
            print_all(facts, lines, as_json=as_json)

    return command


def find_command(name: str) -> click.Command | None:
    """Return the command of an operation, by its name or another; None if there is none."""
    known = (each for each in OPERATIONS if name == each.name)
    others = (each for each in OPERATIONS if name in each.forms)
    found = next(known, None) or next(others, None)
    return _make_command(name, found) if found else None


def _make_command(name: str, operation: Operation) -> click.Command:
    parts = {
        each.option.partition(" --")[2]: each
        for each in OPERATIONS
        if each.option.startswith(f"{name} --")
    }

    def command(call: Call, words: tuple[str, ...], **options: Any) -> Printed:
        call = _for_seat(call, options["seat"]) if options.get("seat") else call
        if operation.text == "message":
            call, words = call._replace(text=" ".join(words)), ()
        given = {key: value for key, value in options.items() if isinstance(value, str) and value}
        values = operation.values(_texts(operation, call, words, given), call)
        if operation.confirm:
            what = f"{name} {' '.join((call.campaign.name, *words))}"
            insist(f"{what}? {operation.confirm}", yes=options["yes"])
        with call.store.atomic():  # all that is asked is done, or nothing
            for option, part in parts.items():
                if options[option]:
                    texts = _texts_of_part(part, option, given)
                    part.handle(call, **part.values(texts, call))
                    call = call.again()
            done = operation.handle(call, **values)
        return _show(call.again() if operation.changes else call, done)

    decorated = about_game(command)
    for decorate in reversed([*_parameters(operation, parts)]):
        decorated = decorate(decorated)
    made: click.Command = click.command(name, help=_help(name, operation))(decorated)
    return made


def _parameters(operation: Operation, parts: Mapping[str, Operation]) -> Iterator[Any]:
    """Yield the decorators of a command: a seat, words, options of parts and of arguments."""
    yield click.argument("game", type=CAMPAIGN)
    if operation.who in ("seat", "player"):
        yield click.option("--seat", type=SEAT, default="", help="Ask for this seat.")
    usage = operation.usage.strip("[]")
    yield click.argument("words", nargs=-1, metavar=f"[{usage}]" if usage else "")
    own = [*operation.arguments]
    for option, part in parts.items():
        takes = bool(part.arguments) and not part.arguments[0].optional
        metavar = part.arguments[0].kind.metavar if takes else None
        yield click.option(
            f"--{option}", is_flag=not takes, metavar=metavar, help=_sentence(part.help)
        )
        own += part.arguments[1 if takes else 0 :]
    for each in {each.name: each for each in own if each.about}.values():
        yield click.option(f"--{each.name}", metavar=each.kind.metavar, help=_sentence(each.about))
    if operation.confirm:
        yield with_yes


def _texts_of_part(part: Operation, option: str, given: Mapping[str, str]) -> dict[str, str]:
    texts = {each.name: given[each.name] for each in part.arguments if each.name in given}
    if option in given:
        texts[part.arguments[0].name] = given[option]
    return texts


def _texts(
    operation: Operation, call: Call, words: tuple[str, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts of the arguments, from the words or from options."""
    texts = {each.name: given[each.name] for each in operation.arguments if each.name in given}
    guards = [each.name for each in operation.arguments if each.guard]
    guarded = call.seat.name if call.seat else call.campaign.name
    if not texts:
        texts = operation.part(" ".join([guarded] * len(guards) + [*words]), call)
    elif words:
        raise CommandError("Give words or options, not both.")
    return texts | dict.fromkeys(guards, guarded)


def _for_seat(call: Call, seat: str) -> Call:
    """Return the call as the seat asks it for which the game master does."""
    return call._replace(seat=find_seat(call.store, call.campaign, seat))


def _show(call: Call, done: Done) -> Printed:
    """Return what is printed of an answer: its facts, and its words."""
    if isinstance(done, Reply):
        words = done.facts["text"] if done.letter == DONE else done.write(call, **_NO_LETTER).text
        return done.facts, [words]
    return {"text": done.text if done else ""}, [done.text if done else "It is done."]


_NO_LETTER = {"unread": 0, "unread_files": ()}


def _help(name: str, operation: Operation) -> str:
    game = f"adjudicator {name} sekigahara" + " --seat Oda" * (operation.who == "player")
    lines = [f"{_sentence(operation.help)}", "", "\b", "Examples:"]
    return "\n".join(lines + [f"  {game} {each}".rstrip() for each in operation.examples or ("",)])


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""
