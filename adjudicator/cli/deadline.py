"""``adjudicator deadline``: deadlines moved, games paused and resumed."""

from pathlib import Path

import click

from adjudicator.cli.asking import now, open_campaign, with_database
from adjudicator.cli.completion import CAMPAIGN
from adjudicator.cli.main import CommandError


@click.command("deadline")
@click.argument("game", type=CAMPAIGN)
@click.argument("when", required=False)
@click.option("--rule", help="Change the rule, for the phases to come.")
@click.option("--pause", is_flag=True, help="Stop the clock: nothing is adjudicated by itself.")
@click.option("--resume", is_flag=True, help="Let the clock run again.")
@with_database
def command(
    game: str, when: str | None, rule: str | None, pause: bool, resume: bool, db: Path
) -> None:
    """Show the deadline of the phase that waits, or move it. Every seat is told.

    WHEN is a time in the campaign's zone, or “none”.

    \b
    Examples:
      adjudicator deadline sekigahara
      adjudicator deadline sekigahara "2026-11-23 20:00"
      adjudicator deadline sekigahara --rule "mon,thu 20:00"
      adjudicator deadline sekigahara --pause
    """
    from adjudicator.campaign import deadlines
    from adjudicator.campaign.clock import local_time, read_moment
    from adjudicator.campaign.settings import change_settings
    from adjudicator.store.queries import deadline, head

    if pause and resume:
        raise CommandError("A game cannot be paused and resumed at once.")
    with open_campaign(db, game) as (store, campaign):
        zone = campaign.settings.zone
        if rule is not None:
            campaign = change_settings(store, campaign, now(), deadline=rule)
        if pause:
            campaign = deadlines.pause(store, campaign, now())
        elif resume:
            campaign = deadlines.resume(store, campaign, now())
        if when:
            at = None if when.casefold() == "none" else read_moment(when, zone)
            deadlines.move_deadline(store, campaign, at, now())
        opened_by = head(store, campaign)
        closes = deadline(store, opened_by)
    closing = local_time(closes, zone) if closes else "when all are ready"
    paused = " (paused)" if campaign.settings.paused else ""
    click.echo(f"{campaign.name} {opened_by.opens.key}: {closing}{paused}")
    click.echo(f"rule: {campaign.settings.deadline}")
