# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Counting that several games share: majorities, and ranks within a country."""

from __future__ import annotations

import cython


def majority(counts: cython.p_int, players: cython.int, tied_score: cython.bint, out: cython.p_int) -> None:
    """D19, D20, D23, D24, D26, D29: whoever has most scores the own number; a tie scores for all or for nobody."""
    p: cython.int
    best: cython.int = 0
    holders: cython.int = 0
    for p in range(players):
        out[p] = 0
        if counts[p] > best:
            best = counts[p]
            holders = 1
        elif counts[p] == best:
            holders += 1
    if best > 0 and (holders == 1 or tied_score):
        for p in range(players):
            if counts[p] == best:
                out[p] = best


def rank_points(counts: cython.p_int, players: cython.int, whole: cython.int, out: cython.p_int) -> None:
    """B17, D28: the first scores `whole`, each further rank as much as the rank above has."""
    p: cython.int
    above: cython.int = 0
    best: cython.int
    for p in range(players):
        out[p] = 0
    while True:
        best = 0
        for p in range(players):
            if counts[p] > best and (above == 0 or counts[p] < above):
                best = counts[p]
        if best == 0:
            return
        for p in range(players):
            if counts[p] == best:
                out[p] = above if above > 0 else whole
        above = best
