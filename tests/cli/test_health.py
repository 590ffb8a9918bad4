"""``adjudicator health``: what a program that watches over others is told."""

import json
import math
import re

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.phases import adjudicate
from adjudicator.service.passes import Publisher

GAME = ("new", "toy", "--name", "friday", "--deadline", "every 2 hours", "--begin", "--not-early")
SEATS = ("--seat", "Oda=oda@example.org", "--seat", "Mori=none", "--address", "judge@example.net")


def test_health_has_an_exit_code_for_each_state(shell):
    assert "no such database" in shell("health", code=2)
    shell(*GAME, *SEATS)
    assert "down: No pass has been made yet" in shell("health", code=3)
    shell("tick", "--out", "out")
    assert shell("health") == "well: The last pass was 0 seconds ago.\n"
    shell.wait(minutes=16)
    assert "down: No pass has been made for 16 minutes." in shell("health", code=3)
    assert "The last pass was 16 minutes ago." in shell("health", "--within", "20")


def test_what_fails_in_passes_is_named(shell, monkeypatch):
    def fails(*_, **__):
        raise CampaignError("the rules fail")

    shell(*GAME, *SEATS)
    shell("tick")
    shell.wait(minutes=61)
    shell("tick")
    facts = json.loads(shell("health", "--json", code=1))
    assert facts["state"] == "ill"
    (only,) = facts["findings"]
    assert "1 letter waits to be sent, the oldest for 1 hour" in only
    shell.make_maildir()
    shell("tick", "--in", "in", "--out", "out")
    assert "well" in shell("health")
    (shell.folder / "in").rename(shell.folder / "elsewhere")
    shell("tick", "--in", "in", "--out", "out", code=1)
    shell.wait(minutes=5)
    shown = shell("health", code=1)
    assert "/in has been out of reach for 5 minutes: no Maildir" in shown
    (shell.folder / "elsewhere").rename(shell.folder / "in")
    shell.wait(hours=3)
    with monkeypatch.context() as broken:
        broken.setattr(adjudicate, "carry_out_phase", fails)
        shell("tick", "--in", "in", "--out", "out", code=1)
        said = shell("health", code=1)
        assert "ill: friday: a phase is due since Fri 20 Nov 2026 14:00 UTC, was tried" in said
        assert "and failed: the rules fail. It is tried again on Fri 20 Nov 2026 16:0" in said
        assert "or by “adjudicator retry friday”." in said
        assert "fails: phase, tried " in shell("status")
    said = shell("retry", "friday")
    assert "Phase failed " in said
    assert "(the rules fail) and is tried again with the next pass." in said
    shell("tick", "--in", "in", "--out", "out")
    assert "Nothing fails." in shell("retry", "friday")
    assert "well" in shell("health")
    with monkeypatch.context() as broken:
        broken.setattr(Publisher, "publish", fails)  # as the last of a pass
        shell("tick", "--in", "in", "--out", "out", code=2)
        said = shell("health")
        assert "well: Passes have ended with a failure for 0 seconds, the last with: Camp" in said
        (shell.folder / "in").rename(shell.folder / "elsewhere")
        shell("tick", "--in", "in", "--out", "out", code=2)
        said = shell("health", code=1)
        assert "has been out of reach for " in said
        assert "Passes have ended with a failure for 0 seconds" in said
        (shell.folder / "elsewhere").rename(shell.folder / "in")
        shell.wait(minutes=61)
        shell("tick", "--in", "in", "--out", "out", code=2)
        said = shell("health", code=1)
        assert "ill: Passes have ended with a failure for 1 hour, the last with: Camp" in said
        assert "Error: the rules fail. “adjudicator tick” shows all of them." in said
    shell("tick", "--in", "in", "--out", "out")
    assert "Passes have" not in shell("health")


_VALUE = r"-?\d+(\.\d+)?(e[+-]\d+)?"


def read(text):
    """Read Prometheus' text form strictly: each gauge has its help, its type and one number."""
    assert text.endswith("\n")
    lines = text.split("\n")[:-1]
    assert len(lines) % 3 == 0
    found = {}
    for about, kind, number in zip(*[iter(lines)] * 3, strict=True):
        name = re.fullmatch(rf"(adjudicator_[a-z_]+) ({_VALUE})", number)[1]
        assert re.fullmatch(rf"# HELP {name} [A-Z1][^\\\n]*\.", about)
        assert kind == f"# TYPE {name} gauge"
        assert name not in found
        found[name] = float(number.partition(" ")[2])
        assert math.isfinite(found[name])
    return {name.removeprefix("adjudicator_"): value for name, value in found.items()}


def test_the_numbers_are_in_the_form_that_prometheus_reads(shell):
    shell(*GAME, *SEATS)
    shell("tick", "--out", "out")
    shell.wait(minutes=125)
    there = read(shell("health", "--prometheus", code=3))
    assert (there["campaigns"], there["due_campaigns"], there["well"]) == (1, 1, 0)
    assert there["oldest_due_seconds"] == 65 * 60  # since a reminder, an hour before the deadline
    assert there["last_pass_seconds"] == 125 * 60
    assert (there["letters_waiting"], there["phases_per_minute"]) == (0, 0)
    assert "workers" not in there  # a file does not say who works at it
