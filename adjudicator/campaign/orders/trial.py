"""What would come of orders or of a phase, tried without entering anything."""

from datetime import datetime

import msgspec

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.orders.identify import Source
from adjudicator.campaign.orders.receipts import RECEIPT
from adjudicator.campaign.orders.submit import enter_order_file
from adjudicator.campaign.phases.adjudicate import Adjudicated, adjudicate_in
from adjudicator.orders import Scan
from adjudicator.reports.model import Report
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Campaign, Seat


def judge_orders(
    store: Store,
    whose: tuple[Campaign, Seat],
    found: Scan,
    text: str,
    source: Source,
    now: datetime,
) -> Report:
    """Return the receipt that an order file would get, and enter nothing.

    Raises RefusedError where ``take_orders`` would, before the deal too, and if it holds no order.
    """
    campaign, seat = whose
    with store.snapshot():
        at = Change(store, campaign, now)
        at.is_trial = True
        if not at.has_begun:
            raise RefusedError("not-begun", campaign=campaign.name)
        if enter_order_file(at, seat.name, found, text, source).forwarded:
            raise RefusedError("no-orders")
        receipts = [each.content for each in at.entries(Letter) if each.kind == RECEIPT]
    if len(receipts) == 1:
        return receipts[0]
    words = "\n\n".join(each.text for each in receipts)
    return msgspec.structs.replace(receipts[-1], text=words, html="")


def preview(store: Store, campaign: Campaign, now: datetime) -> tuple[Adjudicated, Report]:
    """Return what would come of the phase that waits, with the orders as they stand now.

    The report is the public one, with its map alone. Raises CampaignError where ``adjudicate``
    would.
    """
    with store.snapshot():
        at = Change(store, campaign, now)
        at.is_trial = True
        done = adjudicate_in(at)
        public = [x.content for x in at.entries(Letter) if x.kind == "result" and not x.seat]
    files = tuple(each for each in public[0].files if each.media.startswith("image/"))
    return done, msgspec.structs.replace(public[0], files=files)
