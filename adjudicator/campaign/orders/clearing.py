"""Orders that are taken back whole."""

from typing import Literal

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.orders.identify import Source
from adjudicator.campaign.orders.receipts import queue_receipt
from adjudicator.campaign.orders.standing import finish, policies, viewpoint
from adjudicator.orders import read_orders


def clear_orders(at: Change, name: str, source: Source) -> None:
    """Take back all that a seat has sent for the phase that waits, and queue the receipt.

    Its policies stand again, and the phase waits for its answer. Raises RefusedError.
    """
    if at.is_over:
        raise RefusedError("game-over", campaign=at.campaign.name)
    if at.closing:
        raise RefusedError("closed", phase=at.head.opens.key, source=at.campaign.settings.beacon)
    seat, table = at.seat(name), viewpoint(at.game, at.position, name)
    sent = at.submissions.get(name)
    if table is None or sent is None:
        raise RefusedError("nothing-to-clear", phase=at.head.opens.key)
    before = read_orders(sent.text, table.language).orders
    policy = policies(at.head.policies.get(name, ()), table)
    standing = finish(table, policy, ())
    kind: Literal["policy", "void"] = "policy" if policy.lines else "void"
    print_ = standing.fingerprint
    at.enter_orders(name, kind=kind, source=source.id, text=standing.text, fingerprint=print_)
    missing = name in at.silent
    queue_receipt(
        at, seat, standing, (), ready=False, source=source, before=before, missing=missing
    )
