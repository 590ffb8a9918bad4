"""The database of campaigns: all that is written in SQL, and nothing else.

- ``tables``: the records, and of each what its table is like, stated once
- ``columns``: how a field of a record is a column
- ``place``: where a database is: a file, or at a server
- ``databases``: what a store needs of a kind of database, and what only SQLite or PostgreSQL does
- ``database``: ``open_store(place)``, ``Store``: transactions, typed reading and writing
- ``queries``: the questions that take more than equal columns
- ``errors``: ``StoreError``
"""
