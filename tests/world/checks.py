"""What must hold in a simulated world: after each step, and at its end."""

from collections import Counter
from datetime import timedelta

from ledger import NOTHING, Possible, possible_orders, read_lines

from adjudicator.campaign.records.verify import verify
from adjudicator.store.letter_records import Attempt, Disposition, Heading, Note
from adjudicator.store.records import Adjudication, Campaign, Seat, Submission

TROUBLE = ("connection refused", "connection timed out", "lost connection", "451", "deadline")
FAULTY = ("failed", "stuck", "unsendable", "map-failed", "regent-failed", "set-aside")
SOON = timedelta(minutes=10)


def waiting(store):
    """Return how many letters wait to be sent."""
    sql = "SELECT count(*) FROM letter WHERE sent IS NULL AND recipients <> '[]'"
    return store.select(sql)[0][0]


def check_deed(world, deed):
    """Check that what failed is something that the world did."""
    if deed.what == "failed" and not any(each in deed.text for each in TROUBLE):
        world.fail("failed", deed.text[:300])


def check_step(world, store):
    """Check what can be seen after each step."""
    for name in [each for each in world.inbox.done if each not in world.checked]:
        world.checked.add(name)
        if not store.has(Disposition, name=name):
            message_id, sender = world.names[name]
            world.fail("no disposition", f"{name} of {sender} is put away", name, message_id)
    last = store.first(Adjudication, last=True, campaign_id=world.campaign.id)
    for serial in range(world.head + 1, last.serial + 1):
        done = store.find(Adjudication, campaign_id=world.campaign.id, serial=serial)
        world.head, world.opened[serial] = serial, world.seconds
        _check_phase(world, store, done)


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
    for seat in store.rows(Seat, campaign_id=world.campaign.id):
        _check_orders(world, store, done, closing, seat)
    world.played.add(done.phase)


def _check_orders(world, store, done, closing, seat):
    """Check that what was carried out for a seat is what stood for it, by the model of the world
    and by what its receipts say."""
    carried = read_lines(done.orders.get(seat.name, ""))
    entered = store.rows(
        Submission, campaign_id=done.campaign_id, seat=seat.name, resolution=done.parent, order="id"
    )
    others = any(each.kind in ("kept", "policy", "later") for each in entered)
    before = NOTHING
    if seat.held_by != "person" or others or done.phase in world.played:
        before = Possible(carried, is_exact=False)  # of which the model knows nothing
    elif done.policies.get(seat.name):  # they stand from one phase to the next
        ever = [each.lines for each in world.letters if each.seat == seat.name]
        before = Possible(frozenset().union(*ever), is_exact=False)

    def is_certain(letter, arrived):
        holders = [who for _, who in world.holders[seat.name]]
        if holders[-1] != letter.writer:
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
    for verdict in verify(store, campaign):
        if verdict.faults:
            world.fail("verify", f"{verdict.phase}: {verdict.faults[:3]}", verdict.phase)
    for note in store.rows(Note):
        if note.code in FAULTY:
            world.fail("note", f"{note.code}: {note.text[:300]}")


def _check_letters_in(world, store):
    found = {each.name: each for each in store.rows(Disposition)}
    answered = {each.answers for each in world.sent}
    for name, (message_id, sender) in world.names.items():
        if name not in found:
            world.fail("no disposition", f"{name} of {sender}", name, message_id)
        fate = found[name]
        world.counts[f"letters {fate.outcome}"] += 1
        if fate.outcome == "taken" and message_id not in answered:
            world.fail("not told", f"{name} ({fate.why}) of {sender}", name, message_id)


def _check_letters_out(world, store):
    went = {(each.message_id, each.to) for each in world.sent}
    letters = {each.id: each for each in store.rows(Heading)}
    tried = {(each.letter, each.recipient): each.state for each in store.rows(Attempt)}
    for letter in letters.values():
        for to in letter.recipients:
            gone = (letter.message_id, to) in went
            if not gone and tried.get((letter.id, to)) not in ("refused", "dropped"):
                world.fail("never sent", f"{letter.message_id} to {to}", letter.message_id)
    unknown = {each for each, _ in went} - {each.message_id for each in letters.values()}
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
