"""``case`` runs rule cases, ``judge`` shows what comes of one, ``odds`` plays it many times."""

import shlex
import textwrap
from pathlib import Path
from typing import Any

import click
import msgspec

from adjudicator.cases import battle_odds
from adjudicator.cases import odds as trying
from adjudicator.cases.case import CaseError
from adjudicator.cases.run import answer, run_case
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import SEAT, Printed, command, read_position_file
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.files import find_seat
from adjudicator.games.contract import GameError
from adjudicator.orders.reading.plain_text import decode_text
from adjudicator.wording import Reason

LONGEST_NAME = 200
"""Characters of a text that may be the name of a file."""


@command("case")
@click.argument("paths", type=asking.PATH, nargs=-1, required=True)
@click.option("--quiet", "-q", is_flag=True, help="Print only what fails.")
@click.option(
    "--judge", metavar="COMMAND", type=shlex.split, help="Let that program judge, and compare."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=20,
    show_default=True,
    help="How long it may think about a case.",
)
def case(paths: tuple[Path, ...], quiet: bool, judge: list[str] | None, seconds: float) -> Printed:
    """Run rule cases: files, or folders with all .toml files under them.

    Prints one line a case; where one fails, what was not as expected; and what its author may not
    have meant, such as a phase that ended the game. Exit code 1: a case failed; 2: a file is no
    case.

    With --judge another program is measured: it is run for each case, which it reads as JSON from
    its standard input, and answers with JSON. What of a case it leaves out is not compared;
    docs/conformance.md says what it reads and writes.

    A case is TOML: the position, orders, dice, and what must come of them. docs/rule-cases.md has
    all its keys, docs/draws.md what each game draws. A whole one:

    \b
      title = "Only adjacent provinces can be attacked"
      game = "samurai-swords"
      position.provinces.Nagato = { owner = "pink", spearman = 3 }
      position.provinces.Kai = { owner = "gray", spearman = 1 }
      orders.pink = "attack Kai from Nagato"
      expect.findings = [{ line = 1, code = "not-adjacent", severity = "error" }]
      expect.provinces.Kai.owner = "gray"

    \b
    Examples:
      adjudicator case naval-first-strike.toml
      adjudicator case --quiet tests/cases
      adjudicator case naval-first-strike.toml --json
      adjudicator case naval-first-strike.toml --judge "adjudicator judge"
    """
    results: list[dict[str, Any]] = []
    wrong = 0
    files = [file for each in paths for file in _files(each)]
    for path in asking.with_progress(files, len(files), "cases"):
        try:
            facts = msgspec.structs.asdict(run_case(asking.read_toml(path), judge or (), seconds))
        except (CaseError, CommandError) as error:
            wrong += 1
            why = str(asking.line("no-case", error=error))
            facts = {"differences": [why], "remarks": [], "skipped": ""}
        results.append({"file": str(path), "ok": not facts["differences"], **facts})
    failed = sum(not each["ok"] for each in results)
    skipped = sum(each["ok"] and bool(each["skipped"]) for each in results)
    lines: list[str | Reason] = []
    for each in results:
        if not (each["ok"] and quiet):
            mark = ("skip" if each["skipped"] else "ok  ") if each["ok"] else "FAIL"
            lines.append(f"{mark} {each.get('title') or each['file']}")
            lines += [f"     {line}" for line in each["differences"]]
            lines += [f"     {asking.line('remark', text=x)}" for x in each["remarks"]]
            lines += [f"     {each['skipped']}"] if each["skipped"] else []
    counts = {"cases": len(results), "failed": failed, "skipped": skipped}
    lines.append(asking.line("cases-run", **counts))
    return results, lines, (2 if wrong else 1) if failed else 0


@command("judge")
@click.argument("file", type=asking.PATH, default="-", metavar="[CASE]")
def judge(file: Path) -> None:
    """Print what comes of a rule case, as JSON: position, findings, events and winner, each phase.

    CASE is a case file, or a question as “adjudicator case --judge” puts it to a program; without
    one it is read from the standard input. docs/conformance.md has both forms.

    \b
    Examples:
      adjudicator judge naval-first-strike.toml
    """
    if file.suffix == ".toml":
        table = asking.read_toml(file)
    else:
        try:
            table = msgspec.json.decode(
                asking.read_bytes(file, asking.LARGEST_TEXT), type=dict[str, Any]
            )
        except (msgspec.MsgspecError, RecursionError) as error:
            raise CommandError("no-question", file=file, error=error) from error
    asking.print_json(answer(table))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(path.rglob("*.toml"))
    if not files:
        raise CommandError("no-toml", path=path)
    return files


