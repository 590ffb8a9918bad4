"""Setting up a game: its secret, its seats, the first position, and the letters that open it."""

import re
from datetime import datetime

import msgspec

from adjudicator.campaign.clock import find_zone, read_rule
from adjudicator.campaign.deadlines import closing_time, set_deadline
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import Desk, tell_gm
from adjudicator.campaign.records import Campaign, Seat, Settings, as_json, campaign, head, seats
from adjudicator.campaign.store import Store, stamp
from adjudicator.chance import Stream, commitment, fingerprint, new_secret, phase_key, setup_key
from adjudicator.chance.keys import SETUP
from adjudicator.games.contract import Resolution as Outcome
from adjudicator.games.contract import Value
from adjudicator.games.registry import find

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_ADDRESS = re.compile(r"[^\s<>@,;:\"]{1,64}@[^\s<>@,;:\"]{1,253}")


class Player(msgspec.Struct, frozen=True):
    """Who takes a seat when a game begins: a person with an address or without, or a regent."""

    seat: str
    address: str = ""
    name: str = ""
    zone: str = ""
    regent: str = ""


class Plan(msgspec.Struct, frozen=True):
    """A game to be created. ``options`` are those of the ruleset that differ from the default."""

    name: str
    ruleset: str
    players: tuple[Player, ...]
    options: dict[str, Value] = {}
    settings: Settings = Settings()


def create(store: Store, plan: Plan, now: datetime, *, secret: bytes | None = None) -> Campaign:
    """Set a game up and queue its opening letters, all in one transaction.

    ``secret`` is drawn from the operating system unless a test gives one. Raises CampaignError if
    the name is taken or the plan is unsound, GameError for seats or options the game has not.
    """
    _sound(plan)
    game = find(plan.ruleset)
    secret = secret or new_secret()
    blank = fingerprint({})
    key = setup_key(secret)
    chance = Stream(key)
    outcome = game.new([player.seat for player in plan.players], plan.options, chance)
    with store.atomic():
        if store.row("SELECT 1 FROM game WHERE name = ?", plan.name):
            raise CampaignError(
                f"There is a game called “{plan.name}” already, and none is ever overwritten. "
                "Choose another name."
            )
        owner_id = _insert_game(store, plan, outcome, secret, now)
        phase = game.phase(outcome.position)
        resolution = {
            "game": owner_id,
            "run": 0,
            "number": 0,
            "parent": None,
            "phase": SETUP,
            "position": game.encode(outcome.position),
            "events": game.encode_events(outcome.events),
            "orders": as_json({}),
            "fingerprint": blank,
            "key": key,
            "draws": as_json(chance.drawn),
            "policies": as_json({}),
            "awaited": as_json([]),
            "missing": as_json([]),
            "set_aside": as_json({}),
            "opens": as_json(phase),
            "created": stamp(now),
        }
        opened_by = store.insert("resolution", resolution)
        closes = closing_time(plan.settings, now)
        set_deadline(store, opened_by, closes, now, "rule")
        made = campaign(store, plan.name)
        _open(store, made, outcome, now)
    return made


def is_address(text: str) -> bool:
    """Whether a text can be a mail address that a letter may be sent to."""
    return bool(_ADDRESS.fullmatch(text)) and text.isprintable()


def _sound(plan: Plan) -> None:
    if not NAME.fullmatch(plan.name):
        raise CampaignError(
            f"“{plan.name[:50]}” cannot name a game: write 1 to 40 small letters, digits and "
            "hyphens, such as sekigahara."
        )
    if not plan.players:
        raise CampaignError("A game needs seats. Give them as NAME=ADDRESS or NAME=regent.")
    read_rule(plan.settings.deadline)
    addresses = [plan.settings.gm, plan.settings.address]
    for zone in (plan.settings.zone, *(p.zone for p in plan.players if p.zone)):
        find_zone(zone)
    for address in (*addresses, *(player.address for player in plan.players)):
        if address and not is_address(address):
            raise CampaignError(f"“{address[:80]}” is not a mail address.")
    for player in plan.players:
        if len(player.seat) > 40 or not player.seat.isprintable():
            raise CampaignError(f"“{player.seat[:50]!r}” cannot name a seat.")
        if player.regent:
            find(plan.ruleset).regent(player.regent)


def _insert_game(store: Store, plan: Plan, outcome: Outcome, secret: bytes, now: datetime) -> int:
    owner_id = store.insert(
        "game",
        {
            "name": plan.name,
            "ruleset": plan.ruleset,
            "options": as_json(outcome.position.options),
            "secret": secret,
            "commitment": commitment(secret),
            "created": stamp(now),
            "settings": as_json(plan.settings),
        },
    )
    for place, player in enumerate(plan.players):
        store.insert("seat", _seat_row(owner_id, place, player, plan.name, secret))
    return owner_id


def _seat_row(
    owner_id: int, place: int, player: Player, name: str, secret: bytes
) -> dict[str, object]:
    """Make a seat. Its token follows from the game's secret until the seat changes hands."""
    return {
        "game": owner_id,
        "place": place,
        "name": player.seat,
        "player": player.name,
        "address": player.address,
        "zone": player.zone,
        "held_by": "regent" if player.regent else "person",
        "regent": player.regent or "steady",
        "token_secret": phase_key(secret, f"token of {player.seat} in {name}", ""),
    }


def _open(store: Store, owner: Campaign, outcome: Outcome, now: datetime) -> None:
    desk = Desk(store, owner, now)
    first = head(store, owner)
    readers: list[Seat | None] = [each for each in seats(store, owner) if each.by_person]
    for reader in (*readers, None):
        desk.opening(reader, first, outcome.position, outcome.events)
    text = (
        f"{owner.name} has begun. The dice come from a secret whose SHA-256 is {owner.commitment}."
    )
    tell_gm(store, owner, "begun", text, now)
