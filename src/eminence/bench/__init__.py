"""Measurements: how fast the rules run, beside other game libraries on the same machine and in the same minute."""
