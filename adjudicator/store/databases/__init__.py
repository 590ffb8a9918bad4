"""The kinds of database: what only SQLite does, what only PostgreSQL does, and what both share."""
