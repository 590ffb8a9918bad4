"""``adjudicator case``: rule cases."""

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import PATH, print_json, read_toml, say, with_json, with_progress


@click.command("case")
@click.argument("paths", type=PATH, nargs=-1, required=True)
@click.option("--quiet", "-q", is_flag=True, help="Print only what fails.")
@with_json
def command(paths: tuple[Path, ...], quiet: bool, as_json: bool) -> None:
    """Run rule cases: files, or folders with all .toml files under them.

    Prints one line a case; where one fails, what was not as expected; and what its author may not
    have meant, such as a phase that ended the game. Exit code 1: a case failed; 2: a file is no
    case.

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
    """
    import msgspec

    from adjudicator.cases.case import CaseError
    from adjudicator.cases.run import run_case

    results: list[dict[str, Any]] = []
    wrong = 0
    files = [file for each in paths for file in _files(each)]
    for path in with_progress(files, len(files), "cases"):
        try:
            result = run_case(read_toml(path))
            facts = msgspec.structs.asdict(result)
        except (CaseError, CommandError) as error:
            wrong += 1
            reason = error.message if isinstance(error, CommandError) else str(error)
            facts = {"differences": [f"no case: {reason}"], "remarks": []}
        results.append({"file": str(path), "ok": not facts["differences"], **facts})
    failed = sum(not each["ok"] for each in results)
    if as_json:
        print_json(results)
    else:
        _print(results, quiet, failed)
    if failed:
        raise SystemExit(2 if wrong else 1)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.toml"))
    if not found:
        raise CommandError(f"{path} holds no .toml file.")
    return found


def _print(results: list[dict[str, Any]], quiet: bool, failed: int) -> None:
    from adjudicator.orders.language.words import number_of

    for each in results:
        if each["ok"] and quiet:
            continue
        mark = "ok  " if each["ok"] else "FAIL"
        say(f"{mark} {each.get('title') or each['file']}")
        for line in each["differences"]:
            say(f"     {line}")
        for line in each["remarks"]:
            say(f"     remark: {line}")
    say(f"{number_of(len(results), 'case')}, {failed} failed.")
