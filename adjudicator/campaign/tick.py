"""What is due is done: phases whose time has come, reminders, and whatever else has a deadline."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from adjudicator.campaign.due.deal import Dealt
from adjudicator.campaign.due.pause import Resumed
from adjudicator.campaign.due.phase import Held
from adjudicator.campaign.due.reminder import Reminded
from adjudicator.campaign.kernel.due import kinds
from adjudicator.campaign.kernel.errors import CampaignError, MovedError, describe
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import note
from adjudicator.campaign.phases.adjudicate import Adjudicated, Closed
from adjudicator.games.contract import GameError
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.records import Campaign

Done = Adjudicated | Closed | Dealt | Reminded | Resumed | Held | CampaignError


def carry_out_all_due(
    store: Store, now: datetime, read_to: datetime | None = None
) -> Iterator[Done]:
    """Do what is due in any campaign; yield each thing as it is done, and what failed.

    ``read_to`` is to when the mail has been read; None: no orders come by mail. A campaign that
    another process is at is left to it.
    """
    for campaign in queries.due_campaigns(store, now):
        with store.claim(campaign.id) as is_mine:
            if is_mine and queries.is_due(store, campaign, now):
                try:
                    yield from carry_out_due(store, campaign, now, read_to)
                except DatabaseError as error:  # another process may hold this campaign alone
                    yield CampaignError(f"{campaign.name}: {error}")


def carry_out_due(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None = None
) -> Iterator[Done]:
    """Do what is due in a campaign: each kind of deadline, and what becomes due by it.

    What fails is yielded and told to the game master; it stops nothing else. What has moved to
    another database meanwhile is done there. Raises DatabaseError, of which no game master is told.
    """
    told: set[str] = set()
    for kind in kinds():
        try:
            moment = kind.when(State(store, store.find(Campaign, id=campaign.id), now))
            if moment and moment <= now:
                yield from kind.carry_out(store, campaign, now, read_to)
            continue
        except MovedError:
            return
        except DatabaseError:
            raise
        except (CampaignError, GameError, StoreError) as error:
            text = f"{campaign.name}: {error}"
        except Exception as error:  # a fault in one campaign must not stop the others
            text = f"{campaign.name}: the program failed: {describe(error)}"
            with suppress(MovedError):
                note(store, campaign, "failed", text, now, once=f"{text} {now.date()}")
        if text not in told:
            told.add(text)
            yield CampaignError(text)
