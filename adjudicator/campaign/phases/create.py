"""Setting up a game: its secret and its seats, then the deal, and the letters that open it."""

import re
from collections.abc import Callable
from datetime import datetime

import msgspec

from adjudicator.campaign.kernel.change import Change, commit, deadline
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.solve import set_up
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token_of
from adjudicator.campaign.letters.letters import (
    tell_gm,
    tell_webhook,
    write_opening,
    write_welcome,
)
from adjudicator.campaign.letters.notices import notify_all
from adjudicator.campaign.orders.keys import check_beacon, close, set_deal
from adjudicator.campaign.people.seats import Player as Player
from adjudicator.campaign.people.seats import check_player, invite
from adjudicator.campaign.people.settings import (
    check_apart,
    check_settings,
    enter_master,
)
from adjudicator.campaign.phases.adjudicate import enter_resolution
from adjudicator.campaign.phases.muster import absent_at_roll_call, free_seats
from adjudicator.campaign.phases.unread import may_be_unread
from adjudicator.campaign.press.press import OTHER_READERS
from adjudicator.chance import SECRET_BYTES, Stream, commitment, phase_key, setup_key
from adjudicator.chance.ingredients import Ingredients
from adjudicator.chance.keys import SETUP
from adjudicator.games.contract import Game, Value, check_names
from adjudicator.games.registry import find
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.host import HostRules
from adjudicator.store.records import Campaign, Seat, Settings

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class NewCampaign(msgspec.Struct, frozen=True):
    """A game to be created. ``options`` are those of the ruleset that differ from the default."""

    name: str
    ruleset: str
    players: tuple[Player, ...]
    options: dict[str, Value] = {}
    settings: Settings = Settings()
    invited: tuple[tuple[str, str], ...] = ()
    """Addresses and names of persons to whom an open seat is offered."""


def create(
    store: Store, plan: NewCampaign, now: datetime, *, secret: bytes | None = None
) -> Campaign:
    """Set a campaign up, deal, and queue its opening letters, all in one change.

    ``secret`` is drawn from the operating system unless a test gives one. Raises CampaignError if
    the name is taken or the plan is unsound, GameError for seats or options the game has not.
    """
    if plan.settings.beacon:
        raise CampaignError("two-steps")

    return _create(store, plan, now, secret, lambda change: _deal(change, ""))


def announce(
    store: Store, plan: NewCampaign, now: datetime, *, secret: bytes | None = None
) -> Campaign:
    """Set a campaign up and publish its commitment; it waits for words, and for ``begin``.

    Raises what ``create`` raises.
    """

    def work(change: Change) -> None:
        for reader in (*(each for each in change.seats if each.by_person), None):
            write_welcome(change, reader)
        tell_gm(change, "announced", {"commitment": change.campaign.commitment})
        for address, name in plan.invited:
            invite(change, address, name)
        set_deal(change)

    return _create(store, plan, now, secret, work)


def begin(store: Store, name: str, now: datetime, *, beacon: str = "") -> str:
    """Deal a campaign that was announced, from its secret and the words that players sent.

    In a campaign with a public number this only closes the words, the first time; ``beacon`` is
    the number, and deals. Returns the key of the phase that opens, or ``""`` if the words were
    closed. Raises CampaignError.
    """
    campaign = queries.find_campaign(store, name)
    return commit(store, campaign, now, deal, check_beacon(campaign, beacon))


def deal(change: Change, beacon: str = "") -> str:
    """Deal, or close the words, as ``begin`` does."""
    change.check_goes_on()
    if change.has_begun:
        raise CampaignError("begun-already", campaign=change.campaign.name)
    if change.settings.beacon and not beacon:
        close(change, {})
        return ""
    _deal(change, beacon)
    return change.head.opens.key


def _time_of_deal(state: State) -> datetime | None:
    return None if state.has_begun or state.closing else state.campaign.deal


