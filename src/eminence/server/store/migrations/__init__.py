"""The history of the schema, for Alembic."""
