"""``adjudicator deadline``: deadlines moved, games paused and resumed."""

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import now, open_campaign, say, with_database
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("deadline")
@click.argument("game", type=CAMPAIGN)
@click.argument("when", required=False)
@click.option("--extend", metavar="SPAN", help="Move it by so much: “2 days”, “12 hours”.")
@click.option("--rule", metavar="SCHEDULE", help="When phases end, for those to come.")
@click.option("--pause", is_flag=True, help="Stop the clock: nothing is adjudicated by itself.")
@click.option("--until", metavar="WHEN", help="With --pause: let it run again by itself then.")
@click.option("--resume", is_flag=True, help="Let the clock run again.")
@with_database
def command(
    game: str,
    when: str | None,
    extend: str | None,
    rule: str | None,
    pause: bool,
    until: str | None,
    resume: bool,
    db: Place,
) -> None:
    """Show the deadline of the phase that waits, or move it. Every seat is told.

    WHEN is a time in the campaign's zone, or “none”.

    \b
    Examples:
      adjudicator deadline sekigahara
      adjudicator deadline sekigahara "2026-11-23 20:00"
      adjudicator deadline sekigahara --extend "2 days"
      adjudicator deadline sekigahara --rule "mon,thu 20:00"
      adjudicator deadline sekigahara --rule "war: every 4 days at 20:00; else every 48 hours"
      adjudicator deadline sekigahara --pause --until "2027-01-03 12:00"
    """
    from adjudicator.campaign.kernel.clock import local_time, read_moment, read_span
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.people.settings import change_settings
    from adjudicator.campaign.phases import deadlines
    from adjudicator.campaign.phases.deadlines import pause_ends

    if pause and resume:
        raise CommandError("A game cannot be paused and resumed at once.")
    if when and extend:
        raise CommandError("Give a time or --extend, not both.")
    if until and not pause:
        raise CommandError("--until says how long a pause lasts: give --pause too.")
    with open_campaign(db, game) as (store, campaign):
        zone = campaign.settings.zone
        with store.atomic():  # all that is asked is done, or nothing
            if rule is not None:
                campaign = change_settings(store, campaign, now(), deadline=rule)
            if pause:
                end = read_moment(until, zone) if until else None
                campaign = deadlines.pause(store, campaign, now(), until=end)
            elif resume:
                campaign = deadlines.resume(store, campaign, now())
            if when:
                at = None if when.casefold() == "none" else read_moment(when, zone)
                deadlines.move_deadline(store, campaign, at, now())
            if extend:
                deadlines.extend(store, campaign, read_span(extend), now())
        there = State(store, campaign, now())
        if there.has_begun:
            closing = local_time(there.deadline, zone) if there.deadline else "when all are ready"
        else:
            closing = f"when it is dealt (“adjudicator begin {campaign.name}”)"
        ends = pause_ends(there)
        waits_in = there.waits_in
    paused = " (paused)" if campaign.settings.paused else ""
    paused = f" (paused until {local_time(ends, zone)})" if ends else paused
    say(f"{campaign.name} {waits_in}: {closing}{paused}")
    say(f"rule: {campaign.settings.deadline}")
