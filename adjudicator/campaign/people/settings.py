"""How a campaign is run, and by whom, changed while it is under way.

The first game master is the one to whom the letters of the settings go (``Settings.gm``); any
number can be added, each with a token of his own. A master may hold a seat too: his master's token
shows him nothing of what is hidden.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, get_args, get_origin

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.addresses import check_address, check_webhook, places_of
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.schedule import read_schedule
from adjudicator.campaign.kernel.times import find_zone, read_hours
from adjudicator.campaign.kernel.tokens import Token, new_token, without_tokens
from adjudicator.campaign.letters.letters import tell_all, tell_gm
from adjudicator.campaign.press.press import read_allowed
from adjudicator.games.contract import Game, Value
from adjudicator.orders.language.names import closest
from adjudicator.store.database import Store
from adjudicator.store.host import HostRules
from adjudicator.store.records import SAME, Campaign, Master, Settings

NOT_BY_HAND = ("paused", "paused_since", "paused_until", "beacon")
"""What has commands of its own, or was promised before the deal."""
MOST = 10_000
"""Hours, minutes, phases and seats that a setting can name."""
_TYPES = {field.name: field.type for field in msgspec.structs.fields(Settings)}
NO_HOST = Settings().host
_NONE = {"gm": "", "address": "", "webhook": ""}
"""What ``none`` means in settings for which it is no word."""
_TRUTH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def spell(name: str) -> str:
    """Return how a setting is written: ``last-call``; ``last_call`` and ``last call`` are read."""
    return name.replace("_", "-")


def read_changes(given: Iterable[str]) -> dict[str, str | int | bool]:
    """Read settings as a person writes them: ``grace=12``, ``early = no``, ``last-call=30``.

    Raises CampaignError for what is no setting, and for a value of another kind.
    """
    changes: dict[str, str | int | bool] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise CampaignError("no-setting", text=each[:60])
        tidy = name.strip().casefold().replace("-", "_").replace(" ", "_")
        changes[tidy] = _read_value(tidy, value.strip())
    return changes


def _read_value(name: str, text: str) -> str | int | bool:
    default = getattr(Settings(), name, None)
    known = [each for each in Settings.__struct_fields__ if each not in NOT_BY_HAND]
    if name not in known:
        facts = {"meant": spell(closest(name, known)), "names": [*map(spell, known)]}
        raise CampaignError("unknown-setting", name=spell(name[:40]), **facts)
    if _choices(name):
        return " ".join(text.casefold().replace("-", " ").split())
    if isinstance(default, bool):
        if text.casefold() not in _TRUTH:
            raise CampaignError("yes-or-no", name=spell(name), text=text[:40])
        return _TRUTH[text.casefold()]
    if isinstance(default, int):
        if not (text.isascii() and text.isdecimal() and len(text) < 9):
            raise CampaignError("no-number", name=spell(name), text=text[:40])
        return int(text)
    return _NONE.get(name, text) if text.casefold() == "none" else text


def change_settings(change: Change, /, **changes: str | int | bool) -> Campaign:
    """Change how a campaign is run (see Settings), and tell those whom it concerns.

    A deadline that is set already stays. Raises CampaignError for an unsound value, or if the
    secrets of a game that is over were to be kept; GameError for a regent that the game lacks.
    """
    before = change.settings
    after = replace(before, **changes)
    if after.address and after.host == NO_HOST:
        after = replace(after, host=host_of(after.address))
    check_settings(after, change.game, change.campaign.options, change.store.host)
    _check_lock(change, after)
    if change.is_over and before.reveal == "never" != after.reveal:
        raise CampaignError("secrets-stay", campaign=change.campaign.name)
    if {"address", "gm"} & changes.keys():
        check_apart(change.store, after, (seat.address for seat in change.seats))
    new = {name: value for name, value in changes.items() if value != getattr(before, name)}
    if not new:
        return change.campaign
    change.change_settings(after)
    follow_settings(change, before.gm)
    _change_regents(change, before.regent)
    changed = [f"{spell(name)} = {value}" for name, value in new.items()]
    tell_gm(change, "settings", {"changed": changed})
    told = {name: value for name, value in new.items() if is_told(name)}
    if told and not change.is_over:
        tell_all(change, "settings", {"changed": told})
    return change.campaign


def check_settings(
    settings: Settings, game: Game, options: Mapping[str, Value], host: HostRules
) -> None:
    """Raise CampaignError for settings by which a game cannot be run, GameError for a regent that
    it lacks."""
    for rule in sorted({settings.deadline, settings.steps_deadline} - {SAME}):
        _check_kinds([each for each in read_schedule(rule) if each], game, options)
    game.regent(settings.regent)
    read_hours(settings.remind)
    find_zone(settings.zone)
    if settings.gm:
        check_address(settings.gm)
    if settings.address:
        check_address(settings.address, of_campaign=True)
    if settings.webhook:
        check_webhook(settings.webhook, host.private_webhooks)
    read_allowed(settings.press)
    if not 1 <= settings.vote_days <= 60:
        raise CampaignError("vote-days", vote_days=settings.vote_days)
    for name in settings.__struct_fields__:
        value, words = getattr(settings, name), _choices(name)
        if words and value not in words:
            facts = {"name": name.replace("_", " "), "values": list(words), "value": value[:40]}
            raise CampaignError("no-such-value", **facts)
        if isinstance(value, int) and not 0 <= value <= MOST:
            raise CampaignError("setting-limits", name=name, most=MOST, value=value)


def _choices(name: str) -> tuple[str, ...]:
    """Return the words that a setting is one of; none if it is no such setting."""
    bare = get_args(_TYPES[name])[0] if is_told(name) else _TYPES[name]
    return get_args(bare) if get_origin(bare) is Literal else ()


def is_told(name: str) -> bool:
    """Whether players are told of a change of a setting."""
    return get_origin(_TYPES[name]) is Annotated


def _check_kinds(kinds: Sequence[str], game: Game, options: Mapping[str, Value]) -> None:
    """Raise CampaignError if a schedule speaks of phases that the game does not have."""
    phases = [each.phase.casefold() for each, _ in game.languages(options)] if kinds else []
    for kind in kinds:
        if kind not in phases:
            meant = closest(kind, phases)
            raise CampaignError(
                "no-phase-kind",
                title=game.meta.title,
                kind=kind[:40],
                meant=meant,
                phases=list(phases),
            )


def _change_regents(change: Change, before: str) -> None:
    """Give the seats of the regent that was set the one that is set now."""
    after = change.settings.regent
    for seat in change.seats if after != before else ():
        if seat.regent == before:
            change.save(replace(seat, regent=after))


def _check_lock(change: Change, after: Settings) -> None:
    """Raise CampaignError for settings that shorten a locked time of grace which has begun."""
    before = change.settings
    shorter = after.grace < before.grace or not after.grace_locked
    if shorter and change.is_grace_locked:
        raise CampaignError("grace-locked")


def check_apart(store: Store, settings: Settings, addresses: Iterable[str]) -> None:
    """Raise CampaignError if orders go to the address of a player or of the game master.

    He would get his own orders, and what he writes would be taken for the program's.
    """
    for each in filter(None, (settings.gm, *addresses)):
        places = places_of(each)
        taken = settings.address.casefold() in places
        if taken or any(store.has(Campaign, address=place) for place in places):
            raise CampaignError("judges-address", address=each)


def host_of(address: str) -> str:
    """Return the right-hand side of the Message-IDs of a campaign with that address."""
    return address.rpartition("@")[2] or NO_HOST


MOST_LINES = 400
LONGEST_LINE = 1000


def add_master(change: Change, address: str) -> Master:
    """Let a person run a campaign by mail, and tell all who do; one who could already gets a new
    token.

    Raises CampaignError for a text that is no address, or is that of the campaign itself.
    """
    check_address(address)
    if change.campaign.address in places_of(address):
        raise CampaignError("judges-address.own", address=address)
    master = enter_master(change, address, new_token(change.store))
    tell_gm(change, "master-added", {"address": master.address})
    return master


def remove_master(change: Change, address: str) -> None:
    """Let a person no longer run a campaign by mail, and tell all who did.

    Raises CampaignError if he could not.
    """
    master = next((x for x in change.masters if x.address == address.casefold()), None)
    if master is None:
        known = [each.address for each in change.masters]
        raise CampaignError(
            "no-game-master", address=address, campaign=change.campaign.name, known=known
        )
    _dismiss(change, master)


def _dismiss(change: Change, master: Master) -> None:
    tell_gm(change, "master-dismissed", {"address": master.address})
    change.save(replace(master, active=False))


def enter_master(change: Change, address: str, token: Token) -> Master:
    """Enter a game master with a token, which is a new one."""
    new = Master(
        campaign_id=change.campaign.id,
        address=address.casefold(),
        added=change.now,
        **token,
    )
    change.put(new)
    return new


def follow_settings(change: Change, before: str) -> None:
    """Let a new address in the settings be a game master's, and the one ``before`` no longer."""
    after = change.campaign.gm
    if after == before.casefold():
        return
    for each in change.masters:
        if each.address == before.casefold():
            _dismiss(change, each)
    if after:
        add_master(change, after)


def write_official(change: Change, text: str) -> None:
    """Write to every player and to all who watch, in the game master's words.

    Raises CampaignError if there are no words, or the game has ended.
    """
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if not any(lines):
        raise CampaignError("official-words")
    if len(lines) > MOST_LINES:
        raise CampaignError("official-too-long", most=MOST_LINES)
    change.check_goes_on()
    lines = [without_tokens(change.store, line, LONGEST_LINE) for line in lines]
    facts = {"lines": lines}
    tell_all(change, "official", facts, observers=True)
    tell_gm(change, "official", facts, letter="official", post=False, quoted=lines)
