"""What can be asked by mail, for a page that makes forms of it and writes the line of each."""

from collections.abc import Iterator

import msgspec

from adjudicator.campaign.press.drafts import ENDS
from adjudicator.operations.operation import Operation
from adjudicator.post.requests.catalogue import Role, requests_for

ROLES: tuple[Role, ...] = ("player", "master")
"""The roles that have a page with forms."""


class FormField(msgspec.Struct, frozen=True):
    """A value that a form asks for."""

    name: str
    words: tuple[str, ...]
    """What can be chosen, and what in capitals stands for a value that is written: ``TIME``."""
    more: str
    """What can be written behind the word that was chosen; ``""``: nothing."""
    before: str
    """What is written between it and what is before it."""
    about: str
    optional: bool
    guard: bool
    """Whether it only shows that the right thing is meant, which a page knows."""


class RequestForm(msgspec.Struct, frozen=True):
    """A request that a page can write."""

    name: str
    roles: tuple[Role, ...]
    help: str
    usage: str
    examples: tuple[str, ...]
    fields: tuple[FormField, ...]
    text: str
    """What is written below it: ``""``, ``message`` or ``orders``."""
    ends: str
    ends_text: str
    """What a line of it is like that ends it, as a regular expression; ``""``: none does."""
    changes: bool
    confirm: str


def describe_forms() -> list[RequestForm]:
    """Return the forms of all that players and game masters can ask, in the order of the list."""
    roles: dict[str, list[Role]] = {}
    known: dict[str, Operation] = {}
    for role in ROLES:
        for each in requests_for(role):
            roles.setdefault(each.name, []).append(role)
            known[each.name] = each
    return [_describe(each, tuple(roles[each.name])) for each in known.values()]


def write_forms() -> bytes:
    """Return the forms as the order desk's page reads them."""
    return msgspec.json.encode(describe_forms())


def _describe(request: Operation, roles: tuple[Role, ...]) -> RequestForm:
    return RequestForm(
        name=request.name,
        roles=roles,
        help=request.help,
        usage=request.usage,
        examples=tuple(each for each in request.examples if each),
        fields=tuple(_describe_fields(request)),
        text=request.text,
        ends=request.ends,
        ends_text=ENDS.pattern if request.ends else "",
        changes=request.changes,
        confirm=request.confirm,
    )


def _describe_fields(request: Operation) -> Iterator[FormField]:
    for each in request.arguments:
        words, _, more = each.kind.metavar.lstrip("[").rstrip("]").partition(" [")
        yield FormField(
            name=each.name,
            words=tuple(words.split("|")),
            more=more,
            before=next(iter(each.before), ""),
            about=each.about,
            optional=each.name in request.optional or each.kind.metavar.startswith("["),
            guard=each.guard,
        )
