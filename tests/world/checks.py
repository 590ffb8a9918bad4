"""What must hold in a simulated world: after each step, and at its end."""

from collections import Counter
from datetime import timedelta

from ledger import NOTHING, Possible, possible_orders, read_lines
from timetable import fault_of

from adjudicator.campaign.records.verify import verify
from adjudicator.store.letter_records import WEBHOOK, Attempt, Disposition, Heading, Note
from adjudicator.store.records import Adjudication, Campaign, Deadline, Seat, Submission
from adjudicator.store.tables import TABLES

TROUBLE = (
    *("connection refused", "connection timed out", "lost connection", "451", "deadline"),
    *("disk is full", "Input/output error", "database is locked", "connection is closed"),
)
FAULTY = ("failed", "stuck", "unsendable", "map-failed", "regent-failed", "set-aside")
LATER = ("outage", "jump", "bank", "absence", "resumed")
"""Why a deadline may only be put off."""
SOON = timedelta(minutes=10)
MOMENT = timedelta(seconds=5)


def waiting(store):
    """Return how many letters wait to be sent."""
    sql = "SELECT count(*) FROM letter WHERE sent IS NULL AND recipients <> '[]'"
    return store.select(sql)[0][0]


def check_trouble(world, code, text):
    """Check that what failed is something that the world did."""
    if not any(each in text for each in TROUBLE):
        world.fail(code, text[:300])


def check_deed(world, store, deed):
    """Check what a process tells of a deed."""
    if deed.what == "failed":
        check_trouble(world, "failed", deed.text)
    if deed.what == "mended":  # what waits had no job, or another one
        world.fail("no job", deed.text)
    if deed.what == "adjudicated":
        _check_nothing_is_unread(world, store)


def _check_nothing_is_unread(world, store):
    """Check that no letter lies unread that came before the end of a phase that has just closed."""
    done = store.first(Adjudication, last=True, campaign_id=world.campaign.id)
    if done.parent is None or done.parent != done.serial - 1 or done.parent in world.called:
        return
    closing = world.closing_of(done)
    if not closing.ends or closing.is_disturbed:
        return
    of = {"campaign_id": done.campaign_id}
    asked = store.find(Adjudication, **of, serial=done.parent).opens.must
    if not any(seat.by_person and seat.name in asked for seat in store.rows(Seat, **of)):
        return  # given to a regent: what asks nobody is carried out at once
    # A time of grace is over as soon as nobody is missing any more.
    until = closing.ends if closing.closed >= closing.ends else closing.deadline
    sent = store.rows(Submission, order="id", campaign_id=done.campaign_id, resolution=done.parent)
    last = {each.seat: each for each in sent}
    if done.awaited and all(seat in last and last[seat].ready for seat in done.awaited):
        # What came later than the last “ready” may be read when that has closed the phase.
        until = min(until, max(last[seat].received for seat in done.awaited))
    for name, (arrived, _) in world.inbox.new.items():
        is_early = closing.opened < arrived < until - MOMENT
        if is_early and not store.has(Disposition, name=name):
            text = f"{done.phase} closed at {closing.ends}, and {name} of {arrived} lay there"
            world.fail("unread", text, name, done.phase)


def check_step(world, store):
    """Check what can be seen after each step."""
    for name in [each for each in world.inbox.done if each not in world.checked]:
        world.checked.add(name)
        if not any(store.has(Disposition, name=each) for each in _copies(world, name)):
            message_id, sender = world.names[name]
            world.fail("no disposition", f"{name} of {sender} is put away", name, message_id)
    for seat in store.rows(Seat, campaign_id=world.campaign.id):
        if seat.address and world.holders[seat.name][-1:] != [seat.address]:
            world.holders[seat.name].append(seat.address)
    _check_deadlines(world, store)
    last = store.first(Adjudication, last=True, campaign_id=world.campaign.id)
    for serial in range(world.head + 1, last.serial + 1 if last else 0):
        done = store.find(Adjudication, campaign_id=world.campaign.id, serial=serial)
        world.head, world.opened[serial] = serial, world.seconds
        _check_phase(world, store, done)


def _check_deadlines(world, store):
    """Check that deadlines are as the schedule has them, and that nobody ever loses time."""
    sql = "SELECT id FROM deadline WHERE id > ? ORDER BY id"
    for (number,) in store.select(sql, world.last_deadline):
        world.last_deadline = number
        row = store.find(Deadline, id=number)
        if row.at is None:
            continue
        before = store.rows(Deadline, resolution=row.resolution, order="id")
        before = [each.at for each in before if each.id < number]
        if before[-1:] == [row.at]:
            continue  # it stays, and is noted because a clock was off
        text = f"{row.at} ({row.why}), set on {row.created}; before: {before[-1:]}"
        settings = store.find(Campaign, id=world.campaign.id).settings
        fault = fault_of(settings.deadline, settings.zone, row.created, row.at)
        if row.why == "rule" and fault:
            world.fail("deadline", f"{fault}: {text}; {settings.deadline}, {settings.zone}")
        if row.why in LATER and row.at + timedelta(hours=settings.grace) <= row.created:
            world.fail("deadline", f"past when it was set: {text}")
        if before and before[-1] and row.at < before[-1] and row.why in LATER:
            world.fail("deadline", f"earlier than before: {text}")
        world.counts["deadlines"] += 1


