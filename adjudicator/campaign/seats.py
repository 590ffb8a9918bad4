"""Seats that change hands: a substitute, a player who returns, a regent."""

import secrets
from datetime import datetime

import msgspec

from adjudicator.campaign.clock import find_zone
from adjudicator.campaign.create import is_address
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import Desk, paragraphs_report, setting, tell_gm
from adjudicator.campaign.outbox import message_id, phase_slug, queue
from adjudicator.campaign.records import Campaign, Seat, head, seat
from adjudicator.campaign.store import Store

TOKEN_SECRET_BYTES = 32


def hand_over(
    store: Store,
    owner: Campaign,
    name: str,
    *,
    now: datetime,
    address: str = "",
    player: str = "",
    zone: str = "",
    regent: str = "",
) -> None:
    """Give a seat to another player, or to a regent, with the letters that tell of it.

    A new player gets a token of his own, and the old one proves nothing any more; a regent takes
    the seat until its player sends orders again. Orders that stand are kept. Raises CampaignError
    for an unknown seat or a text that is no address, GameError for an unknown regent.
    """
    if address and not is_address(address):
        raise CampaignError(f"“{address[:80]}” is not a mail address.")
    if zone:
        find_zone(zone)
    with store.atomic():
        there = seat(store, owner, name)
        if regent:
            owner.game.regent(regent)
            changes: dict[str, object] = {"held_by": "regent", "regent": regent}
            text = f"{there.name} is now played by the regent “{regent}”."
        else:
            changes = {
                "held_by": "person",
                "address": address,
                "player": player,
                "zone": zone,
                "token_secret": secrets.token_bytes(TOKEN_SECRET_BYTES),
            }
            text = f"{there.name} is now played by {player or address or 'a new player'}."
        assignments = ", ".join(f"{column} = ?" for column in changes)
        store.db.execute(
            f"UPDATE seat SET {assignments} WHERE id = ?", (*changes.values(), there.id)
        )
        tell_gm(store, owner, "handed-over", text, now)
        _write(store, owner, there, seat(store, owner, name), text, now)


def _write(
    store: Store, owner: Campaign, before: Seat, after: Seat, text: str, now: datetime
) -> None:
    """Tell who had the seat, and welcome a new player with position, map and order sheet."""
    desk = Desk(store, owner, now)
    opened_by = head(store, owner)
    query = "SELECT count(*) AS n FROM letter WHERE game = ? AND kind = 'handed-over'"
    row = store.row(query, owner.id)
    turn = str(row["n"] if row else 0)
    # Who had the seat must not learn the new token, and his letter is none of the seat's any more.
    known = msgspec.structs.replace(setting(store, owner, after, opened_by), token="")
    subject = f"[{owner.name}] {after.name} changes hands"
    letters = [("handed-over", before.address, lambda: paragraphs_report(known, subject, [text]))]
    if after.by_person and after.address:
        letters.append(("opening", after.address, lambda: desk.welcome(after, opened_by)))
    for number, (kind, address, make) in enumerate(letters):
        queue(
            store,
            desk.made("handed-over", after.name, make, [text]),
            identity=message_id(
                owner, phase_slug(opened_by), "handed-over", after.name, turn, str(number)
            ),
            kind=kind,
            now=now,
            recipients=[address],
            owner=owner,
            opened_by=opened_by,
            seat=after.name if address == after.address else "",
        )
