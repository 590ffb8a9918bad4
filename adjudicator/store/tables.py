"""The tables: one for each record, with its keys, references and indexes."""

from adjudicator.store import letter_records as letters
from adjudicator.store import records
from adjudicator.store.columns import Reference, StoredTable

_OF_CAMPAIGN = Reference(("campaign_id",), "campaign", ("id",))
_OF_SEAT = Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name"))
_OF_PROPOSAL = Reference(("campaign_id", "number"), "proposal", ("campaign_id", "number"))
_OF_RESOLUTION = Reference(("campaign_id", "resolution"), "adjudication", ("campaign_id", "serial"))

TABLES = (
    StoredTable(
        records.Campaign,
        unique=("name",),
        indexes=("address", "gm"),
        changeable=(
            *("settings", "version", "address", "gm"),
            *("ended", "why_ended", "archived", "deal", "moved"),
        ),
    ),
    StoredTable(
        records.Seat,
        key=("campaign_id", "name"),
        references=(_OF_CAMPAIGN,),
        unique=("campaign_id, place",),
        indexes=("token_digest", "lower(address) WHERE address <> ''"),
        changeable=(
            *("player", "address", "zone", "held_by", "regent"),
            *("token_secret", "token_digest", "since", "remind", "open", "taken"),
        ),
    ),
    StoredTable(
        records.Departure,
        references=(_OF_CAMPAIGN, _OF_SEAT),
        indexes=("address", "campaign_id, id"),
    ),
    StoredTable(
        records.Adjudication,
        is_evidence=True,
        key=("campaign_id", "serial"),
        references=(
            _OF_CAMPAIGN,
            Reference(("campaign_id", "parent"), "adjudication", ("campaign_id", "serial")),
        ),
        unique=("campaign_id, number, run",),
        indexes=("created",),
    ),
    StoredTable(
        records.Deadline, references=(_OF_RESOLUTION,), indexes=("campaign_id, resolution, id",)
    ),
    StoredTable(
        records.Due,
        key=("campaign_id", "what"),
        references=(_OF_CAMPAIGN,),
        indexes=("at, campaign_id",),
        kept=False,
        of_files=True,
    ),
    StoredTable(
        records.Failure,
        key=("campaign_id", "what"),
        references=(_OF_CAMPAIGN,),
        changeable=("tries", "retry", "why"),
        kept=False,
    ),
    StoredTable(
        records.Submission,
        references=(_OF_RESOLUTION, _OF_SEAT),
        unchecked=(Reference(("waited",), "submission", ("id",)),),
        indexes=(
            "campaign_id, resolution, seat, id",
            "campaign_id, seat, kind, id",
            "waited WHERE waited IS NOT NULL",
        ),
    ),
    StoredTable(letters.DoneMark, key=("key",), saved_as="mark"),
    StoredTable(
        letters.Letter,
        references=(_OF_CAMPAIGN, _OF_RESOLUTION),
        unique=("message_id",),
        indexes=(
            "id WHERE sent IS NULL AND recipients <> '[]'",
            "campaign_id, seat, kind, resolution, id",
            "kind, created",
        ),
        changeable=("sent", "tries", "retry", "waits_for"),
    ),
    StoredTable(letters.StoredFile, key=("digest",), saved_as="file"),
    StoredTable(letters.Note, references=(_OF_CAMPAIGN,), indexes=("campaign_id, code, created",)),
    StoredTable(
        records.LastPass,
        changeable=("at", "boot", "steady", "gap", "failing", "why"),
        saved_as="pass",
    ),
    StoredTable(
        records.DiceWord,
        saved_as="word",
        is_evidence=True,
        references=(_OF_CAMPAIGN, _OF_SEAT),
        indexes=("campaign_id, id",),
    ),
    StoredTable(
        records.Closing, key=("campaign_id", "serial"), references=(_OF_CAMPAIGN,), is_evidence=True
    ),
    StoredTable(
        letters.Disposition,
        saved_as="fate",
        references=(_OF_CAMPAIGN,),
        indexes=("letter", "campaign_id, id", "outcome, id", "name"),
    ),
    StoredTable(letters.Answered, indexes=("account, recipient, kind, at", "account, at")),
    StoredTable(
        letters.Watermark, key=("name",), changeable=("read_to", "tried", "lost", "why"), kept=False
    ),
    StoredTable(
        letters.Attempt,
        key=("letter", "recipient"),
        references=(Reference(("letter",), "letter", ("id",)),),
        indexes=("at",),
        changeable=("state", "at", "tries", "retry", "why"),
    ),
    StoredTable(letters.Secret, key=("name",)),
    StoredTable(
        letters.DeliveryMode,
        key=("address",),
        changeable=("mode", "zone", "next"),
        saved_as="delivery_mode",
    ),
    StoredTable(
        letters.Bounce,
        key=("letter", "recipient", "kind"),
        references=(Reference(("letter",), "letter", ("id",)),),
        indexes=("recipient, at",),
    ),
    StoredTable(
        records.Master,
        key=("campaign_id", "address"),
        references=(_OF_CAMPAIGN,),
        indexes=("token_digest",),
        changeable=("token_secret", "token_digest", "added", "active"),
    ),
    StoredTable(
        records.Guest,
        key=("campaign_id", "address", "role"),
        references=(_OF_CAMPAIGN,),
        indexes=("token_digest",),
        changeable=("player", "token_secret", "token_digest", "since", "active"),
    ),
    StoredTable(
        records.Caretaker,
        references=(_OF_CAMPAIGN, _OF_SEAT),
        indexes=("token_digest", "campaign_id, seat, id"),
        changeable=("ended", "from_regent"),
    ),
    StoredTable(
        records.Confirmation,
        references=(_OF_CAMPAIGN, _OF_SEAT),
        indexes=("token_digest", "letter", "together"),
        changeable=("answered",),
    ),
    StoredTable(
        letters.Press,
        references=(_OF_CAMPAIGN, _OF_RESOLUTION),
        unique=("key",),
        indexes=("campaign_id, writer, created",),
    ),
    StoredTable(
        letters.PressCopy,
        key=("message_id",),
        references=(_OF_CAMPAIGN, Reference(("press",), "press", ("key",))),
        indexes=("press",),
    ),
    StoredTable(
        letters.Proposal, key=("campaign_id", "number"), references=(_OF_CAMPAIGN, _OF_SEAT)
    ),
    StoredTable(letters.Decided, key=("campaign_id", "number"), references=(_OF_PROPOSAL,)),
    StoredTable(
        letters.Ballot, references=(_OF_PROPOSAL, _OF_SEAT), indexes=("campaign_id, number, id",)
    ),
    StoredTable(letters.Absence, references=(_OF_SEAT,), indexes=("campaign_id, seat, id",)),
    StoredTable(letters.Return, references=(_OF_SEAT,), indexes=("campaign_id, seat, id",)),
    StoredTable(
        letters.PlayerWebhook,
        key=("campaign_id", "seat"),
        references=(_OF_CAMPAIGN, _OF_SEAT),
        changeable=("url", "word", "asked", "confirmed"),
    ),
    StoredTable(records.Correction, key=("campaign_id", "serial"), references=(_OF_CAMPAIGN,)),
)

TABLE_OF = {table.record: table for table in TABLES}
"""By a record, its table. Some records hold only some columns of one."""
TABLE_OF |= {
    records.Past: TABLE_OF[records.Adjudication],
    letters.Heading: TABLE_OF[letters.Letter],
}