def _check_early(world, store, done, before):
    """Check that a phase that ended before its time did so because all were ready."""
    rows = store.rows(Deadline, resolution=done.parent, order="id")
    if not rows or rows[-1].at is None or done.created >= rows[-1].at:
        return
    if done.parent in world.called:  # its game master would not wait
        return
    world.counts["phases before their time"] += 1
    for seat in before.opens.must:
        person = world.people.get(world.holders[seat][-1]) if world.holders[seat] else None
        held = store.find(Seat, campaign_id=world.campaign.id, name=seat)
        is_heir = held.taken is not None and held.taken >= done.created
        if person and held.address == person.address and held.held_by == "person" and not is_heir:
            since = world.opened.get(done.parent, 0) - 10 * 86400
            if not any(each >= since for each in world.ready_said[seat]):
                world.fail("too early", f"{done.phase}: {seat} never said so", seat, done.phase)


def _check_phase(world, store, done):
    if done.parent is None:
        return
    world.counts["phases"] += 1
    before = store.find(Adjudication, campaign_id=world.campaign.id, serial=done.parent)
    if done.parent != done.serial - 1:
        world.tell(f"rolled back to {done.opens.key}")
        return
    world.tell(f"{done.phase} is carried out, and {done.opens.key} opens")
    if done.phase != before.opens.key:
        world.fail("order of phases", f"{done.phase} came after {before.opens.key}", done.phase)
    closing = world.closing_of(done)
    if not closing.is_disturbed:
        _check_early(world, store, done, before)
    for seat in store.rows(Seat, campaign_id=world.campaign.id):
        wanted = before.opens.must or before.opens.may
        is_person = seat.held_by == "person" and (
            seat.name in done.awaited or seat.name not in wanted
        )
        _check_orders(world, store, done, closing, seat, is_person=is_person)
    world.played[done.phase] = done.serial


def _check_orders(world, store, done, closing, seat, *, is_person):
    """Check that what was carried out for a seat is what stood for it, by the model of the world
    and by what its receipts say. ``is_person``: no regent played it then, nor does one now."""
    carried = read_lines(done.orders.get(seat.name, ""))
    entered = store.rows(
        Submission, campaign_id=done.campaign_id, seat=seat.name, resolution=done.parent, order="id"
    )
    others = any(each.kind in ("kept", "policy", "later") for each in entered)
    others = others or any(each.source not in world.posted for each in entered)
    again = [each for each in world.opens(store) if each == done.phase]
    is_unforeseen = world.has_meddled(seat.name) or world.is_displaced
    others = others or len(again) > 1 or is_unforeseen
    before = NOTHING
    if not is_person or others or done.phase in world.played:
        before = Possible(carried, is_exact=False)  # of which the model knows nothing
    elif done.policies.get(seat.name):  # they stand from one phase to the next
        ever = [each.lines for each in world.letters if each.seat == seat.name]
        before = Possible(frozenset().union(*ever), is_exact=False)

    def is_certain(letter, arrived):
        if is_unforeseen or world.holders[seat.name][-1] != letter.writer:
            return False
        if closing.ends:
            return True
        return arrived < closing.closed - SOON and not world.was_away(arrived, closing.closed)

    letters = [each for each in world.letters if each.seat == seat.name]
    possible = possible_orders(letters, done.phase, closing, is_certain, before)
    if not any(each.allows(carried) for each in possible):
        world.fail(
            "other orders",
            f"{seat.name} in {done.phase}: {sorted(carried)} were carried out; by the letters it is "
            f"one of {[(sorted(each.lines), each.is_exact) for each in possible]}",
            *(seat.name, done.phase, seat.address),
        )
    if any(each is not before and each.is_exact for each in possible):
        world.counts["orders that the model knew"] += 1
    if entered and entered[-1].is_answer and read_lines(entered[-1].text) != carried:
        world.fail("orders lost", f"{seat.name} in {done.phase}", seat.name, done.phase)


def check_end(world, store):
    """Check all that must be so when everything has come to rest."""
    campaign = store.find(Campaign, id=world.campaign.id)
    _check_letters_in(world, store)
    _check_letters_out(world, store)
    _check_receipts(world, store)
    _check_course(world, store)
    _check_verify(world, store, campaign)
    for note in store.rows(Note):
        if note.code in FAULTY:
            check_trouble(world, f"note {note.code}", note.text)


