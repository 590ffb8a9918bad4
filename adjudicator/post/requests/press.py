"""Press that comes by mail: sent on by the campaign, or refused as a whole."""

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.identify import Source
from adjudicator.campaign.press.archive import is_press, read_answered
from adjudicator.campaign.press.drafts import Draft, find_second, whole_text
from adjudicator.campaign.press.press import repeat_diary, send_press
from adjudicator.orders import scan, understand
from adjudicator.post.requests.context import ParsedRequest, Request, RequestContext
from adjudicator.post.senders.limits import addresses_within, within_limits

_THE_DIARY = (Draft("diary"),)


def send(context: RequestContext) -> None:
    """Send the press of a letter, or repeat a diary. Raises RefusedError."""
    letter, sender = context.letter, context.sender
    assert context.state
    drafts = letter.press or (Draft("press", text=whole_text(context.parsed.text)),)
    if not sender.proven and any(each.kind != "press" or each.to for each in drafts):
        raise RefusedError("press-no-token")
    seat = context.seat
    if not (seat or sender.master or sender.answers):
        raise RefusedError("press-no-seat")
    elsewhere = tuple(each for each in context.addresses if not seat or each != seat.address)
    entries = within_limits(context.store, sender, "receipt", elsewhere, context.now)
    for each in letter.press:
        _check_end(context, each)
    source = Source(
        id=letter.id,
        key=letter.key,
        address=letter.sender.address,
        answer=bool(addresses_within(entries, letter.sender.address)),
        files=context.parsed.files,
    )

    def work(at: Change) -> None:
        holder = at.seat(seat.name) if seat else None
        if holder and seat and holder.token_digest != seat.token_digest:
            raise RefusedError("wrong-token")
        for entry in entries:
            at.add(entry)
        if drafts == _THE_DIARY and holder:
            repeat_diary(at, holder, source)
        else:
            answered = read_answered(at, letter.answers, holder.name if holder else "")
            send_press(at, holder, drafts, source, answered)

    commit(context.store, context.state.campaign, context.arrived, work)


PRESS = Request(
    "press",
    "player",
    "write to other seats, to “all”, “master” or “observers”: the text stands below it, up to "
    "“endpress”; an answer to press needs no name",
    send,
    usage="to NAMES",
    changes=True,
)
BROADCAST = Request("broadcast", "player", "write to everybody", send, changes=True)
DIARY = Request(
    "diary",
    "player",
    "write a note to yourself, which stands below it; alone, it is answered with all of them",
    send,
    changes=True,
)


def check_whose_answer(context: RequestContext) -> None:
    """Raise RefusedError for a letter that answers press but is not proven to come from its reader.

    He wrote from another address than his seat's, or it is somebody else.
    """
    sender = context.sender
    if not (sender.proven or sender.answers) and is_press(context.store, context.letter.answers):
        raise RefusedError("press-elsewhere")


def find_answer_to_press(context: RequestContext) -> ParsedRequest | None:
    """Return the request that a letter makes which answers press without saying so, if it does.

    Orders are not press: a letter with a line that is one is not sent to anybody by mistake. Raises
    RefusedError if the letter cannot be taken as orders either.
    """
    at, letter = context.state, context.letter
    if at is None or letter.press or not whole_text(letter.text).strip():
        return None
    reader = context.seat.name if context.seat else ""
    if not read_answered(at, letter.answers, reader):
        return None
    order = _first_order(context)
    if order and not context.sender.proven:
        raise RefusedError("press-or-orders", line=order)
    return None if order else ParsedRequest(PRESS, text=letter.text)


def _check_end(context: RequestContext, draft: Draft) -> None:
    """Raise RefusedError for press of which nobody says where it ends, if what is in it may not be
    meant for its readers: other press, or orders."""
    if draft.ended:
        return
    line = find_second(draft.text) or (_first_order(context, draft.text) if context.seat else "")
    if line:
        raise RefusedError("press-open", line=line[:60])


def _first_order(context: RequestContext, text: str = "") -> str:
    """Return the first line of a letter, or of a text, that is an order and nothing else; ``""``:
    none is."""
    at, found = context.state, scan(text or context.letter.text)
    assert at
    if found.ready is not None or found.word:
        return "word" if found.word else "ready"
    for section in found.sections if at.has_begun else ():
        reader = context.seat.name if context.seat else ""
        language = at.game.language(at.position, section.name, reader)
        if language and (orders := understand(section.lines, language).orders.lines):
            return str(orders[0])
    return ""
