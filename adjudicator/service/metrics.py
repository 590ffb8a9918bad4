"""Numbers in the text form that Prometheus reads."""

from datetime import datetime

from adjudicator.service.health import Health
from adjudicator.store.load import Load

_HELP = {
    "campaigns": "Campaigns in the database.",
    "due": "Campaigns in which something is due now.",
    "oldest_due": "Seconds for which what has waited longest has been due.",
    "letters": "Letters that wait to be sent.",
    "oldest_letter": "Seconds for which the oldest of them has waited.",
    "phases_a_minute": "Phases carried out a minute, over the last five.",
    "workers": "Workers that gave a sign of life in the last minute.",
    "jobs": "Jobs that wait in the queue.",
    "jobs_at_hand": "Jobs that a worker is at.",
}
_NAMES = {
    "due": "due_campaigns",
    "oldest_due": "oldest_due_seconds",
    "letters": "letters_waiting",
    "oldest_letter": "oldest_letter_seconds",
    "phases_a_minute": "phases_per_minute",
}


def prometheus(load: Load, health: Health, now: datetime) -> str:
    """Return the numbers, and whether all is well (1 or 0), as gauges."""
    numbers = [
        (_NAMES.get(name, name), _HELP[name], value) for name, value in load._asdict().items()
    ]
    numbers.append(("well", "1 if all is well, 0 if something fails.", int(health.state == "well")))
    if health.last_pass:
        ago = max(0, int((now - health.last_pass).total_seconds()))
        numbers.append(("last_pass_seconds", "Seconds since something was last looked after.", ago))
    return "".join(
        f"# HELP adjudicator_{name} {about}\n# TYPE adjudicator_{name} gauge\n"
        f"adjudicator_{name} {value}\n"
        for name, about, value in numbers
        if value is not None
    )
