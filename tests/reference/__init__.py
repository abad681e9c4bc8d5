"""Slow second implementations of the four games: oracles for tests."""
