"""What Alembic runs: it writes the migrations as SQL, which the store carries out itself."""

from __future__ import annotations

from alembic import context

context.configure(dialect_name=context.config.attributes["dialect"], transactional_ddl=False)
context.run_migrations()
