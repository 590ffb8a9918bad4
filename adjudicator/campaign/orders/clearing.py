"""Orders that are taken back whole."""

from typing import Literal

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.identify import Source
from adjudicator.campaign.orders.receipts import queue_receipt
from adjudicator.campaign.orders.standing import finish, policies, viewpoint
from adjudicator.orders import read_orders


def clear_orders(change: Change, name: str, source: Source) -> None:
    """Take back all that a seat has sent for the phase that waits, and queue the receipt.

    Its policies stand again, and the phase waits for its answer. Raises RefusedError.
    """
    change.check_goes_on()
    if change.closing:
        raise RefusedError(
            "closed", phase=change.head.opens.key, source=change.campaign.settings.beacon
        )
    seat, table = change.seat(name), viewpoint(change.game, change.position, name)
    sent = change.submissions.get(name)
    if table is None or sent is None:
        raise RefusedError("nothing-to-clear", phase=change.head.opens.key)
    before = read_orders(sent.text, table.language).orders
    policy = policies(change.head.policies.get(name, ()), table)
    standing = finish(table, policy, ())
    kind: Literal["policy", "void"] = "policy" if policy.lines else "void"
    print_ = standing.fingerprint
    change.enter_orders(name, kind=kind, source=source.id, text=standing.text, fingerprint=print_)
    missing = name in change.silent
    queue_receipt(
        change, seat, standing, (), ready=False, source=source, before=before, missing=missing
    )
