"""A game in play: seats, deadlines, submissions, adjudication, and the letters they cause.

Everything is kept append-only in one database, and whatever belongs together is entered in one
transaction: after a crash a phase is either not adjudicated, or adjudicated once with all its
letters in the outbox. The time is always an argument, called ``now``.

The rooms, from the door inwards; import what you need from them, for this page imports nothing:

- ``create``: ``create(store, Plan(…), now)`` sets a campaign up
- ``identify``: ``Source``, and whose orders a file holds
- ``submit``: ``submit(store, text, Source(…), now)`` takes an order file and queues its receipt
- ``tick``: ``carry_out_due(store, campaign, now)`` does what is due
- ``adjudicate``: ``adjudicate(store, name, now)`` carries out one phase
- ``deadlines``, ``settings``, ``seats``, ``rollback``, ``endings``: what a game master changes in a
  campaign under way
- ``press``, ``votes``, ``leave``: what players write to each other, agree on, and do without
- ``state``: ``State(store, campaign, now)``, a campaign as it stands; ``due``: what happens next
- ``change``: ``change(store, campaign, now, work)``, the one way to change a campaign
- ``outbox``: ``queue(…)``, ``letters(…)``, ``letters_to_send(store)``; ``message_ids`` names them
- ``letters``: ``tell_gm(…)``, ``write_notice(…)`` and the like; ``tokens``: ``token(seat)``
- ``verify``: a phase carried out again must give the same
- ``errors``: ``CampaignError`` and its kinds ``RefusedError`` and ``StuckError``

What is read of a campaign is in ``adjudicator.store``: ``queries`` and ``tables``.
"""
