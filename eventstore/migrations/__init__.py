"""The history of the event store's schema, one revision a file, for Postgres and SQLite."""
