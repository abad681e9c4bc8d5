# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Counting that several games share: majorities, ranks within a country, and chains."""

from __future__ import annotations

import cython

ONE = cython.declare(cython.ulonglong, 1)
HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)


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


def lowest(mask: cython.ulonglong) -> cython.int:
    """The number of the lowest bit set."""
    n: cython.int = 0
    if mask & HALF == 0:
        mask >>= 32
        n += 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        n += 16
    if mask & 0xFF == 0:
        mask >>= 8
        n += 8
    while mask & 1 == 0:
        mask >>= 1
        n += 1
    return n


def bits(mask: cython.ulonglong) -> cython.int:
    """How many bits are set."""
    n: cython.int = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def spread(near: cython.p_ulonglong, mask: cython.ulonglong, seed: cython.ulonglong) -> cython.ulonglong:
    """All of `mask` that can be reached from `seed`."""
    reached: cython.ulonglong = seed
    edge: cython.ulonglong = seed
    v: cython.int
    while edge:
        v = lowest(edge)
        edge &= edge - 1
        edge |= near[v] & mask & ~reached
        reached |= edge
    return reached


def chains(near: cython.p_ulonglong, mask: cython.ulonglong, least: cython.int) -> cython.int:
    """B19: the most monasteries that separate lines of at least `least` can hold."""
    total: cython.int = 0
    part: cython.ulonglong
    while mask:
        part = spread(near, mask, mask & (~mask + 1))
        mask &= ~part
        total += best_lines(near, part, least, 0)
    return total


def best_lines(near: cython.p_ulonglong, mask: cython.ulonglong, least: cython.int, enough: cython.int) -> cython.int:
    """The best choice of lines within `mask`; the search ends early when more than `enough` cannot be found.

    Returns a true optimum if it is above `enough`, otherwise any number up to `enough`.
    """
    best: cython.int = 0
    part: cython.ulonglong
    size: cython.int
    v: cython.int
    if bits(mask) < least:
        return 0
    part = spread(near, mask, mask & (~mask + 1))
    size = bits(part)
    if part != mask:
        best = best_lines(near, part, least, 0) if size >= least else 0
        return best + best_lines(near, mask & ~part, least, enough - best)
    if size <= enough:
        return 0
    v = loose_end(near, mask)
    best = lines_through(near, mask & ~(ONE << v), ONE << v, v, v, least, 1, size)
    if best < size:
        size = best_lines(near, mask & ~(ONE << v), least, best)
        if size > best:
            best = size
    return best


def loose_end(near: cython.p_ulonglong, mask: cython.ulonglong) -> cython.int:
    """The monastery of `mask` with fewest neighbours there: few lines run through it."""
    left: cython.ulonglong = mask
    v: cython.int
    n: cython.int
    best: cython.int = -1
    fewest: cython.int = 65
    while left:
        v = lowest(left)
        left &= left - 1
        n = bits(near[v] & mask)
        if n < fewest:
            fewest = n
            best = v
    return best


def lines_through(
    near: cython.p_ulonglong,
    rest: cython.ulonglong,
    line: cython.ulonglong,
    head: cython.int,
    tail: cython.int,
    least: cython.int,
    length: cython.int,
    cap: cython.int,
) -> cython.int:
    """The best total over all lines that grow from `line` at its head and then, once the head rests, at its tail."""
    best: cython.int = 0
    found: cython.int
    onward: cython.ulonglong
    v: cython.int
    onward = near[head] & rest
    while onward:
        v = lowest(onward)
        onward &= onward - 1
        found = lines_through(near, rest & ~(ONE << v), line | (ONE << v), v, tail, least, length + 1, cap)
        if found > best:
            best = found
            if best == cap:
                return best
    found = lines_tail(near, rest, line, tail, least, length, cap)
    return found if found > best else best


def lines_tail(
    near: cython.p_ulonglong,
    rest: cython.ulonglong,
    line: cython.ulonglong,
    tail: cython.int,
    least: cython.int,
    length: cython.int,
    cap: cython.int,
) -> cython.int:
    """As `lines_through`, with the head at rest."""
    best: cython.int = 0
    found: cython.int
    onward: cython.ulonglong
    v: cython.int
    onward = near[tail] & rest
    while onward:
        v = lowest(onward)
        onward &= onward - 1
        found = lines_tail(near, rest & ~(ONE << v), line | (ONE << v), v, least, length + 1, cap)
        if found > best:
            best = found
            if best == cap:
                return best
    if length >= least:
        found = length + best_lines(near, rest, least, best - length)
        if found > best:
            best = found
    return best
