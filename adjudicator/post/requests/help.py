"""Help by mail: what can be asked, how to order, about one request, phase or order; the games."""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.campaign.kernel.state import State
from adjudicator.orders.language.syntax import forms_of
from adjudicator.orders.reference import entry, reference
from adjudicator.post.requests.context import Request, RequestContext
from adjudicator.post.requests.operations import answer
from adjudicator.reports import phrase
from adjudicator.reports.model import File, Report
from adjudicator.store import queries


def give_help(context: RequestContext, requests: Sequence[Request]) -> Report:
    """Say how to order by mail, or what a topic is; to a seat with the orders of a phase.

    ``requests`` are what the writer can ask for.
    """
    topic = context.argument.casefold()
    known = [each for each in requests if not topic or topic in (each.name, *each.forms)]
    kinds = _kinds(context, topic) if topic else []
    facts = {
        "requests": [(f"{each.name} {each.usage}".strip(), each.help) for each in known],
        "topic": topic,
        "entries": kinds,
        "master": context.sender.master is not None,
    }
    is_known = bool(topic and (known or kinds))
    file = None if is_known and topic != "orders" else _reference(context, topic)
    facts["listed"] = file is not None
    if not is_known:
        facts["requests"] = [(f"{each.name} {each.usage}".strip(), each.help) for each in requests]
    report = answer(context, "help-topic" if is_known else "help", facts)
    return msgspec.structs.replace(report, files=(file,)) if file else report


def is_newcomer(context: RequestContext) -> bool:
    """Say whether a letter comes from somebody who plays nowhere here, and is no order file."""
    letter = context.letter
    named = (letter.token, letter.order_file.token, letter.order_file.game, letter.order_file.seat)
    return not any(named) and not queries.seats_at(context.store, letter.sender.bare, 1)


def introduce(context: RequestContext) -> Report:
    """Tell a newcomer what is at this address: the games that take players, and how to join."""
    return answer(context, "introduction", {"games": _games(context)})


def list_campaigns(context: RequestContext) -> Report:
    """List the games that take players, and the one that the writer belongs to."""
    return answer(context, "list", {"games": _games(context)})


def _games(context: RequestContext) -> list[dict[str, Any]]:
    own = context.state.campaign.id if context.state else 0
    games = []
    for each in queries.campaigns(context.store):
        if each.id != own and not (each.settings.open and each.ended is None):
            continue
        state = State(context.store, each, context.arrived)
        where = state.head.opens.title if state.has_begun else "before the deal"
        game = {
            "name": each.name,
            "title": state.game.meta.title,
            "free": [] if state.is_over else [seat.name for seat in state.open_seats],
            "where": "over" if state.is_over else where,
        }
        games.append(game)
    return games


def _reference(context: RequestContext, topic: str) -> File | None:
    """Return the orders of a phase: that of the topic, or the one that waits."""
    if context.state is None or not context.state.has_begun or context.sender.master:
        return None
    opens, game = context.state.head.opens, context.state.game
    name = topic.split()[-1] if topic else ""
    language = game.language(context.state.position, name)
    title, called = (name, name) if language and name else (opens.title, opens.name)
    language = language or game.language(context.state.position, "")
    if language is None:
        return None
    intro = phrase("help", "reference", {"phase": title})
    text = reference(game.meta.title, [(language, intro)])
    return File(f"orders-of-phase-{called}.md", "text/markdown", text.encode())


def _kinds(context: RequestContext, topic: str) -> list[list[list[str]]]:
    """Return what the reference says of the orders that begin with a word, in any phase.

    Each is a list of its paragraphs, and each of these of its lines, without Markdown.
    """
    if context.state is None or context.sender.master:
        return []
    game, options = context.state.game, context.state.campaign.options
    entries = {
        kind: entry(kind)
        for language, _ in game.languages(options)
        for kind in language.kinds
        if any(topic in form.starts for form in forms_of(kind))
    }
    return [[_plain_lines(part) for part in each.split("\n\n")] for each in entries.values()]


def _plain_lines(text: str) -> list[str]:
    """Return the lines of a paragraph without Markdown; what is a sentence is one line."""
    lines = [line.removeprefix("### ").replace("`", "") for line in text.splitlines()]
    if not text.startswith(("- ", "```")):
        return [" ".join(lines)]
    return [line for line in lines if line]
