"""The tables: one for each record, with its keys, references and indexes."""

from adjudicator.store.columns import Index, Reference, Table
from adjudicator.store.letter_records import (
    Absence,
    Answered,
    Attempt,
    Ballot,
    Bounce,
    Decided,
    DeliveryMode,
    Disposition,
    File,
    Heading,
    Lease,
    Letter,
    Mark,
    Note,
    Press,
    PressCopy,
    Proposal,
    Return,
    Secret,
    Watermark,
)
from adjudicator.store.records import (
    Adjudication,
    Campaign,
    Closing,
    Confirmation,
    Correction,
    Deadline,
    Due,
    Guest,
    Master,
    Pass,
    Past,
    Seat,
    Submission,
    Word,
)

_OF_CAMPAIGN = Reference(("campaign_id",), "campaign", ("id",))
_OF_SEAT = Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name"))
_OF_RESOLUTION = Reference(("campaign_id", "resolution"), "adjudication", ("campaign_id", "serial"))

TABLES = (
    Table(
        Campaign,
        unique=(("name",),),
        indexes=(Index(("address",)), Index(("gm",))),
        changeable=(
            *("settings", "version", "address", "gm"),
            *("ended", "why_ended", "archived", "deal", "moved"),
        ),
    ),
    Table(
        Seat,
        key=("campaign_id", "name"),
        references=(_OF_CAMPAIGN,),
        unique=(("campaign_id", "place"),),
        indexes=(Index(("token_digest",)), Index(("lower(address)",), "address <> ''")),
        changeable=(
            *("player", "address", "zone", "held_by", "regent"),
            *("token_secret", "token_digest", "since", "remind", "open"),
        ),
    ),
    Table(
        Adjudication,
        is_evidence=True,
        key=("campaign_id", "serial"),
        references=(
            _OF_CAMPAIGN,
            Reference(("campaign_id", "parent"), "adjudication", ("campaign_id", "serial")),
        ),
        unique=(("campaign_id", "number", "run"),),
        indexes=(Index(("created",)),),
    ),
    Table(
        Deadline,
        references=(_OF_RESOLUTION,),
        indexes=(Index(("campaign_id", "resolution", "id")),),
    ),
    Table(
        Due,
        key=("campaign_id", "what"),
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("at", "campaign_id")),),
        kept=False,
    ),
    Table(
        Submission,
        references=(
            _OF_RESOLUTION,
            Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name")),
        ),
        indexes=(
            Index(("campaign_id", "resolution", "seat", "id")),
            Index(("campaign_id", "seat", "kind", "id")),
            Index(("waited",), "waited IS NOT NULL"),
        ),
    ),
    Table(Mark, key=("key",)),
    Table(
        Letter,
        references=(_OF_CAMPAIGN, _OF_RESOLUTION),
        unique=(("message_id",),),
        indexes=(
            Index(("id",), "sent IS NULL AND recipients <> '[]'"),
            Index(("campaign_id", "seat", "kind", "resolution", "id")),
            Index(("kind", "created")),
        ),
        changeable=("sent", "tries", "retry"),
    ),
    Table(File, key=("digest",)),
    Table(
        Note,
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("campaign_id", "code", "created")),),
    ),
    Table(Pass, changeable=("at", "boot", "steady")),
    Table(
        Word,
        is_evidence=True,
        references=(
            _OF_CAMPAIGN,
            Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name")),
        ),
        indexes=(Index(("campaign_id", "id")),),
    ),
    Table(Closing, key=("campaign_id", "serial"), references=(_OF_CAMPAIGN,), is_evidence=True),
    Table(
        Disposition,
        saved_as="fate",
        references=(_OF_CAMPAIGN,),
        indexes=(
            *(Index(("letter",)), Index(("campaign_id", "id")), Index(("outcome", "id"))),
            Index(("name",)),
        ),
    ),
    Table(
        Answered,
        indexes=(Index(("account", "recipient", "kind", "at")), Index(("account", "at"))),
    ),
    Table(Lease, key=("name",), changeable=("holder", "expires"), kept=False),
    Table(Watermark, key=("name",), changeable=("read_to", "tried", "lost", "why"), kept=False),
    Table(
        Attempt,
        key=("letter", "recipient"),
        references=(Reference(("letter",), "letter", ("id",)),),
        indexes=(Index(("at",)),),
        changeable=("state", "at", "tries", "retry", "why"),
    ),
    Table(Secret, key=("name",)),
    Table(
        DeliveryMode,
        key=("address",),
        changeable=("mode", "zone", "next"),
        saved_as="delivery_mode",
    ),
    Table(
        Bounce,
        key=("letter", "recipient", "kind"),
        references=(Reference(("letter",), "letter", ("id",)),),
        indexes=(Index(("recipient", "at")),),
    ),
    Table(
        Master,
        key=("campaign_id", "address"),
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("token_digest",)),),
        changeable=("token_secret", "token_digest", "added", "active"),
    ),
    Table(
        Guest,
        key=("campaign_id", "address", "role"),
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("token_digest",)),),
        changeable=("player", "token_secret", "token_digest", "since", "active"),
    ),
    Table(
        Confirmation,
        references=(
            _OF_CAMPAIGN,
            Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name")),
        ),
        indexes=(Index(("token_digest",)), Index(("letter",)), Index(("together",))),
        changeable=("answered",),
    ),
    Table(
        Press,
        references=(_OF_CAMPAIGN, _OF_RESOLUTION),
        unique=(("key",),),
        indexes=(Index(("campaign_id", "writer", "created")),),
    ),
    Table(
        PressCopy,
        key=("message_id",),
        references=(_OF_CAMPAIGN, Reference(("press",), "press", ("key",))),
        indexes=(Index(("press",)),),
    ),
    Table(
        Proposal,
        key=("campaign_id", "number"),
        references=(_OF_CAMPAIGN, _OF_SEAT),
    ),
    Table(
        Decided,
        key=("campaign_id", "number"),
        references=(Reference(("campaign_id", "number"), "proposal", ("campaign_id", "number")),),
    ),
    Table(
        Ballot,
        references=(
            Reference(("campaign_id", "number"), "proposal", ("campaign_id", "number")),
            _OF_SEAT,
        ),
        indexes=(Index(("campaign_id", "number", "id")),),
    ),
    Table(
        Absence,
        references=(_OF_SEAT,),
        indexes=(Index(("campaign_id", "seat", "id")),),
    ),
    Table(Return, references=(_OF_SEAT,), indexes=(Index(("campaign_id", "seat", "id")),)),
    Table(Correction, key=("campaign_id", "serial"), references=(_OF_CAMPAIGN,)),
)

VIEWS = {Past: TABLES[2], Heading: TABLES[7]}
"""Records that hold some columns of a table."""
