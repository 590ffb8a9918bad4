"""Game masters: who may run a campaign by mail, each with a token of his own.

The first is the one to whom the letters of the settings go (``Settings.gm``); any number can be
added. A master may hold a seat too: his master's token shows him nothing of what is hidden.
"""

from msgspec.structs import replace

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import new_token, without_tokens
from adjudicator.campaign.letters.letters import tell_all, tell_gm
from adjudicator.store.records import Master

MOST_LINES = 400
LONGEST_LINE = 1000


@operation
def add_master(change: Change, address: str) -> Master:
    """Let a person run a campaign by mail; one who could already gets a new token.

    Raises CampaignError for a text that is no address, or is that of the campaign itself.
    """
    check_address(address)
    if address.casefold() == change.campaign.address:
        raise CampaignError(f"{address} is the address to which orders are mailed.")
    return enter_master(change, address)


@operation
def remove_master(change: Change, address: str) -> None:
    """Let a person no longer run a campaign by mail. Raises CampaignError if he could not."""
    master = next((x for x in change.masters if x.address == address.casefold()), None)
    if master is None:
        known = ", ".join(each.address for each in change.masters) or "nobody"
        raise CampaignError(f"{address} is no game master of {change.campaign.name}: {known}.")
    change.save(replace(master, active=False))


def enter_master(change: Change, address: str, secret: bytes = b"") -> Master:
    """Enter a game master with a new token, which follows from a secret if there is one already."""
    new = Master(
        campaign_id=change.campaign.id,
        address=address.casefold(),
        added=change.now,
        **new_token(secret),
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
            change.save(replace(each, active=False))
    if after:
        enter_master(change, after)


def is_player(state: State, master: Master) -> bool:
    """Say whether a game master holds a seat of the campaign."""
    return bool(state.seats_of(master.address))


@operation
def write_official(change: Change, text: str) -> None:
    """Write to every player and to all who watch, in the game master's words.

    Raises CampaignError if there are no words, or the game has ended.
    """
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if not any(lines):
        raise CampaignError("Write the words below “official”: every player gets them.")
    if len(lines) > MOST_LINES:
        raise CampaignError(f"That is too long: at most {MOST_LINES} lines.")
    change.check_goes_on()
    lines = [without_tokens(change.store, line, LONGEST_LINE) for line in lines]
    facts = {"lines": lines}
    tell_all(change, "official", facts, observers=True)
    tell_gm(change, "official", facts, letter="official", post=False, quoted=lines)