@deadline("deal", _time_of_deal)
def deal_in_time(change: Change, read_to: datetime | None) -> Done | None:
    """Deal a campaign whose seats are all taken, unless somebody is missing when the roll is called
    and all letters from before that are read."""
    if absent := absent_at_roll_call(change):
        if not may_be_unread(change, read_to, change.campaign.deal):
            free_seats(change, absent)
        return None
    opened, name = deal(change), change.campaign.name
    return Done("dealt", f"{name} {opened}".strip(), {"campaign": name, "phase": opened})


def _create(
    store: Store,
    plan: NewCampaign,
    now: datetime,
    secret: bytes | None,
    work: Callable[[Change], None],
) -> Campaign:
    """Make the record of a campaign, and enter it with what ``work`` adds."""
    game = find(plan.ruleset)
    _check(plan, game, store.host)
    root, secret = (secret or store.random_bytes(SECRET_BYTES) for _ in range(2))
    # What the game refuses is refused now; nobody needs the position.
    trial = game.new(
        [player.seat for player in plan.players], plan.options, Stream(setup_key(secret))
    )
    new = Campaign(
        id=0,
        name=plan.name,
        ruleset=plan.ruleset,
        options=dict(trial.position.options),
        secret=secret,
        commitment=commitment(secret),
        created=now,
        settings=plan.settings,
        address=plan.settings.address.casefold(),
        gm=plan.settings.gm.casefold(),
    )

    def enter(change: Change) -> None:
        _enter_seats(change, plan, root)
        work(change)

    commit(store, new, now, enter)
    return queries.find_campaign(store, plan.name)


def _check(plan: NewCampaign, game: Game, host: HostRules) -> None:
    if not NAME.fullmatch(plan.name):
        raise CampaignError("no-game-name", name=plan.name[:50])
    if not plan.players:
        raise CampaignError("no-seats")
    check_settings(plan.settings, game, plan.options, host)
    if plan.settings.beacon and not plan.settings.beacon.isprintable():
        raise CampaignError("beacon-line")
    check_names(tuple(player.seat for player in plan.players), OTHER_READERS)
    for player in plan.players:
        check_player(player, game)


def _enter_seats(change: Change, plan: NewCampaign, root: bytes) -> None:
    """Enter the seats and the first game master, whose tokens follow from ``root``.

    That is never the secret of the dice, which is published when the game is over: nobody shall
    work out others' tokens then. Only a test, which gives the secret, has both in one.
    """
    if change.store.has(Campaign, name=plan.name):
        raise CampaignError("game-exists", name=plan.name)
    check_apart(change.store, plan.settings, (player.address for player in plan.players))
    for each in enumerate(plan.players):
        change.add(_seat(change.campaign, root, *each))
    if change.campaign.gm:
        enter_master(
            change, change.campaign.gm, token_of(phase_key(root, "token of the master", ""))
        )


def _deal(change: Change, beacon: str) -> None:
    """Set the game up from the secret, the words that stand and the public number."""
    campaign = change.campaign
    words = change.closing.words if change.closing else change.words
    if beacon and not change.closing:
        raise CampaignError("words-open", campaign=campaign.name)
    names = [seat.name for seat in change.seats]
    given = Ingredients(campaign.secret, words=words, beacon=beacon)
    solved = set_up(change.game, names, campaign.options, given.source(SETUP))
    enter_resolution(
        change, solved, words, serial=0, run=0, number=0, parent=None, phase=SETUP, beacon=beacon
    )
    for reader in (*(each for each in change.seats if each.by_person), None):
        write_opening(change, reader, solved.events)
    tell_webhook(change, "begun")
    notify_all(change)
    tell_gm(change, "begun", {"commitment": campaign.commitment})


def _seat(campaign: Campaign, root: bytes, place: int, player: Player) -> Seat:
    """Make a seat. Its token follows from ``root`` until the seat changes hands."""
    label = f"token of {player.seat} in {campaign.name}"
    return Seat(
        campaign_id=campaign.id,
        place=place,
        name=player.seat,
        player=player.name,
        address=player.address,
        zone=player.zone,
        held_by="regent" if player.regent or player.open else "person",
        regent=player.regent or campaign.settings.regent,
        open=player.open,
        **token_of(phase_key(root, label, "")),
    )
