"""A letter that waits, to the bytes that go out (RFC 5322): from whom it is, where an answer goes,
what it answers. The same letter, same bytes.

Written by hand rather than with the standard library, which folds long Message-IDs into encoded
words, draws its boundaries at random, and writes differently from version to version.
"""

import base64
import binascii
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime

import msgspec

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.encryption import CONFIRMATION, DIARY, PRESS
from adjudicator.desk.link import MasterPage, lead_master_to_desk, lead_to_desk
from adjudicator.desk.place import NO_DESK, DeskPlace
from adjudicator.post.incoming.headers import is_address, one_line
from adjudicator.post.incoming.letter import MARK, Address
from adjudicator.post.senders.return_addresses import return_part, tag_of
from adjudicator.post.transport.mailbox import Mail, reason
from adjudicator.reports.files.attachments import with_tag, with_token
from adjudicator.reports.model import File, Report
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.queries import first_address, seats
from adjudicator.store.records import Campaign, Caretaker, Confirmation, Guest, Master, Seat

LONGEST_LINE = 998
_ANSWERS = ("receipt", "answer", "refusal", DIARY, CONFIRMATION)
_NAMELESS = "adjudicator@adjudicator.invalid"
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_MEDIA = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}")
_ID = re.compile(r"<[!-;=?-~]{1,900}>")
_SPECIAL = re.compile(r'[()<>@,:;".\[\]\\]')


class ComposeError(ValueError):
    """A letter cannot be written: an address or a Message-ID is not one."""


class Envelope(msgspec.Struct, frozen=True):
    """Who writes to whom, when, and in answer to what.

    Message-IDs stand with their angle brackets. ``automatic`` is ``replied`` for an answer and
    ``generated`` for a letter of the program's own accord (RFC 3834). ``mark`` names the game in
    the field that shows the program its own letters. ``unsubscribe`` is the subject of an answer
    that ends such letters.
    """

    message_id: str
    sender: Address
    recipients: tuple[Address, ...]
    date: datetime
    reply_to: Address | None = None
    in_reply_to: str = ""
    automatic: str = "generated"
    unsubscribe: str = ""
    mark: str = "adjudicator"


class _MimePart(msgspec.Struct):
    """The fields of a part that say what it is, and its lines, encoded."""

    fields: list[str]
    content: bytes


def write(
    store: Store, queued: Letter, recipients: tuple[str, ...] = (), desk: DeskPlace = NO_DESK
) -> Mail:
    """Write a letter that waits, for all or some of its recipients; the same whenever it is sent,
    as long as its reader, his token and the settings stay the same.

    An answer to a letter for a seat goes to an address with the seat's token, so that a player
    who just answers has proven himself, and likewise with game masters, guests and confirmations.
    A letter to one who has lost the seat meanwhile has no token, and neither has press, which is
    passed on. An order sheet that waits has the token that counts when it goes, and so has the
    link to the order desk. What comes back names the letter, and so does the tag on top of it.
    Raises ComposeError if it cannot be written.
    """
    campaign = store.find(Campaign, id=queued.campaign_id) if queued.campaign_id else None
    sender = _sender_of(store, campaign)
    seat = store.first(Seat, campaign_id=campaign.id, name=queued.seat) if campaign else None
    reply_to, unsubscribe = None, ""
    content = queued.content
    answerable = campaign and campaign.settings.address and queued.kind != PRESS
    is_to_player = seat and seat.address in queued.recipients
    holder = seat if is_to_player else campaign and _caretaker(store, campaign, queued)
    if holder and answerable:
        reply_to = sender.with_plus(token(holder))
        if len(queued.recipients) == 1:
            content = with_token(content, token(holder))
            content = lead_to_desk(content, desk, sender.address)
    elif campaign and answerable and len(queued.recipients) == 1:
        person = _person(store, campaign, queued)
        reply_to = sender.with_plus(token(person)) if person else None
        unsubscribe = "unobserve" if isinstance(person, Guest) else ""
        if isinstance(person, Master):
            sheet = f"game {campaign.name}\ntoken {token(person)}\n"
            page = MasterPage(tuple(x.name for x in seats(store, campaign)), queued.phase)
            content = lead_master_to_desk(content, desk, sender.address, sheet, page)
    content = with_tag(content, campaign.name if campaign else "", tag_of(store, queued))
    envelope = Envelope(
        message_id=queued.message_id,
        sender=sender,
        recipients=tuple(Address(each, _player(seat, each)) for each in queued.recipients),
        date=queued.created,
        reply_to=reply_to,
        in_reply_to=queued.in_reply_to,
        automatic="replied" if queued.kind in _ANSWERS else "generated",
        unsubscribe=unsubscribe,
        mark=campaign.name if campaign else "adjudicator",
    )
    data = compose(content, envelope)
    envelope_sender = sender.with_plus(return_part(store, queued))
    return Mail(queued.message_id, envelope_sender.address, recipients or queued.recipients, data)


