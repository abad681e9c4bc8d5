"""The table core, without any server."""
