"""The rules of the four games, and nothing else: no files, no clock, no global random numbers."""
