"""A game in play: seats, deadlines, submissions, adjudication, and the letters they cause.

Everything is kept append-only in one SQLite database, and whatever belongs together is written in
one transaction: after a crash a phase is either not adjudicated, or adjudicated once with all its
letters in the outbox. The time is always an argument, called ``now``.

The rooms, from the door inwards; import what you need from them, for this page imports nothing:

- ``store``: ``open_store(path)``, ``Store.atomic()``, ``Store.backup(path)``
- ``records``: ``campaigns``, ``campaign``, ``seats``, ``seat``, ``head``, ``deadline``, …
- ``create``: ``create(store, Plan(…), now)`` sets a game up
- ``identify``: ``Source``, and whose orders a file holds
- ``submit``: ``submit(store, text, Source(…), now)`` takes an order file and queues its receipt
- ``due``: ``adjudicate_due(store, now)``, ``remind(store, now)``, ``standing_of(…)``
- ``adjudicate``: ``adjudicate(store, name, now)`` carries out one phase
- ``deadlines``, ``seats``, ``rollback``: what a game master changes in a game under way
- ``outbox``: ``waiting(store)``, ``mark_sent(store, letter, now)``, ``queue(…)``, ``letters(…)``
- ``letters``: ``token(seat)``, ``tell_gm(…)``
- ``verify``: a phase carried out again must give the same
- ``errors``: ``CampaignError`` and its kinds ``RefusedError`` and ``StuckError``
"""