def _check_verify(world, store, campaign):
    for verdict in verify(store, campaign):
        if verdict.faults:
            world.fail("verify", f"{verdict.phase}: {verdict.faults[:3]}", verdict.phase)


def check_forgotten(world, store, address):
    """Check that nothing tells of who was forgotten, and that all else is as it was."""
    for table in TABLES:
        is_looked_at = not table.is_evidence and not (table.of_files and store.jobs)
        for row in store.rows(table.record) if is_looked_at else ():
            if address in repr(row):
                world.fail("remembered", f"{address} in {table.name}: {row!r}"[:600], address)
    _check_verify(world, store, store.find(Campaign, id=world.campaign.id))


def _copies(world, name):
    """Return the names of a letter that came several times: a restore reads one of them again."""
    message = world.inbox.done.get(name) or world.inbox.new.get(name)
    same = (*world.inbox.done.items(), *world.inbox.new.items())
    return {name, *(each for each, (_, raw) in same if message and raw == message[1])}


def _check_letters_in(world, store):
    found = {each.name: each for each in store.rows(Disposition)}
    answered = {each.answers for each in world.sent}
    for name, (message_id, sender) in world.names.items():
        fates = [found[each] for each in _copies(world, name) if each in found]
        if not fates:
            world.fail("no disposition", f"{name} of {sender}", name, message_id)
        fate = found.get(name, fates[0])
        _check_phases(world, message_id, fates)
        world.counts[f"letters {fate.outcome}"] += 1
        if fate.outcome == "taken" and message_id not in answered:
            world.fail("not told", f"{name} ({fate.why}) of {sender}", name, message_id)


def _check_phases(world, message_id, fates):
    """Check that a letter counted once, and for no phase but the one that it names, if it does."""
    counted = [each.phases for each in fates if each.phases]
    written = world.posted.get(message_id)
    if len(counted) > 1:
        world.fail("counted twice", f"{message_id}: {counted}", message_id)
    for phases in counted if written and written.phase else ():
        if any(each.split()[:2] != written.phase.split()[:2] for each in phases):
            text = f"{message_id} for {written.phase} counted for {phases}"
            world.fail("another phase", text, message_id, written.phase)
        world.counts["letters that counted for their phase"] += 1


def _check_letters_out(world, store):
    went = {(each.message_id, each.to) for each in world.sent} | world.posted_notices
    letters = {each.id: each for each in store.rows(Heading)}
    tried = {(each.letter, each.recipient): each.state for each in store.rows(Attempt)}
    for letter in (each for each in letters.values() if each.message_id not in world.before):
        for to in letter.recipients:
            to_player = letter.kind == WEBHOOK and letter.seat  # whose URL stands nowhere
            gone = (letter.message_id, "" if to_player else to) in went
            if not gone and tried.get((letter.id, to)) not in ("refused", "dropped"):
                world.fail("never sent", f"{letter.message_id} to {to}", letter.message_id)
    unknown = {each for each, _ in went} - {each.message_id for each in letters.values()}
    unknown -= world.before
    if unknown:
        world.fail("sent and not known", str(sorted(unknown)[:3]))


def _check_receipts(world, store):
    """Check that the last letter that was taken of each seat has a receipt that says what stands."""
    texts = {}
    for each in world.sent:
        texts.setdefault(each.answers, []).append(each.text)
    for row in store.rows(Submission, campaign_id=world.campaign.id, kind="sent"):
        written = world.posted.get(row.source)
        if written is None or not row.fingerprint:
            continue
        told = texts.get(row.source, [])
        if not any(row.fingerprint[:12] in each.replace(" ", "") for each in told):
            what = f"{row.source} for {row.phase}: no receipt has {row.fingerprint}"
            world.fail("receipt", what, row.source, row.seat)
        world.counts["receipts"] += 1


def _check_course(world, store):
    """Check that no phase is carried out twice or skipped, and each seat is told of each once."""
    rows = store.rows(Adjudication, campaign_id=world.campaign.id, order="serial")
    if [each.serial for each in rows] != list(range(len(rows))):
        world.fail("order of phases", f"{[each.serial for each in rows]}")
    in_line = [each for each in rows if each.parent is not None and each.parent + 1 == each.serial]
    twice = [key for key, n in Counter((each.run, each.phase) for each in in_line).items() if n > 1]
    if twice:
        world.fail("phase twice", str(twice))
    told = Counter(
        (e.seat, e.phase, e.message_id) for e in store.rows(Heading) if e.kind == "result"
    )
    for key, count in told.items():
        if count > 1:
            world.fail("told twice", str(key))
