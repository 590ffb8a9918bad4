"""``adjudicator new``: setting up a game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from adjudicator.campaign.kernel.addresses import check_address, doubt
from adjudicator.campaign.people.settings import host_of, read_changes
from adjudicator.campaign.phases.create import Plan, Player, announce, create
from adjudicator.cli.files.games import read_options, with_board
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    configuration,
    now,
    print_json,
    say,
    with_database,
    with_json,
)
from adjudicator.cli.shared.completion import RULES
from adjudicator.games.contract import Game, Value
from adjudicator.games.registry import find
from adjudicator.store.database import make_store
from adjudicator.store.place import Place
from adjudicator.store.records import Campaign, Settings

DAY = 24
"""Hours that the deal of a game that people join waits for words."""


def _from_file(name: str) -> str:
    """Return an address that ``adjudicator.toml`` names; ``""`` if it names none."""
    found = configuration()
    return str(getattr(found, name)) if found else ""


@click.command("new")
@click.argument("game", type=RULES)
@click.option("--name", required=True, help="What the game is called here, such as sekigahara.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=WHO",
    help="A seat and its player's address, “regent” or a regent's name, “open”, or “none” for a "
    "player without mail.",
)
@click.option(
    "--open",
    "free",
    type=click.IntRange(0, 20),
    default=0,
    metavar="NUMBER",
    help="So many seats are for whoever joins by mail.",
)
@click.option(
    "--invite",
    "invited",
    multiple=True,
    metavar="ADDRESS[,NAME]",
    help="Invite a person, who has a seat when he answers.",
)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option.")
@with_board
@click.option("--deadline", default="none", show_default=True, help="When phases end.")
@click.option("--zone", default="UTC", show_default=True, help="The campaign's time zone.")
@click.option(
    "--gm",
    default=lambda: _from_file("gm"),
    callback=lambda _, __, given: "" if given == "none" else given,
    show_default="that of adjudicator.toml",
    help="The game master's address, or “none”.",
)
@click.option(
    "--address",
    default=lambda: _from_file("address"),
    callback=lambda _, __, given: "" if given == "none" else given,
    show_default="that of adjudicator.toml",
    help="The address to which orders are mailed, or “none”.",
)
@click.option(
    "--grace", default=0, metavar="HOURS", show_default=True, help="Hours of grace for the late."
)
@click.option(
    "--misses",
    default=2,
    metavar="NUMBER",
    show_default=True,
    help="Missed phases in a row until the regent plays.",
)
@click.option(
    "--hold",
    default=0,
    metavar="NUMBER",
    show_default=True,
    help="Wait for the game master if more seats than this are missing (0: never).",
)
@click.option(
    "--early/--not-early", default=True, show_default=True, help="Adjudicate when all are ready."
)
@click.option(
    "--set",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="Another setting, as “adjudicator settings” shows them.",
)
@click.option("--begin", "at_once", is_flag=True, help="Deal at once, without players' words.")
@click.option(
    "--beacon",
    default="",
    metavar="SOURCE",
    help="Which public number goes into every key, such as a lottery's next draw.",
)
@with_database
@with_json
def command(
    game: str,
    name: str,
    seats: tuple[str, ...],
    free: int,
    invited: tuple[str, ...],
    options: tuple[str, ...],
    board: str | None,
    gm: str,
    address: str,
    chosen: tuple[str, ...],
    at_once: bool,
    db: Place,
    as_json: bool,
    **settings: Any,
) -> None:
    """Set up a game and queue its first letters.

    They publish the commitment to the dice and ask each player for a word, which goes into all
    keys; “begin” then deals. With --begin the game is dealt at once.

    With --open anybody can join by mail, take a free seat over, and watch; with --invite those who
    are invited. Such a game is dealt when its seats are taken and all have sent a word, a day
    after the last has joined at the latest (“gather”). Seats without a name are called as usual.

    A game of a name that exists is never overwritten. Schedules: “every 3 days at 20:00”,
    “mon, thu 20:00 not 24 dec to 2 jan”, “war: every 4 days at 20:00; else every 48 hours”, or
    “none”. A seat's player can have a name and a time zone:
    SEAT=ADDRESS,NAME,ZONE. Every game has the regents steady and random, some have others;
    “--set regent=steady” names the one that plays seats which nobody holds.

    \b
    Examples:
      adjudicator new ikusa --name sekigahara --address judge@example.org \\
        --seat Oda=ann@example.org --seat Takeda=bob@example.org,Bob,Europe/Rome \\
        --seat Mori=regent --deadline "mon,thu 20:00" --zone Europe/London
      adjudicator new samurai-swords --name friday \\
        --seat Oda=none --seat Takeda=none --seat Mori=regent --begin
      adjudicator new samurai-swords --name kawagoe --open 3 --address judge@example.org
      adjudicator new samurai-swords --name okehazama --address judge@example.org \\
        --invite ann@example.org,Ann --invite bob@example.org --invite cleo@example.org
    """

    named = {"gm": gm, "address": address, "host": host_of(address)}
    changes = read_changes(chosen)
    known = read_options(game, options, board)
    regent = str(changes.get("regent", Settings().regent))
    players = _players(find(game), known, seats, max(free, len(invited)), regent)
    joins = any(each.open for each in players)
    if joins and at_once:
        raise CommandError("A game that people join is not dealt at once: leave --begin out.")
    joining = {"open": bool(free), "gather": DAY if joins else 0}
    run_by = Settings(**(named | joining | settings | changes))
    asked = tuple(_person(each) for each in invited)
    plan = Plan(name.strip().casefold(), game, players, known, run_by, asked)
    with make_store(db) as store:
        made = (create if at_once else announce)(store, plan, now())
    warnings = list(_warnings(made, players))
    if as_json:
        facts = {"name": made.name, "game": game, "commitment": made.commitment}
        print_json(facts | {"begun": at_once, "warnings": warnings})
        return
    for warning in warnings:
        say(f"Warning: {warning}", err=True)
    what = "has begun" if at_once else "is announced"
    say(f"{made.name} {what}: {game}, {len(players)} seats, in {db}.")
    say(f"The dice are committed to: {made.commitment}")
    then = f"“adjudicator {'status' if at_once or joins else 'begin'} {made.name}”"
    say(f"Next: {then}; “adjudicator tick” sends the letters.")


def _warnings(campaign: Campaign, players: Sequence[Player]) -> Iterator[str]:
    """Say what is odd about the addresses of a game."""
    addresses = dict.fromkeys(filter(None, (player.address for player in players)))
    joins = any(player.open for player in players)
    if (addresses or joins) and not campaign.settings.address:
        yield (
            "without --address nobody can answer the letters: they hold no tokens, and come from a "
            "sender that does not exist, which many mail servers refuse. Give the address to which "
            f"orders are mailed: “adjudicator settings {campaign.name} --address …”."
        )
    for address in filter(None, (*addresses, campaign.settings.gm, campaign.settings.address)):
        if why := doubt(address):
            yield why


def _players(
    game: Game, options: Mapping[str, Value], seats: Sequence[str], free: int, regent: str
) -> tuple[Player, ...]:
    """Return the seats as they are named, and after them those that people join."""
    regents = {**{name: name for name in game.regents}, "regent": regent}
    players = [_player(each, regents) for each in seats]
    missing = free - sum(each.open for each in players)
    own, taken = game.meta.own_seats, {each.seat.casefold() for each in players}
    usual = own(options) if own else game.meta.seats
    names = [each for each in usual if each.casefold() not in taken]
    if missing > len(names):
        names += [f"Seat {number}" for number in range(1, missing + 1)]
    players += [Player(name, open=True) for name in names[: max(0, missing)]]
    if not players:
        raise CommandError("Name seats with --seat, or let people join: --open, --invite.")
    return tuple(players)


def _person(given: str) -> tuple[str, str]:
    """Read whom to invite: an address, and perhaps a name behind a comma."""
    address, _, name = given.partition(",")
    check_address(address.strip())
    return address.strip(), name.strip()


def _player(given: str, regents: Mapping[str, str]) -> Player:
    """Read a seat and who has it; ``regents`` are all by what they are called."""
    seat, equals, who = given.partition("=")
    parts = [part.strip() for part in who.split(",")]
    if not equals or not seat.strip() or not parts[0]:
        raise CommandError(
            f"“{given[:60]}” is no seat. Write SEAT=ADDRESS, SEAT=regent, SEAT=open or SEAT=none."
        )
    name, zone = (*parts[1:], "", "")[:2]
    if parts[0] == "open":
        return Player(seat.strip(), open=True)
    if parts[0] in regents:
        return Player(seat.strip(), "", name, zone, regents[parts[0]])
    return Player(seat.strip(), "" if parts[0] == "none" else parts[0], name, zone)