def _sender_of(store: Store, campaign: Campaign | None) -> Address:
    """Return the campaign's address; a letter from none comes from the first that has one."""
    if campaign and campaign.settings.address:
        return Address(campaign.settings.address, campaign.name)
    if campaign:
        return Address(f"adjudicator@{campaign.settings.host}", campaign.name)
    return Address(first_address(store) or _NAMELESS, "Adjudicator")


def _person(
    store: Store, campaign: Campaign, queued: Letter
) -> Master | Guest | Confirmation | None:
    """Return whose token an answer proves that comes from one who holds no seat; one about a seat
    can only be a game master's."""
    if asks := store.first(Confirmation, letter=queued.message_id):
        return asks
    address, of = queued.recipients[0].casefold(), campaign.id
    master = store.first(Master, campaign_id=of, address=address, active=True)
    if master or queued.seat:
        return master
    return store.first(Guest, campaign_id=of, address=address, active=True)


def _caretaker(store: Store, campaign: Campaign, queued: Letter) -> Caretaker | None:
    """Return who looks after the seat of a letter and is its only reader."""
    if len(queued.recipients) != 1 or not queued.seat:
        return None
    address = queued.recipients[0].casefold()
    found = store.rows(Caretaker, campaign_id=campaign.id, seat=queued.seat, address=address)
    return next((each for each in found if each.ended is None), None)


def _player(seat: Seat | None, address: str) -> str:
    return seat.player if seat and seat.address == address else ""


def compose(report: Report, envelope: Envelope) -> bytes:
    """Write a letter, lines ending in CRLF. Raises ComposeError for unusable addresses or ids."""
    digest = hashlib.sha256(envelope.message_id.encode()).hexdigest()[:32]
    body = _body(report, digest)
    lines = [*_fields(report, envelope), *body.fields]
    head = "".join(f"{line}\n" for line in lines).encode("ascii")
    return (head + b"\n" + body.content).replace(b"\n", b"\r\n")


def _fields(report: Report, envelope: Envelope) -> Iterable[str]:
    yield f"From: {_address(envelope.sender)}"
    yield "To: " + ",\n ".join(map(_address, envelope.recipients))
    if not envelope.recipients:
        raise ComposeError(str(reason("no-recipient")))
    if envelope.reply_to:
        yield f"Reply-To: {_address(envelope.reply_to)}"
        if envelope.unsubscribe:
            address = envelope.reply_to.address
            yield f"List-Unsubscribe: <mailto:{address}?subject={envelope.unsubscribe}>"
    yield f"Subject: {_encode(one_line(report.subject), len('Subject: '))}"
    yield f"Date: {format_datetime(envelope.date.astimezone(UTC))}"
    yield f"Message-ID: {_message_id(envelope.message_id)}"
    if envelope.in_reply_to:
        yield f"In-Reply-To: {_message_id(envelope.in_reply_to)}"
        yield f"References: {_message_id(envelope.in_reply_to)}"
    yield f"Auto-Submitted: auto-{envelope.automatic}"
    yield "X-Auto-Response-Suppress: All"
    yield f"{MARK}: {_in_ascii(envelope.mark) or 'adjudicator'}"
    yield "MIME-Version: 1.0"


