"""One file a version. Each must work as plain SQL, without looking at the database: see upgrading.py."""
