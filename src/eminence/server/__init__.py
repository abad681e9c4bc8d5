"""The server: HTTP and WebSocket around the tables, with a log that loses nothing."""
