"""What is other in a database than before, row by row, in lines that a person reads.

A row that is new begins with ``+``, one that was changed with ``~`` (what of it), one that is gone
with ``-``. Of a letter it is who it goes to, and what it answers.
"""

import re
from datetime import datetime

import msgspec
from msgspec.structs import fields

from adjudicator.campaign.kernel.tokens import token
from adjudicator.games.contract import Phase
from adjudicator.orders import Orders
from adjudicator.store.letter_records import Answered, Letter
from adjudicator.store.records import Settings
from adjudicator.store.tables import TABLES

UNTOLD = ("StoredFile", "DoneMark", "Secret")
"""Records that others show already, or a test of their own; nor is told of an attempt that went."""
UNSHOWN = {
    "Letter": ("id", "message_id", "kind", "recipients", "subject", "in_reply_to", "created", "content"),
    "Campaign": ("ruleset", "options", "secret", "commitment", "created", "settings"),
    "Answered": ("id", "at"),
    "Disposition": ("id", "letter", "arrived", "sender", "subject"),
    "Adjudication": ("fingerprint", "key", "seal", "program", "created"),
    "PhaseDice": ("before", "program"),
    "Submission": ("text", "fingerprint", "source", "received"),
    "Note": ("id", "text", "created"),
    "Setting": ("campaign", "seat", "commitment"),
    "Origin": ("program",),
}  # fmt: skip
TOKEN = re.compile(r"\b[a-z2-7]{16}\b")


def told(value):
    """Return a value in a few signs; of a record what is not as usual."""
    if isinstance(value, datetime):
        return f"{value:%d %H:%M:%S}".removesuffix(":00")
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, Phase):
        return (
            f"{value.key} of {told(value.must)}{told(value.may) if value.may != value.must else ''}"
        )
    if isinstance(value, Orders):
        return told([str(line) for line in value])
    if isinstance(value, msgspec.Struct):
        return f"{type(value).__name__}({' '.join(told_fields(value))})"
    if isinstance(value, dict):
        return told([f"{told(name)}: {told(each)}" for name, each in value.items()])
    if isinstance(value, set | frozenset):
        return told(sorted(value))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(told, value))}]"
    text = re.sub(r"\b[0-9a-f]{32,}\b", "…", str(value).replace("\n", " / "))
    return re.sub(r"x{9,}", lambda found: f"x*{len(found[0])}", text).replace("@example.org", "@")


def told_fields(record, but=()):
    """Return the fields of a record that are not as usual."""
    left_out = {*UNSHOWN.get(type(record).__name__, ()), *but, "token_secret", "token_digest"}
    known = ((each.name, getattr(record, each.name), each.default) for each in fields(record))
    return [
        f"{name}={told(value)}"
        for name, value, usual in known
        if not (name in left_out or value == usual or value in ("", (), {}))
        if (name, value) != ("campaign_id", 1)
    ]


class Rows:
    """The rows of a database as they were when they were last told."""

    def __init__(self, store):
        self.store = store
        self.rows, self.tokens = {}, {}

    def news(self):
        """Return what is other in the database than when this was asked the last time."""
        before, self.rows = self.rows, {}
        for table in TABLES:
            if table.record.__name__ not in UNTOLD:
                self.rows |= self.rows_of(table)
        new = {key: each for key, each in self.rows.items() if each != before.get(key)}
        for table, row in new.values():
            self.learn_token(table, row)
        for key, (table, row) in new.items():
            for line in self.change(key, table, before[key][1] if key in before else None, row):
                yield self.with_names(line)
        yield from (f"- {' '.join(map(told, key))}" for key in before if key not in self.rows)

    def with_names(self, line):
        """Return a line with whose they are in the place of tokens."""
        return TOKEN.sub(lambda found: self.tokens.get(found[0], found[0]), line)

    def rows_of(self, table):
        """Return the rows of a table, each by what names it, as the database holds them."""
        names, key = [each.name for each in table.columns], table.key
        order = ", ".join(
            ("account", "recipient", "kind", "id") if table.record is Answered else key
        )
        rows = self.store.select(f"SELECT {', '.join(names)} FROM {table.name} ORDER BY {order}")
        held = (dict(zip(names, row, strict=True)) for row in rows)
        held = (row for row in held if row.get("state") != "sent")
        return {(table.record.__name__, *(x[name] for name in key)): (table, x) for x in held}

    def learn_token(self, table, row):
        """Learn whose token a row holds, if it does."""
        if "token_secret" in row:
            holder = table.record(**table.fields(row))
            name = getattr(holder, "name", "") or f"{table.name} {told(holder.address)}"
            self.tokens[token(holder)] = f"<{name}>"

    def change(self, key, table, before, row):
        """Tell a row that is new, or what of it was changed."""
        if before is None:
            record = table.record(**table.fields(row))
            is_letter = isinstance(record, Letter)
            yield from (
                self.letter(record)
                if is_letter
                else [" ".join([f"+ {key[0]}", *told_fields(record)])]
            )
            return
        changes = []
        for column in table.columns:
            one, other = (column.read(each[column.name]) for each in (before, row))
            if isinstance(other, Settings):
                changes += [
                    f"{x}={told(getattr(other, x))}"
                    for x in other.__struct_fields__
                    if getattr(one, x) != getattr(other, x)
                ]
            elif one != other and column.name not in ("version", "sent", "gap"):
                changes.append(f"{column.name}={told(other)}")
        if changes:
            yield " ".join([f"~ {' '.join(map(told, key))}:", *changes])

    def letter(self, letter):
        """Tell a letter that is new: to whom it goes, and what it answers."""
        to = ", ".join(map(told, letter.recipients)) or "nobody"
        answered = self.store.rows(Letter, message_id=letter.in_reply_to)
        about = [f"{each.kind} {each.id}" for each in answered] or [letter.in_reply_to]
        answers = f"answers {about[0]}" if about[0] else ""
        head = [
            f"+ {letter.kind} {letter.id} to {to}",
            *told_fields(letter),
            *filter(None, [answers]),
        ]
        yield " ".join(head)
