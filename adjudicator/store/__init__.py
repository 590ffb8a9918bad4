"""The database of campaigns: all that is written in SQL, and nothing else.

- ``tables``: the records, and of each what its table is like, stated once
- ``columns``: how a field of a record is a column
- ``sqlite``: what only SQLite does: opening, guards, locks, copies
- ``database``: ``open_store(path)``, ``Store``: transactions, typed reading and writing
- ``queries``: the questions that take more than equal columns
- ``errors``: ``StoreError``
"""
