"""Alembic's environment: runs on the connection that revisions.py hands over.

Each revision has a transaction of its own, unless the caller has begun one for all of them.
"""

from __future__ import annotations

from alembic import context

attributes = context.config.attributes
context.configure(
    connection=attributes["connection"],
    version_table=attributes["version_table"],
    on_version_apply=attributes["applied"],
    transactional_ddl=True,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
