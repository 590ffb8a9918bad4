"""Operations on the command line: the command of each is made from what is stated of it.

The words behind the game are read as those of a letter are; each argument has an option of its
name, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import wraps
from itertools import chain
from shlex import quote
from typing import Any

import click
from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import OrderFile, Source
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, SEAT, Db, Printed, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.operations.operation import DONE, Argument, Call, Operation, Reply
from adjudicator.reports.model import Report
from adjudicator.store.columns import Bound
from adjudicator.store.letter_records import Heading
from adjudicator.store.place import Place

_OF_A_SEAT = ("seat", "holder", "orderer", "player", "person")
"""Who may ask for what is of a seat, which a command names."""


def about_game(work: Callable[..., Printed]) -> Callable[..., Printed]:
    """Make a function that of a command about one game; it is given a call for it."""

    @wraps(work)
    def of_game(game: str, db: Place, **options: Any) -> Printed:
        with asking.open_campaign(db, game) as (store, campaign):
            moment = asking.now()
            source = Source(game=campaign.name, trusted=True, answer=False)
            file = OrderFile.read("", source)
            call = Call(store, State(store, campaign, moment), moment, file=file)
            facts, lines, *codes = work(call, **options)
            return facts, [*lines], sum(codes)

    own = {name: kind for name, kind in work.__annotations__.items() if name != "return"}
    of_game.__annotations__ = own | {"db": Db, "return": Printed}
    return click.argument("game", type=CAMPAIGN)(of_game)


def find_command(name: str) -> click.Command | None:
    """Return the command of an operation, by its name or another; None if there is none."""
    known = (each for each in OPERATIONS if name == each.name)
    others = (each for each in OPERATIONS if name in each.forms)
    operation = next(known, None) or next(others, None)
    return _make_command(name, operation) if operation else None


def _make_command(name: str, operation: Operation) -> click.Command:
    def work(call: Call, words: tuple[str, ...] = (), **options: Any) -> Printed:
        if options.get("seat"):  # the game master asks for it
            call = replace(call, seat=call.state.seat(options["seat"]))
        if operation.text == "message":
            file = OrderFile.read(" ".join(words), call.source)
            call, words = replace(call, file=file), ()
        with name_commands(lambda: _commands(call, name)):
            values = operation.values(_texts(operation, call, words, options), call)
            if operation.confirm and not options["yes"]:
                with call.store.trial():  # nobody is asked about what is refused
                    operation.handle(call, **values)
                what = f"{name} {' '.join((call.campaign.name, *words))}"
                asking.insist(f"{what}? {operation.confirm}", yes=options["yes"])
            before = call.store.rows(Heading, order="id", last=True, limit=1)
            # All of it is done, or nothing.
            with call.store.atomic() if operation.changes else nullcontext():
                done = operation.handle(call, **values)
        if done is None:
            return _show_letters(call, before[0].id if before else 0)
        return _show(call.again() if operation.changes else call, done)

    decorated: Any = work
    for decorate in reversed([*_parameters(operation)]):
        decorated = decorate(decorated)
    return command(name, help=_help(name, operation))(about_game(decorated))


@contextmanager
def name_commands(find: Callable[[], Mapping[str, str]] = dict) -> Iterator[None]:
    """Let what is refused name commands and options, where to a letter it would say what to write.

    ``find`` finds the commands, by the words that ask for the same in a letter.
    """
    try:
        yield
    except CampaignError as error:
        facts = {**error.reason.facts, "commands": find()}
        raise CommandError(replace(error.reason, facts=facts)) from error


def _commands(call: Call, typed: str) -> dict[str, str]:
    """Return the commands of all operations, by the words that ask for them in a letter."""
    return dict(chain.from_iterable(_lines_of(each, call, typed) for each in OPERATIONS))


def _lines_of(operation: Operation, call: Call, typed: str) -> Iterator[tuple[str, str]]:
    """Yield the words that ask for an operation in a letter, each with the command: by the name
    that was typed, if it has that."""
    seat = f" --seat {quote(call.seat.name)}" if call.seat and operation.who in _OF_A_SEAT else ""
    names = (operation.name, *operation.forms)
    for each in names:
        if " " not in (called := typed if typed in names else each):
            words = " ".join((each, *_guards(operation.arguments, call)))
            yield words, f"adjudicator {called} {call.campaign.name}{seat}"


def _parameters(operation: Operation) -> Iterator[Any]:
    """Yield the decorators of a command: a seat, words, options of arguments."""
    if operation.who in _OF_A_SEAT:
        yield click.option("--seat", type=SEAT, default="", help="Ask for this seat.")
    guards = [each.kind.metavar for each in operation.arguments if each.guard]
    usage = operation.usage.removeprefix(" ".join([*guards, ""])) or "[TEXT]"
    if operation.usage or operation.text:
        first = operation.arguments[0].kind.metavar if operation.arguments else ""
        kind = SEAT if first == "SEAT" else None
        yield click.argument("words", nargs=-1, metavar=usage, type=kind)
    for each in operation.arguments:
        if each.about:
            about = _sentence(each.about)
            yield click.option(f"--{each.name}", metavar=each.kind.metavar, help=about)
    if operation.confirm:
        yield asking.with_yes


def _texts(
    operation: Operation, call: Call, words: tuple[str, ...], options: Mapping[str, Any]
) -> dict[str, str]:
    """Return the texts of the arguments, from the words or from options."""
    named = {x.name: options[x.name] for x in operation.arguments if options.get(x.name)}
    left = tuple(x for x in operation.arguments if x.name not in named)
    text = " ".join((*_guards(left, call), *words))
    return named | operation._replace(arguments=left).part(text, call)


def _guards(arguments: Sequence[Argument], call: Call) -> list[str]:
    """Return what in a letter shows that the right thing is meant, which a command names anyway."""
    guard = call.seat.name if call.seat else call.campaign.name
    return [guard for each in arguments if each.guard]


def _show_letters(call: Call, after: int) -> Printed:
    """Return what is printed of what was done and told by letters: those behind that number."""
    queued = call.state.rows(Heading, id=Bound(">", after), order="id")
    readers: dict[str, list[str]] = {}
    for each in queued:
        readers.setdefault(each.subject, []).extend(each.recipients)
    letters = [{"subject": subject, "to": to} for subject, to in readers.items() if to]
    said = [asking.line("letter-waits", **each) for each in letters]
    done = str(asking.line("done", letters=said))
    return {"text": done, "letters": letters}, [done]


def _show(call: Call, done: Reply | Report) -> Printed:
    """Return what is printed of an answer: its facts, and its words."""
    if isinstance(done, Reply):
        if done.letter == DONE:
            words = done.facts["text"]
        else:
            words = done.write(call.state, call.seat, **_NO_LETTER).text
        table = {"table": done.standings} if done.standings else {}
        return {**done.facts, **table}, [words]
    return {"text": done.text}, [done.text]


_NO_LETTER = {"unread": (), "unread_files": ()}


def _help(name: str, operation: Operation) -> str:
    game = f"  adjudicator {name} sekigahara" + " --seat Oda" * (
        operation.who in ("orderer", "player", "person")
    )
    examples = [f"{game} {each}".rstrip() for each in operation.examples or ("",)]
    return "\n".join([_sentence(operation.help), "", "\b", "Examples:", *examples])


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""
