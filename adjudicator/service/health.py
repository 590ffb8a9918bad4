"""``health``: whether passes are made, and do what they should; and numbers for Prometheus."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Literal, NamedTuple

from adjudicator.reports.words import local_time
from adjudicator.service.reasons import reason
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import LIMIT, DoneMark, Watermark
from adjudicator.store.load import Load
from adjudicator.store.records import TRIES, Campaign, Failure, LastPass
from adjudicator.wording import Reason

LONGEST_WAIT = timedelta(hours=1)
"""What has waited longer than this, though it could have gone, is a fault."""
_MOST = 1000
_MOST_JOBS = 10
"""So many jobs at hand are told of, those first that take longest."""


class Health(NamedTuple):
    """How the service is."""

    state: Literal["well", "ill", "down"]
    """``ill``: passes are made, and something fails in them; ``down``: none are made."""
    findings: tuple[str, ...]
    """A sentence for each thing that is wrong, and then what else there is to say."""
    last_pass: datetime | None


def health(store: Store, now: datetime, within: timedelta) -> Health:
    """Say how the service is; the last pass must have been made ``within`` that time."""
    made = store.first(LastPass)
    if made is None:
        why = str(reason("never-a-pass"))
        return Health("down", (why,), None)
    last = made.at
    ago = _span(now - last)
    if now - last > within:
        why = str(reason("no-pass-lately", ago=ago))
        return Health("down", (why,), last)
    jobs = tuple(_tell_of_jobs(store))
    told, lasting = [], False
    if made.failing:
        told = [str(reason("passes-fail", since=_span(now - made.failing), why=made.why))]
        lasting = now - made.failing > LONGEST_WAIT
    wrong = (*(told if lasting else ()), *_faults(store, now))
    remarks = [*(() if lasting else told), *_tell_of_failures(store, now, lasting=False)]
    if names := queries.names_of_notes(store, LIMIT, now - timedelta(days=1)):
        remarks.append(str(reason("too-many-letters", games=names)))
    if wrong:
        return Health("ill", (*wrong, *remarks, *jobs), last)
    return Health("well", (str(reason("last-pass", ago=ago)), *remarks, *jobs), last)


def mark_of_day(moment: datetime) -> str:
    """Return the key of the mark that the letter of that day went to the judge's own address."""
    return f"letter to itself {moment.astimezone(UTC):%Y-%m-%d}"


def _find_lost_letter(store: Store, now: datetime) -> DoneMark | None:
    """Return the mark of the last letter to the judge itself if it should be back, and is not."""
    days = (mark_of_day(now - timedelta(days=each)) for each in range(2))
    last = next(filter(None, (store.first(DoneMark, key=each) for each in days)), None)
    if last is None or now - last.received <= LONGEST_WAIT:
        return None
    return None if queries.has_come_back(store, last.outcome, last.received) else last


def _faults(store: Store, now: datetime) -> Iterator[str]:
    """Say which mailboxes cannot be read, which letters do not go, and which phases are held."""
    if missed := _find_lost_letter(store, now):
        yield str(reason("letter-lost", ago=_span(now - missed.received)))
    for box in store.rows(Watermark):
        if box.lost and box.is_in_use(now):
            ago = _span(now - box.lost)
            yield str(reason("mailbox-lost", name=box.name, ago=ago, why=box.why))
    letters = islice(queries.letters_to_send(store), _MOST)
    times = [each.retry if each.waits_for == "digest" else each.created for each in letters]
    if waits := [now - each for each in times if each and now - each > LONGEST_WAIT]:
        yield str(reason("letters-wait", count=len(waits), since=_span(max(waits))))
    yield from _tell_of_failures(store, now, lasting=True)
    for each in store.due_until(now - LONGEST_WAIT, _MOST):
        campaign = store.find(Campaign, id=each.campaign_id)
        is_told = store.has(Failure, campaign_id=each.campaign_id, what=each.what)
        if each.what == "phase" and not (campaign.settings.paused or is_told):
            since = local_time(each.at, campaign.settings.zone)
            yield str(reason("phase-not-carried-out", name=campaign.name, since=since))


def _tell_of_failures(store: Store, now: datetime, *, lasting: bool) -> Iterator[str]:
    """Say what fails: for so long that it is a fault, or what may be done with the next try."""
    for failure in store.rows(Failure, order="at, campaign_id, what", limit=_MOST):
        if lasting == (failure.tries >= TRIES or failure.at <= now - LONGEST_WAIT):
            campaign = store.find(Campaign, id=failure.campaign_id)
            told = _describe(failure, campaign.settings.zone)
            if not campaign.archived:
                name = campaign.name
                yield str(reason("something-fails", name=name, told=told))


def _tell_of_jobs(store: Store) -> Iterator[str]:
    """Say how many jobs there are, where there are any, and who is at them."""
    if store.jobs is None:
        return
    jobs = store.jobs.count()
    waiting, at_hand, later = (f"{count:,}" for count in jobs)
    yield str(reason("jobs", waiting=waiting, at_hand=at_hand, later=later))
    for each in store.jobs.at_hand()[:_MOST_JOBS]:
        span = _span(timedelta(seconds=each.seconds))
        yield str(reason("job-at-hand", key=each.key, span=span, worker=each.worker))


def _describe(failure: Failure, zone: str) -> Reason:
    """Say what fails, since when, why, and when it is tried again."""
    return reason(
        "failure",
        what=failure.what,
        since=local_time(failure.at, zone),
        tries=failure.tries,
        why=failure.why.rstrip("."),
        again=local_time(failure.retry, zone) if failure.retry else "",
    )


def _span(time: timedelta) -> str:
    """``3 hours``: a length of time in its largest unit."""
    seconds = max(0, int(time.total_seconds()))
    units = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
    unit, length = next((each for each in units if seconds >= each[1]), units[-1])
    count = seconds // length
    return f"{count:,} {unit}{'' if count == 1 else 's'}"


_GAUGES = {
    "campaigns": ("campaigns", "gauge.campaigns"),
    "due": ("due_campaigns", "gauge.due"),
    "oldest_due": ("oldest_due_seconds", "gauge.oldest-due"),
    "letters": ("letters_waiting", "gauge.letters"),
    "oldest_letter": ("oldest_letter_seconds", "gauge.oldest-letter"),
    "phases_a_minute": ("phases_per_minute", "gauge.phases"),
    "failing": ("failing_campaigns", "gauge.failing"),
    "workers": ("workers", "gauge.workers"),
    "jobs_waiting": ("jobs_waiting", "gauge.jobs-waiting"),
    "jobs_at_hand": ("jobs_at_hand", "gauge.jobs-at-hand"),
}
"""What is counted: its name for Prometheus, and the words for what it is."""


def as_gauges(load: Load, health: Health, now: datetime) -> str:
    """Return the numbers, and whether all is well (1 or 0), as gauges for Prometheus."""
    numbers = [(*_GAUGES[name], value) for name, value in load._asdict().items()]
    numbers.append(("well", "gauge.well", int(health.state == "well")))
    if health.last_pass:
        ago = max(0, int((now - health.last_pass).total_seconds()))
        numbers.append(("last_pass_seconds", "gauge.last-pass", ago))
    return "".join(
        f"# HELP adjudicator_{name} {reason(code)}\n# TYPE adjudicator_{name} gauge\n"
        f"adjudicator_{name} {value}\n"
        for name, code, value in numbers
        if value is not None
    )
