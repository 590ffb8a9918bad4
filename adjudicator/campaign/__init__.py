"""A game in play: seats, deadlines, submissions, adjudication, and the letters they cause.

Everything is kept append-only in one SQLite database, and whatever belongs together is written in
one transaction: after a crash a phase is either not adjudicated, or adjudicated once with all its
letters in the outbox. The time is always an argument.
"""

from adjudicator.campaign.adjudicate import Adjudicated, adjudicate, set_settings
from adjudicator.campaign.clock import next_deadline, read_moment, read_rule, shown
from adjudicator.campaign.create import Plan, Player, create
from adjudicator.campaign.due import Waiting, adjudicate_due, due, remind, standing_of
from adjudicator.campaign.errors import CampaignError, Refused, Stuck
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import tell_gm, token
from adjudicator.campaign.outbox import letter, letters, mark_sent, queue, waiting
from adjudicator.campaign.records import (
    Campaign,
    Letter,
    Resolution,
    Seat,
    Settings,
    Submission,
    campaign,
    campaigns,
    deadline,
    head,
    kept,
    notes,
    resolutions,
    seat,
    seats,
    submissions,
)
from adjudicator.campaign.solve import Solved, committed, scripted, solve
from adjudicator.campaign.store import Store, open_store
from adjudicator.campaign.submit import Submitted, submit
from adjudicator.campaign.verify import Verdict, check_key, verify

__all__ = [
    "Adjudicated",
    "Campaign",
    "CampaignError",
    "Letter",
    "Plan",
    "Player",
    "Refused",
    "Resolution",
    "Seat",
    "Settings",
    "Solved",
    "Source",
    "Store",
    "Stuck",
    "Submission",
    "Submitted",
    "Verdict",
    "Waiting",
    "adjudicate",
    "adjudicate_due",
    "campaign",
    "campaigns",
    "check_key",
    "committed",
    "create",
    "deadline",
    "due",
    "head",
    "kept",
    "letter",
    "letters",
    "mark_sent",
    "next_deadline",
    "notes",
    "open_store",
    "queue",
    "read_moment",
    "read_rule",
    "remind",
    "resolutions",
    "scripted",
    "seat",
    "seats",
    "set_settings",
    "shown",
    "solve",
    "standing_of",
    "submissions",
    "submit",
    "tell_gm",
    "token",
    "verify",
    "waiting",
]
