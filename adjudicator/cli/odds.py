"""``adjudicator odds``: how a what-if comes out, over many trials."""

from pathlib import Path

import click

from adjudicator.cases.odds import Share, odds
from adjudicator.cli.asking import PATH, print_all, read_toml, with_json, with_progress


@click.command("odds")
@click.argument("file", type=PATH)
@click.option("--trials", default=10_000, show_default=True, help="How often to play it.")
@click.option("--seed", default="odds", show_default=True, help="A text: the same, the same odds.")
@click.option("--most", default=20, show_default=True, help="How many outcomes to print.")
@with_json
def command(file: Path, trials: int, seed: str, most: int, as_json: bool) -> None:
    """Play a rule case many times with its dice left open, and count the outcomes.

    \b
    Examples:
      adjudicator odds battle.toml
      adjudicator odds battle.toml --trials 1000 --json
    """
    table = read_toml(file)
    found = odds(table, trials, seed.encode(), lambda all_: with_progress(all_, trials, "trials"))
    lines = [f"{found.title}: {found.trials:,} trials"]
    if found.met:
        lines.append(f"as expected: {_share(found.met)}")
    for outcome in found.outcomes[:most]:
        came = "\n        ".join(outcome.lines or ("nothing changes",))
        lines.append(f"{_share(outcome.share)}  {came}")
    if len(found.outcomes) > most:
        lines.append(f"and {len(found.outcomes) - most} rarer outcomes (--most shows more)")
    print_all(found, lines, as_json=as_json)


def _share(share: Share) -> str:
    return f"{share.share:6.1%} ({share.low:.1%} to {share.high:.1%})"
