"""A game in play: seats, deadlines, submissions, adjudication, and the letters they cause.

Everything is kept append-only in one database, and whatever belongs together is entered in one
transaction: after a crash a phase is either not adjudicated, or adjudicated once with all its
letters in the outbox. The time is always an argument, called ``now``.

The rooms, each of which imports only those below it; import what you need from them, for this page
imports nothing:

- ``due``: ``carry_out_due(…)`` does what is due
- ``records``: archives, moves, ``verify``: a phase carried out again must give the same
- ``phases``: ``create``, ``adjudicate``, deadlines, votes, ends; all kinds of deadlines
- ``people``: seats that change hands, who joins, game masters, settings, what is forgotten
- ``orders``: ``submit(store, text, Source(…), now)`` takes an order file and queues its receipt
- ``press``: what players write to each other
- ``letters``: ``tell_gm(…)``, ``write_notice(…)`` and the like; ``outbox``, where letters wait
- ``kernel``: ``State``, a campaign as it stands; ``commit``, the one way to change it; what is due

What is read of a campaign is in ``adjudicator.store``: ``queries`` and ``tables``.
"""
