"""How a game is set up and run: ``new`` and ``settings``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import click
import msgspec

from adjudicator.campaign.kernel.addresses import check_address, check_person_name, doubt
from adjudicator.campaign.people.settings import change_settings, host_of, read_changes
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, create
from adjudicator.cli.files.games import Board, read_options
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import RULES, Db, Printed, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.operations import about_game
from adjudicator.games.contract import Game, Value
from adjudicator.games.registry import find
from adjudicator.operations.operation import Call
from adjudicator.operations.phases import describe_settings
from adjudicator.store.database import make_store
from adjudicator.store.records import Campaign, Settings

DAY = 24
MONTH = 28
"""Hours that the deal of a game that people join waits for words."""
_OPTIONS = (
    click.option("--deadline", metavar="SCHEDULE", help="When phases end."),
    click.option("--zone", metavar="ZONE", help="The time zone of the game."),
    click.option("--gm", metavar="ADDRESS", help="The game master's address, or “none”."),
    click.option(
        "--address",
        metavar="ADDRESS",
        help="The address to which orders are mailed, or “none”.",
    ),
    click.option(
        "--notice", metavar="HOURS", help="The fewest hours that a weekday deadline leaves."
    ),
    click.option("--grace", metavar="HOURS", help="Hours of grace for the late."),
    click.option(
        "--misses", metavar="NUMBER", help="Missed phases in a row until the regent plays."
    ),
    click.option(
        "--hold",
        metavar="NUMBER",
        help="Wait for you if more seats than this are missing (0: never).",
    ),
    click.option(
        "--remind", metavar="HOURS", help="When to remind: “72, 24, 6” before a deadline."
    ),
    click.option(
        "--beacon",
        metavar="SOURCE",
        help="Which public number goes into every key, such as a lottery's next draw.",
    ),
    click.option("--early/--not-early", default=None, help="Adjudicate when all are ready."),
)
"""The settings that are options of commands."""

Chosen = Annotated[str | bool | None, *_OPTIONS]
"""Settings that are chosen often, by their names."""


def _read_settings(
    chosen: Iterable[str], given: Mapping[str, str | bool | None]
) -> dict[str, str | int | bool]:
    """Read settings that were given as NAME=VALUE, and those that were given as options."""
    words: dict[object, str] = {True: "yes", False: "no"}
    options = ((name, value) for name, value in given.items() if value is not None)
    return read_changes(
        (*chosen, *(f"{name}={words.get(value, value)}" for name, value in options))
    )


@command("new")
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
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="Another setting.")
@click.option("--begin", "at_once", is_flag=True, help="Deal at once, without players' words.")
def new(
    game: str,
    name: str,
    seats: tuple[str, ...],
    free: int,
    invited: tuple[str, ...],
    options: tuple[str, ...],
    chosen: tuple[str, ...],
    at_once: bool,
    board: Board,
    db: Db,
    **given: Chosen,
) -> Printed:
    """Set up a game and queue its first letters.

    They publish the commitment to the dice and ask each player for a word, which goes into all
    keys; “begin” then deals. With --begin the game is dealt at once.

    With --open anybody can join by mail, take a free seat over, and watch; with --invite those who
    are invited. Such a game is dealt when its seats are taken and all have sent a word. Who has
    sent none a day after the last has joined (“gather”) loses his seat to the next who comes
    (“roll-call”), and a game that does not fill is called off 28 days after somebody has joined
    (“fill-days”). Seats without a name are called as usual.

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

    stated = asking.configuration()
    changes: dict[str, Any] = {"gm": stated.gm, "address": stated.address} if stated else {}
    changes |= _read_settings(chosen, given)
    changes.setdefault("host", host_of(str(changes.get("address", ""))))
    known = read_options(game, options, board)
    regent = str(changes.get("regent", Settings().regent))
    players = _players(find(game), known, seats, max(free, len(invited)), regent)
    joins = any(each.open for each in players)
    if joins and at_once:
        raise CommandError("joined-not-dealt")
    usual = {"gather": DAY, "roll_call": True, "fill_days": MONTH} if joins else {}
    run_by = Settings(**{"open": bool(free), **usual} | changes)
    asked = tuple(_person(each) for each in invited)
    plan = NewCampaign(name.strip().casefold(), game, players, known, run_by, asked)
    with make_store(db) as store:
        if settings := asking.configuration():
            store.host = settings.host
        made = (create if at_once else announce)(store, plan, asking.now())
    warnings = list(_warnings(made, players))
    for warning in warnings:
        asking.remark(asking.line("warning", why=warning))
    then = "status" if at_once or joins else "begin"
    lines = [
        asking.line("set-up", name=made.name, begun=at_once, game=game, seats=len(players), db=db),
        asking.line("committed", commitment=made.commitment),
        asking.line("next-command", command=then, name=made.name),
    ]
    facts = {"name": made.name, "game": game, "commitment": made.commitment}
    return facts | {"begun": at_once, "warnings": warnings}, lines


def _warnings(campaign: Campaign, players: Sequence[Player]) -> Iterator[str]:
    """Say what is odd about the addresses of a game."""
    addresses = dict.fromkeys(filter(None, (player.address for player in players)))
    joins = any(player.open for player in players)
    if (addresses or joins) and not campaign.settings.address:
        yield str(asking.line("no-address", name=campaign.name))
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
        raise CommandError("no-seats")
    return tuple(players)


def _person(given: str) -> tuple[str, str]:
    """Read whom to invite: an address, and perhaps a name behind a comma."""
    address, _, name = (each.strip() for each in given.partition(","))
    check_address(address)
    if name:
        check_person_name(name)
    return address, name


def _player(given: str, regents: Mapping[str, str]) -> Player:
    """Read a seat and who has it; ``regents`` are all by what they are called."""
    seat, equals, who = given.partition("=")
    parts = [part.strip() for part in who.split(",")]
    if not equals or not seat.strip() or not parts[0]:
        raise CommandError("no-seat-given", given=given[:60])
    name, zone = (*parts[1:], "", "")[:2]
    if name:
        check_person_name(name)
    if parts[0] == "open":
        return Player(seat.strip(), open=True)
    if parts[0] in regents:
        return Player(seat.strip(), "", name, zone, regents[parts[0]])
    return Player(seat.strip(), "" if parts[0] == "none" else parts[0], name, zone)


@command("settings")
@about_game
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]…")
def settings(call: Call, changes: tuple[str, ...], **given: Chosen) -> Printed:
    """Show how a game is run, or change it. What concerns the players they are told.

    Everything that is shown can be set as NAME=VALUE; what is set often has an option too.

    \b
    Examples:
      adjudicator settings sekigahara
      adjudicator settings sekigahara --grace 24 --misses 3
      adjudicator settings sekigahara --gm gm@example.org --address judge@example.org
      adjudicator settings sekigahara last-call=30 grace-locked=yes
      adjudicator settings sekigahara --not-early --json
    """
    chosen = _read_settings(changes, given)
    after = call.campaign.settings
    if chosen:
        after = call.change(change_settings, **chosen).settings
    lines = (f"{name} = {value}" for name, value in describe_settings(after).items())
    return msgspec.to_builtins(after), (f"{call.campaign.name}:", *lines)