def _body(report: Report, digest: str) -> _MimePart:
    """Nest the parts: files beside the words, plain words beside HTML, the HTML with its images."""
    images = [file for file in report.files if file.cid]
    files = [file for file in report.files if not file.cid]
    words = _text(report.text, "plain")
    if report.html:
        page = _text(report.html, "html")
        if images:
            page = _multipart("related", [page, *map(_file, images)], f"{digest}-r")
        words = _multipart("alternative", [words, page], f"{digest}-a")
    else:
        files = list(report.files)
    return _multipart("mixed", [words, *map(_file, files)], f"{digest}-m") if files else words


def _multipart(kind: str, parts: Sequence[_MimePart], boundary: str) -> _MimePart:
    # No content holds a boundary: "=_" does not occur in it, whatever its encoding.
    mark = f"=_{boundary}"
    content = b""
    for part in parts:
        fields = "".join(f"{field}\n" for field in part.fields)
        content += f"--{mark}\n{fields}\n".encode("ascii") + part.content + b"\n"
    content += f"--{mark}--\n".encode("ascii")
    return _MimePart([f'Content-Type: multipart/{kind};\n boundary="{mark}"'], content)


def _text(text: str, kind: str) -> _MimePart:
    lines = "\n".join(text.splitlines()) + "\n"
    simple = lines.isascii() and "=_" not in lines and all(c >= " " or c in "\t\n" for c in lines)
    if simple and max(map(len, lines.split("\n"))) <= 78:
        charset, encoding, content = "us-ascii", "7bit", lines.encode("ascii")
    else:
        charset, encoding = "utf-8", "quoted-printable"
        content = binascii.b2a_qp(lines.encode("utf-8", "replace"), istext=True)
    fields = [f"Content-Type: text/{kind}; charset={charset}"]
    return _MimePart([*fields, f"Content-Transfer-Encoding: {encoding}"], content)


def _file(file: File) -> _MimePart:
    name = _in_ascii(file.name) or "file"
    media = file.media.partition(";")[0].strip()
    media = media if _MEDIA.fullmatch(media) else "application/octet-stream"
    charset = "; charset=utf-8" if media.startswith("text/") else ""
    if media == "text/calendar":  # without its method, calendars do not offer to take it over
        charset += "; method=PUBLISH"
    disposition = "inline" if file.cid else "attachment"
    fields = [
        f'Content-Type: {media}{charset};\n name="{name}"',
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: {disposition};\n filename="{name}"',
    ]
    if file.cid:
        fields.append(f"Content-ID: <{_in_ascii(file.cid) or 'file'}>")
    return _MimePart(fields, base64.encodebytes(file.data))


def _in_ascii(text: str) -> str:
    """Reduce a name to letters, digits, points, underscores and hyphens."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _NOT_IN_NAMES.sub("-", ascii_only).strip("-.")[:60]


def _address(address: Address) -> str:
    if not is_address(address.address):
        raise ComposeError(str(reason("bad-recipient", address=address.address[:80])))
    name = one_line(address.name, 60)
    if not name:
        return address.address
    if not name.isascii() or "=?" in name:  # as it stands that would be decoded
        return f"{_encode(name, 10)}\n <{address.address}>"
    if _SPECIAL.search(name):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{name} <{address.address}>"


def _encode(text: str, used: int) -> str:
    """Write words for a field, folded, with encoded words where they are not plain ASCII."""
    charset = "us-ascii" if text.isascii() and "=?" not in text else "utf-8"
    header = Header(text, charset, maxlinelen=76, header_name="x" * used)
    return header.encode(linesep="\n")


def _message_id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise ComposeError(str(reason("no-message-id", text=value[:80])))
    return value
