"""Who changes what is saved is told, and told what to do."""

import hashlib
from typing import Any

import msgspec
import pytest

from adjudicator.campaign.records.archive_file import FORMAT, ArchiveHeading
from adjudicator.chance.record import DiceRecord
from adjudicator.games import registry
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.tables import TABLES

_NOT_SAVED = ("title", "description", "default")
"""What the schema of a type says beside its form."""
WHAT_TO_DO = """
What is saved of {what} has another form than the one that is pinned here. Games that are being
played were saved in the old one, so before you pin the new one:

- A column (a field of a record, a table): write a migration in adjudicator/store/migrations.py.
- A field of something in a column (settings, a report, a finding), of a position, an event or a
  dice file, that is new and has a default, or that may hold more than before: nothing.
- Any other change of a position: a function in the `upgrades` of the game's `meta`.
- Of what is kept in a column: a migration that rewrites it (`Upgrade.rewrite`).
- A kind of event that is not told any more stays among the events of its module.

“pytest tests/releases” must be green with what earlier releases wrote, then put the digest here:
    {found!r}
"""

PINNED = {
    "tables": "24 d0aab30c58db3497",
    "archive": "1 ce297c7256c716d1",
    "dice": "025497a0a8f5396a",
    "record campaign": "d9b72e2074538047",
    "record seat": "fa8fe4c46d95abdd",
    "record departure": "c3a0b1b1f7527a4f",
    "record adjudication": "d4cc8a2b2dd0e018",
    "record deadline": "8c5b50ae0eb3bf71",
    "record due": "048eb50f8eb4e396",
    "record failure": "3f828ef94d5b5807",
    "record submission": "f945f67df278fdfa",
    "record mark": "5e7d964b92a11316",
    "record letter": "9c943fea8f823501",
    "record file": "5ae238c23cc3f26e",
    "record note": "9b892cd2706d7b67",
    "record pass": "f1b6c11eb9392e89",
    "record word": "128ed7876e8439da",
    "record closing": "d77000bb83e5c881",
    "record fate": "4171180f895d4a95",
    "record answered": "3843a27ad542c07a",
    "record delivery_mode": "39fa8b49fe340f8b",
    "record watermark": "902076558bc0f683",
    "record attempt": "68480734d0410fa1",
    "record secret": "9ecd1b510fa7ff48",
    "record bounce": "81201729bb28c980",
    "record master": "b07acf1f84f1f4ab",
    "record guest": "82aaf74801b43d2b",
    "record caretaker": "c7ab0091b81155b7",
    "record confirmation": "0d11615ab63a6060",
    "record press": "edb23b5d18b38af9",
    "record presscopy": "c6bdd0482655b816",
    "record proposal": "2ccb86e476b2900f",
    "record decided": "453001604259ccbe",
    "record ballot": "0b4c2bf9ae3848c2",
    "record absence": "38ddfaae27a0af59",
    "record return": "2b5e6e801fea834a",
    "record playerwebhook": "8d4c78fcc64a184e",
    "record correction": "0f7276e0f5bb9511",
    "position samurai-swords": "2 0451e6236f146735",
    "events samurai-swords": "1ed028efb50932a1",
    "position ikusa": "2 0451e6236f146735",
    "events ikusa": "1ed028efb50932a1",
    "position shogun": "2 aaabd3318efa7277",
    "events shogun": "3d0aacb4b24aca0c",
    "position gekokujo": "1 a2538269e52f5bab",
    "events gekokujo": "648fac64a04b22d3",
}
"""Of tables beside the number of the schema, of positions beside that of their format."""


def form(kind: Any) -> str:
    """Return a digest of the JSON that a type is saved as, whatever its parts are called."""
    (schema,), parts = msgspec.json.schema_components([kind])

    def expand(node: Any, within: tuple[str, ...] = ()) -> Any:
        if isinstance(node, list):
            return [expand(each, within) for each in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            return name in within or expand(parts[name], (*within, name))
        made = {key: expand(node[key], within) for key in node if key not in _NOT_SAVED}
        if "properties" in node:
            fields = node["properties"].items()
            made["properties"] = {name: expand(each, within) for name, each in fields}
        if "anyOf" in node:
            made["anyOf"] = sorted(made["anyOf"], key=lambda each: msgspec.json.encode(each))
        return made

    data = msgspec.json.encode(expand(schema), order="sorted")
    return hashlib.sha256(data).hexdigest()[:16]


def tables() -> str:
    parts: list[Any] = []
    for table in TABLES:
        unique = tuple(tuple(each.split(", ")) for each in table.unique)
        parts += (table.name, table.key, table.references, unique)
        parts += ((c.name, c.type.__name__, c.optional) for c in table.columns)
    return f"{SCHEMA.number} {hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]}"


def saved():
    yield "tables", tables
    yield "archive", lambda: f"{FORMAT} {form(ArchiveHeading)}"
    yield "dice", lambda: form(DiceRecord)
    for table in TABLES:
        yield f"record {table.name}", lambda table=table: form(table.record)
    for name in registry.SHIPPED:
        yield f"position {name}", lambda name=name: position_form(registry.find(name))
        yield f"events {name}", lambda name=name: form(tuple[union(name), ...])


def union(name):
    kinds = registry.find(name).event_types
    found: Any = kinds[0]
    for kind in kinds[1:]:
        found = found | kind
    return found


def position_form(game) -> str:
    from adjudicator.games.engine.codec import position_type

    return f"{game.meta.format} {form(position_type(game.meta, game._own.position, game.modules))}"


@pytest.mark.parametrize(("what", "find"), [pytest.param(*each, id=each[0]) for each in saved()])
def test_what_is_saved_has_the_form_that_belongs_to_its_number(what, find):
    found = find()
    assert PINNED.get(what) == found, WHAT_TO_DO.format(what=what, found=found)