@command("odds")
@click.argument("file", type=asking.PATH, metavar="POSITION.json|CASE.toml")
@click.argument("orders", default="", metavar="[ORDERS]")
@click.option("--seat", type=SEAT, default="", help="Whose orders, if the position does not say.")
@click.option(
    "--trials",
    metavar="NUMBER",
    default=10_000,
    show_default=True,
    help="How often to play a case.",
)
@click.option(
    "--seed", default="odds", show_default=True, help="A text: the same, the same trials."
)
@click.option(
    "--most",
    metavar="NUMBER",
    default=20,
    show_default=True,
    help="How many outcomes of a case to print.",
)
def odds(file: Path, orders: str, seat: str, trials: int, seed: str, most: int) -> Printed:
    """Reckon how the battles to which ORDERS lead may end, and how likely that is.

    ORDERS are order lines with semicolons between, or a file of order lines. They are tried as if
    the seat were to carry them out now, in the position as the file shows it. Lines that say when
    to call off, or who falls first, are compared with having none.

    All courses of the battles are followed, or, if those are too many, some are drawn, always the
    same.

    Without ORDERS the file is a rule case, which is played many times with its dice left open.

    \b
    Examples:
      adjudicator odds position.json "attack Tango with army 2; call off when 3 are lost"
      adjudicator odds position.json orders.txt --seat Oda --json
      adjudicator odds battle.toml --trials 1000
    """
    if orders:
        return _reckon_battles(file, orders, seat)
    if file.suffix.casefold() == ".json":
        raise CommandError("no-orders-behind", file=file)
    tried = trying.odds(
        asking.read_toml(file),
        trials,
        seed.encode(),
        lambda all_: asking.with_progress(all_, trials, "trials"),
    )
    lines: list[str | Reason] = [
        asking.line("trials", title=tried.title, count=tried.trials),
    ]
    if tried.met:
        lines.append(asking.line("as-expected", share=_in_words(tried.met)))
    for outcome in tried.outcomes[:most]:
        came = "\n        ".join(outcome.lines or (str(asking.line("nothing-changes")),))
        lines.append(f"{_in_words(outcome.share)}  {came}")
    if len(tried.outcomes) > most:
        lines.append(asking.line("rarer-outcomes", count=len(tried.outcomes) - most))
    return tried, lines


def _reckon_battles(file: Path, orders: str, seat: str) -> Printed:
    game, position = read_position_file(file)
    text = _text_of(orders)
    asked = game.phase(position).must
    whose = find_seat(position, seat or (asked[0] if len(asked) == 1 else ""))
    try:
        answer = battle_odds.battle_odds(game, position, whose, text)
    except GameError as error:
        raise CommandError(error.reason) from error
    for finding in answer.findings:
        asking.say(str(finding), err=True)
    if not (answer.contests or asking.is_json()):
        raise CommandError("no-battle")
    blocks = [
        "\n".join(textwrap.fill(each, battle_odds.WIDTH) for each in answer.about),
        *battle_odds.charts(answer),
        battle_odds.accuracy(answer),
    ]
    lines = "\n\n".join(map(_wrap, blocks)).splitlines()
    return answer, lines, bool(answer.findings)


def _wrap(block: str) -> str:
    return block if "\n" in block else textwrap.fill(block, battle_odds.WIDTH)


def _text_of(orders: str) -> str:
    """Return the order lines of a file of that name, or those that the text itself is."""
    named = not any(char.isspace() for char in orders) and asking.is_path(orders)
    if named or (len(orders) < LONGEST_NAME and Path(orders).is_file()):
        return decode_text(asking.read_bytes(Path(orders), asking.LARGEST_TEXT))
    return battle_odds.lines_of(orders)


def _in_words(share: trying.Share) -> str:
    return f"{share.share:6.1%} ({share.low:.1%} to {share.high:.1%})"
